//! Looking up a board in the tables.

use super::form::{Form, MOST, Ordered, ranks};
use super::solve::Fate;
use crate::classic::{Board, members};

/// Looks up boards in the tables. The set of pieces that are left changes seldom, so its form is remembered.
pub(crate) struct Probe<const JUMPER: u8> {
    /// Boards with more pieces are not looked up.
    most: u32,
    known: Vec<(u64, Option<Known>)>,
}

/// The form of a set of pieces, and its fates.
type Known = (Ordered, &'static [u8]);

impl<const JUMPER: u8> Probe<JUMPER> {
    pub(crate) fn new(most: u32) -> Probe<JUMPER> {
        Probe { most: most.min(MOST as u32), known: Vec::new() }
    }

    /// The fate of the side to act, if it is in the tables.
    pub(crate) fn fate(&mut self, board: &Board<JUMPER>) -> Option<Fate> {
        let alive = board.alive();
        if board.hidden() != 0 || alive.total() > self.most {
            return None;
        }
        let known = match self.known.iter().position(|(key, _)| *key == alive.0) {
            Some(at) => self.known[at].1,
            None => {
                let form = Form::of_ranks::<JUMPER>(&ranks(alive, 0), &ranks(alive, 1));
                let found = form.map(|form| form.ordered()).and_then(|ordered| {
                    // An ending that has no table is left to the search.
                    Some((ordered, super::find(&ordered.form)?))
                });
                self.known.push((alive.0, found));
                found
            }
        };
        let (ordered, fates) = known?;
        let codes = [7, 6, 5, 4, 3, 2, 1, 15, 14, 13, 12, 11, 10, 9];
        let mut places = [0; MOST];
        for (place, cell) in places.iter_mut().zip(codes.iter().flat_map(|&code| members(board.set(code)))) {
            *place = cell;
        }
        Some(Fate::of(fates[ordered.number(&places, board.side())]))
    }
}
