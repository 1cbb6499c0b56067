//! A hand counted: how many of each face, and how far it is from a contract.

use super::subsets;
use crate::card::{Card, Face, Faced, Suit};
use crate::contract::Terms;

/// Values in a run, 3 to 14.
const VALUES: usize = 12;

/// How many cards of each face a hand has. Order and copies do not matter to melds.
///
/// Each suit is a word with four bits for each value: three packs make at most three of a face, so the fourth bit is
/// free to catch a borrow when a meld is taken out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Holding {
    pub(super) suits: [u64; 4],
    pub(super) twos: u8,
    pub(super) jokers: u8,
}

/// The free bit of every value.
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

    /// One more card of a face.
    pub const fn add(&mut self, face: Face) {
        if face.is_joker() {
            self.jokers += 1;
        } else if face.is_wild() {
            self.twos += 1;
        } else {
            self.suits[face.suit() as usize] += 1 << lane(face.value());
        }
    }

    /// One card of a face less. There must be one.
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

    /// What is left without these naturals and wilds, if they are all there.
    pub(super) fn without(&self, naturals: &[u64; 4], wilds: u8) -> Option<Holding> {
        let mut left = *self;
        for (suit, need) in left.suits.iter_mut().zip(naturals) {
            let taken = (*suit | BORROW) - need;
            if taken & BORROW != BORROW {
                return None;
            }
            *suit = taken & !BORROW;
        }
        // Jokers cost most, so they go first.
        let jokers = wilds.min(self.jokers);
        left.jokers -= jokers;
        left.twos = left.twos.checked_sub(wilds - jokers)?;
        Some(left)
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Holding::default()
    }

    /// A bit for each value that is held in a suit, that of 3 the lowest.
    pub(super) fn values(&self, suit: Suit) -> u16 {
        let word = self.suits[suit as usize];
        (0..VALUES).filter(|value| word >> (4 * value) & 7 != 0).fold(0, |bits, value| bits | 1 << value)
    }

    /// How many naturals of each value there are, in all suits.
    fn ranks(&self) -> [u8; VALUES] {
        // At most three in each of four suits, so a sum fits into four bits.
        let sum: u64 = self.suits.iter().sum();
        std::array::from_fn(|value| (sum >> (4 * value)) as u8 & 15)
    }

    /// The fewest cards that are missing for a lay-down: zero exactly if there is one, and the right card always
    /// lowers it by one.
    ///
    /// Where the whole hand must be used, `size` is the number of cards of the lay-down, and the answer is how many of
    /// these are not in the hand yet; in other rounds it means nothing.
    pub fn distance(&self, terms: &Terms, size: usize) -> u8 {
        let (sets, runs) = (terms.contract.sets, terms.contract.runs);
        if terms.takes_whole_hand {
            return self.distance_whole(size);
        }
        match runs {
            0 => distance_with_sets(run_needs(0), &self.ranks(), sets, self.wilds()),
            1 => self.distance_one_run(sets),
            _ => self.distance_two_runs(),
        }
    }

    /// Windows of four suffice: a longer run never lacks fewer cards. A natural of the run may be needed more in a
    /// set, so up to two, which wilds can replace, are tried there.
    fn distance_one_run(&self, sets: u8) -> u8 {
        let (ranks, wilds) = (self.ranks(), self.wilds());
        let mut best = u8::MAX;
        for suit in Suit::ALL {
            let held = self.values(suit);
            for start in 0..=VALUES - 4 {
                let window = held >> start & 15;
                let most_lent = if sets == 0 { 0 } else { 2 };
                let fewest = window.count_ones().saturating_sub(most_lent);
                for used in subsets(window).filter(|used| used.count_ones() >= fewest) {
                    let mut rest = ranks;
                    (0..4).for_each(|place| rest[start + place] -= (used >> place & 1) as u8);
                    let run = run_needs(4 - used.count_ones() as u8);
                    best = best.min(distance_with_sets(run, &rest, sets, wilds));
                }
            }
        }
        best
    }

    /// Two runs: of different suits the best of each, of one suit only windows with two values between them.
    fn distance_two_runs(&self) -> u8 {
        let wilds = self.wilds();
        let missing = |suit: Suit, start: usize| 4 - (self.values(suit) >> start & 15).count_ones() as u8;
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

    /// One set and two runs of `size` cards together: as many of them as possible from this hand.
    fn distance_whole(&self, size: usize) -> u8 {
        let size = size.max(11);
        let windows = self.windows(size - 7);
        let (ranks, wilds) = (self.ranks(), self.wilds());
        let most_alike = usize::from(ranks.iter().copied().max().unwrap_or(0));
        let most_in_set = most_alike.min(size - 8) + usize::from(wilds).min(size / 2);
        let mut best = 0;
        for (index, one) in windows.iter().enumerate() {
            for other in &windows[..index] {
                if one.held + other.held + most_in_set <= best {
                    break;
                }
                let Some(set) = size.checked_sub(one.len + other.len).filter(|&set| set >= 3) else {
                    continue;
                };
                if one.is_apart_from(other) {
                    best = best.max(self.matched(one, other, set, &ranks));
                }
            }
        }
        (size - best) as u8
    }

    /// Windows of four up to `longest` values, those with the most cards in hand first.
    fn windows(&self, longest: usize) -> Vec<Window> {
        let mut windows = Vec::with_capacity(180);
        for suit in Suit::ALL {
            let values = self.values(suit);
            for len in 4..=longest.min(VALUES) {
                for start in 0..=VALUES - len {
                    let mask = ((1 << len) - 1) << start;
                    let held = (values & mask).count_ones() as usize;
                    windows.push(Window { suit, start, len, held, values: values & mask });
                }
            }
        }
        windows.sort_by_key(|window| std::cmp::Reverse(window.held));
        windows
    }

    /// The most cards of the hand in two given runs and a set of some rank. A natural of that rank can be in a run or
    /// in the set, which matters to where wilds fit.
    fn matched(&self, one: &Window, other: &Window, set: usize, ranks: &[u8; VALUES]) -> usize {
        let wilds = usize::from(self.wilds());
        let room = |len: usize, held: usize| (len - held).min(len / 2);
        let mut best = 0;
        for (value, &alike) in ranks.iter().enumerate() {
            let shares = [one, other].map(|run| usize::from(run.values >> value & 1));
            for lent in 0..=shares[0] {
                for too in 0..=shares[1] {
                    let (a, b) = (one.held - lent, other.held - too);
                    let in_runs = shares[0] + shares[1] - lent - too;
                    let in_set = (usize::from(alike) - in_runs).min(set);
                    let room = room(one.len, a) + room(other.len, b) + room(set, in_set);
                    best = best.max(a + b + in_set + wilds.min(room));
                }
            }
        }
        best
    }
}

/// Places for a run.
#[derive(Clone, Copy)]
struct Window {
    suit: Suit,
    start: usize,
    len: usize,
    /// How many of its values are held.
    held: usize,
    /// A bit for each of these.
    values: u16,
}

impl Window {
    fn is_apart_from(&self, other: &Window) -> bool {
        let above = |low: &Window, high: &Window| low.start + low.len + 2 <= high.start;
        self.suit != other.suit || above(self, other) || above(other, self)
    }
}

/// Cards that melds lack, and how many of them wilds may stand for.
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

/// Sets of three that share the naturals of one rank. Spread evenly they leave most room for wilds, one in each set.
const fn sets_of(naturals: u8, sets: u8) -> Needs {
    let missing = (3 * sets).saturating_sub(naturals);
    Needs { missing, room: if missing < sets { missing } else { sets } }
}

/// The fewest cards missing for so many sets beside a run. More naturals of a rank are never worse, so only the ranks
/// with most of them come into question, each for one set or for several.
fn distance_with_sets(run: Needs, ranks: &[u8; VALUES], sets: u8, wilds: u8) -> u8 {
    let [a, b, c] = top_three(ranks);
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
    let [mut a, mut b, mut c] = [0; 3];
    for &count in ranks {
        if count > a {
            (a, b, c) = (count, a, b);
        } else if count > b {
            (b, c) = (count, b);
        } else {
            c = c.max(count);
        }
    }
    [a, b, c]
}
