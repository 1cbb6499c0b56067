//! What belongs to the asker: games, ratings, export and erasure.

use crate::client::{
    Answer, Client, get, get_with, http, join, open, roomy, start, start_counting, start_on,
};
use baize_store::Memory;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;

/// The key of a person: this letter, repeated.
pub(crate) fn key(letter: char) -> String {
    String::from(letter).repeat(32)
}

pub(crate) fn bearer(letter: char) -> String {
    format!("Authorization: Bearer {}\r\n", key(letter))
}

pub(crate) async fn me(address: SocketAddr, letter: char) -> Value {
    get_with(address, "/api/me", &bearer(letter)).await.json()
}

pub(crate) async fn games(address: SocketAddr, letter: char, query: &str) -> Value {
    get_with(address, &format!("/api/me/games{query}"), &bearer(letter)).await.json()
}

/// The tables of an answer, latest first.
pub(crate) fn tables(answer: &Value) -> Vec<&str> {
    answer["games"].as_array().unwrap().iter().map(|game| game["table"]["table"].as_str().unwrap()).collect()
}

async fn place(client: &mut Client, square: &str) {
    client.done(json!({"op": "play", "action": {"type": "PLACE", "square": square}})).await;
}

/// A game of Othello between two people that the second one resigns after a move each; returns the table.
pub(crate) async fn people(address: SocketAddr, more: Value, letters: [char; 2]) -> String {
    let mut table = json!({"game": "othello", "name": "Ann", "isPublic": true, "player": key(letters[0])});
    table.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let opened = open(address, table).await;
    let (mut ann, _) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
    let mut hello = join(&opened, 0, &format!("Bob {}", letters[1]));
    hello["join"]["player"] = key(letters[1]).into();
    let (mut bob, _) = Client::hello(address, &opened.table, hello).await;
    ann.done(json!({"op": "ready"})).await;
    bob.done(json!({"op": "ready"})).await;
    place(&mut ann, "f5").await;
    place(&mut bob, "f4").await;
    bob.done(json!({"op": "resign"})).await;
    opened.table
}

/// A game of Othello against the house, resigned after one move.
pub(crate) async fn house(address: SocketAddr, more: Value, letter: char) -> String {
    let mut table = json!({"game": "othello", "name": "Ann", "player": key(letter), "players": [null, "easy"], "personas": [null, "bruno"]});
    table.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let opened = open(address, table).await;
    let (mut ann, _) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
    ann.done(json!({"op": "ready"})).await;
    place(&mut ann, "f5").await;
    ann.done(json!({"op": "resign"})).await;
    opened.table
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_public_game_changes_ratings_once_and_they_are_there_after_a_restart() {
    let store = Arc::new(Memory::new());
    let server = start_on(roomy(), store.clone()).await;
    let address = server.address();
    let table = people(address, json!({}), ['a', 'b']).await;
    let ann = me(address, 'a').await;
    let results = &ann["results"][0];
    assert_eq!(
        (&ann["games"], &results["game"], &results["streak"]),
        (&json!(1), &json!("othello"), &json!(1))
    );
    assert_eq!(results["tally"], json!({"won": 1, "drawn": 0, "lost": 0}));
    let rating = |profile: &Value, kind: &str| profile["results"][0][kind]["rating"].as_f64().map(f64::round);
    assert_eq!((rating(&ann, "rating"), rating(&ann, "house")), (Some(1662.0), None));
    assert_eq!(rating(&me(address, 'b').await, "rating"), Some(1338.0));
    let game = &games(address, 'a', "").await["games"][0];
    assert_eq!(
        (&game["verdict"], &game["counts"], &game["seat"]),
        (&json!("won"), &json!("rated"), &json!(0))
    );
    assert_eq!(game["rating"]["gain"].as_f64().unwrap().round(), 162.0);
    // A request for a rematch relists the table; a new process opens it from its log.
    server.stop().await;
    let server = start_on(roomy(), store).await;
    let address = server.address();
    let (mut watcher, _) = Client::hello(address, &table, json!({})).await;
    watcher.refused(json!({"op": "rematch"})).await;
    assert_eq!(rating(&me(address, 'a').await, "rating"), Some(1662.0));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_usual_games_without_help_count_for_a_rating() {
    let server = start(roomy()).await;
    let address = server.address();
    let counts = async |letter: char| games(address, letter, "").await["games"][0]["counts"].clone();
    house(address, json!({}), 'a').await;
    assert_eq!(counts('a').await, "house");
    let profile = me(address, 'a').await;
    let house_rating = profile["results"][0]["house"]["rating"].as_f64().unwrap();
    assert!(house_rating < 1500.0 && profile["results"][0].get("rating").is_none(), "{profile}");
    let position = "---------------------------OX------XO--------------------------- X";
    house(address, json!({"position": position}), 'b').await;
    assert_eq!(counts('b').await, "nothing");
    people(address, json!({"isPublic": false}), ['c', 'd']).await;
    assert_eq!(counts('c').await, "casual");
    people(address, json!({}), ['e', 'e']).await;
    assert_eq!(counts('e').await, "nothing", "against oneself");
    // A hint, a move taken back, a game in which nobody has decided anything yet.
    let opened = open(
        address,
        json!({"game": "othello", "name": "Ann", "player": key('f'), "players": [null, "easy"]}),
    )
    .await;
    let (mut ann, _) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
    ann.done(json!({"op": "ready"})).await;
    ann.done(json!({"op": "resign"})).await;
    assert_eq!(counts('f').await, "casual");
    for letter in ['b', 'c', 'e', 'f'] {
        let profile = me(address, letter).await;
        let results = &profile["results"][0];
        assert!(results.get("rating").is_none() && results.get("house").is_none(), "{letter} {profile}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_finds_ones_games_and_nobody_elses() {
    // Games are listed in the order in which they ended; on a fast machine three of them end within a
    // millisecond.
    let server = start_counting(roomy()).await;
    let address = server.address();
    let first = people(address, json!({}), ['a', 'b']).await;
    let second = house(address, json!({}), 'a').await;
    let third = people(address, json!({"isPublic": false}), ['c', 'a']).await;
    let all = games(address, 'a', "").await;
    assert_eq!(tables(&all), [third.as_str(), &second, &first]);
    assert!(all.get("next").is_none());
    for (query, expected) in [
        ("?game=othello", vec![&third, &second, &first]),
        ("?game=nine", vec![]),
        ("?verdict=won", vec![&first]),
        ("?verdict=lost&against=people", vec![&third]),
        ("?against=house", vec![&second]),
        ("?counts=rated", vec![&first]),
        ("?name=BRUNO", vec![&second]),
        ("?name=bob", vec![&first]),
        ("?name=nobody", vec![]),
    ] {
        assert_eq!(tables(&games(address, 'a', query).await), expected, "{query}");
    }
    assert_eq!(tables(&games(address, 'd', "").await), Vec::<&str>::new());
    for (path, headers, code) in [
        ("/api/me", String::new(), "request.bad_key"),
        ("/api/me/games", "Authorization: Bearer xyz\r\n".to_owned(), "request.bad_key"),
        ("/api/me/games?verdict=maybe", bearer('a'), "request.bad_request"),
        ("/api/me/games?after=nowhere", bearer('a'), "request.bad_request"),
        ("/api/me/games?colour=red", bearer('a'), "request.bad_request"),
        ("/api/me/games?game=chess", bearer('a'), "request.unknown_game"),
        ("/api/me/export", String::new(), "request.bad_key"),
    ] {
        assert_eq!(get_with(address, path, &headers).await.json()["error"]["code"], code, "{path}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_come_fifty_at_a_time() {
    let server = start(roomy()).await;
    let address = server.address();
    let mut expected = Vec::new();
    for _ in 0..53 {
        let table = json!({"game": "nine", "name": "Ann", "player": key('a'), "players": [null, "beginner"]});
        let opened = open(address, table).await;
        let (mut ann, _) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
        ann.done(json!({"op": "ready"})).await;
        ann.done(json!({"op": "resign"})).await;
        expected.push(opened.table);
    }
    let first = games(address, 'a', "").await;
    let rest = games(address, 'a', &format!("?after={}", first["next"].as_str().unwrap())).await;
    assert_eq!((tables(&first).len(), tables(&rest).len()), (50, 3));
    assert!(rest.get("next").is_none());
    let mut found: Vec<&str> = tables(&first).into_iter().chain(tables(&rest)).collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
    assert_eq!(me(address, 'a').await["results"][0]["tally"]["lost"], 53);
    server.stop().await;
}

async fn erase(address: SocketAddr, headers: &str) -> Answer {
    http(
        address,
        &format!("DELETE /api/me HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n"),
    )
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_takes_everything_along_and_is_forgotten() {
    let server = start(roomy()).await;
    let address = server.address();
    let shared = people(address, json!({}), ['a', 'b']).await;
    let alone = house(address, json!({}), 'a').await;
    let request = format!("GET /api/me/export HTTP/1.0\r\nHost: {address}\r\n{}\r\n", bearer('a'));
    let file = http(address, &request).await;
    assert!(
        file.head.to_ascii_lowercase().contains("attachment; filename=\"baize-games.json\""),
        "{}",
        file.head
    );
    assert!(!file.body.contains(&key('a')), "no secret is in it");
    let file = file.json();
    assert_eq!((&file["format"], &file["profile"]["games"]), (&json!("baize-player-1"), &json!(2)));
    let records: Vec<&Value> = file["games"].as_array().unwrap().iter().map(|game| &game["record"]).collect();
    assert_eq!(records.len(), 2);
    for record in records {
        let record: baize_games::Record = serde_json::from_value(record.clone()).unwrap();
        record.verify().unwrap();
    }

    assert_eq!(erase(address, "").await.json()["error"]["code"], "request.bad_key");
    let foreign = format!("{}Origin: https://elsewhere.example\r\n", bearer('a'));
    assert_eq!(erase(address, &foreign).await.json()["error"]["code"], "request.bad_origin");
    assert_eq!(me(address, 'a').await["games"], 2, "nothing has happened");
    assert_eq!(erase(address, &bearer('a')).await.json(), json!({"games": 2}));
    let left = me(address, 'a').await;
    assert_eq!((&left["games"], &left["results"]), (&json!(0), &json!([])));
    assert_eq!(get(address, &format!("/api/tables/{alone}")).await.status, 404);
    let kept = get_with(address, "/api/me/games", &bearer('b')).await;
    assert!(!kept.body.contains("Ann") && kept.body.contains(&shared), "{}", kept.body);
    assert_eq!(get(address, &format!("/api/tables/{shared}/record")).await.status, 200);
    // The same secret starts afresh, and what it does counts for nobody.
    house(address, json!({}), 'a').await;
    assert_eq!(me(address, 'a').await["games"], 0);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_review_is_kept_with_its_game() {
    let store = Arc::new(Memory::new());
    let server = start_on(roomy(), store.clone()).await;
    let review = async |address: SocketAddr, table: &str| {
        let request = format!("GET /api/tables/{table}/review HTTP/1.0\r\nHost: {address}\r\n\r\n");
        let answer = http(address, &request).await;
        let line = |line: &str| serde_json::from_str::<Value>(line).unwrap();
        answer.body.lines().map(line).collect::<Vec<_>>()
    };
    let table = people(server.address(), json!({}), ['a', 'b']).await;
    let lines = review(server.address(), &table).await;
    assert!(lines.len() > 1, "it was made line by line");
    server.stop().await;
    let server = start_on(roomy(), store.clone()).await;
    assert_eq!(
        review(server.address(), &table).await,
        lines[lines.len() - 1..],
        "a new process has it at once"
    );
    // A review that another reviewer has made is made again.
    let old = baize_store::StoredReview {
        revision: baize_review::REVISION + 1,
        accuracies: "[]".to_owned(),
        review: "{}".to_owned(),
    };
    server.stop().await;
    baize_store::Store::keep_review(&*store, baize_protocol::TableId::new(&table).unwrap(), old).unwrap();
    let server = start_on(roomy(), store).await;
    let again = review(server.address(), &table).await;
    assert!(again.len() > 1 && again.last() == lines.last(), "{again:?}");
    server.stop().await;
}
