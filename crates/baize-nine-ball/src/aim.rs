//! Where a shot goes, as far as the table lets players see.

use crate::motion::Row;
use crate::shot::{motion_of, pocket_of, simulate};
use crate::{AimHelp, Ball, Pocket, RuleError, Stroke, View};
use baize_physics::{Event, EventKind, Interval, Shot, Simulator};
use serde::Serialize;

/// The first paths of a shot.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AimAnswer {
    /// How much the table lets players see; nothing else is there with `none`.
    help: AimHelp,
    /// The way of the cue ball to its first contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    cue: Option<Path>,
    /// What the cue ball meets first.
    #[serde(skip_serializing_if = "Option::is_none")]
    contact: Option<Contact>,
    /// The centre of the cue ball at the contact with a ball.
    #[serde(skip_serializing_if = "Option::is_none")]
    ghost: Option<[f64; 2]>,
    /// The way of the cue ball to its next contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    cue_after: Option<Path>,
    /// The way of the ball that was hit to its next contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<Path>,
}

/// What a ball meets.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Contact {
    /// Another ball.
    Ball {
        ball: Ball,
        /// Whether it may be hit first.
        legal: bool,
        t: f64,
    },
    Cushion {
        t: f64,
    },
    Pocket {
        pocket: Option<Pocket>,
        t: f64,
    },
}

/// One ball's way over the bed.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Path {
    ball: Ball,
    /// As in `MOTION`.
    rows: Vec<Row>,
    /// When it ends.
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
    let first = paths.next_contact(Ball::CUE, None);
    let until = first.map_or(shot.settled, |event| event.t);
    let to_contact = paths.path(Ball::CUE, 0.0, until);
    let contact = first.and_then(|event| paths.contact(event));
    let mut answer = AimAnswer { contact, ..nothing };
    let hit = match contact {
        Some(Contact::Ball { ball, .. }) => Some(ball),
        _ => None,
    };
    answer.ghost = to_contact.as_ref().filter(|_| hit.is_some()).map(|path| path.to);
    answer.cue = to_contact;
    if help == AimHelp::Full && first.is_some() {
        answer.cue_after = paths.path_after(Ball::CUE, first);
        answer.object = hit.and_then(|ball| paths.path_after(ball, first));
    }
    Ok(answer)
}

/// The paths of one simulated shot.
struct Paths<'a> {
    view: &'a View,
    simulator: &'a Simulator,
    shot: &'a Shot,
}

impl<'a> Paths<'a> {
    /// The first contact of `ball` after the event `after`, or of all.
    fn next_contact(&self, ball: Ball, after: Option<&Event>) -> Option<&'a Event> {
        let id = ball.number();
        let events = &self.shot.events;
        let start =
            after.map_or(0, |event| events.iter().position(|e| std::ptr::eq(e, event)).map_or(0, |i| i + 1));
        events[start..].iter().find(|event| match event.kind {
            EventKind::Collision(a, b) => a == id || b == id,
            EventKind::Cushion(a, _) | EventKind::Pot(a, _) => a == id,
            EventKind::Strike(_) | EventKind::Transition(..) => false,
        })
    }

    fn contact(&self, event: &Event) -> Option<Contact> {
        let t = event.t;
        match event.kind {
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

    /// From one event to the next contact of `ball`.
    fn path_after(&self, ball: Ball, event: Option<&Event>) -> Option<Path> {
        let next = self.next_contact(ball, event);
        let until = next.map_or(self.shot.settled, |event| event.t);
        let mut path = self.path(ball, event?.t, until)?;
        if let Some(EventKind::Pot(_, pocket)) = next.map(|event| event.kind) {
            path.pocket = pocket_of(self.simulator, pocket);
        }
        Some(path)
    }

    fn path(&self, ball: Ball, from: f64, until: f64) -> Option<Path> {
        let motion = motion_of(self.shot, ball)?;
        let is_on_the_way =
            |interval: &&Interval| interval.from >= from && interval.from < until && interval.translates();
        let moving: Vec<&Interval> = motion.intervals.iter().filter(is_on_the_way).collect();
        let last = moving.last()?;
        let until = until.min(last.until);
        let to = last.position(until);
        let [x, y] = [to.x, to.y].map(|number| (number * 1e6).round() / 1e6 + 0.0);
        let rows = moving.iter().map(|interval| Row::of(interval)).collect();
        Some(Path { ball, rows, until: (until * 1e7).round() / 1e7, to: [x, y], pocket: None })
    }
}
