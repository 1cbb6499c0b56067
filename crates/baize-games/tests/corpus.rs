//! Records that were played once, of every game and every revision of its rules: each replays to the same positions for ever.

use baize_games::{AnyTable, GAMES, Record};
use baize_rules::{Seat, Viewer};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// For each file the hash of every position on its way, as each seat and somebody who watches would write it down.
const HASHES: &str = include_str!("corpus/hashes.txt");

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

fn corpus() -> BTreeMap<String, Record> {
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

#[test]
fn every_record_of_the_corpus_replays_to_its_hash() {
    let lines: Vec<String> = corpus()
        .iter()
        .map(|(name, record)| {
            record.verify().unwrap_or_else(|problem| panic!("{name}: {problem}"));
            format!("{name} {}\n", replayed(record))
        })
        .collect();
    assert_eq!(lines.concat(), HASHES);
}

#[test]
fn every_revision_of_every_game_is_in_the_corpus() {
    let corpus = corpus();
    for game in GAMES {
        for revision in 1..=game.revision() {
            let name = format!("{}-{revision}", game.id());
            let record = corpus.get(&name).unwrap_or_else(|| {
                panic!(
                    "tests/corpus/{name}.json is missing: `baize match {} --games 1 --record FILE`",
                    game.id()
                )
            });
            assert_eq!((record.game.as_str(), record.revision), (game.id(), revision));
        }
    }
}
