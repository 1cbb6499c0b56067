//! The tools for language models, over the Model Context Protocol.
//!
//! [`TOOLS`] lists the tools and their arguments, [`seat`] does their work at a server's table, and
//! [`McpTables`] holds the tables. Only [`McpService`] knows `rmcp`: it serves standard input and output as
//! well as the server's `/mcp`.
#![forbid(unsafe_code)]

mod brief;
mod rules;
pub mod seat;
mod service;
mod tools;

pub use brief::{Offered, is_detail};
pub use service::{Caller, Form, McpHttp, McpService};
pub use tools::{
    JoinArguments, LookArguments, McpTables, MoveArguments, Reply, StartArguments, TOOLS, Tool, WhyArguments,
    call, can,
};

/// The tools' problem codes, and when each is given.
pub const CODES: &[(&str, &str)] = &[
    ("agent.bad_arguments", "a call of a tool that lacks a field, has an unknown one or one of another type"),
    ("agent.bad_seat", "a seat that the table does not have, or that a computer player has"),
    ("agent.stale", "a move for another version of the table than there is"),
    ("agent.unknown_table", "a table that this client has not started or joined"),
    ("agent.unknown_tool", "a tool that there is not"),
];
