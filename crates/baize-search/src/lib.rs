//! Parts of a game search that know no game.
//!
//! A [`TranspositionTable`] remembers what was found about positions, for one thread or several. [`Limits`] say when a search has
//! to stop: after so many nodes, which makes it reproducible, or when the caller's [`Stopwatch`] says so. A [`Crew`] shares the
//! moves of a node among threads.
#![forbid(unsafe_code)]

mod crew;
mod limits;
mod table;

pub use crew::{Crew, Found, Split};
pub use limits::{Limits, Stopwatch, Watch};
pub use table::{PositionKey, TranspositionTable};
