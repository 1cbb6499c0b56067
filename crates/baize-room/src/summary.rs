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

impl Room {
    /// What lists show, if it has changed since it was last taken.
    pub fn take_summary(&mut self) -> Option<Summary> {
        std::mem::take(&mut self.is_listing_old).then(|| self.summary())
    }

    /// What lists show.
    pub fn summary(&self) -> Summary {
        let charter = self.charter();
        let row = TableRow {
            table: charter.table,
            game: charter.game.clone(),
            options: charter.options.clone(),
            clock: charter.clock,
            is_public: charter.is_public,
            phase: self.phase(),
            seats: self.seat_states(),
            opened: self.durable.opened,
            changed: self.durable.changed,
            result: self.outcome(),
        };
        Summary { row, standings: self.standings() }
    }

    /// The results that count: of people who want theirs kept, and of computer players against them.
    fn standings(&self) -> Vec<Standing> {
        // An abandoned game counts for nobody.
        let Some(outcome) = self.table.as_ref().and_then(|table| table.outcome()) else { return Vec::new() };
        let charter = self.charter();
        let people = self.durable.places.iter().filter(|place| matches!(place.sitter, Sitter::Person { .. }));
        let is_solo = people.count() == 1
            && find(&charter.game)
                .is_ok_and(|game| game.has_high_scores() && game.is_standard(&charter.options));
        let standing = |seat: Seat| {
            let (player, name, is_computer) = match &self.durable.places[seat.index()].sitter {
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
        let standings: Vec<Standing> = self.seats().filter_map(standing).collect();
        // Who plays against themselves, or only computers against each other, is no news to anybody.
        let is_contest = standings.iter().any(|one| {
            !one.is_computer
                && self.durable.places.len() > 1
                && standings.iter().all(|other| std::ptr::eq(one, other) || one.player != other.player)
        });
        if is_contest { standings } else { Vec::new() }
    }
}
