//! What a position is worth without looking ahead.

use super::board::Board;
use super::material::{Memory, Worth, safe_prey};
use super::moves::members;

/// What a player knows about positions beside material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// How much it matters to be near one's prey, in percent.
    pub approach: i32,
    /// How much a lead shrinks while nothing happens, in percent at the limit.
    pub patience: i32,
}

impl Knowledge {
    /// Material only.
    pub const BARE: Knowledge = Knowledge { approach: 0, patience: 0 };
    /// All there is.
    pub const FULL: Knowledge = Knowledge { approach: 100, patience: 50 };
}

/// Judges positions from the side to act, in points.
pub(crate) struct Judge<const JUMPER: u8> {
    memory: Memory<JUMPER>,
    knowledge: Knowledge,
    /// Actions without flip or capture until the draw.
    limit: u32,
}

/// Hops between two cells.
static DISTANCE: [[u8; 32]; 32] = {
    let mut table = [[0; 32]; 32];
    let mut pair: usize = 0;
    while pair < 1024 {
        let (a, b) = (pair / 32, pair % 32);
        table[a][b] = ((a / 4).abs_diff(b / 4) + (a % 4).abs_diff(b % 4)) as u8;
        pair += 1;
    }
    table
};

/// The share of the prey's worth, in 256ths, that its hunter is credited with at each distance.
const CLOSE: [i32; 11] = [0, 40, 34, 28, 23, 18, 14, 10, 7, 4, 2];

impl<const JUMPER: u8> Judge<JUMPER> {
    pub(crate) fn new(knowledge: Knowledge, limit: u32) -> Judge<JUMPER> {
        Judge { memory: Memory::new(), knowledge, limit }
    }

    pub(crate) fn worth(&mut self, board: &Board<JUMPER>) -> &Worth {
        self.memory.worth(board.alive())
    }

    pub(crate) fn score(&mut self, board: &Board<JUMPER>) -> i32 {
        let knowledge = self.knowledge;
        let worth = self.memory.worth(board.alive());
        let mut score = worth.balance;
        if knowledge.approach > 0 {
            score += (pull(board, 0, worth) - pull(board, 1, worth)) * knowledge.approach / 100;
        }
        // A lead that nobody makes use of comes to nothing at the limit.
        let waited = i64::from(board.quiet().min(self.limit) as i32 * knowledge.patience);
        score -= (i64::from(score) * waited / (100 * i64::from(self.limit))) as i32;
        if board.side() == 0 { score } else { -score }
    }
}

/// What it is worth to a side that its pieces are near what they can take without being taken.
fn pull<const JUMPER: u8>(board: &Board<JUMPER>, side: u8, worth: &Worth) -> i32 {
    let foes = board.army(side ^ 1);
    let mut sum = 0;
    for from in members(board.army(side)) {
        let rank = board.at(from) & 7;
        if rank == JUMPER {
            continue;
        }
        let safe = const { safe_prey::<JUMPER>() }[usize::from(rank)];
        let mut best = 0;
        for to in members(foes) {
            let prey = board.at(to);
            if safe >> (prey & 7) & 1 == 1 {
                let near = CLOSE[usize::from(DISTANCE[usize::from(from)][usize::from(to)]).min(10)];
                best = best.max(near * i32::from(worth.of[usize::from(prey)]));
            }
        }
        sum += best;
    }
    sum / 256
}
