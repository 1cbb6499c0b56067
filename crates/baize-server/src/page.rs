//! What browsers are served, and the headers that keep it safe.

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Crc;
use flate2::read::GzDecoder;
use rust_embed::{EmbeddedFile, RustEmbed};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::Read;

/// The web app as built by `cargo xtask web`, embedded in the program; debug builds, and that of `cargo xtask
/// play`, read it from the source tree. A file may have compressed copies, with `.br` or `.gz` after its
/// name. Scripts and styles exist only compressed: they are most of the page, and nearly every browser
/// accepts that.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct WebApp;

/// The uncompressed bytes of a file of the web app.
fn plain(name: &str) -> Option<Cow<'static, [u8]>> {
    if let Some(file) = WebApp::get(name) {
        return Some(file.data);
    }
    let mut bytes = Vec::new();
    GzDecoder::new(&*WebApp::get(&format!("{name}.gz"))?.data).read_to_end(&mut bytes).ok()?;
    Some(bytes.into())
}

/// The file itself, or its compressed copy.
fn kept(name: &str) -> Option<EmbeddedFile> {
    WebApp::get(name).or_else(|| WebApp::get(&format!("{name}.gz")))
}

/// What players have learnt, served next to the program for browsers. It is not a file of the web app: these
/// are the players' own bytes.
fn learnt(name: &str) -> Option<&'static [u8]> {
    let name = name.strip_prefix("offline/")?;
    baize_players::weights().find_map(|(file, bytes)| (file == name).then_some(bytes))
}

/// Small files that are served even without the web app.
const PLAIN: &[(&str, &str, &str)] = &[
    ("/style.css", "text/css; charset=utf-8", include_str!("../assets/style.css")),
    (
        "/robots.txt",
        "text/plain; charset=utf-8",
        "User-agent: *\nDisallow: /api/\nDisallow: /t/\nDisallow: /g/\n",
    ),
];

/// The first path segments for which the web app has pages.
const PAGES: &[&str] = &[
    "",
    "games",
    "t",
    "g",
    "lobby",
    "watch",
    "stats",
    "device",
    "p",
    "edit",
    "puzzles",
    "leaderboard",
    "settings",
    "rules",
    "learn",
    "docs",
    "about",
];

/// The site that works without a server: every file of the web app that belongs there, with its name. `None`
/// if the tables' program was not built into this one.
pub fn offline_site() -> Option<Vec<(String, Vec<u8>)>> {
    kept("offline/rooms.wasm")?;
    let is_ours = |name: &str| !name.ends_with(".br") && !name.starts_with("about/");
    // A server serves its own page and service worker.
    let replaced = ["index.html", "service-worker.js"];
    let file = |name: String| {
        let place = name.strip_prefix("offline/").filter(|name| replaced.contains(name)).unwrap_or(&name);
        Some((place.to_owned(), plain(&name)?.into_owned()))
    };
    let names: BTreeSet<String> =
        WebApp::iter().map(|name| name.trim_end_matches(".gz").to_owned()).collect();
    let ours = names.into_iter().filter(|name| is_ours(name) && !replaced.contains(&name.as_str()));
    let learnt = baize_players::weights().map(|(name, bytes)| (format!("offline/{name}"), bytes.to_vec()));
    Some(ours.filter_map(file).chain(learnt).collect())
}

/// Whether the path belongs to the web app: anything that is not for programs.
pub(crate) fn is_page(path: &str) -> bool {
    !["/api", "/ws", "/mcp", "/metrics"].iter().any(|start| path.starts_with(start))
}

/// The file or page at this path, if there is one. Addresses in it begin with `public_url`.
pub(crate) fn asset(path: &str, headers: &HeaderMap, public_url: &str) -> Option<Response> {
    if let Some((_, kind, text)) = PLAIN.iter().find(|(name, ..)| *name == path) {
        return Some(([(header::CONTENT_TYPE, *kind)], *text).into_response());
    }
    let name = path.strip_prefix('/')?;
    if !name.ends_with(".br") && !name.ends_with(".gz") && (kept(name).is_some() || learnt(name).is_some()) {
        return file(name, headers, StatusCode::OK);
    }
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-/".contains(&byte));
    let is_page = is_plain && !name.starts_with('/') && PAGES.contains(&name.split('/').next()?);
    // The web app has its own page for addresses that lead nowhere; programs get a plain refusal.
    let wants_page = headers
        .get_all(header::ACCEPT)
        .iter()
        .any(|accept| accept.to_str().is_ok_and(|accept| accept.contains("text/html")));
    if name.starts_with("api/") || !(is_page || wants_page) {
        return None;
    }
    if is_page && let Some(page) = with_own_head(name, public_url) {
        let no_cache = (header::CACHE_CONTROL, "no-cache");
        return Some(([(header::CONTENT_TYPE, "text/html; charset=utf-8"), no_cache], page).into_response());
    }
    file("index.html", headers, if is_page { StatusCode::OK } else { StatusCode::NOT_FOUND })
}

/// The page of a table someone is invited to, in the reader's language.
pub(crate) fn invitation(
    game: &str,
    host: &str,
    path: &str,
    headers: &HeaderMap,
    public_url: &str,
) -> Option<Response> {
    let wanted =
        headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let language = match wanted.get(..2) {
        Some("ja") => "ja",
        Some("zh") => "zh-Hant",
        _ => "en",
    };
    let page = with_head(&format!("about/t-{game}.{language}.html"), public_url)?;
    let page = page.replace("{path}", path).replace("{host}", &escaped(host));
    let no_cache = (header::CACHE_CONTROL, "no-cache");
    let kind = (header::CONTENT_TYPE, "text/html; charset=utf-8");
    Some(([kind, no_cache, (header::VARY, "accept-language")], page).into_response())
}

/// Escapes text that someone typed for use inside a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The page of the web app with the head from `about/` for this address, for services that preview links and
/// run no scripts. It replaces what the page says about itself between the marks.
fn with_own_head(name: &str, public_url: &str) -> Option<String> {
    with_head(&format!("about/{}.html", name.replace('/', "-")), public_url)
}

fn with_head(about: &str, public_url: &str) -> Option<String> {
    let about = WebApp::get(about)?;
    let about = str::from_utf8(&about.data).ok()?.replace("{url}", public_url);
    let page = WebApp::get("index.html")?;
    let page = str::from_utf8(&page.data).ok()?;
    let (before, rest) = page.split_once("<!-- about -->")?;
    let (_, after) = rest.split_once("<!-- /about -->")?;
    Some([before, &about, after].concat())
}

/// A file of the web app, compressed if the browser accepts it, or "not modified".
fn file(name: &str, headers: &HeaderMap, status: StatusCode) -> Option<Response> {
    let accepts = |coding: &str| {
        let listed = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        listed
            .flat_map(|value| value.split(','))
            .any(|one| one.split(';').next().is_some_and(|c| c.trim() == coding))
    };
    let compressed = [("br", ".br"), ("gzip", ".gz")].into_iter().find_map(|(coding, ending)| {
        if !accepts(coding) {
            return None;
        }
        Some((coding, WebApp::get(&format!("{name}{ending}"))?))
    });
    let kind = HeaderValue::from_str(mime_guess::from_path(name).first_or_octet_stream().as_ref()).ok()?;
    let tag = tag(name, compressed.as_ref().map(|(coding, _)| *coding))?;
    // Names under assets/ contain a hash of the content; all others may change.
    let keep = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut answer = HeaderMap::new();
    answer.insert(header::CONTENT_TYPE, with_charset(kind));
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    answer.insert(header::ETAG, HeaderValue::from_str(&tag).ok()?);
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    if known.flat_map(|value| value.split(',')).any(|one| one.trim() == tag) {
        return Some((StatusCode::NOT_MODIFIED, answer).into_response());
    }
    let data = match compressed {
        Some((coding, file)) => {
            answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
            file.data
        }
        None => learnt(name).map(Cow::from).or_else(|| plain(name))?,
    };
    Some((status, answer, data.into_owned()).into_response())
}

/// A tag that changes with the content of the file.
fn tag(name: &str, coding: Option<&str>) -> Option<String> {
    let hash: String = if let Some(bytes) = learnt(name) {
        let mut sum = Crc::new();
        sum.update(bytes);
        format!("{:08x}", sum.sum())
    } else {
        kept(name)?.metadata.sha256_hash().iter().take(12).map(|byte| format!("{byte:02x}")).collect()
    };
    Some(format!("\"{hash}{}\"", coding.map(|coding| format!("-{coding}")).unwrap_or_default()))
}

/// Marks text types as UTF-8.
fn with_charset(kind: HeaderValue) -> HeaderValue {
    match kind.to_str() {
        Ok(text) if text.starts_with("text/") && !text.contains("charset") => {
            HeaderValue::from_str(&format!("{text}; charset=utf-8")).unwrap_or(kind)
        }
        _ => kind,
    }
}

/// The page without a web app: what this is, how it is doing, and how to build the rest.
pub(crate) fn home(version: &str, status: &str, tables: u32, sockets: u32) -> String {
    include_str!("../assets/home.html")
        .replace("{version}", version)
        .replace("{status}", status)
        .replace("{tables}", &tables.to_string())
        .replace("{sockets}", &sockets.to_string())
}

/// The headers of every response: no scripts but our own, no frames, no referrers, no guessing of types.
const HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
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

/// Adds the headers that every response carries.
pub(crate) fn add_headers(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_players_have_learnt_is_given_out_and_not_twice_to_whoever_has_it() {
        let mut headers = HeaderMap::new();
        let learnt: Vec<(&str, &[u8])> = baize_players::weights().collect();
        assert!(!learnt.is_empty());
        for (name, bytes) in learnt {
            let path = format!("/offline/{name}");
            let answer = asset(&path, &headers, "").unwrap();
            assert_eq!(answer.status(), StatusCode::OK);
            let length = axum::body::HttpBody::size_hint(answer.body()).exact();
            assert_eq!(length, Some(bytes.len() as u64));
            headers.insert(header::IF_NONE_MATCH, answer.headers()[header::ETAG].clone());
            assert_eq!(asset(&path, &headers, "").unwrap().status(), StatusCode::NOT_MODIFIED);
            assert!(WebApp::get(&path[1..]).is_none(), "{name} would be in the program twice");
        }
    }
}
