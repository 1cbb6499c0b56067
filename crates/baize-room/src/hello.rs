//! How a client comes to a table.

use crate::asked::AskerId;
use crate::entry::{Entry, Fact, Person, Place, Sitter};
use crate::guests::Guest;
use crate::history::{Past, forked};
use crate::request::Now;
use crate::room::Room;
use crate::{GuestId, Hello, Output, text};
use baize_protocol::{Join, Key, Message, Phase, Step, TableInfo, You};
use baize_rules::{Problem, Seat, Viewer};

/// A client that has missed more steps than this starts from the current state.
const MOST_STEPS: u32 = 1_000;

/// Whom a hello turned out to be from.
pub(crate) struct Known {
    viewer: Viewer,
    who: Option<AskerId>,
    host: Option<Key>,
    /// Set for a person who has just joined.
    token: Option<Key>,
}

impl Room {
    pub(crate) fn hello(&mut self, now: &mut Now<'_>, guest: GuestId, hello: Box<Hello>) -> Vec<Output> {
        self.guests.part(now.at, guest);
        let before = self.version();
        let welcomed = self.identify(now, &hello).and_then(|known| {
            let mut outputs = self.welcome(now, guest, hello.clone(), &known)?;
            if self.guests.get(guest).is_some() {
                self.greet(guest, &mut outputs);
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
        // The new person's own client hears of it in the welcome; the others get it as news.
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
            Some(secret) => self.seating.may_watch(secret),
            None => self.charter.is_public,
        };
        if !may_watch {
            return Err(match hello.watch {
                Some(_) => Problem::new("table.bad_secret", "this link does not open the table"),
                None => Problem::new("table.unknown", "there is no such table"),
            });
        }
        Ok(Known { viewer: Viewer::Spectator, who: None, host: None, token: None })
    }

    pub(crate) fn by_token(&self, token: &Key) -> Result<Known, Problem> {
        let hash = token.hash();
        let is_host = self.charter.host.is_same(&hash);
        let seat = self.seating.seat_of(&hash);
        if !is_host && seat.is_none() {
            return Err(Problem::new("table.bad_token", "this token opens no seat of this table"));
        }
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        Ok(Known { viewer, who: Some(AskerId::of(&hash)), host: is_host.then(|| token.clone()), token: None })
    }

    /// Whether [`Room::admits`] could be true after this log, that is, whether the key was ever valid here.
    /// It replays no moves, so that strangers cannot cause that work.
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
        let seat = match self.seating.joined_before(join) {
            Some(seat) => seat,
            None => self.take_seat(now, join)?,
        };
        let token = self.seating.token_of(seat, join)?;
        let who = Some(AskerId::of(&token.hash()));
        Ok(Known { viewer: Viewer::Seat(seat), who, host: None, token: Some(token) })
    }

    fn take_seat(&mut self, now: &mut Now<'_>, join: &Join) -> Result<Seat, Problem> {
        if self.phase() != Phase::Waiting {
            return Err(Problem::new("table.begun", "the game has begun already"));
        }
        let seat = self.seating.offered(join, self.charter.is_public)?;
        self.seating.may_change()?;
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

    fn welcome(
        &mut self,
        now: &Now<'_>,
        guest: GuestId,
        hello: Box<Hello>,
        known: &Known,
    ) -> Result<Vec<Output>, Problem> {
        self.guests.may_come(known.viewer)?;
        let past = self.log.past(&self.charter.nonce, &hello)?;
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
        self.guests.come(guest, Guest::new(*viewer, known.who, host.clone(), hello.text));
        if let Viewer::Seat(seat) = viewer {
            // It is not known yet whether they are reading.
            self.read(*seat, false);
        }
        // The table may have waited for this person: what happens now goes into their welcome.
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
            history: self.log.history(&self.charter.nonce),
            epoch: self.epoch,
            you,
            info: self.info(),
            state: Box::new(self.state_for(now.at, *viewer, hello.text)),
            presence: self.guests.presence(self.seating.people()),
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
            read.into_iter().flatten().chain(self.log.recent()).filter(|kept| kept.version() > seen);
        let mut next = seen + 1;
        let mut steps: Vec<Step> = Vec::new();
        for kept in at_hand {
            if kept.version() == next {
                steps.push(kept.for_viewer(viewer, hello.text));
                next += 1;
            }
        }
        if next <= version && read.is_some() {
            // Too many to tell one by one; a client that has seen nothing yet gets those in memory.
            let recent = || self.log.recent().map(|kept| kept.for_viewer(viewer, hello.text)).collect();
            return Ok(Missed::Steps((seen == 0).then(recent)));
        }
        if next <= version {
            let until = self.log.recent().next().map_or(version + 1, |kept| kept.version());
            return Ok(Missed::Older { after: seen, until });
        }
        Ok(Missed::Steps(Some(steps)))
    }

    /// Tells the others who is here now, and tells this seat's other connections that there is a newer one.
    fn greet(&self, guest: GuestId, outputs: &mut Vec<Output>) {
        let to = self.guests.elsewhere(guest);
        if !to.is_empty() {
            outputs.push(Output::Tell { to, text: Message::Elsewhere {}.to_text() });
        }
        self.guests.tell_presence(self.seating.people(), Some(guest), outputs);
    }

    fn info(&self) -> TableInfo {
        let charter = &self.charter;
        TableInfo {
            table: charter.table,
            game: charter.game.clone(),
            revision: charter.revision,
            options: charter.options.clone(),
            clock: charter.clock,
            is_public: charter.is_public,
            hints: self.allows_hints(),
            open_after: charter.is_open_after(),
            call_window: charter.call_window,
            opened: self.log.opened(),
            rematch_of: charter.rematch_of,
            is_set_up: charter.position.is_some(),
            is_offline: charter.begun.is_some(),
            source: charter.source,
        }
    }
}

/// The steps a client has missed.
enum Missed {
    /// All of them; `None` if the client should start from the current state.
    Steps(Option<Vec<Step>>),
    /// Some steps are no longer in memory.
    Older { after: u32, until: u32 },
}

/// The name under which a person's results are kept; it does not reveal their secret.
pub fn player_id(player: &Key) -> String {
    player.derive("player", &[0; 16]).to_hex()
}
