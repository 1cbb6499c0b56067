//! The reader of the output may go, and the disk may be full: no command panics, and the status tells the two
//! apart.

use std::fs::File;
use std::io::{PipeReader, Write, pipe};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("baize-output-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A short run of every command that writes to standard output, with its input. `serve` is tested separately.
const RUNS: &[(&str, &[&str], &str)] = &[
    ("load", &["--tables", "1", "--seconds", "1", "--store", "memory", "--games", "nine"], ""),
    ("simulate", &["--seeds", "1", "--steps", "50", "--tables", "1", "--games", "nine"], ""),
    ("backup", &["--data", "data", "copy.db"], ""),
    ("store", &["copy", "data", "other"], ""),
    ("play", &["nine"], "1\n2\n"),
    ("agent", &["--data", "agent", "new", "nine", "--players", "2"], ""),
    ("mcp", &["--data", "agent"], "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"),
    ("referee", &[], "{\"op\":\"games\"}\n{\"op\":\"games\"}\n"),
    ("games", &[], ""),
    ("match", &["nine", "--games", "2"], ""),
    ("ladder", &["--help"], ""),
    ("runout", &["--player", "beginner", "--racks", "1"], ""),
    ("perft", &["othello", "--depth", "3"], ""),
    (
        "solve",
        &["othello", "--position", "-O--XX---OXXXXXOXOOXXXXOXXXXOXXXXXXXOXXXXXXXOXXXXOXXOXXXOOOOOXXX X"],
        "",
    ),
    ("train", &["--help"], ""),
    ("analyse", &["game.json", "--list"], ""),
    ("review", &["--rough", "games.jsonl"], ""),
    ("puzzles", &["make", "othello", "--count", "1", "--seed", "any"], ""),
    ("export-site", &["--help"], ""),
    ("bench", &["nine.playouts", "--seconds", "0.01"], ""),
    ("verify", &["game.json"], ""),
    ("verify", &["games.jsonl"], ""),
    ("convert", &["-"], "f5d6c3\n"),
    ("completions", &["bash"], ""),
    ("man", &["."], ""),
    ("help", &["match"], ""),
];

fn baize(folder: &Path, arguments: &[&str], stdout: Stdio, stderr: Stdio) -> Child {
    Command::new(env!("CARGO_BIN_EXE_baize"))
        .args(arguments)
        .current_dir(folder)
        .env("HOME", folder)
        .env_remove("XDG_DATA_HOME")
        .stdin(Stdio::piped())
        .stdout(stdout)
        .stderr(stderr)
        .spawn()
        .unwrap()
}

fn run(folder: &Path, arguments: &[&str], input: &str, stdout: Stdio) -> Output {
    let mut child = baize(folder, arguments, stdout, Stdio::piped());
    // A command that has ended does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// A folder with the input of the runs: a record, several records, and a server's data.
fn prepared(name: &str) -> Folder {
    let folder = Folder::new(name);
    for (game, games, file) in [("nine-ball", "1", "game.json"), ("nine", "3", "games.jsonl")] {
        let players = if game == "nine" { "easy,easy" } else { "potter,potter" };
        let arguments = ["match", game, "--players", players, "--games", games, "--record", file];
        assert!(run(&folder.0, &arguments, "", Stdio::null()).status.success());
    }
    drop(baize_store::Sqlite::open(&folder.0.join("data"), baize_store::SqliteSettings::default()).unwrap());
    folder
}

fn words<'a>(command: &'a str, rest: &[&'a str]) -> Vec<&'a str> {
    [&[command], rest].concat()
}

/// A pipe whose reader has gone.
fn closed() -> Stdio {
    let (reader, writer): (PipeReader, _) = pipe().unwrap();
    drop(reader);
    writer.into()
}

fn full() -> Stdio {
    File::options().write(true).open("/dev/full").unwrap().into()
}

#[test]
fn every_command_is_tried() {
    let folder = Folder::new("names");
    let help = run(&folder.0, &["--help"], "", Stdio::piped()).stdout;
    let help = String::from_utf8(help).unwrap();
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    for name in list.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()) {
        let is_tried =
            name.is_empty() || name == "serve" || RUNS.iter().any(|(command, ..)| *command == name);
        assert!(is_tried, "{name}");
    }
}

#[test]
fn a_reader_that_has_gone_is_no_mistake() {
    let folder = prepared("closed");
    for (command, rest, input) in RUNS {
        let _ = std::fs::remove_file(folder.0.join("copy.db"));
        let arguments = words(command, rest);
        let output = run(&folder.0, &arguments, input, closed());
        let error = String::from_utf8_lossy(&output.stderr);
        if *command == "mcp" {
            // A client that sends but does not read gets an error.
            assert!(output.status.code() == Some(1) && !error.contains("panicked"), "{error}");
            continue;
        }
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {error}");
        assert!(!error.contains("panicked"), "{arguments:?}: {error}");
    }
}

#[test]
fn a_full_disk_is_told_in_one_line() {
    let folder = prepared("full");
    for (command, rest, input) in RUNS {
        let _ = std::fs::remove_file(folder.0.join("copy.db"));
        let arguments = words(command, rest);
        let output = run(&folder.0, &arguments, input, full());
        let error = String::from_utf8_lossy(&output.stderr);
        if *command == "mcp" {
            // Its protocol cannot report this; the client sees that nothing comes.
            assert!(!error.contains("panicked"), "{error}");
            continue;
        }
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {error}");
        assert!(error.contains("the output cannot be written"), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    }
    let arguments = ["match", "nine", "--games", "2", "--record", "/dev/full"];
    let output = run(&folder.0, &arguments, "", Stdio::null());
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("cannot write the records") && error.lines().count() == 1, "{error}");
}

/// Errors cannot be written anywhere: only the status tells.
#[test]
fn nobody_has_to_read_the_errors() {
    let folder = Folder::new("errors");
    for stderr in [closed, full] {
        let mut child = baize(&folder.0, &["match", "chess"], Stdio::null(), stderr());
        assert_eq!(child.wait().unwrap().code(), Some(1));
    }
}

/// A server serves whether or not anybody reads its address, and ends when told to.
#[test]
fn a_server_needs_no_reader() {
    let folder = Folder::new("serve");
    for stdout in [closed, full] {
        let arguments = ["serve", "--port", "0", "--store", "memory"];
        let mut child = baize(&folder.0, &arguments, stdout(), Stdio::piped());
        let mut log = std::io::BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        while !line.contains("serving") {
            line.clear();
            let read = std::io::BufRead::read_line(&mut log, &mut line).unwrap();
            assert!(read > 0, "it ended before it served");
        }
        let killed = Command::new("kill").arg(child.id().to_string()).status().unwrap();
        assert!(killed.success());
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
    // The same if nobody reads its log.
    for stderr in [closed, full] {
        let arguments = ["serve", "--port", "0", "--store", "memory", "--log", "trace"];
        let mut child = baize(&folder.0, &arguments, Stdio::piped(), stderr());
        let mut line = String::new();
        let mut out = std::io::BufReader::new(child.stdout.take().unwrap());
        std::io::BufRead::read_line(&mut out, &mut line).unwrap();
        assert!(line.starts_with("Baize is at "), "{line}");
        assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}
