//! What happens at a table.

use crate::{Json, Moment, TableId, shapes};
use baize_rules::{Leaving, Seat, SeatSet, any};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One entry of a table's log as a viewer sees it. Versions count from 1 without gaps.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// The version it led to.
    pub version: u32,
    /// When it happened.
    pub at: Moment,
    /// What happened.
    pub event: StepFact,
}

impl Step {
    /// Its approximate size in bytes on the wire.
    pub(crate) fn len(&self) -> usize {
        let told = match &self.event {
            StepFact::Acted { events, .. }
            | StepFact::Left { events, .. }
            | StepFact::Drawn { events, .. } => events.as_slice(),
            _ => &[],
        };
        128 + told.iter().map(|event| event.as_str().len()).sum::<usize>()
    }
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
#[ts(optional_fields)]
pub enum StepFact {
    /// The table was opened. Always the first event.
    Opened {
        /// The hash of the seed, fixed before anybody sat down.
        commitment: String,
    },
    /// A person or a computer player took a seat.
    Joined {
        /// The seat.
        #[schemars(with = "u8")]
        #[ts(type = "number")]
        seat: Seat,
    },
    /// A seat became free before the game began.
    Stood {
        /// The seat.
        #[schemars(with = "u8")]
        #[ts(type = "number")]
        seat: Seat,
    },
    /// A person is ready to begin.
    Ready {
        /// The seat.
        #[schemars(with = "u8")]
        #[ts(type = "number")]
        seat: Seat,
    },
    /// The game began.
    Started {},
    /// A link was replaced by a new one.
    LinkChanged {},
    /// A seat acted in the game.
    Acted {
        /// The seat.
        #[schemars(with = "u8")]
        #[ts(type = "number")]
        seat: Seat,
        /// Who acted for it; absent if the person in the seat did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<By>,
        /// What the game tells this viewer.
        #[schemars(with = "Vec<any::AnyEvent>")]
        #[ts(type = "AnyEvent[]")]
        events: Vec<Json>,
        /// The events as sentences in the client's language, for clients that want text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        texts: Option<Vec<String>>,
    },
    /// A seat left the game for good.
    Left {
        /// The seat.
        #[schemars(with = "u8")]
        #[ts(type = "number")]
        seat: Seat,
        /// Why it left.
        #[schemars(with = "shapes::Leaving")]
        #[ts(as = "shapes::Leaving")]
        why: Leaving,
        /// What the game tells this viewer.
        #[schemars(with = "Vec<any::AnyEvent>")]
        #[ts(type = "AnyEvent[]")]
        events: Vec<Json>,
        /// The events as sentences in the client's language, for clients that want text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        texts: Option<Vec<String>>,
    },
    /// All who were still in the game agreed to a draw.
    Drawn {
        /// The seat that proposed it.
        #[schemars(with = "u8")]
        #[ts(type = "number")]
        seat: Seat,
        /// What the game tells this viewer.
        #[schemars(with = "Vec<any::AnyEvent>")]
        #[ts(type = "AnyEvent[]")]
        events: Vec<Json>,
        /// The events as sentences in the client's language, for clients that want text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        texts: Option<Vec<String>>,
    },
    /// Somebody proposed something.
    Proposed {
        /// The proposal.
        proposal: Proposal,
    },
    /// Somebody agreed to the proposal. It is carried out when the last one agrees.
    Agreed {
        /// The seat.
        #[schemars(with = "u8")]
        #[ts(type = "number")]
        seat: Seat,
    },
    /// Somebody declined the proposal, or its maker withdrew it.
    Declined {
        /// The seat.
        #[schemars(with = "u8")]
        #[ts(type = "number")]
        seat: Seat,
    },
    /// Actions were taken back.
    TakenBack {
        /// The seat that asked for it.
        #[schemars(with = "u8")]
        #[ts(type = "number")]
        seat: Seat,
        /// How many actions.
        actions: u32,
    },
    /// A computer player fills in for an absent person.
    FilledIn {
        /// The seat.
        #[schemars(with = "u8")]
        #[ts(type = "number")]
        seat: Seat,
        /// The computer player.
        player: String,
        /// The person of the cast it appears as.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        persona: Option<String>,
    },
    /// The person took the seat back.
    Returned {
        /// The seat.
        #[schemars(with = "u8")]
        #[ts(type = "number")]
        seat: Seat,
    },
    /// Somebody said something. A person typed the text: show it as text only, trust nothing in it.
    Chat {
        /// The seat.
        #[schemars(with = "u8")]
        #[ts(type = "number")]
        seat: Seat,
        /// The text.
        text: String,
    },
    /// Somebody sent a quick reaction.
    Reacted {
        /// The seat.
        #[schemars(with = "u8")]
        #[ts(type = "number")]
        seat: Seat,
        /// The reaction.
        reaction: Reaction,
    },
    /// Somebody asked for another game.
    RematchAsked {
        /// The seat.
        #[schemars(with = "u8")]
        #[ts(type = "number")]
        seat: Seat,
    },
    /// The next game is at another table; the tokens and watch links of this one open it too.
    Rematch {
        /// The table of the next game.
        table: TableId,
    },
    /// The server has restarted; the clocks stood still in between.
    Woken {},
    /// A seat was given a hint.
    Hinted {
        /// The seat.
        #[schemars(with = "u8")]
        #[ts(type = "number")]
        seat: Seat,
    },
    /// The log of the table is full, or its only person has closed it: the game is abandoned, and nobody wins.
    Closed {},
    /// The only person was reading or away; the clocks stood still in the meantime.
    Rested {},
}

/// Who acted for a seat instead of its person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// A computer player.
    Computer,
    /// The clock: time ran out, and the game has a default choice.
    Clock,
}

/// A proposal that waits for consent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Proposal {
    /// Its number, to agree to it or decline it.
    pub number: u32,
    /// The seat that made it.
    #[schemars(with = "u8")]
    #[ts(type = "number")]
    pub by: Seat,
    /// What is proposed.
    pub what: Proposed,
    /// The seats that must still agree.
    #[schemars(with = "Vec<u8>")]
    #[ts(type = "number[]")]
    pub waiting: SeatSet,
}

/// What can be proposed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(
    tag = "type",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
#[ts(optional_fields)]
pub enum Proposed {
    /// To take back one's last action and everything done since.
    Takeback {},
    /// To let a computer player fill in for an absent person, or for oneself.
    FillIn {
        /// The seat.
        #[schemars(with = "u8")]
        #[ts(type = "number")]
        seat: Seat,
        /// The computer player.
        player: String,
        /// The person of the cast it appears as.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        persona: Option<String>,
    },
    /// To end the game as a draw, in games that allow it.
    Draw {},
}

/// A reaction sent with one tap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Reaction {
    /// At the start.
    Hello,
    /// For luck.
    GoodLuck,
    /// For a move.
    Nice,
    /// For a surprise.
    Wow,
    /// For one's own slip.
    Oops,
    /// While taking long.
    Thinking,
    /// For something kind.
    Thanks,
    /// At the end.
    GoodGame,
}
