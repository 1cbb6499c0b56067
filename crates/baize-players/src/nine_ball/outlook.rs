//! Quick estimates of how good a position is for the next shooter.

use super::ground::Ground;
use super::hand::SPREAD;
use super::lie::Lie;
use super::lines::{Line, combinations, straight};
use baize_nine_ball::{Ball, Balls};

/// Estimates the chance to win a rack.
///
/// In this model each ball is potted with some chance, and a miss leaves the opponent a position somewhat
/// worse than one it would have played for. All chances then follow from the last ball to the first.
#[derive(Clone, Copy)]
pub(super) struct Outlook<'a> {
    ground: &'a Ground,
    /// The spread of the cue ball's directions, in radians.
    spread: f64,
}

/// The least noise to assume: even a steady hand prefers easy shots.
const LEAST_NOISE: f64 = 0.25;
/// The distance in metres and the fullness of a typical shot that was played for, chosen so that predictions
/// come true.
const USUAL_WAY: f64 = 0.4;
const USUAL_FULLNESS: f64 = 0.93;
/// The same with the cue ball in hand.
const IN_HAND_WAY: f64 = 0.25;
const IN_HAND_FULLNESS: f64 = 0.97;
/// The ease of a ball without a free way to any pocket: other balls may clear one.
const SHUT: f64 = 0.12;
/// Combinations are considered only if no shot is likelier than this.
const UNLIKELY: f64 = 0.5;
/// The value of a position left by accident, relative to one that was played for.
const LEFT: f64 = 0.9;
/// The chance to win when the target can be hit but not potted: both play safe.
const SAFE: f64 = 0.43;
/// The same if it cannot be hit directly.
const HOOKED: f64 = 0.35;

impl<'a> Outlook<'a> {
    pub(super) fn new(ground: &'a Ground, noise: f64) -> Outlook<'a> {
        Outlook { ground, spread: SPREAD * noise.max(LEAST_NOISE) }
    }

    /// The shooter's chance to win, with the cue ball where it lies.
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

    /// The chance to win from a typical position, if what follows the first ball is worth `rest`.
    fn worth(&self, lines: &[Line], rest: f64, way: f64, fullness: f64) -> f64 {
        let ease = self.ease(lines, way, fullness);
        (ease * rest + (1.0 - ease)) / (1.0 + LEFT * (1.0 - ease))
    }

    /// The chance to win from a typical position on the ball after `target`; 1 if there is none.
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

    /// The chance to pot a ball from a typical position: a second pocket makes position play easier.
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
