//! Bounds of everything that goes into a simulation.

use crate::cue::Cue;
use crate::error::Error;
use crate::obstacles::Obstacles;
use crate::params::Params;
use crate::shot::Ball;
use crate::table::PoolTable;
use crate::vector::Vec2;

/// The most balls in one simulation.
pub const MAX_BALLS: usize = 16;
/// The most segments, tips or pockets of a table, each.
pub const MAX_FACES: usize = 64;
/// Bodies that overlap by at most this much, in metres, count as touching: positions are often rounded to
/// micrometres.
pub const TOUCH: f64 = 2e-6;

fn bounds(what: &'static str, found: f64, least: f64, most: f64) -> Result<(), Error> {
    // No range contains NaN.
    if (least..=most).contains(&found) { Ok(()) } else { Err(Error::Bounds { what, least, most, found }) }
}

fn count(what: &'static str, found: usize, least: usize, most: usize) -> Result<(), Error> {
    if (least..=most).contains(&found) { Ok(()) } else { Err(Error::Count { what, least, most, found }) }
}

/// Half the side of the square in which everything lies, in metres.
const FIELD: f64 = 50.0;

pub(crate) fn params(params: &Params) -> Result<(), Error> {
    bounds("g", params.g, 0.1, 100.0)?;
    bounds("mass", params.mass, 0.001, 10.0)?;
    bounds("radius", params.radius, 0.001, 0.5)?;
    bounds("muSlide", params.mu_slide, 0.001, 2.0)?;
    bounds("muRoll", params.mu_roll, 0.0001, 2.0)?;
    bounds("muSpin", params.mu_spin, 0.0001, 2.0)?;
    bounds("ballRestitution", params.ball_restitution, 0.0, 1.0)?;
    for coefficient in params.ball_friction {
        bounds("ballFriction", coefficient, 0.0, 10.0)?;
    }
    bounds("cushionRestitution", params.cushion_restitution, 0.0, 1.0)?;
    bounds("cushionFriction", params.cushion_friction, 0.0, 2.0)?;
    bounds("cueMass", params.cue_mass, 0.01, 10.0)?;
    bounds("endMass", params.end_mass, 0.0001, 10.0)
}

pub(crate) fn table(table: &PoolTable, params: &Params) -> Result<(), Error> {
    bounds("length", table.length, 0.1, FIELD)?;
    bounds("width", table.width, 0.1, FIELD)?;
    // A nose as high as the ball would not stop it.
    bounds("noseHeight", table.nose_height, 0.5 * params.radius, 1.9 * params.radius)?;
    count("segments", table.segments.len(), 0, MAX_FACES)?;
    count("tips", table.tips.len(), 0, MAX_FACES)?;
    count("pockets", table.pockets.len(), 0, MAX_FACES)?;
    let place = |point: Vec2| {
        bounds("a coordinate", point.x, -FIELD, FIELD)?;
        bounds("a coordinate", point.y, -FIELD, FIELD)
    };
    for segment in &table.segments {
        place(segment.from)?;
        place(segment.to)?;
        bounds("the length of a segment", (segment.to - segment.from).norm(), 1e-6, 2.0 * FIELD)?;
    }
    for tip in &table.tips {
        place(tip.center)?;
        bounds("the radius of a tip", tip.radius, 0.0, 1.0)?;
    }
    for pocket in &table.pockets {
        place(pocket.center)?;
        bounds("the radius of a pocket", pocket.radius, 1e-6, 1.0)?;
        count("characters in the name of a pocket", pocket.id.len(), 1, 16)?;
    }
    Ok(())
}

pub(crate) fn cue(cue: &Cue) -> Result<(), Error> {
    bounds("v0", cue.v0, 0.0, Cue::MAX_SPEED)?;
    if cue.v0 == 0.0 {
        return Err(Error::NoSpeed);
    }
    // The constant TAU is less than the exact 2 pi.
    bounds("phi", cue.phi, 0.0, std::f64::consts::TAU)?;
    bounds("theta", cue.theta, 0.0, Cue::MAX_ELEVATION)?;
    bounds("a", cue.a, -0.5, 0.5)?;
    bounds("b", cue.b, -0.5, 0.5)?;
    if cue.a * cue.a + cue.b * cue.b > Cue::MAX_OFFSET_SQUARED {
        return Err(Error::Miscue);
    }
    Ok(())
}

/// Checks balls that are sorted by id.
pub(crate) fn balls(
    balls: &[Ball],
    table: &PoolTable,
    obstacles: &Obstacles,
    radius: f64,
) -> Result<(), Error> {
    count("balls", balls.len(), 1, MAX_BALLS)?;
    let touching = 2.0 * radius - TOUCH;
    for (index, ball) in balls.iter().enumerate() {
        let Ball { id, r, v, w } = *ball;
        for (what, found, most) in [
            ("a coordinate", r.x.abs().max(r.y.abs()), FIELD),
            ("a speed", v.norm(), 100.0),
            ("a spin", w.norm(), 10_000.0),
        ] {
            bounds(what, found, 0.0, most)?;
        }
        if !(r.x.abs() <= 0.5 * table.length + radius && r.y.abs() <= 0.5 * table.width + radius) {
            return Err(Error::OffTable { id });
        }
        for other in &balls[..index] {
            if other.id == id {
                return Err(Error::Twice { id });
            }
            if (other.r - r).norm() < touching {
                return Err(Error::Overlap { a: other.id, b: id });
            }
        }
        if obstacles.captures(r) {
            return Err(Error::InPocket { id });
        }
        if obstacles.clearance(r) < -TOUCH {
            return Err(Error::InCushion { id });
        }
    }
    Ok(())
}
