//! What lists show of a table.

use crate::entry::Sitter;
use crate::room::Room;
use baize_games::find;
use baize_protocol::http::TableRow;
use baize_rules::Seat;

/// What lists show of a table, and the result once it is over.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The row.
    pub row: TableRow,
    /// Who took how much, once the game is over.
    pub standings: Vec<Standing>,
}

/// The result of one seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// Under what results count together: a person's own secret, hashed, or a computer player.
    pub player: String,
    /// The name to show.
    pub name: String,
    /// Whether it is a computer player.
    pub is_computer: bool,
    /// Whether the seat won.
    pub won: bool,
    /// The share of one point.
    pub share: f64,
    /// What counts among the high scores: a person's score against computer players under the usual rules. Against other
    /// people it could be agreed on.
    pub score: Option<f64>,
}

impl Summary {
    /// What lists show of this table.
    pub(crate) fn of(room: &Room) -> Summary {
        let charter = room.charter();
        let row = TableRow {
            table: charter.table,
            game: charter.game.clone(),
            options: charter.options.clone(),
            clock: charter.clock,
            is_public: charter.is_public,
            phase: room.phase(),
            seats: room.seating.shown(),
            is_set_up: charter.position.is_some(),
            opened: room.log.opened(),
            changed: room.changes.listed(),
            result: room.outcome(),
        };
        Summary { row, standings: standings(room) }
    }
}

/// The results that count: of people who want theirs kept, and of computer players against them.
fn standings(room: &Room) -> Vec<Standing> {
    // An abandoned game counts for nobody.
    let Some(outcome) = room.game().and_then(|table| table.outcome()) else { return Vec::new() };
    let charter = room.charter();
    // Nor does one that somebody set up.
    if charter.position.is_some() {
        return Vec::new();
    }
    let places = room.seating.places();
    let people = places.iter().filter(|place| matches!(place.sitter, Sitter::Person { .. }));
    let is_solo = people.count() == 1
        && find(&charter.game).is_ok_and(|game| game.has_high_scores() && game.is_standard(&charter.options));
    let standing = |seat: Seat| {
        let (player, name, is_computer) = match &places[seat.index()].sitter {
            Sitter::Person { person } => (person.player.clone()?, person.name.clone(), false),
            Sitter::Computer { player, .. } => (format!("computer {player}"), player.clone(), true),
            Sitter::Nobody {} => return None,
        };
        let score = outcome.scores.get(seat.index()).map(|score| score.as_f64());
        Some(Standing {
            player,
            name,
            is_computer,
            won: outcome.won(seat),
            share: outcome.share(seat),
            score: score.filter(|_| is_solo && !is_computer),
        })
    };
    let standings: Vec<Standing> = room.seating.seats().filter_map(standing).collect();
    // Who plays against themselves, or only computers against each other, is no news to anybody.
    let is_contest = standings.iter().any(|one| {
        !one.is_computer
            && places.len() > 1
            && standings.iter().all(|other| std::ptr::eq(one, other) || one.player != other.player)
    });
    if is_contest { standings } else { Vec::new() }
}
