//! Three Kingdoms, and every rule set of three seats: each is for itself.

mod board;
mod hunt;
mod odds;
mod search;
mod share;

pub use search::{Manner, Thinker, Verdict};
