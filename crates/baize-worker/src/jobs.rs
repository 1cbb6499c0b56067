//! Jobs that take longer than a moment, in the form in which they go to another worker.
//!
//! A computer player gets a view and a menu. These have no stored form, so the job carries the whole state;
//! the other worker, which is as trusted as this one, makes the view.

use crate::sum::{self, Sum};
use baize_actor::{answer, question_budget, think};
use baize_games::{AnyTable, Record, find};
use baize_players::{Budget, Thought, missing_weights};
use baize_protocol::RequestId;
use baize_room::{GuestId, Intent, Question, Task};
use baize_rules::{Problem, Seat, Seed, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A job for another worker.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "job", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Job {
    /// Lets a computer player think.
    Think {
        /// The id of the game.
        game: String,
        /// The whole game.
        state: Value,
        /// For which seat.
        seat: Seat,
        /// Which decision.
        decision: u32,
        /// The id of the player.
        player: String,
        /// Whether it may stay silent.
        is_aside: bool,
        /// The source of its chance.
        seed: Seed,
    },
    /// Answers a question of somebody at the table.
    Answer {
        /// The client's name for it.
        id: RequestId,
        /// The id of the game.
        game: String,
        /// The whole game.
        state: Value,
        /// The seat of the asker; absent for spectators.
        seat: Option<Seat>,
        /// The question.
        query: Value,
        /// Set if advice is wanted instead of an answer: the source of its chance.
        advice: Option<Seed>,
    },
    /// Plays random games and hashes them; the result is the same everywhere.
    Sum {
        /// The id of the game.
        game: String,
        /// The source of all chance.
        seed: Seed,
        /// How many games.
        games: u32,
        /// The most actions in each game.
        most: u32,
    },
    /// Lets a player think about a random position; the result is the same everywhere.
    Try {
        /// The id of the game.
        game: String,
        /// The id of the player.
        player: String,
        /// The source of all chance.
        seed: Seed,
        /// How many random actions lead to the position.
        plies: u32,
        /// How many nodes the search may visit.
        nodes: u64,
    },
    /// Replays a record and checks it.
    Verify {
        /// The record.
        record: Box<Record>,
    },
}

/// The result of a job.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum JobDone {
    /// What a computer player does; nothing if it stays silent.
    Thought {
        /// The action, and the one it meant.
        action: Option<Intent>,
    },
    /// The reply to a question.
    Reply {
        /// In the form in which it is sent.
        text: String,
    },
    /// The sum of random games.
    Sum {
        /// The hash of everything that happened.
        sum: String,
        /// How many actions of each type were made.
        actions: BTreeMap<String, u64>,
    },
    /// What a player does.
    Tried {
        /// The action.
        action: Value,
        /// What the player says about it.
        info: Value,
    },
    /// The record is valid.
    Verified {
        /// What the check found.
        found: Value,
    },
    /// The job failed.
    Failed {
        /// Why.
        problem: Problem,
    },
    /// Weights are missing: send the job again once they are loaded.
    Missing {
        /// The name of the file.
        file: String,
    },
}

impl Job {
    /// The job for a task.
    pub(crate) fn think(task: &Task, table: &dyn AnyTable) -> Job {
        Job::Think {
            game: task.game.clone(),
            state: table.setup(),
            seat: task.seat,
            decision: task.decision,
            player: task.player.clone(),
            is_aside: task.is_aside,
            seed: task.seed.clone(),
        }
    }

    /// The job for a question.
    pub(crate) fn answer(question: &Question) -> Job {
        Job::Answer {
            id: question.id.clone(),
            game: question.table.game().id().to_owned(),
            state: question.table.setup(),
            seat: question.viewer.seat(),
            query: question.query.clone(),
            advice: question.advice.clone(),
        }
    }

    /// Does the job within the budget.
    pub(crate) fn run(self, budget: Budget) -> JobDone {
        if let Some(file) = self.missing() {
            return JobDone::Missing { file: file.to_owned() };
        }
        self.done(budget).unwrap_or_else(|problem| JobDone::Failed { problem })
    }

    fn missing(&self) -> Option<&'static str> {
        match self {
            Job::Think { game, player, .. } => missing_weights(game, player),
            Job::Try { game, player, .. } => missing_weights(game, player),
            Job::Answer { game, .. } => missing_weights(game, baize_players::adviser(game)?),
            Job::Sum { .. } | Job::Verify { .. } => None,
        }
    }

    fn done(self, budget: Budget) -> Result<JobDone, Problem> {
        match self {
            Job::Think { game, state, seat, decision, player, is_aside, seed } => {
                let seat_view = find(&game)?.load(&state, &Value::Null)?.seat_view(seat);
                let task = Task { seat, decision, game, player, is_aside, seat_view, seed };
                Ok(JobDone::Thought { action: think(&task, budget)? })
            }
            Job::Answer { id, game, state, seat, query, advice } => {
                let table = find(&game)?.load(&state, &Value::Null)?;
                let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
                let question = Question { from: GuestId(0), id, table, viewer, query, advice };
                Ok(JobDone::Reply { text: answer(&question, question_budget(&question.query, budget)) })
            }
            Job::Sum { game, seed, games, most } => {
                let Sum { hash, actions } = sum::sum(&game, &seed, games, most)?;
                Ok(JobDone::Sum { sum: hash, actions })
            }
            Job::Try { game, player, seed, plies, nodes } => {
                let Thought { action, info, .. } = sum::attempt(&game, &player, &seed, plies, nodes)?;
                Ok(JobDone::Tried { action, info })
            }
            Job::Verify { record } => {
                let found = serde_json::to_value(record.verify()?).unwrap_or_default();
                Ok(JobDone::Verified { found })
            }
        }
    }
}

/// Whether answering a question takes so long that another worker should do it.
pub(crate) fn is_long(question: &Question) -> bool {
    let kind = question.query["type"].as_str();
    question.advice.is_some() || matches!(kind, Some("PERFT" | "SOLVE" | "POLICY"))
}
