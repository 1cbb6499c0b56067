//! Stable discs, which can never turn again.

use std::sync::LazyLock;

/// For each edge, as `own << 8
///
/// other`, the own discs that no play on the edge can turn.
pub(crate) type Edges = [u8; 1 << 16];

static EDGES: LazyLock<Box<Edges>> = LazyLock::new(edges);

/// The table of edges, made on first use.
pub(crate) fn edge_table() -> &'static Edges {
    &EDGES
}

fn edges() -> Box<Edges> {
    let mut table = Box::new([0; 1 << 16]);
    // The fullest edges first, so that what follows a play is already known.
    let mut both: Vec<(u8, u8)> =
        (0..=255_u8).flat_map(|own| (0..=255_u8).map(move |other| (own, other))).collect();
    both.retain(|(own, other)| own & other == 0);
    both.sort_by_key(|(own, other)| (own | other).count_zeros());
    for (own, other) in both {
        let mut stable = own;
        for place in (0..8).map(|place| 1 << place).filter(|place| (own | other) & place == 0) {
            // Either side may get a disc there, even without turning one on the edge.
            let (next_own, next_other) = after(own, other, place);
            stable &= table[usize::from(next_own) << 8 | usize::from(next_other)];
            let (next_other, next_own) = after(other, own, place);
            stable &= table[usize::from(next_own) << 8 | usize::from(next_other)];
        }
        table[usize::from(own) << 8 | usize::from(other)] = stable;
    }
    table
}

/// The edge after the mover puts a disc on `place`.
fn after(mover: u8, other: u8, place: u8) -> (u8, u8) {
    let run = |next: fn(u8) -> u8| {
        let (mut flips, mut at) = (0, next(place));
        while at & other != 0 {
            flips |= at;
            at = next(at);
        }
        if at & mover != 0 { flips } else { 0 }
    };
    let flips = run(|at| at << 1) | run(|at| at >> 1);
    (mover | place | flips, other & !flips)
}

/// For each step along a line, the squares from which 1, 2 and 4 steps up leave the board, then the same
/// downwards.
const OFF_BOARD: [[[u64; 3]; 2]; 4] = off_board();
const STEPS: [(i32, i32); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];

const fn off_board() -> [[[u64; 3]; 2]; 4] {
    let mut table = [[[0; 3]; 2]; 4];
    let mut i = 0;
    while i < 4 * 2 * 3 * 64 {
        let (line, way, power, square) = (i / 384, i / 192 % 2, i / 64 % 3, i as i32 % 64);
        let distance = (1 << power) * if way == 0 { 1 } else { -1 };
        let (row, column) = (square / 8 + distance * STEPS[line].0, square % 8 + distance * STEPS[line].1);
        if row < 0 || row > 7 || column < 0 || column > 7 {
            table[line][way][power] |= 1 << square;
        }
        i += 1;
    }
    table
}

/// The squares on those lines of this direction that have no empty square.
#[inline(always)]
fn full_lines<const LINE: usize>(discs: u64) -> u64 {
    const SHIFTS: [u32; 4] = [1, 7, 8, 9];
    let [up_ends, down_ends] = &OFF_BOARD[LINE];
    let (mut up, mut down) = (discs, discs);
    for power in 0..3 {
        let shift = SHIFTS[LINE] << power;
        up &= up_ends[power] | (up >> shift);
        down &= down_ends[power] | (down << shift);
    }
    up & down
}

/// A lower bound for the number of `own` discs that can never turn.
#[inline(always)]
pub(crate) fn count_stable(edges: &Edges, own: u64, other: u64) -> u32 {
    let mut stable = stable_edges(edges, own, other);
    let discs = own | other;
    let full =
        [full_lines::<0>(discs), full_lines::<1>(discs), full_lines::<2>(discs), full_lines::<3>(discs)];
    const CENTRE: u64 = 0x007e_7e7e_7e7e_7e00;
    let inside = own & CENTRE;
    stable |= inside & full[0] & full[1] & full[2] & full[3];
    if stable == 0 {
        return 0;
    }
    // A disc is stable when, along each line, it has a stable neighbour or the line is full.
    loop {
        let held = (full[0] | stable << 1 | stable >> 1)
            & (full[1] | stable << 7 | stable >> 7)
            & (full[2] | stable << 8 | stable >> 8)
            & (full[3] | stable << 9 | stable >> 9);
        let more = stable | inside & held;
        if more == stable {
            return stable.count_ones();
        }
        stable = more;
    }
}

#[inline(always)]
fn stable_edges(edges: &Edges, own: u64, other: u64) -> u64 {
    let look = |own: u64, other: u64| u64::from(edges[((own & 0xff) << 8 | other & 0xff) as usize]);
    let column = |discs: u64| (discs & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    // Spreads a byte over a column: each copy keeps one bit, which then moves to the start of its row.
    let spread = |byte: u64| {
        let bits = byte.wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
        ((bits.wrapping_add(0x7f7f_7f7f_7f7f_7f7f) | bits) >> 7) & 0x0101_0101_0101_0101
    };
    look(own, other)
        | look(own >> 56, other >> 56) << 56
        | spread(look(column(own), column(other)))
        | spread(look(column(own >> 7), column(other >> 7))) << 7
}

#[cfg(test)]
mod tests {
    use super::{count_stable, edge_table};
    use crate::board::late_positions;
    use baize_othello::{Position, Square};

    /// The own discs that keep their colour in every possible continuation.
    fn kept(own: u64, other: u64, discs: u64) -> u64 {
        let mut kept = discs & own;
        for (mover, waiting) in [(own, other), (other, own)] {
            let position = Position { own: mover, opp: waiting };
            for square in Square::all(position.moves()) {
                let next = position.play_unchecked(square);
                let (own, other) = if mover == own { (next.opp, next.own) } else { (next.own, next.opp) };
                kept &= self::kept(own, other, kept);
            }
        }
        kept
    }

    #[test]
    fn stable_discs_never_turn() {
        let mut found = 0;
        for Position { own, opp } in late_positions(300, 5) {
            let stable = count_stable(edge_table(), own, opp);
            // Here either side may move any number of times in a row, which is more than the game allows.
            assert!(stable <= kept(own, opp, own).count_ones(), "{own:#x} {opp:#x}");
            found += stable;
        }
        assert!(found > 1000, "most discs are stable by then, and {found} were found");
    }

    #[test]
    fn a_full_edge_is_stable_and_a_lonely_disc_is_not() {
        let count = |own, other| count_stable(edge_table(), own, other);
        assert_eq!(count(0xff, 0), 8);
        assert_eq!(count(0x81, 0x7e), 2);
        assert_eq!(count(0x10, 0), 0);
        assert_eq!(count(1 << 9, 0), 0);
        assert_eq!(count(0x0001_0307, 0), 6, "a corner holds what leans on it");
    }
}
