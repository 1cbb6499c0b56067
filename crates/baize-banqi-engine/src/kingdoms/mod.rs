//! Three Kingdoms and every other rule set for three seats, each playing for itself.

mod board;
mod hunt;
mod odds;
mod search;
mod share;

pub use search::{Manner, Thinker, Verdict};
