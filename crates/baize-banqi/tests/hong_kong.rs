//! Hong Kong rules (docs/rules/banqi.md, "Hong Kong rules").

use baize_banqi::{
    Action, Banqi, Cell, Event, FullPosition, Kind, Limit, MatchRecord, Mode, Options, Plies, Ply, Position,
    Reason,
};
use baize_rules::{Coded, Dice, Game, Seat, Seed, Table};
use serde_json::json;

const MODE: Mode = Mode::HongKong;

/// The capture table of the rules, row by row: who takes whom, both in the order of [`ORDER`].
const TABLE: [&str; 7] = ["yyyyyyn", "nyyyyyy", "nnyyyyy", "nnnyyyy", "nnnnyyy", "nnnnnyy", "ynnnnny"];
const ORDER: [Kind; 7] =
    [Kind::King, Kind::Rook, Kind::Horse, Kind::Cannon, Kind::Guard, Kind::Minister, Kind::Pawn];
const LETTERS: &str = "KRHCGMP";

fn is_taken_by(hunter: char, prey: char) -> bool {
    let place = |letter: char| LETTERS.find(letter.to_ascii_uppercase()).unwrap();
    TABLE[place(hunter)].as_bytes()[place(prey)] == b'y'
}

/// The line of a position with these face-up pieces; all others have been taken.
fn line(board: &str, seat: u8) -> String {
    let taken = |letters: &str| -> String {
        let mut left = letters.to_owned();
        for letter in board.chars().filter(|letter| letters.contains(*letter)) {
            left.remove(left.find(letter).unwrap());
        }
        left
    };
    let (black, red) = (taken("kggmmrrhhccppppp"), taken("KGGMMRRHHCCPPPPP"));
    format!("h {board} {seat} rb - - {black},{red} 60")
}

fn table(board: &str, seat: u8) -> Table<Banqi> {
    let setup = Banqi::read_position(&line(board, seat), Options::contract(MODE)).unwrap();
    Table::load(setup).unwrap()
}

/// Plays a typed action for the seat on turn; returns the code if it is refused.
fn play(table: &mut Table<Banqi>, typed: &str) -> Result<Vec<Event>, &'static str> {
    let seat = table.game().position().seat();
    let action = table.game().read(seat, typed).unwrap();
    match table.play(seat, &action) {
        Ok(news) => Ok(news.into_iter().map(|news| news.event).collect()),
        Err(error) => Err(error.code()),
    }
}

#[test]
fn all_49_pairs() {
    let mut captures = 0;
    for hunter in ORDER {
        for prey in ORDER {
            let (h, p) = (LETTERS.as_bytes()[place(hunter)] as char, LETTERS.as_bytes()[place(prey)] as char);
            let board = format!("4/1{h}{}1/4/4/4/4/4/4", p.to_ascii_lowercase());
            let expected = is_taken_by(h, p);
            captures += u32::from(expected);
            assert_eq!(MODE.rules().takes(hunter, prey), expected, "{hunter} on {prey}");
            assert_eq!(play(&mut table(&board, 1), "b7xc7").is_ok(), expected, "{hunter} on {prey}");
            let query =
                json!({"type": "CAN_CAPTURE", "mode": "hong-kong", "attacker": hunter, "target": prey});
            let answer = Banqi::answer(None, &serde_json::from_value(query).unwrap()).unwrap();
            assert_eq!(serde_json::to_value(answer).unwrap(), json!({"allowed": expected}));
        }
    }
    assert_eq!(captures, 28);
}

fn place(kind: Kind) -> usize {
    ORDER.iter().position(|&other| other == kind).unwrap()
}

#[test]
fn pawn_and_king_both_ways() {
    assert!(play(&mut table("4/1Pk1/4/4/4/4/4/3r", 1), "b7xc7").is_ok());
    assert_eq!(play(&mut table("4/1Kp1/4/4/4/4/4/3r", 1), "b7xc7"), Err("banqi.king_on_pawn"));
    assert!(play(&mut table("4/1Kp1/4/4/4/4/4/3r", 2), "c7xb7").is_ok());
    assert_eq!(play(&mut table("4/1Pk1/4/4/4/4/4/3r", 2), "c7xb7"), Err("banqi.king_on_pawn"));
}

#[test]
fn the_cannon_takes_like_everybody_else() {
    let far = Err("banqi.target_not_adjacent");
    assert_eq!(
        play(&mut table("4/CPr1/4/4/4/4/4/3k", 1), "a7xc7"),
        far,
        "a screen and a higher piece behind it"
    );
    assert_eq!(
        play(&mut table("4/Cp1m/4/4/4/4/4/3k", 1), "a7xd7"),
        far,
        "a screen and a lower piece behind it"
    );
    let news = play(&mut table("4/Cg2/4/4/4/4/4/3k", 1), "a7xb7").unwrap();
    assert!(matches!(news[0], Event::Captured { screen: None, .. }), "{news:?}");
    assert_eq!(play(&mut table("4/Ch2/4/4/4/4/4/3k", 1), "a7xb7"), Err("banqi.rank_too_low"));
    assert!(play(&mut table("4/Hc2/4/4/4/4/4/3k", 1), "a7xb7").is_ok());
}

#[test]
fn a_side_that_is_shut_in_loses() {
    let mut last = table("4/4/4/4/4/4/g3/P1g1", 2);
    play(&mut last, "c1-b1").unwrap();
    let ending = last.game().position().ending().unwrap();
    assert_eq!((ending.winner, ending.reason), (Seat::new(1), Reason::Stalemate));
    // By the rules of Classic the Cannon would jump out.
    let shut = Position::read(&line("4/4/4/4/4/r3/r3/Ch2", 1), Options::contract(MODE)).unwrap();
    assert_eq!(shut.ending().map(|ending| ending.reason), Some(Reason::Stalemate));
}

/// The legal actions worked out from the text of a position, as indices: flips, moves, captures.
fn plainly(line: &str) -> Vec<(char, usize, usize)> {
    let fields: Vec<&str> = line.split(' ').collect();
    let mut cells = Vec::new();
    for letter in fields[1].chars().filter(|&letter| letter != '/') {
        match letter.to_digit(10) {
            Some(run) => cells.extend(std::iter::repeat_n('.', run as usize)),
            None => cells.push(letter),
        }
    }
    let owner = fields[3].as_bytes()[fields[2].parse::<usize>().unwrap() - 1];
    let is_own =
        |letter: char| letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == (owner == b'r');
    let mut found = Vec::new();
    for (from, &piece) in cells.iter().enumerate() {
        if piece == '?' {
            found.push(('f', from, from));
        }
        if owner == b'-' || !is_own(piece) {
            continue;
        }
        for (down, right) in [(-1_i32, 0_i32), (0, -1), (0, 1), (1, 0)] {
            let (row, column) = (from as i32 / 4 + down, from as i32 % 4 + right);
            if !(0..8).contains(&row) || !(0..4).contains(&column) {
                continue;
            }
            let to = (4 * row + column) as usize;
            match cells[to] {
                '.' => found.push(('m', from, to)),
                '?' => {}
                prey if !is_own(prey) && is_taken_by(piece, prey) => found.push(('x', from, to)),
                _ => {}
            }
        }
    }
    let order = |kind: char| "fmx".find(kind);
    found.sort_by_key(|&(kind, from, to)| (order(kind), from, to));
    found
}

#[test]
fn a_plain_generator_finds_the_same_in_ten_thousand_positions() {
    let options = Options { no_progress: Limit::after(50), ..Options::contract(MODE) };
    let mut dice = Dice::new(&Seed::from_text("plain"));
    let mut positions = 0;
    while positions < 12_000 {
        let mut game = FullPosition::deal(options, &dice.seed()).unwrap();
        while game.public().ending().is_none() {
            let mut plies = Plies::new();
            game.public().legal(&mut plies);
            let listed = plies.iter().map(|&ply| match ply {
                Ply::Flip(at) => ('f', at.index(), at.index()),
                Ply::Move(from, to) => ('m', from.index(), to.index()),
                Ply::Capture(from, to) => ('x', from.index(), to.index()),
            });
            let line = game.public().line();
            assert_eq!(listed.collect::<Vec<_>>(), plainly(&line), "{line}");
            // Counting does not use the list.
            assert_eq!(game.perft(1, &mut { u64::MAX }), Some(plies.len() as u64), "{line}");
            positions += 1;
            game.play(*dice.pick(&plies).unwrap());
        }
    }
}

/// Every possible action, legal or not, is allowed exactly if it is listed.
#[test]
fn what_is_listed_is_what_is_allowed() {
    let mut dice = Dice::new(&Seed::from_text("allowed"));
    let mut game = FullPosition::deal(Options::contract(MODE), &dice.seed()).unwrap();
    for _ in 0..120 {
        let mut plies = Plies::new();
        game.public().legal(&mut plies);
        for from in Cell::all(MODE) {
            let pairs = Cell::all(MODE).flat_map(|to| [Ply::Move(from, to), Ply::Capture(from, to)]);
            for ply in pairs.chain([Ply::Flip(from)]) {
                let is_allowed = game.public().check(&Action::from(ply)).is_ok();
                assert_eq!(is_allowed, plies.contains(&ply), "{ply:?} in {}", game.public().line());
            }
        }
        if game.playout(1, &mut |sides| dice.roll(sides)).is_some() {
            break;
        }
    }
}

#[test]
fn random_games_end_without_progress_and_their_records_replay() {
    let options: Options = serde_json::from_value(json!({"mode": "hong-kong", "noProgress": 50})).unwrap();
    for number in 0..40 {
        let seed = Seed::from_text(&format!("hong kong {number}"));
        let mut dice = Dice::new(&seed.branch("play"));
        let mut table = Table::<Banqi>::start(options, 2, &seed).unwrap();
        let mut record =
            MatchRecord::begin(table.game().position(), vec!["Ann".to_owned(), "Bob".to_owned()]);
        (record.commitment, record.seed) = (Some(seed.commitment()), Some(seed));
        while table.game().outcome().is_none() {
            let seat = table.game().position().seat();
            let action = *dice.pick(&table.game().menu(seat).into_actions()).unwrap();
            for news in table.play(seat, &action).unwrap() {
                assert!(!matches!(news.event, Event::Captured { screen: Some(_), .. }));
                record.note(&news.event);
            }
        }
        let text = record.to_string();
        assert!(text.starts_with("banqi hong-kong noProgress=50\n"), "{text}");
        assert_eq!(text.parse::<MatchRecord>().unwrap().replay().unwrap().setup(), table.setup());
    }
}

#[test]
fn options_are_those_of_classic() {
    let read = |json: serde_json::Value| {
        let options: Options = serde_json::from_value(json).unwrap();
        Table::<Banqi>::start(options, 2, &Seed::from_text("options"))
            .map(|table| *table.game().position().options())
    };
    let tournament = read(json!({"mode": "hong-kong", "preset": "tournament"})).unwrap();
    assert_eq!((tournament.mode, tournament.no_progress.get()), (MODE, Some(60)));
    assert_eq!(tournament.repetition.get(), Some(3));
    let olympiad = read(json!({"mode": "hong-kong", "preset": "olympiad", "plyCap": 500})).unwrap();
    assert_eq!((olympiad.no_progress.get(), olympiad.ply_cap.get()), (Some(180), Some(500)));
    assert_eq!(read(json!({"mode": "hong-kong"})).unwrap(), Options::contract(MODE));
    for option in ["layout", "guard", "cannon", "counter"] {
        let value = match option {
            "layout" => json!("scatter"),
            "guard" => json!("diagonal"),
            "cannon" => json!("slide"),
            _ => json!(30),
        };
        let error = read(json!({"mode": "hong-kong", option: value})).unwrap_err();
        assert_eq!(error.to_string(), format!("the option {option} does not exist in hong-kong"));
    }
}
