//! Classic: two sides, chance by flips.

mod board;
mod judge;
mod key;
mod material;
mod moves;
mod root;
mod search;

pub use board::{Board, Step};
pub use judge::Knowledge;
pub use root::{Opinion, Thinker, Verdict};
pub use search::Manner;
