//! What lists show of a table.

use crate::course::Done;
use crate::entry::Sitter;
use crate::room::Room;
use baize_games::find;
use baize_protocol::http::{Counts, TableRow};
use baize_rules::{Outcome, Score, Seat};
use std::collections::BTreeSet;

/// What lists show of a table, and the result once it is over.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The row.
    pub row: TableRow,
    /// The result of each seat, once the game is over.
    pub standings: Vec<Standing>,
}

/// The result of one seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// Which seat.
    pub seat: Seat,
    /// The name under which results are kept together: a person's own secret, hashed, or a computer player.
    pub player: String,
    /// The name to show.
    pub name: String,
    /// Whether it is a computer player.
    pub is_computer: bool,
    /// Whether the seat won.
    pub won: bool,
    /// The share of one point.
    pub share: f64,
    /// The place among all seats, from 1; several may share it.
    pub place: u8,
    /// What the game counts towards.
    pub counts: Counts,
    /// The score for the high score list: a person's against computer players under the usual rules. Against
    /// other people it could be arranged.
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

/// The results of people who want theirs kept, and of computer players against them.
fn standings(room: &Room) -> Vec<Standing> {
    // An abandoned game has no results.
    let Some(outcome) = room.game().and_then(|table| table.outcome()) else { return Vec::new() };
    let (charter, places) = (room.charter(), room.seating.places());
    let counts = counts(room);
    let is_solo = counts != Counts::Nothing
        && room.seating.people().len() == 1
        && find(&charter.game).is_ok_and(|game| game.has_high_scores());
    let ranks = ranks(&outcome);
    let standing = |seat: Seat| {
        let (player, name, is_computer) = match &places[seat.index()].sitter {
            Sitter::Person { person } => (person.player.clone()?, person.name.clone(), false),
            Sitter::Computer { player, .. } => (format!("computer {player}"), player.clone(), true),
            Sitter::Nobody {} => return None,
        };
        let score = outcome.scores.get(seat.index()).map(|score| score.as_f64());
        Some(Standing {
            seat,
            player,
            name,
            is_computer,
            won: outcome.won(seat),
            share: outcome.share(seat),
            place: ranks.get(seat.index()).copied().unwrap_or(1),
            counts,
            score: score.filter(|_| is_solo && !is_computer),
        })
    };
    let standings: Vec<Standing> = room.seating.seats().filter_map(standing).collect();
    if standings.iter().all(|standing| standing.is_computer) { Vec::new() } else { standings }
}

/// What the finished game counts towards.
fn counts(room: &Room) -> Counts {
    let (charter, places) = (room.charter(), room.seating.places());
    let token = |seat: Seat| match &places[seat.index()].sitter {
        Sitter::Person { person } => person.player.as_deref(),
        _ => None,
    };
    let people = room.seating.people();
    let known: Vec<&str> = people.iter().filter_map(token).collect();
    let different: BTreeSet<&str> = known.iter().copied().collect();
    // People against themselves, or only computers against each other, are of no interest.
    let is_contest =
        places.len() > 1 && known.iter().any(|one| known.iter().filter(|other| one == *other).count() == 1);
    // Nobody but the players saw what was played elsewhere, and they could see hidden things too.
    let is_usual = charter.position.is_none()
        && charter.begun.is_none()
        && find(&charter.game).is_ok_and(|game| game.is_standard(&charter.options));
    if !is_contest || !is_usual {
        return Counts::Nothing;
    }
    let has_decided = |seat: Seat| {
        let is_own = |made: &crate::course::Move| made.seat == seat && matches!(made.done, Done::Action(_));
        room.course.moves().iter().any(is_own)
    };
    let is_helped = room.is_helped || places.iter().any(|place| place.hints > 0);
    if is_helped || !people.iter().all(has_decided) {
        return Counts::Casual;
    }
    match people.len() {
        1 => Counts::House,
        _ if charter.is_public && different.len() == known.len() && known.len() > 1 => Counts::Rated,
        _ => Counts::Casual,
    }
}

/// The places of the seats, from 1. Those who did not win are ordered by their scores if the winners' scores
/// show whether more or less is better, and share a place otherwise.
fn ranks(outcome: &Outcome) -> Vec<u8> {
    let seats = || Seat::first(outcome.scores.len() as u8);
    let (won, lost): (Vec<Seat>, Vec<Seat>) = seats().partition(|seat| outcome.won(*seat));
    let score = |seat: &Seat| outcome.scores[seat.index()];
    let winning: Vec<Score> = won.iter().map(score).collect();
    let is_more = lost.iter().all(|seat| winning.iter().all(|best| score(seat) < *best));
    let is_less = lost.iter().all(|seat| winning.iter().all(|best| score(seat) > *best));
    let is_better = |one: &Seat, other: &Seat| match (outcome.won(*one), outcome.won(*other)) {
        (true, is_winner) => !is_winner,
        (false, true) => false,
        (false, false) if winning.is_empty() => false,
        (false, false) => is_more && score(one) > score(other) || is_less && score(one) < score(other),
    };
    let place = |seat: Seat| 1 + seats().filter(|other| is_better(other, &seat)).count() as u8;
    seats().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use baize_rules::SeatSet;

    fn check(winners: &[u8], scores: &[i32], expected: &[u8]) {
        let seat = |seat: &u8| Seat::new(*seat).unwrap();
        let outcome = Outcome {
            winners: winners.iter().map(seat).collect::<SeatSet>(),
            reason: "points".into(),
            scores: scores.iter().map(|points| Score::points(*points)).collect(),
            details: None,
        };
        assert_eq!(ranks(&outcome), expected, "{winners:?} {scores:?}");
    }

    #[test]
    fn places_follow_the_scores_in_the_direction_that_they_count() {
        check(&[0], &[36, 28], &[1, 2]);
        check(&[], &[32, 32], &[1, 1]);
        // Fewer points are better.
        check(&[2], &[153, 90, 12, 90], &[4, 2, 1, 2]);
        check(&[1], &[5, 9, 7], &[3, 1, 2]);
        // Somebody left, and the scores say nothing about the others.
        check(&[1], &[5, 7, 9], &[2, 1, 2]);
        check(&[0, 1], &[3, 3, 8], &[1, 1, 3]);
    }
}
