//! The strokes to try: a grid of speeds and spins for each line, and sweeps of the cue where there is no
//! line.

use super::lie::{DIAMETER, Lie, aim, turned};
use super::lines::Line;
use baize_nine_ball::Cue;
use baize_physics::Vec2;
use baize_rules::Dice;

/// How finely strokes are varied.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// Speeds at which the ball arrives at the pocket, in metres per second.
    pub(super) arrivals: &'static [f64],
    /// Side and top spin, in thousandths of the radius.
    pub(super) spins: &'static [[i32; 2]],
}

/// A single plain stroke.
pub(super) const PLAIN: Grid = Grid { arrivals: &[1.0], spins: &[[0, 0]] };

/// A coarse grid, for positions one ball later.
pub(super) const COARSE: Grid =
    Grid { arrivals: &[0.4, 1.1, 2.2], spins: &[[0, 0], [0, 350], [0, -350], [300, 0], [-300, 0]] };

/// A finer grid for the same.
pub(super) const MIDDLE: Grid = Grid {
    arrivals: &[0.4, 1.0, 1.8, 3.0],
    spins: &[
        [0, 0],
        [0, 350],
        [0, -350],
        [300, 0],
        [-300, 0],
        [250, 250],
        [-250, 250],
        [250, -250],
        [-250, -250],
    ],
};

/// The grid for the stroke to play now.
pub(super) const FINE: Grid = Grid {
    arrivals: &[0.25, 0.6, 1.0, 1.5, 2.2, 3.2, 4.5],
    spins: &[
        [0, 0],
        [0, 220],
        [0, 420],
        [0, -220],
        [0, -420],
        [300, 0],
        [-300, 0],
        [280, 280],
        [-280, 280],
        [280, -280],
        [-280, -280],
    ],
};

/// The fastest stroke at a ball that should drop, in millimetres per second.
const FASTEST: f64 = 8000.0;
impl Grid {
    /// The strokes for a line, without their direction.
    pub(super) fn strokes(&self, lie: &Lie, cue: Vec2, line: &Line) -> Vec<Cue> {
        let Some((_, length, fullness)) = line.approach(lie, cue) else { return Vec::new() };
        let mut strokes = Vec::new();
        for arrival in self.arrivals {
            let speed = line.speed(length, fullness, *arrival);
            if speed > FASTEST {
                break;
            }
            for &[side_milli, top_milli] in self.spins {
                strokes.push(Cue { side_milli, top_milli, ..Cue::level(speed as i32, 0) });
            }
        }
        strokes
    }
}

/// Speeds of a sweep, in millimetres per second; sweeps are varied at random, so that two players do not go
/// round in circles.
const SWEPT: [f64; 5] = [700.0, 1200.0, 2000.0, 3200.0, 5000.0];

/// Strokes at a visible ball, from one edge to the other, which find safeties, caroms and the like.
pub(super) fn at_ball(cue: Vec2, at: Vec2, dice: &mut Dice) -> Vec<Cue> {
    const STEPS: i32 = 12;
    let way = at - cue;
    let edge = libm::asin((DIAMETER / way.norm().max(DIAMETER)).min(1.0)) * 0.98e6;
    let mut strokes = Vec::new();
    for speed in SWEPT {
        for top_milli in [-350, 0, 350] {
            for step in -STEPS..=STEPS {
                let turn = edge * f64::from(step) / f64::from(STEPS);
                let speed = varied(speed, dice);
                strokes.push(Cue { top_milli, ..Cue::level(speed, turned(f64::from(aim(way)) + turn)) });
            }
        }
    }
    strokes
}

/// Strokes in all directions: kicks at a hidden ball.
pub(super) fn all_around(dice: &mut Dice) -> Vec<Cue> {
    const STEPS: u32 = 240;
    let mut strokes = Vec::new();
    for speed in [1500.0, 2800.0, 4500.0] {
        for step in 0..STEPS {
            let turn = (f64::from(step) + f64::from(dice.roll(100)) / 100.0) / f64::from(STEPS);
            strokes.push(Cue::level(varied(speed, dice), turned(turn * 2e6 * std::f64::consts::PI)));
        }
    }
    strokes
}

/// Soft strokes in all directions, for push-outs.
pub(super) fn soft(dice: &mut Dice) -> Vec<Cue> {
    let mut strokes = Vec::new();
    for speed in [400.0, 800.0, 1300.0] {
        for step in 0..48 {
            let turn = f64::from(step) / 48.0;
            strokes.push(Cue::level(varied(speed, dice), turned(turn * 2e6 * std::f64::consts::PI)));
        }
    }
    strokes
}

fn varied(speed: f64, dice: &mut Dice) -> i32 {
    (speed * (0.85 + 0.3 * f64::from(dice.roll(1000)) / 1000.0)) as i32
}
