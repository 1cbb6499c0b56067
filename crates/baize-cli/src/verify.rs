//! `baize verify`.

use anyhow::Context;
use baize_games::Record;
use std::io::Read;
use std::path::PathBuf;

/// Replays a record and checks that every action was legal, that the result is right, and that the revealed seed
/// fits the commitment published before the deal.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  baize match nine --games 1 --record game.json && baize verify game.json\n  baize verify - < game.json"
)]
pub(crate) struct Args {
    /// The record, a JSON file; `-` for standard input
    record: PathBuf,
    /// Print what was verified as JSON
    #[arg(long)]
    json: bool,
}

/// A record of a game that people play is far smaller.
const MOST_BYTES: u64 = 64 << 20;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let text = read(args).with_context(|| format!("cannot read {}", args.record.display()))?;
    let verified = Record::read(&text)?.verify()?;
    if args.json {
        println!("{}", serde_json::to_string(&verified)?);
        return Ok(());
    }
    println!("ok: {}, {} actions replayed", verified.game, verified.actions);
    println!("the seed fits the commitment {}", verified.commitment);
    match verified.result {
        Some(result) => println!("result: {}", serde_json::to_string(&result)?),
        None => println!("the game was not played to its end"),
    }
    Ok(())
}

fn read(args: &Args) -> anyhow::Result<String> {
    let mut text = String::new();
    if args.record.as_os_str() == "-" {
        std::io::stdin().take(MOST_BYTES).read_to_string(&mut text)?;
    } else {
        std::fs::File::open(&args.record)?.take(MOST_BYTES).read_to_string(&mut text)?;
    }
    Ok(text)
}
