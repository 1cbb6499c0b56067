//! Chance: a seed, and dice that always fall the same way for a given seed.

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};
use std::fmt;

/// 256 bits from which every shuffle of a game follows.
///
/// Its [`commitment`](Seed::commitment) can be published before the deal and the seed itself after the end, so that
/// anybody can check that the deal was fixed beforehand. `Debug` does not show the bits.
#[derive(Clone, PartialEq, Eq, JsonSchema)]
#[schemars(with = "String", inline, extend("pattern" = "^[0-9a-f]{64}$"))]
pub struct Seed([u8; 32]);

impl Seed {
    /// A seed of these bits.
    pub const fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// Reads 64 hexadecimal digits as the bits themselves and hashes any other text.
    pub fn from_text(text: &str) -> Seed {
        let mut bytes = [0; 32];
        if hex::decode_to_slice(text, &mut bytes).is_ok() {
            return Seed(bytes);
        }
        Seed(Sha256::digest(text.as_bytes()).into())
    }

    /// The bits as 64 hexadecimal digits.
    pub fn to_hex(&self) -> String {
        hex::encode(self.0)
    }

    /// The hash to publish before the deal: SHA-256 of the words `baize seed commitment`, a zero byte and the
    /// 32 bytes of the seed, in hexadecimal.
    pub fn commitment(&self) -> String {
        hex::encode(self.tagged(b"baize seed commitment", &[]))
    }

    /// An independent seed for the purpose `label`, so that no two uses share a stream.
    #[must_use]
    pub fn branch(&self, label: &str) -> Seed {
        Seed(self.tagged(b"baize seed branch", label.as_bytes()))
    }

    /// The seed of a deal to which every seat contributes a text: SHA-256 of the words `baize seed entropy`,
    /// a zero byte, the 32 bytes of this seed and then, seat by seat, the length of its text in one byte and
    /// the text.
    ///
    /// Whoever fixed this seed beforehand cannot choose the deal; nor can the seats, which do not know the
    /// seed.
    ///
    /// # Panics
    /// If a text has more than 255 bytes.
    #[must_use]
    pub fn with_entropy<T: AsRef<str>>(&self, texts: &[T]) -> Seed {
        let mut added = Vec::new();
        for text in texts.iter().map(AsRef::as_ref) {
            added.push(u8::try_from(text.len()).expect("the caller keeps the texts short"));
            added.extend(text.as_bytes());
        }
        Seed(self.tagged(b"baize seed entropy", &added))
    }

    fn tagged(&self, purpose: &[u8], label: &[u8]) -> [u8; 32] {
        let hash =
            Sha256::new().chain_update(purpose).chain_update([0]).chain_update(self.0).chain_update(label);
        hash.finalize().into()
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed")
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_hex())
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(String::deserialize(deserializer)?, &mut bytes)
            .map_err(|_| de::Error::custom("a seed has 64 hexadecimal digits"))?;
        Ok(Seed(bytes))
    }
}

/// Dice that always fall in the same order: ChaCha20 keyed by the seed, and how many 32-bit words of its
/// stream have been used.
///
/// Bounded draws and the shuffle are implemented here, not taken from a library, so that recorded games
/// replay the same for ever; golden vectors in the tests pin them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dice {
    seed: Seed,
    drawn: u64,
}

impl Dice {
    /// Dice that have not been thrown yet.
    pub fn new(seed: &Seed) -> Dice {
        Dice { seed: seed.clone(), drawn: 0 }
    }

    /// A number from 0 to `sides - 1`, each equally likely.
    ///
    /// # Panics
    /// If `sides` is 0.
    pub fn roll(&mut self, sides: u32) -> u32 {
        self.throw(|stream| below(stream, sides))
    }

    /// Lets `play` make any number of rolls, each the same as from [`Dice::roll`]; together they take little
    /// more time than one.
    pub fn rolling<T>(&mut self, play: impl FnOnce(&mut Rolling<'_>) -> T) -> T {
        self.throw(|stream| play(&mut Rolling(stream)))
    }

    /// One element, each equally likely; `None` if the list is empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        let sides = u32::try_from(list.len()).expect("lists at a table are short");
        if sides == 0 { None } else { list.get(self.roll(sides) as usize) }
    }

    /// Shuffles `list`, every order being equally likely (Fisher-Yates from the end).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        self.throw(|stream| {
            for last in (1..list.len()).rev() {
                let sides = u32::try_from(last + 1).expect("lists at a table are short");
                list.swap(last, below(stream, sides) as usize);
            }
        });
    }

    /// A seed for something that must be independent of these dice, such as a player's own dice.
    pub fn seed(&mut self) -> Seed {
        self.throw(|stream| {
            let mut bytes = [0; 32];
            stream.fill_bytes(&mut bytes);
            Seed(bytes)
        })
    }

    fn throw<T>(&mut self, draw: impl FnOnce(&mut ChaCha20Rng) -> T) -> T {
        let mut stream = ChaCha20Rng::from_seed(self.seed.0);
        stream.set_word_pos(u128::from(self.drawn));
        let drawn = draw(&mut stream);
        self.drawn = u64::try_from(stream.get_word_pos()).expect("nobody throws 2^64 dice");
        drawn
    }
}

/// Dice ready for many rolls in a row: see [`Dice::rolling`].
pub struct Rolling<'a>(&'a mut ChaCha20Rng);

impl Rolling<'_> {
    /// A number from 0 to `sides - 1`, each equally likely.
    ///
    /// # Panics
    /// If `sides` is 0.
    #[inline]
    pub fn roll(&mut self, sides: u32) -> u32 {
        below(self.0, sides)
    }
}

/// Unbiased by rejection: the top half of a 64-bit product is uniform once the few low words that would be
/// counted once too often are drawn again. There are fewer of these than sides, so most products need no
/// division.
#[inline]
fn below(stream: &mut ChaCha20Rng, sides: u32) -> u32 {
    assert!(sides > 0, "dice have at least one side");
    loop {
        let product = u64::from(stream.next_u32()) * u64::from(sides);
        let low = product as u32;
        if low >= sides || low >= sides.wrapping_neg() % sides {
            return (product >> 32) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by an independent ChaCha20 and the rules of [`below`] and [`Dice::shuffle`].
    #[test]
    fn golden_rolls_and_shuffle() {
        let mut dice = Dice::new(&Seed::from_bytes([7; 32]));
        let mut others = dice.clone();
        let rolls: Vec<u32> = (0..12).map(|_| dice.roll(6)).collect();
        let held = others.rolling(|rolling| [(); 12].map(|()| rolling.roll(6)));
        assert_eq!((held.to_vec(), &others), (rolls.clone(), &dice));
        assert_eq!(rolls, [2, 1, 4, 2, 5, 2, 0, 5, 5, 0, 2, 2]);
        let mut cards: Vec<u8> = (0..16).collect();
        dice.shuffle(&mut cards);
        assert_eq!(cards, [7, 12, 8, 2, 9, 4, 1, 6, 15, 11, 14, 0, 13, 5, 10, 3]);
    }

    #[test]
    fn dice_stored_in_the_middle_go_on_the_same_way() {
        let mut dice = Dice::new(&Seed::from_text("any words"));
        dice.roll(1000);
        let mut stored: Dice = serde_json::from_str(&serde_json::to_string(&dice).unwrap()).unwrap();
        assert_eq!(stored.roll(1_000_000), dice.roll(1_000_000));
    }

    #[test]
    fn every_order_of_four_is_equally_likely() {
        // Chi-square with 23 degrees of freedom: 49.7 is exceeded once in a thousand; the seed is fixed.
        let mut dice = Dice::new(&Seed::from_text("orders of four"));
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut list = [0, 1, 2, 3];
            dice.shuffle(&mut list);
            *seen.entry(list).or_insert(0u32) += 1;
        }
        assert_eq!(seen.len(), 24);
        let chi_square: f64 = seen.values().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi_square < 49.7, "{chi_square}");
    }

    #[test]
    fn seeds_are_read_as_bits_or_hashed() {
        let bits = "0f".repeat(32);
        assert_eq!(Seed::from_text(&bits).to_hex(), bits);
        assert_ne!(Seed::from_text("table 1"), Seed::from_text("table 2"));
        assert_ne!(Seed::from_text("x").branch("a"), Seed::from_text("x").branch("b"));
        assert_eq!(format!("{:?}", Seed::from_text("x")), "Seed");
    }

    #[test]
    fn every_seat_changes_the_deal_in_the_documented_way() {
        let seed = Seed::from_bytes([9; 32]);
        let mut text = b"baize seed entropy\0".to_vec();
        text.extend([9; 32]);
        text.extend(b"\x03abc\x00");
        assert_eq!(seed.with_entropy(&["abc", ""]).to_hex(), hex::encode(Sha256::digest(&text)));
        assert_ne!(seed.with_entropy(&["ab", "c"]), seed.with_entropy(&["abc", ""]));
    }

    #[test]
    fn the_commitment_is_the_documented_hash() {
        let mut text = b"baize seed commitment\0".to_vec();
        text.extend([9; 32]);
        assert_eq!(Seed::from_bytes([9; 32]).commitment(), hex::encode(Sha256::digest(&text)));
    }
}
