//! A ball hits a cushion.

mod han;
mod mathavan;
mod stronge;

use crate::collision::{Moving, PARTING};
use crate::params::{Cushion, Params};
use crate::vector::{Vec2, Vec3};

/// Energy may rise by this part; rounding is all it can be.
const ROUNDING: f64 = 1e-14;

/// How a ball and a cushion react to each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CushionContact {
    model: Cushion,
    mass: f64,
    radius: f64,
    restitution: f64,
    friction: f64,
    /// Friction of the bed, on which a cushion that leans over the ball presses it.
    bed_friction: f64,
    /// Sine and cosine of the angle at which the nose lies over the centre of the ball.
    sin: f64,
    cos: f64,
}

/// Velocity and spin in the frame of a cushion: x towards it, z up, y to the left of x.
#[derive(Clone, Copy, Debug)]
struct Incidence {
    v: Vec2,
    w: Vec3,
}

impl CushionContact {
    pub(crate) fn new(params: &Params, model: Cushion, nose_height: f64) -> CushionContact {
        let sin = nose_height / params.radius - 1.0;
        CushionContact {
            model,
            mass: params.mass,
            radius: params.radius,
            restitution: params.cushion_restitution,
            friction: params.cushion_friction,
            bed_friction: params.mu_slide,
            sin,
            cos: (1.0 - sin * sin).sqrt(),
        }
    }

    /// Resolves the impact of a ball on a cushion. `n` points from the cushion to the ball, whose centre is `reach`
    /// away from the line of a straight cushion or from the centre of a rounded tip.
    pub(crate) fn resolve(&self, ball: &mut Moving, n: Vec2, reach: f64) {
        let x = -n;
        let y = x.left();
        let w = ball.w.plane();
        let hit = Incidence {
            v: Vec2::new(ball.v.dot(x), ball.v.dot(y)),
            w: Vec3::new(w.dot(x), w.dot(y), ball.w.z),
        };
        let mut left = match self.model {
            _ if hit.v.x <= 0.0 => hit,
            Cushion::Han => self.han(hit),
            Cushion::Mathavan => self.mathavan(hit),
            Cushion::Stronge => self.stronge(hit, reach),
            Cushion::Ideal => Incidence { v: Vec2::new(-hit.v.x, hit.v.y), w: hit.w },
        };
        // Coarse steps can give a slow ball more than it had; strange parameters can do it to any ball.
        let (before, after) = (self.energy(&hit), self.energy(&left));
        if after > before * (1.0 + ROUNDING) {
            let share = (before / after).sqrt();
            left = Incidence { v: left.v * share, w: left.w * share };
        }
        left.v.x = left.v.x.min(-PARTING);
        let w = x * left.w.x + y * left.w.y;
        ball.v = x * left.v.x + y * left.v.y;
        ball.w = Vec3::new(w.x, w.y, left.w.z);
    }

    /// Per mass, times two.
    fn energy(&self, ball: &Incidence) -> f64 {
        ball.v.dot(ball.v) + 0.4 * self.radius * self.radius * ball.w.dot(ball.w)
    }
}
