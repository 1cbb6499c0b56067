//! Exact play, solved once and kept for the rest of the game.

use super::{explain, rank};
use baize_nine::{Card, Options, Position};
use baize_nine_solver::{Equilibrium, Matrix, Mix, Objective, Solver, chance_is_perfect};
use baize_rules::Seat;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Exact solutions. A game asks for one position after another, so the solution of the first usually answers
/// for the rest.
#[derive(Clone, Default)]
pub(super) struct Exact {
    kept: Option<Arc<Kept>>,
}

struct Kept {
    root: Position,
    options: Options,
    objective: Objective,
    solver: Solver,
}

/// Perfect play in a position.
pub(super) struct Play {
    /// The objective: the win, unless that takes too long to solve.
    pub(super) objective: Objective,
    /// What the position is worth to seat 0.
    pub(super) value: f64,
    /// The mix of each seat.
    pub(super) mixes: [Mix; 2],
    /// What each pair of cards is worth to seat 0.
    pub(super) matrix: Matrix,
}

/// The solution of the plain game for the win, which never changes and is shared by all players.
fn plain() -> &'static Solver {
    static PLAIN: OnceLock<Solver> = OnceLock::new();
    PLAIN.get_or_init(|| {
        Solver::new(Position::START, &Options::default(), Objective::Win).expect("the plain game is small")
    })
}

/// The latest solution, whoever asked for it. Exact values are no secret and do not depend on who asks first,
/// and a player that is seated anew for every choice need not start again.
fn recent() -> MutexGuard<'static, Option<Arc<Kept>>> {
    static RECENT: Mutex<Option<Arc<Kept>>> = Mutex::new(None);
    RECENT.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Exact {
    /// Perfect play of both seats: for the win, or for points if too many scores can arise.
    pub(super) fn play(&mut self, position: Position, options: &Options) -> Play {
        let blind = chance_is_perfect(position, options);
        if blind
            && options.turn_weights == Options::default().turn_weights
            && let Some(matrix) = plain().matrix(position)
        {
            return of_plain(&matrix);
        }
        let (objective, solver) = self.solver(position, options);
        let matrix = solver.matrix(position).expect("the solver was made for this position");
        let play = solver.solve(position).expect("the solver was made for this position");
        let Equilibrium { value, mixes, .. } = play;
        Play { objective, value, mixes, matrix }
    }

    /// The best reply of `seat` to an open lead.
    pub(super) fn reply(&mut self, seat: Seat, lead: Card, position: Position, options: &Options) -> Mix {
        let matrix = self.play(position, options).matrix;
        let led = Mix::pure(rank(position.hands[seat.other_of_two().index()], lead), matrix.size());
        let gains = match seat {
            Seat::FIRST => matrix.against_rows(&led),
            _ => matrix.against_columns(&led).into_iter().map(|gain| -gain).collect(),
        };
        // Among equals the lowest, because higher cards are better kept.
        let best = (0..gains.len()).rev().max_by(|&a, &b| gains[a].total_cmp(&gains[b])).unwrap_or(0);
        Mix::pure(best, gains.len())
    }

    /// Whether a card of `seat` leads to a sure win against any reply, with good play afterwards.
    pub(super) fn decides(&mut self, seat: Seat, card: Card, position: Position, options: &Options) -> bool {
        let Play { objective, matrix, .. } = self.play(position, options);
        let rows: Vec<&[f64]> = matrix.rows().collect();
        let own = match seat {
            Seat::FIRST => matrix.clone(),
            _ => Matrix::new(rows.len(), |own, other| 1.0 - rows[other][own]),
        };
        objective == Objective::Win && explain::decides(&own, rank(position.hands[seat.index()], card))
    }

    /// A solver that covers the position: a kept one or a new one.
    fn solver(&mut self, position: Position, options: &Options) -> (Objective, &Solver) {
        let fits = |kept: &Arc<Kept>| kept.options == *options && kept.solver.value(position).is_some();
        // A game solved for points may be small enough for the win after another turn.
        let lasts = |kept: &Arc<Kept>| kept.objective == Objective::Win || kept.root == position;
        let own = self.kept.take().filter(|kept| lasts(kept) && fits(kept));
        let found = own.or_else(|| recent().clone().filter(|kept| lasts(kept) && fits(kept)));
        let kept = found.unwrap_or_else(|| {
            let win = Solver::new(position, options, Objective::Win).map(|solver| (Objective::Win, solver));
            let (objective, solver) = win.unwrap_or_else(|_| {
                let solver = Solver::new(position, options, Objective::Difference);
                (Objective::Difference, solver.expect("without the lead few positions are told apart"))
            });
            Arc::new(Kept { root: position, options: *options, objective, solver })
        });
        *recent() = Some(Arc::clone(&kept));
        let kept = self.kept.insert(kept);
        (kept.objective, &kept.solver)
    }
}

fn of_plain(matrix: &Matrix) -> Play {
    let mix = Mix::uniform(matrix.size());
    let value = matrix.secured(&mix);
    Play { objective: Objective::Win, value, mixes: [mix, mix], matrix: matrix.clone() }
}
