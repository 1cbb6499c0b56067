//! Aiming: which direction of the cue sends the first ball along a line, allowing for squirt, swerve, throw
//! and roll.

use super::lie::{DIAMETER, Lie, aim, cross, turned, unit};
use super::lines::Line;
use crate::{Ball, Cue};
use baize_physics::{EventKind, Interval, Simulator, Vec2};

/// How many tries are made, and how near, in metres, is near enough.
const TRIES: u32 = 5;
const NEAR: f64 = 5e-4;

/// The stroke with the direction that sends the ball along the line; `None` if no direction does. Only the
/// two balls are simulated, and only until they meet, which costs next to nothing. The simulator itself is
/// the model, so no effect is left out.
pub fn solve(simulator: &mut Simulator, lie: &Lie, line: &Line, stroke: Cue) -> Option<Cue> {
    let (cue, at) = (lie.cue()?, lie.get(line.ball)?);
    let (ghost, length, fullness) = line.approach(lie, cue)?;
    let mut turn = -squirt(simulator, stroke);
    let straight = f64::from(aim(ghost - cue));
    // Turning the cue to the left sends the ball to the right.
    let mut gain = -length / (DIAMETER * fullness.max(0.1));
    let mut last = None::<(f64, f64)>;
    for _ in 0..TRIES {
        let tried = Cue { aim_urad: turned(straight + turn * 1e6), ..stroke };
        let off = deviation(simulator, [cue, at], line, tried)?;
        if off.abs() * line.way < NEAR {
            return Some(tried);
        }
        if let Some((turn_before, off_before)) = last
            && (turn - turn_before).abs() > 1e-7
        {
            let measured = (off - off_before) / (turn - turn_before);
            if measured < 0.3 * gain && measured > 3.0 * gain {
                gain = measured;
            }
        }
        last = Some((turn, off));
        turn -= off / gain;
    }
    None
}

/// How far to the left of the aim the cue ball starts, in radians.
fn squirt(simulator: &mut Simulator, stroke: Cue) -> f64 {
    let level = Cue { aim_urad: 0, ..stroke };
    let v = baize_physics::Cue::from(level).strike(simulator.params(), simulator.models().squirt).v;
    libm::atan2(v.y, v.x)
}

/// How far to the left of the line the ball goes, in radians.
fn deviation(simulator: &mut Simulator, [cue, at]: [Vec2; 2], line: &Line, stroke: Cue) -> Option<f64> {
    let number = line.ball.number();
    let bodies = [baize_physics::Ball::at(Ball::CUE.number(), cue), baize_physics::Ball::at(number, at)];
    let mut has_met = false;
    let until = |kind: EventKind| {
        has_met = matches!(kind, EventKind::Collision(..));
        has_met || matches!(kind, EventKind::Cushion(..) | EventKind::Pot(..))
    };
    simulator.shoot_until(&bodies, &stroke.into(), until).ok()?;
    let path = has_met.then(|| simulator.path(number))??;
    let there = through(path, line.to) - at;
    let wanted = line.to - at;
    Some(libm::atan2(cross(wanted, there), wanted.dot(there)))
}

/// Where a ball on this path is once it has come as far as `to`: it may curve while it slides, then it rolls
/// straight.
fn through(path: &Interval, to: Vec2) -> Vec2 {
    let end = path.position(path.until);
    let slid = end - path.c;
    let way = to - path.c;
    if slid.dot(slid) >= way.dot(way) {
        return path.c + unit(slid) * way.norm();
    }
    let rolls = unit(path.velocity(path.until));
    end + rolls * (to - end).dot(rolls)
}
