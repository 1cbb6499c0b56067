//! `baize runout`.

use crate::matches::progress_bar;
use crate::out::Out;
use crate::stats::{Estimate, score};
use crate::stop::{Stop, Stopped};
use crate::words::counted;
use crate::{brief, clock, seed};
use anyhow::{Context, bail, ensure};
use baize_games::{AnyTable, find};
use baize_players::{AnyPlayer, Budget, sit, sit_shaking};
use baize_rules::{Problem, Seat, Seed, Viewer};
use serde::Serialize;
use serde_json::{Value, json};
use std::io::Write;
use std::time::{Duration, Instant};

/// Measures how often a computer player of nine-ball runs out: it gets the cue ball in hand after the break and must win
/// the rack without a miss, a foul or a safety.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize runout --noise 0
  baize runout --player hard --noise 1 --racks 300 --seed any --json")]
pub(crate) struct Args {
    /// Which computer player
    #[arg(long, default_value = "expert")]
    player: String,
    /// How much of the standard noise its hand has, instead of what belongs to its level
    #[arg(long, value_parser = noise)]
    noise: Option<f64>,
    /// How many racks
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    racks: u32,
    /// Makes the racks repeatable
    #[arg(long)]
    seed: Option<String>,
    /// Milliseconds per move
    #[arg(long)]
    millis: Option<u64>,
    /// Trial shots per move, which makes the result repeatable
    #[arg(long)]
    nodes: Option<u64>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Reads how much of the standard noise a hand has.
pub(crate) fn noise(text: &str) -> Result<f64, String> {
    let noise = text.parse::<f64>().map_err(|error| error.to_string())?;
    if (0.0..=10.0).contains(&noise) { Ok(noise) } else { Err("from 0 to 10".to_owned()) }
}

/// Seats a player, with this noise in its hand if given.
pub(crate) fn seated(
    game: &str,
    name: &str,
    seed: &Seed,
    noise: Option<f64>,
) -> Result<Box<dyn AnyPlayer>, Problem> {
    match noise {
        Some(noise) => sit_shaking(game, name, seed, noise),
        None => sit(game, name, seed),
    }
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    player: String,
    noise: Option<f64>,
    racks: u32,
    run_outs: u32,
    /// The share of racks won, with its 95 % confidence interval.
    rate: Option<Estimate>,
    moves: u32,
    millis_per_move: f64,
    slowest_millis: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let seed = seed::given_or_fresh(args.seed.as_deref())?;
    let budget = Budget { nodes: brief::nodes(args.nodes), millis: args.millis, ..clock::budget() };
    let mut player = seated("nine-ball", &args.player, &seed.branch("player"), args.noise)?;
    let racks = brief::at_most(args.racks, 1);
    let bar = if args.json { indicatif::ProgressBar::hidden() } else { progress_bar(racks, "racks") };
    let stop = Stop::listen()?;
    let mut report = Report { player: args.player.clone(), noise: args.noise, ..Report::default() };
    let mut times = Times::default();
    let mut results = Vec::new();
    let mut numbers = 0..;
    while results.len() < racks as usize {
        let number: u64 = numbers.next().context("there are racks without end")?;
        // A 9 on the break leaves nothing to run out.
        let Some(mut table) = broken(&seed.branch(&format!("rack {number}")))? else { continue };
        let Some(ran_out) = runs_out(&mut *table, &mut *player, budget, &mut times, &stop)? else { break };
        results.push(f64::from(u8::from(ran_out)));
        bar.inc(1);
        let share = results.iter().sum::<f64>() / results.len() as f64;
        bar.set_message(format!("{:.1} % run out", 100.0 * share));
    }
    bar.finish_and_clear();
    ensure!(!results.is_empty(), Stopped("before the first rack was over".to_owned()));
    report.racks = results.len() as u32;
    report.run_outs = results.iter().sum::<f64>() as u32;
    report.rate = Some(score(results.iter().sum::<f64>() / results.len() as f64, &results, 1));
    report.moves = times.moves;
    report.millis_per_move = times.sum.as_secs_f64() * 1e3 / f64::from(times.moves.max(1));
    report.slowest_millis = times.slowest.as_secs_f64() * 1e3;
    if args.json {
        writeln!(Out, "{}", serde_json::to_string(&report)?)?;
    } else {
        print(&report)?;
    }
    if report.racks < racks {
        bail!(Stopped(format!("after {} of {}", report.racks, counted(u64::from(args.racks), "rack"))));
    }
    Ok(())
}

/// How long moves took.
#[derive(Default)]
struct Times {
    moves: u32,
    sum: Duration,
    slowest: Duration,
}

/// A rack after a hard, full break from the head spot, with the cue ball in the first seat's hand; `None` if
/// the break ended it.
pub(crate) fn broken(seed: &Seed) -> anyhow::Result<Option<Box<dyn AnyTable>>> {
    let game = find("nine-ball")?;
    let mut table = game.start(&json!({}), Some(2), seed)?;
    for action in [
        json!({"type": "PLACE_BALL", "xUm": -635_000, "yUm": 0}),
        json!({"type": "SHOOT", "speedMmS": 10_000, "aimUrad": 0}),
    ] {
        table.play(Seat::FIRST, &action)?;
    }
    if table.outcome().is_some() {
        return Ok(None);
    }
    let mut balls: Value = table.view(Viewer::Spectator)["balls"].clone();
    if let Some(balls) = balls.as_object_mut() {
        balls.remove("0");
    }
    let in_hand = json!({"balls": balls, "phase": {"name": "ball_in_hand", "seat": 0}, "shotNo": 1});
    Ok(Some(game.load(&in_hand, &Value::Null)?))
}

/// Whether the first seat wins before the other comes to the table; `None` if the run was stopped.
fn runs_out(
    table: &mut dyn AnyTable,
    player: &mut dyn AnyPlayer,
    budget: Budget,
    times: &mut Times,
    stop: &Stop,
) -> anyhow::Result<Option<bool>> {
    while table.awaiting().must.iter().next() == Some(Seat::FIRST) {
        if stop.is_asked() {
            return Ok(None);
        }
        let start = Instant::now();
        let action = player.choose(&table.seat_view(Seat::FIRST), budget)?.action;
        let took = start.elapsed();
        times.moves += 1;
        times.sum += took;
        times.slowest = times.slowest.max(took);
        table.play(Seat::FIRST, &action)?;
    }
    Ok(Some(table.outcome().is_some_and(|outcome| outcome.won(Seat::FIRST))))
}

fn print(report: &Report) -> std::io::Result<()> {
    let Report { player, noise, racks, run_outs, rate, moves, millis_per_move, slowest_millis } = report;
    let noise = noise.map_or("its own noise".to_owned(), |noise| format!("{noise} times the standard noise"));
    let racks = counted(u64::from(*racks), "rack");
    writeln!(Out, "{player} with {noise} runs out {run_outs} of {racks} from ball in hand after the break")?;
    if let Some(Estimate { value, low, high }) = rate.map(|rate| rate.map(|share| 100.0 * share)) {
        writeln!(Out, "{value:.1} %, 95 % interval {low:.1} to {high:.1}")?;
    }
    let moves = counted(u64::from(*moves), "move");
    writeln!(Out, "{moves}, {millis_per_move:.0} ms each, the slowest {slowest_millis:.0} ms")
}
