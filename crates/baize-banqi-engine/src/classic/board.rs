//! A board for rules with ranks, in the form the search needs: sets of cells by piece, a code for every cell,
//! and a key.
//!
//! The code of a piece is its rank (1 for the Pawn to 7 for the King), plus 8 for the second side. [`EMPTY`]
//! and [`HIDDEN`] take the two numbers that are left, so every cell always holds one of sixteen codes.

use super::key::{POOL_KEYS, SIDE_KEY, cell_key};
use baize_banqi::{Cell, End, Mode, Piece, Position, Square};

/// An empty cell.
pub(crate) const EMPTY: u8 = 0;
/// A face-down piece.
pub(crate) const HIDDEN: u8 = 8;

pub(crate) const PAWN: u8 = 1;
/// The Cannon, which takes by jumping in Classic.
pub(crate) const CANNON: u8 = 2;
pub(crate) const KING: u8 = 7;

/// An action from one cell to another, or a flip if both are the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Hop {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

impl Hop {
    pub(crate) const fn flip(at: u8) -> Hop {
        Hop { from: at, to: at }
    }

    pub(crate) const fn is_flip(self) -> bool {
        self.from == self.to
    }

    /// The action in ten bits.
    pub(crate) const fn code(self) -> u64 {
        self.from as u64 | (self.to as u64) << 5
    }

    pub(crate) const fn from_code(code: u64) -> Hop {
        Hop { from: (code & 31) as u8, to: (code >> 5 & 31) as u8 }
    }
}

/// Counts of pieces, with four bits for each code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts(pub(crate) u64);

impl Counts {
    pub(crate) const fn of(self, code: u8) -> u32 {
        (self.0 >> (4 * code)) as u32 & 15
    }

    pub(crate) const fn add(&mut self, code: u8) {
        self.0 += 1 << (4 * code);
    }

    pub(crate) const fn remove(&mut self, code: u8) {
        self.0 -= 1 << (4 * code);
    }

    /// The counts of one side, in the lower half.
    pub(crate) const fn side(self, side: u8) -> u64 {
        self.0 >> (32 * side) & 0xffff_ffff
    }

    pub(crate) const fn total(self) -> u32 {
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let bytes = (self.0 & LOW) + (self.0 >> 4 & LOW);
        (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }
}

/// A public position of two sides with factions assigned, under rules with ranks. `JUMPER` is the rank that
/// takes by jumping: [`CANNON`], or 0 if there is none. The code that runs for every position is compiled
/// once for each of the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board<const JUMPER: u8> {
    cells: [u8; 32],
    /// The cells that hold each code.
    sets: [u32; 16],
    /// The face-up pieces of each side.
    armies: [u32; 2],
    /// The face-down pieces.
    pool: Counts,
    /// All pieces on the board, face-up or face-down.
    alive: Counts,
    key: u64,
    side: u8,
    /// Actions since the last flip or capture.
    quiet: u32,
}

impl<const JUMPER: u8> Board<JUMPER> {
    /// The most actions without flip or capture that are counted; sums with this do not overflow.
    pub(crate) const MOST_QUIET: u32 = 1 << 20;

    /// A board without pieces.
    const fn bare(side: u8) -> Board<JUMPER> {
        let mut sets = [0; 16];
        sets[EMPTY as usize] = u32::MAX;
        let (pool, alive) = (Counts(0), Counts(0));
        Board { cells: [EMPTY; 32], sets, armies: [0; 2], pool, alive, key: 0, side, quiet: 0 }
    }

    /// The board of a position whose factions are assigned, if its rules have this `JUMPER`.
    pub(crate) fn of(position: &Position) -> Option<Board<JUMPER>> {
        if jumper(position) != Some(JUMPER) {
            return None;
        }
        let side = position.faction(position.seat())?.index() as u8;
        let code = |piece| code(piece, position.mode());
        let mut board = Board { quiet: position.quiet().min(Self::MOST_QUIET), ..Board::bare(side) };
        for cell in Cell::all(position.mode()) {
            match position.at(cell) {
                Square::Empty => {}
                Square::FaceDown => board.replace(cell.index() as u8, HIDDEN),
                Square::FaceUp(piece) => {
                    board.replace(cell.index() as u8, code(piece));
                    board.alive.add(code(piece));
                }
            }
        }
        for piece in position.unknown().iter() {
            board.pool.add(code(piece));
            board.alive.add(code(piece));
        }
        (1..16).for_each(|code| board.key ^= POOL_KEYS[code][board.pool.of(code as u8) as usize]);
        if side == 1 {
            board.key ^= SIDE_KEY;
        }
        Some(board)
    }

    /// A board with only these face-up pieces.
    #[cfg(test)]
    pub(crate) fn of_pieces(pieces: &[(u8, u8)], side: u8) -> Board<JUMPER> {
        let mut board = Board::bare(side);
        for &(cell, code) in pieces {
            board.replace(cell, code);
            board.alive.add(code);
        }
        (1..16).for_each(|code| board.key ^= POOL_KEYS[code][0]);
        if side == 1 {
            board.key ^= SIDE_KEY;
        }
        board
    }

    /// Replaces the code of a cell.
    #[inline(always)]
    fn replace(&mut self, cell: u8, code: u8) {
        let before = self.cells[usize::from(cell & 31)];
        let bit = 1_u32 << cell;
        self.key ^= cell_key(cell, before) ^ cell_key(cell, code);
        self.sets[usize::from(before & 15)] ^= bit;
        self.sets[usize::from(code & 15)] ^= bit;
        if before & 7 != 0 {
            self.armies[usize::from(before >> 3 & 1)] ^= bit;
        }
        if code & 7 != 0 {
            self.armies[usize::from(code >> 3 & 1)] ^= bit;
        }
        self.cells[usize::from(cell & 31)] = code;
    }

    /// The board after a move or capture, which must be legal.
    #[inline]
    pub(crate) fn moved(&self, step: Hop) -> Board<JUMPER> {
        let mut next = *self;
        let prize = self.at(step.to);
        if prize == EMPTY {
            next.quiet += 1;
        } else {
            next.alive.remove(prize);
            next.quiet = 0;
        }
        next.replace(step.to, self.at(step.from));
        next.replace(step.from, EMPTY);
        next.pass();
        next
    }

    /// The board after a flip that turned up `code`, which the pool must contain.
    pub(crate) fn flipped(&self, at: u8, code: u8) -> Board<JUMPER> {
        let mut next = *self;
        let count = self.pool.of(code) as usize;
        next.key ^= POOL_KEYS[usize::from(code)][count] ^ POOL_KEYS[usize::from(code)][count - 1];
        next.pool.remove(code);
        next.replace(at, code);
        next.quiet = 0;
        next.pass();
        next
    }

    /// The same board with the other side to act, which is what a flip far from everything amounts to.
    pub(crate) fn passed(&self) -> Board<JUMPER> {
        let mut next = *self;
        next.quiet = 0;
        next.pass();
        next
    }

    #[inline(always)]
    fn pass(&mut self) {
        self.side ^= 1;
        self.key ^= SIDE_KEY;
    }

    /// The board before the move that led here, if that move can have been the last action.
    pub(crate) fn before(&self, step: Hop) -> Option<Board<JUMPER>> {
        let piece = self.at(step.to);
        let is_theirs = piece & 7 != 0 && piece >> 3 == self.side ^ 1;
        if !is_theirs || self.at(step.from) != EMPTY || self.quiet == 0 {
            return None;
        }
        let mut earlier = *self;
        earlier.replace(step.from, piece);
        earlier.replace(step.to, EMPTY);
        earlier.quiet -= 1;
        earlier.pass();
        Some(earlier)
    }

    #[inline(always)]
    pub(crate) const fn at(&self, cell: u8) -> u8 {
        self.cells[(cell & 31) as usize]
    }

    /// The cells that hold a code.
    #[inline(always)]
    pub(crate) const fn set(&self, code: u8) -> u32 {
        self.sets[(code & 15) as usize]
    }

    pub(crate) const fn hidden(&self) -> u32 {
        self.sets[HIDDEN as usize]
    }

    pub(crate) const fn empty(&self) -> u32 {
        self.sets[EMPTY as usize]
    }

    pub(crate) const fn army(&self, side: u8) -> u32 {
        self.armies[(side & 1) as usize]
    }

    pub(crate) const fn face_up(&self) -> u32 {
        self.armies[0] | self.armies[1]
    }

    pub(crate) const fn pool(&self) -> Counts {
        self.pool
    }

    pub(crate) const fn alive(&self) -> Counts {
        self.alive
    }

    pub(crate) const fn key(&self) -> u64 {
        self.key
    }

    /// The side to act.
    pub(crate) const fn side(&self) -> u8 {
        self.side
    }

    pub(crate) const fn quiet(&self) -> u32 {
        self.quiet
    }

    /// Whether a side has no piece left.
    pub(crate) const fn is_gone(&self, side: u8) -> bool {
        self.alive.side(side) == 0
    }
}

/// The rank that takes by jumping, or 0; `None` for rules that this search does not know: three sides, or no
/// ranks.
pub(crate) fn jumper(position: &Position) -> Option<u8> {
    let rules = position.rules();
    (rules.has_ranks() && rules.end == End::Duel).then_some(if rules.cannons_jump { CANNON } else { 0 })
}

/// The code of a piece.
pub(crate) fn code(piece: Piece, mode: Mode) -> u8 {
    mode.rules().rank(piece.kind()) | (piece.faction(mode).index() as u8) << 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic::moves::{Hops, members};
    use baize_banqi::{FullPosition, Limit, Options, Plies, Ply};
    use baize_rules::{Dice, Seed};

    fn step_of(ply: Ply) -> Hop {
        match ply {
            Ply::Flip(at) => Hop::flip(at.index() as u8),
            Ply::Move(from, to) | Ply::Capture(from, to) => {
                Hop { from: from.index() as u8, to: to.index() as u8 }
            }
        }
    }

    fn legal<const JUMPER: u8>(board: &Board<JUMPER>) -> Vec<Hop> {
        let mut steps = Hops::new();
        members(board.hidden()).for_each(|at| steps.push(0, Hop::flip(at)));
        board.moves(|step| steps.push(0, step));
        board.captures(|step| steps.push(0, step));
        steps.iter().map(|(_, step)| step).collect()
    }

    /// Along random games the board has the same legal actions as the rules and the same state after each,
    /// key included.
    fn follow<const JUMPER: u8>(options: Options, dice: &mut Dice) {
        for _ in 0..60 {
            let mut game = FullPosition::deal(options, &dice.seed()).unwrap();
            game.playout(1, &mut |sides| dice.roll(sides));
            let mut board = Board::<JUMPER>::of(game.public()).unwrap();
            while game.public().ending().is_none() {
                let mut plies = Plies::new();
                game.public().legal(&mut plies);
                let expected: Vec<Hop> = plies.iter().map(|&ply| step_of(ply)).collect();
                assert_eq!(legal(&board), expected, "{}", game.public().line());
                let ply = *dice.pick(&plies).unwrap();
                game.play(ply);
                let after = match ply {
                    Ply::Flip(at) => {
                        let Square::FaceUp(piece) = game.public().at(at) else {
                            panic!("{at:?} is still face-down")
                        };
                        board.flipped(at.index() as u8, code(piece, options.mode))
                    }
                    Ply::Move(..) | Ply::Capture(..) => board.moved(step_of(ply)),
                };
                if let Ply::Move(..) = ply {
                    assert_eq!(after.before(step_of(ply)), Some(board));
                }
                board = after;
                if game.public().ending().is_none() {
                    assert_eq!(Board::of(game.public()), Some(board), "{}", game.public().line());
                }
                let is_over = board.is_gone(board.side()) || legal(&board).is_empty() || board.quiet() >= 60;
                assert_eq!(is_over, game.public().ending().is_some(), "{}", game.public().line());
            }
        }
    }

    #[test]
    fn the_board_follows_the_rules() {
        let mut dice = Dice::new(&Seed::from_text("board"));
        for mode in duels() {
            let options = Options {
                no_progress: Limit::after(60),
                repetition: Limit::after(3),
                ..Options::contract(mode)
            };
            if mode.rules().cannons_jump {
                follow::<CANNON>(options, &mut dice);
            } else {
                follow::<0>(options, &mut dice);
            }
        }
    }

    /// The rule sets that this search knows.
    fn duels() -> impl Iterator<Item = Mode> {
        Mode::ALL.into_iter().filter(|mode| mode.rules().has_ranks() && mode.rules().end == End::Duel)
    }

    fn perft<const JUMPER: u8>(board: &Board<JUMPER>, depth: u32) -> u64 {
        if depth == 0 || board.is_gone(board.side()) {
            return 1;
        }
        let steps = legal(board);
        let below = steps.iter().map(|&step| perft(&board.moved(step), depth - 1)).sum::<u64>();
        if steps.is_empty() { 1 } else { below }
    }

    fn count<const JUMPER: u8>(mode: Mode, dice: &mut Dice) {
        for _ in 0..4 {
            let mut game = FullPosition::deal(Options::contract(mode), &dice.seed()).unwrap();
            while game.public().face_down() != 0 && game.playout(1, &mut |sides| dice.roll(sides)).is_none() {
            }
            let board = Board::<JUMPER>::of(game.public()).filter(|_| game.public().ending().is_none());
            let Some(board) = board else { continue };
            let expected = game.perft(4, &mut { u64::MAX });
            assert_eq!(Some(perft(&board, 4)), expected, "{}", game.public().line());
        }
    }

    #[test]
    fn as_many_sequences_as_by_the_rules() {
        let mut dice = Dice::new(&Seed::from_text("perft"));
        for mode in duels() {
            if mode.rules().cannons_jump {
                count::<CANNON>(mode, &mut dice);
            } else {
                count::<0>(mode, &mut dice);
            }
        }
    }
}
