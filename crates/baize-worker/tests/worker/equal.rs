//! The same games, shots and choices natively and in WebAssembly, to the last bit.
//!
//! Before this test, `cargo xtask test` builds the program for browsers with wide registers;
//! `cargo xtask offline --check` compares the one without as well.

use crate::kept;
use baize_worker::Worker;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The answers of the program for browsers; `None` if it was not built.
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

/// Does jobs natively and in the program for browsers, which must answer the same; returns the answers.
fn compare(jobs: &[Value], kind: &str) -> Vec<Value> {
    let mut worker = Worker::new(Default::default());
    let native: Vec<Value> =
        jobs.iter().map(|job| serde_json::from_str(&worker.handle(&job.to_string())).unwrap()).collect();
    for (job, answer) in jobs.iter().zip(&native) {
        assert_eq!(answer["is"], kind, "{job}: {answer}");
    }
    if let Some(browser) = in_browser(jobs) {
        assert_eq!(browser.len(), native.len());
        for ((job, native), browser) in jobs.iter().zip(&native).zip(&browser) {
            assert_eq!(native, browser, "{job}");
        }
    }
    native
}

/// Compares random games of limited length; returns how many actions of each type were made.
fn compare_sum(game: &str, games: u32, most: u32) -> Value {
    let job = json!({"job": "sum", "game": game, "seed": "07".repeat(32), "games": games, "most": most});
    compare(&[job], "sum").swap_remove(0)["actions"].take()
}

// 10,000 random games together.

#[test]
fn random_games_of_othello_are_the_same_in_a_browser() {
    compare_sum("othello", 2_500, 400);
}

#[test]
fn random_games_of_banqi_are_the_same_in_a_browser() {
    compare_sum("banqi", 2_500, 400);
}

#[test]
fn random_games_of_nine_are_the_same_in_a_browser() {
    compare_sum("nine", 2_500, 400);
}

#[test]
fn random_games_of_may_i_are_the_same_in_a_browser() {
    compare_sum("may-i", 2_500, 400);
}

#[test]
fn ten_thousand_shots_are_the_same_in_a_browser() {
    let actions = compare_sum("nine-ball", 400, 100);
    assert!(actions["SHOOT"].as_u64().unwrap() >= 10_000, "{actions}");
}

#[test]
fn choices_are_the_same_in_a_browser() {
    let choice = |(game, player, nodes)| json!({"job": "try", "game": game, "player": player, "seed": "09".repeat(32), "plies": 12, "nodes": nodes});
    let jobs: Vec<Value> =
        [("othello", "expert", 20_000), ("banqi", "hard", 20_000), ("nine-ball", "medium", 20)]
            .map(choice)
            .into();
    compare(&jobs, "tried");
}

#[test]
fn recorded_games_replay_to_the_same_in_a_browser() {
    let jobs: Vec<Value> =
        kept::all().iter().map(|(_, kept)| json!({"job": "verify", "record": kept::record(kept)})).collect();
    assert_eq!(jobs.len(), crate::door::games().len());
    compare(&jobs, "verified");
}
