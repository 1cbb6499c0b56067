//! Links from the page's share button.

use baize_protocol::{Key, TableId};
use baize_rules::{Problem, clip};
use std::str::FromStr;

/// A link to a seat: `http://host:port/t/ID#join=SECRET`; for a public table without the secret.
#[derive(Clone, Debug)]
pub struct Link {
    /// The address of the server, without a trailing slash.
    pub origin: String,
    /// Which table.
    pub table: TableId,
    /// The secret that opens the seat; public tables need none.
    pub secret: Option<Key>,
}

fn bad(text: &str) -> Problem {
    let text = clip(text);
    Problem::new(
        "client.bad_link",
        format!("{text:?} is no link to a seat, http://host:port/t/ID#join=SECRET"),
    )
}

impl FromStr for Link {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Link, Problem> {
        let text = text.trim();
        let (address, secret) = match text.split_once('#') {
            Some((address, secret)) => (address, Some(secret)),
            None => (text, None),
        };
        let rest = address.strip_prefix("http://").or_else(|| address.strip_prefix("https://"));
        let (host, path) = rest.and_then(|rest| rest.split_once('/')).ok_or_else(|| bad(text))?;
        let is_host = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
        if host.is_empty() || !host.bytes().all(is_host) {
            return Err(bad(text));
        }
        let table = path.strip_prefix("t/").map(|path| path.trim_end_matches('/')).and_then(TableId::new);
        let secret = match secret.map(|secret| secret.split_once('=')) {
            None => None,
            Some(Some(("join", secret))) => {
                Some(serde_json::from_value(secret.into()).map_err(|_| bad(text))?)
            }
            Some(Some(("watch", _))) => {
                let text = "this link is for watching; ask the host for the link of a seat";
                return Err(Problem::new("client.watches", text));
            }
            Some(_) => return Err(bad(text)),
        };
        let origin = address[..address.len() - path.len() - 1].to_owned();
        Ok(Link { origin, table: table.ok_or_else(|| bad(text))?, secret })
    }
}

impl Link {
    /// Where the server listens, `host:port`.
    pub fn host(&self) -> String {
        let host = self.origin.split_once("://").map_or("", |(_, host)| host);
        let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let usual = if self.is_encrypted() { 443 } else { 80 };
        if has_port { host.to_owned() } else { format!("{host}:{usual}") }
    }

    /// Whether it begins with `https://`.
    pub fn is_encrypted(&self) -> bool {
        self.origin.starts_with("https://")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "00112233445566778899aabbccddeeff";

    #[test]
    fn links_are_read_as_the_page_writes_them() {
        let link: Link = format!("http://127.0.0.1:8080/t/0123456789ab#join={SECRET}").parse().unwrap();
        assert_eq!((link.host().as_str(), link.table.as_str()), ("127.0.0.1:8080", "0123456789ab"));
        assert_eq!(link.origin, "http://127.0.0.1:8080");
        assert_eq!(link.secret.unwrap().to_hex(), SECRET);
        let public: Link = "http://games.example/t/0123456789ab/".parse().unwrap();
        assert_eq!((public.host().as_str(), public.secret.is_none()), ("games.example:80", true));
        let six: Link = "http://[::1]:80/t/0123456789ab".parse().unwrap();
        assert_eq!(six.host(), "[::1]:80");
        let encrypted: Link = "https://games.example/t/0123456789ab".parse().unwrap();
        assert_eq!((encrypted.host().as_str(), encrypted.is_encrypted()), ("games.example:443", true));
    }

    #[test]
    fn everything_else_is_refused_with_a_reason() {
        let code = |text: &str| text.parse::<Link>().unwrap_err().code;
        assert_eq!(code(&format!("http://h/t/0123456789ab#watch={SECRET}")), "client.watches");
        for text in [
            "",
            "othello",
            "http://",
            "http:///t/0123456789ab",
            "http://h/t/short",
            "http://h/t/0123456789ab#join=1",
            "http://h/t/0123456789ab#token=00",
            "http://a b/t/0123456789ab",
            "ftp://h/t/0123456789ab",
            "http://h/x/0123456789ab",
        ] {
            assert_eq!(code(text), "client.bad_link", "{text}");
        }
    }
}
