//! Games in the Generic Game Format of the Othello servers.

use super::{Transcript, letter, squares};
use crate::{Board, Colour, Error, Square};
use baize_rules::clip;
use std::fmt;
use std::str::FromStr;

/// One game: `(;GM[Othello]PB[..]PW[..]RE[..]BO[8 .. *]B[f5//1.2]W[..];)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Ggf {
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// The result as written, if any.
    pub result: Option<String>,
    /// The position at the start.
    pub start: Board,
    /// The moves, each with what was written beside it.
    pub moves: Vec<GgfMove>,
}

/// One move of a GGF game.
#[derive(Clone, PartialEq, Debug)]
pub struct GgfMove {
    /// Who moved.
    pub side: Colour,
    /// The square; `None` for a written pass.
    pub square: Option<Square>,
    /// The mover's evaluation in discs, if written.
    pub evaluation: Option<f64>,
    /// Seconds used, if written.
    pub seconds: Option<f64>,
}

impl Ggf {
    /// The position after the last move; an error if a move is not legal.
    pub fn last(&self) -> Result<Board, Error> {
        self.transcript()?.last()
    }

    /// The texts of the games in a file, each from its `(;` to its `;)`, ignoring anything in between. The
    /// last one may lack its end.
    pub fn split(text: &str) -> impl Iterator<Item = &str> {
        let mut rest = text;
        std::iter::from_fn(move || {
            rest = &rest[rest.find("(;")?..];
            let (game, after) = rest.split_at(end_of_game(rest));
            rest = after;
            Some(game)
        })
    }

    /// The squares played, every one checked.
    pub fn transcript(&self) -> Result<Transcript, Error> {
        let mut transcript = Transcript { start: self.start, squares: Vec::new() };
        let mut board = self.start.normalised();
        for (index, played) in self.moves.iter().enumerate() {
            let bad = |what: String| Error::BadRecord { number: index + 1, what };
            let Some(square) = played.square else { continue };
            if played.side != board.to_move {
                return Err(bad(format!("{} moves although it is {}'s turn", played.side, board.to_move)));
            }
            let next =
                board.play(square).ok_or_else(|| bad(format!("{} cannot play {square}", played.side)))?;
            board = next.0;
            transcript.squares.push(square);
        }
        Ok(transcript)
    }
}

/// Where the game at the beginning of a text ends. Names may contain brackets and semicolons.
fn end_of_game(text: &str) -> usize {
    let mut is_value = false;
    for (index, letter) in text.char_indices() {
        match letter {
            '[' => is_value = true,
            ']' => is_value = false,
            ';' if !is_value && text[index..].starts_with(";)") => return index + 2,
            _ => {}
        }
    }
    text.len()
}

fn before_moves(what: impl Into<String>) -> Error {
    Error::BadRecord { number: 0, what: what.into() }
}

impl FromStr for Ggf {
    type Err = Error;

    fn from_str(text: &str) -> Result<Ggf, Error> {
        let mut rest =
            text.trim().strip_prefix("(;").ok_or_else(|| before_moves("a GGF game starts with `(;`"))?;
        let mut game = Ggf {
            black: String::new(),
            white: String::new(),
            result: None,
            start: Board::START,
            moves: vec![],
        };
        let mut is_othello = false;
        while !rest.trim_start().starts_with(";)") {
            let (tag, value, after) = split_property(rest.trim_start())?;
            rest = after;
            match tag {
                "GM" => is_othello = value.eq_ignore_ascii_case("othello"),
                "PB" => game.black = words(value),
                "PW" => game.white = words(value),
                "RE" => game.result = Some(words(value)),
                "BO" => game.start = read_board(value)?,
                "B" => game.moves.push(read_move(Colour::Black, value, game.moves.len() + 1)?),
                "W" => game.moves.push(read_move(Colour::White, value, game.moves.len() + 1)?),
                _ => {}
            }
            if game.moves.len() > 200 {
                return Err(before_moves("more moves than a game can have"));
            }
        }
        if !is_othello {
            return Err(before_moves("not a game of Othello (GM[Othello])"));
        }
        Ok(game)
    }
}

/// A value kept as plain words: shortened and without brackets, so that it can be written again.
fn words(value: &str) -> String {
    clip(value.replace(['[', ']'], "").trim())
}

/// Splits off `TAG[value]`: the tag, the value, and the rest.
fn split_property(text: &str) -> Result<(&str, &str, &str), Error> {
    let missing = || before_moves(format!("TAG[value] expected at {:?}", clip(text)));
    let (tag, rest) = text.split_once('[').ok_or_else(missing)?;
    let (value, rest) = rest.split_once(']').ok_or_else(missing)?;
    if tag.is_empty() || !tag.chars().all(|c| c.is_ascii_alphabetic()) {
        return Err(missing());
    }
    Ok((tag, value.trim(), rest))
}

/// Reads `8`, then 64 squares with blanks between them, then the side to move.
fn read_board(value: &str) -> Result<Board, Error> {
    let compact: String = value.split_whitespace().collect();
    let board = compact.strip_prefix('8').ok_or_else(|| before_moves("only boards of size 8 are played"))?;
    let side = board.char_indices().nth(64).map_or(board.len(), |(index, _)| index);
    super::read_line(&format!("{} {}", &board[..side], &board[side..]))
}

fn read_move(side: Colour, value: &str, number: usize) -> Result<GgfMove, Error> {
    let mut fields = value.split('/').map(str::trim);
    let word = fields.next().unwrap_or_default();
    let square = if super::is_pass(word) {
        None
    } else {
        let bad = |_| Error::BadRecord { number, what: format!("{:?} is not a square", clip(word)) };
        Some(word.parse().map_err(bad)?)
    };
    let mut figure =
        || fields.next().and_then(|field| field.parse::<f64>().ok()).filter(|figure| figure.is_finite());
    let (evaluation, seconds) = (figure(), figure());
    Ok(GgfMove { side, square, evaluation, seconds })
}

impl fmt::Display for Ggf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(;GM[Othello]PB[{}]PW[{}]", words(&self.black), words(&self.white))?;
        if let Some(result) = &self.result {
            write!(f, "RE[{}]", words(result))?;
        }
        let ggf = |text: String| text.replace('X', "*");
        let side = ggf(letter(Some(self.start.to_move)).to_string());
        write!(f, "TY[8]BO[8 {} {side}]", ggf(squares(&self.start)))?;
        for played in &self.moves {
            let tag = if played.side == Colour::Black { 'B' } else { 'W' };
            write!(f, "{tag}[{}", played.square.map_or("PA".to_owned(), |square| square.to_string()))?;
            let figure = |figure: Option<f64>| figure.map_or(String::new(), |figure| figure.to_string());
            match (played.evaluation, played.seconds) {
                (None, None) => {}
                (evaluation, None) => write!(f, "/{}", figure(evaluation))?,
                (evaluation, seconds) => write!(f, "/{}/{}", figure(evaluation), figure(seconds))?,
            }
            f.write_str("]")?;
        }
        f.write_str(";)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "(;GM[Othello]PC[Here]DT[2026-11-15]PB[Ada]PW[Bo]RE[+2]TI[5:00]TY[8]\
        BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[f5//1.2]W[d6/-0.5/3]B[C3];)";

    #[test]
    fn a_server_game_is_read_and_written() {
        let game: Ggf = GAME.parse().unwrap();
        assert_eq!(
            (game.black.as_str(), game.white.as_str(), game.result.as_deref()),
            ("Ada", "Bo", Some("+2"))
        );
        assert_eq!(game.transcript().unwrap().to_string(), "f5d6c3");
        assert_eq!((game.moves[0].evaluation, game.moves[0].seconds), (None, Some(1.2)));
        assert_eq!((game.moves[1].evaluation, game.moves[1].seconds), (Some(-0.5), Some(3.0)));
        let again: Ggf = game.to_string().parse().unwrap();
        assert_eq!(again, game);
    }

    #[test]
    fn a_file_has_many_games() {
        let named = GAME.replace("Ada", "A;)da");
        let file = format!("1 {named}\n2 {GAME} {GAME}\n(;GM[Othello]");
        let games: Vec<&str> = Ggf::split(&file).collect();
        assert_eq!(games, [&named, GAME, GAME, "(;GM[Othello]"]);
        assert_eq!(games[0].parse::<Ggf>().unwrap().black, "A;)da");
        assert_eq!(Ggf::split("nothing").count(), 0);
    }

    #[test]
    fn brackets_in_names_do_not_break_the_notation() {
        let game: Ggf = "(;GM[Othello]PB[ [ A]RE[+2_BO[8];)".parse().unwrap();
        assert_eq!((game.black.as_str(), game.result.as_deref()), ("A", Some("+2_BO8")));
        assert_eq!(game.to_string().parse::<Ggf>().unwrap(), game);
    }

    #[test]
    fn broken_games_are_refused() {
        for text in [
            "",
            "(;",
            "(;GM[Chess];)",
            "(;GM[Othello]BO[6 *];)",
            "(;GM[Othello]BO[8 ---- *];)",
            "(;GM[Othello]B[z9];)",
            "(;GM[Othello]B[f5",
            "(;GM[Othello]]B[f5];)",
        ] {
            assert!(text.parse::<Ggf>().is_err(), "{text}");
        }
        for text in ["(;GM[Othello]B[a1];)", "(;GM[Othello]W[f5];)"] {
            assert!(text.parse::<Ggf>().unwrap().last().is_err(), "{text}");
        }
    }
}
