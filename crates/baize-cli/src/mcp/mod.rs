//! `baize mcp`: tables for language models, over the Model Context Protocol on standard input and output.
//!
//! The tools are those of `baize-mcp`. The tables are those of `baize agent`, with the same folder and locks,
//! so that a game can be continued from either side; or seats at servers' tables.

mod folder;

use crate::agent::shelf::Shelf;
use crate::serve;
use baize_client::Trust;
use baize_mcp::{Form, McpService};
use folder::Folder;
use std::path::PathBuf;
use std::sync::Arc;

/// The most calls that a client may have open at once.
const MOST_CALLS: usize = 16;

/// Serves tables to a language model, over the Model Context Protocol on standard input and output.
#[derive(clap::Args)]
#[command(after_help = "Example, in the settings of a client:
  {\"mcpServers\": {\"baize\": {\"command\": \"baize\", \"args\": [\"mcp\"]}}}

A server that runs serves the same at its address followed by /mcp.")]
pub(crate) struct Args {
    /// The folder where games are kept, shared with `baize agent` [default: baize/agent in the user's data folder]
    #[arg(long, env = "BAIZE_AGENT_DATA")]
    data: Option<PathBuf>,
    /// What a reply has: text and the same as data, or one of them, for clients that show both to their model
    #[arg(long, default_value = "both", value_name = "both|text|data")]
    reply: Form,
    /// Certificates of an authority of your own, for links with https://; those of the system are trusted anyway
    #[arg(long, value_name = "FILE", env = "BAIZE_CA")]
    ca: Option<PathBuf>,
}

/// Serves until the client has gone.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let folder = match &args.data {
        Some(folder) => folder.clone(),
        None => serve::folder(None)?.join("agent"),
    };
    let folder = Folder::new(Shelf::open(folder)?, Trust { file: args.ca.clone() });
    let service = McpService::new(Arc::new(folder), MOST_CALLS, MOST_CALLS).replying(args.reply);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    runtime.block_on(service.serve_stdio()).map_err(|error| anyhow::anyhow!(error))
}
