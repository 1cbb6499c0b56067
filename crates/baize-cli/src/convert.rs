//! `baize convert`: records, and Othello games as other programs write them.

use crate::out::Out;
use crate::{files, records};
use anyhow::{Context, bail, ensure};
use baize_games::{GameLink, Record, RecordedMove, find};
use baize_othello::notation::{self, Ggf, GgfMove, Reading, ThorGame, Transcript};
use baize_othello::{Action, Board, Colour, Square};
use baize_rules::{Leaving, Seat, Seed};
use serde_json::json;
use std::fs::File;
use std::io::{Read, Write, stdin};
use std::path::{Path, PathBuf};

/// Reads records, Othello transcripts, GGF and WTHOR, whichever a file is, and writes one of them. docs/records.md says what
/// each can hold.
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

/// All of the WTHOR databases together are smaller.
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

/// The games of a file, by what is in it: only WTHOR has zero bytes, only records begin with a brace, only GGF has `(;`.
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
        return Ok(games.iter().map(of_thor).collect());
    }
    // Names may be in any old encoding; games are in ASCII.
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('{') {
        return Ok(records::values_of(text).map(records::Found::record).collect());
    }
    if text.contains("(;") {
        return Ok(Ggf::split(text).map(of_ggf).collect());
    }
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    Ok(lines.map(of_line).collect())
}

fn of_line(line: &str) -> anyhow::Result<Record> {
    if let Some((_, link)) = line.trim().split_once("#r=").or_else(|| line.trim().split_once("#s=")) {
        return Ok(GameLink::read(link)?);
    }
    let Transcript { start, squares } = Transcript::read(Board::START, line, Reading::Strict)?;
    of_squares(start, &squares)
}

fn of_thor(game: &ThorGame) -> anyhow::Result<Record> {
    Transcript { start: Board::START, squares: game.squares.clone() }.last()?;
    of_squares(Board::START, &game.squares)
}

fn of_ggf(text: &str) -> anyhow::Result<Record> {
    let game: Ggf = text.parse()?;
    let mut record = of_squares(game.start, &game.transcript()?.squares)?;
    if !(game.black.is_empty() && game.white.is_empty()) {
        record.players = vec![game.black, game.white];
    }
    // Somebody left, if the board is not the end of it.
    let written = game.result.unwrap_or_default();
    let (score, why) = written.split_once(':').unwrap_or((written.as_str(), ""));
    let why = match why {
        "r" => Some(Leaving::Resign),
        "t" => Some(Leaving::Timeout),
        _ => None,
    };
    let loser = match score.trim().parse::<f64>() {
        Ok(score) if score > 0.0 => Some(Colour::White.seat()),
        Ok(score) if score < 0.0 => Some(Colour::Black.seat()),
        _ => None,
    };
    if record.result.is_none()
        && let (Some(leave), Some(seat)) = (why, loser)
    {
        record.log.push(RecordedMove::Leave { seat, leave });
        record.result = record.replay()?.outcome();
    }
    Ok(record)
}

/// A record of squares that are legal one after the other. Forced passes have no entry, but in a position that begins with one.
fn of_squares(start: Board, squares: &[Square]) -> anyhow::Result<Record> {
    let game = find("othello")?;
    // There is no chance in Othello; any seed will do.
    let seed = Seed::from_text("othello");
    let position = (start != Board::START).then(|| notation::line(&start));
    let mut table = match &position {
        Some(line) => game.set_up(line, &json!({}), &seed)?,
        None => game.start(&json!({}), None, &seed)?,
    };
    let mut record = Record::of(&*table, json!({}), &seed);
    record.position = position;
    let mut next = squares.iter();
    while let Some(seat) = table.awaiting().must.iter().next() {
        let pass = json!(Action::Pass);
        let action = match table.check(seat, &pass) {
            Ok(_) => pass,
            Err(_) => match next.next() {
                Some(square) => json!(Action::Place(*square)),
                None => break,
            },
        };
        table.play(seat, &action)?;
        record.log.push(RecordedMove::Action { seat, action });
    }
    ensure!(next.next().is_none(), "there are moves after the end of the game");
    record.result = table.outcome();
    Ok(record)
}

/// What is written, as far as it has come.
#[derive(Default)]
struct Converted {
    text: String,
    games: Vec<ThorGame>,
}

impl Converted {
    fn add(&mut self, record: &Record, form: Form) -> anyhow::Result<()> {
        match form {
            Form::Json => self.text += &serde_json::to_string(record)?,
            Form::Transcript => self.text += &plain(record, "a transcript")?.to_string(),
            Form::Ggf => self.text += &ggf(record)?.to_string(),
            Form::Wthor => self.games.push(thor(record)?),
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

/// The board where a game of Othello began, and its actions.
fn board_and_actions(record: &Record) -> anyhow::Result<(Board, Vec<(Seat, Action)>)> {
    ensure!(record.game == "othello", "only games of Othello are written so, not of {}", record.game);
    record.verify()?;
    let start = record.position.as_deref().map_or(Ok(Board::START), notation::read)?;
    let mut actions = Vec::new();
    for entry in &record.log {
        if let RecordedMove::Action { seat, action } = entry {
            actions.push((*seat, serde_json::from_value::<Action>(action.clone())?));
        }
    }
    Ok((start, actions))
}

/// The squares of a game that began as usual; the other forms have no place for more.
fn plain(record: &Record, what: &str) -> anyhow::Result<Transcript> {
    let (start, actions) = board_and_actions(record)?;
    ensure!(start == Board::START, "{what} has no place for the position it began with; GGF has");
    let square = |(_, action): &(Seat, Action)| match action {
        Action::Place(square) => Some(*square),
        Action::Pass | Action::PlaceNowhere(_) => None,
    };
    Ok(Transcript { start, squares: actions.iter().filter_map(square).collect() })
}

fn ggf(record: &Record) -> anyhow::Result<Ggf> {
    let (start, actions) = board_and_actions(record)?;
    let moved = |seat: Seat, square| GgfMove {
        side: if seat == Colour::Black.seat() { Colour::Black } else { Colour::White },
        square,
        evaluation: None,
        seconds: None,
    };
    let mut moves: Vec<GgfMove> = Vec::new();
    for (seat, action) in actions {
        let square = if let Action::Place(square) = action { Some(square) } else { None };
        let next = moved(seat, square);
        // A record has no entry for a forced pass; GGF writes it.
        if moves.last().is_some_and(|last| last.side == next.side) {
            moves.push(moved(seat.other_of_two(), None));
        }
        moves.push(next);
    }
    let name = |seat: Seat| record.players.get(seat.index()).cloned().unwrap_or_default();
    Ok(Ggf {
        black: name(Colour::Black.seat()),
        white: name(Colour::White.seat()),
        result: ggf_result(record)?,
        start,
        moves,
    })
}

/// Black's discs less white's, empty squares to the winner; 64 and the reason if somebody left.
fn ggf_result(record: &Record) -> anyhow::Result<Option<String>> {
    let Some(result) = &record.result else { return Ok(None) };
    let left = match record.log.last() {
        Some(RecordedMove::Leave { leave: Leaving::Resign, .. }) => Some("r"),
        Some(RecordedMove::Leave { leave: Leaving::Timeout, .. }) => Some("t"),
        _ => None,
    };
    let Some(left) = left else { return Ok(Some(format!("{:+}", 2 * i32::from(black_score(record)?) - 64))) };
    let sign = if result.won(Colour::Black.seat()) { '+' } else { '-' };
    Ok(Some(format!("{sign}64:{left}")))
}

/// Black's discs at the end, empty squares to the winner, half of them if nobody won.
fn black_score(record: &Record) -> anyhow::Result<u8> {
    let line = record.replay()?.position(baize_rules::Viewer::Spectator);
    let board = notation::read(&line)?;
    let count = board.score();
    let empty = 64 - count.black - count.white;
    let black = match count.black.cmp(&count.white) {
        std::cmp::Ordering::Greater => count.black + empty,
        std::cmp::Ordering::Equal => 32,
        std::cmp::Ordering::Less => count.black,
    };
    Ok(u8::try_from(black)?)
}

fn thor(record: &Record) -> anyhow::Result<ThorGame> {
    let Transcript { squares, .. } = plain(record, "WTHOR")?;
    let is_played_out = record.log.iter().all(|entry| matches!(entry, RecordedMove::Action { .. }));
    if record.result.is_none() || !is_played_out {
        bail!("WTHOR has only games that were played to their end");
    }
    Ok(ThorGame { tournament: 0, black: 0, white: 0, score: black_score(record)?, squares })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(record: &Record, form: Form) -> Vec<u8> {
        let mut converted = Converted::default();
        converted.add(record, form).unwrap();
        converted.finish(form)
    }

    /// After white's a3 black must pass.
    const WITH_PASS: &str = "c4c3c2b2f5c1a1a3c5";
    /// Black takes the last white disc with its fifth move.
    const WIPED_OUT: &str = "e6f4e3f6g5d6e7f5c5";

    #[test]
    fn a_forced_pass_is_written_where_the_form_wants_it() {
        let record = of_line(WITH_PASS).unwrap();
        assert_eq!(record.log.len(), 9);
        assert!(record.verify().is_ok() && record.result.is_none());
        assert_eq!(written(&record, Form::Transcript), format!("{WITH_PASS}\n").into_bytes());
        let written = ggf(&record).unwrap().to_string();
        assert!(written.contains("W[a3]B[PA]W[c5]"), "{written}");
        assert_eq!(of_ggf(&written).unwrap().log, record.log);
    }

    #[test]
    fn who_cannot_move_at_the_start_passes() {
        let before =
            Transcript::read(Board::START, &WITH_PASS[..16], Reading::Strict).unwrap().last().unwrap();
        let (black, white) = (before.discs(Colour::Black), before.discs(Colour::White));
        let start = Board::of(black, white, Colour::Black).unwrap();
        let record = of_squares(start, &["c5".parse().unwrap()]).unwrap();
        assert_eq!(record.log.len(), 2);
        assert!(record.verify().is_ok());
        assert_eq!(of_ggf(&ggf(&record).unwrap().to_string()).unwrap(), record);
    }

    #[test]
    fn a_game_that_is_over_goes_through_every_form() {
        let mut record = of_line(WIPED_OUT).unwrap();
        assert!(record.result.is_some());
        assert_eq!(ggf_result(&record).unwrap().as_deref(), Some("+64"));
        let games = notation::read_thor(&written(&record, Form::Wthor)).unwrap();
        assert_eq!(games[0].score, 64);
        assert_eq!(of_thor(&games[0]).unwrap(), record);
        record.players = vec!["Ada".to_owned(), "Bo".to_owned()];
        assert_eq!(of_ggf(&ggf(&record).unwrap().to_string()).unwrap(), record);
    }

    #[test]
    fn a_game_goes_into_an_address_and_comes_back() {
        let record = of_line(WIPED_OUT).unwrap();
        let link = String::from_utf8(written(&record, Form::Link)).unwrap();
        assert!(link.starts_with("/g#r=1."), "{link}");
        assert_eq!(of_line(&link).unwrap(), record);
        assert_eq!(of_line(&format!("https://baize.example{link}")).unwrap(), record);
        assert!(of_line("/g#r=1.AAAA").unwrap_err().to_string().contains("damaged"));
    }

    #[test]
    fn who_left_has_left_again() {
        for (result, seat, leave) in
            [("+64:r", Seat::SECOND, Leaving::Resign), ("-64:t", Seat::FIRST, Leaving::Timeout)]
        {
            let record = of_ggf(&format!("(;GM[Othello]PB[A]PW[B]RE[{result}]B[f5]W[d6];)")).unwrap();
            assert_eq!(record.log.last(), Some(&RecordedMove::Leave { seat, leave }));
            assert!(record.verify().is_ok());
            assert_eq!(ggf(&record).unwrap().result.as_deref(), Some(result));
            assert!(thor(&record).is_err());
        }
    }

    #[test]
    fn a_game_from_another_position_needs_a_form_that_has_one() {
        let board = "8 -------- -------- ---*---- ---**--- ---*O--- -------- -------- -------- O";
        let record = of_ggf(&format!("(;GM[Othello]BO[{board}]W[c3];)")).unwrap();
        assert!(record.position.is_some() && record.verify().is_ok());
        assert_eq!(of_ggf(&ggf(&record).unwrap().to_string()).unwrap(), record);
        let error = plain(&record, "a transcript").unwrap_err().to_string();
        assert!(error.contains("GGF has"), "{error}");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let told = |done: anyhow::Result<Record>| format!("{:#}", done.unwrap_err());
        assert!(told(of_line("f5d6a1")).contains('3'));
        assert!(told(of_line(&format!("{WIPED_OUT}a1"))).contains("a1"));
        assert!(told(of_ggf("(;GM[Othello]B[a1];)")).contains("a1"));
        let game =
            ThorGame { tournament: 0, black: 0, white: 0, score: 0, squares: vec!["a1".parse().unwrap()] };
        assert!(told(of_thor(&game)).contains("a1"));
    }
}
