//! Events of the game.

use baize_rules::{Language, Leaving, Say, Seat, Who, display_in_english, say};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// Something that happened to the heap.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Event {
    /// Counters were taken.
    Taken {
        /// By whom.
        seat: Seat,
        /// How many.
        count: u8,
        /// How many are left.
        rest: u8,
    },
    /// A seat left the game.
    Left {
        /// Who.
        seat: Seat,
        /// Why.
        why: Leaving,
    },
}

impl Say for Event {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Taken { seat, count, rest } => {
                let who = Who(*seat).told_in(language);
                say!(
                    f,
                    language,
                    "{who} takes {count}, {rest} left",
                    "{who}が{count}個取りました。残り{rest}個です。",
                    "{who}拿走 {count} 個，剩下 {rest} 個。"
                )
            }
            Event::Left { seat, why: Leaving::Resign } => {
                let who = Who(*seat).told_in(language);
                say!(f, language, "{who} resigns", "{who}が投了しました。", "{who}認輸。")
            }
            Event::Left { seat, why: Leaving::Timeout } => {
                let who = Who(*seat).told_in(language);
                say!(f, language, "{who} has run out of time", "{who}は時間切れです。", "{who}超時。")
            }
        }
    }
}

display_in_english!(Event);
