//! Actions as people type them.
//!
//! `place -635 0` places the cue ball, in millimetres from the centre. `shoot 4 90` strikes at 4 m/s in the
//! direction of 90 degrees; `shoot 4 @3` aims at the 3, `shoot 4 3>FL` at the ghost ball that sends the 3 to
//! the foot left pocket. A shot may end with `side=-100` and `top=250` (thousandths of the radius), `lift=5`
//! (degrees) and `push`. The other actions are `play`, `give back` and `concede`.

use crate::menu::aim;
use crate::spot::RADIUS;
use crate::{Action, Ball, Given, Layout, RuleError, Spot, Stroke, TableSize};
use baize_rules::clip;
use std::fmt;

const HELP: &str = "type `place X Y` (mm), `shoot SPEED AIM` (m/s; degrees, `@3` or `3>FL`), `play`, `give back` or `concede`";

fn unreadable(text: &str) -> RuleError {
    RuleError::Unreadable(format!("{:?} cannot be read; {HELP}", clip(text)))
}

pub(crate) fn write_action(action: &Action) -> String {
    match action {
        Action::PlaceBall { x_um, y_um } => {
            format!("place {} {}", scaled(x_um, 1e-3), scaled(y_um, 1e-3))
        }
        Action::Shoot(stroke) => write_stroke(stroke),
        Action::Choose { play: true } => "play".to_owned(),
        Action::Choose { play: false } => "give back".to_owned(),
        Action::Concede {} => "concede".to_owned(),
    }
}

/// The action as people type it.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_action(self))
    }
}

/// Microradians to degrees.
const DEGREES: f64 = 180e-6 / std::f64::consts::PI;

fn write_stroke(stroke: &Stroke) -> String {
    let Stroke { speed_mm_s, aim_urad, elevation_urad, side_milli, top_milli, push_out } = stroke;
    let mut text = format!("shoot {} {}", scaled(speed_mm_s, 1e-3), scaled(aim_urad, DEGREES));
    for (name, given, unit) in
        [("side", side_milli, 1.0), ("top", top_milli, 1.0), ("lift", elevation_urad, DEGREES)]
    {
        if *given != Given::default() {
            text += &format!(" {name}={}", scaled(given, unit));
        }
    }
    if *push_out {
        text += " push";
    }
    text
}

/// A number in other units, with as few decimals as it takes to read back the same number.
fn scaled(given: &Given, unit: f64) -> String {
    let Given::Number(number) = *given else { return given.to_string() };
    let write = |decimals: usize| format!("{:.decimals$}", number * unit);
    let is_same = |text: &String| text.parse::<f64>().is_ok_and(|read| (read / unit).round() == number);
    clip(&(0..6).map(write).find(is_same).unwrap_or_else(|| write(6)))
}

pub(crate) fn read_action(balls: &Layout, table: TableSize, text: &str) -> Result<Action, RuleError> {
    let bad = || unreadable(text.trim());
    // No action has more words than this, so a longer text is wrong anyway.
    let words: Vec<&str> = text.split_whitespace().take(8).collect();
    match words[..] {
        ["place", x, y] => {
            // Adding zero turns a negative zero into a plain one.
            let micrometres = |word| Some(Given::Number((number(word)? * 1e3).round() + 0.0));
            let (x_um, y_um) = micrometres(x).zip(micrometres(y)).ok_or_else(bad)?;
            Ok(Action::PlaceBall { x_um, y_um })
        }
        ["shoot", speed, direction, ref extras @ ..] if extras.len() <= 4 => {
            let speed_mm_s = Given::Number((number(speed).ok_or_else(bad)? * 1e3).round());
            let aim_urad = read_aim(balls, table, direction).ok_or_else(bad)?.into();
            let (zero, push_out) = (Given::default(), false);
            let (elevation_urad, side_milli, top_milli) = (zero.clone(), zero.clone(), zero);
            let plain = Stroke { speed_mm_s, aim_urad, elevation_urad, side_milli, top_milli, push_out };
            extras.iter().try_fold(plain, read_extra).map(Action::Shoot).ok_or_else(bad)
        }
        ["play"] => Ok(Action::Choose { play: true }),
        ["give", "back"] => Ok(Action::Choose { play: false }),
        ["concede"] => Ok(Action::Concede {}),
        _ => Err(bad()),
    }
}

fn number(word: &str) -> Option<f64> {
    word.parse().ok().filter(|number: &f64| number.is_finite())
}

fn read_extra(mut stroke: Stroke, word: &&str) -> Option<Stroke> {
    if *word == "push" {
        stroke.push_out = true;
        return Some(stroke);
    }
    let (name, value) = word.split_once('=')?;
    let value = number(value)?;
    match name {
        "side" => stroke.side_milli = value.round().into(),
        "top" => stroke.top_milli = value.round().into(),
        "lift" => stroke.elevation_urad = (value / DEGREES).round().into(),
        _ => return None,
    }
    Some(stroke)
}

/// Reads an aim given in degrees, as a ball, or as a ball and a pocket.
fn read_aim(balls: &Layout, table: TableSize, word: &str) -> Option<i32> {
    if let Some(degrees) = number(word) {
        let within = if (0.0..=360.0).contains(&degrees) { degrees } else { degrees.rem_euclid(360.0) };
        return Some((within / DEGREES).round() as i32);
    }
    let spot_of = |number: &str| balls.get(Ball::new(number.parse().ok()?)?);
    let cue = balls.get(Ball::CUE)?;
    if let Some(ball) = word.strip_prefix('@') {
        return Some(aim(cue, spot_of(ball)?));
    }
    let (ball, pocket) = word.split_once('>')?;
    Some(aim(cue, ghost(spot_of(ball)?, pocket_of(table, &pocket.to_uppercase())?)))
}

fn pocket_of(table: TableSize, id: &str) -> Option<[f64; 2]> {
    let geometry = table.geometry();
    let pocket = geometry.pockets.iter().find(|pocket| pocket.id == id)?;
    Some([pocket.center.x * 1e6, pocket.center.y * 1e6])
}

/// Where the cue ball must be when it sends a ball towards a point (in micrometres).
fn ghost(ball: Spot, [x, y]: [f64; 2]) -> Spot {
    let (dx, dy) = (x - f64::from(ball.x), y - f64::from(ball.y));
    let far = (dx * dx + dy * dy).sqrt().max(1.0);
    let back = 2.0 * RADIUS as f64 / far;
    Spot::nearest(f64::from(ball.x) - dx * back, f64::from(ball.y) - dy * back)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads with the cue ball at the head spot, the 3 on the foot spot and the 5 to the left of the cue ball.
    fn check(text: &str, expect: Option<&str>) {
        let balls: Layout =
            serde_json::from_str(r#"{"0":[-0.635,0],"3":[0.635,0],"5":[-0.635,0.3]}"#).unwrap();
        let action = read_action(&balls, TableSize::NineFoot, text);
        assert_eq!(action.ok().map(|action| write_action(&action)).as_deref(), expect, "{text}");
    }

    #[test]
    fn actions_are_read_and_written() {
        check("place -635 0", Some("place -635 0"));
        check("  place 12.3456 -0.0004 ", Some("place 12.346 0"));
        check("shoot 4 90", Some("shoot 4 90"));
        check("shoot 4.5 0.00012", Some("shoot 4.5 0.0001"));
        check("shoot 4 -90", Some("shoot 4 270"));
        check("shoot 0.75 @3", Some("shoot 0.75 0"));
        check(
            "shoot 0.75 @5 side=-100 top=250 lift=5 push",
            Some("shoot 0.75 90 side=-100 top=250 lift=5 push"),
        );
        check("shoot 3 3>fl top=-200", Some("shoot 3 358.11764 top=-200"));
        check("shoot 4 90 side=0.7 top=-0.2", Some("shoot 4 90 side=1"));
        check("play", Some("play"));
        check("give back", Some("give back"));
        check("concede", Some("concede"));
    }

    #[test]
    fn what_is_no_action_is_refused() {
        for text in [
            "",
            "place",
            "place 1",
            "place 1 nan",
            "place 1 inf",
            "place 1 2 3",
            "shoot",
            "shoot 3",
            "shoot x 3",
            "shoot 3 @",
            "shoot 3 @4",
            "shoot 3 @10",
            "shoot 3 3>XX",
            "shoot 3 4>FL",
            "shoot 3 90 spin=1",
            "shoot 3 90 side=",
            "shoot 3 90 side=1 top=1 lift=1 push push push",
            "give",
            "pass",
        ] {
            check(text, None);
        }
        check(&"shoot ".repeat(100_000), None);
    }

    #[test]
    fn every_direction_round_trips() {
        let balls = Layout::default();
        for aim in (0..=6_283_185).step_by(7919).chain([1, 2, 3, 6_283_184, 6_283_185]) {
            let action = crate::Cue { elevation_urad: aim / 6, ..crate::Cue::level(12_000, aim) }.shoot();
            assert_eq!(read_action(&balls, TableSize::NineFoot, &write_action(&action)), Ok(action));
        }
    }
}
