//! How long computer players hesitate, and how long events are shown.

use crate::{Action, Event, Othello};
use baize_rules::{Hesitation, Nothing, Seat, Showing, Watched};

impl Watched for Othello {
    type Shown = Nothing;

    /// The more squares to choose from, the longer the hesitation, up to a limit; without a choice it is
    /// short.
    fn hesitation(&self, _: Seat, action: &Action) -> Hesitation {
        match (action, self.legal.count_ones()) {
            (Action::Pass, _) => Hesitation::of(300),
            (_, 0..=1) => Hesitation::of(500),
            (_, many) => Hesitation::of((700 + 40 * many).min(1_400)),
        }
    }

    /// Discs turn one after another.
    fn showing(event: &Event) -> Showing {
        match event {
            Event::Placed { flipped, .. } => Showing::of((300 + 60 * flipped.count_ones()).min(900), 900),
            Event::Passed { .. } => Showing::of(0, 1_800),
            Event::Left { .. } | Event::GameOver {} => Showing::NONE,
        }
    }
}
