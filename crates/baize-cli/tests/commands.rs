//! The commands as a newcomer would type them, and what they say to bad input.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn baize(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_baize"))
        .args(arguments)
        .env("BAIZE_PLAY_DATA", std::env::temp_dir().join(format!("baize-play-{}", std::process::id())))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read may have ended already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(arguments: &[&str], input: &str) -> String {
    let output = baize(arguments, input);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn bad_arguments_give_status_2_and_bad_data_status_1_each_with_one_line() {
    for (arguments, status) in [
        (&["frob"][..], 2),
        (&["match"], 2),
        (&["match", "othello", "--games", "0"], 2),
        (&["perft", "othello", "--depth", "x"], 2),
        (&["bench", "--seconds", "-1"], 2),
        (&["games", "chess"], 1),
        (&["games", "--frob"], 2),
        (&["match", "chess"], 1),
        (&["match", "othello", "--players", "random"], 1),
        (&["match", "othello", "--players", "random,nobody"], 1),
        (&["match", "othello", "--options", "{"], 1),
        (&["match", "othello", "--sprt", "20,0"], 2),
        (&["match", "othello", "--even", "5"], 2),
        (&["match", "nine", "--opening", "1000"], 1),
        (&["ladder", "chess"], 1),
        (&["ladder", "othello", "--games", "1"], 2),
        (&["solve", "othello"], 2),
        (&["solve", "chess", "--position", "x"], 1),
        (&["solve", "othello", "--position", "x"], 1),
        (&["solve", "othello", "no-such-file"], 1),
        (&["train", "chess", "--work", "x", "--out", "y"], 1),
        (&["perft", "chess"], 1),
        (&["perft", "othello", "--position", "x"], 1),
        (&["bench", "nothing-like-this"], 1),
        (&["verify", "no-such-file"], 1),
        (&["verify", "-"], 1),
        (&["review"], 2),
        (&["review", "no-such-file"], 1),
        (&["review", "-"], 1),
        (&["play", "chess"], 1),
        (&["analyse"], 2),
        (&["analyse", "-", "--list", "--out", "x.svg"], 2),
        (&["analyse", "no-such-file"], 1),
        (&["analyse", "-"], 1),
    ] {
        let output = baize(arguments, "");
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((error.lines().count(), output.stdout.len()), (1, 0), "{arguments:?}: {error}");
        assert!(error.matches("--help").count() <= 1, "{arguments:?}: {error}");
    }
}

#[test]
fn every_command_has_help_with_an_example() {
    let overview = text(&["--help"], "");
    for command in [
        "games",
        "play",
        "agent",
        "mcp",
        "referee",
        "match",
        "ladder",
        "runout",
        "perft",
        "solve",
        "train",
        "analyse",
        "bench",
        "verify",
        "convert",
        "simulate",
        "review",
        "completions",
        "man",
    ] {
        assert!(overview.contains(command));
        let help = text(&[command, "--help"], "");
        assert!(help.contains("Example"), "{command}: {help}");
    }
}

#[test]
fn records_are_reviewed_one_line_each_and_a_bad_one_is_named() {
    let file = std::env::temp_dir().join(format!("baize-review-{}.jsonl", std::process::id()));
    let path = file.to_str().unwrap();
    text(&["match", "nine", "--players", "medium,easy", "--games", "3", "--seed", "s", "--record", path], "");
    let records = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let reviews = text(&["review", "-", "--json"], &records);
    assert_eq!(reviews.lines().count(), 3);
    for line in reviews.lines() {
        let review: Value = serde_json::from_str(line).unwrap();
        assert_eq!((&review["game"], review["moves"].as_array().unwrap().len()), (&"nine".into(), 18));
        for player in review["players"].as_array().unwrap() {
            let is_enough = player["decisions"].as_u64() >= Some(5);
            assert_eq!(player["accuracy"].is_number(), is_enough, "{player}");
        }
    }
    let one_by_one: String = records.lines().map(|record| text(&["review", "-", "--json"], record)).collect();
    assert_eq!(one_by_one, reviews, "side by side they keep their order");
    let summary = text(&["review", "-", "--summary"], &records);
    assert!(
        summary.starts_with("nine, easy: 3 games, ") && summary.contains("\nnine, medium: 3 games, "),
        "{summary}"
    );
    let told = text(&["review", "-"], records.lines().next().unwrap());
    assert!(told.starts_with("Nine. Won by") && told.contains("accuracy"), "{told}");
    let changed = records.replacen("\"card\":", "\"card\": 1", 1);
    let output = baize(&["review", "-", "--json"], &changed);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("game 1: "), "{error}");
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 2, "the others are reviewed");
}

#[test]
fn a_match_is_repeatable_and_its_records_verify() {
    let file = std::env::temp_dir().join(format!("baize-match-{}.jsonl", std::process::id()));
    let path = file.to_str().unwrap();
    let arguments = [
        "match",
        "nine",
        "--players",
        "medium,easy",
        "--games",
        "20",
        "--seed",
        "s",
        "--json",
        "--record",
        path,
        "--force",
    ];
    let mut reports: Vec<Value> =
        (0..2).map(|_| serde_json::from_str(&text(&arguments, "")).unwrap()).collect();
    for report in &mut reports {
        report["seconds"] = Value::Null;
        report["players"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .for_each(|player| player["millisPerMove"] = Value::Null);
    }
    assert_eq!(reports[0], reports[1]);
    let records = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(records.lines().count(), 20);
    for record in records.lines() {
        assert!(text(&["verify", "-"], record).starts_with("ok: nine, 18 actions"));
    }
    let record: Value = serde_json::from_str(records.lines().next().unwrap()).unwrap();
    for tampered in tampered(&record) {
        assert_eq!(baize(&["verify", "-"], &tampered.to_string()).status.code(), Some(1), "{tampered}");
    }
}

/// Copies of the record, each changed in one place that matters.
fn tampered(record: &Value) -> Vec<Value> {
    let change = |path: &str, value: Value| {
        let mut record = record.clone();
        *record.pointer_mut(path).unwrap() = value;
        record
    };
    let flipped = |text: &str| text.replacen(|c: char| c.is_ascii_digit(), "f", 1);
    let mut shorter = record.clone();
    shorter["log"].as_array_mut().unwrap().pop();
    let mut unrevealed = record.clone();
    unrevealed.as_object_mut().unwrap().remove("seed");
    vec![
        change("/seed", flipped(record["seed"].as_str().unwrap()).into()),
        change("/commitment", flipped(record["commitment"].as_str().unwrap()).into()),
        change("/log/0/action/card", 10.into()),
        change("/log/0/seat", 1.into()),
        change("/result/scores/0", 1.into()),
        change("/result/reason", "resign".into()),
        change("/revision", 999.into()),
        change("/game", "othello".into()),
        change("/format", "other".into()),
        change("/options", serde_json::json!({"ties": "maybe"})),
        shorter,
        unrevealed,
    ]
}

#[test]
fn shots_of_a_record_and_single_ones_are_drawn() {
    let folder = std::env::temp_dir().join(format!("baize-analyse-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (record, picture) = (path("game.json"), path("shot.svg"));
    text(
        &[
            "match",
            "nine-ball",
            "--players",
            "potter,potter",
            "--games",
            "2",
            "--seed",
            "s",
            "--record",
            &record,
        ],
        "",
    );
    let list = text(&["analyse", &record, "--list"], "");
    assert!(list.lines().count() > 2 && list.contains("seat 0") && list.contains("potted"), "{list}");
    let told = text(&["analyse", &record, "--game", "2", "--shot", "1", "--out", &picture], "");
    assert!(told.starts_with("shot 1 of "), "{told}");
    let svg = std::fs::read_to_string(&picture).unwrap();
    for part in ["<svg", "class=\"path", "class=\"ghost\"", "class=\"hit\"", "class=\"rest", "</svg>"] {
        assert!(svg.contains(part), "{part}");
    }
    let single = r#"{"type":"SIMULATE","balls":{"0":[0,0],"1":[0.5,0.01]},"cue":{"v0":2,"phi":0,"theta":0,"a":0,"b":0}}"#;
    assert!(text(&["analyse", "-"], single).starts_with("<svg"));
    for (arguments, input, part) in [
        (&["analyse", &record, "--shot", "999"][..], "", "there is no shot 999"),
        (&["analyse", &record, "--game", "3"], "", "there is no game 3"),
        (&["analyse", "-"], "{}", "neither a record"),
        (&["analyse", "-"], "nonsense", "not JSON"),
        (
            &["analyse", "-"],
            r#"{"balls":{"1":[0,0]},"cue":{"v0":2,"phi":0,"theta":0,"a":0,"b":0}}"#,
            "no cue ball",
        ),
        (&["analyse", "-"], r#"{"cue":{},"balls":{}}"#, "not a SIMULATE query"),
    ] {
        let output = baize(arguments, input);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains(part) && error.lines().count() == 1, "{error}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn runs_out_are_counted() {
    let arguments = [
        "runout", "--player", "expert", "--noise", "0", "--racks", "2", "--nodes", "600", "--seed", "s",
        "--json",
    ];
    let counted = |text: String| -> serde_json::Value { serde_json::from_str(&text).unwrap() };
    let report = counted(text(&arguments, ""));
    assert_eq!((&report["racks"], &report["noise"]), (&2.into(), &0.0.into()), "{report}");
    let share = report["runOuts"].as_f64().unwrap() / 2.0;
    assert_eq!(report["rate"]["value"].as_f64(), Some(share), "{report}");
    assert!(report["rate"]["low"].as_f64() <= Some(share) && report["moves"].as_u64() > Some(2), "{report}");
    let again = counted(text(&arguments, ""));
    assert_eq!(
        (&report["runOuts"], &report["moves"]),
        (&again["runOuts"], &again["moves"]),
        "the seed repeats it"
    );
    let shown = text(&["runout", "--player", "beginner", "--racks", "1", "--seed", "s"], "");
    assert!(shown.contains("of 1 rack from ball in hand"), "{shown}");
    let noisy = [
        "match",
        "nine-ball",
        "--players",
        "medium,potter",
        "--games",
        "2",
        "--noise",
        "1",
        "--nodes",
        "200",
    ];
    assert!(text(&noisy, "").contains("medium"));
    for (arguments, status, part) in [
        (&["runout", "--noise", "11"][..], 2, "from 0 to 10"),
        (&["runout", "--player", "nobody"], 1, "no player"),
        (&["match", "othello", "--players", "easy,easy", "--noise", "1"], 1, "takes no noise"),
    ] {
        let output = baize(arguments, "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{error}");
        assert!(error.contains(part) && error.lines().count() == 1, "{error}");
    }
}

#[test]
fn perft_counts_in_both_conventions() {
    let counted = text(&["perft", "othello", "--depth", "9", "--json"], "");
    assert!(counted.lines().last().unwrap().contains("3005288"), "{counted}");
    let free = text(&["perft", "othello", "--depth", "9", "--free-passes"], "");
    assert!(free.lines().last().unwrap().contains("3005320"), "{free}");
}

#[test]
fn a_person_can_play_undo_ask_for_help_and_stop() {
    let typed = "nonsense\n?\nf5\nundo\na1\nd3\nquit\n";
    let screen = text(&["play", "othello", "--seed", "s"], typed);
    assert!(screen.contains("is not a square") && screen.contains("take back"), "{screen}");
    assert!(screen.contains("black turns nothing on a1") && screen.contains("d3 turns 1"), "{screen}");
    assert!(text(&["play", "nine"], "").contains("Turn 1/9"), "the end of input ends the program");
    let whole = text(&["play", "nine", "--players", "human,medium"], "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    assert!(whole.contains("The game is over") && whole.contains("score"), "{whole}");
    assert!(text(&["play"], "chess\nothello\nq\n").contains("Which game"));
}

#[test]
fn a_flip_cannot_be_taken_back() {
    let screen = text(&["play", "banqi", "--seed", "s"], "undo\nb3?\nundo\nquit\n");
    assert!(screen.contains("nothing to take back") && screen.contains("cannot be taken back"), "{screen}");
}

#[test]
fn bench_rows_are_json_lines() {
    let rows = text(&["bench", "playouts", "--json", "--seconds", "0.01"], "");
    for row in rows.lines() {
        let row: Value = serde_json::from_str(row).unwrap();
        assert!(
            row["name"].as_str().unwrap().contains("playouts") && row["value"].as_f64().unwrap() > 0.0,
            "{row}"
        );
        assert!(row["unit"].is_string());
    }
    assert!(rows.lines().count() >= 2);
}

fn scratch(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("baize-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn of_match(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(&[&["match", "othello", "--seed", "s", "--json"], arguments].concat(), ""))
        .unwrap()
}

#[test]
fn a_match_measures_the_difference() {
    let report = of_match(&["--players", "medium,random", "--games", "40", "--opening", "8", "--even", "5"]);
    let (first, second) = (&report["players"][0], &report["players"][1]);
    assert!(first["score"].as_f64().unwrap() > 0.9, "{report}");
    assert!(first["low"].as_f64().unwrap() < first["score"].as_f64().unwrap());
    assert!((first["score"].as_f64().unwrap() + second["score"].as_f64().unwrap() - 1.0).abs() < 1e-9);
    assert!(report["elo"]["low"].as_f64().unwrap() > 100.0, "{report}");
    assert!(report.get("sprt").is_none());
}

/// The same player on both sides of the same openings: the wins of one side equal those of the other.
#[test]
fn mirrored_openings_cancel_luck() {
    let report = of_match(&["--players", "classic,classic", "--games", "40", "--opening", "8"]);
    assert_eq!(report["players"][0]["score"], 0.5);
    assert_eq!(report["elo"]["value"], 0.0);
}

#[test]
fn a_sequential_test_stops_a_clear_match() {
    let report = of_match(&["--players", "medium,random", "--games", "4000", "--opening", "6", "--sprt"]);
    assert_eq!(report["sprt"]["verdict"], "accepted", "{report}");
    assert!(report["games"].as_u64().unwrap() < 100, "{report}");
    let report =
        of_match(&["--players", "random,medium", "--games", "4000", "--opening", "6", "--sprt", "0,50"]);
    assert_eq!(report["sprt"]["verdict"], "rejected", "{report}");
    let open = of_match(&["--players", "classic,classic", "--games", "10", "--opening", "6", "--sprt"]);
    assert_eq!((&open["sprt"]["verdict"], &open["games"]), (&Value::from("open"), &Value::from(10)));
}

#[test]
fn a_ladder_is_a_page_with_a_chart() {
    let folder = scratch("ladder");
    let out = folder.to_str().unwrap();
    text(&["ladder", "nine", "--games", "20", "--out", out], "");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let page = read("strength.md");
    for part in
        ["## Nine", "strength-nine.svg", "`medium`", "| `hard` against `beginner` | 20 |", "--games 20"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(read("strength-nine.svg").contains("<circle"));
    text(&["ladder", "--out", out], "");
    assert_eq!(page, read("strength.md"), "the page follows from the results");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn positions_are_solved_from_a_file() {
    let lines = "# a comment\n\n\
                 -O--XX---OXXXXXOXOOXXXXOXXXXOXXXXXXXOXXXXXXXOXXXXOXXOXXXOOOOOXXX X\n\
                 XO-------------------------------------------------------------- O\n";
    let rows: Vec<Value> = text(&["solve", "othello", "-", "--json", "--threads", "2"], lines)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        (&rows[0]["score"], &rows[0]["best"], &rows[0]["exact"]),
        (&8.into(), &"a1".into(), &true.into())
    );
    assert_eq!((&rows[1]["score"], &rows[1]["best"]), (&(-64).into(), &"pass".into()));
    let plain = text(&["solve", "othello", "-"], lines);
    assert!(plain.contains("+8  a1") && plain.contains("2 positions"), "{plain}");
}

/// Shells and manuals know every command.
#[test]
fn completions_and_pages_have_every_command() {
    let overview = text(&["--help"], "");
    let list = overview.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names: Vec<&str> =
        list.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    let folder = scratch("man");
    text(&["man", folder.to_str().unwrap()], "");
    for shell in ["bash", "zsh", "fish"] {
        let completions = text(&["completions", shell], "");
        for name in names.iter().filter(|name| !name.is_empty()) {
            assert!(completions.contains(name), "{shell}: {name}");
        }
    }
    for name in names.iter().filter(|name| !name.is_empty() && **name != "help") {
        let page = std::fs::read_to_string(folder.join(format!("baize-{name}.1"))).unwrap();
        assert!(page.contains(".TH"), "{name}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_are_listed_with_everything_that_can_be_chosen_and_asked() {
    let listed = text(&["games", "--json"], "");
    let games: Vec<Value> = listed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ids: Vec<&str> = games.iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(ids[..5], ["othello", "banqi", "nine", "may-i", "nine-ball"]);
    let banqi = &games[1];
    assert_eq!(banqi["options"]["mode"]["default"], "classic");
    let modes = banqi["options"]["mode"]["allowed"]["enum"].as_array().unwrap();
    assert!(modes.len() > 2 && modes[..2] == ["classic", "three-kingdoms"], "{modes:?}");
    assert_eq!(banqi["seats"], serde_json::json!([2, 3]));
    assert!(banqi["players"].as_array().unwrap().contains(&"expert".into()));
    let asked = games[0]["queries"].as_array().unwrap().iter().map(|query| query["type"].as_str().unwrap());
    assert_eq!(asked.collect::<Vec<_>>(), ["PERFT", "SOLVE"]);
    let told = text(&["games", "nine"], "");
    assert!(told.contains("option   raceTo: a whole number from 1 to 5, otherwise 1\n"), "{told}");
    assert!(told.contains("query    POLICY  "), "{told}");
}
