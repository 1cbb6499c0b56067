//! The player `novice`, who has just learnt the game: many discs look good, corners look better if they are seen.

use super::deviation;
use crate::{Budget, Choice, Level, Player};
use baize_othello::{Action, Board, Othello, Square, View, notation};
use baize_rules::{Dice, Menu, Seed};
use serde_json::json;

pub(super) const LEVEL: Level<Othello> =
    Level { id: "novice", make: |seed| Box::new(Novice { seed: seed.clone() }) };

struct Novice {
    seed: Seed,
}

/// What a corner and another square of the edge are worth, in discs that are turned over.
const CORNER: f64 = 10.0;
const EDGE: f64 = 2.0;
/// So often of a hundred times a corner is seen.
const SEES_CORNER: u32 = 80;
/// How far discs are miscounted at a glance: the standard deviation.
const MISCOUNTS: f64 = 1.5;
/// From so many empty squares on the end is counted out.
const COUNTS_FROM: u32 = 2;

const CORNERS: u64 = 0x8100_0000_0000_0081;
const EDGES: u64 = 0xff81_8181_8181_81ff;

impl Player<Othello> for Novice {
    fn choose(&mut self, view: &View, menu: &Menu<Action>, _: Budget) -> Choice<Action> {
        let board = &view.setup.board;
        let mut dice = Dice::new(&self.seed.branch(&notation::line(board)));
        let squares = Square::all(board.position.moves());
        let rated = squares.map(|square| (square, value(board, square, &mut dice)));
        let Some((square, _)) = rated.max_by(|one, other| one.1.total_cmp(&other.1)) else {
            return Choice { action: menu.actions()[0].clone(), info: json!({}) };
        };
        let discs = board.position.flips(square).count_ones();
        let why = match square.bit() {
            bit if bit & CORNERS != 0 => "a corner".to_owned(),
            bit if bit & EDGES != 0 => format!("turns {discs} over, on the edge"),
            _ => format!("turns {discs} over"),
        };
        Choice { action: Action::Place(square), info: json!({ "why": why, "discs": discs }) }
    }
}

/// How good a move looks.
fn value(board: &Board, square: Square, dice: &mut Dice) -> f64 {
    let next = board.position.play_unchecked(square);
    // Nobody overlooks that the other side has nothing left, or miscounts the last squares.
    if board.position.empty().count_ones() <= COUNTS_FROM || next.own == 0 {
        return f64::from(100 + last_margin(board, square));
    }
    let bit = square.bit();
    let seen = dice.roll(100) < SEES_CORNER;
    let place = if bit & CORNERS != 0 && seen {
        CORNER
    } else if bit & EDGES != 0 {
        EDGE
    } else {
        0.0
    };
    f64::from(board.position.flips(square).count_ones()) + place + MISCOUNTS * deviation(dice)
}

/// What a move leads to at the end for who makes it.
fn last_margin(board: &Board, square: Square) -> i32 {
    let Some((next, ..)) = board.play(square) else { return i32::MIN };
    let mine = if next.to_move == board.to_move { 1 } else { -1 };
    let replies = Square::all(next.position.moves()).map(|reply| mine * last_margin(&next, reply));
    let best = if mine > 0 { replies.max() } else { replies.min() };
    best.unwrap_or_else(|| mine * next.position.margin())
}
