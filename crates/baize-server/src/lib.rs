//! Tables over WebSocket and HTTP.
//!
//! [`Server::start`] binds an address and serves until [`Server::stop`]. What a client sends goes to a
//! [`Room`](baize_room::Room); the entries it adds are appended to the log, and only when they are safe are
//! replies and news sent: validate, append, commit, acknowledge, broadcast. `docs/protocol.md` describes the
//! protocol, `docs/security.md` the threats defended against, `docs/operations.md` how to run a server.
#![forbid(unsafe_code)]

mod api;
mod connection;
mod devices;
mod gentle;
mod limits;
mod listen;
mod mailbox;
mod mcp;
mod meter;
mod nodes;
mod outbox;
mod own;
mod page;
mod reviews;
mod settings;
mod socket;
mod table;
mod tables;
mod visitors;
mod workers;
mod world;

pub use baize_actor::{Reading, SteadyClock};
pub use listen::{Server, StartError};
pub use page::offline_site;
pub use settings::{ClientLimits, Settings};
pub use world::World;
