//! The verdict on a shot, case by case: what the rules say about a list of things that happened.

use baize_nine_ball::{Ball, Balls, Foul, Happening, Next, Options, Shot, Verdict, judge, targets};
use proptest::prelude::*;

fn ball(digit: char) -> Ball {
    Ball::new(digit.to_digit(10).unwrap() as u8).unwrap()
}

fn balls(digits: &str) -> Balls {
    digits.chars().map(ball).collect()
}

const ALL: &str = "123456789";

/// `C01` two balls collide, `K1` a cushion, `F1` a cushion the ball is frozen to, `P9` a pot, `X3` off the
/// table; `@0.5` gives the time.
fn list(text: &str) -> Vec<Happening> {
    let read = |word: &str| {
        let (what, t) = match word.split_once('@') {
            Some((what, t)) => (what, Some(t.parse().unwrap())),
            None => (word, None),
        };
        let mut letters = what.chars();
        let kind = letters.next().unwrap();
        let a = ball(letters.next().unwrap());
        match kind {
            'C' => Happening::Collision { a, b: ball(letters.next().unwrap()), t },
            'K' | 'F' => Happening::Cushion { a, t, frozen: kind == 'F' },
            'P' => Happening::Pot { a, pocket: None, t },
            'X' => Happening::OffTable { a, t },
            other => panic!("{other}"),
        }
    };
    text.split_whitespace().map(read).collect()
}

fn plain(before: &str) -> Shot {
    Shot { before: balls(before), is_break: false, is_push_out: false, fouls: 0 }
}

fn opening() -> Shot {
    Shot { is_break: true, ..plain(ALL) }
}

fn push_out() -> Shot {
    Shot { is_push_out: true, ..plain(ALL) }
}

/// A word for each foul, and how the game goes on.
fn told(verdict: &Verdict) -> String {
    let fouls: Vec<&str> = verdict
        .fouls
        .iter()
        .map(|foul| match foul {
            Foul::CueBallPotted => "scratch",
            Foul::BallOffTable => "off",
            Foul::NoBallHit => "miss",
            Foul::WrongBallFirst => "wrong",
            Foul::NoCushionAfterContact => "rail",
            Foul::IllegalBreak => "break",
        })
        .collect();
    let next = match verdict.next {
        Next::ShooterContinues => "on",
        Next::OpponentPlays => "turn",
        Next::OpponentBallInHand => "hand",
        Next::PushOutChoice => "choice",
        Next::ShooterWins => "win",
        Next::OpponentWins => "loss",
    };
    let respot = if verdict.respots_nine { " respot" } else { "" };
    format!("{}{}{next}{respot}", fouls.join("+"), if fouls.is_empty() { "" } else { ": " })
}

fn check_with(options: Options, shot: Shot, events: &str, expect: &str) -> Verdict {
    let verdict = judge(shot, &options, &list(events));
    assert_eq!(told(&verdict), expect, "{shot:?} {events}");
    verdict
}

fn check(before: &str, events: &str, expect: &str) -> Verdict {
    check_with(Options::default(), plain(before), events, expect)
}

#[test]
fn the_scenarios_nb_001_to_016() {
    check(ALL, "", "miss: hand");
    check(ALL, "C02", "wrong+rail: hand");
    check(ALL, "C02 K2", "wrong: hand");
    check(ALL, "C01 C19 P9", "win");
    check(ALL, "C01", "rail: hand");
    check(ALL, "C01 K0", "turn");
    check(ALL, "C01 K1", "turn");
    check_with(Options::default(), opening(), "C01 C13 C39 P9", "win");
    check(ALL, "C01 P9 P0", "scratch: hand respot");
    check(ALL, "C02 P9", "wrong: hand respot");
    check(ALL, "P0", "scratch+miss: hand");
    assert_eq!(check(ALL, "C01 P1", "on").after.lowest(), Ball::new(2));
    check("9", "C09 P9", "win");
    assert_eq!(check("159", "C01 K1 P5", "on").after.lowest(), Ball::new(1));
    check("159", "C05 K5", "wrong: hand");
    check("59", "C09 P9", "wrong: hand respot");
}

#[test]
fn all_fouls_are_collected_in_order() {
    check(ALL, "C02 P0 X3", "scratch+off+wrong: hand");
    check(ALL, "X3", "off+miss: hand");
    check(ALL, "C01 X3", "off+rail: hand");
    check(ALL, "C02 X0", "off+wrong+rail: hand");
    let break_rules = Options { legal_break: true, ..Options::default() };
    check_with(break_rules, opening(), "C02", "wrong+rail+break: hand");
    check_with(break_rules, opening(), "C02 X9", "off+wrong+rail+break: hand respot");
    let verdict = check(ALL, "C02", "wrong+rail: hand");
    assert_eq!(verdict.fouls[0], Foul::WrongBallFirst);
    assert_eq!(verdict.first_hit, Ball::new(2));
}

#[test]
fn first_contact_is_the_first_collision_of_the_cue_ball() {
    check(ALL, "C10 K1", "turn");
    check(ALL, "C23 C01 K1", "turn");
    check(ALL, "C12 C02 K2", "wrong: hand");
    check(ALL, "C01 C02 K2", "turn");
    check(ALL, "C02 C01 K1", "wrong: hand");
}

#[test]
fn a_split_hit_goes_to_the_shooter() {
    check("269", "C06@0.5 C02@0.5 K2", "turn");
    check("269", "C06@0.5 C02@0.5000000009 K2", "turn");
    check("269", "C06@0.5 C02@0.50000001 K2", "wrong: hand");
    check("269", "C02@0.5000000004 C06@0.5 K2", "turn");
    check("269", "C06@0.5 C09@0.5 K2", "wrong: hand");
    // Without times there are no split hits.
    check("269", "C06 C02 K2", "wrong: hand");
    check("269", "C06@0.5 C02 K2", "wrong: hand");
    check("269", "C06 C02@0.5 K2", "wrong: hand");
    let verdict = check("269", "C06@0.5 C02@0.5 K2", "turn");
    assert_eq!(verdict.first_hit, Ball::new(2));
}

#[test]
fn a_cushion_counts_only_after_the_contact() {
    check(ALL, "K0 C01", "rail: hand");
    check(ALL, "K0 K3 C01", "rail: hand");
    check(ALL, "K0 C01 K7", "turn");
    check(ALL, "K0 K0 C01 K1", "turn");
    // Any pot satisfies the rule, even before the contact, and even of the cue ball.
    check(ALL, "C01 P5", "on");
    check(ALL, "C01 P0", "scratch: hand");
    check(ALL, "P5 C01", "on");
    check(ALL, "K0", "miss: hand");
}

#[test]
fn consequences() {
    // Other balls stay down after a foul; the order of pots does not matter.
    assert_eq!(check(ALL, "C01 P0 P5", "scratch: hand").after, balls("12346789"));
    assert_eq!(check(ALL, "C01 P5 P0", "scratch: hand").after, balls("12346789"));
    assert_eq!(check(ALL, "C02 X4", "off+wrong+rail: hand").after, balls("12356789"));
    // The 9 comes back after any foul, even as the only ball, and even from off the table.
    assert_eq!(check("9", "C09 P9 P0", "scratch: hand respot").after, balls("9"));
    assert_eq!(check(ALL, "C01 K1 X9", "off: hand respot").after, balls(ALL));
    // After potting a ball other than the target the shooter goes on, too.
    check("1459", "C01 C15 P5", "on");
    // The 9 wins early, on the break, or last.
    check("149", "C01 C19 P9", "win");
    check("149", "C01 P9 P4", "win");
    assert_eq!(check("149", "C01 P9 P4", "win").after, balls("1"));
}

#[test]
fn fouls_in_a_row_are_counted() {
    let after = |fouls, events| {
        judge(Shot { fouls, ..plain(ALL) }, &Options::default(), &list(events)).fouls_in_a_row
    };
    assert_eq!([after(0, ""), after(1, ""), after(2, ""), after(255, "")], [1, 2, 3, 255]);
    assert_eq!([after(0, "C01 K1"), after(2, "C01 K1"), after(2, "C01 P1")], [0, 0, 0]);
}

#[test]
fn three_fouls_lose_the_rack_only_with_the_option() {
    let on_two = Shot { fouls: 2, ..plain(ALL) };
    check_with(Options::default(), on_two, "C02", "wrong+rail: hand");
    let options = Options { three_fouls: true, ..Options::default() };
    check_with(options, on_two, "C02", "wrong+rail: loss");
    check_with(options, on_two, "C01 P9 P0", "scratch: loss respot");
    check_with(options, Shot { fouls: 1, ..on_two }, "C02", "wrong+rail: hand");
    check_with(options, on_two, "C01 K1", "turn");
    check_with(options, on_two, "C01 P9", "win");
}

#[test]
fn an_illegal_break_needs_the_option_and_a_contact() {
    let options = Options { legal_break: true, ..Options::default() };
    check_with(options, opening(), "C01 K1 K2 K3", "break: hand");
    check_with(options, opening(), "C01 K1 K1 K1 K2 K3 K0", "break: hand");
    check_with(options, opening(), "C01 K1 K2 K3 K4", "turn");
    check_with(options, opening(), "C01 K1 P5", "on");
    check_with(options, opening(), "C01 K1 P0", "scratch: hand");
    check_with(options, opening(), "C01 K1 P9", "win");
    check_with(options, opening(), "", "miss: hand");
    check_with(options, opening(), "K0", "miss: hand");
    check_with(options, plain(ALL), "C01 K1", "turn");
    check_with(Options::default(), opening(), "C01 K1", "turn");
    check_with(Options::default(), opening(), "C02 K2", "wrong: hand");
}

#[test]
fn a_push_out_waives_three_fouls_and_leaves_the_choice() {
    let options = Options { push_out: true, three_fouls: true, ..Options::default() };
    check_with(options, push_out(), "", "choice");
    check_with(options, push_out(), "C05", "choice");
    check_with(options, push_out(), "C05 P5", "choice");
    check_with(options, push_out(), "C01 P9", "choice respot");
    check_with(options, push_out(), "P0", "scratch: hand");
    check_with(options, push_out(), "C03 X3", "off: hand");
    check_with(options, push_out(), "P9 P0", "scratch: hand respot");
    assert_eq!(check_with(options, Shot { fouls: 2, ..push_out() }, "C05", "choice").fouls_in_a_row, 0);
    check_with(options, Shot { fouls: 2, ..push_out() }, "P0", "scratch: loss");
}

#[test]
fn a_push_out_is_possible_after_a_clean_break_only() {
    let options = Options { push_out: true, ..Options::default() };
    let ok = |options, shot, events| judge(shot, &options, &list(events)).push_ok;
    assert!(ok(options, opening(), "C01 K1"));
    assert!(ok(options, opening(), "C01 P5"));
    assert!(!ok(options, opening(), "C01 P9"));
    assert!(!ok(options, opening(), "C02 K1"));
    assert!(!ok(options, plain(ALL), "C01 K1"));
    assert!(!ok(options, push_out(), "C01 K1"));
    assert!(!ok(Options::default(), opening(), "C01 K1"));
}

#[test]
fn a_frozen_ball_must_leave_its_cushion_only_with_the_option() {
    check(ALL, "C01 F1", "turn");
    let options = Options { frozen_cushion: true, ..Options::default() };
    check_with(options, plain(ALL), "C01 F1", "rail: hand");
    check_with(options, plain(ALL), "C01 F1 K1", "turn");
    check_with(options, plain(ALL), "C01 F1 K4", "turn");
    let both = Options { legal_break: true, ..options };
    check_with(both, opening(), "C01 F1 K2 K3 K4", "break: hand");
}

#[test]
fn in_practice_any_of_1_to_8_may_be_hit_first_while_one_is_left() {
    let options = Options { practice: true, ..Options::default() };
    check_with(options, plain("259"), "C05 K5", "turn");
    check_with(options, plain("259"), "C02 P2", "on");
    check_with(options, plain("259"), "C09 P9", "wrong: hand respot");
    check_with(options, plain("9"), "C09 P9", "win");
    check_with(options, plain("59"), "C05 P9", "win");
    assert_eq!(targets(balls("2589"), &options), balls("258"));
    assert_eq!(targets(balls("2589"), &Options::default()), balls("2"));
}

/// Anything a simulator could report.
fn happening() -> impl Strategy<Value = Happening> {
    let ball = (0u8..10).prop_map(|number| Ball::new(number).unwrap());
    let time = proptest::option::of(0.0..3.0f64);
    (0..5, ball.clone(), ball, time).prop_map(|(kind, a, b, t)| match kind {
        0 | 1 => Happening::Collision { a, b, t },
        2 => Happening::Cushion { a, t, frozen: false },
        3 => Happening::Pot { a, pocket: None, t },
        _ => Happening::OffTable { a, t },
    })
}

fn options() -> impl Strategy<Value = Options> {
    proptest::array::uniform5(any::<bool>()).prop_map(
        |[legal_break, push_out, three_fouls, frozen_cushion, practice]| Options {
            legal_break,
            push_out,
            three_fouls,
            frozen_cushion,
            practice,
            ..Options::default()
        },
    )
}

fn shot() -> impl Strategy<Value = Shot> {
    (0u16..256, any::<bool>(), any::<bool>(), 0u8..4).prop_map(|(bits, is_break, is_push_out, fouls)| {
        let before = (1..9u8).filter(|number| bits >> (number - 1) & 1 == 1).filter_map(Ball::new);
        Shot { before: before.chain([Ball::NINE]).collect(), is_break, is_push_out, fouls }
    })
}

proptest! {
    #[test]
    fn a_foul_never_lets_the_shooter_play_on_and_a_win_has_none(
        shot in shot(), options in options(), list in proptest::collection::vec(happening(), 0..14)
    ) {
        let verdict = judge(shot, &options, &list);
        let lost = |ball: Ball| list.iter().any(|happening| match happening {
            Happening::Pot { a, .. } | Happening::OffTable { a, .. } => *a == ball,
            _ => false,
        });
        if !verdict.fouls.is_empty() {
            prop_assert!(matches!(verdict.next, Next::OpponentBallInHand | Next::OpponentWins));
        }
        if verdict.next == Next::ShooterWins {
            prop_assert!(verdict.fouls.is_empty() && lost(Ball::NINE));
        } else {
            // The 9 is never lost before the end, and no ball comes from nowhere.
            prop_assert!(verdict.after.contains(Ball::NINE));
        }
        prop_assert!(verdict.after.minus(shot.before).is_empty());
        prop_assert_eq!(verdict.respots_nine, lost(Ball::NINE) && verdict.next != Next::ShooterWins);
        let mut sorted = verdict.fouls.clone();
        sorted.sort();
        sorted.dedup();
        prop_assert_eq!(&sorted, &verdict.fouls);
        prop_assert_eq!(&judge(shot, &options, &list), &verdict);
    }

    #[test]
    fn what_comes_later_never_makes_a_wrong_first_hit(
        shot in shot(), options in options(), list in proptest::collection::vec(happening(), 0..10), more in happening()
    ) {
        let wrong = |list: &[Happening]| judge(shot, &options, list).fouls.contains(&Foul::WrongBallFirst);
        let hit = list.iter().any(|happening| matches!(happening,
            Happening::Collision { a, b, .. } if (*a == Ball::CUE) != (*b == Ball::CUE)));
        let mut longer = list.clone();
        longer.push(more);
        prop_assert!(!hit || wrong(&list) || !wrong(&longer));
    }
}
