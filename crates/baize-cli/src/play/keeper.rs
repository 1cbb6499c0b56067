//! Games that were left: kept after every move, and gone on with by `baize play --resume`.

use crate::agent::shelf::{Shelf, Taken};
use crate::local::Local;
use anyhow::{Context, ensure};
use std::path::PathBuf;

/// So many games are kept; the oldest goes first.
const MOST_GAMES: usize = 20;

/// A place for one game, that nobody else has.
pub(super) struct Keeper {
    taken: Taken,
}

impl Keeper {
    /// A place for a new game in this folder.
    pub(super) fn new(folder: PathBuf, game: &str) -> anyhow::Result<Keeper> {
        let shelf = Shelf::open(folder)?;
        let mut ids = shelf.newest_first()?;
        for old in ids.split_off(ids.len().min(MOST_GAMES - 1)) {
            // One that is played elsewhere stays.
            if let Some(taken) = shelf.take_free(&old)? {
                taken.remove()?;
            }
        }
        let id = format!("{game}-{}", &baize_referee::fresh_seed()?.commitment()[..6]);
        Ok(Keeper { taken: shelf.take_new(&id)? })
    }

    /// The game that was left last, or the one of this name.
    pub(super) fn resume(folder: PathBuf, named: &str) -> anyhow::Result<(Keeper, Local)> {
        let shelf = Shelf::open(folder)?;
        if !named.is_empty() {
            let taken = shelf.take_free(named)?.with_context(|| format!("{named} is played elsewhere"))?;
            let game = taken.read()?;
            return Ok((Keeper { taken }, game));
        }
        let mut found = None;
        for id in shelf.newest_first()? {
            if found.is_none() {
                found = shelf.take_free(&id)?;
            }
        }
        ensure!(found.is_some(), "no game was left; `baize play GAME` begins one");
        let taken = found.context("a game was found")?;
        let game = taken.read()?;
        Ok((Keeper { taken }, game))
    }

    /// Keeps the game as it is now; one that is over is kept no longer.
    pub(super) fn keep(&self, game: &Local) -> anyhow::Result<()> {
        if game.table().outcome().is_some() { self.taken.clear() } else { self.taken.write(game) }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // A place that nothing was put into leaves nothing behind; an error here helps nobody.
        let _ = self.taken.tidy_up();
    }
}
