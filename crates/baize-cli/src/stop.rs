//! Ctrl-C and SIGTERM for long-running commands: results so far are kept and reported.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit status of a stopped command, as shells report it.
pub(crate) const STATUS: u8 = 130;

/// Whether the work was asked to end.
#[derive(Clone, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Starts to listen: the first signal asks the work to end, a second one ends the program at once.
    pub(crate) fn listen() -> std::io::Result<Stop> {
        let asked = Arc::<AtomicBool>::default();
        for signal in [SIGINT, SIGTERM] {
            flag::register_conditional_shutdown(signal, i32::from(STATUS), Arc::clone(&asked))?;
            flag::register(signal, Arc::clone(&asked))?;
        }
        Ok(Stop(asked))
    }

    pub(crate) fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The end of a stopped command, and what it had done by then.
#[derive(Debug)]
pub(crate) struct Stopped(pub(crate) String);

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stopped {}", self.0)
    }
}

impl std::error::Error for Stopped {}
