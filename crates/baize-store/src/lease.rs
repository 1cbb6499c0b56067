//! Which process answers for a table, and until when.

use baize_protocol::TableId;
use std::fmt;
use std::sync::Mutex;
use std::time::Instant;

/// A process of the service.
#[derive(Clone)]
pub struct Node {
    /// Its name, made anew whenever it starts.
    pub id: String,
    /// Where other processes reach it: `host:port`.
    pub address: String,
    /// What those who come in its name show; whoever can read the database knows it.
    pub secret: String,
}

impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        self.id == other.id
    }
}

impl Eq for Node {}

/// Without the secret.
impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.id, self.address)
    }
}

/// This process among those of the service.
#[derive(Debug)]
pub struct Member {
    /// As the others see it.
    pub node: Node,
    /// Until when it may answer for its tables: one lease for each database, in their order.
    pub leases: Vec<Lease>,
}

impl Member {
    /// The lease for a table: that of the database which is its home.
    ///
    /// # Panics
    /// If there is no lease at all.
    pub fn lease(&self, table: TableId) -> &Lease {
        self.leases.get(table.home()).unwrap_or(&self.leases[0])
    }
}

/// Until when this process may answer for its tables, by its own counting clock.
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

    /// The number of the term. Tables that were opened in an earlier one may be somebody else's by now.
    pub fn number(&self) -> u64 {
        self.term().number
    }

    /// Whether what was opened in this term may still be answered for.
    pub fn holds(&self, number: u64) -> bool {
        let term = *self.term();
        #[cfg(feature = "planted")]
        if crate::planted::is(crate::planted::PlantedBug::WallClock) {
            return term.number == number && term.until.is_some_and(crate::planted::is_before_by_wall);
        }
        term.number == number && term.until.is_some_and(|until| Instant::now() < until)
    }

    /// Until when it holds, unless it is renewed: it was, if this has become later.
    pub fn until(&self) -> Option<Instant> {
        self.term().until
    }

    /// A new term begins; everything of the last one has ended.
    pub(crate) fn begin(&self, until: Instant) {
        let mut term = self.term();
        *term = Term { number: term.number + 1, until: Some(until) };
    }

    /// The term goes on, unless it has run out already.
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
