//! How fast May I? is.

use super::{per_second, random, rate};
use crate::contest::interject;
use baize_games::RecordedMove;
use baize_may_i::{Action, Card, MayI, Options, Round, Search, Terms};
use baize_players::Budget;
use baize_rules::{Game, Seat, Seed, Table};
use serde_json::Value;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The seats of the May I? games.
const FOUR: u8 = 4;

/// Actions of recorded games, replayed through the checked contract.
pub(super) fn actions(time: Duration) -> f64 {
    let games: Vec<_> = (0..16).map(greedy_game).collect();
    let mut next = games.iter().cycle();
    rate(time, || {
        let (seed, actions) = next.next().expect("a cycle never ends");
        let options = Options::default();
        let mut table = Table::<MayI>::start(options, FOUR, seed).expect("default options are sound");
        for (seat, action) in actions {
            black_box(table.play(*seat, action).expect("it was played before"));
        }
        actions.len() as u32
    })
}

/// Whole games of four greedy players, as a match plays them.
pub(super) fn games(time: Duration) -> f64 {
    let mut number = 0;
    per_second(time, || {
        number += 1;
        greedy_game(number)
    })
}

/// The mean time that `hard` takes for a decision it thinks about, over whole games against three `medium`:
/// draws, answers and discards.
pub(super) fn hard_move(time: Duration) -> f64 {
    let rules = baize_games::find(MayI::ID).expect("there is such a game");
    let (start, mut thinking, mut decisions, mut number) = (Instant::now(), Duration::ZERO, 0_u32, 0);
    while decisions == 0 || start.elapsed() < time {
        number += 1;
        let seed = Seed::from_text(&format!("bench hard {number}"));
        let sit = |seat| {
            let level = if seat == 0 { "hard" } else { "medium" };
            baize_players::sit(MayI::ID, level, &seed).expect("there is such a player")
        };
        let mut players: Vec<_> = (0..FOUR).map(sit).collect();
        let mut table = rules.start(&Value::Null, Some(FOUR), &seed).expect("default options are sound");
        while let Some(seat) = table.awaiting().must.iter().next() {
            if interject(&mut *table, &mut players).expect("players play by the rules").is_some() {
                continue;
            }
            let seat_view = table.seat_view(seat);
            let clock = Instant::now();
            let thought = players[seat.index()].choose(&seat_view, Budget::default());
            let thought = thought.expect("the seat must act");
            if thought.info["nodes"].is_u64() {
                thinking += clock.elapsed();
                decisions += 1;
            }
            table.play(seat, &thought.action).expect("players play by the rules");
            if decisions > 0 && start.elapsed() >= time {
                break;
            }
        }
    }
    thinking.as_secs_f64() * 1e3 / f64::from(decisions)
}

/// How a game was dealt, and what its four greedy players did.
fn greedy_game(number: u32) -> (Seed, Vec<(Seat, Action)>) {
    let seed = Seed::from_text(&format!("bench {number}"));
    let sit = |_| baize_players::sit(MayI::ID, "greedy", &seed).expect("there is such a player");
    let mut players: Vec<_> = (0..FOUR).map(sit).collect();
    let rules = baize_games::find(MayI::ID).expect("there is such a game");
    let mut table = rules.start(&Value::Null, Some(FOUR), &seed).expect("default options are sound");
    let mut actions = Vec::new();
    while let Some(seat) = table.awaiting().must.iter().next() {
        let spoken = interject(&mut *table, &mut players).expect("players play by the rules");
        let (seat, action) = match spoken {
            Some(RecordedMove::Action { seat, action, .. }) => (seat, action),
            _ => {
                let thought = players[seat.index()].choose(&table.seat_view(seat), Budget::default());
                let action = thought.expect("the seat must act").action;
                table.play(seat, &action).expect("players play by the rules");
                (seat, action)
            }
        };
        actions.push((seat, serde_json::from_value(action).expect("it was just played")));
    }
    (seed, actions)
}

/// The time to find the best lay-down, or that there is none, in random hands of `cards` cards: `share` of
/// the hands are faster, in the slowest round.
pub(super) fn contract_search(time: Duration, cards: usize, share: f64) -> f64 {
    let mut random = random();
    let mut deck: Vec<Card> = Card::deck(FOUR).collect();
    let mut slowest = 0.0_f64;
    for round in Round::all() {
        let terms = Terms::of(round, &Options::default());
        let (start, mut nanos) = (Instant::now(), Vec::new());
        while start.elapsed() < time / 6 {
            for index in 0..cards {
                let other = index + random((deck.len() - index) as u32) as usize;
                deck.swap(index, other);
            }
            let clock = Instant::now();
            black_box(Search::new(black_box(&deck[..cards]), terms).best(1));
            nanos.push(clock.elapsed().as_nanos() as f64);
        }
        nanos.sort_by(f64::total_cmp);
        slowest = slowest.max(nanos[(nanos.len() as f64 * share) as usize]);
    }
    slowest
}
