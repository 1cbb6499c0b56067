//! How the balls moved, compact enough to send and exact enough to draw.

use crate::{Ball, Spot};
use baize_physics::{Interval, State, Vec2};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// How one ball moved: rows of numbers in order of time, each valid until the next begins.
///
/// A row is `[t, x, y, vx, vy, ax, ay, wx, wy, wz, dwx, dwy, dwz]` without trailing zeros. With `s` the
/// seconds since `t`, the centre is at `(x, y) + (vx, vy) s + (ax, ay) s^2` and the spin is
/// `(wx, wy, wz) + (dwx, dwy, dwz) s`, whose vertical part stays at zero once it gets there. A row of three
/// numbers is a ball at rest; a row of one number says that the ball is gone.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Track {
    /// The ball.
    pub ball: Ball,
    /// Its motion.
    pub rows: Vec<Row>,
}

/// One interval of motion.
#[derive(Clone, PartialEq, Debug, JsonSchema)]
#[schemars(with = "Vec<f64>")]
pub struct Row(Vec<f64>);

impl Row {
    /// The numbers as they are sent.
    pub fn numbers(&self) -> &[f64] {
        &self.0
    }

    pub(crate) fn of(interval: &Interval) -> Row {
        let Interval { from, a, b, c, w, dw, .. } = interval;
        let numbers = [
            (*from, TIME),
            (c.x, PLACE),
            (c.y, PLACE),
            (b.x, SPEED),
            (b.y, SPEED),
            (a.x, ACCELERATION),
            (a.y, ACCELERATION),
            (w.x, SPIN),
            (w.y, SPIN),
            (w.z, SPIN),
            (dw.x, SPIN),
            (dw.y, SPIN),
            (dw.z, SPIN),
        ];
        let mut row: Vec<f64> =
            numbers.into_iter().map(|(number, per_unit)| rounded(number, per_unit)).collect();
        // A ball at rest keeps its place even if a coordinate is zero.
        while row.len() > 3 && row.last() == Some(&0.0) {
            row.pop();
        }
        Row(row)
    }

    fn rest(t: f64, spot: Spot) -> Row {
        let [x, y] = spot.metres();
        Row(vec![seconds(t), x, y])
    }

    fn gone(t: f64) -> Row {
        Row(vec![seconds(t)])
    }
}

/// Steps per unit to which numbers are rounded: fine enough that nothing shows on a screen, coarse enough that a break
/// fits into a message.
const TIME: f64 = 1e7;
const PLACE: f64 = 1e6;
const SPEED: f64 = 1e6;
const ACCELERATION: f64 = 1e7;
const SPIN: f64 = 1e3;

/// A time as it is sent.
pub(crate) fn seconds(t: f64) -> f64 {
    rounded(t, TIME)
}

/// A point as it is sent.
pub(crate) fn metres(r: Vec2) -> [f64; 2] {
    [r.x, r.y].map(|number| rounded(number, PLACE))
}

fn rounded(number: f64, per_unit: f64) -> f64 {
    // Adding zero turns a negative zero into a plain one.
    (number * per_unit).round() / per_unit + 0.0
}

impl Serialize for Row {
    /// Whole numbers without a fraction.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(untagged)]
        enum Short {
            Whole(i64),
            Other(f64),
        }
        serializer.collect_seq(self.0.iter().map(|&number| {
            if number.fract() == 0.0 { Short::Whole(number as i64) } else { Short::Other(number) }
        }))
    }
}

impl Track {
    /// The motion of a ball that came to rest on `rest`, or dropped; `None` if it never moved.
    pub(crate) fn of(ball: Ball, intervals: &[Interval], rest: Option<Spot>) -> Option<Track> {
        let last = intervals.last()?;
        if intervals.iter().all(|interval| interval.state == State::Stationary) {
            return None;
        }
        let end = if last.state == State::Stationary { last.from } else { last.until };
        let until_then = intervals.iter().filter(|interval| interval.from < interval.until.min(end));
        let mut rows: Vec<Row> = until_then.map(Row::of).collect();
        // The drawn motion ends exactly where the ball then lies.
        rows.push(rest.map_or_else(|| Row::gone(end), |spot| Row::rest(end, spot)));
        Some(Track { ball, rows })
    }
}
