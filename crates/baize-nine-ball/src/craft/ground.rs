//! The table as a player sees it: six pocket mouths, and what each of them lets in.

use super::lie::unit;
use crate::{Pocket, TableSize};
use baize_physics::{Ball, Simulator, Vec2, Vec3};
use std::sync::LazyLock;

/// From the corner of the nose lines to the middle of the mouth of a corner pocket, along each axis, in metres.
const CORNER_MOUTH: f64 = 0.041;

/// A table of some size.
pub struct Ground {
    /// The size.
    pub size: TableSize,
    /// The largest coordinates of a ball's centre.
    pub reach: Vec2,
    /// Its pockets.
    pub mouths: Vec<Mouth>,
}

/// The mouth of a pocket.
#[derive(Clone)]
pub struct Mouth {
    /// The pocket.
    pub pocket: Pocket,
    /// The middle of the mouth, between the noses.
    pub at: Vec2,
    /// The middle of the capture circle.
    pub center: Vec2,
    /// The direction straight into the pocket.
    pub into: Vec2,
}

impl Ground {
    /// The table of a size.
    pub fn new(size: TableSize) -> Ground {
        let half = Vec2::new(f64::from(size.width()) / 1e6, f64::from(size.width()) / 2e6);
        let geometry = size.geometry();
        let mouths = geometry.pockets.iter().zip(Pocket::ALL).map(|(circle, pocket)| {
            let Vec2 { x, y } = circle.center;
            let (at, into) = if is_side(pocket) {
                (Vec2::new(0.0, half.y.copysign(y)), Vec2::new(0.0, y.signum()))
            } else {
                let at = Vec2::new((half.x - CORNER_MOUTH).copysign(x), (half.y - CORNER_MOUTH).copysign(y));
                (at, unit(Vec2::new(x.signum(), y.signum())))
            };
            Mouth { pocket, at, center: circle.center, into }
        });
        Ground { size, reach: size.reach().metres().into(), mouths: mouths.collect() }
    }

    /// Whether the centre of a ball can be at a point.
    pub fn holds(&self, at: Vec2) -> bool {
        at.x.abs() <= self.reach.x && at.y.abs() <= self.reach.y
    }
}

impl Mouth {
    /// Where a ball coming along `way` should cross the mouth, and by how much it may miss that to either
    /// side; `None` if the pocket takes no ball from there.
    pub fn window(&self, way: Vec2) -> Option<(Vec2, f64)> {
        let turn = libm::atan2(self.into.left().dot(way), self.into.dot(way));
        // Every pocket is symmetric.
        let gate = if is_side(self.pocket) { &SIDE } else { &CORNER };
        let (middle, half) = gate.at(turn.abs())?;
        Some((self.at + way.left() * (middle * 1f64.copysign(turn)), half))
    }
}

fn is_side(pocket: Pocket) -> bool {
    matches!(pocket, Pocket::Ml | Pocket::Mr)
}

/// What a kind of pocket lets in: for each step of the angle of entry, the middle and the half width of the
/// window in which a ball drops, measured to the left of its direction for balls that come in turned to the
/// left.
struct Gate(Vec<Option<(f64, f64)>>);

/// The step between two angles of entry, in radians.
const STEP: f64 = 0.05;
/// How far the balls of the measurement run, in metres, and how fast.
const RUN: f64 = 0.35;
const PACE: f64 = 1.5;
/// The precision with which a window is measured, in metres.
const FINE: f64 = 0.002;

static CORNER: LazyLock<Gate> = LazyLock::new(|| Gate::measured(Pocket::Fl));
static SIDE: LazyLock<Gate> = LazyLock::new(|| Gate::measured(Pocket::Ml));

impl Gate {
    /// Rolls balls at a pocket from all angles to find out which of them drop.
    fn measured(pocket: Pocket) -> Gate {
        let mut simulator = TableSize::NineFoot.simulator();
        let ground = Ground::new(TableSize::NineFoot);
        let Some(mouth) = ground.mouths.iter().find(|mouth| mouth.pocket == pocket) else {
            return Gate(Vec::new());
        };
        let steps = (std::f64::consts::FRAC_PI_2 / STEP) as u32;
        Gate((0..steps).map(|step| widest(&mut simulator, mouth, f64::from(step) * STEP)).collect())
    }

    /// The window at an angle, interpolated between the two nearest angles that were measured.
    fn at(&self, turn: f64) -> Option<(f64, f64)> {
        let place = turn / STEP;
        let (step, share) = (place as usize, place.fract());
        let (a, b) = ((*self.0.get(step)?)?, (*self.0.get(step + 1)?)?);
        Some((a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share))
    }
}

/// The middle and the half width of the widest window at an angle of entry.
fn widest(simulator: &mut Simulator, mouth: &Mouth, turn: f64) -> Option<(f64, f64)> {
    let &Mouth { at, into, .. } = mouth;
    let way = into * libm::cos(turn) + into.left() * libm::sin(turn);
    let radius = simulator.params().radius;
    let mut drops = |aside: f64| {
        let mut ball = Ball::at(0, at + way.left() * aside - way * RUN);
        ball.v = way * PACE;
        ball.w = Vec3::new(-ball.v.y / radius, ball.v.x / radius, 0.0);
        simulator.release(&[ball]).is_ok() && simulator.end().any(|rest| rest.pocket.is_some())
    };
    let (mut best, mut from) = (None::<(i32, i32)>, None);
    for step in -40..=41 {
        let is_in = step < 41 && drops(f64::from(step) * FINE);
        match (is_in, from) {
            (true, None) => from = Some(step),
            (false, Some(start)) => {
                from = None;
                if best.is_none_or(|(a, b)| b - a < step - start) {
                    best = Some((start, step));
                }
            }
            _ => {}
        }
    }
    let (start, end) = best?;
    let edge = |step: i32| (f64::from(step) - 0.5) * FINE;
    Some(((edge(start) + edge(end)) / 2.0, (edge(end) - edge(start)) / 2.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pockets_take_straight_balls_best() {
        for (gate, straight, far) in [(&*CORNER, 0.028, 0.75), (&*SIDE, 0.03, 0.9)] {
            let (middle, half) = gate.at(0.0).unwrap();
            assert!(middle.abs() < 0.003 && half > straight, "{middle} {half}");
            let (_, askew) = gate.at(far).unwrap();
            assert!(askew < half && askew > 0.005, "{askew}");
        }
        assert!(CORNER.at(1.5).is_none());
    }
}
