//! The pieces of Banqi: wooden discs with printed characters.

use super::face::{Face, Look};
use baize_banqi::{Colour, Mode, Piece};
use baize_games::AnyTable;
use baize_rules::{Language, Viewer};
use ratatui::style::Color;

const BOARD: [Color; 2] = [Color::Indexed(180), Color::Indexed(179)];
const BACK: Color = Color::Indexed(94);
const FRONT: Color = Color::Indexed(230);
const LEGAL: Color = Color::Indexed(22);

/// The mode of the game, if the table says so.
struct Pieces(Option<Mode>);

pub(super) fn face(table: &dyn AnyTable) -> Box<dyn Face> {
    Box::new(Pieces(serde_json::from_value(table.view(Viewer::Spectator)["mode"].take()).ok()))
}

impl Face for Pieces {
    /// In English, pieces show the letters they are typed with, otherwise their printed characters.
    fn look(&self, letter: char, language: Language) -> Option<Look> {
        let (disc, sign) = match letter {
            '?' => (Some(BACK), Some(('?', FRONT))),
            '.' | '-' => (None, Some(('·', LEGAL))),
            _ => {
                let (piece, mode) = (Piece::from_letter(letter)?, self.0?);
                let colour = piece.faction(mode).colour();
                let printed = piece.kind().printed(colour);
                let sign = if language == Language::English { letter } else { printed };
                let ink = match colour {
                    Colour::Red => Color::Indexed(160),
                    Colour::Green => Color::Indexed(28),
                    Colour::Black => Color::Indexed(16),
                };
                (Some(FRONT), Some((sign, ink)))
            }
        };
        Some(Look { ground: BOARD, disc, sign })
    }

    fn colour(&self, letter: char) -> Option<Color> {
        let faction = Piece::from_letter(letter)?.faction(self.0?);
        (faction.colour() == Colour::Green).then_some(Color::Green)
    }
}
