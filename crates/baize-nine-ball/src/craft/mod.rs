//! The craft of the game: the ways in which a ball can drop, how to aim the cue for them, and how far a hand
//! strays. The list of shots and the computer players use it; no rule depends on it.

pub mod aim;
pub mod ground;
pub mod hand;
pub mod lie;
pub mod lines;
