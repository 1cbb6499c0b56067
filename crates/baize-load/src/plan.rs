//! The plan of a load test, its progress, and its report.

use crate::house;
use crate::link::Faults;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The plan of a load test.
#[derive(Clone, Debug)]
pub struct LoadPlan {
    /// The server whose tables are played.
    pub target: Target,
    /// How many tables are played at once.
    pub tables: u32,
    /// How long the tables are played.
    pub length: Length,
    /// Connections that only listen.
    pub idle: u32,
    /// The faults of the network.
    pub faults: Faults,
    /// How often a process or the database is disturbed.
    pub kill_every: Option<Duration>,
    /// The kinds of disturbance, used in turn.
    pub troubles: Vec<Trouble>,
    /// How many moves may wait for their acknowledgement at the same time.
    pub in_flight: usize,
    /// The games, one table of each in turn.
    pub games: Vec<String>,
    /// The seed of the scripts' choices.
    pub seed: u64,
    /// Setting this ends the play early: everybody resigns, and the games are checked.
    pub stop: Arc<AtomicBool>,
}

impl LoadPlan {
    /// Whether connections between processes and databases need a proxy, because they are bad or may become
    /// so.
    pub(crate) fn has_bad_ways(&self) -> bool {
        let needs_ways =
            |trouble: &Trouble| matches!(trouble, Trouble::Cut | Trouble::Apart(_) | Trouble::Alone(_));
        self.faults.percent > 0 || self.troubles.iter().any(needs_ways)
    }
}

/// A disturbance of a service during play.
#[derive(Clone)]
pub enum Trouble {
    /// A process is killed without warning and started again.
    Kill,
    /// A process is shut down cleanly and started again.
    Drain,
    /// A process is killed without warning and stays away for this long.
    Die(Duration),
    /// A process is suspended for this long, then resumes.
    Pause(Duration),
    /// All connections of a process to the databases and the other processes break.
    Cut,
    /// A process and the databases are cut off from each other for this long.
    Apart(Duration),
    /// A process and the other processes are cut off from each other for this long.
    Alone(Duration),
    /// The wall clock of a process jumps by this many seconds; the next time it is set right again.
    Clock(i64),
    /// Something is done to the database that the processes share.
    Database(&'static str, Arc<dyn Fn() -> std::io::Result<()> + Send + Sync>),
}

impl Trouble {
    /// A description in words.
    pub fn words(&self) -> &'static str {
        match self {
            Trouble::Kill => "a process killed with -9 and started again",
            Trouble::Drain => "a process stopped in good order and started again",
            Trouble::Die(_) => "a process killed with -9, away until its lease has run out",
            Trouble::Pause(_) => "a process standing still for longer than its lease",
            Trouble::Cut => "all connections of a process to others and to the database cut",
            Trouble::Apart(_) => "a process apart from the database for longer than its lease",
            Trouble::Alone(_) => "a process apart from the other processes",
            Trouble::Clock(_) => "the clock on the wall of a process set wrong, or right again",
            Trouble::Database(words, _) => words,
        }
    }
}

impl fmt::Debug for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// How long tables are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// One game after another for this time; then everybody resigns.
    Time(Duration),
    /// One game at each table. A player who has made this many moves resigns at their next turn. Nothing
    /// depends on time then, and the records are kept.
    Moves(u32),
}

/// The server whose tables are played.
#[derive(Clone, Debug)]
pub enum Target {
    /// A server that is already running at this address.
    Url(String),
    /// A server that is started for the test.
    Own(house::OwnServer),
}

/// The progress of a load test.
#[derive(Clone, Copy, Debug)]
pub enum LoadProgress {
    /// Connections that only listen are being made.
    Idle {
        /// How many there are.
        sockets: u32,
    },
    /// Tables are being played.
    Playing {
        /// How long they have been played.
        elapsed: Duration,
        /// Moves acknowledged so far.
        moves: u64,
        /// How often a process or the database was disturbed.
        kills: u32,
    },
    /// The time is up, and games are ending.
    Ending {
        /// How many tables have ended.
        tables: u32,
    },
    /// Records are being compared with what clients saw.
    Checking {
        /// How many games have been compared.
        games: u32,
        /// How many games there are in all.
        of: u32,
    },
}

/// The result of a load test.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LoadReport {
    /// Moves acknowledged per second, over all tables.
    pub moves_per_second: f64,
    /// Median time from a move to its acknowledgement, in milliseconds.
    pub p50_ms: f64,
    /// 99th percentile of that time.
    pub p99_ms: f64,
    /// Longest such time, from the first try to the answer, whatever happened in between.
    pub most_ms: f64,
    /// The most times any single move had to be sent.
    pub most_sent: u32,
    /// Resident memory of the server per connection: per listening one if there are any, otherwise per
    /// playing one.
    pub bytes_per_connection: Option<u64>,
    /// Acknowledged moves in total.
    pub acknowledged: u64,
    /// Acknowledged moves and shown events that are missing from the records.
    pub lost: u64,
    /// Differences between a record and what a client was shown or did.
    pub mismatches: u64,
    /// Tables played at once.
    pub tables: u32,
    /// Connections that only listened.
    pub idle: u32,
    /// How long the measurement took.
    pub seconds: f64,
    /// Games whose records were checked.
    pub games: u64,
    /// How often a client had to connect again.
    pub reconnects: u64,
    /// How often the network disturbed a frame.
    pub faults: u64,
    /// How often a process or the database was disturbed.
    pub kills: u32,
    /// How often each kind of disturbance happened.
    pub troubles: BTreeMap<&'static str, u32>,
    /// Milliseconds from starting the server until it reports its address.
    pub start_ms: f64,
    /// Resident memory of the server before any client connected.
    pub resident_bytes: Option<u64>,
    /// The records of all games, if the plan is by moves.
    #[serde(skip)]
    pub records: Vec<baize_games::Record>,
    /// A description of the first thing found wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_mismatch: Option<String>,
}
