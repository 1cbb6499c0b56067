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
pub const REVISION: u32 = 2;

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
    /// What costs less is not marked, and is good enough where a mistake is tried again.
    pub inaccuracy: f64,
    /// Every action, in the order of the record.
    pub moves: Vec<Move>,
    /// Each seat.
    pub players: Vec<PlayerReview>,
    /// The number of the decision after which the favourite changed for the last time.
    pub turning_point: Option<usize>,
    /// The named opening, in Othello.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<NamedOpening>,
}

/// How a game began, under the name that people gave it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct NamedOpening {
    /// The name.
    pub name: String,
    /// After so many moves no name goes on.
    pub moves: usize,
}

/// What values are measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Unit {
    /// Discs of difference at the end.
    Discs,
    /// Points of difference at the end, or the own points where fewer are better; those are negative.
    Points,
    /// Chance to win in points of 100, a draw being half.
    Chance,
}

/// One action. All values are for the seat that acted: more is better.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Move {
    /// The number of its entry in the record, from 1.
    pub n: usize,
    /// Who acted.
    pub seat: Seat,
    /// What was done.
    #[schemars(schema_with = "any_action")]
    pub action: Value,
    /// The same as people type it.
    pub text: String,
    /// What it was worth: `best_value - loss`.
    pub value: f64,
    /// The best action; the one that was done, if none is better.
    #[schemars(schema_with = "any_action")]
    pub best: Value,
    /// The same as people type it.
    pub best_text: String,
    /// What the best action was worth.
    pub best_value: f64,
    /// What the choice cost; never negative.
    pub loss: f64,
    /// Whether the values are proved and not estimated.
    pub exact: bool,
    /// How far an estimate may be off: one standard deviation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub give_or_take: Option<f64>,
    /// What chance gave or took after the choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
    /// Whether there were at least two choices of different worth.
    pub is_decision: bool,
    /// What is remarkable about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// What could be done and what it was worth, best first.
    pub choices: Vec<Alternative>,
    /// In May I?: what asking for the card that was thrown away would have brought everybody who could ask.
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
    /// In Nine: perfect play of the own seat, as the chance of each card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mix: Option<BTreeMap<String, f64>>,
    /// In Nine: what the other was likely to play.
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
    /// Who.
    pub seat: Seat,
    /// Whether it did ask.
    pub is_asked: bool,
    /// The share of deals, of those it could imagine, in which nobody who comes before wants the card.
    pub comes: f64,
    /// How many own points fewer the round would end with.
    pub saves: f64,
}

/// Something that could be done.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Alternative {
    /// What.
    #[schemars(schema_with = "any_action")]
    pub action: Value,
    /// The same as people type it.
    pub text: String,
    /// What it was worth.
    pub value: f64,
}

/// What is remarkable about a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
    /// `!`: the best, and everything else was a mistake.
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

/// What there is to say about a seat.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerReview {
    /// Which.
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
    /// In Banqi: the sum over its flips. In May I?: over the cards that came from the stock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
    /// In Nine: how much likelier than by chance `hard` thought the cards that came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readable: Option<f64>,
}

/// One line of what is said while a review is made. `R` is a review, or its text.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
#[schemars(rename = "ReviewLine")]
pub enum ReviewLine<R> {
    /// So many actions are reviewed.
    Progress {
        /// So many.
        done: usize,
        /// Of so many.
        of: usize,
    },
    /// The review at a first look.
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
