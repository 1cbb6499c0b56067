//! Unfinished games: stored after every move, and resumed by `baize play --resume`.

use crate::agent::shelf::{Shelf, Taken};
use crate::local::Local;
use anyhow::{Context, ensure};
use std::path::PathBuf;

/// How many games are stored; the oldest goes first.
const MOST_GAMES: usize = 20;

/// A place for one game, locked against everybody else.
pub(super) struct Keeper {
    taken: Taken,
}

impl Keeper {
    /// Makes a place for a new game in this folder.
    pub(super) fn new(folder: PathBuf, game: &str) -> anyhow::Result<Keeper> {
        let shelf = Shelf::open(folder)?;
        let mut ids = shelf.newest_first()?;
        for old in ids.split_off(ids.len().min(MOST_GAMES - 1)) {
            // A game that is being played elsewhere stays.
            if let Some(taken) = shelf.take_free(&old)? {
                taken.remove()?;
            }
        }
        let id = format!("{game}-{}", &baize_referee::fresh_seed()?.commitment()[..6]);
        Ok(Keeper { taken: shelf.take_new(&id)? })
    }

    /// Opens the game that was left last, or the one with this name.
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

    /// Stores the game as it is now, or removes it once it is over.
    pub(super) fn keep(&self, game: &Local) -> anyhow::Result<()> {
        if game.table().outcome().is_some() { self.taken.clear() } else { self.taken.write(game) }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // A place that was never used leaves nothing behind; nobody could do anything about an error here.
        let _ = self.taken.tidy_up();
    }
}
