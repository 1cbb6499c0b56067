//! Playing a shot: from balls on spots and a stroke to what happened and where the balls come to rest.

use crate::action::Cue;
use crate::motion::Track;
use crate::settle::{fits, settle};
use crate::spot::ByBall;
use crate::{Ball, Happening, Layout, Pocket, RuleError, TableSize};
use baize_physics::{
    EventKind, Face, Interval, Models, Motion, Params, PoolTable, Recording, Shot, Simulator, Vec2,
};

/// A played shot.
pub(crate) struct Played {
    /// What happened, for the judge.
    pub(crate) happened: Vec<Happening>,
    /// How the balls moved, for the screens.
    pub(crate) tracks: Vec<Track>,
    /// Where the balls on the bed lie afterwards.
    pub(crate) rest: Layout,
    /// When all of them lay still.
    pub(crate) seconds: f64,
}

impl TableSize {
    /// The cushions and pockets, for the simulator.
    pub fn geometry(self) -> PoolTable {
        match self {
            TableSize::SevenFoot => PoolTable::seven_foot(),
            TableSize::EightFoot => PoolTable::eight_foot(),
            TableSize::NineFoot => PoolTable::nine_foot(),
        }
    }

    /// A simulator of this table with our balls and cloth.
    pub fn simulator(self) -> Simulator {
        Simulator::new(self.geometry(), Params::default(), Models::default())
            .expect("our own tables and balls are within the bounds")
    }
}

impl Layout {
    /// The balls in the simulator's form.
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

/// Returns an error if balls cannot lie like this.
pub(crate) fn check_layout(table: TableSize, balls: &Layout) -> Result<(), baize_physics::Error> {
    let bodies = balls.bodies();
    if bodies.is_empty() { Ok(()) } else { table.simulator().release(&bodies) }
}

/// A simulator that has just played a shot and recorded everything about it.
pub(crate) fn simulate(table: TableSize, balls: &Layout, cue: Cue) -> Result<Simulator, RuleError> {
    let mut simulator = table.simulator().recording(Recording::Motion);
    simulator.shoot(&balls.bodies(), &cue.into()).map_err(RuleError::Physics)?;
    Ok(simulator)
}

/// Plays a shot.
pub(crate) fn play(table: TableSize, balls: &Layout, cue: Cue) -> Result<Played, RuleError> {
    let simulator = simulate(table, balls, cue)?;
    let shot = simulator.shot();
    let happened = happened(&simulator, balls, &shot);
    let rest = rest(simulator, &shot);
    let tracks = shot.motion.iter().filter_map(|motion| {
        let ball = Ball::new(motion.id)?;
        Track::of(ball, &motion.intervals, rest.get(ball))
    });
    Ok(Played { happened, tracks: tracks.collect(), rest, seconds: shot.seconds })
}

fn rest(simulator: Simulator, shot: &Shot) -> Layout {
    let mut points = ByBall::default();
    for rest in shot.end.iter().filter(|rest| rest.pocket.is_none()) {
        points.0[usize::from(rest.id)] = Some([rest.r.x, rest.r.y]);
    }
    settle(&points, fits(simulator))
}

/// The simulator's events in the judge's terms. Times are rounded to nanoseconds before they are judged, so
/// what is announced is what was judged.
fn happened(simulator: &Simulator, before: &Layout, shot: &Shot) -> Vec<Happening> {
    let time = |t: f64| Some((t * 1e9).round() / 1e9);
    let events = shot.events.iter().filter_map(|event| match event.kind {
        EventKind::Strike(_) | EventKind::Transition(..) => None,
        EventKind::Collision(a, b) => {
            Some(Happening::Collision { a: Ball::new(a)?, b: Ball::new(b)?, t: time(event.t) })
        }
        EventKind::Cushion(a, face) => {
            let a = Ball::new(a)?;
            let lay_there = touches(simulator, face, before.get(a)?.metres().into());
            let frozen = lay_there && !has_left(simulator, face, motion_of(shot, a)?, event.t);
            Some(Happening::Cushion { a, t: time(event.t), frozen })
        }
        EventKind::Pot(a, pocket) => {
            Some(Happening::Pot { a: Ball::new(a)?, pocket: pocket_of(simulator, pocket), t: time(event.t) })
        }
    });
    events.collect()
}

/// The pocket with this index in the simulator's table.
pub(crate) fn pocket_of(simulator: &Simulator, index: u8) -> Option<Pocket> {
    Pocket::named(&simulator.table().pockets.get(usize::from(index))?.id)
}

pub(crate) fn motion_of(shot: &Shot, ball: Ball) -> Option<&Motion> {
    shot.motion.iter().find(|motion| motion.id == ball.number())
}

fn touches(simulator: &Simulator, face: Face, r: Vec2) -> bool {
    simulator.touched(r).any(|touched| touched == face)
}

/// Whether a ball that lay against a face has been away from it before the time `t`.
fn has_left(simulator: &Simulator, face: Face, motion: &Motion, t: f64) -> bool {
    let is_away = |interval: &Interval| {
        // The path is a parabola: if both of its ends touch a straight face, its middle is furthest from the
        // face.
        let end = interval.until.min(t);
        let middle = 0.5 * (interval.from + end);
        [middle, end].iter().any(|&t| !touches(simulator, face, interval.position(t)))
    };
    motion.intervals.iter().take_while(|interval| interval.from < t).any(is_away)
}
