//! `baize ladder`: how strong the computer players are, as a page with a chart.

mod page;

use crate::contest::{Contest, Seatings};
use crate::matches::progress_bar;
use crate::stop::{Stop, Stopped};
use crate::words::counted;
use crate::{brief, clock, stats};
use anyhow::{Context, bail, ensure};
use baize_games::{AnyGame, GAMES, find};
use baize_players::{Budget, ids};
use baize_rules::Seed;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Lets the computer players of a game play each other and writes a page with their strength in Elo. Results
/// are kept beside the page; those of other games stay.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize ladder othello
  baize ladder nine --games 1000 --seed any --out .
  baize ladder nine --games 1000 --seed any --out . --resume
  baize ladder                              # only writes the page again")]
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
    /// Leave out the matches that are there already, with as many games, this seed and these rules
    #[arg(long)]
    resume: bool,
}

/// A ladder: how its matches begin and are played, and who plays whom, the stronger player first.
#[derive(Clone, Copy)]
struct Plan {
    /// The name in files.
    id: &'static str,
    /// What the page says about the game beside its name.
    about: &'static str,
    game: &'static str,
    /// Options of the game, as JSON.
    options: &'static str,
    /// How many sit at the table; if absent, as few as possible.
    seats: Option<u8>,
    opening: u32,
    even: Option<f64>,
    /// For nine-ball: the noise of every hand, instead of that of its level.
    noise: Option<f64>,
    /// The pairings; if empty, every player meets the next weaker one.
    matches: &'static [[&'static str; 2]],
}

const PLAIN: Plan = Plan {
    id: "",
    about: "",
    game: "",
    options: "{}",
    seats: None,
    opening: 0,
    even: None,
    noise: None,
    matches: &[],
};

const PLANS: &[Plan] = &[
    Plan {
        id: "othello",
        game: "othello",
        opening: 8,
        even: Some(5.0),
        matches: &[
            ["novice", "random"],
            ["beginner", "novice"],
            ["classic", "beginner"],
            ["classic", "novice"],
            ["easy", "classic"],
            ["casual", "easy"],
            ["steady", "casual"],
            ["medium", "steady"],
            ["able", "medium"],
            ["keen", "able"],
            ["hard", "keen"],
            ["sharp", "hard"],
            ["expert", "sharp"],
            ["expert", "hard"],
        ],
        ..PLAIN
    },
    Plan {
        id: "banqi",
        game: "banqi",
        options: r#"{"preset":"tournament"}"#,
        matches: &[
            ["novice", "random"],
            ["casual", "novice"],
            ["greedy", "casual"],
            ["steady", "greedy"],
            ["medium", "greedy"],
            ["medium", "steady"],
            ["keen", "medium"],
            ["hard", "keen"],
            ["expert", "hard"],
        ],
        ..PLAIN
    },
    Plan {
        id: "banqi-three-kingdoms",
        about: "Three Kingdoms",
        game: "banqi",
        options: r#"{"mode":"three-kingdoms"}"#,
        matches: &[
            ["novice", "random"],
            ["casual", "novice"],
            ["greedy", "casual"],
            ["steady", "greedy"],
            ["medium", "steady"],
            ["hard", "medium"],
            ["expert", "hard"],
        ],
        ..PLAIN
    },
    Plan {
        id: "nine",
        game: "nine",
        matches: &[
            ["hard", "medium"],
            ["hard", "beginner"],
            ["hard", "novice"],
            ["hard", "medium-loose"],
            ["hard", "casual"],
            ["hard", "steady"],
            ["hard", "able"],
            ["hard", "keen"],
            ["hard", "defensive"],
            ["hard", "aggressive"],
            ["perfect", "random"],
            ["hard", "easy"],
            ["hard", "balanced"],
            ["hard", "perfect"],
        ],
        ..PLAIN
    },
    Plan {
        id: "may-i",
        about: "one player among three of the other kind",
        game: "may-i",
        seats: Some(4),
        matches: &[
            ["novice", "random"],
            ["beginner", "novice"],
            ["casual", "beginner"],
            ["steady", "casual"],
            ["greedy", "steady"],
            ["medium", "greedy"],
            ["hard", "medium"],
        ],
        ..PLAIN
    },
    Plan {
        id: "nine-ball",
        game: "nine-ball",
        matches: &[
            ["novice", "random"],
            ["beginner", "random"],
            ["beginner", "novice"],
            ["casual", "beginner"],
            ["potter", "beginner"],
            ["medium", "casual"],
            ["medium", "potter"],
            ["steady", "medium"],
            ["hard", "medium"],
            ["hard", "steady"],
            ["expert", "hard"],
        ],
        ..PLAIN
    },
    Plan {
        id: "nine-ball-equal-hands",
        about: "every hand with the standard noise",
        game: "nine-ball",
        noise: Some(1.0),
        matches: &[["expert", "medium"]],
        ..PLAIN
    },
    // What more thinking is worth: by positions, so that matches can be repeated; the page says how long they take.
    Plan {
        id: "othello-thinking",
        about: "the same player with more positions to look at",
        game: "othello",
        opening: 8,
        even: Some(5.0),
        matches: &[
            ["expert@16000", "expert@4000"],
            ["expert@64000", "expert@16000"],
            ["expert@256000", "expert@64000"],
            ["expert@1000000", "expert@256000"],
            ["expert@4000000", "expert@1000000"],
        ],
        ..PLAIN
    },
    Plan {
        id: "banqi-thinking",
        about: "the same player with more positions to look at",
        game: "banqi",
        options: r#"{"preset":"tournament"}"#,
        matches: &[
            ["expert@10000", "expert@2500"],
            ["expert@40000", "expert@10000"],
            ["expert@160000", "expert@40000"],
            ["expert@640000", "expert@160000"],
        ],
        ..PLAIN
    },
    Plan {
        id: "may-i-thinking",
        about: "one player among three of its kind that imagine fewer rounds",
        game: "may-i",
        seats: Some(4),
        matches: &[["hard@1000", "hard@250"], ["hard@4000", "hard@1000"]],
        ..PLAIN
    },
    Plan {
        id: "nine-ball-thinking",
        about: "the same player with more shots to try",
        game: "nine-ball",
        matches: &[
            ["expert@12000", "expert@3000"],
            ["expert@50000", "expert@12000"],
            ["expert@200000", "expert@50000"],
        ],
        ..PLAIN
    },
];

/// The level in the name of a player, and how much it looks at if the name says so.
fn level_and_nodes(name: &str) -> (&str, u64) {
    name.split_once('@').map_or((name, 0), |(level, nodes)| (level, nodes.parse().unwrap_or(0)))
}

/// The plans of all games, with a plain one for a game without its own.
fn plans() -> impl Iterator<Item = Plan> {
    let others = GAMES.iter().map(|game| game.id()).filter(|id| PLANS.iter().all(|plan| plan.game != *id));
    PLANS.iter().copied().chain(others.map(|id| Plan { id, game: id, ..PLAIN }))
}

impl Plan {
    fn matches(&self) -> Vec<[&'static str; 2]> {
        if self.matches.is_empty() {
            ids(self.game).windows(2).map(|pair| [pair[1], pair[0]]).collect()
        } else {
            self.matches.to_vec()
        }
    }

    /// The heading of its section of the page.
    fn title(&self) -> String {
        let name = find(self.game).map_or(self.game, AnyGame::name);
        if self.about.is_empty() { name.to_owned() } else { format!("{name}: {}", self.about) }
    }

    fn revision(&self) -> u32 {
        find(self.game).map_or(0, AnyGame::revision)
    }
}

/// A match that was played.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Played {
    /// [`Plan::id`].
    ladder: String,
    /// The revision of the rules.
    revision: u32,
    players: [String; 2],
    seed: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    seats: usize,
    /// The first player's score in each deal, from 0 to 1, with one half being even.
    deals: Vec<f64>,
    millis_per_move: [f64; 2],
    /// Where points are bad: by what share the first player has fewer than the others, in all and without the
    /// last round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fewer: Option<[stats::Estimate; 2]>,
}

impl Played {
    /// How many games the match counts.
    fn games(&self) -> usize {
        self.deals.len() * self.seats
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    ensure!(args.out.is_dir(), "there is no folder {}", args.out.display());
    let path = args.out.join("strength.jsonl");
    let mut known = read(&path)?;
    let stop = Stop::listen()?;
    let mut played = 0;
    if let Some(game) = &args.game {
        let game = find(game)?;
        let plans = plans().filter(|plan| plan.game == game.id());
        for (plan, pair) in plans.flat_map(|plan| plan.matches().into_iter().map(move |pair| (plan, pair))) {
            let before = known.iter().position(|row| row.ladder == plan.id && row.players == pair);
            if args.resume && before.is_some_and(|at| is_enough(args, &plan, &known[at])) {
                continue;
            }
            if stop.is_asked() {
                break;
            }
            let fresh = meet(args, game, &plan, pair.map(str::to_owned), &stop)?;
            played += fresh.games();
            // Half a match does not replace a longer one.
            let is_worth_it = match before {
                _ if fresh.deals.is_empty() => false,
                Some(at) if stop.is_asked() => fresh.deals.len() > known[at].deals.len(),
                _ => true,
            };
            if is_worth_it {
                before.map(|at| known.remove(at));
                known.push(fresh);
            }
            // Written after every match, so that a run that is stopped keeps its results.
            let lines: Result<Vec<String>, _> = known.iter().map(serde_json::to_string).collect();
            write(&path, &(lines?.join("\n") + "\n"))?;
        }
    }
    for (name, text) in page::files(&current(&known)) {
        write(&args.out.join(name), &text)?;
    }
    if stop.is_asked() {
        bail!(Stopped(format!("after {}; --resume goes on", counted(played as u64, "game"))));
    }
    Ok(())
}

/// Whether a match need not be played again.
fn is_enough(args: &Args, plan: &Plan, row: &Played) -> bool {
    let is_same = (&row.seed, row.nodes, row.revision) == (&args.seed, args.nodes, plan.revision());
    is_same && row.games() + row.seats > args.games as usize
}

/// Writes a whole file or nothing.
fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let draft = path.with_extension("draft");
    let written = fs::write(&draft, text).and_then(|()| fs::rename(&draft, path));
    written.with_context(|| path.display().to_string())
}

fn read(path: &Path) -> anyhow::Result<Vec<Played>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let rows: Result<_, _> = text.lines().map(serde_json::from_str).collect();
    rows.with_context(|| path.display().to_string())
}

/// The results that still hold: matches of today's plans under today's rules, in the order of the plans.
fn current(known: &[Played]) -> Vec<(Plan, Vec<Played>)> {
    let ladders = plans().map(|plan| {
        let holds = |played: &&Played| played.ladder == plan.id && played.revision == plan.revision();
        let matches = plan.matches().into_iter();
        let played =
            matches.filter_map(|pair| known.iter().filter(holds).find(|played| played.players == pair));
        (plan, played.cloned().collect::<Vec<Played>>())
    });
    ladders.filter(|(_, played)| !played.is_empty()).collect()
}

/// Plays one player against another; at larger tables, one first player sits among several second ones.
fn meet(
    args: &Args,
    game: &'static dyn AnyGame,
    plan: &Plan,
    pair: [String; 2],
    stop: &Stop,
) -> anyhow::Result<Played> {
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
        budget: Budget { nodes: brief::nodes(args.nodes), ..clock::budget() },
        noise: plan.noise,
        most_actions: 10_000,
    };
    let bar = progress_bar(brief::at_most(args.games, 2), "games");
    bar.set_message(pair.join(" against "));
    let tally = contest.play(brief::at_most(args.games, 2), stop, |_, _| {
        bar.inc(1);
        Ok(ControlFlow::Continue(()))
    })?;
    bar.finish_and_clear();
    let [total, before_last] = contest.alone(&tally);
    let millis = |player: usize| (tally.standings[player].millis_per_move() * 1e3).round() / 1e3;
    Ok(Played {
        ladder: plan.id.to_owned(),
        revision: game.revision(),
        players: pair,
        seed: args.seed.clone(),
        nodes: args.nodes,
        seats,
        deals: tally.deals(0).into_iter().map(|share| evened(share, seats)).collect(),
        millis_per_move: [millis(0), millis(1)],
        fewer: total.zip(before_last).map(|(total, before_last)| [total.below, before_last.below]),
    })
}

/// Converts a share of one point among `seats` to the mean score against each other seat: the winner has
/// beaten everybody, and the others are even among themselves.
fn evened(share: f64, seats: usize) -> f64 {
    let others = seats as f64 - 1.0;
    share + (1.0 - share) * (others - 1.0) / (2.0 * others)
}

/// The strength of each player with results in a game, with a 95 % interval from resampled deals.
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
    fn everybody_is_on_a_ladder() {
        for game in GAMES {
            let plans = plans().filter(|plan| plan.game == game.id());
            let named = plans.flat_map(|plan| plan.matches().concat());
            let named: Vec<&str> = named.map(|name| level_and_nodes(name).0).collect();
            let ids = ids(game.id());
            assert!(ids.iter().all(|id| named.contains(id)), "{} {named:?}", game.id());
            assert!(named.iter().all(|id| ids.contains(id)), "{} {ids:?}", game.id());
        }
    }

    #[test]
    fn what_no_longer_holds_is_dropped() {
        let [first, second] = plans().find(|plan| plan.id == "othello").unwrap().matches()[0];
        let row = |ladder: &str, revision: u32, first: &str| Played {
            ladder: ladder.to_owned(),
            revision,
            players: [first.to_owned(), second.to_owned()],
            seed: "s".to_owned(),
            nodes: None,
            seats: 2,
            deals: vec![1.0, 0.5],
            millis_per_move: [1.0, 0.1],
            fewer: None,
        };
        let today = find("othello").unwrap().revision();
        let known = vec![row("othello", today, first), row("othello", today + 1, first)];
        let known = [known, vec![row("othello", today, "nobody"), row("chess", 1, first)]].concat();
        let current = current(&known);
        assert_eq!((current.len(), current[0].1.len()), (1, 1));
    }
}
