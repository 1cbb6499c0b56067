//! The contract.

use crate::{Awaiting, Coded, Dice, Outcome, Referee, Say, Seat, SeatSet, Seed, Transition, Viewer};
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;
use std::ops::RangeInclusive;

/// The full state of one game in progress.
///
/// Every function is pure: no clock, no I/O, no randomness but the seed. `options + seats + seed + log of
/// (seat, action)` is the game. A function's arguments decide what it may know: those that get a [`Referee`]
/// may open secrets, the others use only what is public or belongs to the seat in question.
/// `docs/decisions/0001-contract.md` explains why the contract has this shape.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// Stable identifier on the wire and in the store, such as `"may-i"`.
    const ID: &'static str;
    /// The name people use.
    const NAME: &'static str;
    /// Increased whenever an old log would replay to a different state.
    const REVISION: u32;
    /// The fewest and the most seats, over all options.
    const SEATS: RangeInclusive<u8>;
    /// Whether the scores of a result can be compared between games, so that there are high scores.
    const HAS_HIGH_SCORES: bool = false;

    /// What can be chosen for a match; missing fields take their defaults.
    type Options: Clone + PartialEq + Debug + Default + Serialize + DeserializeOwned + Send + Sync;
    /// The whole state, hidden things included, as a value that can be written and read: for trusted tools,
    /// records and snapshots. Only a referee can make one from a game. Two games are equal when their setups
    /// are.
    type Setup: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What a seat can do. An action may also name things that do not exist, such as square 99: the rules
    /// refuse it when their order of checks gets there.
    type Action: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What is shown beside an action of a menu; [`Nothing`](crate::Nothing) for most games.
    type Remarks: Serialize;
    /// What one viewer may know, and nothing else. Its text is the board for the terminal and for screen
    /// readers. A view read from the wire is enough to draw the table: that is how a client shows a game it
    /// does not hold.
    type View: Clone + PartialEq + Debug + Say + Serialize + DeserializeOwned + Send + Sync;
    /// Something that happened, announced to those who may know. Its text is a sentence.
    type Event: Clone + PartialEq + Debug + Say + Serialize + Send + Sync;
    /// A question about the rules, or about what a view shows.
    type Query: DeserializeOwned;
    /// The reply to a query.
    type Answer: Serialize;
    /// Why something is refused.
    type Error: Coded;

    /// How many seats a table may have under these options.
    fn table_sizes(_options: &Self::Options) -> RangeInclusive<u8> {
        Self::SEATS
    }

    /// Deals a new game. Refuses options that contradict each other and a wrong number of seats.
    fn new(referee: &Referee, options: Self::Options, seats: u8, seed: &Seed) -> Result<Self, Self::Error>;

    /// The whole state as a value.
    fn setup(&self, referee: &Referee) -> Self::Setup;

    /// Sets up a state, be it from [`Game::setup`] or made by hand, after checking every invariant.
    fn load(referee: &Referee, setup: Self::Setup) -> Result<Self, Self::Error>;

    /// Reads the game's one-line notation of a position, if it has one. The line must be complete.
    fn read_position(text: &str, options: Self::Options) -> Result<Self::Setup, Self::Error>;

    /// Writes what a view shows as a line of text from which the position can be set up again. The line
    /// leaves open what the viewer may not know, and does not contain how the game got there.
    fn write_position(view: &Self::View) -> String {
        serde_json::to_string(view).expect("a view can be written as JSON")
    }

    /// Sets up a position for a new game from a line written by [`Game::write_position`] or by hand. What the
    /// line leaves open is dealt from `dice`, which also decide any later chance.
    fn deal_position(
        text: &str,
        options: Self::Options,
        dice: &mut Dice,
    ) -> Result<Self::Setup, Self::Error> {
        match serde_json::from_str::<Self::View>(text) {
            Ok(view) => Ok(Self::redeal(&view, dice)),
            Err(_) => Self::read_position(text, options),
        }
    }

    /// How many seats the table has.
    fn seats(&self) -> u8;

    /// Whom the table waits for, and who else may act out of turn.
    fn awaiting(&self) -> Awaiting;

    /// What `seat` can do now.
    fn menu(&self, seat: Seat) -> Menu<Self::Action>;

    /// Further fields for an action of the menu that a client may show, such as the discs it would turn.
    fn remarks(&self, _seat: Seat, _action: &Self::Action) -> Option<Self::Remarks> {
        None
    }

    /// Why `seat` cannot act at all now: the game is over, it is not its turn, or this table has no such
    /// seat. Called only in these cases, before the action itself is examined; `action` is `None` if the seat
    /// wants to leave.
    fn barred(&self, seat: Seat, action: Option<&Self::Action>) -> Self::Error;

    /// The next state and what is announced, or why the action is refused. Called only for a seat that
    /// [`Game::awaiting`] allows, while the game is not over.
    fn apply(
        &self,
        referee: &Referee,
        seat: Seat,
        action: &Self::Action,
    ) -> Result<Transition<Self>, Self::Error>;

    /// Takes out a seat that resigns or is gone for good. Called only while the game is not over.
    fn leave(&self, referee: &Referee, seat: Seat, why: Leaving) -> Transition<Self>;

    /// Who must agree to a draw (all who are still in the game), and the transition that ends the game as a
    /// draw. `None` if the rules know no agreed draw, as in most games. Called only while the game is not
    /// over.
    fn draw(&self) -> Option<(SeatSet, Transition<Self>)> {
        None
    }

    /// How a table keeps this action. Called only for actions that are allowed.
    fn keeping(&self, _seat: Seat, _action: &Self::Action) -> Keeping {
        Keeping::Logged
    }

    /// The action made for a seat that must act when its time runs out; `None` means that the seat leaves.
    fn idle(&self, seat: Seat) -> Option<Self::Action>;

    /// What kind of decision `seat` must make now; it decides how the table's clock runs.
    fn decision_kind(&self, _seat: Seat) -> DecisionKind {
        DecisionKind::Turn
    }

    /// What `viewer` may know.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// The result, once there is one.
    fn outcome(&self) -> Option<Outcome>;

    /// A random full state that this viewer could not tell from the real one, each possibility as likely as
    /// the game makes it. Computer players search on such states, and they are the sharpest test that nothing
    /// leaks.
    fn redeal(view: &Self::View, dice: &mut Dice) -> Self::Setup;

    /// Answers a question from the rules alone or, if it is about a game in progress, from what the asker
    /// sees of that game.
    fn answer(view: Option<&Self::View>, query: &Self::Query) -> Result<Self::Answer, Self::Error>;

    /// Reads an action as people type it, such as `f5`; what it means may depend on the position.
    fn read(&self, seat: Seat, text: &str) -> Result<Self::Action, Self::Error>;

    /// Writes an action in the form that [`Game::read`] reads.
    fn write(&self, seat: Seat, action: &Self::Action) -> String;
}

/// What a seat can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Menu<A> {
    /// Every action that would be accepted, each once; private ones need not be listed.
    Complete(Vec<A>),
    /// A few of very many: all of them legal, and never an empty list for a seat that must act.
    Sample(Vec<A>),
}

impl<A> Menu<A> {
    /// The menu of a seat that cannot act.
    pub const NOTHING: Menu<A> = Menu::Complete(Vec::new());

    /// The listed actions.
    pub fn actions(&self) -> &[A] {
        match self {
            Menu::Complete(actions) | Menu::Sample(actions) => actions,
        }
    }

    /// The listed actions, by value.
    pub fn into_actions(self) -> Vec<A> {
        match self {
            Menu::Complete(actions) | Menu::Sample(actions) => actions,
        }
    }

    /// Whether no other action is legal.
    pub const fn is_complete(&self) -> bool {
        matches!(self, Menu::Complete(_))
    }
}

/// How a table keeps an action. Of actions that are not logged, each seat's latest is kept beside the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeping {
    /// As an entry of the log.
    Logged,
    /// Beside the log: nobody but its seat could notice it, such as sorting one's own hand. It does not
    /// change what the others see, hear and can do, nor whom the table waits for.
    Private,
    /// Beside the log: its seat only prepares something in view of everybody, such as moving the cue ball
    /// before the shot, and can repeat that without limit. The others see the table change, but it does not
    /// change what they can do, nor whom the table waits for.
    Provisional,
}

/// What kind of decision a seat has to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecisionKind {
    /// A turn, or part of one: it runs on the player's clock.
    Turn,
    /// A short answer needed during somebody else's turn: it has a time limit of its own and does not use the
    /// player's clock.
    Answer,
}

/// Why a seat leaves a game before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Leaving {
    /// The seat gives up.
    Resign,
    /// Its time ran out, or its player went away and did not come back.
    Timeout,
}

impl Leaving {
    /// The [`Outcome::reason`] of a game that this ends.
    pub const fn reason(self) -> &'static str {
        match self {
            Leaving::Resign => "resign",
            Leaving::Timeout => "timeout",
        }
    }
}
