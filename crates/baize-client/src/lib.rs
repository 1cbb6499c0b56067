//! A seat at a server's table, for programs: the terminal, and tools for language models.
//!
//! A [`Link`] is what the page's share button gives. A [`Seated`] sits at its table over some [`Wire`], keeps what the
//! server says, asks, and comes back after a lost connection. The game is there as a table that looks exactly like the
//! seat's view: menus, notation and text are those of a game on this machine, and what the view does not show is not there.
#![forbid(unsafe_code)]

mod guest;
mod link;
mod seated;
mod socket;
mod words;

pub use guest::Way;
pub use link::Link;
pub use seated::{Connection, Received, Seated, Wire};
pub use socket::Socket;
pub use words::{Line, clocks, line, name_of, waiting_room};

/// Codes of problems on the way to a table, with when each is given.
pub const CODES: &[(&str, &str)] = &[
    ("client.away", "a server that cannot be reached, or does not answer"),
    ("client.bad_link", "a text that is no link to a seat"),
    ("client.no_encryption", "a link with `https://`, which programs without encryption cannot follow"),
    ("client.no_advice", "the wish for a hint at a table where people play"),
    ("client.not_begun", "a move at a table where the game has not begun"),
    ("client.other_rules", "a server that plays another revision of the game"),
    ("client.watches", "a link that is for watching only"),
];
