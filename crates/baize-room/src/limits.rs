//! Limits on what a table keeps.

use crate::entry::{Entry, Fact};
use baize_rules::{Problem, Seat};

/// The most entries in a log, and the most bytes, roughly counted.
const MOST_ENTRIES: u32 = 32_768;
const MOST_BYTES: u64 = 16 << 20;
/// The game is abandoned this much earlier, to leave room for its end and for a rematch.
const ROOM_ENTRIES: u32 = 256;
const ROOM_BYTES: u64 = 256 << 10;
/// The most entries of each seat that are talk, not play.
const MOST_TALK: u32 = 500;

/// The size of an entry in a log, roughly.
pub(crate) fn bytes(entry: &Entry) -> u64 {
    let said = match &entry.fact {
        Fact::Opened { .. } => 4_096,
        Fact::Joined { .. } => 512,
        Fact::Acted { action, meant, .. } => {
            action.as_str().len() + meant.as_ref().map_or(0, |meant| meant.as_str().len())
        }
        Fact::Said { text, .. } => text.len(),
        Fact::Ready { entropy, .. } => entropy.len(),
        _ => 64,
    };
    let meanwhile = &entry.meanwhile;
    let private: usize = meanwhile.actions.iter().map(|private| private.action.as_str().len() + 32).sum();
    let names = meanwhile.asked.len() + meanwhile.refused.len();
    (160 + said + private + 128 * names) as u64
}

/// Whether a log of this size has only room left for the end of its game.
pub(crate) const fn is_nearly_full(entries: u32, bytes: u64) -> bool {
    entries >= MOST_ENTRIES - ROOM_ENTRIES || bytes >= MOST_BYTES - ROOM_BYTES
}

/// How many entries of each seat are talk, not play.
pub(crate) struct Talk(Vec<u32>);

impl Talk {
    pub(crate) fn new(seats: u8) -> Talk {
        Talk(vec![0; usize::from(seats)])
    }

    pub(crate) const fn restored(lines: Vec<u32>) -> Talk {
        Talk(lines)
    }

    pub(crate) fn lines(&self) -> &[u32] {
        &self.0
    }

    /// Checks that the table still keeps talk of `seat`.
    pub(crate) fn may_go_on(&self, seat: Seat) -> Result<(), Problem> {
        if self.0[seat.index()] < MOST_TALK {
            return Ok(());
        }
        let text = format!("a table keeps {MOST_TALK} lines of each seat, and this one has used them up");
        Err(Problem::new("table.too_much_talk", text))
    }

    pub(crate) fn add(&mut self, seat: Seat) {
        self.0[seat.index()] += 1;
    }
}
