//! Coming to a table: links, tokens, watching, the start.

use crate::script::{Script, hello, key, token};
use baize_protocol::{Away, Join, Message, Moment, Occupant, Phase};
use baize_room::Hello;
use baize_rules::{Seat, Viewer};
use serde_json::json;

fn refusal(message: &Message) -> &str {
    match message {
        Message::Refused { error, .. } => &error.code,
        other => panic!("{other:?}"),
    }
}

fn with_link(script: &Script, link: usize, number: u8) -> Hello {
    let secret = Some(script.keys.links[link].1.clone());
    let join = Join { secret, seat: None, name: "Cid".into(), key: key(number), player: None };
    Hello { join: Some(join), ..hello("join") }
}

#[test]
fn a_game_begins_when_everybody_is_there_and_ready() {
    let mut script = Script::open(json!({"game": "othello", "name": "Ann"}));
    script.host(0);
    script.done(0, json!({"op": "ready", "entropy": "heads"}));
    assert_eq!(script.room.phase(), Phase::Waiting);
    script.join(1, "Bob", 0);
    assert_eq!(script.room.phase(), Phase::Waiting);
    script.done(1, json!({"op": "ready", "entropy": "tails"}));
    assert_eq!(script.room.phase(), Phase::Playing);
    assert_eq!(script.client(0).events(), ["READY", "JOINED", "READY", "STARTED"]);
    let fairness = script.client(1).state.fairness.clone().unwrap();
    assert_eq!(fairness.entropy.unwrap(), ["heads", "tails"]);
    assert_eq!(fairness.seed, None, "the seed stays secret until the end");
    assert_eq!(script.refused(0, json!({"op": "ready"})), "table.begun");
}

#[test]
fn the_commitment_is_in_the_first_event_that_anybody_sees() {
    let mut script = Script::open(json!({"game": "nine", "name": "Ann"}));
    let hello = Hello { token: Some(script.keys.token.clone()), version: Some(0), ..hello("all") };
    script.hello(0, hello);
    assert_eq!(script.client(0).events(), ["OPENED"]);
    let event = json!(script.client(0).steps[0].event);
    assert_eq!(event["commitment"], script.room.charter().seed.commitment());
}

#[test]
fn a_link_is_good_for_one_person_and_joining_again_gives_the_same_token() {
    let mut script = Script::open(json!({"game": "othello", "name": "Ann"}));
    let first = script.join(1, "Bob", 0);
    // The reply was lost: the same client asks again over another connection.
    let again = script.join(1, "Bob", 0);
    assert_eq!(first.to_hex(), again.to_hex());
    let other = with_link(&script, 0, 9);
    assert_eq!(refusal(&script.hello(2, other)), "table.bad_secret");
    let stranger = Hello { token: Some(key(77)), ..hello("x") };
    assert_eq!(refusal(&script.hello(2, stranger)), "table.bad_token");
    assert_eq!(
        refusal(&script.hello(2, hello("x"))),
        "table.unknown",
        "a private table shows itself to nobody"
    );
    let watcher = Hello { watch: Some(key(77)), ..hello("x") };
    assert_eq!(refusal(&script.hello(2, watcher)), "table.bad_secret");
}

#[test]
fn the_secrets_of_links_are_not_interchangeable() {
    let mut script = Script::open(json!({"game": "othello", "name": "Ann"}));
    let (_, seat) = script.keys.links[0].clone();
    let watch = script.keys.watch.clone();
    assert_eq!(refusal(&script.hello(1, Hello { token: Some(seat), ..hello("x") })), "table.bad_token");
    assert_eq!(refusal(&script.hello(1, Hello { token: Some(watch), ..hello("x") })), "table.bad_token");
}

#[test]
fn who_is_invited_looks_at_the_table_before_sitting_down() {
    let mut script = Script::open(json!({"game": "othello", "name": "Ann"}));
    let (_, seat) = script.keys.links[0].clone();
    assert!(script.room.admits(Some(&seat)), "over HTTP too");
    let look = || Hello { watch: Some(seat.clone()), ..hello("look") };
    assert!(matches!(script.hello(1, look()), Message::Welcome { .. }));
    assert_eq!(script.client(1).viewer, Some(Viewer::Spectator), "looking takes no seat");
    script.join(2, "Bob", 0);
    assert_eq!(refusal(&script.hello(3, look())), "table.bad_secret", "the seat is taken, the link is used");
    assert!(!script.room.admits(Some(&seat)));
}

#[test]
fn the_host_replaces_a_link_and_the_old_one_is_useless() {
    let mut script = Script::open(json!({"game": "othello", "name": "Ann"}));
    script.host(0);
    let invitation = |script: &mut Script, request| match script.send(0, request) {
        Message::Invitation { secret, .. } => secret,
        other => panic!("{other:?}"),
    };
    let old = script.keys.links[0].1.to_hex();
    assert_eq!(invitation(&mut script, json!({"op": "invite", "seat": 1})), old, "the link there is");
    let renew = json!({"op": "invite", "id": "i1", "seat": 1, "renew": true});
    let new = invitation(&mut script, renew.clone());
    assert_ne!(new, old);
    assert_eq!(invitation(&mut script, renew), new, "sent again, it is done once");
    let used = with_link(&script, 0, 9);
    assert_eq!(refusal(&script.hello(1, used)), "table.bad_secret");
    let join = Join { secret: Some(token(&new)), seat: None, name: "Bob".into(), key: key(9), player: None };
    script.hello(1, Hello { join: Some(join), ..hello("join") });
    assert_eq!(script.client(1).viewer, Some(Viewer::Seat(Seat::SECOND)));
    assert_eq!(script.refused(0, json!({"op": "invite", "seat": 1})), "table.seat_taken");
    assert_eq!(script.refused(1, json!({"op": "invite", "seat": 1})), "table.not_host");
}

#[test]
fn a_public_table_takes_whoever_comes_and_forgets_who_goes() {
    let mut script = Script::open(json!({"game": "othello", "name": "Ann", "isPublic": true}));
    script.host(0);
    let join = |number, seat| {
        let join = Join { secret: None, seat, name: "Bob".into(), key: key(number), player: None };
        Hello { join: Some(join), ..hello("join") }
    };
    assert_eq!(refusal(&script.hello(1, join(9, Some(Seat::FIRST)))), "table.seat_taken");
    script.hello(1, join(9, None));
    assert_eq!(refusal(&script.hello(2, join(10, None))), "table.full");
    script.leave(1);
    script.wait(119_000);
    assert_eq!(refusal(&script.hello(2, join(10, None))), "table.full");
    script.wait(2_000);
    assert_eq!(script.client(0).events(), ["JOINED", "STOOD"]);
    script.hello(2, join(10, None));
    assert_eq!(script.client(2).viewer, Some(Viewer::Seat(Seat::SECOND)));
    script.hello(3, hello("watch"));
    assert_eq!(script.client(3).viewer, Some(Viewer::Spectator));
    assert_eq!(script.refused(3, json!({"op": "chat", "text": "hi"})), "table.not_seated");
}

#[test]
fn the_host_fills_and_clears_seats_before_the_game() {
    let mut script = Script::open(json!({"game": "othello", "name": "Ann"}));
    script.host(0);
    let bob = script.join(1, "Bob", 0);
    assert_eq!(script.refused(1, json!({"op": "seat", "seat": 0})), "table.not_host");
    assert_eq!(script.refused(0, json!({"op": "seat", "seat": 1, "player": "random"})), "table.seat_taken");
    script.done(0, json!({"op": "seat", "seat": 1}));
    assert!(script.client(1).is_parted);
    assert_eq!(refusal(&script.hello(1, Hello { token: Some(bob), ..hello("x") })), "table.bad_token");
    assert_eq!(
        script.refused(0, json!({"op": "seat", "seat": 1, "player": "nobody"})),
        "request.unknown_player"
    );
    assert_eq!(script.refused(0, json!({"op": "seat", "seat": 5, "player": "random"})), "table.bad_seat");
    script.done(0, json!({"op": "seat", "seat": 1, "player": "random"}));
    let seats = script.client(0).state.seats.clone().unwrap();
    assert_eq!(seats[1].occupant, Occupant::Computer);
    assert_eq!(seats[1].player.as_deref(), Some("random"));
    script.done(0, json!({"op": "ready"}));
    assert_eq!(script.room.phase(), Phase::Playing);
    assert_eq!(script.refused(0, json!({"op": "seat", "seat": 1})), "table.begun");
}

#[test]
fn who_stands_up_loses_the_seat_and_the_token() {
    let mut script = Script::open(json!({"game": "othello", "name": "Ann"}));
    script.host(0);
    let bob = script.join(1, "Bob", 0);
    script.done(1, json!({"op": "ready"}));
    script.done(1, json!({"op": "stand"}));
    assert!(script.client(1).is_parted);
    assert_eq!(refusal(&script.hello(2, Hello { token: Some(bob), ..hello("x") })), "table.bad_token");
    let used = with_link(&script, 0, 9);
    assert_eq!(refusal(&script.hello(2, used)), "table.bad_secret", "a link is good for one person");
    assert!(matches!(script.send(0, json!({"op": "invite", "seat": 1})), Message::Invitation { .. }));
}

#[test]
fn names_are_checked() {
    let mut script = Script::open(json!({"game": "othello", "name": "Ann"}));
    for name in ["", "\u{202e}x", "a\u{7}", "much too long a name for a seat"] {
        let mut hello = with_link(&script, 0, 9);
        hello.join.as_mut().unwrap().name = name.to_owned();
        assert_eq!(refusal(&script.hello(1, hello)), "table.bad_name");
    }
}

#[test]
fn a_second_tab_leads_and_the_first_is_told() {
    let mut script = Script::two("othello");
    script.host(2);
    assert!(script.client(0).messages.contains(&Message::Elsewhere {}));
    for client in 3..9 {
        script.host(client);
    }
    let ninth = Hello { token: Some(script.keys.token.clone()), ..hello("x") };
    assert_eq!(refusal(&script.hello(9, ninth)), "table.crowded");
    script.leave(0);
    let presence = script.client(1).messages.iter().rev().find_map(|message| match message {
        Message::Presence(presence) => Some(presence.here.contains(Seat::FIRST)),
        _ => None,
    });
    assert_eq!(presence, Some(true), "another tab is still there");
}

#[test]
fn the_others_know_who_reads_and_since_when_somebody_is_away() {
    let mut script = Script::two("othello");
    let last = |script: &Script| {
        let told = script.client(1).messages.iter().rev().find_map(|message| match message {
            Message::Presence(presence) => Some(presence.clone()),
            _ => None,
        });
        told.expect("who is here was told")
    };
    script.done(0, json!({"op": "hold", "isHeld": true}));
    assert!(last(&script).reading.contains(Seat::FIRST));
    script.done(0, json!({"op": "hold", "isHeld": false}));
    assert!(last(&script).reading.is_empty());
    script.wait(5_000);
    let at = Moment(script.now);
    script.leave(0);
    assert_eq!(last(&script).away, [Away { seat: Seat::FIRST, since: at }]);
    script.wait(60_000);
    script.host(2);
    assert!(last(&script).away.is_empty(), "back again");
}

#[test]
fn hints_follow_who_sits_there() {
    let mut script = Script::open(json!({"game": "othello", "name": "Ann"}));
    script.host(0);
    let before = script.client(0).state.hints;
    script.done(0, json!({"op": "seat", "seat": 1, "player": "random"}));
    assert_eq!(
        (before, script.client(0).state.hints),
        (Some(false), Some(true)),
        "somebody of the house sat down"
    );
    let script = Script::two("othello");
    assert_eq!(script.client(0).state.hints, Some(false), "somebody else sat down");
}

#[test]
fn a_second_hello_takes_the_connection_to_another_place() {
    let mut script = Script::two("othello");
    script.watch(0);
    assert_eq!(script.client(0).viewer, Some(Viewer::Spectator));
    assert_eq!(script.refused(0, json!({"op": "resign"})), "table.not_seated");
}
