//! Proposals, and the wish for another game.

use baize_protocol::{Proposal, Proposed, Rematch, TableId};
use baize_rules::{Problem, Seat, SeatSet};
use std::collections::BTreeMap;

/// The number of actions for which a seat cannot repeat a draw offer.
const DRAW_EVERY: u32 = 10;

/// What was proposed at a table. Only one proposal is open at a time.
#[derive(Default)]
pub(crate) struct Proposals {
    open: Option<Proposal>,
    /// How many there have been.
    count: u32,
    /// Who has offered a draw, and after how many actions.
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

    /// Checks that no proposal is open.
    pub(crate) fn must_be_settled(&self) -> Result<(), Problem> {
        match self.open {
            None => Ok(()),
            Some(_) => Err(Problem::new("table.proposal_open", "another proposal is still open")),
        }
    }

    /// Checks that `seat` has not offered a draw lately: after a refusal it has to wait before it asks again.
    pub(crate) fn may_offer_draw(&self, seat: Seat, moves: usize) -> Result<(), Problem> {
        let is_soon = |before: &u32| (moves as u32).saturating_sub(*before) < DRAW_EVERY;
        if self.draws.get(&seat).is_some_and(is_soon) {
            let text = format!("a draw can be offered once in {DRAW_EVERY} moves");
            return Err(Problem::new("table.draw_too_soon", text));
        }
        Ok(())
    }

    /// Checks that the open proposal has this number and asks `seat`.
    pub(crate) fn may_agree(&self, number: u32, seat: Seat) -> Result<(), Problem> {
        if self.find(number)?.waiting.contains(seat) { Ok(()) } else { Err(not_asked()) }
    }

    /// Checks that the open proposal has this number and asks `seat` or was made by it.
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

    /// Opens a proposal by `by`, made after this many moves.
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

    /// Closes the open proposal; returns whether there was one.
    pub(crate) fn settle(&mut self) -> bool {
        self.open.take().is_some()
    }
}

fn not_asked() -> Problem {
    Problem::new("table.not_asked", "this is not for you to decide")
}

/// Who wants another game, and its table.
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

    /// Its table, once open.
    pub(crate) const fn table(self) -> Option<TableId> {
        self.table
    }

    pub(crate) fn ask(&mut self, seat: Seat) {
        self.asked = self.asked.with(seat);
    }

    pub(crate) fn open(&mut self, table: TableId) {
        self.table = Some(table);
    }

    /// What clients are shown; `None` before anybody has asked.
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
