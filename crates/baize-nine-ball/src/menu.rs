//! A few of the many things a seat can do.

use crate::action::Cue;
use crate::table::{can_place, proposal};
use crate::{Action, Area, Ball, NineBall, Phase, Spot};
use baize_rules::Seat;
use std::f64::consts::PI;

/// The shot from which conceding is listed, so that a rack without end can be conceded. It is legal before,
/// too, but whoever plays from the list should not give up on the break.
const LONG_RACK: u32 = 30;

/// Some legal actions of a seat that may act; at least one for the seat at the table.
pub(crate) fn samples(game: &NineBall, seat: Seat) -> Vec<Action> {
    let mut samples = if game.phase.seat() == Some(seat) { at_table(game) } else { Vec::new() };
    if game.shot_no >= LONG_RACK {
        samples.push(Action::Concede {});
    }
    samples
}

fn at_table(game: &NineBall) -> Vec<Action> {
    match game.phase {
        Phase::BreakPlacement { .. } => places(game, Area::BehindString),
        Phase::BallInHand { .. } => places(game, Area::Anywhere),
        Phase::PushOutChoice { .. } => [true, false].map(|play| Action::Choose { play }).to_vec(),
        Phase::Aim { .. } => shots(game),
        Phase::GameOver { .. } => Vec::new(),
    }
}

/// The proposed place first, then a few spots all over the area.
fn places(game: &NineBall, area: Area) -> Vec<Action> {
    let table = game.options.table;
    let reach = table.reach();
    let sixths = [-5, -3, -1, 1, 3, 5].into_iter();
    let grid = sixths.flat_map(|x| [-1, 0, 1].map(|y| Spot { x: reach.x / 6 * x, y: reach.y / 2 * y }));
    let free = grid.filter(|spot| can_place(table, &game.balls, area, *spot));
    proposal(table, &game.balls, area)
        .into_iter()
        .chain(free)
        .take(8)
        .map(|spot| Action::PlaceBall { x_um: spot.x.into(), y_um: spot.y.into() })
        .collect()
}

/// Shots at the target, full and off centre, with and without spin; and one whose direction turns with each
/// shot.
fn shots(game: &NineBall) -> Vec<Action> {
    let Some(cue) = game.balls.get(Ball::CUE) else { return Vec::new() };
    let target = game.balls.objects().lowest().and_then(|ball| game.balls.get(ball));
    let straight = target.map_or(0, |target| aim(cue, target));
    let level = |speed, turn: f64| Cue::level(speed, turned(straight, turn));
    let mut cues = if game.shot_no == 0 {
        vec![level(9000, 0.0), level(11_000, 0.0), level(10_000, 0.01), level(3000, -0.02)]
    } else {
        vec![
            level(1200, 0.0),
            level(4000, 0.0),
            level(3000, 0.03),
            level(2500, -0.06),
            Cue { top_milli: -350, side_milli: 150, ..level(3500, 0.02) },
            Cue { top_milli: 400, elevation_urad: 200_000, ..level(5000, -0.01) },
            level(6000, PI * f64::from(game.shot_no % 16) / 8.0),
        ]
    };
    cues.dedup();
    let mut shots: Vec<Action> = cues.into_iter().map(Cue::shoot).collect();
    if let (true, Action::Shoot(stroke)) = (game.push_ok, level(800, 0.5).shoot()) {
        shots.push(Action::Shoot(crate::Stroke { push_out: true, ..stroke }));
    }
    shots
}

/// The direction from one spot to another, in microradians.
pub(crate) fn aim(from: Spot, to: Spot) -> i32 {
    let [x, y] = [f64::from(to.x - from.x), f64::from(to.y - from.y)];
    turned(0, libm::atan2(y, x))
}

/// A direction in microradians, turned by an angle in radians.
pub(crate) fn turned(aim: i32, angle: f64) -> i32 {
    (f64::from(aim) + angle * 1e6).rem_euclid(2e6 * PI).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_whole_microradians_below_a_full_turn() {
        let centre = Spot { x: 0, y: 0 };
        let to = |x, y| aim(centre, Spot { x, y });
        assert_eq!([to(1, 0), to(0, 1), to(-1, 0), to(0, -1)], [0, 1_570_796, 3_141_593, 4_712_389]);
        assert_eq!(to(1_000_000_000, -1), Cue::MOST_AIM);
        assert_eq!(turned(100, -0.000_2), 6_283_085);
        assert_eq!(turned(Cue::MOST_AIM, 0.000_001), 1);
    }
}
