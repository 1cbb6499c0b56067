//! What a seat sees, prepared for thinking, and the steps that need no thought.

use super::greedy::Thinking;
use super::recall::Recall;
use super::sampling::Known;
use super::spread::Spread;
use super::style::Style;
use super::world::{Chance, SEATS, World};
use baize_may_i::{Action, Card, Face, Faced, Holding, Meld, Phase, Search, Terms, View};
use baize_rules::{Menu, Seat};

/// What the seat has to decide.
pub(super) enum Decision {
    /// Nothing: there is only one sensible action.
    Plain(Action),
    /// Whether to have the exposed card.
    Exposed { face: Face, have: Action, leave: Action },
    /// Which card to throw away.
    Discard,
}

/// A view with what follows from it.
pub(super) struct Seen<'a> {
    pub(super) view: &'a View,
    pub(super) seat: Seat,
    pub(super) hand: &'a [Card],
    pub(super) terms: Terms,
}

/// How many ways to lay down are compared.
const WAYS: usize = 24;

impl<'a> Seen<'a> {
    /// `None` for a spectator.
    pub(super) fn of(view: &'a View) -> Option<Seen<'a>> {
        Some(Seen { view, seat: view.you?, hand: view.hand.as_deref()?, terms: view.terms() })
    }

    /// The decision to make now.
    pub(super) fn decision(&self, menu: &Menu<Action>) -> Decision {
        let exposed = |have: Action, leave: Action| match self.exposed() {
            Some(face) if menu.actions().contains(&have) => Decision::Exposed { face, have, leave },
            _ => Decision::Plain(leave),
        };
        match self.view.phase {
            Phase::MayI => exposed(Action::ClaimMayI {}, Action::AllowMayI {}),
            Phase::Draw => exposed(Action::DrawFromDiscard {}, Action::DrawFromStock {}),
            Phase::Act => self.play(menu).map_or_else(|| self.discard(), Decision::Plain),
            Phase::Discard | Phase::Over => self.discard(),
        }
    }

    fn discard(&self) -> Decision {
        let shaken = Thinking::of(self.view).and_then(|thinking| thinking.shake_up());
        shaken.map_or(Decision::Discard, Decision::Plain)
    }

    /// The exposed card.
    pub(super) fn exposed(&self) -> Option<Face> {
        self.view.discard.map(|card| kind(card.face()))
    }

    /// Lays down or off or swaps, if that is possible and good.
    fn play(&self, menu: &Menu<Action>) -> Option<Action> {
        let thinking = Thinking::of(self.view)?;
        if self.is_down() {
            let goes_out = menu.actions().iter().find(|action| matches!(action, Action::GoOut { .. }));
            let lays_off = || thinking.lay_off().map(|placed| Action::LayOff(placed.lay_off()));
            return goes_out.cloned().or_else(lays_off);
        }
        self.lay_down().or_else(|| thinking.swap(menu))
    }

    pub(super) fn is_down(&self) -> bool {
        self.view.down[self.seat.index()]
    }

    /// The lay-down that leaves the fewest cards that fit nowhere, because only those keep a seat from going
    /// out; among equals the one that leaves the fewest points.
    fn lay_down(&self) -> Option<Action> {
        let search = Search::new(self.hand, self.terms);
        let ways = search.best(WAYS).into_iter().map(|way| {
            let groups = search.melds(&way);
            let mut table = self.view.table.clone();
            let melds = groups.iter().filter_map(|group| Meld::new(self.seat, group.kind, &group.cards));
            table.extend(melds);
            let laid = |card: &Card| groups.iter().any(|group| group.cards.contains(card));
            let left: Vec<Card> = self.hand.iter().copied().filter(|card| !laid(card)).collect();
            let mut dead = Holding::of(&left);
            Spread::of(&table).lay_off(&mut dead);
            ((dead.cards(), way.points_left()), groups)
        });
        let best = ways.min_by_key(|(rank, _)| *rank)?;
        Some(Action::lay_down(&best.1))
    }

    /// Throws away a card of this face.
    pub(super) fn throw(&self, face: Face) -> Option<Action> {
        self.hand.iter().find(|card| kind(card.face()) == face).map(|&card| Action::discard(card))
    }

    /// How many cards the hand lacks, as it is now or after the next draw.
    pub(super) fn distance(&self) -> u8 {
        Holding::of(self.hand).distance(&self.terms, self.hand.len().max(12))
    }

    /// Whether the current seat has drawn.
    pub(super) fn has_drawn(&self) -> bool {
        match &self.view.pending {
            Some(pending) => pending.resume != Phase::Draw,
            None => self.view.phase != Phase::Draw,
        }
    }

    /// The round as this seat knows it with this memory.
    pub(super) fn known(&self, recall: Recall) -> Known {
        let (view, me) = (self.view, self.seat.index());
        let seats = view.held.len().min(SEATS);
        let mut world = World {
            terms: self.terms,
            seats,
            hands: [Holding::default(); SEATS],
            cards: [0; SEATS],
            down: [false; SEATS],
            left: [false; SEATS],
            table: Spread::of(&view.table),
            stock: [const { Vec::new() }; SEATS],
            covered: Vec::new(),
            top: view.discard.map(|card| kind(card.face())),
            is_open: view.discard.is_some() && !view.discard_taken,
            thrower: view.discarded_by.map(Seat::index),
            current: view.current.index(),
            chance: Chance::new(0),
            styles: [Style::of(&self.terms); SEATS],
        };
        for seat in 0..seats {
            (world.cards[seat], world.down[seat]) = (u32::from(view.held[seat]), view.down[seat]);
        }
        view.left.iter().for_each(|left| world.left[left.seat.index()] = true);
        world.hands[me] = Holding::of(self.hand);
        let lying = view.table.iter().flat_map(|meld| meld.cards()).chain(&view.discard);
        let seen: Vec<Card> = self.hand.iter().chain(lying).copied().collect();
        let mut unseen: Vec<Card> = Card::deck(seats as u8).filter(|card| !seen.contains(card)).collect();
        // A remembered card counts only if it can be there.
        let mut place = |card: &Card| {
            let index = unseen.iter().position(|other| other == card)?;
            Some(kind(unseen.swap_remove(index).face()))
        };
        world.covered = recall.covered.iter().filter_map(&mut place).collect();
        let taken = std::array::from_fn(|seat| {
            let cards = recall.taken[seat].iter().filter(|_| seat != me).take(world.cards[seat] as usize);
            cards.filter_map(&mut place).collect()
        });
        let unseen = unseen.iter().map(|card| kind(card.face())).collect();
        let turns = view.turn.saturating_sub(1) as usize / seats;
        let covered = usize::from(view.covered).saturating_sub(world.covered.len());
        let has_drawn = self.has_drawn();
        Known { world, me, unseen, covered, taken, offers: recall.offers, turns, has_drawn }
    }
}

/// All 2s are alike in melds.
pub(super) fn kind(face: Face) -> Face {
    if face.is_wild() && !face.is_joker() { Face::TWO } else { face }
}
