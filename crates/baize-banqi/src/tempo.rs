//! How long people are shown moves.

use crate::{Action, Banqi, Event, Square};
use baize_rules::{Hesitation, Nothing, Seat, Showing, Watched};

/// How long a banner is shown that says who plays which side or that a faction is out.
const BANNER: u32 = 1_800;

impl Watched for Banqi {
    type Shown = Nothing;

    fn hesitation(&self, _: Seat, action: &Action) -> Hesitation {
        let position = self.position();
        match action {
            Action::Flip { .. } => Hesitation::between(600, 1_000),
            Action::Capture { from, .. } => match from.on(position.mode()).map(|cell| position.at(cell)) {
                Some(Square::FaceUp(piece)) if position.rules().jumps(piece.kind()) => {
                    Hesitation::between(900, 1_400)
                }
                _ => Hesitation::between(700, 1_300),
            },
            Action::Move { .. } => Hesitation::between(700, 1_300),
        }
    }

    fn showing(event: &Event) -> Showing {
        match event {
            Event::Flipped { assigned, .. } if assigned.is_empty() => Showing::of(480, 300),
            Event::Flipped { .. } => Showing::of(480 + BANNER, 300),
            Event::Moved { .. } => Showing::of(220, 200),
            Event::Captured { screen: None, .. } => Showing::of(480, 500),
            Event::Captured { screen: Some(_), .. } => Showing::of(580, 700),
            Event::FactionOut { .. } => Showing::of(BANNER, 0),
            Event::SeatLeft(_) | Event::GameOver { .. } => Showing::NONE,
        }
    }
}
