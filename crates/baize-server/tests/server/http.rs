//! The HTTP API.

use crate::client::{Client, fixed_world, get, get_with, http, open, post, roomy, start, two};
use crate::wire::{Stage, stage, store};
use baize_protocol::Message;
use baize_rules::{Dice, Seed};
use baize_server::{Server, Settings};
use serde_json::{Value, json};
use std::sync::Arc;

#[tokio::test]
async fn games_health_tables_and_documents() {
    let server = start(roomy()).await;
    let address = server.address();
    let games = get(address, "/api/games").await.json();
    assert!(games["games"].as_array().unwrap().iter().any(|game| game["id"] == "othello"), "{games}");
    let health = get(address, "/api/health").await;
    assert_eq!((health.status, &health.json()["status"]), (200, &json!("ok")));
    let api = get(address, "/api/openapi.json").await.json();
    assert_eq!(api["openapi"], "3.1.0");
    let home = get(address, "/").await;
    // The web app if it was built, otherwise a page that says how.
    assert!(home.status == 200 && home.body.contains("baize play"), "{}", home.body);
    assert!(get(address, "/style.css").await.head.contains("text/css"));
    open(address, json!({"game": "nine", "name": "Ann", "isPublic": true})).await;
    open(address, json!({"game": "othello", "name": "Ann"})).await;
    let tables = get(address, "/api/tables").await.json();
    assert_eq!(tables["tables"].as_array().unwrap().len(), 1, "private tables are not listed");
    assert_eq!(tables["tables"][0]["seats"][0]["name"], "Ann");
    for (filter, count) in [("game=nine", 1), ("game=othello", 0), ("phase=over", 0), ("phase=waiting", 1)] {
        let tables = get(address, &format!("/api/tables?{filter}")).await.json();
        assert_eq!(tables["tables"].as_array().unwrap().len(), count, "{filter}");
    }
    assert_eq!(get(address, "/api/tables?phase=never").await.status, 400);
    let metrics = get(address, "/metrics").await;
    assert!(metrics.body.contains("baize_tables_opened_total"), "{}", metrics.body);
    assert_eq!(get_with(address, "/metrics", "X-Forwarded-For: 127.0.0.1\r\n").await.status, 404);
    server.stop().await;
}

#[tokio::test]
async fn opening_a_table_twice_with_one_key_opens_one() {
    let server = start(roomy()).await;
    let address = server.address();
    let body = json!({"game": "nine", "name": "Ann", "key": "0123456789abcdef0123456789abcdef"});
    let first = post(address, "/api/tables", "", &body.to_string()).await;
    let second = post(address, "/api/tables", "", &body.to_string()).await;
    assert_eq!(first.body, second.body, "the same answer, token and links included");
    let other = json!({"game": "nine", "name": "Ann", "key": "0123456789abcdef0123456789abcdee"});
    assert_ne!(post(address, "/api/tables", "", &other.to_string()).await.body, first.body);
    server.stop().await;
}

#[tokio::test]
async fn bad_requests_are_refused_with_a_reason() {
    let server = start(roomy()).await;
    let address = server.address();
    for (body, status, code) in [
        ("{", 400, "request.bad_json"),
        ("[]", 400, "request.bad_request"),
        (r#"{"game":"chess"}"#, 404, "request.unknown_game"),
        (r#"{"game":"nine","seats":3}"#, 400, "table.bad_size"),
        (r#"{"game":"nine","options":{"ties":"maybe"}}"#, 400, "request.bad_options"),
        (r#"{"game":"nine","colour":"red"}"#, 400, "request.bad_request"),
        (r#"{"game":"nine","clock":{"bank":0}}"#, 400, "table.bad_clock"),
        (r#"{"game":"nine","name":""}"#, 400, "table.bad_name"),
        (r#"{"game":"nine","players":["nobody"]}"#, 400, "request.unknown_player"),
        (r#"{"game":"nine","key":"short"}"#, 400, "request.bad_request"),
    ] {
        let answer = post(address, "/api/tables", "", body).await;
        assert_eq!(answer.status, status, "{body}: {}", answer.body);
        assert_eq!(answer.json()["error"]["code"], code, "{body}: {}", answer.body);
    }
    let long = format!(r#"{{"game":"{}"}}"#, "x".repeat(20_000));
    assert_eq!(post(address, "/api/tables", "", &long).await.status, 413);
    for path in [
        "/api/tables/abc",
        "/api/tables/0123456789ab",
        "/api/tables/0123456789ab/record",
        "/api/leaderboard/chess",
    ] {
        assert_eq!(get(address, path).await.status, 404, "{path}");
    }
    let bad_token = get_with(address, "/api/tables/0123456789ab", "Authorization: Bearer xyz\r\n").await;
    assert_eq!(bad_token.json()["error"]["code"], "request.bad_key");
    assert_eq!(http(address, "GARBAGE\r\n\r\n").await.status, 400);
    let plain = get(address, "/ws").await;
    assert_eq!((plain.status, plain.json()["error"]["code"].as_str()), (400, Some("request.bad_request")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_score_is_on_the_leaderboard_and_whoever_asks_finds_themselves() {
    let server = start(roomy()).await;
    let address = server.address();
    let ann = "aa".repeat(16);
    let table = |options: Value| json!({"game": "nine", "options": options, "name": "Ann", "player": ann, "players": [null, "beginner"]});
    for options in [json!({}), json!({"ties": "carry"})] {
        let opened = open(address, table(options)).await;
        let (mut client, _) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
        client.done(json!({"op": "ready"})).await;
        client.done(json!({"op": "resign"})).await;
    }
    let board = get(address, "/api/leaderboard/nine").await.json();
    let leaders = board["leaders"].as_array().unwrap();
    assert_eq!(leaders.len(), 1, "computers have no high scores");
    assert_eq!(leaders[0]["best"], json!(0.0));
    assert_eq!(
        (&leaders[0]["games"], &leaders[0]["isYou"]),
        (&json!(1), &json!(false)),
        "rules of one's own count for nothing"
    );
    let own = get_with(address, "/api/leaderboard/nine", &format!("Authorization: Bearer {ann}\r\n")).await;
    assert_eq!(own.json()["leaders"][0]["isYou"], json!(true));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_gets_onto_the_leaderboard_with_a_second_browser() {
    let server = start(roomy()).await;
    let address = server.address();
    // The same second browser, or a different one each time.
    for number in 0..24 {
        let table = json!({"game": "othello", "name": "Ann", "player": "aa".repeat(16)});
        let opened = open(address, table).await;
        let (mut ann, _) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
        let mut hello = crate::client::join(&opened, 0, "Bob");
        let player = if number % 2 == 0 { "bb".repeat(16) } else { format!("{number:032x}") };
        hello["join"]["player"] = player.into();
        let (mut bob, _) = Client::hello(address, &opened.table, hello).await;
        ann.done(json!({"op": "ready"})).await;
        bob.done(json!({"op": "ready"})).await;
        bob.done(json!({"op": "resign"})).await;
    }
    let board = get(address, "/api/leaderboard/othello").await.json();
    assert_eq!(board["leaders"], json!([]), "three games of a day count, and ten are needed");
    server.stop().await;
}

#[tokio::test]
async fn every_answer_carries_the_headers_that_keep_a_browser_safe() {
    let server = start(roomy()).await;
    for path in ["/", "/api/health", "/nowhere", "/style.css"] {
        let head = get(server.address(), path).await.head.to_ascii_lowercase();
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "x-frame-options: deny",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(head.contains(header), "{path}: {header}\n{head}");
        }
        assert!(!head.contains("unsafe-inline") && !head.contains("access-control-allow-origin"));
    }
    server.stop().await;
}

#[tokio::test]
async fn links_begin_with_the_public_address() {
    let settings = Settings { public_url: Some("https://baize.example/".into()), ..roomy() };
    let server = start(settings).await;
    let answer = post(server.address(), "/api/tables", "", r#"{"game":"nine","name":"Ann"}"#).await.json();
    let link = answer["links"][0]["link"].as_str().unwrap();
    let table = answer["table"].as_str().unwrap();
    assert!(link.starts_with(&format!("https://baize.example/t/{table}#join=")), "{link}");
    server.stop().await;
    let refused = baize_server::Server::start(
        Settings { public_url: Some("baize.example/path".into()), ..roomy() },
        std::sync::Arc::new(baize_store::Memory::new()),
        baize_server::World::real(),
    );
    assert!(refused.await.err().unwrap().to_string().contains("public address"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stopping_tells_everybody_to_come_back() {
    let server = start(roomy()).await;
    let address = server.address();
    let (_, mut ann, _bob) = two(address, "nine").await;
    let mut stranger = Client::connect(address).await;
    let stop = tokio::spawn(server.stop());
    for client in [&mut ann, &mut stranger] {
        let closing =
            client.until(|message| matches!(message, baize_protocol::Message::Closing { .. })).await;
        let baize_protocol::Message::Closing { error, .. } = closing else { unreachable!() };
        assert_eq!(error.code, "server.closing");
        assert!(client.next().await.is_none());
    }
    stop.await.unwrap();
    assert!(tokio::net::TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn a_position_is_told_as_text_link_and_view() {
    let server = start(roomy()).await;
    let address = server.address();
    let ask = async |body: Value| post(address, "/api/positions", "", &body.to_string()).await;
    let text = "9b1 0:-520,-210 3:420,395 9:635,0 aim:0";
    let answer = ask(json!({"game": "nine-ball", "text": text, "options": {"raceTo": 3}})).await.json();
    assert_eq!((&answer["text"], &answer["seats"]), (&json!(text), &json!(2)));
    assert_eq!((&answer["awaiting"]["must"], &answer["view"]["target"]), (&json!([0]), &json!(3)));
    let again =
        ask(json!({"game": "nine-ball", "view": answer["view"], "options": {"raceTo": 3}})).await.json();
    assert_eq!(again["link"], answer["link"]);
    for (body, code) in [
        (json!({"game": "nine-ball", "text": "9b1 0:0,0 9:10,0 aim:0"}), "nine-ball.bad_position"),
        (json!({"game": "nine-ball", "text": "9b1 what"}), "nine-ball.bad_position"),
        (json!({"game": "nine-ball"}), "request.bad_request"),
        (json!({"game": "nine-ball", "view": {}}), "request.bad_view"),
    ] {
        assert_eq!(ask(body.clone()).await.json()["error"]["code"], code, "{body}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_line_can_be_tried_from_a_position_and_othello_says_what_each_choice_is_worth() {
    let server = start(roomy()).await;
    let address = server.address();
    let ask = async |body: Value| post(address, "/api/positions", "", &body.to_string()).await.json();
    let text = "XXXXXXX--XOOOOO-O-XXXOO-OXXXOOOOOO-OXOOXOXOOOXXXOOXXXXXXOOOOOOOO X";
    let place = |square: &str| json!({"type": "PLACE", "square": square});
    let of = |actions: Value| json!({"game": "othello", "text": text, "actions": actions, "isValued": true});
    let now = ask(of(json!([]))).await;
    let worth: Vec<(&str, f64)> = now["value"]["choices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|choice| (choice["text"].as_str().unwrap(), choice["value"].as_f64().unwrap()))
        .collect();
    assert_eq!(worth, [("c5", 14.0), ("h2", -8.0), ("b3", -22.0), ("h3", -28.0)]);
    assert_eq!(now["value"]["exact"], true);
    let after = ask(of(json!([place("b3")]))).await;
    assert_eq!(after["value"]["choices"][0]["value"], 22.0, "the other side's best is what b3 costs");
    assert_eq!(after["awaiting"]["must"], json!([1]));
    let typed = |moves: Value| json!({"game": "othello", "text": text, "moves": moves, "isValued": true});
    assert_eq!(ask(typed(json!(["b3"]))).await, after, "the same as people type it");
    assert_eq!(ask(typed(json!(["a1"]))).await["error"]["code"], "othello.occupied");
    assert_eq!(ask(typed(json!(vec!["b3"; 65]))).await["error"]["code"], "request.too_long");
    for (actions, code) in [
        (json!([place("a1")]), "othello.occupied"),
        (json!(vec![place("b3"); 65]), "request.too_long"),
        (json!([{"type": "JUMP"}]), "request.bad_action"),
    ] {
        assert_eq!(ask(of(actions.clone())).await["error"]["code"], code, "{actions}");
    }
    server.stop().await;
}

/// The answer to someone who asks for a table over HTTP with this key.
async fn look(server: &Server, table: &str, key: Option<&str>) -> (u16, String) {
    let bearer = key.map_or_else(String::new, |key| format!("Authorization: Bearer {key}\r\n"));
    let answer = get_with(server.address(), &format!("/api/tables/{table}"), &bearer).await;
    (answer.status, answer.json()["error"]["code"].as_str().unwrap_or_default().to_owned())
}

/// A private table whose log ends with a move that the rules refuse: anyone who has it replayed hears that it
/// is damaged.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_replayed_for_whoever_may_not_look() {
    let mut sound = stage("othello", &json!({}), 9, &mut Dice::new(&Seed::from_text("who may look")));
    let mut entries = sound.entries.clone();
    let last: Value = serde_json::from_slice(entries.last().unwrap()).unwrap();
    assert_eq!(last["fact"]["type"], "acted");
    // The square of the last move is already taken.
    entries.push(serde_json::to_vec(&last).unwrap());
    let serve = async |stage: &Stage| {
        Server::start(roomy(), Arc::new(store(stage, &*stage.game)), fixed_world()).await.unwrap()
    };
    let server = serve(&sound).await;
    let good = [sound.tokens[0].clone(), sound.tokens[1].clone(), sound.watch.clone()];
    for key in &good {
        assert_eq!(look(&server, &sound.table, Some(key)).await, (200, String::new()), "{key}");
    }
    let (stranger, used) = ("77".repeat(16), sound.links[0].clone());
    for key in [None, Some(stranger.as_str()), Some(used.as_str())] {
        assert_eq!(look(&server, &sound.table, key).await, (404, "table.unknown".to_owned()), "{key:?}");
    }
    server.stop().await;

    sound.entries = entries;
    let server = serve(&sound).await;
    for key in [None, Some(stranger.as_str())] {
        for path in ["", "/record", "/replay", "/review"] {
            let found = look(&server, &format!("{}{path}", sound.table), key).await;
            assert_eq!(found, (404, "table.unknown".to_owned()), "{path} {key:?}");
        }
    }
    assert_eq!(get(server.address(), "/api/health").await.json()["damaged"], 0, "nobody has noticed");
    for key in &good {
        assert_eq!(look(&server, &sound.table, Some(key)).await, (500, "table.damaged".to_owned()), "{key}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_game_that_was_begun_elsewhere_goes_on_and_is_marked() {
    let server = start(roomy()).await;
    let address = server.address();
    let nine = json!({"game": "nine", "name": "Ann", "players": [null, "medium"], "pace": "instant"});
    let opened = open(address, nine.clone()).await;
    let (mut ann, _) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
    ann.done(json!({"op": "ready"})).await;
    ann.done(json!({"op": "play", "action": {"type": "PLAY", "card": 5}})).await;
    ann.done(json!({"op": "close"})).await;
    let bearer = |token: &str| format!("Authorization: Bearer {token}\r\n");
    let path = format!("/api/tables/{}/record", opened.table);
    let mut record = get_with(address, &path, &bearer(&opened.token)).await.json();
    assert!(record["result"].is_null() && record["seed"].is_string(), "{record}");
    let mut body = nine;
    body["record"] = record.clone();
    body["key"] = "0123456789abcdef0123456789abcdef".into();
    let first = post(address, "/api/tables/from-record", "", &body.to_string()).await;
    assert_eq!(first.status, 200, "{}", first.body);
    assert_eq!(
        post(address, "/api/tables/from-record", "", &body.to_string()).await.body,
        first.body,
        "sent twice, done once"
    );
    let (table, token) = (
        first.json()["table"].as_str().unwrap().to_owned(),
        first.json()["token"].as_str().unwrap().to_owned(),
    );
    let (mut ann, welcome) = Client::hello(address, &table, json!({"token": token})).await;
    assert!(welcome.to_text().contains("\"isOffline\":true"), "{welcome:?}");
    ann.done(json!({"op": "resign"})).await;
    let kept = get_with(address, &format!("/api/tables/{table}/record"), &bearer(&token)).await.json();
    assert_eq!(
        (&kept["isOffline"], &kept["seed"], &kept["log"][0]),
        (&json!(true), &record["seed"], &record["log"][0])
    );
    baize_games::Record::read(&kept.to_string()).unwrap().verify().unwrap();
    // A whole game may be longer than other bodies; what is longer still, or was changed, is refused.
    body["record"] = kept;
    body["key"] = "0123456789abcdef0123456789abcdee".into();
    body["record"]["players"] = json!(["Ann", "x".repeat(20_000)]);
    assert_eq!(post(address, "/api/tables", "", &body.to_string()).await.status, 413);
    let changed = post(address, "/api/tables/from-record", "", &body.to_string()).await;
    assert_eq!(changed.json()["error"]["code"], "request.bad_record", "{}", changed.body);
    record["log"] = json!("x".repeat(1024 * 1024));
    body["record"] = record;
    assert_eq!(post(address, "/api/tables/from-record", "", &body.to_string()).await.status, 413);
    server.stop().await;
}

/// A proxy checks the health of each process, and sends nobody new to one that is about to stop.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_about_to_stop_says_so_and_serves_all_the_same() {
    let server = start(Settings::default()).await;
    let (opened, mut ann, mut bob) = two(server.address(), "othello").await;
    server.drain();
    // However often the proxy asks.
    for _ in 0..100 {
        let health = get(server.address(), "/api/health").await;
        assert_eq!((health.status, &health.json()["status"]), (503, &json!("closing")));
    }
    let version = ann.done(json!({"op": "play", "action": {"type": "PLACE", "square": "f5"}})).await;
    bob.until_version(version).await;
    let (_, welcome) = Client::hello(server.address(), &opened.table, json!({"token": opened.token})).await;
    assert!(matches!(welcome, Message::Welcome { .. }), "{welcome:?}");
    server.stop().await;
}
