//! Computer players at a table: which ones are asked, what they wait for, and when they act.

use crate::Output;
use crate::changes::Part;
use crate::charter::low_half;
use crate::entry::Fact;
use crate::request::Now;
use crate::room::Room;
use crate::think::{Intent, Task, Thought};
use crate::waits::{Hold, Sight, Waits};
use baize_protocol::{By, Json, Message, Moment, Pace, Phase, Waiting};
use baize_rules::{Leaving, Problem, Seat, SeatSet, Showing};

/// How many things happen by themselves in one go; the rest happen a moment later.
const MOST_AT_ONCE: usize = 64;

impl Room {
    /// Asks computer players, as long as somebody is connected: first those who may act out of turn, one by
    /// one in seat order after the one that must act; once all of these have passed, those that must.
    pub(crate) fn seek_thoughts(&mut self, outputs: &mut Vec<Output>) {
        if self.thoughts.again().is_some() || self.guests.is_empty() || self.course.is_abandoned() {
            return;
        }
        let Some(table) = self.course.table() else { return };
        let asked: Vec<(Seat, bool)> = match self.next_aside().filter(|_| !self.waits.is_undisturbed()) {
            Some(seat) => vec![(seat, true)],
            None => table.awaiting().must.iter().map(|seat| (seat, false)).collect(),
        };
        for (seat, is_aside) in asked {
            let Some(player) = self.seating.computer(seat) else { continue };
            if self.thoughts.is_asked(seat) {
                continue;
            }
            let decision = if is_aside { self.log.version() } else { self.timing.decision(seat) };
            let label = format!("computer player in {seat}, decision {decision}");
            outputs.push(Output::Think(Task {
                seat,
                decision,
                game: self.charter.game.clone(),
                player: player.to_owned(),
                is_aside,
                seat_view: table.seat_view(seat),
                seed: self.charter.seed.branch(&label),
            }));
            self.thoughts.ask(seat, decision, is_aside);
        }
    }

    /// The next computer player that could act out of turn and has not passed since the last move.
    fn next_aside(&self) -> Option<Seat> {
        let table = self.game()?;
        table.awaiting().asides().find(|&seat| {
            let is_open = self.seating.computer(seat).is_some() && !self.thoughts.is_silent(seat);
            is_open && !table.menu(seat).actions.is_empty()
        })
    }

    /// Takes a computer player's decision, which is carried out when that may be seen.
    pub(crate) fn thought(
        &mut self,
        now: &mut Now<'_>,
        seat: Seat,
        decision: u32,
        action: Result<Option<Intent>, Problem>,
    ) {
        let Some(is_aside) = self.thoughts.is_aside(seat, decision) else { return };
        let Some(table) = self.course.table() else { return };
        let legal = |intent: Intent| {
            let action = table.decode(&intent.action).ok()?;
            table.allows(seat, &action).ok()?;
            Some((action, intent.meant.as_ref().map(Json::of)))
        };
        let (action, meant) = action.ok().flatten().and_then(legal).unzip();
        // A player without a sensible answer must not stop the game: it makes the first legal move instead.
        let instead = || table.decode(&table.menu(seat).actions.first()?.action.value()).ok();
        let action = if is_aside { action } else { action.or_else(instead) };
        if is_aside && action.is_none() {
            self.thoughts.be_silent(seat);
            return;
        }
        let (tempo, chance) = (self.tempo(), low_half((now.fresh)()));
        let hesitation = match &action {
            _ if is_aside => {
                let people = self.seating.deciders();
                let is_persons_turn = table.awaiting().must.iter().any(|seat| people.contains(seat));
                self.waits.hesitate_aside(tempo, is_persons_turn, chance)
            }
            Some(action) => self.waits.hesitate(tempo, table.hesitation(seat, action), chance),
            None => 0,
        };
        // An action without hesitation needs no preview.
        let preview = action.as_ref().filter(|_| hesitation > 0).and_then(|action| table.preview(action));
        self.thoughts.answer(seat, Thought { action, meant: meant.flatten(), hesitation, preview });
    }

    /// Carries out the decision of the computer player in `seat`; if that is no longer possible, asks again.
    fn act(&mut self, at: Moment, seat: Seat) {
        let Some((is_aside, thought)) = self.thoughts.take(seat) else { return };
        let Some(table) = self.game() else { return };
        let awaiting = table.awaiting();
        if !(if is_aside { awaiting.may } else { awaiting.must }).contains(seat) {
            return;
        }
        let done = match thought.action {
            Some(action) if table.allows(seat, &action).is_err() => return,
            Some(action) => {
                let (by, json) = (Some(By::Computer), action.json.clone());
                self.add_read(
                    at,
                    None,
                    Fact::Acted { seat, by, action: json, meant: thought.meant },
                    Some(&action),
                )
            }
            None => self.add(at, None, Fact::Left { seat, why: Leaving::Timeout }),
        };
        done.expect("what was checked is legal");
    }

    /// Whether all clocks are stopped: the only person is reading or away.
    pub(crate) fn is_resting(&self) -> bool {
        self.waits.is_held() || self.waits.has_summary() && self.seating.only_person().is_some()
    }

    /// Gives people time to look at a deal, or at what `actor` did.
    pub(crate) fn look(&mut self, at: Moment, actor: Option<Seat>, shown: &[Showing]) {
        if shown.iter().all(|showing| *showing == Showing::NONE) {
            self.narrow_window();
            return;
        }
        let people = self.seating.deciders();
        let readers = self.guests.readers().iter().filter(|seat| people.contains(*seat)).collect();
        let is_playing = self.phase() == Phase::Playing;
        let sight = Sight { at, actor, shown, is_playing, people, readers };
        match self.waits.look(self.tempo(), &sight) {
            Some(since) => self.open_window(since),
            None => self.narrow_window(),
        }
    }

    /// The people who may act out of turn now.
    fn callers(&self) -> SeatSet {
        let Some(table) = self.game() else { return SeatSet::NONE };
        let people = self.seating.deciders();
        let may = |seat: &Seat| people.contains(*seat) && !table.menu(*seat).actions.is_empty();
        table.awaiting().may.iter().filter(may).collect()
    }

    /// Opens a call window: people have some time to call, and computer players wait.
    fn open_window(&mut self, since: Moment) {
        let people = self.seating.deciders();
        let about_to_act = self.course.must().iter().next().filter(|seat| people.contains(*seat));
        if self.seating.has_computer() {
            let (tempo, callers) = (self.tempo(), self.callers());
            self.waits.open_window(since, tempo, about_to_act, callers);
        } else {
            self.waits.open_no_window(about_to_act);
        }
    }

    /// Keeps only those in the window who can still act.
    fn narrow_window(&mut self) {
        if self.waits.has_window() {
            self.waits.narrow_window(self.callers());
        }
    }

    /// Begins every wait anew, after another process has taken over the table.
    pub(crate) fn wait_anew(&mut self, at: Moment) {
        self.waits = Waits::new(at);
        if self.course.must().iter().any(|seat| self.seating.computer(seat).is_some()) {
            self.open_window(at);
        }
        self.waits.tell(self.waiting());
    }

    /// Does everything that is due, and shows previews of what is not.
    pub(crate) fn settle_waits(&mut self, at: Moment, outputs: &mut Vec<Output>) {
        for _ in 0..MOST_AT_ONCE {
            self.hold_or_release(at);
            if self.phase() != Phase::Playing || self.waits.is_held() || !self.go_on(at) {
                break;
            }
        }
        if self.phase() != Phase::Playing {
            self.waits.close_all();
        }
        self.show_previews(at, outputs);
        if self.waits.tell(self.waiting()) {
            self.changes.touch(Part::Waiting);
        }
    }

    /// Closes what is due, or makes the next computer player's move; returns whether anything happened.
    fn go_on(&mut self, at: Moment) -> bool {
        let is_alone = self.seating.only_person().is_some();
        let is_here = |seat: &Seat| is_alone || self.guests.away_since(*seat).is_none();
        let here = self.seating.deciders().iter().filter(is_here).collect();
        let closing = self.waits.close(at, self.tempo(), here);
        if let Some(millis) = closing.read_for.filter(|_| is_alone) {
            self.rest_clock(at, millis);
        }
        if !closing.is_free {
            return false;
        }
        let Some(seat) = self.thoughts.ready(at, self.waits.free_from()) else { return false };
        self.act(at, seat);
        true
    }

    /// Holds the table for its only person, or releases it.
    fn hold_or_release(&mut self, at: Moment) {
        let is_to_be_held = self.is_to_be_held(at);
        match self.waits.hold(at, self.tempo(), is_to_be_held) {
            Some(Hold::Begun) => self.changes.touch(Part::Clocks),
            Some(Hold::Ended { rested: Some(millis) }) => self.rest_clock(at, millis),
            Some(Hold::Ended { rested: None }) | None => {}
        }
    }

    fn is_to_be_held(&self, at: Moment) -> bool {
        let only = self.seating.only_person().filter(|_| self.phase() == Phase::Playing);
        let Some(seat) = only else { return false };
        let is_gone = self.guests.gone_from(seat).is_some_and(|from| from <= at);
        (self.waits.is_reading() || is_gone) && self.may_hold(seat)
    }

    /// Stopping a clock takes an entry of the log, and a seat has only so many.
    fn may_hold(&self, seat: Seat) -> bool {
        self.talk.may_go_on(seat).is_ok() || !self.runs_clock(seat)
    }

    /// Records that the clock of the only person stood still for this long.
    fn rest_clock(&mut self, at: Moment, millis: u64) {
        self.changes.touch(Part::Clocks);
        let is_running = self.seating.only_person().is_some_and(|seat| self.runs_clock(seat));
        if self.phase() == Phase::Playing && is_running && millis > 0 {
            self.add(at, None, Fact::Rested { millis }).expect("clocks can stand still");
        }
    }

    /// Shows previews of what computer players are about to do.
    fn show_previews(&mut self, at: Moment, outputs: &mut Vec<Output>) {
        if self.waits.is_blocked() || self.waits.free_from() > at {
            return;
        }
        let to = self.guests.all_but(None);
        for (seat, what) in self.thoughts.take_previews() {
            if !to.is_empty() {
                let text = Message::Shown { seat, what: Json::of(&what) }.to_text();
                outputs.push(Output::Tell { to: to.clone(), text });
            }
        }
    }

    /// What the table waits for, as shown to clients.
    pub(crate) fn waiting(&self) -> Option<Waiting> {
        if self.phase() != Phase::Playing {
            return None;
        }
        let computers = || -> SeatSet {
            let must = self.course.must();
            let has_people = !self.seating.people().is_empty();
            must.iter().filter(|seat| has_people && self.seating.computer(*seat).is_some()).collect()
        };
        self.waits.shown(self.seating.only_person(), computers)
    }

    /// When a wait ends by itself.
    pub(crate) fn next_wait(&self) -> Option<Moment> {
        if self.phase() != Phase::Playing || self.waits.is_held() {
            return None;
        }
        let only = self.seating.only_person().filter(|seat| self.may_hold(*seat));
        let gone = only.and_then(|seat| self.guests.gone_from(seat));
        let next = self.waits.next(|free_from| self.thoughts.next(free_from));
        gone.into_iter().chain(next).min()
    }

    /// Changes the pace.
    pub(crate) fn set_pace(&mut self, pace: Pace) {
        if self.pace() == pace {
            return;
        }
        self.pace = Some(pace);
        self.changes.touch(Part::Pace);
        self.waits.change_tempo(self.tempo());
        if pace == Pace::AtOnce {
            self.hurry_all();
        }
    }

    /// Stops waiting for anything but people.
    fn hurry_all(&mut self) {
        self.waits.hurry();
        self.thoughts.hurry();
    }

    /// Stops waiting at the wish of the only person.
    pub(crate) fn hurry(&mut self, seat: Seat) {
        if self.seating.only_person() == Some(seat) && !self.waits.is_blocked() {
            self.hurry_all();
        }
    }

    /// Records whether the only person is reading.
    pub(crate) fn read(&mut self, seat: Seat, is_reading: bool) {
        if self.seating.only_person() == Some(seat) {
            self.waits.read(is_reading);
        }
    }
}
