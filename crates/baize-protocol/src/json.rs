//! JSON of a game, passed on as it is.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use std::fmt;
use std::sync::Arc;
use ts_rs::TS;

/// A piece of JSON that is written once and then sent to many: a view, an event, an action.
#[derive(Clone, TS)]
#[ts(type = "Json")]
pub struct Json(Arc<Box<RawValue>>);

impl Json {
    /// The JSON of a value.
    pub fn of(value: &impl Serialize) -> Json {
        Json(Arc::new(to_raw_value(value).expect("everything at a table can be written as JSON")))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// The value.
    pub fn value(&self) -> Value {
        serde_json::from_str(self.as_str()).expect("a piece of JSON is JSON")
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Json {
    /// By way of a value, since a message is looked at twice while it is read and raw text cannot be.
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
