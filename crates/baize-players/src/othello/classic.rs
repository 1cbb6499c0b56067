//! The original player of the game: two plies and a table of squares.

use crate::{Budget, Choice, Level, Player};
use baize_othello::{Action, Board, Colour, Othello, Square, View};
use baize_rules::Menu;
use serde_json::json;

pub(super) const LEVEL: Level<Othello> = Level { id: "classic", make: |_| Box::new(Classic) };

/// Minimax over two plies; the first of equally good moves.
struct Classic;

const DEPTH: u32 = 2;

/// What a disc on each square of a quarter of the board is worth, the corner first.
const WORTH: [[i32; 4]; 4] = [[100, -20, 10, 5], [-20, -50, -2, -2], [10, -2, 1, 1], [5, -2, 1, 0]];

fn worth(square: Square) -> i32 {
    let fold = |place: usize| place.min(7 - place);
    WORTH[fold(square.index() / 8)][fold(square.index() % 8)]
}

fn value(board: &Board, side: Colour) -> i32 {
    let sum = |colour| Square::all(board.discs(colour)).map(worth).sum::<i32>();
    sum(side) - sum(side.other())
}

/// The value of a board for `side` after some more plies. The side to move is read from the board, never from
/// the depth, because a pass keeps the turn (`docs/rules/othello.md`).
fn minimax(board: &Board, side: Colour, depth: u32) -> i32 {
    let next = Square::all(board.position.moves()).filter_map(|square| board.play(square));
    let values = next.map(|(next, ..)| minimax(&next, side, depth - 1));
    let best = match depth {
        0 => None,
        _ if board.to_move == side => values.max(),
        _ => values.min(),
    };
    best.unwrap_or_else(|| value(board, side))
}

impl Player<Othello> for Classic {
    fn choose(&mut self, view: &View, menu: &Menu<Action>, _: Budget) -> Choice<Action> {
        let board = &view.setup.board;
        let mut candidates = Vec::new();
        for square in Square::all(board.position.moves()) {
            if let Some((next, ..)) = board.play(square) {
                candidates.push((square, minimax(&next, board.to_move, DEPTH - 1)));
            }
        }
        // To get the first of the best: `max_by_key` returns the last, and the order is reversed.
        let Some(&(square, score)) = candidates.iter().rev().max_by_key(|(_, score)| *score) else {
            return Choice::new(menu.actions()[0].clone(), json!({}));
        };
        let list: Vec<_> = candidates
            .iter()
            .map(|(square, score)| json!({ "move": square.to_string(), "points": score }))
            .collect();
        let info = json!({ "points": score, "depth": DEPTH, "candidates": list });
        Choice::new(Action::Place(square), info)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baize_othello::notation;

    #[test]
    fn squares_are_worth_the_same_in_every_quarter() {
        let names = |names: [&str; 4]| names.map(|name| worth(name.parse().unwrap()));
        assert_eq!(names(["a1", "h1", "a8", "h8"]), [100; 4]);
        assert_eq!(names(["b2", "g2", "b7", "g7"]), [-50; 4]);
        assert_eq!(names(["d4", "e4", "d5", "e5"]), [0; 4]);
        assert_eq!(names(["c1", "h3", "f8", "a6"]), [10; 4]);
    }

    /// From the specification, S11: after an automatic pass the same side chooses again, for itself.
    #[test]
    fn a_pass_does_not_change_whose_side_is_taken() {
        let board =
            notation::read("XO------------------------------------------------------XO------ X").unwrap();
        let (after_c1, _, passed) = board.play("c1".parse().unwrap()).unwrap();
        assert!(passed && after_c1.to_move == Colour::Black);
        let both = value(&after_c1.play("c8".parse().unwrap()).unwrap().0, Colour::Black);
        assert_eq!(minimax(&after_c1, Colour::Black, 1), both);
        assert_eq!(minimax(&board, Colour::Black, 2), both);
    }
}
