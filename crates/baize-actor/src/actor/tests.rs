//! The actor on one thread: no runtime, no disk, and a clock that the test sets.

mod entering;

use super::*;
use baize_protocol::{Key, Request, RequestId};
use baize_room::Opening;
use baize_store::conformance::append;
use baize_store::{Created, Memory, NewTable, Store};
use serde_json::json;

/// A table, its store and a clock on one thread, without a runtime.
struct Bench {
    actor: TableActor,
    store: Memory,
    token: Key,
    at: Moment,
    drawn: u128,
}

impl Bench {
    fn new() -> Bench {
        Bench::open(json!({"game": "othello", "name": "Ann"}))
    }

    fn open(open: serde_json::Value) -> Bench {
        let (key, at) = (Key::from_bytes([1; 16]), Moment(1_000_000));
        let open = serde_json::from_value(open).unwrap();
        let mut drawn = 0u128;
        let mut fresh = || {
            drawn += 1;
            drawn.to_le_bytes()
        };
        let mut now = Now { at, fresh: &mut fresh, is_player: &|_, _| true, agrees: &|_, _, _, _| false };
        let opening = Opening::new(&open, &key, &mut now).unwrap();
        let mut room = Room::open(opening.charter, at).unwrap();
        let token = room.keys(&key).unwrap().token;
        let entries = room.take_entries();
        let new = NewTable { table: room.id(), key: None, entries, listing: listing(&room.summary()) };
        drop(room.take_summary());
        let store = Memory::new();
        let Created::New(appender) = store.create(new).unwrap() else { panic!("a new table") };
        Bench { actor: TableActor::new(room, appender, Some(at)), store, token, at, drawn }
    }

    fn on(&mut self, message: TableMessage) -> Vec<Effect> {
        let mut fresh = || {
            self.drawn += 1;
            self.drawn.to_le_bytes()
        };
        let mut now =
            Now { at: self.at, fresh: &mut fresh, is_player: &|_, _| true, agrees: &|_, _, _, _| false };
        self.actor.on(&mut now, message)
    }

    fn hello(&mut self, guest: u64) -> Vec<Effect> {
        let (id, token) = (RequestId::new("h").unwrap(), Some(self.token.clone()));
        let hello = Hello {
            id,
            token,
            join: None,
            watch: None,
            version: None,
            history: None,
            text: None,
            older: None,
        };
        self.on(TableMessage::Input(Input::Hello { guest: GuestId(guest), hello: Box::new(hello) }))
    }

    fn chat(&mut self, guest: u64, id: &str) -> Vec<Effect> {
        self.request(guest, json!({"op": "chat", "id": id, "text": "hello"}))
    }

    /// Carries out the effects on the disk at once; returns how many bytes were written.
    fn write(&mut self, effects: Vec<Effect>) -> usize {
        let mut bytes = 0;
        for effect in effects {
            if let Effect::Save { append: saved, save, .. } = effect {
                bytes += saved.bytes();
                append(&self.store, *saved).unwrap();
                self.on(TableMessage::Saved { save, outcome: Ok(()) });
            }
        }
        bytes
    }

    fn request(&mut self, guest: u64, request: serde_json::Value) -> Vec<Effect> {
        let request: Request = serde_json::from_value(request).unwrap();
        self.on(TableMessage::Input(Input::Request { guest: GuestId(guest), request }))
    }
}

fn told(effects: &[Effect]) -> Vec<&str> {
    fn text(effect: &Effect) -> Option<&str> {
        if let Effect::Tell { text, .. } | Effect::Reply { text, .. } = effect { Some(text) } else { None }
    }
    effects.iter().filter_map(text).collect()
}

#[test]
fn nothing_is_told_before_it_is_saved() {
    let mut bench = Bench::new();
    assert!(told(&bench.hello(1))[0].contains("welcome"), "who only looks need not wait");
    let mut effects = bench.chat(1, "c1");
    assert!(told(&effects).is_empty());
    let Some(Effect::Save { append: entries, save, count: 1 }) = effects.pop() else { panic!() };
    append(&bench.store, *entries).unwrap();
    let effects = bench.on(TableMessage::Saved { save, outcome: Ok(()) });
    assert!(told(&effects)[0].contains("done") && told(&effects)[1].contains("CHAT"), "{effects:?}");
    assert!(!bench.actor.is_quiet(), "somebody is here");
    bench.on(TableMessage::Input(Input::Gone { guest: GuestId(1) }));
    assert!(bench.actor.is_quiet());
}

#[test]
fn what_was_not_saved_has_not_happened_and_ends_the_table() {
    let mut bench = Bench::new();
    bench.hello(1);
    bench.chat(1, "c1");
    let effects = bench.on(TableMessage::Saved { save: 1, outcome: Err(StoreError::Full) });
    assert!(told(&effects)[0].contains("server.storage"), "{effects:?}");
    assert!(matches!(effects.last(), Some(Effect::End(_))));
    assert!(bench.chat(1, "c2").is_empty() && bench.actor.deadline().is_none(), "it has ended");
}

/// Moves that were both refused and done, as found by `baize simulate`: one was in the journal when writing
/// the tail failed, another was asked twice of a process that had lost the table.
#[test]
fn what_may_have_been_saved_is_not_refused() {
    for error in [StoreError::Failed("the disk fails".to_owned()), StoreError::Fenced] {
        let mut bench = Bench::new();
        bench.hello(1);
        bench.chat(1, "c1");
        let known = bench.actor.told();
        let effects = bench.on(TableMessage::Saved { save: 1, outcome: Err(error) });
        assert!(told(&effects).is_empty(), "{effects:?}");
        assert!(matches!(effects.last(), Some(Effect::End(_))));
        // When the table is opened again, everyone is told what is new to them.
        assert!(known.is_some_and(|(version, history)| version == 1 && history.is_some()));
        assert_eq!(bench.actor.told(), known);
        assert_eq!(bench.actor.give_up(), [(GuestId(1), RequestId::new("c1").unwrap())]);
    }
}

#[test]
fn everybody_knows_what_is_safe_and_nothing_else() {
    let mut bench = Bench::new();
    assert_eq!(bench.actor.told(), None, "nobody was told anything");
    bench.hello(1);
    let Some(Effect::Save { append: entries, save, .. }) = bench.chat(1, "c1").pop() else { panic!() };
    assert_eq!(bench.actor.told().map(|(version, _)| version), Some(1));
    append(&bench.store, *entries).unwrap();
    bench.on(TableMessage::Saved { save, outcome: Ok(()) });
    assert_eq!(bench.actor.told().map(|(version, _)| version), Some(2));
}

#[test]
fn lists_hear_of_a_game_that_goes_on() {
    let mut bench = Bench::new();
    bench.hello(1);
    let listed = |effects: Vec<Effect>| match effects.into_iter().next() {
        Some(Effect::Save { append, .. }) => append.listing.map(|listing| listing.changed),
        other => panic!("{other:?}"),
    };
    assert_eq!(listed(bench.chat(1, "c1")), None);
    bench.at = bench.at.plus(MOST_LISTED);
    let now = bench.at.0;
    assert_eq!(listed(bench.chat(1, "c2")), Some(now));
    assert_eq!(listed(bench.chat(1, "c3")), None);
}

/// Ann and two computer players at a game of May I? that has begun.
fn may_i() -> Bench {
    let mut bench =
        Bench::open(json!({"game": "may-i", "name": "Ann", "players": [null, "random", "random"]}));
    bench.hello(1);
    let ready = bench.request(1, json!({"op": "ready", "id": "r"}));
    bench.write(ready);
    bench
}

/// One seat repeats something nobody else can notice for as long as its limits allow: two minutes at twenty a
/// second.
#[test]
fn who_sorts_a_hand_for_minutes_writes_little_and_makes_no_log() {
    let mut bench = may_i();
    let hand =
        bench.actor.room().game().unwrap().view(baize_rules::Viewer::Seat(Seat::FIRST))["hand"].clone();
    let mut cards = hand.as_array().unwrap().clone();
    let log = |bench: &Bench| bench.store.read(bench.actor.room().id()).unwrap().unwrap();
    let before = log(&bench);
    let mut bytes = 0;
    let times = 2_400;
    for number in 0..times {
        cards.rotate_left(1);
        let action = json!({"type": "REORDER_HAND", "cardIds": cards});
        let effects = bench.request(1, json!({"op": "play", "id": format!("s{number}"), "action": action}));
        assert!(told(&effects).is_empty(), "it is not acknowledged before it is safe");
        bytes += bench.write(effects);
    }
    assert!(bytes < times * 1_024, "{bytes} bytes");
    assert_eq!(log(&bench), before, "the log is as it was");
    let stored = bench.store.open(bench.actor.room().id()).unwrap().unwrap();
    let mut room = Room::replay(from_bytes(&stored.entries).unwrap(), 2).unwrap();
    room.recall(&stored.margin.unwrap()).unwrap();
    let view = room.game().unwrap().view(baize_rules::Viewer::Seat(Seat::FIRST));
    assert_eq!(view["hand"], json!(cards), "and the latest order is there after a restart");
}

/// Snapshots grow with the table, so they become rarer the longer it goes on.
#[test]
fn snapshots_weigh_a_few_times_what_the_log_does() {
    let mut bench = Bench::open(json!({"game": "nine-ball", "name": "Ann", "players": [null, "random"]}));
    bench.hello(1);
    let mut bytes = 0;
    for number in 0..400 {
        let effects = bench.chat(1, &format!("c{number}"));
        bytes += bench.write(effects);
    }
    let log: usize = bench.store.read(bench.actor.room().id()).unwrap().unwrap().iter().map(Vec::len).sum();
    assert!(bytes <= log * 6, "{bytes} bytes for a log of {log}");
    let stored = bench.store.open(bench.actor.room().id()).unwrap().unwrap();
    let replayed: usize = stored.entries.iter().map(Vec::len).sum();
    assert!(
        stored.snapshot.is_some() && replayed * 2 < log,
        "and still little is replayed: {replayed} of {log}"
    );
}
