//! The counted facts about Nine, over every pairing of the two hands. `docs/rules/nine.md` quotes them.

use baize_nine::{Card, Hand, Options, Position, Ties};
use baize_rules::{Dice, Score, Seat, Seed};
use std::collections::{BTreeMap, BTreeSet};

const PAIRINGS: u64 = 362_880;

/// What a pairing of the hands leads to when seat 0 plays 1 to 9 in order.
struct Game {
    scores: [i64; 2],
    difference: i64,
    lost_in_ties: i64,
    /// Turns won by seat 0, turns won by seat 1, turns tied.
    turns: [u32; 3],
}

fn points(score: Score) -> i64 {
    assert_eq!(score.in_thousandths() % 1000, 0);
    score.in_thousandths() / 1000
}

/// Plays every pairing of the cards left; `game` is what has happened so far.
fn pairings(position: Position, options: &Options, game: &Game, visit: &mut impl FnMut(&Game)) {
    let Some(a) = position.hands[0].nth(0) else { return visit(game) };
    for b in position.hands[1].iter() {
        let next = position.play(a, b, options);
        let scores = next.scores.map(points);
        let mut turns = game.turns;
        turns[if a > b { 0 } else { 1 + usize::from(a == b) }] += 1;
        let lost = if a == b && options.ties == Ties::None { i64::from(2 * a.number()) } else { 0 };
        let difference = scores[0] - scores[1];
        let cards_gone: i64 = next.hands.map(gone).into_iter().sum();
        assert_eq!((difference - cards_gone) % 2, 0, "the difference has the parity of the cards played");
        let game = Game { scores, difference, lost_in_ties: game.lost_in_ties + lost, turns };
        pairings(next, options, &game, visit);
    }
}

fn gone(hand: Hand) -> i64 {
    Card::all().filter(|&card| !hand.contains(card)).map(|card| i64::from(card.number())).sum()
}

fn every_game(ties: Ties, mut visit: impl FnMut(&Game)) {
    let start = Game { scores: [0, 0], difference: 0, lost_in_ties: 0, turns: [0, 0, 0] };
    pairings(Position::START, &Options { ties, ..Options::default() }, &start, &mut visit);
}

/// How many pairings have the property.
fn count(has: impl Fn(&Game) -> bool) -> u64 {
    let mut found = 0;
    every_game(Ties::None, |game| found += u64::from(has(game)));
    found
}

#[test]
fn there_are_362_880_pairings_and_each_hands_out_or_loses_90_points() {
    let mut games = 0;
    every_game(Ties::None, |game| {
        games += 1;
        assert_eq!(game.scores[0] + game.scores[1] + game.lost_in_ties, 90);
    });
    assert_eq!(games, PAIRINGS);
}

#[test]
fn final_differences_are_even_up_to_70_without_68() {
    let mut differences = BTreeSet::new();
    every_game(Ties::None, |game| {
        differences.insert(game.difference);
    });
    let expected: BTreeSet<i64> = (-66..=66).step_by(2).chain([-70, 70]).collect();
    assert_eq!(differences, expected);
    assert_eq!(differences.len(), 69);
    assert_eq!(differences.range(1..).next(), Some(&2), "the smallest winning margin");
}

#[test]
fn nobody_wins_nine_turns_and_one_pairing_wins_eight() {
    assert_eq!(count(|game| game.turns[0] > 8 || game.turns[1] > 8), 0);
    assert_eq!(count(|game| game.turns[0] == 8), 1);
    assert_eq!(count(|game| game.scores == [80, 10]), 1);
    assert_eq!(count(|game| game.scores[0] > 80), 0);
    assert_eq!(count(|game| game.scores[0] > 77 && game.scores[0] < 80), 0);
    assert_ne!(count(|game| game.scores[0] == 77), 0);
}

#[test]
fn only_nine_ties_leave_a_score_of_zero() {
    assert_eq!(count(|game| game.scores[0] == 0), 1);
    assert_eq!(count(|game| game.scores == [0, 0] && game.turns[2] == 9), 1);
    assert_eq!(count(|game| game.turns[1] == 8 && game.scores == [10, 80]), 1);
}

#[test]
fn splitting_ties_changes_totals_but_never_the_difference() {
    let mut without = Vec::new();
    every_game(Ties::None, |game| without.push((game.difference, game.lost_in_ties)));
    let mut plain = without.into_iter();
    every_game(Ties::Split, |game| {
        let (difference, lost) = plain.next().unwrap();
        assert_eq!(game.difference, difference);
        assert_eq!(game.scores[0] + game.scores[1], 90);
        assert_eq!(lost % 2, 0);
    });
}

#[test]
fn random_play_wins_draws_and_loses_as_often_as_counted() {
    assert_eq!(count(|game| game.difference > 0), 169_145);
    assert_eq!(count(|game| game.difference == 0), 24_590);
    assert_eq!(count(|game| game.difference < 0), 169_145);
}

#[test]
fn random_play_scores_40_with_a_deviation_of_16_17() {
    let (mut total, mut squares) = (0, 0);
    every_game(Ties::None, |game| {
        total += game.scores[0];
        squares += game.difference * game.difference;
    });
    assert_eq!(total, 40 * PAIRINGS as i64);
    let deviation = (squares as f64 / PAIRINGS as f64).sqrt();
    assert!((deviation - 16.17).abs() < 0.005, "{deviation}");
}

/// Checks a rounded percentage; `tolerance` is the most that rounding may hide.
fn check_share(what: &str, found: u64, percent: f64, tolerance: f64) {
    let share = 100.0 * found as f64 / PAIRINGS as f64;
    assert!((share - percent).abs() <= tolerance, "{what}: {share} %");
}

#[test]
fn high_scores_are_as_rare_as_counted() {
    let mut scores = BTreeMap::new();
    every_game(Ties::None, |game| *scores.entry(game.scores[0]).or_insert(0u64) += 1);
    let at_least = |least: i64| scores.range(least..).map(|(_, count)| count).sum::<u64>();
    check_share("50", at_least(50), 18.0, 0.05);
    check_share("55", at_least(55), 6.5, 0.05);
    check_share("60", at_least(60), 2.6, 0.05);
    check_share("65", at_least(65), 0.40, 0.005);
    check_share("70", at_least(70), 0.096, 0.0005);
    check_share("75", at_least(75), 0.0025, 0.00005);
    assert_eq!(at_least(75), 9);
}

#[test]
fn ties_are_as_frequent_as_counted() {
    let tied = |few: u32| count(|game| game.turns[2] == few);
    check_share("none", tied(0), 36.8, 0.05);
    check_share("one", tied(1), 36.8, 0.05);
    check_share("two", tied(2), 18.4, 0.05);
    check_share("more", PAIRINGS - tied(0) - tied(1) - tied(2), 8.0, 0.05);
}

type Spread = BTreeMap<[Score; 2], u32>;

/// Collects the final scores when seat 0 plays in this order and seat 1 in any.
fn spread(position: Position, order: fn(Hand) -> Option<Card>, found: &mut Spread) {
    let Some(a) = order(position.hands[0]) else {
        *found.entry(position.scores).or_insert(0) += 1;
        return;
    };
    for b in position.hands[1].iter() {
        spread(position.play(a, b, &Options::default()), order, found);
    }
}

/// A uniformly random opponent pairs the hands uniformly at random, whatever is played against it.
#[test]
fn no_order_of_play_gains_anything_against_uniform_random() {
    let (mut rising, mut falling) = (Spread::new(), Spread::new());
    spread(Position::START, |hand| hand.iter().next(), &mut rising);
    spread(Position::START, |hand| hand.iter().next_back(), &mut falling);
    assert_eq!(rising, falling);
}

/// The value to seat 0 of the points still to come, where `decide` folds the cards of a turn into one value.
struct Valuation {
    options: Options,
    decide: fn(Position, &mut dyn FnMut(Card, Card) -> f64) -> f64,
    known: BTreeMap<([Hand; 2], Score), f64>,
}

impl Valuation {
    fn value(&mut self, position: Position) -> f64 {
        let key = (position.hands, position.carried);
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        if position.is_finished() {
            return 0.0;
        }
        let (options, decide) = (self.options, self.decide);
        let value = decide(position, &mut |a, b| {
            let [own, other] = position.gain(a, b, &options).points.map(Score::as_f64);
            own - other + self.value(position.play(a, b, &options))
        });
        self.known.insert(key, value);
        value
    }
}

fn value(options: Options, decide: fn(Position, &mut dyn FnMut(Card, Card) -> f64) -> f64) -> f64 {
    Valuation { options, decide, known: BTreeMap::new() }.value(Position::START)
}

#[test]
fn with_an_open_lead_the_leader_of_turn_one_wins_by_two() {
    let won = value(Options { open_lead: true, ..Options::default() }, |position, entry| {
        let [own, other] = position.hands;
        if position.leader() == Seat::FIRST {
            let answer = |a, entry: &mut dyn FnMut(Card, Card) -> f64| {
                other.iter().map(|b| entry(a, b)).fold(f64::INFINITY, f64::min)
            };
            own.iter().map(|a| answer(a, entry)).fold(f64::NEG_INFINITY, f64::max)
        } else {
            let answer = |b, entry: &mut dyn FnMut(Card, Card) -> f64| {
                own.iter().map(|a| entry(a, b)).fold(f64::NEG_INFINITY, f64::max)
            };
            other.iter().map(|b| answer(b, entry)).fold(f64::INFINITY, f64::min)
        }
    });
    assert_eq!(won, 2.0);
}

/// Checks how many points per game the best reply to uniformly random play gains, to one decimal.
fn check_best_reply(options: Options, expect: f64) {
    let gain = value(options, |position, entry| {
        let [own, other] = position.hands;
        let mean = |a| other.iter().map(|b| entry(a, b)).sum::<f64>() / other.len() as f64;
        own.iter().map(mean).fold(f64::NEG_INFINITY, f64::max)
    });
    assert!((gain - expect).abs() < 0.05, "{options:?}: {gain}");
}

#[test]
fn uniform_play_is_unbeatable_by_the_base_rules_only() {
    let weighted =
        |weights: [i32; 9]| Options { turn_weights: weights.map(Score::points), ..Options::default() };
    check_best_reply(Options::default(), 0.0);
    check_best_reply(Options { ties: Ties::Split, ..Options::default() }, 0.0);
    check_best_reply(weighted([1, 1, 1, 1, 1, 1, 1, 1, 2]), 12.0);
    check_best_reply(weighted([1, 2, 3, 4, 5, 6, 7, 8, 9]), 133.6);
    check_best_reply(Options { ties: Ties::Carry, ..Options::default() }, 9.2);
}

#[test]
fn a_playout_is_a_uniformly_random_game() {
    let mut state = 1u64;
    let mut random = |sides: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((state >> 32) * u64::from(sides)) >> 32) as u32
    };
    let (games, mut total, mut won) = (100_000, 0, 0);
    for _ in 0..games {
        let [first, second] = Position::START.playout(&Options::default(), &mut random);
        total += points(first) + points(second);
        won += u32::from(first > second);
    }
    let (mean, share) = (total as f64 / f64::from(games), f64::from(won) / f64::from(games));
    // Five standard errors: 0.13 for the mean of both scores together, 0.008 for the share.
    assert!((mean - 80.0).abs() < 0.2, "{mean}");
    assert!((share - 169_145.0 / 362_880.0).abs() < 0.008, "{share}");
}

#[test]
fn a_playout_gives_the_points_of_its_turns() {
    let weights = std::array::from_fn(|turn| Score::thousandths(500 * turn as i64));
    for ties in [Ties::None, Ties::Split, Ties::Carry] {
        for bonus in [false, true] {
            let options = Options { ties, bonus, turn_weights: weights, ..Options::default() };
            for deal in 0..200 {
                let seed = Seed::from_text(&format!("{deal}"));
                let (mut dice, mut same) = (Dice::new(&seed), Dice::new(&seed));
                let scores = Position::START.playout(&options, &mut |n| dice.roll(n));
                let mut position = Position::START;
                while !position.is_finished() {
                    let [a, b] = position.hands.map(|hand| {
                        hand.nth(same.roll(hand.len() as u32) as usize).expect("below the number of cards")
                    });
                    position = position.play(a, b, &options);
                }
                assert_eq!(scores, position.scores, "{options:?} {deal}");
            }
        }
    }
}
