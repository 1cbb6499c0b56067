//! Parts of a game search that know no game.
//!
//! A [`Table`] remembers what was found about positions, for one thread or several. [`Limits`] say when a search has
//! to stop: after so many nodes, which makes it reproducible, or when the caller's [`Clock`] says so.
#![forbid(unsafe_code)]

mod limits;
mod table;

pub use limits::{Clock, Limits, Watch};
pub use table::{Key, Table};
