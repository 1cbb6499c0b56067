//! Backward induction over all positions that can arise.

use crate::matrix::Matrix;
use crate::reach::{Reach, cards};
use crate::terms::{Objective, Standing};

/// What every position that can arise is worth to seat 0.
pub(crate) struct Worth {
    pub(crate) reach: Reach,
    objective: Objective,
    /// In the order of the standings in [`Reach`].
    values: Vec<Vec<f64>>,
}

/// A position to be judged.
pub(crate) struct Node {
    pub(crate) hands: [u16; 2],
    pub(crate) standing: Standing,
}

impl Worth {
    /// Works back from the last turn: `judge` values each position, given the matrix of what can follow.
    pub(crate) fn sweep(
        reach: Reach,
        objective: Objective,
        mut judge: impl FnMut(&Node, &Matrix) -> f64,
    ) -> Worth {
        let values = vec![Vec::new(); reach.root + 1];
        let mut worth = Worth { reach, objective, values };
        for left in 1..=worth.reach.root {
            worth.values[left] = worth.layer(left, &mut judge);
        }
        worth
    }

    fn layer(&self, left: usize, judge: &mut impl FnMut(&Node, &Matrix) -> f64) -> Vec<f64> {
        let layer = &self.reach.layers[left];
        let mut values = Vec::with_capacity(layer.len());
        let mut matrices = Vec::new();
        for (number, &first) in layer.hands.iter().enumerate() {
            for (other, &second) in layer.hands.iter().enumerate() {
                let pair = layer.pair(number * layer.hands.len() + other);
                let hands = [first, second];
                let standings = pair.map(|index| layer.standing(index));
                self.matrices(hands, &standings, &mut matrices);
                for (standing, matrix) in standings.zip(&matrices) {
                    values.push(judge(&Node { hands, standing }, matrix));
                }
            }
        }
        values
    }

    /// The matrices of all standings between two hands, filled one pair of cards at a time, because then the
    /// positions that follow lie side by side.
    fn matrices(
        &self,
        hands: [u16; 2],
        standings: &(impl ExactSizeIterator<Item = Standing> + Clone),
        matrices: &mut Vec<Matrix>,
    ) {
        let left = hands[0].count_ones() as usize;
        matrices.resize_with(standings.len(), || Matrix::new(left, |_, _| 0.0));
        if matrices.is_empty() {
            return;
        }
        matrices.iter_mut().for_each(|matrix| matrix.size = left);
        for (i, a) in cards(hands[0]).enumerate() {
            for (j, b) in cards(hands[1]).enumerate() {
                let mut near = 0;
                for (standing, matrix) in standings.clone().zip(matrices.iter_mut()) {
                    let entry = self.after(hands, [a, b], standing, &mut near);
                    matrix.entries[i][j] = entry.expect("what follows a position can arise");
                }
            }
        }
    }

    /// The matrix of one position; `None` if it cannot arise.
    pub(crate) fn matrix(&self, hands: [u16; 2], standing: Standing) -> Option<Matrix> {
        let mut matrix = Matrix::new(hands[0].count_ones() as usize, |_, _| 0.0);
        for (i, a) in cards(hands[0]).enumerate() {
            for (j, b) in cards(hands[1]).enumerate() {
                matrix.entries[i][j] = self.after(hands, [a, b], standing, &mut 0)?;
            }
        }
        Some(matrix)
    }

    /// What `a` against `b` is worth: the points of the turn, if points count, plus the value of what
    /// follows.
    fn after(&self, hands: [u16; 2], [a, b]: [u16; 2], standing: Standing, near: &mut usize) -> Option<f64> {
        let left = hands[0].count_ones() as usize;
        let (after, gain) = self.reach.turn(left, [a, b], standing);
        let rest = self.near([hands[0] & !a, hands[1] & !b], after, near)?;
        Some(match self.objective {
            Objective::Difference => gain as f64 / 1000.0 + rest,
            Objective::Win => rest,
        })
    }

    /// What a position is worth; `None` if it cannot arise, for example with more cards than the root.
    pub(crate) fn value(&self, hands: [u16; 2], standing: Standing) -> Option<f64> {
        let is_below = hands[0].count_ones() as usize <= self.reach.root;
        is_below.then(|| self.near(hands, standing, &mut 0))?
    }

    /// The same, looking near index `near` first and leaving the index found there.
    fn near(&self, hands: [u16; 2], standing: Standing, near: &mut usize) -> Option<f64> {
        if hands[0] == 0 {
            return Some(self.finished(standing));
        }
        if let Some(is_won) = self.reach.decided(hands, standing) {
            return Some(f64::from(u8::from(is_won)));
        }
        let kept = self.reach.keep(hands, standing);
        let layer = hands[0].count_ones() as usize;
        let index = self.reach.layers[layer].find(self.reach.pair(kept.hands), kept.standing, *near)?;
        *near = index;
        let value = *self.values[layer].get(index)?;
        Some(if kept.is_mirrored { self.objective.mirrored(value) } else { value })
    }

    fn finished(&self, standing: Standing) -> f64 {
        match self.objective {
            Objective::Difference => 0.0,
            Objective::Win => 0.5 + 0.5 * standing.lead.signum() as f64,
        }
    }
}
