//! `baize simulate`.

use crate::brief;
use crate::out::{Out, note};
use crate::stop::{Stop, Stopped};
use crate::words::counted;
use anyhow::{Context, bail, ensure};
use baize_simulator::{Bug, Fault, Plan, RunResult, run as simulate, shrink};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Runs the server's tables, its store on a disk that crashes, a bad network, a wrong clock and clients, all on one
/// thread and one seed at a time, and checks every promise.
///
/// A seed always gives the same run. A run that fails is made smaller, and printed as a command that runs it again.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize simulate --seeds 20 --steps 2000
  baize simulate --seeds 1000 --steps 10000 --threads 2
  baize simulate --seed 7 --seeds 1 --games nine --tables 1 --faults crash,inside
  baize simulate --seeds 3 --steps 1000 --faults none --json
  baize simulate --seed 7 --seeds 1 --steps 300 --tell
  baize simulate --bug early-answer --seeds 100   # a planted bug: it is found, the status is 1

Faults: drop, double, delay, cut, stall (network); crash, inside, kill (the machine, in the middle of a write, the
process); disk, slow, rot, restore (the disk, and an older backup in its place); clock, pause (time); takeover, busy.
The status is 1 if a promise was broken.")]
pub(crate) struct Args {
    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many seeds
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    seeds: u64,
    /// How many things happen in a run before the faults stop
    #[arg(long, default_value_t = Plan::STEPS, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    steps: u64,
    /// Tables played at once
    #[arg(long, default_value_t = Plan::TABLES as u64, value_parser = clap::value_parser!(u64).range(1..=1_000))]
    tables: u64,
    /// The games, one table of each in turn [default: those whose moves cost little]
    #[arg(long, value_delimiter = ',')]
    games: Vec<String>,
    /// What goes wrong; `none` for nothing [default: everything]
    #[arg(long, value_delimiter = ',')]
    faults: Vec<String>,
    /// Takes only these of the chances for a fault, as printed for a run that failed; `none` takes none
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Plants a bug, to see that it is found
    #[arg(long, value_name = "NAME")]
    bug: Option<String>,
    /// Runs that may be tried to make a failing one smaller
    #[arg(long, default_value_t = 400)]
    tries: u32,
    /// Seeds that run at the same time, each on a thread of its own
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
    /// Print everything that happens in the run of one seed
    #[arg(long, conflicts_with = "json")]
    tell: bool,
}

/// The totals of all runs.
#[derive(Default)]
struct Total {
    seeds: u64,
    sum: RunResult,
    failed: Option<(Plan, RunResult)>,
}

impl Total {
    fn add(&mut self, plan: Plan, outcome: RunResult) {
        self.seeds += 1;
        let sum = &mut self.sum;
        sum.steps += outcome.steps;
        sum.tables += outcome.tables;
        sum.games += outcome.games;
        sum.acknowledged += outcome.acknowledged;
        sum.entries += outcome.entries;
        sum.syncs += outcome.syncs;
        sum.forked += outcome.forked;
        sum.clocks += outcome.clocks;
        sum.faults.resize(Fault::ALL.len(), 0);
        let pairs = sum.faults.iter_mut().zip(&outcome.faults);
        let pairs = pairs.chain(sum.writes.iter_mut().zip(&outcome.writes));
        pairs.chain(sum.rot.iter_mut().zip(&outcome.rot)).for_each(|(sum, count)| *sum += count);
        let is_first = self.failed.as_ref().is_none_or(|(before, _)| plan.seed < before.seed);
        if outcome.violation.is_some() && is_first {
            self.failed = Some((plan, outcome));
        }
    }
}

/// Runs all seeds, stopping at the first that fails.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let plan = args.plan()?;
    if args.tell {
        return tell(args, &plan);
    }
    let (start, stop) = (Instant::now(), Stop::listen()?);
    let bar = ProgressBar::new(args.seeds);
    bar.set_style(ProgressStyle::with_template("{elapsed_precise} {bar:30} {pos}/{len} seeds {msg}")?);
    let (total, next, is_over) = (Mutex::<Total>::default(), AtomicU64::new(0), AtomicBool::new(false));
    let work = || {
        while !is_over.load(Ordering::Relaxed) && !stop.is_asked() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= args.most_seeds() {
                return;
            }
            let plan = Plan { seed: args.seed.wrapping_add(number), ..plan.clone() };
            let outcome = simulate(&plan);
            is_over.fetch_or(outcome.violation.is_some(), Ordering::Relaxed);
            let mut total = total.lock().expect("nothing panics with the sums");
            total.add(plan, outcome);
            let rate = total.sum.steps as f64 / start.elapsed().as_secs_f64();
            bar.inc(1);
            bar.set_message(format!("{} steps, {rate:.0}/s", total.sum.steps));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..args.threads {
            scope.spawn(work);
        }
    });
    bar.finish_and_clear();
    let total = total.into_inner().expect("nothing panics with the sums");
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        writeln!(Out, "{}", json(&total, seconds))?;
    } else {
        print(&total, seconds)?;
    }
    let Some((plan, outcome)) = total.failed else {
        if stop.is_asked() && total.seeds < args.most_seeds() {
            bail!(Stopped(format!("after {} of {}", total.seeds, counted(args.seeds, "seed"))));
        }
        if !args.json {
            writeln!(Out, "             no promise was broken")?;
        }
        return Ok(());
    };
    let what = outcome.violation.as_ref().context("a failed run has a reason")?;
    note(&format!("seed {} broke a promise {what}", plan.seed));
    note(&format!("  run it again: {}", plan.command()));
    let (smaller, outcome) = shrink(&plan, &outcome, args.tries);
    let what = outcome.violation.as_ref().context("a failed run has a reason")?;
    note(&format!("made smaller, with {}: {what}", counted(outcome.taken.len() as u64, "fault")));
    note(&format!("  run it again: {}", smaller.command()));
    bail!("a promise was broken: {}", what.what)
}

/// Prints the story of one seed.
fn tell(args: &Args, plan: &Plan) -> anyhow::Result<()> {
    ensure!(args.seeds == 1, "--tell belongs to one seed: add --seeds 1");
    let (outcome, story) = baize_simulator::tell(plan);
    for line in story {
        writeln!(Out, "{line}")?;
    }
    match outcome.violation {
        Some(what) => bail!("a promise was broken {what}"),
        None => Ok(()),
    }
}

impl Args {
    fn most_seeds(&self) -> u64 {
        if self.bug.is_some() { self.seeds } else { brief::at_most(self.seeds, 2) }
    }

    fn plan(&self) -> anyhow::Result<Plan> {
        let steps = if self.bug.is_some() { self.steps } else { brief::at_most(self.steps, 300) };
        let mut plan = Plan { steps, tables: self.tables as usize, ..Plan::new(self.seed) };
        if !self.games.is_empty() {
            plan.games.clone_from(&self.games);
        }
        for game in &plan.games {
            baize_games::find(game)?;
        }
        if !self.faults.is_empty() {
            let find =
                |word: &String| Fault::find(word).with_context(|| format!("there is no fault {word:?}"));
            let words = self.faults.iter().filter(|word| *word != "none");
            plan.faults = words.map(find).collect::<anyhow::Result<_>>()?;
        }
        if !self.only.is_empty() {
            let words = self.only.iter().filter(|word| *word != "none");
            let only: Result<BTreeSet<u64>, _> = words.map(|word| word.parse()).collect();
            plan.only = Some(only.context("--only takes numbers")?);
            ensure!(self.seeds == 1, "--only belongs to one seed: add --seeds 1");
        }
        if let Some(word) = &self.bug {
            let words: Vec<&str> = Bug::ALL.iter().map(|bug| bug.word()).collect();
            let unknown = || format!("there is no bug {word:?}; there are {}", words.join(", "));
            plan.bug = Some(Bug::find(word).with_context(unknown)?);
        }
        Ok(plan)
    }
}

fn print(total: &Total, seconds: f64) -> std::io::Result<()> {
    let sum = &total.sum;
    writeln!(Out, "{:>12} steps of {} in {seconds:.1} s", sum.steps, counted(total.seeds, "seed"))?;
    writeln!(Out, "{:>12.0} steps a second", sum.steps as f64 / seconds)?;
    writeln!(Out, "{:>12.0} tables a minute, {} in all", sum.tables as f64 / seconds * 60.0, sum.tables)?;
    writeln!(
        Out,
        "{:>12} requests acknowledged, {} entries, {} syncs",
        sum.acknowledged, sum.entries, sum.syncs
    )?;
    let faults = Fault::ALL.iter().zip(&sum.faults).map(|(fault, count)| format!("{fault} {count}"));
    writeln!(
        Out,
        "{:>12} faults: {}",
        sum.faults.iter().sum::<u64>(),
        faults.collect::<Vec<_>>().join(", ")
    )?;
    let [kept, lost, torn, reordered] = sum.writes;
    writeln!(
        Out,
        "{:>12} writes were not synced in time: {kept} kept, {lost} lost, {torn} torn, {reordered} swapped",
        kept + lost + torn
    )?;
    let [noticed, harmless] = sum.rot;
    writeln!(Out, "{noticed:>12} times bad bits were noticed, {harmless} times they did no harm")?;
    writeln!(Out, "{:>12} people were told that their table had become another one", sum.forked)?;
    writeln!(Out, "{:>12} times a running clock was compared with the time that had gone by", sum.clocks)
}

fn json(total: &Total, seconds: f64) -> serde_json::Value {
    let sum = &total.sum;
    let faults: serde_json::Map<String, serde_json::Value> = Fault::ALL
        .iter()
        .zip(&sum.faults)
        .map(|(fault, count)| (fault.to_string(), (*count).into()))
        .collect();
    serde_json::json!({
        "seeds": total.seeds,
        "steps": sum.steps,
        "seconds": seconds,
        "stepsPerSecond": sum.steps as f64 / seconds,
        "tables": sum.tables,
        "acknowledged": sum.acknowledged,
        "entries": sum.entries,
        "forked": sum.forked,
        "clocks": sum.clocks,
        "faults": faults,
        "violations": u64::from(total.failed.is_some()),
    })
}
