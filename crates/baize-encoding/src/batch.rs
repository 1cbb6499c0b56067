//! Many games, stepped together.

use crate::{AnyEpisode, Decision, Encoding, Episode, Space};
use baize_rules::{Dice, Problem, Seed};
use serde_json::Value;

/// What a program decides for every game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Decisions<'a> {
    /// One number for each game.
    Numbers(&'a [u32]),
    /// So many numbers for each game as its actions have, one game after the other.
    Points(&'a [f32]),
}

/// Many games of some kind.
pub trait AnyBatch: Send + Sync {
    /// How many games there are.
    fn count(&self) -> usize;
    /// How many seats each has.
    fn seats(&self) -> u8;
    /// What an action is.
    fn space(&self) -> Space;
    /// The sides of an observation.
    fn shape(&self) -> &'static [usize];
    /// Whose decision it is in each game.
    fn agents(&self, into: &mut Vec<u8>);
    /// Which numbers are legal in each game: a 1 for each that is, game by game.
    fn masks(&self, into: &mut Vec<u8>);
    /// What the agent of each game sees, game by game.
    fn observations(&self, into: &mut Vec<f32>);
    /// A legal action for each game, all equally likely.
    fn sample(&mut self, into: &mut Vec<u32>);
    /// Steps every game. A game that ends says what its seats get, and is dealt anew; all others get 0. On an error it says
    /// for which game, and those before it have been stepped.
    fn step(
        &mut self,
        decisions: Decisions<'_>,
        rewards: &mut Vec<f32>,
        ended: &mut Vec<u8>,
    ) -> Result<(), Problem>;
}

/// Many games of the kind `G`.
pub struct Batch<G: Encoding> {
    episodes: Vec<Episode<G>>,
    options: Value,
    seats: Option<u8>,
    /// What further games are dealt from.
    deals: Dice,
    /// What samples are drawn with.
    samples: Dice,
}

impl<G: Encoding> Batch<G> {
    /// Deals so many games.
    pub fn new(options: &Value, seats: Option<u8>, seed: &Seed, count: usize) -> Result<Batch<G>, Problem> {
        let (mut deals, samples) = (Dice::new(&seed.branch("deals")), Dice::new(&seed.branch("samples")));
        let deal = |_| Episode::new(options, seats, &deals.seed());
        let episodes = (0..count).map(deal).collect::<Result<_, _>>()?;
        Ok(Batch { episodes, options: options.clone(), seats, deals, samples })
    }

    fn step_one(
        &mut self,
        index: usize,
        decision: Decision<'_>,
        rewards: &mut Vec<f32>,
        ended: &mut Vec<u8>,
    ) -> Result<(), Problem> {
        let episode = &mut self.episodes[index];
        episode.act(decision).map_err(|problem| {
            let message = format!("game {index}: {}", problem.message);
            Problem { message, ..problem }
        })?;
        if episode.agent().is_some() {
            rewards.extend(std::iter::repeat_n(0.0, usize::from(episode.seats())));
            ended.push(0);
            return Ok(());
        }
        rewards.extend(episode.rewards().unwrap_or_default());
        ended.push(1);
        *episode = Episode::new(&self.options, self.seats, &self.deals.seed())?;
        Ok(())
    }
}

impl<G: Encoding> AnyBatch for Batch<G> {
    fn count(&self) -> usize {
        self.episodes.len()
    }

    fn seats(&self) -> u8 {
        self.episodes.first().map_or(0, AnyEpisode::seats)
    }

    fn space(&self) -> Space {
        G::ACTIONS
    }

    fn shape(&self) -> &'static [usize] {
        G::OBSERVATION
    }

    fn agents(&self, into: &mut Vec<u8>) {
        let agent = |episode: &Episode<G>| episode.agent().map_or(u8::MAX, |seat| seat.index() as u8);
        into.extend(self.episodes.iter().map(agent));
    }

    fn masks(&self, into: &mut Vec<u8>) {
        let Space::Discrete(most) = G::ACTIONS else { return };
        let start = into.len();
        into.resize(start + most * self.episodes.len(), 0);
        for (row, episode) in into[start..].chunks_exact_mut(most).zip(&self.episodes) {
            episode.legal().iter().for_each(|number| row[*number as usize] = 1);
        }
    }

    fn observations(&self, into: &mut Vec<f32>) {
        let (start, length) = (into.len(), G::OBSERVATION.iter().product());
        into.resize(start + length * self.episodes.len(), 0.0);
        for (row, episode) in into[start..].chunks_exact_mut(length).zip(&self.episodes) {
            if let Some(seat) = episode.agent() {
                episode.observe(seat, row);
            }
        }
    }

    fn sample(&mut self, into: &mut Vec<u32>) {
        let lists = || self.episodes.iter().map(AnyEpisode::legal).filter(|legal| !legal.is_empty());
        let rolls = self.samples.rolls(lists().map(|legal| legal.len() as u32));
        into.extend(lists().zip(rolls).map(|(legal, roll)| legal[roll as usize]));
    }

    fn step(
        &mut self,
        decisions: Decisions<'_>,
        rewards: &mut Vec<f32>,
        ended: &mut Vec<u8>,
    ) -> Result<(), Problem> {
        let count = self.episodes.len();
        let wrong =
            || Problem::new("request.bad_action", format!("there are {count} games, and as many decisions"));
        match (decisions, G::ACTIONS) {
            (Decisions::Numbers(numbers), _) if numbers.len() == count => {
                let mut all = numbers.iter().enumerate();
                all.try_for_each(|(index, number)| {
                    self.step_one(index, Decision::Number(*number), rewards, ended)
                })
            }
            (Decisions::Points(numbers), Space::Continuous(length)) if numbers.len() == count * length => {
                let mut all = numbers.chunks_exact(length).enumerate();
                all.try_for_each(|(index, point)| {
                    self.step_one(index, Decision::Point(point), rewards, ended)
                })
            }
            _ => Err(wrong()),
        }
    }
}
