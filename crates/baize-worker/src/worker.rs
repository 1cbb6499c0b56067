//! The door's inner side.

use crate::jobs::Job;
use crate::letter::{Incoming, Outgoing};
use crate::tables::Tables;
use baize_players::{Budget, Stopwatch};
use serde::Deserialize;

/// Milliseconds that a computer player may think about a move.
const MOST_THOUGHT: u64 = 1_000;

/// Whatever a browser's worker is: the one that has the tables, or one that thinks.
pub struct Worker {
    clock: Stopwatch,
    tables: Option<Tables>,
}

/// What one worker says to another.
#[derive(Deserialize)]
#[serde(untagged)]
enum Text {
    Incoming(Incoming),
    Job(Job),
}

impl Worker {
    /// A worker; searches measure their time by this clock.
    pub fn new(clock: Stopwatch) -> Worker {
        Worker { clock, tables: None }
    }

    /// Takes a text and says what is to be done about it. A text that nobody understands changes nothing.
    pub fn handle(&mut self, text: &str) -> String {
        let answer = match serde_json::from_str::<Text>(text) {
            Ok(Text::Job(job)) => serde_json::to_string(&job.run(self.budget())),
            Ok(Text::Incoming(incoming)) => serde_json::to_string(&self.take(incoming)),
            Err(_) => {
                // Which of the two it was meant to be is not known; what is wrong with a letter is told.
                let what = serde_json::from_str::<Incoming>(text).err().map(|error| error.to_string());
                serde_json::to_string(&serde_json::json!({"error": what}))
            }
        };
        answer.expect("whatever goes out can be written as JSON")
    }

    fn take(&mut self, incoming: Incoming) -> Outgoing {
        let (Incoming { time, what }, budget) = (incoming, self.budget());
        Tables::take(&mut self.tables, time, what, budget)
    }

    fn budget(&self) -> Budget {
        Budget { millis: Some(MOST_THOUGHT), clock: self.clock, ..Budget::default() }
    }
}
