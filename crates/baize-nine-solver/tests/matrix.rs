//! Matrix games: every solution is proved by its gap, and an unrelated second method finds the same values.

use baize_nine_solver::{Equilibrium, Matrix, Mix};
use baize_rules::{Dice, Seed};

/// What a random entry is like.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Fine,
    /// Few different numbers, so that rows are alike and ties abound.
    Coarse,
    /// Rows that differ only by rounding.
    Twins,
    /// Far from zero and close together.
    Shifted,
}

const KINDS: [Kind; 4] = [Kind::Fine, Kind::Coarse, Kind::Twins, Kind::Shifted];

fn random(kind: Kind, size: usize, dice: &mut Dice) -> Matrix {
    let fine = |dice: &mut Dice| f64::from(dice.roll(1 << 30)) / f64::from(1 << 30);
    let rows: Vec<Vec<f64>> = (0..size)
        .map(|_| {
            let entry = |_| match kind {
                Kind::Fine | Kind::Twins => fine(dice),
                Kind::Coarse => f64::from(dice.roll(3)) / 2.0,
                Kind::Shifted => 1000.0 + fine(dice) / 1000.0,
            };
            (0..size).map(entry).collect()
        })
        .collect();
    let noise: Vec<f64> = (0..size * size).map(|_| fine(dice) * 1e-15).collect();
    Matrix::new(size, |i, j| match kind {
        Kind::Twins => rows[i / 2][j] + noise[i * size + j],
        Kind::Fine | Kind::Coarse | Kind::Shifted => rows[i][j],
    })
}

#[test]
fn every_solution_is_proved() {
    let mut dice = Dice::new(&Seed::from_text("matrices"));
    for kind in KINDS {
        for size in 1..=9 {
            for _ in 0..2_000 {
                let matrix = random(kind, size, &mut dice);
                let Equilibrium { value, mixes, gap } = matrix.solve();
                let most = matrix.rows().flatten().fold(0.0_f64, |most, entry| most.max(entry.abs()));
                assert!(gap <= 2e-12 * most, "{kind:?} {size}: {gap:e} {matrix:?}");
                for mix in &mixes {
                    let sum: f64 = mix.values().iter().sum();
                    assert!((sum - 1.0).abs() < 1e-12 && mix.values().iter().all(|chance| *chance >= 0.0));
                }
                assert!((matrix.secured(&mixes[0]) - value).abs() <= gap + 1e-15 * most);
                assert!((matrix.conceded(&mixes[1]) - value).abs() <= gap + 1e-15 * most);
            }
        }
    }
}

/// The value, found by trying every square submatrix: one that makes both players indifferent solves the
/// whole (Shapley and Snow).
fn by_parts(matrix: &Matrix) -> f64 {
    let rows: Vec<&[f64]> = matrix.rows().collect();
    let size = rows.len();
    let subsets = |bits: usize| (0..size).filter(|n| bits >> n & 1 == 1).collect::<Vec<_>>();
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for chosen in 1_usize..1 << size {
        for other in (1_usize..1 << size).filter(|other| other.count_ones() == chosen.count_ones()) {
            let (mine, theirs) = (subsets(chosen), subsets(other));
            let part: Vec<Vec<f64>> =
                mine.iter().map(|&i| theirs.iter().map(|&j| rows[i][j]).collect()).collect();
            let turned: Vec<Vec<f64>> =
                (0..theirs.len()).map(|j| part.iter().map(|row| row[j]).collect()).collect();
            if let Some(mix) = indifferent(&turned) {
                low = low.max(matrix.secured(&spread(&mix, &mine, size)));
            }
            if let Some(mix) = indifferent(&part) {
                high = high.min(matrix.conceded(&spread(&mix, &theirs, size)));
            }
        }
    }
    assert!(high - low < 1e-9, "some part solves the game: {low} {high}");
    (low + high) / 2.0
}

fn spread(chances: &[f64], places: &[usize], size: usize) -> Mix {
    let mut weights = vec![0.0; size];
    places.iter().zip(chances).for_each(|(&place, chance)| weights[place] = *chance);
    Mix::from_weights(&weights)
}

/// The mix against which all rows are worth the same, if exactly one solution exists and it is a mix.
fn indifferent(rows: &[Vec<f64>]) -> Option<Vec<f64>> {
    // The unknowns are the chances and the common value; the last equation says that the chances add up to
    // one.
    let n = rows.len();
    let mut system: Vec<Vec<f64>> = rows.iter().map(|row| [&row[..], &[-1.0, 0.0]].concat()).collect();
    system.push([&vec![1.0; n][..], &[0.0, 1.0]].concat());
    for column in 0..=n {
        let best =
            (column..=n).max_by(|&a, &b| system[a][column].abs().total_cmp(&system[b][column].abs()))?;
        system.swap(column, best);
        if system[column][column].abs() < 1e-12 {
            return None;
        }
        for row in 0..=n {
            let factor = system[row][column] / system[column][column];
            for place in (0..n + 2).filter(|_| row != column) {
                system[row][place] -= factor * system[column][place];
            }
        }
    }
    let mix: Vec<f64> = (0..n).map(|index| system[index][n + 1] / system[index][index]).collect();
    mix.iter().all(|chance| *chance >= -1e-12).then(|| mix.iter().map(|chance| chance.max(0.0)).collect())
}

#[test]
fn a_second_method_finds_the_same_values() {
    let mut dice = Dice::new(&Seed::from_text("second"));
    for kind in [Kind::Fine, Kind::Coarse] {
        for size in 1..=5 {
            for _ in 0..if size == 5 { 20 } else { 100 } {
                let matrix = random(kind, size, &mut dice);
                let (value, expect) = (matrix.solve().value, by_parts(&matrix));
                assert!((value - expect).abs() < 1e-9, "{kind:?} {size}: {value} {expect} {matrix:?}");
            }
        }
    }
}
