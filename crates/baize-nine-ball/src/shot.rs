//! Playing a shot: from balls on spots and a stroke to what happened and where the balls lie then.

use crate::action::Cue;
use crate::motion::Track;
use crate::settle::{fits, settle};
use crate::spot::ByBall;
use crate::{Ball, Happening, Layout, Pocket, RuleError, Spot, TableSize};
use baize_physics::{
    EventKind, Face, Interval, Models, Motion, Params, Record, Shot, Simulator, Table, Vec2,
};

/// A played shot.
pub(crate) struct Played {
    /// What happened, for the judge.
    pub(crate) happened: Vec<Happening>,
    /// How the balls moved, for the screens.
    pub(crate) tracks: Vec<Track>,
    /// Where the balls on the bed lie.
    pub(crate) rest: Layout,
    /// When all of them lay still.
    pub(crate) seconds: f64,
}

impl TableSize {
    /// The cushions and pockets, for the simulator.
    pub fn geometry(self) -> Table {
        match self {
            TableSize::SevenFoot => Table::seven_foot(),
            TableSize::EightFoot => Table::eight_foot(),
            TableSize::NineFoot => Table::nine_foot(),
        }
    }

    /// A simulator of this table with our balls and cloth.
    pub fn simulator(self) -> Simulator {
        Simulator::new(self.geometry(), Params::default(), Models::default())
            .expect("our own tables and balls are within the bounds")
    }
}

impl Layout {
    /// The balls as the simulator takes them.
    pub fn bodies(&self) -> Vec<baize_physics::Ball> {
        self.iter().map(|(ball, spot)| baize_physics::Ball::at(ball.number(), spot.metres())).collect()
    }
}

impl From<Cue> for baize_physics::Cue {
    fn from(cue: Cue) -> baize_physics::Cue {
        baize_physics::Cue {
            v0: f64::from(cue.speed_mm_s) / 1e3,
            phi: f64::from(cue.aim_urad) / 1e6,
            theta: f64::from(cue.elevation_urad) / 1e6,
            a: f64::from(cue.side_milli) / 1e3,
            b: f64::from(cue.top_milli) / 1e3,
        }
    }
}

/// Why balls cannot lie like this, if they cannot.
pub(crate) fn check_layout(table: TableSize, balls: &Layout) -> Result<(), baize_physics::Error> {
    let bodies = balls.bodies();
    if bodies.is_empty() { Ok(()) } else { table.simulator().release(&bodies) }
}

/// Simulates a shot with everything that is known about it.
pub(crate) fn simulate(table: TableSize, balls: &Layout, cue: Cue) -> Result<Shot, RuleError> {
    let mut simulator = table.simulator().recording(Record::Motion);
    simulator.shoot(&balls.bodies(), &cue.into()).map_err(RuleError::Physics)?;
    Ok(simulator.shot())
}

/// Plays a shot.
pub(crate) fn play(table: TableSize, balls: &Layout, cue: Cue) -> Result<Played, RuleError> {
    let shot = simulate(table, balls, cue)?;
    let rest = rest(table, &shot);
    let tracks = shot.motion.iter().filter_map(|motion| {
        let ball = Ball::new(motion.id)?;
        Track::of(ball, &motion.intervals, rest.get(ball))
    });
    Ok(Played {
        happened: happened(&table.geometry(), balls, &shot),
        tracks: tracks.collect(),
        rest,
        seconds: shot.seconds,
    })
}

fn rest(table: TableSize, shot: &Shot) -> Layout {
    let mut points = ByBall::default();
    for rest in shot.end.iter().filter(|rest| rest.pocket.is_none()) {
        points.0[usize::from(rest.id)] = Some([rest.r.x, rest.r.y]);
    }
    settle(&points, fits(table))
}

/// The simulator's events in the judge's words. Times are rounded to nanoseconds, before they are judged: what is
/// announced is what was judged.
fn happened(table: &Table, before: &Layout, shot: &Shot) -> Vec<Happening> {
    let time = |t: f64| Some((t * 1e9).round() / 1e9);
    let events = shot.events.iter().filter_map(|event| match event.kind {
        EventKind::Strike(_) | EventKind::Transition(..) => None,
        EventKind::Collision(a, b) => {
            Some(Happening::Collision { a: Ball::new(a)?, b: Ball::new(b)?, t: time(event.t) })
        }
        EventKind::Cushion(a, face) => {
            let a = Ball::new(a)?;
            let frozen = is_frozen(table, before.get(a)?, face)
                && motion_of(shot, a).is_none_or(|motion| !has_left(table, face, motion, event.t));
            Some(Happening::Cushion { a, t: time(event.t), frozen })
        }
        EventKind::Pot(a, pocket) => {
            let pocket = table.pockets.get(usize::from(pocket)).and_then(|pocket| Pocket::named(&pocket.id));
            Some(Happening::Pot { a: Ball::new(a)?, pocket, t: time(event.t) })
        }
    });
    events.collect()
}

pub(crate) fn motion_of(shot: &Shot, ball: Ball) -> Option<&Motion> {
    shot.motion.iter().find(|motion| motion.id == ball.number())
}

/// A ball no further from a cushion than this, in metres, lies against it.
const FROZEN: f64 = 1e-5;

/// From the nearest point of a face to `r`.
fn off_face(table: &Table, face: Face, r: Vec2) -> Vec2 {
    match face {
        Face::Segment(index) => {
            let segment = table.segments[usize::from(index)];
            let along = segment.to - segment.from;
            let share = ((r - segment.from).dot(along) / along.dot(along)).clamp(0.0, 1.0);
            r - (segment.from + along * share)
        }
        Face::Tip(index) => {
            let tip = table.tips[usize::from(index)];
            let out = r - tip.center;
            out * (1.0 - tip.radius / out.norm())
        }
    }
}

fn is_frozen(table: &Table, spot: Spot, face: Face) -> bool {
    off_face(table, face, spot.metres().into()).norm() <= Params::default().radius + FROZEN
}

/// Whether a ball that lay against a face has been away from it before the time `t`.
fn has_left(table: &Table, face: Face, motion: &Motion, t: f64) -> bool {
    let Some(first) = motion.intervals.first() else { return false };
    let off = off_face(table, face, first.c);
    let away = off * (1.0 / off.norm());
    let left = |interval: &Interval| {
        // The path is a parabola, so its furthest point is an end or the vertex.
        let end = interval.until.min(t);
        let vertex = interval.from - interval.b.dot(away) / (2.0 * interval.a.dot(away));
        let vertex = if vertex > interval.from && vertex < end { vertex } else { end };
        [end, vertex].iter().any(|&t| (interval.position(t) - first.c).dot(away) > FROZEN)
    };
    motion.intervals.iter().take_while(|interval| interval.from < t).any(left)
}
