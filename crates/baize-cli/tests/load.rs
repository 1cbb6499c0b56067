//! `baize load` and `baize serve` as processes: killed, on a bad network, with a store that lies.

use serde_json::Value;
use std::process::{Command, Output};

fn load(arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_baize"));
    command.arg("load").args(arguments.split(' ')).output().unwrap()
}

fn report(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|_| panic!("{output:?}"))
}

#[test]
fn a_server_that_is_killed_loses_nothing() {
    let output = load("--tables 6 --seconds 6 --kill-every 1 --json");
    let report = report(&output);
    assert!(output.status.success(), "{report}");
    assert!(report["kills"].as_u64().unwrap() >= 2 && report["reconnects"].as_u64().unwrap() > 0, "{report}");
    assert!(report["acknowledged"].as_u64().unwrap() > 50, "{report}");
    assert_eq!((report["lost"].as_u64(), report["mismatches"].as_u64()), (Some(0), Some(0)));
}

#[test]
fn a_server_that_acknowledges_too_early_is_found_out() {
    let output = load("--tables 6 --seconds 6 --kill-every 1 --store lying --json");
    let report = report(&output);
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(report["lost"].as_u64().unwrap() > 0, "{report}");
}

#[test]
fn sockets_that_only_listen_are_counted() {
    let output = load("--tables 2 --seconds 1 --idle 150 --faults 20 --store memory --json");
    let report = report(&output);
    assert!(output.status.success(), "{report}");
    assert!(
        report["bytesPerConnection"].as_u64().is_some() && report["faults"].as_u64().unwrap() > 0,
        "{report}"
    );
    for field in ["movesPerSecond", "p50Ms", "p99Ms", "acknowledged", "lost", "mismatches"] {
        assert!(report[field].is_number(), "{field}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (arguments, expect) in [
        ("--kill-every 2 --store memory", "does not survive a kill"),
        ("--games chess", "unknown game"),
        ("--url ftp://example", "http://host:port"),
        ("--url http://127.0.0.1:1 --seconds 1", "refused"),
        ("--faults 100", "faults"),
    ] {
        let output = load(arguments);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && text.contains(expect), "{arguments}: {text}");
        assert_eq!(text.trim().lines().count(), 1, "{text}");
    }
}
