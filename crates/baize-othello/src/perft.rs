//! Counting move sequences.

use crate::cpu::{self, Batch, CountReplies};
use crate::{Position, Square};

/// How a forced pass is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passes {
    /// As a move, as in the published series.
    Counted,
    /// Not as a move: the other side just moves again, as in the rules of the game.
    Free,
}

/// The number of move sequences of length `depth`; a game that ends earlier counts once. `None` if counting
/// would take more than `most` positions, so that no request runs for too long.
///
/// Leaves are counted in bulk: the last ply is never played, and positions before it are counted eight at a
/// time.
pub fn perft(position: Position, depth: u32, passes: Passes, most: u64) -> Option<u64> {
    let mut count =
        Count { passes, left: most, leaves: 0, batch: Batch::EMPTY, count_replies: cpu::count_replies() };
    match depth {
        0 => count.leaves = 1,
        1 => count.one_ply(position),
        _ => count.plies(position, depth)?,
    }
    count.flush();
    Some(count.leaves)
}

struct Count {
    passes: Passes,
    /// Positions that may still be visited.
    left: u64,
    leaves: u64,
    /// Moves waiting to be played and their replies counted.
    batch: Batch,
    count_replies: CountReplies,
}

impl Count {
    /// Adds the sequences of `depth` moves; `depth` is at least 2.
    fn plies(&mut self, position: Position, depth: u32) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let moves = position.moves();
        if moves == 0 {
            return self.no_move(position, depth);
        }
        for square in Square::all(moves) {
            if depth > 2 {
                self.plies(position.play_unchecked(square), depth - 1)?;
            } else {
                self.batch.push(position, square);
                if self.batch.is_full() {
                    self.flush();
                }
            }
        }
        Some(())
    }

    fn no_move(&mut self, position: Position, depth: u32) -> Option<()> {
        let passed = position.passed();
        if passed.moves() == 0 {
            self.leaves += 1;
            return Some(());
        }
        match (self.passes, depth) {
            (Passes::Free, _) => self.plies(passed, depth)?,
            (Passes::Counted, 2) => self.one_ply(passed),
            (Passes::Counted, _) => self.plies(passed, depth - 1)?,
        }
        Some(())
    }

    /// Adds the sequences of one move. If the side has no move, the game ends or the side passes; either
    /// counts as one leaf, unless passes are free.
    fn one_ply(&mut self, position: Position) {
        let moves = match (position.moves(), self.passes) {
            (0, Passes::Free) => position.passed().moves(),
            (moves, _) => moves,
        };
        self.leaves += u64::from(moves.count_ones().max(1));
    }

    fn flush(&mut self) {
        let mut replies = [0; Batch::SIZE];
        (self.count_replies)(&self.batch, &mut replies);
        for (lane, &count) in replies.iter().enumerate().take(self.batch.len()) {
            if count > 0 {
                self.leaves += count;
            } else {
                self.one_ply(self.batch.played(lane));
            }
        }
        self.batch.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Depth, passes counted, passes free, finished games: `docs/rules/othello.md`, "Counting".
    const TABLE: &str = include_str!("../tests/perft.txt");

    /// Plays every move one by one and counts leaves and, among them, games that ended early.
    fn slow(position: Position, depth: u32, passes: Passes) -> (u64, u64) {
        if depth == 0 {
            return (1, 0);
        }
        if position.is_over() {
            return (1, 1);
        }
        let mut moves = Square::all(position.moves()).peekable();
        if moves.peek().is_none() {
            let depth = if passes == Passes::Counted { depth - 1 } else { depth };
            return slow(position.passed(), depth, passes);
        }
        moves
            .map(|square| slow(position.play_unchecked(square), depth - 1, passes))
            .fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1))
    }

    #[test]
    fn published_counts_to_depth_10() {
        let mut rows = 0;
        for row in TABLE.lines().filter(|line| !line.starts_with('#')) {
            let [depth, counted, free, _] = numbers(row);
            for (passes, leaves) in [(Passes::Counted, counted), (Passes::Free, free)] {
                assert_eq!(
                    perft(Position::START, depth as u32, passes, u64::MAX),
                    Some(leaves),
                    "depth {depth}"
                );
            }
            rows += 1;
        }
        assert_eq!(rows, 11);
    }

    #[test]
    fn finished_games_to_depth_8_and_slow_counts_agree() {
        for row in TABLE.lines().filter(|line| !line.starts_with('#')).take(8) {
            let [depth, counted, free, finished] = numbers(row);
            assert_eq!(slow(Position::START, depth as u32, Passes::Counted), (counted, finished));
            assert_eq!(slow(Position::START, depth as u32, Passes::Free), (free, finished));
        }
    }

    fn numbers(row: &str) -> [u64; 4] {
        let numbers: Vec<u64> = row.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        numbers.try_into().expect("four columns")
    }

    /// Passes and early ends are rare near the start, so this counts from late positions too.
    #[test]
    fn late_positions_count_like_the_slow_way() {
        let mut dice = baize_rules::Dice::new(&baize_rules::Seed::from_text("late positions"));
        for _ in 0..200 {
            let mut position = Position::START;
            for _ in 0..46 + dice.roll(12) {
                let squares: Vec<Square> = Square::all(position.moves()).collect();
                position =
                    dice.pick(&squares).map_or(position.passed(), |&square| position.play_unchecked(square));
            }
            for depth in 0..6 {
                for passes in [Passes::Counted, Passes::Free] {
                    let leaves = perft(position, depth, passes, u64::MAX);
                    assert_eq!(
                        leaves,
                        Some(slow(position, depth, passes).0),
                        "{position:?} {depth} {passes:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn too_much_work_is_refused() {
        assert_eq!(perft(Position::START, 60, Passes::Counted, 10_000), None);
    }
}
