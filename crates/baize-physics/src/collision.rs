//! The impact of two balls.

use crate::params::{BallBall, Params};
use crate::vector::{Vec2, Vec3};

/// Velocity and spin of a ball at the moment of an impact.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Moving {
    pub(crate) v: Vec2,
    pub(crate) w: Vec3,
}

/// Whatever a model says, bodies that meet at this speed or faster, in metres per second, part at no less
/// than this, and slower ones part at least as fast as they met. This is far above the rounding of a speed,
/// so that no impact is seen twice, and it adds no energy, so that wedged balls come to rest.
const PARTING: f64 = 1e-9;

/// How fast bodies part if they met at the speed `closing` and the model says `parting`.
pub(crate) fn parting_speed(closing: f64, parting: f64) -> f64 {
    parting.max(closing.min(PARTING)).max(0.0)
}

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

    /// The same balls without restitution: they do not bounce off each other.
    pub(crate) fn inelastic(self) -> BallContact {
        BallContact { restitution: 0.0, ..self }
    }

    /// Resolves the impact of two balls; `n` points from the first to the second.
    pub(crate) fn resolve(&self, one: &mut Moving, two: &mut Moving, n: Vec2) {
        let apart = one.v - two.v;
        let closing = apart.dot(n);
        let push = 0.5 * (closing + parting_speed(closing, self.restitution * closing)).max(0.0);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soak::Random;

    fn random_vector(random: &mut Random, most: f64) -> Vec3 {
        Vec3::new(random.between(-most, most), random.between(-most, most), random.between(-most, most))
    }

    /// Two balls about to meet, and the direction from one to the other.
    fn meeting(random: &mut Random) -> (Moving, Moving, Vec2) {
        let angle = random.between(0.0, std::f64::consts::TAU);
        let n = Vec2::new(libm::cos(angle), libm::sin(angle));
        loop {
            let mut ball =
                || Moving { v: random_vector(random, 6.0).plane(), w: random_vector(random, 200.0) };
            let (one, two) = (ball(), ball());
            if (one.v - two.v).dot(n) > 0.0 {
                return (one, two, n);
            }
        }
    }

    fn energy(radius: f64, ball: &Moving) -> f64 {
        ball.v.dot(ball.v) + 0.4 * radius * radius * ball.w.dot(ball.w)
    }

    #[test]
    fn momentum_is_kept_and_energy_is_not_gained() {
        let params = Params::default();
        let mut random = Random::new(5);
        for model in [BallBall::Coulomb, BallBall::Separation, BallBall::Ideal] {
            let contact = BallContact::new(&params, model);
            for _ in 0..20_000 {
                let (mut one, mut two, n) = meeting(&mut random);
                let before = (one, two);
                contact.resolve(&mut one, &mut two, n);
                let sum = before.0.v + before.1.v;
                assert!((one.v + two.v - sum).norm() <= 1e-13 * (1.0 + sum.norm()));
                // The impact exerts no torque about the point of contact: what a ball's centre gains, its
                // spin loses. The horizontal part belongs to the vertical impulse, which is dropped, but is
                // the same for both balls.
                let (turn, other) = (one.w - before.0.w, two.w - before.1.w);
                assert!((turn - other).norm() <= 1e-12 * (1.0 + one.w.norm()));
                let push = (one.v - before.0.v).flat();
                let about_z = n.flat().cross(push).z - 0.4 * params.radius * turn.z;
                assert!(about_z.abs() <= 1e-12);
                let gain = energy(params.radius, &one) + energy(params.radius, &two)
                    - energy(params.radius, &before.0)
                    - energy(params.radius, &before.1);
                assert!(gain <= 1e-12, "{gain}");
            }
        }
    }

    #[test]
    fn a_full_hit_leaves_the_part_that_restitution_says() {
        let contact = BallContact::new(&Params::default(), BallBall::Coulomb);
        let mut one = Moving { v: Vec2::new(2.0, 0.0), w: Vec3::ZERO };
        let mut two = Moving { v: Vec2::ZERO, w: Vec3::ZERO };
        contact.resolve(&mut one, &mut two, Vec2::new(1.0, 0.0));
        assert!((one.v.x - 0.05).abs() < 1e-15 && (two.v.x - 1.95).abs() < 1e-15);
    }

    /// Gearing: side spin that matches the cut leaves no slip, hence no throw.
    #[test]
    fn gearing_spin_throws_nothing() {
        let params = Params::default();
        let contact = BallContact::new(&params, BallBall::Coulomb);
        let n = Vec2::new(0.75_f64.sqrt(), 0.5);
        let v = Vec2::new(1.0, 0.0);
        // The slip along n.left() is v.n.left() + R wz.
        let w = Vec3::new(0.0, 0.0, -v.dot(n.left()) / params.radius);
        let (mut one, mut two) = (Moving { v, w }, Moving { v: Vec2::ZERO, w: Vec3::ZERO });
        contact.resolve(&mut one, &mut two, n);
        assert!(two.v.dot(n.left()).abs() < 1e-15);
    }
}
