//! Notations of positions, moves and games (`docs/rules/othello.md`, "Notation").

mod ggf;
mod thor;
mod transcript;

pub use ggf::{Ggf, GgfMove};
pub use thor::{ThorGame, read_thor, read_thor_move, write_thor, write_thor_move};
pub use transcript::{Reading, Transcript};

use crate::{Action, Board, Colour, Error, Square};
use baize_rules::clip;

/// Reads a position in any of the notations: the 64-character line, a diagram of eight rows, labelled
/// bitboards, or a GGF game, which gives its last position.
pub fn read(text: &str) -> Result<Board, Error> {
    let trimmed = text.trim_start();
    if trimmed.starts_with("(;") {
        return trimmed.parse::<Ggf>()?.last();
    }
    if trimmed.starts_with("black=") || trimmed.starts_with("own=") {
        return read_bitboards(trimmed);
    }
    if text.trim_end().contains('\n') {
        return read_diagram(text);
    }
    read_line(text)
}

/// The 64 squares from a1 to h8: `X` black, `O` white, `-` empty.
pub fn squares(board: &Board) -> String {
    Square::all(u64::MAX).map(|square| letter(board.at(square))).collect()
}

/// The 64-character line with the side to move, as [`read_line`] reads it.
pub fn line(board: &Board) -> String {
    format!("{} {}", squares(board), letter(Some(board.to_move)))
}

const fn letter(disc: Option<Colour>) -> char {
    match disc {
        Some(Colour::Black) => 'X',
        Some(Colour::White) => 'O',
        None => '-',
    }
}

/// The meaning of a letter: a disc or an empty square.
const fn disc(letter: char) -> Option<Option<Colour>> {
    match letter {
        'X' | 'x' | '*' | 'b' | 'B' => Some(Some(Colour::Black)),
        'O' | 'o' | 'w' | 'W' => Some(Some(Colour::White)),
        '-' | '.' => Some(None),
        _ => None,
    }
}

/// Reads the 64 squares alone.
pub fn read_squares(text: &str, to_move: Colour) -> Result<Board, Error> {
    let mut discs = [0u64; 2];
    let mut count = 0;
    for (index, letter) in text.chars().enumerate().take(65) {
        if index == 64 {
            return Err(Error::bad_position(65, "more than 64 squares"));
        }
        match disc(letter) {
            Some(Some(colour)) => discs[colour as usize] |= 1 << index,
            Some(None) => {}
            None => return Err(Error::bad_position(index + 1, format!("{letter:?} is none of X, O and -"))),
        }
        count = index + 1;
    }
    if count < 64 {
        return Err(Error::bad_position(count + 1, format!("{count} squares instead of 64")));
    }
    Board::of(discs[Colour::Black as usize], discs[Colour::White as usize], to_move)
}

/// Reads 64 characters, a blank and the side to move. A `;` and anything after it, as in problem files, is
/// ignored.
pub fn read_line(text: &str) -> Result<Board, Error> {
    let text = text.split(';').next().unwrap_or_default().trim_end();
    let leading = text.len() - text.trim_start().len();
    let shift = |error| match error {
        Error::BadPosition { column, what } => Error::BadPosition { column: column + leading, what },
        other => other,
    };
    let squares: String = text.trim_start().chars().take(64).collect();
    let board = read_squares(&squares, Colour::Black).map_err(shift)?;
    let rest: String = text.trim_start().chars().skip(64).take(80).collect();
    let column = leading + 65;
    let (side, column) = match rest.strip_prefix(' ') {
        Some(side) => (side.trim_start(), column + 1 + side.len() - side.trim_start().len()),
        None if rest.is_empty() => return Err(Error::bad_position(column, "the side to move is missing")),
        None => {
            return Err(Error::bad_position(
                column,
                "a blank and the side to move must follow the 64 squares",
            ));
        }
    };
    match (side.chars().next().and_then(disc), side.chars().nth(1)) {
        (Some(Some(Colour::Black)), None) => Ok(board),
        (Some(Some(Colour::White)), None) => {
            Board::of(board.discs(Colour::Black), board.discs(Colour::White), Colour::White)
        }
        (Some(Some(_)), Some(_)) => {
            Err(Error::bad_position(column + 1, "nothing may follow the side to move"))
        }
        _ => Err(Error::bad_position(column, format!("{:?} is not a side to move: X or O", clip(side)))),
    }
}

/// Eight labelled rows for people; `legal` squares are marked with a dot.
pub fn diagram(board: &Board, legal: u64) -> String {
    let mut text = String::from("  a b c d e f g h\n");
    for square in Square::all(u64::MAX) {
        if square.index() % 8 == 0 {
            text.push(char::from(b'1' + (square.index() / 8) as u8));
        }
        text.push(' ');
        text.push(if legal & square.bit() == 0 { letter(board.at(square)) } else { '.' });
        if square.index() % 8 == 7 {
            text.push('\n');
        }
    }
    text
}

/// Reads eight rows of eight squares, with or without labels and blanks between. The side to move may follow
/// in a line of its own (`X`, `O`, `black`, `white`, `black to move`); without it black is to move.
pub fn read_diagram(text: &str) -> Result<Board, Error> {
    let mut rows = String::new();
    let mut to_move = Colour::Black;
    for line in text.lines().take(20) {
        let compact: String = line.chars().filter(|c| !c.is_whitespace()).take(80).collect();
        let lower = compact.to_ascii_lowercase();
        if compact.is_empty() || lower == "abcdefgh" {
            continue;
        }
        if rows.chars().count() < 64 {
            let row = compact.trim_start_matches(|c: char| c.is_ascii_digit());
            rows.push_str(row.trim_end_matches(|c: char| c.is_ascii_digit()));
            continue;
        }
        to_move = match lower.as_str() {
            "x" | "*" | "black" | "blacktomove" => Colour::Black,
            "o" | "white" | "whitetomove" => Colour::White,
            _ => return Err(Error::bad_position(65, format!("{:?} is not a side to move", clip(line)))),
        };
    }
    read_squares(&rows, to_move)
}

/// Both colours as 64-bit words in hexadecimal, bit i for square i: `black=.. white=.. to-move=black`.
pub fn bitboards(board: &Board) -> String {
    let (black, white) = (board.discs(Colour::Black), board.discs(Colour::White));
    format!("black={black:016x} white={white:016x} to-move={}", board.to_move)
}

/// Reads what [`bitboards`] writes, or `own=.. opp=..`, where the side to move is black.
pub fn read_bitboards(text: &str) -> Result<Board, Error> {
    let mut words = text.split_whitespace();
    let mut field = |label: &str| -> Result<&str, Error> {
        let word = words.next().unwrap_or_default();
        word.strip_prefix(label)
            .ok_or_else(|| Error::bad_position(1, format!("{label} expected, not {:?}", clip(word))))
    };
    let word = |hex: &str| {
        u64::from_str_radix(hex.trim_start_matches("0x"), 16).map_err(|_| {
            Error::bad_position(1, format!("{:?} is not a 64-bit word in hexadecimal", clip(hex)))
        })
    };
    if text.starts_with("own=") {
        return Board::of(word(field("own=")?)?, word(field("opp=")?)?, Colour::Black);
    }
    let (black, white) = (word(field("black=")?)?, word(field("white=")?)?);
    match field("to-move=")? {
        "black" => Board::of(black, white, Colour::Black),
        "white" => Board::of(black, white, Colour::White),
        other => Err(Error::bad_position(1, format!("{:?} is not a side to move", clip(other)))),
    }
}

/// Reads a move as typed: a square name, an index, or a pass.
pub fn read_action(text: &str) -> Result<Action, Error> {
    let text = text.trim();
    let text = text.strip_prefix("place ").unwrap_or(text).trim();
    if is_pass(text) {
        return Ok(Action::Pass);
    }
    if let Ok(square) = text.parse() {
        return Ok(Action::Place(square));
    }
    match text.parse::<i64>() {
        Ok(index) => u8::try_from(index)
            .ok()
            .and_then(Square::new)
            .map(Action::Place)
            .ok_or_else(|| Error::OutOfRange { value: index.to_string() }),
        Err(_) => Err(Error::BadSquare { text: clip(text) }),
    }
}

/// The ways other programs write a pass.
fn is_pass(word: &str) -> bool {
    ["pass", "pa", "ps", "--"].iter().any(|pass| word.eq_ignore_ascii_case(pass))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn every_notation_reads_what_it_writes() {
        let mut board = Board::START;
        for square in ["f5", "d6", "c3"] {
            board = board.play(square.parse().unwrap()).unwrap().0;
            let diagram = format!("{}{} to move", diagram(&board, 0), board.to_move);
            for text in [line(&board), diagram, bitboards(&board)] {
                assert_eq!(read(&text), Ok(board), "{text}");
            }
        }
        assert_eq!(line(&Board::START), START);
        assert_eq!(read("own=810000000 opp=1008000000"), Ok(Board::START));
    }

    #[test]
    fn lines_may_use_other_letters_and_carry_solutions() {
        let other = START.replace('X', "b").replace('O', "w").replace('-', ".");
        assert_eq!(read_line(&other), Ok(Board::START));
        assert_eq!(read_line(&format!("{START}; f5:+0; d6:-2")), Ok(Board::START));
        assert_eq!(read_line(&format!("{START};")), Ok(Board::START));
        assert_eq!(read_line(&START.replace(" X", " *")), Ok(Board::START));
    }

    #[test]
    fn bad_lines_name_the_column() {
        let check = |text: &str, expect: usize| match read_line(text) {
            Err(Error::BadPosition { column, .. }) => assert_eq!(column, expect, "{text:?}"),
            other => panic!("{text:?} gives {other:?}"),
        };
        check("", 1);
        check("---", 4);
        check(&START.replace('O', "Q"), 28);
        check(&START[..64], 65);
        check(&START[..65], 65);
        check(&START.replace(' ', ""), 65);
        check(&START.replace(" X", " Z"), 66);
        check(&START.replace(" X", " -"), 66);
        check(&START.replace(" X", " XX"), 67);
        check(&format!("-{START}"), 65);
        check("é", 1);
    }

    #[test]
    fn other_bad_positions_are_refused() {
        for text in
            ["black=1 white=1 to-move=black", "black=1 white=2", "own=zz opp=1", "X\nO", "(;GM[Chess])"]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn typed_moves() {
        assert_eq!(read_action(" F5 "), Ok(Action::Place("f5".parse().unwrap())));
        assert_eq!(read_action("37"), Ok(Action::Place("f5".parse().unwrap())));
        assert_eq!(read_action("PA"), Ok(Action::Pass));
        assert!(matches!(read_action("64"), Err(Error::OutOfRange { .. })));
        assert!(matches!(read_action("-1"), Err(Error::OutOfRange { .. })));
        assert!(matches!(read_action("i9"), Err(Error::BadSquare { .. })));
        assert!(matches!(read_action(""), Err(Error::BadSquare { .. })));
    }
}
