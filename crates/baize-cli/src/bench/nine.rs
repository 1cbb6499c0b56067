//! How fast Nine is.

use super::{per_second, random};
use baize_nine::{Options, Position};
use baize_nine_solver::{Objective, Solver};
use std::hint::black_box;
use std::time::{Duration, Instant};

pub(super) fn playouts(time: Duration) -> f64 {
    let mut random = random();
    let options = Options::default();
    per_second(time, || Position::START.playout(&options, &mut random))
}

/// The seconds to solve every position of the plain game; the best of several runs. The value is checked.
pub(super) fn solve(objective: Objective, time: Duration) -> f64 {
    let even = match objective {
        Objective::Difference => 0.0,
        Objective::Win => 0.5,
    };
    let (clock, mut best) = (Instant::now(), f64::INFINITY);
    while best.is_infinite() || clock.elapsed() < time {
        let start = Instant::now();
        let solver = Solver::new(black_box(Position::START), &Options::default(), objective);
        let value = solver.ok().and_then(|solver| solver.value(Position::START));
        best = best.min(start.elapsed().as_secs_f64());
        assert!(value.is_some_and(|value| (value - even).abs() < 1e-12), "the plain game is even");
    }
    best
}
