//! How a game of three will end, judged by what is left of the armies.
//!
//! Each seat and the draw have a weight, and the chance of each result is in proportion to it. What decides
//! is pieces that move any distance: such a piece is hardly ever caught, not even by two or three others
//! together. So an army with one hardly loses, and whoever wants to win must have taken all of them before
//! the board is empty. The figures come from a fit to games of the engine against weaker players.

use super::board::{Board, members};
use super::share::WHOLE;

/// What an army gains from having at least one piece that moves any distance, in thousandths of log odds.
const ANY_SLIDER: i32 = 2278;
/// What each cell to move to is worth, in thousandths of log odds.
const ROOM: i32 = 8;
/// What a draw is worth, of [`WHOLE`]: less than a third, so that players want to win.
pub(super) const DRAW: i32 = WHOLE / 5;

/// The share that the seat of an army can expect, of [`WHOLE`].
pub(super) fn expected(board: &Board, own: usize) -> i32 {
    let occupied = board.occupied();
    let (mut weights, mut pieces, mut sliders, mut holders, mut seats) = ([0.0; 3], 0, 0, 0, 0);
    for place in (0..3).filter(|&place| !board.is_gone(place)) {
        let room: u32 = members(board.army(place))
            .map(|from| (board.reach(from, occupied).0 & !occupied).count_ones())
            .sum();
        let any = i32::from(board.sliders(place) > 0);
        let odds = board.strength(place) + ANY_SLIDER * any + ROOM * room as i32;
        weights[place] = libm::exp(f64::from(odds) / 1000.0);
        pieces += board.count(place);
        sliders += board.sliders(place);
        holders += any;
        seats += 1;
    }
    let waited = 60 - board.counter().min(60);
    let draw = 1258 + 2002 * holders + 642 * sliders - 144 * pieces + 935 * (seats - 2) + 25 * waited;
    let draw = libm::exp(f64::from(draw) / 1000.0);
    let whole = weights.iter().sum::<f64>() + draw;
    let value = (weights[own] * f64::from(WHOLE) + draw * f64::from(DRAW)) / whole;
    value as i32
}
