//! Storage for tables.
//!
//! A [`Store`] keeps, for each table, an append-only log, an occasional snapshot, and what lists and the
//! leaderboard show. Each log also has one extra text, its margin, which is replaced on every write and is
//! valid only until the next entry. The store knows nothing of games: entries are bytes. One suite checks
//! every kind of store ([`conformance`]) for these promises:
//!
//! - an append counts as done once it can no longer be lost, and it is done whole or not at all;
//! - appends to a table are done in order, by the process that opened it last: every opening raises the
//!   table's epoch, and an [`Appender`] of an older epoch can no longer write;
//! - entries are chained by checksums, and a log that is damaged or cut off is reported, never handed out.
//!
//! [`Memory`] forgets everything when the process ends; [`Sqlite`] keeps tables in a file, [`Postgres`] in a
//! database that several processes share, and [`Spread`] in several such databases. [`Stepped`] is the same
//! file without threads or a clock, for a simulator that decides what happens when.
#![forbid(unsafe_code)]
// Some of the code is only used by databases.
#![cfg_attr(not(feature = "databases"), allow(dead_code))]

mod chain;
pub mod conformance;
mod copy;
mod devices;
mod kept;
mod leaders;
mod lease;
mod lying;
mod memory;
mod own;
#[cfg(feature = "planted")]
pub mod planted;
#[cfg(feature = "databases")]
mod postgres;
mod rating;
#[cfg(feature = "databases")]
mod sqlite;
#[cfg(feature = "databases")]
pub mod throw_away;

pub use chain::{Append, Appender};
pub use copy::{Copied, People, Shelf, WholeTable, copy};
pub use devices::{Device, DeviceChange, DeviceLink, MOST_DEVICES};
pub use kept::{Change, Kept, create};
pub use leaders::best;
pub use lease::{Lease, Member, Node};
pub use lying::Lying;
pub use memory::{Memory, listed};
pub use own::{GamesOf, StoredGame, StoredReview};
#[cfg(feature = "databases")]
pub use postgres::{Address, Postgres, PostgresShelf, Spread};
pub use rating::{Meeting, Rating, periods};
#[cfg(feature = "databases")]
pub use sqlite::{Settled, Sqlite, SqliteSettings, SqliteShelf, Stepped, TailFile, backup};

use baize_protocol::http::{Counts, Leader, Ranking};
use baize_protocol::{Phase, TableId};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;

/// Keeps the logs of tables. Every method except [`Store::append`] may wait for the disk.
pub trait Store: Send + Sync {
    /// Adds a table with the first entries of its log. Returns its appender, or the table that was made
    /// earlier with the same key.
    fn create(&self, table: NewTable) -> Result<Created, StoreError>;

    /// Like [`Store::create`], but without waiting: the result goes to `created`. Returns both arguments if
    /// this store can only do it by waiting.
    fn create_later(&self, table: NewTable, created: OnCreated) -> Option<(NewTable, OnCreated)> {
        Some((table, created))
    }

    /// Takes a table over: raises its epoch and reads what is needed to continue it; `None` if there is no
    /// such table.
    fn open(&self, table: TableId) -> Result<Option<Stored>, StoreError>;

    /// The whole log of a table, checked; `None` if there is no such table.
    fn read(&self, table: TableId) -> Result<Option<Vec<Vec<u8>>>, StoreError>;

    /// Adds to a log. `done` is called once the append is safe or has failed, unless the answer is returned
    /// at once.
    fn append(&self, append: Append, done: Done) -> Submitted;

    /// The rows of tables, latest first.
    fn rows(&self, wanted: &Wanted) -> Result<Vec<String>, StoreError>;

    /// The row of one table.
    fn row(&self, table: TableId) -> Result<Option<String>, StoreError>;

    /// The best players of a game, plus the one who asks.
    fn leaders(&self, wanted: &Leaders) -> Result<Vec<Leader>, StoreError>;

    /// Someone's finished games, latest first.
    fn games_of(&self, wanted: &GamesOf) -> Result<Vec<StoredGame>, StoreError>;

    /// Forgets someone: deletes games that concern nobody else with everything that belongs to them, and
    /// removes who it was from all others. Games of theirs that end later count for nobody. Returns how many
    /// games they had.
    fn erase(&self, player: &str) -> Result<u32, StoreError>;

    /// The person a device belongs to: itself by default, nobody once it is signed out.
    fn person_of(&self, device: &str) -> Result<Option<String>, StoreError>;

    /// A person's devices, in the order in which they were added; none before the first link is offered.
    fn devices(&self, person: &str) -> Result<Vec<Device>, StoreError>;

    /// The link with this hash, if it is still valid.
    fn device_link(&self, hash: &[u8; 32], now: u64) -> Result<Option<DeviceLink>, StoreError>;

    /// Changes someone's devices; returns whether there was anything to change.
    fn change_devices(&self, change: DeviceChange) -> Result<bool, StoreError>;

    /// Stores the review of a finished game beside its log, replacing any earlier one.
    fn keep_review(&self, table: TableId, review: StoredReview) -> Result<(), StoreError>;

    /// The review of a game, if it was made by this revision.
    fn review(&self, table: TableId, revision: u32) -> Result<Option<String>, StoreError>;

    /// Deletes tables that have not changed since these moments; returns how many.
    fn sweep(&self, unused: &Unused) -> Result<u32, StoreError>;

    /// Joins a service of several processes, which reach this one at `host:port`. Without a lease the process
    /// has its tables to itself.
    fn join(&self, _address: &str) -> Result<Option<Arc<Member>>, StoreError> {
        Ok(None)
    }

    /// The id for a new table: unchanged, or with the home that the store has chosen for it, by its key or
    /// freely.
    fn place(&self, table: TableId, _key: Option<&[u8; 32]>) -> TableId {
        table
    }

    /// How many homes the tables are spread over.
    fn homes(&self) -> usize {
        1
    }

    /// Lets other processes have a table that is no longer needed here, unless it was reopened since this
    /// epoch.
    fn release(&self, _table: TableId, _epoch: u32) {}

    /// Writes everything still pending and closes the store.
    fn close(&self);
}

/// Called with the result of [`Store::create_later`].
pub type OnCreated = Box<dyn FnOnce(Result<Created, StoreError>) + Send>;

/// Called when an append is safe, or with the reason it failed.
pub type Done = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// What became of an append.
#[must_use]
pub enum Submitted {
    /// It is already done or refused; the callback is not called.
    Now(Result<(), StoreError>),
    /// It is on its way; the callback will be called.
    Later,
}

/// A table to be added.
pub struct NewTable {
    /// Its id.
    pub table: TableId,
    /// The hash of the key it is made with; one key never makes two tables.
    pub key: Option<[u8; 32]>,
    /// The first entries of its log.
    pub entries: Vec<Vec<u8>>,
    /// What lists show of it.
    pub listing: ListedTable,
}

/// The result of [`Store::create`].
pub enum Created {
    /// The table was made.
    New(Appender),
    /// The key had already made this table.
    Before(TableId),
}

/// What is needed to continue a table.
pub struct Stored {
    /// The right to continue its log.
    pub appender: Appender,
    /// The latest snapshot, if there is an intact one.
    pub snapshot: Option<Vec<u8>>,
    /// The entries after the snapshot, or all of them.
    pub entries: Vec<Vec<u8>>,
    /// The margin of the log, if it was written after the last entry.
    pub margin: Option<Vec<u8>>,
}

/// What lists show of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListedTable {
    /// The id of the game.
    pub game: String,
    /// How far it is.
    pub phase: Phase,
    /// Whether it is in public lists.
    pub is_public: bool,
    /// When it changed, in milliseconds since 1970.
    pub changed: u64,
    /// The row itself.
    pub row: String,
    /// What each seat got, once the game is over.
    pub results: Vec<SeatResult>,
}

/// The result of one seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SeatResult {
    /// Which seat.
    #[serde(default)]
    pub seat: u8,
    /// The id under which results count together.
    pub player: String,
    /// The name to show.
    pub name: String,
    /// Whether it is a computer player.
    pub is_computer: bool,
    /// Whether the seat won.
    pub won: bool,
    /// Its share of one point.
    pub share: f64,
    /// The place among all seats, from 1; several may share it.
    #[serde(default)]
    pub place: u8,
    /// The score that competes for the game's high scores.
    pub score: Option<f64>,
    /// What the game counts for; the same for all its seats.
    #[serde(default)]
    pub counts: Counts,
    /// The rating of a computer player, which never changes.
    #[serde(default)]
    pub fixed: Option<f64>,
    /// The rating after the game. The store works it out, in the same commit as the end of the game.
    #[serde(default)]
    pub rating: Option<SeatRating>,
}

/// What a game has done to someone's rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SeatRating {
    /// The rating after the game.
    pub rating: f64,
    /// One standard deviation.
    pub deviation: f64,
    /// How much the rating is expected to move.
    pub volatility: f64,
    /// How much it has moved.
    pub gain: f64,
    /// How many games have led to it.
    pub games: u32,
}

impl SeatRating {
    /// The rating itself.
    pub const fn rating(self) -> Rating {
        Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }
}

/// Which leaders are wanted.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaders {
    /// The id of the game.
    pub game: String,
    /// What to rank by.
    pub by: Ranking,
    /// Who asks: the id under which their results count together.
    pub player: Option<String>,
    /// When they ask, in milliseconds since 1970: ratings grow less certain with time, and old games do not
    /// count.
    pub now: u64,
    /// The ratings of computer players, which are ranked among those of people.
    pub fixed: Vec<(String, f64)>,
}

/// Which rows are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// Only tables of this game.
    pub game: Option<String>,
    /// Only tables in this phase; without it, those that are waiting or playing.
    pub phase: Option<Phase>,
}

/// Which tables nobody needs any more: those last changed before these moments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unused {
    /// For tables whose game has not begun.
    pub waiting: u64,
    /// For tables whose game is under way.
    pub playing: u64,
}

/// The most rows a list has.
pub const MOST_ROWS: usize = 100;

/// Why the store refused something. Nothing was done in that case.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk, or the room the operator allows, is full.
    #[error("the disk is full")]
    Full,
    /// Another program has held the file for too long.
    #[error("another program holds the data file")]
    Busy,
    /// The database cannot be reached, so it was not asked.
    #[error("the database cannot be reached: {0}")]
    Away(String),
    /// Another process answers for the table.
    #[error("another process answers for the table")]
    Elsewhere(Node),
    /// Another process has taken the table over.
    #[error("the table was taken over by another process")]
    Fenced,
    /// The log does not fit its checksums.
    #[error("the log of table {table} is damaged at entry {version}: {what}")]
    Damaged {
        /// Which table.
        table: TableId,
        /// Which entry.
        version: u32,
        /// What is wrong.
        what: String,
    },
    /// The newest entries are missing from the file.
    #[error(
        "the end of the journal is missing: {found} rows where {expected} were written; restore a backup into an empty folder, or remove baize.tail to go on with what is there"
    )]
    CutOff {
        /// Rows that should be there.
        expected: u64,
        /// Rows that are there.
        found: u64,
    },
    /// It is unknown whether the newest entries are all there.
    #[error(
        "baize.tail cannot be read, so nobody can say whether the end of the journal is there; remove it to go on with what is there"
    )]
    TailUnreadable,
    /// The file was written by a newer version of the program.
    #[error("the data has format {found}, this program knows {known}; use a newer program")]
    TooNew {
        /// The format of the file.
        found: u32,
        /// The newest format this program knows.
        known: u32,
    },
    /// Another process uses the folder.
    #[error("the folder {} is in use by another baize process", .0.display())]
    InUse(PathBuf),
    /// The folder cannot be used.
    #[error("cannot use {}: {what}", .folder.display())]
    Folder {
        /// Which folder.
        folder: PathBuf,
        /// Why not.
        what: String,
    },
    /// The file cannot be used.
    #[error("the data file fails: {0}")]
    Failed(String),
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}
