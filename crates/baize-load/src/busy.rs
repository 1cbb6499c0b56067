//! Measures how long people wait while strong players think, against the promised times: for an aim, for a
//! weak player's move, and for their own move to be acknowledged.

use crate::guest::Guest;
use crate::house::{House, OwnServer};
use crate::http;
use anyhow::{Context, ensure};
use serde::Serialize;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// How many games `expert` plays against itself.
const EXPERTS: usize = 50;
/// How many counts of positions a watcher asks for at a time, again and again.
const COUNTS: usize = 40;
/// The pauses between two batches of counts, two aims, and two moves of a person.
const COUNT_EVERY: Duration = Duration::from_secs(2);
const AIM_EVERY: Duration = Duration::from_millis(20);
const MOVE_EVERY: Duration = Duration::from_millis(20);
/// The games that people play with each other, and those they play with an `easy` player.
const GAMES: [&str; 3] = ["othello", "banqi", "nine"];
const WEAK: [&str; 2] = ["othello", "nine"];

/// One figure against its goal.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Wait {
    /// What was waited for.
    pub what: &'static str,
    /// How often it was waited for.
    pub count: usize,
    /// Median wait in milliseconds.
    pub p50_ms: f64,
    /// 99th percentile.
    pub p99_ms: f64,
    /// Longest wait.
    pub most_ms: f64,
    /// The promised time in milliseconds.
    pub goal_ms: f64,
    /// Whether the promise was kept.
    pub is_met: bool,
}

/// The figure that must meet a goal.
enum Goal {
    P99(f64),
    Most(f64),
}

/// The measured times of one kind of wait.
#[derive(Clone, Default)]
struct Times(Arc<Mutex<Vec<f64>>>);

impl Times {
    fn add(&self, time: Duration) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(time.as_secs_f64() * 1e3);
    }

    fn against(&self, what: &'static str, goal: &Goal) -> Wait {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        times.sort_by(f64::total_cmp);
        let at = |part: f64| times.get(((times.len() as f64 * part) as usize).min(times.len().max(1) - 1));
        let [p50_ms, p99_ms, most_ms] = [0.5, 0.99, 1.0].map(|part| at(part).copied().unwrap_or(f64::NAN));
        let (goal_ms, is_met) = match goal {
            Goal::P99(most) => (*most, p99_ms <= *most),
            Goal::Most(most) => (*most, most_ms <= *most),
        };
        Wait { what, count: times.len(), p50_ms, p99_ms, most_ms, goal_ms, is_met }
    }
}

/// Lets people play for this long on a server of their own where strong players think.
pub async fn busy(own: OwnServer, time: Duration) -> anyhow::Result<Vec<Wait>> {
    let house = House::start(own, 0, None).await?;
    let server = house.address();
    let [aims, weak, moves] = <[Times; 3]>::default();
    let mut tasks = JoinSet::new();
    for number in 0..EXPERTS {
        tasks.spawn(let_think(server, if number % 2 == 0 { "othello" } else { "banqi" }));
    }
    tasks.spawn(count(server));
    // Gives the strong players time to start thinking.
    tokio::time::sleep(Duration::from_secs(1)).await;
    tasks.spawn(aim(server, aims.clone()));
    for (number, game) in WEAK.into_iter().enumerate() {
        tasks.spawn(play_weak(server, game, number, weak.clone()));
    }
    for (number, game) in GAMES.into_iter().enumerate() {
        tasks.spawn(play_people(server, game, number, moves.clone()));
    }
    if let Ok(Some(ended)) = tokio::time::timeout(time, tasks.join_next()).await {
        ended.context("a task broke")??;
        anyhow::bail!("somebody stopped playing");
    }
    tasks.shutdown().await;
    house.stop().await?;
    Ok(vec![
        aims.against("an aim", &Goal::P99(25.0)),
        weak.against("a move of `easy`", &Goal::Most(500.0)),
        moves.against("a move of a person", &Goal::P99(25.0)),
    ])
}

/// Opens a table. Returns the server's answer and the table's id.
pub(crate) async fn open(server: SocketAddr, mut table: Value) -> anyhow::Result<(Value, String)> {
    table["pace"] = "instant".into();
    let opened = http::post(server, "/api/tables", &table).await?;
    let id = opened["table"].as_str().context("a table has an id")?.to_owned();
    Ok((opened, id))
}

/// Watches one game of experts after another.
async fn let_think(server: SocketAddr, game: &str) -> anyhow::Result<()> {
    loop {
        let table = json!({"game": game, "players": ["expert", "expert"], "isPublic": true});
        let (_, table) = open(server, table).await?;
        let mut watcher = Guest::hello(server, &table, json!({})).await?;
        while !watcher.is_over() {
            watcher.next().await?;
        }
    }
}

/// Asks for many counts at once, again and again, whether they are answered or refused.
async fn count(server: SocketAddr) -> anyhow::Result<()> {
    let (_, table) =
        open(server, json!({"game": "othello", "players": ["random", "expert"], "isPublic": true})).await?;
    let mut watcher = Guest::hello(server, &table, json!({})).await?;
    let position = "---------------------------OX------XO--------------------------- X";
    let query = json!({"type": "PERFT", "position": position, "depth": 7});
    loop {
        for _ in 0..COUNTS {
            watcher.send(json!({"op": "query", "query": query})).await?;
        }
        let again = Instant::now() + COUNT_EVERY;
        while let Ok(message) = tokio::time::timeout_at(again.into(), watcher.next()).await {
            message?;
        }
    }
}

/// Seats two people at a table of this game and makes them ready.
async fn two(server: SocketAddr, game: &str) -> anyhow::Result<[Guest; 2]> {
    Ok(two_at(server, json!({"game": game, "seats": 2, "name": "Ann"})).await?.1)
}

/// Seats two people at such a table and makes them ready. Also returns the table's id.
pub(crate) async fn two_at(server: SocketAddr, table: Value) -> anyhow::Result<(String, [Guest; 2])> {
    let (opened, table) = open(server, table).await?;
    let link = opened["links"][0]["link"].as_str().context("a link to the other seat")?;
    let secret = link.split_once("#join=").context("a secret")?.1;
    let mut ann = Guest::hello(server, &table, json!({"token": opened["token"]})).await?;
    let join = json!({"secret": secret, "name": "Bob", "key": "0123456789abcdef0123456789abcdef"});
    let mut bob = Guest::hello(server, &table, json!({"join": join})).await?;
    ann.ask(json!({"op": "ready"})).await?;
    bob.ask(json!({"op": "ready"})).await?;
    for guest in [&mut ann, &mut bob] {
        while guest.state["phase"] == "waiting" {
            guest.next().await?;
        }
    }
    Ok((table, [ann, bob]))
}

async fn aim(server: SocketAddr, times: Times) -> anyhow::Result<()> {
    let [mut ann, _bob] = two(server, "nine-ball").await?;
    for number in 0u64.. {
        let shot = json!({"aimUrad": number * 10_007 % 6_283_185, "speedMmS": 1_000 + number % 4_000});
        let start = Instant::now();
        let aimed = ann.ask(json!({"op": "query", "query": {"type": "AIM", "shot": shot}})).await?;
        times.add(start.elapsed());
        ensure!(aimed["op"] == "answer", "an aim is answered: {aimed}");
        tokio::time::sleep(AIM_EVERY).await;
    }
    Ok(())
}

/// Plays one game after another with a weak player, measuring from a person's move to their next turn.
async fn play_weak(server: SocketAddr, game: &str, number: usize, times: Times) -> anyhow::Result<()> {
    let mut choice = number;
    loop {
        let (opened, table) =
            open(server, json!({"game": game, "name": "Ann", "players": [null, "easy"]})).await?;
        let mut ann = Guest::hello(server, &table, json!({"token": opened["token"]})).await?;
        ann.ask(json!({"op": "ready"})).await?;
        while !ann.is_over() {
            if !ann.is_due() {
                ann.next().await?;
                continue;
            }
            tokio::time::sleep(MOVE_EVERY).await;
            choice = choice.wrapping_mul(31).wrapping_add(7);
            let action = ann.choose(choice).context("who must act can")?;
            let start = Instant::now();
            let done = ann.ask(json!({"op": "play", "action": action})).await?;
            ensure!(done["op"] == "done", "{game}: {done}");
            let version = done["version"].as_u64().unwrap_or(0);
            // Only once the move has been seen is it known whether the same seat goes on.
            while ann.version < version {
                ann.next().await?;
            }
            if ann.is_due() || ann.is_over() {
                continue;
            }
            while !ann.is_due() && !ann.is_over() {
                ann.next().await?;
            }
            times.add(start.elapsed());
        }
    }
}

/// Lets two people play one game after another, measuring from a move to its acknowledgement.
async fn play_people(server: SocketAddr, game: &str, number: usize, times: Times) -> anyhow::Result<()> {
    let mut choice = number;
    loop {
        let mut guests = two(server, game).await?;
        while !guests[0].is_over() {
            let Some(due) = guests.iter_mut().find(|guest| guest.is_due()) else {
                guests[0].next().await?;
                continue;
            };
            tokio::time::sleep(MOVE_EVERY).await;
            choice = choice.wrapping_mul(31).wrapping_add(7);
            let action = due.choose(choice).context("who must act can")?;
            let start = Instant::now();
            let done = due.ask(json!({"op": "play", "action": action})).await?;
            times.add(start.elapsed());
            ensure!(done["op"] == "done", "{game}: {done}");
            let version = done["version"].as_u64().unwrap_or(0);
            for guest in &mut guests {
                while guest.version < version {
                    guest.next().await?;
                }
            }
        }
    }
}
