//! Verdicts of the engine, compared with simpler ways to find them.

use baize_othello::{Position, Square, notation};
use baize_othello_engine::train::{Judge, Play, Purpose, Trained, TrainingGame, judge, lag, play, samples};
use baize_othello_engine::{Aim, BadWeights, Certainty, Engine, Style, Verdict, Weights};
use baize_rules::{Dice, Seed};
use baize_search::{Limits, Stopwatch};
use core::time::Duration;
use std::sync::atomic::{AtomicU64, Ordering};

/// Positions of random games with `empties` empty squares; games that end earlier are left out.
fn positions(count: usize, empties: u32) -> Vec<Position> {
    let mut dice = Dice::new(&Seed::from_text("verdicts"));
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::START;
        while position.empty().count_ones() > empties && !position.is_over() {
            let squares: Vec<Square> = Square::all(position.moves()).collect();
            position =
                dice.pick(&squares).map_or(position.passed(), |&square| position.play_unchecked(square));
        }
        if position.empty().count_ones() == empties {
            found.push(position);
        }
    }
    found
}

fn think(position: Position, aim: Aim, limits: Limits) -> Verdict {
    Engine::new(Weights::learnt()).think(position, aim, limits, &mut |_| {})
}

fn solve(position: Position) -> Verdict {
    think(position, Aim::SOLVE, Limits::default())
}

/// The final margin with best play, found by playing out every game.
fn brute_force(position: Position) -> i32 {
    let scores = Square::all(position.moves()).map(|square| -brute_force(position.play_unchecked(square)));
    match scores.max() {
        Some(score) => score,
        None if position.is_over() => position.margin(),
        None => -brute_force(position.passed()),
    }
}

#[test]
fn exact_scores_are_those_of_brute_force() {
    for empties in 0..=8 {
        for position in positions(if empties < 7 { 150 } else { 40 }, empties) {
            let expected = brute_force(position);
            let verdict = solve(position);
            assert_eq!(
                (verdict.score, verdict.certainty),
                (f64::from(expected), Certainty::Exact),
                "{position:?}"
            );
            if let Some(best) = verdict.candidates.first() {
                assert_eq!(-brute_force(position.play_unchecked(best.square)), expected, "{position:?}");
            }
            for opinion in &verdict.candidates {
                let score = f64::from(-brute_force(position.play_unchecked(opinion.square)));
                let holds = if opinion.is_bound { score <= opinion.score } else { score == opinion.score };
                assert!(holds, "{position:?}: {opinion:?} is {score}");
            }
        }
    }
}

#[test]
fn every_move_has_its_own_final_score() {
    for position in positions(12, 9).into_iter().chain(positions(3, 14)) {
        let verdict = Engine::new(Weights::learnt()).solve_moves(position, Limits::default());
        assert_eq!(verdict.certainty, Certainty::Exact);
        let mut squares = 0;
        for opinion in &verdict.candidates {
            let after = solve(position.play_unchecked(opinion.square)).score;
            assert_eq!((opinion.score, opinion.is_bound), (-after, false), "{position:?} {}", opinion.square);
            squares |= opinion.square.bit();
        }
        assert_eq!(squares, position.moves());
        assert!(verdict.candidates.is_sorted_by_key(|opinion| -opinion.score));
    }
}

#[test]
fn boards_with_one_colour_left_are_solved() {
    for (line, score) in [
        ("XO------------------------------------------------------XO------ X", 64.0),
        ("X--------------------------------------------------------------O X", 0.0),
        ("-------------------------------------------------------------XXX O", -64.0),
    ] {
        let position = notation::read(line).unwrap().position;
        assert_eq!(solve(position).score, score, "{line}");
    }
}

/// With more empty squares, the evaluation, trust in shallow searches and threads take part; none may change
/// the score.
#[test]
fn the_score_depends_on_neither_weights_nor_threads() {
    let zero = Weights::zero();
    for position in positions(6, 13).into_iter().chain(positions(4, 17)) {
        let expected = solve(position).score;
        for engine in [Engine::new(&zero), Engine::new(Weights::learnt()).with_threads(3)] {
            let verdict = engine.think(position, Aim::SOLVE, Limits::default(), &mut |_| {});
            assert_eq!((verdict.score, verdict.certainty), (expected, Certainty::Exact), "{position:?}");
        }
    }
}

#[test]
fn the_line_reaches_the_score() {
    for position in positions(20, 12) {
        let verdict = solve(position);
        let (mut end, mut sign) = (position, 1);
        for &square in &verdict.line {
            if end.moves() == 0 {
                (end, sign) = (end.passed(), -sign);
            }
            assert!(end.is_legal(square), "{position:?}");
            (end, sign) = (end.play_unchecked(square), -sign);
        }
        assert!(end.is_over());
        assert_eq!(f64::from(sign * end.margin()), verdict.score, "{position:?}");
    }
}

/// A full search one ply deeper gives the best of the answers to its moves.
#[test]
fn a_full_search_is_minimax() {
    let aim = |depth| Aim { depth, exact: 0, margin: 20_000, style: Style::Full };
    for position in positions(10, 30).into_iter().chain(positions(10, 12)) {
        for depth in 2..=5 {
            let verdict = think(position, aim(depth), Limits::default());
            if verdict.candidates.is_empty() {
                continue;
            }
            let answers: Vec<f64> = Square::all(position.moves())
                .map(|square| {
                    -think(position.play_unchecked(square), aim(depth - 1), Limits::default()).score
                })
                .collect();
            let best = answers.iter().copied().fold(f64::MIN, f64::max);
            assert_eq!(verdict.score, best, "{position:?} at depth {depth}");
            let mut found: Vec<f64> = verdict.candidates.iter().map(|opinion| opinion.score).collect();
            let mut answers = answers;
            found.sort_by(f64::total_cmp);
            answers.sort_by(f64::total_cmp);
            assert_eq!(found, answers, "with a wide margin every move has its own value");
        }
    }
}

#[test]
fn a_limit_in_nodes_is_kept_and_gives_the_same_every_time() {
    let aim = Aim { depth: 20, exact: 20, margin: 0, style: Style::Selective };
    for position in positions(4, 40).into_iter().chain(positions(4, 20)) {
        for most in [0, 100, 5_000, 100_000] {
            let limits = Limits { nodes: Some(most), ..Limits::default() };
            let verdict = think(position, aim, limits);
            assert_eq!(verdict, think(position, aim, limits), "{position:?}");
            assert!(verdict.nodes <= most + 4096, "{} nodes instead of {most}", verdict.nodes);
        }
    }
}

#[test]
fn a_limit_in_time_is_kept_and_leaves_an_estimate() {
    static LOOKS: AtomicU64 = AtomicU64::new(0);
    // Every look at this clock takes a millisecond.
    let clock = Stopwatch(|| Duration::from_millis(LOOKS.fetch_add(1, Ordering::Relaxed)));
    let limits = Limits { millis: Some(30), clock, ..Limits::default() };
    let verdict = think(Position::START, Aim::SOLVE, limits);
    assert!(matches!(verdict.certainty, Certainty::Depth(_)) && !verdict.line.is_empty(), "{verdict:?}");
    assert!(LOOKS.load(Ordering::Relaxed) < 100);
}

#[test]
fn verdicts_on_the_way_get_surer() {
    let position = positions(1, 19)[0];
    let mut heard = Vec::new();
    let last =
        Engine::new(Weights::learnt())
            .think(position, Aim::SOLVE, Limits::default(), &mut |verdict| heard.push(verdict.certainty));
    let rank = |certainty: &Certainty| match certainty {
        Certainty::Depth(depth) => *depth,
        Certainty::Percent(percent) => 100 + u32::from(*percent),
        Certainty::Exact => 1000,
    };
    assert!(heard.len() > 5 && heard.is_sorted_by_key(rank), "{heard:?}");
    assert_eq!((heard.last(), last.certainty), (Some(&Certainty::Exact), Certainty::Exact));
}

#[test]
fn the_evaluation_knows_something() {
    // Compared with final scores: a good evaluation is off by less than the scores themselves spread.
    let (mut error, mut spread) = (0.0, 0.0);
    let aim = Aim { depth: 1, exact: 0, margin: 0, style: Style::Full };
    for position in positions(150, 12).into_iter().filter(|position| position.moves() != 0) {
        let score = solve(position).score;
        error += (think(position, aim, Limits::default()).score - score).powi(2);
        spread += score.powi(2);
    }
    assert!(error < spread / 3.0, "{error} against {spread}");
}

#[test]
fn weights_come_back_and_other_files_are_refused() {
    let bytes: &'static [u8] = Weights::learnt().to_bytes().leak();
    assert!(bytes.len() <= 8 << 20);
    assert_eq!(Weights::read(bytes).unwrap().to_bytes(), bytes);
    for bad in [&b""[..], b"baize", b"baize othello weights 1\n", &bytes[..bytes.len() - 1], b"#!/bin/sh\n"] {
        assert_eq!(Weights::read(bad).err(), Some(BadWeights));
    }
}

#[test]
fn learning_is_repeatable_and_learns() {
    let how = Play { depth: 1, exact: 8, games: 60, purpose: Purpose::Results };
    let seed = Seed::from_text("course");
    let games = play(&Weights::zero(), how, &seed);
    assert_eq!(games, play(&Weights::zero(), how, &seed));
    assert_ne!(games, play(&Weights::zero(), how, &Seed::from_text("other")));
    let bytes: Vec<u8> = games.iter().flat_map(TrainingGame::to_bytes).collect();
    assert_eq!(
        TrainingGame::read_all(&bytes).as_ref(),
        Some(&games),
        "a stopped course goes on with the same games"
    );
    assert_eq!(TrainingGame::read_all(&bytes[..bytes.len() - 1]), None);
    let samples = samples(games.iter(), 60);
    let learn = || Trained::stage(2, &samples, None, &seed);
    let (trained, fit) = learn();
    assert_eq!(learn().1, fit);
    let margins: Vec<f64> =
        samples[3..9].iter().flatten().map(|sample| f64::from(sample.value) / 128.0).collect();
    let spread = (margins.iter().map(|margin| margin * margin).sum::<f64>() / margins.len() as f64).sqrt();
    assert!(fit.samples > 100 && fit.seen_error < spread / 2.0, "{fit:?} against {spread}");
    let weights = Weights::trained(&[trained]);
    assert_eq!(weights.to_bytes(), Weights::trained(&[learn().0]).to_bytes());
}

/// Positions of games played at search depth `depth`, sorted by their empty squares.
fn sparring(games: u32, depth: u32) -> Vec<Vec<Position>> {
    let how = Play { depth, exact: 8, games, purpose: Purpose::Sparring };
    let mut positions = vec![Vec::new(); 61];
    let games = play(Weights::learnt(), how, &Seed::from_text("sparring"));
    for (position, _) in games.iter().flat_map(TrainingGame::positions) {
        positions[position.empty().count_ones() as usize].push(position);
    }
    positions
}

#[test]
fn positions_are_judged_by_search_and_near_the_end_by_the_final_score() {
    let positions = sparring(4, 3);
    for position in &positions[12] {
        let value = judge(Weights::learnt(), Judge { depth: 4, exact: 12 }, &[*position]);
        assert_eq!(f64::from(value[0]), 128.0 * solve(*position).score);
    }
    for position in &positions[30] {
        let value = judge(Weights::learnt(), Judge { depth: 4, exact: 12 }, &[*position]);
        let aim = Aim { depth: 4, exact: 0, margin: 0, style: Style::Full };
        assert_eq!(f64::from(value[0]), 128.0 * think(*position, aim, Limits::default()).score);
    }
}

/// A stage that undervalues having the move is raised.
#[test]
fn a_stage_that_lags_is_raised() {
    let positions = sparring(20, 3);
    let low = Weights::learnt().raised(5, -512);
    let [own, found] = [Weights::learnt(), &low].map(|weights| lag(weights, 5, &positions));
    assert!(own.abs() < 256 && found > own + 256, "{found} after {own}");
}

/// A score means discs at every stage and depth. The page of `baize train othello-calibration` has more.
#[test]
fn shallow_and_deep_scores_agree() {
    let score = |position, depth, style| {
        think(position, Aim { depth, exact: 0, margin: 0, style }, Limits::default()).score
    };
    for depth in 1..=9 {
        let start = score(Position::START, depth, Style::Full);
        assert!(start.abs() < 2.5, "{start} at depth {depth}");
    }
    let positions = sparring(20, 6);
    for (depth, deeper) in [(3, 9), (4, 10)] {
        for empties in [53, 44, 35, 26] {
            let list = positions[empties].iter().filter(|position| position.moves() != 0);
            let off: Vec<f64> =
                list.map(|&at| score(at, depth, Style::Full) - score(at, deeper, Style::Selective)).collect();
            let mean = |sum: f64| sum / off.len() as f64;
            let (bias, size) = (mean(off.iter().sum()), mean(off.iter().map(|off| off.abs()).sum()));
            assert!(bias.abs() < 2.0 && size < 4.0, "{bias} and {size} at {empties}, depth {depth}");
        }
    }
}
