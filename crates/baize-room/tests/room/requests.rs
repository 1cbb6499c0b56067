//! The names of requests: each is done once for the person who gave the name.

use crate::script::{Script, hello};
use baize_protocol::Message;
use baize_room::Hello;
use serde_json::{Value, json};

fn place(square: &str, id: &str) -> Value {
    json!({"op": "play", "action": {"type": "PLACE", "square": square}, "id": id})
}

#[test]
fn the_same_name_for_something_else_is_refused() {
    let mut script = Script::two("othello");
    script.done(0, place("f5", "m1"));
    script.done(1, place("f6", "m1"));
    assert_eq!(script.refused(0, place("e6", "m1")), "request.reused_id");
    assert_eq!(script.refused(0, json!({"op": "chat", "text": "hello", "id": "m1"})), "request.reused_id");
    script.restart();
    script.host(0);
    assert_eq!(script.refused(0, place("e6", "m1")), "request.reused_id", "also after a restart");
    script.done(0, place("f5", "m1"));
    script.done(0, place("e6", "m2"));
    // A refused request keeps its name as well.
    assert_eq!(script.refused(0, place("a1", "m3")), "othello.not_your_turn");
    assert_eq!(script.refused(0, json!({"op": "chat", "text": "hello", "id": "m3"})), "request.reused_id");
}

#[test]
fn what_was_refused_is_not_done_after_a_restart() {
    let mut script = Script::two("othello");
    let token = crate::script::token(script.client(1).token.as_ref().unwrap());
    assert_eq!(script.refused(1, place("f6", "early")), "othello.not_your_turn");
    script.done(0, place("f5", "m1"));
    script.restart();
    script.hello(1, Hello { token: Some(token.clone()), ..hello("back") });
    let again = script.send(1, place("f6", "early"));
    let Message::Refused { error, .. } = again else { panic!("it must not run by surprise: {again:?}") };
    assert_eq!(error.code, "othello.not_your_turn");
    assert_eq!(script.refused(1, place("d6", "early")), "request.reused_id");
    // Nothing has been written since the refusal: the table is the same and refuses it again.
    assert_eq!(script.refused(1, place("a1", "bad")), "othello.illegal_move");
    script.restart();
    script.hello(1, Hello { token: Some(token), ..hello("back") });
    assert_eq!(script.refused(1, place("a1", "bad")), "othello.illegal_move");
    script.done(1, place("f6", "m2"));
}

#[test]
fn refusals_do_not_pile_up() {
    let mut script = Script::two("othello");
    for round in 0..40 {
        for number in 0..20 {
            script.refused(1, place("a1", &format!("{round}-{number}")));
        }
        script.done(1, json!({"op": "chat", "text": "hm"}));
    }
    let most = script.log.iter().map(|entry| json!(entry).to_string().len()).skip(1).max().unwrap();
    assert!(most < 2_000, "{most} bytes in one entry");
    assert!(script.room.snapshot().len() < 20_000);
}

#[test]
fn names_belong_to_the_person_not_to_the_seat() {
    let mut script = Script::open(json!({"game": "othello", "name": "Ann", "isPublic": true}));
    script.host(0);
    script.join(1, "Bob", 0);
    script.done(1, json!({"op": "ready", "id": "r"}));
    script.done(1, json!({"op": "stand", "id": "s"}));
    // Somebody else sits down in the same seat and uses the same names.
    let join = baize_protocol::Join {
        secret: None,
        seat: None,
        name: "Cid".to_owned(),
        key: crate::script::key(77),
        player: None,
    };
    script.hello(2, Hello { join: Some(join), ..hello("join") });
    script.done(2, json!({"op": "chat", "text": "hello", "id": "r"}));
    script.done(2, json!({"op": "chat", "text": "all", "id": "s"}));
    assert_eq!(script.client(0).events().iter().filter(|event| *event == "CHAT").count(), 2);
    // The host goes on under their own request names after standing up.
    let stood = script.done(0, json!({"op": "stand", "id": "up"}));
    assert_eq!(
        script.done(0, json!({"op": "stand", "id": "up"})),
        stood,
        "it was done, although there is no seat now"
    );
}
