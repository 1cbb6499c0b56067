//! How long shots are shown, and what may be seen of them beforehand.

use crate::event::Announcement;
use crate::{Action, Event, NineBall};
use baize_rules::{Hesitation, Seat, Showing, Watched};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};
use std::collections::BTreeMap;

impl Watched for NineBall {
    type Shown = Shown;

    /// Time for the cue to turn, settle and draw back.
    fn hesitation(&self, _: Seat, action: &Action) -> Hesitation {
        match action {
            Action::Shoot(_) => Hesitation::between(1_400, 2_600),
            Action::PlaceBall { .. } => Hesitation::of(600),
            Action::Choose { .. } => Hesitation::between(700, 1_300),
            Action::Concede {} => Hesitation::NONE,
        }
    }

    /// A shot is shown as long as it lasts; a foul and the end of a rack take people longer to understand.
    fn showing(event: &Event) -> Showing {
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

    /// Where the cue points or the cue ball is put, but not the speed or spin of the shot.
    fn preview(action: &Action) -> Option<Shown> {
        match action {
            Action::Shoot(stroke) => Some(Shown {
                aim_urad: Some(stroke.aim_urad.whole("aimUrad").ok()? as i64),
                ..Shown::default()
            }),
            Action::PlaceBall { x_um, y_um } => {
                let [x_um, y_um] =
                    [x_um.whole("xUm").ok()?, y_um.whole("yUm").ok()?].map(|um| Some(um as i64));
                Some(Shown { x_um, y_um, aim_urad: None })
            }
            Action::Choose { .. } | Action::Concede {} => None,
        }
    }
}

/// What a seat may show before its action: a direction or a place for the cue ball.
#[derive(Default, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[doc(hidden)]
pub struct Shown {
    /// Where the cue points, in microradians.
    #[serde(skip_serializing_if = "Option::is_none")]
    aim_urad: Option<i64>,
    /// Micrometres from the centre towards the foot.
    #[serde(skip_serializing_if = "Option::is_none")]
    x_um: Option<i64>,
    /// Micrometres from the centre to the left, seen from the head.
    #[serde(skip_serializing_if = "Option::is_none")]
    y_um: Option<i64>,
}

/// Accepts only whole numbers with these names, at least one.
impl<'de> Deserialize<'de> for Shown {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Shown, D::Error> {
        let mut shown = Shown::default();
        for (name, number) in BTreeMap::<String, i64>::deserialize(deserializer)? {
            let field = match name.as_str() {
                "aimUrad" => &mut shown.aim_urad,
                "xUm" => &mut shown.x_um,
                "yUm" => &mut shown.y_um,
                other => return Err(de::Error::unknown_field(other, &["aimUrad", "xUm", "yUm"])),
            };
            *field = Some(number);
        }
        if shown == Shown::default() { Err(de::Error::custom("nothing is shown")) } else { Ok(shown) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str, may_be_shown: bool) {
        assert_eq!(serde_json::from_str::<Shown>(json).is_ok(), may_be_shown, "{json}");
    }

    #[test]
    fn directions_and_places_are_shown_and_nothing_else() {
        check(r#"{"aimUrad":-3}"#, true);
        check(r#"{"xUm":1,"yUm":2}"#, true);
        check(r#"{"aimUrad":0,"xUm":1,"yUm":2}"#, true);
        check("{}", false);
        check("[]", false);
        check(r#"{"aimUrad":null}"#, false);
        check(r#"{"aimUrad":1.5}"#, false);
        check(r#"{"aimUrad":"1"}"#, false);
        check(r#"{"aimUrad":1,"speedMmS":2000}"#, false);
    }
}
