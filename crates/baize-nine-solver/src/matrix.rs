//! Matrix games: both players choose at once, the row player gets the entry, the column player loses it.

use crate::simplex;
use baize_nine::Card;

/// Differences below this share of the greatest entry count as rounding.
const ROUNDING: f64 = 1e-13;

/// Chances of the cards of a hand, in ascending order of the cards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mix {
    values: [f64; Card::COUNT],
    len: usize,
}

impl Mix {
    /// Equal chances for `len` cards.
    pub fn uniform(len: usize) -> Mix {
        Mix::from_weights(&[1.0; Card::COUNT][..len])
    }

    /// Only the card at `index`, of `len` cards.
    pub fn pure(index: usize, len: usize) -> Mix {
        let mut mix = Mix { values: [0.0; Card::COUNT], len };
        mix.values[index] = 1.0;
        mix
    }

    /// Chances in proportion to the weights: at most nine, not negative, not all zero.
    pub fn from_weights(weights: &[f64]) -> Mix {
        let sum: f64 = weights.iter().sum();
        let mut mix = Mix { values: [0.0; Card::COUNT], len: weights.len() };
        for (value, weight) in mix.values.iter_mut().zip(weights) {
            *value = weight / sum;
        }
        mix
    }

    /// The chances.
    pub fn values(&self) -> &[f64] {
        &self.values[..self.len]
    }

    /// Blends in `share` of the other mix.
    #[must_use]
    pub fn blend(&self, other: &Mix, share: f64) -> Mix {
        let mut mix = *self;
        for (value, other) in mix.values.iter_mut().zip(other.values) {
            *value += share * (other - *value);
        }
        mix
    }
}

/// The entries of a square matrix game of at most nine rows.
#[derive(Clone, PartialEq, Debug)]
pub struct Matrix {
    pub(crate) size: usize,
    pub(crate) entries: [[f64; Card::COUNT]; Card::COUNT],
}

/// A pair of mixes neither of which can be improved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Equilibrium {
    /// What it is worth to the row player.
    pub value: f64,
    /// The mixes of the rows and of the columns.
    pub mixes: [Mix; 2],
    /// How much better either player could do against these mixes, which is only rounding.
    pub gap: f64,
}

impl Matrix {
    /// A matrix filled from `entry`, called with each row and column; `size` is at most nine.
    pub fn new(size: usize, mut entry: impl FnMut(usize, usize) -> f64) -> Matrix {
        let mut entries = [[0.0; Card::COUNT]; Card::COUNT];
        for (i, row) in entries.iter_mut().take(size).enumerate() {
            for (j, place) in row.iter_mut().take(size).enumerate() {
                *place = entry(i, j);
            }
        }
        Matrix { size, entries }
    }

    /// How many rows, and how many columns.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The rows.
    pub fn rows(&self) -> impl Iterator<Item = &[f64]> {
        self.entries[..self.size].iter().map(|row| &row[..self.size])
    }

    /// What the mix of the rows gets against each column.
    pub fn against_columns(&self, mix: &Mix) -> Vec<f64> {
        let mut sums = vec![0.0; self.size];
        for (row, chance) in self.rows().zip(mix.values()) {
            sums.iter_mut().zip(row).for_each(|(sum, entry)| *sum += chance * entry);
        }
        sums
    }

    /// What each row gets against the mix of the columns.
    pub fn against_rows(&self, mix: &Mix) -> Vec<f64> {
        self.rows()
            .map(|row| row.iter().zip(mix.values()).map(|(entry, chance)| entry * chance).sum())
            .collect()
    }

    /// The least that the mix of the rows gets.
    pub fn secured(&self, mix: &Mix) -> f64 {
        let mut least = f64::INFINITY;
        for j in 0..self.size {
            let sum: f64 = self.rows().zip(mix.values()).map(|(row, chance)| chance * row[j]).sum();
            least = least.min(sum);
        }
        least
    }

    /// The most that the mix of the columns gives away.
    pub fn conceded(&self, mix: &Mix) -> f64 {
        self.rows()
            .map(|row| row.iter().zip(mix.values()).map(|(entry, chance)| entry * chance).sum())
            .fold(f64::NEG_INFINITY, f64::max)
    }

    /// Solves the game with the first way whose gap proves it: blind choice, a saddle point, the formula for
    /// two cards, or else the simplex method.
    pub fn solve(&self) -> Equilibrium {
        let [least, most] = self.bounds();
        let rounding = ROUNDING * least.abs().max(most.abs()).max(most - least);
        let quick = [Matrix::blind, Matrix::saddle, Matrix::of_two];
        let found = quick.iter().find_map(|way| way(self).filter(|found| found.gap <= rounding));
        found.unwrap_or_else(|| {
            let [rows, columns] = simplex::solve(self, least, most);
            self.proved(rows, columns)
        })
    }

    /// The value when the row player leads and the leader's card is seen.
    pub(crate) fn row_leads(&self) -> f64 {
        self.rows().map(|row| fold(row, f64::min)).fold(f64::NEG_INFINITY, f64::max)
    }

    pub(crate) fn column_leads(&self) -> f64 {
        (0..self.size).map(|j| self.column(j).fold(f64::NEG_INFINITY, f64::max)).fold(f64::INFINITY, f64::min)
    }

    fn column(&self, j: usize) -> impl Iterator<Item = f64> {
        self.rows().map(move |row| row[j])
    }

    fn bounds(&self) -> [f64; 2] {
        let least = self.rows().map(|row| fold(row, f64::min)).fold(f64::INFINITY, f64::min);
        let most = self.rows().map(|row| fold(row, f64::max)).fold(f64::NEG_INFINITY, f64::max);
        [least, most]
    }

    fn proved(&self, rows: Mix, columns: Mix) -> Equilibrium {
        let (low, high) = (self.secured(&rows), self.conceded(&columns));
        Equilibrium { value: (low + high) / 2.0, mixes: [rows, columns], gap: high - low }
    }

    fn blind(&self) -> Option<Equilibrium> {
        let mut columns = [0.0; Card::COUNT];
        let mut high = f64::NEG_INFINITY;
        for row in self.rows() {
            let mut sum = 0.0;
            for (column, entry) in columns.iter_mut().zip(row) {
                *column += entry;
                sum += entry;
            }
            high = high.max(sum);
        }
        let low = fold(&columns[..self.size], f64::min);
        let (mix, size) = (Mix::uniform(self.size), self.size as f64);
        Some(Equilibrium { value: (low + high) / 2.0 / size, mixes: [mix, mix], gap: (high - low) / size })
    }

    fn saddle(&self) -> Option<Equilibrium> {
        let (mut best, mut low) = (0, f64::NEG_INFINITY);
        for (i, row) in self.rows().enumerate() {
            let least = fold(row, f64::min);
            if least > low {
                (best, low) = (i, least);
            }
        }
        let (mut reply, mut high) = (0, f64::INFINITY);
        for j in 0..self.size {
            let most = self.column(j).fold(f64::NEG_INFINITY, f64::max);
            if most < high {
                (reply, high) = (j, most);
            }
        }
        let mixes = [Mix::pure(best, self.size), Mix::pure(reply, self.size)];
        Some(Equilibrium { value: (low + high) / 2.0, mixes, gap: high - low })
    }

    /// Two rows without a saddle point: each side makes the other's choice indifferent.
    fn of_two(&self) -> Option<Equilibrium> {
        if self.size != 2 {
            return None;
        }
        let [[a, b, ..], [c, d, ..], ..] = self.entries;
        let spread = a - b - c + d;
        let (row, column) = ((d - c) / spread, (d - b) / spread);
        let sound = |share: f64| (0.0..=1.0).contains(&share);
        (sound(row) && sound(column)).then(|| {
            self.proved(Mix::from_weights(&[row, 1.0 - row]), Mix::from_weights(&[column, 1.0 - column]))
        })
    }
}

fn fold(list: &[f64], pick: impl Fn(f64, f64) -> f64) -> f64 {
    list.iter().copied().reduce(pick).unwrap_or(0.0)
}
