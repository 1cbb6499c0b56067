//! May I? The menu lists only the useful actions of a hand, and each of them has a number:
//!
//! | number | action |
//! |---|---|
//! | 0, 1 | draws from the stock, draws the discard |
//! | 2, 3, 4 | calls "May I?", allows it, claims the card |
//! | 5 | skips to the discard |
//! | 6 | lets it be: a seat asked out of turn does not call |
//! | 7, 8, 9 | lays down in the first, second or third listed way |
//! | 10 | goes out |
//! | 11 to 74 | discards the face at this place |
//! | 75 to 98 | takes the Joker out of this meld, with the first card that fits |
//! | 99 on | lays off: `99 + (64 * meld + face) * 3`, and 1 more for the lower end of a run, 2 for the upper |
//!
//! A face's place is `4 * value + suit`, as in `Face::index`; there are at most 24 melds, in the order in
//! which they were laid. An observation has rows of 64 faces: the seat's own hand (the count of each face,
//! divided by 4); the discard; the cards of each of 24 melds (divided by 4). A last row has, from place 0:
//! the round (6), the phase (draw, act, discard, asked), whether it is the seat's turn, whether the seat is
//! asked, the stock divided by 100, and from place 16 on for each of eight seats, its own first: cards
//! divided by 20, whether it is down, points divided by 500.

use crate::encoding::seats_from;
use crate::{Encoding, Space};
use baize_may_i::{Action, Card, Face, Faced, LayOff, MayI, Phase, RunEnd, View};
use baize_rules::{Game, Seat};

const FACES: usize = Face::PLACES;
const MELDS: usize = 24;
const LAY_DOWN: u32 = 7;
const WAYS: usize = 3;
const GO_OUT: u32 = 10;
const DISCARD: u32 = 11;
const SWAP: u32 = DISCARD + FACES as u32;
const LAY_OFF: u32 = SWAP + MELDS as u32;

fn face(card: Card) -> usize {
    card.face().index()
}

fn lay_off(LayOff { card_id, meld_id, position }: &LayOff) -> Option<u32> {
    let meld = meld_id.known()?.index();
    let end = match position {
        None => 0,
        Some(RunEnd::Start) => 1,
        Some(RunEnd::End) => 2,
    };
    (meld < MELDS).then_some(LAY_OFF + (FACES * meld + face(card_id.known()?)) as u32 * 3 + end)
}

impl Encoding for MayI {
    const ACTIONS: Space = Space::Discrete(LAY_OFF as usize + FACES * MELDS * 3);
    const OBSERVATION: &'static [usize] = &[3 + MELDS, FACES];
    const LET_BE: Option<u32> = Some(6);

    fn number(&self, seat: Seat, action: &Action) -> Option<u32> {
        Some(match action {
            Action::DrawFromStock {} => 0,
            Action::DrawFromDiscard {} => 1,
            Action::CallMayI {} => 2,
            Action::AllowMayI {} => 3,
            Action::ClaimMayI {} => 4,
            Action::Skip {} => 5,
            Action::LayDown { .. } => {
                let menu = self.menu(seat).into_actions();
                let mut ways = menu.iter().filter(|listed| matches!(listed, Action::LayDown { .. }));
                let way = ways.position(|listed| listed == action)?;
                LAY_DOWN + (way < WAYS).then_some(way as u32)?
            }
            Action::GoOut { .. } => GO_OUT,
            Action::Discard { card_id } => DISCARD + face(card_id.known()?) as u32,
            Action::SwapJoker { meld_id, .. } => {
                let meld = meld_id.known()?.index();
                SWAP + (meld < MELDS).then_some(meld as u32)?
            }
            Action::LayOff(wish) => lay_off(wish)?,
            Action::ReorderHand { .. } => return None,
        })
    }

    fn observe(view: &View, seat: Seat, into: &mut [f32]) {
        let (rows, seats) = (into, view.held.len());
        let mut add = |row: usize, cards: &[Card]| {
            cards.iter().for_each(|card| rows[row * FACES + face(*card)] += 0.25);
        };
        add(0, view.hand.as_deref().unwrap_or_default());
        add(1, view.discard.as_slice());
        for (row, meld) in view.table.iter().take(MELDS).enumerate() {
            add(2 + row, meld.cards());
        }
        let rest = &mut rows[(2 + MELDS) * FACES..];
        rest[usize::from(view.round.number()) - 1] = 1.0;
        let phase = match view.phase {
            Phase::Draw => Some(6),
            Phase::Act => Some(7),
            Phase::Discard => Some(8),
            Phase::MayI => Some(9),
            Phase::Over => None,
        };
        phase.into_iter().for_each(|place| rest[place] = 1.0);
        rest[10] = f32::from(u8::from(view.current == seat));
        rest[11] = f32::from(u8::from(view.pending.as_ref().is_some_and(|pending| pending.asked == seat)));
        rest[12] = f32::from(view.stock) / 100.0;
        for (other, held) in view.held.iter().enumerate() {
            let at = 16 + 3 * seats_from(seat, other, seats);
            rest[at] = f32::from(*held) / 20.0;
            rest[at + 1] = f32::from(u8::from(view.down[other]));
            rest[at + 2] = view.totals.points()[other] as f32 / 500.0;
        }
    }
}
