//! What a table keeps at most, and how it ends when that is full.

use crate::entry::{Entry, Fact};
use crate::room::Room;
use baize_protocol::{Moment, Phase, Request};
use baize_rules::{Outcome, Problem, Score, Seat};
use std::borrow::Cow;

/// A log has at most so many entries, and so many bytes, roughly counted.
const MOST_ENTRIES: u32 = 32_768;
const MOST_BYTES: u64 = 16 << 20;
/// The game is abandoned a little earlier, so that there is room for its end, and for a wish for another game.
const ROOM_ENTRIES: u32 = 256;
const ROOM_BYTES: u64 = 256 << 10;
/// A table keeps so many entries of each seat that are talk, not play.
const MOST_TALK: u32 = 500;
/// So often people and computer players take seats and links are replaced at a table.
const MOST_SEATINGS: u32 = 500;

/// What a log has so far, roughly.
pub(crate) fn bytes(entry: &Entry) -> u64 {
    let said = match &entry.fact {
        Fact::Opened { .. } => 4_096,
        Fact::Joined { .. } => 512,
        Fact::Acted { action, .. } => action.as_str().len(),
        Fact::Said { text, .. } => text.len(),
        Fact::Ready { entropy, .. } => entropy.len(),
        _ => 64,
    };
    let meanwhile = &entry.meanwhile;
    let private: usize = meanwhile.actions.iter().map(|private| private.action.as_str().len() + 32).sum();
    let names = meanwhile.asked.len() + meanwhile.refused.len();
    (160 + said + private + 128 * names) as u64
}

impl Room {
    /// Abandons the game when the log is nearly full: nobody wins, and there is room for what is still to be said.
    pub(crate) fn close_if_full(&mut self, at: Moment) {
        let is_full = self.durable.version >= MOST_ENTRIES - ROOM_ENTRIES
            || self.durable.bytes >= MOST_BYTES - ROOM_BYTES;
        if is_full && self.phase() != Phase::Over {
            self.add(at, None, Fact::Closed {}).expect("a table can be closed");
        }
    }

    /// A closed table takes questions, and a wish for another game.
    pub(crate) fn must_be_open(&self, request: &Request) -> Result<(), Problem> {
        let is_harmless =
            matches!(request, Request::Query { .. } | Request::Ping { .. } | Request::Rematch { .. });
        if !self.durable.is_closed || is_harmless {
            return Ok(());
        }
        Err(Problem::new("table.log_full", "this table has kept all that it can; the game is abandoned"))
    }

    /// How an abandoned game ends: nobody wins.
    pub(crate) fn abandoned(&self) -> Option<Outcome> {
        let seats = usize::from(self.durable.charter.seats);
        self.durable.is_closed.then(|| Outcome {
            winners: Default::default(),
            reason: Cow::Borrowed("abandoned"),
            scores: vec![Score::points(0); seats],
            details: None,
        })
    }

    /// Whether the table keeps more of what `seat` says.
    pub(crate) fn may_talk(&self, seat: Seat) -> Result<(), Problem> {
        if self.durable.talk[seat.index()] < MOST_TALK {
            return Ok(());
        }
        let text = format!("a table keeps {MOST_TALK} lines of each seat, and this one has used them up");
        Err(Problem::new("table.too_much_talk", text))
    }

    pub(crate) fn talked(&mut self, seat: Seat) {
        self.durable.talk[seat.index()] += 1;
    }

    /// Whether somebody may still take a seat, or have a link replaced.
    pub(crate) fn may_seat(&self) -> Result<(), Problem> {
        if self.durable.seatings < MOST_SEATINGS {
            return Ok(());
        }
        let text = format!("seats and links of a table change hands {MOST_SEATINGS} times at most");
        Err(Problem::new("table.too_often", text))
    }
}
