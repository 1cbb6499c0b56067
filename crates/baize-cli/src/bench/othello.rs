//! How fast Othello is.

use super::{per_second, random};
use baize_othello::{Passes, Position};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The best of three, each checked against the published count.
pub(super) fn perft(depth: u32, expect: u64) -> f64 {
    let once = || {
        let start = Instant::now();
        let leaves = baize_othello::perft(black_box(Position::START), depth, Passes::Counted, u64::MAX);
        assert_eq!(leaves, Some(expect), "perft must give the published count");
        expect as f64 / start.elapsed().as_secs_f64()
    };
    (0..3).map(|_| once()).fold(0.0, f64::max)
}

pub(super) fn playouts(time: Duration) -> f64 {
    let mut random = random();
    per_second(time, || Position::START.playout(&mut random))
}
