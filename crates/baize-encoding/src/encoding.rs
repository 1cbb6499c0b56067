//! How a game expresses itself in numbers.

use baize_rules::{Game, Seat};

/// The form of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// One whole number below this.
    Discrete(usize),
    /// This many numbers from 0 to 1. Any such action can be played.
    Continuous(usize),
}

/// A game whose actions and views can be written as numbers.
pub trait Encoding: Game {
    /// The form of an action, the same for all options.
    const ACTIONS: Space;
    /// The shape of an observation: the side lengths of its block of numbers.
    const OBSERVATION: &'static [usize];
    /// The number with which a seat that may act out of turn declines to.
    const LET_BE: Option<u32> = None;

    /// The number of an action on the menu; `None` for actions without one, such as sorting a hand.
    fn number(&self, seat: Seat, action: &Self::Action) -> Option<u32>;

    /// The action with this number; it may be against the rules.
    fn action(&self, seat: Seat, number: u32) -> Option<Self::Action> {
        let menu = self.menu(seat).into_actions();
        menu.into_iter().find(|action| self.number(seat, action) == Some(number))
    }

    /// The actions that these numbers from 0 to 1 stand for, in order; none in games with [`Space::Discrete`]
    /// actions.
    fn actions(&self, _seat: Seat, _numbers: &[f32]) -> Vec<Self::Action> {
        Vec::new()
    }

    /// Writes what `seat` sees. Numbers that are not written stay 0.
    fn observe(view: &Self::View, seat: Seat, into: &mut [f32]);
}

/// The distance from `seat` to `other` in turn order: 0 for `seat` itself, 1 for the next seat.
pub(crate) fn seats_from(seat: Seat, other: usize, seats: usize) -> usize {
    (other + seats - seat.index() % seats) % seats
}
