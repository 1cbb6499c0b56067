//! Where a game is played: on this machine, or at a server's table.

use super::names;
use baize_games::AnyTable;
use baize_rules::{Language, Problem, Seat};
use serde_json::Value;
use std::time::Duration;

/// What the screen and the lines need from a game.
pub(super) trait Venue {
    /// The game, at least as far as the reader may know it.
    fn table(&self) -> &dyn AnyTable;
    /// The seat whose eyes the screen has.
    fn reader(&self) -> Option<Seat>;
    /// What a seat can do, as a player types it.
    fn moves(&self, seat: Seat) -> Vec<String>;
    /// Whether others are to move, but somebody here might want to speak first.
    fn may_wait(&self) -> bool;
    /// Lets the others go on.
    fn wait(&mut self) -> Result<(), Problem>;
    /// Makes a move; the others may answer it at once.
    fn act(&mut self, seat: Seat, action: &Value) -> Result<(), Problem>;
    /// Gives up.
    fn resign(&mut self, seat: Seat) -> Result<(), Problem>;
    /// Takes back the reader's last move, or asks the others to allow it.
    fn undo(&mut self) -> Undone;
    /// The advice of a computer player.
    fn hint(&self, seat: Seat) -> Result<String, Problem>;
    /// Obeys another word that is understood here; `None` if the word is not.
    fn command(&mut self, typed: &str) -> Option<Result<(), Problem>>;
    /// Begins another game with the same people, or asks for one.
    fn again(&mut self) -> Result<(), Problem>;
    /// How many games were played here before this one.
    fn games_before(&self) -> usize;
    /// How many things have happened.
    fn count(&self) -> usize;
    /// The last `count` of the first `until` things that happened, as everybody at this screen may hear them.
    fn told(&self, until: usize, count: usize, language: Language) -> Vec<String>;
    /// The events from number `from` on.
    fn events(&self, from: usize) -> Vec<Value>;
    /// Whether others move by themselves, so that the screen must check from time to time.
    fn is_live(&self) -> bool;
    /// Whether the game can be left and resumed.
    fn is_kept(&self) -> bool;
    /// Takes in what has happened meanwhile, and lets the others go on for `passed`.
    fn poll(&mut self, passed: Duration) -> Result<(), Problem>;
    /// The seat that is taking time for a move.
    fn thinking(&self) -> Option<Seat> {
        None
    }
    /// Makes a player that is taking time move at once.
    fn hurry(&mut self) {}
    /// Whether there is anything to type now.
    fn is_open(&self, seat: Seat) -> bool;
    /// What is shown beside the title: clocks, names, the connection.
    fn note(&self, language: Language) -> String;
    /// Everybody's name, seat by seat.
    fn names(&self, language: Language) -> Vec<Option<String>>;
    /// Replaces the seats in a text with names.
    fn named(&self, text: &str, language: Language) -> String {
        names::named(text, &self.names(language), language)
    }
}

/// The result of asking to take something back.
pub(super) enum Undone {
    /// It was taken back.
    TakenBack,
    /// The others are asked.
    Asked,
    /// There is nothing to take back.
    Nothing,
    /// Something hidden has been shown since.
    Shown,
    /// It cannot be taken back.
    Refused(Problem),
}
