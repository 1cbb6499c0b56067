//! The root of the search, which chooses an action.

use super::board::{Board, CANNON, Hop, jumper};
use super::judge::Knowledge;
use super::moves::{Hops, members};
use super::search::{DEEPEST, Desk, Manner, SURE, Searcher, WIN};
use baize_banqi::{Cell, Mode, Ply, Position};
use baize_rules::Dice;
use baize_search::{Limits, Watch};

/// The result of thinking.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// The best action.
    pub ply: Ply,
    /// Its value in points; 400 are one unit of log odds.
    pub score: i32,
    /// Plies looked ahead.
    pub depth: i32,
    /// Positions looked at.
    pub nodes: u64,
    /// In how many plies the best action certainly wins or, if negative, loses; `None` if nothing is certain.
    pub mate: Option<i32>,
    /// How many actions were considered.
    pub choices: usize,
}

/// Thinks about positions of two sides with ranks: Classic and its like.
#[derive(Clone, Copy, Debug)]
pub struct Thinker {
    /// How it thinks.
    pub manner: Manner,
}

/// Without a rule about progress, positions count as drawn after this many more actions without any, so that
/// a player still has to make progress.
const PATIENCE: u32 = 60;

impl Thinker {
    /// Looks only at material, moves and the flips at hand.
    pub const MEDIUM: Thinker = Thinker {
        manner: Manner {
            knowledge: Knowledge::BARE,
            flips_from: i32::MAX,
            contempt: 0,
            depth: 3,
            prunes: false,
            tables: 0,
        },
    };
    /// Knows how to hunt and would rather lose than draw.
    pub const HARD: Thinker = Thinker {
        manner: Manner {
            knowledge: Knowledge::FULL,
            flips_from: 6,
            contempt: 1000,
            depth: 48,
            prunes: false,
            tables: 3,
        },
    };
    /// The strongest one.
    pub const EXPERT: Thinker = Thinker {
        manner: Manner {
            knowledge: Knowledge::BEST,
            flips_from: 6,
            contempt: 100,
            depth: 48,
            prunes: true,
            tables: 4,
        },
    };

    /// The best action it finds, or `None` if there is nothing to think about: before factions are known, or
    /// after the end. `moves` are the moves since the last flip or capture; `dice` decide between equally
    /// good actions.
    pub fn think(
        &self,
        position: &Position,
        moves: &[(Cell, Cell)],
        limits: Limits,
        dice: &mut Dice,
    ) -> Option<Verdict> {
        self.think_at(&mut Desk::default(), position, moves, limits, dice)
    }

    /// The same with the desk of a player that thinks repeatedly.
    pub fn think_at(
        &self,
        desk: &mut Desk,
        position: &Position,
        moves: &[(Cell, Cell)],
        limits: Limits,
        dice: &mut Dice,
    ) -> Option<Verdict> {
        match jumper(position)? {
            CANNON => {
                self.think_about(&Board::<CANNON>::of(position)?, position, moves, limits, (desk, dice))
            }
            _ => self.think_about(&Board::<0>::of(position)?, position, moves, limits, (desk, dice)),
        }
    }

    fn think_about<const JUMPER: u8>(
        &self,
        board: &Board<JUMPER>,
        position: &Position,
        moves: &[(Cell, Cell)],
        limits: Limits,
        (desk, dice): (&mut Desk, &mut Dice),
    ) -> Option<Verdict> {
        if position.ending().is_some() {
            return None;
        }
        let limit = quiet_limit(board, position);
        let watch = Watch::start(limits);
        let mut searcher =
            Searcher::new(board, self.manner, limit, earlier(board, moves), &limits, desk, &watch);
        let mut root = Root::of(board, &searcher, dice);
        root.deepen(&mut searcher, self.manner.depth);
        root.verdict(&searcher, position.mode())
    }
}

/// The number of actions without flip or capture after which a position counts as drawn.
pub(super) fn quiet_limit<const JUMPER: u8>(board: &Board<JUMPER>, position: &Position) -> u32 {
    let limit = position.options().no_progress.get().unwrap_or(board.quiet() + PATIENCE);
    limit.min(2 * Board::<JUMPER>::MOST_QUIET)
}

/// The keys of the positions since the last flip or capture, the current one last.
pub(super) fn earlier<const JUMPER: u8>(board: &Board<JUMPER>, moves: &[(Cell, Cell)]) -> Vec<u64> {
    let mut keys = vec![board.key()];
    let mut now = *board;
    for (from, to) in moves.iter().rev() {
        let step = Hop { from: from.index() as u8, to: to.index() as u8 };
        let Some(before) = now.before(step) else { break };
        now = before;
        keys.push(now.key());
    }
    keys.reverse();
    keys
}

struct Root<const JUMPER: u8> {
    board: Board<JUMPER>,
    /// The actions and their values, the best first as far as known.
    steps: Vec<(i32, Hop)>,
    depth: i32,
}

impl<const JUMPER: u8> Root<JUMPER> {
    /// All actions, but only one of the flips far from everything, as these are alike.
    fn of(board: &Board<JUMPER>, searcher: &Searcher<'_, JUMPER>, dice: &mut Dice) -> Root<JUMPER> {
        let mut steps = Hops::new();
        board.captures(|step| steps.push(0, step));
        board.moves(|step| steps.push(0, step));
        let waiting = searcher.waiting_cells(board);
        let mut steps: Vec<(i32, Hop)> = steps.iter().collect();
        dice.shuffle(&mut steps);
        let alike: Vec<u8> = members(waiting).collect();
        let flips = members(board.hidden() & !waiting).chain(dice.pick(&alike).copied());
        steps.extend(flips.map(|at| (0, Hop::flip(at))));
        Root { board: *board, steps, depth: 0 }
    }

    /// Searches one ply deeper each time, until time is up or nothing can change.
    fn deepen(&mut self, searcher: &mut Searcher<'_, JUMPER>, most: i32) {
        if self.steps.len() < 2 {
            return;
        }
        for depth in 1..=most.min(DEEPEST as i32 / 2) {
            self.look(searcher, depth);
            if searcher.is_stopped() {
                break;
            }
            self.depth = depth;
            if self.steps[0].0.abs() >= SURE && WIN - self.steps[0].0.abs() <= depth {
                break;
            }
        }
    }

    /// Evaluates all actions to a depth. If time runs out before the end, what was found so far counts.
    fn look(&mut self, searcher: &mut Searcher<'_, JUMPER>, depth: i32) {
        let mut alpha = -WIN;
        let mut found = Vec::with_capacity(self.steps.len());
        for number in 0..self.steps.len() {
            let step = self.steps[number].1;
            let value = value_of(searcher, &self.board, step, depth, alpha);
            if searcher.is_stopped() {
                break;
            }
            // Equals keep their random order; a value that is only a bound goes below the best.
            found.push((if value > alpha { value } else { value.min(alpha - 1) }, step));
            alpha = alpha.max(value);
        }
        let searched = found.len();
        if searched == 0 {
            return;
        }
        found.sort_by_key(|(value, _)| -value);
        found.extend_from_slice(&self.steps[searched..]);
        self.steps = found;
    }

    fn verdict(&self, searcher: &Searcher<'_, JUMPER>, mode: Mode) -> Option<Verdict> {
        let &(score, step) = self.steps.first()?;
        let mate = (score.abs() >= SURE).then(|| (WIN - score.abs()) * score.signum());
        Some(Verdict {
            ply: ply_of(&self.board, step, mode),
            score,
            depth: self.depth,
            nodes: searcher.nodes,
            mate,
            choices: self.steps.len(),
        })
    }
}

fn value_of<const JUMPER: u8>(
    searcher: &mut Searcher<'_, JUMPER>,
    board: &Board<JUMPER>,
    step: Hop,
    depth: i32,
    alpha: i32,
) -> i32 {
    if step.is_flip() {
        return searcher.flip(board, step.to, depth - 2, alpha, WIN, 0);
    }
    let next = board.moved(step);
    if alpha > -WIN {
        let value = searcher.after(&next, depth - 1, alpha, alpha + 1, 0);
        if value <= alpha || searcher.is_stopped() {
            return value;
        }
    }
    searcher.after(&next, depth - 1, alpha, WIN, 0)
}

/// The action as a ply of the rules.
pub(super) fn ply_of<const JUMPER: u8>(board: &Board<JUMPER>, step: Hop, mode: Mode) -> Ply {
    let cell = |index: u8| Cell::new(mode, usize::from(index & 31)).expect("the board has 32 cells");
    match board.at(step.to) {
        _ if step.is_flip() => Ply::Flip(cell(step.to)),
        0 => Ply::Move(cell(step.from), cell(step.to)),
        _ => Ply::Capture(cell(step.from), cell(step.to)),
    }
}
