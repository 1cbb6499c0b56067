//! A match without a table, for programs that play a great many.

use crate::setup::Story;
use crate::{FullPosition, Options, Ply, Position, RuleError, View};
use baize_rules::Seed;

/// A match that announces nothing: the rules of [`Banqi`](crate::Banqi) without events, menus and refusals.
///
/// It knows the face-down pieces, so it is for the program that runs a match, not for the players.
#[derive(Clone)]
pub struct SilentMatch {
    full: FullPosition,
    story: Story,
}

impl SilentMatch {
    /// Deals a match from a seed, as at a table.
    pub fn deal(options: Options, seed: &Seed) -> Result<SilentMatch, RuleError> {
        Ok(SilentMatch { full: FullPosition::deal(options, seed)?, story: Story::default() })
    }

    /// The public position.
    pub const fn position(&self) -> &Position {
        &self.full.public
    }

    /// Plays an action, which must be legal (see [`Position::allows`]); others are not detected and corrupt
    /// the match.
    #[inline]
    pub fn play(&mut self, ply: Ply) {
        let before = self.full.public.gone;
        let mover = self.full.public.seat();
        self.full.play(ply);
        let position = &mut self.full.public;
        self.story.note_ply(mover, ply, &position.options);
        if position.gone != before {
            self.story.note_departures(before, position, mover);
        }
        self.story.look_for_repetition(position);
    }

    /// The view that everybody at a table of this match would have.
    pub fn view(&self) -> View {
        View::of(&self.full.public, &self.story)
    }
}
