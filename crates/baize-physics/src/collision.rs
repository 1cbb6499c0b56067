//! Two balls hit each other.

use crate::params::{BallBall, Params};
use crate::vector::{Vec2, Vec3};

/// Velocity and spin of a ball at the moment of an impact.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Moving {
    pub(crate) v: Vec2,
    pub(crate) w: Vec3,
}

/// Whatever a model says, bodies leave each other at least this fast, in metres per second. It is far above the
/// rounding of a speed, so that no impact is seen twice, and far below anything that matters.
pub(crate) const PARTING: f64 = 1e-9;

/// How two balls react to each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallContact {
    model: BallBall,
    radius: f64,
    restitution: f64,
    friction: [f64; 3],
}

impl BallContact {
    pub(crate) fn new(params: &Params, model: BallBall) -> BallContact {
        let restitution = if model == BallBall::Ideal { 1.0 } else { params.ball_restitution };
        BallContact { model, radius: params.radius, restitution, friction: params.ball_friction }
    }

    /// The same balls, but dead: they do not bounce off each other.
    pub(crate) fn inelastic(self) -> BallContact {
        BallContact { restitution: 0.0, ..self }
    }

    /// Resolves the impact of two balls; `n` points from the first to the second.
    pub(crate) fn resolve(&self, one: &mut Moving, two: &mut Moving, n: Vec2) {
        let apart = one.v - two.v;
        let closing = apart.dot(n);
        let push = (0.5 * (1.0 + self.restitution) * closing).max(0.5 * (closing + PARTING)).max(0.0);
        one.v -= n * push;
        two.v += n * push;
        let limit = match self.model {
            BallBall::Ideal => return,
            BallBall::Coulomb => push,
            BallBall::Separation => (self.restitution * closing).max(0.0),
        };
        let n3 = n.flat();
        let slip = (apart - n * closing).flat() + (one.w + two.w).cross(n3) * self.radius;
        let speed = slip.norm();
        if speed == 0.0 {
            return;
        }
        let [a, b, c] = self.friction;
        let mu = a + b * libm::exp(-c * speed);
        let drag = slip * (-(mu * limit).min(speed / 7.0) / speed);
        one.v += drag.plane();
        two.v -= drag.plane();
        let spin = n3.cross(drag) * (2.5 / self.radius);
        one.w += spin;
        two.w += spin;
    }
}
