//! `baize ladder`: how strong the computer players are, as a page with a chart.

mod page;

use crate::contest::{Contest, Seatings};
use crate::matches::progress_bar;
use crate::{clock, stats};
use anyhow::{Context, ensure};
use baize_games::{AnyGame, GAMES, find};
use baize_players::{Budget, ids};
use baize_rules::Seed;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Lets each computer player of a game play the next weaker one and writes a page with their strength in Elo. Results are
/// kept beside the page; those of other games stay.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize ladder othello
  baize ladder nine --games 1000 --seed any --out /tmp
  baize ladder                              only writes the page again")]
pub(crate) struct Args {
    /// Which game; without one nothing is played and the page is made from what is known
    game: Option<String>,
    /// How many games each two players play
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: u32,
    /// Makes the matches repeatable
    #[arg(long, default_value = "ladder")]
    seed: String,
    /// Positions per move instead of what each level takes for itself
    #[arg(long)]
    nodes: Option<u64>,
    /// The folder for the page, its charts and the results
    #[arg(long, default_value = "docs")]
    out: PathBuf,
}

/// How the matches of a game are played and begin, and who plays whom beside the neighbours on the ladder.
#[derive(Clone, Copy)]
struct Plan {
    game: &'static str,
    /// Options of the game, as JSON.
    options: &'static str,
    /// How many sit at the table; otherwise as few as can.
    seats: Option<u8>,
    opening: u32,
    even: Option<f64>,
    more: &'static [[&'static str; 2]],
}

const PLANS: &[Plan] = &[
    Plan {
        game: "othello",
        options: "{}",
        seats: None,
        opening: 8,
        even: Some(5.0),
        more: &[["medium", "classic"], ["hard", "classic"]],
    },
    Plan {
        game: "banqi",
        options: r#"{"preset":"tournament"}"#,
        seats: None,
        opening: 0,
        even: None,
        more: &[["hard", "greedy"]],
    },
    Plan { game: "may-i", options: "{}", seats: Some(4), opening: 0, even: None, more: &[] },
];

impl Plan {
    fn of(game: &'static str) -> Plan {
        let known = PLANS.iter().find(|plan| plan.game == game).copied();
        known.unwrap_or(Plan { game, options: "{}", seats: None, opening: 0, even: None, more: &[] })
    }

    /// The stronger one first.
    fn pairs(&self) -> Vec<[String; 2]> {
        let ids = ids(self.game);
        let neighbours = ids.windows(2).map(|pair| [pair[1], pair[0]]);
        neighbours.chain(self.more.iter().copied()).map(|pair| pair.map(str::to_owned)).collect()
    }
}

/// A match that was played.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Played {
    game: String,
    /// The revision of the rules.
    revision: u32,
    players: [String; 2],
    seed: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    seats: usize,
    /// What the first player scored in each deal, from 0 to 1, one half being even.
    deals: Vec<f64>,
    millis_per_move: [f64; 2],
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let path = args.out.join("strength.jsonl");
    let mut known = read(&path)?;
    if let Some(game) = &args.game {
        let game = find(game)?;
        ensure!(ids(game.id()).len() > 1, "{} has one computer player only", game.name());
        let plan = Plan::of(game.id());
        for pair in plan.pairs() {
            let fresh = meet(args, game, &plan, pair)?;
            known.retain(|played| (&played.game, &played.players) != (&fresh.game, &fresh.players));
            known.push(fresh);
            // After every match, so that a run that is stopped was not for nothing.
            let lines: Result<Vec<String>, _> = known.iter().map(serde_json::to_string).collect();
            write(&path, &(lines?.join("\n") + "\n"))?;
        }
    }
    for (name, text) in page::files(&current(&known)) {
        write(&args.out.join(name), &text)?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| path.display().to_string())
}

fn read(path: &Path) -> anyhow::Result<Vec<Played>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let rows: Result<_, _> = text.lines().map(serde_json::from_str).collect();
    rows.with_context(|| path.display().to_string())
}

/// What still holds: matches of today's plans under today's rules, in the order of the games.
fn current(known: &[Played]) -> Vec<(&'static dyn AnyGame, Vec<Played>)> {
    let games = GAMES.iter().map(|&game| {
        let holds = |played: &&Played| played.game == game.id() && played.revision == game.revision();
        let pairs = Plan::of(game.id()).pairs().into_iter();
        let played =
            pairs.filter_map(|pair| known.iter().filter(holds).find(|played| played.players == pair));
        (game, played.cloned().collect::<Vec<Played>>())
    });
    games.filter(|(_, played)| !played.is_empty()).collect()
}

/// One against one. At larger tables a single first player sits among second ones.
fn meet(args: &Args, game: &'static dyn AnyGame, plan: &Plan, pair: [String; 2]) -> anyhow::Result<Played> {
    let options: Value = serde_json::from_str(plan.options)?;
    let fewest = (*game.table_sizes(&options)?.start()).max(2);
    let seats = usize::from(plan.seats.unwrap_or(fewest));
    let mut players = vec![pair[1].clone(); seats];
    players[0].clone_from(&pair[0]);
    let contest = Contest {
        game,
        options: &options,
        players: &players,
        seatings: Seatings::Rotated,
        seed: Seed::from_text(&args.seed).branch(&pair.join(" against ")),
        opening: plan.opening,
        even: plan.even,
        budget: Budget { nodes: args.nodes, ..clock::budget() },
        noise: None,
        most_actions: 10_000,
    };
    let bar = progress_bar(args.games);
    bar.set_message(pair.join(" against "));
    let tally = contest.play(args.games, |_, _| {
        bar.inc(1);
        Ok(ControlFlow::Continue(()))
    })?;
    bar.finish_and_clear();
    let millis = |player: usize| (tally.standings[player].millis_per_move() * 1e3).round() / 1e3;
    Ok(Played {
        game: game.id().to_owned(),
        revision: game.revision(),
        players: pair,
        seed: args.seed.clone(),
        nodes: args.nodes,
        seats,
        deals: tally.deals(0).into_iter().map(|share| evened(share, seats)).collect(),
        millis_per_move: [millis(0), millis(1)],
    })
}

/// A share of one point among `seats`, as the mean score against each other seat: who wins has beaten everybody, and the
/// others are even among themselves.
fn evened(share: f64, seats: usize) -> f64 {
    let others = seats as f64 - 1.0;
    share + (1.0 - share) * (others - 1.0) / (2.0 * others)
}

/// The strength of each player of a game that has played, with a 95 % interval from resampled deals.
fn strengths(played: &[Played], players: &[&str]) -> Vec<stats::Estimate> {
    let place = |name: &String| players.iter().position(|player| player == name).unwrap_or(0);
    let results: Vec<([usize; 2], &[f64], usize)> = played
        .iter()
        .map(|row| ([place(&row.players[0]), place(&row.players[1])], &row.deals[..], row.seats))
        .collect();
    stats::resampled(players.len(), &results)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_shares_are_one_half_at_every_table() {
        for seats in 2..=8 {
            let even = evened(1.0 / seats as f64, seats);
            assert!((even - 0.5).abs() < 1e-9, "{seats}");
            assert_eq!(evened(1.0, seats), 1.0);
        }
        assert!((evened(0.3, 2) - 0.3).abs() < 1e-9);
        assert!((evened(0.0, 3) - 0.25).abs() < 1e-9, "even with the other who did not win");
    }

    #[test]
    fn everybody_meets_the_next() {
        let pairs = Plan::of("othello").pairs();
        assert_eq!(pairs[0], ["classic", "random"]);
        assert_eq!(pairs[4], ["expert", "hard"]);
        assert!(pairs.contains(&["hard".to_owned(), "classic".to_owned()]));
        assert_eq!(Plan::of("nine").pairs().len(), ids("nine").len() - 1);
    }

    #[test]
    fn what_no_longer_holds_is_dropped() {
        let row = |game: &str, revision: u32, first: &str| Played {
            game: game.to_owned(),
            revision,
            players: [first.to_owned(), "random".to_owned()],
            seed: "s".to_owned(),
            nodes: None,
            seats: 2,
            deals: vec![1.0, 0.5],
            millis_per_move: [1.0, 0.1],
        };
        let today = find("othello").unwrap().revision();
        let known = vec![row("othello", today, "classic"), row("othello", today + 1, "classic")];
        let known = [known, vec![row("othello", today, "nobody"), row("chess", 1, "classic")]].concat();
        let current = current(&known);
        assert_eq!((current.len(), current[0].1.len()), (1, 1));
    }
}
