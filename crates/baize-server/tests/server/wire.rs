//! Non-interference over the real wire: the bytes a viewer receives do not depend on what it may not know.
//!
//! A table is played for a while. For each viewer a second table is made that differs from the first only in
//! what this viewer may not know: its snapshot holds another deal that the rules cannot tell from the real
//! one. Real servers serve both to real sockets, in a world with fixed time and randomness; the same things
//! are done at both, and every byte the viewer receives is compared.

use crate::client::{Client, fixed_world, roomy};
use baize_games::{AnyTable, GAMES};
use baize_protocol::http::OpenTable;
use baize_protocol::{Join, Key, Message, Moment, RequestId};
use baize_room::{GuestId, Hello, Input, Now, Opening, Room};
use baize_rules::{Dice, Seat, Seed, Viewer};
use baize_server::Server;
use baize_store::conformance::append;
use baize_store::{Created, ListedTable, Memory, NewTable, Store};
use serde_json::{Value, json};
use std::sync::Arc;

/// A table that has been played for a while.
pub(crate) struct Stage {
    pub(crate) entries: Vec<Vec<u8>>,
    snapshot: Value,
    pub(crate) game: Box<dyn AnyTable>,
    pub(crate) table: String,
    /// The token of each seat.
    pub(crate) tokens: Vec<String>,
    pub(crate) watch: String,
    /// The secrets of the links the other players came by.
    pub(crate) links: Vec<String>,
}

pub(crate) fn stage(game: &str, options: &Value, plies: usize, dice: &mut Dice) -> Stage {
    let open: OpenTable =
        serde_json::from_value(json!({"game": game, "options": options, "name": "Ann"})).unwrap();
    let mut drawn = 0u128;
    let mut fresh = move || {
        drawn += 1;
        drawn.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835).to_le_bytes()
    };
    let at = Moment(1_000_000);
    let key = Key::from_bytes([1; 16]);
    let opening = Opening::new(
        &open,
        &key,
        &mut Now { at, fresh: &mut fresh, is_player: &|_, _| false, agrees: &|_, _, _, _| false },
    )
    .unwrap();
    let mut room = Room::open(opening.charter, at).unwrap();
    let keys = room.keys(&key).unwrap();
    let mut tokens = vec![keys.token.to_hex()];
    let mut number = 0;
    let mut handle = |room: &mut Room, input| {
        room.handle(
            Now { at, fresh: &mut fresh, is_player: &|_, _| false, agrees: &|_, _, _, _| false },
            input,
        )
    };
    let hello = |token, join| Hello {
        id: RequestId::new("h").unwrap(),
        token,
        join,
        watch: None,
        version: None,
        history: None,
        text: None,
        older: None,
    };
    let host = hello(Some(keys.token.clone()), None);
    handle(&mut room, Input::Hello { guest: GuestId(0), hello: Box::new(host) });
    for (index, (_, secret)) in keys.links.iter().enumerate() {
        let own = Key::from_bytes([100 + index as u8; 16]);
        let join =
            Join { secret: Some(secret.clone()), seat: None, name: "Bob".into(), key: own, player: None };
        let guest = GuestId(index as u64 + 1);
        let outputs = handle(&mut room, Input::Hello { guest, hello: Box::new(hello(None, Some(join))) });
        let baize_room::Output::Reply { text, .. } = &outputs[0] else { panic!("a welcome") };
        let welcome: Value = serde_json::from_str(text).unwrap();
        tokens.push(welcome["you"]["token"].as_str().unwrap().to_owned());
    }
    let mut ask = |room: &mut Room, guest: usize, mut request: Value| {
        number += 1;
        request["id"] = format!("s{number}").into();
        let request = serde_json::from_value(request).unwrap();
        handle(room, Input::Request { guest: GuestId(guest as u64), request });
    };
    for guest in 0..tokens.len() {
        ask(&mut room, guest, json!({"op": "ready"}));
    }
    for _ in 0..plies {
        let game = room.game().unwrap();
        let Some((seat, action)) = any_action(game, dice) else { break };
        ask(&mut room, seat.index(), json!({"op": "play", "action": action}));
    }
    Stage {
        entries: room.take_entries(),
        snapshot: serde_json::from_slice(&room.snapshot()).unwrap(),
        game: room.game().unwrap().boxed_clone(),
        table: room.id().to_string(),
        tokens,
        watch: keys.watch.to_hex(),
        links: keys.links.iter().map(|(_, secret)| secret.to_hex()).collect(),
    }
}

fn any_action(game: &dyn AnyTable, dice: &mut Dice) -> Option<(Seat, Value)> {
    let must: Vec<Seat> = game.awaiting().must.iter().collect();
    let seat = *dice.pick(&must)?;
    let menu = game.menu(seat).actions;
    Some((seat, dice.pick(&menu)?.action.value()))
}

/// A store with the table, whose snapshot holds this game.
pub(crate) fn store(stage: &Stage, game: &dyn AnyTable) -> Memory {
    let store = Memory::new();
    let (last, first) = stage.entries.split_last().unwrap();
    let row = String::new();
    let phase = baize_protocol::Phase::Playing;
    let listing =
        ListedTable { game: String::new(), phase, is_public: false, changed: 0, row, results: Vec::new() };
    let table = baize_protocol::TableId::new(&stage.table).unwrap();
    let new = NewTable { table, key: None, entries: first.to_vec(), listing };
    let Created::New(mut appender) = store.create(new).unwrap() else { panic!("a new table") };
    let mut end = appender.write(vec![last.clone()]);
    let mut snapshot = stage.snapshot.clone();
    snapshot["game"] = game.setup();
    end.snapshot = Some(serde_json::to_vec(&snapshot).unwrap());
    append(&store, end).unwrap();
    store
}

/// What the viewer hears while the script is played.
async fn heard(stage: &Stage, game: &dyn AnyTable, viewer: Viewer, script: &[(Seat, Value)]) -> Vec<String> {
    let server = Server::start(roomy(), Arc::new(store(stage, game)), fixed_world()).await.unwrap();
    let address = server.address();
    let hello = match viewer {
        Viewer::Seat(seat) => json!({"token": stage.tokens[seat.index()], "version": 1, "want": ["text"]}),
        Viewer::Spectator => json!({"watch": stage.watch, "version": 1, "want": ["text"]}),
    };
    let (mut client, welcome) = Client::hello(address, &stage.table, hello).await;
    assert!(matches!(welcome, Message::Welcome { .. }), "{welcome:?}");
    // The same seat also has another connection, whose request ids must differ.
    client.prefix = "viewer";
    let mut players = Vec::new();
    for token in &stage.tokens {
        let (player, _) = Client::hello(address, &stage.table, json!({"token": token})).await;
        client.until(|message| matches!(message, Message::Presence(_))).await;
        players.push(player);
    }
    for (seat, action) in script {
        // Nonsense or out-of-turn requests of the viewer are refused, in words that reveal nothing either.
        if viewer.seat().is_some() {
            client.refused(json!({"op": "play", "action": {"type": "NOTHING"}})).await;
            client.refused(json!({"op": "claim", "seat": 0})).await;
        }
        let version = players[seat.index()].done(json!({"op": "play", "action": action})).await;
        client.until_version(version).await;
        let query = client.ask(json!({"op": "query", "query": {"type": "NOTHING"}})).await;
        assert!(matches!(query, Message::Refused { .. }));
    }
    drop(players);
    server.stop().await;
    client.heard
}

/// What the viewer is told of an action by the rules alone.
fn told(game: &mut dyn AnyTable, viewer: Viewer, seat: Seat, action: &Value) -> Option<(Vec<Value>, Value)> {
    let told = game.play(seat, action).ok()?;
    let events =
        told.into_iter().filter(|told| told.to.includes(viewer)).map(|told| told.event.value()).collect();
    Some((events, game.view(viewer)))
}

async fn check(game: &str, options: Value, plies: &[usize]) -> usize {
    let mut different = 0;
    for &plies in plies {
        let mut dice = Dice::new(&Seed::from_text(&format!("wire {game} {plies}")));
        let stage = stage(game, &options, plies, &mut dice);
        for viewer in Viewer::all(stage.game.seats()) {
            let other = stage.game.redeal(viewer, &mut dice);
            different += usize::from(other.setup() != stage.game.setup());
            // Both tables go through the same actions, as long as the viewer may not tell them apart.
            let (mut real, mut twin) = (stage.game.boxed_clone(), other.boxed_clone());
            let mut script = Vec::new();
            while script.len() < 4 {
                let Some((seat, action)) = any_action(&*real, &mut dice) else { break };
                let (mut next_real, mut next_twin) = (real.boxed_clone(), twin.boxed_clone());
                let seen = told(&mut *next_real, viewer, seat, &action);
                if seen != told(&mut *next_twin, viewer, seat, &action) {
                    break;
                }
                script.push((seat, action));
                (real, twin) = (next_real, next_twin);
            }
            let first = heard(&stage, &*stage.game, viewer, &script).await;
            let second = heard(&stage, &*other, viewer, &script).await;
            assert_eq!(first, second, "{game} {viewer:?}");
            assert!(first.len() > script.len());
        }
    }
    different
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_viewer_receives_does_not_depend_on_what_it_may_not_know() {
    for game in GAMES {
        let different = check(game.id(), json!({}), &[0, 3, 8]).await;
        // Games without secrets are run all the same, but prove nothing.
        let has_secrets = ["banqi", "nine", "may-i"].contains(&game.id());
        assert!(different > 0 || !has_secrets, "{}", game.id());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_may_know_hears_the_difference() {
    let mut dice = Dice::new(&Seed::from_text("difference"));
    // One seat of Nine has sealed a card: its owner sees which, while the other seat and the spectators do
    // not.
    let stage = stage("nine", &json!({}), 1, &mut dice);
    let owner = Viewer::Seat(stage.game.awaiting().must.iter().next().unwrap().other_of_two());
    let mut other = stage.game.redeal(Viewer::Spectator, &mut dice);
    while other.setup() == stage.game.setup() {
        other = stage.game.redeal(Viewer::Spectator, &mut dice);
    }
    assert_ne!(heard(&stage, &*stage.game, owner, &[]).await, heard(&stage, &*other, owner, &[]).await);
    let watching = Viewer::Spectator;
    assert_eq!(heard(&stage, &*stage.game, watching, &[]).await, heard(&stage, &*other, watching, &[]).await);
}
