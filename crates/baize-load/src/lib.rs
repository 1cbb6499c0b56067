//! Plays many tables of a server at once, over bad networks and through crashes, and checks the results.
//!
//! Scripted clients (`client`) play over real sockets (`link`), on a running server or on one that is
//! started, killed and restarted here (`house`). Each client notes what was acknowledged and what it was
//! shown; when its game is over, the record is replayed and must agree (`check`).
//!
//! [`busy`] and [`enter`] measure two promises: how long people wait while strong players think, and how long
//! it takes to come back to a long game.
#![forbid(unsafe_code)]

mod busy;
mod check;
mod client;
mod enter;
mod guest;
mod house;
mod http;
mod idle;
mod link;
mod message;
mod plan;
mod proxy;
mod table;

pub use busy::{Wait, busy};
pub use check::{Evidence, Findings, judge, told_hash};
pub use enter::{Entered, enter};
pub use house::OwnServer;
pub use link::Faults;
pub use plan::{Length, LoadPlan, LoadProgress, LoadReport, Target, Trouble};

use anyhow::Context;
use house::House;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long the games may take to end after the time is up.
const ENDING: Duration = Duration::from_secs(60);
/// How long a table that has not ended by then may take to describe its state.
const SAYING: Duration = Duration::from_secs(15);

/// Carries out a plan. `progress` is called several times a second.
pub async fn run(plan: LoadPlan, progress: impl Fn(LoadProgress)) -> anyhow::Result<LoadReport> {
    let plan = Arc::new(plan);
    let started = Instant::now();
    let mut houses = Vec::new();
    let faults = Arc::<AtomicU64>::default();
    if let Target::Own(settings) = &plan.target {
        let ways = plan.has_bad_ways().then_some((plan.faults, &faults));
        for number in 0..settings.nodes as usize {
            houses.push(House::start(settings.clone(), number, ways).await?);
        }
    }
    let start_millis = started.elapsed().as_secs_f64() * 1e3;
    let servers = match &plan.target {
        Target::Url(url) => {
            let address = http::address(url).await?;
            let health = http::get(address, "/api/health", "").await;
            health.with_context(|| format!("no server answers at {url}"))?;
            vec![address]
        }
        Target::Own(_) => houses.iter().map(House::address).collect(),
    };
    let first = *servers.first().context("at least one process serves")?;
    let empty = resident(&houses);
    let idle = idle::sit(&plan, first, &progress).await?;
    let quiet = resident(&houses);

    let field = Arc::new(table::Field::new(Arc::clone(&plan), servers, faults));
    let tables: Vec<_> =
        (0..plan.tables).map(|number| tokio::spawn(table::play_on(Arc::clone(&field), number))).collect();
    let troubles = watch(&plan, &field, &mut houses, &progress).await?;
    let kills = troubles.values().sum();
    let busy = resident(&houses);

    field.is_stopping.store(true, Ordering::Relaxed);
    let mut finished = Vec::new();
    let end = tokio::time::Instant::now() + ENDING;
    for (number, mut table) in tables.into_iter().enumerate() {
        let played = match tokio::time::timeout_at(end, &mut table).await {
            Ok(played) => played,
            Err(_) => {
                field.is_late.store(true, Ordering::Relaxed);
                tokio::time::timeout(SAYING, table).await.with_context(|| {
                    format!("table {number} does not come to an end, nor say how it stands")
                })?
            }
        };
        finished.extend(played.context("a table broke")?.with_context(|| format!("table {number}"))?);
        progress(LoadProgress::Ending { tables: number as u32 + 1 });
    }
    drop(idle);
    let verdict = check::all(&field, finished, &progress).await?;
    for house in houses {
        house.stop().await?;
    }

    let measured = field.measured();
    let sockets = if plan.idle > 0 { plan.idle } else { field.sockets.load(Ordering::Relaxed) };
    let (before, after) = if plan.idle > 0 { (empty, quiet) } else { (quiet, busy) };
    let bytes = before.zip(after).filter(|_| sockets > 0 && kills == 0);
    Ok(LoadReport {
        moves_per_second: measured.moves as f64 / measured.seconds.max(1e-9),
        p50_ms: measured.percentile(0.50),
        p99_ms: measured.percentile(0.99),
        most_ms: measured.percentile(1.0),
        most_sent: field.most_sent.load(Ordering::Relaxed),
        bytes_per_connection: bytes.map(|(before, after)| after.saturating_sub(before) / u64::from(sockets)),
        acknowledged: verdict.acknowledged,
        lost: verdict.lost,
        mismatches: verdict.mismatches,
        tables: plan.tables,
        idle: plan.idle,
        seconds: measured.seconds,
        games: verdict.games,
        reconnects: field.reconnects.load(Ordering::Relaxed),
        faults: field.faults.load(Ordering::Relaxed),
        kills,
        troubles,
        start_ms: start_millis,
        resident_bytes: empty,
        records: verdict.records,
        first_mismatch: verdict.first,
    })
}

/// Bytes of memory in use by all processes, where the system reports it.
fn resident(houses: &[House]) -> Option<u64> {
    let each: Option<Vec<u64>> = houses.iter().map(House::resident).collect();
    each.filter(|each| !each.is_empty()).map(|each| each.iter().sum())
}

/// Lets the tables play for as long as the plan says, and makes trouble for one process after another if it
/// says so.
async fn watch(
    plan: &LoadPlan,
    field: &table::Field,
    houses: &mut [House],
    progress: &impl Fn(LoadProgress),
) -> anyhow::Result<BTreeMap<&'static str, u32>> {
    field.wait_until_seated().await;
    field.begin_measuring();
    let start = Instant::now();
    let (mut kills, mut next) = (0, plan.kill_every);
    let mut troubles = BTreeMap::new();
    let is_on = || match plan.length {
        Length::Time(time) => start.elapsed() < time,
        Length::Moves(_) => field.finished.load(Ordering::Relaxed) < plan.tables,
    };
    while is_on() && !plan.stop.load(Ordering::Relaxed) {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let moves = field.acknowledged.load(Ordering::Relaxed);
        progress(LoadProgress::Playing { elapsed: start.elapsed(), moves, kills });
        for house in houses.iter_mut() {
            house.come_back(false).await?;
        }
        // On each round through the kinds of trouble, each kind hits a different process.
        let around = kills as usize / plan.troubles.len().max(1);
        let turn = (kills as usize + around) % houses.len().max(1);
        if let (Some(house), Some(at), Some(every)) = (houses.get_mut(turn), next, plan.kill_every)
            && start.elapsed() >= at
        {
            let trouble = plan.troubles.get(kills as usize % plan.troubles.len().max(1));
            let trouble = trouble.unwrap_or(&Trouble::Kill);
            make(trouble, house, around).await.with_context(|| trouble.words())?;
            kills += 1;
            *troubles.entry(trouble.words()).or_default() += 1;
            next = Some(start.elapsed() + every);
        }
    }
    field.end_measuring();
    for house in houses.iter_mut() {
        house.come_back(true).await?;
        house.set_wall(0)?;
    }
    Ok(troubles)
}

/// Makes trouble for a process or the database.
async fn make(trouble: &Trouble, house: &mut House, around: usize) -> anyhow::Result<()> {
    // A process that is still away comes back first.
    house.come_back(true).await?;
    match trouble {
        Trouble::Kill => house.kill_and_restart().await?,
        Trouble::Drain => house.drain_and_restart().await?,
        Trouble::Die(time) => house.kill_for(*time).await?,
        Trouble::Pause(time) => house.pause(*time).await?,
        Trouble::Cut => house.cut(),
        Trouble::Apart(time) => house.part_from_databases(*time),
        Trouble::Alone(time) => house.part_from_processes(*time),
        Trouble::Clock(seconds) => {
            let seconds = [*seconds, 0, -seconds, 0][around % 4];
            house.set_wall(seconds)?;
        }
        Trouble::Database(_, hurt) => {
            let hurt = Arc::clone(hurt);
            tokio::task::spawn_blocking(move || hurt()).await??;
        }
    }
    Ok(())
}
