//! The impact of a ball on a cushion.

mod han;
mod mathavan;
mod stronge;

use crate::collision::{Moving, parting_speed};
use crate::params::{Cushion, Params};
use crate::vector::{Vec2, Vec3};

/// Energy may rise by this share, which can only be rounding.
const ROUNDING: f64 = 1e-14;

/// How a ball and a cushion react to each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CushionContact {
    model: Cushion,
    mass: f64,
    radius: f64,
    restitution: f64,
    friction: f64,
    /// Friction of the bed, onto which a cushion that leans over the ball presses it.
    bed_friction: f64,
    /// Sine and cosine of the angle by which the nose lies above the centre of the ball.
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
        // Coarse steps can give a slow ball more energy than it had, and strange parameters any ball.
        let (before, after) = (self.energy(&hit), self.energy(&left));
        if after > before * (1.0 + ROUNDING) {
            let share = (before / after).sqrt();
            left = Incidence { v: left.v * share, w: left.w * share };
        }
        left.v.x = -parting_speed(hit.v.x, -left.v.x);
        let w = x * left.w.x + y * left.w.y;
        ball.v = x * left.v.x + y * left.v.y;
        ball.w = Vec3::new(w.x, w.y, left.w.z);
    }

    /// Twice the energy per mass.
    fn energy(&self, ball: &Incidence) -> f64 {
        ball.v.dot(ball.v) + 0.4 * self.radius * self.radius * ball.w.dot(ball.w)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soak::Random;

    fn contact(model: Cushion) -> CushionContact {
        CushionContact::new(&Params::default(), model, 0.036_290_25)
    }

    fn random_hit(random: &mut Random) -> (Moving, Vec2) {
        let angle = random.between(0.0, std::f64::consts::TAU);
        let n = Vec2::new(libm::cos(angle), libm::sin(angle));
        let mut part = |most: f64| random.between(-most, most);
        let v = n * -part(8.0).abs() + n.left() * part(8.0);
        (Moving { v, w: Vec3::new(part(200.0), part(200.0), part(200.0)) }, n)
    }

    #[test]
    fn a_ball_always_leaves_and_never_gains_energy() {
        let mut random = Random::new(6);
        for (model, hits) in [
            (Cushion::Han, 20_000),
            (Cushion::Stronge, 20_000),
            (Cushion::Mathavan, 1000),
            (Cushion::Ideal, 20_000),
        ] {
            let contact = contact(model);
            for _ in 0..hits {
                let (mut ball, n) = random_hit(&mut random);
                let energy = |ball: &Moving| contact.energy(&Incidence { v: ball.v, w: ball.w });
                let before = energy(&ball);
                contact.resolve(&mut ball, n, 0.028_575);
                assert!(energy(&ball) <= before * (1.0 + 1e-12), "{model:?}");
                assert!(ball.v.dot(n) > 0.0, "{model:?}");
            }
        }
    }

    #[test]
    fn a_mirror_leaves_the_spin_alone() {
        let mut ball = Moving { v: Vec2::new(3.0, 1.0), w: Vec3::new(1.0, 2.0, 3.0) };
        contact(Cushion::Ideal).resolve(&mut ball, Vec2::new(-1.0, 0.0), 0.028_575);
        assert_eq!(ball, Moving { v: Vec2::new(-3.0, 1.0), w: Vec3::new(1.0, 2.0, 3.0) });
    }

    /// Where friction just suffices to stop the slip, both branches of Han's formula give the same.
    #[test]
    fn han_is_continuous_where_its_branches_meet() {
        let contact = contact(Cushion::Han);
        let after = |w: f64| {
            let mut ball = Moving { v: Vec2::new(1.0, 0.0), w: Vec3::new(0.0, 0.0, w) };
            contact.resolve(&mut ball, Vec2::new(-1.0, 0.0), 0.028_575);
            ball
        };
        // 2/7 of the slip is mu (1 + e) times the normal speed.
        let normal = 1.85 * contact.cos;
        let slip = 3.5 * 0.2 * normal;
        let side = (slip * slip - contact.sin * contact.sin).sqrt();
        let edge = side / (0.028_575 * contact.cos);
        let (one, two) = (after(edge * (1.0 - 1e-9)), after(edge * (1.0 + 1e-9)));
        assert!((one.v - two.v).norm() < 1e-8 && (one.w - two.w).norm() < 1e-6);
    }

    /// The three regimes of Stronge's theory join without a jump, and the middle one can reverse the slip.
    #[test]
    fn stronge_is_continuous_and_can_reverse_the_slip() {
        let contact = contact(Cushion::Stronge);
        let slip_after = |wz: f64| {
            let hit = Incidence { v: Vec2::new(1.0, 0.0), w: Vec3::new(0.0, -contact.sin / 0.028_575, wz) };
            let left = contact.stronge(hit, 0.028_575);
            left.v.y + 0.028_575 * left.w.z
        };
        let mut reversed = false;
        let mut last = slip_after(0.001);
        for step in 1..4000 {
            let next = slip_after(0.001 + 0.02 * f64::from(step));
            assert!((next - last).abs() < 0.01, "at {step}");
            reversed |= next < -0.01;
            last = next;
        }
        assert!(reversed);
    }
}
