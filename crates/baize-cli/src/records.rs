//! Reading records: from a file with one or many, from standard input, or from a folder of files.

use anyhow::{Context, ensure};
use baize_games::Record;
use serde_json::{Deserializer, Value};
use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, stdin};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The largest record; a record of a game between people is far smaller.
const MOST_BYTES: u64 = 64 << 20;

/// A value, and where it was found.
pub(crate) struct Found {
    /// The file.
    pub(crate) file: String,
    /// Its number in the file, from 1.
    pub(crate) number: usize,
    pub(crate) value: anyhow::Result<Value>,
}

impl Found {
    /// Reads the value as a record.
    pub(crate) fn record(self) -> anyhow::Result<Record> {
        Ok(Record::read(&self.value?.to_string())?)
    }
}

/// All values of a file, of standard input (`-`), or of the `.json` and `.jsonl` files of a folder. They are
/// read one by one, so there may be any number of them.
pub(crate) fn open(path: &Path) -> anyhow::Result<impl Iterator<Item = Found>> {
    let cannot = || format!("cannot read {}", path.display());
    let mut sources: Vec<(String, Box<dyn Read>)> = Vec::new();
    let mut files = vec![path.to_owned()];
    if path.as_os_str() == "-" {
        files.clear();
        sources.push(("standard input".to_owned(), Box::new(stdin())));
    } else if path.is_dir() {
        files = in_folder(path).with_context(cannot)?;
        ensure!(!files.is_empty(), "there are no .json or .jsonl files in {}", path.display());
    }
    // A single missing file is reported at once, missing files of a folder when their turn comes.
    if let [file] = &files[..] {
        sources.push((file.display().to_string(), Box::new(File::open(file).with_context(cannot)?)));
        files.clear();
    }
    let later = files.into_iter().map(|file| {
        let source: Box<dyn Read> = Box::new(Later { file: file.clone(), open: None });
        (file.display().to_string(), source)
    });
    Ok(sources.into_iter().chain(later).flat_map(|(file, source)| values(file, source)))
}

fn in_folder(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.path();
        if file.extension().is_some_and(|extension| extension == "json" || extension == "jsonl") {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

/// All values of a text.
pub(crate) fn values_of(text: &str) -> impl Iterator<Item = Found> {
    values("the text".to_owned(), Box::new(io::Cursor::new(text.to_owned().into_bytes())))
}

/// The values of one source; it ends after a value that cannot be read.
fn values(file: String, source: Box<dyn Read>) -> impl Iterator<Item = Found> {
    let left = Rc::new(Cell::new(MOST_BYTES));
    let bounded = Bounded { source: BufReader::new(source), left: Rc::clone(&left) };
    let mut stream = Deserializer::from_reader(bounded).into_iter::<Value>();
    let mut is_over = false;
    (1..).map_while(move |number| {
        if is_over {
            return None;
        }
        left.set(MOST_BYTES);
        let value = stream.next()?.with_context(|| format!("{file} is not JSON"));
        is_over = value.is_err();
        Some(Found { file: file.clone(), number, value })
    })
}

/// A file that is opened when first read.
struct Later {
    file: PathBuf,
    open: Option<File>,
}

impl Read for Later {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.open.is_none() {
            self.open = Some(File::open(&self.file)?);
        }
        self.open.as_mut().map_or(Ok(0), |file| file.read(bytes))
    }
}

/// A source that gives only a limited number of bytes for one value.
struct Bounded<R> {
    source: R,
    left: Rc<Cell<u64>>,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.left.get() == 0 {
            return Err(io::Error::other(format!("no record has more than {MOST_BYTES} bytes")));
        }
        let most = bytes.len().min(self.left.get() as usize);
        let read = self.source.read(&mut bytes[..most])?;
        self.left.set(self.left.get() - read as u64);
        Ok(read)
    }
}
