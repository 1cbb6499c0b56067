//! Names of Othello openings.

use baize_othello::{Square, Symmetry};

/// Names that players use, each with its moves from c4 on; a game gets the longest that fits it.
const NAMED: &[(&str, &str)] = &[
    ("Diagonal", "c4c3"),
    ("X-square", "c4c3d3c5b2"),
    ("Snake", "c4c3d3c5b3"),
    ("Lysons", "c4c3d3c5b3f3"),
    ("Heath", "c4c3d3c5b4"),
    ("Heath-Bat", "c4c3d3c5b4d2d6"),
    ("Iwasaki", "c4c3d3c5b4d2e2"),
    ("Heath-Chimney", "c4c3d3c5b4e3"),
    ("Raccoon Dog", "c4c3d3c5b5"),
    ("Hamilton", "c4c3d3c5b6"),
    ("Lollipop", "c4c3d3c5b6e3"),
    ("Cow", "c4c3d3c5d6"),
    ("Chimney", "c4c3d3c5d6e3"),
    ("Cow Bat", "c4c3d3c5d6f4b4"),
    ("Rose-v-Toth", "c4c3d3c5d6f4f5"),
    ("Tanida", "c4c3d3c5d6f4f5d2"),
    ("Aircraft", "c4c3d3c5d6f4f5d2b5"),
    ("Maruoka", "c4c3d3c5d6f4f5e6c6d7"),
    ("Landau", "c4c3d3c5d6f4f5e6f6"),
    ("Buffalo", "c4c3d3c5f6"),
    ("Maruoka Buffalo", "c4c3d3c5f6e2c6"),
    ("Hokuriku Buffalo", "c4c3d3c5f6f5"),
    ("Wing Variation", "c4c3e6c5"),
    ("Semi-Wing Variation", "c4c3f5c5"),
    ("Parallel", "c4c5"),
    ("Perpendicular", "c4e3"),
    ("Mimura", "c4e3f4c5d6e6"),
    ("Shaman", "c4e3f4c5d6f3e2"),
    ("Inoue", "c4e3f4c5d6f3d3"),
    ("Iago", "c4e3f4c5d6f3d3c3"),
    ("Rose", "c4e3f4c5d6f3e6c3d3e2"),
    ("Horse", "c4e3f4c5e6"),
    ("No-Kung", "c4e3f5b4"),
    ("Italian", "c4e3f5e6d3"),
    ("Cat", "c4e3f5e6f4"),
    ("Sakaguchi", "c4e3f5e6f4c5d6c6f7f3"),
    ("Swallow", "c4e3f6b4"),
    ("Tiger", "c4e3f6e6f5"),
    ("Stephenson", "c4e3f6e6f5c5c3"),
    ("Comp'Oth", "c4e3f6e6f5c5c3c6"),
    ("Brightwell", "c4e3f6e6f5c5d6"),
    ("Leader's Tiger", "c4e3f6e6f5c5d3"),
    ("Rose-Bill", "c4e3f6e6f5g6"),
    ("Tamenori", "c4e3f6e6f5g6e7c5"),
];

/// What is known about how a game began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Opening {
    /// Its name, if it has one.
    pub(crate) name: Option<&'static str>,
    /// How many moves follow some named opening.
    pub(crate) moves: usize,
}

/// The opening of a game from its start, however the board is turned.
pub(crate) fn opening(squares: &[Square]) -> Opening {
    let turned = turned(squares);
    let mut opening = Opening { name: None, moves: 0 };
    let mut longest = 0;
    for (name, moves) in NAMED {
        let named = self::turned(&parsed(moves));
        let common = named.iter().zip(&turned).take_while(|(a, b)| a == b).count();
        opening.moves = opening.moves.max(common);
        if common == named.len() && common > longest {
            (opening.name, longest) = (Some(*name), common);
        }
    }
    opening
}

fn parsed(moves: &str) -> Vec<Square> {
    let names = moves.as_bytes().chunks(2).filter_map(|name| std::str::from_utf8(name).ok());
    names.filter_map(|name| name.parse().ok()).collect()
}

/// The same moves with the board turned so that the first is f5.
fn turned(squares: &[Square]) -> Vec<Square> {
    let turn = squares.first().and_then(|first| Symmetry::to_f5(*first));
    turn.map_or(Vec::new(), |turn| squares.iter().map(|square| turn.square(*square)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use baize_othello::Position;

    #[test]
    fn every_opening_can_be_played_and_is_found_by_its_name() {
        for (name, moves) in NAMED {
            let squares = parsed(moves);
            assert_eq!(2 * squares.len(), moves.len(), "{name}");
            let mut position = Position::START;
            for square in &squares {
                assert!(position.is_legal(*square), "{name}: {square}");
                position = position.play_unchecked(*square);
            }
            for turn in Symmetry::all().filter(|turn| turn.position(Position::START) == Position::START) {
                let turned: Vec<Square> = squares.iter().map(|square| turn.square(*square)).collect();
                assert_eq!(opening(&turned), Opening { name: Some(*name), moves: squares.len() });
            }
        }
    }

    #[test]
    fn a_game_leaves_the_table_where_no_name_goes_on() {
        let start = |moves: &str| opening(&parsed(moves));
        assert_eq!(start("f5d6c3d3c4d7"), Opening { name: Some("Tiger"), moves: 5 });
        assert_eq!(start("c4e3f6e6"), Opening { name: Some("Perpendicular"), moves: 4 });
        assert_eq!(start("f5"), Opening { name: None, moves: 1 });
        assert_eq!(start(""), Opening { name: None, moves: 0 });
    }
}
