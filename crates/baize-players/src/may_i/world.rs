//! A round with every card in its place, played to its end by rules of thumb.

use super::spread::{Spread, lay_down};
use super::style::{Eye, Style};
use baize_may_i::{Face, Holding, Terms};

/// The most seats of a table.
pub(super) const SEATS: usize = 8;
/// A round is given up after this many turns.
const MOST_TURNS: u32 = 150;

/// A fast random generator for imagined deals, with equal output for equal seeds.
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

/// The stage of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// The current seat must draw.
    Draw,
    /// It has drawn.
    Act,
}

/// The discard of a seat that is down: the costliest card that it cannot lay off next time.
pub(super) fn dead_weight(hand: &Holding, table: &Spread) -> Option<Face> {
    hand.faces().max_by_key(|&face| (!table.fits(face), face.points()))
}

/// A round with all its cards. Copies of the same face are not distinguished.
#[derive(Clone)]
pub(super) struct World {
    pub(super) terms: Terms,
    pub(super) seats: usize,
    pub(super) hands: [Holding; SEATS],
    /// How many cards each seat holds.
    pub(super) cards: [u32; SEATS],
    pub(super) down: [bool; SEATS],
    /// The seats that have left the game; their turns are skipped.
    pub(super) left: [bool; SEATS],
    pub(super) table: Spread,
    /// The cards that each seat will draw, the next one last. They do not depend on what others do, so rounds
    /// that begin alike stay alike for long.
    pub(super) stock: [Vec<Face>; SEATS],
    pub(super) covered: Vec<Face>,
    pub(super) top: Option<Face>,
    /// Whether the top card can be taken.
    pub(super) is_open: bool,
    /// The seat that threw it away.
    pub(super) thrower: Option<usize>,
    pub(super) current: usize,
    pub(super) chance: Chance,
    /// How each seat plays on.
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

    /// Gives the exposed card to the first seat in line that wants it, except `but`, and lets the current
    /// seat draw. False if there is nothing to draw.
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

    /// Whether a seat that comes before `seat` wants the exposed card.
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

    /// Draws for the current seat, and plays on to the end of the round.
    pub(super) fn draw_and_finish(&mut self) {
        if let Some(face) = self.draw(self.current) {
            self.give(self.current, face);
            self.finish(Stage::Act);
        }
    }

    /// Makes a card of this face the next one that `me` draws, and puts the card it replaces where that card
    /// was, which is anywhere but in the own hand.
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

    /// Deals the stock out to the seats' draw piles.
    pub(super) fn stack(&mut self, stock: Vec<Face>) {
        for (index, face) in stock.into_iter().enumerate() {
            self.stock[index % self.seats].push(face);
        }
    }

    /// The pile of a seat's next card: the largest pile if its own is empty.
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

    /// Lays down or off what it can.
    fn act(&mut self) {
        let seat = self.current;
        let hand = &mut self.hands[seat];
        if self.down[seat] {
            self.table.lay_off(hand);
        } else if hand.distance_within(&self.terms, self.cards[seat] as usize, 0..=1) == 0 {
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

    /// Throws away a card that the current seat has.
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
