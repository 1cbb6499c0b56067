//! The same games, shots and choices natively and in WebAssembly, to the last bit.
//!
//! `cargo xtask test` builds the program for browsers before it runs this; `cargo xtask offline --check` compares as many
//! games and shots as take minutes, in both builds.

use crate::kept;
use baize_worker::Worker;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What the program for browsers answers; nothing where it was not built.
fn in_browser(jobs: &[Value]) -> Option<Vec<Value>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = here.join("../../web/public/offline/rooms.wasm");
    if !program.exists() {
        assert!(std::env::var_os("CI").is_none(), "cargo xtask web builds {}", program.display());
        println!("SKIPPED: the program for browsers was not built (cargo xtask web)");
        return None;
    }
    let mut node = Command::new("node");
    let node = node
        .arg(here.join("tests/jobs.mjs"))
        .arg(program)
        .arg(here.join("../baize-othello-engine/data/othello.weights"));
    let mut child = node.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("node runs it");
    let lines: String = jobs.iter().map(|job| format!("{job}\n")).collect();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let lines = String::from_utf8(output.stdout).unwrap();
    Some(lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["answer"].clone()).collect())
}

#[test]
fn games_shots_and_choices_are_the_same_in_a_browser() {
    let mut jobs = Vec::new();
    for (game, games) in [("othello", 40), ("banqi", 40), ("nine", 60), ("may-i", 10), ("nine-ball", 4)] {
        jobs.push(json!({"job": "sum", "game": game, "seed": "07".repeat(32), "games": games, "most": 150}));
    }
    for (game, player, nodes) in
        [("othello", "expert", 20_000), ("banqi", "hard", 20_000), ("nine-ball", "medium", 20)]
    {
        jobs.push(json!({"job": "try", "game": game, "player": player, "seed": "09".repeat(32), "plies": 12, "nodes": nodes}));
    }
    for (_, kept) in kept::all() {
        jobs.push(json!({"job": "verify", "record": kept::record(&kept)}));
    }
    let mut worker = Worker::new(Default::default());
    let native: Vec<Value> =
        jobs.iter().map(|job| serde_json::from_str(&worker.handle(&job.to_string())).unwrap()).collect();
    for (job, answer) in jobs.iter().zip(&native) {
        assert!(
            ["sum", "tried", "verified"].contains(&answer["is"].as_str().unwrap_or_default()),
            "{job}: {answer}"
        );
    }
    let Some(browser) = in_browser(&jobs) else { return };
    for ((job, native), browser) in jobs.iter().zip(native).zip(browser) {
        assert_eq!(native, browser, "{job}");
    }
}
