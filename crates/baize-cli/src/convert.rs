//! `baize convert`: records, and Othello games as other programs write them.

use crate::out::Out;
use crate::{files, records};
use anyhow::{Context, ensure};
use baize_games::{GameLink, Record, othello_forms};
use baize_othello::notation::{self, Ggf, ThorGame};
use std::fs::File;
use std::io::{Read, Write, stdin};
use std::path::{Path, PathBuf};

/// Reads records, Othello transcripts, GGF or WTHOR, whichever a file holds, and writes one of these formats.
/// docs/records.md says what each can hold.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  echo f5d6c3d3c4 | baize convert -                         # a record of a transcript
  baize match othello --games 3 --record games.jsonl
  baize convert games.jsonl --to ggf
  baize convert games.jsonl --to wthor --out games.wtb
  baize convert games.wtb --to transcript
  baize convert games.jsonl --to link")]
pub(crate) struct Args {
    /// A file with games, or `-` for standard input
    file: PathBuf,
    /// What to write
    #[arg(long, value_enum, default_value_t = Form::Json)]
    to: Form,
    /// Write it to this file
    #[arg(long)]
    out: Option<PathBuf>,
    /// Replace the file that is there
    #[arg(long, requires = "out")]
    force: bool,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum Form {
    /// Records, one a line
    Json,
    /// Squares run together, one game a line
    Transcript,
    /// The Generic Game Format of Othello servers, one game a line
    Ggf,
    /// A database of games (`.wtb`), without names
    Wthor,
    /// The address of a page with the whole game in it, without its host
    Link,
}

/// The largest input; all WTHOR databases together are smaller.
const MOST_BYTES: u64 = 1 << 28;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let name = args.file.display();
    let found = read(&args.file)?;
    ensure!(!found.is_empty(), "there is no game in {name}");
    let games = found.len();
    let mut converted = Converted::default();
    let mut failed = 0;
    for (number, record) in (1..).zip(found) {
        if let Err(error) = record.and_then(|record| converted.add(&record, args.to)) {
            failed += 1;
            crate::complain(&format!("{name}: game {number}: {error:#}"), 1);
        }
    }
    if failed < games {
        let bytes = converted.finish(args.to);
        match &args.out {
            Some(path) => files::create(path, args.force)?.write_all(&bytes)?,
            None => Out.write_all(&bytes)?,
        }
    }
    ensure!(failed == 0, "{failed} of {games} games could not be converted");
    Ok(())
}

/// The games of a file, whose format shows in its content: only WTHOR has zero bytes, only records begin with
/// a brace, only GGF has `(;`.
fn read(path: &Path) -> anyhow::Result<Vec<anyhow::Result<Record>>> {
    let cannot = || format!("cannot read {}", path.display());
    let source: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(stdin())
    } else {
        Box::new(File::open(path).with_context(cannot)?)
    };
    let mut bytes = Vec::new();
    source.take(MOST_BYTES + 1).read_to_end(&mut bytes).with_context(cannot)?;
    ensure!(bytes.len() as u64 <= MOST_BYTES, "{} has more than {MOST_BYTES} bytes", path.display());
    if bytes.contains(&0) {
        let games = notation::read_thor(&bytes).context("neither text nor a WTHOR file")?;
        return Ok(games.iter().map(|game| Ok(othello_forms::of_thor(game)?)).collect());
    }
    // Names may be in any old encoding; games are in ASCII.
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('{') {
        return Ok(records::values_of(text).map(records::Found::record).collect());
    }
    if text.contains("(;") {
        return Ok(Ggf::split(text).map(|text| Ok(othello_forms::of_ggf(text)?)).collect());
    }
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    Ok(lines.map(of_line).collect())
}

fn of_line(line: &str) -> anyhow::Result<Record> {
    if let Some((_, link)) = line.trim().split_once("#r=").or_else(|| line.trim().split_once("#s=")) {
        return Ok(GameLink::read(link)?);
    }
    Ok(othello_forms::of_transcript(line)?)
}

/// The output so far.
#[derive(Default)]
struct Converted {
    text: String,
    games: Vec<ThorGame>,
}

impl Converted {
    fn add(&mut self, record: &Record, form: Form) -> anyhow::Result<()> {
        match form {
            Form::Json => self.text += &serde_json::to_string(record)?,
            Form::Transcript => self.text += &othello_forms::transcript(record)?.to_string(),
            Form::Ggf => self.text += &othello_forms::ggf(record)?.to_string(),
            Form::Wthor => self.games.push(othello_forms::thor(record)?),
            Form::Link => {
                let link = GameLink::write(record).context("this game is too long for a link")?;
                self.text += &format!("/g#r={link}");
            }
        }
        self.text.push('\n');
        Ok(())
    }

    fn finish(self, form: Form) -> Vec<u8> {
        if form == Form::Wthor { notation::write_thor(&self.games) } else { self.text.into_bytes() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(record: &Record, form: Form) -> Vec<u8> {
        let mut converted = Converted::default();
        converted.add(record, form).unwrap();
        converted.finish(form)
    }

    const GAME: &str = "e6f4e3f6g5d6e7f5c5";

    #[test]
    fn a_game_goes_into_an_address_and_comes_back() {
        let record = of_line(GAME).unwrap();
        let link = String::from_utf8(written(&record, Form::Link)).unwrap();
        assert!(link.starts_with("/g#r=1."), "{link}");
        assert_eq!(of_line(&link).unwrap(), record);
        assert_eq!(of_line(&format!("https://baize.example{link}")).unwrap(), record);
        assert!(of_line("/g#r=1.AAAA").unwrap_err().to_string().contains("damaged"));
    }

    #[test]
    fn lines_and_databases_hold_the_same_game() {
        let record = of_line(GAME).unwrap();
        assert_eq!(written(&record, Form::Transcript), format!("{GAME}\n").into_bytes());
        let games = notation::read_thor(&written(&record, Form::Wthor)).unwrap();
        assert_eq!(othello_forms::of_thor(&games[0]).unwrap(), record);
    }
}
