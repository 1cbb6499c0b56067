//! The texts that pass through the door.

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

/// The times of the browser's clocks, in milliseconds.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Time {
    /// The monotonic clock.
    pub steady: f64,
    /// The wall clock, since 1970.
    pub wall: f64,
}

/// The content of an incoming text.
#[derive(Debug, Deserialize)]
#[serde(tag = "op", rename_all = "camelCase", deny_unknown_fields)]
pub enum Letter {
    /// Always the first: the source of chance, and the address of the page.
    Begin {
        /// 256 random bits.
        seed: Seed,
        /// The beginning of links.
        url: String,
    },
    /// A connection sent a text.
    Hear {
        /// Which connection.
        connection: u64,
        /// The text, in the table protocol.
        text: String,
    },
    /// A connection has ended.
    Leave {
        /// Which connection.
        connection: u64,
    },
    /// A call of the HTTP API.
    Call {
        /// The browser's number for it.
        call: u64,
        /// `GET` or `POST`.
        method: String,
        /// The address without the query.
        path: String,
        /// The query, without its question mark.
        query: String,
        /// The token sent with the call.
        key: Option<String>,
        /// The body.
        body: Option<String>,
    },
    /// Time went by.
    Tick {},
    /// [`Order::Write`] is done, or failed without effect.
    Written {
        /// Its number.
        id: u64,
        /// Why it failed.
        #[serde(default)]
        trouble: Option<WriteTrouble>,
    },
    /// The answer to [`Order::Open`] or [`Order::Read`].
    Found {
        /// Its number.
        id: u64,
        /// The table, if there is one.
        kept: Option<Box<Kept>>,
    },
    /// The answer to [`Order::List`].
    Listed {
        /// Its number.
        id: u64,
        /// The list rows of all tables.
        listings: Vec<ListedTable>,
    },
    /// The answer to [`Order::Work`].
    Done {
        /// Its number.
        job: u64,
        /// The result of the job.
        done: JobDone,
    },
    /// Another tab has taken over the table.
    Taken {
        /// Which table.
        table: TableId,
    },
    /// Asks whether a table from elsewhere is sound, before it is kept.
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
    /// The storage is full.
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
    /// After how many milliseconds at most to tell the time again; absent if nothing waits for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next: Option<u64>,
}

/// What to do, in this order.
#[derive(Debug, Serialize)]
#[serde(tag = "op", rename_all = "camelCase")]
pub enum Order {
    /// Sends a text to these connections.
    Tell {
        /// The connections.
        to: Vec<u64>,
        /// The text.
        text: String,
    },
    /// Ends a connection.
    Part {
        /// Which connection.
        to: u64,
    },
    /// The answer to a call.
    Answer {
        /// The number of the call.
        call: u64,
        /// The status, as over HTTP.
        status: u16,
        /// The body, as JSON.
        body: String,
    },
    /// Writes a change, at once or not at all; the answer is [`Letter::Written`].
    Write {
        /// Its number.
        id: u64,
        /// The change.
        change: Box<Change>,
        /// Whether the table must not exist yet.
        #[serde(rename = "isNew")]
        is_new: bool,
    },
    /// Takes over a table: raises its epoch and reads all of it; the answer is [`Letter::Found`].
    Open {
        /// Its number.
        id: u64,
        /// Which table.
        table: TableId,
    },
    /// Only reads a table; the answer is [`Letter::Found`].
    Read {
        /// Its number.
        id: u64,
        /// Which table.
        table: TableId,
    },
    /// Reads the list rows; the answer is [`Letter::Listed`].
    List {
        /// Its number.
        id: u64,
    },
    /// The table is no longer needed here; other tabs may have it.
    Release {
        /// Which table.
        table: TableId,
    },
    /// A job for another worker; the answer is [`Letter::Done`].
    Work {
        /// Its number.
        job: u64,
        /// The job.
        work: Box<Job>,
    },
    /// Nobody waits for this job any more.
    Stop {
        /// Its number.
        job: u64,
    },
}
