//! The plan of a run, and its result.

use std::collections::BTreeSet;
use std::fmt;

/// One run, which these fields determine completely.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The source of all randomness.
    pub seed: u64,
    /// How many events happen before the faults stop.
    pub steps: u64,
    /// How many tables are played at once.
    pub tables: usize,
    /// The games, one table of each in turn.
    pub games: Vec<String>,
    /// The kinds of fault that may happen.
    pub faults: BTreeSet<Fault>,
    /// Which chances for a fault may be taken, counted from the start; `None` to let luck decide.
    pub only: Option<BTreeSet<u64>>,
    /// A planted bug.
    pub bug: Option<Bug>,
}

impl Plan {
    /// The games played by default: those whose moves are cheap to compute.
    pub const GAMES: &[&str] = &["nine", "othello", "banqi", "may-i"];
    /// The default number of events before the faults stop.
    pub const STEPS: u64 = 10_000;
    /// The default number of tables played at once.
    pub const TABLES: usize = 6;

    /// A default run on this seed, with every kind of fault.
    pub fn new(seed: u64) -> Plan {
        Plan {
            seed,
            steps: Plan::STEPS,
            tables: Plan::TABLES,
            games: Plan::GAMES.iter().map(|game| (*game).to_owned()).collect(),
            faults: Fault::ALL.iter().copied().collect(),
            only: None,
            bug: None,
        }
    }

    /// The command that repeats this run.
    pub fn command(&self) -> String {
        let mut command = format!("baize simulate --seed {} --seeds 1 --steps {}", self.seed, self.steps);
        command += &format!(" --tables {} --games {}", self.tables, self.games.join(","));
        let words: Vec<&str> = self.faults.iter().map(|fault| fault.word()).collect();
        command +=
            &format!(" --faults {}", if words.is_empty() { "none".to_owned() } else { words.join(",") });
        if let Some(only) = &self.only {
            let only: Vec<String> = only.iter().map(u64::to_string).collect();
            command +=
                &format!(" --only {}", if only.is_empty() { "none".to_owned() } else { only.join(",") });
        }
        if let Some(bug) = self.bug {
            command += &format!(" --bug {}", bug.word());
        }
        command
    }
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$what:meta])* $variant:ident $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum $name { $($(#[$what])* $variant,)* }

        impl $name {
            /// All of them.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// Its word on the command line.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }

            /// The one with this word.
            pub fn find(word: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|one| one.word() == word)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

words! {
    /// Something that goes wrong.
    Fault {
        /// A frame is lost.
        Drop "drop",
        /// A frame arrives twice.
        Double "double",
        /// A frame arrives late, after others.
        Delay "delay",
        /// A connection breaks.
        Cut "cut",
        /// A connection stalls; what is sent over it waits, and if too much waits, the connection ends.
        Stall "stall",
        /// The power fails: unsynced writes are kept, lost, torn or reordered.
        Crash "crash",
        /// The power fails in the middle of a store operation.
        Inside "inside",
        /// The process is killed; the disk keeps what was written.
        Kill "kill",
        /// A disk operation fails.
        Disk "disk",
        /// The disk is slow.
        Slow "slow",
        /// The machine's clock is set forward or back.
        Clock "clock",
        /// The process is suspended for a while.
        Pause "pause",
        /// A table that is still in memory is taken over by another owner.
        Takeover "takeover",
        /// The server is too busy to let a computer player think.
        Busy "busy",
        /// The data is lost and replaced by an older backup.
        Restore "restore",
        /// After the run, bits that were safely on disk flip.
        Rot "rot",
    }
}

words! {
    /// A bug planted to see whether it is found. It is never in the server's own code: the simulator fakes
    /// it.
    Bug {
        /// Clients are told of an entry before it is on disk.
        EarlyAnswer "early-answer",
        /// Syncs of the write-ahead log do nothing.
        LogUnsynced "log-unsynced",
        /// Syncs of the file that says where the journal ends do nothing.
        TailUnsynced "tail-unsynced",
        /// An owner that has lost its table keeps writing to the log.
        NoFence "no-fence",
        /// After a restart, the server has forgotten which requests were done.
        ForgetRequests "forget-requests",
        /// Part of a write that must be atomic is left out.
        LoseOne "lose-one",
        /// What one seat is shown is sent to another as well.
        WrongView "wrong-view",
        /// A table comes back without one of its entries.
        SkipEntry "skip-entry",
        /// A request that arrives twice is carried out twice.
        DoneTwice "done-twice",
        /// A computer player's thought is lost, and the server does not ask again.
        LostThought "lost-thought",
        /// The server trusts the machine's clock.
        WallClock "wall-clock",
        /// Returning clients need not prove what they were told.
        NoProof "no-proof",
    }
}

impl Bug {
    /// The file whose syncs do nothing.
    pub(crate) const fn never_synced(self) -> Option<&'static str> {
        match self {
            Bug::LogUnsynced => Some("baize.db-wal"),
            Bug::TailUnsynced => Some("baize.tail"),
            _ => None,
        }
    }
}

/// The result of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RunResult {
    /// How many events happened, before and after the faults stopped.
    pub steps: u64,
    /// A hash of everything that happened: the same seed gives the same digest.
    pub digest: u64,
    /// Tables that were opened.
    pub tables: u64,
    /// Games that were finished.
    pub games: u64,
    /// Requests that were acknowledged.
    pub acknowledged: u64,
    /// Entries in the logs at the end.
    pub entries: u64,
    /// How often each of [`Fault::ALL`] happened.
    pub faults: Vec<u64>,
    /// Writes that were unsynced when the power failed: kept, lost, torn, reordered.
    pub writes: [u64; 4],
    /// Syncs of the simulated disk.
    pub syncs: u64,
    /// How often flipped bits were noticed, and how often they did no harm.
    pub rot: [u64; 2],
    /// Clients that were told that their table's history had changed, or that it was gone.
    pub forked: u64,
    /// How often a running clock was compared with the time that had passed.
    pub clocks: u64,
    /// The chances for a fault that were taken.
    pub taken: Vec<u64>,
    /// The promise that was broken, if any.
    pub violation: Option<Violation>,
}

/// A promise that was broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// How many events had happened.
    pub step: u64,
    /// What is wrong, in words.
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after {} steps: {}", self.step, self.what)
    }
}
