//! `baize match`.

use crate::contest::{Alone, Contest, Seatings, Standing, Tally};
use crate::out::Out;
use crate::runout::noise;
use crate::stats::{Estimate, Sprt, Verdict, elo};
use crate::stop::{Stop, Stopped};
use crate::words::{counted, lead, players as taken};
use crate::{brief, clock, files, seed};
use anyhow::{Context, bail, ensure};
use baize_games::find;
use baize_players::Budget;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde_json::Value;
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

/// Lets computer players play each other. Every deal is played in several seatings, so that luck cancels. In
/// games where few points are good, a first player among several of another kind is also compared by points:
/// in the whole game, and without its last round.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize match othello --games 100
  baize match othello --players hard,medium --games 300 --opening 8 --even 5
  baize match othello --players expert,hard --games 4000 --opening 8 --sprt 0,20
  baize match othello --players expert@200ms,expert@50ms --games 40 --opening 8
  baize match nine --players medium,easy --games 1000 --seed any --json
  baize match banqi --options '{\"preset\":\"tournament\"}' --players hard,medium --games 800
  baize match banqi --options '{\"mode\":\"three-kingdoms\"}' --players hard,greedy,greedy \\
    --seatings all --games 600
  baize match may-i --players hard,medium,medium,medium --games 1200 --seed bar
  baize match may-i --players medium,greedy,greedy,greedy --games 200 --json
  baize match nine-ball --players expert,medium --games 300 --noise 1")]
pub(crate) struct Args {
    /// Which game
    game: String,
    /// The players, one per seat, separated by commas; `expert@200ms` has a time of its own for each move, `expert@50000` a
    /// number of positions; for Othello `hard@FILE` judges by weights that `baize train` made
    /// [default: all random]
    #[arg(long, value_delimiter = ',')]
    players: Vec<String>,
    /// How many games, at most
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Makes the match repeatable
    #[arg(long)]
    seed: Option<String>,
    /// Options of the game, as JSON
    #[arg(long, default_value = "{}")]
    options: String,
    /// In which orders the players sit in each deal
    #[arg(long, value_enum, default_value = "rotated")]
    seatings: Seatings,
    /// Begin with this many random actions, the same for all seatings of a deal
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1000))]
    opening: u32,
    /// Only openings that the player `hard` scores at most this far from even
    #[arg(long, requires = "opening")]
    even: Option<f64>,
    /// Stop as soon as it is clear, with 5 % error, whether the first of two players is better by the second number of
    /// Elo rather than by the first
    #[arg(long, value_name = "ELO,ELO", num_args = 0..=1, default_missing_value = "0,20", value_parser = sprt)]
    sprt: Option<Sprt>,
    /// Milliseconds per move
    #[arg(long)]
    millis: Option<u64>,
    /// Positions per move, which makes searching players repeatable
    #[arg(long)]
    nodes: Option<u64>,
    /// For nine-ball: how much of the standard noise every hand has, instead of what belongs to its level
    #[arg(long, value_parser = noise)]
    noise: Option<f64>,
    /// After how many actions an unfinished game counts as a draw
    #[arg(long, default_value_t = 10_000)]
    most_actions: usize,
    /// Write the record of every game to this file, one JSON line each
    #[arg(long)]
    record: Option<PathBuf>,
    /// Replace the file of records that is there
    #[arg(long, requires = "record")]
    force: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers =
        text.split_once(',').and_then(|(less, more)| Some((less.parse().ok()?, more.parse().ok()?)));
    let test = numbers.map(|(less, more)| Sprt { less, more });
    test.filter(|test| -2000.0 <= test.less && test.less < test.more && test.more <= 2000.0)
        .ok_or_else(|| "two numbers of Elo, the smaller one first, such as 0,20".to_owned())
}

impl Args {
    fn most_games(&self) -> u32 {
        brief::at_most(self.games, 2)
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    game: String,
    games: u32,
    unfinished: u32,
    actions: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    noise: Option<f64>,
    players: Vec<Row>,
    /// How far the first of two players is ahead; an unbounded end is null.
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<Estimate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Tested>,
    #[serde(skip_serializing_if = "Option::is_none")]
    alone: Option<Compared>,
}

/// The points of the first player beside the mean of all others.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Compared {
    player: String,
    others: String,
    total: Fewer,
    #[serde(skip_serializing_if = "Option::is_none")]
    before_last_round: Option<Fewer>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Fewer {
    own: f64,
    others: f64,
    /// By what share the first player stays below the others' points, from the differences deal by deal.
    below: Estimate,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    player: String,
    wins: u32,
    draws: u32,
    /// The mean share of one point per game, with its 95 % confidence interval.
    score: f64,
    low: f64,
    high: f64,
    mean_points: f64,
    millis_per_move: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Tested {
    less: f64,
    more: f64,
    likelihood: f64,
    verdict: Verdict,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let game = find(&args.game)?;
    let options: Value = serde_json::from_str(&args.options).context("the options are not JSON")?;
    let sizes = game.table_sizes(&options)?;
    let players = match &args.players[..] {
        [] => vec!["random".to_owned(); usize::from(*sizes.start())],
        named => named.to_vec(),
    };
    let fits = u8::try_from(players.len()).is_ok_and(|seats| sizes.contains(&seats));
    ensure!(fits, "{} takes {} here, not {}", game.name(), taken(&sizes), players.len());
    ensure!(args.sprt.is_none() || players.len() == 2, "--sprt compares two players");
    let budget = Budget { nodes: brief::nodes(args.nodes), millis: args.millis, ..clock::budget() };
    let contest = Contest {
        game,
        options: &options,
        players: &players,
        seatings: args.seatings,
        seed: seed::given_or_fresh(args.seed.as_deref())?,
        opening: args.opening,
        even: args.even,
        budget,
        noise: args.noise,
        most_actions: args.most_actions,
    };
    let stop = Stop::listen()?;
    let report = play(args, &contest, &stop)?;
    if args.json {
        writeln!(Out, "{}", serde_json::to_string(&report)?)?;
    } else {
        print(&report)?;
    }
    if stop.is_asked() && report.games < args.most_games() {
        bail!(Stopped(format!("after {} of {}", report.games, counted(u64::from(args.games), "game"))));
    }
    Ok(())
}

fn play(args: &Args, contest: &Contest<'_>, stop: &Stop) -> anyhow::Result<Report> {
    let start = Instant::now();
    let mut records = args.record.as_ref().map(|path| files::create(path, args.force)).transpose()?;
    let bar = if args.json { ProgressBar::hidden() } else { progress_bar(args.most_games(), "games") };
    let played = contest.play(args.most_games(), stop, |record, tally| {
        if let Some(file) = &mut records {
            // Writes whole lines, so that the file can be read whenever the match ends.
            let line = serde_json::to_string(record)? + "\n";
            file.write_all(line.as_bytes()).context("cannot write the records")?;
        }
        bar.inc(1);
        bar.set_message(format!("{} scores {:.1} %", contest.players[0], 100.0 * tally.score(0).value));
        let is_clear = args.sprt.is_some_and(|test| test.verdict(&tally.deals(0)) != Verdict::Open);
        Ok(if is_clear { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    });
    bar.finish_and_clear();
    if let (Some(path), Some(file)) = (&args.record, &records) {
        files::remove_if_empty(path, file);
    }
    let tally = played?;
    ensure!(tally.games > 0, Stopped("before the first game was over".to_owned()));
    Ok(report(args, contest, &tally, start.elapsed().as_secs_f64()))
}

/// A bar for `count` games or racks, if standard error is a terminal.
pub(crate) fn progress_bar(count: u32, what: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = format!("{{bar:40}} {{pos}} of {{len}} {what}, {{msg}}, {{per_sec}}, {{eta}} left");
    let style = ProgressStyle::with_template(&template);
    ProgressBar::new(u64::from(count)).with_style(style.expect("the template is sound"))
}

fn report(args: &Args, contest: &Contest<'_>, tally: &Tally, seconds: f64) -> Report {
    let row = |(number, standing): (usize, &Standing)| {
        let Estimate { value: score, low, high } = tally.score(number);
        Row {
            player: contest.players[number].clone(),
            wins: standing.wins,
            draws: standing.draws,
            score,
            low,
            high,
            mean_points: standing.mean_points(),
            millis_per_move: standing.millis_per_move(),
        }
    };
    let tested = |test: Sprt| {
        let deals = tally.deals(0);
        let (likelihood, verdict) = (test.likelihood(&deals), test.verdict(&deals));
        Tested { less: test.less, more: test.more, likelihood, verdict }
    };
    Report {
        game: contest.game.id().to_owned(),
        games: tally.games,
        unfinished: tally.unfinished,
        actions: tally.actions,
        seconds,
        noise: args.noise,
        players: tally.standings.iter().enumerate().map(row).collect(),
        elo: (contest.players.len() == 2).then(|| tally.score(0).map(elo)),
        sprt: args.sprt.map(tested),
        alone: compared(contest, tally),
    }
}

fn compared(contest: &Contest<'_>, tally: &Tally) -> Option<Compared> {
    let (player, others) = contest.players.split_first()?;
    let fewer = |alone: Option<Alone>| alone.map(|Alone { own, others, below }| Fewer { own, others, below });
    let [total, before_last_round] = contest.alone(tally).map(fewer);
    Some(Compared { player: player.clone(), others: others[0].clone(), total: total?, before_last_round })
}

fn print(report: &Report) -> std::io::Result<()> {
    let Report { game, games, seconds, actions, unfinished, .. } = report;
    writeln!(
        Out,
        "{game}: {}, {} in {seconds:.1} s",
        counted(u64::from(*games), "game"),
        counted(*actions, "action")
    )?;
    writeln!(
        Out,
        "{:16} {:>8} {:>8} {:>8} {:>14} {:>12} {:>10}",
        "player", "wins", "draws", "score %", "95 %", "points", "ms/move"
    )?;
    for row in &report.players {
        let Row { player, wins, draws, score, low, high, mean_points, millis_per_move } = row;
        let (score, interval) = (100.0 * score, format!("{:.1}-{:.1}", 100.0 * low, 100.0 * high));
        writeln!(
            Out,
            "{player:16} {wins:>8} {draws:>8} {score:>8.1} {interval:>14} {mean_points:>12.2} {millis_per_move:>10.3}"
        )?;
    }
    if let (Some(elo), [first, second]) = (report.elo, &report.players[..]) {
        writeln!(Out, "{}", lead(&first.player, &second.player, elo))?;
    }
    if let Some(Tested { less, more, likelihood, verdict }) = &report.sprt {
        let verdict = match verdict {
            Verdict::Accepted => format!("{more:+} Elo rather than {less:+}"),
            Verdict::Rejected => format!("{less:+} Elo rather than {more:+}"),
            Verdict::Open => format!("not clear whether {less:+} or {more:+} Elo"),
        };
        writeln!(Out, "sequential test: {verdict} (log likelihood ratio {likelihood:+.2})")?;
    }
    if let Some(Compared { player, others, total, before_last_round }) = &report.alone {
        writeln!(Out, "points of {player} beside the mean of {others}, deal by deal:")?;
        let parts = [("all rounds", Some(total)), ("without the last", before_last_round.as_ref())];
        for (name, part) in parts {
            let Some(Fewer { own, others, below }) = part else { continue };
            let Estimate { value, low, high } = below.map(|below| 100.0 * below);
            writeln!(Out, "{name:16} {own:>8.1} {others:>8.1}, {value:.1} % fewer, {low:.1} to {high:.1}")?;
        }
    }
    if *unfinished > 0 {
        let unfinished = counted(u64::from(*unfinished), "game");
        writeln!(Out, "not over in time, and counted as a draw: {unfinished}")?;
    }
    Ok(())
}
