//! `baize agent`: whole games played by commands alone, and its replies to bad ones.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A folder of games that is removed at the end.
struct Shelf(PathBuf);

impl Shelf {
    fn new(name: &str) -> Shelf {
        let folder = std::env::temp_dir().join(format!("baize-agent-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Shelf(folder)
    }

    /// Runs one command like the program: returns its reply, or its status and complaint.
    fn run(&self, words: &[&str]) -> Result<String, (u8, String)> {
        let mut arguments = vec!["--data", self.0.to_str().unwrap()];
        arguments.extend(words);
        let mut out = Vec::new();
        baize_cli::agent(&arguments, &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    fn ok(&self, words: &[&str]) -> String {
        self.run(words).unwrap_or_else(|(status, error)| panic!("{words:?}: {status} {error}"))
    }

    fn json(&self, words: &[&str]) -> Value {
        let mut words = words.to_vec();
        words.push("--json");
        serde_json::from_str(&self.ok(&words)).unwrap()
    }

    /// Splits a typed line like a shell and runs it.
    fn type_line(&self, id: &str, line: &str) -> Result<String, (u8, String)> {
        let mut words = vec![id];
        for (index, part) in line.split('"').enumerate() {
            if index % 2 == 1 { words.push(part) } else { words.extend(part.split_whitespace()) }
        }
        self.run(&words)
    }
}

impl Drop for Shelf {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A move for the seat that is shown: lay down as soon as possible, lay off what fits, otherwise the first
/// move listed. Every fifth time somebody may ask, they do.
fn chosen(state: &Value, step: usize) -> String {
    let legal: Vec<&str> =
        state["legal"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    let wanted = ["goout", "laydown", "layoff", "allow", "draw discard", "draw stock", "discard"];
    if step.is_multiple_of(5) && legal.contains(&"mayi") {
        return "mayi".to_owned();
    }
    let found = wanted.iter().find_map(|verb| legal.iter().rev().find(|line| line.starts_with(verb)));
    (*found.unwrap_or(&legal[legal.len() - 1])).to_owned()
}

#[test]
fn may_i_from_the_deal_to_the_end_of_round_6_by_commands_alone() {
    let shelf = Shelf::new("rounds");
    shelf.ok(&["new", "may-i", "--players", "human,greedy,greedy", "--seed", "six rounds", "--id", "six"]);
    let mut rounds = std::collections::BTreeSet::new();
    let mut verbs = std::collections::BTreeSet::new();
    for step in 0..3000 {
        let state = shelf.json(&["six", "status"]);
        if !state["result"].is_null() {
            break;
        }
        rounds.insert(state["view"]["round"].as_u64().unwrap());
        let line = chosen(&state, step);
        verbs.insert(line.split(' ').next().unwrap().to_owned());
        shelf.type_line("six", &line).unwrap_or_else(|error| panic!("{line}: {error:?}"));
    }
    let state = shelf.json(&["six", "status"]);
    assert_eq!(rounds.into_iter().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    assert!(state["result"]["reason"] == "points", "{state}");
    for verb in ["draw", "discard", "laydown", "wait"] {
        assert!(verbs.contains(verb), "{verb} was never used: {verbs:?}");
    }
    let record = baize_games::Record::read(&shelf.ok(&["six", "record"])).unwrap();
    assert_eq!(record.verify().unwrap().result, record.result);
    assert!(shelf.ok(&["list"]).contains("six  may-i  human,greedy,greedy  Won by"));
}

#[test]
fn every_game_is_played_to_its_end() {
    let shelf = Shelf::new("games");
    for (game, options) in
        [("othello", "{}"), ("banqi", r#"{"noProgress":20}"#), ("nine", "{}"), ("nine-ball", "{}")]
    {
        let arguments =
            ["new", game, "--players", "human,random", "--seed", "s", "--id", game, "--options", options];
        shelf.ok(&arguments);
        let mut steps = 0;
        loop {
            let state = shelf.json(&[game, "status"]);
            if !state["result"].is_null() {
                break;
            }
            steps += 1;
            assert!(steps < 600, "{game} does not end");
            let legal = state["legal"].as_array().unwrap();
            // The last shots of the list are aimed best.
            let line = legal[if game == "nine-ball" { legal.len() - 1 } else { 0 }].as_str().unwrap();
            let line = if game == "nine-ball" && steps > 30 { "concede" } else { line };
            shelf.type_line(game, line).unwrap_or_else(|error| panic!("{game} {line}: {error:?}"));
        }
        let record = baize_games::Record::read(&shelf.ok(&[game, "record"])).unwrap();
        assert!(record.verify().is_ok());
    }
}

#[test]
fn refusals_say_what_is_legal_and_change_nothing() {
    let shelf = Shelf::new("refusals");
    shelf.ok(&["new", "may-i", "--players", "4", "--seed", "x", "--id", "four"]);
    let before = shelf.ok(&["four", "status", "--json"]);
    let cases: &[(&[&str], u8, &str)] = &[
        (&["four", "discard", "1"], 1, "may-i.must_draw_first"),
        (&["four", "layoff", "1", "1", "middle"], 2, "layoff CARD MELD [start|end]"),
        (&["four", "layoff", "1", "1", "start"], 1, "may-i.must_draw_first"),
        (&["four", "layoff", "0", "1"], 2, "places count from 1"),
        (&["four", "dance"], 2, "draw stock"),
        (&["four", "mayi", "9"], 2, "seats count from 0"),
        (&["four", "allow"], 1, "may-i.no_may_i_pending"),
        (&["four", "wait"], 1, "agent.nothing_to_wait_for"),
        (&["four", "--seat", "7", "status"], 2, "no seat 7"),
        (&["four", "log", "many"], 2, "number of lines"),
        (&["four", "--language", "xx", "status"], 2, "zh-Hant"),
        (&["four"], 2, "status"),
        (&["none", "status"], 1, "baize agent list"),
        (&["../four", "status"], 1, "no name of a game"),
    ];
    for (words, status, text) in cases {
        let (got, error) = shelf.run(words).unwrap_err();
        assert_eq!(got, *status, "{words:?}: {error}");
        assert!(error.contains(text) && error.lines().count() == 1, "{words:?}: {error}");
    }
    let (_, error) = shelf.run(&["four", "discard", "1"]).unwrap_err();
    assert!(error.contains("can: draw stock | draw discard"), "{error}");
    assert_eq!(shelf.ok(&["four", "status", "--json"]), before);
    for (words, status) in [
        (&["new", "chess"][..], 1),
        (&["new", "othello", "--round", "3"], 2),
        (&["new", "othello", "--players", "3"], 1),
        (&["new", "othello", "--players", "99999999999"], 1),
        (&["new", "othello", "--players", "human,nobody"], 1),
        (&["new", "may-i", "--id", "four"], 1),
        (&["new", "may-i", "--options", "[]", "--round", "2"], 2),
        (&[], 2),
    ] {
        assert_eq!(shelf.run(words).unwrap_err().0, status, "{words:?}");
    }
}

/// T12 and T13: the third word of a lay-off.
#[test]
fn a_wild_goes_to_the_end_that_is_named() {
    for (end, expect) in [(Some("start"), "start"), (Some("end"), "end"), (None, "end")] {
        let shelf = Shelf::new(&format!("ends-{end:?}").replace(['"', '(', ')'], ""));
        let (meld, card) = wild_and_run(&shelf);
        let mut words = vec!["wild", "layoff", &card, &meld];
        words.extend(end);
        let said = shelf.ok(&words);
        assert!(said.contains(&format!("at {expect})")), "{words:?}: {said}");
    }
}

/// Plays until a person who is down holds a wild that fits both ends of a run; returns its place and the
/// run's.
fn wild_and_run(shelf: &Shelf) -> (String, String) {
    for deal in 0..40 {
        let _ = std::fs::remove_file(shelf.0.join("wild.json"));
        let seed = format!("wild {deal}");
        shelf.ok(&[
            "new",
            "may-i",
            "--players",
            "human,greedy,greedy",
            "--round",
            "3",
            "--seed",
            &seed,
            "--id",
            "wild",
        ]);
        for _ in 0..80 {
            let state = shelf.json(&["wild", "status"]);
            if !state["result"].is_null() || state["view"]["round"] != 3 {
                break;
            }
            let legal: Vec<&str> =
                state["legal"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            let start = legal.iter().find_map(|line| line.strip_prefix("layoff ")?.strip_suffix(" start"));
            if let Some(place) = start.filter(|place| legal.contains(&format!("layoff {place} end").as_str()))
            {
                let (card, meld) = place.split_once(' ').unwrap();
                return (meld.to_owned(), card.to_owned());
            }
            let verbs = ["laydown", "allow", "draw discard", "draw stock", "discard", "wait"];
            let line =
                verbs.iter().find_map(|verb| legal.iter().find(|line| line.starts_with(verb))).unwrap();
            shelf.type_line("wild", line).unwrap();
        }
    }
    panic!("no deal has a wild that fits both ends");
}

#[test]
fn commands_at_the_same_time_wait_for_each_other() {
    let shelf = Shelf::new("race");
    shelf.ok(&["new", "nine", "--players", "2", "--seed", "x", "--id", "race"]);
    let program = env!("CARGO_BIN_EXE_baize");
    let data = shelf.0.to_str().unwrap();
    let start = |card: u8| {
        let card = card.to_string();
        let words = ["agent", "--data", data, "race", "--seat", "0", "play", &card];
        Command::new(program).args(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let children: Vec<_> = (1..=4).map(start).collect();
    let children: Vec<_> = children.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
    let done = children.iter().filter(|output| output.status.success()).count();
    assert_eq!(done, 1, "one card can be chosen");
    let refused = children.iter().find(|output| !output.status.success()).unwrap();
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(shelf.json(&["race", "status"])["version"], 1);
}

#[test]
fn other_languages_and_seats_are_shown_what_is_theirs() {
    let shelf = Shelf::new("seats");
    shelf.ok(&["new", "may-i", "--players", "3", "--seed", "x", "--id", "three"]);
    let hand = |seat: &str| shelf.json(&["three", "--seat", seat, "status"])["view"]["hand"].clone();
    assert!(hand("0").is_array() && hand("0") != hand("1"));
    shelf.ok(&["new", "may-i", "--players", "human,random,random", "--seed", "x", "--id", "one"]);
    assert_eq!(shelf.run(&["one", "--seat", "1", "status"]).unwrap_err().0, 2, "its cards are its own");
    assert!(shelf.ok(&["three", "status", "--language", "ja"]).contains("手札"));
    let record = || -> Value { serde_json::from_str(&shelf.ok(&["three", "record"])).unwrap() };
    assert!(record()["seed"].is_null(), "the seed tells all hands");
    shelf.ok(&["three", "--seat", "1", "resign"]);
    assert!(shelf.ok(&["three", "--seat", "0", "resign"]).contains("Won by seat 2 (resign)"));
    assert!(shelf.run(&["three", "draw", "stock"]).unwrap_err().1.contains("may-i.game_over"));
    assert!(baize_games::Record::read(&record().to_string()).unwrap().verify().is_ok());
}

#[test]
fn every_name_can_be_reached_listed_and_removed() {
    let shelf = Shelf::new("names");
    for id in ["list", "new", "rm", "game", "help"] {
        shelf.ok(&["new", "nine", "--players", "2", "--seed", "x", "--id", id]);
        shelf.ok(&["game", id, "--seat", "0", "play", "5"]);
        assert_eq!(shelf.json(&["game", id, "status"])["version"], 1);
    }
    let listed = shelf.json(&["list"]);
    let ids: Vec<&str> = listed.as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["game", "help", "list", "new", "rm"]);
    assert_eq!((&listed[0]["game"], &listed[0]["version"]), (&"nine".into(), &1.into()), "{listed}");
    assert_eq!(shelf.run(&["rm", "list", "none"]).unwrap_err().0, 1);
    assert!(shelf.ok(&["game", "list", "status"]).contains("version 1"), "all of them, or none");
    shelf.ok(&["rm", "list", "new", "list"]);
    assert_eq!(shelf.json(&["list"]).as_array().unwrap().len(), 3);
    assert!(shelf.run(&["game", "list", "status"]).unwrap_err().1.contains("there is no game"));
    shelf.ok(&["rm", "game", "help", "rm"]);
    assert_eq!(std::fs::read_dir(&shelf.0).unwrap().count(), 0, "no locks, either");
    shelf.ok(&["new", "nine", "--id", "list"]);
}

#[test]
fn a_command_that_is_sent_again_is_not_done_twice() {
    let shelf = Shelf::new("again");
    shelf.ok(&["new", "othello", "--players", "2", "--id", "again"]);
    shelf.ok(&["again", "f5", "--version", "0"]);
    let (status, error) = shelf.run(&["again", "f5", "--version", "0"]).unwrap_err();
    assert_eq!(status, 1);
    assert!(error.contains("the game is at version 1, not 0 (agent.stale)"), "{error}");
    assert_eq!(shelf.run(&["again", "f5", "--version", "soon"]).unwrap_err().0, 2);
    assert_eq!(shelf.json(&["again", "status"])["version"], 1);
    let log = shelf.json(&["again", "log"]);
    assert_eq!((&log["version"], log["log"].as_array().unwrap().len()), (&1.into(), 1), "{log}");
    let hint = shelf.json(&["again", "hint", "easy"]);
    let legal = shelf.json(&["again", "status"])["legal"].clone();
    assert!(legal.as_array().unwrap().contains(&hint["hint"]), "{hint} {legal}");
}

/// Whether the program's reply is the text in the page, in which `…` stands for any lines.
fn matches(page: &[&str], said: &[&str]) -> bool {
    match page.split_first() {
        None => said.is_empty(),
        Some((&"…", rest)) => (0..=said.len()).any(|from| matches(rest, &said[from..])),
        Some((line, rest)) => said.first() == Some(line) && matches(rest, &said[1..]),
    }
}

/// Splits a line into words like a shell.
fn shell_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote, mut is_word) = (String::new(), None, false);
    for letter in line.chars() {
        match (letter, quote) {
            ('"' | '\'', None) => (quote, is_word) = (Some(letter), true),
            (letter, Some(open)) if letter == open => quote = None,
            (' ', None) => {
                if is_word {
                    words.push(std::mem::take(&mut word));
                }
                is_word = false;
            }
            (letter, _) => {
                word.push(letter);
                is_word = true;
            }
        }
    }
    if is_word {
        words.push(word);
    }
    words
}

#[test]
fn the_worked_games_in_the_page_are_true() {
    let shelf = Shelf::new("page");
    let page = include_str!("../../../docs/agents.md");
    let mut over = 0;
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for step in block.split("$ baize agent ").skip(1) {
            let mut lines = step.lines();
            let words = shell_words(lines.next().unwrap());
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let said = match shelf.run(&words) {
                Ok(said) => said,
                Err((_, error)) => format!("baize: {error}"),
            };
            let expected: Vec<&str> = lines.collect();
            assert!(matches(&expected, &said.lines().collect::<Vec<_>>()), "{words:?} says\n{said}");
        }
        over += usize::from(block.contains("Won by") || block.contains("A draw"));
    }
    assert_eq!(over, 5, "a whole game of each");
}
