//! Keys that open a table: 128 random bits, of which only hashes are stored.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};
use std::fmt;
use ts_rs::TS;

/// 128 bits that open something: the token of a seat, the secret of a link. On the wire, 32 hex digits.
///
/// `Debug` does not show them, and two keys are only ever compared by their hashes.
#[derive(Clone, JsonSchema, TS)]
#[schemars(with = "String")]
#[ts(type = "string")]
pub struct Key([u8; 16]);

impl Key {
    /// The key of these bits.
    pub const fn from_bytes(bytes: [u8; 16]) -> Key {
        Key(bytes)
    }

    /// The key as 32 hexadecimal digits, to be sent to its owner only.
    pub fn to_hex(&self) -> String {
        hex::encode(self.0)
    }

    /// The hash that is stored.
    pub fn hash(&self) -> KeyHash {
        KeyHash(Sha256::new().chain_update(b"baize key\0").chain_update(self.0).finalize().into())
    }

    /// Derives a key from this one and a number only the server knows. Whoever shows this key again gets the
    /// same derived key again, although the server has stored neither.
    #[must_use]
    pub fn derive(&self, purpose: &str, nonce: &[u8; 16]) -> Key {
        let hash = Sha256::new()
            .chain_update(b"baize derived key\0")
            .chain_update(self.0)
            .chain_update(nonce)
            .chain_update(purpose);
        let hash: [u8; 32] = hash.finalize().into();
        Key(std::array::from_fn(|index| hash[index]))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_hex())
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Key, D::Error> {
        let mut bytes = [0; 16];
        hex::decode_to_slice(String::deserialize(deserializer)?, &mut bytes)
            .map_err(|_| de::Error::custom("a token, key or secret has 32 hexadecimal digits"))?;
        Ok(Key(bytes))
    }
}

/// The hash of a [`Key`].
#[derive(Clone, Copy)]
pub struct KeyHash([u8; 32]);

impl KeyHash {
    /// Whether this is the hash of `key`. Takes the same time wherever they differ.
    pub fn is_of(&self, key: &Key) -> bool {
        self.is_same(&key.hash())
    }

    /// Whether both are hashes of the same key. Takes the same time wherever they differ.
    pub fn is_same(&self, other: &KeyHash) -> bool {
        let difference = self.0.iter().zip(other.0).fold(0, |sum, (a, b)| sum | (a ^ b));
        std::hint::black_box(difference) == 0
    }

    /// The bytes of the hash.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyHash")
    }
}

impl Serialize for KeyHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex::encode(self.0))
    }
}

impl<'de> Deserialize<'de> for KeyHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<KeyHash, D::Error> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(String::deserialize(deserializer)?, &mut bytes)
            .map_err(|_| de::Error::custom("the hash of a key has 64 hexadecimal digits"))?;
        Ok(KeyHash(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_known_by_its_hash_and_never_shown_by_accident() {
        let key = Key::from_bytes([7; 16]);
        assert!(key.hash().is_of(&key) && !key.hash().is_of(&Key::from_bytes([8; 16])));
        assert_eq!(format!("{key:?} {:?}", key.hash()), "Key KeyHash");
        assert_eq!(serde_json::to_string(&key).unwrap(), format!("{:?}", "07".repeat(16)));
    }

    #[test]
    fn derived_keys_differ_by_purpose_and_nonce() {
        let key = Key::from_bytes([7; 16]);
        let derived = key.derive("token", &[1; 16]);
        assert_eq!(derived.to_hex(), key.derive("token", &[1; 16]).to_hex());
        assert_ne!(derived.to_hex(), key.derive("token", &[2; 16]).to_hex());
        assert_ne!(derived.to_hex(), key.derive("link", &[1; 16]).to_hex());
    }
}
