//! Questions about the rules.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};

/// There is none: solving a position and asking a player for its policy are questions to the computer players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, JsonSchema)]
pub enum Query {}

/// There is nothing to answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub enum Answer {}

impl<'de> Deserialize<'de> for Query {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Query, D::Error> {
        Err(de::Error::custom("the rules of Nine answer no queries"))
    }
}
