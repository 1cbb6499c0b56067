//! How good a position is for whoever shoots next, at a glance.

use super::ground::Ground;
use super::hand::SPREAD;
use super::lie::Lie;
use super::lines::{Line, combinations, straight};
use baize_nine_ball::{Ball, Balls};

/// Estimates the chance to win a rack.
///
/// The model: ball after ball is potted with some chance each; who misses leaves the opponent a position somewhat
/// worse than one he would have played for. Then all chances follow from the last ball to the first.
#[derive(Clone, Copy)]
pub(super) struct Outlook<'a> {
    ground: &'a Ground,
    /// How far the directions of the cue ball spread, in radians.
    spread: f64,
}

/// Even a steady hand would rather have easy shots: as if it had so much of the standard noise.
const LEAST_NOISE: f64 = 0.25;
/// From how far, in metres, and how full a ball is shot when it was played for; such that what was promised came about.
const USUAL_WAY: f64 = 0.4;
const USUAL_FULLNESS: f64 = 0.93;
/// The same with the cue ball in hand.
const IN_HAND_WAY: f64 = 0.25;
const IN_HAND_FULLNESS: f64 = 0.97;
/// What a ball without a free way to any pocket is worth: others may leave it a way.
const SHUT: f64 = 0.12;
/// Combinations are only looked for if there is no likelier shot than this.
const UNLIKELY: f64 = 0.5;
/// The value of a position that was left by accident, as a part of one that was played for.
const LEFT: f64 = 0.9;
/// The chance to win from a position in which the target can be hit, but not potted: both play safe.
const SAFE: f64 = 0.43;
/// The same if it cannot be hit straight.
const HOOKED: f64 = 0.35;

impl<'a> Outlook<'a> {
    pub(super) fn new(ground: &'a Ground, noise: f64) -> Outlook<'a> {
        Outlook { ground, spread: SPREAD * noise.max(LEAST_NOISE) }
    }

    /// The chance of the shooter to win, with the cue ball where it lies.
    pub(super) fn at_table(&self, lie: &Lie) -> f64 {
        let (Some(cue), Some(target)) = (lie.cue(), lie.target()) else { return self.in_hand(lie) };
        let lines = straight(self.ground, lie, target, lie.objects());
        let best = |lines: &[Line]| {
            lines.iter().map(|line| line.chance(self.ground, lie, cue, self.spread)).fold(0.0, f64::max)
        };
        let mut chance = best(&lines);
        if chance < UNLIKELY {
            chance = chance.max(best(&combinations(self.ground, lie, target)));
        }
        let rest = self.worth_after(lie, target);
        let left = LEFT * self.worth(&lines, rest, USUAL_WAY, USUAL_FULLNESS);
        let shoot = chance * rest + (1.0 - chance) * (1.0 - left);
        shoot.max(self.without_pot(lie))
    }

    /// The same for a shooter who does not try to pot anything.
    pub(super) fn without_pot(&self, lie: &Lie) -> f64 {
        let in_sight = lie.cue().zip(lie.target()).is_some_and(|(cue, target)| {
            lie.get(target).is_some_and(|at| lie.is_clear(cue, at, lie.objects().without(target)))
        });
        if in_sight { SAFE } else { HOOKED }
    }

    /// The same with the cue ball in hand.
    pub(super) fn in_hand(&self, lie: &Lie) -> f64 {
        let Some(target) = lie.target() else { return 0.5 };
        let lines = straight(self.ground, lie, target, lie.objects());
        self.worth(&lines, self.worth_after(lie, target), IN_HAND_WAY, IN_HAND_FULLNESS)
    }

    /// The chance to win from a usual position, if what comes after the first ball is worth `rest`.
    fn worth(&self, lines: &[Line], rest: f64, way: f64, fullness: f64) -> f64 {
        let ease = self.ease(lines, way, fullness);
        (ease * rest + (1.0 - ease)) / (1.0 + LEFT * (1.0 - ease))
    }

    /// The chance to win from a usual position on the ball after `target`; 1 if there is none.
    fn worth_after(&self, lie: &Lie, target: Ball) -> f64 {
        let balls: Vec<Ball> = lie.objects().without(target).iter().collect();
        let mut others = Balls::NONE;
        let mut worth = 1.0;
        for ball in balls.into_iter().rev() {
            let lines = straight(self.ground, lie, ball, others);
            worth = self.worth(&lines, worth, USUAL_WAY, USUAL_FULLNESS);
            others = others.with(ball);
        }
        worth
    }

    /// The chance to pot a ball from a usual position: a second pocket makes it easier to get there.
    fn ease(&self, lines: &[Line], way: f64, fullness: f64) -> f64 {
        let (mut first, mut second) = (0.0, 0.0);
        for line in lines {
            let chance = line.chance_from(way, fullness, self.spread);
            if chance > first {
                (first, second) = (chance, first);
            } else if chance > second {
                second = chance;
            }
        }
        (0.85 * first + 0.15 * second).max(SHUT)
    }
}
