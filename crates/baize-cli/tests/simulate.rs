//! `baize simulate` as a process.

use serde_json::Value;
use std::process::{Command, Output};

fn simulate(arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_baize"));
    command.arg("simulate").args(arguments.split_whitespace()).output().unwrap()
}

#[test]
fn a_few_seeds_break_no_promise() {
    let output = simulate("--seeds 4 --steps 500 --threads 2 --json");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    assert!(output.status.success(), "{output:?}");
    assert_eq!((report["seeds"].as_u64(), report["violations"].as_u64()), (Some(4), Some(0)));
    assert!(
        report["steps"].as_u64() >= Some(2_000) && report["acknowledged"].as_u64() > Some(20),
        "{report}"
    );
}

#[test]
fn a_planted_bug_is_found_and_the_printed_command_finds_it_again() {
    let output = simulate("--seeds 100 --steps 1000 --bug early-answer --tries 40");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let again = text.lines().filter_map(|line| line.split("baize simulate ").nth(1)).next_back();
    let again = simulate(&format!("{} --tries 0", again.expect("a command is printed")));
    let text = String::from_utf8_lossy(&again.stderr);
    assert!(again.status.code() == Some(1) && text.contains("a promise was broken"), "{text}");
}

#[test]
fn the_story_of_one_seed_is_told() {
    let output = simulate("--seeds 1 --steps 200 --tell");
    let story = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && story.contains("the server starts"), "{output:?}");
    assert!(story.lines().count() > 100 && story.contains("\"welcome\""), "{story}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (arguments, expect) in [
        ("--games chess", "there is no game"),
        ("--faults rain", "there is no fault"),
        ("--bug none", "there is no bug"),
        ("--only 1,2", "--seeds 1"),
        ("--tell", "--seeds 1"),
        ("--only x --seeds 1", "numbers"),
    ] {
        let output = simulate(arguments);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && text.contains(expect), "{arguments}: {text}");
        assert_eq!(text.trim().lines().count(), 1, "{text}");
    }
}
