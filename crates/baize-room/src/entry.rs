//! The log of a table: everything that happened, and nothing that can be derived from it.

use crate::asked::Asked;
use crate::meanwhile::Meanwhile;
use baize_games::{AnyTable, RecordedMove, find};
use baize_protocol::{
    By, CallWindow, Clock, Json, KeyHash, Moment, Pace, PositionSource, Proposed, Reaction, TableId,
};
use baize_rules::{Leaving, Problem, Seat, SeatSet, Seed};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One entry of a table's log. Replaying all entries reproduces the table to the byte.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Entry {
    /// When, by the server's clock; never earlier than the entry before.
    pub at: Moment,
    /// The request that led to it, kept so that the request is never carried out twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
    /// What has happened since the previous entry without an entry of its own.
    #[serde(default, skip_serializing_if = "Meanwhile::is_empty")]
    pub meanwhile: Meanwhile,
    /// What happened.
    pub fact: Fact,
}

impl Entry {
    /// The entry as it is written to the log.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("an entry can be written as JSON")
    }

    /// Reads an entry from its written form.
    pub fn from_bytes(bytes: &[u8]) -> Result<Entry, serde_json::Error> {
        serde_json::from_slice(bytes)
    }
}

/// A random number that never leaves the server.
pub type Nonce = [u8; 16];

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Fact {
    /// The table was opened; always the first entry, and the only one of its kind.
    Opened {
        /// Everything about it that never changes.
        charter: Box<Charter>,
    },
    /// A person took a seat.
    Joined {
        /// Which seat.
        seat: Seat,
        /// Who.
        person: Person,
    },
    /// The host put a computer player on a seat.
    Seated {
        /// Which seat.
        seat: Seat,
        /// The computer player.
        player: String,
        /// The person of the cast it plays as.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        persona: Option<String>,
    },
    /// A seat became free.
    Cleared {
        /// Which seat.
        seat: Seat,
    },
    /// A link was replaced.
    Linked {
        /// The seat the link is for; absent for the watch link.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The new link.
        link: LinkHash,
    },
    /// A person is ready.
    Ready {
        /// Which seat.
        seat: Seat,
        /// What they add to the seed.
        entropy: String,
    },
    /// The game began.
    Started {},
    /// A seat acted.
    Acted {
        /// Which seat.
        seat: Seat,
        /// Who acted for it, if not its person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<By>,
        /// The action, in the game's JSON.
        action: Json,
        /// What a computer player meant to do, if its hand shook.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        meant: Option<Json>,
    },
    /// A seat left the game.
    Left {
        /// Which seat.
        seat: Seat,
        /// Why.
        why: Leaving,
    },
    /// A draw was agreed on.
    Drawn {
        /// Who proposed it.
        seat: Seat,
    },
    /// Somebody proposed something.
    Proposed {
        /// Which seat.
        seat: Seat,
        /// What.
        what: Proposed,
        /// Whose consent is needed.
        needs: SeatSet,
    },
    /// Somebody agreed to the proposal.
    Agreed {
        /// Which seat.
        seat: Seat,
    },
    /// Somebody declined or withdrew the proposal.
    Declined {
        /// Which seat.
        seat: Seat,
    },
    /// Actions were taken back.
    TakenBack {
        /// Who asked for it.
        seat: Seat,
        /// How many actions of the game remain.
        remaining: u32,
        /// How many were taken back.
        actions: u32,
    },
    /// A computer player fills in.
    FilledIn {
        /// Which seat.
        seat: Seat,
        /// The computer player.
        player: String,
        /// The person of the cast it plays as.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        persona: Option<String>,
    },
    /// The person is back in the seat.
    Returned {
        /// Which seat.
        seat: Seat,
    },
    /// Somebody said something.
    Said {
        /// Which seat.
        seat: Seat,
        /// What.
        text: String,
    },
    /// Somebody sent a quick reaction.
    Reacted {
        /// Which seat.
        seat: Seat,
        /// The reaction.
        reaction: Reaction,
    },
    /// Somebody asked for another game.
    RematchAsked {
        /// Which seat.
        seat: Seat,
    },
    /// The next game was opened at another table.
    Rematch {
        /// Its table.
        table: TableId,
    },
    /// The log is full, or the only person ended the game: it is abandoned, and nobody wins.
    Closed {},
    /// Another process took over the table; the clocks stood still since the last entry.
    Woken {},
    /// A seat was given a hint.
    Hinted {
        /// Which seat.
        seat: Seat,
    },
    /// The only person was reading or away: the clocks stood still for this long.
    Rested {
        /// Milliseconds.
        millis: u64,
    },
    /// The server was stopped, its machine slept or its clock was set forward: this much time passed that
    /// nobody is charged for.
    Paused {
        /// Milliseconds.
        millis: u64,
    },
}

/// Everything about a table that never changes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Charter {
    /// Its id.
    pub table: TableId,
    /// The id of the game.
    pub game: String,
    /// The revision of its rules.
    pub revision: u32,
    /// What differs from the default options.
    pub options: Value,
    /// How many seats.
    pub seats: u8,
    /// The position the game begins with, if not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The game that the position was taken from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<PositionSource>,
    /// What was already played elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begun: Option<Box<Begun>>,
    /// The time players have.
    pub clock: Clock,
    /// Whether lists show it.
    pub is_public: bool,
    /// How fast computer players act at the start.
    #[serde(default)]
    pub pace: Pace,
    /// How long people may ask out of turn; absent to follow the pace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call_window: Option<CallWindow>,
    /// Whether seats may ask for hints; absent: only if at most one seat is a person's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints: Option<bool>,
    /// Whether everybody may see the others' views once the game is over; absent: unless the table is public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_after: Option<bool>,
    /// The server's part of the seed: secret until the game is over, but committed to from the start.
    pub seed: Seed,
    /// The hash of the host's token; the host may fill the seats.
    pub host: KeyHash,
    /// The nonce from which the host's token was derived.
    #[serde(with = "hex::serde")]
    pub nonce: Nonce,
    /// The watch link.
    pub watch: LinkHash,
    /// Who sits where at the start, and the link of each seat.
    pub places: Vec<Place>,
    /// The table that this one is the rematch of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<TableId>,
}

/// What was played of a game before this table was opened.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Begun {
    /// What the seats had added to the seed; absent if the deal follows from the seed alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entropy: Option<Vec<String>>,
    /// The moves, in order.
    pub moves: Vec<RecordedMove>,
}

impl Charter {
    /// Whether everybody may see the others' views once the game is over.
    pub(crate) fn is_open_after(&self) -> bool {
        self.open_after.unwrap_or(!self.is_public)
    }

    /// The game at its start, with its chance drawn from `seed`.
    pub(crate) fn deal(&self, seed: &Seed) -> Result<Box<dyn AnyTable>, Problem> {
        let game = find(&self.game)?;
        match &self.position {
            None => game.start(&self.options, Some(self.seats), seed),
            Some(position) => game.set_up(position, &self.options, seed),
        }
    }
}

impl Fact {
    /// The seat it is about, if any.
    pub const fn seat(&self) -> Option<Seat> {
        match self {
            Fact::Joined { seat, .. }
            | Fact::Seated { seat, .. }
            | Fact::Cleared { seat }
            | Fact::Ready { seat, .. }
            | Fact::Acted { seat, .. }
            | Fact::Left { seat, .. }
            | Fact::Drawn { seat }
            | Fact::Proposed { seat, .. }
            | Fact::Agreed { seat }
            | Fact::Declined { seat }
            | Fact::TakenBack { seat, .. }
            | Fact::FilledIn { seat, .. }
            | Fact::Returned { seat }
            | Fact::Said { seat, .. }
            | Fact::Reacted { seat, .. }
            | Fact::Hinted { seat }
            | Fact::RematchAsked { seat } => Some(*seat),
            Fact::Linked { seat, .. } => *seat,
            Fact::Opened { .. }
            | Fact::Started {}
            | Fact::Rematch { .. }
            | Fact::Closed {}
            | Fact::Woken {}
            | Fact::Rested { .. }
            | Fact::Paused { .. } => None,
        }
    }
}

impl PartialEq for Charter {
    /// Charters are equal if they are of the same table, since a table has only one.
    fn eq(&self, other: &Charter) -> bool {
        self.table == other.table
    }
}

/// A seat: who is in it, and the link to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Place {
    /// Who is in it.
    pub sitter: Sitter,
    /// The link with which a person can take it; absent once used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<LinkHash>,
    /// Whether its person is ready to begin.
    #[serde(default)]
    pub is_ready: bool,
    /// What its person adds to the seed.
    #[serde(default)]
    pub entropy: String,
    /// The computer player that fills in for its person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filled_in: Option<String>,
    /// The person of the cast that computer player plays as.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filled_in_as: Option<String>,
    /// How many hints its person has had.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hints: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde asks for a reference
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Place {
    /// The person of the cast that the computer player in the seat plays as.
    pub(crate) fn persona(&self) -> Option<&str> {
        match &self.sitter {
            Sitter::Computer { persona, .. } => persona.as_deref(),
            Sitter::Person { .. } => self.filled_in_as.as_deref(),
            Sitter::Nobody {} => None,
        }
    }
}

/// Who is in a seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Sitter {
    /// Nobody.
    Nobody {},
    /// A person.
    Person {
        /// Who.
        person: Person,
    },
    /// A computer player.
    Computer {
        /// Which.
        player: String,
        /// The person of the cast it plays as.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        persona: Option<String>,
    },
}

/// A person in a seat, as known to the server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Person {
    /// What the others call them.
    pub name: String,
    /// The hash of their token.
    pub token: KeyHash,
    /// The hash of the key they joined with. The token is derived from that key and `nonce`, so that joining
    /// again with the same key gives the same token.
    pub key: KeyHash,
    /// See `key`.
    #[serde(with = "hex::serde")]
    pub nonce: Nonce,
    /// The name under which their results are kept together, if they want that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
}

impl PartialEq for Person {
    fn eq(&self, other: &Person) -> bool {
        self.name == other.name && self.token.is_same(&other.token)
    }
}

/// A link: whoever knows its secret may use it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LinkHash {
    /// The nonce with which the secret is derived from the host's token.
    #[serde(with = "hex::serde")]
    pub nonce: Nonce,
    /// The hash of the secret.
    pub hash: KeyHash,
}

impl PartialEq for LinkHash {
    fn eq(&self, other: &LinkHash) -> bool {
        self.nonce == other.nonce
    }
}
