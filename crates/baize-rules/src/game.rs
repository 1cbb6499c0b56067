//! The contract.

use crate::{Awaiting, Coded, Dice, Outcome, Referee, Say, Seat, SeatSet, Seed, Transition, Viewer};
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;
use std::ops::RangeInclusive;

/// The full state of one game in progress.
///
/// Every function is pure: no clock, no I/O, no randomness but the seed. `options + seats + seed + log of (seat,
/// action)` is the game. What a function may know is in its arguments: those that get a [`Referee`] may open secrets,
/// the others build on what is public or what the seat in question owns. `docs/decisions/0001-contract.md` says why
/// it has this shape.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// Stable identifier on the wire and in the store, such as `"may-i"`.
    const ID: &'static str;
    /// The name people use.
    const NAME: &'static str;
    /// Raised when an old log would replay to a different state.
    const REVISION: u32;
    /// The fewest and the most seats, over all options.
    const SEATS: RangeInclusive<u8>;
    /// Whether the scores of a result can be compared between games, so that there are high scores.
    const HAS_HIGH_SCORES: bool = false;

    /// What can be chosen per match; missing fields are defaults.
    type Options: Clone + PartialEq + Debug + Default + Serialize + DeserializeOwned + Send + Sync;
    /// The whole state, hidden things included, as a value that can be written and read: for trusted tools, records
    /// and snapshots. Only a referee makes one from a game, so two games are equal when their setups are.
    type Setup: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What a seat can do. It may also hold things that are nowhere on the table, such as square 99: the rules answer
    /// these, in their own order of checks.
    type Action: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What stands beside an action of a menu; [`Nothing`](crate::Nothing) for most games.
    type Remarks: Serialize;
    /// What one viewer may know, and nothing else. Its text is the board as the terminal and a screen reader show it. Read
    /// from the wire, it is enough to lay the same table out again: that is how a client shows a game it does not hold.
    type View: Clone + PartialEq + Debug + Say + Serialize + DeserializeOwned + Send + Sync;
    /// Something that happened, told to those who may know. Its text is a sentence.
    type Event: Clone + PartialEq + Debug + Say + Serialize + Send + Sync;
    /// A question about the rules, or about what a view shows.
    type Query: DeserializeOwned;
    /// The reply to a query.
    type Answer: Serialize;
    /// Why something is refused.
    type Error: Coded;

    /// How many can play under these options, where that depends on them.
    fn table_sizes(_options: &Self::Options) -> RangeInclusive<u8> {
        Self::SEATS
    }

    /// Deals. Refuses options that contradict each other and a wrong number of seats.
    fn new(referee: &Referee, options: Self::Options, seats: u8, seed: &Seed) -> Result<Self, Self::Error>;

    /// Writes the whole state down.
    fn setup(&self, referee: &Referee) -> Self::Setup;

    /// Sets up what was written down, or made up by hand: every invariant is checked.
    fn load(referee: &Referee, setup: Self::Setup) -> Result<Self, Self::Error>;

    /// Reads the game's one-line notation of a position, if it has one. Nothing may be left open.
    fn read_position(text: &str, options: Self::Options) -> Result<Self::Setup, Self::Error>;

    /// Writes what a view shows as a line of text that needs nothing else to be set up again. What the viewer may not
    /// know is left open in it, and what led here is not part of it.
    fn write_position(view: &Self::View) -> String {
        serde_json::to_string(view).expect("a view can be written as JSON")
    }

    /// Sets up a position for a new game: a line as [`Game::write_position`] writes it or people make it up. What the line
    /// leaves open is dealt from `dice`, and so is whatever else comes by chance later.
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

    /// Whom the table waits for, and who else may speak out of turn.
    fn awaiting(&self) -> Awaiting;

    /// What `seat` can do now.
    fn menu(&self, seat: Seat) -> Menu<Self::Action>;

    /// What a client may show beside an action of the menu, such as the discs it would turn, as further fields.
    fn remarks(&self, _seat: Seat, _action: &Self::Action) -> Option<Self::Remarks> {
        None
    }

    /// Why `seat` cannot act at all now: the game is over, it is not its turn, it is no seat of this table. Called
    /// exactly when that is so, before the action itself is looked at; without an action when the seat wants to leave.
    fn barred(&self, seat: Seat, action: Option<&Self::Action>) -> Self::Error;

    /// The next state and what is announced; on `Err` nothing has happened. Called only for a seat that
    /// [`Game::awaiting`] allows, while the game is not over.
    fn apply(
        &self,
        referee: &Referee,
        seat: Seat,
        action: &Self::Action,
    ) -> Result<Transition<Self>, Self::Error>;

    /// `seat` resigns, or is gone for good. Called only while the game is not over.
    fn leave(&self, referee: &Referee, seat: Seat, why: Leaving) -> Transition<Self>;

    /// The game ended as a draw by agreement, and whose consent that takes: all who are still in it. `None` where the rules
    /// have no such end, as in most games. Called only while the game is not over.
    fn draw(&self) -> Option<(SeatSet, Transition<Self>)> {
        None
    }

    /// How a table keeps this action. Asked only of actions that are allowed.
    fn keeping(&self, _seat: Seat, _action: &Self::Action) -> Keeping {
        Keeping::Logged
    }

    /// The action made for a seat that must act and whose time ran out; `None` means that it leaves.
    fn idle(&self, seat: Seat) -> Option<Self::Action>;

    /// How long the decision is that `seat` must make now; the table's clock follows it.
    fn decision_kind(&self, _seat: Seat) -> DecisionKind {
        DecisionKind::Turn
    }

    /// What `viewer` may know.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// The result, once there is one.
    fn outcome(&self) -> Option<Outcome>;

    /// A full state that this viewer could not tell from the real one, each possibility as likely as the game makes
    /// it: what computer players search on, and the sharpest test that nothing leaks.
    fn redeal(view: &Self::View, dice: &mut Dice) -> Self::Setup;

    /// Answers a question from the rules alone or, where the question is about a game in progress, from what the
    /// asker sees of it.
    fn answer(view: Option<&Self::View>, query: &Self::Query) -> Result<Self::Answer, Self::Error>;

    /// Reads an action as people type it, such as `f5`; what it means may depend on the position.
    fn read(&self, seat: Seat, text: &str) -> Result<Self::Action, Self::Error>;

    /// Writes an action as [`Game::read`] reads it.
    fn write(&self, seat: Seat, action: &Self::Action) -> String;
}

/// What a seat can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Menu<A> {
    /// Every action that would be accepted, each once; private ones need not be listed.
    Complete(Vec<A>),
    /// Some of very many: always legal, and never empty for a seat that must act.
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

    /// The listed actions, taken out.
    pub fn into_actions(self) -> Vec<A> {
        match self {
            Menu::Complete(actions) | Menu::Sample(actions) => actions,
        }
    }

    /// Whether nothing else is legal.
    pub const fn is_complete(&self) -> bool {
        matches!(self, Menu::Complete(_))
    }
}

/// How a table keeps an action. What is not logged stands beside the log, the latest of each seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeping {
    /// As an entry of the log.
    Logged,
    /// Nobody but its seat could notice it, such as sorting the own hand: what the others see, hear and can do stays as it
    /// is, and so does whom the table waits for.
    Private,
    /// Its seat only gets something ready, before everybody's eyes, such as putting the cue ball somewhere else before the
    /// shot. It can be repeated for ever. The others see the table change, but what they can do stays as it is, and so does
    /// whom the table waits for.
    Provisional,
}

/// What kind of decision a seat has to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecisionKind {
    /// A turn, or a part of one: it takes the time of the player's clock.
    Turn,
    /// A short answer asked for in the middle of somebody else's turn: it has its own time and costs none of the clock.
    Answer,
}

/// Why a seat leaves a game before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Leaving {
    /// It gives up.
    Resign,
    /// Its time ran out, or it went away and did not come back.
    Timeout,
}

impl Leaving {
    /// The reason a game gives when this ends it.
    pub const fn reason(self) -> &'static str {
        match self {
            Leaving::Resign => "resign",
            Leaving::Timeout => "timeout",
        }
    }
}
