//! The value of every action, not only of the best one.

use super::board::{Board, CANNON, Hop, code, jumper};
use super::moves::{Hops, members};
use super::root::{earlier, ply_of, quiet_limit};
use super::search::{DEEPEST, Desk, Searcher, WIN};
use super::{Manner, Thinker};
use crate::Weighed;
use baize_banqi::{Cell, Piece, Ply, Position};
use baize_search::{Limits, Watch};

impl Thinker {
    /// The chance to win with every action, the best first, each searched in full: by the deepest search
    /// within the limits, and by the one before it. `None` if there is nothing to weigh, or no time.
    pub fn weigh(
        &self,
        position: &Position,
        moves: &[(Cell, Cell)],
        limits: Limits,
    ) -> Option<[Vec<Weighed>; 2]> {
        match jumper(position)? {
            CANNON => self.weigh_on(&Board::<CANNON>::of(position)?, position, moves, limits),
            _ => self.weigh_on(&Board::<0>::of(position)?, position, moves, limits),
        }
    }

    fn weigh_on<const JUMPER: u8>(
        &self,
        board: &Board<JUMPER>,
        position: &Position,
        moves: &[(Cell, Cell)],
        limits: Limits,
    ) -> Option<[Vec<Weighed>; 2]> {
        if position.ending().is_some() {
            return None;
        }
        // A draw counts as half a win for everybody.
        let manner = Manner { contempt: 0, ..self.manner };
        let watch = Watch::start(limits);
        let limit = quiet_limit(board, position);
        let mut desk = Desk::default();
        let mut searcher =
            Searcher::new(board, manner, limit, earlier(board, moves), &limits, &mut desk, &watch);
        let mut found: Option<[Vec<Weighed>; 2]> = None;
        for depth in 1..=manner.depth.min(DEEPEST as i32 / 2) {
            let Some(now) = all(&mut searcher, board, position, depth) else { break };
            found = Some([now.clone(), found.map_or(now, |[before, _]| before)]);
            // Another ply takes several times as long as all before it.
            if !watch.has_left(searcher.nodes, 25) {
                break;
            }
        }
        found
    }
}

/// The values of all actions to a depth; `None` if the search is stopped.
fn all<const JUMPER: u8>(
    searcher: &mut Searcher<'_, JUMPER>,
    board: &Board<JUMPER>,
    position: &Position,
    depth: i32,
) -> Option<Vec<Weighed>> {
    let mut steps = Hops::new();
    board.captures(|step| steps.push(0, step));
    board.moves(|step| steps.push(0, step));
    let mode = position.mode();
    let mut weighed = Vec::new();
    for (_, step) in steps.iter() {
        let score = searcher.after(&board.moved(step), depth - 1, -WIN, WIN, 0);
        let ply = ply_of(board, step, mode);
        weighed.push(Weighed { ply, chance: chance(score), outcomes: Vec::new() });
    }
    // Flips far from everything are alike, so one is searched for all of them.
    let waiting = searcher.waiting_cells(board);
    let mut alike: Option<Weighed> = None;
    for at in members(board.hidden()) {
        let is_waiting = waiting >> at & 1 == 1;
        let ply = ply_of(board, Hop::flip(at), mode);
        let flip = match &alike {
            Some(alike) if is_waiting => Weighed { ply, ..alike.clone() },
            _ => flip(searcher, board, position, at, ply, depth),
        };
        if is_waiting && alike.is_none() {
            alike = Some(flip.clone());
        }
        weighed.push(flip);
    }
    weighed.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    (!searcher.is_stopped()).then_some(weighed)
}

/// The value of a flip: the mean over everything that may come up.
fn flip<const JUMPER: u8>(
    searcher: &mut Searcher<'_, JUMPER>,
    board: &Board<JUMPER>,
    position: &Position,
    at: u8,
    ply: Ply,
    depth: i32,
) -> Weighed {
    let unknown = position.unknown();
    let mut outcomes = Vec::new();
    let mut sum = 0.0;
    for piece in Piece::ALL.into_iter().filter(|&piece| unknown.count(piece) > 0) {
        let next = board.flipped(at, code(piece, position.mode()));
        let with = chance(searcher.after(&next, depth - 2, -WIN, WIN, 0));
        sum += f64::from(unknown.count(piece)) * with;
        outcomes.push((piece, with));
    }
    Weighed { ply, chance: sum / f64::from(unknown.len().max(1)), outcomes }
}

/// The chance to win that a score stands for: 400 points are one unit of log odds.
fn chance(score: i32) -> f64 {
    1.0 / (1.0 + libm::exp(-f64::from(score) / 400.0))
}
