//! Packs small numbers tightly: adaptive binary arithmetic coding.
//!
//! Every yes-or-no question is coded with the chance seen so far in its own context, so frequent answers cost
//! little.

/// The chance of a zero in each context, in 1/65536.
struct Chances([u16; 64]);

impl Chances {
    const NEW: Chances = Chances([1 << 15; 64]);

    /// The part of `range` that a zero takes.
    fn share(&self, context: usize, range: u32) -> u32 {
        ((u64::from(range) * u64::from(self.0[context])) >> 16) as u32
    }

    /// Learns an answer. The chance never reaches 0 or 1.
    fn learn(&mut self, context: usize, bit: bool) {
        let chance = &mut self.0[context];
        if bit {
            *chance -= *chance >> 5;
        } else {
            *chance += (u16::MAX - *chance) >> 5;
        }
        *chance = (*chance).clamp(64, u16::MAX - 64);
    }
}

/// The contexts of a number: whether it is zero, its sign, its length in bits, the bits below the highest.
const ZERO: usize = 0;
const SIGN: usize = 1;
const LENGTH: usize = 2;
const BITS: usize = 20;

/// How many bits a number can have below its highest.
const LONGEST: u32 = 14;

/// Writes numbers.
pub(crate) struct Writer {
    chances: Chances,
    low: u64,
    range: u32,
    /// The last byte that a carry could still change, and how many bytes of 255 follow it.
    pending: Option<u8>,
    full: usize,
    bytes: Vec<u8>,
}

impl Writer {
    pub(crate) fn new() -> Writer {
        Writer { chances: Chances::NEW, low: 0, range: u32::MAX, pending: None, full: 0, bytes: Vec::new() }
    }

    /// Writes a number from -32767 to 32767.
    pub(crate) fn number(&mut self, number: i16) {
        self.bit(ZERO, number == 0);
        if number == 0 {
            return;
        }
        self.bit(SIGN, number < 0);
        let size = number.unsigned_abs();
        let length = 15 - size.leading_zeros();
        for longer in 0..length {
            self.bit(LENGTH + longer as usize, true);
        }
        if length < LONGEST {
            self.bit(LENGTH + length as usize, false);
        }
        for bit in (0..length).rev() {
            self.bit(BITS + bit_context(length, bit), size >> bit & 1 == 1);
        }
    }

    fn bit(&mut self, context: usize, bit: bool) {
        let share = self.chances.share(context, self.range);
        if bit {
            self.low += u64::from(share);
            self.range -= share;
        } else {
            self.range = share;
        }
        self.chances.learn(context, bit);
        while self.range < 1 << 24 {
            self.shift();
            self.range <<= 8;
        }
    }

    /// Moves the top byte out. A byte of 255 is held back, because a later carry would run through it.
    fn shift(&mut self) {
        let carry = (self.low >> 32) as u8;
        let byte = (self.low >> 24) as u8;
        if byte != 0xff || carry == 1 {
            self.bytes.extend(self.pending.map(|pending| pending.wrapping_add(carry)));
            self.bytes.extend(std::iter::repeat_n(0xff_u8.wrapping_add(carry), self.full));
            self.full = 0;
            self.pending = Some(byte);
        } else {
            self.full += 1;
        }
        self.low = self.low << 8 & 0xffff_ff00;
    }

    /// The bytes of everything written.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        self.bytes
    }
}

/// The upper two of the lower bits depend on the length; all others are as good as random.
fn bit_context(length: u32, bit: u32) -> usize {
    if bit + 2 >= length { (length * 2 + (length - bit - 1)) as usize } else { 0 }
}

/// Reads what a [`Writer`] wrote; past the end it reads zeros.
pub(crate) struct Reader<'a> {
    chances: Chances,
    code: u32,
    range: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl Reader<'_> {
    pub(crate) fn new(bytes: &[u8]) -> Reader<'_> {
        let mut reader = Reader { chances: Chances::NEW, code: 0, range: u32::MAX, bytes: bytes.iter() };
        (0..4).for_each(|_| reader.shift());
        reader
    }

    /// Reads a number.
    pub(crate) fn number(&mut self) -> i16 {
        if self.bit(ZERO) {
            return 0;
        }
        let is_negative = self.bit(SIGN);
        let mut length = 0;
        while length < LONGEST && self.bit(LENGTH + length as usize) {
            length += 1;
        }
        let mut size = 1_i16;
        for bit in (0..length).rev() {
            size = size << 1 | i16::from(self.bit(BITS + bit_context(length, bit)));
        }
        if is_negative { -size } else { size }
    }

    fn bit(&mut self, context: usize) -> bool {
        let share = self.chances.share(context, self.range);
        let bit = self.code >= share;
        if bit {
            self.code -= share;
            self.range -= share;
        } else {
            self.range = share;
        }
        self.chances.learn(context, bit);
        while self.range < 1 << 24 {
            self.shift();
            self.range <<= 8;
        }
        bit
    }

    fn shift(&mut self) {
        self.code = self.code << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baize_rules::{Dice, Seed};

    fn check(numbers: &[i16]) -> usize {
        let mut writer = Writer::new();
        numbers.iter().for_each(|&number| writer.number(number));
        let bytes = writer.finish();
        let mut reader = Reader::new(&bytes);
        numbers.iter().for_each(|&number| assert_eq!(reader.number(), number));
        bytes.len()
    }

    #[test]
    fn numbers_come_back() {
        check(&[]);
        check(&[0, 1, -1, 2, -2, 32767, -32767, 16384, 16383, 0]);
        check(&(-32767..=32767).collect::<Vec<i16>>());
        let mut dice = Dice::new(&Seed::from_text("numbers"));
        let small: Vec<i16> = (0..20_000).map(|_| dice.roll(3) as i16 * dice.roll(20) as i16 - 10).collect();
        check(&small);
    }

    #[test]
    fn zeros_cost_next_to_nothing() {
        assert!(check(&[0; 100_000]) < 300);
    }

    #[test]
    fn whatever_is_read_is_a_number() {
        let mut reader = Reader::new(&[255; 7]);
        let _: i64 = (0..1000).map(|_| i64::from(reader.number())).sum();
    }
}
