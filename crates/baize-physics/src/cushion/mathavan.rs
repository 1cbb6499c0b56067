//! Mathavan 2010: the impact integrated over the normal impulse, with friction at the nose and at the bed.

use super::{CushionContact, Incidence};
use crate::vector::{Vec2, Vec3};

/// Impulse of one step, in newton seconds.
const STEP: f64 = 0.001;
/// A faster ball takes larger steps, so that compression takes about this many.
const STEPS: f64 = 1000.0;
/// No phase takes more steps than this, whatever the parameters.
const MOST_STEPS: usize = 10_000;

/// The ball during the impact, in the frame of the paper: y towards the cushion, z up, x to the right of y.
#[derive(Clone, Copy)]
struct Impact {
    v: Vec2,
    w: Vec3,
    /// Work done by the normal force in the present phase.
    work: f64,
}

impl CushionContact {
    pub(super) fn mathavan(&self, hit: Incidence) -> Incidence {
        let mut ball =
            Impact { v: Vec2::new(-hit.v.y, hit.v.x), w: Vec3::new(-hit.w.y, hit.w.x, hit.w.z), work: 0.0 };
        let step = (self.mass * ball.v.y / STEPS).max(STEP);
        for _ in 0..MOST_STEPS {
            if ball.v.y <= 0.0 {
                break;
            }
            self.advance(&mut ball, step);
        }
        let returned = self.restitution * self.restitution * ball.work;
        let step = (returned / STEPS).max(STEP);
        ball.work = 0.0;
        for _ in 0..MOST_STEPS {
            if ball.work >= returned {
                break;
            }
            self.advance(&mut ball, step);
        }
        Incidence { v: Vec2::new(ball.v.y, -ball.v.x), w: Vec3::new(ball.w.y, -ball.w.x, ball.w.z) }
    }

    /// One step of impulse.
    fn advance(&self, ball: &mut Impact, step: f64) {
        let (sin, cos, r) = (self.sin, self.cos, self.radius);
        let Impact { v, w, .. } = *ball;
        let nose = direction(Vec2::new(v.x + r * (w.y * sin - w.z * cos), r * w.x - v.y * sin));
        let bed = direction(Vec2::new(v.x - r * w.y, v.y + r * w.x));
        let nose = nose * self.friction;
        // The nose presses the ball on the bed, by its tilt and by its own friction.
        let bed = bed * (self.bed_friction * (sin + nose.y * cos));
        let push = step / self.mass;
        ball.v.x -= push * (nose.x + bed.x);
        ball.v.y -= push * (cos - sin * nose.y + bed.y);
        let twist = 2.5 * push / r;
        ball.w.x -= twist * (nose.y + bed.y);
        ball.w.y -= twist * (nose.x * sin - bed.x);
        ball.w.z += twist * nose.x * cos;
        ball.work += step * 0.5 * (v.y.abs() + ball.v.y.abs()) * cos;
    }
}

/// Of length one, or zero where nothing slips.
fn direction(slip: Vec2) -> Vec2 {
    let speed = slip.norm();
    if speed > 0.0 { slip * (1.0 / speed) } else { Vec2::ZERO }
}
