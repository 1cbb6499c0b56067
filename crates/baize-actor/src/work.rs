//! Work that takes longer than a moment: thoughts of computer players, questions to the game.

use baize_players::{Budget, Thought, sit};
use baize_room::{Intent, Question, Task};
use baize_rules::{Problem, Seed};
use serde_json::Value;

/// The most milliseconds to think about a hint.
pub const MOST_ADVICE: u64 = 500;
/// The most positions in a count: a tenth of a second.
const MOST_COUNTED: u64 = 1_000_000;

/// Lets a computer player think; returns its intent, or nothing if it keeps silent out of turn.
pub fn think(task: &Task, budget: Budget) -> Result<Option<Intent>, Problem> {
    let mut player = sit(&task.game, &task.player, &task.seed)?;
    if task.is_aside {
        return Ok(player.interject(&task.seat_view).map(Intent::from));
    }
    let unheard = Budget { is_heard: false, ..budget };
    let Thought { action, meant, .. } = player.choose(&task.seat_view, unheard)?;
    Ok(Some(Intent { action, meant }))
}

/// The reply to a question as it goes over the wire, based on what the asker sees.
pub fn answer(question: &Question, budget: Budget) -> String {
    if let Some(seed) = &question.advice {
        return question.advise(advise(question, seed, budget));
    }
    question.answer(baize_players::answer(question.table.game().id(), &question.query, budget))
}

/// The budget for a question. A search is limited by its time, a count by its positions.
pub fn question_budget(query: &Value, budget: Budget) -> Budget {
    let nodes = (query["type"] == "PERFT").then_some(MOST_COUNTED);
    Budget { nodes, ..budget }
}

/// What a strong player would do, based on what the asker sees.
fn advise(question: &Question, seed: &Seed, budget: Budget) -> Result<(Value, Value), Problem> {
    let game = question.table.game().id();
    let none = || Problem::new("table.no_hints", "nobody can give a hint here");
    let (player, seat) = baize_players::adviser(game).zip(question.viewer.seat()).ok_or_else(none)?;
    let millis = budget.millis.map_or(MOST_ADVICE, |millis| millis.min(MOST_ADVICE));
    let budget = Budget { millis: Some(millis), ..budget };
    let thought = sit(game, player, seed)?.choose(&question.table.seat_view(seat), budget)?;
    // The asker gets the action that was meant, without the adviser's own unsteady hand.
    Ok((thought.meant.unwrap_or(thought.action), thought.info))
}
