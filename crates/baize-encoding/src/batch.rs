//! Many games, stepped together.

use crate::{Dealt, Decision, Space};
use baize_rules::{Dice, Problem, Seat, Seed};
use serde_json::Value;

/// The decisions of a program, one for every game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Decisions<'a> {
    /// One number for each game.
    Numbers(&'a [u32]),
    /// All numbers of each game's action, one game after the other.
    Points(&'a [f32]),
}

/// Many games of some kind.
pub trait AnyBatch: Send + Sync {
    /// How many games there are.
    fn count(&self) -> usize;
    /// How many seats each has.
    fn seats(&self) -> u8;
    /// The form of an action.
    fn space(&self) -> Space;
    /// The sides of an observation.
    fn shape(&self) -> &'static [usize];
    /// Whose decision it is in each game.
    fn agents(&self, into: &mut [u8]);
    /// Which numbers are legal, game by game: 1 for a legal number, otherwise 0.
    fn masks(&self, into: &mut [u8]);
    /// What the agent of each game sees, game by game.
    fn observations(&self, into: &mut [f32]);
    /// A legal action for each game, all equally likely.
    fn sample(&mut self, into: &mut [u32]);
    /// Steps every game. A game that ends gives its seats their rewards and is dealt anew; all other rewards
    /// are 0. An error names its game, and the games before it have been stepped.
    fn step(
        &mut self,
        decisions: Decisions<'_>,
        rewards: &mut [f32],
        ended: &mut [u8],
    ) -> Result<(), Problem>;
}

/// Many games played by episodes of the kind `E`.
pub struct Batch<E: Dealt> {
    episodes: Vec<E>,
    rules: E::Rules,
    /// The dice that further games are dealt from.
    deals: Dice,
    /// The dice that samples are drawn with.
    samples: Dice,
}

impl<E: Dealt> Batch<E> {
    /// Deals `count` games.
    ///
    /// # Panics
    /// If `count` is 0.
    pub fn new(options: &Value, seats: Option<u8>, seed: &Seed, count: usize) -> Result<Batch<E>, Problem> {
        assert!(count > 0, "a batch has games");
        let (mut deals, samples) = (Dice::new(&seed.branch("deals")), Dice::new(&seed.branch("samples")));
        let rules = E::rules(options, seats)?;
        let episodes = (0..count).map(|_| E::deal(&rules, &deals.seed())).collect::<Result<_, _>>()?;
        Ok(Batch { episodes, rules, deals, samples })
    }

    /// Steps each game by its decision. `rewards` and `ended` must be all 0.
    fn step_all<'a>(
        &mut self,
        decisions: impl Iterator<Item = Decision<'a>>,
        rewards: &mut [f32],
        ended: &mut [u8],
    ) -> Result<(), Problem> {
        let Batch { episodes, rules, deals, .. } = self;
        let told = rewards.chunks_exact_mut(usize::from(episodes[0].seats())).zip(ended);
        for (index, ((episode, decision), (rewards, ended))) in
            episodes.iter_mut().zip(decisions).zip(told).enumerate()
        {
            episode.act(decision).map_err(|problem| in_game(index, problem))?;
            if episode.agent().is_none() {
                rewards.copy_from_slice(&episode.rewards().unwrap_or_default());
                *ended = 1;
                *episode = E::deal(rules, &deals.seed())?;
            }
        }
        Ok(())
    }
}

#[cold]
fn in_game(index: usize, problem: Problem) -> Problem {
    Problem { message: format!("game {index}: {}", problem.message), ..problem }
}

impl<E: Dealt> AnyBatch for Batch<E> {
    fn count(&self) -> usize {
        self.episodes.len()
    }

    fn seats(&self) -> u8 {
        self.episodes[0].seats()
    }

    fn space(&self) -> Space {
        self.episodes[0].space()
    }

    fn shape(&self) -> &'static [usize] {
        self.episodes[0].shape()
    }

    fn agents(&self, into: &mut [u8]) {
        for (agent, episode) in into.iter_mut().zip(&self.episodes) {
            *agent = episode.agent().map_or(u8::MAX, |seat| seat.index() as u8);
        }
    }

    fn masks(&self, into: &mut [u8]) {
        let Space::Discrete(most) = self.space() else { return };
        into.fill(0);
        for (row, episode) in into.chunks_exact_mut(most).zip(&self.episodes) {
            episode.mask(row);
        }
    }

    fn observations(&self, into: &mut [f32]) {
        for (row, episode) in into.chunks_exact_mut(self.shape().iter().product()).zip(&self.episodes) {
            episode.observe(episode.agent().unwrap_or(Seat::FIRST), row);
        }
    }

    fn sample(&mut self, into: &mut [u32]) {
        let episodes = &self.episodes;
        self.samples.rolling(|dice| {
            for (number, episode) in into.iter_mut().zip(episodes) {
                *number = episode.sample(dice).unwrap_or_default();
            }
        });
    }

    fn step(
        &mut self,
        decisions: Decisions<'_>,
        rewards: &mut [f32],
        ended: &mut [u8],
    ) -> Result<(), Problem> {
        rewards.fill(0.0);
        ended.fill(0);
        let count = self.episodes.len();
        match (decisions, self.space()) {
            (Decisions::Numbers(numbers), _) if numbers.len() == count => {
                self.step_all(numbers.iter().map(|number| Decision::Number(*number)), rewards, ended)
            }
            (Decisions::Points(numbers), Space::Continuous(length)) if numbers.len() == count * length => {
                self.step_all(numbers.chunks_exact(length).map(Decision::Point), rewards, ended)
            }
            _ => {
                let text = format!("there are {count} games, and as many decisions");
                Err(Problem::new("request.bad_action", text))
            }
        }
    }
}
