//! Where a game is played: on this machine, or at a server's table.

use super::names;
use baize_games::AnyTable;
use baize_rules::{Language, Problem, Seat};
use serde_json::Value;
use std::time::Duration;

/// What the screen and the lines need of a game.
pub(super) trait Venue {
    /// The game, at least as the reader may know it.
    fn table(&self) -> &dyn AnyTable;
    /// Whose eyes the screen has.
    fn reader(&self) -> Option<Seat>;
    /// What a seat can do, as it is typed.
    fn moves(&self, seat: Seat) -> Vec<String>;
    /// Whether others are to move, and somebody here might want to speak first.
    fn may_wait(&self) -> bool;
    /// Lets the others go on.
    fn wait(&mut self) -> Result<(), Problem>;
    /// Makes a move; the others may answer it at once.
    fn act(&mut self, seat: Seat, action: &Value) -> Result<(), Problem>;
    /// Gives up.
    fn resign(&mut self, seat: Seat) -> Result<(), Problem>;
    /// Takes the reader's last move back, or asks for it.
    fn undo(&mut self) -> Undone;
    /// What a computer player would do.
    fn hint(&self, seat: Seat) -> Result<String, Problem>;
    /// Another word that is understood here; nothing if it is none.
    fn command(&mut self, typed: &str) -> Option<Result<(), Problem>>;
    /// Begins another game with the same people, or asks for one.
    fn again(&mut self) -> Result<(), Problem>;
    /// How many games were played here before this one.
    fn games_before(&self) -> usize;
    /// How many things have happened.
    fn count(&self) -> usize;
    /// The last `count` of the first `until` things, as those at this screen may all hear them.
    fn told(&self, until: usize, count: usize, language: Language) -> Vec<String>;
    /// The events of what happened from the `from`th thing on.
    fn events(&self, from: usize) -> Vec<Value>;
    /// Whether others move by themselves, so that one has to look from time to time.
    fn is_live(&self) -> bool;
    /// Whether one can leave and come back.
    fn is_kept(&self) -> bool;
    /// Takes what has happened meanwhile, and lets the others go on for so long.
    fn poll(&mut self, passed: Duration) -> Result<(), Problem>;
    /// Who takes time for a move.
    fn thinking(&self) -> Option<Seat> {
        None
    }
    /// Whoever takes time takes no more.
    fn hurry(&mut self) {}
    /// Whether there is anything to type now.
    fn is_open(&self, seat: Seat) -> bool;
    /// What stands beside the title: clocks, names, the connection.
    fn note(&self, language: Language) -> String;
    /// What everybody is called, seat by seat.
    fn names(&self, language: Language) -> Vec<Option<String>>;
    /// A text with the names in place of the seats.
    fn named(&self, text: &str, language: Language) -> String {
        names::named(text, &self.names(language), language)
    }
}

/// What came of the wish to take something back.
pub(super) enum Undone {
    /// It was.
    TakenBack,
    /// The others are asked.
    Asked,
    /// There is nothing to take back.
    Nothing,
    /// Something hidden was shown since.
    Shown,
    /// It cannot be.
    Refused(Problem),
}
