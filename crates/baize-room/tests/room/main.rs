//! Tables driven by scripts of commands and times. After every command `script` also checks the invariants.

// Inline JSON reads better without a borrow in front of it.
#![allow(clippy::needless_pass_by_value)]

mod clock;
mod computer;
mod consent;
mod elsewhere;
mod history;
mod limits;
mod pace;
mod play;
mod positions;
mod private;
mod requests;
mod resume;
mod script;
mod seats;
