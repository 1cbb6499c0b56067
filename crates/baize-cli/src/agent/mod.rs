//! `baize agent`: a game from a shell, one command per step.
//!
//! A game is a file that is replaced as a whole under a lock, so that commands can come from anywhere and at
//! the same time. A caller sees what its seat sees; the file itself holds everything, like a deck in a
//! drawer.

pub(crate) mod reply;
pub(crate) mod shelf;

use crate::local::{self, Local};
use crate::words::counted;
use crate::{seed, serve};
use anyhow::Context;
use baize_rules::{Language, Problem, Seat, clip, harmless};
use reply::Reply;
use serde_json::{Value, json};
use shelf::Shelf;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

/// Plays a game from a shell, one command per step.
#[derive(clap::Args)]
#[command(after_help = "A game that was begun takes these commands, after its name:
  status                    the board, and what can be done
  log [N]                   the last N things that happened
  hint [PLAYER]             what a computer player would do
  wait                      lets the computer players go on
  resign                    gives up
  record                    the record of the game
  and every move as it is typed: see docs/agents.md

  --seat N, --json, --language L and --version N may be put anywhere after the name. With --version a move is refused
  unless the game is at that version: a command that is sent again is not done twice.

Examples:
  baize agent new may-i --players human,greedy,greedy --seed fair --id sunday
  baize agent sunday status
  baize agent sunday wait
  baize agent sunday draw stock
  baize agent sunday hint
  baize agent sunday log 5 --json
  baize agent list
  baize agent rm sunday")]
pub(crate) struct Args {
    /// The folder where games are kept [default: baize/agent in the user's data folder]
    #[arg(long, env = "BAIZE_AGENT_DATA")]
    data: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Deals a new game
    New(New),
    /// Lists the games
    List(List),
    /// Removes games
    #[command(after_help = "Examples:\n  baize agent new nine --id old && baize agent rm old")]
    Rm(Rm),
    /// A command to a game, whatever its name
    #[command(after_help = "Examples:\n  baize agent new nine --id list\n  baize agent game list status")]
    Game(Named),
    /// A command to a game
    #[command(external_subcommand)]
    Short(Vec<String>),
}

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  baize agent list\n  baize agent list --json")]
struct List {
    /// One line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct Rm {
    /// Their names
    #[arg(required = true)]
    games: Vec<String>,
}

#[derive(clap::Args)]
struct Named {
    /// The name of the game, and the words of the command
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize agent new othello --players human,medium
  baize agent new may-i --players 4 --round 3")]
struct New {
    /// Which game
    game: String,
    /// How many people, or who sits where: `human` and computer players, separated by commas
    #[arg(long)]
    players: Option<String>,
    /// The first round of May I?
    #[arg(long)]
    round: Option<u8>,
    /// Options of the game, as JSON
    #[arg(long, default_value = "{}")]
    options: String,
    /// Makes the deal and the computer players repeatable
    #[arg(long)]
    seed: Option<String>,
    /// The name of the game [default: a fresh one]
    #[arg(long)]
    id: Option<String>,
    /// Replies in JSON
    #[arg(long)]
    json: bool,
}

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command cannot be read: status 2.
    Usage(String),
    /// The command was refused: status 1.
    Refused(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Refused(error.into())
    }
}

/// Runs one command and writes its reply to `out`, without anything from a file that could control a
/// terminal.
pub(crate) fn run(args: Args, out: &mut impl Write) -> Result<(), Failure> {
    let mut said = Vec::new();
    let done = answer(args, &mut said);
    out.write_all(harmless(&String::from_utf8_lossy(&said)).as_bytes())?;
    done
}

fn answer(args: Args, out: &mut impl Write) -> Result<(), Failure> {
    let folder = match args.data {
        Some(folder) => folder,
        None => serve::folder(None)?.join("agent"),
    };
    let shelf = Shelf::open(folder)?;
    match args.command {
        Command::New(new) => deal(&shelf, &new, out),
        Command::List(List { json }) => list(&shelf, json, out),
        Command::Rm(Rm { games }) => remove(&shelf, &games, out),
        Command::Game(Named { words }) | Command::Short(words) => step(&shelf, &words, out),
    }
}

fn deal(shelf: &Shelf, new: &New, out: &mut impl Write) -> Result<(), Failure> {
    let mut options: Value = serde_json::from_str(&new.options).context("the options are not JSON")?;
    if let Some(round) = new.round {
        let Some(options) = options.as_object_mut().filter(|_| new.game == "may-i") else {
            return Err(Failure::Usage("--round is for may-i only".to_owned()));
        };
        options.insert("startRound".to_owned(), json!(round));
    }
    let players = local::seating(&new.game, &options, new.players.as_deref())?;
    let seed = seed::given_or_fresh(new.seed.as_deref())?;
    let id = match &new.id {
        Some(id) => id.clone(),
        None => format!("{}-{}", new.game, &baize_referee::fresh_seed()?.commitment()[..6]),
    };
    let mut game = Local::start(&new.game, &options, players, &seed)?;
    let taken = shelf.take_new(&id)?;
    let happened = game.settle()?;
    taken.write(&game)?;
    let reply = Reply { id: &id, game: &game, seat: game.reader(), language: Language::English };
    Ok(reply.moved(&happened, new.json, out)?)
}

fn list(shelf: &Shelf, is_json: bool, out: &mut impl Write) -> Result<(), Failure> {
    let mut rows = Vec::new();
    for id in shelf.ids()? {
        let game = shelf.take(&id).and_then(|taken| taken.read());
        if is_json {
            rows.push(match game {
                Ok(game) => {
                    let record = game.record();
                    json!({
                        "id": id, "game": record.game, "players": record.players,
                        "version": game.version(), "result": record.result,
                    })
                }
                Err(error) => json!({ "id": id, "error": format!("{error:#}") }),
            });
            continue;
        }
        match game {
            Ok(game) => {
                let record = game.record();
                let state = match &record.result {
                    Some(result) => result.to_string(),
                    None => format!("{}, going on", counted(game.version() as u64, "action")),
                };
                writeln!(out, "{id}  {}  {}  {state}", record.game, record.players.join(","))?;
            }
            Err(error) => writeln!(out, "{id}  cannot be read: {error:#}")?,
        }
    }
    if is_json {
        writeln!(out, "{}", Value::from(rows))?;
    }
    Ok(())
}

/// Removes all named games, or none if one of them is missing.
fn remove(shelf: &Shelf, ids: &[String], out: &mut impl Write) -> Result<(), Failure> {
    let unique: BTreeSet<&String> = ids.iter().collect();
    let taken: Result<Vec<_>, _> = unique.into_iter().map(|id| shelf.take(id)).collect();
    for taken in taken? {
        writeln!(out, "{} is removed", taken.remove()?)?;
    }
    Ok(())
}

/// The words of a command, without the options that may stand anywhere.
struct Asked {
    words: Vec<String>,
    seat: Option<Seat>,
    is_json: bool,
    language: Language,
    /// The version of the game that a move is for.
    version: Option<usize>,
}

fn usage(text: impl Into<String>) -> Failure {
    Failure::Usage(text.into())
}

fn read_seat(word: &str) -> Result<Seat, Failure> {
    let seat = word.parse().ok().and_then(Seat::new);
    seat.ok_or_else(|| usage(format!("{:?} is no seat; seats count from 0", clip(word))))
}

impl Asked {
    fn of(words: &[String]) -> Result<Asked, Failure> {
        let language = Language::English;
        let mut asked = Asked { words: Vec::new(), seat: None, is_json: false, language, version: None };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = |name: &str| words.next().ok_or_else(|| usage(format!("{name} needs a value")));
            match word.as_str() {
                "--json" => asked.is_json = true,
                "--seat" => asked.seat = Some(read_seat(value("--seat")?)?),
                "--language" => asked.language = value("--language")?.parse().map_err(Failure::Usage)?,
                "--version" => {
                    let word = value("--version")?;
                    let bad = |_| usage(format!("{:?} is no version of a game", clip(word)));
                    asked.version = Some(word.parse().map_err(bad)?);
                }
                _ => asked.words.push(word.clone()),
            }
        }
        Ok(asked)
    }
}

fn step(shelf: &Shelf, words: &[String], out: &mut impl Write) -> Result<(), Failure> {
    let Some((id, rest)) = words.split_first() else { return Err(usage("name a game")) };
    let asked = Asked::of(rest)?;
    let taken = shelf.take(id)?;
    let mut game = taken.read()?;
    if let Some(seat) = asked.seat.filter(|seat| seat.index() >= usize::from(game.table().seats())) {
        return Err(usage(format!("there is no {seat} at this table")));
    }
    // The cards of a computer player are hidden from everybody.
    if let Some(seat) = asked.seat.filter(|seat| !game.is_person(*seat)) {
        return Err(usage(format!("{seat} has a computer player")));
    }
    let seat = asked.seat.or_else(|| game.reader());
    let words: Vec<&str> = asked.words.iter().map(String::as_str).collect();
    match words[..] {
        [] => Err(usage("say what to do, such as `status`")),
        ["status"] => {
            let reply = Reply { id, game: &game, seat, language: asked.language };
            Ok(reply.status(asked.is_json, out)?)
        }
        ["log", ref count @ ..] if count.len() < 2 => {
            let count = count.first().map_or(Ok(10), |count| {
                count.parse().map_err(|_| usage(format!("{:?} is no number of lines", clip(count))))
            })?;
            let lines = reply::log(&game, seat, asked.language, count)?;
            if asked.is_json {
                return Ok(writeln!(
                    out,
                    "{}",
                    json!({ "id": id, "version": game.version(), "log": lines })
                )?);
            }
            Ok(lines.iter().try_for_each(|line| writeln!(out, "{line}"))?)
        }
        ["hint", ref player @ ..] if player.len() < 2 => {
            let hint = game.hint(person(&game, seat)?, player.first().copied())?;
            if asked.is_json {
                return Ok(writeln!(
                    out,
                    "{}",
                    json!({ "id": id, "version": game.version(), "hint": hint })
                )?);
            }
            Ok(writeln!(out, "{hint}")?)
        }
        ["record"] => Ok(reply::record(&game, out)?),
        _ => {
            let seat = mover(&game, &asked, &words)?;
            let done = at_version(&game, asked.version).and_then(|()| act(&mut game, seat, &words));
            let happened = done.map_err(|failure| {
                let reply = Reply { id, game: &game, seat: Some(seat), language: asked.language };
                reply.refused(failure, asked.is_json, out)
            })?;
            taken.write(&game)?;
            let seat = asked.seat.or_else(|| game.reader());
            let reply = Reply { id, game: &game, seat, language: asked.language };
            Ok(reply.moved(&happened, asked.is_json, out)?)
        }
    }
}

/// Refuses a move for another version of the game than the current one.
fn at_version(game: &Local, version: Option<usize>) -> Result<(), Failure> {
    match version.filter(|version| *version != game.version()) {
        Some(version) => {
            let text = format!("the game is at version {}, not {version}", game.version());
            Err(Problem::new("agent.stale", text).into())
        }
        None => Ok(()),
    }
}

fn person(game: &Local, seat: Option<Seat>) -> Result<Seat, Failure> {
    seat.filter(|seat| game.is_person(*seat)).ok_or_else(|| usage("nobody here is a person; say --seat"))
}

/// Returns the seat that acts: the one named, including by `mayi 2`, or the person the game waits for.
fn mover(game: &Local, asked: &Asked, words: &[&str]) -> Result<Seat, Failure> {
    let seat = match words {
        ["mayi", seat] => Some(read_seat(seat)?),
        _ => asked.seat.or_else(|| game.reader()),
    };
    person(game, seat)
}

/// Makes a move and lets the computer players answer it.
fn act(game: &mut Local, seat: Seat, words: &[&str]) -> Result<Vec<local::Happened>, Failure> {
    let words = if let ["mayi", _] = words { &words[..1] } else { words };
    let wish = game.read(seat, &line(words)).map_err(|problem| usage(problem.message))?;
    Ok(game.grant(seat, &wish)?)
}

/// Joins the words into one typed line; what was quoted in the shell is quoted again.
fn line(words: &[&str]) -> String {
    let quoted = |word: &&str| {
        if word.contains(char::is_whitespace) { format!("\"{word}\"") } else { (*word).to_owned() }
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}
