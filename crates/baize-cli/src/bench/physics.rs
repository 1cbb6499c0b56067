//! How fast shots are simulated.

use baize_nine_ball::{NineBall, TableSize};
use baize_physics::{Ball, Cue};
use baize_rules::{Game, Seed, Table, Viewer};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The average cost of a shot.
pub(super) struct ShotCost {
    pub(super) micros_per_shot: f64,
    pub(super) nanos_per_event: f64,
}

/// A thousand racks, each broken at 9 m/s from the head spot.
pub(super) fn breaks() -> Vec<(Vec<Ball>, Cue)> {
    let cue = Cue { v0: 9.0, phi: 0.0, theta: 0.0, a: 0.0, b: 0.0 };
    let rack = |number: u32| {
        let seed = Seed::from_text(&format!("bench rack {number}"));
        let table = Table::<NineBall>::start(Default::default(), 2, &seed);
        let game = table.expect("default options are sound");
        (game.game().view(Viewer::Spectator).state.balls.bodies(), cue)
    };
    (0..1000).map(rack).collect()
}

/// A thousand cut shots: two balls, from full on one side to thin on the other.
pub(super) fn cuts() -> Vec<(Vec<Ball>, Cue)> {
    let cut = |number: u32| {
        let aside = 0.05 * (f64::from(number) - 499.5) / 500.0;
        let balls = vec![Ball::at(0, [-0.77, 0.0]), Ball::at(1, [-0.17, aside])];
        (balls, Cue { v0: 1.5, phi: 0.0, theta: 0.0, a: 0.0, b: 0.2 })
    };
    (0..1000).map(cut).collect()
}

/// Simulates every shot equally often, for about `time`.
pub(super) fn simulate(shots: &[(Vec<Ball>, Cue)], time: Duration) -> ShotCost {
    let mut simulator = TableSize::NineFoot.simulator();
    let (mut played, mut events) = (0usize, 0usize);
    let start = Instant::now();
    while played == 0 || start.elapsed() < time {
        for (balls, cue) in shots {
            simulator.shoot(black_box(balls), cue).expect("the shots are sound");
            events += black_box(simulator.events()).len();
        }
        played += shots.len();
    }
    let seconds = start.elapsed().as_secs_f64();
    ShotCost {
        micros_per_shot: seconds * 1e6 / played as f64,
        nanos_per_event: seconds * 1e9 / events as f64,
    }
}
