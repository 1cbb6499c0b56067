//! Questions about the rules.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};

/// Nine has no questions: solving a position and asking for a policy are left to the computer players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, JsonSchema)]
pub enum Query {}

/// Nine has no answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub enum Answer {}

impl<'de> Deserialize<'de> for Query {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Query, D::Error> {
        Err(de::Error::custom("the rules of Nine answer no queries"))
    }
}
