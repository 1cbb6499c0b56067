//! How fast shots are simulated on this machine: `cargo run --release --example speed`.

use baize_physics::soak::{Random, rack};
use baize_physics::{Ball, Cue, Models, Params, PoolTable, Simulator};
use std::time::Instant;

/// How often each shot is timed, as a busy machine makes some runs slow.
const ROUNDS: usize = 20;

/// Simulates all shots in turn, several times, and prints the mean of their fastest times.
fn measure(name: &str, shots: &[(Vec<Ball>, Cue)]) {
    let mut simulator = Simulator::new(PoolTable::nine_foot(), Params::default(), Models::default())
        .expect("the defaults are sound");
    let mut best = vec![f64::INFINITY; shots.len()];
    let mut events = 0;
    for _ in 0..ROUNDS {
        events = 0;
        for ((balls, cue), best) in shots.iter().zip(&mut best) {
            let start = Instant::now();
            simulator.shoot(balls, cue).expect("the shots are sound");
            *best = best.min(start.elapsed().as_secs_f64());
            events += simulator.events().len();
        }
    }
    let seconds: f64 = best.iter().sum();
    let count = shots.len() as f64;
    println!(
        "{name}: {:.2} us per shot, {:.1} events per shot, {:.0} ns per event",
        seconds / count * 1e6,
        events as f64 / count,
        seconds / events as f64 * 1e9
    );
}

fn main() {
    let radius = Params::default().radius;
    let mut random = Random::new(9);
    let breaks: Vec<(Vec<Ball>, Cue)> = (0..1000)
        .map(|_| {
            let mut balls = rack(&mut random, radius, 0.635);
            balls.push(Ball::at(0, [-0.635, 0.0]));
            (balls, Cue { v0: 9.0, phi: 0.0, theta: 0.0, a: 0.0, b: 0.1 })
        })
        .collect();
    measure("break", &breaks);
    let cuts: Vec<(Vec<Ball>, Cue)> = (0..1000)
        .map(|_| {
            let balls = vec![Ball::at(0, [-0.77, 0.0]), Ball::at(1, [-0.17, random.between(-0.04, 0.04)])];
            (balls, Cue { v0: 1.5, phi: 0.0, theta: 0.0, a: 0.0, b: random.between(-0.3, 0.3) })
        })
        .collect();
    measure("cut", &cuts);
}
