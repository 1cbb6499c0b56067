//! The players `novice` and `beginner`, who have just learnt the game: many discs look good, and so do the edges.

use super::{deviation, sense};
use crate::{Budget, Choice, Player};
use baize_othello::{Action, Board, Othello, Square, View, notation};
use baize_rules::{Dice, Menu, Seed};
use serde_json::json;

pub(super) struct Novice {
    /// What a disc that is turned over is worth to it.
    greed: f64,
    seed: Seed,
}

impl Novice {
    pub(super) fn boxed(greed: f64, seed: &Seed) -> Box<dyn Player<Othello>> {
        Box::new(Novice { greed, seed: seed.clone() })
    }
}

/// How much each of them cares for discs.
pub(super) const NOVICE: f64 = 1.0;
pub(super) const BEGINNER: f64 = 0.25;

/// What a square of the edge is worth.
const EDGE: f64 = 2.0;
/// How far a move is misjudged at a glance: the standard deviation.
const MISJUDGES: f64 = 1.5;
/// From so many empty squares on the end is counted out.
const COUNTS_FROM: u32 = 2;

const EDGES: u64 = 0xff81_8181_8181_81ff;

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
                looks(board, square, self.greed, &mut dice)
            };
            (square, value)
        });
        let Some((square, _)) = rated.max_by(|one, other| one.1.total_cmp(&other.1)) else {
            return Choice { action: menu.actions()[0].clone(), info: json!({}) };
        };
        let discs = board.position.flips(square).count_ones();
        let why = if is_end { "the end is counted out".to_owned() } else { format!("turns {discs} over") };
        Choice { action: Action::Place(square), info: json!({ "why": why }) }
    }
}

/// How good a move looks.
fn looks(board: &Board, square: Square, greed: f64, dice: &mut Dice) -> f64 {
    let edge = if square.bit() & EDGES == 0 { 0.0 } else { EDGE };
    greed * f64::from(board.position.flips(square).count_ones()) + edge + MISJUDGES * deviation(dice)
}

/// What a move leads to at the end for who makes it; few squares are empty.
fn margin_after(board: &Board, square: Square) -> i32 {
    let Some((next, ..)) = board.play(square) else { return i32::MIN };
    let own = if next.to_move == board.to_move { 1 } else { -1 };
    let replies = Square::all(next.position.moves()).map(|reply| margin_after(&next, reply));
    own * replies.max().unwrap_or_else(|| next.position.margin())
}
