//! How long shots take to be seen, and what of them may be seen before.

use crate::event::Announcement;
use crate::{Action, Event, Given, NineBall};
use baize_rules::{Hesitation, Seat, Showing};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// The cue turns, settles and draws back.
pub(crate) fn hesitation(_: &NineBall, _: Seat, action: &Action) -> Hesitation {
    match action {
        Action::Shoot(_) => Hesitation::between(1_400, 2_600),
        Action::PlaceBall { .. } => Hesitation::of(600),
        Action::Choose { .. } => Hesitation::between(700, 1_300),
        Action::Concede {} => Hesitation::NONE,
    }
}

/// A shot is shown as long as it lasts; a foul and the end of a rack take longer to be understood.
pub(crate) fn showing(event: &Event) -> Showing {
    match event {
        Event::Table(Announcement::Motion { seconds, .. }) => {
            Showing::of((seconds.clamp(0.0, 60.0) * 1_000.0) as u32, 1_400)
        }
        Event::Table(Announcement::Foul { .. } | Announcement::RackOver { .. }) => Showing::of(0, 1_100),
        Event::Table(Announcement::Placed { .. }) => Showing::of(0, 400),
        Event::Table(Announcement::Rack { .. }) => Showing::of(1_200, 0),
        Event::Table(_) | Event::Shot(_) => Showing::NONE,
    }
}

/// What a seat may show before its action: a direction, or a place for the cue ball.
#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[doc(hidden)]
pub struct Shown {
    /// Where the cue points, in microradians.
    #[serde(skip_serializing_if = "Option::is_none")]
    aim_urad: Option<Given>,
    /// Micrometres from the centre towards the foot.
    #[serde(skip_serializing_if = "Option::is_none")]
    x_um: Option<Given>,
    /// Micrometres from the centre to the left.
    #[serde(skip_serializing_if = "Option::is_none")]
    y_um: Option<Given>,
}

/// Where the cue points and where the cue ball is put; not how hard, nor with what spin.
pub(crate) fn preview(action: &Action) -> Option<Value> {
    match action {
        Action::Shoot(stroke) => {
            Some(json!(Shown { aim_urad: Some(stroke.aim_urad.clone()), ..Shown::default() }))
        }
        Action::PlaceBall { x_um, y_um } => {
            Some(json!(Shown { x_um: Some(x_um.clone()), y_um: Some(y_um.clone()), ..Shown::default() }))
        }
        Action::Choose { .. } | Action::Concede {} => None,
    }
}

/// Whole numbers under the names that [`preview`] uses, and nothing else.
pub(crate) fn may_show(what: &Value) -> bool {
    let is_known = |(name, value): (&String, &Value)| {
        ["aimUrad", "xUm", "yUm"].contains(&name.as_str()) && value.is_i64()
    };
    what.as_object().is_some_and(|fields| !fields.is_empty() && fields.iter().all(is_known))
}
