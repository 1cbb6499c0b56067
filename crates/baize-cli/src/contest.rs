//! Computer players against each other, game after game.

use crate::brief;
use crate::openings::Openings;
use crate::runout::seated;
use crate::stats::{Estimate, below, score};
use crate::stop::Stop;
use anyhow::{Context, bail, ensure};
use baize_games::{AnyGame, AnyTable, Record, RecordedMove};
use baize_othello_engine::Weights;
use baize_players::{AnyPlayer, Budget, Thought, sit_with_weights};
use baize_rules::{Outcome, Seat, Seed, Viewer};
use serde_json::Value;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

/// Everything about a contest but its games. Each deal is played in several seatings, so that luck cancels.
pub(crate) struct Contest<'a> {
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) options: &'a Value,
    /// One for each seat.
    pub(crate) players: &'a [String],
    pub(crate) seatings: Seatings,
    /// The source of the deals, the openings and the players' chance.
    pub(crate) seed: Seed,
    /// How many random actions begin every game.
    pub(crate) opening: u32,
    /// How far from even an opening may be.
    pub(crate) even: Option<f64>,
    pub(crate) budget: Budget,
    /// How much of the standard noise all hands have, if not that of their levels.
    pub(crate) noise: Option<f64>,
    /// After how many actions an unfinished game counts as a draw.
    pub(crate) most_actions: usize,
}

/// The orders in which the players sit in each deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Seatings {
    /// Everybody moves on by one seat each time.
    Rotated,
    /// Every order there is.
    All,
}

impl Seatings {
    /// The player of each seat, game by game.
    fn orders(self, seats: usize) -> Vec<Vec<usize>> {
        match self {
            Seatings::Rotated => {
                (0..seats).map(|by| (0..seats).map(|seat| (seat + by) % seats).collect()).collect()
            }
            Seatings::All => permutations(&(0..seats).collect::<Vec<_>>()),
        }
    }
}

fn permutations(players: &[usize]) -> Vec<Vec<usize>> {
    if players.len() < 2 {
        return vec![players.to_vec()];
    }
    let mut all = Vec::new();
    for (at, &first) in players.iter().enumerate() {
        let rest = [&players[..at], &players[at + 1..]].concat();
        all.extend(permutations(&rest).into_iter().map(|rest| [vec![first], rest].concat()));
    }
    all
}

/// The results of a contest so far.
pub(crate) struct Tally {
    /// How many times each deal is played.
    seatings: usize,
    pub(crate) games: u32,
    pub(crate) unfinished: u32,
    pub(crate) actions: u64,
    /// In the order of the players.
    pub(crate) standings: Vec<Standing>,
}

/// How one player is doing.
#[derive(Clone, Default)]
pub(crate) struct Standing {
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    /// Its share of one point in each game.
    shares: Vec<f64>,
    /// Its points in each game; `None` for a game that did not finish in time.
    points: Vec<Option<Points>>,
    thinking: Duration,
    moves: u64,
}

/// What a player scored in a game.
#[derive(Clone, Copy)]
struct Points {
    total: f64,
    /// The points before the last round, in a game of several rounds.
    before_last: Option<f64>,
}

/// A player alone among several of another kind, in a game where few points are good.
pub(crate) struct Alone {
    pub(crate) own: f64,
    pub(crate) others: f64,
    /// By what share the player's own mean is lower.
    pub(crate) below: Estimate,
}

impl Contest<'_> {
    /// The first player's points beside the mean of all others, in the whole game and before the last round;
    /// only if points are bad and the others are all of one kind, so that their mean says something.
    pub(crate) fn alone(&self, tally: &Tally) -> [Option<Alone>; 2] {
        let others = self.players.get(1..).unwrap_or_default();
        let is_alone = others.len() > 1 && others.iter().all(|other| *other == others[0]);
        if is_alone && self.game.id() == "may-i" { tally.alone() } else { [None, None] }
    }

    /// Plays up to `games` games; `after` hears of each one and may end the contest. A game that is stopped
    /// does not count.
    pub(crate) fn play(
        &self,
        games: u32,
        stop: &Stop,
        mut after: impl FnMut(&Record, &Tally) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<Tally> {
        let standings = vec![Standing::default(); self.players.len()];
        let orders = self.seatings.orders(self.players.len());
        let mut tally = Tally { seatings: orders.len(), games: 0, unfinished: 0, actions: 0, standings };
        let mut openings = Openings::new(self.game, self.options, self.seats(), self.opening, self.even);
        let mut opening = Vec::new();
        let mut players = self.sit_down()?;
        let mut seated: Vec<usize> = (0..players.len()).collect();
        for number in 0..games {
            let (deal, seating) = (number as usize / orders.len(), &orders[number as usize % orders.len()]);
            let seed = self.seed.branch(&format!("deal {deal}"));
            if (number as usize).is_multiple_of(orders.len()) {
                opening = openings.next(&seed)?;
            }
            for (seat, player) in seating.iter().enumerate() {
                let at = seated.iter().position(|other| other == player).unwrap_or(seat);
                seated.swap(seat, at);
                players.swap(seat, at);
            }
            let record = self.play_one(&seed, seating, &opening, &mut players, &mut tally, stop)?;
            let Some(record) = record else { break };
            tally.games += 1;
            if after(&record, &tally)?.is_break() {
                break;
            }
        }
        Ok(tally)
    }

    fn seats(&self) -> u8 {
        self.players.len() as u8
    }

    /// Seats the players. They stay for the whole contest, so that they can learn about each other, and share
    /// nothing.
    fn sit_down(&self) -> anyhow::Result<Vec<Box<dyn AnyPlayer>>> {
        let mut players = Vec::new();
        for (number, name) in self.players.iter().enumerate() {
            let dice = self.seed.branch(&format!("dice of player {number}"));
            players.push(Named::read(name, self.budget).sit(self.game.id(), &dice, self.noise)?);
        }
        Ok(players)
    }

    fn play_one(
        &self,
        seed: &Seed,
        seating: &[usize],
        opening: &[RecordedMove],
        players: &mut [Box<dyn AnyPlayer>],
        tally: &mut Tally,
        stop: &Stop,
    ) -> anyhow::Result<Option<Record>> {
        let mut table = self.game.start(self.options, Some(self.seats()), seed)?;
        let mut record = Record::of(&*table, self.options.clone(), seed);
        record.players = seating.iter().map(|&player| self.players[player].clone()).collect();
        for entry in opening {
            if let RecordedMove::Action { seat, action, .. } = entry {
                table.play(*seat, action)?;
            }
            record.log.push(entry.clone());
        }
        while let Some(seat) = table.awaiting().must.iter().next() {
            if record.log.len() >= self.most_actions {
                break;
            }
            if stop.is_asked() {
                return Ok(None);
            }
            if let Some(entry) = interject(&mut *table, players)? {
                record.log.push(entry);
                continue;
            }
            let player = seating[seat.index()];
            let Named { budget, .. } = Named::read(&self.players[player], self.budget);
            let standing = &mut tally.standings[player];
            let entry = act(&mut *table, seat, &mut *players[seat.index()], budget, standing);
            record.log.push(entry.with_context(|| self.players[player].clone())?);
        }
        record.result = table.outcome();
        tally.actions += record.log.len() as u64;
        tally.unfinished += u32::from(record.result.is_none());
        let last = last_round(&*table);
        for (seat, &player) in Seat::first(self.seats()).zip(seating) {
            let standing = &mut tally.standings[player];
            standing.count(seat, self.seats(), record.result.as_ref());
            standing.points.push(record.result.as_ref().map(|outcome| {
                let total = outcome.scores[seat.index()].as_f64();
                let last = last.as_ref().and_then(|scores| scores.get(seat.index()));
                Points { total, before_last: last.map(|last| total - last) }
            }));
        }
        Ok(Some(record))
    }
}

/// Lets a player act within its budget.
fn act(
    table: &mut dyn AnyTable,
    seat: Seat,
    player: &mut dyn AnyPlayer,
    budget: Budget,
    standing: &mut Standing,
) -> anyhow::Result<RecordedMove> {
    let start = Instant::now();
    let unheard = Budget { is_heard: false, ..budget };
    let Thought { action, meant, .. } = player.choose(&table.seat_view(seat), unheard)?;
    standing.thinking += start.elapsed();
    standing.moves += 1;
    if let Err(problem) = table.play(seat, &action) {
        bail!("an illegal move, {action}: {problem}");
    }
    Ok(RecordedMove::Action { seat, action, meant })
}

/// A player as it is named on a command line: `expert@200ms` has its own time for each move, `expert@50000` its
/// own number of positions, and `hard@my.weights` judges Othello by a file from `baize train`.
struct Named<'a> {
    level: &'a str,
    weights: Option<&'a str>,
    budget: Budget,
}

impl<'a> Named<'a> {
    fn read(name: &'a str, budget: Budget) -> Named<'a> {
        let (level, rest) = name.split_once('@').unwrap_or((name, ""));
        let mut named = Named { level, weights: None, budget };
        for part in rest.split('@').filter(|part| !part.is_empty()) {
            let millis = part.strip_suffix("ms").and_then(|number| number.parse().ok());
            match (millis, part.parse()) {
                (Some(_), _) => named.budget = Budget { millis, nodes: brief::nodes(None), ..budget },
                (_, Ok(nodes)) => {
                    named.budget = Budget { millis: None, nodes: brief::nodes(Some(nodes)), ..budget };
                }
                _ => named.weights = Some(part),
            }
        }
        named
    }

    fn sit(&self, game: &str, dice: &Seed, noise: Option<f64>) -> anyhow::Result<Box<dyn AnyPlayer>> {
        let Some(file) = self.weights else {
            return Ok(seated(game, self.level, dice, noise)?);
        };
        ensure!(game == "othello", "only players of Othello judge by weights from a file, such as {file}");
        let player = sit_with_weights(self.level, read_weights(Path::new(file))?, dice);
        player.with_context(|| format!("{:?} is no player that judges by weights", self.level))
    }
}

/// Reads weights made by `baize train othello`. They stay in memory to the end of the program, as a player
/// may need them that long.
pub(crate) fn read_weights(path: &Path) -> anyhow::Result<&'static Weights> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let weights = Weights::read(bytes.leak()).with_context(|| path.display().to_string())?;
    Ok(Box::leak(Box::new(weights)))
}

/// Lets a player act out of turn, if one wants to.
pub(crate) fn interject(
    table: &mut dyn AnyTable,
    players: &mut [Box<dyn AnyPlayer>],
) -> anyhow::Result<Option<RecordedMove>> {
    for seat in table.awaiting().asides() {
        if let Some(action) = players[seat.index()].interject(&table.seat_view(seat)) {
            table.play(seat, &action).with_context(|| format!("{seat} made an illegal move, {action}"))?;
            return Ok(Some(RecordedMove::action(seat, action)));
        }
    }
    Ok(None)
}

/// What each seat scored in the last round, if the game has several and shows them.
fn last_round(table: &dyn AnyTable) -> Option<Vec<f64>> {
    let view = table.view(Viewer::Spectator);
    let rounds = view["rounds"].as_array().filter(|rounds| rounds.len() > 1)?;
    rounds.last()?["scores"].as_array()?.iter().map(Value::as_f64).collect()
}

impl Tally {
    /// The first player's points beside those of all others, over the deals whose games all finished: in the
    /// whole game, and before the last round. The deal is the unit of chance.
    fn alone(&self) -> [Option<Alone>; 2] {
        let figures: [fn(Points) -> Option<f64>; 2] =
            [|points| Some(points.total), |points| points.before_last];
        figures.map(|figure| {
            let seats = self.standings.len();
            let mean = |player: &Standing, deal: usize| {
                let games = player.points.get(deal * seats..(deal + 1) * seats)?;
                let sum: Option<f64> = games.iter().map(|points| points.and_then(figure)).sum();
                Some(sum? / seats as f64)
            };
            let (first, others) = self.standings.split_first()?;
            let pairs = (0..self.games as usize / seats).filter_map(|deal| {
                let sum: Option<f64> = others.iter().map(|other| mean(other, deal)).sum();
                Some((mean(first, deal)?, sum? / others.len() as f64))
            });
            let pairs: Vec<(f64, f64)> = pairs.collect();
            let count = pairs.len() as f64;
            let (own, others) = pairs.iter().fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
            (count > 0.0).then(|| Alone { own: own / count, others: others / count, below: below(&pairs) })
        })
    }

    /// The mean share of a player in each deal that was played in all seatings. The games of a deal depend on
    /// each other, so the deal is the unit of chance.
    pub(crate) fn deals(&self, player: usize) -> Vec<f64> {
        let deals = self.standings[player].shares.chunks_exact(self.seatings);
        deals.map(|deal| deal.iter().sum::<f64>() / self.seatings as f64).collect()
    }

    /// The mean share of a player in a game.
    pub(crate) fn score(&self, player: usize) -> Estimate {
        let shares = &self.standings[player].shares;
        let mean = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
        score(mean, &self.deals(player), self.seatings)
    }
}

impl Standing {
    fn count(&mut self, seat: Seat, seats: u8, outcome: Option<&Outcome>) {
        let share = outcome.map_or(1.0 / f64::from(seats), |outcome| outcome.share(seat));
        self.shares.push(share);
        self.wins += u32::from(outcome.is_some_and(|outcome| outcome.won(seat)));
        self.draws += u32::from(outcome.is_none_or(|outcome| outcome.winners.is_empty()));
    }

    /// The mean number of points in a game.
    pub(crate) fn mean_points(&self) -> f64 {
        let sum: f64 = self.points.iter().flatten().map(|points| points.total).sum();
        sum / self.shares.len().max(1) as f64
    }

    /// The mean time for a move.
    pub(crate) fn millis_per_move(&self) -> f64 {
        self.thinking.as_secs_f64() * 1e3 / self.moves.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_say_how_long_a_player_thinks() {
        let usual = Budget { nodes: Some(7), ..Budget::default() };
        let read = |name| {
            let Named { level, weights, budget } = Named::read(name, usual);
            (level, weights, budget.millis, budget.nodes)
        };
        assert_eq!(read("expert"), ("expert", None, None, Some(7)));
        assert_eq!(read("expert@200ms"), ("expert", None, Some(200), None));
        assert_eq!(read("expert@50000"), ("expert", None, None, Some(50_000)));
        assert_eq!(read("hard@my.weights"), ("hard", Some("my.weights"), None, Some(7)));
        assert_eq!(read("hard@my.weights@9ms"), ("hard", Some("my.weights"), Some(9), None));
    }

    #[test]
    fn everybody_sits_everywhere() {
        assert_eq!(Seatings::Rotated.orders(3), [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
        assert_eq!(Seatings::Rotated.orders(2), Seatings::All.orders(2));
        let mut all = Seatings::All.orders(3);
        assert_eq!(all.len(), 6);
        all.dedup();
        assert_eq!(all.len(), 6);
    }
}
