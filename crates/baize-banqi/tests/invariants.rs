//! The invariants of section 16 of the rules, on random matches. `brute.rs` and the law kit check the third
//! and fourth, too.

#[path = "lines/mod.rs"]
mod lines;

use baize_banqi::{
    Action, Banqi, Cell, Faction, FullPosition, Limit, Mode, Options, Piece, Pieces, Plies, Ply, Position,
    Preset, Square,
};
use baize_rules::{Dice, Game, Seat, Seed, Table};
use proptest::prelude::*;

fn options() -> impl Strategy<Value = Options> {
    let capped = |options: Options| Options { ply_cap: Limit::after(220), ..options };
    prop_oneof![
        Just(capped(Options::default())),
        Just(capped(Options::contract(Mode::ThreeKingdoms))),
        Just(capped(Options::preset(Preset::Folk))),
        Just(capped(Options {
            layout: baize_banqi::Layout::Scatter,
            ..Options::contract(Mode::ThreeKingdoms)
        })),
    ]
}

/// Calls `look` with every action of a random match and the positions before and after it.
fn walk(options: Options, seed: u64, mut look: impl FnMut(&Position, Ply, &Position)) {
    let mut dice = Dice::new(&Seed::from_text(&format!("walk {seed}")));
    let mut full = FullPosition::deal(options, &dice.seed()).unwrap();
    let mut plies = Plies::new();
    loop {
        full.public().legal(&mut plies);
        let Some(&ply) = dice.pick(&plies) else { return };
        let before = *full.public();
        full.play(ply);
        look(&before, ply, full.public());
    }
}

fn all(position: &Position) -> Pieces {
    let mut pieces = position.unknown();
    for cell in Cell::all(position.mode()) {
        if let Square::FaceUp(piece) = position.at(cell) {
            pieces.add(piece);
        }
    }
    for &faction in position.mode().factions() {
        position.taken(faction).iter().for_each(|piece| pieces.add(piece));
    }
    pieces
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn one_no_piece_is_lost_or_made(options in options(), seed: u64) {
        walk(options, seed, |_, _, now| {
            assert_eq!(all(now), now.mode().full_set());
            assert_eq!(now.unknown().len(), now.face_down().count_ones());
            for &faction in now.mode().factions() {
                let down = now.unknown().iter().filter(|piece| piece.faction(now.mode()) == faction).count();
                assert_eq!(usize::from(now.alive(faction)), now.army(faction).count_ones() as usize + down);
            }
        });
    }

    #[test]
    fn two_an_action_changes_its_cells_and_no_others(options in options(), seed: u64) {
        walk(options, seed, |before, ply, now| {
            let changed: Vec<Cell> =
                Cell::all(now.mode()).filter(|&cell| before.at(cell) != now.at(cell)).collect();
            let hidden = before.face_down() ^ now.face_down();
            match ply {
                Ply::Flip(at) => assert_eq!((changed, hidden), (vec![at], 1 << at.index())),
                Ply::Move(from, to) | Ply::Capture(from, to) => {
                    assert_eq!((changed, hidden), (vec![from.min(to), from.max(to)], 0));
                    assert_eq!((now.at(from), now.at(to)), (Square::Empty, before.at(from)));
                }
            }
        });
    }

    #[test]
    fn six_the_counter_counts_the_actions_since_the_last_capture(options in options(), seed: u64) {
        let mut since = 0;
        walk(options, seed, |_, ply, now| {
            since = if matches!(ply, Ply::Capture(..)) { 0 } else { since + 1 };
            let three_kingdoms = now.mode() == Mode::ThreeKingdoms;
            assert_eq!(now.counter(), three_kingdoms.then(|| 60 - since));
        });
    }

    #[test]
    fn seven_factions_only_leave_and_the_seat_on_turn_is_in(options in options(), seed: u64) {
        walk(options, seed, |before, _, now| {
            assert!(before.out().all(|faction| now.out().any(|out| out == faction)));
            assert!(now.ending().is_some() || !now.has_left(now.seat()));
            for seat in now.seats() {
                assert!(before.faction(seat).is_none() || before.faction(seat) == now.faction(seat));
            }
        });
    }

    #[test]
    fn eight_lines_are_read_as_they_were_written(options in options(), seed: u64) {
        let mut dice = Dice::new(&Seed::from_text(&format!("lines {seed}")));
        let mut full = FullPosition::deal(options, &dice.seed()).unwrap();
        let mut plies = Plies::new();
        while full.public().ending().is_none() {
            let (line, public) = (full.line(), full.public().line());
            let read = FullPosition::read(&line, options).unwrap();
            assert_eq!(read.line(), line);
            assert_eq!(read.public().line(), public);
            assert_eq!(Position::read(&public, options).unwrap().line(), public);
            assert!(!public.contains('~'));
            // Another layout of the same face-down pieces has the same public line.
            let mut other = full;
            other.shuffle(&mut |sides| dice.roll(sides));
            assert_eq!(other.public().line(), public);
            assert_eq!(FullPosition::read(&other.line(), options).unwrap().public().line(), public);
            full.public().legal(&mut plies);
            full.play(*dice.pick(&plies).unwrap());
        }
    }

    #[test]
    fn five_symmetries_map_legal_actions_onto_each_other(options in options(), seed: u64) {
        walk(options, seed, |_, _, now| {
            if now.ending().is_none() {
                for symmetry in [Symmetry::Mirror, Symmetry::Flip, Symmetry::HalfTurn, Symmetry::Colours] {
                    symmetric(now, symmetry);
                }
            }
        });
    }

    #[test]
    fn playouts_follow_the_rules(options in options(), seed: u64) {
        let mut dice = Dice::new(&Seed::from_text(&format!("playout {seed}")));
        let mut full = FullPosition::deal(options, &dice.seed()).unwrap();
        let mut plies = Plies::new();
        // One action at a time, each of which must be legal, until the end.
        while full.public().ending().is_none() {
            let before = full;
            full.playout(1, &mut |sides| dice.roll(sides));
            before.public().legal(&mut plies);
            let reached = |&ply: &Ply| {
                let mut next = before;
                next.play(ply);
                next.public() == full.public()
            };
            prop_assert!(plies.iter().any(reached));
        }
    }
}

/// A line of Three Kingdoms that no match would reach: any pieces anywhere, any owners, anybody out.
fn odd_line(dice: &mut Dice) -> String {
    let mode = Mode::ThreeKingdoms;
    let mut pieces: Vec<Piece> = mode.full_set().iter().collect();
    dice.shuffle(&mut pieces);
    let standing = 1 + dice.roll(20) as usize;
    let mut board: Vec<String> = pieces[..standing]
        .iter()
        .map(|piece| if dice.roll(3) == 0 { piece.to_string() } else { format!("~{piece}") })
        .chain(vec!["1".to_owned(); mode.cells() - standing])
        .collect();
    dice.shuffle(&mut board);
    let rows: Vec<String> = board.chunks(mode.columns()).map(<[String]>::concat).collect();
    let owners = *dice.pick(&["grb", "brg", "g--", "-r-", "--b", "rbg"]).unwrap();
    let owned: Vec<usize> =
        "grb".chars().enumerate().filter(|(_, c)| owners.contains(*c)).map(|(n, _)| n).collect();
    let mut taken = vec![String::new(); 3];
    for piece in &pieces[standing..] {
        let mut takers = owned.clone();
        takers.retain(|&taker| taker != piece.faction(mode).index());
        taken[*dice.pick(&takers).unwrap_or(&0)].push(piece.letter());
    }
    let taken: Vec<&str> = taken.iter().map(|taken| if taken.is_empty() { "-" } else { taken }).collect();
    let out = *dice.pick(&["-", "-", "g", "r", "b", "gb"]).unwrap();
    let (seat, counter) = (1 + dice.roll(3), dice.roll(61));
    format!("t {} {seat} {owners} {out} {counter} {} 7", rows.join("/"), taken.join(","))
}

#[test]
fn odd_positions_are_refused_or_played_to_an_end() {
    let mut dice = Dice::new(&Seed::from_text("odd"));
    let options = Options { ply_cap: Limit::after(200), ..Options::contract(Mode::ThreeKingdoms) };
    let (mut refused, mut played) = (0, 0);
    for _ in 0..3000 {
        let line = odd_line(&mut dice);
        let Ok(mut table) = Banqi::read_position(&line, options).and_then(Table::<Banqi>::load) else {
            refused += 1;
            continue;
        };
        played += 1;
        while table.game().outcome().is_none() {
            let seat = table.game().position().seat();
            let menu = table.game().menu(seat).into_actions();
            table.play(seat, dice.pick(&menu).expect(&line)).expect(&line);
            if dice.roll(40) == 0 && table.game().outcome().is_none() {
                let seat = *dice.pick(&Vec::from_iter(Seat::first(3))).unwrap();
                table.leave(seat, baize_rules::Leaving::Resign).expect(&line);
            }
            let setup = table.setup();
            assert_eq!(Table::<Banqi>::load(setup.clone()).expect(&line).setup(), setup, "{line}");
        }
    }
    assert!(refused > 200 && played > 200, "{refused} refused, {played} played");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_a_reader_panic(text in "[ct?~KGMRHCPkgmrhcp1-9/, rb-]{0,120}", at in 0usize..90, with in "\\PC{0,3}") {
        let _ = Position::read(&text, Options::default());
        let _ = text.parse::<baize_banqi::MatchRecord>();
        let mut line = "t C1H2/1P1P1/2G2/5/K3R/1MP1m/hP2C/2P2/~Pc1P1 1 brg - 60 GgMRHc,gmrrh,KPPP 78".to_owned();
        if line.is_char_boundary(at) && at < line.len() {
            line.replace_range(at..=at, &with);
        }
        if let Ok(position) = Position::read(&line, Options::default()) {
            prop_assert_eq!(Position::read(&position.line(), Options::default()).unwrap().line(), position.line());
        }
        let _ = FullPosition::read(&line, Options::default());
        let _ = format!("banqi classic\nstart {line}\n{text}").parse::<baize_banqi::MatchRecord>();
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Symmetry {
    /// Left and right.
    Mirror,
    /// Top and bottom.
    Flip,
    /// Both.
    HalfTurn,
    /// Red and black.
    Colours,
}

impl Symmetry {
    fn cell(self, mode: Mode, cell: Cell) -> Cell {
        let (columns, rows) = (mode.columns(), mode.rows());
        let (row, column) = (cell.index() / columns, cell.index() % columns);
        let (row, column) = match self {
            Symmetry::Mirror => (row, columns - 1 - column),
            Symmetry::Flip => (rows - 1 - row, column),
            Symmetry::HalfTurn => (rows - 1 - row, columns - 1 - column),
            Symmetry::Colours => (row, column),
        };
        Cell::new(mode, row * columns + column).unwrap()
    }

    fn letter(self, mode: Mode, piece: Piece) -> char {
        let swap = self == Symmetry::Colours && piece.faction(mode) != Faction::TeamA;
        let letter = piece.letter();
        match swap {
            true if letter.is_ascii_uppercase() => letter.to_ascii_lowercase(),
            true => letter.to_ascii_uppercase(),
            false => letter,
        }
    }

    fn owner(self, letter: char) -> char {
        match (self, letter) {
            (Symmetry::Colours, 'r') => 'b',
            (Symmetry::Colours, 'b') => 'r',
            _ => letter,
        }
    }
}

/// Checks that a symmetry of the position has the same legal actions.
fn symmetric(position: &Position, symmetry: Symmetry) {
    let mode = position.mode();
    let letter = |cell: Cell| match position.at(symmetry.cell(mode, cell)) {
        Square::Empty => '1',
        Square::FaceDown => '?',
        Square::FaceUp(piece) => symmetry.letter(mode, piece),
    };
    let letters: Vec<char> = Cell::all(mode).map(letter).collect();
    let rows: Vec<String> = letters.chunks(mode.columns()).map(|row| row.iter().collect()).collect();
    let line = position.line();
    let fields: Vec<&str> = line.split(' ').collect();
    let swapped = |text: &str| text.chars().map(|letter| symmetry.owner(letter)).collect::<String>();
    let mut taken: Vec<String> = mode
        .factions()
        .iter()
        .map(|&faction| position.taken(faction).iter().map(|piece| symmetry.letter(mode, piece)).collect())
        .map(|taken: String| if taken.is_empty() { "-".to_owned() } else { taken })
        .collect();
    if symmetry == Symmetry::Colours {
        let last = taken.len() - 1;
        taken.swap(last - 1, last);
    }
    let (owners, out) = (swapped(fields[3]), swapped(fields[4]));
    let text = format!(
        "{} {} {} {owners} {out} {} {} {}",
        fields[0],
        rows.join("/"),
        fields[2],
        fields[5],
        taken.join(","),
        fields[7]
    );
    let image = Position::read(&text, *position.options()).unwrap();
    let (mut here, mut there) = (Plies::new(), Plies::new());
    position.legal(&mut here);
    image.legal(&mut there);
    let map = |cell| symmetry.cell(mode, cell);
    let mut mapped: Vec<Ply> = here
        .iter()
        .map(|&ply| match ply {
            Ply::Flip(at) => Ply::Flip(map(at)),
            Ply::Move(from, to) => Ply::Move(map(from), map(to)),
            Ply::Capture(from, to) => Ply::Capture(map(from), map(to)),
        })
        .collect();
    mapped.sort();
    assert_eq!(mapped, there.to_vec(), "{line}\n{text}");
}

/// Every piece is equally likely on every cell: chi-square over 14 letters and 32 places, about 31 * 13
/// degrees of freedom; the 99.9th percentile is near 495. The seeds are fixed.
#[test]
fn deals_are_fair() {
    for (mode, letters) in [(Mode::Classic, 14), (Mode::ThreeKingdoms, 12)] {
        const DEALS: u32 = 3200;
        let mut seen = vec![[0_u32; 14]; mode.cells()];
        for number in 0..DEALS {
            let deal =
                FullPosition::deal(Options::contract(mode), &Seed::from_text(&format!("fair {number}")));
            let deal = deal.unwrap();
            for cell in Cell::all(mode) {
                if let Some(piece) = deal.hidden().get(cell) {
                    let letter = Piece::ALL.iter().position(|&other| other == piece).unwrap();
                    seen[cell.index()][letter] += 1;
                }
            }
        }
        let full = mode.full_set();
        let mut chi_square = 0.0;
        for counts in seen.iter().filter(|counts| counts.iter().any(|&count| count > 0)) {
            for (&piece, &count) in Piece::ALL.iter().zip(counts).filter(|&(&piece, _)| full.count(piece) > 0)
            {
                let expect = f64::from(DEALS) * f64::from(full.count(piece)) / 32.0;
                chi_square += (f64::from(count) - expect).powi(2) / expect;
            }
        }
        let freedom = 31.0 * f64::from(letters - 1);
        let limit = freedom + 3.1 * (2.0_f64 * freedom).sqrt();
        assert!(
            chi_square < limit && chi_square > freedom - (limit - freedom),
            "{mode}: {chi_square} of {freedom}"
        );
    }
}

#[test]
fn a_scatter_uses_all_points() {
    let options = Options { layout: baize_banqi::Layout::Scatter, ..Options::contract(Mode::ThreeKingdoms) };
    let deals =
        (0..200).map(|n| FullPosition::deal(options, &Seed::from_text(&format!("scatter {n}"))).unwrap());
    let used: Vec<u64> = deals.map(|deal| deal.public().face_down()).collect();
    assert!(used.iter().all(|cells| cells.count_ones() == 32));
    for cell in 0..45 {
        let times = used.iter().filter(|cells| *cells >> cell & 1 == 1).count();
        assert!((100..190).contains(&times), "point {cell} was used {times} times of 200");
    }
}

#[test]
fn four_refusals_change_nothing() {
    let mut table = lines::load(&lines::line("c", "Rg2/~p1P1/1~hCp/2K1/4/4/4/4", 1));
    let before = table.setup();
    for from in 0..45 {
        for to in 0..45 {
            let action: Action = serde_json::from_value(
                serde_json::json!({ "type": if from < to { "MOVE" } else { "CAPTURE" }, "from": from, "to": to }),
            )
            .unwrap();
            if table.play(Seat::FIRST, &action).is_ok() {
                table = Table::<Banqi>::load(before.clone()).unwrap();
            }
            assert_eq!(table.setup(), before);
        }
    }
    assert!(table.game().outcome().is_none());
}
