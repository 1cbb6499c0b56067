//! Records, outside the data file, where the journal ends.
//!
//! SQLite reads a write-ahead log up to the first frame that does not match its checksum. One flipped bit
//! looks like an earlier end, and everything after it would be lost silently. So nothing is acknowledged
//! before its place in the journal is also recorded in this file; a journal that ends earlier than the file
//! says has lost something.

use super::private;
use crate::StoreError;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The name of the file in the data folder.
const FILE: &str = "baize.tail";
/// The name the file is made under, so that a start that is cut short leaves nothing unreadable under the
/// real name.
const UNFINISHED: &str = "baize.tail.new";
/// Two places, written in turn, each in a block of its own: a write that is cut off leaves the other one
/// intact.
const PLACES: [u64; 2] = [0, 4_096];
/// The length of a place: the count of writes, the last row of the journal, and a checksum of both.
const LENGTH: usize = 32;

/// The file that says where the journal ends, on whatever disk.
pub trait TailFile: Send {
    /// Reads at a place; it is an error if the file is too short.
    fn read(&mut self, place: u64, bytes: &mut [u8]) -> Result<(), String>;
    /// Writes at a place. The bytes may be lost until [`TailFile::sync`].
    fn write(&mut self, place: u64, bytes: &[u8]) -> Result<(), String>;
    /// Waits until everything that was written is safe.
    fn sync(&mut self) -> Result<(), String>;
    /// Finishes a new file: from now on, and not before, it is found at the next start.
    fn finish(&mut self) -> Result<(), String>;
}

/// The file in a data folder.
struct FolderTail {
    file: File,
    folder: PathBuf,
}

impl FolderTail {
    /// Opens the file; also returns whether it is new.
    fn open(folder: &Path) -> io::Result<(FolderTail, bool)> {
        let is_new = !folder.join(FILE).try_exists()?;
        let file = private(&folder.join(if is_new { UNFINISHED } else { FILE }))?;
        if is_new {
            // Left over from an earlier start that was cut short.
            file.set_len(0)?;
        }
        Ok((FolderTail { file, folder: folder.to_owned() }, is_new))
    }

    fn name(&self) -> io::Result<()> {
        std::fs::rename(self.folder.join(UNFINISHED), self.folder.join(FILE))?;
        File::open(&self.folder)?.sync_all()
    }
}

impl TailFile for FolderTail {
    fn read(&mut self, place: u64, bytes: &mut [u8]) -> Result<(), String> {
        let found = self.file.seek(SeekFrom::Start(place)).and_then(|_| self.file.read_exact(bytes));
        found.map_err(|error| error.to_string())
    }

    fn write(&mut self, place: u64, bytes: &[u8]) -> Result<(), String> {
        let written = self.file.seek(SeekFrom::Start(place)).and_then(|_| self.file.write_all(bytes));
        written.map_err(|error| error.to_string())
    }

    fn sync(&mut self) -> Result<(), String> {
        self.file.sync_data().map_err(|error| error.to_string())
    }

    fn finish(&mut self) -> Result<(), String> {
        self.name().map_err(|error| error.to_string())
    }
}

/// Where the journal ends, in memory and in the file.
pub(super) struct Tail {
    file: Box<dyn TailFile>,
    writes: u64,
    row: i64,
}

impl Tail {
    /// Opens the file of a folder whose journal ends at `found`; fails if it should end later.
    ///
    /// A folder without the file comes from an older program or a restored backup: it gets one.
    pub(super) fn open(folder: &Path, found: i64) -> Result<Tail, StoreError> {
        let (file, is_new) = FolderTail::open(folder).map_err(|error| failed(&error.to_string()))?;
        Tail::take(Box::new(file), is_new, found)
    }

    /// Continues an existing file, or starts a new one.
    pub(super) fn take(mut file: Box<dyn TailFile>, is_new: bool, found: i64) -> Result<Tail, StoreError> {
        let written = PLACES.iter().filter_map(|place| read(&mut *file, *place)).max();
        let (writes, row) = match written {
            Some((_, row)) if row > found => {
                return Err(StoreError::CutOff { expected: row.unsigned_abs(), found: found.unsigned_abs() });
            }
            Some(written) => written,
            // If nothing was ever written, nothing is missing: the first start was cut short.
            None if is_new || found == 0 => (0, 0),
            None => return Err(StoreError::TailUnreadable),
        };
        let mut tail = Tail { file, writes, row };
        if written.is_none() {
            // Write both places, so that neither is ever missing.
            tail.write(found).and_then(|()| tail.write(found)).map_err(|error| failed(&error))?;
        }
        if is_new {
            tail.file.finish().map_err(|error| failed(&error))?;
        }
        Ok(tail)
    }

    /// Records that the journal ends at `row`, and waits for the disk.
    pub(super) fn keep(&mut self, row: i64) -> Result<(), StoreError> {
        if row <= self.row {
            return Ok(());
        }
        self.write(row).map_err(|error| failed(&error))
    }

    fn write(&mut self, row: i64) -> Result<(), String> {
        let writes = self.writes + 1;
        let mut bytes = [0; LENGTH];
        bytes[..8].copy_from_slice(&writes.to_le_bytes());
        bytes[8..16].copy_from_slice(&row.to_le_bytes());
        let sum = checksum(&bytes[..16]);
        bytes[16..].copy_from_slice(&sum);
        self.file.write(PLACES[(writes % 2) as usize], &bytes)?;
        self.file.sync()?;
        (self.writes, self.row) = (writes, row);
        Ok(())
    }
}

/// Reads a place: the count of writes and the last row of the journal, if it is intact.
fn read(file: &mut dyn TailFile, place: u64) -> Option<(u64, i64)> {
    let mut bytes = [0; LENGTH];
    file.read(place, &mut bytes).ok()?;
    let (said, sum) = bytes.split_at(16);
    let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|index| said[at + index]));
    (sum == checksum(said)).then(|| (number(0), number(8) as i64))
}

fn failed(error: &str) -> StoreError {
    StoreError::Failed(format!("{FILE}: {error}"))
}

fn checksum(said: &[u8]) -> [u8; 16] {
    let hash: [u8; 32] = Sha256::new().chain_update(b"baize tail\0").chain_update(said).finalize().into();
    std::array::from_fn(|index| hash[index])
}
