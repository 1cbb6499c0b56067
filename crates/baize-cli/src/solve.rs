//! `baize solve`: exact final scores.

use crate::contest::read_weights;
use crate::out::Out;
use crate::words::counted;
use crate::{brief, clock};
use anyhow::{Context, ensure};
use baize_othello::{Position, Square, notation};
use baize_othello_engine::{Aim, Certainty, Engine, Verdict, Weights};
use baize_players::Stopwatch;
use baize_rules::clip;
use baize_search::Limits;
use indicatif::ProgressBar;
use serde_json::json;
use std::io::{IsTerminal, Read, Write};
use std::path::PathBuf;

/// Finds the final score of Othello positions with best play, for the side to move and with the empty squares given to
/// the winner, together with a best move and how the game goes on.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize solve othello \\
    --position 'O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X'
  baize solve othello problems.txt --threads 2
  baize solve othello - --json --millis 1000 < problems.txt")]
pub(crate) struct Args {
    /// Which game
    game: String,
    /// A file with one position per line, `-` for standard input; empty lines and lines with # are left out
    #[arg(conflicts_with = "position", required_unless_present = "position")]
    file: Option<PathBuf>,
    /// A single position: 64 characters and the side to move
    #[arg(long, allow_hyphen_values = true)]
    position: Option<String>,
    /// How many threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,
    /// Stop after this many milliseconds a position, with an estimate
    #[arg(long)]
    millis: Option<u64>,
    /// Judge by weights that `baize train othello` has made, instead of the program's own
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// One JSON object per line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    ensure!(args.game == "othello", "solve knows othello, not {:?}", clip(&args.game));
    let positions = positions(args)?;
    let weights = args.weights.as_deref().map_or(Ok(Weights::learnt()), read_weights)?;
    let engine = Engine::new(weights).with_threads(usize::from(args.threads));
    let mut sum = (0, 0.0);
    for (line, position) in &positions {
        let verdict = solve(engine, args, *position);
        let exact =
            if args.json { print_json(line, *position, &verdict) } else { print(line, *position, &verdict) };
        exact?;
        sum = (sum.0 + verdict.nodes, sum.1 + verdict.time.as_secs_f64());
    }
    if !args.json && positions.len() > 1 {
        let (nodes, seconds) = sum;
        writeln!(Out, "{}, {nodes} nodes, {seconds:.3} s", counted(positions.len() as u64, "position"))?;
    }
    Ok(())
}

/// Reads all positions before the first is solved, so that a mistake in the last line does not cost an hour.
fn positions(args: &Args) -> anyhow::Result<Vec<(String, Position)>> {
    let text = match (&args.position, &args.file) {
        (Some(position), _) => position.clone(),
        (None, Some(path)) if path.as_os_str() == "-" => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text)?;
            text
        }
        (None, Some(path)) => std::fs::read_to_string(path).with_context(|| path.display().to_string())?,
        (None, None) => String::new(),
    };
    let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
    let positions =
        lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).map(|(number, line)| {
            let board = notation::read(line).with_context(|| format!("line {number}"))?;
            Ok((notation::line(&board), board.position))
        });
    positions.collect()
}

fn solve(engine: Engine<'_>, args: &Args, position: Position) -> Verdict {
    let limits = Limits { nodes: brief::nodes(None), millis: args.millis, clock: Stopwatch(clock::now) };
    let is_silent = args.json || !std::io::stderr().is_terminal();
    let bar = if is_silent { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    bar.enable_steady_tick(std::time::Duration::from_millis(100));
    let verdict = engine.think(position, Aim::SOLVE, limits, &mut |verdict| {
        let Verdict { score, nodes, .. } = verdict;
        bar.set_message(format!("{score:+.1} {}, {nodes} nodes", certainty(verdict.certainty)));
    });
    bar.finish_and_clear();
    verdict
}

fn certainty(certainty: Certainty) -> String {
    match certainty {
        Certainty::Depth(depth) => format!("at depth {depth}"),
        Certainty::Percent(percent) => format!("with {percent} % trust in shallow searches"),
        Certainty::Exact => "exactly".to_owned(),
    }
}

fn best(position: Position, verdict: &Verdict) -> Option<String> {
    match verdict.candidates.first() {
        Some(opinion) => Some(opinion.square.to_string()),
        None => (!position.is_over()).then(|| "pass".to_owned()),
    }
}

fn squares(line: &[Square]) -> String {
    line.iter().map(Square::to_string).collect()
}

fn print(line: &str, position: Position, verdict: &Verdict) -> anyhow::Result<()> {
    let Verdict { score, nodes, time, .. } = verdict;
    let exactly = match verdict.certainty {
        Certainty::Exact => format!("{score:+}"),
        other => format!("about {score:+.1} {}", certainty(other)),
    };
    let best = best(position, verdict).unwrap_or_else(|| "over".to_owned());
    let seconds = time.as_secs_f64();
    writeln!(Out, "{line}  {exactly}  {best}  {}  {nodes} nodes  {seconds:.3} s", squares(&verdict.line))?;
    Ok(Out.flush()?)
}

fn print_json(line: &str, position: Position, verdict: &Verdict) -> anyhow::Result<()> {
    let is_exact = verdict.certainty == Certainty::Exact;
    let row = json!({
        "position": line,
        "score": if is_exact { json!(verdict.score as i64) } else { json!(verdict.score) },
        "best": best(position, verdict),
        "line": squares(&verdict.line),
        "nodes": verdict.nodes,
        "seconds": verdict.time.as_secs_f64(),
        "exact": is_exact,
    });
    writeln!(Out, "{row}")?;
    Ok(Out.flush()?)
}
