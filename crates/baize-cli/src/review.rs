//! `baize review`: what every decision of finished games was worth.

use crate::clock;
use crate::out::Out;
use anyhow::{Context, bail};
use baize_games::{AnyGame, Record, find};
use baize_players::Stopwatch;
use baize_review::{Care, Effort, Mark, Marks, Move, PlayerReview, Review, Unit};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, IsTerminal, Read, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError, mpsc};

/// Reviews finished games: what every action was worth, what would have been best, what it cost, and how well
/// each seat chose. docs/review.md says what the numbers mean.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize match othello --players medium,easy --games 1 --record game.json
  baize review game.json
  baize match nine --games 2 --record games.jsonl
  baize review game.json games.jsonl --json > reviews.jsonl
  baize review games.jsonl --summary")]
pub(crate) struct Args {
    /// Records, one or many in each file; `-` for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// One line of JSON for each game
    #[arg(long)]
    json: bool,
    /// How well each player chose in all games together, instead of each game
    #[arg(long, conflicts_with = "json")]
    summary: bool,
    /// A first look: less deep, and done in a moment
    #[arg(long)]
    rough: bool,
    /// Draw the graph with `+`, `-` and `.` only
    #[arg(long)]
    plain: bool,
}

/// Room for more than a thousand records of the longest games.
const MOST_BYTES: u64 = 1 << 30;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let (mut counts, mut totals) = ((0, 0), Totals::new());
    for file in &args.files {
        let name = file.display().to_string();
        let reader: Box<dyn Read + Send> = if file.as_os_str() == "-" {
            Box::new(std::io::stdin())
        } else {
            Box::new(File::open(file).with_context(|| format!("cannot read {name}"))?)
        };
        let reader = BufReader::new(reader.take(MOST_BYTES));
        let values = serde_json::Deserializer::from_reader(reader).into_iter::<Value>();
        let mut tell = |number: usize, written: anyhow::Result<(Review, String)>| {
            counts.0 += 1;
            match written {
                Ok((review, _)) if args.summary => {
                    add(&mut totals, &review);
                    Ok(())
                }
                Ok((_, text)) => Ok(Out.write_all(text.as_bytes())?),
                Err(error) if error.is::<baize_rules::Problem>() => {
                    counts.1 += 1;
                    crate::complain(&format!("{name}: game {}: {error:#}", number + 1), 1);
                    Ok(())
                }
                Err(error) => Err(error.context(format!("{name}: game {} cannot be read", number + 1))),
            }
        };
        if args.json || args.summary {
            side_by_side(args, values, &mut tell)?;
        } else {
            let threads = clock::budget().threads;
            values
                .enumerate()
                .try_for_each(|(number, value)| tell(number, reviewed(args, value, threads)))?;
        }
    }
    for ((game, name), total) in &totals {
        writeln!(Out, "{}", total.line(game, name))?;
    }
    match counts {
        (0, _) => bail!("there is no record in these files"),
        (_, 0) => Ok(()),
        (games, failed) => bail!("{failed} of {games} games could not be reviewed"),
    }
}

/// A record, or an error for text that is not JSON.
type Found = serde_json::Result<Value>;

/// Reviews several games at once, each on one thread; `tell` gets the results in order and may end the work.
fn side_by_side(
    args: &Args,
    values: impl Iterator<Item = Found> + Send,
    tell: &mut dyn FnMut(usize, anyhow::Result<(Review, String)>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let values = Mutex::new(values.enumerate());
    std::thread::scope(|scope| {
        let (sender, done) = mpsc::sync_channel(64);
        for _ in 0..clock::budget().threads {
            let (sender, values) = (sender.clone(), &values);
            scope.spawn(move || {
                // A thread that panics while it holds the list leaves the list intact.
                let next = || values.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some((number, value)) = next() {
                    let is_last = value.is_err();
                    if sender.send((number, reviewed(args, value, 1))).is_err() || is_last {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut due) = (BTreeMap::new(), 0);
        for (number, written) in done {
            waiting.insert(number, written);
            while let Some(written) = waiting.remove(&due) {
                tell(due, written)?;
                due += 1;
            }
        }
        Ok(())
    })
}

/// What one player did in all games.
#[derive(Default)]
struct Total {
    games: usize,
    decisions: usize,
    /// The sum of the accuracies of its decisions and their number, over games with enough of them.
    accuracy: (f64, usize),
    marked: usize,
    readable: Vec<f64>,
}

/// The totals by game and player.
type Totals = BTreeMap<(String, String), Total>;

fn add(totals: &mut Totals, review: &Review) {
    for player in &review.players {
        let name = player.name.clone().unwrap_or_else(|| player.seat.to_string());
        let total = totals.entry((review.game.clone(), name)).or_default();
        total.games += 1;
        total.decisions += player.decisions;
        if let Some(accuracy) = player.accuracy {
            total.accuracy.0 += accuracy * player.decisions as f64;
            total.accuracy.1 += player.decisions;
        }
        let Marks { inaccuracies, mistakes, blunders } = player.marks;
        total.marked += inaccuracies + mistakes + blunders;
        total.readable.extend(player.readable);
    }
}

impl Total {
    fn line(&self, game: &str, name: &str) -> String {
        let Total { games, decisions, accuracy: (sum, of), marked, readable } = self;
        let accuracy = if *of == 0 { "–".to_owned() } else { format!("{:.1}", sum / *of as f64) };
        let mut text = format!("{game}, {name}: {games} games, {decisions} decisions, accuracy {accuracy}");
        if *marked > 0 {
            text += &format!(", one in {:.1} marked", *decisions as f64 / *marked as f64);
        }
        if !readable.is_empty() {
            let mean = readable.iter().map(|times| times.log2()).sum::<f64>() / readable.len() as f64;
            text += &format!(", readable x{:.2}", mean.exp2());
        }
        text
    }
}

/// A review as it is printed.
fn reviewed(args: &Args, value: Found, threads: usize) -> anyhow::Result<(Review, String)> {
    let record = Record::read(&value?.to_string())?;
    let care = if args.rough { Care::Rough } else { Care::Full };
    let effort = Effort { care, threads, clock: Stopwatch(clock::now) };
    let bar = if args.json || args.summary { ProgressBar::hidden() } else { bar() };
    let review = baize_review::review(&record, effort, |progress| {
        bar.set_length(progress.of as u64);
        bar.set_position(progress.done as u64);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    let (review, mut out) = (review?, Vec::new());
    if args.json {
        serde_json::to_writer(&mut out, &review)?;
        writeln!(out)?;
    } else {
        write(&mut out, &record, find(&record.game)?, &review, args.plain)?;
    }
    let text = String::from_utf8(out)?;
    Ok((review, text))
}

/// A progress bar, if standard error is a terminal.
fn bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("Reviewing: {pos} of {len} {wide_bar} {eta}");
    ProgressBar::new(0).with_style(style.expect("the template is a constant"))
}

/// Writes a review for people: the result, each seat, the graph, and one line for each decision.
fn write(
    out: &mut impl Write,
    record: &Record,
    game: &dyn AnyGame,
    review: &Review,
    is_plain: bool,
) -> std::io::Result<()> {
    write!(out, "{}", game.name())?;
    if let Some(opening) = &review.opening {
        write!(out, ", {} opening", opening.name)?;
    }
    if let Some(result) = &record.result {
        write!(out, ". {result}")?;
    }
    writeln!(out)?;
    for player in &review.players {
        writeln!(out, "{}", described(player, review.unit))?;
    }
    writeln!(out, "{}", graph(review, is_plain))?;
    for of in review.moves.iter().filter(|of| of.is_decision || of.luck.is_some()) {
        writeln!(out, "{}", line(of, review))?;
    }
    match review.turning_point {
        Some(n) => writeln!(out, "Turning point: move {n}."),
        None => writeln!(out, "Nobody let go."),
    }
}

fn described(player: &PlayerReview, unit: Unit) -> String {
    let name = player.name.as_deref().map_or_else(String::new, |name| format!(" ({name})"));
    let accuracy = player.accuracy.map_or("–".to_owned(), |accuracy| format!("{accuracy:.0}"));
    let marks = player.marks;
    let mut text = format!(
        "{}{name}: accuracy {accuracy}, {:.1} {} lost a decision, {} ?!, {} ?, {} ??",
        player.seat,
        player.mean_loss,
        word(unit),
        marks.inaccuracies,
        marks.mistakes,
        marks.blunders
    );
    if let Some(luck) = player.luck {
        text += &format!(", luck {luck:+.1}");
    }
    if let Some(readable) = player.readable {
        text += &format!(", readable x{readable:.1}");
    }
    if let (Some(expected), Some(aim)) = (player.expected, player.aim) {
        text += &format!(", {expected:.1} shots expected, aim {aim:+.1}");
    }
    text
}

const fn word(unit: Unit) -> &'static str {
    match unit {
        Unit::Discs => "discs",
        Unit::Points => "points",
        Unit::Chance => "points of winning chance",
    }
}

/// `34 ?? seat 1 d1: -4.0, best g4 7.0, lost 11.0`, with `~` before estimates.
fn line(of: &Move, review: &Review) -> String {
    let sure = if of.exact { "" } else { "~" };
    let mut text = format!(
        "{:>4} {:<2} {} {}: {sure}{:.1}",
        of.n,
        of.mark.map_or("", Mark::letters),
        of.seat,
        of.text,
        of.value
    );
    if of.loss > 0.0 {
        text += &format!(
            ", best {} {sure}{:.1}, lost {:.1} {}",
            of.best_text,
            of.best_value,
            of.loss,
            word(review.unit)
        );
    }
    if let Some(luck) = of.luck {
        text += &format!(", luck {luck:+.1}");
    }
    for other in of.asking.iter().filter(|other| !other.is_asked && other.saves >= review.inaccuracy) {
        text += &format!(", asking would have saved {} {:.1}", other.seat, other.saves);
    }
    text
}

/// The values for the first seat as one row of blocks: high where that seat is ahead.
fn graph(review: &Review, is_plain: bool) -> String {
    let (middle, reach) = if review.unit == Unit::Chance { (50.0, 50.0) } else { (0.0, 16.0) };
    let cell = |of: &Move| {
        let sign = if of.seat.index() == 0 { 1.0 } else { -1.0 };
        let height = (sign * (of.value - middle) / reach).clamp(-1.0, 1.0);
        if is_plain {
            return if height > 0.05 {
                '+'
            } else if height < -0.05 {
                '-'
            } else {
                '.'
            };
        }
        ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'][((height + 1.0) * 3.5).round() as usize]
    };
    review.moves.iter().map(cell).collect()
}
