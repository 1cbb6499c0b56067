//! The inner side of the door.

use crate::jobs::Job;
use crate::letter::{Incoming, Outgoing};
use crate::tables::Tables;
use baize_players::{Budget, Stopwatch};
use serde::Deserialize;

/// How many milliseconds a computer player may think about a move.
const MOST_THOUGHT: u64 = 1_000;

/// A browser's worker: either the one that has the tables, or one that thinks.
pub struct Worker {
    clock: Stopwatch,
    tables: Option<Tables>,
}

/// A text that comes in.
#[derive(Deserialize)]
#[serde(untagged)]
enum Text {
    Incoming(Incoming),
    Job(Job),
}

impl Worker {
    /// A worker; searches measure time by this clock.
    pub fn new(clock: Stopwatch) -> Worker {
        Worker { clock, tables: None }
    }

    /// Takes a text and returns what to do about it. A text that cannot be read changes nothing.
    pub fn handle(&mut self, text: &str) -> String {
        let answer = match serde_json::from_str::<Text>(text) {
            Ok(Text::Job(job)) => serde_json::to_string(&job.run(self.budget())),
            Ok(Text::Incoming(incoming)) => serde_json::to_string(&self.take(incoming)),
            Err(_) => {
                // It is unclear which of the two it was meant to be; report the error as for a letter.
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
