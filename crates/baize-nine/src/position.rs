//! The compact position that rules and engines play on.

use crate::{Card, Hand, Options, RuleError, Ties};
use baize_rules::{Score, Seat};
use std::cmp::Ordering;

/// The unused cards and the points of one game between two turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The unused cards of each seat, equally many.
    pub hands: [Hand; 2],
    /// The points of each seat.
    pub scores: [Score; 2],
    /// Points of tied turns that wait for the next decided one.
    pub carried: Score,
}

/// What a turn gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gain {
    /// The points each seat gets.
    pub points: [Score; 2],
    /// Points that wait after this turn.
    pub carried: Score,
}

impl Position {
    /// Nine cards and no points each.
    pub const START: Position =
        Position { hands: [Hand::FULL; 2], scores: [Score::ZERO; 2], carried: Score::ZERO };

    /// The turn being played, 1 to 9; 9 after the end too.
    pub const fn turn(self) -> u8 {
        match self.hands[0].len() {
            0 => 9,
            left => 10 - left as u8,
        }
    }

    /// The seat named first this turn: seat 0 on odd turns, seat 1 on even ones.
    pub const fn leader(self) -> Seat {
        if self.turn() % 2 == 1 { Seat::FIRST } else { Seat::SECOND }
    }

    /// Whether all cards are played.
    pub const fn is_finished(self) -> bool {
        self.hands[0].is_empty()
    }

    /// The seat with more points; `None` if they are equal.
    pub fn ahead(self) -> Option<Seat> {
        higher(self.scores)
    }

    /// What `a` of seat 0 against `b` of seat 1 gives this turn.
    pub fn gain(self, a: Card, b: Card, options: &Options) -> Gain {
        let weight = options.turn_weights[usize::from(self.turn() - 1)].in_thousandths();
        let weighted = |points: u8| Score::thousandths(weight * i64::from(points));
        let mut gain = Gain { points: [Score::ZERO; 2], carried: self.carried };
        let sum = weighted(a.number() + b.number());
        if a != b {
            // An index instead of a branch: which card is higher is a coin toss that no processor predicts.
            gain.points[usize::from(b > a)] = sum + self.carried;
            gain.carried = Score::ZERO;
            return gain;
        }
        match options.ties {
            Ties::None => {}
            Ties::Split => gain.points = [weighted(a.number()); 2],
            Ties::Carry => gain.carried += sum,
        }
        gain
    }

    /// Plays `a` of seat 0 against `b` of seat 1, both from the hands; other cards give a wrong position.
    #[must_use]
    pub fn play(self, a: Card, b: Card, options: &Options) -> Position {
        let gain = self.gain(a, b, options);
        Position {
            hands: [self.hands[0].without(a), self.hands[1].without(b)],
            scores: [self.scores[0] + gain.points[0], self.scores[1] + gain.points[1]],
            carried: gain.carried,
        }
    }

    /// Plays to the end, every unused card equally likely on every turn, and returns the final scores. `random(n)` is
    /// a number below `n`.
    pub fn playout(mut self, options: &Options, random: &mut impl FnMut(u32) -> u32) -> [Score; 2] {
        for left in (1..=self.hands[0].len() as u32).rev() {
            let (a, b) = (self.hands[0].take(random(left)), self.hands[1].take(random(left)));
            self = self.play(a, b, options);
        }
        self.scores
    }

    pub(crate) fn check(self) -> Result<(), RuleError> {
        if self.hands[0].len() != self.hands[1].len() {
            return Err(RuleError::BadPosition("the hands have different numbers of cards"));
        }
        // What can still be won is counted too, so that a position that is accepted stays acceptable to its end.
        let numbers: i32 =
            self.hands.into_iter().flat_map(Hand::iter).map(|card| i32::from(card.number())).sum();
        let most = Score::points(1_000_000);
        let points = [self.scores[0], self.scores[1], self.carried];
        let bounded = points.iter().all(|points| (Score::ZERO..=most).contains(points));
        if !bounded || points.into_iter().sum::<Score>() + Score::points(100 * numbers) > most {
            return Err(RuleError::BadPosition("points are not negative and at most a million in all"));
        }
        Ok(())
    }
}

/// The seat with the higher of two things; `None` if they are equal.
pub(crate) fn higher<T: Ord>([first, second]: [T; 2]) -> Option<Seat> {
    match first.cmp(&second) {
        Ordering::Greater => Some(Seat::FIRST),
        Ordering::Less => Some(Seat::SECOND),
        Ordering::Equal => None,
    }
}
