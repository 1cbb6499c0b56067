//! The types of a review.

use baize_games::Record;
use baize_nine_ball::Cue;
use baize_rules::{Problem, Seat};
use baize_search::{Limits, Stopwatch};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Raised when the same record would be reviewed differently.
pub const VERSION: u32 = 1;
/// Raised when better engines or other thresholds would review the same game differently: stored reviews are
/// then made again.
pub const REVISION: u32 = 3;

/// How a review is done.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How thorough it is.
    pub care: Care,
    /// How many threads may search at once; only exact results use more than one, so that a review is always
    /// the same.
    pub threads: usize,
    /// Measures the time, so that a caller who stops waiting can end a search under way.
    pub clock: Stopwatch,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { care: Care::Full, threads: 1, clock: Stopwatch::STOPPED }
    }
}

impl Effort {
    /// The most time for one decision on the caller's clock, whatever it would need.
    const MOST_MILLIS: u64 = 60_000;

    pub(crate) const fn limits(&self, nodes: Option<u64>) -> Limits {
        Limits { nodes, millis: Some(Effort::MOST_MILLIS), clock: self.clock }
    }
}

/// How thorough a review is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Care {
    /// A first look, in a second or two.
    Rough,
    /// As described in `docs/review.md`.
    Full,
}

/// How far a review has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// How many actions are reviewed.
    pub done: usize,
    /// How many there are.
    pub of: usize,
    /// The latest one.
    pub latest: &'a Move,
}

/// The review of a game.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// Always [`VERSION`].
    pub version: u32,
    /// The game's id.
    pub game: String,
    /// What values are measured in.
    pub unit: Unit,
    /// The smallest loss that is marked; when a mistake is tried again, a smaller loss is good enough.
    pub inaccuracy: f64,
    /// Every action, in the order of the record.
    pub moves: Vec<Move>,
    /// The review of each seat.
    pub players: Vec<PlayerReview>,
    /// The number of the last decision that gave the lead away; if there is none, that of the costliest
    /// mistake of a seat that did not win.
    pub turning_point: Option<usize>,
    /// The named opening, in Othello.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<NamedOpening>,
}

/// The named opening of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct NamedOpening {
    /// The name.
    pub name: String,
    /// How many moves of the game belong to it.
    pub moves: usize,
}

/// What values are measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Unit {
    /// Discs of difference at the end.
    Discs,
    /// Points of difference at the end; where fewer points are better, the seat's own points, negated.
    Points,
    /// The chance to win in percentage points, a draw counting half.
    Chance,
}

/// The review of one action. All values are for the seat that acted: more is better.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Move {
    /// The number of its entry in the record, from 1.
    pub n: usize,
    /// The seat that acted.
    pub seat: Seat,
    /// The action.
    #[schemars(schema_with = "any_action")]
    pub action: Value,
    /// The action as people type it.
    pub text: String,
    /// The value of the action: `bestValue - loss`.
    pub value: f64,
    /// The best action; the one that was made, if none is better.
    #[schemars(schema_with = "any_action")]
    pub best: Value,
    /// The best action as people type it.
    pub best_text: String,
    /// The value of the best action.
    pub best_value: f64,
    /// What the choice cost; never negative.
    pub loss: f64,
    /// Whether the values are proved rather than estimated.
    pub exact: bool,
    /// How far an estimate may be off: one standard deviation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub give_or_take: Option<f64>,
    /// What chance gave or took after the choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
    /// Whether there were at least two choices of different worth.
    pub is_decision: bool,
    /// The mark of the decision, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// The possible actions with their values, the best first.
    pub choices: Vec<Alternative>,
    /// In May I?: what asking for the discard would have brought each seat that could ask.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub asking: Vec<Asking>,
    /// In Nine-ball: the share of tries after which the shooter plays on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
    /// In May I?: the fewest cards that the seat still lacked for its contract.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<u8>,
    /// In Nine-ball: the stroke as it was meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meant: Option<Cue>,
    /// In Nine: perfect play for this seat, as the chance of each card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mix: Option<BTreeMap<String, f64>>,
    /// In Nine: what the other seat was likely to play, as the chance of each card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<BTreeMap<String, f64>>,
    /// In May I?: the number of the round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u8>,
}

/// What asking for a card would have brought a seat.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Asking {
    /// The seat.
    pub seat: Seat,
    /// Whether it did ask.
    pub is_asked: bool,
    /// The share of the deals the seat could imagine in which nobody asked before it wants the card.
    pub comes: f64,
    /// How many fewer points the seat would end the round with.
    pub saves: f64,
}

/// A possible action.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Alternative {
    /// The action.
    #[schemars(schema_with = "any_action")]
    pub action: Value,
    /// The action as people type it.
    pub text: String,
    /// The value of the action.
    pub value: f64,
}

/// The mark of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
    /// `!`: the best action, when every other one is a mistake.
    OnlyMove,
}

impl Mark {
    /// The letters it is written with.
    pub const fn letters(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
            Mark::OnlyMove => "!",
        }
    }
}

/// How often each mark was given to a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Marks {
    /// `?!`
    pub inaccuracies: usize,
    /// `?`
    pub mistakes: usize,
    /// `??`
    pub blunders: usize,
}

/// The review of one seat's play.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerReview {
    /// The seat.
    pub seat: Seat,
    /// Who sat there, if the record says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How well it chose, from 0 to 100; absent below five decisions.
    pub accuracy: Option<f64>,
    /// How many decisions it had.
    pub decisions: usize,
    /// What a decision cost on average.
    pub mean_loss: f64,
    /// Its marks.
    pub marks: Marks,
    /// The number of its best move, if one stands out.
    pub best_move: Option<usize>,
    /// In Nine-ball: the sum of its luck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aim: Option<f64>,
    /// In Nine-ball: the sum of its chances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<f64>,
    /// The sum of the seat's luck: in Banqi over its flips, in May I? over the cards that came from the
    /// stock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
    /// In Nine: how much likelier than by chance `hard` thought the cards that the seat played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readable: Option<f64>,
}

/// One line of the output while a review is made. `R` is a review, or its text.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
#[schemars(rename = "ReviewLine")]
pub enum ReviewLine<R> {
    /// How far the review has got.
    Progress {
        /// How many actions have been reviewed.
        done: usize,
        /// How many actions there are.
        of: usize,
    },
    /// A first, rough review.
    Sketch {
        /// The review.
        review: R,
    },
    /// The whole review; nothing comes after it.
    Review {
        /// The review.
        review: R,
    },
    /// There is no review; nothing comes after it.
    Refused {
        /// Why not.
        error: Problem,
    },
}

/// An action of the game that is reviewed: each game describes its own.
fn any_action(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "$ref": "#/$defs/AnyAction" })
}

impl PlayerReview {
    pub(crate) fn name_in(record: &Record, seat: Seat) -> Option<String> {
        record.players.get(seat.index()).cloned()
    }
}
