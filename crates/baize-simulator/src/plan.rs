//! What is simulated, and what came of it.

use std::collections::BTreeSet;
use std::fmt;

/// One run: everything in it follows from these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Where all chance comes from.
    pub seed: u64,
    /// So many things happen before the faults stop.
    pub steps: u64,
    /// So many tables are played at once.
    pub tables: usize,
    /// The games, one table of each in turn.
    pub games: Vec<String>,
    /// What may go wrong.
    pub faults: BTreeSet<Fault>,
    /// Of the chances for a fault only these are taken, counted from the start; nothing for all that luck would take.
    pub only: Option<BTreeSet<u64>>,
    /// A planted bug.
    pub bug: Option<Bug>,
}

impl Plan {
    /// The games that are played unless others are asked for: those whose moves cost little.
    pub const GAMES: &[&str] = &["nine", "othello", "banqi", "may-i"];
    /// How much happens in a run unless more is asked for.
    pub const STEPS: u64 = 10_000;
    /// How many tables are played at once unless more are asked for.
    pub const TABLES: usize = 6;

    /// The run of a seed with everything that can go wrong.
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

    /// The command that runs it again.
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

            /// The word for it.
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
        /// A frame comes twice.
        Double "double",
        /// A frame comes late, behind others.
        Delay "delay",
        /// A connection breaks.
        Cut "cut",
        /// A connection stands still; what is sent over it waits, and too much of it ends the connection.
        Stall "stall",
        /// The power goes: what was not synced is kept, lost, torn or reordered.
        Crash "crash",
        /// The same in the middle of something that the store does.
        Inside "inside",
        /// The process is killed; the disk goes on.
        Kill "kill",
        /// An operation of the disk fails.
        Disk "disk",
        /// The disk takes its time.
        Slow "slow",
        /// The clock of the machine is set forward or back.
        Clock "clock",
        /// The process stands still for a while.
        Pause "pause",
        /// Somebody else takes a table over that is still in memory.
        Takeover "takeover",
        /// There is no room for a computer player's thought.
        Busy "busy",
        /// The data is lost, and an older backup is put in its place.
        Restore "restore",
        /// At the end: bits that were safe turn bad.
        Rot "rot",
    }
}

words! {
    /// A bug that is planted to see whether it is found. None of them is in the server: the simulator does it to it.
    Bug {
        /// Everybody is told before it is on disk.
        EarlyAnswer "early-answer",
        /// Syncs of the write-ahead log do nothing.
        LogUnsynced "log-unsynced",
        /// Syncs of the file that says where the journal ends do nothing.
        TailUnsynced "tail-unsynced",
        /// Whoever has lost a table goes on writing to its log.
        NoFence "no-fence",
        /// After a restart nobody knows which requests were done.
        ForgetRequests "forget-requests",
        /// Of what is to be written together something is left out.
        LoseOne "lose-one",
        /// What one seat is shown goes to another, too.
        WrongView "wrong-view",
        /// A table comes back without one of its entries.
        SkipEntry "skip-entry",
        /// What comes twice is done twice.
        DoneTwice "done-twice",
        /// A computer player's thought is forgotten, and nobody asks again.
        LostThought "lost-thought",
        /// The server goes by the clock of the machine.
        WallClock "wall-clock",
        /// Whoever comes back need not show what they were told.
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

/// What came of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RunResult {
    /// What happened, before and after the faults stopped.
    pub steps: u64,
    /// Stands for everything that happened: the same seed gives the same.
    pub digest: u64,
    /// Tables that were opened.
    pub tables: u64,
    /// Games that came to their end.
    pub games: u64,
    /// Requests that were acknowledged.
    pub acknowledged: u64,
    /// Entries in the logs at the end.
    pub entries: u64,
    /// How often each of [`Fault::ALL`] happened.
    pub faults: Vec<u64>,
    /// Writes that were not synced when the power went: kept, lost, torn, reordered.
    pub writes: [u64; 4],
    /// Syncs of the simulated disk.
    pub syncs: u64,
    /// How often bits that turned bad were noticed, and how often they did no harm.
    pub rot: [u64; 2],
    /// Clients that were told of a table that had become another one, or was gone.
    pub forked: u64,
    /// Times at which a running clock was compared with the time that had gone by.
    pub clocks: u64,
    /// The chances for a fault that were taken.
    pub taken: Vec<u64>,
    /// What was broken.
    pub violation: Option<Violation>,
}

/// A promise that was broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// How many things had happened.
    pub step: u64,
    /// What is wrong, in words.
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after {} steps: {}", self.step, self.what)
    }
}
