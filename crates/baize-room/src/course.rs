//! The game at a table: the moves made in it, and the state they led to.

use baize_games::{AnyAction, AnyEvent, AnyTable};
use baize_protocol::{Json, Phase};
use baize_rules::{Awaiting, Leaving, Outcome, Problem, Score, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::VecDeque;

/// How many earlier states of the game are kept; older ones are replayed on demand.
const MOST_BEFORE: usize = 16;

/// One move of the game, stored compactly.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Move {
    pub(crate) seat: Seat,
    pub(crate) done: Done,
    /// What a computer player meant to do, if its hand shook.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) meant: Option<Json>,
    /// It was kept beside the log and has no step of its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_private: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Done {
    Action(Json),
    Leave(Leaving),
    Draw,
}

impl Move {
    fn to_recorded(&self) -> baize_games::RecordedMove {
        match &self.done {
            Done::Action(action) => {
                let meant = self.meant.as_ref().map(Json::value);
                baize_games::RecordedMove::Action { seat: self.seat, action: action.value(), meant }
            }
            Done::Leave(why) => baize_games::RecordedMove::Leave { seat: self.seat, leave: *why },
            Done::Draw => {
                baize_games::RecordedMove::Draw { seat: self.seat, draw: baize_games::Agreement::Agreed }
            }
        }
    }

    pub(crate) fn make(&self, table: &mut dyn AnyTable) -> Result<Vec<AnyEvent>, Problem> {
        match &self.done {
            Done::Action(action) => table.play(self.seat, &action.value()),
            Done::Leave(why) => table.leave(self.seat, *why),
            Done::Draw => table.draw(),
        }
    }
}

/// The game once it has begun, its moves without those taken back, and some earlier states.
#[derive(Default)]
pub(crate) struct Course {
    table: Option<Box<dyn AnyTable>>,
    moves: Vec<Move>,
    /// The game before some of the latest moves, with the number of moves made by then; the latest last.
    before: VecDeque<(usize, Box<dyn AnyTable>)>,
    /// The log was full, or the only person ended the game.
    is_abandoned: bool,
}

impl Course {
    pub(crate) fn restored(table: Option<Box<dyn AnyTable>>, moves: Vec<Move>, is_abandoned: bool) -> Course {
        Course { table, moves, before: VecDeque::new(), is_abandoned }
    }

    /// The current state of the game, once it has begun.
    pub(crate) fn table(&self) -> Option<&dyn AnyTable> {
        self.table.as_deref()
    }

    /// The same, or a problem if the game has not begun.
    pub(crate) fn begun(&self) -> Result<&dyn AnyTable, Problem> {
        self.table().ok_or_else(not_begun)
    }

    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    pub(crate) const fn is_abandoned(&self) -> bool {
        self.is_abandoned
    }

    /// The phase of the game.
    pub(crate) fn phase(&self) -> Phase {
        match &self.table {
            _ if self.is_abandoned => Phase::Over,
            None => Phase::Waiting,
            Some(table) if table.outcome().is_some() => Phase::Over,
            Some(_) => Phase::Playing,
        }
    }

    /// How it ended. If it was abandoned, nobody wins.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let table = self.table()?;
        let abandoned = || Outcome {
            winners: SeatSet::NONE,
            reason: Cow::Borrowed("abandoned"),
            scores: vec![Score::points(0); usize::from(table.seats())],
            details: None,
        };
        table.outcome().or_else(|| self.is_abandoned.then(abandoned))
    }

    /// The seats that must act by the rules.
    pub(crate) fn must(&self) -> SeatSet {
        self.table().map_or(SeatSet::NONE, |table| table.awaiting().must)
    }

    /// Whom the game waits for: nobody once it was abandoned.
    pub(crate) fn awaiting(&self) -> Option<Awaiting> {
        let awaiting = self.table()?.awaiting();
        Some(if self.is_abandoned { Awaiting::NOBODY } else { awaiting })
    }

    /// The moves in the form of records.
    pub(crate) fn recorded(&self) -> Vec<baize_games::RecordedMove> {
        self.moves.iter().map(Move::to_recorded).collect()
    }

    pub(crate) fn begin(&mut self, table: Box<dyn AnyTable>) {
        self.table = Some(table);
    }

    pub(crate) fn abandon(&mut self) {
        self.is_abandoned = true;
    }

    /// Makes a move. `read` is the decoded action, if there is one already.
    pub(crate) fn advance(&mut self, made: Move, read: Option<&AnyAction>) -> Result<Vec<AnyEvent>, Problem> {
        let table = self.table.as_mut().ok_or_else(not_begun)?;
        let (next, told) = match read {
            Some(action) => table.after(made.seat, action)?,
            None => {
                let mut next = table.boxed_clone();
                let told = made.make(&mut *next)?;
                (next, told)
            }
        };
        let before = std::mem::replace(table, next);
        if self.before.len() == MOST_BEFORE {
            self.before.pop_front();
        }
        self.before.push_back((self.moves.len(), before));
        self.moves.push(made);
        Ok(told)
    }

    /// Makes a move that is kept beside the log.
    pub(crate) fn advance_beside(&mut self, seat: Seat, action: &AnyAction) -> Result<(), Problem> {
        self.table.as_mut().ok_or_else(not_begun)?.make(seat, action).map(drop)
    }

    /// Repeats a move that was kept beside the log; if it has been made already, nothing changes.
    pub(crate) fn repeat_beside(&mut self, seat: Seat, action: &Json) -> Result<(), Problem> {
        self.table.as_mut().ok_or_else(not_begun)?.play(seat, &action.value()).map(drop)
    }

    /// Adds moves that were kept beside the log to the game.
    pub(crate) fn take_in(&mut self, beside: impl Iterator<Item = Move>) {
        self.moves.extend(beside);
    }

    /// Undoes [`Course::take_in`]: keeps this many moves, because the entry was refused.
    pub(crate) fn leave_out(&mut self, moves: usize) {
        self.moves.truncate(moves);
    }

    /// The game after its first `remaining` moves. `deal`, called only if needed, returns it as it was dealt.
    pub(crate) fn earlier(
        &self,
        remaining: usize,
        deal: impl FnOnce() -> Result<Box<dyn AnyTable>, Problem>,
    ) -> Result<Box<dyn AnyTable>, Problem> {
        if remaining >= self.moves.len() {
            return self.begun().map(|table| table.boxed_clone());
        }
        if let Some((_, table)) = self.before.iter().find(|(count, _)| *count == remaining) {
            return Ok(table.boxed_clone());
        }
        let mut table = deal()?;
        for made in &self.moves[..remaining] {
            made.make(&mut *table)?;
        }
        Ok(table)
    }

    /// Goes back to `table`, the game after the first `remaining` moves.
    pub(crate) fn go_back(&mut self, remaining: usize, table: Box<dyn AnyTable>) {
        self.table = Some(table);
        self.before.retain(|(count, _)| *count < remaining);
        self.moves.truncate(remaining);
    }
}

pub(crate) fn not_begun() -> Problem {
    Problem::new("table.not_begun", "the game has not begun")
}
