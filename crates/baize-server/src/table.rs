//! The task that owns a table: it takes messages from the mailbox one by one, lets the [`TableActor`] decide,
//! and carries out the resulting effects. Nothing else touches the table, so it needs no lock.

mod away;

use crate::mailbox::{Closed, Mailbox};
use crate::nodes::moved;
use crate::outbox::{Ending, Outbox};
use crate::tables::Tables;
use crate::workers::{Lane, Owner, Stop, think_clock};
use away::{Away, Reopened};
use axum::extract::ws::Utf8Bytes;
use baize_actor::{Effect, Reading, TableActor, TableMessage, answer, question_budget, think};
use baize_players::{Budget, Stopwatch};
use baize_protocol::{Key, Message, Request, RequestId, TableId};
use baize_room::{Charter, GuestId, Hello, Input, Keys, Now, Older, Question, Task, forked};
use baize_rules::{Problem, Seat};
use serde_json::Value;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tokio::time::timeout;

/// How long a finished table without visitors stays in memory.
const REST_WHEN_OVER: Duration = Duration::from_secs(2);
/// The longest wait for a deadline before the clock is read again, in case it was set.
const MOST_WAIT: Duration = Duration::from_secs(60);
/// A table whose moves take longer than this is lent to a worker for the next one.
const LONG: Duration = Duration::from_millis(2);
/// How many of the last four moves may take that long before the table is lent: on a busy machine any of them
/// may have waited for a processor, and lending a table costs more than most moves do.
const MOST_LONG: u32 = 1;

/// A message to the task of a table.
pub(crate) enum Letter {
    /// Somebody comes to the table over this connection.
    Enter(Box<Entering>),
    /// Somebody makes a request.
    Request { guest: GuestId, request: Request },
    /// A connection has left.
    Leave { guest: GuestId },
    /// The older steps that somebody is waiting for were read.
    Older { guest: GuestId, hello: Box<Hello> },
    /// Something has happened outside.
    Report(TableMessage),
    /// Work for the table as opened in this epoch is done.
    Done { epoch: u32, message: TableMessage },
    /// The outcome of opening the table again.
    Reopened(Box<Reopened>),
    /// Asks for the secrets of the table, on behalf of the person who opened it.
    Keys { key: Key, reply: oneshot::Sender<Option<Keys>> },
    /// Sends everyone away.
    SendAway(Ending),
}

/// Somebody who comes to a table.
pub(crate) struct Entering {
    pub(crate) guest: GuestId,
    pub(crate) client: IpAddr,
    pub(crate) outbox: Arc<Outbox>,
    pub(crate) hello: Box<Hello>,
}

/// A handle to a table in memory.
#[derive(Clone)]
pub(crate) struct TableHandle {
    id: TableId,
    mailbox: Arc<Mailbox<Letter>>,
}

impl TableHandle {
    pub(crate) fn id(&self) -> TableId {
        self.id
    }

    /// Whether both lead to the same table in memory, and not to one that was reopened since.
    pub(crate) fn is_same(&self, other: &TableHandle) -> bool {
        Arc::ptr_eq(&self.mailbox, &other.mailbox)
    }

    /// Sends a person's message, once there is room for it.
    pub(crate) async fn send(&self, letter: Letter) -> Result<(), Closed> {
        self.mailbox.send(letter).await
    }

    /// Reports something the table waits for, if the table has not ended.
    pub(crate) fn post(&self, letter: Letter) {
        let _ = self.mailbox.post(letter);
    }

    /// Ends the table's task and drops waiting messages.
    pub(crate) fn close(&self) {
        drop(self.mailbox.close());
    }
}

/// Somebody at the table.
struct Guest {
    outbox: Arc<Outbox>,
    client: IpAddr,
    greeting: Greeting,
    /// Stops the questions of this guest when they leave.
    gone: Stop,
}

/// What has become of someone's hello.
enum Greeting {
    /// It has not been answered yet.
    Asked(Box<Hello>),
    /// They are at the table, and hear whatever happens there.
    Welcome(Box<Hello>),
    /// They are not at the table.
    Refused,
}

/// The owner of a table.
pub(crate) struct TableTask {
    tables: Arc<Tables>,
    handle: TableHandle,
    /// `None` while a worker has the actor, and while the table is away.
    actor: Option<Box<TableActor>>,
    away: Option<Away>,
    guests: HashMap<GuestId, Guest>,
    thoughts: HashMap<(Seat, u32), Stop>,
    /// Guests whose outboxes have something that has not been sent yet.
    told: Vec<GuestId>,
    /// When the last message came.
    quiet: Instant,
    /// Which of the last four messages that changed the game were slow, one bit each.
    slow: u8,
    /// The term of this process in which the table was opened.
    term: u64,
    /// Whether the table is to be handed over to another process.
    is_leaving: bool,
}

impl TableTask {
    /// Starts the task of a table.
    pub(crate) fn start(tables: &Arc<Tables>, actor: TableActor, term: u64) -> TableHandle {
        let handle = TableHandle { id: actor.room().id(), mailbox: Arc::new(Mailbox::new()) };
        let task = TableTask {
            tables: Arc::clone(tables),
            handle: handle.clone(),
            actor: Some(Box::new(actor)),
            away: None,
            guests: HashMap::new(),
            thoughts: HashMap::new(),
            told: Vec::new(),
            quiet: Instant::now(),
            slow: 0,
            term,
            is_leaving: false,
        };
        // If waking up has added an entry, it goes to the log with this first message.
        handle.post(Letter::Report(TableMessage::Input(Input::Tick)));
        tables.runtime.spawn(task.run());
        handle
    }

    async fn run(mut self) {
        let mailbox = Arc::clone(&self.handle.mailbox);
        let mut letters = VecDeque::new();
        loop {
            let wait = match &self.actor {
                Some(actor) => self.wait_for(actor),
                None if self.away.is_some() => None,
                None => return,
            };
            let come = match wait {
                Some(wait) => timeout(wait, mailbox.take(&mut letters)).await,
                None => Ok(mailbox.take(&mut letters).await),
            };
            if !self.tables.answers_for(self.handle.id, self.term) {
                // Another process may have the table by now, so nobody here hears of it any more.
                self.go_away();
            }
            match come {
                Ok(true) => {
                    while let Some(letter) = letters.pop_front() {
                        self.take(letter).await;
                    }
                    self.quiet = Instant::now();
                }
                Ok(false) => return,
                Err(_) => self.time_went_by().await,
            }
            self.send_all();
            self.leave_if_settled();
        }
    }

    /// Hands the table over once everything it has acknowledged, or will, is safe.
    fn leave_if_settled(&mut self) {
        if self.away.is_some() && self.guests.is_empty() {
            return self.end(&Ending::come_back(moved()));
        }
        if self.is_leaving && self.actor.as_ref().is_some_and(|actor| actor.is_settled()) {
            self.release();
            self.end(&Ending::come_back(moved()));
        }
    }

    /// How often the table has been opened.
    fn epoch(&self) -> u32 {
        self.actor.as_ref().map_or(0, |actor| actor.epoch())
    }

    /// Allows other processes to take the table.
    fn release(&self) {
        if let Some(actor) = &self.actor {
            self.tables.store.release(self.handle.id, actor.epoch());
        }
    }

    /// How long to wait for messages before the table must act without any.
    fn wait_for(&self, actor: &TableActor) -> Option<Duration> {
        if let Some(deadline) = actor.deadline() {
            let wait = Duration::from_millis(deadline.since(self.tables.world.now()));
            return Some(wait.clamp(Duration::from_millis(1), MOST_WAIT));
        }
        self.is_resting(actor).then(|| self.rest(actor).saturating_sub(self.quiet.elapsed()))
    }

    fn is_resting(&self, actor: &TableActor) -> bool {
        self.guests.is_empty() && actor.is_quiet()
    }

    /// How long a table that nobody needs stays in memory.
    fn rest(&self, actor: &TableActor) -> Duration {
        let rest = Duration::from_secs(self.tables.settings.limits.rest_seconds);
        if actor.is_over() { rest.min(REST_WHEN_OVER) } else { rest }
    }

    async fn time_went_by(&mut self) {
        let Some(actor) = &self.actor else { return };
        if actor.deadline().is_some() {
            return self.handle(TableMessage::Input(Input::Tick)).await;
        }
        let is_time = self.is_resting(actor) && self.quiet.elapsed() >= self.rest(actor);
        // Anyone who comes at this moment finds the mailbox closed, and opens the table again.
        if is_time && self.handle.mailbox.close_if_empty() {
            self.tables.forget(&self.handle);
            self.release();
            self.actor = None;
        }
    }

    async fn take(&mut self, letter: Letter) {
        if self.away.is_some() {
            return self.take_away(letter).await;
        }
        let message = match letter {
            Letter::Enter(entering) => {
                let Entering { guest, client, outbox, hello } = *entering;
                if self.actor.is_none() {
                    return outbox.end(Ending::come_back(fault()));
                }
                let greeting = Greeting::Asked(hello.clone());
                self.guests.insert(guest, Guest { outbox, client, greeting, gone: Stop::default() });
                TableMessage::Input(Input::Hello { guest, hello })
            }
            Letter::Request { guest, request } => TableMessage::Input(Input::Request { guest, request }),
            Letter::Leave { guest } => {
                if let Some(guest) = self.guests.remove(&guest) {
                    guest.gone.stop();
                }
                TableMessage::Input(Input::Gone { guest })
            }
            Letter::Older { guest, hello } => {
                if !self.guests.contains_key(&guest) {
                    return;
                }
                TableMessage::Input(Input::Hello { guest, hello })
            }
            Letter::Report(message) => message,
            Letter::Done { epoch, message } => {
                if self.actor.as_ref().is_none_or(|actor| actor.epoch() != epoch) {
                    return;
                }
                message
            }
            Letter::Reopened(_) => return,
            Letter::Keys { key, reply } => {
                if let Some(actor) = &self.actor {
                    let _ = reply.send(actor.room().keys(&key));
                }
                return;
            }
            Letter::SendAway(ending) => {
                self.is_leaving = self.tables.member.is_some();
                return self.guests.values().for_each(|guest| guest.outbox.end(ending.clone()));
            }
        };
        self.handle(message).await;
    }

    /// Lets the actor take a message, and carries out the effects.
    async fn handle(&mut self, message: TableMessage) {
        let (mut next, mut later) = (Some(message), VecDeque::new());
        while let Some(message) = next.take().or_else(|| later.pop_front()) {
            let Some(actor) = self.actor.take() else { return };
            let (actor, effects) = if self.is_slow() && changes_the_game(&message) || actor.is_long(&message)
            {
                let world = self.tables.world.clone();
                let lent = move || on(actor, &world, message);
                self.send_all();
                let Some(back) = self.tables.workers.lend(self.handle.id, lent).await else { return };
                self.note_time(back.2);
                (back.0, back.1)
            } else {
                let (is_move, world) = (changes_the_game(&message), &self.tables.world);
                let (actor, effects, time) = on(actor, world, message);
                if is_move {
                    self.note_time(time);
                }
                (actor, effects)
            };
            match (actor, effects) {
                (Some(actor), effects) => {
                    self.actor = Some(actor);
                    for effect in effects {
                        later.extend(self.perform(effect));
                    }
                }
                (None, _) => {
                    self.tables.count_fault(self.handle.id);
                    self.end(&Ending::come_back(fault()));
                }
            }
        }
    }

    fn note_time(&mut self, time: Duration) {
        self.slow = ((self.slow << 1) | u8::from(time > LONG)) & 0b1111;
    }

    fn is_slow(&self) -> bool {
        self.slow.count_ones() > MOST_LONG
    }

    /// Carries out an effect; returns the message it leads to at once, if any.
    fn perform(&mut self, effect: Effect) -> Option<TableMessage> {
        match effect {
            Effect::Tell { to, text } => self.tell(&to, text),
            Effect::Reply { to, id, text } => {
                self.note_greeting(to, &id);
                self.tell(&[to], text);
            }
            Effect::Part { to, problem } => {
                if let Some(guest) = self.guests.get(&to) {
                    guest.outbox.end(Ending { code: 1000, problem });
                }
            }
            Effect::Save { append, save, count } => {
                let epoch = self.epoch();
                return self.tables.append(&self.handle, epoch, *append, save, count);
            }
            Effect::Think(task) => return self.think(*task),
            Effect::StopThinking { seat, decision } => {
                if let Some(stop) = self.thoughts.remove(&(seat, decision)) {
                    stop.stop();
                }
            }
            Effect::Ask(question) => self.ask(*question),
            Effect::ReadOlder { to, hello, after, until } => self.read_older(to, hello, after, until),
            Effect::OpenRematch(charter) => self.open_rematch(*charter),
            Effect::Freeze => {
                self.tables.freeze(self.handle.id);
                self.end(&Ending { code: 1000, problem: forked() });
            }
            Effect::End(problem) => {
                tracing::warn!(table = %self.handle.id, %problem, "a table waits for its log");
                self.go_away();
            }
        }
        None
    }

    /// Notes whether a guest is now at the table, if this reply answers their hello.
    fn note_greeting(&mut self, to: GuestId, id: &RequestId) {
        let Some(guest) = self.guests.get_mut(&to) else { return };
        let Greeting::Asked(hello) = &guest.greeting else { return };
        if hello.id == *id {
            let is_here = self.actor.as_ref().is_some_and(|actor| actor.room().is_here(to));
            guest.greeting = if is_here { Greeting::Welcome(hello.clone()) } else { Greeting::Refused };
        }
    }

    /// Puts a text into outboxes. A reply and the news that go with it are sent together, and wake their
    /// connection once.
    fn tell(&mut self, to: &[GuestId], text: String) {
        let text = Utf8Bytes::from(text);
        for (id, guest) in to.iter().filter_map(|to| self.guests.get_key_value(to)) {
            guest.outbox.put(text.clone());
            if !self.told.contains(id) {
                self.told.push(*id);
            }
        }
    }

    /// Sends what has been put into outboxes.
    fn send_all(&mut self) {
        for guest in self.told.drain(..).filter_map(|told| self.guests.get(&told)) {
            guest.outbox.send();
        }
    }

    /// Ends this table alone: everyone here is told, and the next visitor opens it again from its log.
    fn end(&mut self, ending: &Ending) {
        (self.actor, self.away) = (None, None);
        // Forget it first, so that nobody who comes back is sent here.
        self.tables.forget(&self.handle);
        self.thoughts.values().for_each(Stop::stop);
        for letter in self.handle.mailbox.close() {
            if let Letter::Enter(entering) = letter {
                entering.outbox.end(ending.clone());
            }
        }
        self.guests.values().for_each(|guest| {
            guest.gone.stop();
            guest.outbox.end(ending.clone());
        });
    }

    /// Lets a computer player think; returns a message if there is no room for it.
    fn think(&mut self, task: Task) -> Option<TableMessage> {
        let (tables, handle, seat) = (&self.tables, self.handle.clone(), task.seat);
        let epoch = self.epoch();
        let stop = Stop::default();
        self.thoughts.retain(|_, stop| !stop.is_stopped());
        self.thoughts.insert((seat, task.decision), stop.clone());
        let lane = tables.workers.lane_of(&task.game, &task.player);
        let (meter, budget) = (Arc::clone(&tables.meter), budget(tables));
        let pace = Arc::downgrade(tables);
        let work = move || {
            let start = Instant::now();
            // A player that panics must not stop its table.
            let action = catch_unwind(AssertUnwindSafe(|| think(&task, budget))).unwrap_or_else(|_| {
                Err(Problem::new("server.player_failed", "the computer player could not go on"))
            });
            let time = start.elapsed();
            meter.think_seconds.record(time.as_secs_f64());
            meter.thoughts.increment(1);
            let Task { seat, decision, game, player, is_aside, .. } = task;
            if let Some(tables) = pace.upgrade().filter(|_| !is_aside) {
                tables.workers.took(&game, &player, time);
            }
            let message = TableMessage::Input(Input::Thought { seat, decision, action });
            handle.post(Letter::Done { epoch, message });
        };
        if tables.workers.submit(lane, Owner::Table(self.handle.id), stop, work).is_ok() {
            return None;
        }
        tables.meter.thoughts_put_off.increment(1);
        Some(TableMessage::Input(Input::TooBusy { seat }))
    }

    /// Answers a question, based on what the asker sees.
    fn ask(&self, question: Question) {
        let Some(guest) = self.guests.get(&question.from) else { return };
        let (id, outbox) = (question.id.clone(), Arc::clone(&guest.outbox));
        let budget = question_budget(&question.query, budget(&self.tables));
        let lane = lane_of(&question.query);
        let work = {
            let (id, outbox) = (id.clone(), Arc::clone(&outbox));
            move || {
                let failed = || Problem::new("server.busy", "this question could not be answered");
                let answer = catch_unwind(AssertUnwindSafe(|| answer(&question, budget)));
                outbox.push(answer.unwrap_or_else(|_| refused(id, failed())).into());
            }
        };
        let owner = Owner::Client(guest.client);
        if let Err(busy) = self.tables.workers.submit(lane, owner, guest.gone.clone(), work) {
            outbox.push(refused(id, busy.problem()).into());
        }
    }

    /// Reads steps from the log for a client that was away for long.
    fn read_older(&self, guest: GuestId, mut hello: Box<Hello>, after: u32, until: u32) {
        let Some(Guest { client, outbox, .. }) = self.guests.get(&guest) else { return };
        let (tables, handle, client) = (Arc::clone(&self.tables), self.handle.clone(), *client);
        let outbox = Arc::clone(outbox);
        self.tables.runtime.spawn(async move {
            match tables.older(client, handle.id, after, until).await {
                Ok(older) => {
                    hello.older = Some(older);
                    handle.post(Letter::Older { guest, hello });
                }
                // A client that gave no history to compare is shown the current state of the table.
                Err(_) if hello.history.is_none() => {
                    hello.older = Some(Older { steps: Vec::new(), sum: None });
                    handle.post(Letter::Older { guest, hello });
                }
                Err(problem) => outbox.push(refused(hello.id, problem).into()),
            }
        });
    }

    /// Opens the next table and reports it to this one.
    fn open_rematch(&self, charter: Charter) {
        let (tables, handle) = (Arc::clone(&self.tables), self.handle.clone());
        self.tables.runtime.spawn(async move {
            match tables.create(charter, None).await {
                Ok(next) => {
                    let table = next.map_or_else(|id| id, |next| next.id());
                    let opened = Input::RematchOpened { table };
                    handle.post(Letter::Report(TableMessage::Input(opened)));
                }
                Err(problem) => tracing::warn!(table = %handle.id, %problem, "no table for a rematch"),
            }
        });
    }
}

/// Lets the actor take a message. An actor that panics is dropped, as its state is unknown.
fn on(
    mut actor: Box<TableActor>,
    world: &crate::World,
    message: TableMessage,
) -> (Option<Box<TableActor>>, Vec<Effect>, Duration) {
    let start = Instant::now();
    let taken = catch_unwind(AssertUnwindSafe(|| {
        let mut fresh = || world.fresh();
        let is_player = |game: &str, player: &str| baize_players::ids(game).contains(&player);
        let Reading { at, skipped } = world.read();
        let mut now =
            Now { at, fresh: &mut fresh, is_player: &is_player, agrees: &baize_players::agrees_to_draw };
        actor.on_reading(&mut now, skipped, message)
    }));
    match taken {
        Ok(effects) => (Some(actor), effects, start.elapsed()),
        Err(_) => {
            // Dropping a half-done actor could panic as well.
            let _ = catch_unwind(AssertUnwindSafe(move || drop(actor)));
            (None, Vec::new(), start.elapsed())
        }
    }
}

/// Whether this message moves the game on, and so takes as long as a move does.
fn changes_the_game(message: &TableMessage) -> bool {
    match message {
        TableMessage::Input(Input::Request { request, .. }) => matches!(request, Request::Play { .. }),
        TableMessage::Input(Input::Thought { .. } | Input::Tick) => true,
        TableMessage::Input(_) | TableMessage::Saved { .. } => false,
    }
}

/// The lane in which a question is answered.
pub(crate) fn lane_of(query: &Value) -> Lane {
    match query["type"].as_str() {
        Some("PERFT" | "SOLVE" | "POLICY") => Lane::LongQuestion,
        _ => Lane::Question,
    }
}

/// The budget for a move or an answer. One thread for each, as many tables think at once.
pub(crate) fn budget(tables: &Tables) -> Budget {
    let millis = Some(tables.settings.think_millis);
    Budget { millis, clock: Stopwatch(think_clock), ..Budget::default() }
}

fn refused(id: RequestId, error: Problem) -> String {
    Message::Refused { id: Some(id), version: None, error }.to_text()
}

fn fault() -> Problem {
    Problem::new("server.fault", "this table had a fault and is opened again; come back in a moment")
}
