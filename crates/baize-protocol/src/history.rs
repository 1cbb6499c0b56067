//! The checksums of a log, and how a client proves which history it was given.

use crate::TableId;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};
use std::fmt;
use ts_rs::TS;

/// A checksum over an entry of a log and everything before it. It never leaves the server: with it, clients
/// could test guesses about hidden parts of an entry.
pub type Sum = [u8; 16];

/// The checksum before the first entry of a table.
pub fn first_sum(table: TableId) -> Sum {
    part(Sha256::new().chain_update(b"baize log\0").chain_update(table.as_str()))
}

/// The checksum of the entry `version` that follows `before`.
pub fn next_sum(before: &Sum, version: u32, entry: &[u8]) -> Sum {
    part(Sha256::new().chain_update(before).chain_update(version.to_le_bytes()).chain_update(entry))
}

/// A fingerprint of the log at a version, which a client is given and shows when it comes back: 32
/// hexadecimal digits.
///
/// One half stands for everything that has happened, the other proves that it came from this server. So the
/// server notices if its log has become a different one, and nobody can make it believe so falsely.
#[derive(Clone, Copy, PartialEq, Eq, JsonSchema, TS)]
#[schemars(with = "String")]
#[ts(type = "string")]
pub struct History {
    log: [u8; 8],
    proof: [u8; 8],
}

impl History {
    /// The history for a log with this checksum; `nonce` is a number only the server knows.
    pub fn new(nonce: &[u8; 16], version: u32, sum: &Sum) -> History {
        let log = Sha256::new().chain_update(b"baize history\0").chain_update(nonce).chain_update(sum);
        let log = part(log);
        History { log, proof: prove(nonce, version, &log) }
    }

    /// Whether the server with this nonce made this history for this version.
    pub fn is_proven(&self, nonce: &[u8; 16], version: u32) -> bool {
        let pairs = self.proof.iter().zip(prove(nonce, version, &self.log));
        std::hint::black_box(pairs.fold(0, |sum, (a, b)| sum | (a ^ b))) == 0
    }
}

fn prove(nonce: &[u8; 16], version: u32, log: &[u8; 8]) -> [u8; 8] {
    let hash = Sha256::new().chain_update(b"baize history proof\0").chain_update(nonce);
    part(hash.chain_update(version.to_le_bytes()).chain_update(log))
}

fn part<const N: usize>(hash: Sha256) -> [u8; N] {
    let hash: [u8; 32] = hash.finalize().into();
    std::array::from_fn(|index| hash[index])
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode([self.log, self.proof].concat()))
    }
}

impl Serialize for History {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut digits = [0; 32];
        hex::encode_to_slice(self.log, &mut digits[..16]).expect("a byte has two digits");
        hex::encode_to_slice(self.proof, &mut digits[16..]).expect("a byte has two digits");
        serializer.serialize_str(std::str::from_utf8(&digits).expect("digits are text"))
    }
}

impl<'de> Deserialize<'de> for History {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<History, D::Error> {
        let mut bytes = [[0; 8]; 2];
        hex::decode_to_slice(String::deserialize(deserializer)?, bytes.as_flattened_mut())
            .map_err(|_| de::Error::custom("a history has 32 hexadecimal digits"))?;
        let [log, proof] = bytes;
        Ok(History { log, proof })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_history_is_of_one_log_at_one_version_and_cannot_be_made_up() {
        let table = TableId::from_random(7);
        let (nonce, other) = ([1; 16], [2; 16]);
        let first = first_sum(table);
        let (here, there) = (next_sum(&first, 1, b"a"), next_sum(&first, 1, b"b"));
        let told = History::new(&nonce, 1, &here);
        assert_eq!(told, History::new(&nonce, 1, &here));
        assert!(told.is_proven(&nonce, 1));
        assert!(!told.is_proven(&nonce, 2) && !told.is_proven(&other, 1));
        let forked = History::new(&nonce, 1, &there);
        assert!(forked != told && forked.is_proven(&nonce, 1), "both were told by the same server");
        let made_up = History { log: forked.log, proof: told.proof };
        assert!(!made_up.is_proven(&nonce, 1));
    }

    #[test]
    fn a_history_is_32_digits_on_the_wire() {
        let told = History::new(&[1; 16], 3, &[5; 16]);
        let text = serde_json::to_string(&told).unwrap();
        assert_eq!(text.len(), 34);
        assert_eq!(serde_json::from_str::<History>(&text).unwrap(), told);
        for wrong in ["\"\"", "\"00\"", "7", "null", "\"zz\""] {
            assert!(serde_json::from_str::<History>(wrong).is_err(), "{wrong}");
        }
    }
}
