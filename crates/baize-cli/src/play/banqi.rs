//! The pieces of Banqi: printed characters, and a third colour.

use super::face::Face;
use baize_banqi::{Colour, Mode, Piece};
use baize_games::AnyTable;
use baize_rules::Viewer;
use ratatui::style::Color;

/// Which game of Banqi it is, if the table says so.
struct Pieces(Option<Mode>);

pub(super) fn face(table: &dyn AnyTable) -> Box<dyn Face> {
    Box::new(Pieces(serde_json::from_value(table.view(Viewer::Spectator)["mode"].take()).ok()))
}

impl Face for Pieces {
    fn sign(&self, letter: char) -> Option<char> {
        let (piece, mode) = (Piece::from_letter(letter)?, self.0?);
        Some(piece.kind().printed(piece.faction(mode).colour()))
    }

    fn colour(&self, letter: char) -> Option<Color> {
        let faction = Piece::from_letter(letter)?.faction(self.0?);
        (faction.colour() == Colour::Green).then_some(Color::Green)
    }
}
