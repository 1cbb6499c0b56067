//! Where the balls lie, and which ways between them are free.

use crate::{Ball, Balls, RADIUS, Spot, View};
use baize_physics::Vec2;

/// The ball's diameter in metres.
pub const DIAMETER: f64 = 2.0 * RADIUS as f64 / 1e6;
/// How far, in metres, a ball may be in the way of another before it counts: rounding is no obstacle.
const SLACK: f64 = 1e-5;

/// Where the balls lie, in metres.
#[derive(Clone, Copy, Debug)]
pub struct Lie {
    /// The balls on the bed, the cue ball included.
    pub on: Balls,
    at: [Vec2; Ball::COUNT],
}

impl Lie {
    /// No ball at all.
    pub const EMPTY: Lie = Lie { on: Balls::NONE, at: [Vec2::ZERO; Ball::COUNT] };

    /// Where the balls lie as a viewer sees them.
    pub fn of(view: &View) -> Lie {
        let mut lie = Lie::EMPTY;
        for (ball, spot) in view.state.balls.iter() {
            lie.put(ball, spot.metres().into());
        }
        lie
    }

    /// Puts a ball at a point.
    pub fn put(&mut self, ball: Ball, at: Vec2) {
        self.on = self.on.with(ball);
        self.at[ball.index()] = at;
    }

    /// The same with the cue ball at a point.
    pub fn with_cue(mut self, at: Vec2) -> Lie {
        self.put(Ball::CUE, at);
        self
    }

    /// Where a ball lies, if it is on the bed.
    pub fn get(&self, ball: Ball) -> Option<Vec2> {
        self.on.contains(ball).then(|| self.at[ball.index()])
    }

    /// Where the cue ball lies.
    pub fn cue(&self) -> Option<Vec2> {
        self.get(Ball::CUE)
    }

    /// The object balls on the bed.
    pub fn objects(&self) -> Balls {
        self.on.without(Ball::CUE)
    }

    /// The ball that must be hit first.
    pub fn target(&self) -> Option<Ball> {
        self.objects().lowest()
    }

    /// The balls and where they lie.
    pub fn iter(&self) -> impl Iterator<Item = (Ball, Vec2)> + '_ {
        self.on.iter().map(|ball| (ball, self.at[ball.index()]))
    }

    /// Whether a ball can go straight from one point to another without meeting any of `others`.
    pub fn is_clear(&self, from: Vec2, to: Vec2, others: Balls) -> bool {
        let way = to - from;
        let length = way.dot(way).max(1e-12);
        others.and(self.on).iter().all(|ball| {
            let there = self.at[ball.index()] - from;
            let share = (there.dot(way) / length).clamp(0.0, 1.0);
            let aside = there - way * share;
            aside.dot(aside) >= (DIAMETER - SLACK) * (DIAMETER - SLACK)
        })
    }

    /// Whether the cue ball may be put down at a point, as far as other balls are concerned.
    pub fn has_room(&self, at: Vec2) -> bool {
        self.objects().iter().all(|ball| (self.at[ball.index()] - at).norm() > DIAMETER + 2e-6)
    }
}

/// The same direction with length one.
pub fn unit(v: Vec2) -> Vec2 {
    v * (1.0 / v.norm().max(1e-9))
}

/// How far `v` points to the left of `along`, times both lengths.
pub fn cross(along: Vec2, v: Vec2) -> f64 {
    along.left().dot(v)
}

/// The direction of a vector in whole microradians, from 0 to just under a full turn.
pub fn aim(to: Vec2) -> i32 {
    turned(libm::atan2(to.y, to.x) * 1e6)
}

/// Microradians brought into the range of an aim.
pub fn turned(microradians: f64) -> i32 {
    let aim = microradians.rem_euclid(2e6 * std::f64::consts::PI).round() as i32;
    if aim > crate::Cue::MOST_AIM { 0 } else { aim }
}

/// The unit vector of an angle in radians.
pub fn direction(angle: f64) -> Vec2 {
    Vec2::new(libm::cos(angle), libm::sin(angle))
}

/// The spot nearest to a point.
pub fn spot(at: Vec2) -> Spot {
    Spot { x: (at.x * 1e6).round() as i32, y: (at.y * 1e6).round() as i32 }
}
