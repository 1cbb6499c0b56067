//! The server, its disk, the network, time and everybody at the tables: on one thread, on one seed.
//!
//! What runs is the real thing: the actors of the server's tables, the rooms, the games, their players and the SQLite
//! store. Around them everything is made up: a disk that loses what was not synced (`disk`), a network that drops,
//! doubles, delays and cuts, a clock that is set, and clients that never give up (`client`). A seed gives the same
//! run to the byte, so whatever goes wrong can be looked at again. When a run is over its logs are replayed, and
//! everybody must have been told what they say (`check`).
#![deny(unsafe_code)]

mod bank;
mod check;
mod client;
mod disk;
mod luck;
mod message;
mod network;
mod open;
mod plan;
mod restore;
mod server;
mod shrink;
mod time;
mod vfs;
mod world;

pub use plan::{Bug, Fault, Plan, RunResult, Violation};
pub use shrink::shrink;

/// Carries out a run.
pub fn run(plan: &Plan) -> RunResult {
    world::World::new(plan).run().0
}

/// Carries out a run and tells what happened in it, line by line.
pub fn tell(plan: &Plan) -> (RunResult, Vec<String>) {
    world::World::new(plan).telling().run()
}
