//! The server: its real tables and store, and the simulated parts around them.

use crate::disk::SimulatedTail;
use crate::luck::{Digest, Luck};
use crate::network::ConnectionId;
use crate::open::Opened;
use crate::plan::{Bug, Fault};
use crate::time::ServerClock;
use crate::vfs;
use crate::world::{Event, World};
use baize_actor::{ClientMessage, Effect, Reading, TableActor, TableMessage, opening, read, think};
use baize_players::Budget;
use baize_protocol::{Message, Moment, RequestId, TableId};
use baize_room::{GuestId, Hello, Input, Now, Older, Task, forked};
use baize_rules::Problem;
use baize_store::{Append, Stepped, StoreError};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A server process.
pub(crate) struct Server {
    pub(crate) store: Stepped,
    pub(crate) owners: BTreeMap<u64, LoadedTable>,
    /// The current owner of each table.
    pub(crate) current: BTreeMap<TableId, u64>,
    /// Tables whose logs differ from what clients were told.
    pub(crate) frozen: BTreeSet<TableId>,
    pub(crate) next_owner: u64,
    /// Appends under way: the owner, and its number for the save.
    saves: BTreeMap<u64, (u64, u64)>,
    next_save: u64,
    pub(crate) clock: ServerClock,
    is_committing: bool,
    is_filing: bool,
    /// Hashes of the texts received, for the bug that does not recognise duplicates.
    heard: BTreeSet<u64>,
}

/// A table in memory.
pub(crate) struct LoadedTable {
    pub(crate) table: TableId,
    pub(crate) actor: TableActor,
    pub(crate) guests: BTreeSet<ConnectionId>,
    pub(crate) tick: Option<u64>,
}

impl World {
    pub(crate) fn server(&mut self) -> &mut Server {
        self.server.as_mut().expect("only a running server is asked")
    }

    pub(crate) fn is_bug(&self, bug: Bug) -> bool {
        self.plan.bug == Some(bug)
    }

    /// Starts the server unless it is running.
    pub(crate) fn start_server(&mut self) -> Result<(), String> {
        if self.server.is_some() {
            return Ok(());
        }
        self.starts += 1;
        self.tell(|| "the server starts".to_owned());
        let failures = self.disk.disk().failures;
        vfs::mount(&self.disk);
        let tail = SimulatedTail::open(&self.disk);
        let opened = tail
            .map_err(|_| StoreError::Failed("the disk fails".to_owned()))
            .and_then(|(tail, is_new)| Stepped::open(vfs::NAME, (Box::new(tail), is_new)));
        let has_failed = self.disk.disk().is_stopped() || self.disk.disk().failures > failures;
        match opened {
            Ok(mut store) if !self.disk.disk().is_stopped() => {
                if self.is_bug(Bug::NoFence) {
                    store.ignore_fences();
                }
                self.server = Some(Server {
                    store,
                    owners: BTreeMap::new(),
                    current: BTreeMap::new(),
                    frozen: BTreeSet::new(),
                    next_owner: self.starts << 32,
                    saves: BTreeMap::new(),
                    next_save: 0,
                    clock: ServerClock::new(&self.time),
                    is_committing: false,
                    is_filing: false,
                    heard: BTreeSet::new(),
                });
                Ok(())
            }
            Err(error) if !has_failed => Err(format!("the data cannot be opened any more: {error}")),
            store => {
                drop(store);
                let mut luck = Luck::new(self.plan.seed, self.starts);
                self.crash(&mut luck);
                Ok(())
            }
        }
    }

    /// Simulates a power failure.
    pub(crate) fn crash(&mut self, luck: &mut Luck) {
        self.tell(|| "the power goes".to_owned());
        self.disk.disk().stop();
        self.server = None;
        let wreck = self.disk.disk().crash(luck);
        for (sum, count) in
            self.outcome.writes.iter_mut().zip([wreck.kept, wreck.lost, wreck.torn, wreck.reordered])
        {
            *sum += count;
        }
        self.stop(luck);
    }

    /// Kills the process; the machine goes on.
    pub(crate) fn kill(&mut self, luck: &mut Luck) {
        self.disk.disk().stop();
        self.server = None;
        self.disk.disk().kill();
        self.stop(luck);
    }

    fn stop(&mut self, luck: &mut Luck) {
        self.time.start_anew();
        self.cut_all();
        self.after(20 + luck.below(3_000), Event::Start);
    }

    /// Calls the store; `None` if the machine stopped meanwhile.
    pub(crate) fn ask_store<T>(&mut self, ask: impl FnOnce(&mut Stepped) -> T) -> Option<T> {
        let answer = ask(&mut self.server.as_mut()?.store);
        if self.disk.disk().is_stopped() {
            let mut luck = Luck::new(self.plan.seed, self.outcome.steps);
            self.crash(&mut luck);
            return None;
        }
        self.collect_later();
        Some(answer)
    }

    /// Plans to collect the outcomes of appends, as any call to the store may have finished some.
    fn collect_later(&mut self) {
        self.after(1, Event::Settle);
    }

    pub(crate) fn server_hears(&mut self, line: ConnectionId, text: &str) -> Result<(), String> {
        if self.server.is_none() || !self.connections.get(&line).is_some_and(|line| line.is_there) {
            return Ok(());
        }
        let mut text = text.to_owned();
        if self.is_bug(Bug::DoneTwice) && !self.server().heard.insert(Digest::of(text.as_bytes())) {
            text = text.replacen("-", "-again", 1);
        }
        let guest = GuestId(line.0);
        match read(&text) {
            ClientMessage::Hello(table, mut hello) => {
                hello.history = hello.history.filter(|_| !self.is_bug(Bug::NoProof));
                self.come_to(line, table, hello)
            }
            ClientMessage::Request(request) => {
                let owner = self.connections.get(&line).and_then(|connection| connection.owner);
                match owner {
                    Some(owner) => {
                        self.deliver(owner, TableMessage::Input(Input::Request { guest, request }))
                    }
                    None => {
                        let problem = Problem::new("request.no_hello", "say hello to a table first");
                        self.refuse(line, request.id().clone(), problem);
                        Ok(())
                    }
                }
            }
            ClientMessage::Nonsense(_, problem) => {
                Err(format!("a client was not understood: {problem}: {text}"))
            }
        }
    }

    fn come_to(&mut self, line: ConnectionId, table: TableId, hello: Box<Hello>) -> Result<(), String> {
        let owner = match self.find(table)? {
            Ok(owner) => owner,
            Err(problem) => {
                self.refuse(line, hello.id, problem);
                return Ok(());
            }
        };
        // If the table was taken over, the client leaves its old owner.
        if let Some(old) = self.connections.get(&line).and_then(|connection| connection.owner)
            && old != owner
        {
            self.leave(old, line)?;
        }
        if let Some(connection) = self.connections.get_mut(&line) {
            connection.owner = Some(owner);
        }
        if let Some(live) = self.server.as_mut().and_then(|server| server.owners.get_mut(&owner)) {
            live.guests.insert(line);
        }
        self.deliver(owner, TableMessage::Input(Input::Hello { guest: GuestId(line.0), hello }))
    }

    fn refuse(&mut self, line: ConnectionId, id: RequestId, error: Problem) {
        let text = Message::Refused { id: Some(id), version: None, error }.to_text();
        self.send_to_client(line, text);
    }

    fn leave(&mut self, owner: u64, line: ConnectionId) -> Result<(), String> {
        if let Some(live) = self.server.as_mut().and_then(|server| server.owners.get_mut(&owner)) {
            live.guests.remove(&line);
            self.deliver(owner, TableMessage::Input(Input::Gone { guest: GuestId(line.0) }))?;
            let rest = 500 + self.luck.below(5_000);
            self.after(rest, Event::Rest { owner });
        }
        Ok(())
    }

    pub(crate) fn server_loses(&mut self, line: ConnectionId) -> Result<(), String> {
        let Some(connection) = self.connections.get_mut(&line) else { return Ok(()) };
        connection.is_there = false;
        let owner = connection.owner.take();
        self.forget_line(line);
        match owner.filter(|_| self.server.is_some()) {
            Some(owner) => self.leave(owner, line),
            None => Ok(()),
        }
    }

    /// Delivers a message to the owner of a table and carries out the effects.
    pub(crate) fn deliver(&mut self, owner: u64, message: TableMessage) -> Result<(), String> {
        let mut messages = VecDeque::from([message]);
        while let Some(message) = messages.pop_front() {
            if self.server.is_none() {
                return Ok(());
            }
            let Reading { at, skipped } = self.read_clock();
            let mut luck = Luck::new(self.luck.next(), 5);
            let Some(live) = self.server().owners.get_mut(&owner) else { return Ok(()) };
            let mut fresh = || luck.bytes();
            let is_player = |game: &str, player: &str| baize_players::ids(game).contains(&player);
            let agrees = &baize_players::agrees_to_draw;
            let mut now = Now { at, fresh: &mut fresh, is_player: &is_player, agrees };
            let effects = live.actor.on_reading(&mut now, skipped, message);
            for effect in effects {
                messages.extend(self.perform(owner, effect));
            }
            self.plan_tick(owner, at);
        }
        Ok(())
    }

    /// Plans a tick for the table's deadline.
    fn plan_tick(&mut self, owner: u64, at: Moment) {
        let Some(live) = self.server.as_mut().and_then(|server| server.owners.get_mut(&owner)) else {
            return;
        };
        let Some(deadline) = live.actor.deadline() else { return };
        let wait = deadline.since(at).clamp(1, 60_000);
        let (now, due) = (self.time.now, self.time.now + wait);
        if live.tick.is_none_or(|tick| tick > due || tick <= now) {
            live.tick = Some(due);
            self.after(wait, Event::Tick { owner });
        }
    }

    fn perform(&mut self, owner: u64, effect: Effect) -> Option<TableMessage> {
        match effect {
            Effect::Reply { to, text, .. } => {
                return self.perform(owner, Effect::Tell { to: vec![to], text });
            }
            Effect::Tell { to, text } => {
                let mut lines: Vec<ConnectionId> = to.iter().map(|guest| ConnectionId(guest.0)).collect();
                if self.is_bug(Bug::WrongView) && self.luck.one_in(10) {
                    lines.extend(self.server().owners.get(&owner).iter().flat_map(|live| &live.guests));
                }
                for line in lines {
                    self.send_to_client(line, text.clone());
                }
            }
            Effect::Part { to, .. } => self.cut(ConnectionId(to.0)),
            Effect::Save { append, save, .. } => return self.save(owner, *append, save),
            Effect::Think(task) => self.think(owner, &task),
            Effect::StopThinking { .. } => {}
            Effect::Ask(question) => {
                let text = question.answer(None);
                self.send_to_client(ConnectionId(question.from.0), text);
            }
            Effect::ReadOlder { to: guest, hello, after, until } => {
                let wait = 1 + self.luck.below(20);
                self.after(wait, Event::Older { owner, guest, hello, after, until });
            }
            Effect::OpenRematch(charter) => {
                let wait = 1 + self.luck.below(20);
                self.after(wait, Event::Rematch { owner, charter });
            }
            Effect::Freeze => self.freeze(owner),
            Effect::End(problem) => self.end(owner, &problem),
        }
        None
    }

    fn save(&mut self, owner: u64, append: Append, save: u64) -> Option<TableMessage> {
        let table = self.server().owners.get(&owner)?.table;
        self.note_entries(table, append.version(), append.entries());
        let is_lost = self.is_bug(Bug::LoseOne) && self.luck.one_in(40);
        let server = self.server();
        server.next_save += 1;
        let number = server.next_save;
        server.saves.insert(number, (owner, save));
        if is_lost {
            self.after(3, Event::Pretend { number });
            return None;
        }
        server.store.append(number, append);
        if !server.is_committing {
            server.is_committing = true;
            let slow = self.chance(Fault::Slow).map_or(0, |mut luck| luck.below(2_000));
            let wait = slow + self.luck.below(4);
            self.after(wait, Event::Commit);
        }
        if self.is_bug(Bug::EarlyAnswer) {
            self.server().saves.remove(&number);
            return Some(TableMessage::Saved { save, outcome: Ok(()) });
        }
        None
    }

    /// Lets a computer player think. The thought is computed at once and delivered later.
    fn think(&mut self, owner: u64, task: &Task) {
        let (seat, decision) = (task.seat, task.decision);
        let wait = 1 + self.luck.below(40);
        if self.is_bug(Bug::LostThought) && self.luck.one_in(10) {
            return;
        }
        if self.chance(Fault::Busy).is_some() {
            return self.after(1, Event::TooBusy { owner, seat });
        }
        let action = think(task, Budget::default());
        self.after(wait, Event::Thought { owner, seat, decision, action });
    }

    /// Closes a table to everybody.
    fn freeze(&mut self, owner: u64) {
        let table = self.server().owners.get(&owner).map(|live| live.table);
        self.server().frozen.extend(table);
        self.end(owner, &forked());
    }

    /// Ends a loaded table: its clients are told to come back.
    fn end(&mut self, owner: u64, problem: &Problem) {
        let server = self.server();
        let Some(live) = server.owners.remove(&owner) else { return };
        let table = live.table;
        if server.current.get(&live.table) == Some(&owner) {
            server.current.remove(&live.table);
        }
        self.tell(|| format!("table {table} ends: {problem}"));
        let text = Message::Closing { error: problem.clone(), retry: 100 }.to_text();
        for line in live.guests {
            // Anything still arriving over the connection goes to a table that has ended, and is not
            // answered.
            self.send_to_client(line, text.clone());
            self.cut(line);
        }
    }

    /// Carries out an event of the server itself.
    pub(crate) fn work(&mut self, event: Event) -> Result<(), String> {
        if self.server.is_none() {
            return Ok(());
        }
        match event {
            Event::Tick { owner } => {
                let now = self.time.now;
                let live = self.server().owners.get_mut(&owner).filter(|live| live.tick == Some(now));
                if let Some(live) = live {
                    live.tick = None;
                    return self.deliver(owner, TableMessage::Input(Input::Tick));
                }
            }
            Event::Thought { owner, seat, decision, action } => {
                return self.deliver(owner, TableMessage::Input(Input::Thought { seat, decision, action }));
            }
            Event::TooBusy { owner, seat } => {
                return self.deliver(owner, TableMessage::Input(Input::TooBusy { seat }));
            }
            Event::Older { owner, guest, hello, after, until } => {
                return self.tell_older(owner, guest, hello, after, until);
            }
            Event::Rematch { owner, charter } => {
                let Some(next) = self.make(*charter, None)? else { return Ok(()) };
                let Some((table, clients)) = self
                    .server
                    .as_ref()
                    .and_then(|server| server.owners.get(&next).map(|live| (live.table, Vec::new())))
                else {
                    return Ok(());
                };
                self.opened.push(Opened { table, clients, is_finished: true, may_be_gone: false });
                return self.deliver(owner, TableMessage::Input(Input::RematchOpened { table }));
            }
            Event::Rest { owner } => {
                let server = self.server();
                let is_quiet = |live: &LoadedTable| live.guests.is_empty() && live.actor.is_quiet();
                if server.owners.get(&owner).is_some_and(is_quiet) {
                    let live = server.owners.remove(&owner);
                    server.current.retain(|_, current| *current != owner || live.is_none());
                }
            }
            Event::Commit => {
                self.server().is_committing = false;
                self.ask_store(Stepped::commit);
                self.file_later();
            }
            Event::LookAtClock => {
                let owners: Vec<u64> = self.server().owners.keys().copied().collect();
                for owner in owners {
                    self.deliver(owner, TableMessage::Input(Input::Tick))?;
                }
            }
            Event::Settle => return self.settle(),
            Event::File => {
                self.server().is_filing = false;
                self.ask_store(Stepped::file);
                if self.luck.one_in(4) && self.server.is_some() {
                    self.ask_store(Stepped::copy);
                }
            }
            Event::Pretend { number } => {
                if let Some((owner, save)) = self.server().saves.remove(&number) {
                    return self.deliver(owner, TableMessage::Saved { save, outcome: Ok(()) });
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Plans to file entries when there is time.
    fn file_later(&mut self) {
        let wait = 50 + self.luck.below(400);
        if let Some(server) = self.server.as_mut().filter(|server| !server.is_filing) {
            server.is_filing = true;
            self.after(wait, Event::File);
        }
    }

    fn settle(&mut self) -> Result<(), String> {
        let told = self.server().store.settle();
        if self.disk.disk().is_stopped() {
            let mut luck = Luck::new(self.plan.seed, self.outcome.steps);
            self.crash(&mut luck);
            return Ok(());
        }
        for (number, outcome) in told {
            let Some(server) = &mut self.server else { return Ok(()) };
            if let Some((owner, save)) = server.saves.remove(&number) {
                self.deliver(owner, TableMessage::Saved { save, outcome })?;
            }
        }
        Ok(())
    }

    fn tell_older(
        &mut self,
        owner: u64,
        guest: GuestId,
        mut hello: Box<Hello>,
        after: u32,
        until: u32,
    ) -> Result<(), String> {
        let Some(live) = self.server().owners.get(&owner) else { return Ok(()) };
        if !live.guests.contains(&ConnectionId(guest.0)) {
            return Ok(());
        }
        let table = live.table;
        let log = match self.ask_store(|store| store.read(table)) {
            None => return Ok(()),
            Some(Ok(log)) => log.unwrap_or_default(),
            Some(Err(_)) => Vec::new(),
        };
        let older = opening::older(table, &log, after, until, &mut |_| false);
        hello.older = Some(older.unwrap_or(Older { steps: Vec::new(), sum: None }));
        self.deliver(owner, TableMessage::Input(Input::Hello { guest, hello }))
    }
}
