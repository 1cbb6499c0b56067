//! How a ball moves when nothing touches it: in closed form, one parabola at a time.

use crate::params::Params;
use crate::vector::{Vec2, Vec3};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a ball is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "SimulatedState")]
pub enum State {
    /// Lying still.
    Stationary,
    /// Turning about the vertical in one place.
    Spinning,
    /// Moving with its lowest point slipping over the cloth.
    Sliding,
    /// Moving with its lowest point at rest on the cloth.
    Rolling,
    /// Gone into a pocket.
    Pocketed,
}

/// Slip below this, in metres per second, counts as none: its direction would be noise.
const NO_SLIP: f64 = 1e-12;
/// A ball slower than this, in metres per second, counts as still. The limit is below that of slip, so that a
/// ball set in motion by a slow one does not lose measurable momentum.
const STILL: f64 = 1e-14;
/// Spin below this, in radians per second, counts as none.
const NO_SPIN: f64 = 1e-12;

/// A piece of motion in closed form: with `s = t - from`, the centre is at `a s^2 + b s + c` and the spin is
/// `w + dw s`, except that the vertical part of the spin stays at zero once it gets there.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interval {
    /// What the ball is doing.
    pub state: State,
    /// When it begins.
    pub from: f64,
    /// When it ends.
    pub until: f64,
    /// Half the acceleration.
    pub a: Vec2,
    /// Velocity at the beginning.
    pub b: Vec2,
    /// Centre at the beginning.
    pub c: Vec2,
    /// Spin at the beginning.
    pub w: Vec3,
    /// Change of the spin per second.
    pub dw: Vec3,
}

impl Interval {
    /// The centre at the time `t`.
    pub fn position(&self, t: f64) -> Vec2 {
        let s = t - self.from;
        (self.a * s + self.b) * s + self.c
    }

    /// The velocity at the time `t`.
    pub fn velocity(&self, t: f64) -> Vec2 {
        self.a * (2.0 * (t - self.from)) + self.b
    }

    /// The spin at the time `t`.
    pub fn spin(&self, t: f64) -> Vec3 {
        let mut w = self.w + self.dw * (t - self.from);
        if w.z * self.w.z <= 0.0 {
            w.z = 0.0;
        }
        w
    }

    /// Whether the centre moves.
    pub fn translates(&self) -> bool {
        matches!(self.state, State::Sliding | State::Rolling)
    }
}

/// Rates at which the cloth changes the motion of a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cloth {
    pub(crate) radius: f64,
    /// Deceleration of a sliding ball.
    slide: f64,
    /// Deceleration of a rolling ball.
    roll: f64,
    /// Change per second of the spin of a sliding ball about the horizontal.
    twist: f64,
    /// Change per second of the spin about the vertical.
    spin: f64,
}

impl Cloth {
    pub(crate) fn new(params: &Params) -> Cloth {
        let per_radius = 2.5 * params.g / params.radius;
        Cloth {
            radius: params.radius,
            slide: params.mu_slide * params.g,
            roll: params.mu_roll * params.g,
            twist: params.mu_slide * per_radius,
            spin: params.mu_spin * per_radius,
        }
    }

    /// The free motion of a ball that is at `r` at the time `t` with this velocity and spin.
    pub(crate) fn set_off(&self, t: f64, r: Vec2, v: Vec2, w: Vec3) -> Interval {
        let slip = self.slip(v, w);
        let speed = slip.norm();
        if speed < NO_SLIP {
            return self.roll_off(t, r, v, w.z);
        }
        let e = slip * (1.0 / speed);
        let twist = e.left() * self.twist;
        Interval {
            state: State::Sliding,
            from: t,
            until: t + speed / (3.5 * self.slide),
            a: e * (-0.5 * self.slide),
            b: v,
            c: r,
            w,
            dw: Vec3::new(twist.x, twist.y, self.spin_loss(w.z)),
        }
    }

    /// The share of its speed at which a ball can roll at once without gaining energy.
    pub(crate) fn rolling_share(&self, v: Vec2, w: Vec3) -> f64 {
        let speed = v.dot(v);
        if speed == 0.0 {
            return 0.0;
        }
        let w = w.plane();
        let energy = speed + 0.4 * self.radius * self.radius * w.dot(w);
        (energy / (1.4 * speed)).sqrt().min(1.0)
    }

    fn slip(&self, v: Vec2, w: Vec3) -> Vec2 {
        Vec2::new(v.x - self.radius * w.y, v.y + self.radius * w.x)
    }

    /// The same for a ball that does not slip, whose spin about the horizontal follows from its velocity.
    pub(crate) fn roll_off(&self, t: f64, r: Vec2, v: Vec2, wz: f64) -> Interval {
        let speed = v.norm();
        if speed < STILL {
            return self.spin_off(t, r, wz);
        }
        let half = v * (-0.5 * self.roll / speed);
        let dw = self.rolling_spin(half * 2.0, self.spin_loss(wz));
        Interval {
            state: State::Rolling,
            from: t,
            until: t + speed / self.roll,
            a: half,
            b: v,
            c: r,
            w: self.rolling_spin(v, wz),
            dw,
        }
    }

    /// The same for a ball that stays where it is.
    fn spin_off(&self, t: f64, r: Vec2, wz: f64) -> Interval {
        let (state, until, wz) = if wz.abs() < NO_SPIN {
            (State::Stationary, f64::INFINITY, 0.0)
        } else {
            (State::Spinning, t + wz.abs() / self.spin, wz)
        };
        let w = Vec3::new(0.0, 0.0, wz);
        let dw = Vec3::new(0.0, 0.0, self.spin_loss(wz));
        Interval { state, from: t, until, a: Vec2::ZERO, b: Vec2::ZERO, c: r, w, dw }
    }

    /// The motion that follows when an interval runs to its end. Quantities that vanish there become exactly
    /// zero.
    pub(crate) fn transition(&self, path: &Interval) -> Interval {
        let t = path.until;
        let r = path.position(t);
        let wz = path.spin(t).z;
        match path.state {
            State::Sliding => self.roll_off(t, r, path.velocity(t), wz),
            State::Rolling => self.spin_off(t, r, wz),
            State::Spinning | State::Stationary | State::Pocketed => self.spin_off(t, r, 0.0),
        }
    }

    fn rolling_spin(&self, v: Vec2, wz: f64) -> Vec3 {
        Vec3::new(-v.y / self.radius, v.x / self.radius, wz)
    }

    fn spin_loss(&self, wz: f64) -> f64 {
        if wz > 0.0 {
            -self.spin
        } else if wz < 0.0 {
            self.spin
        } else {
            0.0
        }
    }
}
