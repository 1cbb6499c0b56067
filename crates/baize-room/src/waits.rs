//! What computer players wait for, so that people can see, understand and answer what happens.
//!
//! None of this is in the log, so that a table that another process takes over begins to wait anew. Computer players think
//! at once; what they have thought of stays here until it may be seen.

use crate::room::Room;
use crate::think::Thought;
use crate::{GuestId, Output, entry::Fact};
use baize_protocol::{CallWindow, Json, Message, Moment, Pace, Phase, Waiting, WaitingFor};
use baize_rules::{Hesitation, Seat, SeatSet, Showing, Then};

/// The only person may be gone for so many milliseconds before the table is held.
const MOST_GONE: u64 = 2_000;
/// After a hold, computer players leave the person so many milliseconds to look at the table again.
const RELEASE: u64 = 600;
/// Between the end of what a person did and the beginning of a computer player's hesitation.
const AFTER_PERSON: u64 = 350;
/// After a person has drawn, computer players ask within so many milliseconds.
const MOST_ASIDE: u32 = 600;
/// A summary waits for several people at most so long.
const MOST_SUMMARY: u64 = 30_000;
/// From so many seats on, waits are shorter.
const MANY_SEATS: u8 = 6;
/// So many things happen by themselves at one time; the rest happens a moment later.
const MOST_AT_ONCE: usize = 64;

/// What computer players wait for.
#[derive(Debug)]
pub(crate) struct Waits {
    /// From then on computer players hesitate, and then act.
    free_from: Moment,
    /// Since when the table has stood as it does.
    since: Moment,
    /// The person does not want to wait for the next action.
    is_hurried: bool,
    /// The person who is about to act, whom no computer player interrupts before.
    undisturbed: Option<Seat>,
    window: Option<Window>,
    /// Who asks for nothing in this round.
    passed: SeatSet,
    summary: Option<Open>,
    /// The only person reads.
    is_reading: bool,
    held_since: Option<Moment>,
    /// What clients know of all this.
    told: Option<Waiting>,
}

/// A call window.
#[derive(Clone, Copy, Debug)]
struct Window {
    /// Who may still act out of turn.
    seats: SeatSet,
    since: Moment,
    /// How long it stays open; nothing if it waits for everybody.
    lasts: Option<u64>,
}

/// The summary of a round.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Who has not closed it.
    seats: SeatSet,
    since: Moment,
    until: Option<Moment>,
    /// What is to be seen when it is closed.
    then: Span,
}

/// What people look at: it is drawn, then it lies still.
#[derive(Clone, Copy, Default, Debug)]
struct Span {
    drawn: u64,
    held: u64,
}

impl Window {
    fn until(&self) -> Option<Moment> {
        self.lasts.map(|millis| self.since.plus(millis))
    }
}

impl Span {
    fn len(self) -> u64 {
        self.drawn + self.held
    }
}

impl Waits {
    pub(crate) fn new(at: Moment) -> Waits {
        Waits {
            free_from: at,
            since: at,
            is_hurried: false,
            undisturbed: None,
            window: None,
            passed: SeatSet::NONE,
            summary: None,
            is_reading: false,
            held_since: None,
            told: None,
        }
    }

    pub(crate) fn is_held(&self) -> bool {
        self.held_since.is_some()
    }
}

impl Room {
    /// How fast computer players act.
    pub(crate) fn pace(&self) -> Pace {
        self.durable.pace.unwrap_or(self.durable.charter.pace)
    }

    /// How long waits are, in thousandths of normal ones. A table without people has none.
    fn speed(&self) -> u64 {
        if self.people().is_empty() {
            return 0;
        }
        let speed = match self.pace() {
            Pace::Slow => 1_600,
            Pace::Normal => 1_000,
            Pace::Fast => 500,
            Pace::AtOnce => 0,
        };
        if self.durable.charter.seats >= MANY_SEATS { speed * 6 / 10 } else { speed }
    }

    fn scaled(&self, millis: u64) -> u64 {
        millis * self.speed() / 1_000
    }

    /// What is drawn takes the page's own time; how long it lies still follows the pace.
    fn span(&self, shown: &[Showing]) -> Span {
        if self.speed() == 0 {
            return Span::default();
        }
        let drawn = shown.iter().map(|showing| u64::from(showing.drawn)).sum();
        let held = shown.iter().map(|showing| u64::from(showing.held)).sum();
        Span { drawn, held: self.scaled(held) }
    }

    /// The person for whom all other seats are computer players.
    fn only_person(&self) -> Option<Seat> {
        let people = self.people();
        let only = people.iter().next().filter(|_| people.len() == 1)?;
        self.computer(only).is_none().then_some(only)
    }

    /// Whether no clock runs: the only person reads, or is away.
    pub(crate) fn is_resting(&self) -> bool {
        self.waits.is_held() || self.waits.summary.is_some() && self.only_person().is_some()
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.deciders().contains(seat)
    }

    /// People look at what has just happened: at a deal, or at what `actor` did.
    pub(crate) fn look(&mut self, at: Moment, actor: Option<Seat>, shown: &[Showing]) {
        if shown.iter().all(|showing| *showing == Showing::NONE) {
            self.narrow_window();
            return;
        }
        let is_over = self.phase() != Phase::Playing;
        let summary = shown.iter().position(|showing| showing.then == Then::Summary).filter(|_| !is_over);
        let (first, rest) = shown.split_at(summary.map_or(shown.len(), |index| index + 1));
        let (mut span, then) = (self.span(first), self.span(rest));
        if actor.is_some_and(|seat| self.is_person(seat)) {
            span.held = self.scaled(AFTER_PERSON);
        }
        let readers = summary.map_or(SeatSet::NONE, |_| self.readers());
        if summary.is_some() {
            self.waits.passed = SeatSet::NONE;
        }
        if let Some(seat) = actor {
            // Who goes on has read enough.
            self.see(seat);
        }
        if readers.is_empty() {
            span = Span { drawn: span.drawn + then.drawn, held: span.held + then.held };
        } else {
            let until = (self.deciders().len() > 1).then(|| at.plus(span.len() + MOST_SUMMARY));
            self.waits.summary = Some(Open { seats: readers, since: at, until, then });
        }
        (self.waits.since, self.waits.is_hurried) = (at, false);
        self.waits.free_from = at.plus(span.len());
        if shown.iter().any(|showing| showing.then == Then::Call) && !is_over {
            self.open_window(at.plus(span.drawn));
        } else {
            if actor.is_some() && actor == self.waits.undisturbed {
                self.waits.undisturbed = None;
            }
            self.narrow_window();
        }
    }

    /// Those who are here and will say when they have read a summary.
    fn readers(&self) -> SeatSet {
        let readers = self.guests.values().filter(|guest| guest.is_attentive);
        readers.filter_map(|guest| guest.viewer.seat()).filter(|seat| self.is_person(*seat)).collect()
    }

    /// The people who may act out of turn now.
    fn callers(&self) -> SeatSet {
        let Some(table) = &self.table else { return SeatSet::NONE };
        let people = self.deciders();
        let may = |seat: &Seat| people.contains(*seat) && !table.menu(*seat).actions.is_empty();
        table.awaiting().may.iter().filter(may).collect()
    }

    /// Something can be asked for: people have some time for it, and computer players wait.
    fn open_window(&mut self, since: Moment) {
        let must = self.table.as_ref().and_then(|table| table.awaiting().must.iter().next());
        self.waits.undisturbed = must.filter(|seat| self.is_person(*seat));
        let passed = self.waits.passed;
        let seats: SeatSet = self.callers().iter().filter(|seat| !passed.contains(*seat)).collect();
        let has_computer = self.seats().any(|seat| self.computer(seat).is_some());
        let lasts = self.window_lasts();
        let is_open = has_computer && !seats.is_empty() && lasts != Some(0);
        self.waits.window = is_open.then_some(Window { seats, since, lasts });
    }

    fn window_lasts(&self) -> Option<u64> {
        let is_big = self.durable.charter.seats >= MANY_SEATS;
        match self.durable.charter.call_window {
            Some(CallWindow::Seconds(seconds)) => Some(u64::from(seconds) * 1_000),
            Some(CallWindow::Everybody(_)) => None,
            None => Some(match self.pace() {
                Pace::Slow => {
                    if is_big {
                        3_000
                    } else {
                        5_000
                    }
                }
                Pace::Normal => {
                    if is_big {
                        2_000
                    } else {
                        3_000
                    }
                }
                Pace::Fast => 2_000,
                Pace::AtOnce => 1_500,
            }),
        }
    }

    /// Leaves in the window only those who can still act.
    fn narrow_window(&mut self) {
        let Some(mut window) = self.waits.window else { return };
        let callers = self.callers();
        window.seats = window.seats.iter().filter(|seat| callers.contains(*seat)).collect();
        self.waits.window = Some(window).filter(|window| !window.seats.is_empty());
    }

    /// Actions were taken back.
    pub(crate) fn look_again(&mut self, at: Moment) {
        let Waits { passed, is_reading, held_since, told, .. } = self.waits;
        let fresh = Waits::new(at);
        self.waits = Waits { passed, is_reading, held_since, told, ..fresh };
        self.waits.free_from = at.plus(self.scaled(RELEASE));
    }

    /// Another process has taken the table over: every wait begins anew.
    pub(crate) fn wait_anew(&mut self, at: Moment) {
        self.waits = Waits::new(at);
        let must = self.table.as_ref().map_or(SeatSet::NONE, |table| table.awaiting().must);
        if must.iter().any(|seat| self.computer(seat).is_some()) {
            self.open_window(at);
        }
        self.waits.told = self.waiting();
    }

    /// Nobody could wait for so many milliseconds that went by.
    pub(crate) fn wait_longer(&mut self, millis: u64) {
        let Waits { free_from, since, window, summary, held_since, .. } = &mut self.waits;
        let window = window.as_mut().map(|window| &mut window.since);
        let summary = summary.as_mut().map(|open| (&mut open.since, &mut open.until));
        let summary = summary.into_iter().flat_map(|(since, until)| [Some(since), until.as_mut()]);
        let begun = [Some(free_from), Some(since), held_since.as_mut(), window];
        for moment in begun.into_iter().chain(summary).flatten() {
            *moment = moment.plus(millis);
        }
    }

    /// How long a computer player hesitates, drawn by `chance`.
    pub(crate) fn hesitate(&self, hesitation: Hesitation, chance: u64) -> u64 {
        if self.waits.is_hurried {
            return 0;
        }
        let Hesitation { least, most } = hesitation;
        let range = u64::from(most.saturating_sub(least)) + 1;
        self.scaled(u64::from(least) + chance % range)
    }

    /// Who speaks out of turn has waited for the window; after a person's own draw they take a moment more.
    pub(crate) fn hesitate_aside(&self, chance: u64) -> u64 {
        let must = self.table.as_ref().map_or(SeatSet::NONE, |table| table.awaiting().must);
        let is_persons = must.iter().any(|seat| self.is_person(seat));
        self.hesitate(if is_persons { Hesitation::between(0, MOST_ASIDE) } else { Hesitation::NONE }, chance)
    }

    /// Whether computer players leave a person alone who is about to act.
    pub(crate) fn is_undisturbed(&self) -> bool {
        self.waits.undisturbed.is_some()
    }

    /// Whether no computer player may act, however long it has hesitated.
    fn is_blocked(&self) -> bool {
        self.waits.held_since.is_some() || self.waits.summary.is_some() || self.waits.window.is_some()
    }

    /// When a thought may be acted upon, if nothing else is in the way.
    fn due(&self, thought: &Thought) -> Moment {
        self.waits.free_from.plus(thought.hesitation)
    }

    /// Lets everything happen that is due, and shows what may be seen of what is not.
    pub(crate) fn settle_waits(&mut self, at: Moment, outputs: &mut Vec<Output>) {
        for _ in 0..MOST_AT_ONCE {
            self.hold_or_release(at);
            if self.phase() != Phase::Playing || self.waits.is_held() || !self.go_on(at) {
                break;
            }
        }
        if self.phase() != Phase::Playing {
            (self.waits.window, self.waits.summary) = (None, None);
        }
        self.show_previews(at, outputs);
        let waiting = self.waiting();
        if waiting != self.waits.told {
            self.waits.told = waiting;
            self.touched.waiting = true;
        }
    }

    /// Closes what is to be closed, or makes the next computer player's move; whether anything happened.
    fn go_on(&mut self, at: Moment) -> bool {
        let is_alone = self.only_person().is_some();
        let here: SeatSet =
            self.deciders().iter().filter(|seat| is_alone || self.away[seat.index()].is_none()).collect();
        let among =
            |seats: SeatSet| -> SeatSet { seats.iter().filter(|seat| here.contains(*seat)).collect() };
        if let Some(mut open) = self.waits.summary {
            open.seats = among(open.seats);
            self.waits.summary = Some(open);
            if !open.seats.is_empty() && open.until.is_none_or(|until| until > at) {
                return false;
            }
            self.waits.summary = None;
            if is_alone {
                self.rest_clock(at, at.since(open.since));
            }
            self.waits.free_from = at.plus(open.then.len().max(self.scaled(RELEASE)));
            if let Some(window) = &mut self.waits.window {
                window.since = at.plus(open.then.drawn);
            }
        }
        if let Some(mut window) = self.waits.window {
            window.seats = among(window.seats);
            self.waits.window = Some(window);
            let until = window.until();
            if !window.seats.is_empty() && until.is_none_or(|until| until > at) {
                return false;
            }
            self.waits.window = None;
            let closed = if window.seats.is_empty() { at } else { until.unwrap_or(at) };
            self.waits.free_from = self.waits.free_from.max(closed);
        }
        let ready = self.thinking.iter().filter_map(|(seat, thinking)| {
            let thought = thinking.thought.as_ref()?;
            Some((self.due(thought), *seat)).filter(|(due, _)| *due <= at)
        });
        let Some((_, seat)) = ready.min() else { return false };
        self.act(at, seat);
        true
    }

    /// Holds the table for its only person, or lets it go on.
    fn hold_or_release(&mut self, at: Moment) {
        match (self.waits.held_since, self.is_to_be_held(at)) {
            (None, true) => {
                self.waits.held_since = Some(at);
                self.touched.clocks = true;
            }
            (Some(since), false) => self.release(at, since),
            _ => {}
        }
    }

    fn is_to_be_held(&self, at: Moment) -> bool {
        let Some(seat) = self.only_person().filter(|_| self.phase() == Phase::Playing) else { return false };
        let is_gone = self.away[seat.index()].is_some_and(|since| at.since(since) >= MOST_GONE);
        // To stop a clock takes an entry of the log, of which there are only so many.
        (self.waits.is_reading || is_gone) && (self.may_talk(seat).is_ok() || !self.runs_clock(seat))
    }

    fn runs_clock(&self, seat: Seat) -> bool {
        let clock = &self.durable.charter.clock;
        self.durable.timing.deadline(clock, seat, None).is_some()
    }

    fn release(&mut self, at: Moment, since: Moment) {
        self.waits.held_since = None;
        let millis = at.since(since);
        if let Some(window) = &mut self.waits.window {
            window.since = window.since.plus(millis);
        }
        let left = self.waits.free_from.since(since).max(self.scaled(RELEASE));
        self.waits.free_from = at.plus(left);
        // A summary that was open meanwhile has its own way to stop the clock.
        if self.waits.summary.is_none() {
            self.rest_clock(at, millis);
        }
    }

    /// The clock of the only person has stood still for so long.
    fn rest_clock(&mut self, at: Moment, millis: u64) {
        self.touched.clocks = true;
        let is_running = self.only_person().is_some_and(|seat| self.runs_clock(seat));
        if self.phase() == Phase::Playing && is_running && millis > 0 {
            self.add(at, None, Fact::Rested { millis }).expect("clocks can stand still");
        }
    }

    /// What computer players are about to do, as far as everybody may see it.
    fn show_previews(&mut self, at: Moment, outputs: &mut Vec<Output>) {
        if self.is_blocked() || self.waits.free_from > at {
            return;
        }
        let to: Vec<GuestId> = self.guests.keys().copied().collect();
        for (seat, thinking) in &mut self.thinking {
            let preview = thinking.thought.as_mut().and_then(|thought| thought.preview.take());
            if let Some(what) = preview.filter(|_| !to.is_empty()) {
                let shown = Message::Shown { seat: *seat, what: Json::of(&what) };
                outputs.push(Output::Tell { to: to.clone(), text: shown.to_text() });
            }
        }
    }

    /// What the table waits for, for those who look at it.
    pub(crate) fn waiting(&self) -> Option<Waiting> {
        let table = self.table.as_ref().filter(|_| self.phase() == Phase::Playing)?;
        let waits = &self.waits;
        if let Some(since) = waits.held_since {
            let seats = self.only_person().map_or(SeatSet::NONE, SeatSet::only);
            return Some(Waiting { why: WaitingFor::Held, seats, since, until: None });
        }
        if let Some(Open { seats, since, until, .. }) = waits.summary {
            return Some(Waiting { why: WaitingFor::Summary, seats, since, until });
        }
        if let Some(window) = waits.window {
            let Window { seats, since, .. } = window;
            return Some(Waiting { why: WaitingFor::Call, seats, since, until: window.until() });
        }
        if self.people().is_empty() {
            return None;
        }
        let seats: SeatSet =
            table.awaiting().must.iter().filter(|seat| self.computer(*seat).is_some()).collect();
        // When it will act would tell what it is about to do.
        (!seats.is_empty()).then_some(Waiting {
            why: WaitingFor::Move,
            seats,
            since: waits.since,
            until: None,
        })
    }

    /// When something of this happens by itself.
    pub(crate) fn next_wait(&self) -> Option<Moment> {
        if self.phase() != Phase::Playing {
            return None;
        }
        if self.waits.is_held() {
            return None;
        }
        let gone = self.only_person().and_then(|seat| self.away[seat.index()]);
        let gone = gone.map(|since| since.plus(MOST_GONE));
        let next = if let Some(open) = self.waits.summary {
            open.until
        } else if let Some(window) = self.waits.window {
            window.until()
        } else {
            let thoughts = self.thinking.values().filter_map(|thinking| thinking.thought.as_ref());
            let times = thoughts.map(|thought| match thought.preview {
                Some(_) => self.waits.free_from,
                None => self.due(thought),
            });
            times.min()
        };
        gone.into_iter().chain(next).min()
    }

    /// The person wants another speed.
    pub(crate) fn set_pace(&mut self, pace: Pace) {
        if self.pace() != pace {
            self.durable.pace = Some(pace);
            self.touched.pace = true;
            let lasts = self.window_lasts();
            if let Some(window) = &mut self.waits.window {
                window.lasts = lasts;
            }
            if pace == Pace::AtOnce {
                self.hurry_all();
            }
        }
    }

    /// Nothing is waited for any longer but people.
    fn hurry_all(&mut self) {
        self.waits.is_hurried = true;
        self.waits.free_from = self.waits.since;
        for thought in self.thinking.values_mut().filter_map(|thinking| thinking.thought.as_mut()) {
            thought.hesitation = 0;
        }
    }

    /// The only person does not want to wait any longer.
    pub(crate) fn hurry(&mut self, seat: Seat) {
        if self.only_person() == Some(seat) && !self.is_blocked() {
            self.hurry_all();
        }
    }

    /// The only person reads, or goes on.
    pub(crate) fn read(&mut self, seat: Seat, is_reading: bool) {
        if self.only_person() == Some(seat) {
            self.waits.is_reading = is_reading;
        }
    }

    /// The person of a seat has come anew: nothing is known of what they were reading.
    pub(crate) fn read_anew(&mut self, seat: Seat) {
        if self.only_person() == Some(seat) {
            self.waits.is_reading = false;
        }
    }

    /// A person asks for nothing, now or in the whole round.
    pub(crate) fn pass(&mut self, seat: Seat, is_for_round: bool) {
        if is_for_round {
            self.waits.passed = self.waits.passed.with(seat);
        }
        if let Some(window) = &mut self.waits.window {
            window.seats = window.seats.without(seat);
        }
    }

    /// A person has read the summary.
    pub(crate) fn see(&mut self, seat: Seat) {
        if let Some(open) = &mut self.waits.summary {
            open.seats = open.seats.without(seat);
        }
    }
}
