//! The simulated world and its queue of events.

use crate::client::Client;
use crate::disk::{Backup, SharedDisk};
use crate::luck::{Digest, Luck, mix};
use crate::network::{Connection, ConnectionId};
use crate::open::Opened;
use crate::plan::{Fault, Plan, RunResult, Violation};
use crate::server::Server;
use crate::time::{Ran, Time};
use baize_protocol::TableId;
use baize_room::{Charter, GuestId, Hello, Intent};
use baize_rules::{Problem, Seat};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Within how many steps, and then how many milliseconds, everything must end after the faults have stopped.
const MOST_ENDING_STEPS: u64 = 30_000;
const MOST_ENDING: u64 = 3_600_000;
/// After how many milliseconds without faults every client that will ever come back has done so.
const BACK_AGAIN: u64 = 120_000;

/// Something that will happen.
pub(crate) enum Event {
    /// A text reaches the server.
    ToServer {
        connection: ConnectionId,
        text: String,
    },
    /// A text reaches a client.
    ToClient {
        connection: ConnectionId,
        text: String,
    },
    /// The server notices that a connection is gone.
    Left {
        connection: ConnectionId,
    },
    /// A client notices that its connection is gone.
    Broken {
        connection: ConnectionId,
    },
    /// A client does something.
    Wake {
        client: usize,
        turn: u64,
    },
    /// A table's deadline has come.
    Tick {
        owner: u64,
    },
    /// A computer player has thought.
    Thought {
        owner: u64,
        seat: Seat,
        decision: u32,
        action: Result<Option<Intent>, Problem>,
    },
    TooBusy {
        owner: u64,
        seat: Seat,
    },
    /// Older steps are read for a client.
    Older {
        owner: u64,
        guest: GuestId,
        hello: Box<Hello>,
        after: u32,
        until: u32,
    },
    /// The table of a rematch is made.
    Rematch {
        owner: u64,
        charter: Box<Charter>,
    },
    /// A table that nobody needs is unloaded.
    Rest {
        owner: u64,
    },
    /// Background work of the store.
    Commit,
    Settle,
    File,
    /// The server reads its clock after the clock was set or the process was paused.
    LookAtClock,
    /// A planted bug acknowledges a save that was never made.
    Pretend {
        number: u64,
    },
    /// The server starts again.
    Start,
    /// The data is lost and replaced by a backup.
    Restore,
    /// Another table is opened.
    Open,
}

/// A planned event, and the number of server starts when it was planned: some events die with their process.
struct Coming {
    event: Event,
    start: u64,
}

/// The whole state of a simulation.
pub(crate) struct World {
    pub(crate) plan: Plan,
    pub(crate) time: Time,
    queue: BinaryHeap<Reverse<(u64, u64)>>,
    coming: BTreeMap<u64, Coming>,
    sequence: u64,
    pub(crate) luck: Luck,
    chances: u64,
    has_faults: bool,
    /// For each fault, `n` if it happens once in `n` chances in this run; 0 for never.
    rates: Vec<u64>,
    pub(crate) disk: SharedDisk,
    /// The backup that will be restored.
    pub(crate) backup: Option<Backup>,
    pub(crate) server: Option<Server>,
    /// How often the server was started.
    pub(crate) starts: u64,
    pub(crate) connections: BTreeMap<ConnectionId, Connection>,
    pub(crate) clients: Vec<Client>,
    /// Each client's connection, and the number of its latest planned waking.
    pub(crate) lines: Vec<(Option<ConnectionId>, u64)>,
    pub(crate) next_connection: u64,
    /// The tables that were opened, and the clients at each.
    pub(crate) opened: Vec<Opened>,
    /// How long the server had run when each entry was written, by table, version and hash of the entry.
    pub(crate) written: BTreeMap<(TableId, u32, u64), Ran>,
    pub(crate) digest: Digest,
    pub(crate) outcome: RunResult,
    /// A description of what happened, if one is wanted.
    story: Option<Vec<String>>,
}

impl World {
    pub(crate) fn new(plan: &Plan) -> World {
        let mut swarm = Luck::new(plan.seed, 2);
        // Each run has its own weather: some faults are frequent, some rare, some absent. Once an older
        // backup is restored, much cannot be compared any more, so most runs have no restore.
        let weather = |fault| if fault == Fault::Restore { [1, 0, 0, 0] } else { [1, 1, 3, 0] };
        let rates = Fault::ALL.iter().map(|fault| rate(*fault) * weather(*fault)[swarm.index(4)]).collect();
        let disk = SharedDisk::default();
        disk.disk().never_synced = plan.bug.and_then(|bug| bug.never_synced()).into_iter().collect();
        World {
            plan: plan.clone(),
            time: Time::new(),
            queue: BinaryHeap::new(),
            coming: BTreeMap::new(),
            sequence: 0,
            luck: Luck::new(plan.seed, 1),
            chances: 0,
            has_faults: true,
            rates,
            disk,
            backup: None,
            server: None,
            starts: 0,
            connections: BTreeMap::new(),
            clients: Vec::new(),
            lines: Vec::new(),
            next_connection: 0,
            opened: Vec::new(),
            written: BTreeMap::new(),
            digest: Digest(plan.seed),
            outcome: RunResult { faults: vec![0; Fault::ALL.len()], ..RunResult::default() },
            story: None,
        }
    }

    /// Makes the world write down what happens.
    pub(crate) fn telling(mut self) -> World {
        self.story = Some(Vec::new());
        self
    }

    /// Writes down what happened, if a description is wanted.
    pub(crate) fn tell(&mut self, what: impl FnOnce() -> String) {
        if let Some(story) = &mut self.story {
            story.push(format!("{:>9} ms  {}", self.time.now, baize_rules::clip_to(&what(), 300)));
        }
    }

    /// Runs the simulation to its end, then checks the result.
    pub(crate) fn run(mut self) -> (RunResult, Vec<String>) {
        let ended = self.play().and_then(|()| self.come_to_an_end()).and_then(|()| self.look_back());
        if let Err(what) = ended {
            self.outcome.violation = Some(Violation { step: self.outcome.steps, what });
        }
        self.server = None;
        self.outcome.tables = self.opened.len() as u64;
        self.outcome.acknowledged = self.clients.iter().map(Client::acknowledgements).sum();
        self.outcome.forked = self.clients.iter().filter(|client| client.knows_of_fork).count() as u64;
        self.outcome.games = self.clients.iter().filter(|client| client.is_finished()).count() as u64;
        self.outcome.syncs = self.disk.disk().syncs;
        self.outcome.digest = self.digest.0;
        (self.outcome, self.story.unwrap_or_default())
    }

    fn play(&mut self) -> Result<(), String> {
        self.start_server()?;
        for _ in 0..self.plan.tables {
            self.after(self.luck.clone().below(50), Event::Open);
            self.luck.next();
        }
        while self.outcome.steps < self.plan.steps {
            self.weather()?;
            if !self.step()? {
                return Err("nothing will ever happen again".to_owned());
            }
        }
        Ok(())
    }

    /// Stops the faults and lets every table finish its game.
    fn come_to_an_end(&mut self) -> Result<(), String> {
        self.has_faults = false;
        self.disk.disk().heal();
        self.clients.iter_mut().for_each(Client::hurry);
        let (steps, time) = (self.outcome.steps + MOST_ENDING_STEPS, self.time.now + MOST_ENDING);
        let back_again = self.time.now + BACK_AGAIN;
        if self.server.is_none() {
            self.after(1, Event::Start);
        }
        let plays = |world: &World, client: usize| {
            !(world.is_finished(client) || world.time.now > back_again && world.is_left_alone(client))
        };
        while let Some(client) = (0..self.clients.len()).find(|client| plays(self, *client)) {
            let table = self.clients[client].table;
            if self.outcome.steps > steps || self.time.now > time || !self.step()? {
                let here = self.clients.iter().filter(|client| client.table == table);
                let here: Vec<String> = here.map(Client::describe).collect();
                return Err(format!("table {table} does not go on: {}", here.join("; ")));
            }
        }
        Ok(())
    }

    /// Whether more tables may be opened.
    pub(crate) const fn is_playing(&self) -> bool {
        self.has_faults
    }

    /// Plans an event in `millis` milliseconds.
    pub(crate) fn after(&mut self, millis: u64, event: Event) {
        self.sequence += 1;
        self.queue.push(Reverse((self.time.now + millis, self.sequence)));
        self.coming.insert(self.sequence, Coming { event, start: self.starts });
    }

    /// Offers a chance for a fault. If it is taken, returns the luck that decides the details.
    pub(crate) fn chance(&mut self, fault: Fault) -> Option<Luck> {
        let rate = self.rates[fault as usize];
        if !self.has_faults || rate == 0 {
            return None;
        }
        self.chances += 1;
        let number = self.chances;
        let hash = mix(self.plan.seed ^ mix(number));
        let is_taken = hash.is_multiple_of(rate)
            && self.plan.faults.contains(&fault)
            && self.plan.only.as_ref().is_none_or(|only| only.contains(&number));
        if !is_taken {
            return None;
        }
        self.outcome.faults[fault as usize] += 1;
        self.outcome.taken.push(number);
        self.tell(|| format!("fault {number}: {fault}"));
        Some(Luck::new(hash, 3))
    }

    /// Offers chances for the faults that can happen at any time.
    fn weather(&mut self) -> Result<(), String> {
        self.bend_time();
        if let Some(mut luck) = self.chance(Fault::Disk) {
            self.disk.disk().fail_after(luck.below(20));
        }
        if let Some(mut luck) = self.chance(Fault::Inside) {
            self.disk.disk().stop_after(luck.below(40));
        }
        if let Some(mut luck) = self.chance(Fault::Crash) {
            self.crash(&mut luck);
        }
        if let Some(mut luck) = self.chance(Fault::Kill) {
            self.kill(&mut luck);
        }
        if let Some(mut luck) = self.chance(Fault::Takeover) {
            self.be_taken_over(&mut luck)?;
        }
        if let Some(mut luck) = self.chance(Fault::Restore) {
            self.back_up(&mut luck);
        }
        Ok(())
    }

    /// Lets the next event happen; false if there is none.
    pub(crate) fn step(&mut self) -> Result<bool, String> {
        let Some(Reverse((at, sequence))) = self.queue.pop() else { return Ok(false) };
        let Some(Coming { event, start }) = self.coming.remove(&sequence) else { return Ok(true) };
        self.time.go_on(at, self.server.is_some());
        // A paused process does nothing; its events wait.
        if self.time.is_paused() && event.is_for_the_server() {
            self.sequence += 1;
            self.queue.push(Reverse((self.time.paused_until(), self.sequence)));
            self.coming.insert(self.sequence, Coming { event, start });
            return Ok(true);
        }
        self.outcome.steps += 1;
        self.digest.add(self.time.now);
        let is_of_an_old_process = start != self.starts && event.dies_with_the_process();
        if !is_of_an_old_process {
            self.happen(event)?;
        }
        Ok(true)
    }

    fn happen(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::ToServer { connection, text } => {
                self.digest.add_bytes(text.as_bytes());
                self.tell(|| format!("to the server over {}: {text}", connection.0));
                self.server_hears(connection, &text)
            }
            Event::ToClient { connection, text } => {
                self.digest.add_bytes(text.as_bytes());
                self.tell(|| format!("to a client over {}: {text}", connection.0));
                self.client_hears(connection, &text)
            }
            Event::Left { connection } => self.server_loses(connection),
            Event::Broken { connection } => {
                self.tell(|| format!("a client loses connection {}", connection.0));
                self.client_loses(connection);
                Ok(())
            }
            Event::Wake { client, turn } => {
                self.wake(client, turn);
                Ok(())
            }
            Event::Start => self.start_server(),
            Event::Restore => {
                self.restore();
                Ok(())
            }
            Event::Open => self.open_table(),
            other => self.work(other),
        }
    }

    /// Whether a client has nothing left to do: its game is over, or everybody it watches has gone, or a
    /// client was told that the table's history had changed.
    pub(crate) fn is_finished(&self, client: usize) -> bool {
        let (one, table) = (&self.clients[client], self.clients[client].table);
        let here = self.place(table).map_or(&[][..], |opened| &opened.clients);
        if here.iter().any(|other| self.clients[*other].knows_of_fork) {
            return true;
        }
        let is_watching = one.viewer == Some(baize_rules::Viewer::Spectator);
        let is_alone = || {
            let others = here.iter().map(|other| &self.clients[*other]);
            others.filter(|other| other.viewer != one.viewer).all(Client::is_finished)
        };
        one.is_finished() || is_watching && is_alone()
    }

    /// Whether the game needs a player who had finished it and gone home before an older backup was restored:
    /// those still here can only wait.
    fn is_left_alone(&self, client: usize) -> bool {
        let here = self.place(self.clients[client].table).map_or(&[][..], |opened| &opened.clients);
        let is_seated = |other: &Client| other.viewer.is_some_and(|viewer| viewer.seat().is_some());
        let is_gone =
            |other: &usize| self.clients[*other].cannot_notice() && is_seated(&self.clients[*other]);
        let waits = |other: &usize| self.is_finished(*other) || self.clients[*other].is_idle();
        here.iter().any(|other| *other != client && is_gone(other)) && here.iter().all(waits)
    }

    /// The table with this id among those that were opened.
    pub(crate) fn place(&self, table: TableId) -> Option<&Opened> {
        self.opened.iter().find(|opened| opened.table == table)
    }
}

impl Event {
    /// Whether the event happens in the server process.
    const fn is_for_the_server(&self) -> bool {
        !matches!(
            self,
            Event::ToClient { .. }
                | Event::Broken { .. }
                | Event::Wake { .. }
                | Event::Start
                | Event::Restore
                | Event::Open
        )
    }

    /// Whether the event is forgotten when the process ends.
    const fn dies_with_the_process(&self) -> bool {
        self.is_for_the_server() && !matches!(self, Event::Pretend { .. })
    }
}

/// Returns `n` if a fault happens once in `n` chances in ordinary weather.
const fn rate(fault: Fault) -> u64 {
    match fault {
        Fault::Drop | Fault::Double | Fault::Delay => 40,
        Fault::Cut => 150,
        Fault::Stall => 400,
        Fault::Crash | Fault::Kill => 2_500,
        Fault::Inside => 2_500,
        Fault::Disk => 3_000,
        Fault::Slow => 60,
        Fault::Clock | Fault::Pause => 2_000,
        Fault::Takeover => 1_500,
        Fault::Restore => 500,
        Fault::Busy => 20,
        Fault::Rot => 1,
    }
}
