//! One game, decision by decision.

use crate::{Encoding, Space};
use baize_rules::{Game, Language, Menu, Problem, Rolling, Say, Seat, SeatSet, Seed, Table, Viewer};
use serde_json::Value;
use std::borrow::Cow;

/// A decision of a program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Decision<'a> {
    /// One of the numbers of [`Space::Discrete`].
    Number(u32),
    /// The numbers of [`Space::Continuous`].
    Point(&'a [f32]),
}

/// A game of some kind, decision by decision.
pub trait AnyEpisode: Send + Sync {
    /// How many seats the table has.
    fn seats(&self) -> u8;
    /// The form of an action.
    fn space(&self) -> Space;
    /// The sides of an observation.
    fn shape(&self) -> &'static [usize];
    /// The seat that must decide; `None` after the end. Seats that may interrupt are asked before the one
    /// whose turn it is.
    fn agent(&self) -> Option<Seat>;
    /// The legal numbers of the agent, in ascending order without repeats; empty for [`Space::Continuous`].
    fn legal(&self) -> Cow<'_, [u32]>;
    /// Writes a 1 for each legal number.
    fn mask(&self, into: &mut [u8]) {
        self.legal().iter().for_each(|number| into[*number as usize] = 1);
    }
    /// A legal number, all equally likely; `None` if there are none.
    fn sample(&self, dice: &mut Rolling<'_>) -> Option<u32> {
        let legal = self.legal();
        (!legal.is_empty()).then(|| legal[dice.roll(legal.len() as u32) as usize])
    }
    /// Carries out a decision of the agent. On an error nothing has changed.
    fn act(&mut self, decision: Decision<'_>) -> Result<(), Problem>;
    /// Writes what `seat` sees; `into` has as many numbers as the shape says.
    fn observe(&self, seat: Seat, into: &mut [f32]);
    /// The reward of each seat once the game is over: 1 for a win, less for a shared one. With two or more
    /// seats, all rewards add up to 0.
    fn rewards(&self) -> Option<Vec<f32>>;
    /// What everybody may see of the game, as text.
    fn text(&self) -> String;
    /// A boxed copy.
    fn boxed_clone(&self) -> Box<dyn AnyEpisode>;
}

/// An episode that is dealt again and again under the same rules.
pub trait Dealt: AnyEpisode + Clone {
    /// The options, parsed once.
    type Rules: Send + Sync;

    /// Parses options. Missing ones have their defaults.
    fn rules(options: &Value, seats: Option<u8>) -> Result<Self::Rules, Problem>;

    /// Deals a game.
    fn deal(rules: &Self::Rules, seed: &Seed) -> Result<Self, Problem>;
}

/// Parses the options of a game and returns them with the number of seats: by default the fewest possible.
pub(crate) fn read_rules<G: Game>(options: &Value, seats: Option<u8>) -> Result<(G::Options, u8), Problem> {
    let options: G::Options = if options.is_null() {
        G::Options::default()
    } else {
        serde_json::from_value(options.clone())
            .map_err(|error| Problem::new("request.bad_options", format!("bad options: {error}")))?
    };
    let seats = seats.unwrap_or(*G::table_sizes(&options).start());
    Ok((options, seats))
}

/// The reward of a seat for its share of a point, at a table of `seats`.
pub(crate) fn reward(share: f64, seats: u8) -> f32 {
    let reward = match seats {
        1 => share * 2.0 - 1.0,
        _ => (f64::from(seats) * share - 1.0) / f64::from(seats - 1),
    };
    reward as f32
}

/// A game of the kind `G`, decision by decision, played at a table.
#[derive(Clone)]
pub struct Episode<G: Encoding> {
    table: Table<G>,
    agent: Option<Seat>,
    legal: Vec<u32>,
    /// The seats that could have interrupted since the last action and declined.
    let_be: SeatSet,
}

impl<G: Encoding> Episode<G> {
    /// The state of the game.
    pub const fn game(&self) -> &G {
        self.table.game()
    }

    /// Works out whose decision it is now, and the legal numbers.
    fn find_agent(&mut self) {
        let awaiting = self.game().awaiting();
        if G::LET_BE.is_some() {
            let let_be = self.let_be;
            for seat in awaiting.asides().filter(|seat| !let_be.contains(*seat)) {
                self.list(seat);
                if !self.legal.is_empty() {
                    self.legal.extend(G::LET_BE);
                    self.legal.sort_unstable();
                    self.agent = Some(seat);
                    return;
                }
            }
        }
        self.agent = awaiting.must.iter().next();
        match self.agent {
            Some(seat) if matches!(G::ACTIONS, Space::Discrete(_)) => self.list(seat),
            _ => self.legal.clear(),
        }
    }

    fn list(&mut self, seat: Seat) {
        let game = self.table.game();
        self.legal.clear();
        let (Menu::Complete(actions) | Menu::Sample(actions)) = game.menu(seat);
        self.legal.extend(actions.iter().filter_map(|action| game.number(seat, action)));
        // Two copies of a card have the same number.
        if !self.legal.is_sorted_by(|one, other| one < other) {
            self.legal.sort_unstable();
            self.legal.dedup();
        }
    }

    fn play(&mut self, seat: Seat, decision: Decision<'_>) -> Result<(), Problem> {
        match (decision, G::ACTIONS) {
            (Decision::Number(number), Space::Discrete(_)) => {
                // The list has all legal numbers and no others.
                let is_listed = self.legal.binary_search(&number).is_ok();
                let action = is_listed.then(|| self.game().action(seat, number)).flatten();
                let action = action.ok_or_else(|| illegal(number))?;
                self.table.play(seat, &action)?;
            }
            (Decision::Point(numbers), Space::Continuous(length)) if numbers.len() == length => {
                let is_within = |number: &f32| (0.0..=1.0).contains(number);
                if !numbers.iter().all(is_within) {
                    return Err(Problem::new(
                        "request.bad_action",
                        "the numbers of an action are from 0 to 1",
                    ));
                }
                let mut table = self.table.clone();
                for action in self.game().actions(seat, numbers) {
                    table.play(seat, &action)?;
                }
                self.table = table;
            }
            (_, Space::Discrete(_)) => return Err(not_one_number()),
            (_, Space::Continuous(length)) => {
                let text = format!("an action of this game is {length} numbers");
                return Err(Problem::new("request.bad_action", text));
            }
        }
        Ok(())
    }
}

pub(crate) fn illegal(number: u32) -> Problem {
    Problem::new("request.bad_action", format!("{number} is not among the legal actions"))
}

pub(crate) fn not_one_number() -> Problem {
    Problem::new("request.bad_action", "an action of this game is one number")
}

pub(crate) fn is_over() -> Problem {
    Problem::new("request.bad_action", "the game is over")
}

impl<G: Encoding> Dealt for Episode<G> {
    type Rules = (G::Options, u8);

    fn rules(options: &Value, seats: Option<u8>) -> Result<Self::Rules, Problem> {
        read_rules::<G>(options, seats)
    }

    fn deal((options, seats): &Self::Rules, seed: &Seed) -> Result<Episode<G>, Problem> {
        let table = Table::<G>::start(options.clone(), *seats, seed)?;
        let mut episode = Episode { table, agent: None, legal: Vec::new(), let_be: SeatSet::NONE };
        episode.find_agent();
        Ok(episode)
    }
}

impl<G: Encoding> AnyEpisode for Episode<G> {
    fn seats(&self) -> u8 {
        self.game().seats()
    }

    fn space(&self) -> Space {
        G::ACTIONS
    }

    fn shape(&self) -> &'static [usize] {
        G::OBSERVATION
    }

    fn agent(&self) -> Option<Seat> {
        self.agent
    }

    fn legal(&self) -> Cow<'_, [u32]> {
        Cow::Borrowed(&self.legal)
    }

    fn act(&mut self, decision: Decision<'_>) -> Result<(), Problem> {
        let Some(seat) = self.agent else { return Err(is_over()) };
        let is_aside = self.game().awaiting().asides().any(|aside| aside == seat);
        if is_aside && G::LET_BE.is_some_and(|number| decision == Decision::Number(number)) {
            self.let_be = self.let_be.with(seat);
        } else {
            self.play(seat, decision)?;
            self.let_be = SeatSet::NONE;
        }
        self.find_agent();
        Ok(())
    }

    fn observe(&self, seat: Seat, into: &mut [f32]) {
        into.fill(0.0);
        G::observe(&self.game().view(Viewer::Seat(seat)), seat, into);
    }

    fn rewards(&self) -> Option<Vec<f32>> {
        let outcome = self.game().outcome()?;
        let seats = self.seats();
        Some(Seat::first(seats).map(|seat| reward(outcome.share(seat), seats)).collect())
    }

    fn text(&self) -> String {
        self.game().view(Viewer::Spectator).told_in(Language::English).to_string()
    }

    fn boxed_clone(&self) -> Box<dyn AnyEpisode> {
        Box::new(self.clone())
    }
}
