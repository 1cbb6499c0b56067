//! What is special about a game on the screen. Other games are their text, with a cursor on it.

use super::ask::Question;
use super::screen::Theme;
use super::words::Words;
use super::{banqi, may_i, othello, pool};
use baize_games::AnyTable;
use baize_rules::{Language, Seat};
use crossterm::event::KeyEvent;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Color;
use serde_json::Value;
use std::time::Duration;

/// Makes the face of a table's game.
type MakeFace = fn(&dyn AnyTable) -> Box<dyn Face>;

/// The games with a face of their own. Nothing else in the screen's code names a game.
const FACES: &[(&str, MakeFace)] =
    &[("banqi", banqi::face), ("may-i", may_i::face), ("nine-ball", pool::face), ("othello", othello::face)];

/// The face of the game at this table.
pub(super) fn face_of(table: &dyn AnyTable) -> Box<dyn Face> {
    let own = FACES.iter().find(|(id, _)| *id == table.game().id());
    own.map_or_else(|| Box::new(Plain) as Box<dyn Face>, |(_, face)| face(table))
}

/// The look of a board's cell: its ground, a disc on it, a sign on that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Look {
    /// The two alternating colours of the ground.
    pub(super) ground: [Color; 2],
    pub(super) disc: Option<Color>,
    pub(super) sign: Option<(char, Color)>,
}

/// The effect of a key.
pub(super) enum Pressed {
    /// The game does not use this key.
    Not,
    /// The screen has changed.
    Changed,
    /// This action is to be played.
    Plays(Value),
}

/// What the screen asks of a game. The default answers are for a game that is only its text.
pub(super) trait Face {
    /// How a cell with this letter is drawn, given colours and wide characters; other boards show their
    /// letters.
    fn look(&self, _letter: char, _language: Language) -> Option<Look> {
        None
    }

    /// The colour of a letter of the board, if it has one of its own.
    fn colour(&self, _letter: char) -> Option<Color> {
        None
    }

    /// Whether the meld named on a line of the text takes a card of the hand.
    fn takes(&self, _line: &str, _card: &str, _moves: &[String]) -> bool {
        false
    }

    /// Whether the game draws its table instead of the text.
    fn is_picture(&self) -> bool {
        false
    }

    /// Draws the table.
    fn draw(&self, _table: &dyn AnyTable, _seat: Seat, _theme: Theme, _frame: &mut Frame<'_>, _area: Rect) {}

    /// Looks at the table again after a change.
    fn see(&mut self, _table: &dyn AnyTable, _seat: Seat) {}

    /// Handles a key pressed while the arrows are on the board.
    fn key(&mut self, _key: KeyEvent) -> Pressed {
        Pressed::Not
    }

    /// The question to answer before this action is sent, if there is one.
    fn question(
        &self,
        _table: &dyn AnyTable,
        _seat: Seat,
        _action: &Value,
        _language: Language,
    ) -> Option<Question> {
        None
    }

    /// What the line for typing shows; `text` is the board as text.
    fn prompt(&self, _words: &Words, _text: &[String]) -> Option<String> {
        None
    }

    /// What the keys do.
    fn keys(&self, _words: &Words) -> Option<&'static str> {
        None
    }

    /// Takes in what has happened, to show it in motion.
    fn hear(&mut self, _events: &[Value]) {}

    /// Whether something is moving; its effects are not told yet.
    fn is_moving(&self) -> bool {
        false
    }

    /// Lets time pass.
    fn tick(&mut self, _passed: Duration) {}

    /// Stops all motion.
    fn stop(&mut self) {}
}

struct Plain;

impl Face for Plain {}
