//! Impacts that repeat: bursts between two bodies, and balls that are wedged.
//!
//! A ball that is driven into a corner by its own spin or by another ball hits both sides again and again,
//! and without end if there is no room at all. Such a ball first gets more room, then it stops bouncing, and
//! then it sticks. None of this happens to balls that are merely hit often, as in a break.

use super::spacing::GAP;

/// How an impact is resolved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Bounce {
    /// As the model says.
    Lively,
    /// Without restitution along the normal.
    Dead,
    /// The bodies go on together, and their slip on the cloth is taken away, so that nothing drives them
    /// against each other any more.
    Stuck,
}

/// Two bodies that meet more often than this within [`BURST_TIME`] lose their bounce once; after as many
/// meetings again they stick.
const BURST: u32 = 32;
/// The length of a burst, in seconds.
const BURST_TIME: f64 = 1e-7;

/// Meetings of the same two bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Burst {
    since: f64,
    count: u32,
}

impl Burst {
    pub(super) const NONE: Burst = Burst { since: f64::NEG_INFINITY, count: 0 };

    /// Counts a meeting at the time `t`.
    pub(super) fn add(&mut self, t: f64) -> Bounce {
        if t - self.since > BURST_TIME {
            *self = Burst { since: t, count: 0 };
        }
        self.count += 1;
        match self.count {
            count if count == BURST + 1 => Bounce::Dead,
            count if count > 2 * BURST => {
                self.count = 0;
                Bounce::Stuck
            }
            _ => Bounce::Lively,
        }
    }
}

/// A ball that is hit more often than this within [`CROWDED_TIME`] gets twice as much room.
const CROWDED: u32 = 64;
/// The time over which hits of a ball are counted, in seconds.
const CROWDED_TIME: f64 = 0.1;
/// The number of doublings after which a ball is wedged, so that slow hits stick.
const WEDGED: u32 = 2;
/// The number of doublings after which all hits stick.
const MOST_DOUBLINGS: u32 = 5;
/// The speed below which a hit is slow, in metres per second; a stuck ball slower than this stops.
pub(super) const SLOW: f64 = 0.01;

/// Hits of one ball.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crowd {
    since: f64,
    count: u32,
    doublings: u32,
}

impl Crowd {
    pub(super) const NONE: Crowd = Crowd { since: 0.0, count: 0, doublings: 0 };

    /// Counts a hit at the time `t` with a speed.
    pub(super) fn add(&mut self, t: f64, speed: f64) -> Bounce {
        self.count += 1;
        if t - self.since > CROWDED_TIME {
            *self = Crowd { since: t, count: 0, doublings: self.doublings.saturating_sub(1) };
        } else if self.count > CROWDED {
            *self = Crowd { since: t, count: 0, doublings: (self.doublings + 1).min(MOST_DOUBLINGS) };
        }
        match self.doublings {
            MOST_DOUBLINGS => Bounce::Stuck,
            WEDGED.. if speed < SLOW => Bounce::Stuck,
            _ => Bounce::Lively,
        }
    }

    /// The gap the ball needs before an impact, in metres.
    pub(super) fn gap(&self) -> f64 {
        GAP * f64::from(1_u32 << self.doublings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_dies_and_then_sticks() {
        let mut burst = Burst::NONE;
        let bounces: Vec<Bounce> = (0..130).map(|_| burst.add(1.0)).collect();
        let at =
            |bounce: Bounce| bounces.iter().enumerate().filter(move |(_, b)| **b == bounce).map(|(i, _)| i);
        assert!(at(Bounce::Dead).eq([32, 97]));
        assert!(at(Bounce::Stuck).eq([64, 129]));
        assert!((0..1000).all(|step| burst.add(2.0 + 1e-6 * f64::from(step)) == Bounce::Lively));
    }

    #[test]
    fn a_wedged_ball_gets_room_and_then_sticks() {
        let mut crowd = Crowd::NONE;
        let mut hits = |count: u32, t: f64, speed: f64| {
            let bounces: Vec<Bounce> = (0..count).map(|_| crowd.add(t, speed)).collect();
            (bounces.into_iter().max(), crowd.gap())
        };
        assert_eq!(hits(64, 0.1, 0.001), (Some(Bounce::Lively), GAP));
        assert_eq!(hits(66, 0.1, 0.001), (Some(Bounce::Stuck), 4.0 * GAP));
        assert_eq!(hits(20, 0.1, 1.0), (Some(Bounce::Lively), 4.0 * GAP));
        assert_eq!(hits(1, 1.0, 0.001), (Some(Bounce::Lively), 2.0 * GAP));
        assert_eq!(hits(1, 2.0, 0.001), (Some(Bounce::Lively), GAP));
    }
}
