//! A hand as counts of faces, and how far it is from a contract.

use super::subsets;
use crate::card::{Card, Face, Faced, Suit};
use crate::contract::Terms;
use std::cmp::Reverse;
use std::ops::RangeInclusive;

/// The number of values in a run, 3 to 14.
const VALUES: usize = 12;

/// How many cards of each face a hand has; order and copies do not matter for melds.
///
/// Each suit is a word with four bits for each value: with three packs there are at most three of a face, so
/// the fourth bit is free to catch a borrow when a meld is taken out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Holding {
    pub(super) suits: [u64; 4],
    pub(super) twos: u8,
    pub(super) jokers: u8,
}

/// The spare bit of every value.
const BORROW: u64 = 0x8888_8888_8888;

pub(super) const fn lane(value: u8) -> u32 {
    4 * (value - Face::LOWEST) as u32
}

impl Holding {
    /// Counts a hand.
    pub fn of(hand: &[Card]) -> Holding {
        let mut holding = Holding::default();
        hand.iter().for_each(|card| holding.add(card.face()));
        holding
    }

    /// Adds a card of a face.
    pub const fn add(&mut self, face: Face) {
        if face.is_joker() {
            self.jokers += 1;
        } else if face.is_wild() {
            self.twos += 1;
        } else {
            self.suits[face.suit() as usize] += 1 << lane(face.value());
        }
    }

    /// Removes a card of a face; there must be one.
    pub const fn remove(&mut self, face: Face) {
        if face.is_joker() {
            self.jokers -= 1;
        } else if face.is_wild() {
            self.twos -= 1;
        } else {
            self.suits[face.suit() as usize] -= 1 << lane(face.value());
        }
    }

    /// How many wilds there are.
    pub const fn wilds(&self) -> u8 {
        self.twos + self.jokers
    }

    /// How many of a natural face there are.
    pub const fn count(&self, suit: Suit, value: u8) -> u8 {
        (self.suits[suit as usize] >> lane(value)) as u8 & 7
    }

    /// How many cards there are that are the same to melds: of this natural face, or all 2s, or all Jokers.
    pub const fn held(&self, face: Face) -> u8 {
        if face.is_joker() {
            self.jokers
        } else if face.is_wild() {
            self.twos
        } else {
            self.count(face.suit(), face.value())
        }
    }

    /// The different faces held, out of [`Face::kinds`].
    pub fn faces(&self) -> impl Iterator<Item = Face> + use<> {
        let holding = *self;
        let naturals = Suit::ALL.into_iter().flat_map(move |suit| {
            let values = holding.values(suit);
            let held = std::iter::successors(Some(values), |&left| Some(left & left.wrapping_sub(1)));
            let held = held.take_while(|&left| left != 0).map(u16::trailing_zeros);
            held.map(move |place| Face::new(suit, Face::LOWEST + place as u8))
        });
        let wilds = [Face::TWO, Face::JOKER].into_iter().filter(move |&face| holding.held(face) > 0);
        naturals.chain(wilds)
    }

    /// How many cards there are.
    pub fn cards(&self) -> u32 {
        let sum: u64 = self.suits.iter().sum();
        // Each rank has at most twelve cards, so lanes of eight bits hold the sum of two.
        let pairs = (sum & 0x0f0f_0f0f_0f0f) + (sum >> 4 & 0x0f0f_0f0f_0f0f);
        (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32 + u32::from(self.wilds())
    }

    /// The points it costs to be left with the hand.
    pub fn points(&self) -> u32 {
        self.faces().map(|face| u32::from(self.held(face)) * face.points()).sum()
    }

    /// The hand without these naturals and wilds, if it has them all.
    pub(super) fn without(&self, naturals: &[u64; 4], wilds: u8) -> Option<Holding> {
        let mut left = *self;
        for (suit, need) in left.suits.iter_mut().zip(naturals) {
            let taken = (*suit | BORROW) - need;
            if taken & BORROW != BORROW {
                return None;
            }
            *suit = taken & !BORROW;
        }
        // Jokers cost the most, so they go first.
        let jokers = wilds.min(self.jokers);
        left.jokers -= jokers;
        left.twos = left.twos.checked_sub(wilds - jokers)?;
        Some(left)
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Holding::default()
    }

    /// A bit for each value held in a suit; the lowest bit is for 3.
    pub(super) fn values(&self, suit: Suit) -> u16 {
        let word = self.suits[suit as usize];
        // Takes the lowest bit of each lane, then packs the lanes in pairs, fours and finally all twelve.
        let ones = (word | word >> 1 | word >> 2) & 0x1111_1111_1111;
        let pairs = (ones | ones >> 3) & 0x0303_0303_0303;
        let fours = (pairs | pairs >> 6) & 0x000f_000f_000f;
        (fours | fours >> 12 | fours >> 24) as u16 & 0xfff
    }

    /// How many naturals of each value there are, in all suits.
    fn ranks(&self) -> [u8; VALUES] {
        // There are at most three in each of four suits, so a sum fits into four bits.
        let sum: u64 = self.suits.iter().sum();
        std::array::from_fn(|value| (sum >> (4 * value)) as u8 & 15)
    }

    /// The number of cards missing for the nearest lay-down. It is zero exactly if there is a lay-down, and
    /// some card always lowers it by one.
    ///
    /// If the whole hand must be used, `size` is the number of cards in the lay-down, and the result is how
    /// many of them are not yet in the hand; in other rounds `size` is ignored.
    pub fn distance(&self, terms: &Terms, size: usize) -> u8 {
        self.distance_within(terms, size, 0..=u8::MAX)
    }

    /// The distance, but not less and not more than these bounds: much quicker for a caller who knows nearly how
    /// far the hand is, or wants to know no more.
    pub fn distance_within(&self, terms: &Terms, size: usize, bounds: RangeInclusive<u8>) -> u8 {
        let (sets, runs) = (terms.contract.sets, terms.contract.runs);
        let distance = if terms.takes_whole_hand {
            self.distance_whole(size, &bounds)
        } else {
            match runs {
                0 => distance_with_sets(run_needs(0), top_three(&self.ranks()), sets, self.wilds()),
                1 => self.distance_one_run(sets, &bounds),
                _ => self.distance_two_runs(),
            }
        };
        distance.clamp(*bounds.start(), *bounds.end())
    }

    /// Only looks at windows of four, since a longer run never lacks fewer cards. A natural of the run may be
    /// worth more in a set, so moving up to two, which wilds can replace, is tried.
    ///
    /// Stops at the lower bound, and looks only for what is below the upper one.
    fn distance_one_run(&self, sets: u8, bounds: &RangeInclusive<u8>) -> u8 {
        let (ranks, wilds) = (self.ranks(), self.wilds());
        let values = Suit::ALL.map(|suit| self.values(suit));
        // A lower bound for each number of cards missing in the run: as if the run took no naturals from the
        // sets.
        let most = top_three(&ranks);
        let least: [u8; 5] =
            std::array::from_fn(|missing| distance_with_sets(run_needs(missing as u8), most, sets, wilds));
        let most_lent = if sets == 0 { 0 } else { 2 };
        let mut best = *bounds.end();
        // The windows with the most cards come first: once these could not be nearer, no others are.
        for held in (0..=4_u32).rev() {
            if least[4 - held as usize] >= best {
                return best;
            }
            let is_as_full = |(_, window): &(usize, u16)| window.count_ones() == held;
            for (start, window) in windows_of_four(&values).filter(is_as_full) {
                let fewest = held.saturating_sub(most_lent);
                for used in subsets(window).filter(|used| used.count_ones() >= fewest) {
                    let missing = 4 - used.count_ones() as u8;
                    if least[usize::from(missing)] >= best {
                        continue;
                    }
                    let mut rest = ranks;
                    (0..4).for_each(|place| rest[start + place] -= (used >> place & 1) as u8);
                    best = best.min(distance_with_sets(run_needs(missing), top_three(&rest), sets, wilds));
                    if best <= *bounds.start() {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// Two runs: the best of each of two suits, or two windows of one suit with at least two values between
    /// them.
    fn distance_two_runs(&self) -> u8 {
        let wilds = self.wilds();
        let values = Suit::ALL.map(|suit| self.values(suit));
        let missing = |suit: Suit, start: usize| 4 - (values[suit as usize] >> start & 15).count_ones() as u8;
        let together = |one: u8, other: u8| run_needs(one).and(run_needs(other)).after(wilds);
        let best_of =
            Suit::ALL.map(|suit| (0..=VALUES - 4).map(|start| missing(suit, start)).min().unwrap_or(4));
        let mut best = u8::MAX;
        for (index, suit) in Suit::ALL.into_iter().enumerate() {
            for other in &best_of[..index] {
                best = best.min(together(best_of[index], *other));
            }
            for low in 0..=VALUES - 10 {
                for high in low + 6..=VALUES - 4 {
                    best = best.min(together(missing(suit, low), missing(suit, high)));
                }
            }
        }
        best
    }

    /// One set and two runs with `size` cards in all, as many as possible of them from this hand. Stops at the
    /// lower bound, and looks only for what is below the upper one.
    fn distance_whole(&self, size: usize, bounds: &RangeInclusive<u8>) -> u8 {
        let size = size.clamp(11, Card::MOST) as u8;
        let enough = size.saturating_sub(*bounds.start());
        let mut best = size.saturating_sub(*bounds.end());
        let (ranks, wilds) = (self.ranks(), self.wilds());
        // Ranks with the most cards come first, as others are seldom better.
        let mut order: [u8; VALUES] = std::array::from_fn(|value| value as u8);
        order.sort_unstable_by_key(|&value| Reverse(ranks[usize::from(value)]));
        let alike = order.map(|value| (value, ranks[usize::from(value)]));
        let most_in_set = alike[0].1.min(size - 8) + wilds.min(size / 2);
        let values = Suit::ALL.map(|suit| self.values(suit));
        let mut held = values.map(|values| values.count_ones() as u8);
        held.sort_unstable();
        // Two runs hold no more than the two fullest suits.
        if held[3] + held[2] + most_in_set <= best {
            return size - best;
        }
        // A window must hold enough for the fullest one beside it to help.
        let fewest = (best + 1).saturating_sub(most_in_set + held[3]);
        let (windows, count) = windows(&values, size - 7, fewest);
        let windows = &windows[..count];
        for (index, one) in windows.iter().enumerate() {
            for other in &windows[..index] {
                if one.held + other.held + most_in_set <= best {
                    break;
                }
                let Some(set) = size.checked_sub(one.len + other.len).filter(|&set| set >= 3) else {
                    continue;
                };
                if one.is_apart_from(other) {
                    best = self.matched(one, other, set, &alike, best);
                    if best >= enough {
                        return size - best;
                    }
                }
            }
        }
        size - best
    }

    /// The most cards of the hand that fit in two given runs and a set of some rank, but at least `best`. A
    /// natural of that rank can go into a run or the set, which changes where wilds fit. `ranks` has each
    /// rank with its number of cards, largest first.
    fn matched(&self, one: &Window, other: &Window, set: u8, ranks: &[(u8, u8); VALUES], mut best: u8) -> u8 {
        let wilds = self.wilds();
        let room = |len: u8, held: u8| (len - held).min(len / 2);
        for &(value, alike) in ranks {
            if one.held + other.held + alike.min(set) + wilds <= best {
                break;
            }
            let shares = [one, other].map(|run| (run.values >> value & 1) as u8);
            for lent in 0..=shares[0] {
                for too in 0..=shares[1] {
                    let (a, b) = (one.held - lent, other.held - too);
                    let in_runs = shares[0] + shares[1] - lent - too;
                    let in_set = (alike - in_runs).min(set);
                    let room = room(one.len, a) + room(other.len, b) + room(set, in_set);
                    best = best.max(a + b + in_set + wilds.min(room));
                }
            }
        }
        best
    }
}

/// The number of windows of four to twelve values in four suits.
const MOST_WINDOWS: usize = 4 * 45;

/// A stretch of values that a run could cover.
#[derive(Clone, Copy)]
struct Window {
    suit: Suit,
    start: u8,
    len: u8,
    /// How many of its values are held.
    held: u8,
    /// A bit for each value held.
    values: u16,
}

impl Window {
    const NONE: Window = Window { suit: Suit::Spades, start: 0, len: 0, held: 0, values: 0 };

    fn is_apart_from(&self, other: &Window) -> bool {
        let above = |low: &Window, high: &Window| low.start + low.len + 2 <= high.start;
        self.suit != other.suit || above(self, other) || above(other, self)
    }
}

/// Windows of four to `longest` values that hold at least `fewest` cards, those with the most first, and their
/// number.
fn windows(values: &[u16; 4], longest: u8, fewest: u8) -> ([Window; MOST_WINDOWS], usize) {
    let (mut windows, mut count) = ([Window::NONE; MOST_WINDOWS], 0);
    let mut with_held = [0; VALUES + 1];
    for suit in Suit::ALL {
        for len in 4..=longest.min(VALUES as u8) {
            for start in 0..=VALUES as u8 - len {
                let values = values[suit as usize] & ((1 << len) - 1) << start;
                let held = values.count_ones() as u8;
                if held >= fewest {
                    windows[count] = Window { suit, start, len, held, values };
                    with_held[usize::from(held)] += 1;
                    count += 1;
                }
            }
        }
    }
    // A counting sort, since there are few different numbers of cards.
    let mut places = [0; VALUES + 1];
    (0..VALUES).rev().for_each(|held| places[held] = places[held + 1] + with_held[held + 1]);
    let mut sorted = [Window::NONE; MOST_WINDOWS];
    for window in &windows[..count] {
        let place = &mut places[usize::from(window.held)];
        sorted[*place] = *window;
        *place += 1;
    }
    (sorted, count)
}

/// The number of cards that melds lack, and how many of them wilds may replace.
#[derive(Clone, Copy)]
struct Needs {
    missing: u8,
    room: u8,
}

impl Needs {
    const fn and(self, other: Needs) -> Needs {
        Needs { missing: self.missing + other.missing, room: self.room + other.room }
    }

    const fn after(self, wilds: u8) -> u8 {
        self.missing - if wilds < self.room { wilds } else { self.room }
    }
}

const fn run_needs(missing: u8) -> Needs {
    Needs { missing, room: if missing < 2 { missing } else { 2 } }
}

/// Sets of three that share the naturals of one rank. Spread evenly, the naturals leave the most room for
/// wilds, one per set.
const fn sets_of(naturals: u8, sets: u8) -> Needs {
    let missing = (3 * sets).saturating_sub(naturals);
    Needs { missing, room: if missing < sets { missing } else { sets } }
}

/// All stretches of four values in every suit: where each begins, and a bit for each of its values held.
fn windows_of_four(values: &[u16; 4]) -> impl Iterator<Item = (usize, u16)> {
    values.iter().flat_map(|&held| (0..=VALUES - 4).map(move |start| (start, held >> start & 15)))
}

/// The fewest cards missing for a run and this many sets, of the ranks with the most naturals. More naturals of
/// a rank are never worse, so only these need be considered, each for one set or several.
fn distance_with_sets(run: Needs, [a, b, c]: [u8; 3], sets: u8, wilds: u8) -> u8 {
    let best = |options: &[Needs]| {
        options.iter().map(|option| run.and(*option).after(wilds)).min().unwrap_or_else(|| run.after(wilds))
    };
    match sets {
        0 => best(&[]),
        1 => best(&[sets_of(a, 1)]),
        2 => best(&[sets_of(a, 1).and(sets_of(b, 1)), sets_of(a, 2)]),
        _ => best(&[
            sets_of(a, 1).and(sets_of(b, 1)).and(sets_of(c, 1)),
            sets_of(a, 2).and(sets_of(b, 1)),
            sets_of(a, 1).and(sets_of(b, 2)),
            sets_of(a, 3),
        ]),
    }
}

/// The three largest counts.
fn top_three(ranks: &[u8; VALUES]) -> [u8; 3] {
    // No branches: which count is larger is anybody's guess.
    ranks.iter().fold([0; 3], |[a, b, c], &count| {
        let (a, less) = (a.max(count), a.min(count));
        let (b, least) = (b.max(less), b.min(less));
        [a, b, c.max(least)]
    })
}
