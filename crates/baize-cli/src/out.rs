//! Standard output for every command: a writer whose failures can be told from all others.

use std::fmt;
use std::io::{self, ErrorKind, Write};

/// Standard output. Its reader may go at any time, and a disk may be full: writing then fails, and nothing
/// panics.
#[derive(Clone, Copy)]
pub(crate) struct Out;

/// Standard output took no more.
#[derive(Debug)]
struct Lost(io::Error);

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the output cannot be written: {}", self.0)
    }
}

impl std::error::Error for Lost {}

fn lost(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), Lost(error))
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::stdout().write(bytes).map_err(lost)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush().map_err(lost)
    }
}

/// Whether the reader of our output has gone, as `head` does, which is no error. Other broken pipes do not
/// count.
pub(crate) fn is_unread(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).any(|error| {
        error.kind() == ErrorKind::BrokenPipe && error.get_ref().is_some_and(|inner| inner.is::<Lost>())
    })
}

/// Writes a line to standard error for anybody who watches; failures are ignored.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{}", baize_rules::harmless(text));
}
