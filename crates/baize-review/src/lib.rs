//! What every decision of a finished game was worth.
//!
//! [`review`] replays a record. For every action it finds what the action was worth to the player who chose
//! it, and what the best choice would have been, in the game's own unit and from what that seat knew.
//! `docs/review.md` says how each number is found.
//!
//! ```
//! use baize_games::{RecordedMove, Record, find};
//! use baize_review::{Care, Effort, review};
//! use baize_rules::{Leaving, Seat, Seed};
//! use serde_json::json;
//! use std::ops::ControlFlow;
//!
//! let seed = Seed::from_text("any");
//! let mut table = find("othello")?.start(&json!({}), None, &seed)?;
//! let mut record = Record::of(&*table, json!({}), &seed);
//! let action = json!({"type": "PLACE", "square": "f5"});
//! table.play(Seat::FIRST, &action)?;
//! table.leave(Seat::SECOND, Leaving::Resign)?;
//! record.log.push(RecordedMove::action(Seat::FIRST, action));
//! record.log.push(RecordedMove::Leave { seat: Seat::SECOND, leave: Leaving::Resign });
//! record.result = table.outcome();
//!
//! let effort = Effort { care: Care::Rough, ..Effort::default() };
//! let review = review(&record, effort, |_| ControlFlow::Continue(()))?;
//! assert_eq!((review.moves[0].n, review.moves[0].loss), (1, 0.0), "the four first moves are the same");
//! # Ok::<(), baize_rules::Problem>(())
//! ```
#![forbid(unsafe_code)]

mod banqi;
mod may_i;
mod nine;
mod nine_ball;
mod openings;
mod othello;
mod puzzle;
mod replay;
mod summary;
mod types;

pub use puzzle::{Puzzle, puzzles};
pub use types::{
    Alternative, Asking, Care, Effort, Mark, Marks, Move, NamedOpening, PlayerReview, Progress, REVISION,
    Review, ReviewLine, Unit, VERSION,
};

use baize_games::{AnyTable, Record};
use baize_rules::Problem;
use std::ops::ControlFlow;

/// The problem codes of reviews, and when each is given.
pub const CODES: &[(&str, &str)] = &[
    ("review.unfinished", "a review of a game that is not over"),
    ("review.stopped", "a review that was stopped before its end"),
    ("review.not_solved", "a review of Nine under rules that are not solved"),
    ("review.unknown_game", "a review of a game that has none yet"),
];

/// How a game reviews its actions, one after the other.
trait Plan: Send {
    /// How many actions there are.
    fn count(&self) -> usize;

    /// Judges the next action, in the order that suits the game; `before` holds those already judged.
    fn judge(&mut self, before: &[Move]) -> Move;

    /// The whole review.
    fn conclude(&self, record: &Record, moves: Vec<Move>) -> Review;
}

/// A review under way, one decision at a time, so that the caller can do other work in between.
pub struct Reviewer {
    record: Record,
    plan: Box<dyn Plan>,
    moves: Vec<Move>,
}

impl Reviewer {
    /// Verifies the record of a finished game and prepares the review.
    pub fn new(record: Record, effort: Effort) -> Result<Reviewer, Problem> {
        if record.verify()?.result.is_none() {
            return Err(Problem::new("review.unfinished", "the review comes when the game is over"));
        }
        let plan = match record.game.as_str() {
            "othello" => othello::plan(&record, effort),
            "banqi" => banqi::plan(&record, effort),
            "nine" => nine::plan(&record),
            "may-i" => may_i::plan(&record, effort),
            "nine-ball" => nine_ball::plan(&record, effort),
            other => Err(Problem::new("review.unknown_game", format!("there is no review of {other} yet"))),
        }?;
        Ok(Reviewer { record, plan, moves: Vec::new() })
    }

    /// Judges one more action; `None` if there is none left.
    pub fn step(&mut self) -> Option<Progress<'_>> {
        let of = self.plan.count();
        if self.moves.len() == of {
            return None;
        }
        let latest = self.plan.judge(&self.moves);
        self.moves.push(latest);
        Some(Progress { done: self.moves.len(), of, latest: self.moves.last()? })
    }

    /// Concludes the review with what has been judged.
    pub fn conclude(self) -> Review {
        self.plan.conclude(&self.record, self.moves)
    }
}

/// What every choice in a position is worth to the seat whose turn it is, best first, and whether that is
/// proved; `None` if the game has no engine for it or nobody has a choice.
pub fn value(table: &dyn AnyTable, effort: Effort) -> Option<(Vec<Alternative>, bool)> {
    let seat = table.awaiting().must.iter().next()?;
    match table.game().id() {
        "othello" => othello::value(table, seat, effort),
        _ => None,
    }
}

/// Reviews a finished game in one go. `tell` hears of every decision and may end the work.
pub fn review(
    record: &Record,
    effort: Effort,
    mut tell: impl FnMut(Progress<'_>) -> ControlFlow<()>,
) -> Result<Review, Problem> {
    let mut reviewer = Reviewer::new(record.clone(), effort)?;
    while let Some(progress) = reviewer.step() {
        if tell(progress).is_break() {
            return Err(Problem::new("review.stopped", "the review was stopped"));
        }
    }
    Ok(reviewer.conclude())
}
