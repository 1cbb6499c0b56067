//! Nine: the exact value of every card, and how readable each seat was.
//!
//! Every turn is a matrix: what each pair of cards leads to with best play afterwards. A card is worth its
//! mean over what the other seat was likely to play: a computer player's published policy, or else perfect
//! play, against which no card of the plain game is a mistake. What `hard` expects tells how readable a seat
//! was.

use crate::Plan;
use crate::replay::{Ply, plies};
use crate::summary::{Scale, concluded};
use crate::types::{Alternative, Move, Review};
use baize_games::{AnyTable, Record};
use baize_nine::{Action, Card, Hand, Nine, Options, Pick, Position, View};
use baize_nine_solver::{Matrix, Mix, Objective, Solver};
use baize_players::{AnyPlayer, Budget};
use baize_rules::{Problem, Seat, Seed};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Cards whose worths differ by less than this count as equally good.
const ALIKE: f64 = 0.5;
/// The tolerance for rounding errors.
const ROUNDING: f64 = 1e-9;

/// What was known before a card was chosen.
struct Seen {
    view: View,
    /// The card that was chosen.
    card: Option<Card>,
    /// What `hard` expects of the other seat, by card.
    expects: Value,
}

/// A match, solved.
struct Match {
    /// The player of each seat; a computer player's policy is published.
    players: Vec<String>,
    plies: Vec<Ply<Seen>>,
    solver: Solver,
}

pub(crate) fn plan(record: &Record) -> Result<Box<dyn Plan>, Problem> {
    let seed = Seed::from_text("review");
    let mut readers =
        [baize_players::sit("nine", "hard", &seed)?, baize_players::sit("nine", "hard", &seed)?];
    let mut plies = plies(record, |table, seat| see(table, seat, &mut *readers[seat.index()]))?;
    for ply in &mut plies {
        ply.seen.card = match serde_json::from_value(ply.action.clone()) {
            Ok(Action::Play { card: Pick::Card(card), .. }) => Some(card),
            _ => None,
        };
    }
    let options = plies.first().map_or_else(Options::default, |ply| ply.seen.view.options);
    let solver = Solver::new(Position::START, &options, Objective::Difference)
        .map_err(|error| Problem::new("review.not_solved", error.to_string()))?;
    Ok(Box::new(Match { players: record.players.clone(), plies, solver }))
}

impl Plan for Match {
    fn count(&self) -> usize {
        self.plies.len()
    }

    fn judge(&mut self, before: &[Move]) -> Move {
        let ply = &self.plies[before.len()];
        let shown = same_turn(&self.plies, ply).and_then(|other| other.seen.card);
        judged(&self.players, &self.solver, ply, shown)
    }

    fn conclude(&self, record: &Record, moves: Vec<Move>) -> Review {
        let mut review = concluded(record, &Scale::POINTS, moves);
        for player in &mut review.players {
            let own = self.plies.iter().filter(|ply| ply.seat == player.seat);
            let read: Vec<f64> =
                own.filter_map(|ply| bits(ply, &same_turn(&self.plies, ply)?.seen.expects)).collect();
            let mean = read.iter().sum::<f64>() / read.len() as f64;
            player.readable = (!read.is_empty()).then(|| libm::exp2(mean));
        }
        review
    }
}

fn see(table: &dyn AnyTable, seat: Seat, reader: &mut dyn AnyPlayer) -> Option<Seen> {
    let seen = table.seat_view(seat);
    let view = seen.of::<Nine>()?.0.clone();
    let thought = reader.choose(&seen, Budget::default()).ok()?;
    Some(Seen { view, card: None, expects: thought.info["expects"].clone() })
}

/// What the other seat did in the same turn.
fn same_turn<'p>(plies: &'p [Ply<Seen>], own: &Ply<Seen>) -> Option<&'p Ply<Seen>> {
    let turn = |ply: &Ply<Seen>| (ply.seen.view.game, ply.seen.view.turn);
    plies.iter().find(|other| other.seat != own.seat && turn(other) == turn(own))
}

/// How much likelier than chance the card was expected to be, in bits; `None` for the last card.
fn bits(ply: &Ply<Seen>, expects: &Value) -> Option<f64> {
    let cards = ply.seen.view.hands[ply.seat.index()].len();
    let chance = expects.get(ply.seen.card?.to_string())?.as_f64()?;
    (cards > 1 && chance > 0.0).then(|| libm::log2(cards as f64 * chance))
}

fn judged(players: &[String], solver: &Solver, ply: &Ply<Seen>, shown: Option<Card>) -> Move {
    let (view, seat) = (&ply.seen.view, ply.seat);
    let (position, other) = (view.position(), seat.other_of_two());
    let lead = lead(view, seat);
    let Some((play, matrix)) = solver.solve(position).zip(solver.matrix(position)) else {
        return ply.forced(lead, false);
    };
    let (own, theirs) = (view.hands[seat.index()], view.hands[other.index()]);
    // A card that lies open is no longer left to chance.
    let open = view.sealed[other.index()].map(|card| Mix::pure(rank(theirs, card), theirs.len()));
    let policy = open.or_else(|| policy(players, view, seat));
    let mix = policy.unwrap_or(play.mixes[other.index()]);
    let leads = view.options.open_lead && view.leader == seat;
    let worths = worths(&matrix, seat, if leads { None } else { Some(&mix) });
    let mut choices: Vec<Alternative> = own
        .iter()
        .zip(&worths)
        .map(|(card, worth)| Alternative {
            action: json!(Action::play(card)),
            text: card.to_string(),
            value: lead + worth,
        })
        .collect();
    let chosen = ply.seen.card.map_or(0, |card| rank(own, card));
    choices.sort_by(|a, b| b.value.total_cmp(&a.value));
    let loss = choices[0].value - lead - worths[chosen];
    let mut judged = ply.judged(choices, if loss < ROUNDING { 0.0 } else { loss }, true);
    judged.is_decision = judged.choices[0].value - judged.choices[judged.choices.len() - 1].value > ALIKE;
    judged.luck = shown.map(|card| entry(&matrix, seat, chosen, rank(theirs, card)) - worths[chosen]);
    judged.mix = Some(named(own, &play.mixes[seat.index()]));
    judged.other = Some(named(theirs, &mix));
    judged
}

/// By how much `seat` is ahead.
fn lead(view: &View, seat: Seat) -> f64 {
    let [own, other] = [seat, seat.other_of_two()].map(|seat| view.scores[seat.index()].as_f64());
    own - other
}

/// What each card of `seat` is worth against a mix of the other's cards, or against the worst reply.
fn worths(matrix: &Matrix, seat: Seat, mix: Option<&Mix>) -> Vec<f64> {
    let Some(mix) = mix else {
        let cards = 0..matrix.size();
        let worst = |card: usize| cards.clone().map(move |reply| entry(matrix, seat, card, reply));
        return cards.clone().map(|card| worst(card).fold(f64::INFINITY, f64::min)).collect();
    };
    if seat == Seat::FIRST {
        return matrix.against_rows(mix);
    }
    matrix.against_columns(mix).into_iter().map(|worth| -worth).collect()
}

/// What one pair of cards is worth to `seat`.
fn entry(matrix: &Matrix, seat: Seat, own: usize, other: usize) -> f64 {
    let (row, column) = if seat == Seat::FIRST { (own, other) } else { (other, own) };
    let worth = matrix.rows().nth(row).map_or(0.0, |row| row[column]);
    if seat == Seat::FIRST { worth } else { -worth }
}

/// What the other seat is known to play here, if it is a computer player with a published policy.
fn policy(players: &[String], view: &View, seat: Seat) -> Option<Mix> {
    let other = seat.other_of_two();
    let player = players.get(other.index())?;
    let hand = view.hands[other.index()];
    if player == "random" {
        return Some(Mix::uniform(hand.len()));
    }
    // `hard` learns, so its play against a stranger says little.
    if player == "hard" || !baize_players::ids("nine").contains(&player.as_str()) {
        return None;
    }
    let query = json!({
        "type": "POLICY",
        "player": player,
        "hands": [hand, view.hands[seat.index()]],
        "scores": [view.scores[other.index()], view.scores[seat.index()]],
        "carried": view.carried,
        "ties": view.options.ties,
        "turnWeights": view.options.turn_weights,
    });
    let answer = baize_players::answer("nine", &query, Budget::default())?.ok()?;
    let chance = |card: Card| answer["probabilities"][card.to_string()].as_f64().unwrap_or(0.0);
    let weights: Vec<f64> = hand.iter().map(chance).collect();
    (weights.iter().sum::<f64>() > 0.0).then(|| Mix::from_weights(&weights))
}

/// How many lower cards there are in the hand.
fn rank(hand: Hand, card: Card) -> usize {
    hand.iter().take_while(|&other| other < card).count()
}

/// Chances by card.
fn named(hand: Hand, mix: &Mix) -> BTreeMap<String, f64> {
    let chances = hand.iter().zip(mix.values()).filter(|(_, chance)| **chance > 0.0);
    chances.map(|(card, chance)| (card.to_string(), *chance)).collect()
}
