//! Every position that comes up survives the way through its text and its link, for every viewer.
//!
//! Plays a few games of each kind. `BAIZE_TIMES=96`, set by `cargo xtask test --all`, plays 96 times as many,
//! more than 10,000 in all.

use baize_games::{AnyTable, PositionLink, find};
use baize_rules::{Dice, Seat, Seed, Viewer};
use serde_json::{Value, json};

/// Fields that are not part of a position: what led to it, and a card of Nine that was chosen but not shown.
const PAST: &[&str] = &[
    "last",
    "history",
    "quiet",
    "left",
    "rounds",
    "lastHands",
    "played",
    "shownHelpers",
    "earlier",
    "game",
    "committed",
    "sealed",
    "sealedHelpers",
    "dice",
];

fn without_past(mut view: Value) -> Value {
    view.as_object_mut().expect("a view is an object").retain(|key, _| !PAST.contains(&key.as_str()));
    view
}

fn menu(table: &dyn AnyTable, viewer: Viewer) -> Vec<Value> {
    let listed = viewer.seat().map(|seat| table.menu(seat).actions).unwrap_or_default();
    listed.iter().map(|listed| listed.action.value()).collect()
}

fn check(table: &dyn AnyTable, viewer: Viewer, options: &Value) {
    let written = PositionLink { text: table.position(viewer), options: options.clone() };
    let link = written.write().unwrap_or_else(|| panic!("too long for a link: {}", written.text));
    let read = PositionLink::read(&link).unwrap();
    assert_eq!(read, written);
    let again = table.game().set_up(&read.text, &read.options, &Seed::from_text(&link));
    let again = again.unwrap_or_else(|problem| panic!("{}: {problem}", written.text));
    assert_eq!(again.position(viewer), written.text);
    assert_eq!(without_past(again.view(viewer)), without_past(table.view(viewer)), "{}", written.text);
    assert_eq!((again.seats(), again.outcome()), (table.seats(), None));
    let is_between_turns =
        table.view(viewer).get("committed").is_none_or(|chosen| *chosen == json!([false, false]));
    if is_between_turns {
        assert_eq!(again.awaiting(), table.awaiting(), "{}", written.text);
        assert_eq!(menu(&*again, viewer), menu(table, viewer), "{}", written.text);
    }
}

/// How many games of a kind to play: `few` times `BAIZE_TIMES`.
fn games(few: u32) -> u32 {
    few * std::env::var("BAIZE_TIMES").map_or(1, |text| text.parse().expect("a number"))
}

fn come_back(game: &str, options: &Value, seats: Option<u8>, few: u32) {
    let (game, mut positions) = (find(game).unwrap(), 0);
    for number in 0..games(few) {
        let seed = Seed::from_text(&format!("{} {options} {number}", game.id()));
        let mut dice = Dice::new(&seed.branch("choices"));
        let mut table = game.start(options, seats, &seed).unwrap();
        for _ in 0..600 {
            if table.outcome().is_some() {
                break;
            }
            Viewer::all(table.seats()).for_each(|viewer| check(&*table, viewer, options));
            positions += 1;
            let awaiting = table.awaiting();
            let may = if dice.roll(4) == 0 { awaiting.may } else { Default::default() };
            let seats: Vec<Seat> = awaiting.must.iter().chain(may.iter()).collect();
            let seat = *dice.pick(&seats).expect("somebody must act until the end");
            let Some(listed) = dice.pick(&table.menu(seat).actions).cloned() else { continue };
            table.play(seat, &listed.action.value()).expect("menus are honest");
        }
    }
    println!("{}: {positions} positions of {} games", game.id(), games(few));
}

#[test]
fn othello() {
    come_back("othello", &json!({}), None, 20);
}

#[test]
fn banqi() {
    come_back("banqi", &json!({}), None, 6);
    come_back("banqi", &json!({"mode": "three-kingdoms"}), None, 6);
}

#[test]
fn nine() {
    come_back("nine", &json!({}), None, 40);
    come_back("nine", &json!({"ties": "carry", "raceTo": 2}), None, 20);
}

#[test]
fn may_i() {
    for seats in [3, 4, 8] {
        come_back("may-i", &json!({}), Some(seats), 1);
    }
}

#[test]
fn nine_ball() {
    come_back("nine-ball", &json!({}), None, 4);
    come_back("nine-ball", &json!({"preset": "wpa"}), None, 4);
    come_back("nine-ball", &json!({"practice": true}), Some(1), 2);
}

#[test]
fn a_position_of_another_game_is_refused() {
    let refused = |game: &str, text: &str| {
        let problem = find(game).unwrap().set_up(text, &json!({}), &Seed::from_text("any")).err();
        problem.map(|problem| problem.code)
    };
    let nine_ball = "9b1 0:-520,-210 3:420,395 9:635,0 aim:0";
    assert_eq!(refused("nine-ball", nine_ball), None);
    for game in ["othello", "banqi", "nine", "may-i"] {
        assert!(refused(game, nine_ball).is_some(), "{game}");
    }
}
