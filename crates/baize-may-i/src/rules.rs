//! What is allowed: every check of every action, in order. Nothing here changes the game or sees another
//! hand.

use crate::action::{Action, LayOff, Named, NamedMeld};
use crate::card::{Card, CardSet, Faced};
use crate::meld::{Group, MeldKind, joker_stands_for};
use crate::setup::Phase;
use crate::staging::{Placed, Staging, found, held, place};
use crate::state::{MayI, Request};
use crate::{MeldId, Round, RuleError};
use baize_rules::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The kind of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Verb {
    /// Drawing from the stock.
    DrawFromStock,
    /// Drawing the exposed discard.
    DrawFromDiscard,
    /// Laying down the contract.
    LayDown,
    /// Laying one card off.
    LayOff,
    /// Laying off all cards at once.
    GoOut,
    /// Taking a Joker out of a run.
    SwapJoker,
    /// Giving up all play but the discard.
    Skip,
    /// Ending the turn.
    Discard,
    /// Asking for the exposed discard.
    CallMayI,
    /// Letting the caller have the card.
    AllowMayI,
    /// Claiming the card before the caller.
    ClaimMayI,
    /// Sorting one's own hand.
    ReorderHand,
}

impl Verb {
    /// The verbs of the current seat's turn.
    pub const TURN: [Verb; 8] = [
        Verb::DrawFromStock,
        Verb::DrawFromDiscard,
        Verb::LayDown,
        Verb::LayOff,
        Verb::GoOut,
        Verb::SwapJoker,
        Verb::Skip,
        Verb::Discard,
    ];
}

/// A permitted action, with everything looked up.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Plan {
    DrawFromStock,
    DrawFromDiscard,
    LayDown(Vec<Group>),
    LayOff(Vec<Placed>),
    SwapJoker { meld: MeldId, index: usize, card: Card },
    Skip,
    Discard(Card),
    CallMayI,
    AllowMayI,
    ClaimMayI,
    ReorderHand(Vec<Card>),
}

type Checked<T> = Result<T, RuleError>;

fn require(holds: bool, otherwise: RuleError) -> Checked<()> {
    if holds { Ok(()) } else { Err(otherwise) }
}

impl MayI {
    /// The plan for an action, or the first check that it fails. The caller has checked that the game goes on
    /// and the seat is present.
    pub(crate) fn plan(&self, seat: Seat, action: &Action) -> Checked<Plan> {
        let permit = |verb| self.permit(seat, verb);
        match action {
            Action::DrawFromStock {} => permit(Verb::DrawFromStock).map(|()| Plan::DrawFromStock),
            Action::DrawFromDiscard {} => permit(Verb::DrawFromDiscard).map(|()| Plan::DrawFromDiscard),
            Action::LayDown { melds } => {
                permit(Verb::LayDown)?;
                self.plan_lay_down(seat, melds).map(Plan::LayDown)
            }
            Action::LayOff(lay_off) => {
                permit(Verb::LayOff)?;
                Ok(Plan::LayOff(vec![place(&self.table, self.hand_of(seat), lay_off)?]))
            }
            Action::GoOut { lay_offs } => self.plan_go_out(seat, lay_offs).map(Plan::LayOff),
            Action::SwapJoker { meld_id, joker_id, card_id } => {
                permit(Verb::SwapJoker)?;
                self.plan_swap(seat, meld_id, joker_id, card_id)
            }
            Action::Skip {} => permit(Verb::Skip).map(|()| Plan::Skip),
            Action::Discard { card_id } => {
                permit(Verb::Discard)?;
                held(self.hand_of(seat), card_id).map(Plan::Discard)
            }
            Action::CallMayI {} => permit(Verb::CallMayI).map(|()| Plan::CallMayI),
            Action::AllowMayI {} => permit(Verb::AllowMayI).map(|()| Plan::AllowMayI),
            Action::ClaimMayI {} => permit(Verb::ClaimMayI).map(|()| Plan::ClaimMayI),
            Action::ReorderHand { card_ids } => self.plan_reorder(seat, card_ids).map(Plan::ReorderHand),
        }
    }

    /// The checks that do not depend on the fields of an action.
    pub(crate) fn permit(&self, seat: Seat, verb: Verb) -> Checked<()> {
        let is_answer = matches!(verb, Verb::AllowMayI | Verb::ClaimMayI | Verb::ReorderHand);
        if let Some(Request { asked, .. }) = self.request
            && !is_answer
        {
            return Err(RuleError::MayIPending { asked });
        }
        if !is_answer && verb != Verb::CallMayI {
            require(seat == self.current, RuleError::NotYourTurn { current: self.current })?;
        }
        match verb {
            Verb::DrawFromStock => require(self.phase == Phase::Draw, RuleError::AlreadyDrawn),
            Verb::DrawFromDiscard => {
                require(self.phase == Phase::Draw, RuleError::AlreadyDrawn)?;
                require(!self.down.contains(seat), RuleError::DownDrawsStockOnly)?;
                self.require_exposed()
            }
            Verb::LayDown => {
                self.require_drawn()?;
                require(!self.down.contains(seat), RuleError::AlreadyDown)?;
                self.require_act()
            }
            Verb::LayOff | Verb::GoOut => {
                self.require_drawn()?;
                require(self.round < Round::LAST, RuleError::NoLayOffInRound6)?;
                require(self.down.contains(seat), RuleError::NotDown)?;
                require(!self.laid_down_this_turn, RuleError::LaidDownThisTurn)?;
                self.require_act()
            }
            Verb::SwapJoker => {
                self.require_drawn()?;
                require(self.round < Round::LAST, RuleError::NoSwapInRound6)?;
                require(!self.down.contains(seat), RuleError::NoSwapWhenDown)?;
                self.require_act()
            }
            Verb::Skip => {
                self.require_drawn()?;
                self.require_act()
            }
            Verb::Discard => self.require_drawn(),
            Verb::CallMayI => {
                require(seat != self.current, RuleError::OwnTurn)?;
                require(!self.down.contains(seat), RuleError::DownCannotCall)?;
                require(self.discarded_by != Some(seat), RuleError::OwnDiscard)?;
                self.require_exposed()
            }
            Verb::AllowMayI | Verb::ClaimMayI => match self.request {
                None => Err(RuleError::NoMayIPending),
                Some(request) => require(request.asked == seat, RuleError::NotPrompted),
            },
            Verb::ReorderHand => Ok(()),
        }
    }

    fn require_drawn(&self) -> Checked<()> {
        require(self.phase != Phase::Draw, RuleError::MustDrawFirst)
    }

    fn require_act(&self) -> Checked<()> {
        require(self.phase == Phase::Act, RuleError::WrongPhase)
    }

    fn require_exposed(&self) -> Checked<()> {
        require(self.top.is_some(), RuleError::DiscardEmpty)?;
        require(!self.discard_taken, RuleError::DiscardClaimed)
    }

    fn plan_lay_down(&self, seat: Seat, melds: &[NamedMeld]) -> Checked<Vec<Group>> {
        let named = || melds.iter().flat_map(|meld| &meld.card_ids);
        let mut seen = BTreeSet::new();
        if let Some(twice) = named().find(|name| !seen.insert(*name)) {
            return Err(RuleError::DuplicateCard(twice.to_string()));
        }
        let hand = self.hand_of(seat);
        let mut groups: Vec<(MeldKind, Vec<Card>)> = Vec::with_capacity(melds.len().min(hand.len()));
        for NamedMeld { kind, card_ids } in melds {
            let cards = card_ids.iter().map(|name| held(hand, name)).collect::<Checked<_>>()?;
            groups.push((*kind, cards));
        }
        let terms = self.terms();
        let arranged = terms.judge(&groups).map_err(|fault| RuleError::fault(fault, terms.contract))?;
        require(!terms.takes_whole_hand || seen.len() == hand.len(), RuleError::MustUseAllCards)?;
        let kinds = groups.iter().map(|group| group.0);
        Ok(kinds.zip(arranged).map(|(kind, cards)| Group { kind, cards }).collect())
    }

    fn plan_go_out(&self, seat: Seat, lay_offs: &[LayOff]) -> Checked<Vec<Placed>> {
        let at = |index, error| RuleError::AtEntry { index, error: Box::new(error) };
        self.permit(seat, Verb::GoOut)
            .map_err(|error| if lay_offs.is_empty() { error } else { at(0, error) })?;
        let mut staging = Staging::new(&self.table, self.hand_of(seat));
        let mut placed = Vec::new();
        for (index, lay_off) in lay_offs.iter().enumerate() {
            placed.push(staging.lay_off(lay_off).map_err(|error| at(index, error))?);
        }
        require(staging.hand.is_empty(), RuleError::CardsLeftOver { count: staging.hand.len() })?;
        Ok(placed)
    }

    fn plan_swap(
        &self,
        seat: Seat,
        meld: &Named<MeldId>,
        joker: &Named<Card>,
        card: &Named<Card>,
    ) -> Checked<Plan> {
        let (id, meld) = found(&self.table, meld)?;
        require(meld.kind() == MeldKind::Run, RuleError::NotARun)?;
        let index = meld.cards().iter().position(|&lying| Some(lying) == joker.known());
        let wanted = index.and_then(|index| Some((index, joker_stands_for(meld.cards(), index)?)));
        let (index, stands_for) = wanted.ok_or_else(|| RuleError::NotAJoker(joker.to_string()))?;
        let card = held(self.hand_of(seat), card)?;
        require(card.face() == stands_for, RuleError::WrongSwapCard { stands_for })?;
        Ok(Plan::SwapJoker { meld: id, index, card })
    }

    fn plan_reorder(&self, seat: Seat, names: &[Named<Card>]) -> Checked<Vec<Card>> {
        let hand = self.hand_of(seat);
        require(names.len() == hand.len(), RuleError::BadOrder)?;
        let cards: Option<Vec<Card>> = names.iter().map(Named::known).collect();
        let cards = cards.ok_or(RuleError::BadOrder)?;
        let set = |cards: &[Card]| cards.iter().copied().collect::<CardSet>();
        require(set(&cards) == set(hand), RuleError::BadOrder)?;
        Ok(cards)
    }
}
