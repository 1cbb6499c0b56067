//! All tables in this worker's memory, and access to those that the browser stores.

use crate::jobs::{Job, JobDone, is_long};
use crate::letter::{Letter, Order, Outgoing, Time};
use baize_actor::answers::{self, unknown};
use baize_actor::opening::{self, MOST_OLDER};
use baize_actor::{
    BEAT, ClientMessage, Effect, Reading, SteadyClock, TableActor, TableMessage, answer, question_budget,
    read,
};
use baize_players::Budget;
use baize_protocol::http::Refusal;
use baize_protocol::{Message, Moment, RequestId, TableId};
use baize_room::{Charter, GuestId, Hello, Input, Keys, Nonce, Now, Older, Room, Task, forked};
use baize_rules::{Dice, Problem, Seat, Seed};
use baize_store::{Appender, Kept, StoreError, create};
use core::time::Duration;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Milliseconds after which a page comes back to a table that has ended.
const COME_BACK: u32 = 100;

/// All tables of this worker.
pub(crate) struct Tables {
    pub(crate) url: String,
    clock: SteadyClock,
    pub(crate) now: Reading,
    dice: Dice,
    loaded: BTreeMap<TableId, LoadedTable>,
    /// Who waits for a table that is being loaded.
    arriving: BTreeMap<TableId, Vec<(u64, Box<Hello>)>>,
    /// Which table each connection is at.
    places: BTreeMap<u64, TableId>,
    /// Tables whose logs differ from the history that a client was given.
    frozen: BTreeSet<TableId>,
    /// Questions the browser has not answered yet.
    waiting: BTreeMap<u64, Waiting>,
    jobs: BTreeMap<u64, Employer>,
    last: u64,
    budget: Budget,
    orders: Vec<Order>,
}

struct LoadedTable {
    actor: TableActor,
    guests: BTreeSet<u64>,
}

/// What a question to the browser is for.
pub(crate) enum Waiting {
    /// An append of a table.
    Save { table: TableId, save: u64 },
    /// A table to be loaded.
    Open { table: TableId },
    /// A new table, and who opens it.
    New { room: Box<Room>, appender: Appender, at: Moment, by: Opener },
    /// A client that was away for long.
    Older { table: TableId, to: GuestId, hello: Box<Hello>, after: u32, until: u32 },
    /// A call.
    Call { call: u64, asked: crate::calls::Asked },
}

/// Who opens a table.
pub(crate) enum Opener {
    Call { call: u64, keys: Keys },
    Rematch { of: TableId },
}

/// Who a job is for.
enum Employer {
    Player { table: TableId, seat: Seat, decision: u32 },
    Asker { table: TableId, from: u64, id: RequestId },
}

impl Tables {
    fn new(seed: &Seed, url: String, time: Time, budget: Budget) -> Tables {
        let (steady, wall) = read_time(time);
        let mut clock = SteadyClock::new(steady, wall);
        Tables {
            url,
            now: clock.read(steady, wall),
            clock,
            dice: Dice::new(seed),
            loaded: BTreeMap::new(),
            arriving: BTreeMap::new(),
            places: BTreeMap::new(),
            frozen: BTreeSet::new(),
            waiting: BTreeMap::new(),
            jobs: BTreeMap::new(),
            last: 0,
            budget,
            orders: Vec::new(),
        }
    }

    /// Hands a letter to the tables; the first letter creates them.
    pub(crate) fn take(tables: &mut Option<Tables>, time: Time, letter: Letter, budget: Budget) -> Outgoing {
        if let Letter::Begin { seed, url } = letter {
            tables.get_or_insert_with(|| Tables::new(&seed, url, time, budget));
            return Outgoing { orders: Vec::new(), next: None };
        }
        let Some(tables) = tables else { return Outgoing { orders: Vec::new(), next: None } };
        let (steady, wall) = read_time(time);
        tables.now = tables.clock.read(steady, wall);
        tables.on(letter);
        tables.release_quiet();
        Outgoing { orders: std::mem::take(&mut tables.orders), next: tables.next() }
    }

    fn on(&mut self, letter: Letter) {
        match letter {
            Letter::Begin { .. } => {}
            Letter::Hear { connection, text } => self.hear(connection, &text),
            Letter::Leave { connection } => self.leave(connection),
            Letter::Call { call, method, path, query, key, body } => {
                self.call(call, &crate::calls::Call { method, path, query, key, body });
            }
            Letter::Tick {} => self.tick(),
            Letter::Written { id, trouble } => self.written(id, trouble.map(StoreError::from)),
            Letter::Found { id, kept } => self.found(id, kept),
            Letter::Listed { id, listings } => {
                if let Some(Waiting::Call { call, asked }) = self.waiting.remove(&id) {
                    let answer = asked.of_listings(&listings);
                    self.answer(call, answer);
                }
            }
            Letter::Done { job, done } => self.done(job, done),
            Letter::Taken { table } => {
                if let Some(loaded) = self.loaded.remove(&table) {
                    self.part_all(&loaded, &Message::Elsewhere {});
                }
            }
            Letter::Check { call, kept } => {
                let answer = sound(&kept).map(|()| serde_json::json!({"table": kept.table()}));
                self.answer(call, answer);
            }
        }
    }

    /// Asks the browser something.
    pub(crate) fn ask(&mut self, waiting: Waiting, order: impl FnOnce(u64) -> Order) {
        self.last += 1;
        self.waiting.insert(self.last, waiting);
        self.orders.push(order(self.last));
    }

    /// Answers a call.
    pub(crate) fn answer<T: Serialize>(&mut self, call: u64, answer: Result<T, Problem>) {
        let (status, body) = match answer {
            Ok(answer) => (200, serde_json::to_string(&answer)),
            Err(error) => (answers::status(&error), serde_json::to_string(&Refusal { error })),
        };
        let body = body.expect("whatever goes out can be written as JSON");
        self.orders.push(Order::Answer { call, status, body });
    }

    /// Runs `ask` with what a room needs from outside.
    pub(crate) fn with_now<T>(dice: &mut Dice, at: Moment, ask: impl FnOnce(&mut Now<'_>) -> T) -> T {
        let mut fresh = || -> Nonce { std::array::from_fn(|_| dice.roll(256) as u8) };
        let is_player = |game: &str, player: &str| baize_players::ids(game).contains(&player);
        let agrees = &baize_players::agrees_to_draw;
        ask(&mut Now { at, fresh: &mut fresh, is_player: &is_player, agrees })
    }

    /// A fresh secret seed.
    pub(crate) fn fresh_seed(&mut self) -> Seed {
        Seed::from_bytes(std::array::from_fn(|_| self.dice.roll(256) as u8))
    }

    /// Opens the table that a call asked for.
    pub(crate) fn open(&mut self, call: u64, open: &baize_protocol::http::OpenTable) -> Result<(), Problem> {
        let at = self.now.at;
        let (opening, key) = Self::with_now(&mut self.dice, at, |now| {
            let key = open.key.clone().unwrap_or_else(|| baize_protocol::Key::from_bytes((now.fresh)()));
            baize_room::Opening::new(open, &key, now).map(|opening| (opening, key))
        })?;
        let (room, new) = opening::make(opening.charter, None, at)?;
        let keys = room.keys(&key).ok_or_else(unknown)?;
        self.write_new(room, new, Opener::Call { call, keys });
        Ok(())
    }

    fn write_new(&mut self, room: Room, new: baize_store::NewTable, by: Opener) {
        let (change, appender) = create(new);
        let waiting = Waiting::New { room: Box::new(room), appender, at: self.now.at, by };
        self.ask(waiting, |id| Order::Write { id, change: Box::new(change), is_new: true });
    }

    fn hear(&mut self, connection: u64, text: &str) {
        match read(text) {
            ClientMessage::Hello(table, hello) => self.come_to(connection, table, hello),
            ClientMessage::Request(request) => match self.places.get(&connection) {
                Some(table) => {
                    let request = Input::Request { guest: GuestId(connection), request };
                    self.deliver(*table, TableMessage::Input(request));
                }
                None => {
                    let problem = Problem::new("request.no_hello", "say hello to a table first");
                    self.refuse(connection, Some(request.id().clone()), problem);
                }
            },
            ClientMessage::Nonsense(id, problem) => self.refuse(connection, id, problem),
        }
    }

    fn refuse(&mut self, connection: u64, id: Option<RequestId>, error: Problem) {
        let text = Message::Refused { id, version: None, error }.to_text();
        self.orders.push(Order::Tell { to: vec![connection], text });
    }

    fn come_to(&mut self, connection: u64, table: TableId, hello: Box<Hello>) {
        if self.places.get(&connection).is_some_and(|place| *place != table) {
            self.leave(connection);
        }
        if self.frozen.contains(&table) {
            return self.refuse(connection, Some(hello.id), forked());
        }
        if let Some(loaded) = self.loaded.get_mut(&table) {
            loaded.guests.insert(connection);
            self.places.insert(connection, table);
            return self
                .deliver(table, TableMessage::Input(Input::Hello { guest: GuestId(connection), hello }));
        }
        let arriving = self.arriving.entry(table).or_default();
        arriving.push((connection, hello));
        if arriving.len() == 1 {
            self.ask(Waiting::Open { table }, |id| Order::Open { id, table });
        }
    }

    fn leave(&mut self, connection: u64) {
        for arriving in self.arriving.values_mut() {
            arriving.retain(|(other, _)| *other != connection);
        }
        let Some(table) = self.places.remove(&connection) else { return };
        if let Some(loaded) = self.loaded.get_mut(&table) {
            loaded.guests.remove(&connection);
            self.deliver(table, TableMessage::Input(Input::Gone { guest: GuestId(connection) }));
        }
    }

    fn tick(&mut self) {
        let at = self.now.at;
        let is_due = |loaded: &LoadedTable| loaded.actor.deadline().is_some_and(|deadline| deadline <= at);
        let due: Vec<TableId> =
            self.loaded.iter().filter(|(_, loaded)| is_due(loaded)).map(|(table, _)| *table).collect();
        for table in due {
            self.deliver(table, TableMessage::Input(Input::Tick));
        }
    }

    /// After how many milliseconds to tell the time again; at most one beat while somebody is at a table.
    fn next(&self) -> Option<u64> {
        if self.places.is_empty() {
            return None;
        }
        let deadlines = self.loaded.values().filter_map(|loaded| loaded.actor.deadline());
        let wait = deadlines.map(|deadline| deadline.since(self.now.at).max(1)).min();
        Some(wait.unwrap_or(u64::MAX).min(BEAT.as_millis() as u64))
    }

    /// Forgets tables that are not needed any more.
    fn release_quiet(&mut self) {
        let is_quiet = |loaded: &LoadedTable| loaded.guests.is_empty() && loaded.actor.is_quiet();
        let quiet: Vec<TableId> =
            self.loaded.iter().filter(|(_, loaded)| is_quiet(loaded)).map(|(table, _)| *table).collect();
        for table in quiet {
            self.loaded.remove(&table);
            self.orders.push(Order::Release { table });
        }
    }

    /// Delivers a message to a table, and carries out its effects.
    fn deliver(&mut self, table: TableId, message: TableMessage) {
        let mut messages = VecDeque::from([message]);
        while let Some(message) = messages.pop_front() {
            let Reading { at, skipped } = self.now;
            let Some(loaded) = self.loaded.get_mut(&table) else { return };
            let effects =
                Self::with_now(&mut self.dice, at, |now| loaded.actor.on_reading(now, skipped, message));
            for effect in effects {
                messages.extend(self.perform(table, effect));
            }
        }
    }

    /// Carries out an effect of a table; returns the message that results at once, if any.
    fn perform(&mut self, table: TableId, effect: Effect) -> Option<TableMessage> {
        match effect {
            Effect::Tell { to, text } => {
                let to = to.iter().map(|guest| guest.0).collect();
                self.orders.push(Order::Tell { to, text });
            }
            Effect::Reply { to, text, .. } => self.orders.push(Order::Tell { to: vec![to.0], text }),
            Effect::Part { to, .. } => {
                self.places.remove(&to.0);
                if let Some(loaded) = self.loaded.get_mut(&table) {
                    loaded.guests.remove(&to.0);
                }
                self.orders.push(Order::Part { to: to.0 });
            }
            Effect::Save { append, save, .. } => {
                let change = Box::new((*append).into());
                self.ask(Waiting::Save { table, save }, |id| Order::Write { id, change, is_new: false });
            }
            Effect::Think(task) => return self.think(table, &task),
            Effect::StopThinking { seat, decision } => self.stop(table, seat, decision),
            Effect::Ask(question) => {
                let (from, id) = (question.from.0, question.id.clone());
                if is_long(&question) {
                    self.employ(Employer::Asker { table, from, id }, Job::answer(&question));
                } else {
                    let text = answer(&question, question_budget(&question.query, self.budget));
                    self.orders.push(Order::Tell { to: vec![from], text });
                }
            }
            Effect::ReadOlder { to, hello, after, until } => {
                let waiting = Waiting::Older { table, to, hello, after, until };
                self.ask(waiting, |id| Order::Read { id, table });
            }
            Effect::OpenRematch(charter) => self.open_rematch(table, *charter),
            Effect::Freeze => {
                self.frozen.insert(table);
                self.end(table, &forked());
            }
            Effect::End(problem) => self.end(table, &problem),
        }
        None
    }

    fn employ(&mut self, employer: Employer, work: Job) {
        self.last += 1;
        self.jobs.insert(self.last, employer);
        self.orders.push(Order::Work { job: self.last, work: Box::new(work) });
    }

    fn think(&mut self, table: TableId, task: &Task) -> Option<TableMessage> {
        let (seat, decision) = (task.seat, task.decision);
        let game = self.loaded.get(&table)?.actor.room().game()?;
        let job = Job::think(task, game);
        self.employ(Employer::Player { table, seat, decision }, job);
        None
    }

    fn stop(&mut self, table: TableId, seat: Seat, decision: u32) {
        let is_it = |employer: &Employer| matches!(employer, Employer::Player { table: at, seat: of, decision: about } if (*at, *of, *about) == (table, seat, decision));
        let stopped: Vec<u64> =
            self.jobs.iter().filter(|(_, employer)| is_it(employer)).map(|(job, _)| *job).collect();
        for job in stopped {
            self.jobs.remove(&job);
            self.orders.push(Order::Stop { job });
        }
    }

    fn done(&mut self, job: u64, done: JobDone) {
        match (self.jobs.remove(&job), done) {
            (Some(Employer::Player { table, seat, decision }), done) => {
                let action = match done {
                    JobDone::Thought { action } => Ok(action),
                    JobDone::Failed { problem } => Err(problem),
                    _ => Err(failed()),
                };
                self.deliver(table, TableMessage::Input(Input::Thought { seat, decision, action }));
            }
            (Some(Employer::Asker { table, from, id }), done) => {
                // Those who have left do not wait for it.
                if self.places.get(&from) != Some(&table) {
                    return;
                }
                match done {
                    JobDone::Reply { text } => self.orders.push(Order::Tell { to: vec![from], text }),
                    JobDone::Failed { problem } => self.refuse(from, Some(id), problem),
                    _ => self.refuse(from, Some(id), failed()),
                }
            }
            (None, _) => {}
        }
    }

    fn open_rematch(&mut self, of: TableId, charter: Charter) {
        // If the charter cannot be opened, the page goes on without a rematch.
        if let Ok((room, new)) = opening::make(charter, None, self.now.at) {
            self.write_new(room, new, Opener::Rematch { of });
        }
    }

    fn written(&mut self, id: u64, trouble: Option<StoreError>) {
        match (self.waiting.remove(&id), trouble) {
            (Some(Waiting::Save { table, save }), trouble) => {
                let outcome = trouble.map_or(Ok(()), Err);
                self.deliver(table, TableMessage::Saved { save, outcome });
            }
            (Some(Waiting::New { room, appender, at, by }), None) => {
                let table = room.id();
                self.load(TableActor::new(*room, appender, Some(at)));
                match by {
                    Opener::Call { call, keys } => {
                        let opened = answers::opened(table, &keys, &self.url);
                        self.answer(call, Ok(opened));
                    }
                    Opener::Rematch { of } => {
                        self.deliver(of, TableMessage::Input(Input::RematchOpened { table }));
                    }
                }
            }
            (Some(Waiting::New { by: Opener::Call { call, .. }, .. }), Some(trouble)) => {
                self.answer::<()>(call, Err(storage(&trouble)));
            }
            _ => {}
        }
    }

    fn found(&mut self, id: u64, kept: Option<Box<Kept>>) {
        match self.waiting.remove(&id) {
            Some(Waiting::Open { table }) => self.opened(table, kept),
            Some(Waiting::Older { table, to, mut hello, after, until }) => {
                let log = kept.and_then(|kept| kept.log().ok()).unwrap_or_default();
                let older = opening::older(table, &log, after, until, &mut |bytes| bytes > MOST_OLDER);
                hello.older = Some(older.unwrap_or(Older { steps: Vec::new(), sum: None }));
                self.deliver(table, TableMessage::Input(Input::Hello { guest: to, hello }));
            }
            Some(Waiting::Call { call, asked }) => {
                let log =
                    kept.ok_or_else(unknown).and_then(|kept| kept.log().map_err(|error| damaged(&error)));
                match log.and_then(|log| asked.of_log(&log)) {
                    Ok(body) => self.orders.push(Order::Answer { call, status: 200, body }),
                    Err(problem) => self.answer::<()>(call, Err(problem)),
                }
            }
            _ => {}
        }
    }

    /// A table was loaded: those who wait for it come in.
    fn opened(&mut self, table: TableId, kept: Option<Box<Kept>>) {
        let arriving = self.arriving.remove(&table).unwrap_or_default();
        let at = self.now.at;
        let actor = kept.ok_or_else(unknown).and_then(|kept| {
            let whole = kept.clone();
            let stored = kept.open().map_err(|error| damaged(&error))?;
            opening::take_over(stored, at, || whole.log().map(Some)).map_err(damaged_log)
        });
        match actor {
            Ok(actor) => self.load(actor),
            Err(problem) => {
                for (connection, hello) in arriving {
                    self.refuse(connection, Some(hello.id), problem.clone());
                }
                return;
            }
        }
        for (connection, hello) in arriving {
            self.come_to(connection, table, hello);
        }
    }

    fn load(&mut self, actor: TableActor) {
        let (table, actor) = (actor.room().id(), actor.after(self.now.skipped));
        self.loaded.insert(table, LoadedTable { actor, guests: BTreeSet::new() });
        // An entry that waking up may have added is written with the first message.
        self.deliver(table, TableMessage::Input(Input::Tick));
    }

    /// Ends a table: everybody there is told to come back.
    fn end(&mut self, table: TableId, problem: &Problem) {
        if let Some(loaded) = self.loaded.remove(&table) {
            self.part_all(&loaded, &Message::Closing { error: problem.clone(), retry: COME_BACK });
            self.orders.push(Order::Release { table });
        }
    }

    fn part_all(&mut self, loaded: &LoadedTable, last: &Message) {
        let to: Vec<u64> = loaded.guests.iter().copied().collect();
        self.places.retain(|guest, _| !loaded.guests.contains(guest));
        self.orders.push(Order::Tell { to: to.clone(), text: last.to_text() });
        self.orders.extend(to.into_iter().map(|to| Order::Part { to }));
    }
}

fn read_time(time: Time) -> (Duration, Moment) {
    let steady = Duration::try_from_secs_f64(time.steady / 1000.0).unwrap_or_default();
    (steady, Moment(time.wall as u64))
}

/// Checks that a table from elsewhere can be opened here.
fn sound(kept: &Kept) -> Result<(), Problem> {
    let log = kept.log().map_err(|error| damaged(&error))?;
    let entries = baize_actor::from_bytes(&log).map_err(damaged_log)?;
    let room = Room::replay(entries, 0).map_err(|damage| damaged_log(damage.to_string()))?;
    if room.id() == kept.table() { Ok(()) } else { Err(damaged_log("it is of another table".to_owned())) }
}

fn damaged(error: &StoreError) -> Problem {
    damaged_log(error.to_string())
}

fn damaged_log(what: String) -> Problem {
    Problem::new("table.damaged", what)
}

fn storage(error: &StoreError) -> Problem {
    Problem::new("server.storage", format!("nothing was done: {error}"))
}

fn failed() -> Problem {
    Problem::new("server.player_failed", "the computer player could not go on")
}
