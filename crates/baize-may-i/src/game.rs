//! May I? as a [`Game`].

use crate::card::{Card, CardSet, Faced};
use crate::error::RefusalDetails;
use crate::play::Play;
use crate::rules::Verb;
use crate::setup::{Phase, Setup};
use crate::state::{MayI, Request};
use crate::view::View;
use crate::{Action, Answer, Event, Meld, Options, Query, RuleError, menu, notation, position, query};
use baize_rules::{
    Awaiting, DecisionKind, Described, Dice, Game, Keeping, Leaving, Menu, Nothing, Outcome, Referee, Score,
    Seat, SeatSet, Seed, Transition, Viewer,
};
use schemars::JsonSchema;
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// Why a game ended.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
#[doc(hidden)]
pub enum Reason {
    /// The last round was played.
    Points,
    /// All others have left, the last one by giving up.
    Resign,
    /// All others have left, the last one by running out of time.
    Timeout,
}

impl Described for MayI {
    const POSITION: Option<(&'static str, &'static str)> = Some((
        "mi1 round:1 dealer:2 turn:4 current:0 phase:act hands:3H.4H1.JK/+11/+10 discard:QH+3",
        "Words in any order: the hands of the seats (a card is its face, and its copy unless that is the first; `+11` are cards \
         that are dealt), the top of the discard pile and how many lie under it, `phase` is `draw`, `act` or `discard`. Where \
         there is something to tell: `melds:0s=7H.7D.7C;1r=3S.4S.5S.6S` (owner, set or run), `down:0.2`, `totals:0/12/5`, `by:1` \
         (who threw the top), `taken`, `laid`, `asks:2>0.1` (who asks whom, in order), `left:1r` (or `t`), `stock:7H.JK` (the \
         next cards).",
    ));
    type Reason = Reason;
    type Details = Nothing;
    type RefusalDetails = RefusalDetails;
}

impl Game for MayI {
    const ID: &'static str = "may-i";
    const NAME: &'static str = "May I?";
    const REVISION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 3..=8;

    type Options = Options;
    type Setup = Setup;
    type Action = Action;
    type Remarks = menu::Remarks;
    type View = View;
    type Event = Event;
    type Query = Query;
    type Answer = Answer;
    type Error = RuleError;

    /// Starts at a size at which the first dealer's seat exists.
    fn table_sizes(options: &Options) -> RangeInclusive<u8> {
        let fewest = (3..=Seat::MOST).find(|&seats| options.check(seats).is_ok());
        fewest.unwrap_or(Seat::MOST)..=Seat::MOST
    }

    fn new(referee: &Referee, options: Options, seats: u8, seed: &Seed) -> Result<MayI, RuleError> {
        if !MayI::SEATS.contains(&seats) {
            return Err(RuleError::BadSeats(seats));
        }
        options.check(seats)?;
        let mut play = Play::on(MayI::empty(options, seats, Dice::new(seed)), referee);
        play.deal_first();
        Ok(play.done().next)
    }

    fn setup(&self, referee: &Referee) -> Setup {
        self.write(referee)
    }

    fn load(referee: &Referee, setup: Setup) -> Result<MayI, RuleError> {
        let setup = setup.complete();
        setup.check()?;
        let mut game = MayI::lay_out(referee, &setup);
        if game.present().len() == 1 {
            game.phase = Phase::Over;
            game.request = None;
        }
        let mut play = Play::on(game, referee);
        play.end_round_if_stuck();
        Ok(play.done().next)
    }

    /// Deals whatever the line leaves open at random, but the same way each time.
    fn read_position(text: &str, options: Options) -> Result<Setup, RuleError> {
        position::deal(text, options, &mut Dice::new(&Seed::from_text(text)))
    }

    fn write_position(view: &View) -> String {
        position::write(view)
    }

    fn deal_position(text: &str, options: Options, dice: &mut Dice) -> Result<Setup, RuleError> {
        position::deal(text, options, dice)
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    /// Everybody may sort their hand at any time, and several may ask; the rules decide.
    fn awaiting(&self) -> Awaiting {
        if self.phase == Phase::Over {
            return Awaiting::NOBODY;
        }
        let must = self.request.map_or(self.current, |request| request.asked);
        Awaiting { must: SeatSet::only(must), may: self.present().without(must) }
    }

    fn menu(&self, seat: Seat) -> Menu<Action> {
        if self.awaiting().allows(seat) { menu::menu(self, seat) } else { Menu::NOTHING }
    }

    fn remarks(&self, seat: Seat, action: &Action) -> Option<menu::Remarks> {
        Some(menu::remarks(self, seat, action))
    }

    fn barred(&self, seat: Seat, _: Option<&Action>) -> RuleError {
        if self.phase == Phase::Over {
            RuleError::GameOver
        } else if seat.index() >= usize::from(self.seats) {
            RuleError::UnknownSeat(seat)
        } else {
            RuleError::HasLeft(seat)
        }
    }

    fn apply(&self, referee: &Referee, seat: Seat, action: &Action) -> Result<Transition<MayI>, RuleError> {
        let plan = self.plan(seat, action)?;
        let mut play = Play::on(self.clone(), referee);
        play.carry_out(seat, plan);
        Ok(play.done())
    }

    fn leave(&self, referee: &Referee, seat: Seat, why: Leaving) -> Transition<MayI> {
        let mut play = Play::on(self.clone(), referee);
        play.leave(seat, why);
        play.done()
    }

    /// Sorting a hand is private: nobody else sees the order of its cards.
    fn keeping(&self, _: Seat, action: &Action) -> Keeping {
        if matches!(action, Action::ReorderHand { .. }) { Keeping::Private } else { Keeping::Logged }
    }

    /// Allows a request, draws from the stock, discards the costliest card.
    fn idle(&self, seat: Seat) -> Option<Action> {
        if self.request.is_some_and(|Request { asked, .. }| asked == seat) {
            return Some(Action::AllowMayI {});
        }
        if self.permit(seat, Verb::DrawFromStock).is_ok() {
            return Some(Action::DrawFromStock {});
        }
        let costliest = self.hand_of(seat).iter().max_by_key(|card| card.face().points());
        costliest.map(|&card| Action::discard(card))
    }

    /// Answering a request is a quick decision, even in one's own turn.
    fn decision_kind(&self, seat: Seat) -> DecisionKind {
        let is_asked = self.request.is_some_and(|Request { asked, .. }| asked == seat);
        if is_asked { DecisionKind::Answer } else { DecisionKind::Turn }
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.phase != Phase::Over {
            return None;
        }
        let last = self.left.last().filter(|_| self.present().len() == 1);
        Some(Outcome {
            winners: self.leaders(),
            reason: Cow::Borrowed(last.map_or("points", |left| left.why.reason())),
            scores: self.totals.points().iter().map(|&points| Score::points(points as i32)).collect(),
            details: None,
        })
    }

    /// Every card the viewer does not see is equally likely in every place it does not see.
    fn redeal(view: &View, dice: &mut Dice) -> Setup {
        let table = view.table.iter().flat_map(Meld::cards);
        let seen: CardSet = view.hand.iter().flatten().chain(table).chain(&view.discard).copied().collect();
        let seats = view.held.len() as u8;
        let mut unseen: Vec<Card> = Card::deck(seats).filter(|&card| !seen.contains(card)).collect();
        dice.shuffle(&mut unseen);
        // A made-up view may count more cards than there are; the setup is then refused.
        let mut take = |count: u8| unseen.split_off(unseen.len().saturating_sub(usize::from(count)));
        let hands = Seat::first(seats).map(|seat| match &view.hand {
            Some(hand) if view.you == Some(seat) => hand.clone(),
            _ => take(view.held[seat.index()]),
        });
        let hands = hands.collect();
        let covered = take(view.covered);
        Setup {
            round: view.round,
            dealer: view.dealer,
            current: view.current,
            phase: view.phase,
            turn: view.turn,
            hands,
            discard: view.discard.into_iter().chain(covered).collect(),
            stock: unseen,
            discard_taken: view.discard_taken,
            discarded_by: view.discarded_by,
            down: view.down.clone(),
            laid_down_this_turn: view.laid_down_this_turn,
            table: view.table.clone(),
            totals: view.totals,
            rounds: view.rounds.clone(),
            last_hands: view.last_hands.clone(),
            pending: view.pending.clone(),
            options: view.options,
            dice: Some(Dice::new(&dice.seed())),
            left: view.left.clone(),
            memory: view.memory.clone(),
        }
    }

    fn answer(view: Option<&View>, query: &Query) -> Result<Answer, RuleError> {
        query::answer(view, query)
    }

    fn read(&self, seat: Seat, text: &str) -> Result<Action, RuleError> {
        notation::read(self, seat, text)
    }

    fn write(&self, seat: Seat, action: &Action) -> String {
        notation::write(self, seat, action)
    }
}
