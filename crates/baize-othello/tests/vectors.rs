//! Every vector of the rules text (`docs/rules/othello.md`), by its name there.

use baize_othello::notation::{self, Reading, Transcript};
use baize_othello::{Action, Board, Colour, Error, Event, Nowhere, Othello, Position, Setup, Square};
use baize_rules::{Addressed, Game, Outcome, Seat, Seed, Table};

const START: &str = "---------------------------OX------XO--------------------------- X";

fn load(line: &str) -> Table<Othello> {
    Table::load(Othello::read_position(line, Default::default()).unwrap()).unwrap()
}

fn board(black: &[usize], white: &[usize], to_move: Colour) -> Table<Othello> {
    let bits = |squares: &[usize]| squares.iter().fold(0, |bits, square| bits | 1 << square);
    let board = Board::of(bits(black), bits(white), to_move).unwrap();
    Table::load(Setup { board, left: None }).unwrap()
}

fn line(discs: char, index: usize, other: &str, side: char) -> String {
    let mut squares: Vec<String> = vec![discs.to_string(); 64];
    squares[index] = other.to_owned();
    format!("{} {side}", squares.concat())
}

fn to_move(table: &Table<Othello>) -> Colour {
    table.game().board().to_move
}

fn legal(table: &Table<Othello>) -> Vec<usize> {
    let actions = table.game().menu(to_move(table).seat()).into_actions();
    let index = |action| if let Action::Place(square) = action { Some(Square::index(square)) } else { None };
    actions.into_iter().filter_map(index).collect()
}

fn legal_names(table: &Table<Othello>) -> String {
    let names: Vec<String> =
        legal(table).iter().map(|&index| Square::lowest(1 << index).to_string()).collect();
    names.join(" ")
}

fn place(table: &mut Table<Othello>, index: usize) -> Result<Vec<Addressed<Event>>, Error> {
    table.play(to_move(table).seat(), &Action::Place(Square::lowest(1 << index)))
}

fn after(transcript: &str) -> Table<Othello> {
    let board = Transcript::read(Board::START, transcript, Reading::Strict).unwrap().last().unwrap();
    Table::load(Setup { board, left: None }).unwrap()
}

fn score(table: &Table<Othello>) -> (u32, u32) {
    let score = table.game().board().score();
    (score.black, score.white)
}

fn outcome(table: &Table<Othello>) -> Outcome {
    table.game().outcome().expect("the game is over")
}

fn flag(outcome: &Outcome, name: &str) -> bool {
    outcome.details.as_ref().unwrap()[name].as_bool().unwrap()
}

#[test]
fn l1_and_l2_first_moves() {
    assert_eq!(legal(&load(START)), [19, 26, 37, 44]);
    assert_eq!(legal_names(&load(START)), "d3 c4 f5 e6");
    assert_eq!(legal(&load(&START.replace(" X", " O"))), [20, 29, 34, 43]);
}

#[test]
fn l3_to_l5_nobody_can_move() {
    for side in ['X', 'O'] {
        let table = load(&line('X', 0, "-", side));
        assert!(legal(&table).is_empty());
        assert!(table.game().outcome().is_some());
    }
    assert!(legal(&board(&[], &[], Colour::Black)).is_empty());
    let corners = board(&[0], &[63], Colour::Black);
    assert!(legal(&corners).is_empty());
    let draw = outcome(&corners);
    assert!(draw.winners.is_empty());
    assert_eq!(draw.details.unwrap()["margin"], 0);
}

#[test]
fn l6_and_l7_somebody_can() {
    let black = board(&[0], &[1], Colour::Black);
    assert_eq!(legal(&black), [2]);
    let white = board(&[0], &[1], Colour::White);
    assert!(legal(&white).is_empty());
    assert!(black.game().outcome().is_none() && white.game().outcome().is_none());
    let nearly_full = load(&(format!("-O{}", "X".repeat(62)) + " X"));
    assert_eq!(legal(&nearly_full), [0]);
    assert!(nearly_full.game().outcome().is_none());
}

#[test]
fn w1_and_w2_runs_do_not_wrap() {
    assert!(legal(&board(&[7], &[6], Colour::White)).is_empty());
    assert_eq!(legal(&board(&[6, 16], &[7, 17], Colour::Black)), [18]);
}

#[test]
fn l8_second_moves() {
    for (transcript, expect) in
        [("f5", "f4 d6 f6"), ("f5d6", "c3 c4 c5 c6 c7"), ("f5f4", "c3 d3 e3 f3 g3"), ("f5f6", "d3 c4 e6 f7")]
    {
        assert_eq!(legal_names(&after(transcript)), expect, "after {transcript}");
    }
}

#[test]
fn v1_a_first_move() {
    let mut table = load(START);
    let news = place(&mut table, 19).unwrap();
    assert_eq!(news.len(), 1);
    assert_eq!(
        serde_json::to_string(&news[0].event).unwrap(),
        r#"{"type":"PLACED","square":"d3","flipped":["d4"]}"#
    );
    let board = table.game().board();
    assert_eq!(board.at(Square::new(19).unwrap()), Some(Colour::Black));
    assert_eq!(board.at(Square::new(27).unwrap()), Some(Colour::Black));
    assert_eq!((score(&table), to_move(&table)), ((4, 1), Colour::White));
}

/// Plays something that must be refused and checks that nothing changed.
fn refused(table: &Table<Othello>, seat: Seat, action: &Action) -> Error {
    let mut tried = table.clone();
    let error = tried.play(seat, action).expect_err("this is refused");
    assert_eq!(tried.setup(), table.setup());
    error
}

fn at(index: usize) -> Action {
    Action::Place(Square::lowest(1 << index))
}

fn read(json: &str) -> Action {
    serde_json::from_str(json).unwrap()
}

#[test]
fn v2_to_v5_refusals_change_nothing() {
    use baize_rules::Coded;
    let start = load(START);
    let check = |table: &Table<Othello>, action: &Action, code: &str, words: &[&str]| {
        let error = refused(table, to_move(table).seat(), action);
        assert_eq!(error.code(), code);
        for word in words {
            assert!(error.to_string().contains(word), "{error} should name {word}");
        }
    };
    check(&start, &at(27), "othello.occupied", &["d4", "white"]);
    check(&start, &at(0), "othello.illegal_move", &["a1", "black", "d3 c4 f5 e6"]);
    check(&start, &read(r#"{"type":"PLACE","square":64}"#), "othello.out_of_range", &["64", "0-63"]);
    check(&start, &read(r#"{"type":"PLACE","square":-1}"#), "othello.out_of_range", &["-1", "0-63"]);
    check(&start, &read(r#"{"type":"PLACE","square":1.5}"#), "othello.bad_square", &["1.5"]);
    check(&start, &read(r#"{"type":"PLACE","square":"i9"}"#), "othello.bad_square", &["i9"]);
    check(&start, &read(r#"{"type":"PLACE","square":""}"#), "othello.bad_square", &["\"\""]);
    check(&start, &Action::Pass, "othello.pass_not_allowed", &["d3 c4 f5 e6"]);
    let mut v1 = start.clone();
    place(&mut v1, 19).unwrap();
    check(&v1, &at(27), "othello.occupied", &["d4", "black"]);
    let error = refused(&start, Seat::SECOND, &at(19));
    assert_eq!((error.code(), error.to_string().contains("black")), ("othello.not_your_turn", true));
}

#[test]
fn v6_after_the_end_game_over_comes_first() {
    use baize_rules::Coded;
    let table = load(&line('X', 0, "-", 'X'));
    for seat in [Seat::FIRST, Seat::SECOND] {
        for action in [at(0), at(1), Action::Pass, Action::PlaceNowhere(Nowhere::NotASquare("i9".into()))] {
            let error = refused(&table, seat, &action);
            assert_eq!(error.code(), "othello.game_over");
            assert!(error.to_string().contains("black won, 63 to 0"), "{error}");
        }
    }
}

#[test]
fn v7_a_long_run_turns() {
    let mut table = board(&[44], &[28, 36], Colour::Black);
    place(&mut table, 20).unwrap();
    assert_eq!(table.game().board().discs(Colour::Black), 1 << 20 | 1 << 28 | 1 << 36 | 1 << 44);
}

#[test]
fn v8_all_eight_directions() {
    let mut table = load("---------X-X-X----OOO----XO-OX----OOO----X-X-X------------------ X");
    place(&mut table, 27).unwrap();
    let end = "---------X-X-X----XXX----XXXXX----XXX----X-X-X------------------";
    assert_eq!(notation::squares(table.game().board()), end);
    assert_eq!(score(&table), (17, 0));
    let outcome = outcome(&table);
    assert!(outcome.won(Seat::FIRST) && flag(&outcome, "wipeout") && !flag(&outcome, "perfect"));
}

#[test]
fn p1_the_turn_stays_when_the_other_side_cannot_move() {
    let mut table = load("XO------------------------------------------------------XO------ X");
    assert_eq!(legal(&table), [2, 58]);
    let news = place(&mut table, 2).unwrap();
    assert_eq!(news[1].event, Event::Passed { seat: Seat::SECOND, forced: true });
    assert_eq!((to_move(&table), legal(&table)), (Colour::Black, vec![58]));
    let news = place(&mut table, 58).unwrap();
    assert_eq!(news.last().unwrap().event, Event::GameOver {});
    assert_eq!(score(&table), (6, 0));
    assert!(outcome(&table).won(Seat::FIRST));
    assert_eq!(table.game().board().to_move, Colour::White, "the opponent of the last mover");
}

#[test]
fn p2_a_pass_in_a_real_game() {
    let table = after("c4c3c2b2f5c1a1a3");
    assert_eq!((to_move(&table), score(&table)), (Colour::White, (8, 4)));
    assert_eq!(legal_names(&table), "c5 f6");
}

#[test]
fn p3_a_loaded_position_may_wait_for_a_pass() {
    let mut table = load("XO-------------------------------------------------------------- O");
    assert!(legal(&table).is_empty());
    assert!(table.game().outcome().is_none());
    assert_eq!(table.game().menu(Seat::SECOND).actions(), [Action::Pass]);
    assert!(table.check(Seat::SECOND, &at(2)).is_err());
    let normalised = table.game().board().normalised();
    table.play(Seat::SECOND, &Action::Pass).unwrap();
    assert_eq!(legal_names(&table), "c1");
    assert_eq!(*table.game().board(), normalised);
}

#[test]
fn e1_and_e2_full_boards() {
    let black = outcome(&load(&("X".repeat(64) + " O")));
    assert!(black.won(Seat::FIRST) && flag(&black, "perfect") && flag(&black, "wipeout"));
    let half = outcome(&load(&("X".repeat(32) + &"O".repeat(32) + " X")));
    assert!(half.winners.is_empty() && !flag(&half, "perfect") && !flag(&half, "wipeout"));
}

#[test]
fn e3_the_shortest_game() {
    let table = after("e6f4e3f6g5d6e7f5c5");
    let outcome = outcome(&table);
    assert_eq!(score(&table), (13, 0));
    assert_eq!(outcome.details.as_ref().unwrap()["margin"], 64);
    assert!(flag(&outcome, "wipeout") && !flag(&outcome, "perfect"));
    assert_eq!(outcome.reason, "discs");
}

#[test]
fn e4_a_perfect_game() {
    let mut table = load(&(format!("-O{}", "X".repeat(62)) + " X"));
    place(&mut table, 0).unwrap();
    assert_eq!(score(&table), (64, 0));
    assert!(flag(&outcome(&table), "perfect"));
}

#[test]
fn e5_the_drawn_line_of_the_solved_game() {
    let moves = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6";
    let mut table = load(START);
    for square in Transcript::read(Board::START, moves, Reading::Strict).unwrap().squares {
        let news = place(&mut table, square.index()).unwrap();
        assert!(!news.iter().any(|news| matches!(news.event, Event::Passed { .. })));
    }
    let end = "XXXXXXXXOXXXOOOXOXXXXOXXOXOOOXXXOXXOOXXXOXOXXOOOOOXOOXOOOOOOOOOO";
    assert_eq!(notation::squares(table.game().board()), end);
    assert_eq!(score(&table), (32, 32));
    assert!(outcome(&table).winners.is_empty());
}

/// Checks on random games what a client may rely on.
#[test]
fn facts_about_moves() {
    let mut dice = baize_rules::Dice::new(&Seed::from_text("facts"));
    for _ in 0..100 {
        let mut table = load(START);
        let mut plies = 0;
        while table.game().outcome().is_none() {
            let legal = legal(&table);
            assert!(legal.is_sorted() && !legal.is_empty());
            let before = score(&table);
            let news = place(&mut table, *dice.pick(&legal).unwrap()).unwrap();
            assert!(matches!(news[0].event, Event::Placed { flipped, .. } if flipped != 0));
            let now = score(&table);
            assert_eq!(before.0 + before.1 + 1, now.0 + now.1);
            plies += 1;
        }
        assert!((9..=60).contains(&plies));
    }
}

#[test]
fn margins_are_even_and_give_empties_to_the_winner() {
    for seed in 0..200 {
        let mut dice = baize_rules::Dice::new(&Seed::from_text(&format!("margin {seed}")));
        let end = Position::START.playout(|sides| dice.roll(sides));
        let (own, opp) = (end.own.count_ones() as i32, end.opp.count_ones() as i32);
        let margin = end.margin();
        assert!(end.is_over() && margin % 2 == 0 && (-64..=64).contains(&margin));
        assert_eq!(margin.signum(), (own - opp).signum());
        assert_eq!(margin.abs(), if own == opp { 0 } else { (own - opp).abs() + 64 - own - opp });
    }
}
