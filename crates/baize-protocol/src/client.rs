//! What a client sends.

use crate::{History, Key, Pace, Proposed, Reaction, RequestId, TableId, shapes};
use baize_rules::{Language, Seat, any};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// A request. The client chooses its `id`; the reply carries the same one, and a request sent again with the
/// same `id` is done once and answered each time.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "op", rename_all = "lowercase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub enum Request {
    /// Enters a table: with a token, as a new player, or to watch. A second `hello` on the same connection
    /// switches to another table. The reply is `welcome`.
    Hello {
        /// The client's name for this request.
        id: RequestId,
        /// [`PROTOCOL`](crate::PROTOCOL).
        protocol: u32,
        /// The table.
        table: TableId,
        /// The token of a seat or of the host.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<Key>,
        /// Takes a free seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        join: Option<Join>,
        /// The secret of a link for watching; public tables need none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        watch: Option<Key>,
        /// The last version the client has seen; it is sent what it has missed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<u32>,
        /// The history that the client was given at that version. If the log has become a different one, the
        /// table is frozen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        history: Option<History>,
        /// What else the client wants in every message.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(as = "Option<Vec<Want>>")]
        want: Vec<Want>,
        /// The language of all texts; English if absent.
        #[serde(default)]
        #[schemars(with = "shapes::Language")]
        #[ts(as = "Option<shapes::Language>")]
        language: Language,
    },
    /// Makes a move.
    Play {
        /// The client's name for this request.
        id: RequestId,
        /// The action, in the game's own JSON.
        #[schemars(with = "any::AnyActionInput")]
        #[ts(type = "AnyAction")]
        action: Value,
        /// The version the player was looking at; if its turn has changed since, the move is refused as stale.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<u32>,
    },
    /// Gives up.
    Resign {
        /// The client's name for this request.
        id: RequestId,
    },
    /// Abandons a game against computer players: nobody wins, and its record can be taken elsewhere.
    Close {
        /// The client's name for this request.
        id: RequestId,
    },
    /// Gives up a seat at a table where the game has not begun.
    Stand {
        /// The client's name for this request.
        id: RequestId,
    },
    /// Says that a player is ready to begin. When every seat is taken and every person is ready, the game
    /// begins.
    Ready {
        /// The client's name for this request.
        id: RequestId,
        /// Anything the player wants to add to the seed of the deal, at most 64 bytes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        entropy: Option<String>,
    },
    /// The host puts a computer player on a free seat, or clears a seat.
    Seat {
        /// The client's name for this request.
        id: RequestId,
        /// The seat.
        #[schemars(with = "u8")]
        #[ts(type = "number")]
        seat: Seat,
        /// The computer player; absent to clear the seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<String>,
        /// The person of the cast the computer player appears as.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        persona: Option<String>,
    },
    /// The host asks for the secret of a link. The reply is `invitation`.
    Invite {
        /// The client's name for this request.
        id: RequestId,
        /// The seat the link is for; absent for the watch link.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<u8>")]
        #[ts(type = "number")]
        seat: Option<Seat>,
        /// Whether to replace the old link by a new one.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>")]
        renew: bool,
    },
    /// Proposes something that others must agree to. A takeback that needs nobody's consent is done at once.
    Propose {
        /// The client's name for this request.
        id: RequestId,
        /// What is proposed.
        what: Proposed,
    },
    /// Agrees to the open proposal.
    Agree {
        /// The client's name for this request.
        id: RequestId,
        /// The number of the proposal.
        proposal: u32,
    },
    /// Declines the open proposal, or withdraws one's own.
    Decline {
        /// The client's name for this request.
        id: RequestId,
        /// The number of the proposal.
        proposal: u32,
    },
    /// Takes one's seat back from the computer player that filled in.
    Return {
        /// The client's name for this request.
        id: RequestId,
    },
    /// Ends the wait for a seat that must act but has been away too long: it loses on time.
    Claim {
        /// The client's name for this request.
        id: RequestId,
        /// The seat.
        #[schemars(with = "u8")]
        #[ts(type = "number")]
        seat: Seat,
    },
    /// Asks for another game with the same people.
    Rematch {
        /// The client's name for this request.
        id: RequestId,
    },
    /// Says something to everybody at the table.
    Chat {
        /// The client's name for this request.
        id: RequestId,
        /// Plain text, at most 200 characters.
        text: String,
    },
    /// Sends a quick reaction.
    React {
        /// The client's name for this request.
        id: RequestId,
        /// The reaction.
        reaction: Reaction,
    },
    /// Asks the game something, answered from what the asker sees. The reply is `answer`.
    Query {
        /// The client's name for this request.
        id: RequestId,
        /// The question, in the game's own JSON.
        #[schemars(with = "any::AnyQuery")]
        #[ts(type = "AnyQuery")]
        query: Value,
    },
    /// Changes how fast the computer players act, from now on.
    Pace {
        /// The client's name for this request.
        id: RequestId,
        /// The new pace.
        pace: Pace,
    },
    /// Says whether the only person at the table is reading: until they go on, no computer player acts and no
    /// clock runs.
    Hold {
        /// The client's name for this request.
        id: RequestId,
        /// Whether the table is held.
        is_held: bool,
    },
    /// Ends the current wait of the computer players, if they have all other seats. It closes no call window.
    Hurry {
        /// The client's name for this request.
        id: RequestId,
    },
    /// Passes in a call window.
    Pass {
        /// The client's name for this request.
        id: RequestId,
        /// Whether this seat passes for the rest of the round.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>")]
        is_for_round: bool,
    },
    /// Closes the summary of a round.
    Seen {
        /// The client's name for this request.
        id: RequestId,
    },
    /// Asks what a strong player would do, knowing what this seat knows. The reply is `hinted`.
    Hint {
        /// The client's name for this request.
        id: RequestId,
    },
    /// Shows the others what this seat is about to do, such as where it aims (`shown`). It is not stored.
    Show {
        /// The client's name for this request.
        id: RequestId,
        /// What to show, in the game's own JSON, at most 512 bytes.
        #[schemars(with = "any::AnyShown")]
        #[ts(type = "AnyShown")]
        what: Value,
    },
    /// Checks that the server is there. The reply is `pong`.
    Ping {
        /// The client's name for this request.
        id: RequestId,
    },
}

impl Request {
    /// The client's name for the request.
    pub const fn id(&self) -> &RequestId {
        match self {
            Request::Hello { id, .. }
            | Request::Play { id, .. }
            | Request::Resign { id }
            | Request::Close { id }
            | Request::Stand { id }
            | Request::Ready { id, .. }
            | Request::Seat { id, .. }
            | Request::Invite { id, .. }
            | Request::Propose { id, .. }
            | Request::Agree { id, .. }
            | Request::Decline { id, .. }
            | Request::Return { id }
            | Request::Claim { id, .. }
            | Request::Rematch { id }
            | Request::Chat { id, .. }
            | Request::React { id, .. }
            | Request::Query { id, .. }
            | Request::Pace { id, .. }
            | Request::Hold { id, .. }
            | Request::Hurry { id }
            | Request::Pass { id, .. }
            | Request::Seen { id }
            | Request::Hint { id }
            | Request::Show { id, .. }
            | Request::Ping { id } => id,
        }
    }
}

/// How somebody takes a seat.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct Join {
    /// The secret of the link; public tables need none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Key>,
    /// The seat at a public table; absent for any. A link is for a fixed seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u8>")]
    #[ts(type = "number")]
    pub seat: Option<Seat>,
    /// The name the others see, at most 24 characters.
    pub name: String,
    /// 128 random bits that the client has just drawn: joining again with them gives the same seat and token.
    pub key: Key,
    /// A secret that the client keeps for good: all results under it count together on the leaderboard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Key>,
}

/// What a client wants in every message besides the view and its menu.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Want {
    /// The board as lines of text and the events as sentences.
    Text,
}
