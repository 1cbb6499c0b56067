//! How the opening book is made.

use crate::book::{Book, BookMove, EIGHTHS, canonical, key};
use crate::engine::{Aim, Engine, Style};
use crate::weights::Weights;
use baize_othello::Position;
use baize_search::Limits;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// How to build a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookPlan {
    /// How many plies each position is searched.
    pub depth: u32,
    /// Moves up to this many hundredths of a disc behind the best are included.
    pub margin: u32,
    /// How many positions the book has, counting mirror images once.
    pub places: usize,
}

/// The plan of the program's own book.
pub const BOOK: BookPlan = BookPlan { depth: 14, margin: 150, places: 1500 };

/// What each move costs besides what it gives away, in eighths of a disc: lines of good moves are followed
/// further, but every line ends.
const PLY: u32 = 2;

/// Searches the positions that games between good players reach: the less both sides give away on the way to
/// a position, the sooner it is included. Nothing is random. `tell` receives the number of positions so far.
pub fn grow(weights: &Weights, plan: BookPlan, tell: &mut dyn FnMut(usize)) -> Book {
    let mut places = BTreeMap::new();
    let start = key(canonical(Position::START));
    let mut open = BinaryHeap::from([Reverse((0, start))]);
    while let Some(Reverse((cost, place))) = open.pop().filter(|_| places.len() < plan.places) {
        if places.contains_key(&place) {
            continue;
        }
        let [own, opp] = place;
        let position = Position { own, opp };
        let moves = searched(weights, plan, position);
        let best = moves.iter().map(|of| of.eighths).max().unwrap_or_default();
        for of in &moves {
            let next = canonical(position.play_unchecked(of.square));
            if next.moves() != 0 {
                open.push(Reverse((cost + PLY + u32::from(best.abs_diff(of.eighths)), key(next))));
            }
        }
        places.insert(place, moves);
        tell(places.len());
    }
    settle(&mut places);
    Book::new(plan.depth as u8, places)
}

fn searched(weights: &Weights, plan: BookPlan, position: Position) -> Vec<BookMove> {
    let aim = Aim { depth: plan.depth, exact: 0, margin: plan.margin, style: Style::Selective };
    let verdict = Engine::new(weights).think(position, aim, Limits::default(), &mut |_| {});
    let behind = f64::from(plan.margin) / 100.0;
    let good = verdict.candidates.iter().filter(|of| !of.is_bound && of.score >= verdict.score - behind);
    good.map(|of| BookMove { square: of.square, eighths: (of.score * EIGHTHS).round() as i8 }).collect()
}

/// Gives every move that is followed the value of its best reply, from the positions with the most discs back
/// to the start.
fn settle(places: &mut BTreeMap<[u64; 2], Vec<BookMove>>) {
    let mut order: Vec<[u64; 2]> = places.keys().copied().collect();
    order.sort_by_key(|[own, opp]| Reverse((own | opp).count_ones()));
    for place in order {
        let [own, opp] = place;
        let position = Position { own, opp };
        let mut moves = places[&place].clone();
        for of in &mut moves {
            let next = key(canonical(position.play_unchecked(of.square)));
            if let Some(best) = places.get(&next).and_then(|replies| replies.first()) {
                of.eighths = -best.eighths;
            }
        }
        moves.sort_by_key(|of| Reverse(of.eighths));
        places.insert(place, moves);
    }
}
