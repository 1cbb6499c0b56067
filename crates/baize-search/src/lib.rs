//! Parts of a game search that do not depend on the game.
//!
//! A [`TranspositionTable`] remembers results for positions and can be shared by threads. [`Limits`] say when
//! a search has to stop: after a number of nodes, which makes it reproducible, or when the caller's
//! [`Stopwatch`] says so. A [`Crew`] shares the moves of a node among threads.
#![forbid(unsafe_code)]

mod crew;
mod limits;
mod table;

pub use crew::{Crew, Found, Split};
pub use limits::{Limits, Stopwatch, Watch};
pub use table::{PositionKey, TranspositionTable};
