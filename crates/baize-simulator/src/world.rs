//! What happens, in the order in which it happens.

use crate::client::Client;
use crate::disk::SharedDisk;
use crate::luck::{Digest, Luck, mix};
use crate::network::{Connection, ConnectionId};
use crate::open::Opened;
use crate::plan::{Fault, Outcome, Plan, Violation};
use crate::server::Server;
use baize_protocol::TableId;
use baize_room::{Charter, GuestId, Hello};
use baize_rules::{Problem, Seat};
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// After the faults have stopped, everything must come to an end within so many steps for each table, and so many
/// milliseconds.
const MOST_ENDING_STEPS: u64 = 30_000;
const MOST_ENDING: u64 = 3_600_000;
/// The time at the start: some day.
const START: u64 = 1_700_000_000_000;

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
        action: Result<Option<Value>, Problem>,
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
    /// A bug has something to say.
    Pretend {
        number: u64,
    },
    /// The server starts again.
    Start,
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
    /// Milliseconds since the beginning, whatever clocks say.
    pub(crate) now: u64,
    /// How far the clock of the machine is from that.
    pub(crate) clock: i64,
    /// Until when the process stands still.
    pub(crate) paused_until: u64,
    queue: BinaryHeap<Reverse<(u64, u64)>>,
    coming: BTreeMap<u64, Coming>,
    sequence: u64,
    pub(crate) luck: Luck,
    chances: u64,
    has_faults: bool,
    /// How often each fault happens in this run: once in so many chances.
    rates: Vec<u64>,
    pub(crate) disk: SharedDisk,
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
    pub(crate) digest: Digest,
    pub(crate) outcome: Outcome,
    /// What happened, in words, for whoever wants to read it.
    story: Option<Vec<String>>,
}

impl World {
    pub(crate) fn new(plan: &Plan) -> World {
        let mut swarm = Luck::new(plan.seed, 2);
        // Each run has its own weather: some faults often, some seldom, some not at all.
        let rates = Fault::ALL.iter().map(|fault| rate(*fault) * [1, 1, 3, 0][swarm.index(4)]).collect();
        let disk = SharedDisk::default();
        disk.disk().never_synced = plan.bug.and_then(|bug| bug.never_synced()).into_iter().collect();
        World {
            plan: plan.clone(),
            now: 0,
            clock: START as i64,
            paused_until: 0,
            queue: BinaryHeap::new(),
            coming: BTreeMap::new(),
            sequence: 0,
            luck: Luck::new(plan.seed, 1),
            chances: 0,
            has_faults: true,
            rates,
            disk,
            server: None,
            starts: 0,
            connections: BTreeMap::new(),
            clients: Vec::new(),
            lines: Vec::new(),
            next_connection: 0,
            opened: Vec::new(),
            digest: Digest(plan.seed),
            outcome: Outcome { faults: vec![0; Fault::ALL.len()], ..Outcome::default() },
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
            story.push(format!("{:>9} ms  {}", self.now, baize_rules::clip_to(&what(), 300)));
        }
    }

    /// Lets everything happen, then looks at what came of it.
    pub(crate) fn run(mut self) -> (Outcome, Vec<String>) {
        let ended = self.play().and_then(|()| self.come_to_an_end()).and_then(|()| self.look_back());
        if let Err(what) = ended {
            self.outcome.violation = Some(Violation { step: self.outcome.steps, what });
        }
        self.server = None;
        self.outcome.tables = self.opened.len() as u64;
        self.outcome.acknowledged = self.clients.iter().map(Client::acknowledgements).sum();
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
        let (steps, time) = (self.outcome.steps + MOST_ENDING_STEPS, self.now + MOST_ENDING);
        if self.server.is_none() {
            self.after(1, Event::Start);
        }
        while let Some(client) = (0..self.clients.len()).find(|client| !self.is_finished(*client)) {
            let table = self.clients[client].table;
            if self.outcome.steps > steps || self.now > time || !self.step()? {
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
        self.queue.push(Reverse((self.now + millis, self.sequence)));
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

    /// What the clock of the machine says.
    pub(crate) fn wall(&self) -> u64 {
        (self.now as i64 + self.clock).max(0) as u64
    }

    /// What may go wrong at any time.
    fn weather(&mut self) -> Result<(), String> {
        if let Some(mut luck) = self.chance(Fault::Clock) {
            let step = [1_000, 60_000, 300_000, 3_600_000, 86_400_000][luck.index(5)];
            self.clock += step;
            self.digest.add(self.clock as u64);
        }
        if let Some(mut luck) = self.chance(Fault::Pause) {
            self.paused_until = self.now + 100 + luck.below(120_000);
        }
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
        Ok(())
    }

    /// The next thing happens; false if there is none.
    pub(crate) fn step(&mut self) -> Result<bool, String> {
        let Some(Reverse((at, sequence))) = self.queue.pop() else { return Ok(false) };
        let Some(Coming { event, start }) = self.coming.remove(&sequence) else { return Ok(true) };
        self.now = self.now.max(at);
        // A process that stands still does nothing; what comes for it waits.
        if self.now < self.paused_until && event.is_for_the_server() {
            self.sequence += 1;
            self.queue.push(Reverse((self.paused_until, self.sequence)));
            self.coming.insert(self.sequence, Coming { event, start });
            return Ok(true);
        }
        self.outcome.steps += 1;
        self.digest.add(self.now);
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
            Event::Open => self.open_table(),
            other => self.work(other),
        }
    }

    /// Whether a client has nothing left to do: its game is over, or those whom it watches have gone.
    pub(crate) fn is_finished(&self, client: usize) -> bool {
        let (one, table) = (&self.clients[client], self.clients[client].table);
        let is_watching = one.viewer == Some(baize_rules::Viewer::Spectator);
        let place = || self.place(table).map_or(&[][..], |opened| &opened.clients);
        let is_alone = || {
            let others = place().iter().map(|other| &self.clients[*other]);
            others.filter(|other| other.viewer != one.viewer).all(Client::is_finished)
        };
        one.is_finished() || is_watching && is_alone()
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
            Event::ToClient { .. } | Event::Broken { .. } | Event::Wake { .. } | Event::Start | Event::Open
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
        Fault::Crash | Fault::Kill => 2_500,
        Fault::Inside => 2_500,
        Fault::Disk => 3_000,
        Fault::Slow => 60,
        Fault::Clock | Fault::Pause => 2_000,
        Fault::Takeover => 1_500,
        Fault::Busy => 20,
        Fault::Rot => 1,
    }
}
