//! The compact position that the rules and engines use.

use crate::{Bid, Card, Hand, Helper, Helpers, Options, RuleError, Ties};
use baize_rules::{Score, Seat};
use std::cmp::Ordering;

/// The unused cards and the points of one game between two turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The unused cards of each seat, equally many.
    pub hands: [Hand; 2],
    /// The points of each seat.
    pub scores: [Score; 2],
    /// Points of tied turns, for the winner of the next decided turn.
    pub carried: Score,
    /// The helpers that each seat has used.
    pub used: [Helpers; 2],
    /// The cards lost in ties, the same for both seats, in matches where they come back after the ninth turn.
    /// From then on the cards are in the hands again, played for the second time.
    pub tied: Hand,
}

/// What a turn yields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gain {
    /// The points each seat gets.
    pub points: [Score; 2],
    /// Points carried over after this turn.
    pub carried: Score,
}

impl Position {
    /// The start: each seat has nine cards and no points.
    pub const START: Position = Position {
        hands: [Hand::FULL; 2],
        scores: [Score::ZERO; 2],
        carried: Score::ZERO,
        used: [Helpers::NONE; 2],
        tied: Hand::EMPTY,
    };

    /// The turn being played, 1 to 9 and on through the bonus turns; after the end, the last one.
    pub const fn turn(self) -> u8 {
        let last = self.last_turn();
        match self.hands[0].len() as u8 {
            0 => last,
            left => last + 1 - left,
        }
    }

    /// The last turn as things stand: 9, or more once bonus turns are played.
    pub const fn last_turn(self) -> u8 {
        if self.is_bonus() { 9 + self.tied.len() as u8 } else { 9 }
    }

    /// Whether tied cards are being played for the second time, or have been.
    pub const fn is_bonus(self) -> bool {
        let [hand, _] = self.hands;
        !self.tied.is_empty() && (hand.is_empty() || hand.bits() & self.tied.bits() != 0)
    }

    /// The seat that leads this turn: seat 0 on odd turns, seat 1 on even ones.
    pub const fn leader(self) -> Seat {
        if self.turn() % 2 == 1 { Seat::FIRST } else { Seat::SECOND }
    }

    /// Whether all cards have been played.
    pub const fn is_finished(self) -> bool {
        self.hands[0].is_empty()
    }

    /// The seat with more points; `None` if they are equal.
    pub fn ahead(self) -> Option<Seat> {
        higher(self.scores)
    }

    /// The helpers that `seat` has left.
    pub const fn helpers(self, seat: Seat, options: &Options) -> Helpers {
        options.special.except(self.used[seat.index()])
    }

    /// All choices of `seat`: each card alone, then with each helper it has left.
    pub fn bids(self, seat: Seat, options: &Options) -> impl Iterator<Item = Bid> {
        let hand = self.hands[seat.index()];
        let helpers = std::iter::once(None).chain(self.helpers(seat, options).iter().map(Some));
        helpers.flat_map(move |helper| hand.iter().map(move |card| Bid { card, helper }))
    }

    /// What the points of this turn are multiplied by; bonus turns count once.
    pub fn weight(self, options: &Options) -> Score {
        if self.is_bonus() {
            Score::points(1)
        } else {
            options.turn_weights[Card::COUNT - self.hands[0].len()]
        }
    }

    /// What this turn yields when seat 0 plays `a` and seat 1 plays `b`.
    #[inline]
    pub fn gain(self, a: impl Into<Bid>, b: impl Into<Bid>, options: &Options) -> Gain {
        self.weighed(a.into(), b.into(), self.weight(options), options.ties)
    }

    /// Like [`Position::gain`], for a known weight of the turn.
    #[inline]
    fn weighed(self, a: Bid, b: Bid, weight: Score, ties: Ties) -> Gain {
        let (Bid { card: a, helper: first }, Bid { card: b, helper: second }) = (a, b);
        let weight = weight.in_thousandths();
        let weighted = |points: u8| Score::thousandths(weight * i64::from(points));
        let mut gain = Gain { points: [Score::ZERO; 2], carried: self.carried };
        let sum = weighted(a.number() + b.number());
        if a != b {
            // An index instead of a branch, since which card is higher is a coin toss that no processor
            // predicts.
            let winner = usize::from((b > a) != is_reversed(first, second));
            let doubles =
                [first, second].into_iter().filter(|&helper| helper == Some(Helper::Double)).count();
            let worth = (sum + self.carried).in_thousandths() << doubles;
            // Carried points are part of the worth, so they are lost to a shield, too.
            if [second, first][winner] != Some(Helper::Shield) {
                gain.points[winner] = Score::thousandths(worth);
            }
            gain.carried = Score::ZERO;
            return gain;
        }
        match ties {
            Ties::None => {}
            Ties::Split => gain.points = [weighted(a.number()); 2],
            Ties::Carry => gain.carried += sum,
        }
        gain
    }

    /// Plays `a` of seat 0 against `b` of seat 1. Cards and helpers must be unused, otherwise the result is
    /// wrong. After the ninth turn the tied cards are dealt back, if there are bonus turns.
    #[must_use]
    #[inline]
    pub fn play(self, a: impl Into<Bid>, b: impl Into<Bid>, options: &Options) -> Position {
        let (a, b) = (a.into(), b.into());
        let next = self.after(a, b, self.gain(a, b, options));
        if options.has_bonus_turns() && !self.is_bonus() { next.after_tie(a.card, b.card) } else { next }
    }

    /// Takes the cards out of the hands and adds the points.
    #[inline]
    fn after(self, a: Bid, b: Bid, gain: Gain) -> Position {
        Position {
            hands: [self.hands[0].without(a.card), self.hands[1].without(b.card)],
            scores: [self.scores[0] + gain.points[0], self.scores[1] + gain.points[1]],
            carried: gain.carried,
            used: [self.used[0].with(a.helper), self.used[1].with(b.helper)],
            tied: self.tied,
        }
    }

    /// Notes a tie of one of the nine turns, and deals the tied cards back after the last of them.
    fn after_tie(mut self, a: Card, b: Card) -> Position {
        if a == b {
            self.tied = self.tied.with(a);
        }
        if self.hands[0].is_empty() {
            self.hands = [self.tied; 2];
        }
        self
    }

    /// Plays to the end without helpers, with every unused card equally likely in every turn, and returns the
    /// final scores. `random(n)` is a number below `n`.
    pub fn playout(mut self, options: &Options, random: &mut impl FnMut(u32) -> u32) -> [Score; 2] {
        if !options.has_bonus_turns() {
            // There is one turn per card, so the cards left give the turn.
            for left in (1..=self.hands[0].len()).rev() {
                let [a, b] = self.hands.map(|hand| Bid::from(hand.take(random(left as u32))));
                let weight = options.turn_weights[Card::COUNT - left];
                self = self.after(a, b, self.weighed(a, b, weight, options.ties));
            }
            return self.scores;
        }
        while !self.is_finished() {
            let left = self.hands[0].len() as u32;
            let (a, b) = (self.hands[0].take(random(left)), self.hands[1].take(random(left)));
            self = self.play(a, b, options);
        }
        self.scores
    }

    pub(crate) fn check(self, options: &Options) -> Result<(), RuleError> {
        self.check_extras(options)?;
        if self.hands[0].len() != self.hands[1].len() {
            return Err(RuleError::BadPosition("the hands have different numbers of cards"));
        }
        // Points that can still be won count too, so that an accepted position stays acceptable to the end.
        let most = Score::points(1_000_000);
        let points = [self.scores[0], self.scores[1], self.carried];
        let bounded = points.iter().all(|points| (Score::ZERO..=most).contains(points));
        if !bounded || points.into_iter().sum::<Score>() + self.still_to_come(options) > most {
            return Err(RuleError::BadPosition("points are not negative and at most a million in all"));
        }
        Ok(())
    }

    /// An upper bound for the points that can still be won.
    fn still_to_come(self, options: &Options) -> Score {
        let numbers = |hand: Hand| hand.iter().map(|card| i32::from(card.number())).sum::<i32>();
        let mut cards = self.hands.map(numbers).into_iter().sum::<i32>();
        if options.has_bonus_turns() {
            // Cards that are tied or may still be tied are played once more.
            cards = 2 * (cards + numbers(self.tied));
        }
        let doubled = self.carried.in_thousandths() * i64::from(options.most_times() / 100 - 1);
        Score::points(options.most_times() * cards) + Score::thousandths(doubled)
    }

    /// Checks that the match has the used helpers, and that tied cards are either gone or the only ones in
    /// the hands.
    fn check_extras(self, options: &Options) -> Result<(), RuleError> {
        if self.used.iter().any(|used| !used.except(options.special).is_empty()) {
            return Err(RuleError::BadPosition("a helper is used that the match does not have"));
        }
        if self.tied.is_empty() {
            return Ok(());
        }
        if !options.has_bonus_turns() {
            return Err(RuleError::BadPosition("tied cards are only kept where there are bonus turns"));
        }
        let tied = self.tied.bits();
        let is_gone = self.hands.iter().all(|hand| hand.bits() & tied == 0);
        let is_back = self.hands.iter().all(|hand| hand.bits() & !tied == 0);
        if !is_gone && !is_back {
            return Err(RuleError::BadPosition("tied cards are either gone or all that is played"));
        }
        Ok(())
    }
}

/// Whether the lower card wins.
const fn is_reversed(first: Option<Helper>, second: Option<Helper>) -> bool {
    matches!(first, Some(Helper::Reverse)) != matches!(second, Some(Helper::Reverse))
}

/// The seat whose card wins; `None` if it is a tie.
pub(crate) fn winner(a: Bid, b: Bid) -> Option<Seat> {
    let higher = higher([a.card, b.card])?;
    Some(if is_reversed(a.helper, b.helper) { higher.other_of_two() } else { higher })
}

/// The seat with the higher of two things; `None` if they are equal.
pub(crate) fn higher<T: Ord>([first, second]: [T; 2]) -> Option<Seat> {
    match first.cmp(&second) {
        Ordering::Greater => Some(Seat::FIRST),
        Ordering::Less => Some(Seat::SECOND),
        Ordering::Equal => None,
    }
}
