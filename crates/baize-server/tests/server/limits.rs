//! Limits without holes.

use crate::client::{Client, get, http, open, post, roomy, start, two};
use baize_protocol::Message;
use baize_server::{ClientLimits, Settings};
use futures_util::future::join_all;
use serde_json::json;
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message as Frame;

fn strict(change: impl FnOnce(&mut ClientLimits)) -> Settings {
    let mut settings = Settings::default();
    change(&mut settings.limits);
    settings
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_counts_as_a_table() {
    // Eight per hour allow two at once.
    let server = start(strict(|limits| limits.tables_per_hour = 8)).await;
    let (_, mut ann, mut bob) = two(server.address(), "nine").await;
    ann.done(json!({"op": "resign"})).await;
    ann.done(json!({"op": "rematch"})).await;
    assert_eq!(bob.refused(json!({"op": "rematch"})).await, "server.quota");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_that_say_nothing_count_too() {
    let server = start(strict(|limits| limits.messages_per_second = 5)).await;
    let address = server.address();
    let opened = open(address, json!({"game": "nine", "name": "Ann"})).await;
    let nothing = [Frame::Ping(vec![1].into()), Frame::Pong(vec![1].into()), Frame::Binary(vec![1].into())];
    for frame in nothing {
        let (mut ann, _) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
        for _ in 0..200 {
            ann.send_frame(frame.clone()).await;
        }
        assert_eq!(ann.until_closed().await, ("request.too_fast".to_owned(), Some(1008)), "{frame:?}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_sends_too_much_hears_why() {
    let server = start(strict(|limits| limits.messages_per_second = 5)).await;
    let address = server.address();
    let opened = open(address, json!({"game": "nine", "name": "Ann"})).await;
    for length in [9_000, 60_000, 300_000] {
        let (mut ann, _) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
        ann.send_frame(Frame::Text("x".repeat(length).into())).await;
        assert_eq!(ann.until_closed().await, ("request.too_long".to_owned(), Some(1009)), "{length}");
    }
    // A burst of which nothing is read until the end.
    let (mut ann, _) = Client::hello(address, &opened.table, json!({"token": opened.token})).await;
    for _ in 0..2_000 {
        ann.send_frame(Frame::Text(r#"{"op":"react","id":"r","reaction":"wow"}"#.into())).await;
    }
    assert_eq!(ann.until_closed().await, ("request.too_fast".to_owned(), Some(1008)));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn signs_of_life_do_not_replace_a_hello() {
    let server = start(strict(|limits| limits.patience_seconds = 1)).await;
    let mut silent = Client::connect(server.address()).await;
    let code = loop {
        silent.send_frame(Frame::Ping(Vec::new().into())).await;
        match tokio::time::timeout(Duration::from_millis(100), silent.next()).await {
            Ok(Some(Message::Closing { error, .. })) => break error.code,
            Ok(other) => panic!("{other:?}"),
            Err(_) => {}
        }
    };
    assert_eq!(code, "server.silent");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_tools_for_models_are_counted_as_requests() {
    let server = start(strict(|limits| limits.requests_per_second = 5)).await;
    let ask = async || post(server.address(), "/mcp", "", "{}").await.status;
    assert_ne!(ask().await, 429);
    // All at once: in sequence, a busy machine might be slow enough to pass.
    let statuses = join_all((0..30).map(|_| ask())).await;
    assert!(statuses.contains(&429), "{statuses:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_a_proxy_one_client_has_so_many_sockets() {
    let mut settings = strict(|limits| limits.connections_per_address = 3);
    settings.proxies = 1;
    let server = start(settings).await;
    let address = server.address();
    let knock = async |client: &str| {
        let request = format!(
            "GET /ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX-Forwarded-For: {client}\r\n\r\n"
        );
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = [0; 12];
        stream.read_exact(&mut head).await.unwrap();
        (stream, String::from_utf8_lossy(&head).into_owned())
    };
    let mut sockets = Vec::new();
    for _ in 0..3 {
        sockets.push(knock("203.0.113.9").await);
    }
    assert!(sockets.iter().all(|(_, head)| head == "HTTP/1.1 101"));
    assert_eq!(knock("203.0.113.9").await.1, "HTTP/1.1 429", "a fourth");
    assert_eq!(knock("203.0.113.10").await.1, "HTTP/1.1 101", "somebody else");
    server.stop().await;
}

#[tokio::test]
async fn requests_for_other_names_are_refused() {
    let settings = Settings { public_url: Some("https://baize.example".into()), ..roomy() };
    let server = start(settings).await;
    let address = server.address();
    let ask = async |host: &str| {
        let request = format!("GET /api/games HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        http(address, &request).await
    };
    for host in ["baize.example", "localhost:8080", "127.0.0.1", "[::1]:80", "192.168.1.5:8080"] {
        assert_eq!(ask(host).await.status, 200, "{host}");
    }
    for host in ["evil.example", "baize.example.evil.example:80", "localhost.evil.example"] {
        let answer = ask(host).await;
        assert_eq!((answer.status, &answer.json()["error"]["code"]), (403, &json!("request.bad_host")));
    }
    assert_eq!(get(address, "/api/health").await.status, 200);
    server.stop().await;
}
