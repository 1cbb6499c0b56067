//! Lines along which a ball can leave so that something drops: straight, off another ball, off a cushion.

use super::ground::{Ground, Mouth};
use super::lie::{DIAMETER, Lie, unit};
use crate::{Ball, Balls, Pocket};
use baize_physics::Vec2;

/// A line along which the first ball can leave so that something drops.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The ball that is hit first.
    pub ball: Ball,
    /// The point it must pass through.
    pub to: Vec2,
    /// The distance to that point.
    pub way: f64,
    /// By how much it may miss that point to either side.
    pub half: f64,
    /// The ball that drops.
    pub drops: Ball,
    /// The pocket it drops into.
    pub pocket: Pocket,
    /// Whether the ball comes off a cushion on its way, so that the line is only a guess.
    pub is_bank: bool,
}

/// A ball this near to the centre of a pocket, in metres, is sent straight there.
const HANGING: f64 = 0.14;
/// By how much a hanging ball may miss the middle of the pocket, in metres.
const HANGING_HALF: f64 = 0.035;
/// The thinnest cut that is tried, as a cosine.
pub const THINNEST: f64 = 0.2;
/// The thinnest cut of one object ball on another that is tried, as a cosine.
const THINNEST_COMBINATION: f64 = 0.4;
/// The spread of the throw of a ball at standard noise, in radians.
const THROW: f64 = 2e-3;

/// What a rolling ball loses of its squared speed per metre, in m^2/s^2, and what a ball loses on its way
/// from the cue to the first contact.
const ROLLING: f64 = 0.2;
const ON_ITS_WAY: f64 = 1.2;
/// The speed of the cue ball as a multiple of that of the cue.
const LIVELINESS: f64 = 1.54;

impl Line {
    /// The direction in which the ball must leave.
    pub fn leaves(&self, from: Vec2) -> Vec2 {
        unit(self.to - from)
    }

    /// How the cue ball at `cue` comes to the first ball: where it is when it hits, how far away that is and
    /// how full the hit is.
    pub fn approach(&self, lie: &Lie, cue: Vec2) -> Option<(Vec2, f64, f64)> {
        let at = lie.get(self.ball)?;
        let leaves = self.leaves(at);
        let ghost = at - leaves * DIAMETER;
        let way = ghost - cue;
        let length = way.norm();
        Some((ghost, length, way.dot(leaves) / length.max(1e-9)))
    }

    /// How fast the cue must be, in millimetres per second, for the ball to drop at `arrival` metres per
    /// second, if the cue ball goes `length` metres and hits with this fullness.
    pub fn speed(&self, length: f64, fullness: f64, arrival: f64) -> f64 {
        // A ball that hits another or comes off a cushion needs more speed.
        let more = if self.is_bank || self.drops != self.ball { 0.8 } else { 0.0 };
        let rolls = ((arrival + more) * (arrival + more) + ROLLING * self.way).sqrt();
        let hits = 1.4 * rolls / fullness.max(0.1);
        (hits * hits + ON_ITS_WAY * length).sqrt() / LIVELINESS * 1000.0
    }

    /// The chance to send the ball along this line with the cue ball at `cue`, if its direction spreads by
    /// `spread` radians; 0 if something is in the way.
    pub fn chance(&self, ground: &Ground, lie: &Lie, cue: Vec2, spread: f64) -> f64 {
        let Some((ghost, length, fullness)) = self.approach(lie, cue) else { return 0.0 };
        let others = lie.objects().without(self.ball);
        if fullness < THINNEST || !ground.holds(ghost) || !lie.is_clear(cue, ghost, others) {
            return 0.0;
        }
        self.chance_from(length, fullness, spread)
    }

    /// The same, given that nothing is in the way.
    pub fn chance_from(&self, length: f64, fullness: f64, spread: f64) -> f64 {
        let turn = spread * length / (DIAMETER * fullness);
        let throw = spread * (THROW / super::hand::SPREAD);
        let off = self.way * (turn * turn + throw * throw).sqrt();
        libm::erf(self.half / (off * std::f64::consts::SQRT_2).max(1e-12))
    }
}

/// The straight lines of a ball to the pockets that `others` leave free.
pub fn straight(ground: &Ground, lie: &Lie, ball: Ball, others: Balls) -> Vec<Line> {
    let Some(at) = lie.get(ball) else { return Vec::new() };
    let others = others.without(ball).without(Ball::CUE);
    let to_mouth = |mouth: &Mouth| {
        let (to, half) = entry(mouth, at)?;
        let line =
            Line { ball, to, way: (to - at).norm(), half, drops: ball, pocket: mouth.pocket, is_bank: false };
        lie.is_clear(at, to, others).then_some(line)
    };
    ground.mouths.iter().filter_map(to_mouth).collect()
}

/// Where a ball at a point should enter a pocket, and by how much it may miss that.
fn entry(mouth: &Mouth, at: Vec2) -> Option<(Vec2, f64)> {
    if (mouth.center - at).norm() < HANGING {
        return Some((mouth.center, HANGING_HALF));
    }
    let (to, half) = mouth.window(unit(mouth.at - at))?;
    (half > 0.004).then_some((to, half))
}

/// The lines of a ball into another ball, which then drops.
pub fn combinations(ground: &Ground, lie: &Lie, ball: Ball) -> Vec<Line> {
    let Some(at) = lie.get(ball) else { return Vec::new() };
    let mut lines = Vec::new();
    for second in lie.objects().without(ball).iter() {
        let Some(there) = lie.get(second) else { continue };
        for line in straight(ground, lie, second, lie.objects().without(ball)) {
            let leaves = line.leaves(there);
            let to = there - leaves * DIAMETER;
            let fullness = unit(to - at).dot(leaves);
            let others = lie.objects().without(ball).without(second);
            if fullness < THINNEST_COMBINATION || !ground.holds(to) || !lie.is_clear(at, to, others) {
                continue;
            }
            let half = DIAMETER * fullness * line.half / line.way;
            lines.push(Line { ball, to, way: (to - at).norm(), half, ..line });
        }
    }
    lines
}

/// Guesses at lines off one cushion. A cushion is not a perfect mirror, so there are several for each pocket.
pub fn banks(ground: &Ground, lie: &Lie, ball: Ball) -> Vec<Line> {
    const SHIFTS: i32 = 4;
    const SHIFT: f64 = 0.035;
    let Some(at) = lie.get(ball) else { return Vec::new() };
    let others = lie.objects().without(ball);
    let Vec2 { x, y } = ground.reach;
    let rails = [
        (Vec2::new(1.0, 0.0), x),
        (Vec2::new(-1.0, 0.0), x),
        (Vec2::new(0.0, 1.0), y),
        (Vec2::new(0.0, -1.0), y),
    ];
    let mut lines = Vec::new();
    for mouth in &ground.mouths {
        for (out, far) in rails {
            let behind = far - out.dot(mouth.at);
            // A pocket in this cushion cannot be reached off it.
            if behind < 0.1 {
                continue;
            }
            let image = mouth.at + out * (2.0 * behind);
            let share = (far - out.dot(at)) / (out.dot(image - at)).max(1e-9);
            let bounce = at + (image - at) * share;
            let back = unit(mouth.at - bounce);
            let Some((_, half)) = mouth.window(back) else { continue };
            if !(lie.is_clear(at, bounce, others) && lie.is_clear(bounce, mouth.at, others)) {
                continue;
            }
            let way = (image - at).norm();
            for shift in -SHIFTS..=SHIFTS {
                let to = image + out.left() * (f64::from(shift) * SHIFT);
                let pocket = mouth.pocket;
                lines.push(Line { ball, to, way, half: 0.7 * half, drops: ball, pocket, is_bank: true });
            }
        }
    }
    lines
}
