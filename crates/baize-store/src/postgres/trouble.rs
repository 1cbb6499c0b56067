//! What can go wrong with a database, and how long to retry.

use crate::StoreError;
use deadpool_postgres::{Client, Pool, PoolError};
use std::time::Duration;
use tokio::time::{Instant, sleep};
use tokio_postgres::error::SqlState;

/// How long to wait for a database that does not answer. Then the caller gets an error, and may ask again.
const PATIENCE: Duration = Duration::from_secs(3);
/// The pause before a retry.
const PAUSE: Duration = Duration::from_millis(50);

/// Why something was not done.
#[derive(Debug)]
pub(super) enum Trouble {
    /// An error from the database or the connection to it.
    Database(tokio_postgres::Error),
    /// No answer came in time.
    Late,
    /// An error found by the store itself.
    Store(StoreError),
}

impl From<tokio_postgres::Error> for Trouble {
    fn from(error: tokio_postgres::Error) -> Trouble {
        Trouble::Database(error)
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Trouble {
        Trouble::Store(error)
    }
}

impl Trouble {
    /// Whether a retry may succeed: the connection broke, the database is stopping, starting or has become a
    /// standby, or two transactions conflicted.
    fn may_pass(&self) -> bool {
        let error = match self {
            Trouble::Late => return true,
            Trouble::Store(_) => return false,
            Trouble::Database(error) => error,
        };
        let passing = [
            SqlState::T_R_SERIALIZATION_FAILURE,
            SqlState::T_R_DEADLOCK_DETECTED,
            SqlState::READ_ONLY_SQL_TRANSACTION,
            SqlState::ADMIN_SHUTDOWN,
            SqlState::CRASH_SHUTDOWN,
            SqlState::CANNOT_CONNECT_NOW,
            SqlState::TOO_MANY_CONNECTIONS,
        ];
        match error.code() {
            Some(state) => passing.contains(state) || state.code().starts_with("08"),
            // Not an answer of the database: the connection is at fault, unless this program sent a bad
            // query.
            None => error.is_closed() || std::error::Error::source(error).is_some_and(is_io),
        }
    }

    pub(super) fn into_error(self) -> StoreError {
        match self {
            Trouble::Store(error) => error,
            Trouble::Late => StoreError::Failed("the database does not answer".to_owned()),
            Trouble::Database(error) if error.code() == Some(&SqlState::DISK_FULL) => StoreError::Full,
            Trouble::Database(error) => StoreError::Failed(words(&error)),
        }
    }
}

fn is_io(error: &(dyn std::error::Error + 'static)) -> bool {
    error.is::<std::io::Error>()
}

/// The message of an error, with that of its cause.
fn words(error: &tokio_postgres::Error) -> String {
    match error.as_db_error() {
        Some(error) => format!("{} ({})", error.message(), error.code().code()),
        None => match std::error::Error::source(error) {
            Some(cause) => format!("{error}: {cause}"),
            None => error.to_string(),
        },
    }
}

/// An operation that is retried until it is done, can never be done, or has taken too long.
pub(super) struct Tries {
    start: Instant,
    /// Whether the database may have done it without confirming.
    is_sent: bool,
}

impl Tries {
    pub(super) fn new() -> Tries {
        Tries { start: Instant::now(), is_sent: false }
    }

    /// Whether it was sent before, and may have been done then.
    pub(super) fn is_again(&self) -> bool {
        self.is_sent
    }

    /// How much longer it may take.
    pub(super) fn patience(&self) -> Duration {
        PATIENCE.saturating_sub(self.start.elapsed()).max(PAUSE)
    }

    /// Gets a connection.
    pub(super) async fn client(&self, pool: &Pool) -> Result<Client, StoreError> {
        loop {
            let error = match pool.get().await {
                Ok(client) => return Ok(client),
                Err(error) => error,
            };
            let (what, may_pass) = match error {
                PoolError::Backend(error) => {
                    let what = words(&error);
                    (what, error.code().is_none() || Trouble::from(error).may_pass())
                }
                PoolError::Closed => return Err(StoreError::Closed),
                other => (other.to_string(), true),
            };
            if !may_pass || self.start.elapsed() > PATIENCE {
                return Err(match self.is_sent {
                    true => StoreError::Failed(what),
                    false => StoreError::Away(what),
                });
            }
            sleep(PAUSE).await;
        }
    }

    /// Waits a moment if a retry is worthwhile; otherwise returns the error.
    pub(super) async fn again(&mut self, trouble: Trouble) -> Result<(), StoreError> {
        self.is_sent = true;
        if !trouble.may_pass() || self.start.elapsed() > PATIENCE {
            return Err(trouble.into_error());
        }
        sleep(PAUSE).await;
        Ok(())
    }
}
