//! Banqi: the chance of winning with every action, and what flips gave or took.

use crate::Plan;
use crate::replay::{Ply, plies};
use crate::summary::{Scale, concluded};
use crate::types::{Alternative, Care, Effort, Move, Review};
use baize_banqi::{Action, Banqi, Cell, End, Piece, Position, Square, View};
use baize_banqi_engine::{Weighed, classic, kingdoms};
use baize_games::{AnyTable, Record};
use baize_rules::{Problem, Seat};
use serde_json::json;

/// How many choices are listed beside the one that was made; there may be fifty.
const LISTED: usize = 8;

/// What its seat saw before an action.
struct Seen {
    position: Position,
    /// The moves since the last flip or capture.
    moves: Vec<(Cell, Cell)>,
    /// Every action as people type it.
    names: Vec<(Action, String)>,
    /// What came up, if the action was a flip.
    flipped: Option<Piece>,
}

/// A match, and the chance that every seat has at its start.
struct Match {
    plies: Vec<Ply<Seen>>,
    even: f64,
    effort: Effort,
}

pub(crate) fn plan(record: &Record, effort: Effort) -> Result<Box<dyn Plan>, Problem> {
    let mut plies = plies(record, see)?;
    let last = record.replay()?.seat_view(Seat::FIRST);
    let last = last.of::<Banqi>().map(|(view, _)| view.position);
    for place in 0..plies.len() {
        let after = plies.get(place + 1).map(|ply| ply.seen.position).or(last);
        plies[place].seen.flipped = flip_cell(&plies[place]).and_then(|cell| match after?.at(cell) {
            Square::FaceUp(piece) => Some(piece),
            Square::Empty | Square::FaceDown => None,
        });
    }
    Ok(Box::new(Match { plies, even: 100.0 / f64::from(record.seats.max(1)), effort }))
}

impl Plan for Match {
    fn count(&self) -> usize {
        self.plies.len()
    }

    fn judge(&mut self, before: &[Move]) -> Move {
        judged(&self.plies[before.len()], self.even, self.effort)
    }

    fn conclude(&self, record: &Record, moves: Vec<Move>) -> Review {
        let scale = Scale { even: Some(self.even), ..Scale::CHANCE };
        let mut review = concluded(record, &scale, moves);
        for player in &mut review.players {
            let own = review.moves.iter().filter(|of| of.seat == player.seat);
            player.luck = Some(own.filter_map(|of| of.luck).sum());
        }
        review
    }
}

fn see(table: &dyn AnyTable, seat: Seat) -> Option<Seen> {
    let seen = table.seat_view(seat);
    let (view, menu) = seen.of::<Banqi>()?;
    let name = |action: &Action| (*action, table.write(seat, &json!(action)).unwrap_or_default());
    let names = menu.actions().iter().map(name).collect();
    Some(Seen { position: view.position, moves: moves(view), names, flipped: None })
}

fn moves(view: &View) -> Vec<(Cell, Cell)> {
    let cell = |name: &str| Cell::named(view.mode, name);
    let pair = |text: &String| text.split_once('-').and_then(|(from, to)| Some((cell(from)?, cell(to)?)));
    view.history.iter().filter_map(pair).collect()
}

/// Where a piece was flipped, if that was the action.
fn flip_cell(ply: &Ply<Seen>) -> Option<Cell> {
    match serde_json::from_value(ply.action.clone()) {
        Ok(Action::Flip { at }) => at.on(ply.seen.position.mode()),
        _ => None,
    }
}

fn judged(ply: &Ply<Seen>, even: f64, effort: Effort) -> Move {
    let position = &ply.seen.position;
    let nodes = match effort.care {
        Care::Rough => 2_000,
        Care::Full => 60_000,
    };
    let limits = effort.limits(Some(nodes));
    let weighed = match position.rules().end {
        End::Duel => classic::Thinker::EXPERT.weigh(position, &ply.seen.moves, limits),
        End::LastLeft => kingdoms::Thinker::HARD.weigh(position, limits),
    };
    // Until factions are known, no choices can be told apart.
    let is_unassigned = position.faction(ply.seat).is_none();
    let Some([deep, shallow]) = weighed.filter(|_| !is_unassigned) else { return ply.forced(even, false) };
    let loss = loss(&deep, ply).min(loss(&shallow, ply));
    let played = deep.iter().find(|weighed| name(weighed, ply) == ply.text);
    let outcome = played.zip(ply.seen.flipped).and_then(|(played, piece)| {
        let (_, chance) = played.outcomes.iter().find(|(other, _)| *other == piece)?;
        Some(100.0 * (chance - played.chance))
    });
    let is_listed = |(place, weighed): &(usize, &Weighed)| *place < LISTED || name(weighed, ply) == ply.text;
    let choices = deep.iter().enumerate().filter(is_listed).map(|(_, weighed)| Alternative {
        action: json!(Action::from(weighed.ply)),
        text: name(weighed, ply).to_owned(),
        value: 100.0 * weighed.chance,
    });
    let mut judged = ply.judged(choices.collect(), loss, false);
    judged.luck = outcome;
    judged
}

/// How far the action was behind the best, in points of 100.
fn loss(weighed: &[Weighed], ply: &Ply<Seen>) -> f64 {
    let best = weighed.first().map_or(0.0, |best| best.chance);
    let own = weighed.iter().find(|weighed| name(weighed, ply) == ply.text);
    own.map_or(0.0, |own| 100.0 * (best - own.chance))
}

/// The action as people type it.
fn name<'s>(weighed: &Weighed, ply: &'s Ply<Seen>) -> &'s str {
    let action = Action::from(weighed.ply);
    let named = ply.seen.names.iter().find(|(other, _)| *other == action);
    named.map_or("", |(_, name)| name)
}
