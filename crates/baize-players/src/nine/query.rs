//! `SOLVE` and `POLICY`: exact play, and a player's policy.

use super::exact::Exact;
use super::hard::{LIBRARY, Mind};
use super::policy::Policy;
use super::probabilities;
use baize_nine::{Card, Hand, Helpers, Options, Position, RuleError, Ties};
use baize_nine_solver::{Objective, Solver, Unsolved};
use baize_rules::{Problem, Score, Seat};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "PlayerQuery")]
#[serde(
    tag = "type",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub(crate) enum Query {
    /// What is the position worth to seat 0, and how do both seats play it?
    Solve {
        /// The unused cards of each seat.
        hands: [Hand; 2],
        /// The points of each seat.
        #[serde(default)]
        scores: [Score; 2],
        /// Points of tied turns, for the winner of the next decided turn.
        #[serde(default)]
        carried: Score,
        /// What both play for.
        objective: Goal,
        /// What happens to the points of two equal cards.
        #[serde(default)]
        ties: Ties,
        /// The factor for the points of each turn; all 1 if absent.
        #[serde(default)]
        turn_weights: Option<[Score; Card::COUNT]>,
        /// Whether the leader's card lies face up.
        #[serde(default)]
        open_lead: bool,
        /// Must be empty: positions with helpers are not solved.
        #[serde(default)]
        special: Helpers,
        /// Must be off: positions with bonus turns are not solved.
        #[serde(default)]
        bonus: bool,
    },
    /// What does this player do in a position? `hands` and `scores` begin with the player's own.
    Policy {
        /// The player.
        player: Who,
        /// The unused cards, the player's own first.
        hands: [Hand; 2],
        /// The points, the player's own first.
        scores: [Score; 2],
        /// Points of tied turns, for the winner of the next decided turn.
        #[serde(default)]
        carried: Score,
        /// What happens to the points of two equal cards.
        #[serde(default)]
        ties: Ties,
        /// The factor for the points of each turn; all 1 if absent.
        #[serde(default)]
        turn_weights: Option<[Score; Card::COUNT]>,
        /// Must be empty: positions with helpers are not solved.
        #[serde(default)]
        special: Helpers,
        /// Must be off: positions with bonus turns are not solved.
        #[serde(default)]
        bonus: bool,
    },
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Goal {
    /// The difference in points still to come.
    Difference,
    /// The chance to win.
    Win,
}

/// A player that can be asked for its policy.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Who {
    Policy(Policy),
    Hard(OnlyHard),
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OnlyHard {
    /// `hard` as it plays a stranger, with no earlier game to learn from.
    Hard,
}

/// Answers `SOLVE` and `POLICY`; `None` for other queries.
pub(crate) fn answer(query: &Value) -> Option<Result<Value, Problem>> {
    matches!(query["type"].as_str(), Some("SOLVE" | "POLICY")).then(|| answered(query))
}

fn answered(query: &Value) -> Result<Value, Problem> {
    match Query::deserialize(query).map_err(|error| bad(&error.to_string()))? {
        Query::Solve { hands, scores, carried, objective, ties, turn_weights, open_lead, special, bonus } => {
            let options = Options { special, bonus, ..options(ties, turn_weights, open_lead) };
            let position = Position { hands, scores, carried, ..Position::START };
            check(position, &options)?;
            solve(position, &options, objective)
        }
        Query::Policy { player, hands, scores, carried, ties, turn_weights, special, bonus } => {
            let options = Options { special, bonus, ..options(ties, turn_weights, false) };
            let position = Position { hands, scores, carried, ..Position::START };
            check(position, &options)?;
            let mix = match player {
                Who::Policy(policy) => {
                    policy.mix(Seat::FIRST, position, || Exact::default().play(position, &options).mixes[0])
                }
                Who::Hard(OnlyHard::Hard) => Mind::new(LIBRARY).plan(position, &options).mix,
            };
            Ok(json!({ "probabilities": probabilities(&mix, hands[0]) }))
        }
    }
}

fn solve(position: Position, options: &Options, goal: Goal) -> Result<Value, Problem> {
    let objective = match goal {
        Goal::Difference => Objective::Difference,
        Goal::Win => Objective::Win,
    };
    let solver = Solver::new(position, options, objective).map_err(|error| match error {
        Unsolved::TooLarge => Problem::new("request.too_large", error.to_string()),
        Unsolved::Extended => not_solved(),
    })?;
    let play = solver.solve(position).expect("the root of a solver is solved");
    let [first, second] = [0, 1].map(|seat: usize| probabilities(&play.mixes[seat], position.hands[seat]));
    Ok(json!({ "value": play.value, "strategies": [first, second] }))
}

fn options(ties: Ties, turn_weights: Option<[Score; Card::COUNT]>, open_lead: bool) -> Options {
    let plain = Options::default();
    Options { ties, open_lead, turn_weights: turn_weights.unwrap_or(plain.turn_weights), ..plain }
}

fn check(position: Position, options: &Options) -> Result<(), Problem> {
    let [own, other] = position.hands;
    if own.is_empty() || own.len() != other.len() {
        return Err(bad("both hands need the same number of cards, at least one"));
    }
    if options.is_extended() {
        return Err(not_solved());
    }
    let weights = Score::ZERO..=Score::points(100);
    if !options.turn_weights.iter().all(|weight| weights.contains(weight)) {
        return Err(bad("turn weights are numbers from 0 to 100"));
    }
    if position.carried < Score::ZERO {
        return Err(bad("carried points are not negative"));
    }
    Ok(())
}

fn not_solved() -> Problem {
    Problem::of(&RuleError::NotSolved)
}

fn bad(what: &str) -> Problem {
    Problem::new("request.bad_query", format!("bad query: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Map;

    fn ask(player: &str, own: &str, scores: [i32; 2]) -> Result<Value, Problem> {
        let hand: Vec<u32> = own.chars().filter_map(|c| c.to_digit(10)).collect();
        answer(&json!({"type": "POLICY", "player": player, "hands": [hand, hand], "scores": scores})).unwrap()
    }

    fn check(player: &str, own: &str, scores: [i32; 2], expect: &[(&str, f64)]) {
        let answer = ask(player, own, scores).unwrap();
        let chances = answer["probabilities"].as_object().unwrap();
        let missing = expect.iter().find(|(card, chance)| {
            chances.get(*card).and_then(Value::as_f64).is_none_or(|found| (found - chance).abs() > 1e-12)
        });
        assert!(missing.is_none() && chances.len() == expect.len(), "{player} {own} {scores:?}: {answer}");
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
    fn the_other_policies_are_as_stated() {
        check("beginner", "19", [0, 0], &[("1", 0.85), ("9", 0.15)]);
        check("perfect", "19", [0, 0], &[("1", 0.5), ("9", 0.5)]);
        check("balanced", "159", [3, 0], &[("1", 1.0 / 3.0), ("5", 1.0 / 3.0), ("9", 1.0 / 3.0)]);
        check("aggressive", "159", [3, 0], &[("1", 0.85 / 3.0), ("5", 1.0 / 3.0), ("9", 1.15 / 3.0)]);
        check("defensive", "159", [3, 0], &[("1", 1.15 / 3.0), ("5", 1.0 / 3.0), ("9", 0.85 / 3.0)]);
        let first = ask("aggressive", "123456789", [0, 0]).unwrap();
        assert_eq!(first["probabilities"]["9"].as_f64().map(|p| (p * 9000.0).round()), Some(1600.0));
        assert!(ask("hard", "159", [3, 0]).is_ok());
    }

    fn refuse(query: &Value, code: &str) {
        let problem = answer(query).unwrap().unwrap_err();
        assert_eq!(problem.code, code, "{query}: {problem:?}");
    }

    #[test]
    fn bad_queries_are_refused() {
        assert!(ask("medium", "", [0, 0]).is_err());
        assert!(ask("nobody", "1", [0, 0]).is_err());
        assert!(answer(&json!({"type": "OTHER"})).is_none());
        let patch = |change: Value| {
            let mut query = json!({"type": "SOLVE", "hands": [[1, 2], [3, 4]], "objective": "win"});
            let fields: Map<String, Value> = change.as_object().unwrap().clone();
            query.as_object_mut().unwrap().extend(fields);
            query
        };
        assert!(answer(&patch(json!({}))).unwrap().is_ok());
        refuse(&patch(json!({"hands": [[1], [1, 2]]})), "request.bad_query");
        refuse(&patch(json!({"hands": [[], []]})), "request.bad_query");
        refuse(&patch(json!({"hands": [[1, 1], [1, 2]]})), "request.bad_query");
        refuse(&patch(json!({"objective": "draw"})), "request.bad_query");
        refuse(&patch(json!({"carried": -1})), "request.bad_query");
        refuse(&patch(json!({"carried": 1e300})), "request.bad_query");
        refuse(&patch(json!({"turnWeights": [1, 1, 1, 1, 1, 1, 1, 1, 101]})), "request.bad_query");
        refuse(&patch(json!({"turnWeights": [1]})), "request.bad_query");
        refuse(&patch(json!({"what": 1})), "request.bad_query");
        let all = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        let wild = [1.013, 3.07, 97.11, 14.003, 25.017, 36.001, 47.77, 58.9, 69.123];
        refuse(&patch(json!({"hands": [all, all], "turnWeights": wild})), "request.too_large");
    }

    #[test]
    fn helpers_and_bonus_turns_are_not_solved_and_it_says_so() {
        let hands = json!([[1, 2], [3, 4]]);
        for (name, value) in [("special", json!(["double"])), ("bonus", json!(true))] {
            refuse(
                &json!({"type": "SOLVE", "hands": hands, "objective": "win", name: value}),
                "nine.not_solved",
            );
            let policy =
                json!({"type": "POLICY", "player": "perfect", "hands": hands, "scores": [0, 0], name: value});
            refuse(&policy, "nine.not_solved");
        }
        let off = json!({"type": "SOLVE", "hands": hands, "objective": "win", "special": [], "bonus": false});
        assert!(answer(&off).unwrap().is_ok());
    }

    #[test]
    fn extreme_scores_are_solved() {
        let query = |scores: Value, carried: f64| {
            json!({"type": "SOLVE", "hands": [[1, 2], [3, 4]], "objective": "win", "scores": scores,
                "carried": carried, "ties": "carry"})
        };
        let value = |query: Value| answer(&query).unwrap().unwrap()["value"].as_f64();
        assert_eq!(value(query(json!([1e6, -1e6]), 0.0)), Some(1.0));
        assert_eq!(value(query(json!([-1e6, 1e6]), 1e6)), Some(0.0));
        assert_eq!(value(query(json!([0, 1e6]), 1e6)), Some(0.0));
        assert_eq!(value(query(json!([0.001, 0]), 1e6)), Some(0.0));
    }
}
