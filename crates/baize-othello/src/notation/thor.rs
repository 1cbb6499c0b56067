//! Games of the WTHOR databases.

use crate::{Error, Square};

/// One game of a WTHOR file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThorGame {
    /// Index of the tournament's name in its own file.
    pub tournament: u16,
    /// Index of black's name.
    pub black: u16,
    /// Index of white's name.
    pub white: u16,
    /// Black's discs at the end, with empty squares given to the winner.
    pub score: u8,
    /// The squares played, passes left out.
    pub squares: Vec<Square>,
}

const HEADER: usize = 16;
const GAME: usize = 68;

/// A move byte: ten times the row plus the column, both from 1; f5 is 56.
pub const fn read_thor_move(byte: u8) -> Option<Square> {
    let (row, column) = (byte / 10, byte % 10);
    if row < 1 || row > 8 || column < 1 || column > 8 {
        return None;
    }
    Square::new((row - 1) * 8 + column - 1)
}

/// Reads a file of games (`.wtb`): a header of 16 bytes, then 68 bytes a game.
pub fn read_thor(file: &[u8]) -> Result<Vec<ThorGame>, Error> {
    let bad = |what: &str| Error::BadRecord { number: 0, what: what.to_owned() };
    let (header, games) = file.split_at_checked(HEADER).ok_or_else(|| bad("shorter than its header"))?;
    let count = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
    if !matches!(header[12], 0 | 8) {
        return Err(bad("not for a board of size 8"));
    }
    if count.checked_mul(GAME) != Some(games.len()) {
        return Err(bad("the length does not fit the number of games in the header"));
    }
    games.chunks_exact(GAME).map(read_game).collect()
}

fn read_game(bytes: &[u8]) -> Result<ThorGame, Error> {
    let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let played = bytes[8..].iter().take_while(|&&byte| byte != 0).enumerate();
    let squares = played.map(|(index, &byte)| {
        let bad = || Error::BadRecord { number: index + 1, what: format!("{byte} is not a square") };
        read_thor_move(byte).ok_or_else(bad)
    });
    let squares = squares.collect::<Result<_, _>>()?;
    Ok(ThorGame { tournament: word(0), black: word(2), white: word(4), score: bytes[6], squares })
}

/// Writes what [`read_thor_move`] reads.
pub const fn write_thor_move(square: Square) -> u8 {
    let index = square.index() as u8;
    10 * (index / 8 + 1) + index % 8 + 1
}

/// Writes what [`read_thor`] reads. The dates in the header are left empty, so that the same games give the
/// same file.
pub fn write_thor(games: &[ThorGame]) -> Vec<u8> {
    let mut file = vec![0; HEADER];
    file[4..8].copy_from_slice(&u32::try_from(games.len()).unwrap_or(u32::MAX).to_le_bytes());
    file[12] = 8;
    for game in games {
        let mut bytes = [0; GAME];
        bytes[..2].copy_from_slice(&game.tournament.to_le_bytes());
        bytes[2..4].copy_from_slice(&game.black.to_le_bytes());
        bytes[4..6].copy_from_slice(&game.white.to_le_bytes());
        // The file also wants the score under perfect play, which is not worked out here.
        bytes[6..8].fill(game.score);
        for (byte, square) in bytes[8..].iter_mut().zip(&game.squares) {
            *byte = write_thor_move(*square);
        }
        file.extend(bytes);
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_bytes() {
        assert_eq!(read_thor_move(56).unwrap().to_string(), "f5");
        assert_eq!(read_thor_move(11).unwrap().to_string(), "a1");
        assert_eq!(read_thor_move(88).unwrap().to_string(), "h8");
        for byte in [0, 10, 19, 81 + 8, 90, 99, 255] {
            assert_eq!(read_thor_move(byte), None, "{byte}");
        }
    }

    #[test]
    fn every_square_has_its_byte() {
        assert!(Square::all(u64::MAX).all(|square| read_thor_move(write_thor_move(square)) == Some(square)));
    }

    #[test]
    fn a_file_of_games() {
        let mut file = vec![20, 26, 11, 15, 1, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0];
        let mut game = [0u8; GAME];
        game[..11].copy_from_slice(&[1, 0, 2, 0, 3, 1, 40, 40, 56, 64, 33]);
        file.extend(game);
        let games = read_thor(&file).unwrap();
        assert_eq!((games[0].tournament, games[0].black, games[0].white, games[0].score), (1, 2, 259, 40));
        let names: Vec<String> = games[0].squares.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["f5", "d6", "c3"]);
        assert_eq!(write_thor(&games)[4..], file[4..]);
        for broken in [&file[..10], &file[..20], &[&file[..], &[0]].concat()] {
            assert!(read_thor(broken).is_err());
        }
        file[16 + 9] = 99;
        assert!(read_thor(&file).is_err());
    }
}
