//! The effects of permitted actions, and what is told of them.

use crate::card::{Card, CardSet, points};
use crate::event::{Event, LaidMeld, Source};
use crate::meld::Group;
use crate::memory::{How, Shown, remember};
use crate::pile::Pile;
use crate::rules::Plan;
use crate::setup::{Left, Phase, RoundRecord, Tally};
use crate::staging::Placed;
use crate::state::{MayI, Request};
use crate::table::{Meld, MeldId};
use crate::{FirstDealer, Round};
use baize_rules::{Addressed, Audience, Leaving, Referee, Seat, SeatSet, Transition};
use std::sync::Arc;

/// How many cards are dealt to each seat.
const DEALT: usize = 11;

/// A step under construction.
pub(crate) struct Play<'a> {
    step: Transition<MayI>,
    referee: &'a Referee,
}

impl<'a> Play<'a> {
    pub(crate) const fn on(game: MayI, referee: &'a Referee) -> Play<'a> {
        Play { step: Transition::to(game), referee }
    }

    /// The finished step. Test builds check that no card was lost or doubled on the way.
    pub(crate) fn done(self) -> Transition<MayI> {
        debug_assert!(self.is_whole(), "every card is in exactly one place");
        self.step
    }

    fn is_whole(&self) -> bool {
        let game = &self.step.next;
        let piles = game.hands.iter().chain([&game.stock, &game.covered]);
        let hidden = piles.flat_map(|pile| pile.open(self.referee));
        let mut seen = CardSet::default();
        let mut cards = hidden.chain(game.table.iter().flat_map(Meld::cards)).chain(&game.top);
        cards.all(|&card| seen.insert(card)) && Card::deck(game.seats).all(|card| seen.contains(card))
    }

    const fn game(&mut self) -> &mut MayI {
        &mut self.step.next
    }

    fn tell(&mut self, event: Event) {
        self.step.tell(event);
    }

    fn hand(&mut self, seat: Seat) -> &mut Pile {
        &mut self.step.next.hands[seat.index()]
    }

    fn give(&mut self, seat: Seat, card: Card) {
        let referee = self.referee;
        self.hand(seat).push(referee, card);
    }

    fn take(&mut self, seat: Seat, card: Card) {
        let referee = self.referee;
        self.hand(seat).remove(referee, card);
    }

    fn remember(&mut self, seat: Seat, card: Card, how: How) {
        remember(&mut self.game().memory, Shown { seat, card, how });
    }

    pub(crate) fn carry_out(&mut self, seat: Seat, plan: Plan) {
        match plan {
            Plan::DrawFromStock => self.draw_from_stock(seat),
            Plan::DrawFromDiscard => self.draw_from_discard(seat),
            Plan::LayDown(groups) => self.lay_down(seat, groups),
            Plan::LayOff(placed) => self.lay_off(seat, &placed),
            Plan::SwapJoker { meld, index, card } => self.swap(seat, meld, index, card),
            Plan::Skip => self.game().phase = Phase::Discard,
            Plan::Discard(card) => self.discard(seat, card),
            Plan::CallMayI => self.call(seat),
            Plan::AllowMayI => {
                self.tell(Event::MayIAllowed { seat });
                self.ask_next();
            }
            Plan::ClaimMayI => self.claim(seat),
            Plan::ReorderHand(cards) => self.reorder(seat, &cards),
        }
    }

    fn draw_from_stock(&mut self, seat: Seat) {
        let Some(card) = self.take_from_stock() else { return };
        self.give(seat, card);
        self.game().phase = Phase::Act;
        let drew = |card| Event::Drew { seat, source: Source::Stock, card };
        self.step.tell_apart(seat, drew(Some(card)), drew(None));
        self.refill();
    }

    fn draw_from_discard(&mut self, seat: Seat) {
        let Some(card) = self.take_discard() else { return };
        self.give(seat, card);
        self.remember(seat, card, How::Taken);
        self.game().phase = Phase::Act;
        self.tell(Event::Drew { seat, source: Source::Discard, card: Some(card) });
    }

    fn take_from_stock(&mut self) -> Option<Card> {
        let referee = self.referee;
        self.game().stock.pop(referee)
    }

    /// Takes the exposed discard. The card below becomes the top but is not exposed.
    fn take_discard(&mut self) -> Option<Card> {
        let referee = self.referee;
        let game = self.game();
        game.discard_taken = true;
        std::mem::replace(&mut game.top, game.covered.pop(referee))
    }

    /// Makes a new stock of all discards except the top, once the old one is used up.
    fn refill(&mut self) {
        let referee = self.referee;
        let game = self.game();
        let count = game.covered.count();
        if game.stock.count() > 0 || count == 0 {
            return;
        }
        std::mem::swap(&mut game.stock, &mut game.covered);
        game.dice.open_mut(referee).shuffle(game.stock.open_mut(referee));
        self.tell(Event::StockRefilled { count });
    }

    fn lay_down(&mut self, seat: Seat, groups: Vec<Group>) {
        let mut melds = Vec::with_capacity(groups.len());
        for Group { kind, cards } in groups {
            cards.iter().for_each(|&card| self.take(seat, card));
            let table = &mut self.game().table;
            let id = MeldId::at(table.len());
            table.extend(Meld::new(seat, kind, &cards));
            melds.push(LaidMeld { id, kind, cards });
        }
        let game = self.game();
        game.down = game.down.with(seat);
        game.laid_down_this_turn = true;
        game.phase = Phase::Discard;
        self.tell(Event::LaidDown { seat, melds });
        self.go_out_if_empty(seat);
    }

    fn lay_off(&mut self, seat: Seat, all: &[Placed]) {
        for &Placed { card, meld, fit } in all {
            self.take(seat, card);
            self.game().table[meld.index()].add(card, fit.end);
            self.tell(Event::LaidOff { seat, card, meld, position: fit.end, acts_as: fit.acts_as });
        }
        self.go_out_if_empty(seat);
    }

    fn swap(&mut self, seat: Seat, id: MeldId, index: usize, card: Card) {
        let meld = &mut self.game().table[id.index()];
        let joker = meld.cards()[index];
        meld.replace(index, card);
        self.take(seat, card);
        self.give(seat, joker);
        self.tell(Event::Swapped { seat, meld: id, joker, card });
    }

    fn discard(&mut self, seat: Seat, card: Card) {
        let referee = self.referee;
        self.take(seat, card);
        let game = self.game();
        if let Some(covered) = game.top.replace(card) {
            game.covered.push(referee, covered);
        }
        game.discard_taken = false;
        game.discarded_by = Some(seat);
        self.remember(seat, card, How::Thrown);
        self.tell(Event::Discarded { seat, card });
        // In round 6 a seat can go out only by laying down.
        if self.game().round < Round::LAST && self.go_out_if_empty(seat) {
            return;
        }
        self.refill();
        let game = self.game();
        if game.stock.count() == 0 || game.options.max_turns.is_some_and(|most| game.turn >= most) {
            self.end_round(None);
            return;
        }
        game.turn = game.turn.saturating_add(1);
        self.next_turn();
    }

    fn next_turn(&mut self) {
        let game = self.game();
        game.current = game.next_after(game.current);
        game.phase = Phase::Draw;
        game.laid_down_this_turn = false;
    }

    fn call(&mut self, seat: Seat) {
        let game = self.game();
        let Some(card) = game.top else { return };
        let current = game.current;
        let first = if game.phase == Phase::Draw { Some(current) } else { None };
        let others = game.clockwise_after(current).take_while(|&other| other != seat);
        let asked = first.into_iter().chain(others).filter(|&other| !game.down.contains(other));
        let mut asked: Vec<Seat> = asked.collect();
        let first = (!asked.is_empty()).then(|| asked.remove(0));
        let waiting: SeatSet = asked.into_iter().collect();
        game.request = first.map(|asked| Request { caller: seat, asked, waiting });
        self.tell(Event::MayICalled { seat, card, asked: first });
        if first.is_none() {
            self.grant(seat);
        }
    }

    /// Asks the next seat in line, or gives the card to the caller if there is none.
    fn ask_next(&mut self) {
        let game = self.game();
        let Some(Request { caller, asked, waiting }) = game.request else { return };
        match game.clockwise_after(asked).find(|&seat| waiting.contains(seat)) {
            Some(next) => {
                game.request = Some(Request { caller, asked: next, waiting: waiting.without(next) });
            }
            None => self.grant(caller),
        }
    }

    fn claim(&mut self, seat: Seat) {
        let Some(card) = self.game().top else { return };
        self.tell(Event::MayIClaimed { seat, card });
        self.grant(seat);
    }

    /// Gives the exposed discard to a seat: as its draw if it must draw, otherwise with a penalty card.
    fn grant(&mut self, seat: Seat) {
        self.game().request = None;
        let Some(card) = self.take_discard() else { return };
        self.give(seat, card);
        let game = self.game();
        let granted = |penalty, penalty_card| Event::MayIGranted { seat, card, penalty, penalty_card };
        if seat == game.current && game.phase == Phase::Draw {
            game.phase = Phase::Act;
            self.remember(seat, card, How::Taken);
            self.tell(granted(false, None));
            return;
        }
        self.remember(seat, card, How::Asked);
        match self.take_from_stock() {
            Some(penalty) => {
                self.give(seat, penalty);
                self.step.tell_apart(seat, granted(true, Some(penalty)), granted(true, None));
                self.refill();
            }
            None => self.tell(granted(false, None)),
        }
        self.end_round_if_stuck();
    }

    fn reorder(&mut self, seat: Seat, cards: &[Card]) {
        let referee = self.referee;
        self.hand(seat).open_mut(referee).copy_from_slice(cards);
        self.step.events.push(Addressed { event: Event::HandReordered { seat }, to: Audience::Only(seat) });
    }

    fn go_out_if_empty(&mut self, seat: Seat) -> bool {
        let is_out = self.hand(seat).count() == 0;
        if is_out {
            self.tell(Event::WentOut { seat });
            self.end_round(Some(seat));
        }
        is_out
    }

    /// Ends the round if a seat must draw and there is nothing to draw.
    pub(crate) fn end_round_if_stuck(&mut self) {
        self.refill();
        let game = self.game();
        if game.phase == Phase::Draw && game.request.is_none() && game.stock.count() == 0 {
            self.end_round(None);
        }
    }

    fn end_round(&mut self, winner: Option<Seat>) {
        let referee = self.referee;
        let game = self.game();
        let mut scores = Tally::zero(game.seats);
        let mut hands = Vec::with_capacity(game.seats.into());
        for seat in Seat::first(game.seats) {
            let mut hand = game.hands[seat.index()].open(referee).to_vec();
            if Some(seat) != winner {
                let lost = points(&hand);
                scores.add(seat, lost);
                game.totals.add(seat, lost);
            }
            // How a seat had sorted its hand stays private.
            hand.sort_unstable();
            hands.push(hand);
        }
        let (round, totals) = (game.round, game.totals);
        game.rounds.push(RoundRecord { round, winner, scores });
        game.last_hands = Arc::new(hands.clone());
        let next = round.next().filter(|&next| next <= game.options.last_round);
        self.tell(Event::RoundEnded { round, winner, scores, totals, hands });
        match next {
            Some(next) => {
                let dealer = self.step.next.next_after(self.step.next.dealer);
                self.deal(next, dealer);
            }
            None => self.end_game(),
        }
    }

    fn end_game(&mut self) {
        let game = self.game();
        game.phase = Phase::Over;
        game.request = None;
        let (winners, totals) = (game.leaders(), game.totals);
        self.tell(Event::GameEnded { winners, totals });
    }

    /// Draws the first dealer if left to chance, and deals the first round.
    pub(crate) fn deal_first(&mut self) {
        let referee = self.referee;
        let game = self.game();
        let dealer = match game.options.first_dealer {
            FirstDealer::Seat(seat) => seat,
            FirstDealer::Random => {
                let drawn = game.dice.open_mut(referee).roll(game.seats.into());
                Seat::new(drawn as u8).unwrap_or(Seat::FIRST)
            }
        };
        self.deal(self.step.next.round, dealer);
    }

    /// Collects all cards, shuffles them and deals; a seat that has left gets none.
    fn deal(&mut self, round: Round, dealer: Seat) {
        let referee = self.referee;
        let game = self.game();
        let mut deck: Vec<Card> = Card::deck(game.seats).collect();
        game.dice.open_mut(referee).shuffle(&mut deck);
        game.hands.iter_mut().for_each(Pile::clear);
        let mut deck = deck.into_iter();
        for _ in 0..DEALT {
            for seat in game.present().iter() {
                deck.by_ref().take(1).for_each(|card| game.hands[seat.index()].push(referee, card));
            }
        }
        game.top = deck.next();
        game.covered.clear();
        game.stock.clear();
        deck.rev().for_each(|card| game.stock.push(referee, card));
        game.round = round;
        game.dealer = dealer;
        game.current = game.next_after(dealer);
        game.phase = Phase::Draw;
        game.turn = 1;
        game.discard_taken = false;
        game.discarded_by = None;
        game.down = SeatSet::NONE;
        game.laid_down_this_turn = false;
        game.table.clear();
        game.memory.clear();
        let current = game.current;
        if let Some(card) = game.top {
            self.remember(dealer, card, How::Turned);
            self.tell(Event::RoundDealt { round, contract: round.contract(), dealer, current, card });
        }
    }

    /// Takes a seat out of the game. Its cards stay where they are until the round ends, and it is passed
    /// over from now on. A request that it made, or that came in its turn, is void.
    pub(crate) fn leave(&mut self, seat: Seat, why: Leaving) {
        let game = self.game();
        if !game.present().contains(seat) {
            return;
        }
        game.left.push(Left { seat, why });
        let is_alone = game.present().len() == 1;
        self.tell(Event::Left { seat, why });
        if is_alone {
            self.end_game();
            return;
        }
        let game = self.game();
        let is_current = game.current == seat;
        if let Some(Request { caller, asked, waiting }) = game.request {
            if caller == seat || is_current {
                game.request = None;
                self.tell(Event::MayIWithdrawn { seat: caller });
            } else if asked == seat {
                self.ask_next();
            } else {
                game.request = Some(Request { caller, asked, waiting: waiting.without(seat) });
            }
        }
        if is_current {
            self.next_turn();
        }
        self.end_round_if_stuck();
    }
}

impl MayI {
    /// The seats with the lowest total among those that have not left.
    pub(crate) fn leaders(&self) -> SeatSet {
        let present = self.present();
        let lowest = present.iter().map(|seat| self.totals.of(seat)).min();
        present.iter().filter(|&seat| Some(self.totals.of(seat)) == lowest).collect()
    }
}
