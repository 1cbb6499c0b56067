//! Pace: computer players act when people can see it, ask after people do, and wait for those who read.

use crate::script::Script;
use baize_protocol::{Message, Waiting, WaitingFor};
use baize_room::Input;
use baize_rules::Seat;
use serde_json::{Value, json};

/// Lets every computer player that was asked decide at once: out of turn it passes, otherwise it discards if
/// it can, or takes the first action on its menu.
fn think(script: &mut Script) {
    while let Some(task) = script.tasks.pop() {
        let table = script.room.game().unwrap();
        let menu = table.menu(task.seat).actions.into_iter().map(|listed| listed.action.value());
        let menu: Vec<Value> = menu.filter(|_| !task.is_aside).collect();
        let discard = menu.iter().find(|action| action["type"] == "DISCARD");
        let action = discard.or(menu.first()).cloned();
        script.input(Input::Thought {
            seat: task.seat,
            decision: task.decision,
            action: Ok(action.map(Into::into)),
        });
    }
}

fn actions(script: &Script) -> usize {
    script.room.record().unwrap().log.len()
}

fn waiting(script: &Script) -> Option<Waiting> {
    script.client(0).state.waiting.unwrap()
}

fn why(script: &Script) -> Option<(WaitingFor, Vec<usize>)> {
    waiting(script).map(|waiting| (waiting.why, waiting.seats.iter().map(Seat::index).collect()))
}

/// Lets time pass until something happens by itself; returns how long that took.
fn next(script: &mut Script) -> u64 {
    let deadline = script.room.deadline().expect("something is going to happen").0;
    let millis = deadline.saturating_sub(script.now);
    script.wait(millis);
    millis
}

/// Lets time pass until a computer player has acted; returns how long that took.
fn until_acted(script: &mut Script) -> u64 {
    let (start, count) = (script.now, actions(script));
    while actions(script) == count {
        think(script);
        if actions(script) == count {
            next(script);
        }
    }
    script.now - start
}

fn othello(pace: &str) -> Script {
    let mut script =
        Script::open(json!({"game": "othello", "name": "Ann", "players": [null, "random"], "pace": pace}));
    script.host(0);
    script.done(0, json!({"op": "ready"}));
    script
}

/// Ann deals; computer players have all other seats, and the one after her begins.
fn may_i(with: &Value) -> Script {
    let mut open = json!({
        "game": "may-i", "name": "Ann", "players": [null, "random", "random"], "pace": "normal",
    });
    open.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
    let mut script = Script::open(open);
    script.host(0);
    script.done(0, json!({"op": "ready"}));
    script
}

#[test]
fn a_move_is_made_when_it_may_be_seen() {
    let mut script = othello("normal");
    assert_eq!(why(&script), None, "it is Ann's turn");
    script.play_on();
    assert_eq!(why(&script), Some((WaitingFor::Move, vec![1])));
    think(&mut script);
    assert_eq!(actions(&script), 1, "it has made up its mind, and waits");
    assert!(script.tasks.is_empty(), "it is not asked twice");
    // One disc turns in 360 ms, then comes a short pause, and there are three squares to choose from.
    assert_eq!(next(&mut script), 360 + 350 + 820);
    assert_eq!(actions(&script), 2);
    assert_eq!(why(&script), None);
    let step = script.client(0).steps.last().unwrap();
    assert_eq!(step.at.0, script.now, "the step carries the time at which it was shown");
}

#[test]
fn pace_makes_waits_longer_or_shorter() {
    let wait = |pace: &str| {
        let mut script = othello(pace);
        script.play_on();
        until_acted(&mut script)
    };
    assert_eq!(wait("slow"), 360 + (350 + 820) * 16 / 10);
    assert_eq!(wait("fast"), 360 + (350 + 820) / 2);
    assert_eq!(wait("instant"), 0);
    let mut script = othello("slow");
    script.play_on();
    think(&mut script);
    script.done(0, json!({"op": "pace", "pace": "instant"}));
    assert_eq!(actions(&script), 2, "from now on");
    assert_eq!(json!(script.client(0).state)["pace"], "instant");
}

#[test]
fn a_pace_that_was_chosen_outlives_the_process_and_the_log_does_not_grow_by_it() {
    let mut script = othello("slow");
    let version = script.room.version();
    for pace in ["normal", "instant", "fast"].into_iter().cycle().take(999) {
        assert_eq!(script.done(0, json!({"op": "pace", "pace": pace})), version, "it is no step");
    }
    script.restart();
    script.host(0);
    assert_eq!(json!(script.client(0).state)["pace"], "fast", "as it stood beside the log");
    script.play_on();
    script.restart();
    script.host(0);
    assert_eq!(json!(script.client(0).state)["pace"], "fast", "as the log says");
    assert_eq!(until_acted(&mut script), (350 + 820) / 2 - 350 / 2);
}

#[test]
fn a_wish_for_another_pace_that_is_sent_again_late_does_not_count_again() {
    let mut script = othello("slow");
    let fast = json!({"op": "pace", "id": "first-wish", "pace": "fast"});
    script.done(0, fast.clone());
    script.done(0, json!({"op": "pace", "pace": "normal"}));
    script.done(0, fast);
    assert_eq!(json!(script.client(0).state)["pace"], "normal");
}

#[test]
fn slow_thoughts_are_not_waited_for_twice() {
    let mut script = othello("normal");
    script.play_on();
    script.wait(10_000);
    assert_eq!(actions(&script), 1);
    think(&mut script);
    assert_eq!(actions(&script), 2);
}

#[test]
fn a_table_without_people_knows_no_waiting() {
    let mut script =
        Script::open(json!({"game": "othello", "players": ["random", "random"], "pace": "slow"}));
    script.watch(0);
    think(&mut script);
    assert!(script.room.outcome().is_some(), "they have played to the end");
    assert_eq!(script.now, 1_000_000);
}

#[test]
fn a_tap_ends_a_wait_but_no_call_window() {
    let mut script = othello("slow");
    script.play_on();
    think(&mut script);
    script.done(0, json!({"op": "hurry"}));
    assert_eq!(actions(&script), 2);
    let mut script = may_i(&json!({}));
    think(&mut script);
    script.done(0, json!({"op": "hurry"}));
    assert_eq!(why(&script), Some((WaitingFor::Call, vec![0])));
    assert_eq!(actions(&script), 0);
}

#[test]
fn people_may_ask_before_a_computer_player_goes_on() {
    let mut script = may_i(&json!({}));
    assert_eq!(why(&script), Some((WaitingFor::Call, vec![0])));
    let Waiting { since, until, .. } = waiting(&script).unwrap();
    // The cards fly first; then there are three seconds.
    assert_eq!((since.0, until.unwrap().0), (1_002_700, 1_005_700));
    think(&mut script);
    script.wait(5_699);
    assert_eq!(actions(&script), 0);
    script.wait(1);
    assert_eq!(why(&script), Some((WaitingFor::Move, vec![1])));
    think(&mut script);
    assert!((500..=900).contains(&until_acted(&mut script)), "a draw");
    assert_ne!(why(&script).unwrap().0, WaitingFor::Call, "after a draw no new window opens");
    until_acted(&mut script);
    assert_eq!(why(&script), Some((WaitingFor::Call, vec![0])), "after a discard one does");
}

#[test]
fn whoever_says_no_is_not_waited_for() {
    let mut script = may_i(&json!({}));
    think(&mut script);
    script.wait(2_700);
    script.done(0, json!({"op": "pass"}));
    assert_eq!(why(&script), Some((WaitingFor::Move, vec![1])));
    until_acted(&mut script);
    script.done(0, json!({"op": "pass", "isForRound": true}));
    until_acted(&mut script);
    assert_eq!(why(&script), Some((WaitingFor::Move, vec![2])), "for the whole round");
}

#[test]
fn who_asks_in_the_window_comes_before_every_computer_player() {
    let mut script = may_i(&json!({}));
    let task = script.tasks.remove(0);
    assert!(task.is_aside);
    let action = Ok(Some(json!({"type": "CALL_MAY_I"}).into()));
    script.input(Input::Thought { seat: task.seat, decision: task.decision, action });
    assert_eq!(actions(&script), 0, "it would ask, and nobody knows");
    assert_eq!(why(&script), Some((WaitingFor::Call, vec![0])));
    script.done(0, json!({"op": "play", "action": {"type": "CALL_MAY_I"}}));
    assert_eq!(why(&script), Some((WaitingFor::Move, vec![1])), "the computer player is asked");
}

#[test]
fn computer_players_ask_at_the_end_of_the_window() {
    let mut script = may_i(&json!({}));
    let task = script.tasks.remove(0);
    let action = Ok(Some(json!({"type": "CALL_MAY_I"}).into()));
    script.input(Input::Thought { seat: task.seat, decision: task.decision, action });
    assert_eq!(next(&mut script), 5_700);
    assert_eq!(actions(&script), 1);
}

#[test]
fn nobody_asks_a_person_who_is_about_to_draw() {
    // The dealer sits on Ann's other side, so that Ann begins.
    let mut script = may_i(&json!({"options": {"firstDealer": 2}}));
    assert_eq!(script.room.game().unwrap().awaiting().must.iter().next(), Some(Seat::FIRST));
    assert!(script.tasks.is_empty(), "no computer player is asked yet");
    assert_eq!(why(&script), None, "nobody holds Ann up");
    script.done(0, json!({"op": "play", "action": {"type": "DRAW_FROM_STOCK"}}));
    let task = script.tasks.remove(0);
    assert!(task.is_aside);
    let action = Ok(Some(json!({"type": "CALL_MAY_I"}).into()));
    script.input(Input::Thought { seat: task.seat, decision: task.decision, action });
    let millis = next(&mut script);
    assert!((260..=260 + 350 + 600).contains(&millis), "{millis}");
    assert_eq!(actions(&script), 2);
}

#[test]
fn the_table_says_how_long_people_may_ask() {
    let lasts = |with: Value| {
        let script = may_i(&with);
        waiting(&script)
            .filter(|waiting| waiting.why == WaitingFor::Call)
            .map(|waiting| waiting.until.map(|until| until.since(waiting.since)))
    };
    assert_eq!(lasts(json!({"pace": "slow"})), Some(Some(5_000)));
    assert_eq!(lasts(json!({"pace": "fast"})), Some(Some(2_000)));
    assert_eq!(lasts(json!({"pace": "instant"})), Some(Some(1_800)));
    assert_eq!(lasts(json!({"callWindow": 10})), Some(Some(10_000)));
    assert_eq!(lasts(json!({"callWindow": 0})), None);
    assert_eq!(lasts(json!({"callWindow": "everybody"})), Some(None));
    let six = json!({"players": [null, "random", "random", "random", "random", "random"], "seats": 6});
    assert_eq!(lasts(six), Some(Some(2_000)));
    let mut script = may_i(&json!({"callWindow": "everybody"}));
    think(&mut script);
    script.wait(3_600_000);
    assert_eq!(actions(&script), 0);
    script.done(0, json!({"op": "pass"}));
    until_acted(&mut script);
}

#[test]
fn the_table_is_held_while_its_only_person_reads() {
    let mut script = othello("normal");
    script.play_on();
    think(&mut script);
    script.done(0, json!({"op": "hold", "isHeld": true}));
    assert_eq!(why(&script), Some((WaitingFor::Held, vec![0])));
    assert_eq!(script.room.deadline(), None);
    script.wait(100_000);
    assert_eq!(actions(&script), 1);
    script.done(0, json!({"op": "hold", "isHeld": false}));
    assert_eq!(why(&script), Some((WaitingFor::Move, vec![1])));
    assert!(until_acted(&mut script) >= 600);
}

#[test]
fn who_has_read_for_long_and_then_acts_does_not_wait_as_long_again() {
    let mut script = othello("normal");
    script.done(0, json!({"op": "hold", "isHeld": true}));
    script.wait(100_000);
    script.play_on();
    think(&mut script);
    script.done(0, json!({"op": "hold", "isHeld": false}));
    assert_eq!(why(&script), Some((WaitingFor::Move, vec![1])));
    assert!(until_acted(&mut script) < 4_000);
}

#[test]
fn a_call_window_is_put_off_only_by_what_was_read_while_it_was_open() {
    let mut script = may_i(&json!({}));
    let opens = waiting(&script).expect("a window").since;
    assert!(opens.0 > script.now, "after the deal was drawn");
    script.done(0, json!({"op": "hold", "isHeld": true}));
    script.done(0, json!({"op": "hold", "isHeld": false}));
    script.wait(100);
    script.done(0, json!({"op": "hold", "isHeld": true}));
    script.wait(100);
    script.done(0, json!({"op": "hold", "isHeld": false}));
    assert_eq!(waiting(&script).expect("a window").since, opens, "the deal was drawn meanwhile");
    script.done(0, json!({"op": "hold", "isHeld": true}));
    script.wait(60_000);
    script.done(0, json!({"op": "hold", "isHeld": false}));
    let Waiting { since, until, .. } = waiting(&script).expect("a window");
    assert_eq!((since.0, until.map(|until| until.since(since))), (script.now, Some(3_000)));
}

#[test]
fn the_table_is_held_while_its_only_person_is_away() {
    let mut script = othello("normal");
    script.watch(1);
    script.play_on();
    script.leave(0);
    think(&mut script);
    assert!(next(&mut script) < 2_000);
    assert_eq!(actions(&script), 2, "a moment later the move is made all the same");
    let mut script = othello("normal");
    script.watch(1);
    script.play_on();
    script.leave(0);
    script.wait(2_000);
    think(&mut script);
    script.wait(100_000);
    assert_eq!(actions(&script), 1);
    script.host(0);
    assert_eq!(why(&script), Some((WaitingFor::Move, vec![1])));
    until_acted(&mut script);
}

#[test]
fn a_page_that_falls_silent_holds_the_table_though_it_is_connected() {
    let mut script = othello("normal");
    script.send(0, json!({"op": "ping"}));
    script.play_on();
    script.wait(2_000);
    script.send(0, json!({"op": "ping"}));
    // Nobody has thought yet, so nothing else is due.
    assert_eq!(next(&mut script), 5_000);
    assert_eq!(why(&script), Some((WaitingFor::Held, vec![0])));
    think(&mut script);
    script.wait(60_000);
    assert_eq!(actions(&script), 1, "nothing happens that nobody sees");
    script.send(0, json!({"op": "ping"}));
    assert_eq!(why(&script), Some((WaitingFor::Move, vec![1])));
    script.wait(3_000);
    assert_eq!(actions(&script), 2);
}

#[test]
fn a_program_that_gives_no_signs_of_life_does_not_hold_the_table_by_thinking() {
    let mut script = othello("normal");
    script.play_on();
    script.wait(60_000);
    assert_eq!(why(&script), Some((WaitingFor::Move, vec![1])));
}

#[test]
fn no_clock_runs_while_the_table_is_held() {
    let mut script = Script::open(json!({
        "game": "othello", "name": "Ann", "players": [null, "random"], "clock": {"turn": 10},
    }));
    script.host(0);
    script.done(0, json!({"op": "ready"}));
    script.wait(4_000);
    script.done(0, json!({"op": "hold", "isHeld": true}));
    script.wait(60_000);
    assert_eq!(script.room.outcome(), None);
    script.done(0, json!({"op": "hold", "isHeld": false}));
    assert_eq!(script.client(0).events().last().unwrap(), "RESTED");
    assert_eq!(script.room.deadline().unwrap().0, script.now + 6_000);
    // Being away has the same effect.
    script.leave(0);
    script.wait(2_000);
    script.wait(60_000);
    script.host(0);
    assert_eq!(script.room.deadline().unwrap().0, script.now + 4_000);
    assert_eq!(script.room.outcome(), None);
}

#[test]
fn between_several_people_nobody_holds_the_table() {
    let mut script = Script::two("othello");
    script.play_on();
    script.done(0, json!({"op": "hold", "isHeld": true}));
    assert_eq!(why(&script), None);
}

#[test]
fn after_a_restart_waits_begin_anew() {
    let mut script = may_i(&json!({}));
    think(&mut script);
    script.wait(5_000);
    script.restart();
    script.host(0);
    assert_eq!(why(&script), Some((WaitingFor::Call, vec![0])));
    assert_eq!(waiting(&script).unwrap().until.unwrap().0, script.now + 3_000);
    assert_eq!(actions(&script), 0);
    until_acted(&mut script);
}

/// Plays as quickly as possible until the first round is over.
fn to_the_summary(script: &mut Script) {
    for _ in 0..10_000 {
        let client = script.client(0);
        if client.steps.iter().any(|step| json!(step.event).to_string().contains("ROUND_ENDED")) {
            return;
        }
        think(script);
        let must = script.room.game().unwrap().awaiting().must.iter().next().unwrap();
        let people = script.client(0).state.seats.as_ref().unwrap()[must.index()].name.is_some();
        if people {
            script.play_on();
        } else if script.room.deadline().is_some() {
            next(script);
        }
    }
    panic!("the round does not end");
}

#[test]
fn a_summary_waits_until_it_is_read() {
    let mut script = may_i(&json!({"pace": "instant", "callWindow": 0, "options": {"maxTurns": 3}}));
    script.send(0, json!({"op": "ping"}));
    to_the_summary(&mut script);
    assert_eq!(why(&script), Some((WaitingFor::Summary, vec![0])));
    assert_eq!(waiting(&script).unwrap().until, None);
    think(&mut script);
    let count = actions(&script);
    script.wait(3_600_000);
    assert_eq!(actions(&script), count);
    script.done(0, json!({"op": "seen"}));
    assert_ne!(why(&script).map(|(why, _)| why), Some(WaitingFor::Summary));
    // A program that never reports reading is not waited for.
    let mut script = may_i(&json!({"pace": "instant", "callWindow": 0, "options": {"maxTurns": 3}}));
    to_the_summary(&mut script);
    assert_ne!(why(&script).map(|(why, _)| why), Some(WaitingFor::Summary));
}

#[test]
fn a_summary_waits_for_several_people_only_so_long() {
    let mut script = Script::open(json!({
        "game": "may-i", "name": "Ann", "players": [null, null, "random"], "callWindow": 0,
        "options": {"maxTurns": 3},
    }));
    script.host(0);
    script.join(1, "Bob", 0);
    for client in 0..2 {
        script.done(client, json!({"op": "ready"}));
        script.send(client, json!({"op": "ping"}));
    }
    to_the_summary(&mut script);
    assert_eq!(why(&script), Some((WaitingFor::Summary, vec![0, 1])));
    script.done(0, json!({"op": "seen"}));
    assert_eq!(why(&script), Some((WaitingFor::Summary, vec![1])), "waiting for Bob");
    script.wait(29_999);
    assert_eq!(why(&script), Some((WaitingFor::Summary, vec![1])));
    script.wait(1);
    assert_ne!(why(&script).map(|(why, _)| why), Some(WaitingFor::Summary));
}

#[test]
fn a_ping_is_answered() {
    let mut script = othello("normal");
    script.watch(1);
    for client in 0..2 {
        assert!(matches!(script.send(client, json!({"op": "ping"})), Message::Pong { .. }));
    }
}

#[test]
fn a_hint_comes_from_the_own_seat_and_is_counted() {
    let mut script = othello("normal");
    let Message::Hinted { action, info, .. } = script.send(0, json!({"op": "hint", "id": "h"})) else {
        panic!("no hint")
    };
    assert_eq!(action.value(), script.next_action().unwrap().1);
    assert_eq!((info.value()["why"].as_str(), info.value()["flips"].is_array()), (Some("?"), true));
    let again = script.send(0, json!({"op": "hint", "id": "h"}));
    assert!(matches!(again, Message::Hinted { .. }), "it is answered again and counted once");
    assert_eq!(script.client(0).state.seats.as_ref().unwrap()[0].hints, Some(1));
    script.play_on();
    assert_eq!(script.refused(0, json!({"op": "hint"})), "table.no_hints");
    script.watch(1);
    assert_eq!(script.refused(1, json!({"op": "hint"})), "table.not_seated");
    let mut script = Script::two("othello");
    assert_eq!(script.refused(0, json!({"op": "hint"})), "table.no_hints");
    let mut script = Script::two_with(json!({"game": "othello", "name": "Ann", "hints": true}));
    assert!(matches!(script.send(0, json!({"op": "hint"})), Message::Hinted { .. }));
    let alone = json!({"game": "othello", "name": "Ann", "players": [null, "random"], "hints": false});
    let mut script = Script::open(alone);
    script.host(0);
    script.done(0, json!({"op": "ready"}));
    assert_eq!(script.refused(0, json!({"op": "hint"})), "table.no_hints");
}

fn shown(script: &Script, client: u64) -> Vec<Value> {
    let shown = |message: &Message| match message {
        Message::Shown { what, .. } => Some(what.value()),
        _ => None,
    };
    script.client(client).messages.iter().filter_map(shown).collect()
}

#[test]
fn others_see_where_a_person_aims_and_nothing_is_kept() {
    let mut script = Script::two("nine-ball");
    let (version, aim) = (script.room.version(), json!({"op": "show", "what": {"aimUrad": 7}}));
    script.done(0, aim.clone());
    script.wait(99);
    script.done(0, aim.clone());
    assert_eq!(shown(&script, 1), [json!({"aimUrad": 7})], "at most ten a second");
    script.wait(1);
    script.done(0, aim.clone());
    assert_eq!((shown(&script, 1).len(), shown(&script, 0).len()), (2, 0));
    assert_eq!(script.room.version(), version);
    assert_eq!(script.refused(1, aim.clone()), "table.cannot_show");
    assert_eq!(script.refused(0, json!({"op": "show", "what": {"chat": "hi"}})), "table.cannot_show");
    assert_eq!(script.refused(0, json!({"op": "show", "what": "hi"})), "table.cannot_show");
    let mut script = Script::two("othello");
    assert_eq!(script.refused(0, aim), "table.cannot_show");
}

#[test]
fn a_computer_player_shows_where_it_aims_while_it_waits() {
    let mut script = Script::open(json!({
        "game": "nine-ball", "name": "Ann", "players": ["random", null], "pace": "normal",
    }));
    script.host(0);
    script.done(0, json!({"op": "ready"}));
    let task = script.tasks.remove(0);
    let action = json!({"type": "SHOOT", "speedMmS": 4000, "aimUrad": 12, "topMilli": 250});
    script.input(Input::Thought {
        seat: task.seat,
        decision: task.decision,
        action: Ok(Some(action.into())),
    });
    assert_eq!(shown(&script, 0), [] as [Value; 0], "not before the deal was seen");
    assert_eq!(next(&mut script), 1_500);
    assert_eq!(shown(&script, 0).len(), 1);
    assert_eq!(actions(&script), 0);
    assert!((600..=2_600).contains(&next(&mut script)));
    assert_eq!(actions(&script), 1);
}
