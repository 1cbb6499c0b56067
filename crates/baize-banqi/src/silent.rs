//! A match without a table, for programs that play very many.

use crate::setup::Story;
use crate::{FullPosition, Options, Ply, Position, RuleError, View};
use baize_rules::Seed;

/// A match of which nothing is announced: the same rules as those of [`Banqi`](crate::Banqi), without events, menus and refusals.
///
/// It holds what lies face-down, so it is for whoever runs a match, not for those who play it.
#[derive(Clone)]
pub struct SilentMatch {
    full: FullPosition,
    story: Story,
}

impl SilentMatch {
    /// The start of a match, dealt from a seed as at a table.
    pub fn deal(options: Options, seed: &Seed) -> Result<SilentMatch, RuleError> {
        Ok(SilentMatch { full: FullPosition::deal(options, seed)?, story: Story::default() })
    }

    /// What everybody knows.
    pub const fn position(&self) -> &Position {
        &self.full.public
    }

    /// Plays an action that [`Position::allows`]; any other one gives a wrong match.
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

    /// What everybody at a table of this match would see.
    pub fn view(&self) -> View {
        View::of(&self.full.public, &self.story)
    }
}
