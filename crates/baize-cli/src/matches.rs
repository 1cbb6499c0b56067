//! `baize match`.

use crate::seed;
use anyhow::{Context, bail, ensure};
use baize_games::{AnyGame, AnyTable, Entry, Record, find};
use baize_players::{AnyPlayer, Budget, sit};
use baize_rules::{Outcome, Seat, Seed};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde_json::Value;
use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Lets computer players play each other. Seats change every game, so that each player sits everywhere equally often.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize match othello --games 100
  baize match nine --players medium,easy --games 1000 --seed any --json
  baize match banqi --options '{\"mode\":\"three-kingdoms\"}' --players random,random,random")]
pub(crate) struct Args {
    /// Which game
    game: String,
    /// The players, one per seat, separated by commas [default: all random]
    #[arg(long, value_delimiter = ',')]
    players: Vec<String>,
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Makes the match repeatable
    #[arg(long)]
    seed: Option<String>,
    /// Options of the game, as JSON
    #[arg(long, default_value = "{}")]
    options: String,
    /// Milliseconds per move
    #[arg(long)]
    millis: Option<u64>,
    /// Positions per move, which makes searching players repeatable
    #[arg(long)]
    nodes: Option<u64>,
    /// A game that is not over after so many actions counts as a draw
    #[arg(long, default_value_t = 10_000)]
    most_actions: usize,
    /// Write the record of every game to this file, one JSON line each
    #[arg(long)]
    record: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    game: String,
    games: u32,
    unfinished: u32,
    actions: u64,
    seconds: f64,
    players: Vec<Standing>,
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
struct Standing {
    player: String,
    wins: u32,
    draws: u32,
    /// Mean share of one point per game.
    score: f64,
    /// Half the width of the 95 % confidence interval of `score`.
    plus_minus: f64,
    mean_points: f64,
    millis_per_move: f64,
    #[serde(skip)]
    shares: Vec<f64>,
    #[serde(skip)]
    points: f64,
    #[serde(skip)]
    thinking: Duration,
    #[serde(skip)]
    moves: u64,
}

/// A match to be played: everything but the games.
struct Match<'a> {
    args: &'a Args,
    game: &'static dyn AnyGame,
    options: Value,
    seats: u8,
    seed: Seed,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let game = find(&args.game)?;
    let options: Value = serde_json::from_str(&args.options).context("the options are not JSON")?;
    let sizes = game.table_sizes(&options)?;
    let seats = if args.players.is_empty() {
        *sizes.start()
    } else {
        u8::try_from(args.players.len()).unwrap_or(u8::MAX)
    };
    ensure!(sizes.contains(&seats), "{} takes {sizes:?} players here, not {seats}", game.name());
    let seed = seed::given_or_fresh(args.seed.as_deref())?;
    let report = Match { args, game, options, seats, seed }.play()?;
    if args.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        print(&report);
    }
    Ok(())
}

impl Match<'_> {
    fn play(&self) -> anyhow::Result<Report> {
        let start = Instant::now();
        let mut report = Report {
            game: self.game.id().to_owned(),
            games: self.args.games,
            unfinished: 0,
            actions: 0,
            seconds: 0.0,
            players: self
                .names()
                .into_iter()
                .map(|player| Standing { player, ..Standing::default() })
                .collect(),
        };
        let mut records = match &self.args.record {
            Some(path) => {
                Some(BufWriter::new(File::create(path).with_context(|| format!("{}", path.display()))?))
            }
            None => None,
        };
        let bar = self.progress_bar();
        let mut players = self.sit_down()?;
        for number in 0..self.args.games {
            let record = self.play_one(number, &mut players, &mut report)?;
            players.rotate_left(1);
            if let Some(file) = &mut records {
                serde_json::to_writer(&mut *file, &record)?;
                file.write_all(b"\n")?;
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        if let Some(mut file) = records {
            file.flush()?;
        }
        report.seconds = start.elapsed().as_secs_f64();
        report.players.iter_mut().for_each(Standing::settle);
        Ok(report)
    }

    fn names(&self) -> Vec<String> {
        if self.args.players.is_empty() {
            return vec!["random".to_owned(); usize::from(self.seats)];
        }
        self.args.players.clone()
    }

    fn progress_bar(&self) -> ProgressBar {
        if self.args.json || !std::io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left");
        ProgressBar::new(u64::from(self.args.games)).with_style(style.expect("the template is sound"))
    }

    /// The player of each seat: in game n everybody moves on by n seats.
    fn seating(&self, number: u32) -> Vec<usize> {
        let seats = usize::from(self.seats);
        (0..seats).map(|seat| (seat + number as usize) % seats).collect()
    }

    /// The players by seat, as they sit in the first game. They stay for the whole match, so that they can learn about
    /// each other; nothing is shared between them.
    fn sit_down(&self) -> anyhow::Result<Vec<Box<dyn AnyPlayer>>> {
        let mut players = Vec::new();
        for (number, name) in self.names().iter().enumerate() {
            let dice = self.seed.branch(&format!("dice of player {number}"));
            players.push(sit(self.game.id(), name, &dice)?);
        }
        Ok(players)
    }

    fn play_one(
        &self,
        number: u32,
        players: &mut [Box<dyn AnyPlayer>],
        report: &mut Report,
    ) -> anyhow::Result<Record> {
        let seed = self.seed.branch(&format!("deal {number}"));
        let seating = self.seating(number);
        let names = self.names();
        let mut table = self.game.start(&self.options, Some(self.seats), &seed)?;
        let mut record = Record::of(&*table, self.options.clone(), &seed);
        record.players = seating.iter().map(|&player| names[player].clone()).collect();
        while let Some(seat) = table.awaiting().must.iter().next() {
            if record.log.len() >= self.args.most_actions {
                break;
            }
            if let Some(entry) = interject(&mut *table, seat, players)? {
                record.log.push(entry);
                continue;
            }
            let standing = &mut report.players[seating[seat.index()]];
            record.log.push(self.act(&mut *table, seat, &mut *players[seat.index()], standing)?);
        }
        record.result = table.outcome();
        report.actions += record.log.len() as u64;
        report.unfinished += u32::from(record.result.is_none());
        for (seat, &player) in Seat::first(self.seats).zip(&seating) {
            report.players[player].count(seat, self.seats, record.result.as_ref());
        }
        Ok(record)
    }

    fn act(
        &self,
        table: &mut dyn AnyTable,
        seat: Seat,
        player: &mut dyn AnyPlayer,
        standing: &mut Standing,
    ) -> anyhow::Result<Entry> {
        let start = Instant::now();
        let budget = Budget { nodes: self.args.nodes, millis: self.args.millis };
        let action = player.choose(&table.glimpse(seat), budget)?.action;
        standing.thinking += start.elapsed();
        standing.moves += 1;
        if let Err(problem) = table.play(seat, &action) {
            bail!("{} made an illegal move, {action}: {problem}", standing.player);
        }
        Ok(Entry::Action { seat, action })
    }
}

/// Lets somebody act out of turn, if anybody wants to: those after the seat that must act are asked first.
pub(crate) fn interject(
    table: &mut dyn AnyTable,
    after: Seat,
    players: &mut [Box<dyn AnyPlayer>],
) -> anyhow::Result<Option<Entry>> {
    let (before, behind): (Vec<Seat>, Vec<Seat>) =
        table.awaiting().may.iter().partition(|&seat| seat < after);
    for seat in behind.into_iter().chain(before) {
        if let Some(action) = players[seat.index()].interject(&table.glimpse(seat)) {
            table.play(seat, &action).with_context(|| format!("{seat} made an illegal move, {action}"))?;
            return Ok(Some(Entry::Action { seat, action }));
        }
    }
    Ok(None)
}

impl Standing {
    fn count(&mut self, seat: Seat, seats: u8, outcome: Option<&Outcome>) {
        let share = outcome.map_or(1.0 / f64::from(seats), |outcome| outcome.share(seat));
        self.shares.push(share);
        self.wins += u32::from(outcome.is_some_and(|outcome| outcome.won(seat)));
        self.draws += u32::from(outcome.is_none_or(|outcome| outcome.winners.is_empty()));
        self.points += outcome.map_or(0.0, |outcome| outcome.scores[seat.index()].as_f64());
    }

    fn settle(&mut self) {
        let games = self.shares.len() as f64;
        let mean = self.shares.iter().sum::<f64>() / games;
        let spread =
            self.shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (games - 1.0).max(1.0);
        self.score = mean;
        self.plus_minus = 1.96 * (spread / games).sqrt();
        self.mean_points = self.points / games;
        self.millis_per_move = self.thinking.as_secs_f64() * 1e3 / (self.moves.max(1) as f64);
    }
}

fn print(report: &Report) {
    let Report { game, games, seconds, actions, unfinished, .. } = report;
    println!("{game}: {games} games, {actions} actions in {seconds:.1} s");
    println!(
        "{:16} {:>8} {:>8} {:>18} {:>12} {:>10}",
        "player", "wins", "draws", "score %", "points", "ms/move"
    );
    for standing in &report.players {
        let Standing { player, wins, draws, score, plus_minus, mean_points, millis_per_move, .. } = standing;
        let score = format!("{:.1} ± {:.1}", 100.0 * score, 100.0 * plus_minus);
        println!("{player:16} {wins:>8} {draws:>8} {score:>18} {mean_points:>12.2} {millis_per_move:>10.3}");
    }
    if *unfinished > 0 {
        println!("{unfinished} games were not over in time and count as draws");
    }
}
