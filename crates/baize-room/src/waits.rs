//! What computer players wait for, so that people can see, understand and answer what happens.
//!
//! None of this is in the log, so when another process takes over a table, all waits begin anew. Computer
//! players think at once; the room keeps their decisions until they may be seen.

use crate::tempo::{Span, Tempo};
use baize_protocol::{Moment, Waiting, WaitingFor};
use baize_rules::{Hesitation, Seat, SeatSet, Showing, Then};

/// After a hold, how many milliseconds people get to look at the table again before a computer player acts.
const RELEASE: u64 = 600;
/// Milliseconds between the end of a person's action and the start of a computer player's hesitation.
const AFTER_PERSON: u64 = 350;
/// After a person has drawn, computer players ask within this many milliseconds.
const MOST_ASIDE: u32 = 600;
/// How many milliseconds a summary waits at most if there are several people.
const MOST_SUMMARY: u64 = 30_000;

/// What computer players wait for.
#[derive(Debug)]
pub(crate) struct Waits {
    /// When computer players may start to hesitate, and then act.
    free_from: Moment,
    /// Since when the table has looked as it does now.
    since: Moment,
    /// The person does not want to wait for the next action.
    is_hurried: bool,
    /// The person who is about to act, and whom no computer player may interrupt.
    undisturbed: Option<Seat>,
    window: Option<Window>,
    /// Who has passed for this round.
    passed: SeatSet,
    summary: Option<Open>,
    /// The only person is reading.
    is_reading: bool,
    held_since: Option<Moment>,
    /// What clients have been told of all this.
    told: Option<Waiting>,
}

/// A call window.
#[derive(Clone, Copy, Debug)]
struct Window {
    /// Who may still act out of turn.
    seats: SeatSet,
    since: Moment,
    /// How long it stays open; `None` if it waits for everybody.
    lasts: Option<u64>,
}

/// The summary of a round.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Who has not closed it yet.
    seats: SeatSet,
    since: Moment,
    until: Option<Moment>,
    /// What people look at once it is closed.
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
    /// Who did it; `None` for a deal.
    pub(crate) actor: Option<Seat>,
    pub(crate) shown: &'a [Showing],
    /// Whether the game goes on after it.
    pub(crate) is_playing: bool,
    /// The people who decide for themselves.
    pub(crate) people: SeatSet,
    /// Those of them who are here and will report when they have read a summary.
    pub(crate) readers: SeatSet,
}

/// How a hold changed.
pub(crate) enum Hold {
    Begun,
    /// How many milliseconds it lasted with the clock stopped; `None` if a summary also stopped the clock.
    Ended {
        rested: Option<u64>,
    },
}

/// What was closed.
pub(crate) struct Closing {
    /// Nothing is open any more: computer players may act.
    pub(crate) is_free: bool,
    /// How many milliseconds the summary that was closed had been open.
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

    /// Whether the only person is reading something.
    pub(crate) const fn is_reading(&self) -> bool {
        self.is_reading
    }

    /// Whether computer players leave alone a person who is about to act.
    pub(crate) const fn is_undisturbed(&self) -> bool {
        self.undisturbed.is_some()
    }

    /// Whether no computer player may act, however long it has hesitated.
    pub(crate) const fn is_blocked(&self) -> bool {
        self.is_held() || self.has_summary() || self.has_window()
    }

    /// When computer players may start to hesitate, and then act.
    pub(crate) const fn free_from(&self) -> Moment {
        self.free_from
    }

    /// Gives people time to look at what has just happened. Returns when a call window starts, if any.
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
            // A player who acts has finished reading.
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

    /// Opens a call window: computer players wait while those who may call have some time for it. None of
    /// them interrupts the person who is about to act.
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

    /// Opens no call window: there is nobody to wait for.
    pub(crate) fn open_no_window(&mut self, about_to_act: Option<Seat>) {
        (self.undisturbed, self.window) = (about_to_act, None);
    }

    /// Keeps only those in the window who can still act.
    pub(crate) fn narrow_window(&mut self, callers: SeatSet) {
        let Some(mut window) = self.window else { return };
        window.seats = among(window.seats, callers);
        self.window = Some(window).filter(|window| !window.seats.is_empty());
    }

    /// Closes everything, because the game is not being played.
    pub(crate) fn close_all(&mut self) {
        (self.window, self.summary) = (None, None);
    }

    /// Starts over after a takeback.
    pub(crate) fn look_again(&mut self, at: Moment, tempo: Tempo) {
        let Waits { passed, is_reading, held_since, told, .. } = *self;
        *self = Waits { passed, is_reading, held_since, told, ..Waits::new(at) };
        self.free_from = at.plus(tempo.scaled(RELEASE));
    }

    /// Moves all waits later by this many milliseconds, during which nobody could wait.
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

    /// How long a computer player hesitates out of turn. It has waited for the window already, so it takes a
    /// little longer only after a person's own draw.
    pub(crate) fn hesitate_aside(&self, tempo: Tempo, is_persons_turn: bool, chance: u64) -> u64 {
        let hesitation = if is_persons_turn { Hesitation::between(0, MOST_ASIDE) } else { Hesitation::NONE };
        self.hesitate(tempo, hesitation, chance)
    }

    /// Closes what is due: everybody concerned who is `here` has answered, or its time is over.
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

    /// Holds the table for its only person, or releases it; `None` if nothing changes.
    pub(crate) fn hold(&mut self, at: Moment, tempo: Tempo, is_to_be_held: bool) -> Option<Hold> {
        match (self.held_since, is_to_be_held) {
            (None, true) => {
                self.held_since = Some(at);
                Some(Hold::Begun)
            }
            (Some(since), false) => {
                self.held_since = None;
                let millis = at.since(since);
                // What began during the hold was delayed only since it began.
                if let Some(window) = &mut self.window {
                    window.since = window.since.plus(at.since(since.max(window.since)));
                }
                let left = self.free_from.since(since.max(self.since)).max(tempo.scaled(RELEASE));
                self.free_from = at.plus(left);
                // A summary open during the hold stops the clock by itself.
                Some(Hold::Ended { rested: self.summary.is_none().then_some(millis) })
            }
            _ => None,
        }
    }

    /// What the table waits for, as shown to clients: its `only` person, who is reading or away; a summary; a
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
        // No `until`: the time of a move would give away what it is.
        let waiting = Waiting { why: WaitingFor::Move, seats, since: self.since, until: None };
        (!seats.is_empty()).then_some(waiting)
    }

    /// Records what clients are told, and returns whether it is new to them.
    pub(crate) fn tell(&mut self, waiting: Option<Waiting>) -> bool {
        std::mem::replace(&mut self.told, waiting) != waiting
    }

    /// When whatever is open closes by itself; if nothing is open, `thoughts` says when something happens.
    pub(crate) fn next(&self, thoughts: impl FnOnce(Moment) -> Option<Moment>) -> Option<Moment> {
        match (self.summary, self.window) {
            (Some(open), _) => open.until,
            (None, Some(window)) => window.until(),
            (None, None) => thoughts(self.free_from),
        }
    }

    /// Applies a new pace to the open window.
    pub(crate) fn change_tempo(&mut self, tempo: Tempo) {
        if let Some(window) = &mut self.window {
            window.lasts = tempo.call_window();
        }
    }

    /// Stops waiting for anything but people.
    pub(crate) fn hurry(&mut self) {
        self.is_hurried = true;
        self.free_from = self.since;
    }

    /// Records whether the only person is reading.
    pub(crate) fn read(&mut self, is_reading: bool) {
        self.is_reading = is_reading;
    }

    /// Records that a person passes, now or for the whole round.
    pub(crate) fn pass(&mut self, seat: Seat, is_for_round: bool) {
        if is_for_round {
            self.passed = self.passed.with(seat);
        }
        if let Some(window) = &mut self.window {
            window.seats = window.seats.without(seat);
        }
    }

    /// Records that a person has read the summary.
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
