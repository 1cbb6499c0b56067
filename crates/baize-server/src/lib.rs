//! Tables over WebSocket and HTTP.
//!
//! [`Server::start`] binds an address and serves until [`Server::stop`]. What a client sends goes to a
//! [`Room`](baize_room::Room); the entries it adds are appended to the log, and only when they are safe do replies and
//! news go out: validate, append, commit, acknowledge, broadcast. `docs/protocol.md` describes what is said,
//! `docs/security.md` what is defended against, `docs/operations.md` how it is run.
#![forbid(unsafe_code)]

mod accept;
mod api;
mod desk;
mod door;
mod hall;
mod live;
mod meter;
mod outbox;
mod page;
mod settings;
mod socket;
mod thinkers;
mod timekeeper;
mod visit;
mod world;

pub use accept::{Server, StartError};
pub use settings::{Limits, Settings};
pub use world::World;
