//! The parts of the protocol's messages that a scripted client reads, borrowed from the text.
//!
//! They have the shapes of `baize-protocol`; reading whole messages would take longer than the server takes
//! to write them.

use baize_rules::Seat;
use serde::Deserialize;
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
    pub(crate) error: Option<baize_rules::Problem>,
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
    #[serde(borrow)]
    pub(crate) event: GameEvents<'a>,
}

/// The events that the game tells with a step.
#[derive(Deserialize)]
pub(crate) struct GameEvents<'a> {
    #[serde(borrow)]
    pub(crate) events: Option<&'a RawValue>,
}

#[derive(Deserialize)]
pub(crate) struct State<'a> {
    pub(crate) phase: Option<baize_protocol::Phase>,
    #[serde(borrow)]
    pub(crate) view: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) actions: Option<&'a RawValue>,
    pub(crate) awaiting: Option<Awaiting>,
}

#[derive(Deserialize)]
pub(crate) struct Awaiting {
    pub(crate) must: Vec<Seat>,
}

/// One entry of the menu.
#[derive(Deserialize)]
pub(crate) struct Listed<'a> {
    #[serde(borrow)]
    pub(crate) action: &'a RawValue,
}
