//! The state of a game.

use crate::card::Card;
use crate::memory::Shown;
use crate::pile::Pile;
use crate::setup::{Left, Pending, Phase, RoundRecord, Setup, Tally};
use crate::table::Meld;
use crate::{Options, Round, Terms};
use baize_rules::{Dice, Referee, Seat, SeatSet, Secret, Viewer};
use std::sync::Arc;

/// A game of May I? in progress.
#[derive(Clone, Debug)]
pub struct MayI {
    pub(crate) options: Options,
    pub(crate) seats: u8,
    pub(crate) round: Round,
    pub(crate) dealer: Seat,
    pub(crate) current: Seat,
    /// The phase of the turn, which a request only interrupts; never [`Phase::MayI`].
    pub(crate) phase: Phase,
    pub(crate) request: Option<Request>,
    pub(crate) turn: u32,
    pub(crate) hands: [Pile; Seat::MOST as usize],
    /// The stock; its last card is drawn next.
    pub(crate) stock: Pile,
    /// The top discard, which everybody sees.
    pub(crate) top: Option<Card>,
    /// The discards under the top; empty if there is no top.
    pub(crate) covered: Pile,
    pub(crate) discard_taken: bool,
    pub(crate) discarded_by: Option<Seat>,
    pub(crate) down: SeatSet,
    pub(crate) laid_down_this_turn: bool,
    pub(crate) table: Vec<Meld>,
    pub(crate) totals: Tally,
    pub(crate) rounds: Vec<RoundRecord>,
    /// What each seat still held when the previous round ended; shared, as it only changes when a round ends.
    pub(crate) last_hands: Arc<Vec<Vec<Card>>>,
    pub(crate) dice: Secret<Dice>,
    pub(crate) left: Vec<Left>,
    pub(crate) memory: Vec<Shown>,
}

/// A request that waits for an answer. Its card is the top of the discard pile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    pub(crate) caller: Seat,
    pub(crate) asked: Seat,
    /// Who will be asked after that, clockwise.
    pub(crate) waiting: SeatSet,
}

impl MayI {
    /// A table without cards.
    pub(crate) fn empty(options: Options, seats: u8, dice: Dice) -> MayI {
        MayI {
            options,
            seats,
            round: options.start_round,
            dealer: Seat::FIRST,
            current: Seat::FIRST,
            phase: Phase::Draw,
            request: None,
            turn: 1,
            hands: std::array::from_fn(|index| Pile::empty(Seat::new(index as u8))),
            stock: Pile::empty(None),
            top: None,
            covered: Pile::empty(None),
            discard_taken: false,
            discarded_by: None,
            down: SeatSet::NONE,
            laid_down_this_turn: false,
            table: Vec::new(),
            totals: Tally::zero(seats),
            rounds: Vec::new(),
            last_hands: Arc::default(),
            dice: Secret::hidden(dice),
            left: Vec::new(),
            memory: Vec::new(),
        }
    }

    /// The hand of a seat, as that seat may see it.
    pub(crate) fn hand_of(&self, seat: Seat) -> &[Card] {
        self.hands[seat.index()].seen_by(Viewer::Seat(seat)).unwrap_or_default()
    }

    pub(crate) fn terms(&self) -> Terms {
        Terms::of(self.round, &self.options)
    }

    /// The seats that have not left.
    pub(crate) fn present(&self) -> SeatSet {
        self.left.iter().fold(SeatSet::first(self.seats), |seats, left| seats.without(left.seat))
    }

    /// The seats after `seat` that have not left, clockwise, up to and including itself.
    pub(crate) fn clockwise_after(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let (present, seats) = (self.present(), self.seats);
        let step = move |step| Seat::new(((seat.index() + step) % usize::from(seats)) as u8);
        (1..=usize::from(seats)).filter_map(step).filter(move |&seat| present.contains(seat))
    }

    /// The next seat that has not left.
    pub(crate) fn next_after(&self, seat: Seat) -> Seat {
        self.clockwise_after(seat).next().unwrap_or(seat)
    }

    /// The phase as everybody sees it.
    pub(crate) const fn shown_phase(&self) -> Phase {
        if self.request.is_some() { Phase::MayI } else { self.phase }
    }

    pub(crate) fn shown_request(&self) -> Option<Pending> {
        let Request { caller, asked, waiting } = self.request?;
        let waiting = self.clockwise_after(asked).filter(|&seat| waiting.contains(seat)).collect();
        Some(Pending { caller, card: self.top?, asked, waiting, resume: self.phase })
    }

    pub(crate) fn shown_down(&self) -> Vec<bool> {
        Seat::first(self.seats).map(|seat| self.down.contains(seat)).collect()
    }

    pub(crate) fn write(&self, referee: &Referee) -> Setup {
        let top_first = |pile: &Pile| pile.open(referee).iter().rev().copied().collect::<Vec<Card>>();
        let hands = self.hands.iter().take(self.seats.into());
        Setup {
            round: self.round,
            dealer: self.dealer,
            current: self.current,
            phase: self.shown_phase(),
            turn: self.turn,
            hands: hands.map(|hand| hand.open(referee).to_vec()).collect(),
            stock: top_first(&self.stock),
            discard: self.top.into_iter().chain(top_first(&self.covered)).collect(),
            discard_taken: self.discard_taken,
            discarded_by: self.discarded_by,
            down: self.shown_down(),
            laid_down_this_turn: self.laid_down_this_turn,
            table: self.table.clone(),
            totals: self.totals,
            rounds: self.rounds.clone(),
            last_hands: (*self.last_hands).clone(),
            pending: self.shown_request(),
            options: self.options,
            dice: Some(self.dice.open(referee).clone()),
            left: self.left.clone(),
            memory: self.memory.clone(),
        }
    }

    /// Lays out a setup that has been checked.
    pub(crate) fn lay_out(referee: &Referee, setup: &Setup) -> MayI {
        let dice = setup.dice.clone().unwrap_or_else(|| setup.derived_dice());
        let mut game = MayI::empty(setup.options, setup.seats(), dice);
        for (hand, cards) in game.hands.iter_mut().zip(&setup.hands) {
            cards.iter().for_each(|&card| hand.push(referee, card));
        }
        setup.stock.iter().rev().for_each(|&card| game.stock.push(referee, card));
        if let Some((top, covered)) = setup.discard.split_first() {
            game.top = Some(*top);
            covered.iter().rev().for_each(|&card| game.covered.push(referee, card));
        }
        let pending = setup.pending.as_ref();
        let request = pending.map(|pending| Request {
            caller: pending.caller,
            asked: pending.asked,
            waiting: pending.waiting.iter().copied().collect(),
        });
        MayI {
            round: setup.round,
            dealer: setup.dealer,
            current: setup.current,
            phase: pending.map_or(setup.phase, |pending| pending.resume),
            request,
            turn: setup.turn,
            discard_taken: setup.discard_taken,
            discarded_by: setup.discarded_by,
            down: Seat::first(game.seats).filter(|seat| setup.down[seat.index()]).collect(),
            laid_down_this_turn: setup.laid_down_this_turn,
            table: setup.table.clone(),
            totals: setup.totals,
            rounds: setup.rounds.clone(),
            last_hands: Arc::new(setup.last_hands.clone()),
            left: setup.left.clone(),
            memory: setup.memory.clone(),
            ..game
        }
    }
}
