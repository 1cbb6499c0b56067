//! Puzzles: decisions with one right answer, found in games and checked by the engines that review them.

use crate::types::{Alternative, Care, Effort, Move};
use crate::{Reviewer, review};
use baize_games::{AnyTable, Record, RecordedMove, find};
use baize_rules::{Leaving, Problem, Seat, Seed, Viewer};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;
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
    /// Who is to act.
    pub seat: Seat,
    /// What can be done, as people type it, and what it is worth; the best first.
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

/// So many choices are listed.
const MOST_CHOICES: usize = 12;
/// Fewer are no puzzle.
const FEWEST_CHOICES: usize = 3;

/// The puzzles of a finished game. A first look finds decisions that may be some; each is then set up from its own text and
/// valued with full care, so that nothing but the text is needed to see why the answer is right.
pub fn puzzles(record: &Record) -> Result<Vec<Puzzle>, Problem> {
    if record.game == "nine" {
        return certain_wins(record);
    }
    let mut reviewer = Reviewer::new(record.clone(), Effort { care: Care::Rough, ..Effort::default() })?;
    let mut found: Vec<usize> = Vec::new();
    while let Some(progress) = reviewer.step() {
        let of = progress.latest;
        // Othello goes backwards: before this nothing is proved.
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

/// The decision of `made` as a puzzle, if a review of its position alone says that it is one.
fn checked(table: &dyn AnyTable, made: &RecordedMove, options: &Value) -> Result<Option<Puzzle>, Problem> {
    let RecordedMove::Action { seat, action } = made else { return Ok(None) };
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

/// A game that begins with the position and ends after one action.
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
    record.log.push(RecordedMove::Action { seat, action: action.clone() });
    for seat in Seat::first(table.seats()) {
        if table.outcome().is_none() {
            table.leave(seat, Leaving::Resign)?;
            record.log.push(RecordedMove::Leave { seat, leave: Leaving::Resign });
        }
    }
    record.result = table.outcome();
    Ok(record)
}

/// By how much the best choice beats the next, if that is enough; `share` is how much of what is needed will do.
fn gap(of: &Move, game: &str, share: f64) -> Option<f64> {
    let [best, next, ..] = &of.choices[..] else { return None };
    let is_clear = of.choices.len() >= FEWEST_CHOICES && best.value - next.value >= share * needed(game);
    // What wins and what does not is worth finding; by how much somebody loses is not.
    let is_only_win = game != "othello" || of.exact && best.value > 0.0 && next.value <= 0.0;
    (is_clear && is_only_win).then_some(best.value - next.value)
}

/// What the best must be ahead by, in the unit of the game's review.
fn needed(game: &str) -> f64 {
    match game {
        "othello" => 2.0,
        "may-i" => 4.0,
        _ => 12.0,
    }
}

/// Many choices make it harder, a wide gap easier: a first guess, on the scale of players.
fn rating(choices: usize, gap: f64) -> u32 {
    let harder = 260.0 * (choices as f64 / 3.0).log2();
    let easier = 180.0 * gap.log2();
    (1_200.0 + harder - easier).clamp(800.0, 2_200.0).round() as u32
}

/// A choice that wins, and one that need not.
const CERTAIN: f64 = 100.0;

/// Nine: positions three turns before the end in which exactly one card wins whatever the other plays. The cards are those of
/// the game; how far its first seat is ahead is the first number that makes it a puzzle.
fn certain_wins(record: &Record) -> Result<Vec<Puzzle>, Problem> {
    let mut puzzles = Vec::new();
    record.replay_watched(|table, made| {
        let RecordedMove::Action { seat, .. } = made else { return };
        // Both still choose: whoever comes second would have the other's card in its position.
        if table.awaiting().must.len() == 2 && table.menu(*seat).actions.len() == FEWEST_CHOICES {
            puzzles.extend(LEADS.clone().find_map(|lead| with_lead(table, lead, &record.options)));
        }
    })?;
    Ok(puzzles)
}

/// How far the first seat may be ahead, from behind on.
const LEADS: std::ops::RangeInclusive<i32> = -20..=40;

fn with_lead(table: &dyn AnyTable, lead: i32, options: &Value) -> Option<Puzzle> {
    let position = table.position(Viewer::Spectator);
    let hands = position.split(' ').next()?;
    let position = format!("{hands} {}-{}", 30 + lead, 30);
    let table = table.game().set_up(&position, options, &Seed::from_text(&position)).ok()?;
    certain_win(&*table, Seat::FIRST)
}

fn certain_win(table: &dyn AnyTable, seat: Seat) -> Option<Puzzle> {
    let menu = table.menu(seat).actions;
    let value = |action: &Value| if wins(table, seat, action) { CERTAIN } else { 0.0 };
    let mut choices: Vec<(String, f64)> = menu
        .iter()
        .filter_map(|listed| {
            let action = listed.action.value();
            Some((table.write(seat, &action).ok()?, value(&action)))
        })
        .collect();
    choices.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let is_one = choices.iter().filter(|(_, value)| *value == CERTAIN).count() == 1;
    (is_one && choices.len() >= FEWEST_CHOICES).then(|| Puzzle {
        position: table.position(Viewer::Seat(seat)),
        options: Value::Null,
        seat,
        exact: true,
        rating: rating(choices.len() * choices.len(), 2.0),
        choices,
    })
}

/// Whether `action` wins for `seat` whatever the other plays, now and later.
fn wins(table: &dyn AnyTable, seat: Seat, action: &Value) -> bool {
    let mut chosen = table.boxed_clone();
    if chosen.play(seat, action).is_err() {
        return false;
    }
    let other = seat.other_of_two();
    table.menu(other).actions.iter().all(|listed| {
        let mut next = chosen.boxed_clone();
        if next.play(other, &listed.action.value()).is_err() {
            return false;
        }
        match next.outcome() {
            Some(outcome) => outcome.won(seat),
            None => next.menu(seat).actions.iter().any(|own| wins(&*next, seat, &own.action.value())),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// What a short record of a position says about its puzzle.
    fn solved(game: &str, position: &str, seat: u8) -> Option<Puzzle> {
        let table = find(game).unwrap().set_up(position, &json!({}), &Seed::from_text("any")).unwrap();
        let seat = Seat::new(seat).unwrap();
        let action = table.menu(seat).actions[0].action.value();
        checked(&*table, &RecordedMove::Action { seat, action }, &json!({})).unwrap()
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

    #[test]
    fn a_certain_win_of_nine_is_one_whatever_the_other_plays() {
        let table =
            |text: &str| find("nine").unwrap().set_up(text, &json!({}), &Seed::from_text("any")).unwrap();
        // Twelve ahead with 1, 2, 9 against 3, 4, 5: losing the 9's turn is impossible, and the 9 must come now.
        let puzzle = certain_win(&*table("129/345 30-20"), Seat::FIRST);
        let best = puzzle.as_ref().map(|puzzle| puzzle.choices[0].0.as_str());
        let brute: Vec<bool> = [1, 2, 9]
            .iter()
            .map(|card| wins(&*table("129/345 30-20"), Seat::FIRST, &json!({"type": "PLAY", "card": card})))
            .collect();
        assert_eq!(best.is_some(), brute.iter().filter(|wins| **wins).count() == 1, "{brute:?}");
        assert_eq!(
            certain_win(&*table("123456789/123456789 0-0"), Seat::FIRST).map(|puzzle| puzzle.seat),
            None
        );
    }

    #[test]
    fn ratings_follow_choices_and_gaps() {
        assert!(rating(12, 1.0) > rating(4, 1.0) && rating(6, 4.0) < rating(6, 1.0));
        assert_eq!((rating(1000, 1.0), rating(3, 1e6)), (2_200, 800));
    }
}
