//! All randomness of a run, derived from one number.

/// A stream of pseudo-random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Luck(u64);

/// Hashes a number, so that neighbouring inputs give unrelated results.
pub(crate) const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

impl Luck {
    /// The stream `name` of a seed. Streams of different names are unrelated.
    pub(crate) const fn new(seed: u64, name: u64) -> Luck {
        Luck(mix(seed ^ mix(name ^ 0x9e37_79b9_7f4a_7c15)))
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `bound`.
    pub(crate) const fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// True once in `times` on average; never for 0.
    pub(crate) const fn one_in(&mut self, times: u64) -> bool {
        times > 0 && self.below(times) == 0
    }

    /// A random index below `parts`.
    pub(crate) const fn index(&mut self, parts: usize) -> usize {
        self.below(parts as u64) as usize
    }

    pub(crate) fn bytes(&mut self) -> [u8; 16] {
        let (low, high) = (self.next(), self.next());
        (u128::from(low) | (u128::from(high) << 64)).to_le_bytes()
    }
}

/// A running hash of everything that has happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Digest(pub(crate) u64);

impl Digest {
    pub(crate) const fn add(&mut self, number: u64) {
        self.0 = mix(self.0 ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).rotate_left(17);
    }

    pub(crate) fn add_bytes(&mut self, bytes: &[u8]) {
        let mut eights = bytes.chunks_exact(8);
        for eight in &mut eights {
            self.add(u64::from_le_bytes(std::array::from_fn(|at| eight[at])));
        }
        let rest = eights.remainder();
        self.add(rest.iter().fold(bytes.len() as u64, |sum, byte| (sum << 8) | u64::from(*byte)));
    }

    /// The hash of these bytes.
    pub(crate) fn of(text: &[u8]) -> u64 {
        let mut digest = Digest::default();
        digest.add_bytes(text);
        digest.0
    }
}
