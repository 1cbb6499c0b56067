//! The craft of the game: which ways there are for a ball to drop, how the cue must be aimed for them, and how far a
//! hand strays. The list of shots and the computer players use it; no rule depends on it.

pub mod aim;
pub mod ground;
pub mod hand;
pub mod lie;
pub mod lines;
