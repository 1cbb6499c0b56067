//! Pruning by shallow searches, as far as they can be trusted.

use crate::weights::DISC;

/// How sure a shallow search must be to replace a deep one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Trust(pub(crate) u8);

impl Trust {
    /// Nothing is pruned.
    pub(crate) const EXACT: Trust = Trust(4);

    /// For each trust, the margin in tenths of a standard deviation and the percentage of errors that stay
    /// within it.
    const MARGINS: [(i32, u8); 4] = [(7, 52), (11, 73), (18, 93), (26, 99)];

    fn tenths(self) -> Option<i32> {
        Trust::MARGINS.get(usize::from(self.0)).map(|(tenths, _)| *tenths)
    }

    /// The chance that a single answer is right, in percent.
    pub(crate) fn percent(self) -> u8 {
        Trust::MARGINS.get(usize::from(self.0)).map_or(100, |(_, percent)| *percent)
    }

    /// How far beyond the bound a search of `depth` plies must be to decide the rest of the game.
    pub(crate) fn endgame_margin(self, empties: u32, depth: u32) -> Option<i32> {
        let deviation = 500 + 20 * empties as i32 - 35 * depth as i32;
        self.tenths().map(|tenths| tenths * deviation / 10)
    }

    /// How far beyond the bound a search of `depth` plies must be to decide a search of `deep` plies.
    pub(crate) fn midgame_margin(self, empties: u32, deep: u32, depth: u32) -> Option<i32> {
        let deviation = 700 - 77 * depth as i32 + 26 * (deep - depth) as i32;
        // The further away the end of the game, the less a few plies change.
        let percent = 146 - 2 * empties.clamp(23, 55) as i32;
        self.tenths().map(|tenths| tenths * deviation.max(2 * DISC) / 10 * percent / 100)
    }
}
