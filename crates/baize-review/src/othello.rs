//! Othello: the score of every legal move.

use crate::Plan;
use crate::openings::{Opening, opening};
use crate::replay::{Ply, plies};
use crate::summary::{Scale, concluded};
use crate::types::{Alternative, Care, Effort, Move, NamedOpening, Review};
use baize_games::{AnyTable, Record};
use baize_othello::{Action, Othello, Position, Square, Symmetry};
use baize_othello_engine::{Aim, Certainty, Engine, Style, Verdict, Weights};
use baize_rules::{Problem, Seat};
use serde_json::json;

/// How far ahead a review looks.
struct Reach {
    /// Plies of the deeper of two searches; the other is two plies shallower.
    depth: u32,
    /// With at most this many empty squares, every score is the final one.
    exact: u32,
    /// How many squares earlier exact scores are tried, and with how many positions.
    tried: (u32, u64),
}

impl Reach {
    const fn of(care: Care) -> Reach {
        match care {
            Care::Rough => Reach { depth: 5, exact: 11, tried: (0, 0) },
            Care::Full => Reach { depth: 10, exact: 18, tried: (2, 12_000_000) },
        }
    }
}

/// More than any two moves can differ by, in hundredths of a disc, so that every move gets a value.
const ANY_MARGIN: u32 = 12_900;

/// A game and how it began.
struct Game {
    plies: Vec<Ply<Position>>,
    opening: Opening,
    effort: Effort,
}

pub(crate) fn plan(record: &Record, effort: Effort) -> Result<Box<dyn Plan>, Problem> {
    let plies = plies(record, |table, seat| {
        let seen = table.seat_view(seat);
        Some(seen.of::<Othello>()?.0.setup.board.position)
    })?;
    Ok(Box::new(Game { opening: opening_of(&plies), plies, effort }))
}

impl Plan for Game {
    fn count(&self) -> usize {
        self.plies.len()
    }

    /// Judges from the end backwards, where the exact scores are.
    fn judge(&mut self, before: &[Move]) -> Move {
        let place = self.plies.len() - 1 - before.len();
        let ply = &self.plies[place];
        let judged = match before.last() {
            Some(next) if ply.seen.moves() == 0 => ply.forced(-next.best_value, next.exact),
            _ => judged(ply, self.effort),
        };
        if place < self.opening.moves && judged.loss > 0.0 { in_book(judged) } else { judged }
    }

    fn conclude(&self, record: &Record, mut moves: Vec<Move>) -> Review {
        let opening = if self.is_drawn(&moves) {
            let family = self.opening.name.map_or_else(String::new, |name| format!(" ({name})"));
            let is_drawn = |of: &Move| self.plies[..DRAWN].iter().any(|ply| ply.n == of.n);
            moves = moves.into_iter().map(|of| if is_drawn(&of) { in_book(of) } else { of }).collect();
            Some(NamedOpening { name: format!("XOT{family}"), moves: DRAWN })
        } else {
            let Opening { name, moves } = self.opening;
            name.map(|name| NamedOpening { name: name.to_owned(), moves })
        };
        Review { opening, ..concluded(record, &Scale::DISCS, moves) }
    }
}

/// How many drawn moves an XOT opening has; nobody has chosen them, and the position after them is even.
const DRAWN: usize = 8;
/// How many discs still count as even: two, as in the XOT lists, and one more because our searches are
/// shallower.
const EVEN: f64 = 3.0;
/// How many plies are searched to see that; averaged with one ply less, as odd and even depths swing.
const EVEN_DEPTH: u32 = 14;

impl Game {
    /// Whether the game begins with an XOT opening: moves of which one gives something away, as no player
    /// would, and yet an even position. A named opening is an ordinary one.
    fn is_drawn(&self, moves: &[Move]) -> bool {
        let of = |ply: &Ply<Position>| moves.iter().find(|of| of.n == ply.n);
        let Some((first, next)) = self.plies.split_at_checked(DRAWN) else { return false };
        let gives_away = |ply: &Ply<Position>| of(ply).is_some_and(|of| of.loss >= Scale::DISCS.inaccuracy);
        let from_start = first.first().is_some_and(|ply| ply.seen == Position::START);
        let is_odd = from_start && self.opening.moves < DRAWN && first.iter().any(gives_away);
        is_odd && next.first().is_some_and(|ply| is_even(ply.seen, self.effort))
    }
}

fn is_even(position: Position, effort: Effort) -> bool {
    let mut scores = [0.0; 2];
    let aim = Aim { depth: EVEN_DEPTH, exact: 0, margin: 0, style: Style::Selective };
    Engine::new(Weights::learnt()).think(position, aim, effort.limits(None), &mut |verdict| {
        if matches!(verdict.certainty, Certainty::Depth(_)) {
            scores = [scores[1], verdict.score];
        }
    });
    (scores[0] + scores[1]).abs() / 2.0 <= EVEN
}

pub(crate) fn value(table: &dyn AnyTable, seat: Seat, effort: Effort) -> Option<(Vec<Alternative>, bool)> {
    let seen = table.seat_view(seat).of::<Othello>()?.0.setup.board.position;
    let (action, text) = (json!(Action::Pass), "pass".to_owned());
    let judged = judged(&Ply { n: 0, seat, action, meant: None, text, seen }, effort);
    Some((judged.choices, judged.exact))
}

fn opening_of(plies: &[Ply<Position>]) -> Opening {
    let square = |ply: &Ply<Position>| match serde_json::from_value(ply.action.clone()) {
        Ok(Action::Place(square)) => Some(square),
        _ => None,
    };
    let squares: Vec<Square> = plies.iter().map_while(square).collect();
    let from_start = plies.first().is_some_and(|ply| ply.seen == Position::START);
    opening(if from_start { &squares } else { &[] })
}

/// A move of a named opening is a matter of taste, so it costs nothing.
fn in_book(of: Move) -> Move {
    Move { best: of.action.clone(), best_text: of.text.clone(), value: of.best_value, loss: 0.0, ..of }
}

fn judged(ply: &Ply<Position>, effort: Effort) -> Move {
    let reach = Reach::of(effort.care);
    let empties = ply.seen.empty().count_ones();
    if ply.seen.moves() == 0 {
        // A pass is worth what the other side then has.
        let aim = Aim { depth: reach.depth, exact: reach.exact, margin: 0, style: Style::Selective };
        let engine = Engine::new(Weights::learnt());
        let verdict = engine.think(ply.seen, aim, effort.limits(None), &mut |_| {});
        return ply.forced(verdict.score, verdict.certainty == Certainty::Exact);
    }
    let solved = (empties <= reach.exact + reach.tried.0).then(|| {
        let nodes = (empties > reach.exact).then_some(reach.tried.1);
        solve(ply.seen, nodes, effort)
    });
    if let Some(scores) = solved.flatten() {
        let loss = loss_of(&scores, &ply.text);
        return ply.judged(choices(&scores), loss, true);
    }
    estimated(ply, reach.depth, effort)
}

/// The final score of every move, if the limits allow.
fn solve(position: Position, nodes: Option<u64>, effort: Effort) -> Option<Vec<(Square, f64)>> {
    // Under a limit in nodes, several threads would change the result.
    let threads = if nodes.is_none() { effort.threads } else { 1 };
    let engine = Engine::new(Weights::learnt()).with_threads(threads);
    let verdict = engine.solve_moves(position, effort.limits(nodes));
    let is_solved =
        verdict.certainty == Certainty::Exact && verdict.candidates.iter().all(|move_| !move_.is_bound);
    is_solved.then(|| scores(&verdict))
}

fn scores(verdict: &Verdict) -> Vec<(Square, f64)> {
    verdict.candidates.iter().map(|opinion| (opinion.square, opinion.score)).collect()
}

/// Searches to two depths and takes the smaller loss, so that a disagreement makes no mark.
fn estimated(ply: &Ply<Position>, depth: u32, effort: Effort) -> Move {
    let mut shallow = Vec::new();
    let mut deep = Vec::new();
    let mut reached = 0;
    let aim = Aim { depth, exact: 0, margin: ANY_MARGIN, style: Style::Selective };
    Engine::new(Weights::learnt()).think(ply.seen, aim, effort.limits(None), &mut |verdict| {
        if let Certainty::Depth(now) = verdict.certainty {
            if now + 2 == depth {
                shallow = folded(ply.seen, verdict);
            }
            (deep, reached) = (folded(ply.seen, verdict), now);
        }
    });
    let mut loss = loss_of(&deep, &ply.text);
    if !shallow.is_empty() {
        loss = loss.min(loss_of(&shallow, &ply.text));
    }
    let mut judged = ply.judged(choices(&deep), loss, false);
    judged.give_or_take = Some(give_or_take(reached, ply.seen.empty().count_ones()));
    judged
}

/// The scores of a search, with one value for moves that lead to the same board when turned or mirrored.
fn folded(position: Position, verdict: &Verdict) -> Vec<(Square, f64)> {
    let mut boards: Vec<(Position, f64)> = Vec::new();
    let mut scores = scores(verdict);
    for (square, score) in &mut scores {
        let after = position.play_unchecked(*square);
        let turned = |board: &Position| Symmetry::all().any(|turn| turn.position(after) == *board);
        match boards.iter().find(|(board, _)| turned(board)) {
            Some((_, first)) => *score = *first,
            None => boards.push((after, *score)),
        }
    }
    scores.sort_by(|a, b| b.1.total_cmp(&a.1));
    scores
}

fn loss_of(scores: &[(Square, f64)], played: &str) -> f64 {
    let best = scores.first().map_or(0.0, |(_, score)| *score);
    let own = scores.iter().find(|(square, _)| square.to_string() == played);
    own.map_or(0.0, |(_, score)| best - score)
}

fn choices(scores: &[(Square, f64)]) -> Vec<Alternative> {
    let choice = |(square, value): &(Square, f64)| Alternative {
        action: json!(Action::Place(*square)),
        text: square.to_string(),
        value: *value,
    };
    scores.iter().map(choice).collect()
}

/// How far an estimate is from the final score, as one standard deviation in discs: measured on games of
/// `hard` against itself.
fn give_or_take(depth: u32, empties: u32) -> f64 {
    (7.5 + 0.15 * f64::from(empties) - 0.3 * f64::from(depth)).max(3.0)
}
