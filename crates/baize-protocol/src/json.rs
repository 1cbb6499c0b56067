//! JSON of a game, passed on unchanged.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use ts_rs::TS;

/// The name by which serde_json knows its `RawValue`: the text of such a field is passed on unchanged.
const RAW: &str = "$serde_json::private::RawValue";

/// How many bytes of buffer a thread keeps for the next piece.
const MOST_ROOM: usize = 64 * 1024;

thread_local! {
    static ROOM: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// A piece of JSON that is serialised once and then sent to many: a view, an event, an action.
#[derive(Clone, TS)]
#[ts(type = "Json")]
pub struct Json(Arc<str>);

impl Json {
    /// The JSON of a value.
    pub fn of(value: &impl Serialize) -> Json {
        // Written into a buffer that is kept, then copied: most pieces are too long to grow a new string for.
        let mut room = ROOM.take();
        room.clear();
        serde_json::to_writer(&mut room, value).expect("everything at a table can be written as JSON");
        let text = Json(std::str::from_utf8(&room).expect("JSON is text").into());
        room.shrink_to(MOST_ROOM);
        ROOM.set(room);
        text
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The value.
    pub fn value(&self) -> Value {
        serde_json::from_str(self.as_str()).expect("a piece of JSON is JSON")
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut raw = serializer.serialize_struct(RAW, 1)?;
        raw.serialize_field(RAW, &*self.0)?;
        raw.end()
    }
}

impl<'de> Deserialize<'de> for Json {
    /// Goes through a value: a message is read in two passes, which raw text does not allow.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        Ok(Json::of(&Value::deserialize(deserializer)?))
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Json) -> bool {
        self.as_str() == other.as_str() || self.value() == other.value()
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Json;
    use serde_json::{json, to_string, to_value};

    #[test]
    fn a_piece_of_json_is_passed_on_as_it_is() {
        let piece = json!({ "board": [1.5, "a\"b", null], "by": { "seat": 0 } });
        let (raw, text) = (Json::of(&piece), piece.to_string());
        assert_eq!(raw.as_str(), text);
        assert_eq!(to_string(&[&raw, &raw]).unwrap(), format!("[{text},{text}]"));
        assert_eq!(to_value(&raw).unwrap(), piece);
        assert_eq!(serde_json::from_str::<Json>(&text).unwrap(), raw);
    }
}
