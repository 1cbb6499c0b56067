//! The physical parameters of balls, cloth, cushions and cue, and the theories of impact.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Physical parameters, in SI units. The default is a pool ball on a common cloth.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Params {
    /// Gravity.
    pub g: f64,
    /// Mass of a ball.
    pub mass: f64,
    /// Radius of a ball.
    pub radius: f64,
    /// Friction of a ball sliding over the cloth.
    pub mu_slide: f64,
    /// Resistance to rolling.
    pub mu_roll: f64,
    /// Resistance to spinning about the vertical.
    pub mu_spin: f64,
    /// Share of the normal speed left after two balls collide.
    pub ball_restitution: f64,
    /// `a`, `b` and `c` of the friction `a + b exp(-c v)` between two balls whose surfaces slip at `v`.
    pub ball_friction: [f64; 3],
    /// Share of the normal speed left after a cushion.
    pub cushion_restitution: f64,
    /// Friction between ball and cushion.
    pub cushion_friction: f64,
    /// Mass of the cue.
    pub cue_mass: f64,
    /// Effective mass of the end of the cue, which makes a ball hit off centre squirt.
    pub end_mass: f64,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            g: 9.81,
            mass: 0.170_097,
            radius: 0.028_575,
            mu_slide: 0.2,
            mu_roll: 0.01,
            mu_spin: 0.012_7,
            ball_restitution: 0.95,
            ball_friction: [0.009_951, 0.108, 1.088],
            cushion_restitution: 0.85,
            cushion_friction: 0.2,
            cue_mass: 0.567,
            end_mass: 0.170_097 / 30.0,
        }
    }
}

/// Which theory is used for each kind of impact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Models {
    /// Ball and cushion.
    pub cushion: Cushion,
    /// Ball and ball.
    pub ball_ball: BallBall,
    /// Whether side spin pushes the cue ball off the line of aim.
    pub squirt: Squirt,
}

/// How the impact of a ball on a cushion is modelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Cushion {
    /// Han 2005, corrected: an impulse with friction at the nose, in closed form.
    #[default]
    Han,
    /// Mathavan 2010: the impact in small steps of impulse, with friction at the nose and at the bed.
    Mathavan,
    /// Stronge's compliant contact: springs along and across the normal, which may stick and snap back.
    Stronge,
    /// A mirror that leaves the spin alone.
    Ideal,
}

/// How the impact of two balls is modelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BallBall {
    /// Friction is limited by the normal impulse.
    #[default]
    Coulomb,
    /// Friction is limited by the speed of separation, as in pooltool 0.6.0, for comparison with its data.
    Separation,
    /// Elastic and without friction.
    Ideal,
}

/// Whether a ball hit off centre leaves the line of aim. `true` or `false` on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(from = "bool", into = "bool")]
pub enum Squirt {
    /// It does, by an amount that follows from the end mass of the cue.
    #[default]
    On,
    /// It does not.
    Off,
}

impl From<bool> for Squirt {
    fn from(on: bool) -> Squirt {
        if on { Squirt::On } else { Squirt::Off }
    }
}

impl From<Squirt> for bool {
    fn from(squirt: Squirt) -> bool {
        squirt == Squirt::On
    }
}
