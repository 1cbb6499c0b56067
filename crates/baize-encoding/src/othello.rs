//! Othello. An action is a square, a1 = 0, b1 = 1, h8 = 63, or 64 for a forced pass. An observation is three
//! boards: the seat's own discs, the opponent's, and the legal squares of the side to move.

use crate::{Encoding, Space};
use baize_othello::{Action, Othello, Square, View};
use baize_rules::Seat;

const PASS: u32 = 64;

impl Encoding for Othello {
    const ACTIONS: Space = Space::Discrete(65);
    const OBSERVATION: &'static [usize] = &[3, 8, 8];

    fn number(&self, _: Seat, action: &Action) -> Option<u32> {
        match action {
            Action::Place(square) => Some(square.index() as u32),
            Action::Pass => Some(PASS),
            Action::PlaceNowhere(_) => None,
        }
    }

    fn action(&self, _: Seat, number: u32) -> Option<Action> {
        match number {
            0..PASS => Some(Action::Place(Square::lowest(1 << number))),
            PASS => Some(Action::Pass),
            _ => None,
        }
    }

    fn observe(view: &View, seat: Seat, into: &mut [f32]) {
        let board = &view.setup.board;
        let position = board.position;
        let (mut own, mut other) = (position.own, position.opp);
        if board.to_move.seat() != seat {
            std::mem::swap(&mut own, &mut other);
        }
        for (plane, squares) in into.chunks_exact_mut(64).zip([own, other, view.legal]) {
            for (index, number) in plane.iter_mut().enumerate() {
                *number = f32::from((squares >> index & 1) as u8);
            }
        }
    }
}
