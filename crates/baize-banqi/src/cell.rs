//! Cells, and which of them can be reached from which on an empty board.

use crate::Mode;
use schemars::JsonSchema;
use std::fmt;

/// A cell of the board by its index: row by row from the top, from left to right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, JsonSchema)]
#[schemars(inline)]
pub struct Cell(#[schemars(range(max = 44))] u8);

impl Cell {
    /// The number of cells of the largest board.
    pub const MOST: usize = 45;

    /// The cell with this index, if the board of `mode` has it.
    pub const fn new(mode: Mode, index: usize) -> Option<Cell> {
        if index < mode.cells() { Some(Cell(index as u8)) } else { None }
    }

    /// The cell called `name`, such as `b3`: the file from the left, the rank from the bottom.
    pub fn named(mode: Mode, name: &str) -> Option<Cell> {
        let [file, rank] = name.as_bytes() else { return None };
        let column = usize::from(file.checked_sub(b'a')?);
        let rank = usize::from(rank.checked_sub(b'0')?);
        if column >= mode.columns() || rank == 0 || rank > mode.rows() {
            return None;
        }
        Cell::new(mode, (mode.rows() - rank) * mode.columns() + column)
    }

    /// All cells of the board in order.
    pub fn all(mode: Mode) -> impl DoubleEndedIterator<Item = Cell> + Clone {
        (0..mode.cells() as u8).map(Cell)
    }

    /// The index of the cell.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell's name on the board of `mode`.
    pub fn name(self, mode: Mode) -> Name {
        let (row, column) = (self.index() / mode.columns(), self.index() % mode.columns());
        Name([b'a' + column as u8, b'0' + (mode.rows() - row) as u8])
    }

    /// The neighbours of the cell on the board of `mode`, as a set.
    pub const fn beside(self, mode: Mode) -> u64 {
        grid(mode).steps[self.index()]
    }

    /// The set that holds only this cell.
    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The cell whose index is higher by `places`; it must be on the board.
    pub(crate) const fn offset(self, places: i8) -> Cell {
        Cell(self.0.wrapping_add_signed(places))
    }

    /// The cell with this index; it must be on the board.
    pub(crate) const fn at(index: u8) -> Cell {
        Cell(index)
    }

    /// The first cell of a non-empty set.
    pub(crate) const fn first_of(set: u64) -> Cell {
        Cell(set.trailing_zeros() as u8)
    }
}

/// The name of a cell, for display.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name([u8; 2]);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0[0] as char, self.0[1] as char)
    }
}

/// The cells of a set in ascending order: bit *i* is the cell of index *i*.
pub fn cells(mut set: u64) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| Cell::first_of(set))?;
        set &= set - 1;
        Some(cell)
    })
}

/// The neighbours of a cell in the order up, down, left, right; none for an index outside the board.
pub fn adjacent(mode: Mode, index: usize) -> Vec<Cell> {
    let Some(cell) = Cell::new(mode, index) else { return Vec::new() };
    let rays = &grid(mode).rays[cell.index()];
    // The nearest cell of a ray has the highest index going up or left, the lowest going down or right.
    let nearest = [last_of(rays[UP]), first_of(rays[DOWN]), last_of(rays[LEFT]), first_of(rays[RIGHT])];
    nearest.into_iter().flat_map(cells).collect()
}

/// The member of a set with the lowest index; the empty set stays empty.
pub(crate) const fn first_of(set: u64) -> u64 {
    set & set.wrapping_neg()
}

/// The member of a set of cells with the highest index; the empty set stays empty.
pub(crate) const fn last_of(set: u64) -> u64 {
    1 << (set << 1 | 1).ilog2() >> 1
}

/// Directions as indices into the rays of a cell.
pub(crate) const UP: usize = 0;
pub(crate) const DOWN: usize = 1;
pub(crate) const LEFT: usize = 2;
pub(crate) const RIGHT: usize = 3;

/// The geometry of a board, worked out at compile time.
pub(crate) struct Grid {
    /// All cells of the board.
    pub(crate) all: u64,
    /// Neighbours in the same row or column.
    pub(crate) steps: [u64; Cell::MOST],
    /// Diagonal neighbours.
    pub(crate) diagonals: [u64; Cell::MOST],
    /// Two rows and two columns away.
    pub(crate) elephants: [u64; Cell::MOST],
    /// Two along one axis and one along the other.
    pub(crate) knights: [u64; Cell::MOST],
    /// All cells in one direction.
    pub(crate) rays: [[u64; 4]; Cell::MOST],
}

/// The geometry of a mode's board.
pub(crate) const fn grid(mode: Mode) -> &'static Grid {
    &mode.tables().grid
}

impl Grid {
    pub(crate) const fn of(rows: usize, columns: usize) -> Grid {
        let cells = rows * columns;
        let mut grid = Grid {
            all: (1 << cells) - 1,
            steps: [0; Cell::MOST],
            diagonals: [0; Cell::MOST],
            elephants: [0; Cell::MOST],
            knights: [0; Cell::MOST],
            rays: [[0; 4]; Cell::MOST],
        };
        let mut pair = 0;
        while pair < cells * cells {
            grid.relate(columns, pair / cells, pair % cells);
            pair += 1;
        }
        grid
    }

    /// Adds `to` to the tables of `from`.
    const fn relate(&mut self, columns: usize, from: usize, to: usize) {
        let (rows, files) =
            ((from / columns).abs_diff(to / columns), (from % columns).abs_diff(to % columns));
        match (rows, files) {
            (0, 1) | (1, 0) => self.steps[from] |= 1 << to,
            (1, 1) => self.diagonals[from] |= 1 << to,
            (2, 2) => self.elephants[from] |= 1 << to,
            (1, 2) | (2, 1) => self.knights[from] |= 1 << to,
            _ => {}
        }
        if from != to && (rows == 0 || files == 0) {
            let direction = match (files == 0, to < from) {
                (true, true) => UP,
                (true, false) => DOWN,
                (false, true) => LEFT,
                (false, false) => RIGHT,
            };
            self.rays[from][direction] |= 1 << to;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indices(mode: Mode, index: usize) -> Vec<usize> {
        adjacent(mode, index).into_iter().map(Cell::index).collect()
    }

    /// The cells next to one, in the order up, down, left, right.
    #[test]
    fn neighbours_come_up_down_left_right() {
        assert_eq!(indices(Mode::Classic, 10), [6, 14, 9, 11]);
        assert_eq!(indices(Mode::ThreeKingdoms, 22), [17, 27, 21, 23]);
        assert_eq!(indices(Mode::ThreeKingdoms, 10), [5, 15, 11]);
        assert_eq!(indices(Mode::Classic, 0), [4, 1]);
        assert_eq!(indices(Mode::Classic, 31), [27, 30]);
        assert_eq!(indices(Mode::ThreeKingdoms, 44), [39, 43]);
        assert!(indices(Mode::Classic, 32).is_empty());
        assert!(indices(Mode::ThreeKingdoms, usize::MAX).is_empty());
    }

    #[test]
    fn row_ends_are_not_neighbours() {
        assert!(!indices(Mode::Classic, 3).contains(&4) && !indices(Mode::Classic, 4).contains(&3));
        assert!(
            !indices(Mode::ThreeKingdoms, 4).contains(&5) && !indices(Mode::ThreeKingdoms, 5).contains(&4)
        );
    }

    #[test]
    fn every_cell_has_two_to_four_neighbours_and_they_are_mutual() {
        for mode in Mode::ALL {
            for cell in Cell::all(mode) {
                let near = adjacent(mode, cell.index());
                assert!((2..=4).contains(&near.len()));
                assert!(near.iter().all(|other| adjacent(mode, other.index()).contains(&cell)));
                assert_eq!(near.iter().fold(0, |set, cell| set | cell.bit()), grid(mode).steps[cell.index()]);
            }
        }
    }

    #[test]
    fn names_are_those_of_section_14_1() {
        let cases = [
            (Mode::Classic, 0, "a8"),
            (Mode::Classic, 3, "d8"),
            (Mode::Classic, 31, "d1"),
            (Mode::ThreeKingdoms, 0, "a9"),
            (Mode::ThreeKingdoms, 22, "c5"),
            (Mode::ThreeKingdoms, 44, "e1"),
        ];
        for (mode, index, name) in cases {
            assert_eq!(Cell::named(mode, name).map(Cell::index), Some(index));
        }
        for mode in Mode::ALL {
            for cell in Cell::all(mode) {
                assert_eq!(Cell::named(mode, &cell.name(mode).to_string()), Some(cell));
            }
        }
        for name in ["", "a", "a0", "a9", "e1", "A1", "a10", "1a", "é1"] {
            assert_eq!(Cell::named(Mode::Classic, name), None, "{name}");
        }
    }
}
