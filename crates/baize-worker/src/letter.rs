//! What goes through the door.

use crate::jobs::{Job, JobDone};
use baize_protocol::TableId;
use baize_rules::Seed;
use baize_store::{Change, Kept, ListedTable, StoreError};
use serde::{Deserialize, Serialize};

/// A text that comes in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Incoming {
    pub(crate) time: Time,
    pub(crate) what: Letter,
}

/// What the browser's clocks say, in milliseconds.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Time {
    /// The one that only counts.
    pub steady: f64,
    /// The one on the wall, since 1970.
    pub wall: f64,
}

/// What comes in.
#[derive(Debug, Deserialize)]
#[serde(tag = "op", rename_all = "camelCase", deny_unknown_fields)]
pub enum Letter {
    /// The first of all: where chance comes from, and where the page is.
    Begin {
        /// 256 random bits.
        seed: Seed,
        /// What links begin with.
        url: String,
    },
    /// A connection says something.
    Hear {
        /// Which.
        connection: u64,
        /// A text of the table protocol.
        text: String,
    },
    /// A connection has ended.
    Leave {
        /// Which.
        connection: u64,
    },
    /// A call of the HTTP API.
    Call {
        /// The browser's number for it.
        call: u64,
        /// `GET` or `POST`.
        method: String,
        /// The address without what follows a question mark.
        path: String,
        /// What follows it.
        query: String,
        /// The token that is shown.
        key: Option<String>,
        /// The body.
        body: Option<String>,
    },
    /// Time went by.
    Tick {},
    /// [`Order::Write`] is done, or was not done at all.
    Written {
        /// Which.
        id: u64,
        /// Why not.
        #[serde(default)]
        trouble: Option<WriteTrouble>,
    },
    /// The answer to [`Order::Open`] or [`Order::Read`].
    Found {
        /// Which.
        id: u64,
        /// The table, if there is one.
        kept: Option<Box<Kept>>,
    },
    /// The answer to [`Order::List`].
    Listed {
        /// Which.
        id: u64,
        /// What lists show of all tables.
        listings: Vec<ListedTable>,
    },
    /// The answer to [`Order::Work`].
    Done {
        /// Which.
        job: u64,
        /// What came of it.
        done: JobDone,
    },
    /// Another tab has the table now.
    Taken {
        /// Which.
        table: TableId,
    },
    /// Somebody wants to keep a table that comes from elsewhere: whether it is sound.
    Check {
        /// The browser's number for the call.
        call: u64,
        /// The table.
        kept: Box<Kept>,
    },
}

/// Why nothing was written.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum WriteTrouble {
    /// There is no room.
    Full,
    /// Another tab has opened the table since.
    Fenced,
    /// Anything else.
    Failed(String),
}

impl From<WriteTrouble> for StoreError {
    fn from(trouble: WriteTrouble) -> StoreError {
        match trouble {
            WriteTrouble::Full => StoreError::Full,
            WriteTrouble::Fenced => StoreError::Fenced,
            WriteTrouble::Failed(what) => StoreError::Failed(what),
        }
    }
}

/// A text that goes out.
#[derive(Debug, Serialize)]
pub(crate) struct Outgoing {
    pub(crate) orders: Vec<Order>,
    /// After how many milliseconds the time is to be told at the latest; absent if nobody waits for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next: Option<u64>,
}

/// What is to be done, in this order.
#[derive(Debug, Serialize)]
#[serde(tag = "op", rename_all = "camelCase")]
pub enum Order {
    /// Sends a text to these connections.
    Tell {
        /// Which.
        to: Vec<u64>,
        /// The text.
        text: String,
    },
    /// Ends a connection.
    Part {
        /// Which.
        to: u64,
    },
    /// The answer to a call.
    Answer {
        /// Which.
        call: u64,
        /// As over HTTP.
        status: u16,
        /// JSON.
        body: String,
    },
    /// Writes a change, at once or not at all; the answer is [`Letter::Written`].
    Write {
        /// Its number.
        id: u64,
        /// What.
        change: Box<Change>,
        /// Whether there must be no such table yet.
        #[serde(rename = "isNew")]
        is_new: bool,
    },
    /// Takes a table over: raises its epoch and reads all of it; the answer is [`Letter::Found`].
    Open {
        /// Its number.
        id: u64,
        /// Which.
        table: TableId,
    },
    /// Only reads a table; the answer is [`Letter::Found`].
    Read {
        /// Its number.
        id: u64,
        /// Which.
        table: TableId,
    },
    /// Reads what lists show; the answer is [`Letter::Listed`].
    List {
        /// Its number.
        id: u64,
    },
    /// The table is of no use here any more; other tabs may have it.
    Release {
        /// Which.
        table: TableId,
    },
    /// Work for another worker; the answer is [`Letter::Done`].
    Work {
        /// Its number.
        job: u64,
        /// What.
        work: Box<Job>,
    },
    /// Nobody waits for this work any more.
    Stop {
        /// Which.
        job: u64,
    },
}
