//! `baize mcp`: tables for language models, over the Model Context Protocol.
//!
//! The tools are in [`desk`] and know nothing of the protocol; this module is the only one that knows `rmcp`. Tables are
//! those of `baize agent`: the same folder, the same locks, so that a game can go on from either side.

mod desk;
mod rules;

use crate::agent::shelf::Shelf;
use crate::serve;
use desk::{Desk, Reply, TOOLS};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;

/// Serves tables to a language model, over the Model Context Protocol on standard input and output.
#[derive(clap::Args)]
#[command(after_help = "Example, in the settings of a client:
  {\"mcpServers\": {\"baize\": {\"command\": \"baize\", \"args\": [\"mcp\"]}}}")]
pub(crate) struct Args {
    /// The folder where games are kept, shared with `baize agent` [default: baize/agent in the user's data folder]
    #[arg(long, env = "BAIZE_AGENT_DATA")]
    data: Option<PathBuf>,
}

/// Serves until the client has gone.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let folder = match &args.data {
        Some(folder) => folder.clone(),
        None => serve::folder(None)?.join("agent"),
    };
    let door = Door { desk: Arc::new(Desk::new(Shelf::open(folder)?)) };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    runtime.block_on(async {
        let service = door.serve(rmcp::transport::stdio()).await?;
        service.waiting().await?;
        Ok(())
    })
}

const INSTRUCTIONS: &str = "Board and card games. `start` a table, then `move` with the version you have seen, until there is \
a result. A reply shows the board as your seat sees it and what you can do; moves are typed as listed. `wait` is a move where it \
is listed.";

/// The protocol's side of the desk.
#[derive(Clone)]
struct Door {
    desk: Arc<Desk>,
}

fn tools() -> Vec<Tool> {
    let tool = |tool: &desk::Tool| {
        let Value::Object(schema) = tool.schema() else { unreachable!("a schema is an object") };
        Tool::new(tool.name, tool.about, Arc::new(schema))
    };
    TOOLS.iter().map(tool).collect()
}

impl ServerHandler for Door {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("baize", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools()))
    }

    /// What a tool refuses is a result that the model can read, not an error of the protocol.
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let desk = Arc::clone(&self.desk);
        let arguments = request.arguments.map_or_else(|| json!({}), Value::Object);
        // Computer players think, and files are read: both keep a thread busy.
        let called = tokio::task::spawn_blocking(move || desk.call(&request.name, arguments)).await;
        let Ok(Reply { text, data, is_error }) = called else {
            return Err(ErrorData::internal_error("the call was not finished", None));
        };
        let content = vec![ContentBlock::text(text)];
        let mut result =
            if is_error { CallToolResult::error(content) } else { CallToolResult::success(content) };
        result.structured_content = Some(data);
        Ok(CallToolResponse::Complete(result))
    }
}
