//! Measures how long it takes to come back to a long game having seen nothing of it, against the promised
//! time.

use crate::busy::{open, two_at};
use crate::guest::Guest;
use crate::house::{House, OwnServer};
use anyhow::{Context, ensure};
use serde::Serialize;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Instant;

/// The most it may take, in milliseconds.
const GOAL: f64 = 200.0;
/// Racks of the long match in pool.
const RACKS: u64 = 30;
/// Seats of the large table.
const SEATS: usize = 8;
/// Entries of the long log.
const ENTRIES: u64 = 20_000;

/// One long game against the goal.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Entered {
    /// Which game.
    pub what: &'static str,
    /// How long its log is.
    pub entries: u64,
    /// How many steps the first welcome has.
    pub steps: usize,
    /// The size of that welcome in bytes.
    pub bytes: usize,
    /// Milliseconds when the table is only on disk.
    pub cold_ms: f64,
    /// Milliseconds when it is in memory.
    pub warm_ms: f64,
    /// The promised time in milliseconds.
    pub goal_ms: f64,
    /// Whether the promise was kept.
    pub is_met: bool,
}

/// Plays long games on a server of its own, restarts it, and comes back to each game.
pub async fn enter(own: OwnServer, progress: impl Fn(&'static str)) -> anyhow::Result<Vec<Entered>> {
    let mut house = House::start(own, 0, None).await?;
    let server = house.address();
    progress("a nine-ball match of 30 racks is played");
    let pool = pool(server).await?;
    progress("a game of May I? with 8 seats is played");
    let cards = cards(server).await?;
    progress("a log of 20,000 entries is written");
    let long = long(server).await?;
    house.kill_and_restart().await?;
    let server = house.address();
    let mut entered = Vec::new();
    for (what, table) in [("nine-ball, 30 racks", pool), ("May I?, 8 seats", cards), ("20,000 entries", long)]
    {
        entered.push(come_back(server, what, &table).await?);
    }
    house.stop().await?;
    Ok(entered)
}

async fn come_back(server: SocketAddr, what: &'static str, table: &str) -> anyhow::Result<Entered> {
    let (cold, cold_ms) = hello(server, table).await?;
    let (_, warm_ms) = hello(server, table).await?;
    let welcome = cold.welcome;
    let steps = welcome["steps"].as_array().map_or(0, Vec::len);
    ensure!(cold.guest.state["view"].is_object(), "{what}: a table is shown");
    let is_met = cold_ms.max(warm_ms) <= GOAL;
    let (entries, bytes) = (cold.guest.version, cold.bytes);
    Ok(Entered { what, entries, steps, bytes, cold_ms, warm_ms, goal_ms: GOAL, is_met })
}

struct Welcomed {
    guest: Guest,
    welcome: Value,
    bytes: usize,
}

/// Comes to a table having seen nothing. Also returns how many milliseconds that took, including connecting.
async fn hello(server: SocketAddr, table: &str) -> anyhow::Result<(Welcomed, f64)> {
    let start = Instant::now();
    let (guest, welcome, bytes) = Guest::welcomed(server, table, json!({"version": 0})).await?;
    let time = start.elapsed().as_secs_f64() * 1e3;
    Ok((Welcomed { guest, welcome, bytes }, time))
}

/// Lets computer players play until `is_enough`.
async fn watch(
    server: SocketAddr,
    table: Value,
    is_enough: impl Fn(&Guest) -> bool,
) -> anyhow::Result<String> {
    let (_, id) = open(server, table).await?;
    let mut watcher = Guest::hello(server, &id, json!({})).await?;
    while !watcher.is_over() && !is_enough(&watcher) {
        watcher.next().await?;
    }
    Ok(id)
}

async fn pool(server: SocketAddr) -> anyhow::Result<String> {
    let players = ["beginner", "beginner"];
    let options = json!({"raceTo": RACKS});
    let table = json!({"game": "nine-ball", "players": players, "options": options, "isPublic": true});
    let racks = |guest: &Guest| -> u64 {
        let racks = guest.state["view"]["racks"].as_array();
        racks.map_or(0, |racks| racks.iter().filter_map(Value::as_u64).sum())
    };
    watch(server, table, |guest| racks(guest) >= RACKS).await
}

async fn cards(server: SocketAddr) -> anyhow::Result<String> {
    let table = json!({"game": "may-i", "seats": SEATS, "players": vec!["greedy"; SEATS], "isPublic": true});
    watch(server, table, |_| false).await
}

/// Lets two people move pieces to and fro.
async fn long(server: SocketAddr) -> anyhow::Result<String> {
    let table = json!({
        "game": "banqi", "seats": 2, "name": "Ann", "isPublic": true,
    });
    let (id, mut guests) = two_at(server, table).await?;
    let mut number = 0;
    while guests[0].version < ENTRIES && !guests[0].is_over() {
        let Some(due) = guests.iter_mut().find(|guest| guest.is_due()) else {
            guests[0].next().await?;
            continue;
        };
        number += 1;
        let menu = due.state["actions"].as_array().context("a menu")?;
        let quiet: Vec<&Value> = menu.iter().filter(|listed| listed["action"]["type"] == "MOVE").collect();
        let action = match quiet.as_slice() {
            [] => due.choose(number).context("who must act can")?,
            moves => moves[number % moves.len()]["action"].clone(),
        };
        let done = due.ask(json!({"op": "play", "action": action})).await?;
        ensure!(done["op"] == "done", "{done}");
        let version = done["version"].as_u64().unwrap_or(0);
        for guest in &mut guests {
            while guest.version < version {
                guest.next().await?;
            }
        }
    }
    Ok(id)
}
