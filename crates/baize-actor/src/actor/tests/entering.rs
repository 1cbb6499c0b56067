//! What entering a long game costs, in measures that do not depend on how busy the machine is.

use super::{Bench, told};
use crate::actor::{Effect, TableMessage};
use crate::opening;
use crate::opening::MOST_OLDER;
use baize_protocol::{Join, Key, RequestId};
use baize_room::{GuestId, Hello, Input, SNAPSHOT_EVERY};
use baize_rules::{Dice, Seat, Seed};
use baize_store::Store;
use baize_store::conformance::append;
use serde_json::{Value, json};
use std::collections::VecDeque;

/// The default limit on what waits for a connection.
const MOST_OUTGOING: usize = 256 * 1024;

fn hello(token: Option<Key>, join: Option<Join>, version: Option<u32>) -> Hello {
    let id = RequestId::new("h").unwrap();
    Hello { id, token, join, watch: None, version, history: None, text: None, older: None }
}

/// A table with people in all seats, begun. The first is guest 1, and so on.
fn begun(open: Value) -> Bench {
    let mut bench = Bench::open(open);
    bench.hello(1);
    let links = bench.actor.room().keys(&Key::from_bytes([1; 16])).unwrap().links;
    for (number, (_, secret)) in (2..).zip(&links) {
        let key = Key::from_bytes([number; 16]);
        let join =
            Join { secret: Some(secret.clone()), seat: None, name: "Bob".to_owned(), key, player: None };
        let hello = Box::new(hello(None, Some(join), None));
        let effects = bench.on(TableMessage::Input(Input::Hello { guest: GuestId(number.into()), hello }));
        bench.write(effects);
    }
    for guest in 1..=links.len() as u64 + 1 {
        let effects = bench.request(guest, json!({"op": "ready", "id": format!("ready{guest}")}));
        bench.write(effects);
    }
    bench
}

fn play(bench: &mut Bench, number: u32, seat: Seat, action: &Value) {
    let request = json!({"op": "play", "id": format!("m{number}"), "action": action});
    let effects = bench.request(seat.index() as u64 + 1, request);
    bench.write(effects);
}

/// Carries out the effects on the disk; returns the rest.
fn settle(bench: &mut Bench, effects: Vec<Effect>) -> Vec<Effect> {
    let (mut effects, mut rest) = (VecDeque::from(effects), Vec::new());
    while let Some(effect) = effects.pop_front() {
        match effect {
            Effect::Save { append: saved, save, .. } => {
                append(&bench.store, *saved).unwrap();
                effects.extend(bench.on(TableMessage::Saved { save, outcome: Ok(()) }));
            }
            other => rest.push(other),
        }
    }
    rest
}

/// What someone is sent who comes to the table for the first time, after it has left the memory.
fn enter(bench: &mut Bench) -> String {
    let table = bench.actor.room().id();
    let log = bench.store.read(table).unwrap().unwrap();
    let stored = bench.store.open(table).unwrap().unwrap();
    let replayed = stored.entries.len();
    assert!(replayed <= (SNAPSHOT_EVERY as usize).max(log.len() / 3), "{replayed} of {} entries", log.len());
    bench.actor = opening::take_over(stored, bench.at, || panic!("the snapshot is of use")).unwrap();
    let woken = bench.on(TableMessage::Input(Input::Tick));
    settle(bench, woken);
    let say = |bench: &mut Bench, hello| {
        let effects =
            bench.on(TableMessage::Input(Input::Hello { guest: GuestId(99), hello: Box::new(hello) }));
        settle(bench, effects)
    };
    let first = hello(Some(bench.token.clone()), None, Some(0));
    let mut effects = say(bench, first.clone());
    if let Some(Effect::ReadOlder { after, until, .. }) =
        effects.iter().find(|effect| matches!(effect, Effect::ReadOlder { .. }))
    {
        let mut most = 0;
        let mut is_enough = |bytes: usize| {
            assert!(most <= MOST_OLDER, "nothing more is read when it is enough");
            most = bytes;
            bytes > MOST_OLDER
        };
        let older = opening::older(table, &log, *after, *until, &mut is_enough).unwrap();
        effects = say(bench, Hello { older: Some(older), ..first });
    }
    let texts = told(&effects);
    assert_eq!(texts.len(), 1, "one frame, and nothing to wait for: {effects:?}");
    assert!(texts[0].len() < MOST_OUTGOING, "{} bytes", texts[0].len());
    texts[0].to_owned()
}

#[test]
fn a_match_of_thirty_racks_is_entered_in_one_frame() {
    let mut bench = begun(json!({"game": "nine-ball", "name": "Ann", "options": {"raceTo": 30}}));
    let (mut number, mut racks) = (0, 0);
    while racks < 30 {
        // After the break, whoever comes to the table gives the rack away.
        for is_last in [false, false, true] {
            let game = bench.actor.room().game().unwrap();
            let seat = game.awaiting().must.iter().next().unwrap();
            let listed = game.menu(seat).actions[0].action.value();
            number += 1;
            play(&mut bench, number, seat, &if is_last { json!({"type": "CONCEDE"}) } else { listed });
        }
        racks += 1;
    }
    let view = bench.actor.room().game().unwrap().view(baize_rules::Viewer::Spectator);
    let won: u64 = view["racks"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
    assert!(won >= 30, "{}", view["racks"]);
    assert!(enter(&mut bench).contains("\"welcome\""));
}

#[test]
fn a_game_of_eight_seats_is_entered_in_one_frame() {
    let mut bench = begun(json!({"game": "may-i", "name": "Ann", "seats": 8}));
    let mut dice = Dice::new(&Seed::from_text("eight seats"));
    for number in 0..1_000 {
        let game = bench.actor.room().game().unwrap();
        let must: Vec<Seat> = game.awaiting().must.iter().collect();
        let Some(seat) = dice.pick(&must).copied() else { break };
        let menu = game.menu(seat).actions;
        let action = dice.pick(&menu).unwrap().action.value();
        play(&mut bench, number, seat, &action);
    }
    assert!(bench.actor.room().version() > 900);
    assert!(enter(&mut bench).contains("\"welcome\""));
}

#[test]
fn a_table_of_twenty_thousand_entries_is_entered_in_one_frame() {
    let mut bench = begun(json!({"game": "othello", "name": "Ann", "clock": {"bank": 3_600}}));
    while bench.actor.room().version() < 20_000 {
        // Every pause of the process is an entry.
        bench.at = bench.at.plus(5);
        let effects = bench.on(TableMessage::Input(Input::Paused { millis: 5 }));
        bench.write(effects);
    }
    let welcome = enter(&mut bench);
    let version = bench.actor.room().version();
    assert!(version >= 20_000 && welcome.contains(&format!("\"version\":{version}")), "the whole of it");
}
