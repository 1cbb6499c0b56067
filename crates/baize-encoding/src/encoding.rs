//! What a game says of itself in numbers.

use baize_rules::{Game, Seat};

/// What an action is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// A number below this one.
    Discrete(usize),
    /// So many numbers from 0 to 1, any of which can be played.
    Continuous(usize),
}

/// A game whose actions and views are numbers.
pub trait Encoding: Game {
    /// What an action is; the same for all options.
    const ACTIONS: Space;
    /// What an observation is: its numbers, as a block of these sides.
    const OBSERVATION: &'static [usize];
    /// The number of a seat that may act out of turn and does not want to.
    const LET_BE: Option<u32> = None;

    /// The number of an action that is on the menu; none for what has no number, such as sorting a hand.
    fn number(&self, seat: Seat, action: &Self::Action) -> Option<u32>;

    /// The action with this number; it may be against the rules.
    fn action(&self, seat: Seat, number: u32) -> Option<Self::Action> {
        let menu = self.menu(seat).into_actions();
        menu.into_iter().find(|action| self.number(seat, action) == Some(number))
    }

    /// The actions that these numbers from 0 to 1 stand for, in order; games whose actions are counted have none.
    fn actions(&self, _seat: Seat, _numbers: &[f32]) -> Vec<Self::Action> {
        Vec::new()
    }

    /// What `seat` sees. Whatever is not written stays 0.
    fn observe(view: &Self::View, seat: Seat, into: &mut [f32]);
}

/// The seats from one on: it is 0, the next one 1.
pub(crate) fn seats_from(seat: Seat, other: usize, seats: usize) -> usize {
    (other + seats - seat.index() % seats) % seats
}
