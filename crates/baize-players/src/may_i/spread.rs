//! The melds on the table, as far as they matter for lay-offs.

use baize_may_i::{Bounds, Contract, Face, Holding, Meld, MeldKind, RunEnd, Suit, Terms};

/// The most runs that can lie on a table: two of each of eight seats.
const MOST_RUNS: usize = 16;

/// The ranks of the sets and the bounds of the runs on the table.
#[derive(Clone, Copy)]
pub(super) struct Spread {
    /// A bit for each value that has a set.
    sets: u16,
    runs: [Bounds; MOST_RUNS],
    count: usize,
}

impl Default for Spread {
    fn default() -> Spread {
        let none = Bounds { suit: Suit::Spades, low: 0, high: 0 };
        Spread { sets: 0, runs: [none; MOST_RUNS], count: 0 }
    }
}

impl Spread {
    pub(super) fn of(table: &[Meld]) -> Spread {
        let mut spread = Spread::default();
        for meld in table {
            match meld.bounds() {
                Some(bounds) => spread.add_run(bounds),
                None => spread.sets |= rank_of(meld).map_or(0, |value| 1 << value),
            }
        }
        spread
    }

    fn add_run(&mut self, bounds: Bounds) {
        if self.count < MOST_RUNS {
            self.runs[self.count] = bounds;
            self.count += 1;
        }
    }

    fn runs(&self) -> &[Bounds] {
        &self.runs[..self.count]
    }

    /// The run that a natural extends, and at which end.
    fn end_for(&self, face: Face) -> Option<(usize, RunEnd)> {
        self.runs().iter().enumerate().find_map(|(index, run)| {
            RunEnd::BOTH.into_iter().find(|&end| run.next(end) == Some(face)).map(|end| (index, end))
        })
    }

    /// Whether a card can be laid off now.
    pub(super) fn fits(&self, face: Face) -> bool {
        if face.is_wild() {
            let is_open = |run: &Bounds| RunEnd::BOTH.into_iter().any(|end| run.next(end).is_some());
            return self.sets != 0 || self.runs().iter().any(is_open);
        }
        self.sets >> face.value() & 1 == 1 || self.end_for(face).is_some()
    }

    fn extend(&mut self, index: usize, end: RunEnd) {
        match end {
            RunEnd::Start => self.runs[index].low -= 1,
            RunEnd::End => self.runs[index].high += 1,
        }
    }

    /// Lays off everything that fits: naturals, then a wild where an own card can follow it, and finally the
    /// other wilds.
    pub(super) fn lay_off(&mut self, hand: &mut Holding) {
        self.lay_off_naturals(hand);
        while hand.wilds() > 0 {
            let Some((index, end)) = self.bridge(hand) else { break };
            take_wild(hand);
            self.extend(index, end);
            self.lay_off_naturals(hand);
        }
        if self.sets != 0 {
            while hand.wilds() > 0 {
                take_wild(hand);
            }
        }
        for index in 0..self.count {
            for end in RunEnd::BOTH {
                while hand.wilds() > 0 && self.runs[index].next(end).is_some() {
                    take_wild(hand);
                    self.extend(index, end);
                }
            }
        }
    }

    /// Lays off the naturals that fit.
    pub(super) fn lay_off_naturals(&mut self, hand: &mut Holding) {
        loop {
            let before = *hand;
            for face in before.faces().filter(|face| !face.is_wild()) {
                for _ in 0..before.held(face) {
                    if self.sets >> face.value() & 1 == 1 {
                        hand.remove(face);
                    } else if let Some((index, end)) = self.end_for(face) {
                        hand.remove(face);
                        self.extend(index, end);
                    }
                }
            }
            if *hand == before {
                return;
            }
        }
    }

    /// The end of a run where one wild would let an own card follow.
    fn bridge(&self, hand: &Holding) -> Option<(usize, RunEnd)> {
        self.runs().iter().enumerate().find_map(|(index, run)| {
            let follows = |end: &RunEnd| {
                let mut longer = *run;
                let is_open = run.next(*end).is_some();
                match end {
                    RunEnd::Start => longer.low = longer.low.saturating_sub(1),
                    RunEnd::End => longer.high += 1,
                }
                is_open && longer.next(*end).is_some_and(|face| hand.held(face) > 0)
            };
            RunEnd::BOTH.into_iter().find(follows).map(|end| (index, end))
        })
    }
}

fn rank_of(meld: &Meld) -> Option<u8> {
    use baize_may_i::Faced;
    let natural = meld.cards().iter().find(|card| !card.face().is_wild());
    natural.filter(|_| meld.kind() == MeldKind::Set).map(|card| card.face().value())
}

fn take_wild(hand: &mut Holding) {
    // Jokers cost most, so they go first.
    hand.remove(if hand.held(Face::JOKER) > 0 { Face::JOKER } else { Face::TWO });
}

/// The result of laying down: the remaining hand, and the table afterwards.
#[derive(Clone, Copy)]
pub(super) struct LaidDown {
    pub(super) left: Holding,
    pub(super) table: Spread,
    /// How many cards fit nowhere, and what the remaining hand costs.
    rank: (u32, u32),
}

/// A quick good way to lay down a complete hand: runs of four with as few wilds as possible, sets of the most
/// frequent ranks, all extended by naturals.
pub(super) fn lay_down(hand: &Holding, terms: &Terms, table: &Spread) -> Option<LaidDown> {
    let mut best = None;
    let empty = Spread::default();
    choose_runs(hand, terms, terms.contract, &empty, table, &mut best);
    best
}

fn choose_runs(
    hand: &Holding,
    terms: &Terms,
    open: Contract,
    own: &Spread,
    table: &Spread,
    best: &mut Option<LaidDown>,
) {
    if open.runs == 0 {
        finish(*hand, terms, open.sets, *own, table, best);
        return;
    }
    for suit in Suit::ALL {
        for low in Face::LOWEST..=Face::HIGHEST - 3 {
            let bounds = Bounds { suit, low, high: low + 3 };
            let held = |value: &u8| hand.count(suit, *value) > 0;
            let naturals = (low..=low + 3).filter(held).count() as u8;
            let is_apart = own.runs().iter().all(|run| run.keeps_away_from(bounds));
            // Runs are chosen in order, so that no pair is tried twice.
            let in_order = own.runs().iter().all(|run| (run.suit as u8, run.low) < (suit as u8, low));
            if naturals < 2 || 4 - naturals > hand.wilds() || !is_apart || !in_order {
                continue;
            }
            let (mut left, mut longer) = (*hand, *own);
            (low..=low + 3).filter(held).for_each(|value| left.remove(Face::new(suit, value)));
            (naturals..4).for_each(|_| take_wild(&mut left));
            longer.add_run(bounds);
            choose_runs(&left, terms, Contract { runs: open.runs - 1, ..open }, &longer, table, best);
        }
    }
}

/// Adds the sets and compares the result with the best.
fn finish(
    mut left: Holding,
    terms: &Terms,
    sets: u8,
    mut own: Spread,
    table: &Spread,
    best: &mut Option<LaidDown>,
) {
    for _ in 0..sets {
        let count = |value: u8| Suit::ALL.into_iter().map(|suit| left.count(suit, value)).sum::<u8>();
        let rank = (Face::LOWEST..=Face::HIGHEST)
            .max_by_key(|&value| (count(value).min(3), Face::new(Suit::Spades, value).points()));
        let Some(value) = rank.filter(|&value| count(value) >= 2) else { return };
        let needed = 3_u8.saturating_sub(count(value));
        if needed > left.wilds() {
            return;
        }
        (0..needed).for_each(|_| take_wild(&mut left));
        let mut three = 3 - needed;
        for suit in Suit::ALL {
            while three > 0 && left.count(suit, value) > 0 {
                left.remove(Face::new(suit, value));
                three -= 1;
            }
        }
        own.sets |= 1 << value;
    }
    if !terms.is_exact {
        own.lay_off_naturals(&mut left);
    }
    let mut after = *table;
    after.sets |= own.sets;
    own.runs().iter().for_each(|run| after.add_run(*run));
    let (mut dead, mut later) = (left, after);
    later.lay_off(&mut dead);
    let rank = (dead.cards(), left.points());
    if best.is_none_or(|best| rank < best.rank) {
        *best = Some(LaidDown { left, table: after, rank });
    }
}
