//! More devices of the same person: a code that works once, a list, and signing out.

use crate::client::{Answer, Client, get_with, http, open, post, roomy, start, start_counting};
use crate::own::{bearer, games, house, key, me, people, tables};
use baize_server::{Server, Settings, World};
use baize_store::Memory;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

async fn offer(address: SocketAddr, letter: char) -> Answer {
    let body = json!({"name": "Dana", "device": "Laptop"}).to_string();
    post(address, "/api/me/link", &bearer(letter), &body).await
}

async fn take(address: SocketAddr, letter: char, code: &str) -> Answer {
    let body = json!({"code": code, "device": format!("Device {letter}")}).to_string();
    post(address, "/api/me/devices", &bearer(letter), &body).await
}

async fn delete(address: SocketAddr, path: &str, headers: &str) -> Answer {
    let head = format!("DELETE {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n");
    http(address, &head).await
}

fn code(answer: &Answer) -> String {
    answer.json()["code"].as_str().unwrap_or_else(|| panic!("no code: {}", answer.body)).to_owned()
}

fn refusal(answer: &Answer) -> String {
    answer.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
}

/// The names of devices, and which of them asks.
fn listed(answer: &Value) -> Vec<(String, bool)> {
    let device = |one: &Value| (one["name"].as_str().unwrap().to_owned(), one["isThis"].as_bool().unwrap());
    answer["devices"].as_array().unwrap().iter().map(device).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_brings_another_device_once_and_both_are_one_person() {
    // Games are listed in the order in which they ended.
    let server = start_counting(roomy()).await;
    let address = server.address();
    let first = people(address, json!({}), ['a', 'b']).await;
    let second = house(address, json!({}), 'c').await;
    let code = code(&offer(address, 'a').await);
    let looked = post(address, "/api/me/look", "", &json!({"code": code}).to_string()).await.json();
    assert_eq!(looked["name"], "Dana", "who that is, and nothing else: {looked}");
    assert_eq!(looked.as_object().unwrap().len(), 2);
    let taken = take(address, 'c', &code).await.json();
    assert_eq!(listed(&taken), [("Laptop".to_owned(), false), ("Device c".to_owned(), true)]);
    assert!(!taken.to_string().contains(&key('a')), "no secret of another device is told");
    // Both find the games of both, and the person is one, with one public page.
    for letter in ['a', 'c'] {
        assert_eq!(tables(&games(address, letter, "").await), [second.as_str(), &first]);
    }
    assert_eq!(me(address, 'a').await["id"], me(address, 'c').await["id"]);
    assert_eq!(refusal(&take(address, 'd', &code).await), "request.bad_code", "once");
    // What is played there later counts here too.
    let third = house(address, json!({}), 'c').await;
    assert_eq!(tables(&games(address, 'a', "").await)[0], third);
    // Games against oneself do not count.
    people(address, json!({}), ['a', 'c']).await;
    assert_eq!(games(address, 'a', "").await["games"][0]["counts"], "nothing");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_ends_after_five_minutes_with_the_next_one_and_when_it_is_withdrawn() {
    let now = Arc::new(AtomicU64::new(1_000_000));
    let (clock, real) = (Arc::clone(&now), World::real());
    let world =
        World::new(move || baize_protocol::Moment(clock.load(Ordering::Relaxed)), move || real.fresh());
    let server = Server::start(roomy(), Arc::new(Memory::new()), world).await.unwrap();
    let address = server.address();
    let first = offer(address, 'a').await;
    assert_eq!(first.json()["until"], 1_300_000);
    now.store(1_300_000, Ordering::Relaxed);
    assert_eq!(refusal(&take(address, 'c', &code(&first)).await), "request.bad_code");
    let second = code(&offer(address, 'a').await);
    let third = code(&offer(address, 'a').await);
    assert_eq!(refusal(&take(address, 'c', &second).await), "request.bad_code", "the next makes it void");
    delete(address, "/api/me/link", &bearer('a')).await;
    assert_eq!(refusal(&take(address, 'c', &third).await), "request.bad_code", "it was withdrawn");
    let looked = post(address, "/api/me/look", "", &json!({"code": third}).to_string()).await;
    assert_eq!(refusal(&looked), "request.bad_code");
    // The last-seen time of a device is accurate to ten minutes.
    let fourth = code(&offer(address, 'a').await);
    take(address, 'c', &fourth).await;
    for (at, seen) in [(1_800_000, 1_300_000), (1_900_000, 1_900_000)] {
        now.store(at, Ordering::Relaxed);
        let devices = get_with(address, "/api/me/devices", &bearer('c')).await.json();
        assert_eq!(devices["devices"][1]["seen"], seen, "{devices}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_signed_out_has_no_way_in_any_more() {
    let server = start(roomy()).await;
    let address = server.address();
    house(address, json!({}), 'a').await;
    for letter in ['c', 'd'] {
        let code = code(&offer(address, 'a').await);
        assert_eq!(take(address, letter, &code).await.status, 200);
    }
    let devices = get_with(address, "/api/me/devices", &bearer('c')).await.json();
    let id = |name: &str| {
        let all = devices["devices"].as_array().unwrap();
        all.iter().find(|one| one["name"] == name).unwrap()["id"].as_str().unwrap().to_owned()
    };
    // Nobody else can do it, nor can a page of another site.
    let path = format!("/api/me/devices/{}", id("Device d"));
    delete(address, &path, &bearer('x')).await;
    let foreign = format!("{}Origin: https://elsewhere.example\r\n", bearer('a'));
    assert_eq!(refusal(&delete(address, &path, &foreign).await), "request.bad_origin");
    assert_eq!(me(address, 'd').await["games"], 1);
    let left = delete(address, &path, &bearer('c')).await.json();
    assert_eq!(listed(&left).len(), 2, "{left}");
    for path in ["/api/me", "/api/me/games", "/api/me/export", "/api/me/devices", "/api/leaderboard/othello"]
    {
        assert_eq!(refusal(&get_with(address, path, &bearer('d')).await), "request.signed_out", "{path}");
    }
    assert_eq!(refusal(&offer(address, 'd').await), "request.signed_out");
    // The first device is signed out like any other, and the person remains.
    let left = delete(address, "/api/me/devices", &bearer('c')).await.json();
    assert_eq!(listed(&left), [("Device c".to_owned(), true)]);
    assert_eq!(refusal(&get_with(address, "/api/me", &bearer('a')).await), "request.signed_out");
    house(address, json!({}), 'a').await;
    assert_eq!(me(address, 'c').await["games"], 1, "what is played with the old secret is nobody's");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn codes_are_made_and_tried_so_often_at_most() {
    let mut settings = Settings::default();
    settings.limits.links_per_hour = 5;
    let server = start(settings).await;
    let address = server.address();
    let wrong = "0".repeat(32);
    for _ in 0..5 {
        assert_eq!(refusal(&take(address, 'c', &wrong).await), "request.bad_code");
    }
    for answer in [take(address, 'c', &wrong).await, offer(address, 'a').await] {
        assert_eq!((refusal(&answer).as_str(), answer.status), ("server.quota", 429));
    }
    for (body, expect) in [
        (json!({"code": "xyz", "device": "x"}), "request.bad_request"),
        (json!({"code": wrong, "device": "\u{202e}x"}), "table.bad_name"),
        (json!({"code": wrong, "device": ""}), "table.bad_name"),
        (json!({"code": wrong, "device": "x", "person": "y"}), "request.bad_request"),
    ] {
        let answer = post(address, "/api/me/devices", &bearer('c'), &body.to_string()).await;
        assert_eq!(refusal(&answer), expect, "{body}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_may_know_ratings_and_public_games_and_nothing_else() {
    let server = start(roomy()).await;
    let address = server.address();
    let public = people(address, json!({}), ['a', 'b']).await;
    people(address, json!({"isPublic": false}), ['a', 'c']).await;
    house(address, json!({}), 'a').await;
    let id = me(address, 'a').await["id"].as_str().unwrap().to_owned();
    let page = get_with(address, &format!("/api/people/{id}"), "").await.json();
    assert_eq!(page["name"], "Ann");
    assert_eq!(tables(&page), [public.as_str()]);
    assert_eq!(page["ratings"].as_array().unwrap().len(), 1);
    assert_eq!(page["ratings"][0]["rating"].as_f64().unwrap().round(), 1662.0);
    assert_eq!(page.as_object().unwrap().len(), 3, "{page}");
    // The id grants no access, and someone who has not played in public has no page.
    let as_key = format!("Authorization: Bearer {id}\r\n");
    assert_eq!(get_with(address, "/api/me", &as_key).await.json()["games"], 0);
    let hidden = me(address, 'c').await["id"].as_str().unwrap().to_owned();
    for id in [hidden.as_str(), "nobody", "0"] {
        let answer = get_with(address, &format!("/api/people/{id}"), "").await;
        assert_eq!((refusal(&answer).as_str(), answer.status), ("request.not_found", 404), "{id}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_loss_against_the_house_costs_what_any_first_loss_does() {
    let server = start(roomy()).await;
    let address = server.address();
    for (game, player, persona, action) in [
        ("nine", "medium", "mina", json!({"type": "PLAY", "card": 5})),
        ("othello", "novice", "bruno", json!({"type": "PLACE", "square": "f5"})),
    ] {
        let table = json!({"game": game, "name": "Ann", "player": key('a'), "players": [null, player], "personas": [null, persona]});
        let opened = open(address, table).await;
        let (mut ann, _) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
        ann.done(json!({"op": "ready"})).await;
        ann.done(json!({"op": "play", "action": action})).await;
        ann.done(json!({"op": "resign"})).await;
        let game = games(address, 'a', &format!("?game={game}")).await["games"][0].clone();
        let gain = game["rating"]["gain"].as_f64().unwrap();
        assert!((-180.0..-150.0).contains(&gain), "{game}");
        assert!(game["rating"]["rating"].as_f64().unwrap() > 400.0, "{game}");
    }
    server.stop().await;
}
