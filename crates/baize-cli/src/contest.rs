//! Computer players against each other, game after game.

use crate::openings::Openings;
use crate::runout::steady;
use crate::stats::{Estimate, score};
use anyhow::{Context, bail};
use baize_games::{AnyGame, AnyTable, Entry, Record};
use baize_players::{AnyPlayer, Budget, sit};
use baize_rules::{Outcome, Seat, Seed};
use serde_json::Value;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Everything about a contest but its games. A deal is played as often as there are seats and everybody moves on by one
/// seat each time, so that luck cancels.
pub(crate) struct Contest<'a> {
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) options: &'a Value,
    /// One for each seat.
    pub(crate) players: &'a [String],
    /// Gives the deals, the openings and the chance of all players.
    pub(crate) seed: Seed,
    /// So many random actions begin every game.
    pub(crate) opening: u32,
    /// How far from even an opening may be.
    pub(crate) even: Option<f64>,
    pub(crate) budget: Budget,
    /// How much of the standard noise the hands of all players have, if it is not that of their levels.
    pub(crate) noise: Option<f64>,
    /// A game that is not over after so many actions counts as a draw.
    pub(crate) most_actions: usize,
}

/// What has come of a contest so far.
pub(crate) struct Tally {
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
    points: f64,
    thinking: Duration,
    moves: u64,
}

impl Contest<'_> {
    /// Plays up to so many games; `after` hears of each and may end the contest.
    pub(crate) fn play(
        &self,
        games: u32,
        mut after: impl FnMut(&Record, &Tally) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<Tally> {
        let standings = vec![Standing::default(); self.players.len()];
        let mut tally = Tally { games: 0, unfinished: 0, actions: 0, standings };
        let mut openings = Openings::new(self.game, self.options, self.seats(), self.opening, self.even);
        let mut opening = Vec::new();
        let mut players = self.sit_down()?;
        for number in 0..games {
            if number % u32::from(self.seats()) == 0 {
                opening = openings.next(&self.deal(number))?;
            }
            let record = self.play_one(number, &opening, &mut players, &mut tally)?;
            players.rotate_left(1);
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

    /// The player of each seat: in game n everybody moves on by n seats.
    fn seating(&self, number: u32) -> Vec<usize> {
        let seats = self.players.len();
        (0..seats).map(|seat| (seat + number as usize) % seats).collect()
    }

    /// The seed of a game: the same deal for all seatings.
    fn deal(&self, number: u32) -> Seed {
        self.seed.branch(&format!("deal {}", number / u32::from(self.seats())))
    }

    /// The players by seat, as they sit in the first game. They stay for the whole contest, so that they can learn about
    /// each other; nothing is shared between them.
    fn sit_down(&self) -> anyhow::Result<Vec<Box<dyn AnyPlayer>>> {
        let mut players = Vec::new();
        for (number, name) in self.players.iter().enumerate() {
            let dice = self.seed.branch(&format!("dice of player {number}"));
            let mut player = sit(self.game.id(), name, &dice)?;
            steady(&mut *player, name, self.noise)?;
            players.push(player);
        }
        Ok(players)
    }

    fn play_one(
        &self,
        number: u32,
        opening: &[Entry],
        players: &mut [Box<dyn AnyPlayer>],
        tally: &mut Tally,
    ) -> anyhow::Result<Record> {
        let seed = self.deal(number);
        let seating = self.seating(number);
        let mut table = self.game.start(self.options, Some(self.seats()), &seed)?;
        let mut record = Record::of(&*table, self.options.clone(), &seed);
        record.players = seating.iter().map(|&player| self.players[player].clone()).collect();
        for entry in opening {
            if let Entry::Action { seat, action } = entry {
                table.play(*seat, action)?;
            }
            record.log.push(entry.clone());
        }
        while let Some(seat) = table.awaiting().must.iter().next() {
            if record.log.len() >= self.most_actions {
                break;
            }
            if let Some(entry) = interject(&mut *table, seat, players)? {
                record.log.push(entry);
                continue;
            }
            let player = seating[seat.index()];
            let entry =
                self.act(&mut *table, seat, &mut *players[seat.index()], &mut tally.standings[player]);
            record.log.push(entry.with_context(|| self.players[player].clone())?);
        }
        record.result = table.outcome();
        tally.actions += record.log.len() as u64;
        tally.unfinished += u32::from(record.result.is_none());
        for (seat, &player) in Seat::first(self.seats()).zip(&seating) {
            tally.standings[player].count(seat, self.seats(), record.result.as_ref());
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
        let action = player.choose(&table.glimpse(seat), self.budget)?.action;
        standing.thinking += start.elapsed();
        standing.moves += 1;
        if let Err(problem) = table.play(seat, &action) {
            bail!("an illegal move, {action}: {problem}");
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

impl Tally {
    /// The mean share of a player in each deal that was played in all seatings. The games of a deal are not independent
    /// of each other, so that the deal is the unit of chance.
    pub(crate) fn deals(&self, player: usize) -> Vec<f64> {
        let seats = self.standings.len();
        let deals = self.standings[player].shares.chunks_exact(seats);
        deals.map(|deal| deal.iter().sum::<f64>() / seats as f64).collect()
    }

    /// The mean share of a player in a game.
    pub(crate) fn score(&self, player: usize) -> Estimate {
        let shares = &self.standings[player].shares;
        let mean = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
        score(mean, &self.deals(player), self.standings.len())
    }
}

impl Standing {
    fn count(&mut self, seat: Seat, seats: u8, outcome: Option<&Outcome>) {
        let share = outcome.map_or(1.0 / f64::from(seats), |outcome| outcome.share(seat));
        self.shares.push(share);
        self.wins += u32::from(outcome.is_some_and(|outcome| outcome.won(seat)));
        self.draws += u32::from(outcome.is_none_or(|outcome| outcome.winners.is_empty()));
        self.points += outcome.map_or(0.0, |outcome| outcome.scores[seat.index()].as_f64());
    }

    /// The mean number of points in a game.
    pub(crate) fn mean_points(&self) -> f64 {
        self.points / self.shares.len().max(1) as f64
    }

    /// The mean time for a move.
    pub(crate) fn millis_per_move(&self) -> f64 {
        self.thinking.as_secs_f64() * 1e3 / self.moves.max(1) as f64
    }
}
