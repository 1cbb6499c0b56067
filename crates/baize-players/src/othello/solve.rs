//! The `SOLVE` query.

use super::transcript;
use crate::Budget;
use baize_othello::notation;
use baize_othello_engine::{Aim, Certainty, Engine, Weights};
use baize_rules::{Problem, clip_to};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "PlayerQuery")]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
pub(crate) enum Query {
    /// What is the final score with best play?
    Solve {
        /// The position, in any notation that `load` reads.
        position: String,
        /// The time limit in milliseconds, besides any limit of the host.
        millis: Option<u64>,
    },
}

/// Answers `SOLVE`; `None` for other queries.
pub(crate) fn answer(query: &Value, budget: Budget) -> Option<Result<Value, Problem>> {
    (query["type"] == "SOLVE").then(|| solve(query, budget))
}

fn solve(query: &Value, budget: Budget) -> Result<Value, Problem> {
    let bad = |what: String| Problem::new("request.bad_query", clip_to(&format!("bad query: {what}"), 300));
    let Query::Solve { position, millis } =
        Query::deserialize(query).map_err(|error| bad(error.to_string()))?;
    let position = notation::read(&position)?.position;
    let mut limits = budget.limits();
    limits.millis = limits.millis.into_iter().chain(millis).min();
    let engine = Engine::new(Weights::learnt()).with_threads(budget.threads);
    let verdict = engine.think(position, Aim::SOLVE, limits, &mut |_| {});
    let best = match verdict.candidates.first() {
        Some(opinion) => json!(opinion.square.to_string()),
        None if position.is_over() => Value::Null,
        None => json!("pass"),
    };
    let is_exact = verdict.certainty == Certainty::Exact;
    // A final score is a whole number and is written as one.
    let score = if is_exact { json!(verdict.score as i64) } else { json!(verdict.score) };
    Ok(json!({
        "score": score,
        "best": best,
        "line": transcript(&verdict.line),
        "nodes": verdict.nodes,
        "seconds": verdict.time.as_secs_f64(),
        "exact": is_exact,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(position: &str) -> Value {
        answer(&json!({"type": "SOLVE", "position": position}), Budget::default()).unwrap().unwrap()
    }

    fn check(position: &str, score: i64, best: impl Into<Value>) {
        let best: Value = best.into();
        let answer = ask(position);
        assert_eq!(
            (&answer["score"], &answer["best"], &answer["exact"]),
            (&json!(score), &best, &json!(true))
        );
    }

    #[test]
    fn finished_passing_and_open_positions() {
        check("XO-------------------------------------------------------------- X", 64, "c1");
        check("XO-------------------------------------------------------------- O", -64, "pass");
        check("X--------------------------------------------------------------O X", 0, Value::Null);
        check(&format!("{} X", "X".repeat(64)), 64, Value::Null);
        check("-XXXOO-OX-XXXXO-XOOXOOXXXOOXOOXXXOOOOOX-XXOOOOOOXOXXOOO-XXXXOOOO X", -4, "h2");
    }

    #[test]
    fn the_line_is_best_play_to_the_end() {
        let start = "-O--XX---OXXXXXOXOOXXXXOXXXXOXXXXXXXOXXXXXXXOXXXXOXXOXXXOOOOOXXX X";
        let line = ask(start)["line"].as_str().unwrap().to_owned();
        let mut board = notation::read(start).unwrap();
        for name in line.as_bytes().chunks(2) {
            board = board.play(std::str::from_utf8(name).unwrap().parse().unwrap()).unwrap().0;
        }
        assert!(board.position.is_over());
        let margin = board.position.margin();
        assert_eq!(if board.to_move == baize_othello::Colour::Black { margin } else { -margin }, 8);
    }

    #[test]
    fn time_that_is_up_gives_an_estimate() {
        let start = "---------------------------OX------XO--------------------------- X";
        let query = json!({"type": "SOLVE", "position": start, "millis": 0});
        let answer = answer(&query, Budget::default()).unwrap().unwrap();
        assert_eq!(answer["exact"], false);
        assert!(answer["best"].is_string() && answer["score"].is_number(), "{answer}");
    }

    #[test]
    fn bad_queries_are_refused() {
        let code = |query: Value| answer(&query, Budget::default()).unwrap().unwrap_err().code;
        assert_eq!(code(json!({"type": "SOLVE"})), "request.bad_query");
        assert_eq!(code(json!({"type": "SOLVE", "position": "x"})), "othello.bad_position");
        assert_eq!(code(json!({"type": "SOLVE", "position": "x", "depth": 1})), "request.bad_query");
        assert_eq!(code(json!({"type": "SOLVE", "position": "x", "millis": -1})), "request.bad_query");
        assert!(answer(&json!({"type": "PERFT"}), Budget::default()).is_none());
    }
}
