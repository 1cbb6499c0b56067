//! Where a game is played: on this machine, or at a server's table.

use baize_games::AnyTable;
use baize_rules::{Language, Problem, Seat};
use serde_json::Value;

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
    /// Takes what has happened meanwhile.
    fn poll(&mut self);
    /// Whether there is anything to type now.
    fn is_open(&self, seat: Seat) -> bool;
    /// What stands beside the title: clocks, names, the connection.
    fn note(&self, language: Language) -> String;
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
