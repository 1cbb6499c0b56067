//! A table for people and computer players, as a state machine without I/O.
//!
//! A [`Room`] is the result of replaying its log of [`Entry`]s, plus the connected guests. [`Room::handle`]
//! takes one [`Input`] with the time and fresh randomness as arguments; it returns what must be written to
//! the log ([`Room::take_entries`]) and what to send ([`Output`]) **once that is safe**: a [`Gate`] holds
//! output back until then, so that nothing that could still be lost is ever shown. Replaying the log gives
//! the same room on any machine.
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

/// A log that cannot be replayed: some entry could not have happened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("entry {version} of the log could not have happened: {what}")]
pub struct Damage {
    /// Which entry.
    pub version: u32,
    /// Why it could not have happened.
    pub what: String,
}

/// What a room reacts to.
#[derive(Debug)]
pub enum Input {
    /// Somebody comes to the table.
    Hello {
        /// The connection.
        guest: GuestId,
        /// Who they say they are.
        hello: Box<Hello>,
    },
    /// Somebody sends a request.
    Request {
        /// The connection.
        guest: GuestId,
        /// The request.
        request: Request,
    },
    /// A connection ended.
    Gone {
        /// Which one.
        guest: GuestId,
    },
    /// Time went by.
    Tick,
    /// Part of the time since the last input is charged to nobody.
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
        /// The action; `None` to stay silent out of turn; a problem if the player cannot answer.
        action: Result<Option<Intent>, Problem>,
    },
    /// There was no capacity to let a computer player think.
    TooBusy {
        /// For which seat.
        seat: Seat,
    },
    /// The table of the next game is open.
    RematchOpened {
        /// Its id.
        table: TableId,
    },
}

/// How a client introduces itself.
#[derive(Clone, Debug)]
pub struct Hello {
    /// The client's name for the request.
    pub id: RequestId,
    /// The token of a seat or of the host.
    pub token: Option<Key>,
    /// Set to take a free seat.
    pub join: Option<Join>,
    /// The secret of a link for watching.
    pub watch: Option<Key>,
    /// The last version the client has seen.
    pub version: Option<u32>,
    /// The history it was given at that version.
    pub history: Option<History>,
    /// The language in which it also wants everything in words.
    pub text: Option<Language>,
    /// The steps and checksum read from the log after [`Output::Older`].
    pub older: Option<Older>,
}

/// What to send, in this order, once the entries it tells of are safe.
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
    /// Removes a connection from the table.
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
    /// The steps `after + 1` to `until - 1`, or the checksum at `after`, are no longer in memory: read them
    /// from the log and pass them in with another hello.
    Older {
        /// The connection.
        to: GuestId,
        /// The hello to repeat.
        hello: Box<Hello>,
        /// The last version the client has seen.
        after: u32,
        /// The first version still in memory.
        until: u32,
    },
    /// The log is not the one clients have seen: nothing more may happen here.
    Freeze,
    /// Opens the table of the next game; report it with [`Input::RematchOpened`].
    Rematch(Box<Charter>),
}
