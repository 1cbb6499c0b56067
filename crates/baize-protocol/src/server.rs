//! What the server sends.

use crate::{History, Json, Moment, RequestId, Step, TableInfo, TableState, shapes};
use baize_rules::{Problem, Seat, SeatSet, any};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A reply to a request, or news.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "op", rename_all = "lowercase", rename_all_fields = "camelCase")]
#[ts(optional_fields)]
pub enum Message {
    /// Reply to `hello`: the whole table, and what the client has missed.
    Welcome {
        /// The client's name for the request.
        id: RequestId,
        /// The table's version.
        version: u32,
        /// A fingerprint of everything up to that version, to be sent in the next `hello`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        history: Option<History>,
        /// Raised each time another process takes over the table.
        epoch: u32,
        /// Who the client is at this table.
        you: You,
        /// What never changes about the table.
        info: TableInfo,
        /// The state of the table.
        state: Box<TableState>,
        /// Who is here.
        presence: Presence,
        /// Every step after the version that the client has seen. Absent if it named none, or missed so much
        /// that it should start from `state`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        steps: Option<Vec<Step>>,
    },
    /// Reply to any other request that was done and is safe on disk.
    Done {
        /// The client's name for the request.
        id: RequestId,
        /// The version that the request led to.
        version: u32,
    },
    /// Reply to `invite`.
    Invitation {
        /// The client's name for the request.
        id: RequestId,
        /// The version that the request led to.
        version: u32,
        /// The secret that belongs in the link, after the `#`: 32 hexadecimal digits.
        secret: String,
    },
    /// Reply to `query`.
    Answer {
        /// The client's name for the request.
        id: RequestId,
        /// The answer, in the game's own JSON.
        #[schemars(with = "any::AnyAnswer")]
        #[ts(type = "AnyAnswer")]
        answer: Json,
    },
    /// Reply to `hint`.
    Hinted {
        /// The client's name for the request.
        id: RequestId,
        /// What a strong player would do, in the game's own JSON.
        #[schemars(with = "any::AnyAction")]
        #[ts(type = "AnyAction")]
        action: Json,
        /// What that player says about it, and what a menu would show beside the action.
        #[schemars(with = "any::AnyInfo")]
        #[ts(type = "AnyInfo")]
        info: Json,
    },
    /// Reply to `ping`.
    Pong {
        /// The client's name for the request.
        id: RequestId,
    },
    /// What a seat is about to do, such as where it aims. This is not part of the table's log.
    Shown {
        /// The seat.
        #[schemars(with = "u8")]
        #[ts(type = "number")]
        seat: Seat,
        /// What it shows, in the game's own JSON.
        #[schemars(with = "any::AnyShown")]
        #[ts(type = "AnyShown")]
        what: Json,
    },
    /// Reply to a request that was not done. Nothing has changed.
    Refused {
        /// The client's name for the request; absent if none could be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<RequestId>,
        /// The table's version, once the client is at a table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<u32>,
        /// Why not.
        #[schemars(with = "shapes::Problem")]
        #[ts(as = "shapes::Problem")]
        error: Problem,
    },
    /// What happened, and the state it led to. Without steps, only things outside the table's log have
    /// changed, such as `state.waiting` or `state.pace`.
    News {
        /// The table's version.
        version: u32,
        /// A fingerprint of everything up to that version, to be sent in the next `hello`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        history: Option<History>,
        /// What happened, in order, without gaps.
        steps: Vec<Step>,
        /// What may have changed.
        state: Box<TableState>,
    },
    /// Who is here has changed. This is not part of the table's log.
    Presence(Presence),
    /// The same seat was opened on another connection, which is now the main one; this one keeps working.
    Elsewhere {},
    /// The server is about to close the connection; the table goes on. Reconnect after a moment.
    Closing {
        /// Why the connection is closed.
        #[schemars(with = "shapes::Problem")]
        #[ts(as = "shapes::Problem")]
        error: Problem,
        /// When to reconnect, in milliseconds from now.
        retry: u32,
    },
}

/// Who a client is at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct You {
    /// The seat; absent for clients that only watch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u8>")]
    #[ts(type = "number")]
    pub seat: Option<Seat>,
    /// Whether the client opened the table, and may fill its seats.
    pub is_host: bool,
    /// The token that opens the seat from now on; only in the reply to a `join`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// Who is here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Presence {
    /// The seats whose people are connected.
    #[schemars(with = "Vec<u8>")]
    #[ts(type = "number[]")]
    pub here: SeatSet,
    /// How many clients watch.
    pub watching: u32,
    /// The people who are away, and since when.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Away>>", optional)]
    pub away: Vec<Away>,
    /// The seats whose people are reading something, such as the rules.
    #[serde(default, skip_serializing_if = "is_nobody")]
    #[schemars(with = "Vec<u8>")]
    #[ts(type = "number[]", optional)]
    pub reading: SeatSet,
}

/// Takes a reference because serde passes one.
fn is_nobody(seats: &SeatSet) -> bool {
    seats.is_empty()
}

/// Somebody who is not at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct Away {
    /// Their seat.
    #[schemars(with = "u8")]
    #[ts(type = "number")]
    pub seat: Seat,
    /// When they were last here.
    pub since: Moment,
}

impl Message {
    /// The message as it is sent.
    pub fn to_text(&self) -> String {
        // The view and the events are most of it.
        let mut text = Vec::with_capacity(512 + self.news_len());
        serde_json::to_writer(&mut text, self).expect("a message can be written as JSON");
        String::from_utf8(text).expect("JSON is text")
    }

    /// How many bytes of the message come from the game.
    fn news_len(&self) -> usize {
        let (steps, state): (&[Step], _) = match self {
            Message::News { steps, state, .. } => (steps, state),
            Message::Welcome { steps, state, .. } => (steps.as_deref().unwrap_or_default(), state),
            _ => return 0,
        };
        let json = |json: &Option<Json>| json.as_ref().map_or(0, |json| json.as_str().len());
        steps.iter().map(Step::len).sum::<usize>() + json(&state.view) + json(&state.actions)
    }
}
