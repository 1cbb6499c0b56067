//! The exact solution of a position and of all that can follow it.

use crate::matrix::{Equilibrium, Matrix, Mix};
use crate::reach::{Distinction, Leads, Mirrors, Reach};
use crate::sweep::Worth;
use crate::terms::{Objective, Terms};
use baize_nine::{Hand, Options, Position};
use baize_rules::Seat;

/// The most positions that are solved, which takes seconds. All plain games stay far below.
pub const MOST_POSITIONS: usize = 6_000_000;

/// Why a position cannot be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsolved {
    /// More positions can arise than [`MOST_POSITIONS`].
    #[error(
        "too many different scores can arise with these weights; fewer cards or simpler weights can be solved"
    )]
    TooLarge,
    /// The solver does not support helpers and bonus turns.
    #[error("special cards and bonus turns are not solved")]
    Extended,
}

/// The exact solution of a position and of all that can follow it.
///
/// Only the values of positions are kept; mixes are worked out again when asked for.
pub struct Solver {
    worth: Worth,
    largest_gap: f64,
}

impl Solver {
    /// Solves `root` and all that can follow it. Both hands need the same number of cards, at least one. The
    /// whole plain game takes some 20 ms for the difference and some 200 ms for the win, and 16 bytes of
    /// memory per position.
    pub fn new(root: Position, options: &Options, objective: Objective) -> Result<Solver, Unsolved> {
        if options.is_extended() {
            return Err(Unsolved::Extended);
        }
        let terms = Terms::of(options);
        let leads = match objective {
            Objective::Difference => Leads::Ignored,
            Objective::Win => Leads::Undecided,
        };
        // With an open lead the two seats are not alike.
        let mirrors = if terms.open_lead { Mirrors::Apart } else { Mirrors::Folded };
        let reach = Reach::new(root, terms, Distinction { leads, mirrors }, MOST_POSITIONS)?;
        let mut largest_gap = 0.0_f64;
        let worth = Worth::sweep(reach, objective, |node, matrix| {
            if terms.open_lead {
                return led(node.hands[0], matrix);
            }
            let Equilibrium { value, gap, .. } = matrix.solve();
            largest_gap = largest_gap.max(gap);
            value
        });
        Ok(Solver { worth, largest_gap })
    }

    /// How many positions were solved, counting mirror images once.
    pub fn positions(&self) -> usize {
        self.worth.reach.len()
    }

    /// How far the mixes of any position are from perfect, which is only rounding.
    pub const fn largest_gap(&self) -> f64 {
        self.largest_gap
    }

    /// What a position is worth to seat 0; `None` if it cannot follow the root.
    pub fn value(&self, position: Position) -> Option<f64> {
        self.worth.value(position.hands.map(Hand::bits), self.worth.reach.standing_of(position))
    }

    /// What each card of seat 0 is worth to seat 0 against each card of seat 1; `None` if the position cannot
    /// follow the root.
    pub fn matrix(&self, position: Position) -> Option<Matrix> {
        self.value(position)?;
        self.worth.matrix(position.hands.map(Hand::bits), self.worth.reach.standing_of(position))
    }

    /// Perfect play of both seats; `None` if the position cannot follow the root. With an open lead the
    /// leader's mix is a single card, and so is the follower's: its best reply to that card.
    pub fn solve(&self, position: Position) -> Option<Equilibrium> {
        let matrix = self.matrix(position)?;
        Some(if self.worth.reach.terms.open_lead { open(position, &matrix) } else { matrix.solve() })
    }
}

/// The value of a position with an open lead.
fn led(hand: u16, matrix: &Matrix) -> f64 {
    // Seat 0 leads odd turns, with nine, seven, ... cards.
    if hand.count_ones() % 2 == 1 { matrix.row_leads() } else { matrix.column_leads() }
}

fn open(position: Position, matrix: &Matrix) -> Equilibrium {
    let size = matrix.size();
    let rows: Vec<&[f64]> = matrix.rows().collect();
    let leader = position.leader();
    let entry = |led: usize, reply: usize| {
        if leader == Seat::FIRST { -rows[led][reply] } else { rows[reply][led] }
    };
    // The follower's gain, which the leader minimises.
    let reply =
        |led: usize| (0..size).rev().max_by(|&a, &b| entry(led, a).total_cmp(&entry(led, b))).unwrap_or(0);
    let led = (0..size).min_by(|&a, &b| entry(a, reply(a)).total_cmp(&entry(b, reply(b)))).unwrap_or(0);
    let mut mixes = [Mix::pure(led, size), Mix::pure(reply(led), size)];
    let value = if leader == Seat::FIRST { -entry(led, reply(led)) } else { entry(led, reply(led)) };
    if leader == Seat::SECOND {
        mixes.reverse();
    }
    Equilibrium { value, mixes, gap: 0.0 }
}
