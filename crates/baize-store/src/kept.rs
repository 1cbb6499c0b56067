//! Tables as text, for those who store them elsewhere: a browser in IndexedDB, or a file to take along.
//!
//! A [`Change`] must be applied at once or not at all, and only if the table still has the epoch and length
//! that the change names. Opening must read the table and raise its epoch in one step.

use crate::chain::{self, Checker, Sum};
use crate::{Append, Appender, ListedTable, NewTable, StoreError, Stored};
use baize_protocol::TableId;
use serde::{Deserialize, Serialize};

/// An entry of a log and its checksum.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeptEntry {
    entry: String,
    #[serde(with = "hex")]
    sum: Sum,
}

/// A text that belongs to a log of a certain length.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeptText {
    version: u32,
    text: String,
    #[serde(with = "hex")]
    sum: Sum,
}

/// What to write to a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    table: TableId,
    epoch: u32,
    /// How many entries the log has before this change.
    after: u32,
    entries: Vec<KeptEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<KeptText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    snapshot: Option<KeptText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    listing: Option<ListedTable>,
}

/// Everything that is stored of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Kept {
    table: TableId,
    /// The epoch, already raised by the reader.
    epoch: u32,
    entries: Vec<KeptEntry>,
    #[serde(default)]
    margin: Option<KeptText>,
    #[serde(default)]
    snapshot: Option<KeptText>,
    listing: ListedTable,
}

/// Makes a new table: returns what to write, and the right to continue its log.
pub fn create(new: NewTable) -> (Change, Appender) {
    let mut appender = Appender::new(new.table, 0, 1, 0, chain::first(new.table));
    let mut append = appender.write(new.entries);
    append.listing = Some(new.listing);
    (append.into(), appender)
}

/// Entries, margins and snapshots are JSON, so nothing is lost here.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl From<Append> for Change {
    fn from(append: Append) -> Change {
        let version = append.version();
        let kept = |(entry, sum): &(Vec<u8>, Sum)| KeptEntry { entry: text(entry), sum: *sum };
        let snapshot =
            |snapshot: Vec<u8>| KeptText { version, sum: chain::of(&snapshot), text: text(&snapshot) };
        Change {
            table: append.table,
            epoch: append.epoch,
            after: append.after,
            entries: append.entries.iter().map(kept).collect(),
            margin: append.margin.map(|(margin, sum)| KeptText { version, text: text(&margin), sum }),
            snapshot: append.snapshot.map(snapshot),
            listing: append.listing,
        }
    }
}

impl Kept {
    /// The id of the table.
    pub fn table(&self) -> TableId {
        self.table
    }

    /// What lists show of it.
    pub fn listing(&self) -> &ListedTable {
        &self.listing
    }

    /// The whole log, checked.
    pub fn log(&self) -> Result<Vec<Vec<u8>>, StoreError> {
        self.checked().map(|_| self.entries.iter().map(|kept| kept.entry.clone().into_bytes()).collect())
    }

    /// What is needed to continue it, checked.
    pub fn open(self) -> Result<Stored, StoreError> {
        let checker = self.checked()?;
        let appender = Appender::new(self.table, 0, self.epoch, checker.version(), checker.sum());
        let margin = match self.margin {
            Some(KeptText { version, text, sum }) => checker.margin(version, text.into_bytes(), &sum)?,
            None => None,
        };
        let is_sound = |kept: &KeptText| {
            kept.version <= checker.version() && kept.sum == chain::of(kept.text.as_bytes())
        };
        let snapshot = self.snapshot.filter(is_sound);
        let after = snapshot.as_ref().map_or(0, |kept| kept.version as usize);
        let entries = self.entries.into_iter().skip(after).map(|kept| kept.entry.into_bytes()).collect();
        let snapshot = snapshot.map(|kept| kept.text.into_bytes());
        Ok(Stored { appender, snapshot, entries, margin })
    }

    fn checked(&self) -> Result<Checker, StoreError> {
        let mut checker = Checker::new(self.table, 0, chain::first(self.table));
        for (version, kept) in (1..).zip(&self.entries) {
            checker.take(version, kept.entry.as_bytes(), &kept.sum)?;
        }
        Ok(checker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baize_protocol::Phase;

    fn new_table() -> NewTable {
        let listing = ListedTable {
            game: "nine".to_owned(),
            phase: Phase::Waiting,
            is_public: false,
            changed: 7,
            row: "{}".to_owned(),
            results: Vec::new(),
        };
        let table = TableId::new("aaaaaaaaaaaa").unwrap();
        NewTable { table, key: None, entries: vec![b"{\"a\":1}".to_vec()], listing }
    }

    /// What a keeper does with changes.
    fn keep(kept: &mut Kept, change: Change) {
        assert_eq!((kept.epoch, kept.entries.len() as u32), (change.epoch, change.after));
        kept.entries.extend(change.entries);
        kept.margin = change.margin.or(kept.margin.take());
        kept.snapshot = change.snapshot.or(kept.snapshot.take());
    }

    fn kept() -> (Kept, Appender) {
        let (change, mut appender) = create(new_table());
        let Change { table, epoch, entries, listing, .. } = change;
        let mut kept =
            Kept { table, epoch, entries, margin: None, snapshot: None, listing: listing.unwrap() };
        let mut append = appender.write(vec![b"{\"b\":2}".to_vec()]);
        append.snapshot = Some(b"{\"after\":2}".to_vec());
        keep(&mut kept, append.into());
        keep(&mut kept, appender.write(vec![b"{\"c\":3}".to_vec()]).into());
        keep(&mut kept, appender.note(b"{\"beside\":3}".to_vec()).into());
        (kept, appender)
    }

    #[test]
    fn what_was_kept_is_opened_as_it_was() {
        let (kept, appender) = kept();
        let text = serde_json::to_string(&kept).unwrap();
        let kept: Kept = serde_json::from_str(&text).unwrap();
        assert_eq!(kept.log().unwrap().len(), 3);
        let stored = kept.open().unwrap();
        assert_eq!(stored.snapshot.as_deref(), Some(&b"{\"after\":2}"[..]));
        assert_eq!(stored.entries, [b"{\"c\":3}"]);
        assert_eq!(stored.margin.as_deref(), Some(&b"{\"beside\":3}"[..]));
        assert_eq!((stored.appender.version(), stored.appender.sum()), (3, appender.sum()));
    }

    #[test]
    fn what_was_changed_is_not_opened() {
        let (mut changed, _) = kept();
        changed.entries[1].entry.push(' ');
        assert!(matches!(changed.open(), Err(StoreError::Damaged { version: 2, .. })));
        let (mut margin, _) = kept();
        margin.margin.as_mut().unwrap().text.push(' ');
        assert!(margin.open().is_err());
        let (mut snapshot, _) = kept();
        snapshot.snapshot.as_mut().unwrap().text.push(' ');
        assert_eq!(snapshot.open().unwrap().entries.len(), 3, "the log says the same");
    }
}
