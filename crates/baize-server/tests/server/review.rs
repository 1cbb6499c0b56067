//! Reviews of finished games over HTTP.

use crate::client::{Client, http, roomy, start, two};
use serde_json::{Value, json};
use std::net::SocketAddr;

/// The lines of a review; with HTTP/1.0 they are sent without chunking.
async fn review(address: SocketAddr, table: &str, token: &str) -> (u16, Vec<Value>) {
    let request = format!(
        "GET /api/tables/{table}/review HTTP/1.0\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\r\n"
    );
    let answer = http(address, &request).await;
    (answer.status, answer.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

async fn place(client: &mut Client, square: &str) {
    client.done(json!({"op": "play", "action": {"type": "PLACE", "square": square}})).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_game_is_reviewed_line_by_line_and_kept() {
    let server = start(roomy()).await;
    let address = server.address();
    let (opened, mut ann, mut bob) = two(address, "othello").await;
    place(&mut ann, "f5").await;
    let (status, lines) = review(address, &opened.table, &opened.token).await;
    assert_eq!(
        (status, &lines[0]["error"]["code"]),
        (409, &json!("table.not_over")),
        "nothing before the end"
    );
    place(&mut bob, "f4").await;
    ann.done(json!({"op": "resign"})).await;
    let (status, lines) = review(address, &opened.table, &opened.token).await;
    assert_eq!(status, 200);
    let kinds: Vec<&str> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
    assert!(kinds[0] == "PROGRESS" && kinds.contains(&"SKETCH"), "{kinds:?}");
    let last = lines.last().unwrap();
    assert_eq!((&last["type"], &last["review"]["game"]), (&json!("REVIEW"), &json!("othello")));
    let texts: Vec<&Value> =
        last["review"]["moves"].as_array().unwrap().iter().map(|of| &of["text"]).collect();
    assert_eq!(texts, [&json!("f5"), &json!("f4")]);
    let (_, again) = review(address, &opened.table, &opened.token).await;
    assert_eq!(again, std::slice::from_ref(last), "it is there at once");
    let (status, _) = review(address, &opened.table, &"00".repeat(16)).await;
    assert_eq!(status, 404, "a private table is nobody else's");
    server.stop().await;
}
