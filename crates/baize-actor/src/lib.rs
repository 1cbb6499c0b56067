//! A table as an actor, and everything around it that needs no disk, clock, sockets or threads.
//!
//! [`TableActor::on`] takes one [`TableMessage`] and returns the [`Effect`]s to carry out. Its driver
//! supplies the rest: the server with its tasks and a database, the simulator with its own time, a browser
//! with a worker and IndexedDB. What they all need is here: [`read`] parses a text of the table protocol,
//! [`opening`] brings a table into memory, [`think`] and [`answer`] do the work of a worker, [`answers`]
//! gives the answers over HTTP.
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
