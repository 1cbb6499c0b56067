//! Piles of cards that are face down or held: everybody sees how many, few see which.

use crate::card::Card;
use baize_rules::{Referee, Seat, Secret, Viewer};

/// A hand, the stock, or the covered part of the discard pile. The last card is the top.
///
/// Only the number of cards is public, so it is kept outside the secret. The array has room for every card of
/// the game, so copying the state is one plain copy of memory.
#[derive(Clone, Debug)]
pub(crate) struct Pile {
    count: u8,
    cards: Secret<[Card; Card::MOST]>,
}

impl Pile {
    /// A pile without cards, which only `owner`, if any, can see.
    pub(crate) const fn empty(owner: Option<Seat>) -> Pile {
        let cards = [Card::FILLER; Card::MOST];
        let cards = match owner {
            Some(seat) => Secret::of(seat, cards),
            None => Secret::hidden(cards),
        };
        Pile { count: 0, cards }
    }

    pub(crate) const fn count(&self) -> u8 {
        self.count
    }

    pub(crate) fn seen_by(&self, viewer: Viewer) -> Option<&[Card]> {
        self.cards.seen_by(viewer).map(|cards| &cards[..usize::from(self.count)])
    }

    pub(crate) fn open(&self, referee: &Referee) -> &[Card] {
        &self.cards.open(referee)[..usize::from(self.count)]
    }

    pub(crate) fn open_mut(&mut self, referee: &Referee) -> &mut [Card] {
        &mut self.cards.open_mut(referee)[..usize::from(self.count)]
    }

    pub(crate) const fn push(&mut self, referee: &Referee, card: Card) {
        self.cards.open_mut(referee)[self.count as usize] = card;
        self.count += 1;
    }

    pub(crate) fn pop(&mut self, referee: &Referee) -> Option<Card> {
        self.count = self.count.checked_sub(1)?;
        Some(self.cards.open(referee)[usize::from(self.count)])
    }

    /// Takes a card out and closes the gap.
    pub(crate) fn remove(&mut self, referee: &Referee, card: Card) {
        if let Some(index) = self.open(referee).iter().position(|&held| held == card) {
            self.open_mut(referee).copy_within(index + 1.., index);
            self.count -= 1;
        }
    }

    pub(crate) const fn clear(&mut self) {
        self.count = 0;
    }
}
