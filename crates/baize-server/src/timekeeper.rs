//! When tables must be looked at because time has gone by.

use baize_protocol::{Moment, TableId};
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard};
use tokio::sync::Notify;

/// The deadlines of all tables in memory.
#[derive(Default)]
pub(crate) struct Timekeeper {
    deadlines: Mutex<BTreeSet<(Moment, TableId)>>,
    changed: Notify,
}

impl Timekeeper {
    fn deadlines(&self) -> MutexGuard<'_, BTreeSet<(Moment, TableId)>> {
        self.deadlines.lock().expect("nothing panics while it holds the deadlines")
    }

    /// A table has another deadline than before.
    pub(crate) fn change(&self, table: TableId, old: Option<Moment>, new: Option<Moment>) {
        let mut deadlines = self.deadlines();
        if let Some(old) = old {
            deadlines.remove(&(old, table));
        }
        if let Some(new) = new {
            let is_next = deadlines.first().is_none_or(|(first, _)| new < *first);
            deadlines.insert((new, table));
            if is_next {
                self.changed.notify_one();
            }
        }
    }

    /// Takes the tables whose deadline has come; and the next deadline.
    pub(crate) fn due(&self, now: Moment) -> (Vec<TableId>, Option<Moment>) {
        let mut deadlines = self.deadlines();
        let mut due = Vec::new();
        while let Some((at, table)) = deadlines.first().copied() {
            if at > now {
                return (due, Some(at));
            }
            deadlines.pop_first();
            due.push(table);
        }
        (due, None)
    }

    /// Waits until there is an earlier deadline than before.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadlines_come_in_order_and_can_change() {
        let timekeeper = Timekeeper::default();
        let [a, b] = [1, 2].map(TableId::from_random);
        timekeeper.change(a, None, Some(Moment(30)));
        timekeeper.change(b, None, Some(Moment(10)));
        timekeeper.change(a, Some(Moment(30)), Some(Moment(20)));
        assert_eq!(timekeeper.due(Moment(5)), (vec![], Some(Moment(10))));
        assert_eq!(timekeeper.due(Moment(10)), (vec![b], Some(Moment(20))));
        assert_eq!(timekeeper.due(Moment(25)), (vec![a], None));
        timekeeper.change(a, Some(Moment(20)), None);
    }
}
