//! The rules in the form the induction needs.

use baize_nine::{Card, Options, Position, Ties};
use baize_rules::Score;

/// What is played for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Objective {
    /// Points still to come: those of seat 0 minus those of seat 1.
    Difference,
    /// The chance that seat 0 wins, a draw counting one half.
    Win,
}

impl Objective {
    /// The same value as seat 1 sees it.
    pub(crate) fn mirrored(self, value: f64) -> f64 {
        match self {
            Objective::Difference => -value,
            Objective::Win => 1.0 - value,
        }
    }
}

/// Whether choosing at random is perfect play from here on, for both objectives: all remaining turns have the
/// same weight, and a tie leaves nothing behind. Then every card meets a random one whatever the other seat
/// does (`docs/rules/nine.md`, "Why choosing at random cannot be beaten").
pub fn chance_is_perfect(position: Position, options: &Options) -> bool {
    let left = &options.turn_weights[Card::COUNT - position.hands[0].len()..];
    let alike = left.windows(2).all(|pair| pair[0] == pair[1]);
    alike && options.ties != Ties::Carry && !options.open_lead && position.carried == Score::ZERO
}

/// The rules of a turn, in thousandths of a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// The weight of the turn, by the number of cards in each hand.
    weights: [i64; Card::COUNT + 1],
    carries: bool,
    /// Whether the follower sees the leader's card.
    pub(crate) open_lead: bool,
}

impl Terms {
    pub(crate) fn of(options: &Options) -> Terms {
        let mut weights = [0; Card::COUNT + 1];
        for (weight, turn) in weights.iter_mut().rev().zip(options.turn_weights) {
            *weight = turn.in_thousandths();
        }
        Terms { weights, carries: options.ties == Ties::Carry, open_lead: options.open_lead }
    }

    /// What `a` against `b` does to the lead of seat 0 and to the pot, with `left` cards in each hand before
    /// it.
    pub(crate) fn turn(&self, left: usize, a: i64, b: i64, Standing { lead, pot }: Standing) -> Standing {
        let points = self.weights[left] * (a + b);
        if a == b {
            // A split tie gives both the same, so the lead does not change.
            return Standing { lead, pot: if self.carries { pot + points } else { pot } };
        }
        let won = points + pot;
        Standing { lead: if a > b { lead + won } else { lead - won }, pot: 0 }
    }

    /// An upper bound on what the cards of each hand can still add to a lead: the highest cards on the
    /// heaviest turns.
    pub(crate) fn swings(&self) -> Vec<i64> {
        let swing = |hand: usize| {
            let mut cards: Vec<i64> = (1..=9).filter(|card| hand >> (card - 1) & 1 == 1).collect();
            let mut weights = self.weights[1..=cards.len()].to_vec();
            cards.sort_unstable();
            weights.sort_unstable();
            cards.iter().zip(weights).map(|(card, weight)| card * weight).sum()
        };
        (0..1 << Card::COUNT).map(swing).collect()
    }
}

/// What is at stake besides the cards, in thousandths of a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Standing {
    /// Points of seat 0 minus points of seat 1.
    pub(crate) lead: i64,
    /// Points waiting for the next decided turn.
    pub(crate) pot: i64,
}

impl Standing {
    pub(crate) const EVEN: Standing = Standing { lead: 0, pot: 0 };

    pub(crate) fn of(position: Position) -> Standing {
        let [own, other] = position.scores.map(Score::in_thousandths);
        Standing { lead: own - other, pot: position.carried.in_thousandths() }
    }

    pub(crate) const fn mirrored(self) -> Standing {
        Standing { lead: -self.lead, pot: self.pot }
    }
}
