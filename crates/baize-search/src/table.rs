//! A memory of positions that threads share without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The whole position, so that no position is ever mistaken for another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionKey(pub [u64; 2]);

impl PositionKey {
    /// Two multiplications mix all bits into the upper ones, which choose the bucket.
    #[inline(always)]
    const fn mixed(self) -> u64 {
        let PositionKey([a, b]) = self;
        let sum =
            a.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ b.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(32);
        (sum ^ (sum >> 29)).wrapping_mul(0x1656_67b1_9e37_79f9)
    }
}

/// Stores 64 bits about each position, whose meaning only the game knows. A full bucket drops an entry.
///
/// Each word of the key is stored mixed with the value. A slot that two threads write at the same time then
/// matches neither position, so a torn entry counts as absent and no thread waits.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Box<[Bucket]>,
    shift: u32,
}

/// One cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 2]);

#[derive(Debug, Default)]
struct Slot {
    key: [AtomicU64; 2],
    /// Zero in a slot that was never used.
    value: AtomicU64,
}

impl Slot {
    #[inline(always)]
    fn get(&self, PositionKey([a, b]): PositionKey) -> Option<u64> {
        let value = self.value.load(Relaxed);
        let fits = self.key[0].load(Relaxed) ^ value == a && self.key[1].load(Relaxed) ^ value == b;
        (fits && value != 0).then_some(value)
    }

    #[inline(always)]
    fn put(&self, PositionKey([a, b]): PositionKey, value: u64) {
        self.key[0].store(a ^ value, Relaxed);
        self.key[1].store(b ^ value, Relaxed);
        self.value.store(value, Relaxed);
    }
}

impl TranspositionTable {
    /// An empty table for `1 << bits` positions, 32 bytes each.
    ///
    /// # Panics
    /// For fewer than 2 or more than 40 bits.
    pub fn new(bits: u32) -> TranspositionTable {
        assert!((2..=40).contains(&bits), "a table has 2 to 40 bits");
        let buckets = (0..1_usize << (bits - 1)).map(|_| Bucket::default()).collect();
        TranspositionTable { buckets, shift: 64 - (bits - 1) }
    }

    #[inline(always)]
    fn bucket(&self, key: PositionKey) -> &[Slot; 2] {
        &self.buckets[(key.mixed() >> self.shift) as usize].0
    }

    /// The value stored for `key`, if it is still there.
    #[inline(always)]
    pub fn get(&self, key: PositionKey) -> Option<u64> {
        let [first, second] = self.bucket(key);
        first.get(key).or_else(|| second.get(key))
    }

    /// Stores `value`, which must not be zero, in place of the entry for `key` or else of the entry with the
    /// least `worth`.
    #[inline(always)]
    pub fn put(&self, key: PositionKey, value: u64, worth: impl Fn(u64) -> u64) {
        let [first, second] = self.bucket(key);
        if first.get(key).is_some() {
            return first.put(key, value);
        }
        let is_first_worth_less = worth(first.value.load(Relaxed)) < worth(second.value.load(Relaxed));
        if second.get(key).is_none() && is_first_worth_less {
            first.put(key, value);
        } else {
            second.put(key, value);
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.put(PositionKey([0; 2]), 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_comes_out_until_it_is_pushed_out() {
        let table = TranspositionTable::new(2);
        let keys: Vec<PositionKey> = (1..=64).map(|i| PositionKey([i, i * i])).collect();
        for (i, &key) in keys.iter().enumerate() {
            table.put(key, i as u64 + 1, |value| value);
            assert_eq!(table.get(key), Some(i as u64 + 1));
        }
        let kept = keys.iter().filter(|key| table.get(**key).is_some()).count();
        assert_eq!(kept, 4, "two buckets of two");
        table.put(keys[63], 1000, |value| value);
        assert_eq!(table.get(keys[63]), Some(1000), "the same position is stored once");
        table.clear();
        assert!(keys.iter().all(|key| table.get(*key).is_none()));
    }

    #[test]
    fn the_entry_worth_least_goes() {
        let table = TranspositionTable::new(2);
        // Enough keys to crowd some buckets; the best value of each bucket must survive.
        for i in 1..=100 {
            table.put(PositionKey([i, 7]), if i == 50 { 1_000_000 } else { i }, |value| value);
        }
        assert_eq!(table.get(PositionKey([50, 7])), Some(1_000_000));
    }

    #[test]
    fn a_torn_entry_is_absent() {
        let table = TranspositionTable::new(2);
        let key = PositionKey([3, 4]);
        table.put(key, 9, |value| value);
        for slot in table.bucket(key) {
            slot.value.store(10, Relaxed);
        }
        assert_eq!(table.get(key), None);
    }
}
