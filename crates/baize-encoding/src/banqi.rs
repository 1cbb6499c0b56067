//! Banqi. With cells counted row by row and a board of at most 45 of them, an action is a cell `a` to flip there, or
//! `45 + 45 * a + b` to go or take from `a` to `b`. An observation is 22 boards of 45 cells: for the own army, the next seat's and
//! the one after that seven kinds each (pawn, cannon, horse, rook, minister, guard, king), then what lies face-down. Another row
//! has, for each of these 21 kinds, how many still lie face-down, over 5, and where the counter of quiet moves stands, over 100. While no
//! seat has its army, armies are in the order of their letters, capitals first.

use crate::encoding::seats_from;
use crate::{Encoding, Space};
use baize_banqi::{Action, Banqi, Cell, Faction, Piece, Square, View};
use baize_rules::Seat;

const CELLS: usize = Cell::MOST;
const KINDS: usize = 7;

fn go(from: Cell, to: Cell) -> u32 {
    (CELLS + CELLS * from.index() + to.index()) as u32
}

/// Which army of the observation a piece belongs to, seen from a seat.
fn army(view: &View, seat: Seat, faction: Faction) -> usize {
    let owner = view.position.owner(faction);
    let order = || view.factions.iter().position(|each| each.faction == faction).unwrap_or_default();
    owner.map_or_else(order, |owner| seats_from(seat, owner.index(), view.seats.len()))
}

fn kind(view: &View, seat: Seat, piece: Piece) -> usize {
    KINDS * army(view, seat, piece.faction(view.mode)) + piece.kind() as usize - 1
}

impl Encoding for Banqi {
    const ACTIONS: Space = Space::Discrete(CELLS + CELLS * CELLS);
    const OBSERVATION: &'static [usize] = &[3 * KINDS + 2, CELLS];

    fn number(&self, _: Seat, action: &Action) -> Option<u32> {
        let mode = self.position().mode();
        match action {
            Action::Flip { at } => Some(at.on(mode)?.index() as u32),
            Action::Move { from, to } | Action::Capture { from, to } => {
                Some(go(from.on(mode)?, to.on(mode)?))
            }
        }
    }

    fn action(&self, _: Seat, number: u32) -> Option<Action> {
        let (number, mode) = (number as usize, self.position().mode());
        let cell = |index| Cell::new(mode, index);
        let Some(pair) = number.checked_sub(CELLS) else {
            return Some(Action::Flip { at: cell(number)?.into() });
        };
        let (from, to) = (cell(pair / CELLS)?, cell(pair % CELLS)?);
        Some(match self.position().at(to) {
            Square::Empty => Action::Move { from: from.into(), to: to.into() },
            Square::FaceDown | Square::FaceUp(_) => Action::Capture { from: from.into(), to: to.into() },
        })
    }

    fn observe(view: &View, seat: Seat, into: &mut [f32]) {
        for cell in Cell::all(view.mode) {
            let plane = match view.position.at(cell) {
                Square::Empty => continue,
                Square::FaceDown => 3 * KINDS,
                Square::FaceUp(piece) => kind(view, seat, piece),
            };
            into[plane * CELLS + cell.index()] = 1.0;
        }
        let rest = &mut into[(3 * KINDS + 1) * CELLS..];
        for piece in view.position.unknown().iter() {
            rest[kind(view, seat, piece)] += 0.2;
        }
        rest[3 * KINDS] = view.position.quiet() as f32 / 100.0;
    }
}
