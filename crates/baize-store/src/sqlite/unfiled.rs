//! The rows of the journal that are not filed yet.

use std::collections::{BTreeMap, HashMap};

/// The rows of each table, found by table or by oldest row.
#[derive(Default)]
pub(super) struct Unfiled {
    /// The rows of each table, keyed by the first of them.
    tables: BTreeMap<i64, (i64, Vec<i64>)>,
    first: HashMap<i64, i64>,
    count: usize,
}

impl Unfiled {
    /// Adds a row, which must be later than all before it.
    pub(super) fn add(&mut self, table: i64, row: i64) {
        let first = *self.first.entry(table).or_insert(row);
        self.tables.entry(first).or_insert_with(|| (table, Vec::new())).1.push(row);
        self.count += 1;
    }

    /// Takes the rows of a table.
    pub(super) fn take(&mut self, table: i64) -> Vec<i64> {
        let first = self.first.remove(&table);
        let rows = first.and_then(|first| self.tables.remove(&first)).map_or_else(Vec::new, |(_, rows)| rows);
        self.count -= rows.len();
        rows
    }

    /// Takes the rows of the table with the oldest row.
    pub(super) fn take_oldest(&mut self) -> Option<Vec<i64>> {
        let (table, rows) = self.tables.pop_first()?.1;
        self.first.remove(&table);
        self.count -= rows.len();
        Some(rows)
    }

    /// The oldest row.
    pub(super) fn oldest(&self) -> Option<i64> {
        self.tables.keys().next().copied()
    }

    pub(super) const fn len(&self) -> usize {
        self.count
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_taken_by_table_oldest_first() {
        let mut unfiled = Unfiled::default();
        for (table, row) in [(7, 1), (8, 2), (7, 3), (9, 4), (8, 5)] {
            unfiled.add(table, row);
        }
        assert_eq!(unfiled.take(8), [2, 5]);
        assert_eq!((unfiled.oldest(), unfiled.len()), (Some(1), 3));
        assert_eq!(unfiled.take_oldest(), Some(vec![1, 3]));
        assert_eq!(unfiled.take_oldest(), Some(vec![4]));
        assert!(unfiled.is_empty() && unfiled.take(7).is_empty() && unfiled.take_oldest().is_none());
    }
}
