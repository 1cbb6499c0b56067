//! All positions that can arise from a root, layer by layer.

use crate::solver::Unsolved;
use crate::terms::{Standing, Terms};
use baize_nine::{Card, Hand, Position};

const HANDS: usize = 1 << Card::COUNT;

/// Which positions count as different.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Distinction {
    /// Which leads are told apart.
    pub(crate) leads: Leads,
    /// Whether a position and its mirror image count as one.
    pub(crate) mirrors: Mirrors,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leads {
    /// All count as the same.
    Ignored,
    /// Leads are told apart while the game is open; one that cannot be made up any more is a win.
    Undecided,
    /// All are told apart.
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mirrors {
    Folded,
    Apart,
}

/// The positions that can arise. Those with the same two hands are told apart by their standing. If mirror
/// images count as one, the one with the higher first hand is kept, or with equal hands the one whose lead is
/// not negative.
pub(crate) struct Reach {
    pub(crate) terms: Terms,
    pub(crate) distinction: Distinction,
    pub(crate) root: usize,
    /// By the number of cards left; the empty hands are not kept.
    pub(crate) layers: Vec<Layer>,
    /// The index of a hand among those with as many cards.
    rank: [u16; HANDS],
    swings: Vec<i64>,
}

/// The positions with equally many cards left.
#[derive(Default)]
pub(crate) struct Layer {
    /// All hands of that many cards, ascending.
    pub(crate) hands: Vec<u16>,
    /// Where the standings of each pair of hands begin, and where the last ones end.
    starts: Vec<u32>,
    standings: Vec<Key>,
}

/// A standing as one number, so that lists are short and sort quickly: the lead in the upper bits, the pot in
/// the lower.
type Key = i64;

fn key(standing: Standing) -> Key {
    (standing.lead << 32) + standing.pot
}

fn standing(key: Key) -> Standing {
    Standing { lead: key >> 32, pot: key & 0xffff_ffff }
}

impl Layer {
    pub(crate) fn len(&self) -> usize {
        self.standings.len()
    }

    pub(crate) fn pair(&self, pair: usize) -> std::ops::Range<usize> {
        self.starts[pair] as usize..self.starts[pair + 1] as usize
    }

    pub(crate) fn standing(&self, index: usize) -> Standing {
        standing(self.standings[index])
    }

    /// The index of a standing of the pair, trying `near` and the one after it first.
    pub(crate) fn find(&self, pair: usize, wanted: Standing, near: usize) -> Option<usize> {
        let (range, wanted) = (self.pair(pair), key(wanted));
        let near = near.clamp(range.start, range.end);
        for (index, &found) in self.standings[near..range.end].iter().take(2).enumerate() {
            if found == wanted {
                return Some(near + index);
            }
        }
        self.standings[range.clone()].binary_search(&wanted).ok().map(|index| range.start + index)
    }
}

/// A position as it is kept, which may be its mirror image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kept {
    pub(crate) hands: [u16; 2],
    pub(crate) standing: Standing,
    pub(crate) is_mirrored: bool,
}

impl Reach {
    /// All positions that can arise from `root`, if there are at most `most`.
    pub(crate) fn new(
        root: Position,
        terms: Terms,
        distinction: Distinction,
        most: usize,
    ) -> Result<Reach, Unsolved> {
        let mut rank = [0; HANDS];
        let mut layers: Vec<Layer> = Vec::new();
        layers.resize_with(Card::COUNT + 1, Layer::default);
        for hand in 0..HANDS as u16 {
            let layer = &mut layers[hand.count_ones() as usize];
            rank[usize::from(hand)] = layer.hands.len() as u16;
            layer.hands.push(hand);
        }
        let left = root.hands[0].len();
        let swings = terms.swings();
        let mut reach = Reach { terms, distinction, root: left, layers, rank, swings };
        let start = reach.keep(root.hands.map(Hand::bits), reach.standing_of(root));
        reach.fill(left, most, |_, hands, list| {
            if hands == start.hands {
                list.push(key(start.standing));
            }
        })?;
        for left in (1..left).rev() {
            reach.fill(left, most, |reach, hands, list| reach.arrivals(left, hands, list))?;
        }
        Ok(reach)
    }

    pub(crate) fn len(&self) -> usize {
        self.layers.iter().map(Layer::len).sum()
    }

    /// The standing of a position, without what is not told apart.
    pub(crate) fn standing_of(&self, position: Position) -> Standing {
        let standing = Standing::of(position);
        match self.distinction.leads {
            Leads::Ignored => Standing { lead: 0, ..standing },
            Leads::Undecided | Leads::All => standing,
        }
    }

    /// The form in which a position is kept.
    pub(crate) fn keep(&self, [first, second]: [u16; 2], standing: Standing) -> Kept {
        let is_mirrored = self.distinction.mirrors == Mirrors::Folded
            && (first < second || (first == second && standing.lead < 0));
        if is_mirrored {
            Kept { hands: [second, first], standing: standing.mirrored(), is_mirrored }
        } else {
            Kept { hands: [first, second], standing, is_mirrored }
        }
    }

    /// The number of a pair of hands in its layer.
    pub(crate) fn pair(&self, [first, second]: [u16; 2]) -> usize {
        let layer = &self.layers[first.count_ones() as usize];
        usize::from(self.rank[usize::from(first)]) * layer.hands.len()
            + usize::from(self.rank[usize::from(second)])
    }

    /// The seat that is sure to win because the rest cannot make up for the lead: seat 0 (`Some(true)`) or
    /// seat 1.
    pub(crate) fn decided(&self, hands: [u16; 2], Standing { lead, pot }: Standing) -> Option<bool> {
        let swing = self.swings[usize::from(hands[0])] + self.swings[usize::from(hands[1])] + pot;
        (self.distinction.leads == Leads::Undecided && lead.abs() > swing).then_some(lead > 0)
    }

    /// The standing after `a` against `b`, without what is not told apart, and the change of the lead.
    pub(crate) fn turn(&self, left: usize, [a, b]: [u16; 2], before: Standing) -> (Standing, i64) {
        let number = |card: u16| i64::from(card.trailing_zeros()) + 1;
        let mut after = self.terms.turn(left, number(a), number(b), before);
        let gain = after.lead - before.lead;
        if self.distinction.leads == Leads::Ignored {
            after.lead = 0;
        }
        (after, gain)
    }

    /// Lists the standings of every pair of hands with `left` cards; `find` may list one twice.
    fn fill(
        &mut self,
        left: usize,
        most: usize,
        find: impl Fn(&Reach, [u16; 2], &mut Vec<Key>),
    ) -> Result<(), Unsolved> {
        let before = self.len();
        let hands = &self.layers[left].hands;
        let (mut starts, mut standings, mut list) = (vec![0], Vec::new(), Vec::new());
        for &first in hands {
            for &second in hands {
                if first >= second || self.distinction.mirrors == Mirrors::Apart {
                    find(self, [first, second], &mut list);
                    list.sort_unstable();
                    list.dedup();
                    standings.append(&mut list);
                }
                starts.push(standings.len() as u32);
            }
            if before + standings.len() > most {
                return Err(Unsolved::TooLarge);
            }
        }
        let layer = &mut self.layers[left];
        (layer.starts, layer.standings) = (starts, standings);
        Ok(())
    }

    /// The standings in which `hands` can arise, from all pairs of hands with one card more each.
    fn arrivals(&self, left: usize, hands: [u16; 2], list: &mut Vec<Key>) {
        let before = &self.layers[left + 1];
        for a in missing(hands[0]) {
            for b in missing(hands[1]) {
                let from = [hands[0] | a, hands[1] | b];
                let kept = self.keep(from, Standing::EVEN);
                let is_its_own_mirror = self.distinction.mirrors == Mirrors::Folded && from[0] == from[1];
                for index in before.pair(self.pair(kept.hands)) {
                    let standing = before.standing(index);
                    let seen = if kept.is_mirrored { standing.mirrored() } else { standing };
                    self.arrive(left, hands, [a, b], seen, list);
                    if is_its_own_mirror {
                        self.arrive(left, hands, [a, b], seen.mirrored(), list);
                    }
                }
            }
        }
    }

    fn arrive(&self, left: usize, hands: [u16; 2], cards: [u16; 2], before: Standing, list: &mut Vec<Key>) {
        let (after, _) = self.turn(left + 1, cards, before);
        // With equal hands every arrival has a mirror image, so the one that is not kept can be left out.
        if self.decided(hands, after).is_none() && !self.keep(hands, after).is_mirrored {
            list.push(key(after));
        }
    }
}

/// The cards that are not in a hand, as bits.
fn missing(hand: u16) -> impl Iterator<Item = u16> {
    (0..Card::COUNT).map(|n| 1 << n).filter(move |bit| hand & bit == 0)
}

/// The cards of a hand, as bits.
pub(crate) fn cards(hand: u16) -> impl Iterator<Item = u16> {
    (0..Card::COUNT).map(|n| 1 << n).filter(move |bit| hand & bit != 0)
}
