//! Several processes on one database, each with its own server.

use crate::client::{Client, Opened, get, get_with, join, open, post, roomy, start_on};
use baize_protocol::{Message, Moment};
use baize_server::{Server, World};
use baize_store::throw_away::{self, ThrowAway};
use baize_store::{Address, PostgresShelf, Spread, copy};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A server on this database.
async fn start(database: &str) -> Server {
    start_on_all(&[database]).await
}

/// A server on these databases.
async fn start_on_all(databases: &[&str]) -> Server {
    let addresses: Vec<Address> = databases.iter().map(|address| address.parse().unwrap()).collect();
    let store = tokio::task::spawn_blocking(move || Spread::open(&addresses).unwrap()).await.unwrap();
    start_on(roomy(), Arc::new(store)).await
}

/// Two servers on one database.
async fn pair() -> Option<(ThrowAway, String, Server, Server)> {
    let database = throw_away::for_test()?;
    let address = database.database("nodes").unwrap();
    let (one, other) = (start(&address).await, start(&address).await);
    Some((database, address, one, other))
}

/// Ann is at the first server, where the table is; Bob at the second.
async fn apart(one: &Server, other: &Server) -> (Opened, Client, Client) {
    apart_with(one, other, Value::Null).await
}

/// Like [`apart`], with a clock.
async fn apart_with(one: &Server, other: &Server, clock: Value) -> (Opened, Client, Client) {
    let mut table = json!({"game": "othello", "name": "Ann", "isPublic": true});
    if clock.is_object() {
        table["clock"] = clock;
    }
    let opened = open(one.address(), table).await;
    let (mut ann, _) = Client::hello(one.address(), &opened.table, json!({"token": opened.token})).await;
    let (mut bob, _) = Client::hello(other.address(), &opened.table, join(&opened, 0, "Bob")).await;
    bob.prefix = "b";
    ann.done(json!({"op": "ready"})).await;
    let ready = bob.done(json!({"op": "ready"})).await;
    ann.until_version(ready + 1).await;
    bob.until_version(ready + 1).await;
    (opened, ann, bob)
}

fn place(id: &str, square: &str) -> Value {
    json!({"op": "play", "id": id, "action": {"type": "PLACE", "square": square}})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_at_two_processes_play_at_one_table() {
    let Some((_database, _, one, other)) = pair().await else { return };
    let (opened, mut ann, mut bob) = apart(&one, &other).await;
    let version = ann.done(place("m1", "f5")).await;
    bob.until_version(version).await;
    let version = bob.done(place("m2", "d6")).await;
    ann.until_version(version).await;
    assert_eq!(bob.refused(place("m3", "a1")).await, "othello.not_your_turn");
    // Lists, tables and secrets are the same everywhere.
    let lists =
        [get(one.address(), "/api/tables").await.json(), get(other.address(), "/api/tables").await.json()];
    assert_eq!(lists[0], lists[1]);
    assert_eq!(lists[1]["tables"][0]["table"], opened.table.as_str());
    let (_, watching) = Client::hello(other.address(), &opened.table, json!({})).await;
    assert!(
        matches!(watching, Message::Welcome { epoch: 1, .. }),
        "it was not opened a second time: {watching:?}"
    );
    bob.done(json!({"op": "resign"})).await;
    let record = format!("/api/tables/{}/record", opened.table);
    let bearer = format!("Authorization: Bearer {}\r\n", opened.token);
    let records =
        [get_with(one.address(), &record, &bearer).await, get_with(other.address(), &record, &bearer).await];
    assert_eq!((records[0].status, &records[0].body), (200, &records[1].body));
    // A caller that claims to be a process needs the secret.
    for headers in ["", "Authorization: Bearer 00000000000000000000000000000000\r\n"] {
        assert_eq!(get_with(one.address(), "/node", headers).await.status, 404);
    }
    one.stop().await;
    other.stop().await;
}

/// One connection moves from table to table of another process: saying hello to the next is not mistaken for
/// leaving it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_goes_from_table_to_table_of_another_process_is_heard_at_each() {
    let Some((_database, _, one, other)) = pair().await else { return };
    let wish = json!({"game": "nine", "name": "Ann", "isPublic": true});
    let tables = [open(one.address(), wish.clone()).await, open(one.address(), wish).await];
    let (mut ann, _) = Client::hello(other.address(), &tables[0].table, json!({})).await;
    for round in 0..200 {
        let Opened { table, token, .. } = &tables[round % 2];
        ann.say_hello(table, json!({"token": token})).await;
        ann.send(json!({"op": "ping"})).await;
        ann.until(|message| matches!(message, Message::Pong { .. })).await;
    }
    one.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_key_opens_the_same_table_at_any_process() {
    let Some((_database, _, one, other)) = pair().await else { return };
    let wish = json!({"game": "nine", "name": "Ann", "key": "00112233445566778899aabbccddeeff"});
    let (first, again) = (open(one.address(), wish.clone()).await, open(other.address(), wish).await);
    assert_eq!((&first.table, &first.token, &first.links), (&again.table, &again.token, &again.links));
    let stranger = json!({"game": "nine", "name": "Eve", "key": "x"});
    assert_eq!(post(other.address(), "/api/tables", "", &stranger.to_string()).await.status, 400);
    one.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_stops_hands_its_tables_over() {
    let Some((_database, _, one, other)) = pair().await else { return };
    let (opened, mut ann, mut bob) = apart(&one, &other).await;
    let version = ann.done(place("m1", "f5")).await;
    bob.until_version(version).await;
    one.stop().await;
    for client in [&mut ann, &mut bob] {
        let (code, close) = client.until_closed().await;
        assert_eq!((code.as_str(), close), ("server.closing", Some(1012)));
    }
    let hello = json!({"token": opened.token, "version": version});
    let (mut ann, welcome) = Client::hello(other.address(), &opened.table, hello).await;
    assert!(matches!(welcome, Message::Welcome { epoch: 2, .. }), "{welcome:?}");
    assert!(ann.done(place("m1", "f5")).await <= version, "done once, also across processes");
    let (mut bob, _) = Client::hello(other.address(), &opened.table, join(&opened, 0, "Bob")).await;
    bob.done(place("m2", "d6")).await;
    other.stop().await;
}

/// An older copy takes the place of the database. Clients that have seen more are told so at either process,
/// and the table is frozen for everyone, wherever they connect.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_has_become_another_one_is_frozen_at_every_process() {
    let Some((database, address, one, other)) = pair().await else { return };
    let (opened, mut ann, mut bob) = apart(&one, &other).await;
    let older = database.database("older").unwrap();
    let (from, to): (Address, Address) = (address.parse().unwrap(), older.parse().unwrap());
    let copied = tokio::task::spawn_blocking(move || {
        let (mut from, mut to) = (PostgresShelf::moment(&from).unwrap(), PostgresShelf::open(&to).unwrap());
        copy(&mut from, &mut to, &mut |_| ()).unwrap()
    });
    assert_eq!(copied.await.unwrap().written, 1);
    let version = ann.done(place("m1", "f5")).await;
    bob.until_version(version).await;
    one.stop().await;
    other.stop().await;

    let (one, other) = (start(&older).await, start(&older).await);
    let hello = json!({"token": opened.token});
    let (mut here, _) = Client::hello(one.address(), &opened.table, hello.clone()).await;
    let (mut there, _) = Client::hello(other.address(), &opened.table, json!({})).await;
    // Bob connects to the process that does not have the table.
    let mut seen = join(&opened, 0, "Bob");
    (seen["version"], seen["history"]) = (version.into(), json!(bob.history));
    for server in [&other, &one] {
        for hello in [&seen, &hello] {
            let (_, refused) = Client::hello(server.address(), &opened.table, hello.clone()).await;
            let Message::Refused { error, .. } = refused else { panic!("{refused:?}") };
            assert_eq!(error.code, "table.forked");
        }
    }
    for client in [&mut here, &mut there] {
        assert_eq!(client.until_closed().await.0, "table.forked", "everybody there is told");
    }
    one.stop().await;
    other.stop().await;
}

/// Two servers on one database whose clocks the test sets, and the time they show.
async fn pair_with_clock() -> Option<(ThrowAway, Server, Server, Arc<AtomicU64>)> {
    let database = throw_away::for_test()?;
    let address: Address = database.database("nodes").unwrap().parse().unwrap();
    let (millis, luck) = (Arc::new(AtomicU64::new(1_700_000_000_000)), World::real());
    let start = async || {
        let (address, millis, luck) = (address.clone(), Arc::clone(&millis), luck.clone());
        let store = tokio::task::spawn_blocking(move || Spread::open(&[address]).unwrap()).await.unwrap();
        let world = World::new(move || Moment(millis.load(Ordering::Relaxed)), move || luck.fresh());
        Server::start(roomy(), Arc::new(store), world).await.unwrap()
    };
    let (one, other) = (start().await, start().await);
    Some((database, one, other, millis))
}

/// Reads until the client is told that the table has stopped because its log cannot be written.
async fn until_away(client: &mut Client) {
    let is_away = |message: &Message| matches!(message, Message::Refused { error, .. } if error.code == "server.storage");
    client.until(is_away).await;
}

/// Reads until the client is welcomed again over its existing connection; returns the time left to both
/// seats.
async fn until_back(client: &mut Client) -> Value {
    let welcome = client.until(|message| matches!(message, Message::Welcome { .. })).await;
    let Message::Welcome { state, steps, .. } = welcome else { unreachable!() };
    assert!(steps.is_some(), "it is told what is new, from what it has seen on");
    json!(state.clocks)["seats"].clone()
}

/// Asks until it is done, as a client does that is told to try again or is welcomed again: the process may
/// have to begin a new term first, and then the table stops once more, with requests whose outcome is
/// unknown.
async fn done_at_last(client: &mut Client, request: Value) -> u32 {
    loop {
        let id = client.send(request.clone()).await;
        let is_told = |message: &Message| match message {
            Message::Welcome { .. } => true,
            Message::Done { id: of, .. } | Message::Refused { id: Some(of), .. } => of.as_str() == id,
            _ => false,
        };
        match client.until(is_told).await {
            Message::Done { version, .. } => return version,
            Message::Welcome { .. } => {}
            Message::Refused { error, .. } if error.code == "server.storage" => {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            other => panic!("{request}: {other:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_away_stops_tables_and_they_go_on_by_themselves() {
    let Some((database, one, other, millis)) = pair_with_clock().await else { return };
    let (opened, mut ann, mut bob) = apart_with(&one, &other, json!({"bank": 60})).await;
    let version = ann.done(place("m1", "f5")).await;
    bob.until_version(version).await;
    database.stop_at_once().unwrap();
    // Whether this one was already under way when the database stopped is unknown; it is certainly not done.
    bob.send(place("m2", "d6")).await;
    until_away(&mut bob).await;
    until_away(&mut ann).await;
    // Requests are now refused at both processes, and so are newcomers.
    assert_eq!(bob.refused(place("m3", "d6")).await, "server.storage");
    assert_eq!(ann.refused(json!({"op": "chat", "text": "anybody here?"})).await, "server.storage");
    ann.send(json!({"op": "ping"})).await;
    ann.until(|message| matches!(message, Message::Pong { .. })).await;
    let hello = json!({"token": opened.token});
    let (mut late, refused) = Client::hello(one.address(), &opened.table, hello.clone()).await;
    assert!(matches!(refused, Message::Refused { error, .. } if error.code == "server.storage"));
    // Bob has one minute for all his moves. An hour passes.
    millis.fetch_add(3_600_000, Ordering::Relaxed);
    database.resume().unwrap();
    // The connections are the same: nobody was sent away, nobody has to come back.
    let clocks = [until_back(&mut ann).await, until_back(&mut bob).await];
    for clock in clocks {
        let left: Vec<Option<u64>> =
            clock.as_array().unwrap().iter().map(|seat| seat["left"].as_u64()).collect();
        assert_eq!(left, [Some(60_000); 2], "{clock}");
    }
    let version = done_at_last(&mut bob, place("m3", "d6")).await;
    assert_eq!(done_at_last(&mut bob, place("m3", "d6")).await, version, "asked again, and done once");
    ann.until_version(version).await;
    assert_eq!(ann.refused(place("m4", "a1")).await, "othello.illegal_move");
    late.say_hello(&opened.table, hello).await;
    late.until_version(version).await;
    done_at_last(&mut ann, json!({"op": "resign", "id": "m5"})).await;
    let bearer = format!("Authorization: Bearer {}\r\n", opened.token);
    let record = get_with(one.address(), &format!("/api/tables/{}/record", opened.table), &bearer).await;
    assert_eq!(record.body.matches("\"d6\"").count(), 1, "{}", record.body);
    one.stop().await;
    other.stop().await;
}

/// Tables in two databases on different servers. When one goes away, tables in the other go on at both
/// processes and are still listed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_databases_one_is_away_and_the_tables_of_the_other_go_on() {
    let (Some(first), Some(second)) = (throw_away::for_test(), throw_away::for_test()) else { return };
    let addresses = [first.database("first").unwrap(), second.database("second").unwrap()];
    let addresses = [addresses[0].as_str(), addresses[1].as_str()];
    let (one, other) = (start_on_all(&addresses).await, start_on_all(&addresses).await);
    let mut games: [Option<(Opened, Client, Client)>; 2] = [None, None];
    while games.iter().any(Option::is_none) {
        let game = apart(&one, &other).await;
        let home = usize::from(game.0.table.starts_with('z'));
        games[home] = Some(game);
    }
    let [Some((here, mut ann, mut bob)), Some((there, mut ann_there, _))] = games else { unreachable!() };
    let listed =
        |list: Value, table: &str| list["tables"].as_array().unwrap().iter().any(|row| row["table"] == table);
    let list = get(other.address(), "/api/tables").await.json();
    assert!(listed(list.clone(), &here.table) && listed(list, &there.table), "lists merge");
    second.stop_at_once().unwrap();
    let version = ann.done(place("m1", "f5")).await;
    bob.until_version(version).await;
    ann_there.send(place("m1", "f5")).await;
    until_away(&mut ann_there).await;
    let version = bob.done(place("m2", "d6")).await;
    ann.until_version(version).await;
    let list = get(one.address(), "/api/tables").await.json();
    assert!(listed(list.clone(), &here.table) && !listed(list, &there.table));
    assert_eq!(get(one.address(), "/api/health").await.status, 200, "it serves");
    second.resume().unwrap();
    until_back(&mut ann_there).await;
    done_at_last(&mut ann_there, place("m1", "f5")).await;
    ann.done(place("m3", "c3")).await;
    one.stop().await;
    other.stop().await;
}

/// Repeated hellos, from an impatient client or a frame that arrived twice: one person must not fill up a
/// seat.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_says_hello_again_at_another_process_stays_who_they_are() {
    let Some((_database, _, one, other)) = pair().await else { return };
    let (opened, mut ann, mut bob) = apart(&one, &other).await;
    for _ in 0..20 {
        bob.send_hello(&opened.table, join(&opened, 0, "Bob")).await;
    }
    let mut welcomes = 0;
    while welcomes < 20 {
        match bob.next().await.expect("nobody is sent away for it") {
            Message::Welcome { .. } => welcomes += 1,
            Message::Refused { error, .. } => panic!("{error}"),
            _ => {}
        }
    }
    let version = ann.done(place("m1", "f5")).await;
    bob.until_version(version).await;
    bob.done(place("m2", "d6")).await;
    one.stop().await;
    other.stop().await;
}
