//! Positions in the address of a page: the link alone is enough.

use baize_rules::Problem;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;

/// A position and its options as written after `#p=` in an address: the number of the form, a dot, and the
/// text in base64url; then, if any option differs from its default, another dot and those options as JSON in
/// base64url.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionLink {
    /// The position, as [`AnyTable::position`](crate::AnyTable::position) writes it.
    pub text: String,
    /// An object with the options that differ from their defaults.
    pub options: Value,
}

impl PositionLink {
    /// The most characters a link may have.
    pub const MOST: usize = 2_000;

    /// Writes the link; `None` if it would be too long.
    pub fn write(&self) -> Option<String> {
        let mut link = format!("1.{}", URL_SAFE_NO_PAD.encode(&self.text));
        if self.options.as_object().is_some_and(|options| !options.is_empty()) {
            link = format!("{link}.{}", URL_SAFE_NO_PAD.encode(self.options.to_string()));
        }
        (link.len() <= PositionLink::MOST).then_some(link)
    }

    /// Reads a link.
    pub fn read(link: &str) -> Result<PositionLink, Problem> {
        let bad = |what: &str| Problem::new("request.bad_link", format!("this link cannot be read: {what}"));
        if link.len() > PositionLink::MOST {
            return Err(bad("it is too long"));
        }
        let mut parts = link.split('.');
        if parts.next() != Some("1") {
            return Err(bad("it is of a kind that this program does not know"));
        }
        let text = |part: &str| String::from_utf8(URL_SAFE_NO_PAD.decode(part).ok()?).ok();
        let position = parts.next().and_then(text).ok_or_else(|| bad("the position is damaged"))?;
        let options = match parts.next() {
            None => Value::Object(Default::default()),
            Some(part) => text(part)
                .and_then(|json| serde_json::from_str(&json).ok())
                .filter(Value::is_object)
                .ok_or_else(|| bad("the options are damaged"))?,
        };
        if parts.next().is_some() {
            return Err(bad("something stands behind it"));
        }
        Ok(PositionLink { text: position, options })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn links_are_the_documented_ones() {
        let plain = PositionLink { text: "9b1 9:635,0 hand:1".to_owned(), options: json!({}) };
        assert_eq!(plain.write().as_deref(), Some("1.OWIxIDk6NjM1LDAgaGFuZDox"));
        let chosen = PositionLink { options: json!({"raceTo": 3}), ..plain.clone() };
        assert_eq!(chosen.write().as_deref(), Some("1.OWIxIDk6NjM1LDAgaGFuZDox.eyJyYWNlVG8iOjN9"));
        for link in [plain, chosen] {
            assert_eq!(PositionLink::read(&link.write().unwrap()), Ok(link));
        }
    }

    #[test]
    fn what_is_no_link_is_refused() {
        let long = "1.".to_owned() + &"A".repeat(2_000);
        for link in ["", "1", "1.", "2.QQ", "1.Q", "1.Q!", "1._w", "1.QQ.QQ", "1.QQ.e30.e30", &long] {
            let read = PositionLink::read(link);
            assert!(read.is_err() || link == "1.", "{link}: {read:?}");
        }
        let text = "x".repeat(1_500);
        assert_eq!(PositionLink { text, options: json!({}) }.write(), None);
    }
}
