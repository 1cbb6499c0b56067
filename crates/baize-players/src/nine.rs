//! Nine players that follow a fixed policy, and the query for it.

use crate::player::AnyLevel;
use crate::{Budget, Choice, Level, Player, Random};
use baize_nine::{Action, Card, Hand, Nine, Position, View};
use baize_rules::{Dice, Menu, Problem, Score, Seat};
use serde::Deserialize;
use serde_json::{Map, Value, json};

pub(crate) const LEVELS: &[&dyn AnyLevel] =
    &[&Random::level::<Nine>(), &Policy::Easy.level(), &Policy::Medium.level(), &Policy::MediumLoose.level()];

/// A rule that gives each unused card a weight, from the two hands and scores alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Policy {
    /// Every card alike; in the plain game nobody can do better.
    Easy,
    /// The first of five rules that applies (`docs/rules/nine.md`, "Computer players").
    Medium,
    /// The same with looser conditions, as the program had it that the game comes from.
    MediumLoose,
}

/// Six in ten that `medium-loose` prefers a middle card; counted in tenths so that weights stay whole.
const LOOSE_MIDDLE: u32 = 6;

impl Policy {
    const fn level(self) -> Level<Nine> {
        match self {
            Policy::Easy => {
                Level { id: "easy", make: |seed| Box::new(Follower(Policy::Easy, Dice::new(seed))) }
            }
            Policy::Medium => {
                Level { id: "medium", make: |seed| Box::new(Follower(Policy::Medium, Dice::new(seed))) }
            }
            Policy::MediumLoose => Level {
                id: "medium-loose",
                make: |seed| Box::new(Follower(Policy::MediumLoose, Dice::new(seed))),
            },
        }
    }

    /// How likely each card is, as whole weights; cards with weight 0 are left out.
    fn weights(self, hand: Hand, own: Score, other: Score) -> Vec<(Card, u32)> {
        let cards: Vec<Card> = hand.iter().collect();
        let even = |cards: &[Card]| cards.iter().map(|&card| (card, 1)).collect();
        let far = Score::points(15);
        let few = cards.len().min(3);
        let may_chase = self == Policy::Medium || cards.len() > 3;
        if self == Policy::Easy {
            return even(&cards);
        }
        if own + far < other && may_chase {
            return even(&cards[cards.len() - few..]);
        }
        if own > other + far && may_chase {
            return even(&cards[..few]);
        }
        if cards.len() <= 3 && own <= other {
            return even(&cards[cards.len() - 1..]);
        }
        let middle: Vec<Card> =
            cards.iter().copied().filter(|card| (4..=6).contains(&card.number())).collect();
        match self {
            _ if middle.is_empty() => even(&cards),
            Policy::Easy | Policy::Medium => even(&middle),
            Policy::MediumLoose => loose(&cards, &middle),
        }
    }
}

/// A middle card with probability 0.6, otherwise any card: all weights over the common denominator.
fn loose(cards: &[Card], middle: &[Card]) -> Vec<(Card, u32)> {
    let (all, few) = (cards.len() as u32, middle.len() as u32);
    let weight = |card: &Card| {
        let preferred = if middle.contains(card) { LOOSE_MIDDLE * all } else { 0 };
        preferred + (10 - LOOSE_MIDDLE) * few
    };
    cards.iter().map(|card| (*card, weight(card))).collect()
}

/// Draws from a policy.
struct Follower(Policy, Dice);

impl Player<Nine> for Follower {
    fn choose(&mut self, view: &View, menu: &Menu<Action>, _: Budget) -> Choice<Action> {
        // A spectator's view has no seat; players are never asked with one, but a menu entry is always right.
        let Some(seat) = view.you else {
            return Choice { action: menu.actions()[0].clone(), info: Value::Null };
        };
        let Position { hands, scores, .. } = view.position();
        let other = seat.other_of_two();
        let weights = self.0.weights(hands[seat.index()], scores[seat.index()], scores[other.index()]);
        let mut left = self.1.roll(weights.iter().map(|(_, weight)| weight).sum());
        let drawn = weights.iter().find(|(_, weight)| {
            let here = left < *weight;
            left = left.saturating_sub(*weight);
            here
        });
        let card = drawn.expect("the roll is below the sum of the weights").0;
        Choice { action: Action::play(card), info: json!({ "probabilities": probabilities(&weights) }) }
    }
}

fn probabilities(weights: &[(Card, u32)]) -> Map<String, Value> {
    let sum: u32 = weights.iter().map(|(_, weight)| weight).sum();
    weights
        .iter()
        .map(|(card, weight)| (card.to_string(), json!(f64::from(*weight) / f64::from(sum))))
        .collect()
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
enum Query {
    /// What does this player do here? `hands` and `scores`: own, other.
    Policy { player: Policy, hands: [Hand; 2], scores: [Score; 2] },
}

/// Answers `POLICY`; `None` for other queries.
pub(crate) fn answer(query: &Value) -> Option<Result<Value, Problem>> {
    if query["type"] != "POLICY" {
        return None;
    }
    Some(policy(query))
}

fn policy(query: &Value) -> Result<Value, Problem> {
    let bad = |what: String| Problem::new("request.bad_query", format!("bad query: {what}"));
    let Query::Policy { player, hands, scores } =
        Query::deserialize(query).map_err(|error| bad(error.to_string()))?;
    if hands[0].is_empty() || hands[0].len() != hands[1].len() {
        return Err(bad("both hands need the same number of cards, at least one".to_owned()));
    }
    let weights = player.weights(hands[Seat::FIRST.index()], scores[0], scores[1]);
    Ok(json!({ "probabilities": probabilities(&weights) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(player: &str, own: &str, scores: [i32; 2]) -> Result<Value, Problem> {
        let hand: Vec<u32> = own.chars().filter_map(|c| c.to_digit(10)).collect();
        answer(&json!({"type": "POLICY", "player": player, "hands": [hand, hand], "scores": scores})).unwrap()
    }

    fn check(player: &str, own: &str, scores: [i32; 2], expect: &[(&str, f64)]) {
        let answer = ask(player, own, scores).unwrap();
        let expect: Map<String, Value> =
            expect.iter().map(|(card, chance)| (card.to_string(), json!(chance))).collect();
        assert_eq!(answer["probabilities"], Value::Object(expect), "{player} {own} {scores:?}");
    }

    #[test]
    fn medium_follows_the_first_rule_that_applies() {
        let third = 1.0 / 3.0;
        check("medium", "123456789", [0, 0], &[("4", third), ("5", third), ("6", third)]);
        check("medium", "1279", [10, 26], &[("2", third), ("7", third), ("9", third)]);
        check("medium", "1279", [10, 25], &[("1", 0.25), ("2", 0.25), ("7", 0.25), ("9", 0.25)]);
        check("medium", "1279", [26, 10], &[("1", third), ("2", third), ("7", third)]);
        check("medium", "159", [20, 20], &[("9", 1.0)]);
        check("medium", "159", [21, 20], &[("5", 1.0)]);
        check("medium", "19", [10, 26], &[("1", 0.5), ("9", 0.5)]);
    }

    #[test]
    fn medium_loose_prefers_the_middle_less_and_chases_only_early() {
        check("medium-loose", "19", [10, 26], &[("9", 1.0)]);
        check("medium-loose", "1459", [1, 0], &[("1", 0.1), ("4", 0.4), ("5", 0.4), ("9", 0.1)]);
        check("easy", "19", [80, 0], &[("1", 0.5), ("9", 0.5)]);
    }

    #[test]
    fn bad_queries_are_refused() {
        assert!(ask("medium", "", [0, 0]).is_err());
        assert!(ask("nobody", "1", [0, 0]).is_err());
        assert!(answer(&json!({"type": "OTHER"})).is_none());
        let uneven = json!({"type": "POLICY", "player": "medium", "hands": [[1], [1, 2]], "scores": [0, 0]});
        assert!(answer(&uneven).unwrap().is_err());
    }
}
