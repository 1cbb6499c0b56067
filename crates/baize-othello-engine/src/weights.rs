//! The value of every state of every pattern.

use crate::coder::{Reader, Writer};
use crate::patterns::{CENTRES, Features, STATES, USED, canon};
use std::hint::black_box;
use std::sync::OnceLock;

/// Values are counted in this fraction of a disc.
pub(crate) const DISC: i32 = 128;

/// The game is divided into stages of two empty squares each.
pub(crate) const STAGES: usize = 30;

/// The stage of a position.
#[inline(always)]
pub(crate) const fn stage_of(empties: u32) -> usize {
    let stage = (empties as usize).saturating_sub(1) / 2;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// Room before the first state, so that any 16-bit number added to a centre stays in range and the compiler
/// can prove every look-up.
const BEFORE: usize = 32_768 - CENTRES[0];
const LENGTH: usize = BEFORE + CENTRES[USED - 1] + 32_768;

/// The values of one stage.
#[derive(Clone)]
pub(crate) struct Stage {
    /// By the parity of the empty squares: who moves last matters everywhere.
    bias: [i16; 2],
    states: Box<[i16; LENGTH]>,
}

impl Stage {
    /// A stage in which every value is zero.
    pub(crate) fn zero() -> Stage {
        let states = vec![0; LENGTH].into_boxed_slice().try_into().expect("the length is right");
        Stage { bias: [0; 2], states }
    }

    /// A stage from a value for each canonical state, and the biases.
    pub(crate) fn new(bias: [i16; 2], value: impl Fn(usize) -> i16) -> Stage {
        let mut stage = Stage::zero();
        stage.bias = bias;
        for (state, &canonical) in canon().iter().enumerate() {
            stage.states[BEFORE + state] = value(canonical as usize);
        }
        stage
    }

    /// The same with `parts` more for the side to move.
    pub(crate) fn raised(self, parts: i16) -> Stage {
        Stage { bias: self.bias.map(|bias| bias.saturating_add(parts)), ..self }
    }

    /// The same with `change` applied to the value of every state.
    pub(crate) fn mapped(mut self, change: impl Fn(i16) -> i16) -> Stage {
        self.states.iter_mut().for_each(|value| *value = change(*value));
        self
    }

    /// The value of a position for the side to move.
    #[inline(always)]
    pub(crate) fn value(&self, features: &Features, empties: u32) -> i32 {
        // Forces the states through memory, one load each; the compiler would extract them from wide
        // registers.
        let features = black_box(features);
        let sum = i32::from(self.bias[empties as usize & 1])
            + self.sum::<0>(features)
            + self.sum::<9>(features)
            + self.sum::<18>(features)
            + self.sum::<27>(features)
            + self.sum::<36>(features)
            + self.sum::<45>(features);
        // The margin of a finished game exceeds every estimate.
        sum.clamp(-64 * DISC + 1, 64 * DISC - 1)
    }

    /// The sum of nine places: few enough to be unrolled, so that every table has a constant address.
    #[inline(always)]
    fn sum<const FIRST: usize>(&self, features: &Features) -> i32 {
        const { assert!(FIRST + 9 <= USED) };
        let value = |place: usize| {
            let state = (BEFORE + CENTRES[place]) as isize + features.0[place] as isize;
            i32::from(self.states[state as usize])
        };
        (FIRST..FIRST + 9).map(value).sum()
    }

    /// The canonical values, packed.
    fn pack(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        self.bias.into_iter().for_each(|bias| writer.number(bias));
        for (state, _) in canonical() {
            writer.number(self.states[BEFORE + state]);
        }
        writer.finish()
    }

    fn unpack(bytes: &[u8]) -> Stage {
        let mut reader = Reader::new(bytes);
        let bias = [reader.number(), reader.number()];
        let mut values = vec![0; STATES];
        for (state, _) in canonical() {
            values[state] = reader.number();
        }
        Stage::new(bias, |state| values[state])
    }
}

/// The states that are the lowest of their mirror images.
fn canonical() -> impl Iterator<Item = (usize, u32)> {
    canon().iter().copied().enumerate().filter(|(state, canonical)| *state == *canonical as usize)
}

/// The values of all stages, each unpacked when first needed.
pub struct Weights {
    packed: Vec<&'static [u8]>,
    stages: [OnceLock<Stage>; STAGES],
}

/// The error for bytes that are not a file of weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadWeights;

impl std::fmt::Display for BadWeights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("these are no Othello weights of this program")
    }
}

impl std::error::Error for BadWeights {}

/// The learnt weights, once asked for.
static LEARNT: OnceLock<Weights> = OnceLock::new();

/// The weights built into the program.
#[cfg(not(target_arch = "wasm32"))]
static OWN: Option<&[u8]> =
    Some(include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/othello.weights")));
/// In a browser the weights are a file beside the program.
#[cfg(target_arch = "wasm32")]
static OWN: Option<&[u8]> = None;

const MAGIC: &[u8] = b"baize othello weights 1\n";

impl Weights {
    /// The learnt weights of the program; `data/othello.txt` says how they were made.
    pub fn learnt() -> &'static Weights {
        let own = |bytes| Weights::read(bytes).expect("the weights of the program are sound");
        LEARNT.get_or_init(|| OWN.map_or_else(Weights::zero, own))
    }

    /// The weights built into the program; `None` in a browser, which fetches them as a file.
    pub fn file() -> Option<&'static [u8]> {
        OWN
    }

    /// Whether the learnt weights must still be given with [`Weights::give`]: a browser loads them when
    /// somebody wants to play against the program.
    pub fn are_missing() -> bool {
        OWN.is_none() && LEARNT.get().is_none()
    }

    /// Gives the program its learnt weights, unless it has them already.
    pub fn give(bytes: &'static [u8]) -> Result<(), BadWeights> {
        let weights = Weights::read(bytes)?;
        let _ = LEARNT.set(weights);
        Ok(())
    }

    /// Weights in which every value is zero.
    pub fn zero() -> Weights {
        Weights::of((0..STAGES).map(|_| Stage::zero()))
    }

    pub(crate) fn of(stages: impl Iterator<Item = Stage>) -> Weights {
        let weights = Weights { packed: Vec::new(), stages: [const { OnceLock::new() }; STAGES] };
        for (place, stage) in weights.stages.iter().zip(stages) {
            let _ = place.set(stage);
        }
        weights
    }

    /// Reads a file of weights.
    pub fn read(bytes: &'static [u8]) -> Result<Weights, BadWeights> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(BadWeights)?;
        let mut packed = Vec::new();
        for _ in 0..STAGES {
            let (length, after) = rest.split_first_chunk().ok_or(BadWeights)?;
            let (stage, after) =
                after.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(BadWeights)?;
            packed.push(stage);
            rest = after;
        }
        if !rest.is_empty() {
            return Err(BadWeights);
        }
        Ok(Weights { packed, stages: [const { OnceLock::new() }; STAGES] })
    }

    /// The bytes of a file of weights.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for stage in 0..STAGES {
            let packed = self.stage(stage).pack();
            bytes.extend((packed.len() as u32).to_le_bytes());
            bytes.extend(packed);
        }
        bytes
    }

    pub(crate) fn stage(&self, stage: usize) -> &Stage {
        self.stages[stage]
            .get_or_init(|| self.packed.get(stage).map_or_else(Stage::zero, |bytes| Stage::unpack(bytes)))
    }
}
