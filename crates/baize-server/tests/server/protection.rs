//! Bad networks and bad people.

use crate::client::{Client, get, http, open, post, roomy, start, two};
use baize_protocol::Message;
use baize_server::{ClientLimits, Settings};
use futures_util::future::join_all;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message as Frame;

fn strict(change: impl FnOnce(&mut ClientLimits)) -> Settings {
    let mut settings = Settings::default();
    change(&mut settings.limits);
    settings
}

#[tokio::test]
async fn pages_of_other_sites_cannot_connect() {
    let mut settings = Settings { origins: vec!["https://friend.example".into()], ..roomy() };
    // A refused handshake leaves the connection open for another request, but not for long.
    settings.limits.patience_seconds = 1;
    let server = start(settings).await;
    let address = server.address();
    let handshake = |origin: &str| {
        format!(
            "GET /ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{origin}\r\n"
        )
    };
    for origin in [
        "Origin: https://evil.example\r\n",
        "Origin: null\r\n",
        "Origin: \r\n",
        "Origin: http://localhost\r\n",
    ] {
        let answer = http(address, &handshake(origin)).await;
        assert_eq!(
            (answer.status, answer.json()["error"]["code"].as_str()),
            (403, Some("request.bad_origin"))
        );
        let answer = post(address, "/api/tables", origin, r#"{"game":"nine"}"#).await;
        assert_eq!(answer.status, 403);
    }
    let own = format!("Origin: http://localhost:{}\r\n", address.port());
    for origin in ["", "Origin: https://friend.example\r\n", &own] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(handshake(origin).as_bytes()).await.unwrap();
        let mut head = [0; 12];
        stream.read_exact(&mut head).await.unwrap();
        assert_eq!(&head, b"HTTP/1.1 101", "{origin}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_is_sent_is_answered_or_ends_the_connection() {
    let server = start(roomy()).await;
    let address = server.address();
    let (opened, mut ann, mut bob) = two(address, "othello").await;
    for (text, code) in [
        ("{", "request.bad_json"),
        ("", "request.bad_json"),
        ("null", "request.bad_request"),
        ("[]", "request.bad_request"),
        (r#"{"op":"fly","id":"a"}"#, "request.bad_request"),
        (r#"{"op":"play","id":"a"}"#, "request.bad_request"),
        (r#"{"op":"play","id":"a","action":{},"seat":1}"#, "request.bad_request"),
        (r#"{"op":"resign","id":""}"#, "request.bad_request"),
        (r#"{"op":"resign","id":7}"#, "request.bad_request"),
        (r#"{"op":"chat","id":"a","text":{"a":1}}"#, "request.bad_request"),
        (r#"{"op":"hello","id":"a","protocol":2,"table":"0123456789ab"}"#, "server.protocol"),
        (r#"{"op":"hello","id":"a","protocol":1,"table":"../../etc"}"#, "request.bad_request"),
        (r#"{"op":"hello","id":"a","protocol":1,"table":"0123456789ab","token":"x"}"#, "request.bad_request"),
    ] {
        ann.send_text(text).await;
        let reply = ann.until(|message| matches!(message, Message::Refused { .. })).await;
        let Message::Refused { error, .. } = reply else { unreachable!() };
        assert_eq!(error.code, code, "{text}: {error}");
        assert!(error.message.len() < 400);
    }
    let deep = format!(r#"{{"op":"play","id":"d","action":{}{}}}"#, "[".repeat(4_000), "]".repeat(4_000));
    assert_eq!(
        ann.refused(json!({"op": "play", "id": "x1", "action": {"type": "PLACE", "square": 1e300}})).await,
        "othello.out_of_range"
    );
    ann.send_text(&deep[..8_000]).await;
    ann.until(|message| matches!(message, Message::Refused { .. })).await;
    ann.send_frame(Frame::Binary(vec![1, 2, 3].into())).await;
    ann.until(|message| matches!(message, Message::Refused { .. })).await;
    // The table is unchanged, and the other player has noticed nothing.
    assert_eq!(
        bob.refused(json!({"op": "play", "action": {"type": "PLACE", "square": "f6"}})).await,
        "othello.not_your_turn"
    );
    ann.send_frame(Frame::Text("x".repeat(9_000).into())).await;
    while ann.next().await.is_some() {}
    let mut stranger = Client::connect(address).await;
    assert_eq!(stranger.refused(json!({"op": "resign"})).await, "request.no_hello");
    let Message::Refused { error, .. } = stranger.say_hello(&opened.table, json!({})).await else { panic!() };
    assert_eq!(error.code, "table.unknown");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_is_refused_and_then_cut_off() {
    let server = start(strict(|limits| limits.messages_per_second = 5)).await;
    let address = server.address();
    let opened = open(address, json!({"game": "nine", "name": "Ann"})).await;
    let (mut ann, _) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
    let mut refused = 0;
    // Wait for an answer to each frame: data that the server has not read when it hangs up would make it drop
    // the rest.
    let end = 'flood: loop {
        assert!(refused <= 100, "a flood goes on for ever");
        ann.send_frame(Frame::Text(r#"{"op":"react","id":"r","reaction":"wow"}"#.into())).await;
        loop {
            match ann.next().await {
                Some(Message::Refused { error, .. }) => {
                    assert_eq!(error.code, "request.too_fast");
                    refused += 1;
                    break;
                }
                Some(Message::Done { .. }) => break,
                Some(Message::Closing { error, .. }) => break 'flood Some(error.code),
                Some(_) => {}
                None => break 'flood None,
            }
        }
    };
    assert_eq!(end.as_deref(), Some("request.too_fast"));
    assert!(ann.next().await.is_none(), "the connection has ended");
    assert!(refused >= 40, "{refused}");
    server.stop().await;
}

#[tokio::test]
async fn one_address_has_so_many_connections_requests_and_tables() {
    let server = start(strict(|limits| {
        limits.connections_per_address = 5;
        limits.tables_per_hour = 12;
    }))
    .await;
    let address = server.address();
    let mut open_sockets = Vec::new();
    for _ in 0..5 {
        open_sockets.push(Client::connect(address).await);
    }
    let refused = tokio_tungstenite::connect_async(format!("ws://{address}/ws")).await;
    assert!(refused.is_err(), "a sixth connection");
    drop(open_sockets);
    let mut opened = 0;
    let quota = loop {
        // The connections above may still be closing.
        let Ok(mut stream) = TcpStream::connect(address).await else { continue };
        let body = r#"{"game":"nine"}"#;
        let request = format!(
            "POST /api/tables HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut answer = String::new();
        if stream.write_all(request.as_bytes()).await.is_err()
            || stream.read_to_string(&mut answer).await.is_err()
        {
            continue;
        }
        match answer.split(' ').nth(1) {
            Some("200") => opened += 1,
            Some("429") => break answer,
            _ => {}
        }
    };
    assert_eq!(opened, 3, "a quarter of the hour's tables at once");
    assert!(quota.contains("server.quota"), "{quota}");
    let server_2 = start(strict(|limits| limits.requests_per_second = 3)).await;
    let ask = async || get(server_2.address(), "/api/games").await.status;
    assert_eq!(ask().await, 200);
    // All at once: in sequence, a busy machine might be slow enough to pass.
    let statuses = join_all((0..20).map(|_| ask())).await;
    assert!(statuses.contains(&429), "{statuses:?}");
    server.stop().await;
    server_2.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unknown_tables_leave_no_trace() {
    let server = start(roomy()).await;
    let address = server.address();
    let mut client = Client::connect(address).await;
    for number in 0..3_000 {
        let hello = json!({"op": "hello", "id": format!("h{number}"), "protocol": 1, "table": format!("{number:012}")});
        client.send(hello).await;
        let reply = client.until(|message| matches!(message, Message::Refused { .. })).await;
        let Message::Refused { error, .. } = reply else { unreachable!() };
        assert_eq!(error.code, "table.unknown");
        client.heard.clear();
    }
    assert_eq!(get(address, "/api/health").await.json()["tables"], 0);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_and_does_not_read_is_cut_off() {
    let mut settings = roomy();
    settings.limits.patience_seconds = 1;
    settings.limits.outgoing_bytes = 64 * 1024;
    let server = start(settings).await;
    let address = server.address();
    let (opened, mut ann, _bob) = two(address, "othello").await;
    let hello =
        json!({"op": "hello", "id": "h", "protocol": 1, "table": opened.table, "watch": opened.watch});
    let mut slow = tokio_tungstenite::connect_async(format!("ws://{address}/ws")).await.unwrap().0;
    let flood = async {
        use futures_util::SinkExt;
        for _ in 0..200_000 {
            if slow.send(Frame::Text(hello.to_string().into())).await.is_err() {
                return true;
            }
        }
        false
    };
    let was_cut_off =
        tokio::time::timeout(crate::client::PATIENCE, flood).await.expect("the server reads or closes");
    assert!(was_cut_off);
    ann.done(json!({"op": "play", "action": {"type": "PLACE", "square": "f5"}})).await;
    server.stop().await;
}

#[tokio::test]
async fn silence_before_hello_and_half_a_request_end_a_connection() {
    let settings = strict(|limits| {
        limits.patience_seconds = 1;
        limits.silence_seconds = 2;
    });
    let server = start(settings).await;
    let address = server.address();
    let mut silent = Client::connect(address).await;
    let mut half = TcpStream::connect(address).await.unwrap();
    half.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow").await.unwrap();
    let closing = silent.until(|message| matches!(message, Message::Closing { .. })).await;
    let Message::Closing { error, .. } = closing else { unreachable!() };
    assert_eq!(error.code, "server.silent");
    let mut rest = Vec::new();
    let read = tokio::time::timeout(crate::client::PATIENCE, half.read_to_end(&mut rest)).await;
    assert!(read.is_ok(), "the server does not wait for ever for the rest");
    server.stop().await;
}

#[tokio::test]
async fn no_path_leads_out_of_the_program() {
    let server = start(roomy()).await;
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/....//etc/passwd",
        "/style.css/../../etc/passwd",
        "/\\..\\..\\etc\\passwd",
        "/style.css%00.html",
        "/etc/passwd",
        "//etc/passwd",
        "/t/../../x",
    ] {
        let answer = get(server.address(), path).await;
        assert!(matches!(answer.status, 400 | 404), "{path}: {}", answer.status);
        assert!(!answer.body.contains("root:"));
    }
    let long = format!("/{}", "x".repeat(30_000));
    let answer = get(server.address(), &long).await;
    assert!(matches!(answer.status, 400 | 404 | 414 | 431), "{}", answer.status);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_questions_do_not_hold_up_a_game() {
    let mut settings = roomy();
    (settings.thinkers, settings.think_millis) = (1, 3_600_000);
    let server = start(settings).await;
    let address = server.address();
    let (_, mut ann, mut bob) = two(address, "othello").await;
    let position = "---------------------------OX------XO--------------------------- X";
    // The only thread for long questions is taken for an hour, and everything behind it waits or is refused.
    bob.send(json!({"op": "query", "id": "all", "query": {"type": "SOLVE", "position": position}})).await;
    for number in 0..300 {
        let query = json!({"type": "PERFT", "position": position, "depth": 7});
        bob.send(json!({"op": "query", "id": format!("p{number}"), "query": query})).await;
    }
    let is_about_a_question = |message: &Message| match message {
        Message::Answer { .. } => true,
        Message::Refused { id: Some(id), .. } => id.as_str().starts_with('p'),
        _ => false,
    };
    for _ in 0..290 {
        let reply = bob.until(is_about_a_question).await;
        let Message::Refused { error, .. } = reply else { panic!("out of turn: {reply:?}") };
        assert_eq!(error.code, "server.busy");
    }
    // Meanwhile moves are made, by the asker as well, and the same table answers short questions.
    ann.done(json!({"op": "play", "action": {"type": "PLACE", "square": "f5"}})).await;
    bob.done(json!({"op": "play", "action": {"type": "PLACE", "square": "f6"}})).await;
    assert!(!bob.heard.iter().any(|text| text.contains("\"leaves\"")), "no question was answered before");
    server.stop().await;
}
