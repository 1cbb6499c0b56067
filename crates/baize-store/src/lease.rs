//! Which process answers for a table, and until when.

use baize_protocol::TableId;
use std::fmt;
use std::sync::Mutex;
use std::time::Instant;

/// A process of the service.
#[derive(Clone)]
pub struct Node {
    /// Its name, new at every start.
    pub id: String,
    /// Where other processes reach it, as `host:port`.
    pub address: String,
    /// What callers present to prove that they are this process; anyone who can read the database knows it.
    pub secret: String,
}

impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        self.id == other.id
    }
}

impl Eq for Node {}

/// Leaves out the secret.
impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.id, self.address)
    }
}

/// This process as a member of the service.
#[derive(Debug)]
pub struct Member {
    /// This process as the others see it.
    pub node: Node,
    /// Until when it may answer for its tables: one lease per database, in their order.
    pub leases: Vec<Lease>,
}

impl Member {
    /// The lease for a table: the one of its home database.
    ///
    /// # Panics
    /// If there is no lease at all.
    pub fn lease(&self, table: TableId) -> &Lease {
        self.leases.get(table.home()).unwrap_or(&self.leases[0])
    }
}

/// Until when this process may answer for its tables, by its own monotonic clock.
#[derive(Debug, Default)]
pub struct Lease(Mutex<Term>);

#[derive(Clone, Copy, Debug, Default)]
struct Term {
    number: u64,
    until: Option<Instant>,
}

impl Lease {
    fn term(&self) -> std::sync::MutexGuard<'_, Term> {
        self.0.lock().expect("nothing panics while it holds the lease")
    }

    /// The number of the term. Tables opened in an earlier term may belong to another process by now.
    pub fn number(&self) -> u64 {
        self.term().number
    }

    /// Whether this process may still answer for what was opened in this term.
    pub fn holds(&self, number: u64) -> bool {
        let term = *self.term();
        #[cfg(feature = "planted")]
        if crate::planted::is(crate::planted::PlantedBug::WallClock) {
            return term.number == number && term.until.is_some_and(crate::planted::is_before_by_wall);
        }
        term.number == number && term.until.is_some_and(|until| Instant::now() < until)
    }

    /// When it runs out, unless it is renewed. A later value than before means that it was renewed.
    pub fn until(&self) -> Option<Instant> {
        self.term().until
    }

    /// Begins a new term, which ends everything of the last one.
    pub(crate) fn begin(&self, until: Instant) {
        let mut term = self.term();
        *term = Term { number: term.number + 1, until: Some(until) };
    }

    /// Extends the term, unless it has already run out; returns whether it did.
    pub(crate) fn renew(&self, until: Instant) -> bool {
        let mut term = self.term();
        let is_on = term.until.is_some_and(|old| Instant::now() < old);
        if is_on {
            term.until = Some(until);
        }
        is_on
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_term_that_has_run_out_is_not_renewed() {
        let lease = Lease::default();
        assert!(!lease.holds(0), "nothing is held before the first term");
        let now = Instant::now();
        lease.begin(now + Duration::from_secs(60));
        let first = lease.number();
        assert!(lease.holds(first) && lease.renew(now));
        assert!(!lease.holds(first), "its time is up");
        assert!(!lease.renew(now + Duration::from_secs(60)), "others may have taken over");
        lease.begin(now + Duration::from_secs(60));
        assert!(!lease.holds(first) && lease.holds(lease.number()), "what was opened before stays shut");
    }
}
