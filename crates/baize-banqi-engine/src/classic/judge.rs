//! The value of a position without looking ahead.

use super::board::Board;
use super::material::{MORE_ALIVE, Memory, Worth, safe_prey};
use super::moves::{jumps, members};

/// What a player knows about positions besides material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// How much nearness to one's prey matters, in percent.
    pub approach: i32,
    /// How much a lead has shrunk, in percent, when nothing has happened until the limit.
    pub patience: i32,
    /// How much the placement of the pieces matters, in percent.
    pub stand: i32,
}

impl Knowledge {
    /// Material only.
    pub const BARE: Knowledge = Knowledge { approach: 0, patience: 0, stand: 0 };
    /// Also how to hunt.
    pub const FULL: Knowledge = Knowledge { approach: 100, patience: 50, stand: 0 };
    /// Everything.
    pub const BEST: Knowledge = Knowledge { approach: 140, patience: 50, stand: 100 };
}

/// Judges positions from the view of the side to act, in points.
pub(crate) struct Judge<const JUMPER: u8> {
    memory: Memory<JUMPER>,
    knowledge: Knowledge,
    /// After how many actions without flip or capture the game is drawn.
    limit: u32,
    /// The placement scores of boards judged recently, by key.
    seen: Vec<(u64, i32)>,
}

/// How many boards are remembered by a judge that looks at placement.
const SEEN: usize = 1 << 13;

/// The number of steps between two cells.
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

/// The share of the prey's worth, in 256ths, that its hunter is credited with, by distance.
const CLOSE: [i32; 11] = [0, 40, 34, 28, 23, 18, 14, 10, 7, 4, 2];

impl<const JUMPER: u8> Judge<JUMPER> {
    pub(crate) fn new(knowledge: Knowledge, limit: u32) -> Judge<JUMPER> {
        let more = if knowledge.stand > 0 { MORE_ALIVE } else { [0; 8] };
        let seen = if knowledge.stand > 0 { vec![(0, 0); SEEN] } else { Vec::new() };
        Judge { memory: Memory::new(more), knowledge, limit, seen }
    }

    pub(crate) fn worth(&mut self, board: &Board<JUMPER>) -> &Worth {
        self.memory.worth(board.alive())
    }

    /// The value of the position.
    pub(crate) fn score(&mut self, board: &Board<JUMPER>) -> i32 {
        let score = self.memory.worth(board.alive()).balance + self.stand(board);
        self.fade(board, score)
    }

    /// The same, but ignores the placement of the pieces if material is so far outside the bounds that it
    /// cannot matter.
    pub(crate) fn score_within(&mut self, board: &Board<JUMPER>, alpha: i32, beta: i32) -> i32 {
        let balance = self.memory.worth(board.alive()).balance;
        let rough = self.fade(board, balance);
        if rough - STAND_MOST >= beta || rough + STAND_MOST <= alpha {
            return rough;
        }
        let score = balance + self.stand(board);
        self.fade(board, score)
    }

    /// The score for the placement of the pieces, from the view of the first side.
    fn stand(&mut self, board: &Board<JUMPER>) -> i32 {
        if self.seen.is_empty() {
            return self.look(board);
        }
        let slot = board.key() as usize % SEEN;
        if self.seen[slot].0 != board.key() {
            self.seen[slot] = (board.key(), self.look(board));
        }
        self.seen[slot].1
    }

    fn look(&mut self, board: &Board<JUMPER>) -> i32 {
        let knowledge = self.knowledge;
        let worth = self.memory.worth(board.alive());
        let mut score = 0;
        if knowledge.approach > 0 {
            score += (pull(board, 0, worth) - pull(board, 1, worth)) * knowledge.approach / 100;
        }
        if knowledge.stand > 0 {
            let points: i32 = traits(board, worth).iter().zip(STAND).map(|(count, each)| count * each).sum();
            let points = points / 256 * knowledge.stand / 100;
            score += if board.side() == 0 { points } else { -points };
        }
        score
    }

    /// Shrinks a lead that nobody makes use of as the limit comes near. The result is from the view of the
    /// side to act.
    fn fade(&self, board: &Board<JUMPER>, mut score: i32) -> i32 {
        let waited = i64::from(board.quiet().min(self.limit) as i32 * self.knowledge.patience);
        score -= (i64::from(score) * waited / (100 * i64::from(self.limit))) as i32;
        if board.side() == 0 { score } else { -score }
    }
}

/// What a side gains from having its pieces near what they can take without being taken.
fn pull<const JUMPER: u8>(board: &Board<JUMPER>, side: u8, worth: &Worth) -> i32 {
    let mut sum = 0;
    for rank in (1..8_u8).filter(|&rank| rank != JUMPER) {
        let own = board.set(side << 3 | rank);
        if own == 0 {
            continue;
        }
        let safe = const { safe_prey::<JUMPER>() }[usize::from(rank)];
        let foes = (1..8_u8).filter(|foe| safe >> foe & 1 == 1);
        let prey = foes.fold(0, |set, foe| set | board.set((side ^ 1) << 3 | foe));
        for from in members(own) {
            let near = |to: u8| CLOSE[usize::from(DISTANCE[usize::from(from)][usize::from(to)]).min(10)];
            let drawn = members(prey).map(|to| near(to) * i32::from(worth.of[usize::from(board.at(to))]));
            sum += drawn.max().unwrap_or(0);
        }
    }
    sum / 256
}

/// The placement of the pieces is hardly ever worth more than this.
const STAND_MOST: i32 = 600;

/// How many traits of the placement are judged.
const TRAITS: usize = 7;

/// What the traits are worth, in 256ths of a point, from a fit to how games of the engine against itself went
/// on and ended: free cells beside pieces; the worth of face-up pieces, as these can be hunted; face-down
/// pieces beside the three strongest kinds; enemies that Cannons aim at; friends beside each other; the best
/// and the second-best piece that can be taken.
const STAND: [i32; TRAITS] = [22 * 256, -40, 5 * 256, 45 * 256, 12 * 256, -56, -200];

/// The traits of the placement, from the view of the side to act: see [`STAND`].
fn traits<const JUMPER: u8>(board: &Board<JUMPER>, worth: &Worth) -> [i32; TRAITS] {
    let (own, other) = (stand(board, board.side(), worth), stand(board, board.side() ^ 1, worth));
    let mut traits = [0; TRAITS];
    for at in 0..TRAITS - 2 {
        traits[at] = own[at] - other[at];
    }
    // Hanging pieces: the other side acts next, but only once.
    for at in members(board.attacked_by(board.side() ^ 1)) {
        let worth = i32::from(worth.of[usize::from(board.at(at))]);
        if worth > traits[TRAITS - 2] {
            traits[TRAITS - 1] = traits[TRAITS - 2];
            traits[TRAITS - 2] = worth;
        } else {
            traits[TRAITS - 1] = traits[TRAITS - 1].max(worth);
        }
    }
    traits
}

/// The traits that are counted for each side by itself.
fn stand<const JUMPER: u8>(board: &Board<JUMPER>, side: u8, worth: &Worth) -> [i32; TRAITS - 2] {
    let (army, of) = (board.army(side), side << 3);
    let strong = board.set(of | 5) | board.set(of | 6) | board.set(of | 7);
    let shown = (1..8).map(|rank| {
        let code = of | rank;
        board.set(code).count_ones() as i32 * i32::from(worth.of[usize::from(code)])
    });
    let mut found = [
        meetings(army, board.empty()),
        shown.sum(),
        meetings(strong, board.hidden()),
        0,
        meetings(army, army),
    ];
    if JUMPER != 0 {
        for from in members(board.set(of | JUMPER)) {
            found[3] += (jumps(from, !board.empty()) & board.army(side ^ 1)).count_ones() as i32;
        }
    }
    found
}

/// The number of pairs of neighbouring cells, one from each set.
const fn meetings(set: u32, others: u32) -> i32 {
    const NOT_LAST: u32 = 0x7777_7777;
    let rows = (set << 4 & others).count_ones() + (set >> 4 & others).count_ones();
    let columns =
        ((set & NOT_LAST) << 1 & others).count_ones() + ((set >> 1) & NOT_LAST & others).count_ones();
    (rows + columns) as i32
}
