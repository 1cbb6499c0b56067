//! Coming back to the table one has left, and to no other.

use crate::script::{Script, hello};
use baize_protocol::{History, Message};
use baize_room::Hello;
use serde_json::json;

/// The history the first client was given last.
fn told(script: &Script) -> (u32, History) {
    let client = script.client(0);
    (client.version, client.history.expect("every version comes with its history"))
}

/// The first client comes back with an earlier history.
fn back(script: &mut Script, (version, history): (u32, History)) -> Message {
    let token = Some(script.keys.token.clone());
    script.hello(0, Hello { token, version: Some(version), history: Some(history), ..hello("back") })
}

fn code(message: &Message) -> &str {
    let Message::Refused { error, .. } = message else { panic!("{message:?}") };
    &error.code
}

/// Plays on; returns the history the first client was given after each move.
fn play(script: &mut Script, moves: usize) -> Vec<(u32, History)> {
    let played = |_| {
        assert!(script.play_on());
        told(script)
    };
    (0..moves).map(played).collect()
}

#[test]
fn whoever_proves_what_they_were_told_is_welcome_at_every_version() {
    let mut script = Script::two("banqi");
    let past = play(&mut script, 90);
    for is_restarted in [false, true] {
        if is_restarted {
            script.restart();
        }
        for then in past.iter().step_by(9).chain(past.last()) {
            let message = back(&mut script, *then);
            let Message::Welcome { steps: Some(steps), .. } = message else { panic!("{message:?}") };
            assert_eq!(steps.len() as u32, script.room.version() - then.0);
        }
    }
    assert!(!script.is_frozen);
}

/// The log goes back to an earlier state, as after restoring a backup, and then continues differently.
#[test]
fn a_log_that_has_become_another_one_is_frozen() {
    for (moves, is_ahead) in [(0, true), (2, true), (6, false), (80, false)] {
        let mut script = Script::two("banqi");
        play(&mut script, 5);
        let saved = script.log.len();
        let then = play(&mut script, 6)[5];
        script.log.truncate(saved);
        script.restart();
        script.host(0);
        script.join(1, "Bob", 0);
        for number in 0..moves {
            script.done(number % 2, json!({"op": "chat", "text": "hm"}));
        }
        assert_eq!(is_ahead, then.0 > script.room.version());
        assert_eq!(code(&back(&mut script, then)), "table.forked");
        assert!(script.is_frozen);
    }
}

#[test]
fn nobody_can_make_up_a_fork() {
    let mut script = Script::two("banqi");
    let past = play(&mut script, 4);
    let (version, history) = past[1];
    let text = serde_json::to_string(&history).unwrap();
    let turned = |at: usize| {
        let digit = if &text[at..=at] == "0" { "1" } else { "0" };
        serde_json::from_str(&format!("{}{digit}{}", &text[..at], &text[at + 1..])).unwrap()
    };
    let made_up = [
        (version + 1, history),
        (version - 1, history),
        (u32::MAX, history),
        (0, history),
        (version, past[2].1),
        (version, turned(3)),
        (version, turned(30)),
    ];
    for claim in made_up {
        assert_eq!(code(&back(&mut script, claim)), "table.bad_history", "{claim:?}");
    }
    assert!(!script.is_frozen && matches!(back(&mut script, (version, history)), Message::Welcome { .. }));
}
