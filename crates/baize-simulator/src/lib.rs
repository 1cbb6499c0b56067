//! Simulates the server, its disk, the network, time and everybody at the tables on one thread, from one
//! seed.
//!
//! The code under test is real: the actors of the server's tables, the rooms, the games, their players and
//! the SQLite store. Everything around it is simulated: a disk that loses what was not synced (`disk`), a
//! network that drops, doubles and delays frames and cuts connections (`network`), a clock that is set
//! forward and back (`time`), and clients that never give up (`client`). A seed gives the same run to the
//! byte, so every failure can be repeated. After a run, its logs are replayed and compared with what every
//! client was told (`check`).
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

/// Carries out a run and also returns a description of what happened, line by line.
pub fn tell(plan: &Plan) -> (RunResult, Vec<String>) {
    world::World::new(plan).telling().run()
}
