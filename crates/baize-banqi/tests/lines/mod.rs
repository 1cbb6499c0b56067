//! Positions for tests, from texts with only what matters.
#![allow(dead_code, reason = "each test file uses its own part")]

use baize_banqi::{Action, Banqi, Cell, Mode, Options, Piece, Ply};
use baize_rules::{Game, Seat, Table};

/// A full line in which each missing piece was taken by the first faction that could take it.
pub(crate) fn line(mode: &str, board: &str, seat: u8) -> String {
    let (mode, owners, counter) = match mode {
        "c" => (Mode::Classic, "rb", "-"),
        _ => (Mode::ThreeKingdoms, "grb", "60"),
    };
    let mut missing = mode.full_set();
    board.chars().filter_map(Piece::from_letter).for_each(|piece| missing.remove(piece));
    let mut taken = vec![String::new(); mode.factions().len()];
    for piece in missing.iter() {
        taken[usize::from(piece.faction(mode).index() == 0)].push(piece.letter());
    }
    let taken: Vec<&str> = taken.iter().map(|taken| if taken.is_empty() { "-" } else { taken }).collect();
    let letter = if mode == Mode::Classic { 'c' } else { 't' };
    format!("{letter} {board} {seat} {owners} - {counter} {} 90", taken.join(","))
}

/// A table set up from a line; options as JSON.
pub(crate) fn load_with(line: &str, json: &str) -> Table<Banqi> {
    let options: Options = serde_json::from_str(json).unwrap();
    Table::load(Banqi::read_position(line, options).expect(line)).expect(line)
}

pub(crate) fn load(line: &str) -> Table<Banqi> {
    load_with(line, "{}")
}

/// Plays typed actions, each by the seat on turn.
pub(crate) fn play(table: &mut Table<Banqi>, actions: &str) {
    for text in actions.split_ascii_whitespace() {
        let seat = table.game().position().seat();
        let action = table.game().read(seat, text).unwrap();
        table.play(seat, &action).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

pub(crate) fn cell(mode: Mode, index: usize) -> Cell {
    Cell::new(mode, index).unwrap()
}

pub(crate) fn mv(mode: Mode, from: usize, to: usize) -> Action {
    Ply::Move(cell(mode, from), cell(mode, to)).into()
}

pub(crate) fn capture(mode: Mode, from: usize, to: usize) -> Action {
    Ply::Capture(cell(mode, from), cell(mode, to)).into()
}

/// The winning seat, if any, and the reason.
pub(crate) fn result(table: &Table<Banqi>) -> Option<(Option<usize>, String)> {
    let outcome = table.game().outcome()?;
    Some((outcome.winners.iter().next().map(Seat::index), outcome.reason.into_owned()))
}

pub(crate) fn ended(winner: impl Into<Option<usize>>, reason: &str) -> Option<(Option<usize>, String)> {
    Some((winner.into(), reason.to_owned()))
}
