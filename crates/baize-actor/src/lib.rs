//! A table as an actor, and all that happens around it without disk, clock, sockets or threads.
//!
//! [`TableActor::on`] takes one [`TableMessage`] and gives back the [`Effect`]s that are to be done about it. Whoever drives it
//! brings the rest: the server with its tasks and a database, the simulator with its own time, a browser with a worker and
//! IndexedDB. What all of them need is here once: [`read`] says what a text of the table protocol means, [`opening`] how a
//! table comes into memory, [`think`] and [`answer`] what a worker does, [`answers`] what is told over HTTP.
#![forbid(unsafe_code)]

mod actor;
pub mod answers;
mod clock;
mod house;
pub mod opening;
mod text;
mod work;

pub use actor::{Effect, TableActor, TableMessage, from_bytes};
pub use clock::{BEAT, Reading, SteadyClock};
pub use house::{fixed_rating, fixed_ratings};
pub use text::{ClientMessage, id_of, read};
pub use work::{MOST_ADVICE, answer, question_budget, think};
