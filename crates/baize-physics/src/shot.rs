//! The parts of a simulated shot.

use crate::cue::Strike;
use crate::motion::{Interval, State};
use crate::vector::{Vec2, Vec3};
use serde::{Deserialize, Serialize};

/// A ball before a shot. The cue ball has id 0; otherwise ids only decide the order of simultaneous events.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ball {
    /// Number of the ball.
    pub id: u8,
    /// Centre.
    pub r: Vec2,
    /// Velocity of the centre.
    pub v: Vec2,
    /// Spin.
    pub w: Vec3,
}

impl Ball {
    /// A ball at rest.
    pub fn at(id: u8, r: impl Into<Vec2>) -> Ball {
        Ball { id, r: r.into(), v: Vec2::ZERO, w: Vec3::ZERO }
    }
}

/// Something that happened at the time `t`, in seconds after the stroke.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ShotEvent {
    /// When.
    pub t: f64,
    /// What.
    pub kind: EventKind,
}

/// What happened. Balls are named by their ids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// The cue hit this ball.
    Strike(u8),
    /// Two balls hit each other; the lower id comes first.
    Collision(u8, u8),
    /// A ball hit a cushion.
    Cushion(u8, Face),
    /// A ball fell into the pocket with this index in the table's list.
    Pot(u8, u8),
    /// A ball changed to another kind of motion by itself.
    Transition(u8, State),
}

/// A place on the cushions, as an index into the table's lists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Face {
    /// A straight face.
    Segment(u8),
    /// A jaw tip.
    Tip(u8),
}

/// Where a ball was left by a shot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rest {
    /// Number of the ball.
    pub id: u8,
    /// Centre; for a pocketed ball, the place where it was captured.
    pub r: Vec2,
    /// Index of the pocket it fell into.
    pub pocket: Option<u8>,
}

/// How one ball moved during a shot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Motion {
    /// Number of the ball.
    pub id: u8,
    /// In order of time, without gaps, from the stroke until the end of the shot or until the ball is
    /// pocketed. Where bodies meet, the centre may jump by a few [`GAP`](crate::GAP)s.
    pub intervals: Vec<Interval>,
}

impl Motion {
    /// The interval that describes the time `t`; the last one also describes all later times.
    pub fn interval_at(&self, t: f64) -> Option<&Interval> {
        let next = self.intervals.partition_point(|interval| interval.from <= t);
        self.intervals.get(next.saturating_sub(1))
    }
}

/// A whole shot.
#[derive(Clone, PartialEq, Debug)]
pub struct Shot {
    /// The struck ball just after the stroke; absent if nothing was struck.
    pub strike: Option<Strike>,
    /// Everything that happened, in order.
    pub events: Vec<ShotEvent>,
    /// One entry per ball, in order of ids.
    pub motion: Vec<Motion>,
    /// One entry per ball, in order of ids.
    pub end: Vec<Rest>,
    /// When the last ball stopped moving over the bed; balls may have gone on spinning in place.
    pub settled: f64,
    /// When everything was over.
    pub seconds: f64,
}
