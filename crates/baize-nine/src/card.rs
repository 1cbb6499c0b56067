//! Cards and sets of cards.

use schemars::JsonSchema;
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// One of the cards 1 to 9.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(into = "u8", try_from = "u64")]
#[schemars(with = "u8", extend("minimum" = 1, "maximum" = 9))]
pub struct Card(u8);

impl Card {
    /// How many cards a full hand has.
    pub const COUNT: usize = 9;

    /// The card with this number, if there is one.
    pub const fn new(number: u8) -> Option<Card> {
        if 1 <= number && number <= 9 { Some(Card(number)) } else { None }
    }

    /// 1 to 9.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// All nine cards in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + Clone {
        (1..=9).map(Card)
    }

    const fn bit(self) -> u16 {
        1 << (self.0 - 1)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Card> for u8 {
    fn from(card: Card) -> u8 {
        card.0
    }
}

impl TryFrom<u64> for Card {
    type Error = &'static str;

    fn try_from(number: u64) -> Result<Card, &'static str> {
        u8::try_from(number).ok().and_then(Card::new).ok_or("a card is a number from 1 to 9")
    }
}

/// A set of cards; on the wire an ascending list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, JsonSchema)]
#[schemars(with = "Vec<Card>", extend("uniqueItems" = true))]
pub struct Hand(u16);

/// `NTH[bits][n]` is the nth lowest card, from 0, of the hand `bits`, so that a random pick takes one
/// look-up.
static NTH: [[u8; Card::COUNT]; 1 << Card::COUNT] = {
    let mut table = [[0; Card::COUNT]; 1 << Card::COUNT];
    let mut bits = 0;
    while bits < table.len() {
        let (mut left, mut n) = (bits, 0);
        while left != 0 {
            table[bits][n] = left.trailing_zeros() as u8 + 1;
            left &= left - 1;
            n += 1;
        }
        bits += 1;
    }
    table
};

impl Hand {
    /// The empty hand.
    pub const EMPTY: Hand = Hand(0);
    /// All nine cards.
    pub const FULL: Hand = Hand(0b1_1111_1111);

    /// The hand in which bit n - 1 stands for card n, if no higher bit is set.
    pub const fn from_bits(bits: u16) -> Option<Hand> {
        if bits <= Hand::FULL.0 { Some(Hand(bits)) } else { None }
    }

    /// The hand as bits; bit n - 1 stands for card n.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// How many cards are left.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no card is left.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `card` is in the hand.
    pub const fn contains(self, card: Card) -> bool {
        self.0 & card.bit() != 0
    }

    /// This hand and `card`.
    #[must_use]
    pub const fn with(self, card: Card) -> Hand {
        Hand(self.0 | card.bit())
    }

    /// This hand without `card`.
    #[must_use]
    pub const fn without(self, card: Card) -> Hand {
        Hand(self.0 & !card.bit())
    }

    /// The nth lowest card, from 0.
    pub fn nth(self, n: usize) -> Option<Card> {
        NTH[usize::from(self.0)].get(n).and_then(|&number| Card::new(number))
    }

    /// The cards in ascending order.
    pub const fn iter(self) -> Cards {
        Cards(self.0)
    }

    /// [`Hand::nth`] for an `n` known to be in range.
    pub(crate) fn take(self, n: u32) -> Card {
        Card(NTH[usize::from(self.0)][n as usize])
    }
}

/// An iterator over the cards of a hand. It goes bit by bit, since testing each of the nine cards would be a
/// coin toss that no processor predicts.
#[derive(Clone, Debug)]
pub struct Cards(u16);

impl Iterator for Cards {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let card = Card(self.0.trailing_zeros() as u8 + 1);
        self.0 &= self.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl DoubleEndedIterator for Cards {
    fn next_back(&mut self) -> Option<Card> {
        let card = Card(self.0.checked_ilog2()? as u8 + 1);
        self.0 &= !card.bit();
        Some(card)
    }
}

impl ExactSizeIterator for Cards {}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Hand {
        cards.into_iter().fold(Hand::EMPTY, Hand::with)
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|card| card.fmt(f))
    }
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hand, D::Error> {
        struct Cards;

        impl<'de> Visitor<'de> for Cards {
            type Value = Hand;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of cards")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Hand, A::Error> {
                let mut hand = Hand::EMPTY;
                while let Some(card) = list.next_element()? {
                    if hand.contains(card) {
                        return Err(de::Error::custom(format_args!("the {card} is twice in a hand")));
                    }
                    hand = hand.with(card);
                }
                Ok(hand)
            }
        }

        deserializer.deserialize_seq(Cards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<&str>) {
        let hand = serde_json::from_str::<Hand>(text).ok();
        assert_eq!(hand.map(|hand| hand.to_string()).as_deref(), expect, "{text}");
    }

    #[test]
    fn hands_are_lists_without_doubles() {
        check("[]", Some(""));
        check("[9,1,5]", Some("159"));
        check("[1,2,3,4,5,6,7,8,9]", Some("123456789"));
        check("[1,1]", None);
        check("[0]", None);
        check("[10]", None);
        check("[-1]", None);
        check("[1.5]", None);
        check("[\"1\"]", None);
        check("[18446744073709551616]", None);
        check("7", None);
    }

    #[test]
    fn the_nth_card_is_the_nth_of_the_list() {
        for bits in 0..=Hand::FULL.bits() {
            let hand = Hand::from_bits(bits).unwrap();
            let cards: Vec<Card> = hand.iter().collect();
            let by_number: Vec<Card> = (0..12).map_while(|n| hand.nth(n)).collect();
            assert_eq!(by_number, cards);
            let mut backwards: Vec<Card> = hand.iter().rev().collect();
            backwards.reverse();
            assert_eq!((backwards, hand.iter().len()), (cards.clone(), hand.len()));
            assert_eq!((hand.len(), hand.is_empty()), (cards.len(), cards.is_empty()));
            assert_eq!(cards.into_iter().collect::<Hand>(), hand);
        }
        assert_eq!(Hand::from_bits(512), None);
    }
}
