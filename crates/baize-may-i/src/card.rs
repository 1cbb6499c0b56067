//! Cards: their faces and their copies.

use baize_rules::{Language, Say, display_in_english, say};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;

/// A suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// ♠
    Spades,
    /// ♥
    Hearts,
    /// ♦
    Diamonds,
    /// ♣
    Clubs,
}

impl Suit {
    /// Every suit.
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

    const LETTERS: &'static [u8; 4] = b"SHDC";

    const fn symbol(self) -> char {
        ['♠', '♥', '♦', '♣'][self as usize]
    }
}

/// What a card shows: a rank in a suit, or a Joker. Two cards with the same face are still different cards.
///
/// All arithmetic uses the value: 3 to 10, jack 11, queen 12, king 13, ace 14. A 2 has the value 2 but is
/// wild, so no place in a run has that value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(with = "String", extend("pattern" = "^([2-9TJQKA][SHDC]|JK)$"))]
pub struct Face(u8);

impl Face {
    /// A Joker.
    pub const JOKER: Face = Face(15 << 2);
    /// A 2, to stand for any of them.
    pub const TWO: Face = Face::new(Suit::Spades, 2);
    /// The size of an array with a place for each face.
    pub const PLACES: usize = 64;
    /// The lowest value in a run.
    pub const LOWEST: u8 = 3;
    /// The highest value in a run.
    pub const HIGHEST: u8 = 14;

    const RANKS: &'static [u8; 13] = b"23456789TJQKA";

    /// The face of this value, from 2 to 14, in this suit.
    ///
    /// # Panics
    /// For any other value.
    pub const fn new(suit: Suit, value: u8) -> Face {
        assert!(value >= 2 && value <= Face::HIGHEST, "values are 2 to 14");
        Face(value << 2 | suit as u8)
    }

    /// The value, from 2 to 14; meaningless for a Joker.
    pub const fn value(self) -> u8 {
        self.0 >> 2
    }

    /// The suit; meaningless for a Joker.
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize & 3]
    }

    /// Whether the face is a Joker.
    pub const fn is_joker(self) -> bool {
        self.0 == Face::JOKER.0
    }

    /// Whether the face is wild: a 2 or a Joker.
    pub const fn is_wild(self) -> bool {
        self.value() == 2 || self.is_joker()
    }

    /// The points it costs to be left with it.
    pub const fn points(self) -> u32 {
        match self.value() {
            2 => 20,
            value @ 3..=10 => value as u32,
            11..=13 => 10,
            14 => 15,
            _ => 50,
        }
    }

    /// Every natural face, one 2 and a Joker; melds do not tell 2s of different suits apart.
    pub fn kinds() -> impl Iterator<Item = Face> {
        let naturals = (Face::LOWEST..=Face::HIGHEST)
            .flat_map(|value| Suit::ALL.into_iter().map(move |suit| Face::new(suit, value)));
        naturals.chain([Face::TWO, Face::JOKER])
    }

    /// The index of the face in an array of [`Face::PLACES`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    fn read(bytes: [u8; 2]) -> Option<Face> {
        if &bytes == b"JK" {
            return Some(Face::JOKER);
        }
        let value = 2 + Face::RANKS.iter().position(|&rank| rank == bytes[0])?;
        let suit = Suit::LETTERS.iter().position(|&letter| letter == bytes[1])?;
        Some(Face::new(Suit::ALL[suit], value as u8))
    }

    /// The face with this id.
    pub(crate) fn named(id: &str) -> Option<Face> {
        Face::read(id.as_bytes().try_into().ok()?)
    }

    /// The id, such as `7H` or `JK`.
    pub fn id(self) -> String {
        if self.is_joker() {
            return "JK".to_owned();
        }
        let rank = Face::RANKS[usize::from(self.value()) - 2];
        [char::from(rank), char::from(Suit::LETTERS[self.suit() as usize])].iter().collect()
    }
}

/// Faces as people write them: `7♥`, `10♠`, `Joker`.
impl Say for Face {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_joker() {
            return say!(f, language, "Joker", "ジョーカー", "鬼牌");
        }
        match self.value() {
            value @ 2..=10 => write!(f, "{value}{}", self.suit().symbol()),
            value => {
                let rank = Face::RANKS[usize::from(value) - 2];
                write!(f, "{}{}", char::from(rank), self.suit().symbol())
            }
        }
    }
}

display_in_english!(Face);

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id())
    }
}

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.id())
    }
}

/// Something with a face: a card, or a card in a question, which may lack a copy.
pub trait Faced: Copy {
    /// Its face.
    fn face(self) -> Face;
}

impl Faced for Face {
    fn face(self) -> Face {
        self
    }
}

/// One physical card. Its id is the face, a dot and the copy: `7H.0`, `JK.3`.
///
/// In memory it is one byte: the face and two bits for the copy. Jokers can have up to six copies because no
/// face comes after them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(rename = "CardId", with = "String", extend("pattern" = "^([2-9TJQKA][SHDC]|JK)[.][0-5]$"))]
pub struct Card(u8);

impl Card {
    /// The most cards a game can have.
    pub const MOST: usize = 162;

    /// Fills the unused part of an array of cards.
    pub(crate) const FILLER: Card = Card(Card::FIRST_JOKER);

    const FIRST_JOKER: u8 = Face::JOKER.0 << 2;

    /// This copy of a face, if any game has that many: three of a face in a suit, six Jokers.
    pub const fn new(face: Face, copy: u8) -> Option<Card> {
        let copies = if face.is_joker() { 6 } else { 3 };
        if copy < copies { Some(Card((face.0 << 2) + copy)) } else { None }
    }

    /// The number of the copy, from 0.
    pub const fn copy(self) -> u8 {
        if self.0 >= Card::FIRST_JOKER { self.0 - Card::FIRST_JOKER } else { self.0 & 3 }
    }

    /// Every card of a game with this many seats: two packs and four Jokers up to five seats, three and six
    /// above.
    pub fn deck(seats: u8) -> impl Iterator<Item = Card> {
        let packs = if seats <= 5 { 2 } else { 3 };
        let suited = (0..packs).flat_map(|copy| {
            let faces =
                Suit::ALL.into_iter().flat_map(|suit| (2..=14).map(move |value| Face::new(suit, value)));
            faces.filter_map(move |face| Card::new(face, copy))
        });
        suited.chain((0..2 * packs).filter_map(|copy| Card::new(Face::JOKER, copy)))
    }
}

impl Faced for Card {
    fn face(self) -> Face {
        if self.0 >= Card::FIRST_JOKER { Face::JOKER } else { Face(self.0 >> 2) }
    }
}

/// Cards as people write them, without the copy.
impl Say for Card {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.face().say(language, f)
    }
}

display_in_english!(Card);

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.face().id(), self.copy())
    }
}

impl FromStr for Card {
    type Err = ();

    fn from_str(text: &str) -> Result<Card, ()> {
        match Labelled::from_str(text)? {
            Labelled { face, copy: Some(copy) } => Card::new(face, copy).ok_or(()),
            Labelled { copy: None, .. } => Err(()),
        }
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{self:?}"))
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong =
            || de::Error::custom(format_args!("{:?} is no card id such as 7H.0", baize_rules::clip(&text)));
        text.parse().map_err(|()| wrong())
    }
}

/// A card in a question: a face, with or without a copy. The same card may be named any number of times.
#[derive(Clone, Copy, PartialEq, Eq, Debug, JsonSchema)]
#[schemars(rename = "CardName", with = "String", extend("pattern" = "^([2-9TJQKA][SHDC]|JK)([.][0-5])?$"))]
pub struct Labelled {
    face: Face,
    copy: Option<u8>,
}

impl Faced for Labelled {
    fn face(self) -> Face {
        self.face
    }
}

impl FromStr for Labelled {
    type Err = ();

    fn from_str(text: &str) -> Result<Labelled, ()> {
        let (face, copy) = match *text.as_bytes() {
            [rank, suit] => ([rank, suit], None),
            [rank, suit, b'.', copy @ b'0'..=b'5'] => ([rank, suit], Some(copy - b'0')),
            _ => return Err(()),
        };
        let face = Face::read(face).ok_or(())?;
        if copy.is_some_and(|copy| Card::new(face, copy).is_none()) {
            return Err(());
        }
        Ok(Labelled { face, copy })
    }
}

impl Serialize for Labelled {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.copy {
            Some(copy) => serializer.collect_str(&format_args!("{}.{copy}", self.face.id())),
            None => self.face.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Labelled {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Labelled, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong =
            || de::Error::custom(format_args!("{:?} is no card such as 7H", baize_rules::clip(&text)));
        text.parse().map_err(|()| wrong())
    }
}

/// A set of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct CardSet([u64; 4]);

impl CardSet {
    /// Adds a card; false if it was already in the set.
    pub(crate) fn insert(&mut self, card: Card) -> bool {
        let (word, bit) = (usize::from(card.0 >> 6), 1 << (card.0 & 63));
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }

    pub(crate) fn contains(&self, card: Card) -> bool {
        self.0[usize::from(card.0 >> 6)] >> (card.0 & 63) & 1 == 1
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::default();
        cards.into_iter().for_each(|card| {
            set.insert(card);
        });
        set
    }
}

/// The points it costs to be left with these cards.
pub fn points(cards: &[Card]) -> u32 {
    cards.iter().map(|card| card.face().points()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(id: &str, shown: &str, points: u32) {
        let card: Card = id.parse().unwrap();
        assert_eq!(
            (format!("{card:?}"), card.to_string(), card.face().points()),
            (id.into(), shown.into(), points)
        );
        assert_eq!(serde_json::from_str::<Card>(&serde_json::to_string(&card).unwrap()).unwrap(), card);
    }

    #[test]
    fn cards_have_ids_faces_and_points() {
        check("3S.0", "3♠", 3);
        check("7H.2", "7♥", 7);
        check("TD.1", "10♦", 10);
        check("JC.0", "J♣", 10);
        check("QC.0", "Q♣", 10);
        check("KC.0", "K♣", 10);
        check("AS.1", "A♠", 15);
        check("2C.0", "2♣", 20);
        check("JK.5", "Joker", 50);
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in
            ["", "7H", "7H.3", "JK.6", "1S.0", "7X.0", "7h.0", "7H.00", "7H.-1", "JK", "7H.0 ", "♠♠.0"]
        {
            assert_eq!(text.parse::<Card>(), Err(()), "{text}");
        }
        for text in ["7H", "JK", "7H.2", "JK.5"] {
            let label: Labelled = text.parse().unwrap();
            assert_eq!(serde_json::to_string(&label).unwrap(), format!("{text:?}"));
        }
        assert_eq!("7H.3".parse::<Labelled>(), Err(()));
    }

    #[test]
    fn decks_have_108_or_162_different_cards() {
        for (seats, cards, jokers, wilds) in
            [(3, 108, 4, 12), (5, 108, 4, 12), (6, 162, 6, 18), (8, 162, 6, 18)]
        {
            let deck: Vec<Card> = Card::deck(seats).collect();
            let mut set = CardSet::default();
            assert!(deck.iter().all(|&card| set.insert(card)));
            assert_eq!(deck.len(), cards);
            assert_eq!(deck.iter().filter(|card| card.face().is_joker()).count(), jokers);
            assert_eq!(deck.iter().filter(|card| card.face().is_wild()).count(), wilds);
        }
    }
}
