//! The root of a search: its moves and their values.

use crate::cpu::Cpu;
use crate::endgame;
use crate::midgame::{self, INFINITE, Node};
use crate::weights::DISC;
use crate::worker::{Stopped, Worker};
use baize_othello::Square;
use baize_search::{Found, PositionKey};

/// A move and what is known about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Candidate {
    pub(crate) square: u32,
    pub(crate) value: i32,
    /// Whether the value is only an upper bound.
    pub(crate) is_bound: bool,
}

/// The position asked about, which has at least one move.
pub(crate) struct Root<'r, 'a, C> {
    pub(crate) worker: &'r mut Worker<'a, C>,
    pub(crate) node: Node,
    /// The moves, most promising first.
    pub(crate) candidates: Vec<Candidate>,
}

impl<'r, 'a, C: Cpu> Root<'r, 'a, C> {
    pub(crate) fn new(worker: &'r mut Worker<'a, C>, node: Node) -> Root<'r, 'a, C> {
        let order = midgame::by_value(worker, &node, node.position.moves(), [64; 2]);
        let candidate = |square| Candidate { square, value: INFINITE, is_bound: true };
        Root { candidates: order.rest().into_iter().map(candidate).collect(), worker, node }
    }

    /// Searches all moves to a depth of at least one ply. Values are exact for the best move and for those
    /// less than `margin` behind it.
    pub(crate) fn deepen(&mut self, depth: u32, margin: i32) -> Result<(), Stopped> {
        let mut candidates = self.candidates.clone();
        let mut best = -INFINITE;
        for candidate in &mut candidates {
            let next = self.node.played(self.worker, candidate.square);
            let floor = (best - margin).max(-INFINITE);
            let mut value = floor + 1;
            if floor > -INFINITE {
                value = -C::deep(self.worker, &next, -floor - 1, -floor, depth - 1)?;
            }
            candidate.is_bound = value <= floor;
            if !candidate.is_bound {
                value = -C::deep(self.worker, &next, -INFINITE, -floor, depth - 1)?;
            }
            candidate.value = value;
            best = best.max(value);
        }
        candidates.sort_by_key(|candidate| (-candidate.value, candidate.is_bound));
        self.candidates = candidates;
        Ok(())
    }

    /// Finds the final score. Asks "more than this?" until lower and upper bound meet, starting at `guess`;
    /// afterwards a move that reaches the score is the first candidate, and the others have bounds.
    pub(crate) fn exact(&mut self, guess: i32) -> Result<i32, Stopped> {
        for candidate in &mut self.candidates {
            *candidate = Candidate { value: 64 * DISC, is_bound: true, ..*candidate };
        }
        let (mut lower, mut upper, mut guess) = (-64, 64, guess & !1);
        while lower < upper {
            let alpha = if guess > lower { guess - 1 } else { lower + 1 };
            let found = self.above(alpha)?;
            if found.value > alpha {
                // Bounds from pruning may lie between two possible scores.
                lower = (found.value + 1) & !1;
                self.promote(found.square);
            } else {
                upper = found.value & !1;
                if lower == -64 {
                    self.promote(found.square);
                }
            }
            lower = lower.min(upper);
            guess = if found.value > alpha { lower } else { upper };
        }
        for candidate in &mut self.candidates {
            candidate.value = candidate.value.min(lower * DISC);
        }
        self.candidates[0] = Candidate { value: lower * DISC, is_bound: false, ..self.candidates[0] };
        Ok(lower)
    }

    /// Finds the final scores of the other moves too, after [`Root::exact`], by the same questions about
    /// each. Moves as good as the first stay behind it.
    pub(crate) fn exact_rest(&mut self) -> Result<(), Stopped> {
        let depth = self.node.empties().saturating_sub(8).clamp(1, 6);
        for place in 1..self.candidates.len() {
            let Candidate { square, value, .. } = self.candidates[place];
            let next = self.node.played(self.worker, square);
            let estimate = -C::shallow(self.worker, &next, -INFINITE, INFINITE, depth.min(next.empties()));
            let (mut lower, mut upper) = (-64, value / DISC);
            let mut guess = ((estimate / DISC) & !1).min(upper);
            while lower < upper {
                let alpha = if guess > lower { guess - 1 } else { lower + 1 };
                let found = -C::many(self.worker, &next, -alpha - 1)?;
                if found > alpha {
                    lower = ((found + 1) & !1).min(upper);
                    guess = lower;
                } else {
                    upper = found & !1;
                    guess = upper;
                }
            }
            self.candidates[place] = Candidate { square, value: upper * DISC, is_bound: false };
        }
        self.candidates.sort_by_key(|candidate| -candidate.value);
        Ok(())
    }

    /// A move that scores above `alpha`, or else the move with the best bound.
    fn above(&mut self, alpha: i32) -> Result<Found, Stopped> {
        let mut best = Found { square: self.candidates[0].square, value: -INFINITE };
        for candidate in &mut self.candidates {
            let next = self.node.played(self.worker, candidate.square);
            let value = -C::many(self.worker, &next, -alpha - 1)?;
            if value > best.value {
                best = Found { square: candidate.square, value };
                if value > alpha {
                    break;
                }
            }
            candidate.value = candidate.value.min((value & !1) * DISC);
        }
        Ok(best)
    }

    /// Moves a candidate to the front.
    fn promote(&mut self, square: u32) {
        if let Some(place) = self.candidates.iter().position(|candidate| candidate.square == square) {
            self.candidates[..=place].rotate_right(1);
        }
    }

    /// The moves that follow the first candidate, as far as the midgame table remembers them.
    pub(crate) fn line(&self) -> Vec<Square> {
        let mut line = Vec::new();
        let mut next = Some(self.candidates[0].square);
        let mut position = self.node.position;
        while let Some(square) =
            next.and_then(|square| Square::new(square as u8)).filter(|s| position.is_legal(*s))
        {
            line.push(square);
            position = position.play_unchecked(square);
            if position.moves() == 0 {
                position = position.passed();
            }
            let known = self.worker.common.midgame.get(PositionKey([position.own, position.opp]));
            next = known.map(|bits| u32::from(midgame::SearchEntry::from_bits(bits).best[0]));
        }
        line
    }

    /// The moves of best play after an exact search, to the end of the game or until the search is stopped.
    pub(crate) fn exact_line(&mut self, score: i32) -> Vec<Square> {
        let mut line = Vec::new();
        let (mut node, mut square, mut score) = (self.node, self.candidates[0].square, score);
        while let Some(step) = Square::new(square as u8) {
            line.push(step);
            (node, score) = (node.played(self.worker, square), -score);
            if node.position.moves() == 0 {
                (node, score) = (node.passed(), -score);
            }
            match self.move_above(&node, score - 1) {
                Some(best) => square = best,
                None => break,
            }
        }
        line
    }

    /// A move that scores above `alpha`, if there is one and time to find it.
    fn move_above(&mut self, node: &Node, alpha: i32) -> Option<u32> {
        let moves = node.position.moves();
        let order = endgame::by_value(self.worker, node, moves, &endgame::SearchEntry::UNKNOWN);
        order.rest().into_iter().find(|&square| {
            let next = node.played(self.worker, square);
            C::many(self.worker, &next, -alpha - 1).is_ok_and(|value| -value > alpha)
        })
    }
}
