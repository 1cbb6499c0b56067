//! A round in which every card has its place, to be played to its end by rules of thumb.

use super::spread::{Spread, lay_down};
use super::style::{Eye, Style};
use baize_may_i::{Face, Holding, Terms};

/// The most seats of a table.
pub(super) const SEATS: usize = 8;
/// A round is given up after so many turns.
const MOST_TURNS: u32 = 150;

/// Chance for deals that are only imagined: fast, and equal for equal beginnings.
#[derive(Clone, Debug)]
pub(super) struct Chance(u64);

impl Chance {
    pub(super) const fn new(start: u64) -> Chance {
        Chance(start)
    }

    /// Splitmix64.
    pub(super) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, (((self.next() >> 32) * (last as u64 + 1)) >> 32) as usize);
        }
    }
}

/// Where a turn is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// The current seat must draw.
    Draw,
    /// It has drawn.
    Act,
}

/// What a seat that is down throws away: the costliest card that it cannot lay off next time.
pub(super) fn dead_weight(hand: &Holding, table: &Spread) -> Option<Face> {
    hand.faces().max_by_key(|&face| (!table.fits(face), face.points()))
}

/// A round with all its cards. Which copy of a face a card is makes no difference here.
#[derive(Clone)]
pub(super) struct World {
    pub(super) terms: Terms,
    pub(super) seats: usize,
    pub(super) hands: [Holding; SEATS],
    /// How many cards each seat holds.
    pub(super) cards: [u32; SEATS],
    pub(super) down: [bool; SEATS],
    /// Who has left the game; its turn is passed over.
    pub(super) left: [bool; SEATS],
    pub(super) table: Spread,
    /// What each seat will draw, the next card last: what others do makes no difference to it, so that rounds that begin alike
    /// stay alike for long.
    pub(super) stock: [Vec<Face>; SEATS],
    pub(super) covered: Vec<Face>,
    pub(super) top: Option<Face>,
    /// Whether the top can be had.
    pub(super) is_open: bool,
    /// Who threw it away.
    pub(super) thrower: Option<usize>,
    pub(super) current: usize,
    pub(super) chance: Chance,
    /// How everybody plays on.
    pub(super) styles: [Style; SEATS],
}

impl World {
    /// Plays on to the end of the round.
    pub(super) fn finish(&mut self, mut stage: Stage) {
        for _ in 0..MOST_TURNS {
            if stage == Stage::Draw && !self.draw_for_turn(None) {
                return;
            }
            self.act();
            if self.cards[self.current] == 0 {
                return;
            }
            let Some(face) = self.choose_discard() else { return };
            let seat = self.current;
            self.discard(face);
            if self.cards[seat] == 0 {
                return;
            }
            stage = Stage::Draw;
        }
    }

    /// The exposed card goes to the first in line who wants it, `but` for one; the current seat draws. False if there is
    /// nothing to draw.
    pub(super) fn draw_for_turn(&mut self, but: Option<usize>) -> bool {
        let seat = self.current;
        if let Some(face) = self.top.filter(|_| self.is_open) {
            if self.can_have(seat) && but != Some(seat) && self.styles[seat].takes(&self.eye(seat), face) {
                self.take_top(seat);
                return true;
            }
            let others = (1..self.seats).map(|step| (seat + step) % self.seats);
            let mut others = others.filter(|&other| Some(other) != self.thrower && Some(other) != but);
            let asks =
                |&other: &usize| self.can_have(other) && self.styles[other].asks(&self.eye(other), face);
            if let Some(other) = others.find(asks) {
                self.take_at_a_price(other);
            }
        }
        let Some(face) = self.draw(seat) else { return false };
        self.give(seat, face);
        true
    }

    /// Whether somebody who comes before `seat` wants the exposed card.
    pub(super) fn is_forestalled(&self, seat: usize) -> bool {
        let Some(face) = self.top.filter(|_| self.is_open) else { return false };
        let line = (0..self.seats).map(|step| (self.current + step) % self.seats);
        let mut before = line.take_while(|&other| other != seat).filter(|&other| Some(other) != self.thrower);
        before.any(|other| {
            let (style, eye) = (&self.styles[other], self.eye(other));
            let wants = if other == self.current { style.takes(&eye, face) } else { style.asks(&eye, face) };
            self.can_have(other) && wants
        })
    }

    fn can_have(&self, seat: usize) -> bool {
        !self.down[seat] && !self.left[seat]
    }

    pub(super) fn eye(&self, seat: usize) -> Eye<'_> {
        let is_other = |other: &usize| *other != seat && self.down[*other];
        Eye {
            hand: &self.hands[seat],
            cards: self.cards[seat],
            terms: &self.terms,
            table: &self.table,
            down: (0..self.seats).filter(is_other).count() as u32,
            left: self.top.filter(|_| self.is_open),
        }
    }

    pub(super) fn take_top(&mut self, seat: usize) {
        if let Some(face) = self.top {
            self.top = self.covered.pop();
            self.is_open = false;
            self.give(seat, face);
        }
    }

    pub(super) fn take_at_a_price(&mut self, seat: usize) {
        self.take_top(seat);
        if let Some(penalty) = self.draw(seat) {
            self.give(seat, penalty);
        }
    }

    /// The current seat draws, and plays on to the end of the round.
    pub(super) fn draw_and_finish(&mut self) {
        if let Some(face) = self.draw(self.current) {
            self.give(self.current, face);
            self.finish(Stage::Act);
        }
    }

    /// Makes a card of this face the next one that `me` draws; what would have come goes where that card was, which is
    /// anywhere but in the own hand.
    pub(super) fn put_on_top(&mut self, face: Face, me: usize) {
        let pile = self.pile_for(me);
        let Some(before) = self.stock[pile].pop() else { return };
        let lying = self.stock.iter_mut().flatten().chain(&mut self.covered).find(|other| **other == face);
        if before == face {
            // It would have come anyway.
        } else if let Some(other) = lying {
            *other = before;
        } else if let Some(seat) = (0..self.seats).find(|&seat| seat != me && self.hands[seat].held(face) > 0)
        {
            self.hands[seat].remove(face);
            self.hands[seat].add(before);
        }
        self.stock[pile].push(face);
    }

    /// The stock, of which every seat gets its share.
    pub(super) fn stack(&mut self, stock: Vec<Face>) {
        for (index, face) in stock.into_iter().enumerate() {
            self.stock[index % self.seats].push(face);
        }
    }

    /// Where the next card for a seat lies: where most are if none is left for it.
    fn pile_for(&self, seat: usize) -> usize {
        let fullest = || (0..self.seats).max_by_key(|&pile| self.stock[pile].len());
        if self.stock[seat].is_empty() { fullest().unwrap_or(seat) } else { seat }
    }

    fn draw(&mut self, seat: usize) -> Option<Face> {
        let pile = self.pile_for(seat);
        let face = self.stock[pile].pop();
        self.refill();
        face
    }

    fn refill(&mut self) {
        if self.stock.iter().all(Vec::is_empty) {
            let mut covered = std::mem::take(&mut self.covered);
            self.chance.shuffle(&mut covered);
            self.stack(covered);
        }
    }

    const fn give(&mut self, seat: usize, face: Face) {
        self.hands[seat].add(face);
        self.cards[seat] += 1;
    }

    /// Lays down or off what can be.
    fn act(&mut self) {
        let seat = self.current;
        let hand = &mut self.hands[seat];
        if self.down[seat] {
            self.table.lay_off(hand);
        } else if hand.distance(&self.terms, self.cards[seat] as usize) == 0 {
            if self.terms.takes_whole_hand {
                *hand = Holding::default();
            } else if let Some(laid) = lay_down(hand, &self.terms, &self.table) {
                (*hand, self.table) = (laid.left, laid.table);
                self.down[seat] = true;
            }
        }
        self.cards[seat] = hand.cards();
    }

    fn choose_discard(&self) -> Option<Face> {
        let seat = self.current;
        if self.down[seat] {
            return dead_weight(&self.hands[seat], &self.table);
        }
        self.styles[seat].discard(&self.eye(seat))
    }

    /// The current seat throws a card away that it has.
    pub(super) fn discard(&mut self, face: Face) {
        let seat = self.current;
        self.hands[seat].remove(face);
        self.cards[seat] -= 1;
        self.covered.extend(self.top.replace(face));
        self.refill();
        (self.is_open, self.thrower) = (true, Some(seat));
        let mut others = (1..=self.seats).map(|step| (seat + step) % self.seats);
        self.current = others.find(|&other| !self.left[other]).unwrap_or(seat);
    }
}
