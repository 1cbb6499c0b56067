//! What the simulator reports and the judge reads: the list of things that happened in a shot.

use crate::Ball;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One thing that happened in a shot. Times are seconds after the strike.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
pub enum Happening {
    /// Two balls hit each other.
    Collision {
        /// One of them.
        a: Ball,
        /// The other.
        b: Ball,
        /// When.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        t: Option<f64>,
    },
    /// A ball hits a rail, a jaw or the tip of a jaw.
    Cushion {
        /// The ball.
        a: Ball,
        /// When.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        t: Option<f64>,
        /// It lay against this cushion before the shot and has not left it since.
        #[serde(default, skip_serializing_if = "is_false")]
        frozen: bool,
    },
    /// A ball drops.
    Pot {
        /// The ball.
        a: Ball,
        /// Where.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pocket: Option<Pocket>,
        /// When.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        t: Option<f64>,
    },
    /// A ball leaves the table. Our simulator keeps balls on the bed; others may not.
    OffTable {
        /// The ball.
        a: Ball,
        /// When.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        t: Option<f64>,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// One of the six pockets: head, middle or foot, left or right as seen from the head.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Pocket {
    /// Head left.
    Hl,
    /// Head right.
    Hr,
    /// Middle left.
    Ml,
    /// Middle right.
    Mr,
    /// Foot left.
    Fl,
    /// Foot right.
    Fr,
}

impl Pocket {
    /// All six.
    pub const ALL: [Pocket; 6] = [Pocket::Hl, Pocket::Hr, Pocket::Ml, Pocket::Mr, Pocket::Fl, Pocket::Fr];

    /// The two letters.
    pub const fn id(self) -> &'static str {
        match self {
            Pocket::Hl => "HL",
            Pocket::Hr => "HR",
            Pocket::Ml => "ML",
            Pocket::Mr => "MR",
            Pocket::Fl => "FL",
            Pocket::Fr => "FR",
        }
    }

    /// The pocket with these letters.
    pub fn named(id: &str) -> Option<Pocket> {
        Pocket::ALL.into_iter().find(|pocket| pocket.id() == id)
    }
}

/// "foot left".
impl fmt::Display for Pocket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Pocket::Hl => "head left",
            Pocket::Hr => "head right",
            Pocket::Ml => "middle left",
            Pocket::Mr => "middle right",
            Pocket::Fl => "foot left",
            Pocket::Fr => "foot right",
        })
    }
}

/// "The cue ball" at the beginning of a sentence.
pub(crate) struct Subject(pub(crate) Ball);

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == Ball::CUE { f.write_str("The cue ball") } else { write!(f, "The {}", self.0.number()) }
    }
}

impl fmt::Display for Happening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Happening::Collision { a, b, .. } => write!(f, "{} hits {b}.", Subject(*a)),
            Happening::Cushion { a, .. } => write!(f, "{} hits a cushion.", Subject(*a)),
            Happening::Pot { a, pocket: Some(pocket), .. } => {
                write!(f, "{} drops, {pocket}.", Subject(*a))
            }
            Happening::Pot { a, pocket: None, .. } => write!(f, "{} drops.", Subject(*a)),
            Happening::OffTable { a, .. } => write!(f, "{} leaves the table.", Subject(*a)),
        }
    }
}
