//! How fast Othello is.

use super::{per_second, random};
use baize_othello::{Passes, Position, notation};
use baize_othello_engine::{Aim, Certainty, Engine, Style, Verdict, Weights};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The best of three runs, each checked against the published count.
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

fn position(line: &str) -> Position {
    notation::read(line).expect("the positions of the program are sound").position
}

fn think(position: Position, aim: Aim) -> Verdict {
    Engine::new(Weights::learnt()).think(black_box(position), aim, Default::default(), &mut |_| {})
}

fn solve(position: Position, expect: i32) {
    let verdict = think(position, Aim::SOLVE);
    let found = (verdict.score, verdict.certainty);
    assert_eq!(found, (f64::from(expect), Certainty::Exact), "the score of {position:?}");
}

/// Seconds for the first of the well-known test positions with 20 or more empty squares: the best of three
/// runs.
pub(super) fn ffo40() -> f64 {
    let first = position("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X");
    let once = || {
        let start = Instant::now();
        solve(first, 38);
        start.elapsed().as_secs_f64()
    };
    (0..3).map(|_| once()).fold(f64::INFINITY, f64::min)
}

/// Positions with 14 empty squares solved per second.
pub(super) fn endgames(time: Duration) -> f64 {
    let lines = include_str!("othello-14.txt").lines().filter(|line| !line.starts_with('#'));
    let set: Vec<(Position, i32)> = lines
        .map(|line| {
            let (line, score) = line.rsplit_once(' ').expect("a position and its score");
            (position(line), score.parse().expect("a score"))
        })
        .collect();
    let (start, mut solved) = (Instant::now(), 0);
    while solved == 0 || start.elapsed() < time {
        set.iter().for_each(|&(position, score)| solve(position, score));
        solved += set.len();
    }
    solved as f64 / start.elapsed().as_secs_f64()
}

/// Nodes per second of a selective search in the middle of the game.
pub(super) fn search(time: Duration) -> f64 {
    let middle = position("----------O-X-----OOXX---OOXXX---OXXXX---OOXXX----OX------------ O");
    let aim = Aim { depth: 14, exact: 0, margin: 0, style: Style::Selective };
    let (start, mut nodes) = (Instant::now(), 0);
    while nodes == 0 || start.elapsed() < time {
        nodes += think(middle, aim).nodes;
    }
    nodes as f64 / start.elapsed().as_secs_f64()
}
