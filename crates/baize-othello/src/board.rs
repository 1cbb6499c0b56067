//! A position with its colours: the state that is saved, and what a viewer sees.

use crate::{Error, Position, Square, event, notation};
use baize_rules::{Language, Leaving, Say, Seat, display_in_english, say};
use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Moves first; seat 0.
    Black,
    /// Seat 1.
    White,
}

impl Colour {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// Where this side sits.
    pub const fn seat(self) -> Seat {
        match self {
            Colour::Black => Seat::FIRST,
            Colour::White => Seat::SECOND,
        }
    }
}

impl Say for Colour {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Colour::Black => say!(f, language, "black", "黒", "黑"),
            Colour::White => say!(f, language, "white", "白", "白"),
        }
    }
}

display_in_english!(Colour);

/// A board and the side to move: the whole of a position, and enough to set a game up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Discs of the side to move and of the other.
    pub position: Position,
    /// The side to move.
    pub to_move: Colour,
}

impl Board {
    /// The start.
    pub const START: Board = Board { position: Position::START, to_move: Colour::Black };

    /// A board by colours. A square cannot have two discs.
    pub fn of(black: u64, white: u64, to_move: Colour) -> Result<Board, Error> {
        if black & white != 0 {
            let square = Square::lowest(black & white);
            return Err(Error::bad_position(1, format!("{square} has a black and a white disc")));
        }
        let position = match to_move {
            Colour::Black => Position { own: black, opp: white },
            Colour::White => Position { own: white, opp: black },
        };
        Ok(Board { position, to_move })
    }

    /// The discs of a side.
    pub const fn discs(&self, colour: Colour) -> u64 {
        match (self.to_move, colour) {
            (Colour::Black, Colour::Black) | (Colour::White, Colour::White) => self.position.own,
            _ => self.position.opp,
        }
    }

    /// How many discs each side has.
    pub const fn score(&self) -> DiscCount {
        DiscCount {
            black: self.discs(Colour::Black).count_ones(),
            white: self.discs(Colour::White).count_ones(),
        }
    }

    /// The disc on `square`, if any.
    pub const fn at(&self, square: Square) -> Option<Colour> {
        if self.discs(Colour::Black) & square.bit() != 0 {
            Some(Colour::Black)
        } else if self.discs(Colour::White) & square.bit() != 0 {
            Some(Colour::White)
        } else {
            None
        }
    }

    /// The board with the turn handed over.
    #[must_use]
    pub const fn passed(&self) -> Board {
        Board { position: self.position.passed(), to_move: self.to_move.other() }
    }

    /// The board with the turn handed over if the side to move cannot place a disc but the other can.
    #[must_use]
    pub const fn normalised(&self) -> Board {
        if self.position.moves() == 0 && self.position.passed().moves() != 0 { self.passed() } else { *self }
    }

    /// The board after a disc on `square`, the discs it turned, and whether the other side had to pass;
    /// `None` if the square is not legal.
    pub const fn play(&self, square: Square) -> Option<(Board, u64, bool)> {
        let flipped = self.position.flips(square);
        if flipped == 0 || self.position.empty() & square.bit() == 0 {
            return None;
        }
        let Position { own, opp } = self.position;
        let position = Position { own: opp & !flipped, opp: own | flipped | square.bit() };
        let next = Board { position, to_move: self.to_move.other() };
        let normalised = next.normalised();
        let passed = normalised.to_move as u8 != next.to_move as u8;
        Some((normalised, flipped, passed))
    }
}

/// How many discs each side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct DiscCount {
    /// Black's discs.
    pub black: u32,
    /// White's discs.
    pub white: u32,
}

/// A seat that left before the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Left {
    /// The seat.
    pub seat: Seat,
    /// Why it left.
    pub why: Leaving,
}

/// The whole state: the board, and who left, if anybody did. Othello hides nothing.
///
/// On the wire `{"board":"<64 characters>","toMove":"black","score":{..},"over":false}`. `score` and `over`
/// follow from the board: they are there for the reader's convenience and ignored on input.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(into = "Written", try_from = "Read")]
pub struct Setup {
    /// The board and the side to move.
    pub board: Board,
    /// Set when a side left.
    pub left: Option<Left>,
}

impl Setup {
    /// Whether nobody can move or somebody left.
    pub const fn is_over(&self) -> bool {
        self.left.is_some() || self.board.position.is_over()
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Written {
    /// Every square from a1 to h8, row by row: `X` black, `O` white, `-` empty.
    #[schemars(regex(pattern = "^[XO-]{64}$"))]
    board: String,
    /// The side to move.
    to_move: Colour,
    /// How many discs each side has.
    score: DiscCount,
    /// Whether the game has ended.
    over: bool,
    /// The seat that left before the end, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<Left>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Read {
    /// Every square from a1 to h8, row by row: `X` black, `O` white, `-` empty.
    board: String,
    /// The side to move.
    to_move: Colour,
    /// Ignored on input.
    #[serde(rename = "score")]
    #[schemars(with = "Option<DiscCount>")]
    _score: Option<IgnoredAny>,
    /// Ignored on input.
    #[serde(rename = "over")]
    #[schemars(with = "Option<bool>")]
    _over: Option<IgnoredAny>,
    /// The seat that left before the end, if any.
    left: Option<Left>,
}

impl From<Setup> for Written {
    fn from(setup: Setup) -> Written {
        let Setup { board, left } = setup;
        let (text, score, over) = (notation::squares(&board), board.score(), setup.is_over());
        Written { board: text, to_move: board.to_move, score, over, left }
    }
}

impl TryFrom<Read> for Setup {
    type Error = String;

    fn try_from(Read { board, to_move, left, .. }: Read) -> Result<Setup, String> {
        let board = notation::read_squares(&board, to_move).map_err(|error| error.to_string())?;
        if left.is_some_and(|left| left.seat > Seat::SECOND) {
            return Err("only seats 0 and 1 can have left".to_owned());
        }
        Ok(Setup { board, left })
    }
}

/// What everybody sees, which is everything.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The position, as in a setup.
    #[serde(flatten)]
    pub setup: Setup,
    /// The legal squares of the side to move: a bitboard in Rust, a list of names on the wire.
    #[serde(serialize_with = "event::names")]
    #[schemars(with = "Vec<Square>")]
    pub legal: u64,
}

impl<'de> Deserialize<'de> for View {
    /// The legal squares are not read but worked out from the position.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<View, D::Error> {
        #[derive(Deserialize)]
        struct Received {
            #[serde(flatten)]
            setup: Setup,
        }

        let Received { setup } = Received::deserialize(deserializer)?;
        let legal = if setup.is_over() { 0 } else { setup.board.position.moves() };
        Ok(View { setup, legal })
    }
}

impl Say for View {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = &self.setup.board;
        let DiscCount { black, white } = board.score();
        f.write_str(&notation::diagram(board, self.legal))?;
        say!(
            f,
            language,
            "black {black}, white {white}; ",
            "黒{black}、白{white}。",
            "黑 {black}、白 {white}。"
        )?;
        if self.setup.is_over() {
            say!(f, language, "the game is over", "対局が終わりました。", "對局結束。")
        } else {
            let side = board.to_move.told_in(language);
            say!(f, language, "{side} to move", "{side}の番です。", "輪到{side}方。")
        }
    }
}

display_in_english!(View);
