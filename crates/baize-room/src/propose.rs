//! What needs consent: takebacks, computer players that fill in, another game.

use crate::Output;
use crate::asked::Asked;
use crate::charter::{check_persona, fresh_seed, low_half};
use crate::entry::{Charter, Fact, Place};
use crate::request::Now;
use crate::room::Room;
use crate::takeback::Takeback;
use baize_protocol::{Moment, Phase, Proposed, TableId};
use baize_rules::{Problem, Seat, SeatSet};

/// A person who is away for so many milliseconds may be replaced.
const MOST_AWAY: u64 = 20_000;

/// A seat offers a draw at most once in so many actions of the game.
const DRAW_EVERY: u32 = 10;

impl Room {
    /// Proposes something; where nobody needs to agree, it is done at once.
    pub(crate) fn suggest(
        &mut self,
        now: &Now<'_>,
        asked: Asked,
        seat: Seat,
        what: Proposed,
    ) -> Result<u32, Problem> {
        self.must_play()?;
        self.may_talk(seat)?;
        if self.durable.proposal.is_some() {
            return Err(Problem::new("table.proposal_open", "another proposal is still open"));
        }
        let needs = match &what {
            Proposed::Takeback {} => self.consent_to_takeback(seat)?,
            Proposed::FillIn { seat: absent, player, persona } => {
                self.must_know(now, player)?;
                check_persona(persona.as_deref())?;
                self.consent_to_fill_in(now.at, seat, *absent)?
            }
            Proposed::Draw {} => self.consent_to_draw(seat)?,
        };
        let is_draw = what == (Proposed::Draw {});
        let version = self.add(now.at, Some(asked), Fact::Proposed { seat, what, needs })?;
        if is_draw {
            self.let_computers_answer(now)?;
        }
        self.fulfil(now.at)?;
        Ok(version)
    }

    /// All others who are still in the game, computers too. Who was refused waits a while before asking again.
    fn consent_to_draw(&self, seat: Seat) -> Result<SeatSet, Problem> {
        let drawers = self.table.as_ref().map_or(SeatSet::NONE, |table| table.drawers());
        if !drawers.contains(seat) {
            return Err(Problem::new("table.no_draw", "this game has no draw by agreement"));
        }
        let moves = self.durable.moves.len() as u32;
        let offered = self.durable.offers.get(&seat);
        if offered.is_some_and(|before| moves.saturating_sub(*before) < DRAW_EVERY) {
            let text = format!("a draw can be offered once in {DRAW_EVERY} moves");
            return Err(Problem::new("table.draw_too_soon", text));
        }
        Ok(drawers.without(seat))
    }

    /// Computer players say at once what they think of a draw, from what their seats see.
    fn let_computers_answer(&mut self, now: &Now<'_>) -> Result<(), Problem> {
        let Some(proposal) = self.durable.proposal.clone() else { return Ok(()) };
        for seat in proposal.waiting.iter() {
            let (Some(player), Some(table)) = (self.computer(seat), &self.table) else { continue };
            let agrees = (now.agrees)(table.game().id(), player, seat, &table.seat_view(seat));
            let fact = if agrees { Fact::Agreed { seat } } else { Fact::Declined { seat } };
            self.add(now.at, None, fact)?;
            if !agrees {
                break;
            }
        }
        Ok(())
    }

    fn consent_to_takeback(&self, seat: Seat) -> Result<SeatSet, Problem> {
        let others = self.deciders().without(seat);
        match self.takeback(seat)? {
            Takeback::Free { .. } => Ok(SeatSet::NONE),
            Takeback::Answered { .. } => Ok(others),
            // A computer player does not agree to being peeked at.
            Takeback::Revealing { .. }
                if others.with(seat).len() < usize::from(self.durable.charter.seats) =>
            {
                Err(Problem::new(
                    "table.nothing_to_take_back",
                    "something hidden has come up since, and a computer player does not agree to that",
                ))
            }
            Takeback::Revealing { .. } => Ok(others),
        }
    }

    fn consent_to_fill_in(&self, at: Moment, by: Seat, absent: Seat) -> Result<SeatSet, Problem> {
        self.place(absent)?;
        let is_away = self.away[absent.index()].is_some_and(|since| at.since(since) >= MOST_AWAY);
        if !self.deciders().contains(absent) || !(is_away || by == absent) {
            return Err(Problem::new(
                "table.not_absent",
                format!("{absent} has not been away for {} seconds", MOST_AWAY / 1000),
            ));
        }
        let others = self.deciders().without(by).without(absent);
        // Those who are away cannot be asked.
        Ok(others.iter().filter(|seat| self.away[seat.index()].is_none()).collect())
    }

    fn open_proposal(&self, number: u32) -> Result<&baize_protocol::Proposal, Problem> {
        let proposal = self.durable.proposal.as_ref().filter(|proposal| proposal.number == number);
        proposal.ok_or_else(|| Problem::new("table.no_proposal", "this proposal is settled"))
    }

    pub(crate) fn agree(
        &mut self,
        at: Moment,
        asked: Asked,
        seat: Seat,
        number: u32,
    ) -> Result<u32, Problem> {
        if !self.open_proposal(number)?.waiting.contains(seat) {
            return Err(Problem::new("table.not_asked", "this is not for you to decide"));
        }
        let version = self.add(at, Some(asked), Fact::Agreed { seat })?;
        self.fulfil(at)?;
        Ok(version)
    }

    pub(crate) fn decline(
        &mut self,
        at: Moment,
        asked: Asked,
        seat: Seat,
        number: u32,
    ) -> Result<u32, Problem> {
        let proposal = self.open_proposal(number)?;
        if !proposal.waiting.with(proposal.by).contains(seat) {
            return Err(Problem::new("table.not_asked", "this is not for you to decide"));
        }
        self.add(at, Some(asked), Fact::Declined { seat })
    }

    /// Does what was proposed, if everybody has agreed.
    fn fulfil(&mut self, at: Moment) -> Result<(), Problem> {
        let Some(proposal) = self.durable.proposal.clone().filter(|open| open.waiting.is_empty()) else {
            return Ok(());
        };
        let fact = match proposal.what {
            Proposed::Takeback {} => {
                let remaining = self.takeback(proposal.by)?.remaining();
                let taken = self.durable.moves[remaining..].iter().filter(|made| !made.is_private);
                let actions = taken.count() as u32;
                Fact::TakenBack { seat: proposal.by, remaining: remaining as u32, actions }
            }
            Proposed::FillIn { seat, player, persona } => Fact::FilledIn { seat, player, persona },
            Proposed::Draw {} => Fact::Drawn { seat: proposal.by },
        };
        self.add(at, None, fact).map(drop)
    }

    pub(crate) fn ask_rematch(
        &mut self,
        now: &mut Now<'_>,
        asked: Asked,
        seat: Seat,
        outputs: &mut Vec<Output>,
    ) -> Result<u32, Problem> {
        if self.phase() != Phase::Over {
            return Err(Problem::new("table.not_over", "the game is not over yet"));
        }
        if self.durable.rematch.is_some() {
            return Err(Problem::new("table.over", "the next game is at another table already"));
        }
        // Who asks again is heard again, but has been written down.
        let version = if self.durable.rematch_asked.contains(seat) {
            self.version()
        } else {
            self.add(now.at, Some(asked), Fact::RematchAsked { seat })?
        };
        if self.durable.rematch_asked == self.people() {
            outputs.push(Output::Rematch(Box::new(self.next_charter(now))));
        }
        Ok(version)
    }

    pub(crate) fn rematch_opened(&mut self, at: Moment, table: TableId) -> Vec<Output> {
        if self.durable.rematch.is_none() {
            self.add(at, None, Fact::Rematch { table }).expect("a rematch can be told of");
        }
        Vec::new()
    }

    /// The table for another game: the same people and options, everybody one seat further, a new deal. Tokens and the
    /// link to watch stay as they are, so that nobody has to be invited again.
    fn next_charter(&self, now: &mut Now<'_>) -> Charter {
        let old = &self.durable.charter;
        let seat = |index: usize| {
            let place = &self.durable.places[(index + 1) % self.durable.places.len()];
            Place {
                sitter: place.sitter.clone(),
                link: None,
                is_ready: false,
                entropy: String::new(),
                filled_in: None,
                filled_in_as: None,
                hints: 0,
            }
        };
        Charter {
            table: TableId::from_random(low_half((now.fresh)())),
            seed: fresh_seed(now),
            watch: self.durable.watch,
            places: (0..self.durable.places.len()).map(seat).collect(),
            rematch_of: Some(old.table),
            pace: self.pace(),
            ..(**old).clone()
        }
    }
}
