//! What people ask for, and what happens by itself.

use crate::apply::not_begun;
use crate::asked::{Asked, Mark, Who};
use crate::charter::bad_persona;
use crate::entry::{Fact, Nonce};
use crate::question::Question;
use crate::room::Room;
use crate::seating::{Old, secret_of};
use crate::timing::Flag;
use crate::{Guest, GuestId, Input, Output, text};
use baize_games::SeatView;
use baize_protocol::{By, Json, Key, Message, Moment, Phase, Reaction, Request};
use baize_rules::{Leaving, Problem, Seat, Viewer};
use serde_json::Value;

/// Who has been away for so many milliseconds may lose by it.
const MOST_AWAY: u64 = 120_000;
/// Milliseconds until computer players are asked again after there was no room for their thoughts.
const THINK_AGAIN: u64 = 100;
/// So many things may happen by themselves at one time; the rest happens a moment later.
const MOST_FLAGS: usize = 64;
/// What a seat shows has at most so many bytes.
const MOST_SHOWN: usize = 512;
/// A seat shows something at most every so many milliseconds.
const SHOWN_EVERY: u64 = 100;

/// What a room cannot know by itself.
pub struct Now<'a> {
    /// The time.
    pub at: Moment,
    /// Draws 128 random bits.
    pub fresh: &'a mut dyn FnMut() -> Nonce,
    /// Whether there is a computer player with this id for this game.
    pub is_player: &'a dyn Fn(&str, &str) -> bool,
    /// Whether this computer player of this game agrees to a draw, from what its seat sees.
    pub agrees: &'a dyn Fn(&str, &str, Seat, &SeatView) -> bool,
}

/// What a request led to.
pub(crate) enum Answered {
    /// An entry, or one that was there before.
    Done(u32),
    /// The secret of a link.
    Invitation(u32, Key),
    /// The game will answer.
    Later(Output),
    /// The room is there.
    Pong,
}

/// Who asks.
struct Asker {
    who: Option<Who>,
    seat: Option<Seat>,
    host: Option<Key>,
    viewer: Viewer,
}

impl Asker {
    fn seat(&self) -> Result<Seat, Problem> {
        self.seat.ok_or_else(|| Problem::new("table.not_seated", "only those in a seat may do this"))
    }

    fn host(&self) -> Result<&Key, Problem> {
        let other = || Problem::new("table.not_host", "only the one who opened the table may do this");
        self.host.as_ref().ok_or_else(other)
    }
}

impl Room {
    /// Takes in what came, and says what goes out once the entries that it led to are safe.
    pub fn handle(&mut self, mut now: Now<'_>, input: Input) -> Vec<Output> {
        now.at = now.at.plus(self.ahead);
        let before = self.version();
        let mut outputs = match input {
            Input::Hello { guest, hello } => return self.hello(&mut now, guest, hello),
            Input::Request { guest, request } => self.request(&mut now, guest, request),
            Input::Gone { guest } => self.gone(&now, guest),
            Input::Tick => self.tick(now.at),
            Input::Paused { millis } => self.pause(now.at, millis),
            Input::Thought { seat, decision, action } => {
                self.thought(&mut now, seat, decision, action);
                Vec::new()
            }
            Input::TooBusy { seat } => {
                self.thinking.remove(&seat);
                self.think_again = Some(now.at.plus(THINK_AGAIN));
                return Vec::new();
            }
            Input::RematchOpened { table } => self.rematch_opened(now.at, table),
        };
        let mut shown = Vec::new();
        self.settle_waits(now.at, &mut shown);
        self.close_if_full(now.at);
        outputs.extend(self.news(now.at, before, None));
        outputs.extend(shown);
        self.seek_thoughts(&mut outputs);
        outputs
    }

    /// Another process has taken the table over: whoever was here is away, and running clocks start anew.
    pub fn wake(&mut self, now: Moment) {
        // If the other process was ahead of this one's clock, the table stays ahead.
        self.ahead = self.durable.at.since(now);
        let now = now.plus(self.ahead);
        self.away.fill(Some(now));
        if self.seats().any(|seat| self.flag(seat).is_some()) {
            self.add(now, None, Fact::Woken {}).expect("a table can always wake up");
        }
        self.wait_anew(now);
        self.touched = crate::room::Touched::default();
    }

    /// Time went on by so much, and nobody is charged for it: whatever has begun began later.
    fn pause(&mut self, at: Moment, millis: u64) -> Vec<Output> {
        let mut outputs = Vec::new();
        for since in self.away.iter_mut().flatten() {
            *since = since.plus(millis);
        }
        if self.people().iter().any(|seat| self.away[seat.index()].is_some()) {
            // Whoever waits for somebody is told since when.
            self.tell_presence(None, &mut outputs);
        }
        self.wait_longer(millis);
        let clock = &self.durable.charter.clock;
        let is_running = |seat| self.durable.timing.deadline(clock, seat, None).is_some();
        if self.phase() == Phase::Playing && self.seats().any(is_running) {
            self.add(at, None, Fact::Paused { millis }).expect("clocks can stand still");
        }
        outputs
    }

    fn request(&mut self, now: &mut Now<'_>, from: GuestId, request: Request) -> Vec<Output> {
        let id = request.id().clone();
        if let Some(guest) = self.guests.get_mut(&from) {
            guest.is_attentive |= is_of_a_page(&request);
        }
        let answered = match self.guests.get(&from) {
            Some(Guest { viewer, who, host, .. }) => {
                let asker = Asker { who: *who, seat: viewer.seat(), host: host.clone(), viewer: *viewer };
                self.once(now, from, &asker, request)
            }
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

    /// Does what is asked, unless it was done or refused before: then the answer is what it was.
    fn once(
        &mut self,
        now: &mut Now<'_>,
        from: GuestId,
        asker: &Asker,
        request: Request,
    ) -> Result<(Answered, Vec<Output>), Problem> {
        if asker.seat.is_none()
            && asker.host.is_none()
            && !matches!(request, Request::Query { .. } | Request::Ping { .. })
        {
            return Err(Problem::new("table.not_seated", "those who watch cannot do this"));
        }
        let asked = Asked { by: asker.who, id: request.id().clone(), sum: Some(Mark::of(&request)) };
        if let Some(version) = self.done_at(asker, &asked)? {
            if let (Request::Hint { .. }, Some(seat)) = (&request, asker.seat) {
                // It was counted before.
                return Ok((Answered::Later(Output::Ask(self.advice(from, asked.id, seat)?)), Vec::new()));
            }
            return Ok((self.done_before(asker, &request, version), Vec::new()));
        }
        if let Some(problem) = self.refused_before(&asked) {
            return Err(problem);
        }
        let mut outputs = Vec::new();
        let answered = self.serve(now, from, asker, asked.clone(), request, &mut outputs);
        if let Err(problem) = &answered {
            self.remember_refusal(&asked, problem);
        }
        answered.map(|answered| (answered, outputs))
    }

    /// The version that a request led to, if it was done before; a problem if it was another request.
    fn done_at(&self, asker: &Asker, asked: &Asked) -> Result<Option<u32>, Problem> {
        let meanwhile = self.durable.meanwhile.asked.iter().find(|known| known.is_same(asked));
        // Older programs went by the seat.
        let old = Asked { by: asker.seat.map(Who::Seat), ..asked.clone() };
        let logged = || self.durable.requests.find(asked).or_else(|| self.durable.requests.find(&old));
        let found = match meanwhile {
            Some(known) => Some((known, self.version())),
            None => logged().map(|(known, version)| (known, *version)),
        };
        match found {
            Some((known, _)) if known.differs(asked) => Err(reused()),
            found => Ok(found.map(|(_, version)| version)),
        }
    }

    /// The problem of a request that was refused before.
    fn refused_before(&self, asked: &Asked) -> Option<Problem> {
        if let Some((known, problem)) = self.refused.iter().find(|(known, _)| known.is_same(asked)) {
            return Some(if known.differs(asked) { reused() } else { problem.clone() });
        }
        let meanwhile = self.durable.meanwhile.refused.iter().find(|known| known.asked.is_same(asked));
        let known = meanwhile.or_else(|| self.durable.refused.find(asked))?;
        if known.asked.differs(asked) {
            return Some(reused());
        }
        Some(Problem::new(known.code.as_str(), "this was refused before"))
    }

    /// The answer to a request that was done before.
    fn done_before(&self, asker: &Asker, request: &Request, version: u32) -> Answered {
        if let Request::Invite { seat, .. } = request
            && let Some(host) = &asker.host
            && let Some(link) = self.link(*seat)
        {
            return Answered::Invitation(version, secret_of(host, *seat, &link.nonce));
        }
        Answered::Done(version)
    }

    fn serve(
        &mut self,
        now: &mut Now<'_>,
        from: GuestId,
        asker: &Asker,
        asked: Asked,
        request: Request,
        outputs: &mut Vec<Output>,
    ) -> Result<Answered, Problem> {
        let at = now.at;
        self.must_be_open(&request)?;
        let done = match request {
            Request::Hello { .. } => {
                return Err(Problem::new("request.bad_request", "hello comes by itself"));
            }
            Request::Play { action, version, .. } => self.play(at, asked, asker.seat()?, &action, version)?,
            Request::Resign { .. } => {
                let seat = asker.seat()?;
                self.must_play()?;
                self.add(at, Some(asked), Fact::Left { seat, why: Leaving::Resign })?
            }
            Request::Stand { .. } => self.clear(at, asked, asker.seat()?, outputs)?,
            Request::Ready { entropy, .. } => self.ready(at, asked, asker.seat()?, entropy)?,
            Request::Seat { seat, player, persona, .. } => {
                asker.host()?;
                match player {
                    Some(player) => self.seat_computer(now, asked, seat, player, persona)?,
                    None if persona.is_some() => return Err(bad_persona()),
                    None => self.clear(at, asked, seat, outputs)?,
                }
            }
            Request::Invite { seat, renew, .. } => {
                let host = asker.host()?;
                return self.invite(now, asked, host, seat, if renew { Old::Useless } else { Old::Kept });
            }
            Request::Propose { what, .. } => self.suggest(now, asked, asker.seat()?, what)?,
            Request::Agree { proposal, .. } => self.agree(at, asked, asker.seat()?, proposal)?,
            Request::Decline { proposal, .. } => self.decline(at, asked, asker.seat()?, proposal)?,
            Request::Return { .. } => {
                let seat = asker.seat()?;
                if self.place(seat)?.filled_in.is_none() {
                    return Err(Problem::new("table.not_filled_in", "no computer player fills in for you"));
                }
                self.add(at, Some(asked), Fact::Returned { seat })?
            }
            Request::Claim { seat, .. } => {
                asker.seat()?;
                self.claim(at, asked, seat)?
            }
            Request::Rematch { .. } => self.ask_rematch(now, asked, asker.seat()?, outputs)?,
            Request::Chat { text, .. } => {
                let seat = asker.seat()?;
                self.may_talk(seat)?;
                self.add(at, Some(asked), Fact::Said { seat, text: text::chat(&text)? })?
            }
            Request::React { reaction, .. } => self.react(at, asked, asker.seat()?, reaction)?,
            Request::Query { id, query } => {
                let table = self.table.as_ref().ok_or_else(not_begun)?.boxed_clone();
                let question = Question { from, id, table, viewer: asker.viewer, query, advice: None };
                return Ok(Answered::Later(Output::Ask(question)));
            }
            Request::Ping { .. } => return Ok(Answered::Pong),
            Request::Pace { pace, .. } => self.change_pace(asked, pace),
            Request::Hold { is_held, .. } => {
                self.read(asker.seat()?, is_held);
                self.tell_reading(from, is_held, outputs);
                self.version()
            }
            Request::Hurry { .. } => {
                self.hurry(asker.seat()?);
                self.version()
            }
            Request::Pass { is_for_round, .. } => {
                self.pass(asker.seat()?, is_for_round);
                self.version()
            }
            Request::Seen { .. } => {
                self.see(asker.seat()?);
                self.version()
            }
            Request::Hint { .. } => return self.hint(at, from, asked, asker.seat()?),
            Request::Show { what, .. } => {
                self.show(at, from, asker.seat()?, &what, outputs)?;
                self.version()
            }
        };
        Ok(Answered::Done(done))
    }

    fn play(
        &mut self,
        at: Moment,
        asked: Asked,
        seat: Seat,
        action: &Value,
        seen: Option<u32>,
    ) -> Result<u32, Problem> {
        if self.place(seat)?.filled_in.is_some() {
            return Err(Problem::new("table.filled_in", "a computer player fills in for you; return first"));
        }
        if self.table.as_ref().is_some_and(|table| table.is_private(seat, action)) {
            // Whatever the others did since, it is about the seat's own things, and the rules check these.
            return self.act_privately(asked, seat, Json::of(action));
        }
        if self.table.as_ref().is_some_and(|table| table.is_provisional(seat, action)) {
            return self.act_provisionally(asked, seat, Json::of(action));
        }
        let decision = self.durable.timing.decision(seat);
        if self.phase() == Phase::Playing && seen.is_some_and(|seen| seen < decision) {
            let mut stale = Problem::new("table.stale", "the table has moved on");
            stale.details = Some(serde_json::json!({ "version": self.version() }));
            return Err(stale);
        }
        self.add(at, Some(asked), Fact::Acted { seat, by: None, action: Json::of(action) })
    }

    /// Shows the others what a seat is about to do. Nothing of it is kept, and what comes too fast is left out.
    fn show(
        &mut self,
        at: Moment,
        from: GuestId,
        seat: Seat,
        what: &Value,
        outputs: &mut Vec<Output>,
    ) -> Result<(), Problem> {
        self.must_play()?;
        let table = self.table.as_ref().ok_or_else(not_begun)?;
        let text = Json::of(what);
        let is_short = text.as_str().len() <= MOST_SHOWN;
        if !(is_short && table.game().may_show(what) && table.awaiting().must.contains(seat)) {
            return Err(Problem::new("table.cannot_show", "this is nothing that the others are shown now"));
        }
        let last = self.shown.get(&seat).copied();
        if last.is_some_and(|last| at.since(last) < SHOWN_EVERY) {
            return Ok(());
        }
        self.shown.insert(seat, at);
        let to: Vec<GuestId> = self.guests.keys().copied().filter(|guest| *guest != from).collect();
        if !to.is_empty() {
            outputs.push(Output::Tell { to, text: Message::Shown { seat, what: text }.to_text() });
        }
        Ok(())
    }

    /// Whoever reads something is waited for with more patience if the others know.
    fn tell_reading(&mut self, from: GuestId, is_reading: bool, outputs: &mut Vec<Output>) {
        let Some(guest) = self.guests.get_mut(&from) else { return };
        if guest.is_reading != is_reading {
            guest.is_reading = is_reading;
            self.tell_presence(Some(from), outputs);
        }
    }

    pub(crate) fn must_wait(&self) -> Result<(), Problem> {
        match self.phase() {
            Phase::Waiting => Ok(()),
            Phase::Playing | Phase::Over => Err(Problem::new("table.begun", "the game has begun already")),
        }
    }

    pub(crate) fn must_play(&self) -> Result<(), Problem> {
        match self.phase() {
            Phase::Playing => Ok(()),
            Phase::Waiting => Err(not_begun()),
            Phase::Over => Err(Problem::new("table.over", "the game is over")),
        }
    }

    fn react(&mut self, at: Moment, asked: Asked, seat: Seat, reaction: Reaction) -> Result<u32, Problem> {
        self.may_talk(seat)?;
        self.add(at, Some(asked), Fact::Reacted { seat, reaction })
    }

    pub(crate) fn must_know(&self, now: &Now<'_>, player: &str) -> Result<(), Problem> {
        if (now.is_player)(&self.durable.charter.game, player) {
            return Ok(());
        }
        let text = format!("there is no computer player {:?} for this game", baize_rules::clip(player));
        Err(Problem::new("request.unknown_player", text))
    }

    fn claim(&mut self, at: Moment, asked: Asked, seat: Seat) -> Result<u32, Problem> {
        self.must_play()?;
        self.place(seat)?;
        let must = self.table.as_ref().is_some_and(|table| table.awaiting().must.contains(seat));
        let is_away = self.away[seat.index()].is_some_and(|since| at.since(since) >= MOST_AWAY);
        if !(must && is_away && self.deciders().contains(seat)) {
            return Err(Problem::new(
                "table.not_absent",
                format!("{seat} has not kept the table waiting for {} seconds", MOST_AWAY / 1000),
            ));
        }
        self.add(at, Some(asked), Fact::Left { seat, why: Leaving::Timeout })
    }

    /// What happens because time has gone by.
    fn tick(&mut self, at: Moment) -> Vec<Output> {
        let mut outputs = Vec::new();
        if self.think_again.is_some_and(|again| again <= at) {
            self.think_again = None;
        }
        for seat in self.seats() {
            if self.vacant_at(seat).is_some_and(|vacant| vacant <= at) {
                self.add(at, None, Fact::Cleared { seat }).expect("a seat of this table becomes free");
                outputs.extend(self.unseat(seat));
            }
        }
        for _ in 0..MOST_FLAGS {
            let up = self.seats().find_map(|seat| {
                let (deadline, flag) = self.flag(seat)?;
                (deadline <= at).then_some((seat, flag))
            });
            let Some((seat, flag)) = up else { break };
            self.time_is_up(at, seat, flag);
        }
        outputs
    }

    fn time_is_up(&mut self, at: Moment, seat: Seat, flag: Flag) {
        let idle = self.table.as_ref().filter(|_| flag == Flag::Turn).and_then(|table| table.idle(seat));
        if let Some(action) = idle {
            let fact = Fact::Acted { seat, by: Some(By::Clock), action: Json::of(&action) };
            if self.add(at, None, fact).is_ok() {
                return;
            }
        }
        self.add(at, None, Fact::Left { seat, why: Leaving::Timeout })
            .expect("a seat can leave a running game");
    }
}

fn reused() -> Problem {
    Problem::new("request.reused_id", "this id was used for another request; every request needs its own")
}

/// Whether only a page asks for this that a person looks at.
const fn is_of_a_page(request: &Request) -> bool {
    matches!(
        request,
        Request::Pace { .. }
            | Request::Hold { .. }
            | Request::Hurry { .. }
            | Request::Seen { .. }
            | Request::Ping { .. }
    )
}
