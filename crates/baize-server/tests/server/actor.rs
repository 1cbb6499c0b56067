//! A table is an actor: what happens at one does not affect another, and work does not keep people waiting.

use crate::client::{Client, fixed_world, get, join, open, roomy, start, two};
use baize_protocol::{Message, Phase};
use baize_rules::{Dice, Seed};
use baize_server::{Server, World};
use baize_store::Memory;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A world that panics in the middle of a room's work, once, when armed.
fn treacherous_world(is_armed: &Arc<AtomicBool>) -> World {
    let (real, chance, is_armed) = (World::real(), World::real(), Arc::clone(is_armed));
    World::new(
        move || real.now(),
        move || {
            assert!(!is_armed.swap(false, Ordering::Relaxed), "a fault inside a room");
            chance.fresh()
        },
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_panics_ends_alone_and_is_opened_again_from_its_log() {
    let is_armed = Arc::new(AtomicBool::new(false));
    let server = Server::start(roomy(), Arc::new(Memory::new()), treacherous_world(&is_armed)).await.unwrap();
    let address = server.address();
    let (_, mut carl, mut dora) = two(address, "othello").await;
    let opened = open(address, json!({"game": "nine", "name": "Ann"})).await;
    let (mut ann, _) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
    ann.done(json!({"op": "chat", "text": "before"})).await;
    is_armed.store(true, Ordering::Relaxed);
    // Joining draws a token, and that is where the room breaks.
    let mut bob = Client::connect(address).await;
    let mut hello = join(&opened, 0, "Bob");
    (hello["op"], hello["protocol"], hello["table"]) = ("hello".into(), 1.into(), json!(opened.table));
    bob.send(hello).await;
    for client in [&mut ann, &mut bob] {
        assert_eq!(client.until_closed().await, ("server.fault".to_owned(), Some(1012)));
    }
    // The other table has noticed nothing.
    carl.done(json!({"op": "play", "action": {"type": "PLACE", "square": "f5"}})).await;
    dora.done(json!({"op": "play", "action": {"type": "PLACE", "square": "f6"}})).await;
    // Those who come back find the table as its log says, and both find the same one.
    let (mut ann, welcome) =
        Client::hello(address, &opened.table, json!({"token": opened.token, "version": 0})).await;
    let Message::Welcome { steps: Some(steps), epoch, .. } = welcome else { panic!("{welcome:?}") };
    assert!(steps.iter().any(|step| json!(step.event)["text"] == "before") && epoch == 2, "{steps:?}");
    let (mut bob, _) = Client::hello(address, &opened.table, join(&opened, 0, "Bob")).await;
    bob.done(json!({"op": "chat", "text": "after"})).await;
    ann.until(|message| json!(message).to_string().contains("after")).await;
    assert_eq!(get(address, "/api/health").await.json()["faults"], 1);
    assert!(get(address, "/metrics").await.body.contains("baize_table_faults_total"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_nobody_needs_leaves_the_memory_and_comes_back() {
    let mut settings = roomy();
    settings.limits.rest_seconds = 0;
    let server = start(settings).await;
    let address = server.address();
    for _ in 0..20 {
        let (opened, ann, bob) = two(address, "othello").await;
        let token = json!({"token": opened.token});
        drop((ann, bob));
        // A client may come at the very moment in which the table leaves the memory.
        for _ in 0..5 {
            let (_, welcome) = Client::hello(address, &opened.table, token.clone()).await;
            assert!(matches!(welcome, Message::Welcome { .. }), "{welcome:?}");
        }
    }
    while get(address, "/api/health").await.json()["tables"] != 0 {
        tokio::task::yield_now().await;
    }
    server.stop().await;
}

/// Enters a game again after this many moves as a client that has seen nothing of it; prints how long that
/// takes.
async fn enter_again(game: &str, options: Value, plies: usize) {
    let mut dice = Dice::new(&Seed::from_text("long games"));
    let stage = crate::wire::stage(game, &options, plies, &mut dice);
    let store = Arc::new(crate::wire::store(&stage, &*stage.game));
    let server = Server::start(roomy(), store, fixed_world()).await.unwrap();
    let start = std::time::Instant::now();
    let hello = json!({"token": stage.tokens[0], "version": 0});
    let (client, welcome) = Client::hello(server.address(), &stage.table, hello).await;
    let time = start.elapsed();
    let Message::Welcome { version, steps, state, .. } = welcome else { panic!("{game}: {welcome:?}") };
    assert!(version as usize >= stage.entries.len() && state.view.is_some());
    let (told, bytes) = (steps.map_or(0, |steps| steps.len()), client.heard[0].len());
    println!("{game}: {version} entries entered again in {time:?}, {told} steps, {bytes} bytes");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_games_can_be_entered_again() {
    enter_again("nine-ball", json!({"raceTo": 15}), 400).await;
    enter_again("may-i", json!({}), 1_500).await;
}

/// A table of Banqi where an expert may think for hours, and a client that waits for it.
async fn somebody_thinks(server: &Server) -> Client {
    let table = json!({"game": "banqi", "name": "Ann", "players": [null, "expert"], "pace": "instant"});
    let opened = open(server.address(), table).await;
    let (mut ann, _) = Client::hello(server.address(), &opened.table, json!({"token": opened.token})).await;
    let ready = ann.done(json!({"op": "ready"})).await;
    ann.until_version(ready + 1).await;
    ann
}

/// Flips the first piece that can be flipped.
async fn act(client: &mut Client, actions: &Value) {
    client.done(json!({"op": "play", "action": actions[0]["action"]})).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn neither_people_nor_weak_players_wait_for_strong_ones() {
    let mut settings = roomy();
    (settings.thinkers, settings.think_millis) = (1, 3_600_000);
    let server = start(settings).await;
    let address = server.address();
    let mut thinking = Vec::new();
    for _ in 0..3 {
        let mut ann = somebody_thinks(&server).await;
        let welcome = ann.heard.iter().rev().find(|text| text.contains("\"actions\":[{")).cloned();
        if let Some(text) = welcome {
            let message: Value = serde_json::from_str(&text).unwrap();
            act(&mut ann, &message["state"]["actions"]).await;
        }
        thinking.push(ann);
    }
    // An aim is answered, although the only thread for deep thought is taken for hours.
    let (_, mut carl, _dora) = two(address, "nine-ball").await;
    let shot = json!({"aimUrad": 0, "speedMmS": 2_000});
    let aimed = carl.ask(json!({"op": "query", "query": {"type": "AIM", "shot": shot}})).await;
    assert!(matches!(aimed, Message::Answer { .. }), "{aimed:?}");
    // A weak player moves as well.
    let table = json!({"game": "nine", "name": "Eve", "players": [null, "easy"], "pace": "instant"});
    let opened = open(address, table).await;
    let (mut eve, _) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
    eve.done(json!({"op": "ready"})).await;
    eve.done(json!({"op": "play", "action": {"type": "PLAY", "card": 1}})).await;
    while !eve.heard.iter().any(|text| text.contains("REVEALED")) {
        eve.next().await.unwrap();
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thoughts_end_when_nobody_waits_for_them() {
    let mut settings = roomy();
    (settings.thinkers, settings.think_millis) = (1, 3_600_000);
    let server = start(settings).await;
    let mut ann = somebody_thinks(&server).await;
    if let Some(text) = ann.heard.iter().rev().find(|text| text.contains("\"actions\":[{")).cloned() {
        let message: Value = serde_json::from_str(&text).unwrap();
        act(&mut ann, &message["state"]["actions"]).await;
    }
    let (_, mut carl, _dora) = two(server.address(), "othello").await;
    let position = "---------------------------OX------XO--------------------------- X";
    let query = json!({"op": "query", "query": {"type": "PERFT", "position": position, "depth": 4}});
    let id = carl.send(query).await;
    // The count waits for the expert, until the only client that waits for the expert leaves.
    drop(ann);
    let answer = carl.until(|message| matches!(message, Message::Answer { .. })).await;
    let Message::Answer { id: answered, answer } = answer else { unreachable!() };
    assert_eq!((answered.as_str(), answer.value()), (id.as_str(), json!({"leaves": 244})));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_count_of_positions_has_its_price() {
    let server = start(roomy()).await;
    let (_, mut ann, _bob) = two(server.address(), "othello").await;
    let position = "---------------------------OX------XO--------------------------- X";
    let count =
        |depth: u32| json!({"op": "query", "query": {"type": "PERFT", "position": position, "depth": depth}});
    let Message::Answer { answer, .. } = ann.ask(count(7)).await else { panic!("an answer") };
    assert_eq!(answer.value(), json!({"leaves": 55_092}));
    // The work is limited, not the depth: a long endgame is counted completely.
    assert_eq!(ann.refused(count(11)).await, "othello.too_deep");
    let ending = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-- X";
    let deep = json!({"type": "PERFT", "position": ending, "depth": 40});
    let Message::Answer { answer, .. } = ann.ask(json!({"op": "query", "query": deep})).await else {
        panic!("an answer")
    };
    assert_eq!(answer.value(), json!({"leaves": 1}));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_asks_too_much_at_once_is_refused() {
    let mut settings = roomy();
    settings.thinkers = 1;
    let server = start(settings).await;
    let (_, mut ann, _bob) = two(server.address(), "othello").await;
    let position = "---------------------------OX------XO--------------------------- X";
    let count = json!({"type": "PERFT", "position": position, "depth": 7});
    for number in 0..100 {
        ann.send(json!({"op": "query", "id": format!("p{number}"), "query": count})).await;
    }
    let mut codes = Vec::new();
    for _ in 0..100 {
        let reply = |message: &Message| matches!(message, Message::Answer { .. } | Message::Refused { .. });
        if let Message::Refused { error, .. } = ann.until(reply).await {
            codes.push(error.code);
        }
    }
    assert!(codes.iter().any(|code| code == "server.busy"), "{codes:?}");
    ann.done(json!({"op": "play", "action": {"type": "PLACE", "square": "f5"}})).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_watch_take_no_place_of_a_player() {
    let server = start(roomy()).await;
    let address = server.address();
    let opened = open(address, json!({"game": "nine", "name": "Ann", "isPublic": true})).await;
    let mut watching = Vec::new();
    loop {
        let (watcher, answer) = Client::hello(address, &opened.table, json!({})).await;
        match answer {
            Message::Welcome { .. } => watching.push(watcher),
            Message::Refused { error, .. } => break assert_eq!(error.code, "table.crowded"),
            other => panic!("{other:?}"),
        }
    }
    let (mut ann, welcome) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
    assert!(matches!(welcome, Message::Welcome { .. }), "{welcome:?}");
    ann.done(json!({"op": "ready"})).await;
    let Message::Welcome { state, .. } = welcome else { unreachable!() };
    assert_eq!(state.phase, Some(Phase::Waiting));
    server.stop().await;
}
