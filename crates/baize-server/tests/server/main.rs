//! Real servers on loopback, with real sockets.

mod client;
mod http;
mod mcp;
mod play;
mod protection;
mod storage;
mod wire;
