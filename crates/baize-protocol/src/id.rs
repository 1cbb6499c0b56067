//! Ids and moments on the wire.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};
use std::fmt;
use ts_rs::TS;

/// The id of a table: twelve lower-case letters and digits, as in its address.
///
/// It is no secret; a table is opened with a token or the secret of a link.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, TS)]
#[schemars(with = "String")]
#[ts(type = "string")]
pub struct TableId([u8; TableId::LENGTH]);

impl TableId {
    /// Characters in an id.
    pub const LENGTH: usize = 12;

    /// How many homes can be told apart.
    pub const MOST_HOMES: usize = TableId::LETTERS.len();

    /// Without the letters that look like digits.
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstuvwxy";

    /// Makes an id from 60 random bits.
    pub fn from_random(bits: u64) -> TableId {
        TableId(std::array::from_fn(|place| TableId::LETTERS[(bits >> (5 * place) & 31) as usize]))
    }

    /// The number of the database that the table is in, if a service spreads its tables over several; the id
    /// keeps it for ever. Ids of the first database look like those of a service with only one; all others
    /// begin with `z`, which random ids never contain.
    pub fn home(&self) -> usize {
        let number = |letter: u8| TableId::LETTERS.iter().position(|other| *other == letter);
        if self.0[0] == b'z' { number(self.0[1]).unwrap_or(0) } else { 0 }
    }

    /// The same id with another home; `None` if that number is too high.
    #[must_use]
    pub fn at_home(mut self, home: usize) -> Option<TableId> {
        if home > 0 || self.home() > 0 {
            (self.0[0], self.0[1]) = (if home > 0 { b'z' } else { b'0' }, *TableId::LETTERS.get(home)?);
        }
        Some(self)
    }

    /// The id with this text, if it is one.
    pub fn new(text: &str) -> Option<TableId> {
        let is_one = text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase());
        if is_one { Some(TableId(text.as_bytes().try_into().ok()?)) } else { None }
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("an id is made of ASCII letters")
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for TableId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for TableId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TableId, D::Error> {
        TableId::new(&String::deserialize(deserializer)?)
            .ok_or_else(|| de::Error::custom("a table id has 12 small letters and digits"))
    }
}

/// A client's own name for one of its requests. A repeated request is done once but answered each time.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema, TS)]
#[serde(transparent)]
pub struct RequestId(#[schemars(length(min = 1, max = 64))] String);

impl RequestId {
    /// The most characters an id has.
    pub const MOST: usize = 64;

    /// The id with this text: 1 to 64 visible ASCII characters.
    pub fn new(text: impl Into<String>) -> Option<RequestId> {
        let text = text.into();
        let is_one =
            (1..=RequestId::MOST).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
        is_one.then_some(RequestId(text))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for RequestId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RequestId, D::Error> {
        RequestId::new(String::deserialize(deserializer)?)
            .ok_or_else(|| de::Error::custom("an id has 1 to 64 visible ASCII characters"))
    }
}

/// Milliseconds since the beginning of 1970, by the server's clock.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash, Serialize, Deserialize, JsonSchema, TS,
)]
#[serde(transparent)]
pub struct Moment(#[ts(type = "number")] pub u64);

impl Moment {
    /// This many milliseconds later.
    #[must_use]
    pub const fn plus(self, millis: u64) -> Moment {
        Moment(self.0.saturating_add(millis))
    }

    /// The milliseconds from `earlier` to this moment, or 0 if `earlier` is not earlier.
    pub const fn since(self, earlier: Moment) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_ids_are_twelve_plain_letters() {
        for bits in [0, u64::MAX, 0x0123_4567_89ab_cdef] {
            let id = TableId::from_random(bits);
            assert_eq!(TableId::new(id.as_str()), Some(id));
        }
        assert_ne!(TableId::from_random(1), TableId::from_random(2));
        for bad in
            ["", "short", "ABCDEFGHIJKL", "0123456789b.", "0123456789bcd", "../../../etc", "é12345678901"]
        {
            assert_eq!(TableId::new(bad), None, "{bad}");
        }
    }

    #[test]
    fn ids_carry_their_home() {
        for bits in [0, u64::MAX, 0x0123_4567_89ab_cdef] {
            let id = TableId::from_random(bits);
            assert_eq!((id.home(), id.at_home(0)), (0, Some(id)), "ids of the first are as they were");
            for home in 1..TableId::MOST_HOMES {
                let there = id.at_home(home).unwrap();
                assert_eq!((there.home(), TableId::new(there.as_str())), (home, Some(there)));
                assert_eq!(there.at_home(0).unwrap().home(), 0);
            }
            assert_eq!(id.at_home(TableId::MOST_HOMES), None);
        }
        assert_eq!(TableId::new("zzzzzzzzzzzz").unwrap().home(), 0, "a text that was made up");
    }

    #[test]
    fn request_ids_are_short_and_visible() {
        assert!(RequestId::new("m-1").is_some());
        for bad in [String::new(), "a b".into(), "é".into(), "x".repeat(65), "\u{7}".into()] {
            assert_eq!(RequestId::new(bad), None);
        }
    }
}
