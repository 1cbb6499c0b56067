//! `baize verify`.

use crate::out::Out;
use crate::records::{self, Found};
use crate::words::counted;
use anyhow::{Context, ensure};
use baize_games::Verified;
use indicatif::ProgressBar;
use serde_json::json;
use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;

/// Replays records and checks that every action was legal, that the result is right, and that the revealed seed
/// fits the commitment published before the deal.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize match nine --games 100 --record games.jsonl && baize verify games.jsonl
  baize verify - < games.jsonl
  baize verify .                            # all .json and .jsonl files of a folder

The status is 1 if a record is not what was played.")]
pub(crate) struct Args {
    /// A file with one record or several, a folder of such files, or `-` for standard input
    records: PathBuf,
    /// Print what was verified as JSON, one line for each record
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut found = records::open(&args.records)?.peekable();
    let first = found.next().with_context(|| format!("there is no record in {}", args.records.display()))?;
    if found.peek().is_none() && !args.records.is_dir() {
        return one(args, first);
    }
    let is_silent = args.json || !stderr().is_terminal();
    let bar = if is_silent { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    let (mut count, mut bad, mut actions) = (0_u64, 0_u64, 0);
    for found in std::iter::once(first).chain(found) {
        let (file, number) = (found.file.clone(), found.number);
        let verified = verify(found);
        count += 1;
        match &verified {
            Ok(verified) => actions += verified.actions,
            Err(_) => bad += 1,
        }
        match verified {
            Ok(verified) if args.json => {
                writeln!(Out, "{}", json!({ "file": file, "number": number, "verified": verified }))?;
            }
            Ok(_) => {}
            Err(error) if args.json => {
                let line = json!({ "file": file, "number": number, "error": format!("{error:#}") });
                writeln!(Out, "{line}")?;
            }
            Err(error) => {
                bar.suspend(|| writeln!(Out, "{file}, record {number}: {error:#}"))?;
            }
        }
        bar.inc(1);
        bar.set_message(format!("{}, {bad} of them bad", counted(count, "record")));
    }
    bar.finish_and_clear();
    if !args.json {
        let good = counted(count - bad, "record");
        writeln!(Out, "{good} verified, {} replayed", counted(actions as u64, "action"))?;
    }
    ensure!(bad == 0, "{bad} of {} not what was played", counted(count, "record"));
    Ok(())
}

fn verify(found: Found) -> anyhow::Result<Verified> {
    Ok(found.record()?.verify()?)
}

fn one(args: &Args, found: Found) -> anyhow::Result<()> {
    let verified = verify(found)?;
    if args.json {
        writeln!(Out, "{}", serde_json::to_string(&verified)?)?;
        return Ok(());
    }
    writeln!(Out, "ok: {}, {} replayed", verified.game, counted(verified.actions as u64, "action"))?;
    writeln!(Out, "the seed fits the commitment {}", verified.commitment)?;
    match verified.result {
        Some(result) => writeln!(Out, "result: {}", serde_json::to_string(&result)?)?,
        None => writeln!(Out, "the game was not played to its end")?,
    }
    Ok(())
}
