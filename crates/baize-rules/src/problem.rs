//! Errors with a stable code.

use crate::text::is_hidden;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::error::Error;

/// A rule error of one game: a sentence for people, a code for programs.
pub trait Coded: Error + Clone + PartialEq + Send + Sync + 'static {
    /// Every code that [`Coded::code`] can return and when it does; `docs/errors/<id>.md` is generated from
    /// this.
    const CODES: &'static [(&'static str, &'static str)];

    /// A code of the form `area.snake_case`, never reused for another error.
    fn code(&self) -> &'static str;

    /// Fields that help a program, such as the legal squares.
    fn details(&self) -> Option<Value>;
}

/// Any error, as it goes over the wire.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// Stable code for programs.
    pub code: String,
    /// What is wrong, in words.
    pub message: String,
    /// Further fields, where they help.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub details: Option<Value>,
}

impl Problem {
    /// A problem without details.
    pub fn new(code: &str, message: impl Into<String>) -> Problem {
        Problem { code: code.to_owned(), message: message.into(), details: None }
    }

    /// A game's own error in the form that goes over the wire.
    pub fn of(error: &impl Coded) -> Problem {
        Problem { code: error.code().to_owned(), message: error.to_string(), details: error.details() }
    }
}

impl<E: Coded> From<E> for Problem {
    fn from(error: E) -> Problem {
        Problem::of(&error)
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.message, self.code)
    }
}

impl Error for Problem {}

/// The beginning of a text somebody sent, short enough to quote in an error, with invisible characters
/// replaced.
pub fn clip(text: &str) -> String {
    clip_to(text, 40)
}

/// The first `most` characters of a text somebody sent, with invisible characters replaced.
pub fn clip_to(text: &str, most: usize) -> String {
    let mut clipped: String =
        text.chars().take(most).map(|c| if is_hidden(c) { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(most).is_some() {
        clipped.push('…');
    }
    clipped
}

#[cfg(test)]
mod tests {
    use super::clip;

    #[test]
    fn long_or_unprintable_input_is_not_repeated() {
        assert_eq!(clip("i9"), "i9");
        assert_eq!(clip("\u{1b}[2J"), "\u{fffd}[2J");
        assert_eq!(clip(&"x".repeat(5000)).chars().count(), 41);
    }
}
