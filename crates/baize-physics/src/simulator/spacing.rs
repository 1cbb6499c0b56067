//! Setting touching bodies a hair's breadth apart before an impact is resolved.
//!
//! Rounding leaves touching bodies slightly inside each other or slightly apart. Before an impact is resolved
//! they are moved back to where they were [`GAP`] apart, so that the next prediction starts from a clean
//! position. Without a gap a ball that its own spin drives on would bounce off its neighbour without end.

use super::Simulator;
use crate::motion::State;
use crate::obstacles::Touch;
use crate::shot::Face;
use crate::vector::Vec2;

/// How far apart two bodies are set before their impact is resolved, in metres.
pub const GAP: f64 = 1e-6;
/// Moving back may displace a ball at a cushion by this many gaps, and colliding balls by twice as many. When
/// bodies graze each other it would take more, so they are set straight apart instead.
const MOST_GAPS: f64 = 5.0;
/// The shares of the gap that are tried: where there is not enough room, a part of it will do.
const SHARES: [f64; 4] = [1.0, 0.25, 0.0625, 0.015_625];
/// The least slope, relative to the body it hit, at which a wedged ball may be moved away.
const LEAST_SLOPE: f64 = 0.05;
/// A place this far inside a cushion, in metres, is still free: that can only be rounding.
const ROUNDING: f64 = 1e-12;

impl Simulator {
    /// Where a ball that touches a cushion is put: back along its path, or straight off the cushion, or
    /// wherever it can go.
    pub(super) fn off_cushion(&self, ball: usize, face: Face, r: Vec2, v: Vec2) -> Vec2 {
        let room = self.bodies[ball].crowd.gap();
        let Touch { normal, reach, gap } = self.obstacles.touch(face, r);
        let closing = -v.dot(normal);
        let lack = room - gap;
        let time = match face {
            Face::Segment(_) => lack / closing,
            Face::Tip(_) => time_back(v.dot(v), closing * reach, lack * (2.0 * reach + lack)),
        };
        let back = v * time;
        let back = (closing > 0.0 && back.norm() <= MOST_GAPS * room).then_some(r - back);
        let aside = SHARES.iter().map(|share| r + normal * (share * lack));
        let out = SHARES.iter().map(|share| self.way_out(ball, r, normal, share * lack));
        let free = |place: &Vec2| self.is_free([ball, ball], r, *place);
        back.into_iter().chain(aside).chain(out).find(free).unwrap_or(r)
    }

    /// Where two balls that touch each other are put: both back along their paths, or both straight apart, or
    /// one of them alone, straight or wherever it can go.
    pub(super) fn apart(&self, balls: [usize; 2], r: [Vec2; 2], v: [Vec2; 2]) -> [Vec2; 2] {
        let room = balls.map(|ball| self.bodies[ball].crowd.gap());
        let room = room[0].max(room[1]);
        let between = r[1] - r[0];
        let distance = between.norm();
        let target = 2.0 * self.params.radius + room;
        let lack = target - distance;
        let apart = v[1] - v[0];
        let time = time_back(apart.dot(apart), -apart.dot(between), lack * (target + distance));
        let furthest = v[0].norm().max(v[1].norm()) * time.abs();
        let back = (furthest <= 2.0 * MOST_GAPS * room).then_some([r[0] - v[0] * time, r[1] - v[1] * time]);
        let aside = SHARES.iter().flat_map(|share| {
            let push = between * (share * lack / distance);
            let half = push * 0.5;
            [[r[0] - half, r[1] + half], [r[0] - push, r[1]], [r[0], r[1] + push]]
        });
        let out = SHARES.iter().flat_map(|share| {
            let n = between * (1.0 / distance);
            let one = self.way_out(balls[0], r[0], -n, share * lack);
            let two = self.way_out(balls[1], r[1], n, share * lack);
            [[one, r[1]], [r[0], two]]
        });
        let free =
            |place: &[Vec2; 2]| self.is_free(balls, r[0], place[0]) && self.is_free(balls, r[1], place[1]);
        back.into_iter().chain(aside).chain(out).find(free).unwrap_or(r)
    }

    /// Where a wedged ball finds room: away from everything it touches, until it is `lack` further from the
    /// body to which `normal` belongs.
    fn way_out(&self, ball: usize, r: Vec2, normal: Vec2, lack: f64) -> Vec2 {
        let near = 2.0 * self.params.radius + 2.0 * lack;
        let mut out = Vec2::ZERO;
        for (index, body) in self.bodies.iter().enumerate() {
            let apart = r - body.path.position(self.now);
            let distance = apart.norm();
            if index != ball && body.path.state != State::Pocketed && distance < near {
                out += apart * (1.0 / distance);
            }
        }
        for face in self.obstacles.touched(r, 2.0 * lack) {
            out += self.obstacles.touch(face, r).normal;
        }
        let slope = out.dot(normal) / out.norm();
        if slope > LEAST_SLOPE { r + out * (lack / (slope * out.norm())) } else { r }
    }

    /// Whether a ball can be moved from `from` to `to` without getting into a cushion or into any ball that
    /// is not one of `balls`.
    fn is_free(&self, balls: [usize; 2], from: Vec2, to: Vec2) -> bool {
        if from == to {
            return true;
        }
        let touching = 2.0 * self.params.radius;
        let blocked = self.bodies.iter().enumerate().any(|(index, body)| {
            if balls.contains(&index) || body.path.state == State::Pocketed {
                return false;
            }
            let other = body.path.position(self.now);
            let (before, after) = (other - from, other - to);
            let after = after.dot(after);
            after < touching * touching && after < before.dot(before)
        });
        if blocked {
            return false;
        }
        let clearance = self.obstacles.clearance(to);
        clearance >= -ROUNDING || clearance >= self.obstacles.clearance(from)
    }
}

/// How long ago a moving point was far enough out: `closing` is its approach times its distance, `lack` how
/// much its squared distance falls short.
fn time_back(speed_squared: f64, closing: f64, lack: f64) -> f64 {
    lack / (closing + (closing * closing + speed_squared * lack).max(0.0).sqrt())
}
