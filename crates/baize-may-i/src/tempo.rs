//! How long everything is shown, and when the other players get time to ask.

use crate::{Action, Event, MayI};
use baize_rules::{Hesitation, Nothing, Seat, Showing, Then, Watched};

impl Watched for MayI {
    /// Cards fly and are sorted, then players may ask for the card turned up.
    const DEALING: Showing = Showing::of(2_700, 800).then(Then::Call);

    type Shown = Nothing;

    fn hesitation(&self, _: Seat, action: &Action) -> Hesitation {
        match action {
            Action::DrawFromStock {} | Action::DrawFromDiscard {} => Hesitation::between(500, 900),
            Action::LayDown { .. } | Action::GoOut { .. } => Hesitation::between(700, 1_100),
            Action::LayOff(_) | Action::Skip {} => Hesitation::between(400, 700),
            Action::SwapJoker { .. } => Hesitation::of(700),
            Action::Discard { .. } => Hesitation::between(600, 1_000),
            Action::AllowMayI {} | Action::ClaimMayI {} => Hesitation::between(700, 1_200),
            // A seat that asks has already waited for the others.
            Action::CallMayI {} | Action::ReorderHand { .. } => Hesitation::NONE,
        }
    }

    fn showing(event: &Event) -> Showing {
        match event {
            Event::Drew { .. } => Showing::of(260, 250),
            Event::LaidDown { melds, .. } => Showing::of(250 * melds.len() as u32, 900),
            Event::LaidOff { .. } => Showing::of(300, 350),
            Event::Swapped { .. } => Showing::of(400, 900),
            Event::Discarded { .. } => Showing::of(260, 400).then(Then::Call),
            Event::MayICalled { .. } => Showing::of(900, 0),
            Event::MayIAllowed { .. } | Event::MayIClaimed { .. } => Showing::of(700, 0),
            Event::MayIGranted { .. } => Showing::of(520, 900),
            Event::WentOut { .. } => Showing::of(600, 1_200),
            Event::RoundEnded { .. } => Showing::NONE.then(Then::Summary),
            Event::RoundDealt { .. } => MayI::DEALING,
            _ => Showing::NONE,
        }
    }
}
