//! The players `novice` and `beginner`, who have just learnt the game: they like to have many discs, and the
//! edges. `beginner` has lost some corners already, and knows why.

use super::{deviation, sense};
use crate::{Budget, Choice, Player};
use baize_othello::{Action, Board, Othello, Square, View, notation};
use baize_rules::{Dice, Menu, Seed};
use serde_json::json;

pub(super) struct Novice {
    taste: Taste,
    seed: Seed,
}

/// What makes a move look good or bad.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Taste {
    /// The value of each disc that is turned.
    greed: f64,
    /// How bad it is to play next to an empty corner.
    shyness: f64,
}

impl Novice {
    pub(super) fn boxed(taste: Taste, seed: &Seed) -> Box<dyn Player<Othello>> {
        Box::new(Novice { taste, seed: seed.clone() })
    }
}

impl Taste {
    pub(super) const NOVICE: Taste = Taste { greed: 1.0, shyness: 0.0 };
    pub(super) const BEGINNER: Taste = Taste { greed: 0.25, shyness: 2.5 };
}

/// The value of an edge square.
const EDGE: f64 = 2.0;
/// How far a move is misjudged at a glance: the standard deviation.
const MISJUDGES: f64 = 1.5;
/// The end is played out once this many squares or fewer are empty.
const COUNTS_FROM: u32 = 2;

const EDGES: u64 = 0xff81_8181_8181_81ff;
/// Each corner with the squares beside it.
const CORNERS: [(u64, u64); 4] = [
    (0x0000_0000_0000_0001, 0x0000_0000_0000_0302),
    (0x0000_0000_0000_0080, 0x0000_0000_0000_c040),
    (0x0100_0000_0000_0000, 0x0203_0000_0000_0000),
    (0x8000_0000_0000_0000, 0x40c0_0000_0000_0000),
];

impl Player<Othello> for Novice {
    fn choose(&mut self, view: &View, menu: &Menu<Action>, _: Budget) -> Choice<Action> {
        let board = &view.setup.board;
        let mut dice = Dice::new(&self.seed.branch(&notation::line(board)));
        let is_end = board.position.empty().count_ones() <= COUNTS_FROM;
        let squares = Square::all(if is_end { board.position.moves() } else { sense::moves(board) });
        let rated = squares.map(|square| {
            let value = if is_end {
                margin_after(board, square).into()
            } else {
                looks(board, square, self.taste, &mut dice)
            };
            (square, value)
        });
        let Some((square, _)) = rated.max_by(|one, other| one.1.total_cmp(&other.1)) else {
            return Choice::new(menu.actions()[0].clone(), json!({}));
        };
        let discs = board.position.flips(square).count_ones();
        let why = if is_end { "the end is counted out".to_owned() } else { format!("turns {discs} over") };
        Choice::new(Action::Place(square), json!({ "why": why }))
    }
}

/// How good a move looks.
fn looks(board: &Board, square: Square, taste: Taste, dice: &mut Dice) -> f64 {
    let edge = if square.bit() & EDGES == 0 { 0.0 } else { EDGE };
    let risk = if is_beside_empty_corner(board, square) { taste.shyness } else { 0.0 };
    taste.greed * f64::from(board.position.flips(square).count_ones()) + edge - risk
        + MISJUDGES * deviation(dice)
}

fn is_beside_empty_corner(board: &Board, square: Square) -> bool {
    let empty = board.position.empty();
    CORNERS.iter().any(|(corner, beside)| empty & corner != 0 && beside & square.bit() != 0)
}

/// The final margin of a move for the side that makes it; only for few empty squares.
fn margin_after(board: &Board, square: Square) -> i32 {
    let Some((next, ..)) = board.play(square) else { return i32::MIN };
    let own = if next.to_move == board.to_move { 1 } else { -1 };
    let replies = Square::all(next.position.moves()).map(|reply| margin_after(&next, reply));
    own * replies.max().unwrap_or_else(|| next.position.margin())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_beside_a_corner_are_those_that_touch_it() {
        for (corner, beside) in CORNERS {
            let (corner, beside) = (corner.trailing_zeros() as i32, Square::all(beside));
            let all: Vec<i32> = beside.map(|square| square.index() as i32).collect();
            let touches = |at: &i32| (at / 8 - corner / 8).abs() <= 1 && (at % 8 - corner % 8).abs() <= 1;
            assert!(all.len() == 3 && all.iter().all(touches) && !all.contains(&corner), "{all:?}");
        }
    }
}
