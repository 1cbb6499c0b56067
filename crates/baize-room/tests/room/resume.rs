//! Coming back at any version, whether its steps are in memory or not.

use crate::script::{Script, hello};
use baize_protocol::{Message, Step};
use baize_room::{Hello, Room};
use baize_rules::{Seat, Viewer};
use serde_json::json;

/// Compares what every viewer was told live with what it is told on coming back at every version.
fn check(mut script: Script) {
    script.watch(9);
    let begin = script.client(9).version;
    let mut played = 0;
    while played < 120 && script.play_on() {
        played += 1;
        if played % 5 == 0 {
            script.done(0, json!({"op": "chat", "text": "hm"}));
        }
    }
    let version = script.room.version();
    let tokens = [script.keys.token.clone(), crate::script::token(script.client(1).token.as_ref().unwrap())];
    let live = |script: &Script, client: u64| script.client(client).steps.clone();
    let heard = [live(&script, 0), live(&script, 1), live(&script, 9)];
    for fresh_memory in [false, true] {
        if fresh_memory {
            script.restart();
        }
        for seen in (begin..=version).step_by(7).chain([version]) {
            for (client, steps) in [0, 1, 9].into_iter().zip(&heard) {
                let mut hello = Hello { version: Some(seen), ..hello("back") };
                match client {
                    9 => hello.watch = Some(script.keys.watch.clone()),
                    seat => hello.token = Some(tokens[seat as usize].clone()),
                }
                let Message::Welcome { steps: Some(missed), .. } = script.hello(client, hello) else {
                    panic!("the steps that were missed")
                };
                let expected: Vec<&Step> = steps.iter().filter(|step| step.version > seen).collect();
                assert_eq!(missed.iter().collect::<Vec<_>>(), expected);
            }
        }
    }
}

#[test]
fn whoever_comes_back_gets_exactly_what_was_missed() {
    for game in ["othello", "banqi", "nine"] {
        check(Script::two(game));
    }
}

#[test]
fn who_has_seen_more_than_there_is_is_told_so() {
    let mut script = Script::two("othello");
    let ahead = Some(script.room.version() + 1);
    let hello = Hello { token: Some(script.keys.token.clone()), version: ahead, ..hello("x") };
    let Message::Refused { error, .. } = script.hello(0, hello) else { panic!("ahead of the log") };
    assert_eq!(error.code, "table.ahead");
}

#[test]
fn a_snapshot_and_what_follows_is_the_whole_log() {
    let mut script = Script::two("banqi");
    let mut snapshots = vec![(script.log.len(), script.room.snapshot())];
    for _ in 0..40 {
        script.play_on();
        snapshots.push((script.log.len(), script.room.snapshot()));
    }
    let last = script.room.snapshot();
    for (length, snapshot) in snapshots {
        let after = script.stored().split_off(length);
        let room = Room::from_snapshot(&snapshot, after, 3).unwrap().unwrap();
        assert_eq!(room.snapshot(), last);
        assert_eq!(
            room.game().unwrap().view(Viewer::Seat(Seat::FIRST)),
            script.room.game().unwrap().view(Viewer::Seat(Seat::FIRST))
        );
    }
    assert!(Room::from_snapshot(b"{}", [], 1).is_none() && Room::from_snapshot(b"junk", [], 1).is_none());
}

#[test]
fn a_log_that_could_not_have_happened_is_damage() {
    let mut script = Script::two("othello");
    script.play_on();
    script.play_on();
    let log = script.stored();
    let without = |index: usize| {
        let mut log = log.clone();
        log.remove(index);
        Room::replay(log, 1)
    };
    assert_eq!(without(0).err().unwrap().version, 1);
    let last_two_swapped = {
        let mut log = log.clone();
        let length = log.len();
        log.swap(length - 1, length - 2);
        Room::replay(log, 1)
    };
    assert_eq!(last_two_swapped.err().unwrap().version as usize, log.len() - 1);
    assert!(Room::replay([], 1).is_err());
}

#[test]
fn a_log_of_today_is_read_tomorrow() {
    let mut script = Script::two("nine");
    script.done(0, json!({"op": "play", "action": {"type": "PLAY", "card": 5}}));
    script.done(1, json!({"op": "chat", "text": "hello"}));
    script.done(1, json!({"op": "react", "reaction": "good-luck"}));
    script.done(0, json!({"op": "propose", "what": {"type": "TAKEBACK"}}));
    script.done(0, json!({"op": "play", "action": {"type": "PLAY", "card": 6}}));
    script.done(1, json!({"op": "resign"}));
    script.done(1, json!({"op": "rematch"}));
    let log: Vec<String> = script.log.iter().map(|entry| serde_json::to_string(entry).unwrap()).collect();
    insta::assert_snapshot!(log.join("\n"));
}

/// The format has the same fields in the same order, whatever the room looks like inside.
#[test]
fn a_snapshot_of_today_is_read_tomorrow() {
    let mut script =
        Script::two_with(json!({"game": "nine", "name": "Ann", "clock": {"bank": 300, "increment": 2}}));
    script.done(0, json!({"op": "play", "action": {"type": "PLAY", "card": 5}}));
    script.done(1, json!({"op": "chat", "text": "hello"}));
    script.done(0, json!({"op": "pace", "pace": "fast"}));
    assert_eq!(script.refused(1, json!({"op": "agree", "proposal": 7})), "table.no_proposal");
    script.done(1, json!({"op": "play", "action": {"type": "PLAY", "card": 6}}));
    script.done(0, json!({"op": "propose", "what": {"type": "TAKEBACK"}}));
    insta::assert_snapshot!(String::from_utf8(script.room.snapshot()).unwrap());
}

#[test]
fn a_log_from_before_there_was_a_pace_is_read() {
    let mut script = Script::two_with(json!({"game": "nine", "name": "Ann", "pace": "normal"}));
    script.done(0, json!({"op": "play", "action": {"type": "PLAY", "card": 5}}));
    let text = serde_json::to_string(&script.log).unwrap();
    assert_eq!(text.matches(r#""pace":"normal","#).count(), 1);
    let old = text.replace(r#""pace":"normal","#, "");
    let room = Room::replay(serde_json::from_str::<Vec<_>>(&old).unwrap(), 1).unwrap();
    assert_eq!(room.snapshot(), script.room.snapshot());
}
