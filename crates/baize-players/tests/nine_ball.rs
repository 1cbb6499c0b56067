//! The nine-ball players at real tables.

use baize_games::{AnyTable, find};
use baize_players::{AnyPlayer, Budget, Stopwatch, Thought, ids, sit, sit_shaking};
use baize_rules::{Seat, Seed};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

const PLAYERS: [&str; 7] = ["novice", "beginner", "casual", "medium", "steady", "hard", "expert"];

fn nodes(nodes: u64) -> Budget {
    Budget { nodes: Some(nodes), ..Budget::default() }
}

fn table(state: &Value) -> Box<dyn AnyTable> {
    find("nine-ball").unwrap().load(state, &Value::Null).unwrap()
}

fn shaking(player: &str, seed: &str, noise: f64) -> Box<dyn AnyPlayer> {
    sit_shaking("nine-ball", player, &Seed::from_text(seed), noise).unwrap()
}

/// What a player does with this much noise in its hand.
fn thought(player: &str, noise: Option<f64>, state: &Value, budget: Budget) -> Thought {
    let table = table(state);
    let seat = table.awaiting().must.iter().next().unwrap();
    let mut player = match noise {
        Some(noise) => shaking(player, "any", noise),
        None => sit("nine-ball", player, &Seed::from_text("any")).unwrap(),
    };
    let thought = player.choose(&table.seat_view(seat), budget).unwrap();
    assert!(table.check(seat, &thought.action).is_ok(), "{}", thought.action);
    thought
}

fn state(balls: &Value, phase: &str, shot_no: u32, push_ok: bool) -> Value {
    json!({
        "balls": balls, "phase": {"name": phase, "seat": 0}, "shotNo": shot_no, "pushOk": push_ok,
        "options": {"preset": "wpa"},
    })
}

/// A few balls with easy shots, and a target that is walled off.
fn open() -> Value {
    json!({"0": [0.6, 0.0], "1": [0.9, 0.3], "2": [-0.9, 0.4], "5": [0.2, -0.4], "9": [-0.6, -0.45]})
}

fn walled() -> Value {
    json!({"0": [-0.9, 0], "1": [0.9, 0], "9": [-0.8, 0.03], "8": [-0.8, -0.03], "7": [-0.95, 0.08],
        "6": [-0.95, -0.08]})
}

#[test]
fn every_player_can_act_in_every_phase_on_any_budget() {
    for player in PLAYERS {
        for most in [1, 40, 600] {
            for balls in [open(), walled()] {
                for (phase, shot_no, push_ok) in [
                    ("break_placement", 0, false),
                    ("aim", 0, false),
                    ("aim", 1, true),
                    ("aim", 3, false),
                    ("ball_in_hand", 3, false),
                    ("push_out_choice", 2, false),
                ] {
                    thought(player, None, &state(&balls, phase, shot_no, push_ok), nodes(most));
                }
            }
        }
    }
}

#[test]
fn equal_view_seed_and_nodes_give_the_equal_move() {
    for player in PLAYERS {
        for phase in ["aim", "ball_in_hand"] {
            let state = state(&open(), phase, 3, false);
            assert_eq!(
                thought(player, None, &state, nodes(1500)),
                thought(player, None, &state, nodes(1500)),
                "{player}"
            );
        }
    }
}

#[test]
fn a_shot_is_explained_with_its_chance() {
    let easy = state(&open(), "aim", 3, false);
    let sure = thought("expert", Some(0.0), &easy, nodes(3000)).info;
    for field in ["chance", "chanceLow", "chanceHigh", "score"] {
        assert_eq!(sure[field], 1.0, "{sure}");
    }
    let steady = thought("expert", Some(0.3), &easy, nodes(3000)).info;
    assert_eq!((&steady["plan"], &steady["ball"]), (&json!("pot"), &json!(1)), "{steady}");
    assert!(steady["why"].as_str().unwrap().starts_with("pot: the 1 into "), "{steady}");
    let shaky = thought("expert", Some(6.0), &easy, nodes(3000)).info;
    let number = |field: &str| shaky[field].as_f64().unwrap();
    assert!(number("chance") < 0.9 && number("chanceLow") < number("chance"), "{shaky}");
    assert!(number("chanceHigh") > number("chance") && number("nodes") > 100.0, "{shaky}");
    let hidden = thought("expert", Some(1.0), &state(&walled(), "aim", 3, false), nodes(3000)).info;
    assert_eq!(hidden["plan"], "kick", "{hidden}");
    let pushed = thought("expert", Some(1.0), &state(&walled(), "aim", 1, true), nodes(3000)).info;
    assert_eq!(pushed["plan"], "push-out", "{pushed}");
}

/// The displayed chance is the chance at the table.
#[test]
fn chances_come_true() {
    let state = state(&json!({"0": [-0.3, 0.1], "1": [0.5, -0.2], "9": [-1.0, 0.5]}), "aim", 3, false);
    let (mut promised, mut kept) = (0.0, 0.0);
    for number in 0..60 {
        let mut table = table(&state);
        let mut player = shaking("medium", &format!("hand {number}"), 2.0);
        let thought = player.choose(&table.seat_view(Seat::FIRST), nodes(500)).unwrap();
        promised += thought.info["chance"].as_f64().unwrap();
        table.play(Seat::FIRST, &thought.action).unwrap();
        kept += f64::from(u8::from(table.awaiting().must.contains(Seat::FIRST)));
    }
    assert!(promised > 10.0 && promised < 55.0, "a shot that may miss: {promised}");
    assert!((promised - kept).abs() < 12.0, "{promised} {kept}");
}

#[test]
fn a_budget_in_time_is_kept() {
    /// A clock on which every look takes a millisecond.
    fn now() -> Duration {
        static LOOKS: AtomicU64 = AtomicU64::new(0);
        Duration::from_millis(LOOKS.fetch_add(1, Ordering::Relaxed))
    }
    let budget = Budget { millis: Some(30), clock: Stopwatch(now), ..Budget::default() };
    let thought = thought("expert", None, &state(&open(), "aim", 3, false), budget);
    let tried = thought.info["nodes"].as_u64().unwrap();
    assert!((300..700).contains(&tried), "one look in sixteen trials: {tried}");
}

#[test]
fn expert_without_noise_runs_out() {
    let mut table = table(&state(&open(), "aim", 3, false));
    let mut player = shaking("expert", "any", 0.0);
    while table.awaiting().must.iter().next() == Some(Seat::FIRST) {
        let action = player.choose(&table.seat_view(Seat::FIRST), nodes(4000)).unwrap().action;
        table.play(Seat::FIRST, &action).unwrap();
    }
    assert!(table.outcome().is_some_and(|outcome| outcome.won(Seat::FIRST)));
}

#[test]
fn players_end_their_games() {
    let options = json!({"preset": "wpa", "table": "7-foot"});
    for (number, pair) in [["medium", "beginner"], ["hard", "medium"]].iter().enumerate() {
        let seed = Seed::from_text(&format!("game {number}"));
        let mut table = find("nine-ball").unwrap().start(&options, Some(2), &seed).unwrap();
        let mut players = pair.map(|player| sit("nine-ball", player, &seed.branch(player)).unwrap());
        let mut actions = 0;
        while let Some(seat) = table.awaiting().must.iter().next() {
            let action = players[seat.index()].choose(&table.seat_view(seat), nodes(400)).unwrap().action;
            table.play(seat, &action).unwrap();
            actions += 1;
            assert!(actions < 300, "{pair:?} do not end");
        }
    }
}

#[test]
fn only_players_with_a_hand_take_noise() {
    let takes_noise = |game, player| sit_shaking(game, player, &Seed::from_text("any"), 1.0).is_ok();
    for player in ids("nine-ball") {
        assert_eq!(takes_noise("nine-ball", player), player != "random", "{player}");
    }
    assert!(!takes_noise("othello", "hard"));
}
