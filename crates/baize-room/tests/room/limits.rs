//! Limits on what a table keeps.

use crate::script::{Script, hello, key};
use baize_protocol::{Message, Moment, Phase};
use baize_room::{GuestId, Hello, Input, Now};
use serde_json::{Value, json};

/// Sends a request straight to the room: the invariants need not be checked thousands of times.
fn send(script: &mut Script, client: u64, request: Value) {
    let request = serde_json::from_value(request).unwrap();
    let mut drawn = script.room.version();
    let mut fresh = || {
        drawn += 1;
        u128::from(drawn).to_le_bytes()
    };
    let now = Now {
        at: Moment(script.now),
        fresh: &mut fresh,
        is_player: &|_, _| true,
        agrees: &|_, _, _, _| false,
    };
    script.room.handle(now, Input::Request { guest: GuestId(client), request });
    script.log.extend(crate::script::entries(script.room.take_entries()));
}

#[test]
fn one_player_does_not_use_up_everybodys_talk() {
    let mut script = Script::two("othello");
    let token = crate::script::token(script.client(1).token.as_ref().unwrap());
    for line in 0..700 {
        let talk = match line % 3 {
            0 => json!({"op": "react", "reaction": "thanks", "id": format!("c{line}")}),
            _ => json!({"op": "chat", "text": "x", "id": format!("c{line}")}),
        };
        send(&mut script, 0, talk);
    }
    let version = script.room.version();
    assert_eq!(version as usize, 5 + 500, "a seat has so many lines");
    script.restart();
    script.host(0);
    script.hello(1, Hello { token: Some(token), ..hello("back") });
    assert_eq!(script.refused(0, json!({"op": "chat", "text": "one more"})), "table.too_much_talk");
    script.done(1, json!({"op": "chat", "text": "at last"}));
    script.done(1, json!({"op": "react", "reaction": "thanks"}));
    assert!(script.play_on(), "and the game goes on");
}

#[test]
fn being_ready_again_and_clearing_an_empty_seat_is_no_entry() {
    let mut script = Script::open(json!({"game": "may-i", "seats": 3, "name": "Ann"}));
    script.host(0);
    script.done(0, json!({"op": "ready", "entropy": "ann"}));
    let version = script.room.version();
    for number in 0..50 {
        let entropy = format!("again {number}").replace(' ', "-");
        assert_eq!(script.done(0, json!({"op": "ready", "entropy": entropy})), version);
        assert_eq!(script.done(0, json!({"op": "seat", "seat": 1})), version);
    }
    assert_eq!(script.room.version(), version);
    // The first entropy of a person who is ready stays.
    script.join(1, "Bob", 0);
    script.join(2, "Cid", 1);
    script.done(1, json!({"op": "ready"}));
    script.done(2, json!({"op": "ready"}));
    let entropy = script.client(0).state.fairness.clone().unwrap().entropy.unwrap();
    assert_eq!(entropy, ["ann", "", ""]);
}

#[test]
fn seats_and_links_change_hands_so_often_at_most() {
    let mut script = Script::open(json!({"game": "othello", "isPublic": true}));
    script.host(0);
    let computer = |id: String| json!({"op": "seat", "seat": 1, "player": "random", "id": id});
    for round in 0..400 {
        send(&mut script, 0, computer(format!("s{round}")));
        send(&mut script, 0, json!({"op": "seat", "seat": 1, "id": format!("c{round}")}));
        send(&mut script, 0, json!({"op": "invite", "renew": true, "id": format!("i{round}")}));
    }
    let version = script.room.version();
    assert!(version < 510, "{version} entries");
    script.restart();
    script.host(0);
    assert_eq!(script.refused(0, computer("more".to_owned())), "table.too_often");
    assert_eq!(script.refused(0, json!({"op": "invite", "renew": true})), "table.too_often");
    let join =
        baize_protocol::Join { secret: None, seat: None, name: "Bob".to_owned(), key: key(50), player: None };
    let Message::Refused { error, .. } = script.hello(1, Hello { join: Some(join), ..hello("j") }) else {
        panic!("nobody sits down any more")
    };
    assert_eq!(error.code, "table.too_often");
}

#[test]
fn a_wish_for_another_game_is_written_once() {
    let mut script = Script::two("othello");
    script.done(0, json!({"op": "resign"}));
    script.done(0, json!({"op": "rematch"}));
    let version = script.room.version();
    for _ in 0..20 {
        assert_eq!(script.done(0, json!({"op": "rematch"})), version);
    }
    script.done(1, json!({"op": "rematch"}));
    assert_eq!(script.rematches.len(), 1);
}

#[test]
fn a_log_that_is_full_ends_the_game_and_leaves_room_for_the_end() {
    let open = json!({"game": "nine-ball", "name": "Ann", "clock": {"bank": 86400}});
    let mut script = Script::two_with(open);
    // Most of the log is filled in at once: only its end matters here.
    let mut rested = script.log.last().unwrap().clone();
    (rested.asked, rested.fact) = (None, baize_room::Fact::Rested { millis: 1 });
    script.log.resize(32_768 - 256 - 2, rested);
    script.restart();
    script.host(0);
    assert_eq!(script.room.phase(), Phase::Playing);
    let place = json!({"op": "play", "action": {"type": "PLACE_BALL", "xUm": -635_000, "yUm": 0}});
    while script.room.phase() == Phase::Playing {
        script.done(0, place.clone());
    }
    assert_eq!(script.client(0).events().last().unwrap(), "CLOSED");
    let state = script.client(0).state.clone();
    let result = state.result.unwrap();
    assert_eq!((result.reason.as_ref(), result.winners.len()), ("abandoned", 0), "nobody wins");
    assert!(state.awaiting.unwrap().must.is_empty() && script.room.deadline().is_none());
    for request in [place, json!({"op": "chat", "text": "?"}), json!({"op": "resign"})] {
        assert_eq!(script.refused(0, request), "table.log_full");
    }
    assert!(script.room.summary().standings.is_empty(), "it counts for nobody");
    let record = script.room.record().unwrap();
    assert!(record.seed.is_some() && record.verify().is_ok(), "what was played can be checked");
    script.done(0, json!({"op": "rematch"}));
    assert!(script.room.version() < 32_768);
    script.restart();
    assert_eq!(script.room.phase(), Phase::Over);
}
