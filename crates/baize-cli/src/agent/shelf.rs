//! Games kept between commands: one file each, changed under a lock and replaced as a whole.

use crate::local::Local;
use anyhow::{Context, bail, ensure};
use baize_games::Record;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The folder with the games.
#[derive(Clone)]
pub(crate) struct Shelf {
    folder: PathBuf,
}

/// A game that nobody else can change while this value lives.
pub(crate) struct Taken {
    shelf: Shelf,
    id: String,
    _lock: File,
}

/// The longest name; names are parts of file names, so they are short and plain.
const MOST_NAME: usize = 40;

impl Shelf {
    /// Opens the folder, and makes it if it is missing.
    pub(crate) fn open(folder: PathBuf) -> anyhow::Result<Shelf> {
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        Ok(Shelf { folder })
    }

    /// The names of all games, sorted.
    pub(crate) fn ids(&self) -> anyhow::Result<Vec<String>> {
        let mut ids = Vec::new();
        for entry in fs::read_dir(&self.folder).with_context(|| self.folder.display().to_string())? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "json")
                && let Some(id) = path.file_stem().and_then(|stem| stem.to_str())
            {
                ids.push(id.to_owned());
            }
        }
        ids.sort();
        Ok(ids)
    }

    /// Waits until nobody else has the game, and takes it.
    pub(crate) fn take(&self, id: &str) -> anyhow::Result<Taken> {
        check(id)?;
        let missing = format!("there is no game {id:?}; `baize agent list` names those there are");
        // Asking for a game that does not exist leaves no lock behind.
        ensure!(self.file(id).exists(), missing);
        let taken = self.lock(id)?;
        if !self.file(id).exists() {
            taken.remove()?;
            bail!(missing);
        }
        Ok(taken)
    }

    /// The names of all games, the last changed first.
    pub(crate) fn newest_first(&self) -> anyhow::Result<Vec<String>> {
        let mut ids = self.ids()?;
        let changed = |id: &String| self.file(id).metadata().and_then(|found| found.modified()).ok();
        ids.sort_by_key(|id| std::cmp::Reverse(changed(id)));
        Ok(ids)
    }

    /// Takes a game, unless somebody else has it.
    pub(crate) fn take_free(&self, id: &str) -> anyhow::Result<Option<Taken>> {
        check(id)?;
        ensure!(self.file(id).exists(), "there is no game {id:?}");
        let path = self.folder.join(format!("{id}.lock"));
        let lock = File::options().create(true).append(true).open(&path);
        let lock = lock.with_context(|| path.display().to_string())?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(Taken { shelf: self.clone(), id: id.to_owned(), _lock: lock })),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => Err(error).with_context(|| path.display().to_string()),
        }
    }

    /// Takes a name that no game has.
    pub(crate) fn take_new(&self, id: &str) -> anyhow::Result<Taken> {
        check(id)?;
        let taken = self.lock(id)?;
        ensure!(!self.file(id).exists(), "there is a game {id:?} already");
        Ok(taken)
    }

    fn lock(&self, id: &str) -> anyhow::Result<Taken> {
        let path = self.folder.join(format!("{id}.lock"));
        loop {
            let lock = File::options().create(true).append(true).open(&path);
            let lock = lock.with_context(|| path.display().to_string())?;
            lock.lock().with_context(|| path.display().to_string())?;
            // If the game was removed while we waited, so was this lock: try the new one.
            if path.metadata().is_ok_and(|found| lock.metadata().is_ok_and(|own| own.ino() == found.ino())) {
                return Ok(Taken { shelf: self.clone(), id: id.to_owned(), _lock: lock });
            }
        }
    }

    fn file(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.json"))
    }
}

fn check(id: &str) -> anyhow::Result<()> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    ensure!(
        !id.is_empty() && id.len() <= MOST_NAME && id.chars().all(is_plain) && !id.starts_with('-'),
        "{:?} is no name of a game: at most {MOST_NAME} small letters, digits and hyphens",
        baize_rules::clip(id)
    );
    Ok(())
}

impl Taken {
    /// Removes the game and its lock; its name is free again.
    pub(crate) fn remove(self) -> anyhow::Result<String> {
        self.clear()?;
        self.tidy_up()?;
        Ok(self.id)
    }

    /// Removes the game, but not the lock.
    pub(crate) fn clear(&self) -> anyhow::Result<()> {
        ["json", "draft"].iter().try_for_each(|name| remove(&self.shelf.file(&self.id).with_extension(name)))
    }

    /// Removes the lock, if its game does not exist.
    pub(crate) fn tidy_up(&self) -> anyhow::Result<()> {
        let file = self.shelf.file(&self.id);
        if file.exists() { Ok(()) } else { remove(&file.with_extension("lock")) }
    }

    /// Reads the game as it was left.
    pub(crate) fn read(&self) -> anyhow::Result<Local> {
        let path = self.shelf.file(&self.id);
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let record = Record::read(&text).with_context(|| path.display().to_string())?;
        Local::resume(record).with_context(|| path.display().to_string())
    }

    /// Stores the game: afterwards it is on disk as a whole, or, on an error, the file is as before.
    pub(crate) fn write(&self, game: &Local) -> anyhow::Result<()> {
        let path = self.shelf.file(&self.id);
        let draft = path.with_extension("draft");
        let written = write_whole(&draft, &serde_json::to_vec(game.record())?);
        written.with_context(|| draft.display().to_string())?;
        fs::rename(&draft, &path).with_context(|| path.display().to_string())
    }
}

fn remove(path: &Path) -> anyhow::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| path.display().to_string())
        }
        _ => Ok(()),
    }
}

fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_the_folder() {
        let folder = std::env::temp_dir().join(format!("baize-shelf-{}", std::process::id()));
        let shelf = Shelf::open(folder.clone()).unwrap();
        for id in ["", "../x", "a/b", "A", "x.json", "-x", "ü", &"x".repeat(41)] {
            assert!(shelf.take(id).is_err(), "{id:?}");
        }
        assert!(shelf.take("x").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir_all(folder).unwrap();
    }
}
