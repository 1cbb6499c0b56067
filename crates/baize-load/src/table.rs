//! Plays one table after another, with all clients of each.

use crate::check::Evidence;
use crate::client::{Client, Lost, WayIn};
use crate::http;
use crate::plan::{Length, LoadPlan};
use anyhow::{Context, bail};
use futures_util::future::try_join_all;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::time::error::Elapsed;

/// How long opening a table is retried before that is an error.
const PATIENCE: Duration = Duration::from_secs(30);

/// The state that all tables share.
pub(crate) struct Field {
    pub(crate) plan: Arc<LoadPlan>,
    /// The processes, all of the same service.
    servers: Vec<SocketAddr>,
    /// Counts the picks of a process.
    turn: AtomicU32,
    pub(crate) in_flight: Arc<Semaphore>,
    pub(crate) is_stopping: AtomicBool,
    /// Whether the time to end is over: clients still playing then describe their state.
    pub(crate) is_late: AtomicBool,
    /// These descriptions, by table.
    pub(crate) standings: Mutex<Vec<(String, String)>>,
    pub(crate) is_measuring: AtomicBool,
    /// Moves acknowledged so far.
    pub(crate) acknowledged: AtomicU64,
    /// How many players are connected at the moment.
    pub(crate) sockets: AtomicU32,
    pub(crate) reconnects: AtomicU64,
    pub(crate) faults: Arc<AtomicU64>,
    /// The most times any single move had to be sent.
    pub(crate) most_sent: AtomicU32,
    /// How many tables have opened their first game.
    opened: AtomicU32,
    /// How many tables have finished their first game.
    pub(crate) finished: AtomicU32,
    measure: Mutex<Measure>,
}

#[derive(Default)]
struct Measure {
    start: Option<(Instant, u64)>,
    end: Option<(Instant, u64)>,
    latencies: Vec<u32>,
}

/// What was measured.
pub(crate) struct Measured {
    pub(crate) moves: u64,
    pub(crate) seconds: f64,
    /// In ascending order.
    latencies: Vec<u32>,
}

impl Measured {
    /// A percentile of the latencies, in milliseconds.
    pub(crate) fn percentile(&self, part: f64) -> f64 {
        let at = (self.latencies.len() as f64 * part) as usize;
        self.latencies.get(at).or(self.latencies.last()).map_or(0.0, |micros| f64::from(*micros) / 1e3)
    }
}

impl Field {
    pub(crate) fn new(plan: Arc<LoadPlan>, servers: Vec<SocketAddr>, faults: Arc<AtomicU64>) -> Field {
        Field {
            in_flight: Arc::new(Semaphore::new(plan.in_flight)),
            plan,
            servers,
            turn: AtomicU32::new(0),
            is_stopping: AtomicBool::new(false),
            is_late: AtomicBool::new(false),
            standings: Mutex::default(),
            is_measuring: AtomicBool::new(false),
            acknowledged: AtomicU64::new(0),
            sockets: AtomicU32::new(0),
            reconnects: AtomicU64::new(0),
            faults,
            most_sent: AtomicU32::new(0),
            opened: AtomicU32::new(0),
            finished: AtomicU32::new(0),
            measure: Mutex::default(),
        }
    }

    /// Picks the processes in turn: a client may connect to any of them.
    pub(crate) fn server(&self) -> SocketAddr {
        self.servers[self.turn.fetch_add(1, Ordering::Relaxed) as usize % self.servers.len()]
    }

    /// Waits until every table has been opened, so that only playing is measured.
    pub(crate) async fn wait_until_seated(&self) {
        let start = Instant::now();
        while self.opened.load(Ordering::Relaxed) < self.plan.tables && start.elapsed() < PATIENCE {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn now(&self) -> Option<(Instant, u64)> {
        Some((Instant::now(), self.acknowledged.load(Ordering::Relaxed)))
    }

    pub(crate) fn begin_measuring(&self) {
        self.measure.lock().expect("nothing panics with the figures").start = self.now();
        self.is_measuring.store(true, Ordering::Relaxed);
    }

    pub(crate) fn end_measuring(&self) {
        self.is_measuring.store(false, Ordering::Relaxed);
        self.measure.lock().expect("nothing panics with the figures").end = self.now();
    }

    pub(crate) fn measured(&self) -> Measured {
        let mut measure = self.measure.lock().expect("nothing panics with the figures");
        let mut latencies = std::mem::take(&mut measure.latencies);
        latencies.sort_unstable();
        let (moves, seconds) = match (measure.start, measure.end) {
            (Some((start, before)), Some((end, after))) => (after - before, (end - start).as_secs_f64()),
            _ => (0, 0.0),
        };
        Measured { moves, seconds, latencies }
    }
}

/// A finished game, and what each of its clients can testify to; no evidence if the server has lost
/// something.
pub(crate) struct Finished {
    pub(crate) table: String,
    pub(crate) token: String,
    pub(crate) evidence: Vec<Evidence>,
}

/// Plays one table after another until the time is up.
pub(crate) async fn play_on(field: Arc<Field>, number: u32) -> anyhow::Result<Vec<Finished>> {
    let game = field.plan.games[number as usize % field.plan.games.len()].clone();
    let mut clients: Vec<Client> = Vec::new();
    let mut finished = Vec::new();
    let is_enough =
        || field.is_stopping.load(Ordering::Relaxed) || matches!(field.plan.length, Length::Moves(_));
    while finished.is_empty() || !is_enough() {
        let name = (u128::from(field.plan.seed) << 64) | (u128::from(number) << 32) | finished.len() as u128;
        let (table, token, links) = open(&field, &game, name).await?;
        field.opened.fetch_add(u32::from(finished.is_empty()), Ordering::Relaxed);
        let mut ways = vec![WayIn::Token(token.clone())];
        for (seat, secret) in (1u128..).zip(links) {
            ways.push(WayIn::Link { secret, key: format!("{:032x}", name | (seat << 56)) });
        }
        while clients.len() < ways.len() {
            let seed = field.plan.seed ^ (u64::from(number) << 8) ^ clients.len() as u64;
            clients.push(Client::new(Arc::clone(&field), seed));
        }
        let games = clients.iter_mut().zip(ways).map(|(client, way)| client.play(&table, way));
        let mut evidence = match try_join_all(games).await {
            Ok(evidence) => evidence,
            // The other clients would wait for ever.
            Err(error) if error.is::<Lost>() => Vec::new(),
            Err(error) => return Err(error),
        };
        let mut measure = field.measure.lock().expect("nothing panics with the figures");
        evidence.iter_mut().for_each(|evidence| measure.latencies.append(&mut evidence.latencies));
        drop(measure);
        field.finished.fetch_add(u32::from(finished.is_empty()), Ordering::Relaxed);
        finished.push(Finished { table, token, evidence });
    }
    Ok(finished)
}

/// Whether an error is temporary: the server is away, or says that it cannot do this now.
fn is_passing(error: &anyhow::Error) -> bool {
    let text = error.to_string();
    let codes = ["server.storage", "server.closing", "server.busy"];
    let is_away = error.is::<hyper::Error>() || error.is::<std::io::Error>() || error.is::<Elapsed>();
    is_away || codes.iter().any(|code| text.contains(code))
}

/// Opens a table. Thanks to the key, repeated tries open only one table.
async fn open(field: &Field, game: &str, key: u128) -> anyhow::Result<(String, String, Vec<String>)> {
    let start = Instant::now();
    let table = json!({"game": game, "name": "Script", "key": format!("{key:032x}"), "pace": "instant"});
    let opened: Value = loop {
        match http::post(field.server(), "/api/tables", &table).await {
            Ok(opened) => break opened,
            Err(error) if is_passing(&error) => {
                if start.elapsed() > PATIENCE {
                    bail!(error);
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            Err(error) => {
                let hint = "a server of your own needs --unlimited 127.0.0.1 to let so many in";
                return Err(error.context(hint));
            }
        }
    };
    let text = |value: &Value| value.as_str().map(str::to_owned).context("the server opens tables in words");
    let secret = |link: &Value| {
        let link = text(&link["link"])?;
        Ok(link.split_once("#join=").context("a link has a secret")?.1.to_owned())
    };
    let links = opened["links"].as_array().context("the server gives links")?;
    let links = links.iter().map(secret).collect::<anyhow::Result<_>>()?;
    Ok((text(&opened["table"])?, text(&opened["token"])?, links))
}
