//! `baize review`: what every decision of finished games was worth.

use crate::clock;
use crate::out::Out;
use anyhow::{Context, bail};
use baize_games::{AnyGame, Record, find};
use baize_players::Stopwatch;
use baize_review::{Care, Effort, Mark, Move, PlayerReview, Review, Unit};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;
use std::fs::File;
use std::io::{BufReader, IsTerminal, Read, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Reviews finished games: what every action was worth, what would have been best, what it cost, and how well each seat
/// chose. docs/review.md says what the numbers mean.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize match othello --players medium,easy --games 1 --record game.json
  baize review game.json
  baize match nine --games 2 --record games.jsonl
  baize review game.json games.jsonl --json > reviews.jsonl")]
pub(crate) struct Args {
    /// Records, one or many in each file; `-` for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// One line of JSON for each game
    #[arg(long)]
    json: bool,
    /// A first look: less deep, and done in a moment
    #[arg(long)]
    rough: bool,
    /// Draw the graph with `+`, `-` and `.` only
    #[arg(long)]
    plain: bool,
}

/// More than a thousand records of the longest games.
const MOST_BYTES: u64 = 1 << 30;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let (mut games, mut failed) = (0, 0);
    for file in &args.files {
        let name = file.display();
        let reader: Box<dyn Read> = if file.as_os_str() == "-" {
            Box::new(std::io::stdin())
        } else {
            Box::new(File::open(file).with_context(|| format!("cannot read {name}"))?)
        };
        let reader = BufReader::new(reader.take(MOST_BYTES));
        let values = serde_json::Deserializer::from_reader(reader).into_iter::<Value>();
        for (number, value) in values.enumerate() {
            games += 1;
            let value = value.with_context(|| format!("{name}: game {} is not JSON", number + 1))?;
            if let Err(error) = review(args, &value) {
                if error.downcast_ref::<baize_rules::Problem>().is_none() {
                    return Err(error);
                }
                failed += 1;
                crate::complain(&format!("{name}: game {}: {error:#}", number + 1), 1);
            }
        }
    }
    if games == 0 {
        bail!("there is no record in these files");
    }
    if failed > 0 {
        bail!("{failed} of {games} games could not be reviewed");
    }
    Ok(())
}

fn review(args: &Args, value: &Value) -> anyhow::Result<()> {
    let record = Record::read(&value.to_string())?;
    let budget = clock::budget();
    let care = if args.rough { Care::Rough } else { Care::Full };
    let effort = Effort { care, threads: budget.threads, clock: Stopwatch(clock::now) };
    let bar = bar();
    let review = baize_review::review(&record, effort, |progress| {
        bar.set_length(progress.of as u64);
        bar.set_position(progress.done as u64);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    let (review, mut out) = (review?, Out);
    if args.json {
        serde_json::to_writer(&mut out, &review)?;
        writeln!(out)?;
    } else {
        write(&mut out, &record, find(&record.game)?, &review, args.plain)?;
    }
    Ok(())
}

/// Only for people who watch.
fn bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("Reviewing: {pos} of {len} {wide_bar} {eta}");
    ProgressBar::new(0).with_style(style.expect("the template is a constant"))
}

/// A review for people: the result, each seat, the graph, and one line for each decision.
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
    for of in review.moves.iter().filter(|of| of.is_decision) {
        writeln!(out, "{}", line(of, review.unit))?;
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
    format!(
        "{}{name}: accuracy {accuracy}, {:.1} {} lost a decision, {} ?!, {} ?, {} ??",
        player.seat,
        player.mean_loss,
        word(unit),
        marks.inaccuracies,
        marks.mistakes,
        marks.blunders
    )
}

const fn word(unit: Unit) -> &'static str {
    match unit {
        Unit::Discs => "discs",
        Unit::Points => "points",
        Unit::Chance => "points of winning chance",
    }
}

/// `34 ?? seat 1 d1: -4.0, best g4 7.0, lost 11.0`, with `~` before what is estimated.
fn line(of: &Move, unit: Unit) -> String {
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
            word(unit)
        );
    }
    if let Some(luck) = of.luck {
        text += &format!(", luck {luck:+.1}");
    }
    text
}

/// The values for the first seat as one row of blocks: high where it is ahead.
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
