//! Puzzles: decisions with one right answer, found in games and checked by the engines that review them.

use crate::types::{Alternative, Care, Effort, Move};
use crate::{Reviewer, review};
use baize_games::{AnyTable, Record, RecordedMove, find};
use baize_may_i::{Action, MayI, Options, Search, Terms, Way};
use baize_nine::{Card, Hand, Position};
use baize_rules::{Leaving, Problem, Score, Seat, Seed, Viewer};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// A decision with one right answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Puzzle {
    /// The position as its seat sees it, in the game's notation.
    pub position: String,
    /// What differs from the default options.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    #[schemars(schema_with = "any_chosen")]
    pub options: Value,
    /// The seat that is to act.
    pub seat: Seat,
    /// The possible actions, as people type them, with their values; the best first.
    pub choices: Vec<(String, f64)>,
    /// Whether these values are proved.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exact: bool,
    /// How hard it is, from 800 to 2,200.
    pub rating: u32,
}

/// Options of the game: each game describes its own.
fn any_chosen(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "$ref": "#/$defs/AnyChosen" })
}

/// The most choices that are listed.
const MOST_CHOICES: usize = 12;
/// The fewest choices that make a puzzle.
const FEWEST_CHOICES: usize = 3;

/// The puzzles in a finished game. A rough review finds candidate decisions; each position is then set up
/// from its text and valued with full care, so the text alone is enough to see why the answer is right.
pub fn puzzles(record: &Record) -> Result<Vec<Puzzle>, Problem> {
    match record.game.as_str() {
        "nine" => return certain_wins(record),
        "may-i" => return lay_downs(record),
        _ => {}
    }
    let mut reviewer = Reviewer::new(record.clone(), Effort { care: Care::Rough, ..Effort::default() })?;
    let mut found: Vec<usize> = Vec::new();
    while let Some(progress) = reviewer.step() {
        let of = progress.latest;
        // Othello is reviewed backwards; no earlier decision is proved.
        if record.game == "othello" && !of.exact {
            break;
        }
        found.extend(gap(of, &record.game, 0.7).map(|_| of.n));
    }
    let mut puzzles = Vec::new();
    let mut n = 0;
    let mut failed = None;
    record.replay_watched(|table, made| {
        n += 1;
        if !found.contains(&n) || failed.is_some() {
            return;
        }
        match checked(table, made, &record.options) {
            Ok(puzzle) => puzzles.extend(puzzle),
            Err(problem) => failed = Some(problem),
        }
    })?;
    failed.map_or(Ok(puzzles), Err)
}

/// The decision of `made` as a puzzle, if a review of its position alone confirms that it is one.
fn checked(table: &dyn AnyTable, made: &RecordedMove, options: &Value) -> Result<Option<Puzzle>, Problem> {
    let RecordedMove::Action { seat, action, .. } = made else { return Ok(None) };
    let position = table.position(Viewer::Seat(*seat));
    let record = short_record(table.game().id(), &position, options, *seat, action)?;
    let review = review(&record, Effort::default(), |_| ControlFlow::Continue(()))?;
    let Some(of) = review.moves.first() else { return Ok(None) };
    let Some(gap) = gap(of, &record.game, 1.0) else { return Ok(None) };
    let has_options = options.as_object().is_some_and(|chosen| !chosen.is_empty());
    Ok(Some(Puzzle {
        position,
        options: if has_options { options.clone() } else { Value::Null },
        seat: *seat,
        choices: of.choices.iter().take(MOST_CHOICES).map(shown).collect(),
        exact: of.exact,
        rating: rating(of.choices.len(), gap / needed(&record.game)),
    }))
}

fn shown(choice: &Alternative) -> (String, f64) {
    (choice.text.clone(), (10.0 * choice.value).round() / 10.0)
}

/// A game that begins at the position and ends after one action.
fn short_record(
    game: &str,
    position: &str,
    options: &Value,
    seat: Seat,
    action: &Value,
) -> Result<Record, Problem> {
    let seed = Seed::from_text(position);
    let mut table = find(game)?.set_up(position, options, &seed)?;
    let mut record = Record::of(&*table, options.clone(), &seed);
    record.position = Some(position.to_owned());
    table.play(seat, action)?;
    record.log.push(RecordedMove::action(seat, action.clone()));
    for seat in Seat::first(table.seats()) {
        if table.outcome().is_none() {
            table.leave(seat, Leaving::Resign)?;
            record.log.push(RecordedMove::Leave { seat, leave: Leaving::Resign });
        }
    }
    record.result = table.outcome();
    Ok(record)
}

/// By how much the best choice beats the next, if that is enough; `share` is the share of [`needed`] that
/// will do.
fn gap(of: &Move, game: &str, share: f64) -> Option<f64> {
    let [best, next, ..] = &of.choices[..] else { return None };
    let is_clear = of.choices.len() >= FEWEST_CHOICES && best.value - next.value >= share * needed(game);
    // Finding the only win is a puzzle; losing by less is not.
    let is_only_win = game != "othello" || of.exact && best.value > 0.0 && next.value <= 0.0;
    (is_clear && is_only_win).then_some(best.value - next.value)
}

/// The lead that the best choice needs, in the unit of the game's review.
fn needed(game: &str) -> f64 {
    match game {
        "othello" => 2.0,
        _ => 12.0,
    }
}

/// A first guess at the difficulty, on the scale of players: many choices make it harder, a wide gap easier.
fn rating(choices: usize, gap: f64) -> u32 {
    let harder = 260.0 * (choices as f64 / 3.0).log2();
    let easier = 180.0 * gap.log2();
    (1_200.0 + harder - easier).clamp(800.0, 2_200.0).round() as u32
}

/// Nine: turns with three to five cards left in which exactly one card wins whatever the other plays. The
/// plain game has none: the other can answer any order of cards with any other, so what is certain with one
/// card is certain with all. If the leader's card lies open that no longer holds, and every position is
/// counted out. The cards and the total of the points are those of the game; how the points are divided makes
/// it a puzzle.
fn certain_wins(record: &Record) -> Result<Vec<Puzzle>, Problem> {
    let mut puzzles = Vec::new();
    record.replay_watched(|table, _| {
        // Once a turn: before its first card.
        if table.awaiting().must.len() == 2
            && let Ok(position) = table.position(Viewer::Spectator).parse::<Position>()
        {
            puzzles.extend(certain_win(position));
        }
    })?;
    Ok(puzzles)
}

fn certain_win(position: Position) -> Option<Puzzle> {
    let seat = position.leader();
    let mut hands = position.hands;
    if !(FEWEST_CHOICES..=MOST_CARDS).contains(&hands[0].len()) || position.is_bonus() {
        return None;
    }
    hands.rotate_left(seat.index());
    let [own, other] = hands;
    let mut sure: Vec<(Card, i32)> = own.iter().map(|card| (card, sure_with(card, own, other))).collect();
    sure.sort_by_key(|&(_, points)| -points);
    let (best, next) = (sure[0].1, sure[1].1);
    // Behind by as much as only the best card makes good.
    let in_all: i32 =
        i32::try_from(position.scores.iter().copied().sum::<Score>().in_thousandths() / 1_000).ok()?;
    let lead = (1 - best..=-next).find(|lead| (lead + in_all) % 2 == 0 && lead.abs() <= in_all)?;
    let mut scores = [(in_all + lead) / 2, (in_all - lead) / 2];
    scores.rotate_left(seat.index());
    let text = format!("{}/{} {}-{}", position.hands[0], position.hands[1], scores[0], scores[1]);
    let orders: usize = (1..=own.len()).product();
    Some(Puzzle {
        position: text,
        options: json!({ "openLead": true }),
        seat,
        choices: sure.iter().map(|(card, points)| (card.to_string(), f64::from(lead + points))).collect(),
        exact: true,
        rating: rating(orders / 2, f64::from(best - next) / needed("othello")),
    })
}

/// The most cards in a hand; nobody counts out more.
const MOST_CARDS: usize = 5;

/// The least margin by which the leader wins the rest after playing `card`; negative if it may lose.
fn sure_with(card: Card, own: Hand, other: Hand) -> i32 {
    let answers =
        other.iter().map(|answer| gain(card, answer) - sure_after(other.without(answer), own.without(card)));
    answers.min().unwrap_or(0)
}

/// The same for the leader's best card.
fn sure_after(own: Hand, other: Hand) -> i32 {
    own.iter().map(|card| sure_with(card, own, other)).max().unwrap_or(0)
}

/// What a turn gives to the player of `card`, less what it gives to the other.
fn gain(card: Card, answer: Card) -> i32 {
    let sum = i32::from(card.number()) + i32::from(answer.number());
    match card.cmp(&answer) {
        Ordering::Greater => sum,
        Ordering::Equal => 0,
        Ordering::Less => -sum,
    }
}

/// May I?: hands that can be laid down in one way that leaves fewer points in the hand than any other.
fn lay_downs(record: &Record) -> Result<Vec<Puzzle>, Problem> {
    let mut puzzles = Vec::new();
    record.replay_watched(|table, made| {
        if let RecordedMove::Action { seat, action, .. } = made
            && let Ok(Action::LayDown { .. }) = Action::deserialize(action)
        {
            puzzles.extend(lay_down(table, *seat, &record.options));
        }
    })?;
    Ok(puzzles)
}

/// How many ways that leave more points are listed.
const OTHER_WAYS: usize = 5;
/// The most ways to lay down a hand; one with more is not asked about.
const MOST_WAYS: usize = 5_000;

fn lay_down(table: &dyn AnyTable, seat: Seat, options: &Value) -> Option<Puzzle> {
    let seen = table.seat_view(seat);
    let (view, _) = seen.of::<MayI>()?;
    let terms = Terms::of(view.round, &Options::deserialize(options).ok()?);
    let search = Search::new(view.hand.as_ref()?, terms);
    let mut ways: Vec<Way> = Vec::new();
    search.each(&mut |way| {
        ways.push(way);
        if ways.len() > MOST_WAYS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    ways.sort_by_key(Way::points_left);
    let (best, next) = (ways.first()?.points_left(), ways.get(1)?.points_left());
    if best == next || ways.len() > MOST_WAYS {
        return None;
    }
    let count = ways.len();
    ways.dedup_by_key(|way| way.points_left());
    ways.truncate(1 + OTHER_WAYS);
    let choice = |way: &Way| {
        let action = json!(Action::lay_down(&search.melds(way)));
        table.check(seat, &action).ok()?;
        Some((table.write(seat, &action).ok()?, -f64::from(way.points_left())))
    };
    let choices: Vec<_> = ways.iter().map(choice).collect::<Option<_>>()?;
    let has_options = options.as_object().is_some_and(|chosen| !chosen.is_empty());
    (choices.len() >= FEWEST_CHOICES).then(|| Puzzle {
        position: table.position(Viewer::Seat(seat)),
        options: if has_options { options.clone() } else { Value::Null },
        seat,
        choices,
        exact: true,
        rating: rating(count, f64::from(next - best) / 5.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The puzzle found in a short record of a position, if there is one.
    fn solved(game: &str, position: &str, seat: u8) -> Option<Puzzle> {
        let table = find(game).unwrap().set_up(position, &json!({}), &Seed::from_text("any")).unwrap();
        let seat = Seat::new(seat).unwrap();
        let action = table.menu(seat).actions[0].action.value();
        checked(&*table, &RecordedMove::action(seat, action), &json!({})).unwrap()
    }

    #[test]
    fn the_only_winning_move_is_a_puzzle() {
        // The daily puzzle of the design: only h7 wins.
        let board = "XOOO-O--XOOOOO--XOXOOOXXXOXOOOX-XXOXXXOOXXXOXXXX--XXXXX---X-XXX-";
        let puzzle = solved("othello", &format!("{board} O"), 1).expect("a puzzle");
        assert_eq!(puzzle.choices[0].0, "h7");
        assert!(puzzle.exact && puzzle.choices[0].1 > 0.0 && puzzle.choices[1].1 <= 0.0, "{puzzle:?}");
        assert_eq!(
            solved("othello", "---------------------------OX------XO--------------------------- X", 0),
            None
        );
    }

    /// Whether `seat` wins whatever the other does, by the rules alone.
    fn wins(table: &dyn AnyTable, seat: Seat) -> bool {
        if let Some(outcome) = table.outcome() {
            return outcome.won(seat);
        }
        let mover = table.awaiting().must.iter().next().unwrap();
        let mut next = table.menu(mover).actions.into_iter().map(|listed| {
            let mut next = table.boxed_clone();
            next.play(mover, &listed.action.value()).unwrap();
            next
        });
        if mover == seat { next.any(|next| wins(&*next, seat)) } else { next.all(|next| wins(&*next, seat)) }
    }

    fn puzzle_of(text: &str) -> Option<Puzzle> {
        certain_win(text.parse().unwrap())
    }

    #[test]
    fn a_certain_win_of_nine_is_one_by_the_rules() {
        let mut found = 0;
        for text in ["348/258 30-30", "479/389 25-25", "2567/4579 22-23", "3567/1367 26-26", "129/345 33-33"]
        {
            let Some(puzzle) = puzzle_of(text) else { continue };
            found += 1;
            let table = find("nine").unwrap();
            let table = table.set_up(&puzzle.position, &puzzle.options, &Seed::from_text("any")).unwrap();
            for (text, value) in &puzzle.choices {
                let mut next = table.boxed_clone();
                next.play(puzzle.seat, &next.read(puzzle.seat, text).unwrap()).unwrap();
                assert_eq!(wins(&*next, puzzle.seat), *value > 0.0, "{} {text}", puzzle.position);
            }
            assert_eq!(puzzle.choices.iter().filter(|(_, value)| *value > 0.0).count(), 1);
        }
        assert_eq!(found, 4, "and one where every card does the same");
        assert_eq!(puzzle_of("123456789/123456789 0-0"), None);
        assert_eq!(puzzle_of("12/34 30-40"), None);
    }

    #[test]
    fn a_hand_is_laid_down_in_the_way_that_leaves_the_fewest_points() {
        // Two sets: beside the queens the Joker helps the eights, the nines or the kings.
        let position = "mi1 round:1 dealer:0 turn:4 current:0 phase:act hands:8C.8D.KH.KS.QC.QD.QH.JK.5S.4D.9D.9C/+11/+11 discard:3D1+3 by:2";
        let (table, seat) = (may_i(position), Seat::new(0).unwrap());
        let puzzle = lay_down(&*table, seat, &json!({})).expect("a puzzle");
        assert!(puzzle.exact);
        let points = |(text, value): &(String, f64)| {
            let mut next = table.boxed_clone();
            next.play(seat, &next.read(seat, text).unwrap()).unwrap();
            assert_eq!(next.seat_view(seat).of::<MayI>().unwrap().0.points.map(f64::from), Some(-value));
            -value
        };
        let left: Vec<f64> = puzzle.choices.iter().map(points).collect();
        assert!(left.is_sorted() && left[0] < left[1], "{left:?}");
        assert_eq!(left.len(), 3);
        let without_joker = may_i(&position.replace(".JK", ".7S"));
        assert_eq!(
            lay_down(&*without_joker, seat, &json!({})),
            None,
            "the queens alone do not meet the contract"
        );
    }

    fn may_i(position: &str) -> Box<dyn AnyTable> {
        find("may-i").unwrap().set_up(position, &json!({}), &Seed::from_text("any")).unwrap()
    }

    #[test]
    fn ratings_follow_choices_and_gaps() {
        assert!(rating(12, 1.0) > rating(4, 1.0) && rating(6, 4.0) < rating(6, 1.0));
        assert_eq!((rating(1000, 1.0), rating(3, 1e6)), (2_200, 800));
    }
}
