//! What nobody else can notice: it is kept, and nobody else notices it.

use crate::script::Script;
use baize_room::{Entry, Fact, Input, Room};
use baize_rules::{Seat, Viewer};
use serde_json::{Value, json};

/// Ann deals, Bob begins, Cid comes next; all are people.
fn may_i() -> Script {
    let mut script = Script::open(json!({"game": "may-i", "seats": 3, "name": "Ann"}));
    script.host(0);
    script.join(1, "Bob", 0);
    script.join(2, "Cid", 1);
    for client in 0..3 {
        script.done(client, json!({"op": "ready"}));
    }
    script
}

fn hand(script: &Script, client: u64) -> Vec<Value> {
    let view = script.client(client).state.view.clone().unwrap().value();
    view["hand"].as_array().unwrap().clone()
}

/// The request that moves the last card of a client's hand to the front.
fn sort(script: &Script, client: u64) -> Value {
    let mut cards = hand(script, client);
    cards.rotate_right(1);
    json!({"op": "play", "action": {"type": "REORDER_HAND", "cardIds": cards}})
}

fn play(action: &str, version: u32) -> Value {
    json!({"op": "play", "action": {"type": action}, "version": version})
}

#[test]
fn a_neighbours_sort_is_no_news_to_anybody_else() {
    let mut script = may_i();
    script.watch(9);
    let (version, log) = (script.room.version(), script.log.len());
    let heard = |script: &Script, client: u64| script.client(client).messages.len();
    let before = [heard(&script, 0), heard(&script, 1), heard(&script, 9)];
    let sorted = sort(&script, 2);
    assert_eq!(script.done(2, sorted.clone()), version, "no new version");
    assert_eq!(hand(&script, 2), *sorted["action"]["cardIds"].as_array().unwrap(), "its owner sees it");
    assert_eq!([heard(&script, 0), heard(&script, 1), heard(&script, 9)], before, "nobody else hears of it");
    assert_eq!((script.room.version(), script.log.len()), (version, log));
}

#[test]
fn a_call_is_not_stale_because_a_neighbour_sorts() {
    let mut script = may_i();
    let seen = script.room.version();
    for client in [0, 1, 2] {
        let sorted = sort(&script, client);
        script.done(client, sorted);
    }
    // Cid asks for the card that Bob has not drawn, at the version before anybody sorted.
    script.done(2, play("CALL_MAY_I", seen));
    let asked = script.room.version();
    let sorted = sort(&script, 0);
    script.done(0, sorted);
    script.done(1, play("ALLOW_MAY_I", asked));
}

#[test]
fn a_sort_is_not_stale_because_a_neighbour_moves() {
    let mut script = may_i();
    let seen = script.room.version();
    let mut sorted = sort(&script, 2);
    sorted["version"] = seen.into();
    script.done(1, play("DRAW_FROM_STOCK", seen));
    script.done(2, sorted);
}

#[test]
fn a_sort_settles_no_proposal_and_stands_in_the_way_of_no_takeback() {
    let mut script = may_i();
    script.done(1, play("DRAW_FROM_STOCK", script.room.version()));
    let drawn = script.client(1).state.view.clone();
    let card = hand(&script, 1)[0].clone();
    script.done(1, json!({"op": "play", "action": {"type": "DISCARD", "cardId": card}}));
    let sorted = sort(&script, 0);
    script.done(0, sorted);
    script.done(1, json!({"op": "propose", "what": {"type": "TAKEBACK"}}));
    let proposal = script.client(0).state.proposal.clone().unwrap().expect("the others must agree");
    let sorted = sort(&script, 2);
    script.done(2, sorted);
    assert_eq!(script.client(0).state.proposal, Some(Some(proposal.clone())), "it is still open");
    for client in [0, 2] {
        script.done(client, json!({"op": "agree", "proposal": proposal.number}));
    }
    assert_eq!(script.client(1).state.view, drawn, "the discard is taken back, and nothing else of Bob's");
    let taken = json!(script.client(0).steps.last().unwrap().event);
    assert_eq!(
        taken,
        json!({"type": "TAKEN_BACK", "seat": 1, "actions": 1}),
        "nobody hears how often others sort"
    );
}

#[test]
fn a_sort_restarts_neither_windows_nor_thoughts() {
    let mut script = Script::open(json!({
        "game": "may-i", "name": "Ann", "players": [null, "random", "random"], "pace": "normal",
    }));
    script.host(0);
    script.done(0, json!({"op": "ready"}));
    let aside = script.tasks.remove(0);
    assert!(aside.is_aside);
    let (deadline, waiting) = (script.room.deadline(), script.client(0).state.waiting);
    script.now += 1_000;
    for _ in 0..3 {
        let sorted = sort(&script, 0);
        script.done(0, sorted);
    }
    assert_eq!((script.room.deadline(), script.client(0).state.waiting), (deadline, waiting));
    assert!(script.tasks.is_empty(), "nobody is asked again");
    assert!(script.room.is_thinking(aside.seat, aside.decision), "the answer is still waited for");
    let action = Ok(Some(json!({"type": "CALL_MAY_I"}).into()));
    script.input(Input::Thought { seat: aside.seat, decision: aside.decision, action });
    let wait = deadline.unwrap().0 - script.now;
    script.wait(wait);
    assert_eq!(script.client(0).events().last().unwrap(), "ACTED", "it asks when the window closes");
}

#[test]
fn the_latest_order_is_there_after_a_restart_and_goes_into_the_log_once() {
    let mut script = may_i();
    for _ in 0..20 {
        let sorted = sort(&script, 2);
        script.done(2, sorted);
    }
    let (order, log) = (hand(&script, 2), script.log.len());
    let view = |script: &Script| script.room.game().unwrap().view(Viewer::Seat(Seat::new(2).unwrap()));
    script.restart();
    assert_eq!(view(&script)["hand"], json!(order), "as it was acknowledged");
    script.host(0);
    script.done(0, json!({"op": "chat", "text": "hello"}));
    assert_eq!(script.log.len(), log + 1, "twenty sorts are no entry");
    let private = |entry: &Entry| entry.meanwhile.actions.len();
    assert_eq!(script.log.iter().map(private).sum::<usize>(), 1, "the next entry carries the latest");
    script.restart();
    assert_eq!(view(&script)["hand"], json!(order), "now from the log");
}

#[test]
fn a_sort_sent_again_is_done_once() {
    let mut script = may_i();
    let mut first = sort(&script, 2);
    first["id"] = "first".into();
    script.done(2, first.clone());
    let second = sort(&script, 2);
    script.done(2, second.clone());
    let order = hand(&script, 2);
    script.done(2, first.clone());
    assert_eq!(hand(&script, 2), order, "a late copy changes nothing");
    script.done(0, json!({"op": "chat", "text": "hello"}));
    script.done(2, first);
    assert_eq!(hand(&script, 2), order, "nor does it later");
}

#[test]
fn a_record_with_private_actions_verifies_and_their_plies_are_nobody_elses() {
    let mut script = may_i();
    let mut played = 0;
    while played < 30 {
        let sorted = sort(&script, 0);
        script.done(0, sorted);
        assert!(script.play_on());
        played += 1;
    }
    for viewer in [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND), Viewer::Spectator] {
        let replay = script.room.replay_for(viewer, None, 0).unwrap();
        assert_eq!((replay.plies, replay.frames.len()), (played, played as usize + 1));
        let later = script.room.replay_for(viewer, None, 17).unwrap();
        assert_eq!(json!(later.frames), json!(replay.frames[17..]), "wherever one begins to look");
    }
    for client in [0, 1] {
        script.done(client, json!({"op": "resign"}));
    }
    let record = script.room.record().unwrap();
    assert!(record.log.len() > played as usize + 2);
    record.verify().unwrap();
}

/// Logs of programs without private actions have an entry for every sort, and record the seat that asked.
#[test]
fn a_log_from_before_there_were_private_actions_is_read() {
    let mut script = may_i();
    let sorted = sort(&script, 2);
    let mut entry = script.log.last().unwrap().clone();
    entry.fact = Fact::Acted {
        seat: Seat::new(2).unwrap(),
        by: None,
        action: baize_protocol::Json::of(&sorted["action"]),
        meant: None,
    };
    let mut old = json!(entry);
    old["asked"] = json!({"by": 2, "id": "old"});
    script.log.push(serde_json::from_value(old).unwrap());
    script.room = Room::replay(script.stored(), 2).unwrap();
    let view = script.room.game().unwrap().view(Viewer::Seat(Seat::new(2).unwrap()));
    assert_eq!(view["hand"], sorted["action"]["cardIds"]);
    assert_eq!(script.room.version() as usize, script.log.len());
}

/// A cue ball placed again and again before the shot: everybody sees where it is, and the log does not grow.
#[test]
fn a_cue_ball_that_is_placed_again_is_seen_and_makes_no_log() {
    let place = |x: i32, y: i32| json!({"op": "play", "action": {"type": "PLACE_BALL", "xUm": x, "yUm": y}});
    let cue = |script: &Script, client: u64| {
        script.client(client).state.view.clone().unwrap().value()["balls"]["0"].clone()
    };
    let mut script = Script::two("nine-ball");
    script.watch(9);
    script.done(0, place(-635_000, 0));
    let (version, log) = (script.room.version(), script.log.len());
    for y in 1..200 {
        assert_eq!(script.done(0, place(-700_000, y * 1_000)), version, "no new version");
        let steps = |client: u64| script.client(client).steps.len();
        assert_eq!(cue(&script, 1), cue(&script, 0), "the other seat sees it");
        assert_eq!(cue(&script, 9), cue(&script, 0), "and so do those who watch");
        assert_eq!(script.client(1).version, version, "{} steps", steps(1));
    }
    assert_eq!((script.room.version(), script.log.len()), (version, log));
    let last = cue(&script, 0);
    assert_eq!(script.refused(1, place(-635_000, 0)), "nine-ball.not_your_turn");
    script.restart();
    script.host(0);
    assert_eq!(cue(&script, 0), last, "it is there after a restart");
    let shot = json!({"type": "SHOOT", "speedMmS": 1_000, "aimUrad": 0});
    script.done(0, json!({"op": "play", "action": shot}));
    let record = serde_json::to_value(script.room.record().unwrap()).unwrap();
    let placed =
        record["log"].as_array().unwrap().iter().filter(|entry| entry["action"]["type"] == "PLACE_BALL");
    assert_eq!(placed.count(), 2, "the first place and the last: {}", record["log"]);
}
