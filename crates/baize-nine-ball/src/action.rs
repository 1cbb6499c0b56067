//! What a seat can do.

use crate::RuleError;
use baize_rules::clip;
use schemars::JsonSchema;
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// What a seat can do. Numbers on the wire are whole, so that a record replays exactly.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(
    tag = "type",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Action {
    /// Places the cue ball; may be repeated until the shot.
    PlaceBall {
        /// Micrometres from the centre towards the foot.
        x_um: Given,
        /// Micrometres from the centre to the left, seen from the head.
        y_um: Given,
    },
    /// Strikes the cue ball.
    Shoot(Stroke),
    /// Decides who plays on after a push-out.
    Choose {
        /// Whether the chooser plays; otherwise the pusher does.
        play: bool,
    },
    /// Gives the rack to the opponent.
    Concede {},
}

/// How the cue should strike, not yet checked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Stroke {
    /// The speed of the cue in millimetres per second.
    #[schemars(range(min = 1, max = Cue::MOST_SPEED))]
    pub speed_mm_s: Given,
    /// The direction, counter-clockwise from the foot end, in microradians.
    #[schemars(range(min = 0, max = Cue::MOST_AIM))]
    pub aim_urad: Given,
    /// How steep the cue is, in microradians.
    #[serde(default)]
    #[schemars(range(min = 0, max = Cue::MOST_ELEVATION))]
    pub elevation_urad: Given,
    /// How far left of the centre the tip strikes, in thousandths of the radius.
    #[serde(default)]
    #[schemars(range(min = -500, max = 500))]
    pub side_milli: Given,
    /// How far above the centre, in thousandths of the radius.
    #[serde(default)]
    #[schemars(range(min = -500, max = 500))]
    pub top_milli: Given,
    /// Declares a push-out.
    #[serde(default)]
    pub push_out: bool,
}

/// A stroke within the bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cue {
    /// The speed of the cue in millimetres per second, 1 to 12,000.
    pub speed_mm_s: i32,
    /// The direction in microradians, 0 to 6,283,185.
    pub aim_urad: i32,
    /// How steep the cue is in microradians, 0 to 1,221,730.
    pub elevation_urad: i32,
    /// How far left of the centre the tip strikes, in thousandths of the radius.
    pub side_milli: i32,
    /// How far above the centre, in thousandths; with the side offset, at most 500 thousandths from the
    /// centre.
    pub top_milli: i32,
}

impl Cue {
    /// 12 m/s.
    pub const MOST_SPEED: i32 = 12_000;
    /// The largest whole number of microradians below 2 pi.
    pub const MOST_AIM: i32 = 6_283_185;
    /// 70 degrees.
    pub const MOST_ELEVATION: i32 = 1_221_730;
    /// Half the radius.
    pub const MOST_OFFSET: i32 = 500;

    /// A level stroke at the centre.
    pub const fn level(speed_mm_s: i32, aim_urad: i32) -> Cue {
        Cue { speed_mm_s, aim_urad, elevation_urad: 0, side_milli: 0, top_milli: 0 }
    }

    /// The action that plays this stroke.
    pub fn shoot(self) -> Action {
        Action::Shoot(self.into())
    }
}

impl From<Cue> for Stroke {
    fn from(cue: Cue) -> Stroke {
        Stroke {
            speed_mm_s: cue.speed_mm_s.into(),
            aim_urad: cue.aim_urad.into(),
            elevation_urad: cue.elevation_urad.into(),
            side_milli: cue.side_milli.into(),
            top_milli: cue.top_milli.into(),
            push_out: false,
        }
    }
}

impl Stroke {
    /// The checked stroke, if every number is within its bounds. Nothing is clamped: a record must not lie.
    pub fn cue(&self) -> Result<Cue, RuleError> {
        let offset = Cue::MOST_OFFSET;
        let cue = Cue {
            speed_mm_s: self.speed_mm_s.within("speedMmS", 1, Cue::MOST_SPEED)?,
            aim_urad: self.aim_urad.within("aimUrad", 0, Cue::MOST_AIM)?,
            elevation_urad: self.elevation_urad.within("elevationUrad", 0, Cue::MOST_ELEVATION)?,
            side_milli: self.side_milli.within("sideMilli", -offset, offset)?,
            top_milli: self.top_milli.within("topMilli", -offset, offset)?,
        };
        if cue.side_milli * cue.side_milli + cue.top_milli * cue.top_milli > offset * offset {
            return Err(RuleError::Miscue);
        }
        Ok(cue)
    }
}

/// A number of an action as a client sent it, usable or not.
#[derive(Clone, PartialEq, Debug, JsonSchema)]
#[schemars(with = "i32", inline)]
pub enum Given {
    /// A number.
    Number(f64),
    /// Something that is not a number, cut short.
    Text(String),
}

impl Given {
    /// The number, if it is whole.
    pub(crate) fn whole(&self, field: &'static str) -> Result<f64, RuleError> {
        match *self {
            Given::Number(number) if !number.is_finite() => Err(RuleError::NotFinite { field }),
            Given::Number(number) if number.fract() == 0.0 => Ok(number),
            Given::Number(_) => Err(RuleError::NotWhole { field, given: self.to_string() }),
            Given::Text(_) => Err(RuleError::NotFinite { field }),
        }
    }

    fn within(&self, field: &'static str, min: i32, max: i32) -> Result<i32, RuleError> {
        let number = self.whole(field)?;
        if number < f64::from(min) || number > f64::from(max) {
            return Err(RuleError::ShotRange { field, min, max });
        }
        Ok(number as i32)
    }
}

impl Default for Given {
    fn default() -> Given {
        Given::Number(0.0)
    }
}

impl From<f64> for Given {
    fn from(number: f64) -> Given {
        Given::Number(number)
    }
}

impl From<i32> for Given {
    fn from(number: i32) -> Given {
        Given::Number(f64::from(number))
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Numbers can have hundreds of digits.
            Given::Number(number) => f.write_str(&clip(&number.to_string())),
            Given::Text(text) => f.write_str(text),
        }
    }
}

impl Serialize for Given {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            // Whole numbers that fit into an i64 are sent without a fraction.
            Given::Number(number) if number.fract() == 0.0 && number.abs() < 9e15 => {
                serializer.serialize_i64(*number as i64)
            }
            Given::Number(number) => serializer.serialize_f64(*number),
            Given::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Given, D::Error> {
        struct Anything;

        impl Visitor<'_> for Anything {
            type Value = Given;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Given, E> {
                Ok(Given::Number(number as f64))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Given, E> {
                Ok(Given::Number(number as f64))
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Given, E> {
                Ok(Given::Number(number))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Given, E> {
                Ok(Given::Text(clip(text)))
            }
        }

        deserializer.deserialize_any(Anything)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baize_rules::Coded;

    /// Changes one field of a sound shot.
    fn check(field: &str, value: &str, expect: &str) {
        let text = format!(r#"{{"type":"SHOOT","speedMmS":4000,"aimUrad":1570796,"{field}":{value}}}"#);
        let text = match field {
            "speedMmS" => text.replace(r#""speedMmS":4000,"#, ""),
            "aimUrad" => text.replace(r#""aimUrad":1570796,"#, ""),
            _ => text,
        };
        let answer = match serde_json::from_str(&text) {
            Ok(Action::Shoot(stroke)) => match stroke.cue() {
                Ok(_) => "sound".to_owned(),
                Err(error) => format!("{}: {error}", error.code()),
            },
            Ok(_) => "another action".to_owned(),
            Err(_) => "unreadable".to_owned(),
        };
        assert_eq!(answer, expect, "{text}");
    }

    #[test]
    fn shots_out_of_range_are_refused_never_clamped() {
        check("speedMmS", "1", "sound");
        check("speedMmS", "12000", "sound");
        check("speedMmS", "12000.0", "sound");
        check(
            "speedMmS",
            "0",
            "nine-ball.shot_range: the speed must be between 0.001 and 12 m/s (speedMmS from 1 to 12000)",
        );
        check(
            "speedMmS",
            "-5",
            "nine-ball.shot_range: the speed must be between 0.001 and 12 m/s (speedMmS from 1 to 12000)",
        );
        check(
            "speedMmS",
            "12001",
            "nine-ball.shot_range: the speed must be between 0.001 and 12 m/s (speedMmS from 1 to 12000)",
        );
        check(
            "speedMmS",
            "1e300",
            "nine-ball.shot_range: the speed must be between 0.001 and 12 m/s (speedMmS from 1 to 12000)",
        );
        check("speedMmS", "0.5", "nine-ball.not_whole: speedMmS is a whole number, not 0.5");
        check("speedMmS", "\"NaN\"", "nine-ball.not_finite: speedMmS is not a number");
        check("aimUrad", "0", "sound");
        check("aimUrad", "6283185", "sound");
        check(
            "aimUrad",
            "6283186",
            "nine-ball.shot_range: the aim must be between 0 and 360 degrees (aimUrad from 0 to 6283185)",
        );
        check(
            "aimUrad",
            "-1",
            "nine-ball.shot_range: the aim must be between 0 and 360 degrees (aimUrad from 0 to 6283185)",
        );
        check("elevationUrad", "1221730", "sound");
        check(
            "elevationUrad",
            "1221731",
            "nine-ball.shot_range: the lift must be between 0 and 70 degrees (elevationUrad from 0 to 1221730)",
        );
        check(
            "elevationUrad",
            "-1",
            "nine-ball.shot_range: the lift must be between 0 and 70 degrees (elevationUrad from 0 to 1221730)",
        );
        check("sideMilli", "-500", "sound");
        check(
            "sideMilli",
            "501",
            "nine-ball.shot_range: side must be between -500 and 500 thousandths of the radius (sideMilli from -500 to 500)",
        );
        check("sideMilli", "400,\"topMilli\":-300", "sound");
        check(
            "sideMilli",
            "400,\"topMilli\":301",
            "nine-ball.shot_range: the tip must strike within half a radius of the centre",
        );
        check("pushOut", "true", "sound");
        check("pushOut", "1", "unreadable");
        check("sideMilli", "null", "unreadable");
        check("spin", "1", "unreadable");
        check("x", "[1]", "unreadable");
    }

    fn check_action(text: &str, expect: Option<&str>) {
        let action = serde_json::from_str::<Action>(text).ok();
        assert_eq!(action.map(|action| serde_json::to_string(&action).unwrap()).as_deref(), expect, "{text}");
    }

    #[test]
    fn actions_are_read_strictly() {
        let place = r#"{"type":"PLACE_BALL","xUm":-635000,"yUm":0}"#;
        check_action(place, Some(place));
        let odd = r#"{"type":"PLACE_BALL","xUm":1.5,"yUm":"x"}"#;
        check_action(odd, Some(odd));
        let shot = r#"{"type":"SHOOT","speedMmS":4000,"aimUrad":1570796,"elevationUrad":0,"sideMilli":0,"topMilli":250,"pushOut":false}"#;
        check_action(shot, Some(shot));
        check_action(r#"{"type":"SHOOT","speedMmS":4000}"#, None);
        check_action(r#"{"type":"CHOOSE","play":true}"#, Some(r#"{"type":"CHOOSE","play":true}"#));
        check_action(r#"{"type":"CHOOSE","play":1}"#, None);
        check_action(r#"{"type":"CONCEDE"}"#, Some(r#"{"type":"CONCEDE"}"#));
        check_action(r#"{"type":"CONCEDE","seat":0}"#, None);
        check_action(r#"{"type":"PLACE_BALL","xUm":0}"#, None);
        check_action(r#"{"type":"BREAK"}"#, None);
    }
}
