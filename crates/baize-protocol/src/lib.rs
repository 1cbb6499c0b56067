//! The messages between clients and server.
//!
//! Over a WebSocket a client sends a [`Request`] per text frame and gets [`Message`]s: a reply to each
//! request, and news as they happen. [`http`] has the bodies of the small HTTP API. The types here are the
//! wire: JSON Schema, TypeScript and OpenAPI are generated from them ([`schema`], [`typescript`],
//! [`openapi`]). `docs/protocol.md` explains them.
//!
//! ```
//! use baize_protocol::Request;
//!
//! let text = r#"{"op":"play","id":"m1","action":{"type":"PLACE","square":"f5"},"version":7}"#;
//! let request: Request = serde_json::from_str(text)?;
//! assert_eq!(request.id().as_str(), "m1");
//! # Ok::<(), serde_json::Error>(())
//! ```
#![forbid(unsafe_code)]

mod client;
mod codes;
mod event;
mod generated;
mod history;
pub mod http;
mod id;
mod json;
mod pace;
mod secret;
mod server;
mod shapes;
mod state;

pub use client::{Join, Request, Want};
pub use codes::CODES;
pub use event::{By, Proposal, Proposed, Reaction, Step, StepFact};
pub use generated::{openapi, schema, typescript};
pub use history::{History, Sum, first_sum, next_sum};
pub use id::{Moment, RequestId, TableId};
pub use json::Json;
pub use pace::{CallWindow, Everybody, Pace, Waiting, WaitingFor};
pub use secret::{Key, KeyHash};
pub use server::{Away, Message, Presence, You};
pub use state::{
    Clock, Clocks, Fairness, Occupant, Phase, PositionSource, Rematch, SeatClock, SeatState, TableInfo,
    TableState,
};

/// The version of the protocol; a client states it in its first message. It is raised when older clients
/// would misunderstand something; new fields and new events do not raise it.
pub const PROTOCOL: u32 = 1;

/// The longest frame a client may send.
pub const MOST_FRAME: usize = 8 * 1024;
