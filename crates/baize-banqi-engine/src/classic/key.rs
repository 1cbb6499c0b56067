//! The random words that make up the key of a board.

/// The next word of a SplitMix sequence, and the state after it.
const fn next(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let a = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let b = (a ^ (a >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (b ^ (b >> 31), state)
}

const fn words<const N: usize, const M: usize>(mut state: u64) -> [[u64; N]; M] {
    let mut table = [[0; N]; M];
    let mut at = 0;
    while at < N * M {
        (table[at / N][at % N], state) = next(state);
        at += 1;
    }
    table
}

/// The words for each code and how many of it lie face-down.
pub(crate) static POOL_KEYS: [[u64; 16]; 16] = words(1);
/// The word for black being to act.
pub(crate) const SIDE_KEY: u64 = next(2).0;
/// The words for each cell and what is on it.
static CELL_KEYS: [[u64; 16]; 32] = words(3);

#[inline(always)]
pub(crate) const fn cell_key(cell: u8, code: u8) -> u64 {
    if code == 0 { 0 } else { CELL_KEYS[(cell & 31) as usize][(code & 15) as usize] }
}
