//! Long-running commands: if stopped, they keep their results; and they never overwrite anything unasked.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("baize-long-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn baize(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_baize"));
        command.args(arguments).current_dir(&self.0).env("TMPDIR", &self.0).stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.baize(arguments).output().unwrap()
    }

    fn ok(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The one line of complaint from a command.
    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), error.lines().count()), (Some(1), 1), "{arguments:?}: {error}");
        error
    }

    fn files(&self) -> Vec<String> {
        let names = std::fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn signal(child: &std::process::Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// Runs a command until a file has `lines` lines, then stops it.
fn stopped(mut command: Command, file: &Path, lines: usize) -> Output {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while std::fs::read_to_string(file).unwrap_or_default().lines().count() < lines {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::yield_now();
    }
    signal(&child, "-INT");
    child.wait_with_output().unwrap()
}

#[test]
fn a_match_that_is_stopped_keeps_its_games() {
    let folder = Folder::new("match");
    let arguments = ["match", "nine", "--players", "easy,easy", "--games", "10000000", "--record", "r.jsonl"];
    let output = stopped(folder.baize(&arguments), &folder.0.join("r.jsonl"), 3);
    let (told, error) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(error.starts_with("baize: stopped after ") && error.lines().count() == 1, "{error}");
    let games = folder.read("r.jsonl").lines().count();
    assert!(told.starts_with(&format!("nine: {games} games")), "{told}");
    let verified = folder.ok(&["verify", "r.jsonl"]);
    assert!(verified.starts_with(&format!("{games} records verified")), "{verified}");
}

#[test]
fn racks_that_were_played_are_told() {
    let folder = Folder::new("runout");
    let arguments = ["runout", "--player", "beginner", "--racks", "1000000", "--json"];
    let child = folder.baize(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Wait for its signal handler; before that nothing is played.
    let status = format!("/proc/{}/status", child.id());
    let catches = || {
        let status = std::fs::read_to_string(&status).unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(mask.trim(), 16).unwrap() & 0b10 != 0
    };
    while !catches() {
        std::thread::yield_now();
    }
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(error.starts_with("baize: stopped ") && error.lines().count() == 1, "{error}");
    if !output.stdout.is_empty() {
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(error.contains(&format!("after {} of 1000000 racks", report["racks"])), "{error}");
    }
}

#[test]
fn a_ladder_goes_on_where_it_was_stopped() {
    let folder = Folder::new("ladder");
    let arguments = ["ladder", "nine", "--games", "60", "--out", "."];
    let kept = folder.0.join("strength.jsonl");
    let output = stopped(folder.baize(&arguments), &kept, 2);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(error.contains("--resume goes on"), "{error}");
    let before: Vec<String> = folder.read("strength.jsonl").lines().map(str::to_owned).collect();
    assert!(before.len() >= 2 && before.len() < 14, "{}", before.len());
    folder.ok(&["ladder", "nine", "--games", "60", "--out", ".", "--resume"]);
    let after = folder.read("strength.jsonl");
    assert_eq!(after.lines().count(), 14);
    // Complete results are kept as they were, to the last digit of their times.
    for line in &before[..2] {
        assert!(after.lines().any(|other| other == line), "{line}");
    }
    let whole = folder.read("strength.jsonl");
    folder.ok(&["ladder", "nine", "--games", "60", "--out", ".", "--resume"]);
    assert_eq!(whole, folder.read("strength.jsonl"), "nothing is left to play");
}

#[test]
fn a_load_that_is_stopped_checks_what_was_played_and_leaves_nothing() {
    let folder = Folder::new("load");
    let arguments = ["load", "--tables", "2", "--seconds", "86400", "--games", "nine", "--json"];
    let data = |folder: &Folder| folder.files().into_iter().any(|name| name.starts_with("baize-load-"));
    let start = || {
        let mut command = folder.baize(&arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        while !data(&folder) {
            assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
            std::thread::yield_now();
        }
        child
    };
    let child = start();
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{error}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["lost"], &report["mismatches"]), (&0.into(), &0.into()), "{report}");
    assert!(!data(&folder), "{:?}", folder.files());

    let child = start();
    signal(&child, "-TERM");
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    assert!(!data(&folder), "{:?}", folder.files());
}

#[test]
fn nothing_is_written_over_unasked() {
    let folder = Folder::new("force");
    let record =
        ["match", "nine-ball", "--players", "potter,potter", "--games", "1", "--record", "game.json"];
    folder.ok(&record);
    let first = folder.read("game.json");
    assert!(folder.refused(&record).contains("game.json exists already; --force replaces it"));
    assert_eq!(folder.read("game.json"), first);
    folder.ok(&[&record[..], &["--force"]].concat());
    assert_ne!(folder.read("game.json"), first);

    let draw = ["analyse", "game.json", "--out", "shot.svg"];
    folder.ok(&draw);
    assert!(folder.refused(&draw).contains("--force"));
    folder.ok(&[&draw[..], &["--force"]].concat());
    assert!(folder.refused(&["train", "banqi-tables", "--out", "shot.svg"]).contains("--force"));
    assert!(folder.read("shot.svg").starts_with("<svg"));
}

/// A file that cannot be written is refused before anything is played, and leaves nothing behind.
#[test]
fn a_missing_target_is_noticed_first() {
    let folder = Folder::new("missing");
    for arguments in [
        &["ladder", "nine", "--games", "1000000", "--out", "missing"][..],
        &["match", "nine", "--games", "10000000", "--record", "missing/games.jsonl"],
        &["train", "othello", "--work", "work", "--out", "missing/my.weights"],
        &["match", "nine", "--players", "easy,nobody", "--record", "games.jsonl"],
    ] {
        let error = folder.refused(arguments);
        assert!(error.contains("missing") || error.contains("nobody"), "{error}");
    }
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
fn records_are_verified_from_files_streams_and_folders() {
    let folder = Folder::new("verify");
    for (name, game, players) in [
        ("nine", "nine", "easy,easy"),
        ("othello", "othello", "easy,random"),
        ("banqi", "banqi", "greedy,random"),
        ("may-i", "may-i", "greedy,greedy,greedy"),
        ("nine-ball", "nine-ball", "potter,beginner"),
    ] {
        let file = format!("{name}.jsonl");
        folder.ok(&["match", game, "--players", players, "--games", "2", "--record", &file]);
        let told = folder.ok(&["verify", &file]);
        assert!(told.starts_with("2 records verified, "), "{game}: {told}");
    }
    let rows = folder.ok(&["verify", ".", "--json"]);
    assert_eq!(rows.lines().count(), 10);
    for row in rows.lines() {
        let row: Value = serde_json::from_str(row).unwrap();
        assert!(row["verified"]["actions"].as_u64() > Some(0), "{row}");
    }
    let stream = std::fs::File::open(folder.0.join("nine.jsonl")).unwrap();
    let output = folder.baize(&["verify", "-"]).stdin(stream).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("2 records verified, 36 actions"));

    // A changed record is named, and the others are verified nevertheless.
    let lines: Vec<String> = folder.read("nine.jsonl").lines().map(str::to_owned).collect();
    let changed = lines[0].replacen("\"card\":", "\"card\":1", 1);
    std::fs::write(folder.0.join("mixed.jsonl"), format!("{}\n{changed}\n{}\n", lines[1], lines[0])).unwrap();
    let output = folder.run(&["verify", "mixed.jsonl"]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(told.contains("mixed.jsonl, record 2: ") && told.contains("2 records verified"), "{told}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("1 of 3 records not what was played"));
    // So is a record that is cut short.
    std::fs::write(folder.0.join("cut.jsonl"), format!("{}\n{}", lines[1], &lines[0][..99])).unwrap();
    let told = String::from_utf8(folder.run(&["verify", "cut.jsonl"]).stdout).unwrap();
    assert!(told.contains("cut.jsonl, record 2: cut.jsonl is not JSON"), "{told}");

    std::fs::create_dir(folder.0.join("empty")).unwrap();
    assert!(folder.refused(&["verify", "empty"]).contains("no .json or .jsonl files"));
    let listed = folder.ok(&["analyse", "nine-ball.jsonl", "--game", "2", "--list"]);
    assert!(listed.contains("contact"), "{listed}");
}

/// Weights made by `train` can be used to play and to solve.
#[test]
fn weights_are_loaded_again() {
    let folder = Folder::new("weights");
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/othello.weights");
    std::fs::copy(own, folder.0.join("my.weights")).unwrap();
    let zero = baize_othello_engine::Weights::zero().to_bytes();
    std::fs::write(folder.0.join("zero.weights"), zero).unwrap();
    let score = |players: &str| -> f64 {
        let arguments = ["--games", "30", "--opening", "6", "--seed", "s", "--json"];
        let told = folder.ok(&[&["match", "othello", "--players", players][..], &arguments].concat());
        let report: Value = serde_json::from_str(&told).unwrap();
        report["players"][0]["score"].as_f64().unwrap()
    };
    assert_eq!(score("medium@my.weights,medium"), score("medium,medium"), "the same weights");
    assert!(score("medium@zero.weights,medium") < 0.3, "weights that know nothing");
    let position = "-O--XX---OXXXXXOXOOXXXXOXXXXOXXXXXXXOXXXXXXXOXXXXOXXOXXXOOOOOXXX X";
    let told = folder.ok(&["solve", "othello", "--position", position, "--weights", "zero.weights"]);
    assert!(told.contains("+8  a1"), "{told}");
    std::fs::write(folder.0.join("bad.weights"), "nonsense").unwrap();
    for (players, why) in [
        ("hard@bad.weights,hard", "no Othello weights"),
        ("hard@none.weights,hard", "cannot read none.weights"),
        ("random@my.weights,hard", "no player that judges"),
    ] {
        assert!(folder.refused(&["match", "othello", "--players", players]).contains(why));
    }
}

#[test]
fn words_are_as_people_say_them() {
    let folder = Folder::new("words");
    let one = folder.ok(&["match", "nine", "--players", "easy,easy", "--games", "1", "--seed", "s"]);
    assert!(one.starts_with("nine: 1 game, 18 actions in "), "{one}");
    assert!(!one.contains("inf") && !one.contains("by -"), "{one}");
    let wrong = folder.refused(&["match", "othello", "--players", "easy"]);
    assert!(wrong.contains("Othello takes 2 players here, not 1"), "{wrong}");
    let wrong = folder.refused(&["match", "may-i", "--players", "greedy"]);
    assert!(wrong.contains("takes 3 to 8 players here, not 1"), "{wrong}");
    folder.ok(&["agent", "--data", "a", "new", "nine-ball", "--players", "2", "--id", "pool"]);
    folder.ok(&["agent", "--data", "a", "pool", "place", "-635", "0"]);
    let wrong = folder.refused(&["agent", "--data", "a", "pool", "shoot", "99", "0"]);
    assert!(wrong.contains("the speed must be between 0.001 and 12 m/s"), "{wrong}");
}

#[test]
fn a_position_may_begin_with_a_hyphen() {
    let folder = Folder::new("hyphen");
    let start = "---------------------------OX------XO--------------------------- X";
    let counted = folder.ok(&["perft", "othello", "--position", start, "--depth", "3"]);
    assert!(counted.lines().last().unwrap().contains(" 56 "), "{counted}");
    let late = "-O--XX---OXXXXXOXOOXXXXOXXXXOXXXXXXXOXXXXXXXOXXXXOXXOXXXOOOOOXXX X";
    assert!(folder.ok(&["solve", "othello", "--position", late]).contains("+8  a1"));
}
