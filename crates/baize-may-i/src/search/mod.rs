//! The search for lay-downs: every way a hand can meet a contract, the best ways, and how far the hand is
//! from one.
//!
//! Two ways differ if a meld has different faces or a wild in a different place. Copies of a face, the choice
//! of wild and the order of the melds make no difference.

mod holding;

pub use holding::Holding;

use crate::card::{Card, Face, Faced, Suit};
use crate::contract::Terms;
use crate::meld::{Bounds, Group, MeldKind};
use holding::lane;
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// The most melds that a contract has.
const MOST: usize = 3;

/// The search for lay-downs in one hand.
pub struct Search {
    hand: Vec<Card>,
    holding: Holding,
    /// What the naturals of the hand cost.
    worth: u32,
    terms: Terms,
    sets: Vec<Candidate>,
    runs: Vec<Candidate>,
}

/// A meld that the hand could form on its own.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    naturals: [u64; 4],
    wilds: u8,
    /// What its naturals would cost in hand.
    worth: u32,
    shape: Shape,
}

#[derive(Clone, Copy, Debug)]
enum Shape {
    Set {
        value: u8,
    },
    Run {
        bounds: Bounds,
        /// A bit for each place that has a natural.
        places: u16,
    },
}

/// One way to meet the contract, valid for the [`Search`] that found it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    picks: [u16; MOST],
    points_left: u32,
}

impl Way {
    /// What the cards left in the hand cost.
    pub const fn points_left(&self) -> u32 {
        self.points_left
    }
}

/// The most steps of a search. A hand of 25 cards needs some ten thousand; only far larger hands, which no
/// player trying to win would have, can reach the limit.
const MOST_STEPS: u32 = 1_000_000;

/// What a search wants to find.
trait Errand {
    /// Ways that leave this many points or more are not wanted.
    fn limit(&self) -> u32;

    /// Whether another candidate may be examined.
    fn may_step(&mut self) -> bool;

    fn found(&mut self, way: Way) -> ControlFlow<()>;
}

/// Wants all ways.
struct Every<'a>(&'a mut dyn FnMut(Way) -> ControlFlow<()>);

impl Errand for Every<'_> {
    fn limit(&self) -> u32 {
        u32::MAX
    }

    fn may_step(&mut self) -> bool {
        true
    }

    fn found(&mut self, way: Way) -> ControlFlow<()> {
        (self.0)(way)
    }
}

/// Wants only the best ways.
struct Best {
    count: usize,
    ways: Vec<Way>,
    steps: u32,
}

impl Errand for Best {
    fn limit(&self) -> u32 {
        let worst = self.ways.last().filter(|_| self.ways.len() == self.count);
        worst.map_or(u32::MAX, |way| way.points_left)
    }

    fn may_step(&mut self) -> bool {
        self.steps += 1;
        self.steps <= MOST_STEPS
    }

    fn found(&mut self, way: Way) -> ControlFlow<()> {
        let place = self.ways.partition_point(|other| other.points_left <= way.points_left);
        self.ways.insert(place, way);
        self.ways.truncate(self.count);
        // Nothing beats a way that leaves no points.
        if self.limit() == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Melds chosen so far.
#[derive(Clone, Copy)]
struct Chosen {
    picks: [u16; MOST],
    count: usize,
    left: Holding,
    /// What their naturals would cost in hand.
    worth: u32,
}

impl Search {
    /// Prepares the search. Costs some microseconds, more with many wilds.
    pub fn new(hand: &[Card], terms: Terms) -> Search {
        let holding = Holding::of(hand);
        let worth = Holding { twos: 0, jokers: 0, ..holding }.points();
        let (hand, sets, runs) = (hand.to_vec(), Vec::new(), Vec::new());
        let mut search = Search { hand, holding, worth, terms, sets, runs };
        if holding.distance(&terms, search.hand.len()) == 0 {
            if terms.contract.sets > 0 {
                (Face::LOWEST..=Face::HIGHEST).for_each(|value| search.add_sets(value));
            }
            if terms.contract.runs > 0 {
                Suit::ALL.into_iter().for_each(|suit| search.add_runs(suit));
            }
            let best_first =
                |one: &Candidate, other: &Candidate| (other.worth, other.wilds).cmp(&(one.worth, one.wilds));
            search.sets.sort_by(best_first);
            search.runs.sort_by(best_first);
        }
        search
    }

    /// Shows every way once, until the visitor has seen enough. There can be very many.
    pub fn each(&self, visit: &mut dyn FnMut(Way) -> ControlFlow<()>) {
        let _ = self.descend(&self.start(), &mut Every(visit));
    }

    /// The `count` ways that leave the fewest points, best first.
    pub fn best(&self, count: usize) -> Vec<Way> {
        let mut best = Best { count, ways: Vec::new(), steps: 0 };
        if count > 0 {
            let _ = self.descend(&self.start(), &mut best);
        }
        best.ways
    }

    /// The melds of a way, made of cards from the hand. Jokers go into sets, where nobody can swap them.
    pub fn melds(&self, way: &Way) -> Vec<Group> {
        let mut hand = self.hand.clone();
        hand.sort_by_key(|card| !card.face().is_joker());
        let mut take = |wanted: &dyn Fn(Face) -> bool| {
            let index =
                hand.iter().position(|card| wanted(card.face())).expect("the way was found in this hand");
            hand.remove(index)
        };
        self.chosen(way)
            .map(|candidate| match candidate.shape {
                Shape::Set { value } => {
                    let naturals = Suit::ALL.into_iter().flat_map(|suit| {
                        let count = candidate.naturals[suit as usize] >> lane(value) & 7;
                        (0..count).map(move |_| Face::new(suit, value))
                    });
                    let mut cards: Vec<Card> = naturals.map(|face| take(&|held| held == face)).collect();
                    cards.extend((0..candidate.wilds).map(|_| take(&Face::is_wild)));
                    Group { kind: MeldKind::Set, cards }
                }
                Shape::Run { bounds, places } => {
                    let place = |value: u8| {
                        let is_natural = places >> (value - bounds.low) & 1 == 1;
                        let face = Face::new(bounds.suit, value);
                        if is_natural { take(&|held| held == face) } else { take(&Face::is_wild) }
                    };
                    Group { kind: MeldKind::Run, cards: (bounds.low..=bounds.high).map(place).collect() }
                }
            })
            .collect()
    }

    /// The melds of a lay-down that lacks the fewest cards, each with those of its cards that are in the
    /// hand. `size` is as for [`Holding::distance`].
    pub fn nearest(hand: &[Card], terms: Terms, size: usize) -> Vec<Group> {
        let (mut cards, mut holding) = (hand.to_vec(), Holding::of(hand));
        // The missing cards are added, high ones first, so that the cards that fit nowhere are low ones.
        let mut faces: Vec<Face> = Face::kinds().collect();
        faces.sort_by_key(|face| (face.is_wild(), Reverse(face.value())));
        for missing in (0..holding.distance(&terms, size)).rev() {
            let is_nearer = |face: &&Face| {
                let mut with = holding;
                with.add(**face);
                // No game has more than three cards of a natural face.
                (face.is_wild() || holding.held(**face) < 3) && with.distance(&terms, size) == missing
            };
            let Some(&face) = faces.iter().find(is_nearer) else { break };
            holding.add(face);
            cards.extend(Card::new(face, 0));
        }
        // If the whole hand must be used, cards that fit nowhere make room for the added ones.
        while terms.takes_whole_hand && cards.len() > size {
            let is_spare = |card: &Card| {
                let mut without = holding;
                without.remove(card.face());
                without.distance(&terms, size) == 0
            };
            let Some(spare) = cards.iter().position(is_spare) else { break };
            holding.remove(cards.remove(spare).face());
        }
        let search = Search::new(&cards, terms);
        let mut melds = search.best(1).first().map_or_else(Vec::new, |way| search.melds(way));
        let mut held = hand.to_vec();
        let mut is_held = |card: &Card| {
            let place = held.iter().position(|other| other == card);
            place.map(|place| held.swap_remove(place)).is_some()
        };
        for meld in &mut melds {
            meld.cards.retain(&mut is_held);
            // Wilds come last in a set; with some of its naturals missing it may have too many.
            let naturals = meld.cards.iter().filter(|card| !card.face().is_wild()).count();
            if meld.kind == MeldKind::Set && meld.cards.len() >= meld.kind.fewest() {
                meld.cards.truncate(2 * naturals);
            }
        }
        melds
    }

    fn chosen(&self, way: &Way) -> impl Iterator<Item = &Candidate> {
        let (sets, runs) = (usize::from(self.terms.contract.sets), usize::from(self.terms.contract.runs));
        (0..sets + runs).map(move |slot| &self.list(slot)[usize::from(way.picks[slot])])
    }

    /// The candidates for one meld of the contract; sets come first.
    fn list(&self, slot: usize) -> &[Candidate] {
        if slot < usize::from(self.terms.contract.sets) { &self.sets } else { &self.runs }
    }

    const fn start(&self) -> Chosen {
        Chosen { picks: [0; MOST], count: 0, left: self.holding, worth: 0 }
    }

    fn descend(&self, chosen: &Chosen, errand: &mut impl Errand) -> ControlFlow<()> {
        let contract = self.terms.contract;
        let melds = usize::from(contract.sets + contract.runs);
        if chosen.count == melds {
            if self.terms.takes_whole_hand && !chosen.left.is_empty() {
                return ControlFlow::Continue(());
            }
            let way = Way { picks: chosen.picks, points_left: chosen.left.points() };
            let is_wanted = way.points_left < errand.limit();
            return if is_wanted { errand.found(way) } else { ControlFlow::Continue(()) };
        }
        let list = self.list(chosen.count);
        let later: u32 =
            (chosen.count + 1..melds).map(|slot| self.list(slot).first().map_or(0, |best| best.worth)).sum();
        // Melds of one kind are chosen in list order, so that no way comes up twice.
        let is_first = chosen.count == 0 || chosen.count == usize::from(contract.sets);
        let from = if is_first { 0 } else { usize::from(chosen.picks[chosen.count - 1]) };
        for (index, candidate) in list.iter().enumerate().skip(from) {
            // At best all wilds are used, too.
            let least_left = self.worth.saturating_sub(chosen.worth + candidate.worth + later);
            if least_left >= errand.limit() || (self.terms.takes_whole_hand && least_left > 0) {
                break;
            }
            if !errand.may_step() {
                return ControlFlow::Break(());
            }
            if !self.is_apart(chosen, candidate) {
                continue;
            }
            let Some(left) = chosen.left.without(&candidate.naturals, candidate.wilds) else { continue };
            let mut next = Chosen { left, worth: chosen.worth + candidate.worth, ..*chosen };
            next.picks[chosen.count] = index as u16;
            next.count += 1;
            self.descend(&next, errand)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether a run is far enough from the runs already chosen.
    fn is_apart(&self, chosen: &Chosen, candidate: &Candidate) -> bool {
        let Shape::Run { bounds, .. } = candidate.shape else { return true };
        let runs = usize::from(self.terms.contract.sets)..chosen.count;
        chosen.picks[runs].iter().all(|&pick| match self.runs[usize::from(pick)].shape {
            Shape::Run { bounds: other, .. } => bounds.keeps_away_from(other),
            Shape::Set { .. } => true,
        })
    }

    fn push(&mut self, naturals: [u64; 4], wilds: u8, worth: u32, shape: Shape) {
        let candidate = Candidate { naturals, wilds, worth, shape };
        match shape {
            Shape::Set { .. } => self.sets.push(candidate),
            Shape::Run { .. } => self.runs.push(candidate),
        }
    }

    /// Adds every choice of naturals of one rank, with every legal number of wilds.
    fn add_sets(&mut self, value: u8) {
        let held = Suit::ALL.map(|suit| self.holding.count(suit, value));
        let choices: u32 = held.iter().map(|&count| u32::from(count) + 1).product();
        for choice in 1..choices {
            let (mut rest, mut naturals, mut count) = (choice, [0; 4], 0);
            for (suit, &most) in held.iter().enumerate() {
                let taken = rest % (u32::from(most) + 1);
                rest /= u32::from(most) + 1;
                naturals[suit] = u64::from(taken) << lane(value);
                count += taken as u8;
            }
            let worth = u32::from(count) * Face::new(Suit::Spades, value).points();
            for wilds in 0..=count.min(self.holding.wilds()) {
                if self.is_long_enough(MeldKind::Set, usize::from(count + wilds)) {
                    self.push(naturals, wilds, worth, Shape::Set { value });
                }
            }
        }
    }

    /// Adds every window of one suit with every legal choice of places for wilds, even where the hand has a
    /// natural, since a set may need that one.
    fn add_runs(&mut self, suit: Suit) {
        let held = self.holding.values(suit);
        let most_wilds = u32::from(self.holding.wilds());
        for low in Face::LOWEST..=Face::HIGHEST - 3 {
            for high in low + 3..=Face::HIGHEST {
                let len = u32::from(high - low) + 1;
                let window = held >> (low - Face::LOWEST) & ((1 << len) - 1);
                let fewest = len.div_ceil(2).max(len.saturating_sub(most_wilds));
                if window.count_ones() < fewest || !self.is_long_enough(MeldKind::Run, len as usize) {
                    continue;
                }
                let bounds = Bounds { suit, low, high };
                subsets(window).filter(|places| places.count_ones() >= fewest).for_each(|places| {
                    self.add_run(bounds, places);
                });
            }
        }
    }

    fn add_run(&mut self, bounds: Bounds, places: u16) {
        let values = (bounds.low..=bounds.high).filter(|value| places >> (value - bounds.low) & 1 == 1);
        let (mut naturals, mut worth) = ([0; 4], 0);
        values.for_each(|value| {
            naturals[bounds.suit as usize] |= 1 << lane(value);
            worth += Face::new(bounds.suit, value).points();
        });
        let wilds = bounds.high - bounds.low + 1 - places.count_ones() as u8;
        self.push(naturals, wilds, worth, Shape::Run { bounds, places });
    }

    fn is_long_enough(&self, kind: MeldKind, len: usize) -> bool {
        if self.terms.is_exact { len == kind.fewest() } else { len >= kind.fewest() }
    }
}

/// The bit sets within a bit set, itself first.
fn subsets(set: u16) -> impl Iterator<Item = u16> {
    std::iter::successors(Some(set), move |&subset| (subset > 0).then(|| (subset - 1) & set))
}
