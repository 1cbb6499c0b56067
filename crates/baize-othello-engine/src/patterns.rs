//! The patterns that the evaluation looks at, and how a move changes them.
//!
//! A pattern is a list of squares; its state is a number in balanced ternary: a disc of the side to move
//! counts +1, one of the other side -1, an empty square 0. For the other side every number just changes its
//! sign.

use baize_othello::{Position, Square, Symmetry};
use std::sync::LazyLock;

/// Every pattern, as the squares of one of its places, and how many places the symmetries of the board give
/// it.
const SHAPES: [(&str, usize); 13] = [
    ("a2 b2 c2 d2 e2 f2 g2 h2", 4),
    ("a3 b3 c3 d3 e3 f3 g3 h3", 4),
    ("a4 b4 c4 d4 e4 f4 g4 h4", 4),
    ("a1 b2 c3 d4 e5 f6 g7 h8", 2),
    ("a2 b3 c4 d5 e6 f7 g8", 4),
    ("a3 b4 c5 d6 e7 f8", 4),
    ("a4 b5 c6 d7 e8", 4),
    ("a5 b6 c7 d8", 4),
    ("b2 a1 b1 c1 d1 e1 f1 g1 h1 g2", 4),
    ("a1 b1 c1 a2 b2 c2 a3 b3 c3", 4),
    ("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2", 8),
    ("a1 b1 c1 d1 a2 b2 c2 a3 b3 a4", 4),
    ("a1 c1 d1 e1 f1 h1 c2 d2 e2 f2", 4),
];

/// How many places there are; the last few are unused and only fill whole registers.
pub(crate) const PLACES: usize = 64;

/// How many places are used.
pub(crate) const USED: usize = 54;

/// The states of all patterns together.
pub(crate) const STATES: usize = 285_363;

/// For each used place, the index of the zero state of its pattern among all states.
pub(crate) const CENTRES: [usize; USED] = centres();

const fn centres() -> [usize; USED] {
    let mut centres = [0; USED];
    let (mut shape, mut place, mut first) = (0, 0, 0);
    while shape < SHAPES.len() {
        let (names, places) = SHAPES[shape];
        let states = 3_usize.pow((names.len() as u32 + 1) / 3);
        let end = place + places;
        while place < end {
            centres[place] = first + states / 2;
            place += 1;
        }
        first += states;
        shape += 1;
    }
    assert!(place == USED && first == STATES, "the constants fit the shapes");
    centres
}

/// What a disc on each square adds to the state at each place.
pub(crate) type Digits = [[i16; PLACES]; 64];

/// The table of digits, made on first use.
pub(crate) fn digits() -> &'static Digits {
    static DIGITS: LazyLock<Box<Digits>> = LazyLock::new(|| {
        let mut digits = Box::new([[0; PLACES]; 64]);
        let places = SHAPES.iter().flat_map(|&(names, _)| images(&squares(names)));
        for (place, image) in places.enumerate() {
            for (digit, square) in image.iter().enumerate() {
                digits[square.index()][place] = 3_i16.pow(digit as u32);
            }
        }
        digits
    });
    &DIGITS
}

/// For each state, the lowest of its mirror images, which all share one value.
pub(crate) fn canon() -> &'static [u32] {
    static CANON: LazyLock<Box<[u32]>> = LazyLock::new(|| {
        let mut canon = Vec::with_capacity(STATES);
        for (names, _) in SHAPES {
            let squares = squares(names);
            let (first, mirrors) = (canon.len() as u32, mirrors(&squares));
            canon.extend(
                (0..3_u32.pow(squares.len() as u32)).map(|state| first + least_image(state, &mirrors)),
            );
        }
        canon.into()
    });
    &CANON
}

fn squares(names: &str) -> Vec<Square> {
    names.split(' ').map(|name| name.parse().expect("shapes name squares")).collect()
}

/// The state at each place, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(crate) struct Features(pub(crate) [i16; PLACES]);

/// All images of the shape under the symmetries of the board, each set of squares once.
fn images(squares: &[Square]) -> Vec<Vec<Square>> {
    let mut images: Vec<Vec<Square>> = Vec::new();
    for symmetry in Symmetry::all() {
        let image: Vec<Square> = squares.iter().map(|&square| symmetry.square(square)).collect();
        if !images.iter().any(|other| image.iter().all(|square| other.contains(square))) {
            images.push(image);
        }
    }
    images
}

/// The symmetries that map the shape to itself, as permutations of its squares.
fn mirrors(squares: &[Square]) -> Vec<Vec<usize>> {
    let permutation = |symmetry: Symmetry| {
        let place = |&square| squares.iter().position(|&other| other == symmetry.square(square));
        squares.iter().map(place).collect::<Option<Vec<usize>>>()
    };
    Symmetry::all().filter_map(permutation).collect()
}

/// The lowest mirror image of a state; its digits are 0 to 2 here.
fn least_image(state: u32, mirrors: &[Vec<usize>]) -> u32 {
    let image = |mirror: &Vec<usize>| {
        mirror
            .iter()
            .enumerate()
            .map(|(from, &to)| state / 3_u32.pow(from as u32) % 3 * 3_u32.pow(to as u32))
            .sum()
    };
    mirrors.iter().map(image).min().unwrap_or(state)
}

impl Features {
    /// The states in a position.
    pub(crate) fn of(position: Position) -> Features {
        let mut features = Features([0; PLACES]);
        for (discs, sign) in [(position.own, 1), (position.opp, -1)] {
            for square in Square::all(discs) {
                let row = &digits()[square.index()];
                features.0.iter_mut().zip(row).for_each(|(state, digit)| *state += sign * digit);
            }
        }
        features
    }

    /// The states after a disc on `square` turned `flips`, for the other side.
    #[inline(always)]
    pub(crate) fn played(&self, digits: &Digits, square: u32, mut flips: u64) -> Features {
        let mut next = [0; PLACES];
        while flips != 0 {
            let row = &digits[flips.trailing_zeros() as usize & 63];
            flips &= flips - 1;
            for place in 0..PLACES {
                next[place] = row[place].wrapping_add(next[place]);
            }
        }
        let row = &digits[square as usize & 63];
        for place in 0..PLACES {
            // A turned disc changes its digit by two. Numbers that wrap on the way are back in range at the
            // end.
            let turned = next[place].wrapping_add(next[place]);
            next[place] = self.0[place].wrapping_add(row[place]).wrapping_add(turned).wrapping_neg();
        }
        Features(next)
    }

    /// The states for the other side.
    #[inline(always)]
    pub(crate) fn passed(&self) -> Features {
        Features(self.0.map(|state| -state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baize_rules::{Dice, Seed};

    #[test]
    fn features_follow_every_move() {
        let mut dice = Dice::new(&Seed::from_text("features"));
        for _ in 0..20 {
            let (mut position, mut features) = (Position::START, Features::of(Position::START));
            while !position.is_over() {
                let squares: Vec<Square> = Square::all(position.moves()).collect();
                match dice.pick(&squares) {
                    Some(&square) => {
                        let index = square.index() as u32;
                        features = features.played(digits(), index, position.flips(square));
                        position = position.play_unchecked(square);
                    }
                    None => (position, features) = (position.passed(), features.passed()),
                }
                assert_eq!(features, Features::of(position));
            }
        }
    }

    /// The patterns look the same from all eight sides, and so do the sums of their canonical states.
    #[test]
    fn mirrored_positions_have_the_same_canonical_states() {
        let mut dice = Dice::new(&Seed::from_text("mirrors"));
        let mut position = Position::START;
        while position.moves() != 0 {
            let canonical = |position: Position| {
                let Features(states) = Features::of(position);
                let state =
                    |place: usize| canon()[(CENTRES[place] as i32 + i32::from(states[place])) as usize];
                let mut list: Vec<u32> = (0..USED).map(state).collect();
                list.sort_unstable();
                list
            };
            for symmetry in Symmetry::all() {
                assert_eq!(canonical(symmetry.position(position)), canonical(position));
            }
            let squares: Vec<Square> = Square::all(position.moves()).collect();
            position = position.play_unchecked(*dice.pick(&squares).expect("there is a move"));
        }
    }
}
