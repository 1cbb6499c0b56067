//! Games written as a run of squares.

use super::{is_pass, line};
use crate::{Board, Error, Square};
use baize_rules::clip;
use std::fmt;

/// A game from some position: the squares in order, without passes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transcript {
    /// The position at the start.
    pub start: Board,
    /// The squares played.
    pub squares: Vec<Square>,
}

/// What to do with a written pass where none is forced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// Refuse it.
    Strict,
    /// Ignore it.
    Lenient,
}

impl Transcript {
    /// Reads `f5d6c3`, also with blanks, commas, move numbers (`1.f5`), upper case and written passes. Every
    /// move is played, which ensures that the game is legal.
    pub fn read(start: Board, text: &str, reading: Reading) -> Result<Transcript, Error> {
        let mut transcript = Transcript { start, squares: Vec::new() };
        let mut board = start.normalised();
        // Whether the last move, or the start position, left the other side without a move.
        let mut passed = board != start;
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            rest = after_move_number(rest);
            if rest.is_empty() {
                return Ok(transcript);
            }
            let bad = |what: String| Error::BadRecord { number: transcript.squares.len() + 1, what };
            let (word, next) = split_word(rest);
            rest = next;
            if is_pass(word) {
                if !passed && reading == Reading::Strict {
                    return Err(bad(format!("{word} although {} can move", board.to_move)));
                }
                passed = false;
                continue;
            }
            let square: Square =
                word.parse().map_err(|_| bad(format!("{:?} is not a square", clip(word))))?;
            let (after, _, pass_follows) =
                board.play(square).ok_or_else(|| bad(format!("{} cannot play {square}", board.to_move)))?;
            transcript.squares.push(square);
            (board, passed) = (after, pass_follows);
        }
    }

    /// The position after the last move.
    pub fn last(&self) -> Result<Board, Error> {
        self.squares.iter().enumerate().try_fold(self.start.normalised(), |board, (index, &square)| {
            let bad = || Error::BadRecord {
                number: index + 1,
                what: format!("{} cannot play {square}", board.to_move),
            };
            board.play(square).map(|(next, ..)| next).ok_or_else(bad)
        })
    }

    /// The start position as a line, for games that do not start as usual.
    pub fn start_line(&self) -> String {
        line(&self.start)
    }
}

/// Skips `12.` or `12)` in front of a move.
fn after_move_number(text: &str) -> &str {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match digits.strip_prefix(['.', ')']) {
        Some(rest) if digits.len() < text.len() => rest.trim_start(),
        _ => text,
    }
}

/// The next move: a written pass, or two characters.
fn split_word(text: &str) -> (&str, &str) {
    let longest_pass = ["pass", "--", "pa", "ps"]
        .into_iter()
        .find(|pass| text.get(..pass.len()).is_some_and(|start| start.eq_ignore_ascii_case(pass)));
    let end = match longest_pass {
        Some(pass) => pass.len(),
        None => text.char_indices().nth(2).map_or(text.len(), |(index, _)| index),
    };
    text.split_at(end)
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.squares.iter().try_for_each(|square| write!(f, "{square}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NINE_MOVES: &str = "e6f4e3f6g5d6e7f5c5";
    /// After white's a3 black must pass.
    const WITH_PASS: &str = "c4c3c2b2f5c1a1a3";

    fn strict(text: &str) -> Result<Transcript, Error> {
        Transcript::read(Board::START, text, Reading::Strict)
    }

    #[test]
    fn many_ways_to_write_the_same_game() {
        let plain = strict(NINE_MOVES).unwrap();
        assert_eq!(plain.to_string(), NINE_MOVES);
        for text in [
            "E6F4E3F6G5D6E7F5C5",
            "e6 f4, e3 f6,g5 d6 e7 f5 c5",
            "1.e6 2.f4 3.e3 4. f6 5.g5 6)d6 7.e7 8.f5 9.c5\n",
        ] {
            assert_eq!(strict(text).as_ref(), Ok(&plain), "{text}");
        }
        assert!(plain.last().unwrap().position.is_over());
    }

    #[test]
    fn passes_are_inferred_accepted_where_forced_and_refused_elsewhere() {
        let plain = strict(&format!("{WITH_PASS}c5")).unwrap();
        for pass in ["pa", "ps", "PASS", "--"] {
            assert_eq!(strict(&format!("{WITH_PASS}{pass}c5")), Ok(plain.clone()));
            let free = format!("f5{pass}d6");
            assert!(matches!(strict(&free), Err(Error::BadRecord { number: 2, .. })));
            let lenient = Transcript::read(Board::START, &free, Reading::Lenient).unwrap();
            assert_eq!(lenient.to_string(), "f5d6");
        }
        assert!(strict(&format!("{WITH_PASS}pa--c5")).is_err(), "nobody passes twice in a row");
    }

    #[test]
    fn bad_games_name_the_move() {
        for (text, expect) in [("f5a1", 2), ("f5d", 2), ("zz", 1), ("f5 d6 c3 ö", 4), ("12f5", 1)] {
            match strict(text) {
                Err(Error::BadRecord { number, .. }) => assert_eq!(number, expect, "{text}"),
                other => panic!("{text} gives {other:?}"),
            }
        }
    }
}
