//! The clocks of the seats.

use baize_protocol::{Clock, Clocks, Moment, SeatClock};
use baize_rules::{DecisionKind, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// Seconds for an answer in somebody else's turn, unless the table says otherwise.
const ANSWER: u32 = 60;
/// How many milliseconds a person who is away has to come back before such an answer is made for them.
const AWAY_ANSWER: u64 = 5_000;

/// The clocks of all seats.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Timing {
    seats: Vec<Hand>,
    /// Whether anybody has had to answer in somebody else's turn: then a table without a clock shows one too.
    has_answers: bool,
}

/// The clock of one seat.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Hand {
    /// Milliseconds in the bank.
    left: u64,
    /// Since when the seat has had to act; absent if it need not.
    since: Option<Moment>,
    /// Whether it only has to answer in somebody else's turn.
    is_answer: bool,
    /// The version at which the seat's current decision came up.
    decision: u32,
}

/// What happened when, and who must act after it.
pub(crate) struct Change {
    pub(crate) at: Moment,
    pub(crate) version: u32,
    /// The seat that acted.
    pub(crate) actor: Option<Seat>,
    /// The seats that must act now.
    pub(crate) must: SeatSet,
}

/// What happens when the time of a seat runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flag {
    /// The game's default choice is made, if it has one.
    Turn,
    /// The seat leaves.
    Bank,
}

impl Timing {
    pub(crate) fn new(seats: u8, clock: &Clock) -> Timing {
        let left = clock.bank.map_or(0, |seconds| u64::from(seconds) * 1000);
        let hand = Hand { left, since: None, is_answer: false, decision: 0 };
        Timing { seats: vec![hand; usize::from(seats)], has_answers: false }
    }

    /// Updates the clocks. `kind` returns a seat's kind of decision, `is_timed` whether a person decides.
    pub(crate) fn follow(
        &mut self,
        clock: &Clock,
        change: &Change,
        kind: impl Fn(Seat) -> DecisionKind,
        is_timed: impl Fn(Seat) -> bool,
    ) {
        for (index, hand) in self.seats.iter_mut().enumerate() {
            let Some(seat) = Seat::new(index as u8) else { continue };
            let must = change.must.contains(seat);
            let acted = change.actor == Some(seat);
            let is_answer = must && kind(seat) == DecisionKind::Answer;
            // A question during the seat's own turn gets the time of an answer; the turn goes on after it.
            if let Some(since) = hand.since.filter(|_| !must || hand.is_answer != is_answer) {
                if !hand.is_answer && is_timed(seat) {
                    hand.left = hand.left.saturating_sub(change.at.since(since));
                    if acted {
                        hand.left += clock.increment.map_or(0, |seconds| u64::from(seconds) * 1000);
                    }
                }
                hand.since = None;
            }
            if must && hand.since.is_none() {
                hand.since = Some(change.at);
                hand.is_answer = is_answer;
                self.has_answers |= hand.is_answer;
                hand.decision = change.version;
            }
            // A seat that need not act may still want to, so every change is a new situation for it.
            if acted || !must {
                hand.decision = change.version;
            }
        }
    }

    /// Restarts current decisions at no cost: the server was away, or the person has come back.
    pub(crate) fn restart(&mut self, at: Moment, which: SeatSet) {
        for seat in which.iter() {
            if let Some(hand) = self.seats.get_mut(seat.index()) {
                hand.since = hand.since.map(|_| at);
            }
        }
    }

    /// Moves all clocks later by this many milliseconds, during which they stood still.
    pub(crate) fn rest(&mut self, millis: u64) {
        for hand in &mut self.seats {
            hand.since = hand.since.map(|since| since.plus(millis));
        }
    }

    /// The version at which the current decision of `seat` came up.
    pub(crate) fn decision(&self, seat: Seat) -> u32 {
        self.seats[seat.index()].decision
    }

    /// When the time of `seat` runs out, and what happens then.
    pub(crate) fn deadline(
        &self,
        clock: &Clock,
        seat: Seat,
        away_since: Option<Moment>,
    ) -> Option<(Moment, Flag)> {
        let hand = self.seats[seat.index()];
        let since = hand.since?;
        if hand.is_answer {
            let seconds = clock.answer.unwrap_or(ANSWER);
            let answer = (seconds > 0).then(|| since.plus(u64::from(seconds) * 1000));
            let away = away_since.map(|away| away.max(since).plus(AWAY_ANSWER));
            return answer.into_iter().chain(away).min().map(|at| (at, Flag::Turn));
        }
        let turn = clock.turn.map(|seconds| (since.plus(u64::from(seconds) * 1000), Flag::Turn));
        let bank = clock.bank.map(|_| (since.plus(hand.left), Flag::Bank));
        turn.into_iter().chain(bank).min_by_key(|(at, _)| *at)
    }

    /// The clocks as shown to clients; `None` at a table without.
    pub(crate) fn show(
        &self,
        clock: &Clock,
        at: Moment,
        deadline: impl Fn(Seat) -> Option<Moment>,
    ) -> Option<Clocks> {
        if clock.bank.is_none() && clock.turn.is_none() && !self.has_answers {
            return None;
        }
        let left = |hand: &Hand| {
            let running = hand.since.filter(|_| !hand.is_answer);
            hand.left.saturating_sub(running.map_or(0, |since| at.since(since)))
        };
        let seats = self.seats.iter().zip(0..).map(|(hand, index)| SeatClock {
            left: clock.bank.map(|_| left(hand)),
            deadline: Seat::new(index).and_then(&deadline),
        });
        Some(Clocks { at, seats: seats.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: SeatSet = SeatSet::only(Seat::FIRST).with(Seat::SECOND);

    fn follow(timing: &mut Timing, clock: &Clock, at: u64, actor: Option<Seat>, must: SeatSet) {
        let change = Change { at: Moment(at), version: 1, actor, must };
        timing.follow(clock, &change, |_| DecisionKind::Turn, |_| true);
    }

    #[test]
    fn the_bank_pays_for_turns_and_gets_the_increment() {
        let clock = Clock { bank: Some(60), increment: Some(2), ..Clock::default() };
        let mut timing = Timing::new(2, &clock);
        let (a, b) = (Seat::FIRST, Seat::SECOND);
        follow(&mut timing, &clock, 0, None, SeatSet::only(a));
        assert_eq!(timing.deadline(&clock, a, None), Some((Moment(60_000), Flag::Bank)));
        assert_eq!(timing.deadline(&clock, b, None), None);
        // A turn of several actions is charged when it ends.
        follow(&mut timing, &clock, 4_000, Some(a), SeatSet::only(a));
        follow(&mut timing, &clock, 10_000, Some(a), SeatSet::only(b));
        assert_eq!(timing.deadline(&clock, b, None), Some((Moment(70_000), Flag::Bank)));
        follow(&mut timing, &clock, 11_000, Some(b), SeatSet::only(a));
        assert_eq!(timing.deadline(&clock, a, None), Some((Moment(11_000 + 52_000), Flag::Bank)));
        // Nothing is charged for the time the server was away.
        timing.restart(Moment(100_000), BOTH);
        assert_eq!(timing.deadline(&clock, a, None), Some((Moment(152_000), Flag::Bank)));
    }

    #[test]
    fn an_answer_in_the_own_turn_interrupts_its_clock() {
        let clock = Clock { bank: Some(60), increment: Some(2), ..Clock::default() };
        let mut timing = Timing::new(2, &clock);
        let me = SeatSet::only(Seat::FIRST);
        follow(&mut timing, &clock, 0, None, me);
        let asked = Change { at: Moment(10_000), version: 2, actor: Some(Seat::SECOND), must: me };
        timing.follow(&clock, &asked, |_| DecisionKind::Answer, |_| true);
        assert_eq!(timing.deadline(&clock, Seat::FIRST, None), Some((Moment(70_000), Flag::Turn)));
        // The answer costs nothing; the turn goes on with the time that was left.
        follow(&mut timing, &clock, 40_000, Some(Seat::FIRST), me);
        assert_eq!(timing.deadline(&clock, Seat::FIRST, None), Some((Moment(90_000), Flag::Bank)));
    }

    #[test]
    fn both_clocks_run_when_both_choose() {
        let clock = Clock { turn: Some(30), ..Clock::default() };
        let mut timing = Timing::new(2, &clock);
        follow(&mut timing, &clock, 0, None, BOTH);
        follow(&mut timing, &clock, 10_000, Some(Seat::FIRST), SeatSet::only(Seat::SECOND));
        assert_eq!(timing.deadline(&clock, Seat::FIRST, None), None);
        assert_eq!(timing.deadline(&clock, Seat::SECOND, None), Some((Moment(30_000), Flag::Turn)));
    }

    #[test]
    fn an_answer_has_its_own_time_and_is_made_for_those_who_are_away() {
        let clock = Clock { bank: Some(60), ..Clock::default() };
        let mut timing = Timing::new(2, &clock);
        let change = Change { at: Moment(0), version: 1, actor: None, must: SeatSet::only(Seat::SECOND) };
        timing.follow(&clock, &change, |_| DecisionKind::Answer, |_| true);
        let deadline = |timing: &Timing, away| timing.deadline(&clock, Seat::SECOND, away).unwrap().0;
        assert_eq!(deadline(&timing, None), Moment(60_000));
        assert_eq!(deadline(&timing, Some(Moment(0))), Moment(5_000));
        assert_eq!(deadline(&timing, Some(Moment(58_000))), Moment(60_000));
        follow(&mut timing, &clock, 50_000, Some(Seat::SECOND), SeatSet::only(Seat::FIRST));
        assert_eq!(timing.show(&clock, Moment(50_000), |_| None).unwrap().seats[1].left, Some(60_000));
        let endless = Clock { answer: Some(0), ..Clock::default() };
        timing.follow(&endless, &Change { at: Moment(0), ..change }, |_| DecisionKind::Answer, |_| true);
        assert_eq!(timing.deadline(&endless, Seat::SECOND, None), None);
    }
}
