//! `baize perft`.

use crate::brief;
use crate::out::Out;
use anyhow::{Context, bail};
use baize_banqi::FullPosition;
use baize_othello::{Passes, notation};
use baize_rules::Seed;
use std::io::Write;
use std::time::Instant;

/// Counts the move sequences from a position, depth by depth. A game that ends before the depth counts once.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize perft othello --depth 11
  baize perft othello --depth 9 --free-passes
  baize perft othello \\
    --position '---------------------------OX------XO--------------------------- X'
  baize perft banqi --depth 4 --options '{\"mode\":\"three-kingdoms\"}' --seed any")]
pub(crate) struct Args {
    /// Which game
    game: String,
    /// How many moves
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// The position to start from, in the game's notation [default: the start]
    #[arg(long, allow_hyphen_values = true)]
    position: Option<String>,
    /// Banqi: options of the game, as JSON
    #[arg(long, default_value = "{}")]
    options: String,
    /// Banqi: the deal, where no position is given
    #[arg(long, default_value = "perft")]
    seed: String,
    /// Othello: a forced pass is no move, as in the rules; otherwise it counts as one, as in the published series
    #[arg(long)]
    free_passes: bool,
    /// One JSON object per line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let count: Box<dyn Fn(u32) -> Option<u64>> = match args.game.as_str() {
        "othello" => othello(args)?,
        "banqi" => banqi(args)?,
        other => bail!("perft counts othello and banqi, not {:?}", baize_rules::clip(other)),
    };
    for depth in 1..=brief::at_most(args.depth, 3) {
        let start = Instant::now();
        let leaves = count(depth).expect("there is no limit here");
        let seconds = start.elapsed().as_secs_f64();
        if args.json {
            writeln!(Out, "{}", serde_json::json!({ "depth": depth, "leaves": leaves, "seconds": seconds }))?;
        } else {
            let rate = leaves as f64 / seconds / 1e6;
            writeln!(Out, "{depth:>3} {leaves:>22} {seconds:>10.3} s {rate:>10.1} M/s")?;
        }
        Out.flush()?;
    }
    Ok(())
}

fn othello(args: &Args) -> anyhow::Result<Box<dyn Fn(u32) -> Option<u64>>> {
    let board = match &args.position {
        Some(text) => notation::read(text)?,
        None => baize_othello::Board::START,
    };
    let passes = if args.free_passes { Passes::Free } else { Passes::Counted };
    Ok(Box::new(move |depth| baize_othello::perft(board.position, depth, passes, u64::MAX)))
}

/// Face-down pieces are those of the full position or of the deal.
fn banqi(args: &Args) -> anyhow::Result<Box<dyn Fn(u32) -> Option<u64>>> {
    let options = serde_json::from_str(&args.options).context("bad options")?;
    let start = match &args.position {
        Some(line) => FullPosition::read(line, options)?,
        None => FullPosition::deal(options, &Seed::from_text(&args.seed))?,
    };
    Ok(Box::new(move |depth| start.perft(depth, &mut u64::MAX.clone())))
}
