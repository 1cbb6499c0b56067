//! The page's puzzles can be set up, and all their choices are legal.

use baize_games::{GAMES, find};
use baize_review::Puzzle;
use baize_rules::Seed;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn sheet(game: &str) -> Option<Value> {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/puzzles");
    let text = std::fs::read_to_string(folder.join(format!("{game}.json"))).ok()?;
    Some(serde_json::from_str(&text).expect("puzzles are JSON"))
}

fn check(game: &str, puzzle: &Puzzle) {
    let seed = Seed::from_text(&puzzle.position);
    let table = find(game).unwrap().set_up(&puzzle.position, &puzzle.options, &seed);
    let table = table.unwrap_or_else(|problem| panic!("{}: {problem}", puzzle.position));
    assert!(table.awaiting().allows(puzzle.seat), "{}", puzzle.position);
    for (text, _) in &puzzle.choices {
        let action = table.read(puzzle.seat, text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
        let legal = table.check(puzzle.seat, &action);
        assert!(legal.is_ok(), "{}: {text}: {legal:?}", puzzle.position);
    }
    let (_, best) = &puzzle.choices[0];
    assert!(puzzle.choices.len() > 2 && puzzle.choices[1..].iter().all(|(_, value)| value < best));
    assert!((800..=2_200).contains(&puzzle.rating));
}

#[test]
fn every_puzzle_can_be_set_up_and_has_one_best_choice() {
    let mut games = 0;
    for game in GAMES.iter().map(|game| game.id()) {
        let Some(sheet) = sheet(game) else { continue };
        games += 1;
        assert!(sheet["command"].as_str().unwrap().starts_with(&format!("baize puzzles make {game} ")));
        let puzzles: Vec<Puzzle> = serde_json::from_value(sheet["puzzles"].clone()).unwrap();
        puzzles.iter().for_each(|puzzle| check(game, puzzle));
        let different: BTreeSet<&String> = puzzles.iter().map(|puzzle| &puzzle.position).collect();
        assert_eq!(different.len(), puzzles.len(), "{game}: no position comes twice");
    }
    assert!(games >= 2, "there are puzzles");
}
