//! Rules of thumb for a seat that sees only its own hand and the table, fast enough for thousands of rounds a
//! second.

use super::spread::Spread;
use baize_may_i::{Face, Holding, Suit, Terms};

/// The weights of a seat's decisions in one round. They were tuned in rounds of one such seat against three
/// that only take and ask for what brings the contract nearer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// How much the points of a card count for throwing it away, and how much more for each other seat that
    /// is down.
    shed: f64,
    shed_down: f64,
    /// How much another card of the rank counts for keeping a card, and a near one of the suit, less its
    /// distance.
    pair: f64,
    near: f64,
    /// How much it counts for throwing a card away if everybody has just left one like it lying.
    safe: f64,
    /// From this distance on any card is worth asking for, because two more cards are two more chances; and
    /// the same once another seat is down.
    asks_from: u8,
    asks_late_from: u8,
    /// The most cards with which it still asks.
    asks_up_to: u32,
    /// In the last round, where everybody but the winner keeps a whole hand: the distance from which it makes
    /// the hand cheap instead of complete.
    gives_up_from: u8,
}

/// For rounds in which nothing special pays.
const PLAIN: Style = Style {
    shed: 1.0,
    shed_down: 0.0,
    pair: 6.0,
    near: 6.0,
    safe: 3.0,
    asks_from: u8::MAX,
    asks_late_from: u8::MAX,
    asks_up_to: u32::MAX,
    gives_up_from: u8::MAX,
};

/// Long contracts are a race in which more cards are worth their price.
const LONG: Style = Style { asks_from: 2, asks_late_from: 1, asks_up_to: 17, ..PLAIN };

/// A card more closely tied to the others than this will fit one of the own melds.
const TIED: f64 = 8.0;
/// The most points of a card that a seat that has given up takes for its cheapness.
const CHEAP: u32 = 6;
/// How many points more a seat that has given up would accept to keep a wild.
const KEEP_WILD: f64 = 8.0;

/// The weight in points of a missing card when a hand is judged with care, and the weight of the share of
/// unseen cards that would help.
const MISSING: f64 = 300.0;
const OUTS: f64 = 300.0;

/// What a seat that is not down looks at.
#[derive(Clone, Copy)]
pub(super) struct Eye<'a> {
    pub(super) hand: &'a Holding,
    pub(super) cards: u32,
    pub(super) terms: &'a Terms,
    pub(super) table: &'a Spread,
    /// How many other seats are down.
    pub(super) down: u32,
    /// The card that everybody has just left lying.
    pub(super) left: Option<Face>,
}

impl Style {
    /// The rules of thumb for these terms.
    pub(super) const fn of(terms: &Terms) -> Style {
        match (terms.contract.sets, terms.contract.runs) {
            (3, 0) => LONG,
            (2, 1) => Style { shed: 0.1, shed_down: 1.0, pair: 9.0, ..LONG },
            (1, 2) => Style { gives_up_from: 3, ..PLAIN },
            _ => PLAIN,
        }
    }

    /// The same, but giving up the last round only from this distance on.
    pub(super) const fn giving_up_from(self, distance: u8) -> Style {
        Style { gives_up_from: distance, ..self }
    }

    /// The same, but never asking for a card.
    pub(super) const fn never_asking(self) -> Style {
        Style { asks_up_to: 0, ..self }
    }

    /// Whether it may also ask for a card that does not help.
    pub(super) const fn asks_for_any(&self) -> bool {
        self.asks_from < u8::MAX
    }

    /// Whether a card is better than an unknown one, if it costs nothing. For a complete hand, any card that
    /// can be laid off is good.
    pub(super) fn takes(&self, eye: &Eye<'_>, face: Face) -> bool {
        let (before, after) = distances(eye, face);
        if after > 0 && after >= self.gives_up_from {
            return face.points() <= CHEAP;
        }
        if before == 0 && !eye.terms.takes_whole_hand {
            return eye.table.fits(face) || self.bonds(eye.hand, eye.terms, face) > TIED;
        }
        after < before
    }

    /// Whether the card is worth another, unknown card.
    pub(super) fn asks(&self, eye: &Eye<'_>, face: Face) -> bool {
        // Where the whole hand is laid down, both cards must be placed too, which never pays.
        if eye.cards > self.asks_up_to || eye.terms.takes_whole_hand {
            return false;
        }
        let (before, after) = distances(eye, face);
        let from = if eye.down > 0 { self.asks_late_from } else { self.asks_from };
        after < before || before >= from
    }

    /// The card to throw away.
    pub(super) fn discard(&self, eye: &Eye<'_>) -> Option<Face> {
        let distance = distance(eye.hand, eye);
        let is_hopeless = distance >= self.gives_up_from;
        let cost = |face: Face| f64::from(face.points()) - if face.is_wild() { KEEP_WILD } else { 0.0 };
        let ease = |face: Face| if is_hopeless { cost(face) } else { self.ease(eye, face) };
        let mut faces: Vec<(f64, Face)> = eye.hand.faces().map(|face| (ease(face), face)).collect();
        faces.sort_unstable_by(|one, other| other.0.total_cmp(&one.0));
        // No hand comes nearer to the contract by losing a card, so take the first card without which it is
        // no farther.
        let is_free =
            |(_, face): &&(f64, Face)| is_hopeless || distance_without(eye, *face, distance) == distance;
        faces.iter().find(is_free).or(faces.first()).map(|(_, face)| *face)
    }

    /// The card to throw away, chosen with more care: the one that leaves the hand which most of the unseen
    /// cards would help.
    pub(super) fn discard_for_outs(&self, eye: &Eye<'_>, unseen: &[Face]) -> Option<Face> {
        let distance = distance(eye.hand, eye);
        if distance >= self.gives_up_from {
            return self.discard(eye);
        }
        let naturals = eye.hand.faces().filter(|face| !face.is_wild());
        let judged = naturals.map(|face| (judge(eye, face, distance, unseen), face));
        let best = judged.min_by(|one, other| one.0.total_cmp(&other.0));
        best.map(|(_, face)| face).or_else(|| self.discard(eye))
    }

    /// All cards, the most dispensable first.
    pub(super) fn ranking(&self, eye: &Eye<'_>) -> Vec<Face> {
        let mut faces: Vec<Face> = eye.hand.faces().collect();
        let distance = distance(eye.hand, eye);
        let rank = |face: Face| (-f64::from(distance_without(eye, face, distance)), self.ease(eye, face));
        faces.sort_by(|&one, &other| {
            let (one, other) = (rank(one), rank(other));
            other.0.total_cmp(&one.0).then(other.1.total_cmp(&one.1))
        });
        faces
    }

    /// How dispensable an unneeded card is: what it costs, less its ties with the others.
    fn ease(&self, eye: &Eye<'_>, face: Face) -> f64 {
        let mut left = *eye.hand;
        left.remove(face);
        let shed = self.shed + self.shed_down * f64::from(eye.down);
        let is_safe = eye.left.is_some_and(|other| {
            other == face || (eye.terms.contract.runs == 0 && other.value() == face.value())
        });
        let safe = if is_safe { self.safe } else { 0.0 };
        shed * f64::from(face.points()) + safe - self.bonds(&left, eye.terms, face)
    }

    /// The ties of a card with others.
    fn bonds(&self, others: &Holding, terms: &Terms, face: Face) -> f64 {
        if face.is_wild() {
            return 1_000.0;
        }
        let mut bonds = 0.0;
        if terms.contract.sets > 0 {
            let alike: u8 = Suit::ALL.into_iter().map(|suit| others.count(suit, face.value())).sum();
            bonds += self.pair * f64::from(alike);
        }
        if terms.contract.runs > 0 {
            for gap in 1..=3_u8 {
                let low = face.value().checked_sub(gap).filter(|&low| low >= Face::LOWEST);
                let high = Some(face.value() + gap).filter(|&high| high <= Face::HIGHEST);
                let near: u8 =
                    low.into_iter().chain(high).map(|value| others.count(face.suit(), value)).sum();
                bonds += (self.near - f64::from(gap)) * f64::from(near);
            }
        }
        bonds
    }
}

/// How far a hand is from the contract; the last contract uses as many cards as there will be after the next
/// draw.
fn distance(hand: &Holding, eye: &Eye<'_>) -> u8 {
    hand.distance(eye.terms, eye.cards as usize)
}

/// The distance without a card of a hand that is so far: a card less is one card more to go at most.
fn distance_without(eye: &Eye<'_>, face: Face, distance: u8) -> u8 {
    let mut left = *eye.hand;
    left.remove(face);
    left.distance_within(eye.terms, eye.cards as usize, distance..=distance + 1)
}

/// The badness of the hand without a card: what it lacks and costs, less the share of the unseen cards that
/// would bring it nearer.
fn judge(eye: &Eye<'_>, without: Face, distance: u8, unseen: &[Face]) -> f64 {
    let mut left = *eye.hand;
    left.remove(without);
    let missing = distance_without(eye, without, distance);
    let helps = |face: Face| {
        let mut more = left;
        more.add(face);
        let nearer = missing.saturating_sub(1);
        more.distance_within(eye.terms, eye.cards as usize, nearer..=missing) < missing
    };
    let mut known = [None; Face::PLACES];
    let outs = unseen.iter().filter(|face| *known[face.index()].get_or_insert_with(|| helps(**face))).count();
    let share = outs as f64 / unseen.len().max(1) as f64;
    MISSING * f64::from(missing) + f64::from(left.points()) - OUTS * share
}

/// How far the hand will be from the contract after the next draw, without and with a card.
fn distances(eye: &Eye<'_>, face: Face) -> (u8, u8) {
    let size = eye.cards as usize + 1;
    let mut more = *eye.hand;
    more.add(face);
    let before = eye.hand.distance(eye.terms, size);
    (before, more.distance_within(eye.terms, size, before.saturating_sub(1)..=before))
}
