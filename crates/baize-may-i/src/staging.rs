//! Tries lay-offs on a copy of the table, one after the other.

use crate::RuleError;
use crate::action::{LayOff, Named};
use crate::card::{Card, Faced};
use crate::meld::Fit;
use crate::table::{Meld, MeldId};

/// A card, the meld it goes to, and its place there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The card.
    pub card: Card,
    /// The meld.
    pub meld: MeldId,
    /// Where on it.
    pub fit: Fit,
}

impl Placed {
    /// The lay-off that puts the card exactly here; for a wild on a run it names the end.
    pub fn lay_off(&self) -> LayOff {
        let position = if self.fit.acts_as.is_some() { self.fit.end } else { None };
        LayOff::new(self.card, self.meld, position)
    }
}

/// The named card, if it is in the hand.
pub(crate) fn held(hand: &[Card], named: &Named<Card>) -> Result<Card, RuleError> {
    let card = named.known().filter(|card| hand.contains(card));
    card.ok_or_else(|| RuleError::CardNotInHand(named.to_string()))
}

/// The named meld, if it is on the table.
pub(crate) fn found<'a>(table: &'a [Meld], named: &Named<MeldId>) -> Result<(MeldId, &'a Meld), RuleError> {
    let meld = named.known().and_then(|id| Some((id, table.get(id.index())?)));
    meld.ok_or_else(|| RuleError::MeldNotFound(named.to_string()))
}

/// The checks of a lay-off that concern cards and melds.
pub(crate) fn place(table: &[Meld], hand: &[Card], lay_off: &LayOff) -> Result<Placed, RuleError> {
    let card = held(hand, &lay_off.card_id)?;
    let (id, meld) = found(table, &lay_off.meld_id)?;
    let wish = lay_off.position;
    let fit = meld.fit(card.face(), wish).map_err(|misfit| RuleError::misfit(misfit, card, id, wish))?;
    Ok(Placed { card, meld: id, fit })
}

/// A table and a hand to try lay-offs on.
#[derive(Clone, Debug)]
pub struct Staging {
    /// The table after the lay-offs.
    pub table: Vec<Meld>,
    /// The cards left in the hand.
    pub hand: Vec<Card>,
}

impl Staging {
    /// Copies a table and a hand.
    pub fn new(table: &[Meld], hand: &[Card]) -> Staging {
        Staging { table: table.to_vec(), hand: hand.to_vec() }
    }

    /// Lays a card off, or says why it cannot.
    pub fn lay_off(&mut self, lay_off: &LayOff) -> Result<Placed, RuleError> {
        let placed = place(&self.table, &self.hand, lay_off)?;
        self.add(placed);
        Ok(placed)
    }

    /// Lays off a card known to fit.
    fn add(&mut self, placed: Placed) {
        self.table[placed.meld.index()].add(placed.card, placed.fit.end);
        self.hand.retain(|&card| card != placed.card);
    }

    /// Everywhere that a card of the hand could go now.
    pub fn places(&self) -> Vec<Placed> {
        let melds = || self.table.iter().enumerate().map(|(index, meld)| (MeldId::at(index), meld));
        let places = self.hand.iter().flat_map(|&card| {
            melds().flat_map(move |(id, meld)| {
                meld.fits(card.face()).map(move |fit| Placed { card, meld: id, fit })
            })
        });
        places.collect()
    }

    /// Lay-offs that leave as few points as possible in the hand, found by examining at most `nodes` tables.
    /// Naturals go first, so that the ends they need are not covered; copies of a face are not tried twice.
    pub fn best(&self, mut nodes: u32) -> Vec<Placed> {
        let mut best = Best { points: crate::card::points(&self.hand), plan: Vec::new() };
        self.descend(&mut Vec::new(), &mut best, &mut nodes);
        best.plan
    }

    fn descend(&self, plan: &mut Vec<Placed>, best: &mut Best, nodes: &mut u32) {
        let points = crate::card::points(&self.hand);
        if points < best.points {
            *best = Best { points, plan: plan.clone() };
        }
        let mut places = self.places();
        places.sort_by_key(|placed| placed.card.face().is_wild());
        let mut tried = Vec::new();
        for placed in places {
            let alike = (placed.card.face(), placed.meld, placed.fit.end);
            if tried.contains(&alike) {
                continue;
            }
            if best.points == 0 || *nodes == 0 {
                return;
            }
            *nodes -= 1;
            tried.push(alike);
            let mut next = self.clone();
            next.add(placed);
            plan.push(placed);
            next.descend(plan, best, nodes);
            plan.pop();
            // There is then no need to try keeping the card.
            if self.is_free(placed) {
                return;
            }
        }
    }

    /// Whether laying this card off can only help: it is natural, has no other place, and no other card of
    /// the hand competes for this one.
    fn is_free(&self, placed: Placed) -> bool {
        let face = placed.card.face();
        let rival = |card: &Card| *card != placed.card && (card.face() == face || card.face().is_wild());
        !face.is_wild() && !self.hand.iter().any(rival) && self.homes(placed.card) == 1
    }

    /// On how many melds a card fits.
    fn homes(&self, card: Card) -> usize {
        self.table.iter().filter(|meld| meld.fit(card.face(), None).is_ok()).count()
    }
}

struct Best {
    points: u32,
    plan: Vec<Placed>,
}
