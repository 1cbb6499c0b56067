//! What a browser is shown, and the headers that keep it safe.

use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// A file that is part of the program.
pub(crate) struct Asset {
    pub(crate) kind: &'static str,
    pub(crate) text: &'static str,
}

/// Every file there is. Nothing is read from disk, so no path leads anywhere else.
const ASSETS: &[(&str, Asset)] = &[
    ("/style.css", Asset { kind: "text/css; charset=utf-8", text: include_str!("../assets/style.css") }),
    (
        "/robots.txt",
        Asset { kind: "text/plain; charset=utf-8", text: "User-agent: *\nDisallow: /api/\nDisallow: /t/\n" },
    ),
];

/// The file at this path.
pub(crate) fn asset(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|(name, _)| *name == path).map(|(_, asset)| asset)
}

/// The page until there is a web app: what this is, whether it is well, and how to use it.
pub(crate) fn home(version: &str, status: &str, tables: u32, sockets: u32) -> String {
    include_str!("../assets/home.html")
        .replace("{version}", version)
        .replace("{status}", status)
        .replace("{tables}", &tables.to_string())
        .replace("{sockets}", &sockets.to_string())
}

/// What every answer carries: no scripts but our own, no frames, no referrers, no guessing of types.
const HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

/// Adds the headers that every answer carries.
pub(crate) fn add_headers(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
}
