//! The melds on the table.

use crate::card::{Card, Face, Faced};
use crate::meld::{Bounds, Fit, MeldKind, Misfit, RunEnd, can_lie, fit, needs_position_choice};
use baize_rules::{Language, Say, Seat, display_in_english};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;

/// The name of a meld: `m1`, `m2` and so on in table order, starting anew each round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, JsonSchema)]
#[schemars(with = "String", extend("pattern" = "^m[1-9][0-9]{0,2}$"))]
pub struct MeldId(u8);

impl MeldId {
    /// The name of the meld at this place on the table, from 0.
    pub(crate) fn at(index: usize) -> MeldId {
        MeldId(u8::try_from(index + 1).expect("162 cards make few melds"))
    }

    /// Its place on the table, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Its place on the table as people count, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for MeldId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "m{}", self.0)
    }
}

impl FromStr for MeldId {
    type Err = ();

    fn from_str(text: &str) -> Result<MeldId, ()> {
        let digits =
            text.strip_prefix('m').filter(|digits| digits.starts_with(|c: char| ('1'..='9').contains(&c)));
        let number = digits.filter(|digits| digits.len() <= 3).and_then(|digits| digits.parse().ok());
        number.map(MeldId).ok_or(())
    }
}

impl Serialize for MeldId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A meld on the table: who laid it down, and its cards in order.
#[derive(Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(schema_with = "meld_shape")]
pub struct Meld {
    owner: Seat,
    kind: MeldKind,
    count: u8,
    cards: [Card; Meld::MOST],
}

impl Meld {
    /// The most cards a meld can have: one rank of three packs and all wilds.
    const MOST: usize = 12 + 18;

    /// A meld of these cards in this order, if they can lie like that.
    pub fn new(owner: Seat, kind: MeldKind, cards: &[Card]) -> Option<Meld> {
        if cards.len() > Meld::MOST || !can_lie(kind, cards) {
            return None;
        }
        let mut meld = Meld { owner, kind, count: cards.len() as u8, cards: [Card::FILLER; Meld::MOST] };
        meld.cards[..cards.len()].copy_from_slice(cards);
        Some(meld)
    }

    /// Who laid it down.
    pub const fn owner(&self) -> Seat {
        self.owner
    }

    /// What it is.
    pub const fn kind(&self) -> MeldKind {
        self.kind
    }

    /// Its cards, a run from low to high.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.count)]
    }

    /// The bounds of a run.
    pub fn bounds(&self) -> Option<Bounds> {
        if self.kind == MeldKind::Run { Bounds::of(self.cards()) } else { None }
    }

    /// Where a card of this face would go.
    pub fn fit(&self, face: Face, wish: Option<RunEnd>) -> Result<Fit, Misfit> {
        fit(self.kind, self.cards(), face, wish)
    }

    /// Whether the player must choose an end to lay a card of this face off here.
    pub fn needs_position_choice(&self, face: Face) -> bool {
        needs_position_choice(self.kind, self.cards(), face)
    }

    /// Every way to lay a card of this face off here, one for each possible end.
    pub fn fits(&self, face: Face) -> impl Iterator<Item = Fit> + use<> {
        let default = self.fit(face, None).ok();
        let start =
            if self.needs_position_choice(face) { self.fit(face, Some(RunEnd::Start)).ok() } else { None };
        start.into_iter().chain(default)
    }

    /// Adds a card at an end of a run, or to a set. The card must fit there.
    pub fn add(&mut self, card: Card, end: Option<RunEnd>) {
        let count = usize::from(self.count);
        if end == Some(RunEnd::Start) {
            self.cards.copy_within(..count, 1);
            self.cards[0] = card;
        } else {
            self.cards[count] = card;
        }
        self.count += 1;
    }

    /// Replaces a card by another.
    pub(crate) fn replace(&mut self, index: usize, card: Card) {
        self.cards[index] = card;
    }

    pub(crate) fn shown_as(&self, id: MeldId) -> ShownMeld<'_> {
        let (low, high) = self.bounds().map(|Bounds { low, high, .. }| (low, high)).unzip();
        ShownMeld { id, owner: self.owner, kind: self.kind, cards: self.cards(), low, high }
    }
}

impl fmt::Debug for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}: {:?}", self.kind, self.owner, self.cards())
    }
}

/// Writes "Run 3-A♠: 3♠ 4♠ ..."; a wild in a run is followed by what it stands for.
impl Say for Meld {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bounds = self.bounds();
        self.kind.say(language, f)?;
        for (index, card) in self.cards().iter().enumerate() {
            write!(f, " {}", card.told_in(language))?;
            if card.face().is_wild()
                && let Some(face) = bounds.and_then(|bounds| bounds.at(index))
            {
                write!(f, "={face}")?;
            }
        }
        Ok(())
    }
}

display_in_english!(Meld);

/// A meld as sent over the wire: with its id and, for a run, its bounds.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ShownMeld<'a> {
    /// Its name.
    id: MeldId,
    /// The seat that laid it down.
    owner: Seat,
    /// Set or run.
    #[serde(rename = "type")]
    kind: MeldKind,
    /// Its cards in order.
    cards: &'a [Card],
    /// The lowest value of a run, from 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<u8>,
    /// The highest value of a run, up to 14.
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<u8>,
}

/// A meld being read.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct WrittenMeld {
    /// The seat that laid it down.
    owner: Seat,
    /// Set or run.
    #[serde(rename = "type")]
    kind: MeldKind,
    /// Its cards in order.
    cards: Vec<Card>,
    /// Ignored on input.
    #[serde(default, rename = "id")]
    #[schemars(with = "Option<MeldId>")]
    _id: de::IgnoredAny,
    /// Ignored on input.
    #[serde(default, rename = "low")]
    #[schemars(with = "Option<u8>")]
    _low: de::IgnoredAny,
    /// Ignored on input.
    #[serde(default, rename = "high")]
    #[schemars(with = "Option<u8>")]
    _high: de::IgnoredAny,
}

fn meld_shape(generator: &mut SchemaGenerator) -> Schema {
    if generator.contract().is_serialize() {
        return ShownMeld::json_schema(generator);
    }
    WrittenMeld::json_schema(generator)
}

/// Serialises a list of melds with their ids. Ids and bounds are ignored when read, as they follow from the
/// order.
pub(crate) mod shown {
    use super::{Meld, MeldId};
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(table: &[Meld], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(table.iter().enumerate().map(|(index, meld)| meld.shown_as(MeldId::at(index))))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Meld>, D::Error> {
        Vec::deserialize(deserializer)
    }
}

impl<'de> Deserialize<'de> for Meld {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Meld, D::Error> {
        let WrittenMeld { owner, kind, cards, .. } = WrittenMeld::deserialize(deserializer)?;
        Meld::new(owner, kind, &cards).ok_or_else(|| {
            let start = &cards[..cards.len().min(12)];
            de::Error::custom(format_args!("{start:?} cannot lie on the table as a {kind}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_strictly() {
        assert_eq!("m1".parse(), Ok(MeldId::at(0)));
        assert_eq!("m54".parse::<MeldId>().map(MeldId::index), Ok(53));
        for text in ["", "m", "m0", "m01", "1", "m1 ", "M1", "m256", "m1000", "m+1", "m٣"] {
            assert_eq!(text.parse::<MeldId>(), Err(()), "{text}");
        }
    }

    fn run(text: &str) -> Meld {
        let cards: Vec<Card> = text.split_whitespace().map(|card| card.parse().unwrap()).collect();
        Meld::new(Seat::FIRST, MeldKind::Run, &cards).unwrap()
    }

    #[test]
    fn t15_a_wild_at_the_start_lets_a_three_follow() {
        let mut meld = run("5S.0 6S.0 7S.0 8S.0");
        for id in ["2C.0", "3S.0"] {
            let card: Card = id.parse().unwrap();
            let fit = meld.fit(card.face(), Some(RunEnd::Start)).unwrap();
            meld.add(card, fit.end);
        }
        assert_eq!(meld.to_string(), "run 3♠ 2♣=4♠ 5♠ 6♠ 7♠ 8♠");
        let json = serde_json::to_value(meld.shown_as(MeldId::at(2))).unwrap();
        assert_eq!(json["id"], "m3");
        assert_eq!((&json["low"], &json["high"]), (&3.into(), &8.into()));
        assert_eq!(serde_json::from_value::<Meld>(json).unwrap(), meld);
    }

    #[test]
    fn the_largest_meld_has_room() {
        let all: Vec<Card> =
            Card::deck(8).filter(|card| card.face().is_wild() || card.face().value() == 7).collect();
        assert_eq!(all.len(), Meld::MOST);
        assert!(Meld::new(Seat::FIRST, MeldKind::Set, &all).is_some());
    }
}
