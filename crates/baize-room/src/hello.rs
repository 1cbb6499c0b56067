//! How somebody comes to a table.

use crate::asked::Who;
use crate::entry::{Entry, Fact, Person, Place, Sitter};
use crate::history::{Past, forked};
use crate::request::Now;
use crate::room::Room;
use crate::{Guest, GuestId, Hello, Output, text};
use baize_protocol::{Away, Join, Key, KeyHash, Message, Phase, Presence, Step, TableInfo, You};
use baize_rules::{Problem, Seat, SeatSet, Viewer};

/// So many connections watch a table at most. Every seat has places of its own, which nobody else can take.
const MOST_WATCHING: usize = 192;
/// Of one seat there are at most so many.
const MOST_PER_SEAT: usize = 8;
/// Who has missed more steps than this starts from the table as it stands.
const MOST_STEPS: u32 = 1_000;

/// Who a hello turned out to be from.
struct Known {
    viewer: Viewer,
    who: Option<Who>,
    host: Option<Key>,
    /// For somebody who has just joined.
    token: Option<Key>,
}

impl Room {
    pub(crate) fn hello(&mut self, now: &mut Now<'_>, guest: GuestId, hello: Box<Hello>) -> Vec<Output> {
        self.part(now, guest);
        let before = self.version();
        let welcomed = self.identify(now, &hello).and_then(|known| {
            let mut outputs = self.welcome(now, guest, hello.clone(), &known)?;
            if self.guests.contains_key(&guest) {
                self.greet(now, guest, &mut outputs);
            }
            Ok(outputs)
        });
        let mut outputs = welcomed.unwrap_or_else(|error| {
            let is_fork = error.code == forked().code;
            let version = Some(self.version());
            let text = Message::Refused { id: Some(hello.id.clone()), version, error }.to_text();
            let refused = Output::Reply { to: guest, id: hello.id, text };
            std::iter::once(refused).chain(is_fork.then_some(Output::Freeze)).collect()
        });
        // Whoever has just joined hears of it in the welcome; the others get it as news.
        outputs.extend(self.news(now.at, before, Some(guest)));
        self.seek_thoughts(&mut outputs);
        outputs
    }

    fn identify(&mut self, now: &mut Now<'_>, hello: &Hello) -> Result<Known, Problem> {
        if let Some(token) = &hello.token {
            return self.by_token(token);
        }
        if let Some(join) = &hello.join {
            return self.join(now, join);
        }
        let may_watch = match &hello.watch {
            Some(secret) => self.durable.watch.hash.is_of(secret) || self.is_invited(secret),
            None => self.durable.charter.is_public,
        };
        if !may_watch {
            return Err(match hello.watch {
                Some(_) => Problem::new("table.bad_secret", "this link does not open the table"),
                None => Problem::new("table.unknown", "there is no such table"),
            });
        }
        Ok(Known { viewer: Viewer::Spectator, who: None, host: None, token: None })
    }

    fn by_token(&self, token: &Key) -> Result<Known, Problem> {
        let hash = token.hash();
        let is_host = self.durable.charter.host.is_same(&hash);
        let seat = self.seat_of(&hash);
        if !is_host && seat.is_none() {
            return Err(Problem::new("table.bad_token", "this token opens no seat of this table"));
        }
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        Ok(Known { viewer, who: Some(Who::of(&hash)), host: is_host.then(|| token.clone()), token: None })
    }

    /// The seat whose token this is. All seats are compared, so that the time says nothing.
    fn seat_of(&self, token: &KeyHash) -> Option<Seat> {
        let is_owner = |seat: &Seat| match &self.durable.places[seat.index()].sitter {
            Sitter::Person { person } => person.token.is_same(token),
            Sitter::Nobody {} | Sitter::Computer { .. } => false,
        };
        let owners: Vec<Seat> = self.seats().filter(is_owner).collect();
        owners.first().copied()
    }

    /// The seat that this token opens.
    pub(crate) fn seat_by_token(&self, token: &Key) -> Option<Seat> {
        self.seat_of(&token.hash())
    }

    /// Whether this token or secret lets its owner look at the table over HTTP.
    pub fn admits(&self, key: Option<&Key>) -> bool {
        let Some(key) = key else { return self.durable.charter.is_public };
        self.by_token(key).is_ok() || self.durable.watch.hash.is_of(key) || self.is_invited(key)
    }

    /// Whether this is the link to a seat that is still free: whoever may sit down may look at the table before.
    fn is_invited(&self, secret: &Key) -> bool {
        let offers = |place: &Place| {
            matches!(place.sitter, Sitter::Nobody {})
                && place.link.is_some_and(|link| link.hash.is_of(secret))
        };
        // All seats are compared, so that the time says nothing.
        self.durable.places.iter().filter(|place| offers(place)).count() > 0
    }

    /// Whether [`Room::admits`] could be true after this log: whether the key was ever good for anything here. It costs
    /// no move, so that nothing is played for somebody who may not look.
    pub fn log_may_admit(entries: &[Entry], key: Option<&Key>) -> bool {
        let Some(Entry { fact: Fact::Opened { charter }, .. }) = entries.first() else { return false };
        let Some(key) = key else { return charter.is_public };
        let hash = key.hash();
        let is_person = |person: &Person| person.token.is_same(&hash);
        let is_place = |place: &Place| {
            let is_sitter = matches!(&place.sitter, Sitter::Person { person } if is_person(person));
            is_sitter || place.link.is_some_and(|link| link.hash.is_of(key))
        };
        let is_fact = |fact: &Fact| match fact {
            Fact::Opened { charter } => {
                let is_place = charter.places.iter().filter(|place| is_place(place)).count() > 0;
                is_place || charter.host.is_same(&hash) || charter.watch.hash.is_of(key)
            }
            Fact::Joined { person, .. } => is_person(person),
            Fact::Linked { link, .. } => link.hash.is_of(key),
            _ => false,
        };
        entries.iter().filter(|entry| is_fact(&entry.fact)).count() > 0
    }

    fn join(&mut self, now: &mut Now<'_>, join: &Join) -> Result<Known, Problem> {
        let seat = match self.joined_before(join) {
            Some(seat) => seat,
            None => self.take_seat(now, join)?,
        };
        let Sitter::Person { person } = &self.durable.places[seat.index()].sitter else {
            return Err(Problem::new("table.seat_taken", "the seat is not free"));
        };
        let token = join.key.derive("token", &person.nonce);
        let who = Some(Who::of(&token.hash()));
        Ok(Known { viewer: Viewer::Seat(seat), who, host: None, token: Some(token) })
    }

    /// The seat that somebody took with the same key: the reply did not reach them, and they ask again.
    fn joined_before(&self, join: &Join) -> Option<Seat> {
        let hash = join.key.hash();
        self.seats().find(|seat| match &self.durable.places[seat.index()].sitter {
            Sitter::Person { person } => person.key.is_same(&hash),
            Sitter::Nobody {} | Sitter::Computer { .. } => false,
        })
    }

    fn take_seat(&mut self, now: &mut Now<'_>, join: &Join) -> Result<Seat, Problem> {
        if self.phase() != Phase::Waiting {
            return Err(Problem::new("table.begun", "the game has begun already"));
        }
        let seat = self.offered(join)?;
        self.may_seat()?;
        let nonce = (now.fresh)();
        let person = Person {
            name: text::name(&join.name)?,
            token: join.key.derive("token", &nonce).hash(),
            key: join.key.hash(),
            nonce,
            player: join.player.as_ref().map(player_id),
        };
        self.add(now.at, None, Fact::Joined { seat, person })?;
        Ok(seat)
    }

    /// The seat that somebody may take.
    fn offered(&self, join: &Join) -> Result<Seat, Problem> {
        let is_free = |seat: &Seat| matches!(self.durable.places[seat.index()].sitter, Sitter::Nobody {});
        if let Some(secret) = &join.secret {
            let is_link = |seat: &Seat| {
                self.durable.places[seat.index()].link.is_some_and(|link| link.hash.is_of(secret))
            };
            let seat = self.seats().filter(is_link).last();
            return seat.filter(is_free).ok_or_else(|| {
                Problem::new("table.bad_secret", "this link was used already, or replaced by a new one")
            });
        }
        if !self.durable.charter.is_public {
            return Err(Problem::new("table.bad_secret", "a private table needs the secret of a link"));
        }
        if let Some(seat) = join.seat {
            self.place(seat)?;
            let taken = || Problem::new("table.seat_taken", format!("{seat} is not free"));
            return Some(seat).filter(is_free).ok_or_else(taken);
        }
        self.seats().find(is_free).ok_or_else(|| Problem::new("table.full", "no seat is free"))
    }

    fn welcome(
        &mut self,
        now: &Now<'_>,
        guest: GuestId,
        hello: Box<Hello>,
        known: &Known,
    ) -> Result<Vec<Output>, Problem> {
        let at_seat = self.guests.values().filter(|other| other.viewer == known.viewer).count();
        let most = if known.viewer == Viewer::Spectator { MOST_WATCHING } else { MOST_PER_SEAT };
        if at_seat >= most {
            return Err(Problem::new("table.crowded", "there are too many connections at this table"));
        }
        let past = self.past(&hello)?;
        if past == Past::Forked {
            return Err(forked());
        }
        match self.missed(&hello, known.viewer)? {
            Missed::Older { after, until } => {
                return Ok(vec![Output::Older { to: guest, hello, after, until }]);
            }
            Missed::Steps(_) if past == Past::Unread => {
                if hello.older.is_some() {
                    return Err(Problem::new(
                        "server.storage",
                        "the log cannot be read now; try again later",
                    ));
                }
                let after = hello.version.unwrap_or(0);
                return Ok(vec![Output::Older { to: guest, hello, after, until: after + 1 }]);
            }
            Missed::Steps(_) => {}
        }
        let Known { viewer, host, .. } = known;
        self.guests.insert(
            guest,
            Guest {
                viewer: *viewer,
                who: known.who,
                host: host.clone(),
                text: hello.text,
                is_attentive: false,
                is_reading: false,
            },
        );
        if let Viewer::Seat(seat) = viewer {
            self.away[seat.index()] = None;
            self.read_anew(*seat);
        }
        // The table may have waited for this person: what happens now belongs to what they are told.
        let mut shown = Vec::new();
        self.settle_waits(now.at, &mut shown);
        let steps = match self.missed(&hello, known.viewer)? {
            Missed::Steps(steps) => steps,
            Missed::Older { .. } => None,
        };
        let you = You {
            seat: viewer.seat(),
            is_host: host.is_some(),
            token: known.token.as_ref().map(Key::to_hex),
        };
        let message = Message::Welcome {
            id: hello.id.clone(),
            version: self.version(),
            history: self.history(),
            epoch: self.epoch,
            you,
            info: self.info(),
            state: Box::new(self.state_for(now.at, *viewer, hello.text)),
            presence: self.presence(),
            steps,
        };
        let mut outputs = vec![Output::Reply { to: guest, id: hello.id, text: message.to_text() }];
        outputs.extend(shown);
        Ok(outputs)
    }

    fn missed(&self, hello: &Hello, viewer: Viewer) -> Result<Missed, Problem> {
        let Some(seen) = hello.version else { return Ok(Missed::Steps(None)) };
        let version = self.version();
        let Some(behind) = version.checked_sub(seen) else {
            return Err(Problem::new(
                "table.ahead",
                format!("you have seen version {seen}, but the table has only {version}"),
            ));
        };
        if behind > MOST_STEPS {
            return Ok(Missed::Steps(None));
        }
        let read = hello.older.as_ref().map(|older| &older.steps);
        let at_hand =
            read.into_iter().flatten().chain(self.recent.iter()).filter(|kept| kept.version() > seen);
        let mut next = seen + 1;
        let mut steps: Vec<Step> = Vec::new();
        for kept in at_hand {
            if kept.version() == next {
                steps.push(kept.for_viewer(viewer, hello.text));
                next += 1;
            }
        }
        if next <= version && read.is_some() {
            // So much is not told step by step; whoever has seen nothing yet gets what is at hand.
            let recent = || self.recent.iter().map(|kept| kept.for_viewer(viewer, hello.text)).collect();
            return Ok(Missed::Steps((seen == 0).then(recent)));
        }
        if next <= version {
            let until = self.recent.iter().next().map_or(version + 1, |kept| kept.version());
            return Ok(Missed::Older { after: seen, until });
        }
        Ok(Missed::Steps(Some(steps)))
    }

    /// Tells the others who is here now, and the same seat's other connections that there is a newer one.
    fn greet(&self, now: &Now<'_>, guest: GuestId, outputs: &mut Vec<Output>) {
        let _ = now;
        let viewer = self.guests[&guest].viewer;
        if viewer != Viewer::Spectator {
            let same = |(id, other): &(&GuestId, &Guest)| **id != guest && other.viewer == viewer;
            let to: Vec<GuestId> = self.guests.iter().filter(same).map(|(id, _)| *id).collect();
            if !to.is_empty() {
                outputs.push(Output::Tell { to, text: Message::Elsewhere {}.to_text() });
            }
        }
        self.tell_presence(Some(guest), outputs);
    }

    pub(crate) fn tell_presence(&self, but: Option<GuestId>, outputs: &mut Vec<Output>) {
        let to: Vec<GuestId> = self.guests.keys().copied().filter(|id| Some(*id) != but).collect();
        if !to.is_empty() {
            outputs.push(Output::Tell { to, text: Message::Presence(self.presence()).to_text() });
        }
    }

    fn presence(&self) -> Presence {
        let here: SeatSet = self.guests.values().filter_map(|guest| guest.viewer.seat()).collect();
        let watching = self.guests.values().filter(|guest| guest.viewer == Viewer::Spectator).count();
        let absent = self.people().iter().filter(|seat| !here.contains(*seat));
        let away = absent.filter_map(|seat| Some(Away { seat, since: self.away[seat.index()]? })).collect();
        let reading =
            self.guests.values().filter(|guest| guest.is_reading).filter_map(|guest| guest.viewer.seat());
        Presence { here, watching: watching as u32, away, reading: reading.collect() }
    }

    pub(crate) fn gone(&mut self, now: &Now<'_>, guest: GuestId) -> Vec<Output> {
        let mut outputs = Vec::new();
        if self.part(now, guest) {
            self.tell_presence(None, &mut outputs);
        }
        outputs
    }

    /// Takes a connection off the table; whether it was there.
    fn part(&mut self, now: &Now<'_>, guest: GuestId) -> bool {
        let Some(left) = self.guests.remove(&guest) else { return false };
        if let Viewer::Seat(seat) = left.viewer
            && !self.guests.values().any(|other| other.viewer == left.viewer)
        {
            self.away[seat.index()] = Some(now.at);
        }
        true
    }

    /// The connections of a seat that nobody is in any more: the host stays to watch, the others leave.
    pub(crate) fn unseat(&mut self, seat: Seat) -> Vec<Output> {
        let mut outputs = Vec::new();
        let problem = Problem::new("table.bad_token", "the seat was given up, or given to somebody else");
        for (id, guest) in &mut self.guests {
            if guest.viewer == Viewer::Seat(seat) {
                if guest.host.is_some() {
                    guest.viewer = Viewer::Spectator;
                } else {
                    outputs.push(Output::Part { to: *id, problem: problem.clone() });
                }
            }
        }
        for output in &outputs {
            if let Output::Part { to, .. } = output {
                self.guests.remove(to);
            }
        }
        outputs
    }

    pub(crate) fn info(&self) -> TableInfo {
        let charter = &self.durable.charter;
        TableInfo {
            table: charter.table,
            game: charter.game.clone(),
            revision: charter.revision,
            options: charter.options.clone(),
            clock: charter.clock,
            is_public: charter.is_public,
            hints: self.allows_hints(),
            call_window: charter.call_window,
            opened: self.durable.opened,
            rematch_of: charter.rematch_of,
        }
    }
}

/// What a client has missed.
enum Missed {
    /// All of it; nothing if the client should start from the table as it stands.
    Steps(Option<Vec<Step>>),
    /// The room does not have it at hand.
    Older { after: u32, until: u32 },
}

/// The name under which somebody's results are kept: what they keep secret cannot be found out from it.
pub fn player_id(player: &Key) -> String {
    player.derive("player", &[0; 16]).to_hex()
}
