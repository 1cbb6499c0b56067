//! Compares the bitboards with the slow rules: random matches under many options, and counted sequences.

#[path = "brute/mod.rs"]
mod brute;

use baize_banqi::{Action, Banqi, Cell, FullPosition, Mode, Options, Piece, Ply, Position, Preset};
use baize_rules::{Dice, Game, Outcome, Seat, Seed, Table};
use brute::{Act, Brute};
use std::collections::BTreeSet;

/// Options worth trying; every rule is in at least one of them, and every match ends.
fn all_options() -> Vec<Options> {
    let read = |json: &str| serde_json::from_str::<Options>(json).unwrap();
    vec![
        read(r#"{"plyCap":400}"#),
        read(r#"{"noProgress":30}"#),
        read(r#"{"repetition":3,"plyCap":300}"#),
        read(r#"{"noProgress":1}"#),
        Options::preset(Preset::Tournament),
        Options::contract(Mode::ThreeKingdoms),
        Options::preset(Preset::Folk),
        read(r#"{"mode":"three-kingdoms","counter":"off","plyCap":500,"repetition":3}"#),
        read(r#"{"mode":"three-kingdoms","counter":200,"guard":"diagonal"}"#),
        read(r#"{"mode":"three-kingdoms","cannon":"slide","layout":"scatter","counter":9}"#),
    ]
}

fn act(ply: Ply) -> Act {
    match ply {
        Ply::Flip(at) => Act::Flip(at.index()),
        Ply::Move(from, to) => Act::Move(from.index(), to.index()),
        Ply::Capture(from, to) => Act::Capture(from.index(), to.index()),
    }
}

fn action(act: Act, mode: Mode) -> Action {
    let cell = |index| Cell::new(mode, index).unwrap();
    Action::from(match act {
        Act::Flip(at) => Ply::Flip(cell(at)),
        Act::Move(from, to) => Ply::Move(cell(from), cell(to)),
        Act::Capture(from, to) => Ply::Capture(cell(from), cell(to)),
    })
}

/// Every action on two cells of the board that validation accepts, in canonical order.
fn accepted(position: &Position) -> Vec<Act> {
    let mode = position.mode();
    let cells = || 0..mode.cells();
    let pairs = || cells().flat_map(move |from| cells().map(move |to| (from, to)));
    let flips = cells().map(Act::Flip);
    let moves = pairs().map(|(from, to)| Act::Move(from, to));
    let captures = pairs().map(|(from, to)| Act::Capture(from, to));
    let all = flips.chain(moves).chain(captures);
    all.filter(|&act| position.check(&action(act, mode)).is_ok()).collect()
}

fn result(outcome: &Outcome) -> (Option<usize>, &str) {
    (outcome.winners.iter().next().map(Seat::index), &outcome.reason)
}

/// Plays a random match with both; returns why it ended.
fn compare(mut table: Table<Banqi>, mut slow: Brute, dice: &mut Dice) -> String {
    loop {
        let setup = table.setup();
        assert_eq!((setup.position, setup.public), (slow.line(false), slow.line(true)));
        if let Some(outcome) = table.game().outcome() {
            assert_eq!(Some(result(&outcome)), slow.end, "{}", slow.line(false));
            return outcome.reason.into_owned();
        }
        assert_eq!(slow.end, None);
        let position = *table.game().position();
        let legal = slow.legal();
        let menu = table.game().menu(position.seat()).into_actions();
        let listed: Vec<Act> = menu.iter().map(|action| act(position.check(action).unwrap())).collect();
        assert_eq!(listed, legal, "{}", slow.line(false));
        assert_eq!(accepted(&position), legal, "{}", slow.line(false));
        let &choice = dice.pick(&legal).unwrap();
        table.play(position.seat(), &action(choice, position.mode())).unwrap();
        slow.play(choice);
    }
}

#[test]
fn random_matches_are_the_same_on_bitboards_and_by_brute_force() {
    let mut reasons = BTreeSet::new();
    for options in all_options() {
        for seed in 0..12 {
            let seed = Seed::from_text(&format!("brute {seed}"));
            let table = Table::<Banqi>::start(options, options.mode.seats(), &seed).unwrap();
            let slow = Brute::read(&table.setup().position, options);
            reasons.insert(compare(table, slow, &mut Dice::new(&seed.branch("play"))));
        }
    }
    let all = ["capture-all", "draw", "elimination", "no-progress", "ply-cap", "repetition"];
    assert_eq!(Vec::from_iter(reasons), all);
}

/// A line with a few pieces anywhere, some of them face-down, and the rest taken by somebody.
fn endgame(mode: Mode, counter: Option<u32>, dice: &mut Dice) -> String {
    let mut pieces: Vec<Piece> = mode.full_set().iter().collect();
    dice.shuffle(&mut pieces);
    let mut cells: Vec<usize> = (0..mode.cells()).collect();
    dice.shuffle(&mut cells);
    // Pieces crowded into a corner are often stuck.
    cells.sort_by_key(|cell| cell % mode.columns() + cell / mode.columns() > 3);
    let standing = 2 + dice.roll(7) as usize;
    let mut board = vec![".".to_owned(); mode.cells()];
    for (&cell, piece) in cells.iter().zip(&pieces[..standing]) {
        board[cell] = if dice.roll(8) == 0 { format!("~{piece}") } else { piece.to_string() };
    }
    let mut taken = vec![Vec::new(); mode.factions().len()];
    for &piece in &pieces[standing..] {
        let others: Vec<usize> =
            (0..taken.len()).filter(|&faction| faction != piece.faction(mode).index()).collect();
        taken[*dice.pick(&others).unwrap()].push(piece);
    }
    let letters = |taken: Vec<Piece>| {
        let all = Piece::ALL.into_iter().flat_map(|piece| taken.iter().filter(move |&&other| other == piece));
        if taken.is_empty() { "-".to_owned() } else { all.map(Piece::to_string).collect() }
    };
    let mut owners: Vec<char> = mode.factions().iter().map(|faction| faction.letter()).collect();
    dice.shuffle(&mut owners);
    let rows: Vec<String> = board.chunks(mode.columns()).map(<[String]>::concat).collect();
    let mut board = rows.join("/");
    for run in (1..=mode.columns()).rev() {
        board = board.replace(&".".repeat(run), &run.to_string());
    }
    format!(
        "{} {board} {} {} - {} {} 90",
        if mode == Mode::Classic { 'c' } else { 't' },
        1 + dice.roll(mode.seats().into()),
        owners.into_iter().collect::<String>(),
        counter.map_or("-".to_owned(), |counter| counter.to_string()),
        taken.into_iter().map(letters).collect::<Vec<_>>().join(","),
    )
}

#[test]
fn random_endgames_are_the_same_on_bitboards_and_by_brute_force() {
    let mut reasons = BTreeSet::new();
    let mut dice = Dice::new(&Seed::from_text("endgames"));
    for options in all_options() {
        let counter = options.counter.get().filter(|_| options.mode == Mode::ThreeKingdoms);
        for _ in 0..60 {
            let line = endgame(options.mode, counter.map(|most| dice.roll(most + 1)), &mut dice);
            let table = Table::load(Banqi::read_position(&line, options).expect(&line)).expect(&line);
            reasons.insert(compare(table, Brute::read(&line, options), &mut dice));
        }
    }
    let all = ["capture-all", "draw", "elimination", "no-progress", "ply-cap", "repetition", "stalemate"];
    assert_eq!(Vec::from_iter(reasons), all);
}

/// `tests/perft.txt`: options, a full line, and the numbers of sequences of 1, 2, 3, ... actions.
fn table() -> Vec<(Options, &'static str, Vec<u64>)> {
    let lines = include_str!("perft.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let entry = |line: &'static str| {
        let [options, position, counts] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let counts = counts.split(' ').map(|count| count.parse().unwrap()).collect();
        (serde_json::from_str(options).unwrap(), position, counts)
    };
    lines.map(entry).collect()
}

#[test]
fn sequences_are_counted_right_on_bitboards() {
    for (options, line, counts) in table() {
        let full = FullPosition::read(line, options).unwrap();
        assert_eq!(full.line(), line);
        for (depth, &count) in (1..).zip(&counts).filter(|&(_, &count)| count < 20_000_000) {
            let mut budget = u64::MAX;
            assert_eq!(full.perft(depth, &mut budget), Some(count), "{line} depth {depth}");
        }
    }
}

#[test]
fn the_table_of_sequences_is_brute_force() {
    for (options, line, counts) in table() {
        let slow = Brute::read(line, options);
        for (depth, &count) in (1..).zip(&counts).filter(|&(_, &count)| count < 4_000) {
            assert_eq!(slow.perft(depth), count, "{line} depth {depth}");
        }
    }
}
