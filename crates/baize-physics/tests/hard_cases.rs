//! Positions that are hard for a simulator: touching balls, coinciding events, polynomials of lower degree.
//!
//! `hard-cases.jsonl` holds one `SIMULATE` query per line with the contacts it must give: `C01` for a collision of 0
//! and 1, `K1` for a cushion of ball 1, `P1FL` for a pot. A trailing `..` lets more follow.

use baize_physics::{
    Ball, Cue, EventKind, Models, Params, PoolTable, Recording, Shot, ShotEvent, SimulateQuery, Simulator,
    State, Vec2, Vec3, simulate, soak,
};
use serde::Deserialize;

const RADIUS: f64 = 0.028_575;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    query: SimulateQuery,
    contacts: String,
}

fn contacts(table: &PoolTable, events: &[ShotEvent]) -> Vec<String> {
    let contact = |event: &ShotEvent| match event.kind {
        EventKind::Collision(one, two) => Some(format!("C{one}{two}")),
        EventKind::Cushion(ball, _) => Some(format!("K{ball}")),
        EventKind::Pot(ball, pocket) => Some(format!("P{ball}{}", table.pockets[usize::from(pocket)].id)),
        EventKind::Strike(_) | EventKind::Transition(..) => None,
    };
    events.iter().filter_map(contact).collect()
}

#[test]
fn the_corpus() {
    for line in include_str!("hard-cases.jsonl").lines() {
        let Case { name, query, contacts: expect } = serde_json::from_str(line).unwrap();
        let balls: Vec<Ball> = query.balls.iter().map(|(&id, &r)| Ball::at(id, r)).collect();
        let shot = simulate(&query.table, &query.params, query.models, &balls, &query.cue).unwrap();
        soak::audit(&shot, &query.table, &query.params).unwrap_or_else(|reason| panic!("{name}: {reason}"));
        let found = contacts(&query.table, &shot.events).join(" ");
        match expect.strip_suffix("..") {
            Some(start) => assert!(found.starts_with(start.trim()), "{name}: {found}"),
            None => assert_eq!(found, expect, "{name}"),
        }
    }
}

fn release(balls: &[Ball]) -> Shot {
    release_on(PoolTable::nine_foot(), balls)
}

fn release_on(table: PoolTable, balls: &[Ball]) -> Shot {
    let mut simulator =
        Simulator::new(table, Params::default(), Models::default()).unwrap().recording(Recording::Motion);
    simulator.release(balls).unwrap();
    let shot = simulator.shot();
    soak::audit(&shot, simulator.table(), simulator.params()).unwrap();
    shot
}

fn rolling(id: u8, r: [f64; 2], v: [f64; 2]) -> Ball {
    let v = Vec2::from(v);
    Ball { id, r: r.into(), v, w: Vec3::new(-v.y / RADIUS, v.x / RADIUS, 0.0) }
}

/// The polynomial of the distance drops to degree two: an engine that solves for degree four invents a
/// collision.
#[test]
fn balls_rolling_side_by_side_never_meet() {
    for gap in [0.0, 1e-9, 0.01, 1.0] {
        let y = 0.5 * (2.0 * RADIUS + gap);
        let shot = release(&[rolling(0, [-1.0, y], [0.4, 0.0]), rolling(1, [-1.0, -y], [0.4, 0.0])]);
        assert!(contacts(&PoolTable::nine_foot(), &shot.events).is_empty(), "{gap}");
    }
}

/// The distance has its least value exactly where the balls would touch.
#[test]
fn a_ball_that_grazes_another_does_not_hit_it() {
    for y in [0.3, -0.125, 0.528_018_164_717_009_2] {
        let passing = rolling(0, [-0.6, y], [1.2, 0.0]);
        let shot =
            release(&[passing, Ball::at(1, [0.0, y + 2.0 * RADIUS]), Ball::at(2, [0.3, y - 2.0 * RADIUS])]);
        let hits = contacts(&PoolTable::nine_foot(), &shot.events);
        assert!(hits.iter().all(|hit| !hit.starts_with('C')), "{hits:?}");
    }
}

/// Shots in which balls are driven into the mouth of a pocket that is too narrow for them. The spin of one of
/// them lasts longer than the events of a hundred breaks.
#[test]
fn wedged_balls_come_to_rest() {
    for seed in [144_945, 240_980, 341_121, 379_271, 684_460] {
        let tally = soak::run(seed..seed + 1).unwrap();
        assert!(tally.longest < 3000, "{tally:?}");
    }
}

#[test]
fn balls_rolling_in_line_at_one_speed_never_meet() {
    let shot = release(&[rolling(0, [-1.0, 0.0], [0.4, 0.0]), rolling(1, [-0.9, 0.0], [0.4, 0.0])]);
    assert!(contacts(&PoolTable::nine_foot(), &shot.events).is_empty());
}

#[test]
fn a_faster_ball_catches_up_with_a_slower_one_on_the_same_line() {
    let shot = release(&[rolling(0, [-1.0, 0.0], [0.6, 0.0]), rolling(1, [-0.9, 0.0], [0.3, 0.0])]);
    assert_eq!(contacts(&PoolTable::nine_foot(), &shot.events)[0], "C01");
    let t = shot.events.iter().find(|event| matches!(event.kind, EventKind::Collision(..))).unwrap().t;
    assert!((t - (0.1 - 2.0 * RADIUS) / 0.3).abs() < 1e-12, "equal decelerations cancel: {t}");
}

#[test]
fn a_spinning_ball_and_a_resting_one_never_meet() {
    let spinning = Ball { w: Vec3::new(0.0, 0.0, 50.0), ..Ball::at(0, [0.0, 0.0]) };
    let shot = release(&[spinning, Ball::at(1, [2.0 * RADIUS, 0.0])]);
    assert_eq!(shot.events.len(), 1);
    assert_eq!(shot.events[0].kind, EventKind::Transition(0, State::Stationary));
    assert_eq!((shot.settled, shot.seconds > 4.0), (0.0, true), "it spins on, but nothing moves");
}

#[test]
fn a_ball_rolling_along_a_cushion_it_touches_does_not_hit_it() {
    for y in [0.635 - RADIUS, -(0.635 - RADIUS)] {
        let shot = release(&[rolling(0, [0.2, y], [0.3, 0.0])]);
        assert!(contacts(&PoolTable::nine_foot(), &shot.events).is_empty());
    }
}

#[test]
fn a_ball_knows_which_cushions_it_touches() {
    let simulator = Simulator::new(PoolTable::nine_foot(), Params::default(), Models::default()).unwrap();
    let touched = |x: f64, y: f64| simulator.touched(Vec2::new(x, y)).count();
    let (x, y) = (1.27 - RADIUS, 0.635 - RADIUS);
    assert_eq!((touched(0.5, y), touched(0.5, y - 1e-6), touched(0.5, y - 1e-5)), (1, 1, 0));
    assert_eq!((touched(x, 0.0), touched(0.0, 0.0), touched(0.0, y)), (1, 0, 0));
}

/// Two cushions that meet in a corner, without a pocket.
fn corner() -> PoolTable {
    let table = PoolTable::nine_foot();
    let (x, y) = (1.27, 0.635);
    let wall = |from: [f64; 2], to: [f64; 2]| baize_physics::Segment { from: from.into(), to: to.into() };
    let segments =
        vec![wall([x, -y], [x, y]), wall([-x, y], [x, y]), wall([-x, -y], [x, -y]), wall([-x, -y], [-x, y])];
    PoolTable { segments, tips: vec![], pockets: vec![], ..table }
}

#[test]
fn a_ball_in_a_corner_hits_both_cushions_at_once() {
    let (x, y) = (1.27 - RADIUS, 0.635 - RADIUS);
    let shot = release_on(corner(), &[rolling(0, [x - 0.2, y - 0.2], [1.0, 1.0])]);
    let hits: Vec<&ShotEvent> =
        shot.events.iter().filter(|event| matches!(event.kind, EventKind::Cushion(..))).take(2).collect();
    assert!((hits[0].t - hits[1].t).abs() < 1e-5, "{hits:?}");
    assert_ne!(hits[0].kind, hits[1].kind);
    assert!(shot.end[0].r.x < x && shot.end[0].r.y < y);
}

#[test]
fn a_ball_resting_in_a_corner_and_driven_into_it_stays_on_the_table() {
    let (x, y) = (1.27 - RADIUS, 0.635 - RADIUS);
    for push in [[1.0, 1.0], [3.0, 0.1], [0.0, 1.0]] {
        release_on(corner(), &[rolling(0, [x, y], push), Ball::at(1, [x - 0.2, y])]);
    }
}

/// The far ball leaves with nearly all of the speed, and not more than that.
#[test]
fn newtons_cradle() {
    let d = 2.0 * RADIUS;
    let mut balls = vec![rolling(0, [-0.5, 0.0], [2.0, 0.0])];
    balls.extend((1..=5).map(|id| Ball::at(id, [d * f64::from(id), 0.0])));
    let shot = release(&balls);
    let found = contacts(&PoolTable::nine_foot(), &shot.events);
    for contact in ["C01", "C12", "C23", "C34", "C45"] {
        assert!(found[..8].contains(&contact.to_owned()), "{found:?}");
    }
    let last = shot.motion[5].intervals[1].b.x;
    assert!(last > 1.6 && last < 2.0, "{last}");
}

/// The symmetric rack: pairs of events coincide to the last bit, and the order is that of the ball numbers.
#[test]
fn a_perfect_rack_struck_head_on() {
    let d = 2.0 * RADIUS * 1.001;
    let row = d * 0.75_f64.sqrt();
    let places =
        [(0, 0.0), (1, 0.5), (1, -0.5), (3, 0.5), (2, -1.0), (2, 1.0), (3, -0.5), (4, 0.0), (2, 0.0)];
    let mut balls: Vec<Ball> = places
        .iter()
        .zip(1..)
        .map(|(&(x, y), id)| Ball::at(id, [0.635 + row * f64::from(x), d * y]))
        .collect();
    balls.push(Ball::at(0, [-0.635, 0.0]));
    let cue = Cue { v0: 9.0, phi: 0.0, theta: 0.0, a: 0.0, b: 0.0 };
    let shot =
        simulate(&PoolTable::nine_foot(), &Params::default(), Models::default(), &balls, &cue).unwrap();
    soak::audit(&shot, &PoolTable::nine_foot(), &Params::default()).unwrap();
    let found = contacts(&PoolTable::nine_foot(), &shot.events);
    assert_eq!(found[..3], ["C01", "C12", "C13"]);
    let impacts: Vec<f64> = shot.events[1..4].iter().map(|event| event.t).collect();
    assert_eq!(impacts[1], impacts[2], "ball 1 reaches 2 and 3 at the same time");
}

/// A cue ball that reaches two balls at the same time hits both then, rather than one a little later.
#[test]
fn a_split_hit_has_one_time() {
    for gap in [0.0, 1e-7, 0.01] {
        let y = RADIUS + gap;
        let shot =
            release(&[rolling(0, [-0.5, 0.0], [1.5, 0.0]), Ball::at(1, [0.0, y]), Ball::at(2, [0.0, -y])]);
        assert_eq!(contacts(&PoolTable::nine_foot(), &shot.events)[..2], ["C01", "C02"]);
        assert!(shot.events[1].t - shot.events[0].t < 1e-12);
    }
}

/// Sixteen balls, all touching, struck hard.
#[test]
fn a_tight_triangle_of_fifteen() {
    let d = 2.0 * RADIUS;
    let mut balls = vec![Ball::at(0, [-0.635, 0.002])];
    for row in 0..5_u8 {
        for place in 0..=row {
            let y = d * (f64::from(place) - 0.5 * f64::from(row));
            balls.push(Ball::at(balls.len() as u8, [0.4 + (d + 1e-9) * 0.75_f64.sqrt() * f64::from(row), y]));
        }
    }
    let cue = Cue { v0: 12.0, phi: 0.0, theta: 0.0, a: 0.0, b: 0.3 };
    let shot =
        simulate(&PoolTable::nine_foot(), &Params::default(), Models::default(), &balls, &cue).unwrap();
    soak::audit(&shot, &PoolTable::nine_foot(), &Params::default()).unwrap();
}
