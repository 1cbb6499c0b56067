//! The game itself.

use crate::error::RefusalDetails;
use crate::position::{higher, winner};
use crate::{
    Action, Answer, Bid, Card, Event, Helper, Left, Options, Phase, Position, Query, RuleError, Setup, Tally,
    View, notation,
};
use baize_rules::{
    Awaiting, Described, Dice, Game, Leaving, Menu, Nothing, Outcome, Referee, Score, Seat, SeatSet, Secret,
    Seed, Transition, Viewer, Watched,
};
use schemars::JsonSchema;
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// A match of Nine in progress.
#[derive(Clone, Debug)]
pub struct Nine {
    options: Options,
    position: Position,
    played: [Vec<Card>; 2],
    chosen: [Option<Choice>; 2],
    /// The helpers beside the cards shown last. Everybody has seen them, even if a new game has begun since.
    shown: [Option<Helper>; 2],
    /// The games before this one. When a game finishes and the match goes on, the next is dealt at once, so a
    /// finished position is always the end of the match.
    earlier: Tally,
    left: Option<Left>,
}

/// A choice for this turn.
#[derive(Clone, Debug)]
enum Choice {
    Sealed(Secret<Bid>),
    /// An open lead.
    Shown(Bid),
}

impl Choice {
    fn seen_by(&self, viewer: Viewer) -> Option<Bid> {
        match self {
            Choice::Sealed(bid) => bid.seen_by(viewer).copied(),
            Choice::Shown(bid) => Some(*bid),
        }
    }

    const fn open(&self, referee: &Referee) -> Bid {
        match self {
            Choice::Sealed(bid) => *bid.open(referee),
            Choice::Shown(bid) => *bid,
        }
    }
}

impl Nine {
    fn new_match(options: Options) -> Nine {
        Nine {
            options,
            position: Position::START,
            played: [Vec::new(), Vec::new()],
            chosen: [None, None],
            shown: [None, None],
            earlier: Tally::default(),
            left: None,
        }
    }

    /// The choice of `seat`, face up if it is an open lead.
    fn choice(&self, seat: Seat, bid: Bid) -> Choice {
        if self.options.open_lead && seat == self.position.leader() {
            Choice::Shown(bid)
        } else {
            Choice::Sealed(Secret::of(seat, bid))
        }
    }

    /// All finished games of the match.
    fn tally(&self) -> Tally {
        if self.position.is_finished() { self.earlier.and(self.position.ahead()) } else { self.earlier }
    }

    /// Deals the next game if this one is finished and the match is not.
    fn go_on(&mut self) {
        let tally = self.tally();
        if self.position.is_finished() && !tally.is_decided(&self.options) {
            *self =
                Nine { earlier: tally, left: self.left, shown: self.shown, ..Nine::new_match(self.options) };
        }
    }

    /// The scores of the result: points, or games won in a match of several.
    fn final_scores(&self) -> [Score; 2] {
        if self.options.race_to == 1 {
            self.position.scores
        } else {
            self.tally().wins.map(|wins| Score::points(i32::from(wins)))
        }
    }

    /// Who won, and why it is over, once it is.
    fn verdict(&self) -> Option<(Option<Seat>, &'static str)> {
        if let Some(left) = self.left {
            return Some((Some(left.seat.other_of_two()), left.why.reason()));
        }
        let reason = if self.options.race_to == 1 { "points" } else { "match" };
        self.position.is_finished().then_some((higher(self.final_scores()), reason))
    }
}

/// Shows both cards, and ends the game or the match if they were the last.
fn reveal(step: &mut Transition<Nine>, a: Bid, b: Bid) {
    let game = &mut step.next;
    let (before, gain) = (game.position, game.position.gain(a, b, &game.options));
    game.position = before.play(a, b, &game.options);
    game.chosen = [None, None];
    game.shown = [a.helper, b.helper];
    game.played[0].push(a.card);
    game.played[1].push(b.card);
    let scores = game.position.scores;
    step.tell(Event::Revealed {
        turn: before.turn(),
        leader: before.leader(),
        cards: [a.card, b.card],
        helpers: [a.helper, b.helper],
        winner: winner(a, b),
        points: gain.points,
        carried: gain.carried,
        scores,
    });
    let after = step.next.position;
    if after.is_bonus() && !before.is_bonus() {
        step.tell(Event::BonusDealt { cards: after.tied });
    }
    if after.is_finished() {
        finish(step);
    }
}

fn finish(step: &mut Transition<Nine>) {
    let game = &step.next;
    let (tally, Position { scores, .. }) = (game.tally(), game.position);
    if game.options.race_to > 1 {
        let (winner, wins) = (game.position.ahead(), tally.wins);
        step.tell(Event::GameEnded { game: tally.games() as u8, winner, scores, wins });
    }
    step.next.go_on();
    announce_end(step);
}

fn announce_end(step: &mut Transition<Nine>) {
    if let Some((winner, _)) = step.next.verdict() {
        let scores = step.next.final_scores();
        step.tell(Event::GameOver { winner, scores });
    }
}

/// Why a match ended.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
#[doc(hidden)]
pub enum Reason {
    /// A single game was played to its end.
    Points,
    /// A match of several games was played to its end.
    Match,
    /// A seat gave up.
    Resign,
    /// A seat ran out of time.
    Timeout,
}

impl Described for Nine {
    const POSITION: Option<(&'static str, &'static str)> = Some((
        "123456789/123456789 0-0",
        "The unused cards of both seats and their scores; after them, where there is something to tell, `+9` for carried \
         points, `~r/ds` for the helpers each seat has used, `=35` for tied cards that come back.",
    ));
    type Reason = Reason;
    type Details = Nothing;
    type RefusalDetails = RefusalDetails;
}

impl Watched for Nine {
    type Shown = Nothing;
}

impl Game for Nine {
    const ID: &'static str = "nine";
    const NAME: &'static str = "Nine";
    const REVISION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=2;
    const HAS_HIGH_SCORES: bool = true;

    type Options = Options;
    type Setup = Setup;
    type Action = Action;
    type Remarks = Nothing;
    type View = View;
    type Event = Event;
    type Query = Query;
    type Answer = Answer;
    type Error = RuleError;

    fn new(_: &Referee, options: Options, seats: u8, _: &Seed) -> Result<Nine, RuleError> {
        options.check()?;
        if seats != 2 {
            return Err(RuleError::BadSeats(seats));
        }
        Ok(Nine::new_match(options))
    }

    fn setup(&self, referee: &Referee) -> Setup {
        let bids = self.chosen.each_ref().map(|choice| choice.as_ref().map(|choice| choice.open(referee)));
        Setup {
            sealed: bids.map(|bid| bid.map(|bid| bid.card)),
            sealed_helpers: bids.map(|bid| bid?.helper),
            played: self.played.clone(),
            shown_helpers: self.shown,
            earlier: self.earlier,
            left: self.left,
            ..Setup::new(self.position, self.options)
        }
    }

    fn load(_: &Referee, setup: Setup) -> Result<Nine, RuleError> {
        setup.check()?;
        let sealed = setup.bids();
        let mut game = Nine {
            position: setup.position(),
            played: setup.played,
            shown: setup.shown_helpers,
            earlier: setup.earlier,
            left: setup.left,
            ..Nine::new_match(setup.options)
        };
        for (seat, sealed) in Seat::first(2).zip(sealed) {
            game.chosen[seat.index()] = sealed.map(|bid| game.choice(seat, bid));
        }
        game.go_on();
        Ok(game)
    }

    fn read_position(text: &str, options: Options) -> Result<Setup, RuleError> {
        Ok(Setup::new(notation::read_position(text)?, options))
    }

    /// Writes the position between two turns: a card chosen but not yet shown counts as still in the hand.
    fn write_position(view: &View) -> String {
        view.position().to_string()
    }

    fn deal_position(text: &str, options: Options, _: &mut Dice) -> Result<Setup, RuleError> {
        Nine::read_position(text, options)
    }

    fn seats(&self) -> u8 {
        2
    }

    fn awaiting(&self) -> Awaiting {
        if self.verdict().is_some() {
            return Awaiting::NOBODY;
        }
        let leader = self.position.leader();
        if self.options.open_lead && self.chosen[leader.index()].is_none() {
            return Awaiting::turn_of(leader);
        }
        let must = Seat::first(2).filter(|seat| self.chosen[seat.index()].is_none()).collect();
        Awaiting { must, may: SeatSet::NONE }
    }

    fn menu(&self, seat: Seat) -> Menu<Action> {
        if !self.awaiting().allows(seat) {
            return Menu::NOTHING;
        }
        let hand = self.position.hands[seat.index()];
        let helpers = self.position.helpers(seat, &self.options);
        // The number of actions is known, so the list need not grow.
        let mut actions = Vec::with_capacity(hand.len() * (1 + helpers.len()));
        actions.extend(hand.iter().map(Action::play));
        for helper in helpers.iter() {
            actions.extend(hand.iter().map(|card| Action::bid(Bid { card, helper: Some(helper) })));
        }
        Menu::Complete(actions)
    }

    fn barred(&self, seat: Seat, _: Option<&Action>) -> RuleError {
        match self.chosen.get(seat.index()) {
            None => RuleError::NotAPlayer(seat),
            Some(_) if self.verdict().is_some() => RuleError::WrongPhase,
            Some(Some(_)) => RuleError::AlreadyCommitted,
            Some(None) => RuleError::NotYourTurn { leader: self.position.leader() },
        }
    }

    fn apply(&self, referee: &Referee, seat: Seat, action: &Action) -> Result<Transition<Nine>, RuleError> {
        let Action::Play { card, helper } = action;
        let card = card.card_in(self.position.hands[seat.index()])?;
        let used = self.position.used[seat.index()];
        let helper = helper.as_ref().map(|helper| helper.among(self.options.special, used)).transpose()?;
        let choice = self.choice(seat, Bid { card, helper });
        let shown = choice.seen_by(Viewer::Spectator);
        let mut step = Transition::to(self.clone());
        step.next.chosen[seat.index()] = Some(choice);
        let (card, helper) = (shown.map(|bid| bid.card), shown.and_then(|bid| bid.helper));
        step.tell(Event::Committed { seat, card, helper });
        if let [Some(first), Some(second)] = &step.next.chosen {
            let (a, b) = (first.open(referee), second.open(referee));
            reveal(&mut step, a, b);
        }
        Ok(step)
    }

    fn leave(&self, _: &Referee, seat: Seat, why: Leaving) -> Transition<Nine> {
        let mut step = Transition::to(Nine { left: Some(Left { seat, why }), ..self.clone() });
        step.tell(Event::Left { seat, why });
        announce_end(&mut step);
        step
    }

    /// Plays the lowest card without a helper, so that a slow seat stays in the game and everybody can
    /// foresee its play.
    fn idle(&self, seat: Seat) -> Option<Action> {
        self.menu(seat).into_actions().into_iter().next()
    }

    fn view(&self, viewer: Viewer) -> View {
        let Position { hands, scores, carried, tied, .. } = self.position;
        let chosen = self.chosen.each_ref();
        let seen = chosen.map(|choice| choice.as_ref()?.seen_by(viewer));
        let left = [Seat::FIRST, Seat::SECOND].map(|seat| self.position.helpers(seat, &self.options));
        View {
            you: viewer.seat(),
            phase: if self.verdict().is_some() { Phase::Complete } else { Phase::Selection },
            hands,
            scores,
            turn: self.position.turn(),
            leader: self.position.leader(),
            committed: chosen.map(Option::is_some),
            sealed: seen.map(|bid| bid.map(|bid| bid.card)),
            sealed_helpers: seen.map(|bid| bid?.helper),
            carried,
            played: self.played.clone(),
            shown_helpers: self.shown,
            helpers: (!self.options.special.is_empty()).then_some(left),
            tied,
            game: self.earlier.games() as u8 + 1,
            earlier: self.earlier,
            left: self.left,
            options: self.options,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let (winner, reason) = self.verdict()?;
        Some(Outcome {
            winners: winner.into_iter().collect(),
            reason: Cow::Borrowed(reason),
            scores: self.final_scores().to_vec(),
            details: None,
        })
    }

    /// Replaces a sealed choice that the viewer does not see by any that the seat could make, all equally
    /// likely.
    fn redeal(view: &View, dice: &mut Dice) -> Setup {
        let (mut sealed, mut sealed_helpers) = (view.sealed, view.sealed_helpers);
        for seat in Seat::first(2) {
            let index = seat.index();
            if view.committed[index] && sealed[index].is_none() {
                let bids: Vec<Bid> = view.position().bids(seat, &view.options).collect();
                let bid = dice.pick(&bids);
                (sealed[index], sealed_helpers[index]) =
                    (bid.map(|bid| bid.card), bid.and_then(|bid| bid.helper));
            }
        }
        let View { played, shown_helpers, earlier, left, .. } = view.clone();
        Setup {
            sealed,
            sealed_helpers,
            played,
            shown_helpers,
            earlier,
            left,
            ..Setup::new(view.position(), view.options)
        }
    }

    fn answer(_: Option<&View>, query: &Query) -> Result<Answer, RuleError> {
        match *query {}
    }

    fn read(&self, _: Seat, text: &str) -> Result<Action, RuleError> {
        notation::read_action(text, self.options.special)
    }

    fn write(&self, _: Seat, action: &Action) -> String {
        notation::write_action(action)
    }
}
