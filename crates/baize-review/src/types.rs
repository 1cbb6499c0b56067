//! What a review says.

use baize_games::Record;
use baize_rules::Seat;
use baize_search::{Clock, Limits};
use serde::Serialize;
use serde_json::{Map, Value};

/// Raised when the same record would be reviewed differently.
pub const VERSION: u32 = 1;

/// How a review is done.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How thorough it is.
    pub care: Care,
    /// How many threads may search at once; only exact results use more than one, so that a review is always the same.
    pub threads: usize,
    /// Measures the time, so that whoever stops waiting can end a search under way.
    pub clock: Clock,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { care: Care::Full, threads: 1, clock: Clock::STOPPED }
    }
}

impl Effort {
    /// No decision takes longer than this on the caller's clock, whatever it would need.
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
    /// As `docs/review.md` has it.
    Full,
}

/// How far a review is.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// So many actions are reviewed.
    pub done: usize,
    /// Of so many.
    pub of: usize,
    /// The latest one.
    pub latest: &'a Move,
}

/// The review of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// Always [`VERSION`].
    pub version: u32,
    /// The game's id.
    pub game: String,
    /// What values are measured in.
    pub unit: Unit,
    /// Every action, in the order of the record.
    pub moves: Vec<Move>,
    /// Each seat.
    pub players: Vec<PlayerReview>,
    /// The number of the decision after which the favourite changed for the last time.
    pub turning_point: Option<usize>,
    /// What is peculiar to the game.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// What values are measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
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
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Move {
    /// The number of its entry in the record, from 1.
    pub n: usize,
    /// Who acted.
    pub seat: Seat,
    /// What was done.
    pub action: Value,
    /// The same as people type it.
    pub text: String,
    /// What it was worth: `best_value - loss`.
    pub value: f64,
    /// The best action; the one that was done, if none is better.
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
    pub choices: Vec<Choice>,
    /// What is peculiar to the game.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// Something that could be done.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    /// What.
    pub action: Value,
    /// The same as people type it.
    pub text: String,
    /// What it was worth.
    pub value: f64,
}

/// What is remarkable about a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
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
#[derive(Clone, PartialEq, Debug, Serialize)]
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
    /// What is peculiar to the game.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

impl PlayerReview {
    pub(crate) fn name_in(record: &Record, seat: Seat) -> Option<String> {
        record.players.get(seat.index()).cloned()
    }
}
