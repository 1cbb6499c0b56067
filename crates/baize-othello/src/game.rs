//! Othello as a [`Game`].

use crate::error::RefusalDetails;
use crate::event::names;
use crate::{Action, Board, Colour, DiscCount, Error, Event, Left, Nowhere, Setup, Square, View, notation};
use crate::{Passes, Position, perft};
use baize_rules::{
    Awaiting, Described, Dice, Game, Leaving, Menu, Outcome, Referee, Seat, SeatSet, Seed, Transition,
    Viewer, clip,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::ops::RangeInclusive;

/// A game of Othello in progress.
#[derive(Clone, Copy, Debug)]
pub struct Othello {
    setup: Setup,
    /// The legal squares of the side to move, kept because nearly everything needs them.
    pub(crate) legal: u64,
    is_over: bool,
}

/// Othello has no options.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Options {}

/// A question about the rules.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(
    tag = "type",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Query {
    /// How many sequences of `depth` moves are there?
    Perft {
        /// The position, in any notation that `load` reads.
        position: String,
        /// The length of the sequences, in moves.
        depth: u32,
        /// Whether a forced pass counts as a move, as in the published series; true if absent.
        pass_counts: Option<bool>,
    },
}

/// The reply to a [`Query`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(extend("x-query" = "PERFT"))]
pub struct Answer {
    /// How many sequences there are; a game that ends earlier counts as one.
    pub leaves: u64,
}

/// Further details of the result.
#[derive(Serialize, JsonSchema)]
#[doc(hidden)]
pub struct Details {
    /// Whether the winner has all 64 squares.
    perfect: bool,
    /// Whether the loser has no disc left.
    wipeout: bool,
    /// By how many discs the winner won, with the empty squares counted for the winner; 0 for a draw.
    margin: u32,
}

/// Why a game ended.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase")]
#[doc(hidden)]
pub enum Reason {
    /// The discs were counted.
    Discs,
    /// A side gave up.
    Resign,
    /// A side ran out of time.
    Timeout,
}

/// What clients may show beside an action of the menu.
#[derive(Serialize, JsonSchema)]
#[doc(hidden)]
pub struct Remarks {
    /// The discs it would turn; absent for a pass.
    #[serde(skip_serializing_if = "is_none", serialize_with = "names")]
    #[schemars(with = "Vec<Square>")]
    flips: u64,
}

fn is_none(squares: &u64) -> bool {
    *squares == 0
}

impl Described for Othello {
    const POSITION: Option<(&'static str, &'static str)> = Some((
        "---------------------------OX------XO--------------------------- X",
        "Every square from a1 to h8 row by row (`X` black, `O` white, `-` empty), a space, and the side to move. Diagrams of \
         eight rows, `black=.. white=..` bitboards and GGF games are read too.",
    ));
    type Reason = Reason;
    type Details = Details;
    type RefusalDetails = RefusalDetails;
}

/// A query may visit this many positions, some ten seconds of work.
const QUERY_POSITIONS: u64 = 100_000_000;

impl Query {
    /// Answers the query, if that takes at most `most` positions.
    pub fn answer_within(&self, most: u64) -> Result<Answer, Error> {
        let Query::Perft { position, depth, pass_counts } = self;
        let position: Position = notation::read(position)?.position;
        let passes = if pass_counts.unwrap_or(true) { Passes::Counted } else { Passes::Free };
        let leaves = perft(position, *depth, passes, most).ok_or(Error::TooDeep)?;
        Ok(Answer { leaves })
    }
}

impl Othello {
    fn from_setup(setup: Setup) -> Othello {
        let legal = if setup.left.is_some() { 0 } else { setup.board.position.moves() };
        let is_over = legal == 0 && setup.is_over();
        Othello { setup, legal, is_over }
    }

    /// The board and the side to move.
    pub const fn board(&self) -> &Board {
        &self.setup.board
    }

    fn place(&self, square: Square) -> Result<Transition<Othello>, Error> {
        let board = self.board();
        if let Some(colour) = board.at(square) {
            return Err(Error::Occupied { square, colour });
        }
        let Some((next, flipped, passed)) = board.play(square) else {
            return Err(Error::IllegalMove { square, side: board.to_move, legal: self.legal });
        };
        let mut step = Transition::to(Othello::from_setup(Setup { board: next, left: None }));
        step.tell(Event::Placed { square, flipped });
        if passed {
            step.tell(Event::Passed { seat: board.to_move.other().seat(), forced: true });
        }
        if step.next.is_over {
            step.tell(Event::GameOver {});
        }
        Ok(step)
    }

    fn pass(&self) -> Result<Transition<Othello>, Error> {
        if self.legal != 0 {
            return Err(Error::PassNotAllowed { legal: self.legal });
        }
        let mut step =
            Transition::to(Othello::from_setup(Setup { board: self.board().passed(), left: None }));
        step.tell(Event::Passed { seat: self.board().to_move.seat(), forced: true });
        Ok(step)
    }

    /// The result in words, for the error about moves after the end.
    fn result(&self) -> String {
        let DiscCount { black, white } = self.board().score();
        match self.setup.left {
            Some(left) => format!("{} left", if left.seat == Seat::FIRST { "black" } else { "white" }),
            None if black == white => format!("a draw, {black} to {white}"),
            None => format!("{} won, {black} to {white}", if black > white { "black" } else { "white" }),
        }
    }
}

impl Game for Othello {
    const ID: &'static str = "othello";
    const NAME: &'static str = "Othello";
    const REVISION: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=2;

    type Options = Options;
    type Setup = Setup;
    type Action = Action;
    type Remarks = Remarks;
    type View = View;
    type Event = Event;
    type Query = Query;
    type Answer = Answer;
    type Error = Error;

    fn new(_: &Referee, _: Options, seats: u8, _: &Seed) -> Result<Othello, Error> {
        if !Othello::SEATS.contains(&seats) {
            return Err(Error::BadSeats { seats });
        }
        Ok(Othello::from_setup(Setup { board: Board::START, left: None }))
    }

    fn setup(&self, _: &Referee) -> Setup {
        self.setup
    }

    fn load(_: &Referee, setup: Setup) -> Result<Othello, Error> {
        Ok(Othello::from_setup(setup))
    }

    fn read_position(text: &str, _: Options) -> Result<Setup, Error> {
        Ok(Setup { board: notation::read(text)?, left: None })
    }

    fn write_position(view: &View) -> String {
        notation::line(&view.setup.board)
    }

    fn deal_position(text: &str, options: Options, _: &mut Dice) -> Result<Setup, Error> {
        Othello::read_position(text, options)
    }

    fn seats(&self) -> u8 {
        2
    }

    fn awaiting(&self) -> Awaiting {
        if self.is_over { Awaiting::NOBODY } else { Awaiting::turn_of(self.board().to_move.seat()) }
    }

    fn menu(&self, seat: Seat) -> Menu<Action> {
        if !self.awaiting().allows(seat) {
            return Menu::NOTHING;
        }
        if self.legal == 0 {
            return Menu::Complete(vec![Action::Pass]);
        }
        Menu::Complete(Square::all(self.legal).map(Action::Place).collect())
    }

    fn remarks(&self, _: Seat, action: &Action) -> Option<Remarks> {
        let Action::Place(square) = action else { return None };
        Some(Remarks { flips: self.board().position.flips(*square) })
    }

    fn barred(&self, seat: Seat, _: Option<&Action>) -> Error {
        if self.is_over {
            return Error::GameOver { result: self.result() };
        }
        Error::NotYourTurn { to_move: self.board().to_move, seat }
    }

    fn apply(&self, _: &Referee, _: Seat, action: &Action) -> Result<Transition<Othello>, Error> {
        match action {
            Action::Place(square) => self.place(*square),
            Action::PlaceNowhere(Nowhere::OutOfRange(value)) => {
                Err(Error::OutOfRange { value: value.clone() })
            }
            Action::PlaceNowhere(Nowhere::NotASquare(text)) => Err(Error::BadSquare { text: text.clone() }),
            Action::Pass => self.pass(),
        }
    }

    fn leave(&self, _: &Referee, seat: Seat, why: Leaving) -> Transition<Othello> {
        let left = Some(Left { seat, why });
        let mut step = Transition::to(Othello::from_setup(Setup { board: *self.board(), left }));
        step.tell(Event::Left { seat, why });
        step.tell(Event::GameOver {});
        step
    }

    fn idle(&self, _: Seat) -> Option<Action> {
        (self.legal == 0).then_some(Action::Pass)
    }

    fn view(&self, _: Viewer) -> View {
        View { setup: self.setup, legal: self.legal }
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over {
            return None;
        }
        let board = self.board();
        let DiscCount { black, white } = board.score();
        let scores = [black, white].map(|discs| baize_rules::Score::points(discs as i32)).to_vec();
        if let Some(Left { seat, why }) = self.setup.left {
            let winners = SeatSet::only(seat.other_of_two());
            return Some(Outcome { winners, reason: why.reason().into(), scores, details: None });
        }
        let winners = match black.cmp(&white) {
            std::cmp::Ordering::Greater => SeatSet::only(Colour::Black.seat()),
            std::cmp::Ordering::Less => SeatSet::only(Colour::White.seat()),
            std::cmp::Ordering::Equal => SeatSet::NONE,
        };
        let details = Details {
            perfect: black.max(white) == 64,
            wipeout: !winners.is_empty() && black.min(white) == 0,
            margin: board.position.margin().unsigned_abs(),
        };
        Some(Outcome { winners, reason: "discs".into(), scores, details: Some(json!(details)) })
    }

    fn redeal(view: &View, _: &mut Dice) -> Setup {
        view.setup
    }

    fn answer(_: Option<&View>, query: &Query) -> Result<Answer, Error> {
        query.answer_within(QUERY_POSITIONS)
    }

    fn read(&self, _: Seat, text: &str) -> Result<Action, Error> {
        notation::read_action(text)
    }

    fn write(&self, _: Seat, action: &Action) -> String {
        match action {
            Action::Place(square) => square.to_string(),
            Action::PlaceNowhere(Nowhere::OutOfRange(text) | Nowhere::NotASquare(text)) => clip(text),
            Action::Pass => "pass".to_owned(),
        }
    }
}
