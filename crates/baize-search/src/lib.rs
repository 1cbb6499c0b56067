//! Parts of a game search that know no game.
//!
//! A [`Table`] remembers what was found about positions, for one thread or several. [`Limits`] say when a search has
//! to stop: after so many nodes, which makes it reproducible, or when the caller's [`Clock`] says so. A [`Crew`] shares the
//! moves of a node among threads.
#![forbid(unsafe_code)]

mod crew;
mod limits;
mod table;

pub use crew::{Crew, Found, Split};
pub use limits::{Clock, Limits, Watch};
pub use table::{Key, Table};
