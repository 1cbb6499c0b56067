//! What computer players wait for, so that people can see, understand and answer what happens.
//!
//! None of this is in the log, so that a table that another process takes over begins to wait anew. Computer players think
//! at once; what they have thought of stays in the room until it may be seen.

use crate::tempo::{Span, Tempo};
use baize_protocol::{Moment, Waiting, WaitingFor};
use baize_rules::{Hesitation, Seat, SeatSet, Showing, Then};

/// After a hold, computer players leave the person so many milliseconds to look at the table again.
const RELEASE: u64 = 600;
/// Between the end of what a person did and the beginning of a computer player's hesitation.
const AFTER_PERSON: u64 = 350;
/// After a person has drawn, computer players ask within so many milliseconds.
const MOST_ASIDE: u32 = 600;
/// A summary waits for several people at most so long.
const MOST_SUMMARY: u64 = 30_000;

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

impl Window {
    fn until(&self) -> Option<Moment> {
        self.lasts.map(|millis| self.since.plus(millis))
    }
}

/// Something that people look at.
pub(crate) struct Sight<'a> {
    pub(crate) at: Moment,
    /// Who did it; nobody dealt.
    pub(crate) actor: Option<Seat>,
    pub(crate) shown: &'a [Showing],
    /// Whether the game goes on after it.
    pub(crate) is_playing: bool,
    /// The people who decide for themselves.
    pub(crate) people: SeatSet,
    /// Those of them who are here and will say when they have read a summary.
    pub(crate) readers: SeatSet,
}

/// What a hold has become.
pub(crate) enum Hold {
    Begun,
    /// It lasted for so many milliseconds, in which the clock stood still; nothing if something else has stopped it too.
    Ended {
        rested: Option<u64>,
    },
}

/// What was closed.
pub(crate) struct Closing {
    /// Nothing is open any more: computer players may act.
    pub(crate) is_free: bool,
    /// A summary was closed that was read for so many milliseconds.
    pub(crate) read_for: Option<u64>,
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

    pub(crate) const fn is_held(&self) -> bool {
        self.held_since.is_some()
    }

    /// Whether the summary of a round is being read.
    pub(crate) const fn has_summary(&self) -> bool {
        self.summary.is_some()
    }

    pub(crate) const fn has_window(&self) -> bool {
        self.window.is_some()
    }

    /// Whether the only person reads something.
    pub(crate) const fn is_reading(&self) -> bool {
        self.is_reading
    }

    /// Whether computer players leave a person alone who is about to act.
    pub(crate) const fn is_undisturbed(&self) -> bool {
        self.undisturbed.is_some()
    }

    /// Whether no computer player may act, however long it has hesitated.
    pub(crate) const fn is_blocked(&self) -> bool {
        self.is_held() || self.has_summary() || self.has_window()
    }

    /// From when on computer players hesitate, and then act.
    pub(crate) const fn free_from(&self) -> Moment {
        self.free_from
    }

    /// People look at what has just happened. If something can be asked for, gives back from when on.
    pub(crate) fn look(&mut self, tempo: Tempo, sight: &Sight<'_>) -> Option<Moment> {
        let Sight { at, actor, shown, is_playing, people, readers } = *sight;
        let summary = shown.iter().position(|showing| showing.then == Then::Summary).filter(|_| is_playing);
        let (first, rest) = shown.split_at(summary.map_or(shown.len(), |index| index + 1));
        let (mut span, then) = (tempo.span(first), tempo.span(rest));
        if actor.is_some_and(|seat| people.contains(seat)) {
            span.held = tempo.scaled(AFTER_PERSON);
        }
        let readers = summary.map_or(SeatSet::NONE, |_| readers);
        if summary.is_some() {
            self.passed = SeatSet::NONE;
        }
        if let Some(seat) = actor {
            // Who goes on has read enough.
            self.see(seat);
        }
        if readers.is_empty() {
            span = span.and(then);
        } else {
            let until = (people.len() > 1).then(|| at.plus(span.len() + MOST_SUMMARY));
            self.summary = Some(Open { seats: readers, since: at, until, then });
        }
        (self.since, self.is_hurried) = (at, false);
        self.free_from = at.plus(span.len());
        if shown.iter().any(|showing| showing.then == Then::Call) && is_playing {
            return Some(at.plus(span.drawn));
        }
        if actor.is_some() && actor == self.undisturbed {
            self.undisturbed = None;
        }
        None
    }

    /// Something can be asked for: those who may ask have some time for it, and computer players wait. Before the person
    /// who is about to act has done so, none of them interrupts.
    pub(crate) fn open_window(
        &mut self,
        since: Moment,
        tempo: Tempo,
        about_to_act: Option<Seat>,
        callers: SeatSet,
    ) {
        self.undisturbed = about_to_act;
        let seats: SeatSet = callers.iter().filter(|seat| !self.passed.contains(*seat)).collect();
        let lasts = tempo.call_window();
        let is_open = !seats.is_empty() && lasts != Some(0);
        self.window = is_open.then_some(Window { seats, since, lasts });
    }

    /// Nobody has to be waited for.
    pub(crate) fn open_no_window(&mut self, about_to_act: Option<Seat>) {
        (self.undisturbed, self.window) = (about_to_act, None);
    }

    /// Leaves in the window only those who can still act.
    pub(crate) fn narrow_window(&mut self, callers: SeatSet) {
        let Some(mut window) = self.window else { return };
        window.seats = among(window.seats, callers);
        self.window = Some(window).filter(|window| !window.seats.is_empty());
    }

    /// The game is not being played.
    pub(crate) fn close_all(&mut self) {
        (self.window, self.summary) = (None, None);
    }

    /// Actions were taken back.
    pub(crate) fn look_again(&mut self, at: Moment, tempo: Tempo) {
        let Waits { passed, is_reading, held_since, told, .. } = *self;
        *self = Waits { passed, is_reading, held_since, told, ..Waits::new(at) };
        self.free_from = at.plus(tempo.scaled(RELEASE));
    }

    /// Nobody could wait for so many milliseconds that went by.
    pub(crate) fn wait_longer(&mut self, millis: u64) {
        let Waits { free_from, since, window, summary, held_since, .. } = self;
        let window = window.as_mut().map(|window| &mut window.since);
        let summary = summary.as_mut().map(|open| (&mut open.since, &mut open.until));
        let summary = summary.into_iter().flat_map(|(since, until)| [Some(since), until.as_mut()]);
        let begun = [Some(free_from), Some(since), held_since.as_mut(), window];
        for moment in begun.into_iter().chain(summary).flatten() {
            *moment = moment.plus(millis);
        }
    }

    /// How long a computer player hesitates, drawn by `chance`.
    pub(crate) fn hesitate(&self, tempo: Tempo, hesitation: Hesitation, chance: u64) -> u64 {
        if self.is_hurried { 0 } else { tempo.hesitation(hesitation, chance) }
    }

    /// Who speaks out of turn has waited for the window; after a person's own draw they take a moment more.
    pub(crate) fn hesitate_aside(&self, tempo: Tempo, is_persons_turn: bool, chance: u64) -> u64 {
        let hesitation = if is_persons_turn { Hesitation::between(0, MOST_ASIDE) } else { Hesitation::NONE };
        self.hesitate(tempo, hesitation, chance)
    }

    /// Closes what is to be closed: everybody in it who is `here` has answered, or its time is over.
    pub(crate) fn close(&mut self, at: Moment, tempo: Tempo, here: SeatSet) -> Closing {
        let mut closing = Closing { is_free: false, read_for: None };
        if let Some(open) = &mut self.summary {
            open.seats = among(open.seats, here);
            let Open { seats, since, until, then } = *open;
            if !seats.is_empty() && until.is_none_or(|until| until > at) {
                return closing;
            }
            self.summary = None;
            closing.read_for = Some(at.since(since));
            self.free_from = at.plus(then.len().max(tempo.scaled(RELEASE)));
            if let Some(window) = &mut self.window {
                window.since = at.plus(then.drawn);
            }
        }
        if let Some(window) = &mut self.window {
            window.seats = among(window.seats, here);
            let (seats, until) = (window.seats, window.until());
            if !seats.is_empty() && until.is_none_or(|until| until > at) {
                return closing;
            }
            self.window = None;
            let closed = if seats.is_empty() { at } else { until.unwrap_or(at) };
            self.free_from = self.free_from.max(closed);
        }
        closing.is_free = true;
        closing
    }

    /// Holds the table for its only person, or lets it go on; nothing if it stays as it is.
    pub(crate) fn hold(&mut self, at: Moment, tempo: Tempo, is_to_be_held: bool) -> Option<Hold> {
        match (self.held_since, is_to_be_held) {
            (None, true) => {
                self.held_since = Some(at);
                Some(Hold::Begun)
            }
            (Some(since), false) => {
                self.held_since = None;
                let millis = at.since(since);
                // What has begun meanwhile was put off only since it began.
                if let Some(window) = &mut self.window {
                    window.since = window.since.plus(at.since(since.max(window.since)));
                }
                let left = self.free_from.since(since.max(self.since)).max(tempo.scaled(RELEASE));
                self.free_from = at.plus(left);
                // A summary that was open meanwhile has its own way to stop the clock.
                Some(Hold::Ended { rested: self.summary.is_none().then_some(millis) })
            }
            _ => None,
        }
    }

    /// What the table waits for, as those who look at it are told: its `only` person, who reads or is away; a summary; a
    /// call window; or these computer players.
    pub(crate) fn shown(&self, only: Option<Seat>, computers: impl Fn() -> SeatSet) -> Option<Waiting> {
        if let Some(since) = self.held_since {
            let seats = only.map_or(SeatSet::NONE, SeatSet::only);
            return Some(Waiting { why: WaitingFor::Held, seats, since, until: None });
        }
        if let Some(Open { seats, since, until, .. }) = self.summary {
            return Some(Waiting { why: WaitingFor::Summary, seats, since, until });
        }
        if let Some(window) = self.window {
            let Window { seats, since, .. } = window;
            return Some(Waiting { why: WaitingFor::Call, seats, since, until: window.until() });
        }
        let seats = computers();
        // When it will act would tell what it is about to do.
        let waiting = Waiting { why: WaitingFor::Move, seats, since: self.since, until: None };
        (!seats.is_empty()).then_some(waiting)
    }

    /// Clients are told this; whether it is news.
    pub(crate) fn tell(&mut self, waiting: Option<Waiting>) -> bool {
        std::mem::replace(&mut self.told, waiting) != waiting
    }

    /// When something that is open closes by itself; `thoughts` says when a computer player does something once nothing is.
    pub(crate) fn next(&self, thoughts: impl FnOnce(Moment) -> Option<Moment>) -> Option<Moment> {
        match (self.summary, self.window) {
            (Some(open), _) => open.until,
            (None, Some(window)) => window.until(),
            (None, None) => thoughts(self.free_from),
        }
    }

    /// The pace has changed: an open window lasts as long as it would now.
    pub(crate) fn change_tempo(&mut self, tempo: Tempo) {
        if let Some(window) = &mut self.window {
            window.lasts = tempo.call_window();
        }
    }

    /// Nothing is waited for any longer but people.
    pub(crate) fn hurry(&mut self) {
        self.is_hurried = true;
        self.free_from = self.since;
    }

    /// The only person reads, or goes on.
    pub(crate) fn read(&mut self, is_reading: bool) {
        self.is_reading = is_reading;
    }

    /// A person asks for nothing, now or in the whole round.
    pub(crate) fn pass(&mut self, seat: Seat, is_for_round: bool) {
        if is_for_round {
            self.passed = self.passed.with(seat);
        }
        if let Some(window) = &mut self.window {
            window.seats = window.seats.without(seat);
        }
    }

    /// A person has read the summary.
    pub(crate) fn see(&mut self, seat: Seat) {
        if let Some(open) = &mut self.summary {
            open.seats = open.seats.without(seat);
        }
    }
}

fn among(seats: SeatSet, others: SeatSet) -> SeatSet {
    seats.iter().filter(|seat| others.contains(*seat)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use baize_protocol::Pace;

    const BOTH: SeatSet = SeatSet::only(Seat::FIRST).with(Seat::SECOND);

    fn tempo() -> Tempo {
        Tempo::new(Pace::Normal, None, 3, true)
    }

    #[test]
    fn a_window_closes_when_all_have_passed_or_its_time_is_over() {
        let mut waits = Waits::new(Moment(0));
        waits.open_window(Moment(100), tempo(), None, BOTH);
        assert!(!waits.close(Moment(200), tempo(), BOTH).is_free && waits.is_blocked());
        waits.pass(Seat::FIRST, false);
        waits.pass(Seat::SECOND, true);
        assert!(waits.close(Moment(300), tempo(), BOTH).is_free && !waits.is_blocked());
        assert_eq!(waits.free_from(), Moment(300));
        waits.open_window(Moment(1_000), tempo(), None, BOTH);
        let Some(shown) = waits.shown(None, || SeatSet::NONE) else { panic!("a window") };
        assert_eq!(shown.seats, SeatSet::only(Seat::FIRST), "who passed for the round is not asked again");
        assert_eq!(waits.next(|_| None), Some(Moment(4_000)));
        assert!(waits.close(Moment(4_000), tempo(), BOTH).is_free);
    }

    #[test]
    fn what_is_held_takes_nothing_from_a_window() {
        let mut waits = Waits::new(Moment(0));
        waits.open_window(Moment(0), tempo(), None, BOTH);
        assert!(matches!(waits.hold(Moment(1_000), tempo(), true), Some(Hold::Begun)));
        assert!(waits.hold(Moment(2_000), tempo(), true).is_none(), "it is held already");
        let ended = waits.hold(Moment(61_000), tempo(), false);
        assert!(matches!(ended, Some(Hold::Ended { rested: Some(60_000) })));
        assert_eq!(waits.next(|_| None), Some(Moment(63_000)), "two of three seconds were left");
    }

    #[test]
    fn a_summary_waits_for_those_who_read_it() {
        let showing = Showing { then: Then::Summary, ..Showing::of(500, 1_000) };
        let mut waits = Waits::new(Moment(0));
        let (at, shown) = (Moment(0), &[showing][..]);
        let sight = Sight { at, actor: None, shown, is_playing: true, people: BOTH, readers: BOTH };
        assert_eq!(waits.look(tempo(), &sight), None);
        assert!(waits.has_summary() && waits.is_blocked());
        waits.see(Seat::FIRST);
        assert!(!waits.close(Moment(5_000), tempo(), BOTH).is_free);
        let closing = waits.close(Moment(6_000), tempo(), SeatSet::only(Seat::FIRST));
        assert!(closing.is_free, "whoever has gone is not waited for");
        assert_eq!(closing.read_for, Some(6_000));
    }
}
