//! A disk in memory that, like real disks, can lose what was not synced.
//!
//! A process always reads back what it has written. After a crash, everything up to the file's last sync is
//! there; the later writes may all survive, or none, or some of them in any order, or parts of one.

use crate::luck::Luck;
use std::sync::{Arc, Mutex, MutexGuard};

/// Writes are torn at multiples of this size; shorter ones anywhere.
const SECTOR: usize = 512;

/// A handle to the disk, shared by everybody who has files on it.
#[derive(Clone, Default)]
pub(crate) struct SharedDisk(pub(crate) Arc<Mutex<Disk>>);

impl SharedDisk {
    pub(crate) fn disk(&self) -> MutexGuard<'_, Disk> {
        self.0.lock().expect("nothing panics while it holds the disk")
    }
}

/// The machine has stopped, or the disk reports an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Failed;

/// A disk with its files.
#[derive(Default)]
pub(crate) struct Disk {
    files: Vec<File>,
    /// How many modifying operations there have been.
    operations: u64,
    /// The operation at which the machine stops.
    stops_at: Option<u64>,
    /// The operation that fails while the machine goes on.
    fails_at: Option<u64>,
    is_stopped: bool,
    /// Files whose syncs do nothing: a planted bug.
    pub(crate) never_synced: Vec<&'static str>,
    /// How many syncs there have been.
    pub(crate) syncs: u64,
    pub(crate) failures: u64,
}

/// A copy of the disk at some moment: file names and contents.
#[derive(Clone)]
pub(crate) struct Backup(Vec<(String, Vec<u8>)>);

#[derive(Default)]
struct File {
    name: String,
    exists: bool,
    /// The content as a process reads it.
    now: Vec<u8>,
    /// The content that survives a crash.
    safe: Vec<u8>,
    /// The changes since the last sync.
    pending: Vec<Change>,
}

enum Change {
    Write { at: usize, bytes: Vec<u8> },
    Cut(usize),
}

impl Change {
    fn apply(&self, to: &mut Vec<u8>) {
        match self {
            Change::Cut(length) => to.truncate(*length),
            Change::Write { at, bytes } => write(to, *at, bytes),
        }
    }
}

fn write(to: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    if to.len() < at + bytes.len() {
        to.resize(at + bytes.len(), 0);
    }
    to[at..at + bytes.len()].copy_from_slice(bytes);
}

/// What became of the unsynced writes in a crash.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Wreck {
    pub(crate) kept: u64,
    pub(crate) lost: u64,
    pub(crate) torn: u64,
    pub(crate) reordered: u64,
}

impl Disk {
    /// Counts a modifying operation. If the machine stops at this one, it may still reach the disk, like any
    /// other unsynced write.
    fn operate(&mut self) -> Result<(), Failed> {
        if self.is_stopped {
            return Err(Failed);
        }
        self.operations += 1;
        if self.stops_at == Some(self.operations) {
            self.is_stopped = true;
        }
        if self.fails_at == Some(self.operations) {
            self.failures += 1;
            return Err(Failed);
        }
        Ok(())
    }

    /// Lets the machine stop after this many more operations.
    pub(crate) fn stop_after(&mut self, operations: u64) {
        self.stops_at = Some(self.operations + operations.max(1));
    }

    /// Lets the operation after this many others fail.
    pub(crate) fn fail_after(&mut self, operations: u64) {
        self.fails_at = Some(self.operations + operations.max(1));
    }

    /// Stops the machine now.
    pub(crate) const fn stop(&mut self) {
        self.is_stopped = true;
    }

    /// Cancels all planned failures.
    pub(crate) fn heal(&mut self) {
        (self.fails_at, self.stops_at) = (None, None);
    }

    /// Whether the machine has stopped.
    pub(crate) const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Opens or creates the file with this name. Returns its index and whether it is new.
    pub(crate) fn open(&mut self, name: &str) -> Result<(usize, bool), Failed> {
        if self.is_stopped {
            return Err(Failed);
        }
        let found = self.files.iter().position(|file| file.name == name);
        let index = found.unwrap_or_else(|| {
            self.files.push(File { name: name.to_owned(), ..File::default() });
            self.files.len() - 1
        });
        let is_new = !self.files[index].exists;
        if is_new {
            self.operate()?;
            self.files[index].exists = true;
        }
        Ok((index, is_new))
    }

    pub(crate) fn exists(&self, name: &str) -> bool {
        self.files.iter().any(|file| file.name == name && file.exists)
    }

    pub(crate) fn delete(&mut self, name: &str) -> Result<(), Failed> {
        self.operate()?;
        if let Some(file) = self.files.iter_mut().find(|file| file.name == name) {
            *file = File { name: std::mem::take(&mut file.name), ..File::default() };
        }
        Ok(())
    }

    /// Renames a file, replacing any other file of that name. The new name survives a crash.
    pub(crate) fn rename(&mut self, file: usize, name: &str) -> Result<(), Failed> {
        self.operate()?;
        if self.is_stopped {
            return Err(Failed);
        }
        let old = self.files[file].name.clone();
        // File names are unique.
        if let Some(other) = self.files.iter().position(|other| other.name == name) {
            self.files[other] = File { name: old, ..File::default() };
        }
        self.files[file].name = name.to_owned();
        Ok(())
    }

    /// Reads at an offset. Returns how many bytes there were.
    pub(crate) fn read(&self, file: usize, at: usize, bytes: &mut [u8]) -> Result<usize, Failed> {
        if self.is_stopped {
            return Err(Failed);
        }
        let now = &self.files[file].now;
        let from = at.min(now.len());
        let length = bytes.len().min(now.len() - from);
        bytes[..length].copy_from_slice(&now[from..from + length]);
        Ok(length)
    }

    pub(crate) fn write(&mut self, file: usize, at: usize, bytes: &[u8]) -> Result<(), Failed> {
        self.operate()?;
        let file = &mut self.files[file];
        write(&mut file.now, at, bytes);
        file.pending.push(Change::Write { at, bytes: bytes.to_vec() });
        if self.is_stopped { Err(Failed) } else { Ok(()) }
    }

    pub(crate) fn cut(&mut self, file: usize, length: usize) -> Result<(), Failed> {
        self.operate()?;
        let file = &mut self.files[file];
        file.now.truncate(length);
        file.pending.push(Change::Cut(length));
        if self.is_stopped { Err(Failed) } else { Ok(()) }
    }

    /// Syncs a file. If the machine stops during the sync, writes may have survived all the same.
    pub(crate) fn sync(&mut self, file: usize) -> Result<(), Failed> {
        self.operate()?;
        if self.is_stopped {
            return Err(Failed);
        }
        self.syncs += 1;
        let File { name, safe, pending, .. } = &mut self.files[file];
        if !self.never_synced.contains(&name.as_str()) {
            pending.drain(..).for_each(|change| change.apply(safe));
        }
        Ok(())
    }

    pub(crate) fn length(&self, file: usize) -> usize {
        self.files[file].now.len()
    }

    /// Simulates a power failure: unsynced writes are kept, lost, torn and reordered at random.
    pub(crate) fn crash(&mut self, luck: &mut Luck) -> Wreck {
        let mut wreck = Wreck::default();
        let mood = luck.below(4);
        for file in &mut self.files {
            let mut pending = std::mem::take(&mut file.pending);
            if mood == 3 && pending.len() > 1 {
                let (one, other) = (luck.index(pending.len()), luck.index(pending.len()));
                pending.swap(one, other);
                wreck.reordered += u64::from(one != other);
            }
            for change in pending {
                match (mood, luck.below(4)) {
                    (0, _) | (2..=3, 0) => wreck.lost += 1,
                    (2..=3, 1) => {
                        wreck.torn += 1;
                        tear(&change, luck).apply(&mut file.safe);
                    }
                    _ => {
                        wreck.kept += 1;
                        change.apply(&mut file.safe);
                    }
                }
            }
            file.now.clone_from(&file.safe);
        }
        (self.is_stopped, self.stops_at, self.fails_at) = (false, None, None);
        wreck
    }

    /// Simulates a killed process on a running machine: everything that was written is still there.
    pub(crate) fn kill(&mut self) {
        (self.is_stopped, self.stops_at, self.fails_at) = (false, None, None);
    }

    /// Copies the current content of these files.
    pub(crate) fn back_up(&self, names: &[&str]) -> Backup {
        let files = self.files.iter().filter(|file| file.exists && names.contains(&file.name.as_str()));
        Backup(files.map(|file| (file.name.clone(), file.now.clone())).collect())
    }

    /// Replaces everything on the disk with a backup.
    pub(crate) fn restore(&mut self, Backup(files): &Backup) {
        for file in &mut self.files {
            let found = files.iter().find(|(name, _)| *name == file.name);
            let bytes = found.map_or_else(Vec::new, |(_, bytes)| bytes.clone());
            let (name, exists) = (std::mem::take(&mut file.name), found.is_some());
            *file = File { name, exists, now: bytes.clone(), safe: bytes, pending: Vec::new() };
        }
        self.kill();
    }

    /// Flips a synced bit near the end of a file. Returns whether the file had anything in it.
    pub(crate) fn rot(&mut self, name: &str, luck: &mut Luck, within: usize) -> bool {
        let Some(file) = self.files.iter_mut().find(|file| file.name == name) else { return false };
        let length = file.now.len();
        if length == 0 {
            return false;
        }
        let at = length - 1 - luck.index(within.min(length));
        file.now[at] ^= 1 << luck.below(8);
        file.safe.clone_from(&file.now);
        true
    }
}

/// Returns a random part of a change.
fn tear(change: &Change, luck: &mut Luck) -> Change {
    let Change::Write { at, bytes } = change else { return Change::Cut(usize::MAX) };
    if bytes.len() <= SECTOR {
        return Change::Write { at: *at, bytes: bytes[..luck.index(bytes.len() + 1)].to_vec() };
    }
    let sectors = bytes.len().div_ceil(SECTOR);
    let (first, second) = (luck.index(sectors), luck.index(sectors));
    let (from, to) = (first.min(second) * SECTOR, (first.max(second) * SECTOR).min(bytes.len()));
    Change::Write { at: at + from, bytes: bytes[from..to].to_vec() }
}

/// The file that says where the journal ends, on this disk.
pub(crate) struct SimulatedTail {
    disk: SharedDisk,
    file: usize,
}

impl SimulatedTail {
    /// Opens the file. Returns whether it is new.
    pub(crate) fn open(disk: &SharedDisk) -> Result<(SimulatedTail, bool), Failed> {
        let mut files = disk.disk();
        let is_new = !files.exists("baize.tail");
        let (file, _) = files.open(if is_new { "baize.tail.new" } else { "baize.tail" })?;
        if is_new {
            files.cut(file, 0)?;
        }
        Ok((SimulatedTail { disk: disk.clone(), file }, is_new))
    }
}

impl baize_store::TailFile for SimulatedTail {
    fn read(&mut self, place: u64, bytes: &mut [u8]) -> Result<(), String> {
        let length = self.disk.disk().read(self.file, place as usize, bytes).map_err(failed)?;
        if length == bytes.len() { Ok(()) } else { Err("there is less than that".to_owned()) }
    }

    fn write(&mut self, place: u64, bytes: &[u8]) -> Result<(), String> {
        self.disk.disk().write(self.file, place as usize, bytes).map_err(failed)
    }

    fn sync(&mut self) -> Result<(), String> {
        self.disk.disk().sync(self.file).map_err(failed)
    }

    fn finish(&mut self) -> Result<(), String> {
        self.disk.disk().rename(self.file, "baize.tail").map_err(failed)
    }
}

fn failed(_: Failed) -> String {
    "the disk fails".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(disk: &Disk, file: usize) -> String {
        let mut bytes = vec![0; disk.length(file)];
        disk.read(file, 0, &mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    #[test]
    fn what_is_synced_survives_every_crash_and_the_rest_does_not_survive_all() {
        let mut ends = std::collections::BTreeSet::new();
        for seed in 0..200 {
            let mut disk = Disk::default();
            let (file, is_new) = disk.open("log").unwrap();
            assert!(is_new);
            disk.write(file, 0, b"safe").unwrap();
            disk.sync(file).unwrap();
            disk.write(file, 4, b"ab").unwrap();
            disk.write(file, 6, b"cd").unwrap();
            assert_eq!(text(&disk, file), "safeabcd");
            disk.crash(&mut Luck::new(seed, 0));
            let end = text(&disk, file);
            assert!(end.starts_with("safe"), "{end}");
            ends.insert(end);
        }
        for end in ["safe", "safeabcd", "safeab", "safea", "safe\0\0cd"] {
            assert!(ends.contains(end), "{end:?} never came about: {ends:?}");
        }
    }

    #[test]
    fn a_machine_stops_in_the_middle_of_something() {
        let mut disk = Disk::default();
        let (file, _) = disk.open("log").unwrap();
        disk.stop_after(2);
        disk.write(file, 0, b"ab").unwrap();
        assert_eq!(disk.sync(file), Err(Failed));
        assert!(disk.is_stopped() && disk.write(file, 2, b"cd").is_err());
        disk.crash(&mut Luck::new(1, 0));
        assert!(!disk.is_stopped() && disk.length(file) <= 2);
    }
}
