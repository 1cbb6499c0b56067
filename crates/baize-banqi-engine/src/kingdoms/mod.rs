//! Three Kingdoms: three seats, each for itself.

mod search;
mod share;

pub use search::{Manner, Thinker, Verdict};
