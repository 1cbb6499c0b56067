//! Inputs: requests, each of which is carried out once, and what happens by itself.

use crate::asked::{Asked, AskerId, Fingerprint};
use crate::entry::{Fact, Nonce};
use crate::guests::Guest;
use crate::room::Room;
use crate::seating::secret_of;
use crate::timing::Flag;
use crate::{GuestId, Input, Output};
use baize_games::SeatView;
use baize_protocol::{By, Json, Key, Message, Moment, Phase, Request};
use baize_rules::{Leaving, Problem, Seat, Viewer};

/// How many clocks may run out in one go; the rest follow a moment later.
const MOST_FLAGS: usize = 64;

/// What a room needs from outside.
pub struct Now<'a> {
    /// The time.
    pub at: Moment,
    /// Draws 128 random bits.
    pub fresh: &'a mut dyn FnMut() -> Nonce,
    /// Whether there is a computer player with this id for this game.
    pub is_player: &'a dyn Fn(&str, &str) -> bool,
    /// Whether this computer player agrees to a draw in this game, judging from what its seat sees.
    pub agrees: &'a dyn Fn(&str, &str, Seat, &SeatView) -> bool,
}

/// What a request led to.
pub(crate) enum Answered {
    /// A new entry, or the one that the request led to before.
    Done(u32),
    /// The secret of a link.
    Invitation(u32, Key),
    /// Nothing yet: the game will answer.
    Later(Output),
    /// A reply to a ping.
    Pong,
}

/// Who asks.
pub(crate) struct Asker {
    who: Option<AskerId>,
    host: Option<Key>,
    viewer: Viewer,
}

impl Asker {
    fn of(guest: &Guest) -> Asker {
        Asker { who: guest.who(), host: guest.host().cloned(), viewer: guest.viewer() }
    }

    pub(crate) const fn viewer(&self) -> Viewer {
        self.viewer
    }

    pub(crate) fn seat(&self) -> Result<Seat, Problem> {
        let seat = self.viewer.seat();
        seat.ok_or_else(|| Problem::new("table.not_seated", "only those in a seat may do this"))
    }

    pub(crate) fn host(&self) -> Result<&Key, Problem> {
        let other = || Problem::new("table.not_host", "only the one who opened the table may do this");
        self.host.as_ref().ok_or_else(other)
    }

    /// Checks that a client that only watches asks for nothing more.
    fn may_ask(&self, request: &Request) -> Result<(), Problem> {
        let only_watches = self.viewer == Viewer::Spectator && self.host.is_none();
        if only_watches && !matches!(request, Request::Query { .. } | Request::Ping { .. }) {
            return Err(Problem::new("table.not_seated", "those who watch cannot do this"));
        }
        Ok(())
    }
}

impl Room {
    /// Handles an input, and returns what to send once the entries it led to are safe.
    pub fn handle(&mut self, mut now: Now<'_>, input: Input) -> Vec<Output> {
        now.at = now.at.plus(self.ahead);
        let before = self.version();
        let mut outputs = match input {
            Input::Hello { guest, hello } => return self.hello(&mut now, guest, hello),
            Input::Request { guest, request } => self.request(&mut now, guest, request),
            Input::Gone { guest } => self.gone(now.at, guest),
            Input::Tick => self.tick(now.at),
            Input::Paused { millis } => self.pause(now.at, millis),
            Input::Thought { seat, decision, action } => {
                self.thought(&mut now, seat, decision, action);
                Vec::new()
            }
            Input::TooBusy { seat } => {
                self.thoughts.too_busy(seat, now.at);
                return Vec::new();
            }
            Input::RematchOpened { table } => {
                if self.next_game.table().is_none() {
                    self.add(now.at, None, Fact::Rematch { table }).expect("a rematch can be told of");
                }
                Vec::new()
            }
        };
        let mut shown = Vec::new();
        self.settle_waits(now.at, &mut shown);
        self.close_if_full(now.at);
        outputs.extend(self.news(now.at, before, None));
        outputs.extend(shown);
        self.seek_thoughts(&mut outputs);
        outputs
    }

    /// Another process has taken over the table: everybody counts as away, and running clocks start anew.
    pub fn wake(&mut self, now: Moment) {
        // If the other process was ahead of this one's clock, the table stays ahead.
        self.ahead = self.log.at().since(now);
        let now = now.plus(self.ahead);
        self.guests.expect_all(now);
        if self.seating.seats().any(|seat| self.flag(seat).is_some()) {
            self.add(now, None, Fact::Woken {}).expect("a table can always wake up");
        }
        self.wait_anew(now);
        self.changes.take();
    }

    /// Time passed that nobody is charged for: everything under way is moved later by it.
    fn pause(&mut self, at: Moment, millis: u64) -> Vec<Output> {
        let mut outputs = Vec::new();
        self.guests.expect_longer(millis);
        let people = self.seating.people();
        if people.iter().any(|seat| self.guests.away_since(seat).is_some()) {
            // Those who wait for somebody are told since when.
            self.guests.tell_presence(people, None, &mut outputs);
        }
        self.waits.wait_longer(millis);
        if self.phase() == Phase::Playing && self.seating.seats().any(|seat| self.runs_clock(seat)) {
            self.add(at, None, Fact::Paused { millis }).expect("clocks can stand still");
        }
        outputs
    }

    fn gone(&mut self, at: Moment, guest: GuestId) -> Vec<Output> {
        let mut outputs = Vec::new();
        if self.guests.part(at, guest) {
            self.guests.tell_presence(self.seating.people(), None, &mut outputs);
        }
        outputs
    }

    /// Abandons the game when the log is nearly full: nobody wins, and there is room left for what follows.
    fn close_if_full(&mut self, at: Moment) {
        if self.log.is_nearly_full() && self.phase() != Phase::Over {
            self.add(at, None, Fact::Closed {}).expect("a table can be closed");
        }
    }

    /// Does what is due at this time.
    fn tick(&mut self, at: Moment) -> Vec<Output> {
        let mut outputs = Vec::new();
        self.thoughts.tick(at);
        for seat in self.seating.seats() {
            if self.vacant_at(seat).is_some_and(|vacant| vacant <= at) {
                self.add(at, None, Fact::Cleared { seat }).expect("a seat of this table becomes free");
                outputs.extend(self.guests.unseat(seat));
            }
        }
        for _ in 0..MOST_FLAGS {
            let up = self.seating.seats().find_map(|seat| {
                let (deadline, flag) = self.flag(seat)?;
                (deadline <= at).then_some((seat, flag))
            });
            let Some((seat, flag)) = up else { break };
            self.time_is_up(at, seat, flag);
        }
        outputs
    }

    fn time_is_up(&mut self, at: Moment, seat: Seat, flag: Flag) {
        let idle = self.game().filter(|_| flag == Flag::Turn).and_then(|table| table.idle(seat));
        if let Some(action) = idle {
            let fact = Fact::Acted { seat, by: Some(By::Clock), action: Json::of(&action), meant: None };
            if self.add(at, None, fact).is_ok() {
                return;
            }
        }
        self.add(at, None, Fact::Left { seat, why: Leaving::Timeout })
            .expect("a seat can leave a running game");
    }

    fn request(&mut self, now: &mut Now<'_>, from: GuestId, request: Request) -> Vec<Output> {
        let id = request.id().clone();
        self.guests.hear(now.at, from, &request);
        let answered = match self.guests.get(from).map(Asker::of) {
            Some(asker) => self.once(now, from, &asker, request),
            None => Err(Problem::new("request.no_hello", "say hello to a table first")),
        };
        let (text, mut outputs) = match answered {
            Ok((Answered::Done(version), outputs)) => {
                (Message::Done { id: id.clone(), version }.to_text(), outputs)
            }
            Ok((Answered::Invitation(version, secret), outputs)) => {
                let secret = secret.to_hex();
                (Message::Invitation { id: id.clone(), version, secret }.to_text(), outputs)
            }
            Ok((Answered::Later(output), _)) => return vec![output],
            Ok((Answered::Pong, outputs)) => (Message::Pong { id: id.clone() }.to_text(), outputs),
            Err(error) => {
                let version = Some(self.version());
                (Message::Refused { id: Some(id.clone()), version, error }.to_text(), Vec::new())
            }
        };
        outputs.insert(0, Output::Reply { to: from, id, text });
        outputs
    }

    /// Carries out a request; if it was carried out or refused before, repeats that answer.
    fn once(
        &mut self,
        now: &mut Now<'_>,
        from: GuestId,
        asker: &Asker,
        request: Request,
    ) -> Result<(Answered, Vec<Output>), Problem> {
        asker.may_ask(&request)?;
        let asked = Asked { by: asker.who, id: request.id().clone(), sum: Some(Fingerprint::of(&request)) };
        let (seat, beside) = (asker.viewer.seat(), self.margin.meanwhile());
        if let Some(version) = self.requests.done_at(&asked, seat, beside, self.version())? {
            if let (Request::Hint { .. }, Some(seat)) = (&request, seat) {
                // The hint was counted then.
                return Ok((Answered::Later(Output::Ask(self.advice(from, asked.id, seat)?)), Vec::new()));
            }
            return Ok((self.done_before(asker, &request, version), Vec::new()));
        }
        if let Some(problem) = self.requests.refused_before(&asked, beside) {
            return Err(problem);
        }
        let mut outputs = Vec::new();
        let answered = self.serve(now, from, asker, asked.clone(), request, &mut outputs);
        if let Err(problem) = &answered {
            self.margin.refuse(&asked, problem);
            self.requests.refuse(&asked, problem);
        }
        answered.map(|answered| (answered, outputs))
    }

    /// The answer to a request that was carried out before.
    fn done_before(&self, asker: &Asker, request: &Request, version: u32) -> Answered {
        if let Request::Invite { seat, .. } = request
            && let Some(host) = &asker.host
            && let Some(link) = self.seating.link(*seat)
        {
            return Answered::Invitation(version, secret_of(host, *seat, &link.nonce));
        }
        Answered::Done(version)
    }
}
