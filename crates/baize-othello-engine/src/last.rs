//! The last four empty squares, where most nodes of an exact search are.
//!
//! Every function gives the final margin for the side to move against the null window `alpha`, `alpha + 1`: a
//! score above `alpha` is a lower bound, any other an upper bound.

use crate::board::{NEIGHBOURS, quadrant};
use crate::cpu::Cpu;
use crate::worker::Worker;
use baize_othello::{Position, Square};

/// No move was found.
const NONE: i32 = -127;

/// Four empty squares or fewer.
pub(crate) fn any<C: Cpu>(worker: &mut Worker<'_, C>, position: Position, alpha: i32) -> i32 {
    if position.empty().count_ones() == 4 {
        C::four(worker, position, alpha)
    } else {
        plainly(worker.cpu, position)
    }
}

/// So few empty squares that speed does not matter.
fn plainly<C: Cpu>(cpu: C, position: Position) -> i32 {
    let best = |position: Position| {
        let squares = Square::all(cpu.moves(position));
        squares.map(|square| -plainly(cpu, position.play_unchecked(square))).max()
    };
    best(position)
        .unwrap_or_else(|| best(position.passed()).map_or_else(|| position.margin(), |score| -score))
}

/// Four empty squares.
#[inline(always)]
pub(crate) fn four<C: Cpu>(worker: &mut Worker<'_, C>, position: Position, alpha: i32) -> i32 {
    worker.nodes += 1;
    let squares = by_parity(position.empty());
    let mut best = NONE;
    for turn in 0..4 {
        let square = squares.rotate_right(8 * turn) & 0xff;
        let rest = without(squares, turn);
        if let Some(next) = play(worker.cpu, position, square) {
            let score = -C::three(worker, next, rest, -alpha - 1);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    if best > NONE {
        return best;
    }
    let passed = position.passed();
    for turn in 0..4 {
        let square = squares.rotate_right(8 * turn) & 0xff;
        let rest = without(squares, turn);
        if let Some(next) = play(worker.cpu, passed, square) {
            let score = -C::three(worker, next, rest, alpha);
            if score > -alpha - 1 {
                return -score;
            }
            best = best.max(score);
        }
    }
    if best > NONE { -best } else { position.margin() }
}

/// The four squares, one in each byte, those alone in their quadrant first.
#[inline(always)]
fn by_parity(empty: u64) -> u32 {
    let a = empty.trailing_zeros();
    let empty = empty & (empty - 1);
    let b = empty.trailing_zeros();
    let empty = empty & (empty - 1);
    let c = empty.trailing_zeros();
    let d = 63 - empty.leading_zeros();
    let [qa, qb, qc, qd] = [a, b, c, d].map(quadrant);
    let pack = |a: u32, b: u32, c: u32, d: u32| a | b << 8 | c << 16 | d << 24;
    // One or two squares alone go to the front. Two pairs, four alone or four together stay as they are.
    if qa == qb {
        if qc != qd { pack(c, d, a, b) } else { pack(a, b, c, d) }
    } else if qa == qc {
        if qb != qd { pack(b, d, a, c) } else { pack(a, b, c, d) }
    } else if qa == qd {
        if qb != qc { pack(b, c, a, d) } else { pack(a, b, c, d) }
    } else {
        pack(a, b, c, d)
    }
}

/// The remaining three of four squares, in order.
#[inline(always)]
const fn without(squares: u32, turn: u32) -> u32 {
    let low = squares & ((1_u32 << (8 * turn)) - 1);
    let high = (squares as u64 >> (8 * turn + 8) << (8 * turn)) as u32;
    low | high
}

/// The position after a disc on `square`, or `None` if it turns nothing.
#[inline(always)]
fn play<C: Cpu>(cpu: C, position: Position, square: u32) -> Option<Position> {
    if NEIGHBOURS[square as usize & 63] & position.opp == 0 {
        return None;
    }
    let flips = cpu.flips(position, square);
    if flips == 0 {
        return None;
    }
    Some(Position { own: position.opp ^ flips, opp: position.own ^ flips | 1 << (square & 63) })
}

/// Three empty squares, in the lower three bytes.
#[inline(always)]
pub(crate) fn three<C: Cpu>(worker: &mut Worker<'_, C>, position: Position, squares: u32, alpha: i32) -> i32 {
    worker.nodes += 1;
    let (a, b, c) = (squares & 0xff, squares >> 8 & 0xff, squares >> 16);
    let [qa, qb, qc] = [a, b, c].map(quadrant);
    // Puts a square alone in its quadrant first.
    let (a, b, c) = if qa == qb {
        (c, a, b)
    } else if qa == qc {
        (b, a, c)
    } else {
        (a, b, c)
    };
    let mut best = NONE;
    for (square, one, other) in [(a, b, c), (b, a, c), (c, a, b)] {
        if let Some(next) = play(worker.cpu, position, square) {
            let score = -two(worker, next, one, other, -alpha - 1);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    if best > NONE {
        return best;
    }
    let passed = position.passed();
    for (square, one, other) in [(a, b, c), (b, a, c), (c, a, b)] {
        if let Some(next) = play(worker.cpu, passed, square) {
            let score = -two(worker, next, one, other, alpha);
            if score > -alpha - 1 {
                return -score;
            }
            best = best.max(score);
        }
    }
    if best > NONE { -best } else { position.margin() }
}

#[inline(always)]
fn two<C: Cpu>(worker: &mut Worker<'_, C>, position: Position, a: u32, b: u32, alpha: i32) -> i32 {
    worker.nodes += 1;
    let mut best = NONE;
    if let Some(next) = play(worker.cpu, position, a) {
        best = -one(next.own, b);
        if best > alpha {
            return best;
        }
    }
    if let Some(next) = play(worker.cpu, position, b) {
        best = best.max(-one(next.own, a));
    }
    if best > NONE {
        return best;
    }
    let passed = position.passed();
    if let Some(next) = play(worker.cpu, passed, a) {
        best = -one(next.own, b);
        if best > -alpha - 1 {
            return -best;
        }
    }
    if let Some(next) = play(worker.cpu, passed, b) {
        best = best.max(-one(next.own, a));
    }
    if best > NONE { -best } else { position.margin() }
}

/// One empty square: all others but `own` belong to the other side, so one bitboard is enough, and discs are
/// counted instead of turned.
#[inline(always)]
fn one(own: u64, square: u32) -> i32 {
    let discs = own.count_ones() as i32;
    let flips = count_flips(own, square);
    if flips > 0 {
        return 2 * (discs + flips) - 62;
    }
    let flips = count_flips(!own & !(1 << square), square);
    if flips > 0 {
        return 2 * (discs - flips) - 64;
    }
    // The winner gets the empty square.
    2 * discs - if discs >= 32 { 62 } else { 64 }
}

/// How many discs `own` turns on the last empty square.
#[inline(always)]
fn count_flips(own: u64, square: u32) -> i32 {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    let (row, column) = ((square / 8) & 7, square & 7);
    let (falling, rising) = DIAGONALS[square as usize & 63];
    // Multiplications gather a line into one byte: by column, or by row for a column.
    let gather = |line: u64| (line.wrapping_mul(FILE_A) >> 56) as usize;
    let in_column = ((own >> column & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize;
    let by_column = &LINE_FLIPS[column as usize];
    let flips = by_column[(own >> (8 * row)) as usize & 0xff]
        + LINE_FLIPS[row as usize][in_column]
        + by_column[gather(own & falling)]
        + by_column[gather(own & rising)];
    i32::from(flips)
}

/// How many discs turn, by place in a line and own discs in it; all others are the other side's.
static LINE_FLIPS: [[u8; 256]; 8] = line_flips();

const fn line_flips() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let above = own & (0xfe << place) & 0xff;
            if above != 0 {
                table[place][own] += (above.trailing_zeros() - place as u32 - 1) as u8;
            }
            let below = own & ((1 << place) - 1);
            if below != 0 {
                table[place][own] += (place as u32 - (31 - (below as u32).leading_zeros()) - 1) as u8;
            }
            own += 1;
        }
        place += 1;
    }
    table
}

/// The two diagonals through each square.
static DIAGONALS: [(u64, u64); 64] = diagonals();

const fn diagonals() -> [(u64, u64); 64] {
    let mut table = [(0, 0); 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            if other / 8 + square % 8 == square / 8 + other % 8 {
                table[square].0 |= 1 << other;
            }
            if other / 8 + other % 8 == square / 8 + square % 8 {
                table[square].1 |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
}
