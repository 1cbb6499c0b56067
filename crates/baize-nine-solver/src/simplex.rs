//! The simplex method for matrix games, on the condensed table.

use crate::matrix::{Matrix, Mix};
use baize_nine::Card;

/// The cards of a hand, and one more for the bounds and the goal.
const SIDE: usize = Card::COUNT + 1;
/// Smaller differences count as zero; the entries are scaled to 1..2.
const EPSILON: f64 = 1e-13;
/// Smaller entries are what rounding leaves of a row after subtracting its twin, and must not be divided by.
const SMALLEST_PIVOT: f64 = 1e-9;
/// After this many pivots the lowest index is chosen, which cannot cycle.
const PATIENT: usize = 60;
/// No game of nine rows comes near this; without a limit rounding could make it loop for ever.
const MOST_PIVOTS: usize = 2_000;

/// Optimal mixes of the rows and of the columns, up to rounding; all entries lie in `least..=most`.
///
/// The column player maximises the sum of y >= 0 under A y <= 1, where A is the matrix scaled to positive
/// entries. Row `size` of the table is the goal, column `size` the bounds.
pub(crate) fn solve(matrix: &Matrix, least: f64, most: f64) -> [Mix; 2] {
    let mut table = Tableau::new(matrix, least, most);
    for step in 0..MOST_PIVOTS {
        let Some(column) = table.entering(step) else { break };
        let Some(row) = table.leaving(column) else { break };
        table.pivot(row, column);
    }
    table.mixes()
}

struct Tableau {
    size: usize,
    cells: [[f64; SIDE]; SIDE],
    /// The variable at each row: below `size` a y, from there on the slack of a row.
    at_row: [usize; Card::COUNT],
    at_column: [usize; Card::COUNT],
}

impl Tableau {
    fn new(matrix: &Matrix, least: f64, most: f64) -> Tableau {
        let size = matrix.size();
        let mut cells = [[0.0; SIDE]; SIDE];
        for (cells, row) in cells.iter_mut().zip(matrix.rows()) {
            for (cell, entry) in cells.iter_mut().zip(row) {
                *cell = 1.0 + (entry - least) / (most - least);
            }
            cells[size] = 1.0;
        }
        cells[size][..size].fill(-1.0);
        let (mut at_row, mut at_column) = ([0; Card::COUNT], [0; Card::COUNT]);
        for index in 0..size {
            (at_row[index], at_column[index]) = (size + index, index);
        }
        Tableau { size, cells, at_row, at_column }
    }

    /// The column that gains most; after [`PATIENT`] steps, the gaining one with the lowest variable.
    fn entering(&self, step: usize) -> Option<usize> {
        let goal = &self.cells[self.size][..self.size];
        let gaining = (0..self.size).filter(|&column| goal[column] < -EPSILON);
        if step < PATIENT {
            gaining.min_by(|&a, &b| goal[a].total_cmp(&goal[b]))
        } else {
            gaining.min_by_key(|&column| self.at_column[column])
        }
    }

    /// The row that bounds the column first; among equals, the one with the lowest variable.
    fn leaving(&self, column: usize) -> Option<usize> {
        let mut best: Option<(usize, f64)> = None;
        for row in (0..self.size).filter(|&row| self.cells[row][column] > SMALLEST_PIVOT) {
            let ratio = self.cells[row][self.size] / self.cells[row][column];
            let is_better = best.is_none_or(|(other, least)| {
                ratio < least - EPSILON || (ratio <= least + EPSILON && self.at_row[row] < self.at_row[other])
            });
            if is_better {
                best = Some((row, ratio));
            }
        }
        best.map(|(row, _)| row)
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let inverse = 1.0 / self.cells[row][column];
        let mut pivot_row = self.cells[row];
        pivot_row[..=self.size].iter_mut().for_each(|cell| *cell *= inverse);
        for (index, cells) in self.cells[..=self.size].iter_mut().enumerate() {
            if index == row {
                continue;
            }
            let factor = cells[column];
            for (cell, pivot) in cells[..=self.size].iter_mut().zip(&pivot_row) {
                *cell -= factor * pivot;
            }
            cells[column] = -factor * inverse;
        }
        pivot_row[column] = inverse;
        self.cells[row] = pivot_row;
        std::mem::swap(&mut self.at_row[row], &mut self.at_column[column]);
    }

    /// Reads off the mixes: the columns' from the bounds of its rows, the rows' from the goal below their
    /// slacks.
    fn mixes(&self) -> [Mix; 2] {
        let (mut rows, mut columns) = ([0.0; Card::COUNT], [0.0; Card::COUNT]);
        for index in 0..self.size {
            let variable = self.at_row[index];
            if variable < self.size {
                columns[variable] = self.cells[index][self.size].max(0.0);
            }
            let variable = self.at_column[index];
            if variable >= self.size {
                rows[variable - self.size] = self.cells[self.size][index].max(0.0);
            }
        }
        [rows, columns].map(|weights| Mix::from_weights(&weights[..self.size]))
    }
}
