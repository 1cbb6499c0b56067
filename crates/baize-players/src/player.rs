//! The interfaces of computer players.

use baize_games::SeatView;
use baize_rules::{Game, Menu, Problem, Seed};
use baize_search::{Limits, Stopwatch};
use serde::Serialize;
use serde_json::{Map, Value};

/// How much a player may think. Without a limit it takes as much as its level needs.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The most positions to look at; makes a choice reproducible.
    pub nodes: Option<u64>,
    /// The most milliseconds on `clock`.
    pub millis: Option<u64>,
    /// Measures the time. By default time does not pass and `millis` limits nothing.
    pub clock: Stopwatch,
    /// How many threads may think at once. A choice that must be reproducible uses only one.
    pub threads: usize,
    /// Whether anybody sees the info about the choice. If not, nothing is searched just for the info; the
    /// choice is the same.
    pub is_heard: bool,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { nodes: None, millis: None, clock: Stopwatch::STOPPED, threads: 1, is_heard: true }
    }
}

impl Budget {
    pub(crate) const fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, millis: self.millis, clock: self.clock }
    }

    /// All threads if time is the only limit, otherwise one.
    pub(crate) const fn timed_threads(&self) -> usize {
        if self.millis.is_some() && self.nodes.is_none() { self.threads } else { 1 }
    }
}

/// A computer player of the game `G`.
pub trait Player<G: Game>: Send {
    /// Chooses from what its seat sees. The menu is never empty.
    fn choose(&mut self, view: &G::View, menu: &Menu<G::Action>, budget: Budget) -> Choice<G::Action>;

    /// Whether it acts although it need not, for example with a May I? in another seat's turn. The menu is
    /// never empty.
    fn interject(&mut self, _view: &G::View, _menu: &Menu<G::Action>) -> Option<G::Action> {
        None
    }
}

/// What a player does and what it can say about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<A> {
    /// What it does.
    pub action: A,
    /// What it meant to do, if its hand shook.
    pub meant: Option<A>,
    /// Why, as an object: score, depth, nodes, chances.
    pub info: Value,
}

impl<A> Choice<A> {
    /// A choice that is done exactly as meant.
    pub fn new(action: A, info: Value) -> Choice<A> {
        Choice { action, meant: None, info }
    }
}

/// A named player of the game `G`.
pub struct Level<G: Game> {
    /// Its id, such as `"random"`.
    pub id: &'static str,
    /// Makes a player that takes its randomness from the seed.
    pub make: fn(&Seed) -> Box<dyn Player<G>>,
}

/// A player of some game.
pub trait AnyPlayer: Send {
    /// Chooses from what its seat sees; a problem if the view is of another game or there is nothing to do.
    fn choose(&mut self, seat_view: &SeatView, budget: Budget) -> Result<Thought, Problem>;

    /// What it wants to do although it need not act, if anything.
    fn interject(&mut self, seat_view: &SeatView) -> Option<Value>;
}

/// A [`Choice`] in JSON.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// What it does.
    pub action: Value,
    /// What it meant to do, if its hand shook. Revealed when the game is over.
    pub meant: Option<Value>,
    /// Why.
    pub info: Value,
}

/// A named player of some game.
pub(crate) trait AnyLevel: Sync {
    fn id(&self) -> &'static str;
    fn sit(&self, seed: &Seed) -> Box<dyn AnyPlayer>;
}

impl<G: Game> AnyLevel for Level<G> {
    fn id(&self) -> &'static str {
        self.id
    }

    fn sit(&self, seed: &Seed) -> Box<dyn AnyPlayer> {
        seated((self.make)(seed))
    }
}

/// Wraps a player of one game as a player of any.
pub(crate) fn seated<G: Game>(player: Box<dyn Player<G>>) -> Box<dyn AnyPlayer> {
    Box::new(Seated(player))
}

struct Seated<G>(Box<dyn Player<G>>);

impl<G: Game> AnyPlayer for Seated<G> {
    fn choose(&mut self, seat_view: &SeatView, budget: Budget) -> Result<Thought, Problem> {
        let Some((view, menu)) = seat_view.of::<G>() else {
            return Err(Problem::new(
                "request.unknown_player",
                format!("this player only knows {}", G::NAME),
            ));
        };
        if menu.actions().is_empty() {
            return Err(Problem::new("request.nothing_to_do", "this seat has nothing to do now"));
        }
        let Choice { action, meant, info } = self.0.choose(view, menu, budget);
        Ok(Thought { action: written(&action), meant: meant.as_ref().map(written), info: told(info) })
    }

    fn interject(&mut self, seat_view: &SeatView) -> Option<Value> {
        let (view, menu) = seat_view.of::<G>().filter(|(_, menu)| !menu.actions().is_empty())?;
        self.0.interject(view, menu).as_ref().map(written)
    }
}

/// The info without its null fields.
fn told(info: Value) -> Value {
    match info {
        Value::Object(fields) => fields.into_iter().filter(|(_, value)| !value.is_null()).collect(),
        _ => Value::Object(Map::new()),
    }
}

fn written(action: &impl Serialize) -> Value {
    serde_json::to_value(action).expect("every action can be written as JSON")
}
