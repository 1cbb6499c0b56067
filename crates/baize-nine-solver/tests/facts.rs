//! Published facts about Nine, found again.

use baize_nine::{Card, Hand, Options, Position, Ties};
use baize_nine_solver::{Mix, Objective, Sight, Solver, Unsolved, chance_is_perfect, worst_case};
use baize_rules::{Dice, Score, Seed};

fn plain() -> Options {
    Options::default()
}

fn weights(weights: [i32; 9]) -> Options {
    Options { turn_weights: weights.map(Score::points), ..plain() }
}

fn carry() -> Options {
    Options { ties: Ties::Carry, ..plain() }
}

fn at(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn value(text: &str, options: &Options, objective: Objective) -> f64 {
    let position = at(text);
    Solver::new(position, options, objective).unwrap().value(position).unwrap()
}

#[test]
fn sample_values_of_the_plain_game() {
    let check = |text: &str, objective, expect: f64| {
        let found = value(text, &plain(), objective);
        assert!((found - expect).abs() < 1e-12, "{text} {objective:?}: {found}");
    };
    let difference = |text, expect| check(text, Objective::Difference, expect);
    let win = |text, expect| check(text, Objective::Win, expect);
    difference("89/79 0-0", 7.0);
    difference("19/23 0-0", 8.0);
    difference("123/789 0-0", -30.0);
    difference("259/358 0-0", 16.0 / 3.0);
    difference("23456789/12345678 0-0", 75.0 / 4.0);
    // Only points to come count.
    difference("259/358 30-10", 16.0 / 3.0);
    win("89/79 0-0", 0.5);
    win("19/23 0-0", 1.0);
    win("123/789 0-0", 0.0);
    win("259/358 0-0", 2.0 / 3.0);
    win("23456789/12345678 0-0", 17867.0 / 20160.0);
    win("259/358 0-16", 1.0 / 6.0);
    win("259/358 0-10", 0.5);
    win("259/358 0-6", 0.5);
    win("259/358 0-2", 7.0 / 12.0);
    win("259/358 2-0", 2.0 / 3.0);
    win("259/358 6-0", 5.0 / 6.0);
    win("259/358 10-0", 1.0);
    let lead = value("23456789/12345678 0-10", &plain(), Objective::Win);
    assert!((lead - 0.7156).abs() < 5e-5, "{lead}");
}

#[test]
fn the_matrix_of_the_first_turn() {
    let solver = Solver::new(Position::START, &plain(), Objective::Difference).unwrap();
    let matrix = solver.matrix(Position::START).unwrap();
    let rows: Vec<&[f64]> = matrix.rows().collect();
    let expect = [
        [0.0, -3.5, -4.0, -3.75, -2.75, -1.0, 1.5, 4.75, 8.75],
        [3.5, 0.0, -5.0, -4.75, -3.75, -2.0, 0.5, 3.75, 7.75],
        [4.0, 5.0, 0.0, -6.5, -5.5, -3.75, -1.25, 2.0, 6.0],
        [3.75, 4.75, 6.5, 0.0, -8.0, -6.25, -3.75, -0.5, 3.5],
        [2.75, 3.75, 5.5, 8.0, 0.0, -9.5, -7.0, -3.75, 0.25],
        [1.0, 2.0, 3.75, 6.25, 9.5, 0.0, -11.0, -7.75, -3.75],
        [-1.5, -0.5, 1.25, 3.75, 7.0, 11.0, 0.0, -12.5, -8.5],
        [-4.75, -3.75, -2.0, 0.5, 3.75, 7.75, 12.5, 0.0, -14.0],
        [-8.75, -7.75, -6.0, -3.5, -0.25, 3.75, 8.5, 14.0, 0.0],
    ];
    for (row, expect) in rows.iter().zip(&expect) {
        assert!(row.iter().zip(expect).all(|(entry, expect)| (entry - expect).abs() < 1e-12), "{row:?}");
    }
}

/// The share of all pairings of the remaining cards that seat 0 wins, and its mean margin.
fn by_counting(position: Position) -> (f64, f64) {
    let [own, other] = position.hands;
    if own.is_empty() {
        let lead = (position.scores[0].as_f64() - position.scores[1].as_f64()).round();
        return (0.5 + 0.5 * if lead == 0.0 { 0.0 } else { lead.signum() }, lead);
    }
    let card = own.nth(0).unwrap();
    let parts: Vec<(f64, f64)> =
        other.iter().map(|reply| by_counting(position.play(card, reply, &plain()))).collect();
    let mean = |pick: fn(&(f64, f64)) -> f64| parts.iter().map(pick).sum::<f64>() / parts.len() as f64;
    (mean(|part| part.0), mean(|part| part.1))
}

#[test]
fn in_the_plain_game_counting_the_pairings_is_enough() {
    let mut dice = Dice::new(&Seed::from_text("pairings"));
    let whole = Solver::new(Position::START, &plain(), Objective::Difference).unwrap();
    for round in 0..200 {
        let cards = 1 + round % 7;
        let mut hand = || {
            let mut all: Vec<Card> = Card::all().collect();
            dice.shuffle(&mut all);
            all.into_iter().take(cards).collect::<Hand>()
        };
        let hands = [hand(), hand()];
        let scores = [Score::points(dice.roll(30) as i32), Score::points(dice.roll(30) as i32)];
        let position = Position { hands, scores, ..Position::START };
        let (win, margin) = by_counting(position);
        let lead = scores[0].as_f64() - scores[1].as_f64();
        assert!((whole.value(position).unwrap() - (margin - lead)).abs() < 1e-11, "{position:?}");
        let solver = Solver::new(position, &plain(), Objective::Win).unwrap();
        assert!((solver.value(position).unwrap() - win).abs() < 1e-12, "{position:?}");
        assert!(chance_is_perfect(position, &plain()));
    }
}

#[test]
fn the_first_card_in_the_variants_and_what_blind_choice_loses() {
    let check = |name: &str, options: Options, cards: [f64; 9], blind: f64| {
        let solver = Solver::new(Position::START, &options, Objective::Difference).unwrap();
        let play = solver.solve(Position::START).unwrap();
        assert!(play.value.abs() < 1e-9, "{name}: the start is even: {}", play.value);
        assert!(solver.largest_gap() < 1e-11, "{name}: {:e}", solver.largest_gap());
        let close =
            play.mixes[0].values().iter().zip(cards).all(|(found, expect)| (found - expect).abs() < 0.0011);
        assert!(close, "{name}: {:?}", play.mixes[0]);
        assert!(!chance_is_perfect(Position::START, &options));
        let blind_choice = |position: Position| Mix::uniform(position.hands[0].len());
        let worst = worst_case(Position::START, &options, Objective::Difference, Sight::Cards, blind_choice);
        assert!((worst.unwrap() + blind).abs() < 0.05, "{name}: {worst:?}");
    };
    let last = weights([1, 1, 1, 1, 1, 1, 1, 1, 2]);
    check("last double", last, [0.0, 0.266, 0.019, 0.224, 0.041, 0.202, 0.055, 0.194, 0.0], 12.0);
    let fifth = weights([1, 1, 1, 1, 2, 1, 1, 1, 1]);
    check("turn 5 double", fifth, [0.0, 0.261, 0.025, 0.218, 0.047, 0.201, 0.058, 0.190, 0.0], 12.0);
    let first = weights([2, 1, 1, 1, 1, 1, 1, 1, 1]);
    check("turn 1 double", first, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], 12.0);
    let three = weights([1, 1, 1, 1, 1, 1, 2, 2, 2]);
    check("last three double", three, [0.0, 0.230, 0.045, 0.203, 0.068, 0.191, 0.079, 0.184, 0.0], 23.0);
    let turns = weights([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    check("turn k counts k times", turns, [0.0, 0.351, 0.0, 0.633, 0.016, 0.0, 0.0, 0.0, 0.0], 133.6);
    check("carried ties", carry(), [0.195, 0.0, 0.262, 0.018, 0.228, 0.041, 0.223, 0.032, 0.0], 9.2);
}

#[test]
fn with_an_open_lead_the_leader_of_turn_1_wins_by_2() {
    let open = Options { open_lead: true, ..plain() };
    assert_eq!(value("123456789/123456789 0-0", &open, Objective::Difference), 2.0);
    assert_eq!(value("123456789/123456789 0-0", &open, Objective::Win), 1.0);
    // The follower of the last turn but one sees the card: 1 against 2 and 9 against 8.
    let solver = Solver::new(at("19/28 0-0"), &open, Objective::Difference).unwrap();
    let play = solver.solve(at("19/28 0-0")).unwrap();
    assert_eq!((play.value, play.gap), (14.0, 0.0));
}

/// What one seat can gain with the best reply to the whole solution, asked position by position.
fn exploitability(root: Position, options: &Options, objective: Objective) -> f64 {
    let solver = Solver::new(root, options, objective).unwrap();
    let mix = |position| solver.solve(position).expect("every position can arise").mixes[0];
    solver.value(root).unwrap() - worst_case(root, options, objective, Sight::Cards, mix).unwrap()
}

#[test]
fn nobody_gains_on_the_solution() {
    let check = |text: &str, options: Options| {
        for objective in [Objective::Difference, Objective::Win] {
            let gained = exploitability(at(text), &options, objective);
            assert!(gained.abs() < 1e-9, "{text} {options:?} {objective:?}: {gained:e}");
        }
    };
    check("123456789/123456789 0-0", plain());
    check("1345678/2345679 10-15", weights([1, 1, 1, 1, 1, 1, 1, 1, 2]));
    check("134679/125789 30-41", weights([1, 2, 3, 4, 5, 6, 7, 8, 9]));
    check("134567/124567 11-12 +8", carry());
    check("13469/12579 1-0", Options { ties: Ties::Carry, ..weights([3, 1, 4, 1, 5, 9, 2, 6, 5]) });
}

#[test]
fn both_seats_see_the_same_game() {
    let options =
        [plain(), carry(), weights([1, 1, 1, 1, 1, 1, 1, 1, 2]), weights([0, 0, 0, 0, 0, 3, 0, 7, 100])];
    for options in options {
        let (position, turned) = (at("13579/12468 9-12 +6"), at("12468/13579 12-9 +6"));
        let difference =
            |position| Solver::new(position, &options, Objective::Difference).unwrap().value(position);
        let win = |position| Solver::new(position, &options, Objective::Win).unwrap().value(position);
        assert!((difference(position).unwrap() + difference(turned).unwrap()).abs() < 1e-9);
        assert!((win(position).unwrap() + win(turned).unwrap() - 1.0).abs() < 1e-12);
    }
}

/// More points are never worse, and the value does not depend on the root it was solved from.
#[test]
fn a_lead_never_hurts() {
    for options in [plain(), carry(), weights([1, 1, 1, 1, 1, 2, 1, 3, 1])] {
        let mut before = 0.0;
        for lead in 0..60 {
            let text = if lead < 30 {
                format!("2578/1369 0-{}", 30 - lead)
            } else {
                format!("2578/1369 {}-0", lead - 30)
            };
            let now = value(&text, &options, Objective::Win);
            assert!(now >= before - 1e-12, "{text}: {before} {now}");
            before = now;
        }
        let root = at("24578/13569 3-4");
        let solver = Solver::new(root, &options, Objective::Win).unwrap();
        let (a, b) = (Card::new(4).unwrap(), Card::new(5).unwrap());
        let next = root.play(a, b, &options);
        let alone = Solver::new(next, &options, Objective::Win).unwrap();
        assert!((solver.value(next).unwrap() - alone.value(next).unwrap()).abs() < 1e-12);
        assert_eq!(solver.value(at("24578/13568 3-4")), None, "this cannot follow");
    }
}

#[test]
fn what_cannot_follow_the_root_has_no_worth() {
    for objective in [Objective::Difference, Objective::Win] {
        let solver = Solver::new(at("13579/24689 11-9"), &plain(), objective).unwrap();
        // More cards than the root, even with a lead that cannot be made up, and other cards.
        for other in
            ["123456789/123456789 0-0", "135678/234689 0-0", "135678/234689 0-500", "12345/56789 11-9"]
        {
            let position = at(other);
            assert!(solver.value(position).is_none(), "{other} {objective:?}");
            assert!(solver.matrix(position).is_none() && solver.solve(position).is_none(), "{other}");
        }
    }
}

#[test]
fn too_many_scores_are_refused_in_time() {
    let wild = [1013, 3070, 97110, 14003, 25017, 36001, 47770, 58900, 69123].map(Score::thousandths);
    let options = Options { turn_weights: wild, ..plain() };
    assert_eq!(Solver::new(Position::START, &options, Objective::Win).err(), Some(Unsolved::TooLarge));
    let bonus = Options { bonus: true, ..plain() };
    assert_eq!(Solver::new(Position::START, &bonus, Objective::Win).err(), Some(Unsolved::Extended));
    let both = Options { ties: Ties::Carry, ..options };
    let solver = Solver::new(Position::START, &both, Objective::Difference).unwrap();
    assert!(solver.value(Position::START).unwrap().abs() < 1e-6);
    // Solving for points alone always stays small enough, which the players rely on.
    let open = Options { open_lead: true, ..both };
    assert!(Solver::new(Position::START, &open, Objective::Difference).is_ok());
    assert!(Solver::new(at("12345/56789 0-0"), &both, Objective::Win).is_ok());
}
