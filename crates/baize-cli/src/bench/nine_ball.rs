//! How long a nine-ball player thinks.

use crate::runout::broken;
use baize_players::{Budget, sit};
use baize_rules::Seed;
use std::time::{Duration, Instant};

/// Milliseconds for a move of `expert`: whole racks from ball in hand after the break, against itself.
pub(super) fn expert_move(time: Duration) -> f64 {
    let mut player = sit("nine-ball", "expert", &Seed::from_text("bench")).expect("there is an expert");
    let (mut thinking, mut moves) = (Duration::ZERO, 0u32);
    let racks = (0..).filter_map(|number| {
        broken(&Seed::from_text(&format!("bench rack {number}"))).expect("racks can be broken")
    });
    for mut table in racks {
        while let Some(seat) = table.awaiting().must.iter().next() {
            let seat_view = table.seat_view(seat);
            let start = Instant::now();
            let thought = player.choose(&seat_view, Budget::default()).expect("the view is of nine-ball");
            thinking += start.elapsed();
            moves += 1;
            table.play(seat, &thought.action).expect("players play by the rules");
        }
        if thinking >= time {
            break;
        }
    }
    thinking.as_secs_f64() * 1e3 / f64::from(moves.max(1))
}
