//! Where a shot goes, as far as the table lets players see.

use crate::motion::{Row, metres, seconds};
use crate::shot::{motion_of, pocket_of, simulate};
use crate::{AimHelp, Ball, Pocket, RuleError, Stroke, View};
use baize_physics::{EventKind, Interval, Shot, ShotEvent, Simulator};
use schemars::JsonSchema;
use serde::Serialize;

/// The first paths of a shot.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AimAnswer {
    /// How much the table lets players see; with `none` there are no other fields.
    help: AimHelp,
    /// The path of the cue ball to its first contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    cue: Option<Path>,
    /// What the cue ball meets first.
    #[serde(skip_serializing_if = "Option::is_none")]
    contact: Option<Contact>,
    /// The centre of the cue ball when it hits a ball.
    #[serde(skip_serializing_if = "Option::is_none")]
    ghost: Option<[f64; 2]>,
    /// The path of the cue ball from there to its next contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    cue_after: Option<Path>,
    /// The path of the ball that was hit to its next contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<Path>,
}

/// What a ball meets.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Contact {
    /// Another ball.
    Ball {
        /// The ball.
        ball: Ball,
        /// Whether it may be hit first.
        legal: bool,
        /// The time in seconds after the strike.
        t: f64,
    },
    /// A cushion.
    Cushion {
        /// The time in seconds after the strike.
        t: f64,
    },
    /// A pocket.
    Pocket {
        /// The pocket.
        pocket: Option<Pocket>,
        /// The time in seconds after the strike.
        t: f64,
    },
}

/// One ball's path over the bed.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
struct Path {
    ball: Ball,
    /// The motion, as in `MOTION`.
    rows: Vec<Row>,
    /// When it ends, in seconds after the strike.
    until: f64,
    /// Where it ends.
    to: [f64; 2],
    /// The pocket it ends in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pocket: Option<Pocket>,
}

/// Answers from what the viewer sees; everybody sees the balls.
pub(crate) fn aim(view: &View, stroke: &Stroke) -> Result<AimAnswer, RuleError> {
    let state = &view.state;
    let help = state.options.aim_help;
    let cue = stroke.cue()?;
    let nothing = AimAnswer { help, cue: None, contact: None, ghost: None, cue_after: None, object: None };
    if help == AimHelp::None {
        return Ok(nothing);
    }
    if state.balls.get(Ball::CUE).is_none() {
        return Err(RuleError::WrongPhase("place the cue ball first"));
    }
    let simulator = simulate(state.options.table, &state.balls, cue)?;
    let shot = simulator.shot();
    let paths = Paths { view, simulator: &simulator, shot: &shot };
    let first = paths.next_contact(Ball::CUE, 0);
    let contact = first.and_then(|index| paths.contact(index));
    let way = paths.path(Ball::CUE, 0.0, first);
    let hit = match contact {
        Some(Contact::Ball { ball, .. }) => Some(ball),
        _ => None,
    };
    let ghost = way.as_ref().filter(|_| hit.is_some()).map(|path| path.to);
    let further = first.filter(|_| help == AimHelp::Full);
    Ok(AimAnswer {
        contact,
        ghost,
        cue: way,
        cue_after: further.and_then(|index| paths.path_after(Ball::CUE, index)),
        object: further.zip(hit).and_then(|(index, ball)| paths.path_after(ball, index)),
        ..nothing
    })
}

/// The paths of one simulated shot.
struct Paths<'a> {
    view: &'a View,
    simulator: &'a Simulator,
    shot: &'a Shot,
}

impl Paths<'_> {
    /// The index of the first contact of `ball` from the event `start` on.
    fn next_contact(&self, ball: Ball, start: usize) -> Option<usize> {
        let id = ball.number();
        let is_contact = |event: &ShotEvent| match event.kind {
            EventKind::Collision(a, b) => a == id || b == id,
            EventKind::Cushion(a, _) | EventKind::Pot(a, _) => a == id,
            EventKind::Strike(_) | EventKind::Transition(..) => false,
        };
        let later = self.shot.events.iter().skip(start);
        later.zip(start..).find(|(event, _)| is_contact(event)).map(|(_, index)| index)
    }

    fn contact(&self, index: usize) -> Option<Contact> {
        let ShotEvent { t, kind } = self.shot.events[index];
        let t = seconds(t);
        match kind {
            EventKind::Collision(_, other) => {
                // The cue ball has the lowest number, so it is named first.
                let ball = Ball::new(other)?;
                Some(Contact::Ball { ball, legal: self.view.targets().contains(ball), t })
            }
            EventKind::Cushion(..) => Some(Contact::Cushion { t }),
            EventKind::Pot(_, pocket) => {
                Some(Contact::Pocket { pocket: pocket_of(self.simulator, pocket), t })
            }
            EventKind::Strike(_) | EventKind::Transition(..) => None,
        }
    }

    /// The path of `ball` from an event to its next contact.
    fn path_after(&self, ball: Ball, index: usize) -> Option<Path> {
        self.path(ball, self.shot.events[index].t, self.next_contact(ball, index + 1))
    }

    /// The path of `ball` from a time to an event, or until it rests.
    fn path(&self, ball: Ball, from: f64, to: Option<usize>) -> Option<Path> {
        let end = to.map(|index| self.shot.events[index]);
        let until = end.map_or(self.shot.settled, |event| event.t);
        let is_on_the_way =
            |interval: &&Interval| interval.from >= from && interval.from < until && interval.translates();
        let motion = motion_of(self.shot, ball)?;
        let moving: Vec<&Interval> = motion.intervals.iter().filter(is_on_the_way).collect();
        let last = moving.last()?;
        let until = until.min(last.until);
        let pocket = match end.map(|event| event.kind) {
            Some(EventKind::Pot(_, pocket)) => pocket_of(self.simulator, pocket),
            _ => None,
        };
        Some(Path {
            ball,
            rows: moving.iter().map(|interval| Row::of(interval)).collect(),
            until: seconds(until),
            to: metres(last.position(until)),
            pocket,
        })
    }
}
