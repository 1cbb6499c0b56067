//! What belongs to one person: their games, and how they are forgotten.

use crate::{ListedTable, SeatResult};
use baize_protocol::http::{Counts, TableRow};
use baize_protocol::{Occupant, TableId};

/// Whose games are wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamesOf {
    /// The id under which their results count together.
    pub player: String,
    /// Only games after this one, which ended at that moment.
    pub after: Option<(u64, TableId)>,
    /// The most games to return.
    pub most: usize,
}

/// One of someone's finished games.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// Which table.
    pub table: TableId,
    /// When it ended.
    pub ended: u64,
    /// Their own result; that of the first seat if they had several.
    pub result: SeatResult,
    /// The row of the table.
    pub row: String,
    /// The accuracy of each seat, if the game was reviewed.
    pub accuracies: Option<String>,
}

/// The review of a game, as stored.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredReview {
    /// Which revision of the reviewer made it.
    pub revision: u32,
    /// The accuracy of each seat, as JSON.
    pub accuracies: String,
    /// The review itself.
    pub review: String,
}

/// A row without the name of a seat.
pub(crate) fn without_name(row: &str, seat: u8) -> String {
    let Ok(mut read) = serde_json::from_str::<TableRow>(row) else { return row.to_owned() };
    if let Some(seat) = read.seats.get_mut(usize::from(seat)) {
        seat.name = None;
    }
    serde_json::to_string(&read).unwrap_or_else(|_| row.to_owned())
}

/// Whether only one person sat at a table.
pub(crate) fn is_of_one(row: &str) -> bool {
    let is_person = |occupant: Occupant| occupant == Occupant::Person;
    serde_json::from_str::<TableRow>(row)
        .is_ok_and(|row| row.seats.iter().filter(|seat| is_person(seat.occupant)).count() == 1)
}

/// Takes people who were forgotten out of a listing.
pub(crate) fn forget(listing: &mut ListedTable, is_erased: impl Fn(&str) -> bool) {
    for result in &mut listing.results {
        if !result.is_computer && is_erased(&result.player) {
            listing.row = without_name(&listing.row, result.seat);
            forget_result(result);
        }
    }
}

/// Turns a result into nobody's, which counts for nothing.
pub(crate) fn forget_result(result: &mut SeatResult) {
    *result = SeatResult {
        player: String::new(),
        name: String::new(),
        counts: Counts::Nothing,
        rating: None,
        score: None,
        ..result.clone()
    };
}
