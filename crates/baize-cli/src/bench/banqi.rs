//! How fast Banqi is.

use super::{per_second, random};
use baize_banqi::{Cell, FullPosition, Limit, Mode, Options, Plies, Ply};
use baize_banqi_engine::classic::Thinker;
use baize_rules::{Dice, Seed};
use baize_search::Limits;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Random games, each from its own deal, that are drawn after fifty actions without a flip or a capture.
pub(super) fn classic_playouts(time: Duration) -> f64 {
    playouts(Options { no_progress: Limit::after(50), ..Options::contract(Mode::Classic) }, time)
}

pub(super) fn three_kingdoms_playouts(time: Duration) -> f64 {
    playouts(Options::contract(Mode::ThreeKingdoms), time)
}

fn playouts(options: Options, time: Duration) -> f64 {
    let mut random = random();
    let start = FullPosition::deal(options, &Seed::from_text("bench")).expect("the options are sound");
    per_second(time, || {
        let mut game = start;
        game.shuffle(&mut random);
        game.playout(u32::MAX, &mut random).expect("every such game ends")
    })
}

/// All legal actions on full boards with every piece face up, over many deals.
pub(super) fn legal(time: Duration) -> f64 {
    let options = Options::contract(Mode::Classic);
    let boards: Vec<baize_banqi::Position> = (0..64)
        .map(|deal| {
            let mut game = FullPosition::deal(options, &Seed::from_text(&format!("legal {deal}")))
                .expect("sound options");
            Cell::all(Mode::Classic).for_each(|cell| game.play(Ply::Flip(cell)));
            *game.public()
        })
        .collect();
    let mut plies = Plies::new();
    let mut next = boards.iter().cycle();
    let per_second = per_second(time, || {
        next.next().expect("a cycle does not end").legal(black_box(&mut plies));
        plies.iter().len()
    });
    1e9 / per_second
}

/// Nodes per second of the strongest search, over games after 40 random actions.
pub(super) fn search(time: Duration) -> f64 {
    let mut random = random();
    let deal = FullPosition::deal(Options::contract(Mode::Classic), &Seed::from_text("bench"));
    let deal = deal.expect("the options are sound");
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    let mut dice = Dice::new(&Seed::from_text("bench"));
    let (start, mut nodes) = (Instant::now(), 0);
    while nodes == 0 || start.elapsed() < time {
        let mut game = deal;
        game.shuffle(&mut random);
        game.playout(40, &mut random);
        let verdict = Thinker::EXPERT.think(black_box(game.public()), &[], limits, &mut dice);
        nodes += verdict.map_or(0, |verdict| verdict.nodes);
    }
    nodes as f64 / start.elapsed().as_secs_f64()
}
