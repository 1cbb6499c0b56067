//! Mathavan 2010: the impact integrated over the normal impulse, with friction at the nose and at the bed.

use super::{CushionContact, Incidence};
use crate::vector::{Vec2, Vec3};

/// Impulse of one step, in newton seconds. The steps are those of pooltool 0.6.0, coarse as they are, so that results
/// can be compared with it.
const STEP: f64 = 0.001;
/// A fast ball takes larger steps, so that a phase takes about this many.
const STEPS: f64 = 1000.0;
/// The most steps of a phase, whatever the parameters.
const MOST_STEPS: usize = 5000;
/// How often the last step of compression is halved to come near its end.
const HALVINGS: usize = 8;
/// Slip below this, in metres per second, has no meaningful direction.
const STICKS: f64 = 1e-12;

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
        let (v, w) = (Vec2::new(-hit.v.y, hit.v.x), Vec3::new(-hit.w.y, hit.w.x, hit.w.z));
        let ball = self.restitution_phase(self.compression_phase(Impact { v, w, work: 0.0 }));
        Incidence { v: Vec2::new(ball.v.y, -ball.v.x), w: Vec3::new(ball.w.y, -ball.w.x, ball.w.z) }
    }

    /// Advances until the ball no longer approaches the cushion.
    fn compression_phase(&self, mut ball: Impact) -> Impact {
        let mut step = (self.mass * ball.v.y / STEPS).max(STEP);
        let mut halvings = 0;
        for _ in 0..MOST_STEPS {
            let next = self.advance(ball, step);
            if next.v.y > 0.0 {
                ball = next;
            }
            if next.v.y <= 0.0 || halvings > 0 {
                if halvings == HALVINGS {
                    break;
                }
                halvings += 1;
                step *= 0.5;
            }
        }
        ball
    }

    /// Advances until the cushion has given back its share of the work.
    fn restitution_phase(&self, ball: Impact) -> Impact {
        let due = self.restitution * self.restitution * ball.work;
        let step = (due / STEPS).max(STEP);
        let mut ball = Impact { work: 0.0, ..ball };
        for _ in 0..MOST_STEPS {
            let missing = due - ball.work;
            if missing <= 0.0 {
                break;
            }
            let per_impulse = ball.v.y.abs() * self.cos;
            if step * per_impulse > missing {
                return self.advance(ball, missing / per_impulse);
            }
            ball = self.advance(ball, step);
        }
        ball
    }

    /// Advances by one step of impulse.
    fn advance(&self, ball: Impact, step: f64) -> Impact {
        let nose = self.nose_slip(&ball);
        let speed = nose.norm();
        let nose = if speed > STICKS { nose * (self.friction / speed) } else { Vec2::ZERO };
        // The nose presses the ball onto the bed, by its tilt and by its friction.
        let mut press = self.bed_friction * (self.sin + nose.y * self.cos);
        let mut bed = self.bed_slip(&ball);
        if bed.norm() <= STICKS {
            // A rolling ball begins to slip in the direction in which the nose alone would push it. On
            // average half of the friction acts during this step: none at its beginning, all at its end. (The
            // reference follows the noise of its rounding.)
            bed = self.bed_slip(&self.pushed(ball, step, nose, Vec2::ZERO));
            press *= 0.5;
        }
        let speed = bed.norm();
        let bed = if speed > 0.0 { bed * (press / speed) } else { Vec2::ZERO };
        let mut next = self.pushed(ball, step, nose, bed);
        next.work += step * next.v.y.abs() * self.cos;
        next
    }

    /// Slip at the nose: along the cushion and down its face.
    fn nose_slip(&self, ball: &Impact) -> Vec2 {
        let Impact { v, w, .. } = ball;
        let r = self.radius;
        Vec2::new(v.x + r * (w.y * self.sin - w.z * self.cos), r * w.x - v.y * self.sin)
    }

    fn bed_slip(&self, ball: &Impact) -> Vec2 {
        Vec2::new(ball.v.x - self.radius * ball.w.y, ball.v.y + self.radius * ball.w.x)
    }

    /// The effect of a normal impulse with friction at nose and bed, both given as shares of the impulse.
    fn pushed(&self, ball: Impact, impulse: f64, nose: Vec2, bed: Vec2) -> Impact {
        let (sin, cos) = (self.sin, self.cos);
        let push = impulse / self.mass;
        let twist = 2.5 * push / self.radius;
        let v = ball.v - Vec2::new(nose.x + bed.x, cos - sin * nose.y + bed.y) * push;
        let w = ball.w - Vec3::new(nose.y + bed.y, nose.x * sin - bed.x, -nose.x * cos) * twist;
        Impact { v, w, ..ball }
    }
}
