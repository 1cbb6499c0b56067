//! A table for people and computer players, as a state machine without I/O.
//!
//! A [`Room`] is what its log of [`Entry`]s has led to, and those who are connected. [`Room::handle`] takes one
//! [`Input`] with the time and fresh randomness as arguments; it says what must be written to the log
//! ([`Room::take_entries`]) and what to send ([`Output`]) **once that is safe**: a [`Gate`] holds it back until then, so
//! that nothing is ever shown that could still be lost. Replaying the log gives the same room wherever it is done.
#![forbid(unsafe_code)]

mod apply;
mod asked;
mod changes;
mod charter;
mod computers;
mod course;
mod entry;
mod gate;
mod guests;
mod hello;
mod history;
mod limits;
mod log;
mod meanwhile;
mod proposals;
mod question;
mod replay;
mod request;
mod room;
mod seating;
mod serve;
mod show;
mod snapshot;
mod step;
mod summary;
mod takeback;
mod tempo;
mod text;
mod think;
mod timing;
mod waits;

pub use asked::{Asked, AskerId, Fingerprint, RefusedRequest};
pub use charter::{Keys, Opening};
pub use entry::{Begun, Charter, Entry, Fact, LinkHash, Nonce, Person, Place, Sitter};
pub use gate::Gate;
pub use hello::player_id;
pub use history::{Older, forked};
pub use meanwhile::{Meanwhile, Private};
pub use question::Question;
pub use request::Now;
pub use room::Room;
pub use snapshot::SNAPSHOT_EVERY;
pub use step::RecentStep;
pub use summary::{Standing, Summary};
pub use text::{MOST_CHAT, MOST_NAME, chat, name};
pub use think::{Intent, Task};

use baize_protocol::{History, Join, Key, Request, RequestId, TableId};
use baize_rules::{Language, Problem, Seat};

/// A connection at a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct GuestId(pub u64);

/// A log that does not lead anywhere: some entry could not have happened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("entry {version} of the log could not have happened: {what}")]
pub struct Damage {
    /// Which entry.
    pub version: u32,
    /// Why not.
    pub what: String,
}

/// What comes in.
#[derive(Debug)]
pub enum Input {
    /// Somebody comes to the table.
    Hello {
        /// The connection.
        guest: GuestId,
        /// Who they say they are.
        hello: Box<Hello>,
    },
    /// Somebody wants something.
    Request {
        /// The connection.
        guest: GuestId,
        /// What.
        request: Request,
    },
    /// A connection ended.
    Gone {
        /// Which.
        guest: GuestId,
    },
    /// Time went by.
    Tick,
    /// Of the time since the last input, nobody is charged for so much.
    Paused {
        /// Milliseconds.
        millis: u64,
    },
    /// A computer player has made up its mind.
    Thought {
        /// For which seat.
        seat: Seat,
        /// [`Task::decision`].
        decision: u32,
        /// What it does; nothing if it keeps silent out of turn; a problem if it cannot say.
        action: Result<Option<Intent>, Problem>,
    },
    /// There was no room to let a computer player think.
    TooBusy {
        /// For which seat.
        seat: Seat,
    },
    /// The next table is open.
    RematchOpened {
        /// Where.
        table: TableId,
    },
}

/// Who somebody says they are.
#[derive(Clone, Debug)]
pub struct Hello {
    /// The client's name for the request.
    pub id: RequestId,
    /// The token of a seat or of the host.
    pub token: Option<Key>,
    /// Takes a free seat.
    pub join: Option<Join>,
    /// The secret of a link for watching.
    pub watch: Option<Key>,
    /// The last version the client has seen.
    pub version: Option<u32>,
    /// What it was told of the log at that version.
    pub history: Option<History>,
    /// The language in which it wants everything in words too.
    pub text: Option<Language>,
    /// What was read from the log after [`Output::Older`].
    pub older: Option<Older>,
}

/// What goes out, in this order, once what it tells of is safe.
#[derive(Debug)]
pub enum Output {
    /// The reply to a request.
    Reply {
        /// The connection.
        to: GuestId,
        /// The client's name for the request.
        id: RequestId,
        /// A message.
        text: String,
    },
    /// News.
    Tell {
        /// The connections.
        to: Vec<GuestId>,
        /// A message, the same for all of them.
        text: String,
    },
    /// Ends a connection's stay at the table.
    Part {
        /// The connection.
        to: GuestId,
        /// Why.
        problem: Problem,
    },
    /// Lets a computer player think.
    Think(Task),
    /// Lets the game answer a question.
    Ask(Question),
    /// The steps `after + 1` to `until - 1`, or the checksum at `after`, are no longer at hand: read them from the log and
    /// say hello again with them.
    Older {
        /// The connection.
        to: GuestId,
        /// Whose hello it was.
        hello: Box<Hello>,
        /// The last version the client has seen.
        after: u32,
        /// The first version that is at hand.
        until: u32,
    },
    /// The log is not the one that clients were told of: nothing more may happen here.
    Freeze,
    /// Opens the next table, and says so with [`Input::RematchOpened`].
    Rematch(Box<Charter>),
}
