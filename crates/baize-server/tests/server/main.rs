//! Real servers on loopback, with real sockets.

mod actor;
mod client;
mod devices;
mod http;
mod limits;
mod mcp;
mod nodes;
mod own;
mod play;
mod protection;
mod records;
mod review;
mod storage;
mod time;
mod wire;
