//! `baize puzzles`: decisions with one right answer, made and checked by our own engines.

use crate::out::Out;
use crate::{brief, clock, files, seed};
use anyhow::{Context, bail};
use baize_games::{Record, RecordedMove, find};
use baize_players::Budget;
use baize_review::{Puzzle, puzzles};
use baize_rules::{Dice, Seat, Seed};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

/// Decisions with one right answer, made and checked by our own engines. docs/puzzles.md says how.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Plays games of quick players, and takes the decisions that have one right answer
    #[command(after_help = "Examples:
  baize puzzles make othello --count 3 --seed any
  baize puzzles make othello --count 2 --seed any --out puzzles.json")]
    Make(Make),
    /// Checks that every puzzle can be set up and that all its choices are legal
    #[command(after_help = "Examples:
  baize puzzles make othello --count 2 --seed any --out othello.json
  baize puzzles check othello.json")]
    Check {
        /// Files that `make` wrote
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

#[derive(clap::Args)]
struct Make {
    /// Which game
    game: String,
    /// How many
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: u32,
    /// Makes them repeatable
    #[arg(long)]
    seed: Option<String>,
    /// Options of the game, as JSON
    #[arg(long, default_value = "{}")]
    options: String,
    /// Write them to this file
    #[arg(long)]
    out: Option<PathBuf>,
    /// Replace the file that is there
    #[arg(long, requires = "out")]
    force: bool,
}

/// The most puzzles from one game: they are alike.
const MOST_OF_A_GAME: usize = 3;
/// The longest game that is searched for puzzles.
const MOST_ACTIONS: usize = 1_500;
/// After how many games in a row without a puzzle the search gives up.
const MOST_IN_VAIN: u32 = 200;
/// The value of `format`.
const FORMAT: &str = "baize-puzzles-1";

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    match &args.command {
        Command::Make(args) => make(args),
        Command::Check { files } => files.iter().try_for_each(check),
    }
}

fn make(args: &Make) -> anyhow::Result<()> {
    let game = find(&args.game)?;
    let options: Value = serde_json::from_str(&args.options).context("the options are not JSON")?;
    let words = match &args.seed {
        Some(words) => words.clone(),
        None => seed::given_or_fresh(None)?.to_hex(),
    };
    let mut file = args.out.as_ref().map(|path| files::create(path, args.force)).transpose()?;
    let count = brief::at_most(args.count, 2) as usize;
    let bar = bar(args.count);
    let mut made: Vec<Puzzle> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut in_vain = 0;
    for number in 0u32.. {
        if in_vain == MOST_IN_VAIN {
            bail!(
                "no further puzzle in {MOST_IN_VAIN} games of {} after {} were found",
                game.id(),
                made.len()
            );
        }
        let record = played(game.id(), &options, &Seed::from_text(&format!("puzzles {words} {number}")))?;
        in_vain += 1;
        let Some(record) = record else { continue };
        for puzzle in puzzles(&record)?.into_iter().take(MOST_OF_A_GAME) {
            if made.len() < count && seen.insert(puzzle.position.clone()) {
                made.push(puzzle);
                in_vain = 0;
            }
        }
        bar.set_position(made.len() as u64);
        if made.len() == count {
            break;
        }
    }
    bar.finish_and_clear();
    made.sort_by_key(|puzzle| puzzle.rating);
    let mut head = format!("baize puzzles make {} --count {} --seed {words}", game.id(), args.count);
    if options != json!({}) {
        head += &format!(" --options '{options}'");
    }
    let text = written(game.id(), &head, &made)?;
    match &mut file {
        Some(file) => file.write_all(text.as_bytes())?,
        None => Out.write_all(text.as_bytes())?,
    }
    Ok(())
}

/// Writes one puzzle per line, so that changes show.
fn written(game: &str, command: &str, made: &[Puzzle]) -> anyhow::Result<String> {
    let lines: Vec<String> = made.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
    let head = [("format", FORMAT), ("game", game), ("command", command)];
    let head: Vec<String> =
        head.iter().map(|(key, value)| format!("{}:{}", json!(key), json!(value))).collect();
    Ok(format!("{{{},\"puzzles\":[\n{}\n]}}\n", head.join(","), lines.join(",\n")))
}

/// Plays a game between quick players; `None` if it does not end.
fn played(game: &str, options: &Value, seed: &Seed) -> anyhow::Result<Option<Record>> {
    let mut table = find(game)?.start(options, None, seed)?;
    let mut record = Record::of(&*table, options.clone(), seed);
    let mut dice = Dice::new(&seed.branch("openings"));
    let id = quick_player(game);
    let mut players = Seat::first(table.seats())
        .map(|seat| baize_players::sit(game, id, &seed.branch(&format!("player {}", seat.index()))))
        .collect::<Result<Vec<_>, _>>()?;
    let budget = Budget { nodes: Some(2_000), ..clock::budget() };
    while table.outcome().is_none() {
        if record.log.len() == MOST_ACTIONS {
            return Ok(None);
        }
        let Some(seat) = table.awaiting().must.iter().next() else { return Ok(None) };
        // A few random actions make every game different.
        let by_chance = dice.roll(8) == 0;
        let listed =
            by_chance.then(|| dice.pick(&table.menu(seat).actions).map(|listed| listed.action.value()));
        let action = match listed.flatten() {
            Some(action) => action,
            None => players[seat.index()].choose(&table.seat_view(seat), budget)?.action,
        };
        table.play(seat, &action)?;
        record.log.push(RecordedMove::action(seat, action));
    }
    record.result = table.outcome();
    Ok(Some(record))
}

/// A player that is quick, and good enough for positions with something to find.
fn quick_player(game: &str) -> &'static str {
    let ids = baize_players::ids(game);
    ["greedy", "easy"].into_iter().find(|id| ids.contains(id)).unwrap_or("random")
}

fn bar(count: u32) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("Puzzles: {pos} of {len} {wide_bar} {eta}");
    ProgressBar::new(count.into()).with_style(style.expect("the template is a constant"))
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    format: String,
    game: String,
    #[serde(rename = "command")]
    _command: String,
    puzzles: Vec<Puzzle>,
}

fn check(path: &PathBuf) -> anyhow::Result<()> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let Sheet { format, game, puzzles, .. } =
        serde_json::from_str(&text).with_context(|| format!("{name} has no puzzles"))?;
    if format != FORMAT {
        bail!("{name}: the format is {format:?}, not {FORMAT:?}");
    }
    for (number, puzzle) in (1..).zip(&puzzles) {
        check_one(&game, puzzle).with_context(|| format!("{name}: puzzle {number}"))?;
    }
    writeln!(Out, "{name}: {} puzzles of {game}, all sound", puzzles.len())?;
    Ok(())
}

fn check_one(game: &str, puzzle: &Puzzle) -> anyhow::Result<()> {
    let table = find(game)?.set_up(&puzzle.position, &puzzle.options, &Seed::from_text(&puzzle.position))?;
    for (text, _) in &puzzle.choices {
        let action = table.read(puzzle.seat, text)?;
        table.check(puzzle.seat, &action).with_context(|| format!("{text} is not legal"))?;
    }
    let [(_, best), rest @ ..] = &puzzle.choices[..] else { bail!("it has no choices") };
    if rest.len() < 2 || rest.iter().any(|(_, value)| value >= best) {
        bail!("not one choice is the best of at least three");
    }
    Ok(())
}
