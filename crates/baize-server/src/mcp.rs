//! The server's tables for language models: `/mcp`.
//!
//! A call names its table as `ID.TOKEN`, which `start` and `join` return: there are no sessions. Each call
//! joins the table inside this process as any client does, and leaves when it is answered.

use crate::connection::Connection;
use crate::listen::Shared;
use crate::outbox::Outbox;
use crate::table::{budget, lane_of};
use crate::workers::Owner;
use baize_actor::question_budget;
use baize_client::{Link, Received, Seated, Way, Wire};
use baize_games::AnyGame;
use baize_mcp::seat::At;
use baize_mcp::{
    Caller, JoinArguments, LookArguments, McpHttp, McpService, McpTables, MoveArguments, Reply,
    StartArguments, WhyArguments,
};
use baize_protocol::http::OpenTable;
use baize_protocol::{CallWindow, Clock, Everybody, Key, Pace, TableId};
use baize_rules::{Language, Problem};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;

/// The most calls under way at once, and of one client; and how long a call waits for the others at its
/// table.
const MOST_CALLS: usize = 64;
const MOST_OF_ONE: usize = 8;
const PATIENCE: Duration = Duration::from_secs(5);
/// The most bytes in a call.
const MOST_BODY: usize = 16 * 1024;
/// The most bytes that wait to be read inside this process: enough for the events of a whole game.
const MOST_WAITING: usize = 16 << 20;
/// The address all models share where clients take turns; `/mcp` has its own limits for them.
const MODELS: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
/// The default name of a seat.
const NAME: &str = "Model";

/// The service at `/mcp`.
pub(crate) fn service(shared: &Arc<Shared>) -> McpHttp {
    let tables = ServerTables { shared: Arc::clone(shared), runtime: Handle::current() };
    let host = |origin: &String| origin.split_once("://").map(|(_, host)| host.to_owned());
    let hosts = shared.origins.iter().filter_map(host).collect();
    McpHttp::new(McpService::new(Arc::new(tables), MOST_CALLS, MOST_OF_ONE), hosts, MOST_BODY)
}

/// The tables of this server.
struct ServerTables {
    shared: Arc<Shared>,
    runtime: Handle,
}

/// A connection within the process.
struct Passage {
    shared: Arc<Shared>,
    runtime: Handle,
    connection: Option<Connection>,
    waiting: VecDeque<String>,
}

impl Wire for Passage {
    fn connect(&mut self) -> Result<(), Problem> {
        let Shared { tables, limits, .. } = &*self.shared;
        self.connection = Some(Connection::new(tables, limits, MODELS, Outbox::new(MOST_WAITING)));
        Ok(())
    }

    fn send(&mut self, text: String) -> bool {
        let Some(connection) = &mut self.connection else { return false };
        self.runtime.block_on(connection.hear(&text));
        true
    }

    fn receive(&mut self, until: Instant) -> Received {
        let Some(connection) = &self.connection else { return Received::Gone };
        let outbox = Arc::clone(&connection.outbox);
        if self.waiting.is_empty() {
            let patience = until.saturating_duration_since(Instant::now());
            let changed = async { tokio::time::timeout(patience, outbox.changed()).await };
            let _ = self.runtime.block_on(changed);
            let (texts, ending) = outbox.take();
            self.waiting.extend(texts.iter().map(|text| text.as_str().to_owned()));
            if ending.is_some() && self.waiting.is_empty() {
                self.connection = None;
                return Received::Gone;
            }
        }
        self.waiting.pop_front().map_or(Received::Nothing, Received::Text)
    }
}

/// The handle by which a client names its seat.
fn handle(table: TableId, token: &Key) -> String {
    format!("{table}.{}", token.to_hex())
}

fn read_handle(text: &str) -> Result<(TableId, Key), Problem> {
    let parts = text
        .split_once('.')
        .and_then(|(table, token)| Some((TableId::new(table)?, serde_json::from_value(token.into()).ok()?)));
    let unknown = "a table is named as `start` or `join` have named it";
    parts.ok_or_else(|| Problem::new("agent.unknown_table", unknown))
}

impl ServerTables {
    fn fresh_key(&self) -> Key {
        Key::from_bytes(self.shared.tables.world.fresh())
    }

    fn sit(&self, way: Way) -> Result<Seated, Problem> {
        let passage = Passage {
            shared: Arc::clone(&self.shared),
            runtime: self.runtime.clone(),
            connection: None,
            waiting: VecDeque::new(),
        };
        Seated::sit(Box::new(passage), way, Language::English, &self.fresh_key())
    }

    fn sit_by_token(&self, table: TableId, token: Key, since: Option<u32>) -> Result<Seated, Problem> {
        let (key, name) = (self.fresh_key(), String::new());
        self.sit(Way { table, secret: None, key, name, token: Some(token), since })
    }

    /// Does something at the table that a handle names.
    fn at<T>(
        &self,
        name: &str,
        since: Option<u32>,
        act: impl FnOnce(At<'_>) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let (table, token) = read_handle(name)?;
        let mut seated = self.sit_by_token(table, token, since)?;
        act(At { name, seated: &mut seated, patience: PATIENCE })
    }
}

impl McpTables for ServerTables {
    /// The server does not know whose tables are whose.
    fn tables(&self) -> Result<Vec<String>, Problem> {
        Ok(Vec::new())
    }

    fn start(&self, start: StartArguments, caller: Option<Caller>) -> Result<Reply, Problem> {
        let StartArguments { game, players, options, seed, table } = start;
        if seed.is_some() || table.is_some() {
            let text = "a server draws the seeds and the names of its tables itself";
            return Err(Problem::new("agent.bad_arguments", text));
        }
        if let Some(Caller(address)) = caller {
            self.shared.limits.opening(address)?;
        }
        let named = players.as_deref().unwrap_or("human").split(',').map(str::trim);
        let players: Vec<Option<String>> =
            named.map(|name| (name != "human").then(|| name.to_owned())).collect();
        if players.iter().all(Option::is_some) {
            return Err(Problem::new(
                "agent.bad_seat",
                "leave a seat to yourself: one of the players is human",
            ));
        }
        let seats = (players.len() > 1).then(|| u8::try_from(players.len()).unwrap_or(u8::MAX));
        let open = OpenTable {
            game,
            options: Value::Object(options),
            seats,
            position: None,
            source: None,
            record: None,
            clock: Clock::default(),
            is_public: false,
            name: Some(NAME.to_owned()),
            seat: None,
            players,
            personas: Vec::new(),
            pace: Pace::AtOnce,
            // A model says so itself when it wants nothing.
            call_window: Some(CallWindow::Everybody(Everybody::Everybody)),
            hints: None,
            open_after: None,
            key: None,
            player: None,
        };
        let (table, keys) = self.runtime.block_on(self.shared.tables.open(open))?;
        let mut seated = self.sit_by_token(table, keys.token.clone(), Some(0))?;
        let name = handle(table, &keys.token);
        let mut reply = At { name: &name, seated: &mut seated, patience: PATIENCE }.sit()?;
        let url = &self.shared.public_url;
        let link = |(seat, secret): &(_, Key)| json!({ "seat": seat, "link": format!("{url}/t/{table}#join={}", secret.to_hex()) });
        if !keys.links.is_empty() {
            reply.data["links"] = keys.links.iter().map(link).collect();
        }
        Ok(reply)
    }

    fn join(&self, join: &JoinArguments) -> Result<Reply, Problem> {
        let link: Link = join.link.parse()?;
        if !self.shared.origins.contains(&link.origin) {
            return Err(Problem::new("client.bad_link", "this server has seats at its own tables only"));
        }
        let Link { table, secret, .. } = link;
        let name = join.name.clone().unwrap_or_else(|| NAME.to_owned());
        let way = Way { table, secret, key: self.fresh_key(), name, token: None, since: Some(0) };
        let mut seated = self.sit(way)?;
        let token = seated.token().cloned();
        let token = token.ok_or_else(|| Problem::new("table.not_seated", "this link leads to no seat"))?;
        let name = handle(table, &token);
        At { name: &name, seated: &mut seated, patience: PATIENCE }.sit()
    }

    fn look(&self, look: &LookArguments) -> Result<Reply, Problem> {
        let since = (look.log.is_some() || look.untrusted).then_some(0);
        self.at(&look.table, since, |at| at.look(look))
    }

    fn make(&self, wish: &MoveArguments) -> Result<Reply, Problem> {
        self.at(&wish.table, None, |at| at.make(&wish.typed, wish.version, wish.seat))
    }

    fn why(&self, why: &WhyArguments) -> Result<Reply, Problem> {
        self.at(&why.table, None, |at| at.why(&why.typed, why.seat))
    }

    /// Questions can be long: they queue with all others, and clients take turns.
    fn ask(
        &self,
        game: &'static dyn AnyGame,
        query: Value,
        caller: Option<Caller>,
    ) -> Result<Value, Problem> {
        let (tables, client) = (&self.shared.tables, caller.map_or(MODELS, |Caller(address)| address));
        let owner = Owner::Client(client);
        let (lane, budget) = (lane_of(&query), question_budget(&query, budget(tables)));
        let answer = tables.workers.run(lane, owner, move || {
            baize_players::ask(game.id(), &query, budget, |query| game.answer(query))
        });
        let late = |_| Problem::new("server.busy", "this took too long; try again in a moment");
        self.runtime.block_on(async { tokio::time::timeout(PATIENCE, answer).await }).map_err(late)?
    }
}
