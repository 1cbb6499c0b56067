//! Computer players: they see only views, are checked like everybody, and fill in by consent.

use crate::script::Script;
use baize_room::{Input, Intent};
use baize_rules::{Problem, Seat};
use serde_json::{Value, json};

/// Lets the computer player that was asked first make this move.
fn think(script: &mut Script, action: Value) {
    let task = script.tasks.remove(0);
    script.input(Input::Thought {
        seat: task.seat,
        decision: task.decision,
        action: Ok(Some(action.into())),
    });
}

fn against_computer() -> Script {
    against("othello")
}

fn against(game: &str) -> Script {
    let mut script = Script::open(json!({"game": game, "name": "Ann", "players": [null, "random"]}));
    script.host(0);
    script.done(0, json!({"op": "ready"}));
    script
}

#[test]
fn a_computer_player_answers_every_move() {
    let mut script = against_computer();
    assert!(script.tasks.is_empty(), "it is not its turn");
    script.play_on();
    assert_eq!((script.tasks.len(), script.tasks[0].seat), (1, Seat::SECOND));
    let (_, action) = script.next_action().unwrap();
    think(&mut script, action);
    assert_eq!(json!(script.client(0).steps.last().unwrap().event)["by"], "computer");
    assert_eq!(script.room.game().unwrap().awaiting().must.iter().next(), Some(Seat::FIRST));
}

#[test]
fn what_a_computer_player_meant_to_do_is_told_when_the_game_is_over() {
    let mut script = against("nine-ball");
    script.play_on();
    script.done(0, json!({"op": "play", "action": {"type": "SHOOT", "speedMmS": 300, "aimUrad": 3_000_000}}));
    assert_eq!(script.tasks[0].seat, Seat::SECOND, "that was a foul");
    let (_, place) = script.next_action().unwrap();
    think(&mut script, place);
    let task = script.tasks.remove(0);
    let [action, meant] =
        [777_777, 765_432].map(|aim| json!({"type": "SHOOT", "speedMmS": 3000, "aimUrad": aim}));
    let intent = Intent { action, meant: Some(meant.clone()) };
    script.input(Input::Thought { seat: task.seat, decision: task.decision, action: Ok(Some(intent)) });
    let shot = |script: &Script| {
        let record = serde_json::to_value(script.room.record().unwrap()).unwrap();
        record["log"].as_array().unwrap().iter().find(|entry| entry["action"]["aimUrad"] == 777_777).cloned()
    };
    assert_eq!(shot(&script).unwrap().get("meant"), None);
    assert!(!json!(script.client(0).steps).to_string().contains("765432"));
    script.restart();
    script.host(0);
    script.done(0, json!({"op": "resign"}));
    assert_eq!(shot(&script).unwrap()["meant"], meant);
    script.room.record().unwrap().verify().unwrap();
    assert!(!json!(script.client(0).steps).to_string().contains("765432"), "it is in the record");
}

#[test]
fn nonsense_from_a_computer_player_is_replaced_by_something_legal() {
    let mut script = against_computer();
    script.play_on();
    think(&mut script, json!({"type": "PLACE", "square": "a1"}));
    script.play_on();
    let task = script.tasks.remove(0);
    let action = Err(Problem::new("request.nothing_to_do", "?"));
    script.input(Input::Thought { seat: task.seat, decision: task.decision, action });
    assert_eq!(script.room.record().unwrap().log.len(), 4);
}

/// Ann deals; two computer players sit after her, and the first of them begins.
fn may_i() -> Script {
    let seats = json!({
        "game": "may-i", "name": "Ann", "players": [null, "random", "random"], "callWindow": 0,
    });
    let mut script = Script::open(seats);
    script.host(0);
    script.done(0, json!({"op": "ready"}));
    script
}

fn say(script: &mut Script, action: Option<Value>) {
    let task = script.tasks.remove(0);
    script.input(Input::Thought {
        seat: task.seat,
        decision: task.decision,
        action: Ok(action.map(Into::into)),
    });
}

#[test]
fn computer_players_may_speak_out_of_turn_before_another_acts() {
    let mut script = may_i();
    let asked = |script: &Script| {
        script.tasks.iter().map(|task| (task.seat.index(), task.is_aside)).collect::<Vec<_>>()
    };
    assert_eq!(asked(&script), [(2, true)]);
    say(&mut script, None);
    assert_eq!(asked(&script), [(1, false)], "nobody has anything to say");
    let mut script = may_i();
    say(&mut script, Some(json!({"type": "CALL_MAY_I"})));
    assert_eq!(asked(&script), [(1, false)], "it is asked whether it allows that");
    assert_eq!(script.room.record().unwrap().log.len(), 1);
}

#[test]
fn what_is_said_out_of_turn_after_a_move_is_ignored() {
    let mut script = may_i();
    let late = script.tasks.remove(0);
    // Ann asks first.
    script.done(0, json!({"op": "play", "action": {"type": "CALL_MAY_I"}}));
    let version = script.room.version();
    let action = Ok(Some(json!({"type": "CALL_MAY_I"}).into()));
    script.input(Input::Thought { seat: late.seat, decision: late.decision, action });
    assert_eq!(script.room.version(), version);
}

#[test]
fn a_computer_player_that_is_interrupted_thinks_again() {
    let mut script = may_i();
    say(&mut script, None);
    let old = script.tasks.remove(0);
    // It was about to draw; now it is asked whether it allows Ann's request.
    script.done(0, json!({"op": "play", "action": {"type": "CALL_MAY_I"}}));
    assert_eq!((script.tasks.len(), script.tasks[0].seat), (1, old.seat));
    let version = script.room.version();
    let action = Ok(Some(json!({"type": "DRAW_FROM_STOCK"}).into()));
    script.input(Input::Thought { seat: old.seat, decision: old.decision, action });
    assert_eq!(script.room.version(), version);
}

#[test]
fn a_thought_about_an_older_position_is_ignored() {
    let mut script = against_computer();
    script.play_on();
    let (_, action) = script.next_action().unwrap();
    let stale = Input::Thought { seat: Seat::SECOND, decision: 1, action: Ok(Some(action.into())) };
    let version = script.room.version();
    script.input(stale);
    assert_eq!(script.room.version(), version);
}

#[test]
fn where_there_is_no_room_to_think_it_is_asked_again() {
    let mut script = against_computer();
    script.play_on();
    script.tasks.clear();
    script.input(Input::TooBusy { seat: Seat::SECOND });
    assert!(script.tasks.is_empty());
    script.wait(100);
    assert_eq!(script.tasks.len(), 1);
}

#[test]
fn computers_do_not_play_to_an_empty_room() {
    let mut script = Script::open(json!({"game": "nine", "players": ["random", "random"]}));
    assert!(script.tasks.is_empty());
    script.watch(0);
    assert_eq!(script.tasks.len(), 2, "both choose at the same time");
    let mut again = against_computer();
    again.play_on();
    again.restart();
    assert!(again.tasks.is_empty());
    again.host(0);
    assert_eq!(again.tasks.len(), 1, "after a restart it is asked again");
}

#[test]
fn the_same_decision_is_thought_about_in_the_same_way() {
    let mut script = against_computer();
    script.play_on();
    let seed = script.tasks[0].seed.clone();
    script.restart();
    script.host(0);
    assert!(script.tasks[0].seed == seed);
}

#[test]
fn a_computer_player_fills_in_for_an_absent_person_until_they_return() {
    let mut script = Script::two("othello");
    script.watch(2);
    let fill_in = json!({"op": "propose", "what": {"type": "FILL_IN", "seat": 1, "player": "random"}});
    assert_eq!(script.refused(0, fill_in.clone()), "table.not_absent");
    script.play_on();
    let bob = script.client(1).token.clone().unwrap();
    script.leave(1);
    script.wait(20_000);
    script.done(0, fill_in.clone());
    assert_eq!(script.client(0).events().last().unwrap(), "FILLED_IN");
    assert_eq!(script.client(0).state.seats.as_ref().unwrap()[1].player.as_deref(), Some("random"));
    let (_, action) = script.next_action().unwrap();
    think(&mut script, action);
    script.play_on();
    let token = Some(crate::script::token(&bob));
    script.hello(1, baize_room::Hello { token, ..crate::script::hello("back") });
    let (_, action) = script.next_action().unwrap();
    assert_eq!(script.refused(1, json!({"op": "play", "action": action})), "table.filled_in");
    script.done(1, json!({"op": "return"}));
    script.done(1, json!({"op": "play", "action": action}));
    assert_eq!(script.refused(1, json!({"op": "return"})), "table.not_filled_in");
}

#[test]
fn filling_in_needs_the_consent_of_those_who_are_there() {
    let mut script = Script::open(json!({
        "game": "banqi", "options": {"mode": "three-kingdoms"}, "seats": 3, "name": "Ann",
    }));
    script.host(0);
    script.join(1, "Bob", 0);
    script.join(2, "Cid", 1);
    for client in 0..3 {
        script.done(client, json!({"op": "ready"}));
    }
    script.leave(2);
    script.wait(20_000);
    let fill_in = json!({"op": "propose", "what": {"type": "FILL_IN", "seat": 2, "player": "random"}});
    script.done(0, fill_in.clone());
    let proposal = script.client(1).state.proposal.clone().unwrap().unwrap();
    assert_eq!(proposal.waiting.iter().collect::<Vec<_>>(), [Seat::SECOND]);
    assert_eq!(script.refused(1, fill_in.clone()), "table.proposal_open");
    assert_eq!(script.refused(0, json!({"op": "agree", "proposal": 1})), "table.not_asked");
    script.done(1, json!({"op": "decline", "proposal": 1}));
    assert_eq!(script.refused(1, json!({"op": "agree", "proposal": 1})), "table.no_proposal");
    script.done(1, fill_in);
    script.done(0, json!({"op": "agree", "proposal": 2}));
    assert_eq!(script.client(0).events().last().unwrap(), "FILLED_IN");
}

#[test]
fn a_computer_player_is_shown_as_a_person_of_the_cast() {
    let mut script = Script::open(json!({
        "game": "othello", "name": "Ann", "players": [null, "random"], "personas": [null, "bruno"],
    }));
    script.host(0);
    let persona =
        |script: &Script, seat: usize| script.client(0).state.seats.as_ref().unwrap()[seat].persona.clone();
    assert_eq!(persona(&script, 1).as_deref(), Some("bruno"));
    script.done(0, json!({"op": "seat", "seat": 1}));
    assert_eq!(persona(&script, 1), None);
    let shout = json!({"op": "seat", "seat": 1, "player": "random", "persona": "BRUNO"});
    assert_eq!(script.refused(0, shout), "table.bad_persona");
    assert_eq!(script.refused(0, json!({"op": "seat", "seat": 1, "persona": "mina"})), "table.bad_persona");
    script.done(0, json!({"op": "seat", "seat": 1, "player": "random", "persona": "mina"}));
    script.done(0, json!({"op": "ready"}));
    assert_eq!(persona(&script, 1).as_deref(), Some("mina"));
    script.done(0, json!({"op": "resign"}));
    let record = script.room.record().unwrap();
    assert_eq!((record.players[1].as_str(), record.personas[1].as_deref()), ("random", Some("mina")));
    // Old records do not have this field.
    let mut old = record.clone();
    old.personas.clear();
    let old = serde_json::to_string(&old).unwrap();
    assert!(!old.contains("personas"));
    assert_eq!(baize_games::Record::read(&old).unwrap().players, record.players);
}

#[test]
fn who_fills_in_may_be_a_person_of_the_cast() {
    let mut script = Script::two("othello");
    let what = json!({"type": "FILL_IN", "seat": 0, "player": "random", "persona": "vera"});
    script.done(0, json!({"op": "propose", "what": what}));
    script.done(1, json!({"op": "agree", "proposal": 1}));
    let persona = |script: &Script| script.client(1).state.seats.as_ref().unwrap()[0].persona.clone();
    assert_eq!(persona(&script).as_deref(), Some("vera"));
    script.done(0, json!({"op": "return"}));
    assert_eq!(persona(&script), None);
}
