//! What needs consent, and the wish for another game.

use baize_protocol::{Proposal, Proposed, Rematch, TableId};
use baize_rules::{Problem, Seat, SeatSet};
use std::collections::BTreeMap;

/// A seat offers a draw at most once in so many actions of the game.
const DRAW_EVERY: u32 = 10;

/// What was proposed at a table. One proposal is open at a time.
#[derive(Default)]
pub(crate) struct Proposals {
    open: Option<Proposal>,
    /// How many there were.
    count: u32,
    /// Who has offered a draw, and how many actions the game had then.
    draws: BTreeMap<Seat, u32>,
}

impl Proposals {
    pub(crate) const fn restored(
        open: Option<Proposal>,
        count: u32,
        draws: BTreeMap<Seat, u32>,
    ) -> Proposals {
        Proposals { open, count, draws }
    }

    /// The proposal that is open.
    pub(crate) const fn open(&self) -> Option<&Proposal> {
        self.open.as_ref()
    }

    pub(crate) const fn count(&self) -> u32 {
        self.count
    }

    pub(crate) const fn draws(&self) -> &BTreeMap<Seat, u32> {
        &self.draws
    }

    /// That nothing else is open.
    pub(crate) fn must_be_settled(&self) -> Result<(), Problem> {
        match self.open {
            None => Ok(()),
            Some(_) => Err(Problem::new("table.proposal_open", "another proposal is still open")),
        }
    }

    /// That `seat` has not offered a draw lately: who was refused waits a while before asking again.
    pub(crate) fn may_offer_draw(&self, seat: Seat, moves: usize) -> Result<(), Problem> {
        let is_soon = |before: &u32| (moves as u32).saturating_sub(*before) < DRAW_EVERY;
        if self.draws.get(&seat).is_some_and(is_soon) {
            let text = format!("a draw can be offered once in {DRAW_EVERY} moves");
            return Err(Problem::new("table.draw_too_soon", text));
        }
        Ok(())
    }

    /// That `seat` is asked by the open proposal with this number.
    pub(crate) fn may_agree(&self, number: u32, seat: Seat) -> Result<(), Problem> {
        if self.find(number)?.waiting.contains(seat) { Ok(()) } else { Err(not_asked()) }
    }

    /// That `seat` is asked by the open proposal with this number, or has made it.
    pub(crate) fn may_decline(&self, number: u32, seat: Seat) -> Result<(), Problem> {
        let proposal = self.find(number)?;
        if proposal.waiting.with(proposal.by).contains(seat) { Ok(()) } else { Err(not_asked()) }
    }

    fn find(&self, number: u32) -> Result<&Proposal, Problem> {
        let proposal = self.open().filter(|proposal| proposal.number == number);
        proposal.ok_or_else(|| Problem::new("table.no_proposal", "this proposal is settled"))
    }

    /// The open proposal, if everybody has agreed to it.
    pub(crate) fn agreed(&self) -> Option<&Proposal> {
        self.open().filter(|open| open.waiting.is_empty())
    }

    /// `by` proposes something after so many moves of the game.
    pub(crate) fn propose(&mut self, by: Seat, what: Proposed, waiting: SeatSet, moves: usize) {
        self.count += 1;
        if what == (Proposed::Draw {}) {
            self.draws.insert(by, moves as u32);
        }
        self.open = Some(Proposal { number: self.count, by, what, waiting });
    }

    pub(crate) fn agree(&mut self, seat: Seat) {
        if let Some(proposal) = &mut self.open {
            proposal.waiting = proposal.waiting.without(seat);
        }
    }

    /// No proposal is open any more; whether one was.
    pub(crate) fn settle(&mut self) -> bool {
        self.open.take().is_some()
    }
}

fn not_asked() -> Problem {
    Problem::new("table.not_asked", "this is not for you to decide")
}

/// The wish for another game, and where that is.
#[derive(Clone, Copy, Default)]
pub(crate) struct NextGame {
    asked: SeatSet,
    table: Option<TableId>,
}

impl NextGame {
    pub(crate) const fn restored(asked: SeatSet, table: Option<TableId>) -> NextGame {
        NextGame { asked, table }
    }

    /// Who has asked for it.
    pub(crate) const fn asked(self) -> SeatSet {
        self.asked
    }

    /// Where it is, once it is open.
    pub(crate) const fn table(self) -> Option<TableId> {
        self.table
    }

    pub(crate) fn ask(&mut self, seat: Seat) {
        self.asked = self.asked.with(seat);
    }

    pub(crate) fn open(&mut self, table: TableId) {
        self.table = Some(table);
    }

    /// As clients are shown it; nothing before anybody has asked.
    pub(crate) fn shown(self) -> Option<Rematch> {
        let NextGame { asked, table } = self;
        (!asked.is_empty() || table.is_some()).then_some(Rematch { asked, table })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: SeatSet = SeatSet::only(Seat::FIRST).with(Seat::SECOND);

    #[test]
    fn a_proposal_is_agreed_on_when_nobody_is_asked_any_more() {
        let mut proposals = Proposals::default();
        proposals.propose(Seat::FIRST, Proposed::Takeback {}, BOTH.without(Seat::FIRST), 3);
        assert!(proposals.must_be_settled().is_err() && proposals.agreed().is_none());
        assert_eq!(proposals.may_agree(2, Seat::SECOND).unwrap_err().code, "table.no_proposal");
        assert_eq!(proposals.may_agree(1, Seat::FIRST).unwrap_err().code, "table.not_asked");
        assert!(proposals.may_decline(1, Seat::FIRST).is_ok(), "who has made it may take it back");
        proposals.agree(Seat::SECOND);
        assert_eq!(proposals.agreed().unwrap().by, Seat::FIRST);
        assert!(proposals.settle() && !proposals.settle() && proposals.must_be_settled().is_ok());
    }

    #[test]
    fn a_draw_is_offered_once_in_ten_moves_of_the_game() {
        let mut proposals = Proposals::default();
        proposals.propose(Seat::FIRST, Proposed::Draw {}, BOTH, 3);
        proposals.settle();
        assert_eq!(proposals.may_offer_draw(Seat::FIRST, 12).unwrap_err().code, "table.draw_too_soon");
        assert!(proposals.may_offer_draw(Seat::FIRST, 13).is_ok());
        assert!(proposals.may_offer_draw(Seat::SECOND, 3).is_ok(), "each has their own");
    }

    #[test]
    fn another_game_is_shown_once_somebody_wants_it() {
        let mut next = NextGame::default();
        assert_eq!(next.shown(), None);
        next.ask(Seat::SECOND);
        assert_eq!(next.shown().unwrap().asked, SeatSet::only(Seat::SECOND));
    }
}
