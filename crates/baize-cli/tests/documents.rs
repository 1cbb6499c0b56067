//! Examples in the documents are replayed.

use baize_players::Budget;
use baize_referee::Clerk;
use serde_json::Value;

const PROTOCOL: &str = include_str!("../../../docs/protocol.md");

#[test]
fn the_exchange_in_the_protocol_page_is_true() {
    let mut clerk = Clerk::new(Budget::default());
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
        // A request without its fields must be a known one, not an unknown word.
        let reply = Clerk::new(Budget::default()).reply(format!("{{\"op\":\"{op}\"}}").as_bytes());
        let message = reply["error"]["message"].as_str().unwrap_or_default();
        assert!(!message.contains("unknown variant"), "{op}: {message}");
    }
}

#[test]
fn every_threat_has_its_tests() {
    let page = include_str!("../../../docs/security.md");
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut code = String::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                code.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }
    let threats: Vec<&str> =
        page.lines().filter(|line| line.starts_with("| ") && !line.contains("threat")).collect();
    assert_eq!(threats.len(), 38);
    for (number, threat) in (1..).zip(threats) {
        assert!(threat.starts_with(&format!("| {number} |")), "{threat}");
        let shown = threat.trim_end_matches('|').rsplit('|').next().unwrap();
        let names: Vec<&str> =
            shown.split('`').skip(1).step_by(2).filter(|name| name.contains('_')).collect();
        assert!(!names.is_empty() || shown.contains("does not apply"), "{threat}");
        for name in names {
            assert!(code.contains(&format!("fn {name}(")), "there is no test {name}");
        }
    }
}
