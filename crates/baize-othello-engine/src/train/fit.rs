//! Fitting weights to results.

use crate::patterns::{CENTRES, Features, STATES, USED, canon};
use crate::train::TrainingGame;
use crate::weights::{DISC, STAGES, Stage, Weights};
use baize_othello::Position;
use baize_rules::{Dice, Seed};

/// A position to learn from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// Its value for the side to move, as it turned out, in fractions of a disc.
    pub value: i16,
}

/// The positions of all games, by number of empty squares.
pub fn samples<'a>(games: impl Iterator<Item = &'a TrainingGame>, most_empties: u32) -> Vec<Vec<Sample>> {
    let mut samples = vec![Vec::new(); 61];
    for (position, margin) in games.flat_map(TrainingGame::positions) {
        let empties = position.empty().count_ones();
        if empties <= most_empties {
            let value = i16::from(margin) * DISC as i16;
            samples[empties as usize].push(Sample { position, value });
        }
    }
    samples
}

/// How well a stage was learnt: root mean squared errors in discs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// Which stage.
    pub stage: usize,
    /// How many positions it learnt from.
    pub samples: usize,
    /// The error on the positions it learnt from.
    pub seen_error: f64,
    /// The error on one position in twenty, which it did not learn from.
    pub held_out_error: f64,
}

const EPOCHS: usize = 16;

/// A position as the numbers of its canonical states.
struct Row {
    states: [u32; USED],
    margin: f32,
    parity: usize,
    /// How far the value moves when every state moves by one: repeated states count more than once.
    reach: f32,
}

/// The result of learning a stage.
pub struct Trained(Learner);

impl Trained {
    /// How many stages there are; the first has the fewest empty squares.
    pub const STAGES: usize = STAGES;

    /// Learns one stage from positions with its numbers of empty squares, and up to two more or fewer. It
    /// starts from what `before`, the stage with fewer empty squares, has learnt.
    pub fn stage(
        stage: usize,
        samples: &[Vec<Sample>],
        before: Option<&Trained>,
        seed: &Seed,
    ) -> (Trained, Fit) {
        let near = samples.get((2 * stage).saturating_sub(1)..(2 * stage + 5).min(61)).unwrap_or_default();
        let mut rows: Vec<Row> = near.iter().flatten().map(Row::of).collect();
        Dice::new(seed).shuffle(&mut rows);
        let (held_out, seen) = rows.split_at(rows.len() / 20);
        let mut learner = Learner::new(seen, before.map(|Trained(learner)| learner));
        for epoch in 0..EPOCHS {
            // The step falls linearly: large steps find the place, small ones average out the noise.
            let rate = 0.63 - (0.63 - 0.03) * epoch as f32 / (EPOCHS - 1) as f32;
            seen.iter().for_each(|row| learner.learn(row, rate));
        }
        let fit = Fit {
            stage,
            samples: seen.len(),
            seen_error: learner.error(seen),
            held_out_error: learner.error(held_out),
        };
        (Trained(learner), fit)
    }
}

struct Learner {
    values: Vec<f32>,
    /// How far each state moves: less if it is rare, so that it does not explain chance.
    trust: Vec<f32>,
    bias: [f32; 2],
}

impl Row {
    fn of(sample: &Sample) -> Row {
        let Features(features) = Features::of(sample.position);
        let state = |place: usize| canon()[(CENTRES[place] as i32 + i32::from(features[place])) as usize];
        let states: [u32; USED] = std::array::from_fn(state);
        let mut sorted = states;
        sorted.sort_unstable();
        let equal = sorted.chunk_by(|a, b| a == b).map(|equal| equal.len() * equal.len());
        Row {
            states,
            reach: equal.sum::<usize>() as f32,
            margin: f32::from(sample.value) / DISC as f32,
            parity: sample.position.empty().count_ones() as usize & 1,
        }
    }
}

impl Learner {
    fn new(rows: &[Row], before: Option<&Learner>) -> Learner {
        let mut counts = vec![0_u32; STATES];
        for state in rows.iter().flat_map(|row| row.states) {
            counts[state as usize] += 1;
        }
        let trust = counts.iter().map(|&count| count as f32 / (count as f32 + 3.0)).collect();
        let mut values = vec![0.0; STATES];
        if let Some(before) = before {
            // States never seen here stay zero, which takes no room in the file.
            let known =
                before.values.iter().zip(&counts).map(|(&value, &count)| if count > 0 { value } else { 0.0 });
            values = known.collect();
        }
        Learner { values, trust, bias: before.map_or([0.0; 2], |before| before.bias) }
    }

    fn value(&self, row: &Row) -> f32 {
        row.states.iter().map(|&state| self.values[state as usize]).sum::<f32>() + self.bias[row.parity]
    }

    fn learn(&mut self, row: &Row, rate: f32) {
        let step = rate / row.reach * (row.margin - self.value(row));
        self.bias[row.parity] += 0.1 * step;
        for state in row.states {
            self.values[state as usize] += step * self.trust[state as usize];
        }
    }

    fn error(&self, rows: &[Row]) -> f64 {
        let squares: f64 = rows.iter().map(|row| f64::from(row.margin - self.value(row)).powi(2)).sum();
        (squares / rows.len().max(1) as f64).sqrt()
    }
}

/// Learnt values are multiples of this, which is finer than they are known.
const STEP: f32 = 8.0;

/// Stored values are multiples of this: an error of a third of a disc in sums that are off by four, for a
/// file that is a sixth smaller.
const KEPT: i16 = 16;

/// How many stages are stored that way. In the first moves of a game the same states come several times over,
/// and their errors would add up.
const ROUNDED: usize = 22;

impl Trained {
    fn to_stage(&self) -> Stage {
        let round = |value: f32| ((value * DISC as f32 / STEP).round() * STEP) as i16;
        let Trained(learner) = self;
        Stage::new(learner.bias.map(round), |state| round(learner.values[state]))
    }
}

impl Weights {
    /// The weights of trained stages, lowest first. Missing stages are copies of the last.
    pub fn trained(stages: &[Trained]) -> Weights {
        let mut stages: Vec<Stage> = stages.iter().map(Trained::to_stage).collect();
        while let Some(last) = stages.last().filter(|_| stages.len() < STAGES) {
            let copy = last.clone();
            stages.push(copy);
        }
        Weights::of(stages.into_iter())
    }

    /// The same weights with one stage replaced.
    #[must_use]
    pub fn relearnt(&self, stage: usize, trained: &Trained) -> Weights {
        let one = |place| if place == stage { trained.to_stage() } else { self.stage(place).clone() };
        Weights::of((0..STAGES).map(one))
    }

    /// The same weights, rounded as a file stores them.
    #[must_use]
    pub fn rounded(&self) -> Weights {
        // Halves round to even multiples, or everything would shrink.
        let round = |value: i16| (f32::from(value) / f32::from(KEPT)).round_ties_even() as i16 * KEPT;
        let one = |place| {
            let stage = self.stage(place).clone();
            if place < ROUNDED { stage.mapped(round) } else { stage }
        };
        Weights::of((0..STAGES).map(one))
    }

    /// The same weights with `parts` of a disc more for the side to move in one stage.
    #[must_use]
    pub fn raised(&self, stage: usize, parts: i16) -> Weights {
        let one = |place| self.stage(place).clone().raised(if place == stage { parts } else { 0 });
        Weights::of((0..STAGES).map(one))
    }
}
