//! Where the journal ends, written down outside the data file.
//!
//! A write-ahead log is read up to the first frame that does not fit its checksum. One flipped bit in it looks like an
//! earlier end, and everything behind it would be gone without a word. So nothing is acknowledged before its place in
//! the journal stands in this file too; a journal that ends earlier than it says has lost something.

use super::private;
use crate::StoreError;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The name of the file in the data folder.
const FILE: &str = "baize.tail";
/// Two places, written in turn, each in a block of its own: a write that is cut off leaves the other one.
const PLACES: [u64; 2] = [0, 4_096];
/// The count of writes, the last row of the journal, and a checksum of both.
const LENGTH: usize = 32;

/// The file that says where the journal ends.
pub(super) struct Tail {
    file: File,
    writes: u64,
    row: i64,
}

impl Tail {
    /// Opens the file of a folder whose journal ends at `found`; says so if it should end later.
    ///
    /// A folder without the file is one of an older program, or a backup that was put in place: it gets one.
    pub(super) fn open(folder: &Path, found: i64) -> Result<Tail, StoreError> {
        let path = folder.join(FILE);
        let unusable = |error: io::Error| StoreError::Failed(format!("{FILE}: {error}"));
        let is_new = !path.exists();
        let file = private(&path).map_err(unusable)?;
        let written = PLACES.iter().filter_map(|place| read(&file, *place)).max();
        let (writes, row) = match written {
            Some((_, row)) if row > found => {
                return Err(StoreError::CutOff { expected: row.unsigned_abs(), found: found.unsigned_abs() });
            }
            Some(written) => written,
            None if is_new => (0, 0),
            None => return Err(StoreError::TailUnreadable),
        };
        let mut tail = Tail { file, writes, row };
        if is_new {
            // Both places, so that neither is ever missing.
            tail.write(found).and_then(|()| tail.write(found)).map_err(unusable)?;
            File::open(folder).and_then(|folder| folder.sync_all()).map_err(unusable)?;
        }
        Ok(tail)
    }

    /// Writes down that the journal ends at `row`, and waits for the disk.
    pub(super) fn keep(&mut self, row: i64) -> Result<(), StoreError> {
        if row <= self.row {
            return Ok(());
        }
        self.write(row).map_err(|error| StoreError::Failed(format!("{FILE}: {error}")))
    }

    fn write(&mut self, row: i64) -> io::Result<()> {
        let writes = self.writes + 1;
        let mut bytes = [0; LENGTH];
        bytes[..8].copy_from_slice(&writes.to_le_bytes());
        bytes[8..16].copy_from_slice(&row.to_le_bytes());
        let sum = checksum(&bytes[..16]);
        bytes[16..].copy_from_slice(&sum);
        self.file.seek(SeekFrom::Start(PLACES[(writes % 2) as usize]))?;
        self.file.write_all(&bytes)?;
        self.file.sync_data()?;
        (self.writes, self.row) = (writes, row);
        Ok(())
    }
}

/// What stands at a place: the count of writes and the last row of the journal, if it is whole.
fn read(mut file: &File, place: u64) -> Option<(u64, i64)> {
    let mut bytes = [0; LENGTH];
    file.seek(SeekFrom::Start(place)).ok()?;
    file.read_exact(&mut bytes).ok()?;
    let (said, sum) = bytes.split_at(16);
    let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|index| said[at + index]));
    (sum == checksum(said)).then(|| (number(0), number(8) as i64))
}

fn checksum(said: &[u8]) -> [u8; 16] {
    let hash: [u8; 32] = Sha256::new().chain_update(b"baize tail\0").chain_update(said).finalize().into();
    std::array::from_fn(|index| hash[index])
}
