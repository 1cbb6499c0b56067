//! __Title__ on the contract.

use crate::error::RefusalDetails;
use crate::{Error, Event, Left, Position, View};
use baize_rules::{
    Awaiting, Described, Dice, Game, Hesitation, Leaving, Menu, Nothing, Outcome, Referee, Score, Seat, SeatSet,
    Seed, Showing, Transition, Viewer, Watched, clip,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// A game in progress.
#[derive(Clone, Copy, Debug)]
pub struct __Type__(Position);

/// There are no options yet.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Options {}

/// What a seat can do: `{"type":"TAKE","count":2}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
pub enum Action {
    /// Takes counters.
    Take {
        /// How many.
        count: u8,
    },
}

/// There is nothing to ask yet.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
pub enum Query {}

/// Why a game ended.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
#[doc(hidden)]
pub enum Reason {
    /// The last counter was taken.
    Last,
    /// A seat gave up.
    Resign,
    /// A seat ran out of time.
    Timeout,
}

impl Described for __Type__ {
    const POSITION: Option<(&'static str, &'static str)> =
        Some(("21 0", "The counters that are left, and the seat whose turn it is."));
    type Reason = Reason;
    type Details = Nothing;
    type RefusalDetails = RefusalDetails;
}

impl Watched for __Type__ {
    type Shown = Nothing;

    fn hesitation(&self, _: Seat, _: &Action) -> Hesitation {
        Hesitation::between(600, 1_200)
    }

    fn showing(event: &Event) -> Showing {
        match event {
            Event::Taken { .. } => Showing::of(300, 600),
            Event::Left { .. } => Showing::NONE,
        }
    }
}

impl Game for __Type__ {
    const ID: &'static str = "__id__";
    const NAME: &'static str = "__Title__";
    const REVISION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=2;

    type Options = Options;
    type Setup = Position;
    type Action = Action;
    type Remarks = Nothing;
    type View = View;
    type Event = Event;
    type Query = Query;
    type Answer = Nothing;
    type Error = Error;

    fn new(_: &Referee, _: Options, seats: u8, _: &Seed) -> Result<__Type__, Error> {
        if __Type__::SEATS.contains(&seats) { Ok(__Type__(Position::START)) } else { Err(Error::BadSeats { seats }) }
    }

    fn setup(&self, _: &Referee) -> Position {
        self.0
    }

    fn load(_: &Referee, setup: Position) -> Result<__Type__, Error> {
        setup.checked().map(__Type__)
    }

    fn read_position(text: &str, _: Options) -> Result<Position, Error> {
        Position::read(text)
    }

    fn seats(&self) -> u8 {
        2
    }

    fn awaiting(&self) -> Awaiting {
        if self.0.is_over() { Awaiting::NOBODY } else { Awaiting::turn_of(self.0.to_move) }
    }

    fn menu(&self, seat: Seat) -> Menu<Action> {
        if !self.awaiting().allows(seat) {
            return Menu::NOTHING;
        }
        Menu::Complete((1..=self.0.most()).map(|count| Action::Take { count }).collect())
    }

    fn barred(&self, seat: Seat, _: Option<&Action>) -> Error {
        if self.0.is_over() { Error::GameOver } else { Error::NotYourTurn { to_move: self.0.to_move, seat } }
    }

    fn apply(&self, _: &Referee, seat: Seat, action: &Action) -> Result<Transition<__Type__>, Error> {
        let Action::Take { count } = *action;
        let most = self.0.most();
        if !(1..=most).contains(&count) {
            return Err(Error::BadCount { count, most });
        }
        let rest = self.0.counters - count;
        let mut step =
            Transition::to(__Type__(Position { counters: rest, to_move: seat.other_of_two(), left: None }));
        step.tell(Event::Taken { seat, count, rest });
        Ok(step)
    }

    fn leave(&self, _: &Referee, seat: Seat, why: Leaving) -> Transition<__Type__> {
        let mut step = Transition::to(__Type__(Position { left: Some(Left { seat, why }), ..self.0 }));
        step.tell(Event::Left { seat, why });
        step
    }

    fn idle(&self, _: Seat) -> Option<Action> {
        None
    }

    fn view(&self, _: Viewer) -> View {
        let Position { counters, to_move, left } = self.0;
        View { counters, most: self.0.most(), to_move, left }
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.0.is_over() {
            return None;
        }
        // The seat to move before an empty heap has not taken the last counter.
        let (loser, reason) = match self.0.left {
            Some(Left { seat, why }) => (seat, why.reason()),
            None => (self.0.to_move, "last"),
        };
        let winner = loser.other_of_two();
        let scores = Seat::first(2).map(|seat| Score::points(i32::from(seat == winner))).collect();
        Some(Outcome { winners: SeatSet::only(winner), reason: reason.into(), scores, details: None })
    }

    fn redeal(view: &View, _: &mut Dice) -> Position {
        Position { counters: view.counters, to_move: view.to_move, left: view.left }
    }

    fn answer(_: Option<&View>, query: &Query) -> Result<Nothing, Error> {
        match *query {}
    }

    fn read(&self, _: Seat, text: &str) -> Result<Action, Error> {
        let count = text.trim().parse().map_err(|_| Error::BadMove { text: clip(text) })?;
        Ok(Action::Take { count })
    }

    fn write(&self, _: Seat, action: &Action) -> String {
        let Action::Take { count } = action;
        count.to_string()
    }
}
