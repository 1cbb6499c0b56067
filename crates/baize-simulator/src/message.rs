//! The parts of the protocol's messages that a client reads. They borrow from the text, as there are millions
//! of them.

use crate::luck::Digest;
use baize_rules::{Problem, Seat};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// A message of any kind.
#[derive(Deserialize)]
pub(crate) struct ServerMessage<'a> {
    pub(crate) op: &'a str,
    #[serde(borrow)]
    pub(crate) id: Option<&'a str>,
    pub(crate) version: Option<u32>,
    #[serde(borrow)]
    pub(crate) history: Option<&'a str>,
    #[serde(borrow)]
    pub(crate) steps: Option<Vec<HeardStep<'a>>>,
    #[serde(borrow)]
    pub(crate) state: Option<State<'a>>,
    #[serde(borrow)]
    pub(crate) you: Option<You<'a>>,
    pub(crate) error: Option<Problem>,
}

#[derive(Deserialize)]
pub(crate) struct You<'a> {
    pub(crate) seat: Option<Seat>,
    #[serde(borrow)]
    pub(crate) token: Option<&'a str>,
}

#[derive(Deserialize)]
pub(crate) struct HeardStep<'a> {
    pub(crate) version: u32,
    pub(crate) at: u64,
    #[serde(borrow)]
    pub(crate) event: &'a RawValue,
}

#[derive(Deserialize)]
pub(crate) struct Event<'a> {
    pub(crate) r#type: &'a str,
    pub(crate) seat: Option<Seat>,
    pub(crate) by: Option<&'a str>,
    #[serde(borrow)]
    pub(crate) events: Option<&'a RawValue>,
    pub(crate) actions: Option<u32>,
}

/// The state of a table as sent over the wire; all of it follows from the log.
#[derive(Deserialize, Default)]
pub(crate) struct State<'a> {
    #[serde(borrow, default, deserialize_with = "raw")]
    pub(crate) phase: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "raw")]
    pub(crate) seats: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "raw")]
    pub(crate) view: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "raw")]
    pub(crate) actions: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "raw")]
    pub(crate) complete: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "raw")]
    pub(crate) awaiting: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "raw")]
    pub(crate) result: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "raw")]
    pub(crate) proposal: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "raw")]
    pub(crate) fairness: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "raw")]
    pub(crate) rematch: Option<&'a RawValue>,
}

/// Reads a field that is there, keeping an explicit null apart from a missing field.
fn raw<'de: 'a, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// The names of the parts of a [`State`], for messages about differences.
pub(crate) const PARTS: [&str; 10] = [
    "phase", "seats", "view", "actions", "complete", "awaiting", "result", "proposal", "fairness", "rematch",
];

/// A hash of each part of a state; 0 for a missing part.
pub(crate) type Picture = [u64; PARTS.len()];

impl State<'_> {
    fn parts(&self) -> [Option<&RawValue>; PARTS.len()] {
        let State { phase, seats, view, actions, complete, awaiting, result, proposal, fairness, rematch } =
            *self;
        [phase, seats, view, actions, complete, awaiting, result, proposal, fairness, rematch]
    }

    /// Updates an older picture with the parts that are present.
    pub(crate) fn over(&self, mut picture: Picture) -> Picture {
        for (part, hash) in self.parts().into_iter().zip(&mut picture) {
            if let Some(part) = part {
                *hash = Digest::of(part.get().as_bytes()) | 1;
            }
        }
        picture
    }
}

#[derive(Deserialize)]
pub(crate) struct Awaiting {
    pub(crate) must: Vec<Seat>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SeatReady {
    pub(crate) is_ready: bool,
}

#[derive(Deserialize)]
pub(crate) struct Proposal {
    pub(crate) number: u32,
    pub(crate) waiting: Vec<Seat>,
}

#[derive(Deserialize)]
pub(crate) struct Listed<'a> {
    #[serde(borrow)]
    pub(crate) action: &'a RawValue,
}

/// A hash that identifies a step.
pub(crate) fn step_hash(at: u64, event: &str) -> u64 {
    let mut digest = Digest(at);
    digest.add_bytes(event.as_bytes());
    digest.0
}

/// The picture of a state written as JSON.
pub(crate) fn picture(state: &str) -> Picture {
    let state: State<'_> = serde_json::from_str(state).expect("a state can be read again");
    state.over([0; PARTS.len()])
}
