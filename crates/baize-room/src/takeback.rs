//! When a move may be taken back: judged by what it revealed, the same way for all games.

use crate::course::{Course, Move};
use baize_games::{AnyEvent, AnyTable};
use baize_protocol::Json;
use baize_rules::{Dice, Problem, Seat, Viewer};

/// How many deals are tried that a viewer could not have told from the real one. If something hidden came up,
/// each of them shows it with the probability that another deal has something else in its place; that all of
/// them miss it is less likely than one in a million unless it was nearly certain beforehand.
const DEALS: usize = 48;
/// A takeback over more actions than this is not examined; it counts as revealing.
const MOST_EXAMINED: usize = 8;

/// What stands in the way of a takeback.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Takeback {
    /// Nothing: nobody has learned anything or acted since.
    Free { remaining: usize },
    /// Others have acted since, but nothing hidden has come up.
    Answered { remaining: usize },
    /// Somebody has learned something that the takeback would not make them forget.
    Revealing { remaining: usize },
}

impl Takeback {
    /// How many actions would remain.
    pub(crate) const fn remaining(self) -> usize {
        match self {
            Takeback::Free { remaining }
            | Takeback::Answered { remaining }
            | Takeback::Revealing { remaining } => remaining,
        }
    }
}

impl Course {
    /// What it would mean to take back the last action of `seat` and everything after it. `deal` returns the
    /// game as it was dealt; `dice` draw other deals.
    pub(crate) fn takeback(
        &self,
        seat: Seat,
        deal: impl FnOnce() -> Result<Box<dyn AnyTable>, Problem>,
        dice: &mut Dice,
    ) -> Result<Takeback, Problem> {
        let moves = self.moves();
        let Some(remaining) = moves.iter().rposition(|made| made.seat == seat && !made.is_private) else {
            return Err(Problem::new("table.nothing_to_take_back", "you have not made a move yet"));
        };
        let since = || moves[remaining..].iter().filter(|made| !made.is_private);
        if since().count() > MOST_EXAMINED || self.reveals(remaining, deal, dice)? {
            return Ok(Takeback::Revealing { remaining });
        }
        if since().any(|made| made.seat != seat) {
            return Ok(Takeback::Answered { remaining });
        }
        Ok(Takeback::Free { remaining })
    }

    /// Whether the actions after the first `remaining` have told anybody something hidden.
    fn reveals(
        &self,
        remaining: usize,
        deal: impl FnOnce() -> Result<Box<dyn AnyTable>, Problem>,
        dice: &mut Dice,
    ) -> Result<bool, Problem> {
        let mut table = self.earlier(remaining, deal)?;
        for made in &self.moves()[remaining..] {
            // A private action tells nobody else anything.
            for viewer in Viewer::all(table.seats()).filter(|_| !made.is_private) {
                if is_news_to(viewer, &*table, made, dice)? {
                    return Ok(true);
                }
            }
            made.make(&mut *table)?;
        }
        Ok(false)
    }
}

/// Whether `viewer` could not have predicted what this action shows. The action is repeated in deals that the
/// viewer could not tell from the real one; if any of them sounds or looks different, the viewer has learned
/// something.
fn is_news_to(viewer: Viewer, table: &dyn AnyTable, made: &Move, dice: &mut Dice) -> Result<bool, Problem> {
    let mut real = table.boxed_clone();
    let told = made.make(&mut *real)?;
    let seen = (heard(&told, viewer), real.view(viewer));
    let whole = table.setup();
    for _ in 0..DEALS {
        let mut other = table.redeal(viewer, dice);
        if other.setup() == whole {
            continue;
        }
        match made.make(&mut *other) {
            Ok(told) if (heard(&told, viewer), other.view(viewer)) == seen => {}
            Ok(_) | Err(_) => return Ok(true),
        }
    }
    Ok(false)
}

fn heard(told: &[AnyEvent], viewer: Viewer) -> Vec<Json> {
    told.iter().filter(|told| told.to.includes(viewer)).map(|told| told.event.clone()).collect()
}
