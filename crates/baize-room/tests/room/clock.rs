//! Clocks, time running out, absence, restarts.

use crate::script::{Script, hello, token};
use baize_protocol::{Clocks, Message, Moment};
use baize_room::{Hello, Input};
use baize_rules::Seat;
use serde_json::json;

fn timed(game: &str, clock: serde_json::Value) -> Script {
    Script::two_with(json!({"game": game, "name": "Ann", "clock": clock}))
}

fn clocks(script: &Script, client: u64) -> Clocks {
    script.client(client).state.clocks.clone().unwrap()
}

#[test]
fn who_uses_up_the_bank_loses_on_time() {
    let mut script = timed("othello", json!({"bank": 60, "increment": 1}));
    assert_eq!(script.room.deadline(), Some(Moment(script.now + 60_000)));
    script.wait(10_000);
    script.play_on();
    assert_eq!(clocks(&script, 1).seats[0].left, Some(51_000));
    script.wait(59_999);
    assert!(script.room.outcome().is_none());
    script.wait(1);
    let result = script.client(0).state.result.clone().unwrap();
    assert_eq!(result.reason, "timeout");
    assert!(result.won(Seat::FIRST));
    assert_eq!(script.room.deadline(), None, "a finished game has no time");
}

#[test]
fn time_for_a_turn_ends_it_in_the_game_s_own_way() {
    let mut script = timed("othello", json!({"turn": 30}));
    script.wait(30_000);
    assert_eq!(script.client(0).state.result.clone().unwrap().reason, "timeout");
}

#[test]
fn both_clocks_of_a_game_with_secret_choices_run() {
    let mut script = timed("nine", json!({"turn": 30}));
    script.wait(20_000);
    script.done(1, json!({"op": "play", "action": {"type": "PLAY", "card": 3}}));
    let shown = clocks(&script, 0).seats;
    assert_eq!((shown[0].deadline, shown[1].deadline), (Some(Moment(script.now + 10_000)), None));
    script.wait(10_000);
    assert!(script.room.version() > script.client(0).steps[0].version);
}

#[test]
fn talk_does_not_touch_the_clock() {
    let mut script = timed("othello", json!({"bank": 60}));
    let deadline = script.room.deadline();
    script.wait(5_000);
    script.done(1, json!({"op": "chat", "text": "hm"}));
    assert_eq!(script.room.deadline(), deadline);
}

#[test]
fn the_time_the_server_was_away_costs_nobody_anything() {
    let mut script = timed("othello", json!({"bank": 60}));
    script.wait(10_000);
    script.play_on();
    script.now += 3_600_000;
    script.restart();
    assert_eq!(script.room.deadline(), Some(Moment(script.now + 60_000)));
    let token = script.keys.token.clone();
    script.hello(0, Hello { token: Some(token), version: Some(1), ..hello("back") });
    assert_eq!(script.client(0).events().last().unwrap(), "WOKEN");
    let mut untimed = Script::two("othello");
    untimed.restart();
    assert!(untimed.stored().len() < script.stored().len(), "where no clock runs, nothing is written");
}

#[test]
fn time_that_nobody_could_use_is_charged_to_nobody() {
    let mut script = timed("othello", json!({"bank": 60}));
    script.wait(10_000);
    script.now += 3_600_000;
    script.input(Input::Paused { millis: 3_600_000 });
    assert_eq!(script.client(0).events().last().unwrap(), "RESTED");
    assert_eq!(clocks(&script, 0).seats[0].left, Some(50_000));
    assert_eq!(script.room.deadline(), Some(Moment(script.now + 50_000)));
    // A pause does not count as absence.
    script.leave(0);
    script.now += 3_600_000;
    script.input(Input::Paused { millis: 3_600_000 });
    assert_eq!(script.refused(1, json!({"op": "claim", "seat": 0})), "table.not_absent");
    let told = script.client(1).messages.iter().rev().find_map(|message| match message {
        Message::Presence(presence) => Some(presence.away[0].since),
        _ => None,
    });
    assert_eq!(told, Some(Moment(script.now)), "and the others are told so");
    let mut untimed = Script::two("othello");
    let version = untimed.room.version();
    untimed.input(Input::Paused { millis: 3_600_000 });
    assert_eq!(untimed.room.version(), version, "where no clock runs, nothing is written");
}

#[test]
fn a_clock_that_was_set_back_before_a_restart_does_not_stop_the_table() {
    let mut script = timed("othello", json!({"bank": 60}));
    script.wait(10_000);
    script.play_on();
    script.now -= 500_000;
    script.restart();
    assert_eq!(script.room.deadline(), Some(Moment(script.now + 60_000)));
    script.now += 20_000;
    let token = script.keys.token.clone();
    script.hello(0, Hello { token: Some(token), ..hello("back") });
    assert_eq!(clocks(&script, 0).seats[1].left, Some(40_000));
    let times: Vec<Moment> = script.stored().iter().map(|entry| entry.at).collect();
    assert!(times.is_sorted());
}

#[test]
fn who_keeps_the_table_waiting_and_is_away_can_be_claimed_against() {
    let mut script = Script::two("othello");
    assert_eq!(script.refused(1, json!({"op": "claim", "seat": 0})), "table.not_absent");
    script.leave(0);
    script.wait(119_000);
    assert_eq!(script.refused(1, json!({"op": "claim", "seat": 0})), "table.not_absent");
    script.wait(1_000);
    assert_eq!(script.refused(1, json!({"op": "claim", "seat": 1})), "table.not_absent");
    script.done(1, json!({"op": "claim", "seat": 0}));
    assert_eq!(script.client(1).state.result.clone().unwrap().reason, "timeout");
}

#[test]
fn whoever_comes_back_finds_the_seat() {
    let mut script = Script::open(json!({"game": "othello", "name": "Ann"}));
    script.host(0);
    let bob = script.join(1, "Bob", 0);
    script.done(0, json!({"op": "ready"}));
    script.done(1, json!({"op": "ready"}));
    script.leave(1);
    script.play_on();
    let seen = script.room.version() - 1;
    let back = Hello { token: Some(token(&bob.to_hex())), version: Some(seen), ..hello("back") };
    let Message::Welcome { steps, you, .. } = script.hello(1, back) else { panic!("welcome") };
    assert_eq!((steps.unwrap().len(), you.seat), (1, Some(Seat::SECOND)));
}

#[test]
fn clocks_out_of_bounds_are_refused() {
    for clock in
        [json!({"bank": 0}), json!({"bank": 100_000}), json!({"increment": 5}), json!({"turn": 4_000})]
    {
        let open = serde_json::from_value(json!({"game": "nine", "clock": clock})).unwrap();
        let mut now = baize_room::Now {
            at: Moment(0),
            fresh: &mut || [0; 16],
            is_player: &|_, _| false,
            agrees: &|_, _, _, _| false,
        };
        let refused = baize_room::Opening::new(&open, &crate::script::key(1), &mut now).unwrap_err();
        assert_eq!(refused.code, "table.bad_clock");
    }
}
