//! Classic and every other rule set with two sides and ranks, where flips bring in chance.

mod board;
mod judge;
mod key;
mod material;
mod moves;
mod root;
mod search;
mod weigh;

pub(crate) use board::{Board, CANNON, Counts};
pub(crate) use material::takes;
pub(crate) use moves::{NEAR, jumps, members};

pub use judge::Knowledge;
pub use root::{Thinker, Verdict};
pub use search::{Desk, Manner};
