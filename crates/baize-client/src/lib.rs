//! A seat at a server's table, for programs: the terminal, and tools for language models.
//!
//! A [`Link`] is what the page's share button gives. A [`Seated`] sits at its table over some [`Wire`], keeps
//! what the server says, sends requests, and reconnects after a lost connection. The game is available as a
//! table that looks exactly like the seat's view: menus, notation and text are those of a local game, and
//! hidden things are absent.
//!
//! ```no_run
//! use baize_client::{Link, Seated, Socket, Trust, Way};
//! use baize_protocol::{Key, Request};
//! use baize_rules::Language;
//!
//! let link: Link = "https://games.example/t/0123456789ab#join=00112233445566778899aabbccddeeff".parse()?;
//! let socket = Box::new(Socket::to(&link, &Trust::default()));
//! let key = Key::from_bytes([7; 16]); // Chance of your own: it opens the seat again.
//! let Link { table, secret, .. } = link;
//! let way = Way { table, secret, key, name: "Ann".to_owned(), token: None, since: Some(0) };
//! let mut seat = Seated::sit(socket, way, Language::English, &Key::from_bytes([8; 16]))?;
//! seat.ask(|id| Request::Ready { id, entropy: None })?;
//! # Ok::<(), baize_rules::Problem>(())
//! ```
//!
//! The feature `tls`, on by default, is for links with `https://`.
#![forbid(unsafe_code)]

mod guest;
mod link;
mod seated;
mod socket;
mod trust;
mod words;

pub use guest::Way;
pub use link::Link;
pub use seated::{Connection, Received, Seated, Wire};
pub use socket::Socket;
pub use trust::Trust;
pub use words::{Line, clocks, line, name_of, waiting_room};

/// Codes of problems on the way to a table, and when each occurs.
pub const CODES: &[(&str, &str)] = &[
    ("client.away", "a server that cannot be reached, or does not answer"),
    ("client.bad_link", "a text that is no link to a seat"),
    ("client.no_encryption", "a link with `https://`, for a program that was built without encryption"),
    ("client.no_advice", "the wish for a hint at a table where people play"),
    ("client.not_begun", "a move at a table where the game has not begun"),
    (
        "client.not_trusted",
        "a server behind `https://` whose certificate nobody vouches for, or a file of authorities that has none",
    ),
    ("client.other_rules", "a server that plays another revision of the game"),
    ("client.watches", "a link that is for watching only"),
];
