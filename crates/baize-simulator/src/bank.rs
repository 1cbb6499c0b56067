//! Checks that players were charged for the time that passed, and for nothing else.

use crate::time::{BEAT, Ran};
use baize_protocol::Moment;
use baize_room::{Entry, Fact, Room};
use baize_rules::Viewer;

/// Tolerance in milliseconds: messages take a moment, and time is counted in whole milliseconds.
const A_MOMENT: u64 = 5;

/// The time that players have left at some entry of a log.
struct Left {
    /// How long the server had run when the entry was written.
    ran: Option<Ran>,
    /// For each seat, the milliseconds left and whether they are running down.
    seats: Vec<(u64, bool)>,
}

/// Follows a log and compares each clock with the time that passed.
pub(crate) struct Banks {
    last: Option<Left>,
    /// How often a clock was compared.
    pub(crate) compared: u64,
}

impl Banks {
    pub(crate) const fn new() -> Banks {
        Banks { last: None, compared: 0 }
    }

    /// Takes the table after `entry`, which was written when the server had run for `ran`.
    pub(crate) fn take(&mut self, room: &Room, entry: &Entry, ran: Option<Ran>) -> Result<(), String> {
        if room.charter().clock.bank.is_none() {
            return Ok(());
        }
        let left = Left { ran, seats: seats(room, entry.at) };
        if let Some(before) = self.last.replace(left)
            && let Some(after) = &self.last
            && let (Some(from), Some(to)) = (before.ran, after.ran)
        {
            let ran = to.millis.saturating_sub(from.millis);
            let late = (to.pauses - from.pauses + 1) * (BEAT + A_MOMENT);
            let given = u64::from(room.charter().clock.increment.unwrap_or(0)) * 1_000;
            // What a computer player pays is not checked: it never runs out of time.
            let running = before.seats.iter().zip(&after.seats).enumerate().filter(|(_, (had, _))| had.1);
            for (seat, (had, has)) in running {
                let paid = had.0.saturating_sub(has.0);
                let version = room.version();
                if paid > ran + late {
                    return Err(format!("seat {seat} pays {paid} ms at entry {version} for {ran}"));
                }
                if has.1 && runs_on(&entry.fact) && paid + given + late < ran {
                    return Err(format!("seat {seat} pays only {paid} ms at entry {version} for {ran}"));
                }
                self.compared += 1;
            }
        }
        Ok(())
    }
}

/// The time each seat has left at this moment, and whether it is running down.
fn seats(room: &Room, at: Moment) -> Vec<(u64, bool)> {
    let clocks = room.state_for(at, Viewer::Spectator, None).clocks;
    let seats = clocks.into_iter().flat_map(|clocks| clocks.seats);
    let left = |seat: baize_protocol::SeatClock| {
        let left = seat.left.unwrap_or(0);
        (left, seat.deadline == Some(at.plus(left)))
    };
    seats.map(left).collect()
}

/// Whether clocks keep running across this fact.
const fn runs_on(fact: &Fact) -> bool {
    !matches!(
        fact,
        Fact::Woken {}
            | Fact::Started {}
            | Fact::Rested { .. }
            | Fact::TakenBack { .. }
            | Fact::FilledIn { .. }
            | Fact::Returned { .. }
    )
}
