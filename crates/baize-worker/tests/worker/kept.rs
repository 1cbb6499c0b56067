//! Tables stored by earlier revisions can be opened in this one. `BAIZE_UPDATE=1` adds tables of this
//! revision for games that have none yet; existing ones are never rewritten.

use crate::browser::Browser;
use crate::door::{games, play};
use baize_games::{Record, find};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The tables of one revision of a game's rules.
fn file(game: &str) -> PathBuf {
    let revision = find(game).unwrap().revision();
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/kept/{game}-{revision}.json"))
}

/// All stored tables.
pub(crate) fn all() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: &PathBuf| serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    paths.iter().map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), read(path))).collect()
}

#[test]
fn tables_of_earlier_revisions_open_and_their_records_hold() {
    for (game, player, options) in games() {
        if std::env::var_os("BAIZE_UPDATE").is_some() && !file(game).exists() {
            fs::create_dir_all(file(game).parent().unwrap()).unwrap();
            fs::write(file(game), play(game, player, &options, None).to_string() + "\n").unwrap();
        }
        assert!(file(game).exists(), "{}: run with BAIZE_UPDATE=1", file(game).display());
    }
    for (name, kept) in all() {
        let mut browser = Browser::default();
        browser.start();
        let table = kept["table"].as_str().unwrap().to_owned();
        browser.kept.insert(table.clone(), kept);
        browser.send(json!({"op": "hear", "connection": 1, "text": json!({"op": "hello", "id": "h", "protocol": 1, "table": table}).to_string()}));
        browser.settle();
        // Nobody comes in without a token, and checking that required reading the table.
        assert_eq!(browser.heard.last().unwrap()["error"]["code"], "table.unknown", "{name}");
        let kept = browser.kept[&table].clone();
        browser.send(json!({"op": "check", "call": 1, "kept": kept}));
        browser.settle();
        assert_eq!(browser.answers.pop().unwrap().0, 200, "{name}");
        assert!(record(&kept).verify().unwrap().result.is_some(), "{name}");
    }
}

/// The record that a log leads to.
pub(crate) fn record(kept: &Value) -> Record {
    let entries = kept["entries"].as_array().unwrap().iter().map(|kept| kept["entry"].as_str().unwrap());
    let entries = entries.map(|entry| baize_room::Entry::from_bytes(entry.as_bytes()).unwrap());
    baize_room::Room::replay(entries, 0).unwrap().record().unwrap()
}
