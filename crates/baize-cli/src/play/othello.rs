//! Discs of Othello on a green cloth.

use super::face::{Face, Look};
use baize_games::AnyTable;
use baize_rules::Language;
use ratatui::style::Color;

/// Greens on which both black and white can be seen.
const CLOTH: [Color; 2] = [Color::Indexed(28), Color::Indexed(29)];
const BLACK: Color = Color::Indexed(16);
const WHITE: Color = Color::Indexed(231);

struct Discs;

pub(super) fn face(_: &dyn AnyTable) -> Box<dyn Face> {
    Box::new(Discs)
}

impl Face for Discs {
    fn look(&self, letter: char, _: Language) -> Option<Look> {
        let (disc, sign) = match letter {
            'X' => (Some(BLACK), None),
            'O' => (Some(WHITE), None),
            '.' => (None, Some(('·', WHITE))),
            '-' => (None, None),
            _ => return None,
        };
        Some(Look { ground: CLOTH, disc, sign })
    }
}
