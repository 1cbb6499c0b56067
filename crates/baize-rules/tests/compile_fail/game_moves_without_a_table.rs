//! A game value alone can be looked at but neither moved nor written down: both need a referee.

use baize_rules::{Game, Seat};

fn try_it<G: Game>(game: &G, seat: Seat, action: &G::Action) {
    let _ = game.apply(seat, action);
    let _ = game.setup();
}

fn main() {}
