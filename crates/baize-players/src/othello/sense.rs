//! Common sense: what nobody at a board overlooks, however little they look ahead.

use baize_othello::{Board, Square};

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The moves that common sense leaves: those that leave the other side no disc; or else those that do not let
/// it do the same at once; and of these the corners if there are any.
pub(super) fn moves(board: &Board) -> u64 {
    let all = board.position.moves();
    let wins = some_of(all, |square| board.position.play_unchecked(square).own == 0);
    if wins != 0 {
        return wins;
    }
    let safe = some_of(all, |square| !is_wiped_out(board, square));
    let left = if safe == 0 { all } else { safe };
    if left & CORNERS == 0 { left } else { left & CORNERS }
}

/// Whether the other side can answer a move by taking every disc.
fn is_wiped_out(board: &Board, square: Square) -> bool {
    let next = board.position.play_unchecked(square);
    Square::all(next.moves()).any(|reply| next.play_unchecked(reply).own == 0)
}

fn some_of(moves: u64, is_one: impl Fn(Square) -> bool) -> u64 {
    Square::all(moves).filter(|&square| is_one(square)).fold(0, |set, square| set | square.bit())
}
