//! A table in memory: the room, the gate before it, and the pen that writes its log.

use crate::hall::Hall;
use crate::outbox::{Ending, Outbox};
use axum::extract::ws::Utf8Bytes;
use baize_players::{Budget, Clock, sit};
use baize_protocol::{Message, Moment, Phase, RequestId, TableId};
use baize_room::{Gate, GuestId, Hello, Input, Now, Output, Question, Room, SNAPSHOT_EVERY, Task};
use baize_rules::Problem;
use baize_store::{Pen, StoreError, Submitted};
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, Weak};
use std::time::{Duration, Instant};

/// A table whose game is over and which nobody looks at leaves the memory after so many milliseconds.
const REST_WHEN_OVER: u64 = 2_000;

/// A table in memory.
pub(crate) struct Live {
    id: TableId,
    hall: Weak<Hall>,
    inner: Mutex<Inner>,
}

struct Inner {
    room: Room,
    gate: Gate,
    pen: Pen,
    outboxes: HashMap<GuestId, Arc<Outbox>>,
    deadline: Option<Moment>,
    last_snapshot: u32,
    /// When somebody was last here.
    used: Moment,
    /// The log could not be written: what this room thinks is not so. It must be opened again.
    is_dead: bool,
}

impl Live {
    pub(crate) fn new(hall: &Arc<Hall>, room: Room, pen: Pen, used: Moment) -> Arc<Live> {
        // A room that has just woken up may be ahead of its log.
        let version = pen.version();
        let inner = Inner {
            gate: Gate::new(version),
            outboxes: HashMap::new(),
            deadline: None,
            last_snapshot: version,
            used,
            is_dead: false,
            room,
            pen,
        };
        Arc::new(Live { id: inner.room.id(), hall: Arc::downgrade(hall), inner: Mutex::new(inner) })
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().expect("a table does not panic")
    }

    /// The table's id.
    pub(crate) fn id(&self) -> TableId {
        self.id
    }

    /// Somebody comes to the table over this connection; false if the table must be opened again first.
    pub(crate) fn enter(self: &Arc<Self>, guest: GuestId, outbox: &Arc<Outbox>, hello: Box<Hello>) -> bool {
        let mut inner = self.inner();
        if inner.is_dead {
            return false;
        }
        inner.outboxes.insert(guest, Arc::clone(outbox));
        self.handle_in(&mut inner, Input::Hello { guest, hello });
        true
    }

    /// Somebody comes whose older steps had to be read first, unless the connection has left in the meantime.
    pub(crate) fn enter_late(self: &Arc<Self>, guest: GuestId, hello: Box<Hello>) {
        let mut inner = self.inner();
        if inner.outboxes.contains_key(&guest) {
            self.handle_in(&mut inner, Input::Hello { guest, hello });
        }
    }

    /// A connection leaves the table.
    pub(crate) fn leave(self: &Arc<Self>, guest: GuestId) {
        let mut inner = self.inner();
        self.handle_in(&mut inner, Input::Gone { guest });
        inner.outboxes.remove(&guest);
        if let Some(hall) = self.hall.upgrade() {
            inner.used = hall.world.now();
        }
    }

    /// Something comes in.
    pub(crate) fn handle(self: &Arc<Self>, input: Input) {
        self.handle_in(&mut self.inner(), input);
    }

    /// Time went by.
    pub(crate) fn tick(self: &Arc<Self>) {
        let mut inner = self.inner();
        inner.deadline = None;
        self.handle_in(&mut inner, Input::Tick);
    }

    /// Looks at the room.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&Room) -> T) -> T {
        look(&self.inner().room)
    }

    /// Whether nobody needs the table in memory: no connection, no deadline, nothing on its way, for so many
    /// milliseconds; where the game is over, for a moment.
    pub(crate) fn is_resting(&self, now: Moment, rest: u64) -> bool {
        let inner = self.inner();
        let is_quiet = inner.room.guests() == 0 && inner.deadline.is_none() && !inner.gate.is_holding();
        let rest = if inner.room.phase() == Phase::Over { rest.min(REST_WHEN_OVER) } else { rest };
        is_quiet && inner.used.plus(rest) < now && inner.outboxes.is_empty()
    }

    /// Tells every connection to come back later.
    pub(crate) fn send_away(&self, ending: &Ending) {
        self.inner().outboxes.values().for_each(|outbox| outbox.end(ending.clone()));
    }

    fn handle_in(self: &Arc<Self>, inner: &mut Inner, input: Input) {
        let Some(hall) = self.hall.upgrade() else { return };
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            if inner.is_dead {
                return;
            }
            let outputs = self.step(&hall, inner, input);
            self.deliver(&hall, inner, outputs, &mut inputs);
        }
        let deadline = inner.room.deadline();
        if deadline != inner.deadline && !inner.is_dead {
            hall.timekeeper.change(self.id, inner.deadline, deadline);
            inner.deadline = deadline;
        }
    }

    /// Lets the room take an input and sends its entries to the log; gives back what may go out at once.
    fn step(self: &Arc<Self>, hall: &Arc<Hall>, inner: &mut Inner, input: Input) -> Vec<Output> {
        let at = hall.world.now();
        let mut fresh = || hall.world.fresh();
        let is_player = |game: &str, player: &str| baize_players::ids(game).contains(&player);
        let now = Now { at, fresh: &mut fresh, is_player: &is_player };
        let outputs = inner.room.handle(now, input);
        let entries = inner.room.take_entries();
        let version = inner.room.version();
        if entries.is_empty() {
            return inner.gate.pass(version, outputs);
        }
        let count = entries.len() as u64;
        let entry = |entry| serde_json::to_vec(&entry).expect("an entry can be written as JSON");
        let mut append = inner.pen.write(entries.into_iter().map(entry).collect());
        if version >= inner.last_snapshot + SNAPSHOT_EVERY {
            append.snapshot = Some(inner.room.snapshot());
            inner.last_snapshot = version;
        }
        append.listing = inner.room.take_summary().map(|summary| crate::hall::listing(&summary));
        let ready = inner.gate.pass(version, outputs);
        let (live, meter, start) = (Arc::clone(self), Arc::clone(&hall.meter), Instant::now());
        let done = Box::new(move |outcome: Result<(), StoreError>| {
            meter.append_seconds.record(start.elapsed().as_secs_f64());
            live.settled(version, count, outcome);
        });
        match hall.store.append(append, done) {
            Submitted::Later => ready,
            Submitted::Now(Ok(())) => {
                hall.meter.entries.increment(count);
                inner.gate.open(version)
            }
            Submitted::Now(Err(error)) => {
                self.fail(hall, inner, &error);
                Vec::new()
            }
        }
    }

    /// The log is safe up to `version`, or could not be written.
    fn settled(self: &Arc<Self>, version: u32, count: u64, outcome: Result<(), StoreError>) {
        let Some(hall) = self.hall.upgrade() else { return };
        let mut inner = self.inner();
        match outcome {
            Ok(()) => {
                hall.meter.entries.increment(count);
                let released = inner.gate.open(version);
                let mut inputs = VecDeque::new();
                self.deliver(&hall, &mut inner, released, &mut inputs);
                inputs.into_iter().for_each(|input| self.handle_in(&mut inner, input));
            }
            Err(error) => self.fail(&hall, &mut inner, &error),
        }
    }

    /// What was not written has not happened: whoever waits is told, and the table is opened again by the next to come.
    fn fail(&self, hall: &Hall, inner: &mut Inner, error: &StoreError) {
        if inner.is_dead {
            return;
        }
        inner.is_dead = true;
        hall.meter.append_failures.increment(1);
        tracing::error!(table = %self.id, %error, "a log could not be written; the table is closed for now");
        let problem = Problem::new("server.storage", format!("nothing was done: {error}"));
        for (guest, id) in inner.gate.fail() {
            if let Some(outbox) = inner.outboxes.get(&guest) {
                let refused = Message::Refused { id: Some(id), version: None, error: problem.clone() };
                outbox.push(refused.to_text().into());
            }
        }
        let ending = Ending::come_back(problem);
        inner.outboxes.values().for_each(|outbox| outbox.end(ending.clone()));
        hall.timekeeper.change(self.id, inner.deadline.take(), None);
        hall.forget(self.id);
    }

    fn deliver(
        self: &Arc<Self>,
        hall: &Arc<Hall>,
        inner: &mut Inner,
        outputs: Vec<Output>,
        inputs: &mut VecDeque<Input>,
    ) {
        for output in outputs {
            match output {
                Output::Reply { to, text, .. } => inner.send(to, text),
                Output::Tell { to, text } => inner.tell(&to, text),
                Output::Part { to, problem } => {
                    if let Some(outbox) = inner.outboxes.get(&to) {
                        outbox.end(Ending { code: 1000, problem });
                    }
                }
                Output::Think(task) => inputs.extend(self.think(hall, task)),
                Output::Ask(question) => self.ask(hall, inner, question),
                Output::Older { to, hello, after, until } => {
                    hall.fetch_older(Arc::clone(self), to, hello, after, until);
                }
                Output::Rematch(charter) => hall.open_rematch(Arc::clone(self), *charter),
            }
        }
    }

    /// Lets a computer player think; says so if there is no room for it.
    fn think(self: &Arc<Self>, hall: &Arc<Hall>, task: Task) -> Option<Input> {
        let seat = task.seat;
        let (live, meter) = (Arc::downgrade(self), Arc::clone(&hall.meter));
        let budget = budget(hall);
        let work = move || {
            let Some(live) = live.upgrade() else { return };
            let Task { seat, decision, game, player, is_aside, glimpse, seed } = task;
            let start = Instant::now();
            let think = || {
                let mut player = sit(&game, &player, &seed)?;
                if is_aside {
                    Ok(player.interject(&glimpse))
                } else {
                    Ok(Some(player.choose(&glimpse, budget)?.action))
                }
            };
            // A player that panics must not stop its table.
            let action = catch_unwind(AssertUnwindSafe(think)).unwrap_or_else(|_| {
                Err(Problem::new("server.player_failed", "the computer player could not go on"))
            });
            meter.think_seconds.record(start.elapsed().as_secs_f64());
            meter.thoughts.increment(1);
            live.handle(Input::Thought { seat, decision, action });
        };
        match hall.thinkers.submit(Box::new(work)) {
            Ok(()) => None,
            Err(_) => {
                hall.meter.thoughts_put_off.increment(1);
                Some(Input::TooBusy { seat })
            }
        }
    }

    fn ask(self: &Arc<Self>, hall: &Arc<Hall>, inner: &Inner, question: Question) {
        let (from, id) = (question.from, question.id.clone());
        let Some(outbox) = inner.outboxes.get(&from).map(Arc::clone) else { return };
        let (reply, budget) = (Arc::downgrade(&outbox), budget(hall));
        let work = move || {
            // Nobody thinks about a question whose asker has gone.
            if let Some(outbox) = reply.upgrade() {
                let known = baize_players::answer(question.table.game().id(), &question.query, budget);
                outbox.push(question.answer(known).into());
            }
        };
        if hall.thinkers.submit(Box::new(work)).is_err() {
            outbox.push(busy(id).into());
        }
    }
}

impl Inner {
    fn send(&self, to: GuestId, text: String) {
        if let Some(outbox) = self.outboxes.get(&to) {
            outbox.push(text.into());
        }
    }

    fn tell(&self, to: &[GuestId], text: String) {
        let text = Utf8Bytes::from(text);
        for outbox in to.iter().filter_map(|to| self.outboxes.get(to)) {
            outbox.push(text.clone());
        }
    }
}

/// What a move or an answer may cost. One thread for each: many tables think at once.
fn budget(hall: &Hall) -> Budget {
    Budget { nodes: None, millis: Some(hall.settings.think_millis), clock: Clock(uptime), threads: 1 }
}

fn busy(id: RequestId) -> String {
    let error = Problem::new("server.busy", "too many questions wait; try again in a moment");
    Message::Refused { id: Some(id), version: None, error }.to_text()
}

/// The clock of computer players: the time since the first of them thought.
fn uptime() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
