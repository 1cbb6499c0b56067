//! Records of every game and every revision of its rules, which must always replay to the same positions.
//! `BAIZE_UPDATE=1` writes one for rules that have none; existing records are never rewritten.

use baize_games::{AnyGame, AnyTable, GAMES, Record, RecordedMove};
use baize_rules::{Dice, Seat, Seed, Viewer};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

static CORPUS: LazyLock<BTreeMap<String, Record>> = LazyLock::new(|| {
    if std::env::var_os("BAIZE_UPDATE").is_some() {
        GAMES.iter().for_each(|game| write_missing(*game));
    }
    read_all()
});

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

fn read_all() -> BTreeMap<String, Record> {
    let files = std::fs::read_dir(folder()).unwrap().map(|file| file.unwrap().path());
    let records = files.filter(|file| file.extension().is_some_and(|extension| extension == "json"));
    let named = records.map(|file| {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let record = Record::read(&text).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        (name, record)
    });
    named.collect()
}

/// The name of the record for the current rules of a game.
fn name_of(game: &dyn AnyGame) -> String {
    format!("{}-{}", game.id(), game.revision())
}

/// Writes the record of a random game and the hash beside it.
fn write_missing(game: &dyn AnyGame) {
    let path = folder().join(name_of(game)).with_extension("json");
    if path.exists() {
        return;
    }
    let seed = Seed::from_text(&name_of(game));
    let mut table = game.start(&json!({}), None, &seed).unwrap();
    let mut record = Record::of(&*table, json!({}), &seed);
    let mut dice = Dice::new(&seed);
    while table.outcome().is_none() && record.log.len() < 500 {
        let seat = table.awaiting().must.iter().next().unwrap();
        let action = dice.pick(&table.menu(seat).actions).unwrap().action.value();
        table.play(seat, &action).unwrap();
        record.log.push(RecordedMove::action(seat, action));
    }
    record.result = table.outcome();
    std::fs::write(&path, serde_json::to_string(&record).unwrap() + "\n").unwrap();
    std::fs::write(path.with_extension("sha256"), replayed(&record) + "\n").unwrap();
}

fn add(table: &dyn AnyTable, hash: &mut Sha256) {
    for seat in Seat::first(table.seats()) {
        hash.update(table.position(Viewer::Seat(seat)));
        hash.update("\n");
    }
    hash.update(table.position(Viewer::Spectator));
    hash.update("\n");
}

fn replayed(record: &Record) -> String {
    let mut hash = Sha256::new();
    let end = record.replay_watched(|table, _| add(table, &mut hash)).unwrap();
    add(&*end, &mut hash);
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Beside each record lies a hash over all its positions, as seen by each seat and by a spectator.
#[test]
fn every_record_of_the_corpus_replays_to_its_hash() {
    for (name, record) in &*CORPUS {
        record.verify().unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let pinned = std::fs::read_to_string(folder().join(format!("{name}.sha256")));
        let pinned =
            pinned.unwrap_or_else(|_| panic!("tests/corpus/{name}.sha256 is missing: {}", replayed(record)));
        assert_eq!(replayed(record), pinned.trim_end(), "{name}");
    }
}

#[test]
fn every_revision_of_every_game_is_in_the_corpus() {
    for game in GAMES {
        for revision in 1..=game.revision() {
            let name = format!("{}-{revision}", game.id());
            let record = CORPUS
                .get(&name)
                .unwrap_or_else(|| panic!("tests/corpus/{name}.json is missing: run with BAIZE_UPDATE=1"));
            assert_eq!((record.game.as_str(), record.revision), (game.id(), revision));
        }
    }
}
