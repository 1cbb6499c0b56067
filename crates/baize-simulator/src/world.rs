//! What happens, in the order in which it happens.

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

/// After the faults have stopped, everything must come to an end within so many steps for each table, and so many
/// milliseconds.
const MOST_ENDING_STEPS: u64 = 30_000;
const MOST_ENDING: u64 = 3_600_000;
/// After so many milliseconds without faults everybody has come back who will.
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
    /// A table's deadline.
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
    /// Older steps are read.
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
    /// A table that nobody needs leaves the memory.
    Rest {
        owner: u64,
    },
    /// The store's own work.
    Commit,
    Settle,
    File,
    /// The server looks at its clock, which was set or has stood still.
    LookAtClock,
    /// A bug has something to say.
    Pretend {
        number: u64,
    },
    /// The server starts again.
    Start,
    /// The data is lost, and a backup takes its place.
    Restore,
    /// Another table is opened.
    Open,
}

/// Something that will happen to the server with this number of starts, or to anybody.
struct Coming {
    event: Event,
    start: u64,
}

/// Everything there is.
pub(crate) struct World {
    pub(crate) plan: Plan,
    pub(crate) time: Time,
    queue: BinaryHeap<Reverse<(u64, u64)>>,
    coming: BTreeMap<u64, Coming>,
    sequence: u64,
    pub(crate) luck: Luck,
    chances: u64,
    has_faults: bool,
    /// How often each fault happens in this run: once in so many chances.
    rates: Vec<u64>,
    pub(crate) disk: SharedDisk,
    /// The disk as it was when somebody last made a backup.
    pub(crate) backup: Option<Backup>,
    pub(crate) server: Option<Server>,
    /// How often the server was started.
    pub(crate) starts: u64,
    pub(crate) connections: BTreeMap<ConnectionId, Connection>,
    pub(crate) clients: Vec<Client>,
    /// The connection of each client, and the turn it will be woken for.
    pub(crate) lines: Vec<(Option<ConnectionId>, u64)>,
    pub(crate) next_connection: u64,
    /// The tables that were opened, and who is at each.
    pub(crate) opened: Vec<Opened>,
    /// How much time had gone by when each entry was written, by table, version and a hash of the entry.
    pub(crate) written: BTreeMap<(TableId, u32, u64), Ran>,
    pub(crate) digest: Digest,
    pub(crate) outcome: RunResult,
    /// What happened, in words, for whoever wants to read it.
    story: Option<Vec<String>>,
}

impl World {
    pub(crate) fn new(plan: &Plan) -> World {
        let mut swarm = Luck::new(plan.seed, 2);
        // Each run has its own weather: some faults often, some seldom, some not at all. After an older backup much cannot
        // be compared any more, so most runs are without.
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

    /// Writes down what happens.
    pub(crate) fn telling(mut self) -> World {
        self.story = Some(Vec::new());
        self
    }

    /// Writes down what happened, if somebody wants to read it.
    pub(crate) fn tell(&mut self, what: impl FnOnce() -> String) {
        if let Some(story) = &mut self.story {
            story.push(format!("{:>9} ms  {}", self.time.now, baize_rules::clip_to(&what(), 300)));
        }
    }

    /// Lets everything happen, then looks at what came of it.
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

    /// The faults stop: every table must go on to the end of its game.
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

    /// Whether more tables are to be opened.
    pub(crate) const fn is_playing(&self) -> bool {
        self.has_faults
    }

    /// Something happens after so many milliseconds.
    pub(crate) fn after(&mut self, millis: u64, event: Event) {
        self.sequence += 1;
        self.queue.push(Reverse((self.time.now + millis, self.sequence)));
        self.coming.insert(self.sequence, Coming { event, start: self.starts });
    }

    /// A chance for a fault: whether it is taken, and then what follows from it.
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

    /// What may go wrong at any time.
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

    /// The next thing happens; false if there is none.
    pub(crate) fn step(&mut self) -> Result<bool, String> {
        let Some(Reverse((at, sequence))) = self.queue.pop() else { return Ok(false) };
        let Some(Coming { event, start }) = self.coming.remove(&sequence) else { return Ok(true) };
        self.time.go_on(at, self.server.is_some());
        // A process that stands still does nothing; what comes for it waits.
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

    /// Whether a client has nothing left to do: its game is over, or those whom it watches have gone, or somebody was told
    /// that the table has become another one.
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

    /// Whether the game needs somebody who had gone home from its end before an older backup was put in place, and has none
    /// now: whoever is still here can only wait.
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
    /// Whether the server does it.
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

    /// Whether it is forgotten when the process ends.
    const fn dies_with_the_process(&self) -> bool {
        self.is_for_the_server() && !matches!(self, Event::Pretend { .. })
    }
}

/// In ordinary weather a fault happens once in so many chances.
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
