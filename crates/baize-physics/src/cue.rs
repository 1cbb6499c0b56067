//! The cue and what it does to the ball it strikes.

use crate::params::{Params, Squirt};
use crate::vector::{Vec2, Vec3};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One stroke of the cue.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SimulatedCue")]
pub struct Cue {
    /// Speed of the cue, metres per second.
    pub v0: f64,
    /// Direction of aim, radians from plus x towards plus y, in `[0, 2 pi)`.
    pub phi: f64,
    /// Elevation of the butt, radians.
    pub theta: f64,
    /// Tip offset to the left, in ball radii, seen along the cue.
    pub a: f64,
    /// Tip offset upwards, in ball radii.
    pub b: f64,
}

/// The struck ball just after the stroke.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Strike {
    /// Velocity of the centre.
    pub v: Vec2,
    /// Spin.
    pub w: Vec3,
}

impl Cue {
    /// The fastest cue.
    pub const MAX_SPEED: f64 = 12.0;
    /// The steepest cue: 70 degrees.
    pub const MAX_ELEVATION: f64 = 70.0 * (std::f64::consts::PI / 180.0);
    /// The largest `a^2 + b^2`, beyond which the tip slips off the ball.
    pub const MAX_OFFSET_SQUARED: f64 = 0.25;

    /// The motion that the stroke gives to a ball at rest. Bounds are not checked.
    pub fn strike(&self, params: &Params, squirt: Squirt) -> Strike {
        self.strike_along(Vec2::new(libm::cos(self.phi), libm::sin(self.phi)), params, squirt)
    }

    /// The same for an aim given as a unit vector instead of `phi`.
    pub fn strike_along(&self, aim: Vec2, params: &Params, squirt: Squirt) -> Strike {
        let Cue { v0, theta, a, b, .. } = *self;
        let (sin, cos) = (libm::sin(theta), libm::cos(theta));
        let speed = 2.0 * v0 / (1.0 + params.mass / params.cue_mass + 2.5 * (a * a + b * b));
        let left = aim.left();
        let spin = 2.5 * speed / params.radius;
        let w = (left * b - aim * (a * sin)).flat() - Vec3::new(0.0, 0.0, a * cos);
        // The squirt angle is that of the vector (ahead, aside), so it need not be computed.
        let ahead = 1.0 + params.mass / params.end_mass + 2.5 * (1.0 - a * a);
        let aside = match squirt {
            Squirt::On => -2.5 * a * (1.0 - a * a).sqrt(),
            Squirt::Off => 0.0,
        };
        let length = (ahead * ahead + aside * aside).sqrt();
        let direction = aim * (ahead / length) + left * (aside / length);
        Strike { v: direction * (speed * cos), w: w * spin }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squirt_is_the_published_angle() {
        let cue = Cue { v0: 2.0, phi: 0.0, theta: 0.0, a: 0.5, b: 0.0 };
        let v = cue.strike(&Params::default(), Squirt::On).v;
        let degrees = libm::atan2(-v.y, v.x).to_degrees();
        assert!((degrees - 1.89).abs() < 0.005, "{degrees}");
    }

    #[test]
    fn two_fifths_above_the_centre_rolls_at_once() {
        let cue = Cue { v0: 2.0, phi: 0.0, theta: 0.0, a: 0.0, b: 0.4 };
        let params = Params::default();
        let strike = cue.strike(&params, Squirt::On);
        assert!((strike.v.x - params.radius * strike.w.y).abs() < 1e-15);
    }
}
