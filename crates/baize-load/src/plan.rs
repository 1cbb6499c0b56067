//! What is to be done, how it goes, and what came of it.

use crate::house;
use crate::link::Faults;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What is to be done.
#[derive(Clone, Debug)]
pub struct LoadPlan {
    /// Whose tables.
    pub target: Target,
    /// How many tables are played at once.
    pub tables: u32,
    /// For how long.
    pub length: Length,
    /// Connections that only listen.
    pub idle: u32,
    /// What goes wrong on the network.
    pub faults: Faults,
    /// How often something is done to one of the processes, or to the database.
    pub kill_every: Option<Duration>,
    /// What is done, in turn.
    pub troubles: Vec<Trouble>,
    /// At most so many moves wait for their acknowledgement at the same time.
    pub in_flight: usize,
    /// The games, one table of each in turn.
    pub games: Vec<String>,
    /// What the scripts' choices follow from.
    pub seed: u64,
    /// Once this is set, the time is up: everybody resigns, and what was played is checked.
    pub stop: Arc<AtomicBool>,
}

impl LoadPlan {
    /// Whether the ways between processes and databases are bad, or may become so.
    pub(crate) fn has_bad_ways(&self) -> bool {
        let needs_ways =
            |trouble: &Trouble| matches!(trouble, Trouble::Cut | Trouble::Apart(_) | Trouble::Alone(_));
        self.faults.percent > 0 || self.troubles.iter().any(needs_ways)
    }
}

/// What is done to a service while it is played on.
#[derive(Clone)]
pub enum Trouble {
    /// A process is killed without warning and started again.
    Kill,
    /// A process is stopped in good order and started again.
    Drain,
    /// A process is killed without warning and stays away for so long.
    Die(Duration),
    /// A process stands still for so long, and goes on.
    Pause(Duration),
    /// All connections between a process, the others and the databases break.
    Cut,
    /// Nothing gets from a process to the databases and back for so long.
    Apart(Duration),
    /// Nothing gets from the other processes to one and back for so long.
    Alone(Duration),
    /// The clock on the wall of a process jumps by so many seconds; the next time it is right again.
    Clock(i64),
    /// Something is done to the database that the processes share.
    Database(&'static str, Arc<dyn Fn() -> std::io::Result<()> + Send + Sync>),
}

impl Trouble {
    /// What it is, in words.
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

/// For how long tables are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// One game after another for this time; then everybody resigns.
    Time(Duration),
    /// One game at each table; whoever has made so many moves resigns when it is their turn again. Nothing depends on
    /// time then, and the records are kept.
    Moves(u32),
}

/// Whose tables are played.
#[derive(Clone, Debug)]
pub enum Target {
    /// A server that is running already, at this address.
    Url(String),
    /// A server that is started for this.
    Own(house::OwnServer),
}

/// How it goes.
#[derive(Clone, Copy, Debug)]
pub enum LoadProgress {
    /// Connections that only listen are made.
    Idle {
        /// So many are there.
        sockets: u32,
    },
    /// Tables are played.
    Playing {
        /// For so long.
        elapsed: Duration,
        /// Moves acknowledged so far.
        moves: u64,
        /// How often the server was killed.
        kills: u32,
    },
    /// The time is up, and games come to an end.
    Ending {
        /// So many tables have.
        tables: u32,
    },
    /// Records are compared with what clients saw.
    Checking {
        /// So many games are.
        games: u32,
        /// Of so many.
        of: u32,
    },
}

/// What came of it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LoadReport {
    /// Moves acknowledged in a second, over all tables.
    pub moves_per_second: f64,
    /// Half the moves were acknowledged within so many milliseconds.
    pub p50_ms: f64,
    /// 99 of 100 were.
    pub p99_ms: f64,
    /// And all of them, from the first try to the answer, whatever happened between.
    pub most_ms: f64,
    /// How often one and the same move had to be sent, at most.
    pub most_sent: u32,
    /// Resident memory of the server for each connection: those that only listen, or else those that play.
    pub bytes_per_connection: Option<u64>,
    /// Moves that were acknowledged, all in all.
    pub acknowledged: u64,
    /// Acknowledged moves, and events that a client was shown, which are not in the records.
    pub lost: u64,
    /// Games whose record says anything else than what a client was shown or has done.
    pub mismatches: u64,
    /// Tables played at once.
    pub tables: u32,
    /// Connections that only listened.
    pub idle: u32,
    /// How long was measured.
    pub seconds: f64,
    /// Games whose records were checked.
    pub games: u64,
    /// How often a client had to connect again.
    pub reconnects: u64,
    /// How often the network did something to a frame.
    pub faults: u64,
    /// How often something was done to a process or the database.
    pub kills: u32,
    /// What that was, and how often.
    pub troubles: BTreeMap<&'static str, u32>,
    /// From starting the server to its address, in milliseconds.
    pub start_ms: f64,
    /// Resident memory of the server before anybody came.
    pub resident_bytes: Option<u64>,
    /// The records of all games, where the plan says so.
    #[serde(skip)]
    pub records: Vec<baize_games::Record>,
    /// The first thing that was found wrong, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_mismatch: Option<String>,
}
