//! Playing: acknowledgements, refusals, requests sent twice, results and records.

use crate::script::Script;
use baize_protocol::{Message, Phase};
use baize_rules::Language;
use serde_json::json;

fn place(square: &str) -> serde_json::Value {
    json!({"op": "play", "action": {"type": "PLACE", "square": square}})
}

#[test]
fn a_move_is_acknowledged_and_told_to_everybody() {
    let mut script = Script::two("othello");
    script.watch(2);
    let version = script.done(0, place("f5"));
    for client in 0..3 {
        let step = script.client(client).steps.last().unwrap().clone();
        assert_eq!(step.version, version);
        let event = json!(step.event);
        assert_eq!(event["events"][0], json!({"type": "PLACED", "square": "f5", "flipped": ["e5"]}));
    }
    assert_eq!(script.client(0).state.actions.as_ref().unwrap().as_str(), "[]");
    assert_eq!(script.client(1).state.actions.as_ref().unwrap().value()[0]["flips"], json!(["e4"]));
    assert_eq!(script.client(2).state.actions, None, "who watches has no menu");
}

#[test]
fn refusals_are_the_words_of_the_game() {
    let mut script = Script::two("othello");
    assert_eq!(script.refused(1, place("f5")), "othello.not_your_turn");
    assert_eq!(script.refused(0, place("a1")), "othello.illegal_move");
    assert_eq!(script.refused(0, json!({"op": "play", "action": {"type": "FLY"}})), "request.bad_action");
    assert_eq!(script.refused(0, json!({"op": "play", "action": [[[[]]]]})), "request.bad_action");
    let mut early = Script::open(json!({"game": "othello", "name": "Ann"}));
    early.host(0);
    assert_eq!(early.refused(0, place("f5")), "table.not_begun");
    assert_eq!(early.refused(0, json!({"op": "resign"})), "table.not_begun");
}

#[test]
fn a_request_sent_twice_is_done_once_and_answered_the_same() {
    let mut script = Script::two("othello");
    let mut play = place("f5");
    play["id"] = "once".into();
    let version = script.done(0, play.clone());
    assert_eq!(script.done(0, play.clone()), version);
    script.done(1, place("f6"));
    assert_eq!(script.done(0, play.clone()), version, "also when the table has moved on");
    script.restart();
    script.host(0);
    assert_eq!(script.done(0, play), version, "also after a restart");
    assert_eq!(script.room.record().unwrap().log.len(), 2);
}

#[test]
fn a_refused_request_stays_refused_under_its_name() {
    let mut script = Script::two("othello");
    let mut early = place("f6");
    early["id"] = "early".into();
    assert_eq!(script.refused(1, early.clone()), "othello.not_your_turn");
    script.done(0, place("f5"));
    assert_eq!(script.refused(1, early), "othello.not_your_turn", "a late copy of it is not played");
    script.done(1, place("f6"));
}

#[test]
fn two_seats_may_use_the_same_name_for_a_request() {
    let mut script = Script::two("othello");
    let mut first = place("f5");
    let mut second = place("f6");
    (first["id"], second["id"]) = ("m".into(), "m".into());
    assert_ne!(script.done(0, first), script.done(1, second));
}

#[test]
fn a_move_for_a_table_that_has_moved_on_is_stale() {
    let mut script = Script::two("othello");
    let seen = script.room.version();
    script.done(0, place("f5"));
    script.done(1, place("f6"));
    let stale = json!({"op": "play", "action": {"type": "PLACE", "square": "e6"}, "version": seen});
    let Message::Refused { error, version, .. } = script.send(0, stale) else { panic!("should be stale") };
    assert_eq!((error.code.as_str(), version), ("table.stale", Some(script.room.version())));
    assert_eq!(error.details.unwrap()["version"], script.room.version());
    // Talk does not make a move stale.
    let seen = script.room.version();
    script.done(1, json!({"op": "chat", "text": "hurry up"}));
    script.done(0, json!({"op": "play", "action": {"type": "PLACE", "square": "e6"}, "version": seen}));
}

#[test]
fn a_choice_made_at_the_same_time_is_not_stale() {
    let mut script = Script::two("nine");
    let seen = script.room.version();
    script.done(0, json!({"op": "play", "action": {"type": "PLAY", "card": 5}, "version": seen}));
    script.done(1, json!({"op": "play", "action": {"type": "PLAY", "card": 6}, "version": seen}));
}

/// A history stands for the whole log, sealed things included, under a key of the server: it always differs,
/// always has the same length, and nobody else can compare it with anything.
fn without_history(mut message: Message) -> Message {
    if let Message::Welcome { history, .. } | Message::News { history, .. } = &mut message {
        assert!(history.take().is_some());
    }
    message
}

#[test]
fn nobody_learns_of_a_sealed_choice() {
    let heard = |card: u8| {
        let mut script = Script::two("nine");
        script.watch(2);
        script.done(0, json!({"op": "play", "id": "m", "action": {"type": "PLAY", "card": card}}));
        script.refused(1, json!({"op": "play", "id": "n", "action": {"type": "PLAY", "card": 10}}));
        [1, 2].map(|client| {
            let messages = script.client(client).messages.iter().cloned().map(without_history);
            format!("{:?}", messages.collect::<Vec<_>>())
        })
    };
    assert_eq!(heard(1), heard(9));
}

#[test]
fn a_finished_game_reveals_its_seed_and_its_record_verifies() {
    for game in ["othello", "banqi", "nine"] {
        let mut script = Script::two(game);
        script.watch(2);
        for _ in 0..2_000 {
            if !script.play_on() {
                break;
            }
        }
        if script.room.phase() != Phase::Over {
            script.done(0, json!({"op": "resign"}));
        }
        assert_eq!(script.room.phase(), Phase::Over);
        let record = script.room.record().unwrap();
        assert_eq!(record.verify().unwrap().result, script.room.outcome());
        assert_eq!(record.players, ["Ann", "Bob"]);
        let seed = script.client(2).state.fairness.clone().unwrap().seed.unwrap();
        assert_eq!(seed, record.seed.unwrap().to_hex());
        assert_eq!(script.client(2).state.result, script.room.outcome());
        let code = script.refused(0, json!({"op": "play", "action": {}}));
        assert!(
            code.contains("over") || code == "request.bad_action" || code.contains("wrong_phase"),
            "{code}"
        );
    }
}

#[test]
fn a_record_of_another_deal_does_not_verify() {
    let mut script = Script::two("banqi");
    while script.room.record().unwrap().log.len() < 60 {
        let table = script.room.game().unwrap();
        let seat = table.awaiting().must.iter().next().unwrap();
        // The menu lists flips before moves, and a move is legal only in the deal it was made in.
        let action = table.menu(seat).actions.last().unwrap().action.clone();
        script.done(seat.index() as u64, json!({"op": "play", "action": action}));
    }
    assert!(script.room.record().unwrap().verify().is_err(), "the seed of a running game is not told");
    script.done(0, json!({"op": "resign"}));
    let record = script.room.record().unwrap();
    assert!(record.verify().is_ok());
    let mut exchanged = record.clone();
    exchanged.entropy = Some(vec!["other".into(), String::new()]);
    assert!(exchanged.verify().is_err(), "what a seat has added cannot be exchanged");
}

#[test]
fn resigning_ends_a_game_of_two() {
    let mut script = Script::two("nine");
    script.done(1, json!({"op": "resign"}));
    let result = script.client(0).state.result.clone().unwrap();
    assert_eq!((result.reason.as_ref(), result.winners.len()), ("resign", 1));
    assert_eq!(script.refused(0, json!({"op": "resign"})), "table.over");
}

#[test]
fn talk_is_plain_and_bounded() {
    let mut script = Script::two("othello");
    script.done(0, json!({"op": "chat", "text": " well played <b>Bob</b> "}));
    let event = json!(script.client(1).steps.last().unwrap().event);
    assert_eq!(event, json!({"type": "CHAT", "seat": 0, "text": "well played <b>Bob</b>"}));
    script.done(1, json!({"op": "react", "reaction": "thanks"}));
    for bad in ["", "a\nb", "\u{202e}abc", "\u{1b}[31mred"] {
        assert_eq!(script.refused(0, json!({"op": "chat", "text": bad})), "table.bad_text");
    }
}

#[test]
fn questions_are_answered_from_what_the_asker_sees() {
    let mut script = Script::two("othello");
    script.watch(2);
    let query = json!({"type": "PERFT", "position": "---------------------------OX------XO--------------------------- X", "depth": 3});
    for client in 0..3 {
        let reply = script.send(client, json!({"op": "query", "query": query}));
        let Message::Answer { answer, .. } = reply else { panic!("{reply:?}") };
        assert_eq!(answer.value(), json!({"leaves": 56}));
    }
    assert_eq!(script.refused(0, json!({"op": "query", "query": {"type": "WHO"}})), "request.bad_query");
}

#[test]
fn text_goes_to_those_who_want_it() {
    let mut script = Script::two("othello");
    let readers = [(2, Language::English), (3, Language::Japanese), (4, Language::Chinese)];
    for (client, language) in readers {
        let watch = Some(script.keys.watch.clone());
        let hello = baize_room::Hello { watch, text: Some(language), ..crate::script::hello("w") };
        let Message::Welcome { state, you, .. } = script.hello(client, hello) else { panic!("welcome") };
        assert!(state.text.unwrap().contains('X') && you.seat.is_none());
    }
    script.done(0, place("f5"));
    let heard = readers.map(|(client, _)| {
        let event = json!(script.client(client).steps.last().unwrap().event);
        event["texts"][0].as_str().unwrap().to_owned()
    });
    assert_eq!(heard, ["f5 turns 1", "f5に打ち、1個返しました。", "下在 f5，翻轉 1 子。"]);
    let text = |client| script.client(client).state.text.clone();
    assert!(text(3).unwrap().ends_with("黒4、白1。白の番です。"), "{:?}", text(3));
    assert_eq!(text(0), None);
}
