//! Several processes on one database, each with its own server.

use crate::client::{Client, Opened, get, get_with, join, open, post, roomy, start_on};
use baize_protocol::Message;
use baize_server::Server;
use baize_store::throw_away::{self, ThrowAway};
use baize_store::{Address, PostgresShelf, Spread, copy};
use serde_json::{Value, json};
use std::sync::Arc;

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

/// Ann at the first server, where the table is; Bob at the second.
async fn apart(one: &Server, other: &Server) -> (Opened, Client, Client) {
    let opened = open(one.address(), json!({"game": "othello", "name": "Ann", "isPublic": true})).await;
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
    // Whoever comes as a process needs its secret.
    for headers in ["", "Authorization: Bearer 00000000000000000000000000000000\r\n"] {
        assert_eq!(get_with(one.address(), "/node", headers).await.status, 404);
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

/// An older copy takes the place of the database. Whoever has seen more is told so at either process, and the table is frozen
/// for everybody, wherever they come in.
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
    // Bob comes in at the process that does not have the table.
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

/// Until somebody is let in again: refused while the database is away, and sent away once more by a process that has only
/// now noticed that its lease has run out.
async fn come_back(server: &Server, table: &str, hello: &Value) -> Client {
    loop {
        let mut client = Client::connect(server.address()).await;
        client.send_hello(table, hello.clone()).await;
        while let Some(message) = client.next().await {
            match message {
                Message::Welcome { .. } => return client,
                Message::Refused { error, .. } => {
                    assert_eq!(error.code, "server.storage");
                    break;
                }
                Message::Closing { .. } => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_away_stops_tables_and_they_go_on_by_themselves() {
    let Some((database, _, one, other)) = pair().await else { return };
    let (opened, mut ann, mut bob) = apart(&one, &other).await;
    let version = ann.done(place("m1", "f5")).await;
    bob.until_version(version).await;
    database.stop_at_once().unwrap();
    bob.send(place("m2", "d6")).await;
    // Nobody is told that it was done; everybody is sent away, by the lease at the latest.
    assert_eq!(bob.until_closed().await.1, Some(1012));
    assert_eq!(ann.until_closed().await.1, Some(1012));
    assert!(bob.heard.iter().all(|text| !text.contains("\"m2\"") || !text.contains("\"done\"")));
    database.resume().unwrap();
    let hello = json!({"token": opened.token, "version": version});
    let mut ann = come_back(&one, &opened.table, &hello).await;
    let mut bob = come_back(&other, &opened.table, &join(&opened, 0, "Bob")).await;
    let version = bob.done(place("m2", "d6")).await;
    ann.until_version(version).await;
    one.stop().await;
    other.stop().await;
}

/// Tables in two databases of different servers. One of them goes away: what is in the other goes on, at both processes, and is
/// in the lists.
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
    assert_eq!(ann_there.until_closed().await.1, Some(1012), "nobody is told that it was done");
    let version = bob.done(place("m2", "d6")).await;
    ann.until_version(version).await;
    let list = get(one.address(), "/api/tables").await.json();
    assert!(listed(list.clone(), &here.table) && !listed(list, &there.table));
    assert_eq!(get(one.address(), "/api/health").await.status, 200, "it serves");
    second.resume().unwrap();
    let mut back = come_back(&other, &there.table, &json!({"token": there.token})).await;
    back.done(place("m1", "f5")).await;
    ann.done(place("m3", "c3")).await;
    one.stop().await;
    other.stop().await;
}

/// An impatient client, or a frame that came twice: a seat does not fill up with one and the same person.
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
