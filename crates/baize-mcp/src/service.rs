//! The tables over the Model Context Protocol.

use crate::tools::{McpTables, Reply, TOOLS, call};
use baize_rules::{clip, harmless};
use http::request::Parts;
use http_body::Body;
use http_body_util::combinators::BoxBody;
use hyper::body::Bytes;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

const INSTRUCTIONS: &str = "Board and card games. `start` or `join` a table, then `move` with the version you have seen, until there \
is a result. A reply shows the board as your seat sees it and what you can do; moves are typed as listed. `wait` lets the others \
go on.";

/// The address that a call comes from; the server puts it into the extensions of a request.
#[derive(Clone, Copy, Debug)]
pub struct Caller(pub IpAddr);

/// Which parts of a reply a client gets. Each part says everything, and some clients show both to their
/// model, which then reads everything twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// The text, and the same as structured content.
    #[default]
    Both,
    /// Only the text.
    Text,
    /// The structured content, and one short line.
    Data,
}

impl FromStr for Form {
    type Err = String;

    fn from_str(word: &str) -> Result<Form, String> {
        match word {
            "both" => Ok(Form::Both),
            "text" => Ok(Form::Text),
            "data" => Ok(Form::Data),
            _ => Err("both, text or data".to_owned()),
        }
    }
}

/// The form that the address of a call asks for: `/mcp?reply=data`.
fn form_of(parts: &Parts) -> Option<Form> {
    let fields = parts.uri.query()?.split('&');
    fields.filter_map(|field| field.strip_prefix("reply=")).find_map(|word| word.parse().ok())
}

/// Serves tables over the protocol. Limits the calls under way, both in all and per caller.
#[derive(Clone)]
pub struct McpService {
    tables: Arc<dyn McpTables>,
    room: Arc<Semaphore>,
    most_of_one: usize,
    callers: Callers,
    form: Form,
}

/// How many calls of each caller are under way.
type Callers = Arc<Mutex<HashMap<IpAddr, usize>>>;

/// A call's place among those under way; given back when dropped.
struct Place {
    _room: OwnedSemaphorePermit,
    caller: Option<(Callers, IpAddr)>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some((callers, address)) = &self.caller else { return };
        let mut callers = callers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = callers.get_mut(address) {
            *count -= 1;
            if *count == 0 {
                callers.remove(address);
            }
        }
    }
}

impl McpService {
    /// Serves these tables, with at most `most` calls under way, and `most_of_one` per caller.
    pub fn new(tables: Arc<dyn McpTables>, most: usize, most_of_one: usize) -> McpService {
        let room = Arc::new(Semaphore::new(most));
        McpService { tables, room, most_of_one, callers: Callers::default(), form: Form::Both }
    }

    /// The same service with another default form of replies.
    #[must_use]
    pub fn replying(self, form: Form) -> McpService {
        McpService { form, ..self }
    }

    /// Takes a place for a call, if there is one.
    fn place(&self, caller: Option<Caller>) -> Option<Place> {
        let room = Arc::clone(&self.room).try_acquire_owned().ok()?;
        let Some(Caller(address)) = caller else { return Some(Place { _room: room, caller: None }) };
        let mut callers = self.callers.lock().unwrap_or_else(PoisonError::into_inner);
        let count = callers.entry(address).or_default();
        if *count >= self.most_of_one {
            return None;
        }
        *count += 1;
        Some(Place { _room: room, caller: Some((Arc::clone(&self.callers), address)) })
    }

    /// Serves on standard input and output until the client has gone.
    pub async fn serve_stdio(self) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let service = self.serve(rmcp::transport::stdio()).await?;
        service.waiting().await?;
        Ok(())
    }
}

/// What a model tried, for the log: no token, and nothing that could pass for a line of the log.
struct Tried {
    tool: String,
    table: String,
    what: String,
}

impl Tried {
    fn of(tool: &str, arguments: &Value) -> Tried {
        let plain = |text: &str| clip(&harmless(text).replace('\n', " "));
        let field = |name: &str| plain(arguments[name].as_str().unwrap_or_default());
        // A table of a server is named `ID.TOKEN`, and the token is the seat's key.
        let table = field("table").split('.').next().unwrap_or_default().to_owned();
        let what = ["move", "game", "about"].map(field).into_iter().find(|text| !text.is_empty());
        Tried { tool: plain(tool), table, what: what.unwrap_or_default() }
    }

    fn log(&self, refused: Option<&str>) {
        let Tried { tool, table, what } = self;
        match refused {
            Some(code) => tracing::info!(tool, table, what, code, "a model was refused"),
            None => tracing::debug!(tool, table, what, "a model called"),
        }
    }
}

/// One line for clients that read the structured content.
fn brief(data: &Value) -> String {
    match (&data["error"]["code"], &data["version"]) {
        (Value::String(code), _) => code.clone(),
        (_, Value::Number(version)) => format!("version {version}"),
        _ => "done".to_owned(),
    }
}

fn tools() -> Vec<rmcp::model::Tool> {
    let tools = TOOLS.iter();
    tools.map(|tool| rmcp::model::Tool::new(tool.name, tool.about, Arc::new(tool.schema()))).collect()
}

impl ServerHandler for McpService {
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

    /// A tool's refusal is a result that the model can read, not a protocol error.
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let parts = context.extensions.get::<Parts>();
        let caller = parts.and_then(|parts| parts.extensions.get::<Caller>()).copied();
        let form = parts.and_then(form_of).unwrap_or(self.form);
        let Some(place) = self.place(caller) else {
            return Err(ErrorData::internal_error("too many calls at once; try again in a moment", None));
        };
        let tables = Arc::clone(&self.tables);
        let arguments = request.arguments.map_or_else(|| json!({}), Value::Object);
        let tried = Tried::of(&request.name, &arguments);
        // Each call keeps a thread busy: computer players think, files are read, the call waits for a table.
        let called = tokio::task::spawn_blocking(move || {
            let _place = place;
            call(&*tables, &request.name, arguments, caller)
        });
        let Ok(Reply { text, data, is_error }) = called.await else {
            return Err(ErrorData::internal_error("the call was not finished", None));
        };
        tried.log(is_error.then(|| data["error"]["code"].as_str()).flatten());
        let content = vec![ContentBlock::text(if form == Form::Data { brief(&data) } else { text })];
        let mut result =
            if is_error { CallToolResult::error(content) } else { CallToolResult::success(content) };
        result.structured_content = (form != Form::Text).then_some(data);
        Ok(CallToolResponse::Complete(result))
    }
}

/// The service over HTTP. It keeps no sessions: every call names its table and seat, so no session can run
/// out, time out or be stolen.
#[derive(Clone)]
pub struct McpHttp(StreamableHttpService<McpService, NeverSessionManager>);

impl McpHttp {
    /// Serves requests to these hosts, with bodies of at most `most_body` bytes. The caller has already
    /// checked whose pages may connect.
    pub fn new(service: McpService, hosts: Vec<String>, most_body: usize) -> McpHttp {
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_allowed_hosts(hosts)
            .with_max_request_body_bytes(most_body);
        McpHttp(StreamableHttpService::new(move || Ok(service.clone()), Arc::default(), config))
    }

    /// Answers a request.
    pub async fn answer<B>(&self, request: http::Request<B>) -> http::Response<BoxBody<Bytes, Infallible>>
    where
        B: Body + Send + 'static,
        B::Error: std::fmt::Display,
    {
        self.0.handle(request).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_has_no_key_and_no_lines_of_others() {
        let arguments = json!({"table": "0123456789ab.00112233445566778899aabbccddeeff", "version": 3, "move": "f5\nERROR forged"});
        let Tried { tool, table, what } = Tried::of("move", &arguments);
        assert_eq!((tool.as_str(), table.as_str()), ("move", "0123456789ab"));
        assert!(what.starts_with("f5") && !what.contains('\n'), "{what:?}");
        let long = Tried::of("jump", &json!({"move": "x".repeat(5000), "table": 7}));
        assert!(long.what.len() < 200 && long.table.is_empty(), "{}", long.what.len());
    }
}
