//! Examples in the documents are replayed.

use baize_cli::referee::Clerk;
use serde_json::Value;

const PROTOCOL: &str = include_str!("../../../docs/protocol.md");

#[test]
fn the_exchange_in_the_protocol_page_is_true() {
    let mut clerk = Clerk::new();
    let mut reply = Value::Null;
    let mut exchanges = 0;
    for line in PROTOCOL.lines() {
        if let Some(request) = line.strip_prefix("> ") {
            reply = clerk.reply(request.as_bytes());
        } else if let Some(expected) = line.strip_prefix("< ") {
            assert_eq!(reply, serde_json::from_str::<Value>(expected).unwrap(), "{line}");
            exchanges += 1;
        }
    }
    assert!(exchanges >= 4);
}

#[test]
fn every_request_and_code_of_the_program_is_in_the_page() {
    for op in [
        "games", "new", "load", "state", "view", "legal", "check", "apply", "undo", "query", "suggest",
        "quit",
    ] {
        assert!(PROTOCOL.contains(&format!("| `{op}` |")), "{op}");
        // A request without its fields must be known, not an unknown word.
        let reply = Clerk::new().reply(format!("{{\"op\":\"{op}\"}}").as_bytes());
        let message = reply["error"]["message"].as_str().unwrap_or_default();
        assert!(!message.contains("unknown variant"), "{op}: {message}");
    }
}
