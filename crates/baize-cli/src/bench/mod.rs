//! `baize bench`: the program's own speed on this machine.

mod banqi;
mod may_i;
mod nine;
mod nine_ball;
mod othello;
mod physics;

use crate::brief;
use crate::out::Out;
use baize_games::{AnyGame, AnyTable, GAMES};
use baize_nine::Nine;
use baize_nine_ball::NineBall;
use baize_nine_solver::Objective;
use baize_othello::Othello;
use baize_rules::{Game, Seed, Table};
use physics::{breaks, cuts, simulate};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

/// Measures how fast the rules run here, one row per figure, on one thread. Known counts are checked.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  baize bench\n  baize bench othello --json")]
pub(crate) struct Args {
    /// Only rows whose name contains this
    filter: Option<String>,
    /// One JSON object per line: {"name":"...","value":x,"unit":"..."}
    #[arg(long)]
    json: bool,
    /// How long to measure each row
    #[arg(long, default_value_t = 1.0, value_parser = seconds)]
    seconds: f64,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().map_err(|error| error.to_string())?;
    if (0.01..=600.0).contains(&seconds) { Ok(seconds) } else { Err("from 0.01 to 600".to_owned()) }
}

/// One figure.
struct Row {
    name: &'static str,
    unit: &'static str,
    measure: fn(Duration) -> f64,
}

const ROWS: &[Row] = &[
    Row { name: "othello.perft", unit: "nodes/s", measure: |_| othello::perft(11, 212_258_800) },
    Row { name: "othello.perft.12", unit: "nodes/s", measure: |_| othello::perft(12, 1_939_886_636) },
    Row { name: "othello.playouts", unit: "games/s", measure: othello::playouts },
    Row { name: "othello.contract.playouts", unit: "games/s", measure: contract_games::<Othello> },
    Row { name: "othello.solve.ffo40", unit: "s", measure: |_| othello::ffo40() },
    Row { name: "othello.endgame.14", unit: "positions/s", measure: othello::endgames },
    Row { name: "othello.search.nps", unit: "nodes/s", measure: othello::search },
    Row { name: "banqi.classic.playouts", unit: "games/s", measure: banqi::classic_playouts },
    Row { name: "banqi.three-kingdoms.playouts", unit: "games/s", measure: banqi::three_kingdoms_playouts },
    Row { name: "banqi.classic.legal", unit: "ns", measure: banqi::legal },
    Row { name: "banqi.search.nps", unit: "nodes/s", measure: banqi::search },
    Row { name: "nine.playouts", unit: "games/s", measure: nine::playouts },
    Row { name: "nine.contract.plays", unit: "plays/s", measure: contract_plays::<Nine> },
    Row {
        name: "nine.solve.difference",
        unit: "s",
        measure: |time| nine::solve(Objective::Difference, time),
    },
    Row { name: "nine.solve.win", unit: "s", measure: |time| nine::solve(Objective::Win, time) },
    Row { name: "may-i.actions", unit: "actions/s", measure: may_i::actions },
    Row { name: "may-i.games", unit: "games/s", measure: may_i::games },
    Row { name: "may-i.hard.move", unit: "ms", measure: may_i::hard_move },
    Row { name: "may-i.contract-search", unit: "ns", measure: |time| may_i::contract_search(time, 12, 0.5) },
    Row {
        name: "may-i.contract-search.p99",
        unit: "ns",
        measure: |time| may_i::contract_search(time, 12, 0.99),
    },
    Row {
        name: "may-i.contract-search.20",
        unit: "ns",
        measure: |time| may_i::contract_search(time, 20, 0.5),
    },
    Row {
        name: "may-i.contract-search.20.p99",
        unit: "ns",
        measure: |time| may_i::contract_search(time, 20, 0.99),
    },
    Row { name: "physics.break", unit: "us", measure: |time| simulate(&breaks(), time).micros_per_shot },
    Row { name: "physics.cut", unit: "us", measure: |time| simulate(&cuts(), time).micros_per_shot },
    Row { name: "physics.event", unit: "ns", measure: |time| simulate(&breaks(), time).nanos_per_event },
    Row { name: "nine-ball.expert.move", unit: "ms", measure: nine_ball::expert_move },
    Row { name: "nine-ball.contract.plays", unit: "plays/s", measure: contract_plays::<NineBall> },
];

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let wanted = |name: &str| args.filter.as_ref().is_none_or(|filter| name.contains(filter.as_str()));
    let rows = ROWS.iter().map(|row| (row.name.to_owned(), row.unit, Measure::Row(row.measure)));
    let rows: Vec<_> = rows.chain(plain_rows()).filter(|(name, ..)| wanted(name)).collect();
    anyhow::ensure!(
        !rows.is_empty(),
        "no row has a name like that; `baize bench --help` shows how to list all"
    );
    let seconds = if brief::is_asked() { 0.01 } else { args.seconds };
    for (name, unit, measure) in rows.into_iter().take(brief::at_most(usize::MAX, 1)) {
        let value = measure.take(Duration::from_secs_f64(seconds));
        if args.json {
            writeln!(Out, "{}", serde_json::json!({ "name": name, "value": value, "unit": unit }))?;
        } else {
            writeln!(Out, "{name:32} {:>16} {unit}", grouped(value))?;
        }
        Out.flush()?;
    }
    Ok(())
}

/// How a figure is measured.
enum Measure {
    Row(fn(Duration) -> f64),
    /// Single plays of a random game, in JSON.
    Plays(&'static dyn AnyGame),
}

impl Measure {
    fn take(&self, time: Duration) -> f64 {
        match self {
            Measure::Row(measure) => measure(time),
            Measure::Plays(game) => json_plays(*game, time),
        }
    }
}

/// The one row of each game that has no rows of its own.
fn plain_rows() -> impl Iterator<Item = (String, &'static str, Measure)> {
    let has_rows =
        |id: &str| ROWS.iter().any(|row| row.name.strip_prefix(id).is_some_and(|rest| rest.starts_with('.')));
    let others = GAMES.iter().filter(move |game| !has_rows(game.id()));
    others.map(|game| (format!("{}.json.plays", game.id()), "plays/s", Measure::Plays(*game)))
}

/// Plays of random games through the layer that speaks JSON.
fn json_plays(game: &'static dyn AnyGame, time: Duration) -> f64 {
    let mut random = random();
    let seed = Seed::from_text("bench");
    let start = game.start(&serde_json::Value::Null, None, &seed).expect("default options are sound");
    rate(time, || {
        let mut table: Box<dyn AnyTable> = start.boxed_clone();
        let mut plays = 0;
        while let Some(seat) = table.awaiting().must.iter().next() {
            let actions = table.menu(seat).actions;
            let listed = &actions[random(actions.len() as u32) as usize];
            table.play(seat, &listed.action.value()).expect("menus are honest");
            plays += 1;
        }
        plays
    })
}

/// The number with thousands separated, and decimals only where they matter.
fn grouped(value: f64) -> String {
    if value < 10.0 {
        return format!("{value:.3}");
    }
    if value < 1000.0 {
        return format!("{value:.1}");
    }
    let digits = format!("{value:.0}");
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|g| std::str::from_utf8(g).unwrap_or("")).collect();
    groups.join(",")
}

/// Random numbers below `n`, fast and always the same.
fn random() -> impl FnMut(u32) -> u32 {
    let mut stream = Pcg32::seed_from_u64(9);
    move |n| ((u64::from(stream.next_u32()) * u64::from(n)) >> 32) as u32
}

/// The sum of what `once` returns, per second. The clock is read only between batches that are long compared
/// with reading it.
fn rate(time: Duration, mut once: impl FnMut() -> u32) -> f64 {
    let start = Instant::now();
    let mut sum = 0;
    while start.elapsed() < time {
        sum += (0..64).map(|_| u64::from(once())).sum::<u64>();
    }
    sum as f64 / start.elapsed().as_secs_f64()
}

/// How often `once` runs per second.
fn per_second<T>(time: Duration, mut once: impl FnMut() -> T) -> f64 {
    rate(time, || {
        black_box(once());
        1
    })
}

/// Random games through the checked contract: menu, play, events and all.
fn contract_games<G: Game>(time: Duration) -> f64 {
    let mut random = random();
    let start = start::<G>();
    per_second(time, || play_out(start.clone(), &mut random))
}

/// The same, counting single plays.
fn contract_plays<G: Game>(time: Duration) -> f64 {
    let mut random = random();
    let start = start::<G>();
    rate(time, || play_out(start.clone(), &mut random))
}

fn start<G: Game>() -> Table<G> {
    let options = G::Options::default();
    let seats = *G::table_sizes(&options).start();
    Table::start(options, seats, &Seed::from_text("bench")).expect("default options are sound")
}

/// Plays a random game and counts its plays.
fn play_out<G: Game>(mut table: Table<G>, random: &mut impl FnMut(u32) -> u32) -> u32 {
    let mut plays = 0;
    while let Some(seat) = table.game().awaiting().must.iter().next() {
        let menu = table.game().menu(seat);
        let action = &menu.actions()[random(menu.actions().len() as u32) as usize];
        table.play(seat, action).expect("menus are honest");
        plays += 1;
    }
    plays
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_without_rows_of_its_own_is_measured_all_the_same() {
        assert!(json_plays(GAMES[2], Duration::from_millis(1)) > 0.0);
        for (name, _, measure) in plain_rows() {
            assert!(measure.take(Duration::from_millis(1)) > 0.0, "{name}");
        }
    }
}
