//! Stronge's compliant impact: a spring along the normal and a weaker one across it.
//!
//! Time is measured so that the normal spring swings at frequency one: compression lasts a quarter swing, and
//! restitution, with the same force but `e` times as long, ends the impact. Velocities are in units of the
//! approach speed. Then, with the normal force `N(t)`, the slip `s` of the ball's surface and the stretch `x`
//! of the tangential spring,
//!
//! - while the contact sticks, `x' = s` and `s' = -k^2 x`, where `k` is the frequency ratio;
//! - while it slips, the spring force is at the limit of friction: `x = mu h N` and `s' = -(7/2) mu N`, where
//!   `h = (7/2) / k^2` is how much softer the tangential spring is.
//!
//! A slow contact sticks at once, a fast one slips to the end, and one in between slips, sticks, and slips
//! back when the normal force fades. The stretched spring can reverse the slip, which no model without
//! compliance does.

use super::{CushionContact, Incidence};
use crate::vector::{Vec2, Vec3};
use std::f64::consts::FRAC_PI_2;

/// Frequency of the tangential spring over that of the normal spring.
const FREQUENCY_RATIO: f64 = 1.8;
/// Slip gained per tangential impulse: a ball gives way by moving and by turning.
const GIVE: f64 = 3.5;
/// How much softer the tangential spring is.
const SOFTNESS: f64 = GIVE / (FREQUENCY_RATIO * FREQUENCY_RATIO);
/// The least duration of restitution, as a share of that of compression.
const LEAST_RESTITUTION: f64 = 1e-3;

impl CushionContact {
    /// Resolves an impact along the line from the nose to the centre of the ball, which is at the horizontal
    /// distance `reach`. A rounded tip counts as an upright axis, as in the reference.
    pub(super) fn stronge(&self, hit: Incidence, reach: f64) -> Incidence {
        let Incidence { mut v, mut w } = hit;
        let r = self.radius;
        let rise = r * self.sin / reach;
        let slant = (1.0 + rise * rise).sqrt();
        let (sin, cos) = (rise / slant, 1.0 / slant);
        let approach = v.x * cos;
        // Slip of the surface at the nose: downwards and forwards along the cushion face, and along the cushion.
        let slip = Vec2::new(v.x * sin + r * w.y, v.y + r * (w.z * cos - w.x * sin));
        let speed = slip.norm();
        v.x -= (1.0 + self.restitution) * approach * cos;
        if speed > 0.0 && approach > 0.0 {
            let impact = Impact { mu: self.friction, e: self.restitution.max(LEAST_RESTITUTION) };
            let change = impact.final_slip(speed / approach) * approach - speed;
            let push = slip * (change / (GIVE * speed));
            v += Vec2::new(push.x * sin, push.y);
            w += Vec3::new(-push.y * sin, push.x, push.y * cos) * (2.5 / r);
        }
        Incidence { v, w }
    }
}

/// Friction and restitution of an impact.
struct Impact {
    mu: f64,
    e: f64,
}

impl Impact {
    /// The slip after an impact that begins with the slip `s`.
    fn final_slip(&self, s: f64) -> f64 {
        let Impact { mu, e } = *self;
        if s < mu * SOFTNESS {
            return self.after_sticking(0.0, 0.0, s);
        }
        if s >= mu * ((1.0 + e) * GIVE - SOFTNESS / e) {
            return s - mu * GIVE * (1.0 + e);
        }
        // The contact begins to stick when the spring relaxes as fast as the ball slips.
        let lack = s / mu - GIVE;
        let t = if lack <= 0.0 {
            libm::acos((lack / (SOFTNESS - GIVE)).clamp(-1.0, 1.0))
        } else {
            let phase = libm::acos((lack / (SOFTNESS / e - e * GIVE)).clamp(-1.0, 1.0));
            FRAC_PI_2 + e * (phase - FRAC_PI_2)
        };
        let phase = self.phase(t);
        let pressed = if t <= FRAC_PI_2 { 1.0 - libm::cos(phase) } else { 1.0 - e * libm::cos(phase) };
        self.after_sticking(t, mu * SOFTNESS * libm::sin(phase), s - mu * GIVE * pressed)
    }

    /// The slip after an impact whose contact sticks from the time `t` on, at which the stretch is `x` and
    /// the slip `s`.
    fn after_sticking(&self, t: f64, x: f64, s: f64) -> f64 {
        let spring = |later: f64| {
            let angle = FREQUENCY_RATIO * (later - t);
            let (sin, cos) = (libm::sin(angle), libm::cos(angle));
            (x * cos + s * sin / FREQUENCY_RATIO, s * cos - FREQUENCY_RATIO * x * sin)
        };
        let spare = |later: f64| self.mu * SOFTNESS * libm::sin(self.phase(later)) - spring(later).0.abs();
        // The contact holds at least until the force begins to fade, and gives way before it is gone.
        let mut low = t.max(FRAC_PI_2);
        let mut high = FRAC_PI_2 * (1.0 + self.e);
        while low < 0.5 * (low + high) && 0.5 * (low + high) < high {
            let middle = 0.5 * (low + high);
            if spare(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let (stretch, slip) = spring(low);
        let left = self.mu * GIVE * self.e * (1.0 + libm::cos(self.phase(low)));
        if stretch > 0.0 { slip - left } else { slip + left }
    }

    /// Angle whose sine is the normal force.
    fn phase(&self, t: f64) -> f64 {
        if t <= FRAC_PI_2 { t } else { FRAC_PI_2 + (t - FRAC_PI_2) / self.e }
    }
}
