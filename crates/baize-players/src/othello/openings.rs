//! Opening moves that were searched in advance.

use super::explain;
use crate::Choice;
use baize_othello::{Action, Board, Square, notation};
use baize_othello_engine::{Book, Certainty, Opinion, Verdict};
use baize_rules::{Dice, Seed};
use core::time::Duration;
use serde_json::json;

/// A random move among those of the book that are at most `behind` discs behind the best; `None` if the book
/// does not have the position. Randomness comes from the seed and the board alone.
pub(super) fn choose(book: &Book, board: &Board, seed: &Seed, behind: f64) -> Option<Choice<Action>> {
    let candidates = book.moves(board.position);
    let best = candidates.first()?.score;
    let good: Vec<&Opinion> = candidates.iter().filter(|of| of.score >= best - behind).collect();
    let square = Dice::new(&seed.branch(&notation::line(board))).pick(&good)?.square;
    let verdict = Verdict {
        score: best,
        certainty: Certainty::Depth(book.depth()),
        line: line(book, board, square),
        candidates,
        nodes: 0,
        time: Duration::ZERO,
    };
    let mut info = explain::info(board, &verdict, &verdict, square);
    info["why"] = json!("an opening that was searched beforehand");
    Some(Choice::new(Action::Place(square), info))
}

/// How the book continues after a move.
fn line(book: &Book, board: &Board, first: Square) -> Vec<Square> {
    let (mut position, mut line) = (board.position, Vec::new());
    let mut next = Some(first);
    while let Some(square) = next {
        line.push(square);
        position = position.play_unchecked(square);
        next = book.moves(position).first().map(|of| of.square);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::super::Skill;
    use super::*;
    use baize_othello_engine::{Aim, Engine, Style, Weights};
    use baize_search::Limits;
    use std::collections::BTreeSet;

    /// The moves of a game as far as the book goes, and all boards on the way.
    fn game(seed: &str) -> (Vec<Square>, Vec<Board>) {
        let (mut board, mut moves, mut boards) = (Board::START, Vec::new(), Vec::new());
        let behind = f64::from(Skill::EXPERT.whim) / 100.0;
        while let Some(choice) = choose(Book::own(), &board, &Seed::from_text(seed), behind) {
            let Action::Place(square) = choice.action else { panic!("a book has squares") };
            assert_eq!(choice.info["why"], "an opening that was searched beforehand");
            boards.push(board);
            moves.push(square);
            board = board.play(square).expect("a move of the book is legal").0;
        }
        (moves, boards)
    }

    #[test]
    fn equal_seeds_open_equally_and_others_vary() {
        let games: Vec<Vec<Square>> = (0..30).map(|seed| game(&seed.to_string()).0).collect();
        assert_eq!(games[7], game("7").0);
        assert!(games.iter().all(|moves| moves.len() >= 4), "{games:?}");
        assert!(games.iter().collect::<BTreeSet<_>>().len() >= 15, "{games:?}");
        let mean = games.iter().map(Vec::len).sum::<usize>() / games.len();
        assert!(mean >= 6, "{mean} moves");
    }

    /// In a search without the book, its moves are nearly as good as the best.
    #[test]
    fn moves_of_the_book_are_close_to_the_best() {
        let (mut lost, mut count) = (0.0, 0);
        for seed in ["a", "b", "c", "d"] {
            let (moves, boards) = game(seed);
            for (square, board) in moves.into_iter().zip(boards) {
                let aim = Aim { depth: 8, exact: 0, margin: 12_800, style: Style::Selective };
                let verdict =
                    Engine::new(Weights::learnt()).think(board.position, aim, Limits::default(), &mut |_| {});
                let found = verdict.candidates.iter().find(|of| of.square == square).expect("it is legal");
                let behind = verdict.candidates[0].score - found.score;
                assert!(behind <= 4.0, "{square} loses {behind} at {}", notation::line(&board));
                lost += behind;
                count += 1;
            }
        }
        assert!(lost / f64::from(count) <= 1.0, "{lost} discs in {count} moves");
    }

    #[test]
    fn without_a_book_there_is_no_choice() {
        assert!(choose(Book::EMPTY, &Board::START, &Seed::from_text("a"), 0.4).is_none());
    }
}
