//! The opening book: moves for the first positions of a game, searched in advance.

use crate::engine::Opinion;
use baize_othello::{Position, Square, Symmetry};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A place in the book: the least of the eight symmetric forms of a position.
type Key = [u64; 2];

/// A move in the book, and its value for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BookMove {
    pub(crate) square: Square,
    /// In eighths of a disc.
    pub(crate) eighths: i8,
}

/// Opening positions with their good moves. `data/othello-openings.txt` says how the program's own book was
/// made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    depth: u8,
    places: BTreeMap<Key, Vec<BookMove>>,
}

/// The error for bytes that are not a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadBook;

impl std::fmt::Display for BadBook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("this is no Othello book of this program")
    }
}

impl std::error::Error for BadBook {}

const MAGIC: &[u8] = b"baize othello book 1\n";

/// The fraction of a disc in which values are counted.
pub(crate) const EIGHTHS: f64 = 8.0;

/// Marks a move whose place follows, in the same byte as its square.
const FOLLOWED: u8 = 64;

pub(crate) fn canonical(position: Position) -> Position {
    let images = Symmetry::all().map(|symmetry| symmetry.position(position));
    images.min_by_key(|image| key(*image)).unwrap_or(position)
}

pub(crate) const fn key(position: Position) -> Key {
    [position.own, position.opp]
}

impl Book {
    /// An empty book.
    pub const EMPTY: &'static Book = &Book { depth: 0, places: BTreeMap::new() };

    pub(crate) fn new(depth: u8, places: BTreeMap<Key, Vec<BookMove>>) -> Book {
        Book { depth, places }
    }

    /// The program's own book, read when first asked for.
    pub fn own() -> &'static Book {
        static OWN: OnceLock<Book> = OnceLock::new();
        let bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/othello-openings.book"));
        // Without a book, players search from the first move on.
        OWN.get_or_init(|| Book::read(bytes).unwrap_or_default())
    }

    /// How many positions it has, counting mirror images once.
    pub fn count(&self) -> usize {
        self.places.len()
    }

    /// How many plies each of its positions was searched.
    pub fn depth(&self) -> u32 {
        u32::from(self.depth)
    }

    /// The book's moves for a position, best first; none if it does not have the position.
    pub fn moves(&self, position: Position) -> Vec<Opinion> {
        let home = key(canonical(position));
        let Some(known) = self.places.get(&home) else { return Vec::new() };
        let turned = Symmetry::all().find(|symmetry| key(symmetry.position(position)) == home);
        let opinion = |square: Square| {
            let there = turned.map_or(square, |turn| turn.square(square));
            let found = known.iter().find(|of| of.square == there)?;
            Some(Opinion { square, score: f64::from(found.eighths) / EIGHTHS, is_bound: false })
        };
        let mut moves: Vec<Opinion> = Square::all(position.moves()).filter_map(opinion).collect();
        moves.sort_by(|a, b| b.score.total_cmp(&a.score));
        moves
    }

    /// Reads the bytes of a book.
    pub fn read(bytes: &[u8]) -> Result<Book, BadBook> {
        let (&depth, mut rest) = bytes.strip_prefix(MAGIC).and_then(<[u8]>::split_first).ok_or(BadBook)?;
        let mut book = Book { depth, places: BTreeMap::new() };
        book.take(canonical(Position::START), &mut rest)?;
        if rest.is_empty() { Ok(book) } else { Err(BadBook) }
    }

    /// Reads a place and those that follow it. Every move fills a square, so the recursion is no deeper than
    /// the board has squares.
    fn take(&mut self, place: Position, rest: &mut &[u8]) -> Result<(), BadBook> {
        let mut next = || rest.split_off_first().copied().ok_or(BadBook);
        let count = next()?;
        let (mut moves, mut followed) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let [square, eighths] = [next()?, next()?];
            let is_followed = square & FOLLOWED != 0;
            let legal = Square::new(square & !FOLLOWED).filter(|square| place.is_legal(*square));
            let square = legal.ok_or(BadBook)?;
            moves.push(BookMove { square, eighths: eighths as i8 });
            if is_followed {
                followed.push(square);
            }
        }
        if self.places.insert(key(place), moves).is_some() {
            return Err(BadBook);
        }
        followed.into_iter().try_for_each(|square| self.take(canonical(place.play_unchecked(square)), rest))
    }

    /// The bytes of a book: for each place its moves, then the places after the marked moves.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = [MAGIC, &[self.depth]].concat();
        let mut left = self.places.clone();
        Book::put(&mut left, canonical(Position::START), &mut bytes);
        bytes
    }

    fn put(left: &mut BTreeMap<Key, Vec<BookMove>>, place: Position, bytes: &mut Vec<u8>) {
        let moves = left.remove(&key(place)).unwrap_or_default();
        bytes.push(moves.len() as u8);
        let mut followed = Vec::new();
        for of in &moves {
            let next = canonical(place.play_unchecked(of.square));
            // Several moves may lead to the same place, which follows only once.
            let is_first = left.contains_key(&key(next)) && !followed.contains(&next);
            bytes.extend([of.square.index() as u8 | if is_first { FOLLOWED } else { 0 }, of.eighths as u8]);
            if is_first {
                followed.push(next);
            }
        }
        followed.into_iter().for_each(|next| Book::put(left, next, bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::{BookPlan, grow};
    use crate::weights::Weights;

    const SMALL: BookPlan = BookPlan { depth: 3, margin: 200, places: 40 };

    fn small() -> Book {
        grow(Weights::learnt(), SMALL, &mut |_| {})
    }

    #[test]
    fn a_book_comes_back_and_other_files_are_refused() {
        let bytes = small().to_bytes();
        assert_eq!(Book::read(&bytes), Ok(small()));
        let cut = &bytes[..bytes.len() - 1];
        let long = [&bytes[..], &[0]].concat();
        let mut illegal = bytes.clone();
        // The square of the first move: a1 is illegal at the start of a game.
        illegal[MAGIC.len() + 2] = 0;
        for bad in [&b""[..], MAGIC, cut, &long, &illegal] {
            assert_eq!(Book::read(bad), Err(BadBook));
        }
    }

    /// In every place a move is worth what its best reply says, and a mirrored board has the mirrored moves.
    #[test]
    fn values_go_up_from_the_ends_and_hold_for_all_eight_sides() {
        let book = small();
        assert_eq!(book.count(), 40);
        let mut seen = 0;
        for &[own, opp] in book.places.keys() {
            let place = Position { own, opp };
            let moves = book.moves(place);
            assert!(
                moves.iter().all(|of| place.is_legal(of.square))
                    && moves.is_sorted_by(|a, b| a.score >= b.score)
            );
            for of in &moves {
                if let Some(reply) = book.moves(place.play_unchecked(of.square)).first() {
                    assert_eq!(of.score, -reply.score);
                    seen += 1;
                }
            }
            // A place that mirrors itself may list either of two equal moves.
            let mirrors_itself = Symmetry::all().skip(1).any(|turn| turn.position(place) == place);
            for turn in Symmetry::all() {
                let turned = book.moves(turn.position(place));
                for of in &moves {
                    let square = turn.square(of.square);
                    let image = turned.iter().find(|image| image.square == square);
                    assert!(mirrors_itself || image.is_some_and(|image| image.score == of.score));
                }
                let scores = |moves: &[Opinion]| moves.iter().map(|of| of.score).collect::<Vec<f64>>();
                assert_eq!(scores(&turned), scores(&moves));
            }
        }
        assert!(seen >= 39, "{seen}");
        assert!(Book::EMPTY.moves(Position::START).is_empty());
    }

    #[test]
    fn the_own_book_is_sound() {
        let book = Book::own();
        assert!(book.count() >= 500 && book.depth() >= 12, "{} places", book.count());
        assert_eq!(book.moves(Position::START).len(), 4, "all first moves are the same");
        assert!(book.moves(Position { own: 1, opp: 2 }).is_empty(), "no game comes there so early");
    }
}
