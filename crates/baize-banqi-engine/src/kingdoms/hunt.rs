//! A deep search among three: the thinking seat and the others take turns, and of the others only the one
//! that can do the most harm acts. That is too pessimistic, but it lets alpha-beta cut as between two, and is
//! exact once only one other seat is left.

use super::board::{Board, Hop, members};
use super::odds::{DRAW, expected};
use super::share::WHOLE;
use baize_banqi::{Cell, Mode, Ply, Position};
use baize_rules::Dice;
use baize_search::{Limits, PositionKey, TranspositionTable, Watch};

/// The value of a win now; one ply later it is one less. Values are shares of the game less a half, from the
/// view of the side that acts.
const WIN: i32 = WHOLE / 2;
/// The most a judged position is worth, less than any certain win.
const JUDGED: i32 = WIN - 200;
/// The value of a draw.
const DRAWN: i32 = DRAW - WIN;
/// The greatest depth of a search.
const DEEPEST: usize = 64;
/// How far the outcome of a flip is assumed to be from the current judgement at most.
const SWING: i32 = WHOLE / 6;

/// What a hunt found.
pub(super) struct Found {
    pub(super) ply: Ply,
    /// The share of the game, of [`WHOLE`].
    pub(super) share: i32,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) choices: usize,
}

/// The best action within the limits; `None` if not everybody has an army yet.
pub(super) fn hunt(position: &Position, most: u32, limits: Limits, dice: &mut Dice) -> Option<Found> {
    let board = Board::of(position)?;
    let own = position.faction(position.seat())?.index();
    let watch = Watch::start(limits);
    let mut hunter = Hunter::new(own, &board, &limits, &watch);
    let (mut choices, alike) = hunter.choices(&board, dice);
    let mut reached = 0;
    if choices.len() > 1 {
        for depth in 1..=most.min(DEEPEST as u32 / 2) {
            hunter.look(&board, depth as i32, &mut choices);
            if watch.is_stopped() {
                break;
            }
            reached = depth;
            if choices[0].0.abs() > JUDGED && WIN - choices[0].0.abs() <= depth as i32 {
                break;
            }
        }
    }
    let &(value, hop) = choices.first()?;
    let cell =
        |index: u8| Cell::new(Mode::ThreeKingdoms, usize::from(index)).expect("the board has this cell");
    let ply = match hop.from == hop.to {
        true => Ply::Flip(cell(hop.to)),
        false if board.is_empty(hop.to) => Ply::Move(cell(hop.from), cell(hop.to)),
        false => Ply::Capture(cell(hop.from), cell(hop.to)),
    };
    let share = (value + WIN).clamp(0, WHOLE);
    Some(Found { ply, share, depth: reached, nodes: hunter.nodes, choices: choices.len() + alike })
}

struct Hunter<'a> {
    own: usize,
    table: TranspositionTable,
    watch: &'a Watch,
    nodes: u64,
    /// The keys of the positions that led here.
    path: Vec<u64>,
    killers: [[Hop; 2]; DEEPEST],
    history: [[i32; 45]; 45],
}

/// Which side of its value a stored bound is on.
const LOWER: u64 = 1;
const UPPER: u64 = 2;
const EXACT: u64 = 3;

/// Turns the key of a position into that of the same position on the others' turn.
const THEIRS: u64 = 0x5851_f42d_4c95_7f2d;

type Hops = Vec<(i32, Hop)>;

impl<'a> Hunter<'a> {
    fn new(own: usize, board: &Board, limits: &Limits, watch: &'a Watch) -> Hunter<'a> {
        let bits = limits.nodes.map_or(18, |nodes| nodes.max(1).ilog2() + 1).clamp(10, 20);
        Hunter {
            own,
            table: TranspositionTable::new(bits),
            watch,
            nodes: 0,
            path: vec![board.key()],
            killers: [[Hop::default(); 2]; DEEPEST],
            history: [[0; 45]; 45],
        }
    }

    /// All actions, but only one of the flips far from everything, as these are alike; and how many were left
    /// out.
    fn choices(&self, board: &Board, dice: &mut Dice) -> (Hops, usize) {
        let mut hops = Vec::new();
        board.captures(self.own, |hop| hops.push((0, hop)));
        board.moves(self.own, |hop| hops.push((0, hop)));
        dice.shuffle(&mut hops);
        let quiet: Vec<usize> = members(board.quiet_cells()).collect();
        let flips = members(board.hidden() & !board.quiet_cells()).chain(dice.pick(&quiet).copied());
        hops.extend(flips.map(|at| (0, Hop { from: at as u8, to: at as u8 })));
        (hops, quiet.len().saturating_sub(1))
    }

    /// Evaluates all actions to a depth and sorts them, the best first. If time runs out before the end, what
    /// was found so far counts.
    fn look(&mut self, board: &Board, depth: i32, choices: &mut Hops) {
        let mut alpha = -WIN;
        let mut found = Vec::with_capacity(choices.len());
        for &(_, hop) in choices.iter() {
            let value = if hop.from == hop.to {
                self.flip(board, usize::from(hop.to), depth - 2, alpha)
            } else {
                let next = board.moved(hop, 1);
                let mut value = alpha + 1;
                if alpha > -WIN {
                    value = self.after(&next, depth - 1, [alpha, alpha + 1], 0, false);
                }
                if value > alpha && !self.watch.is_stopped() {
                    value = self.after(&next, depth - 1, [alpha, WIN], 0, false);
                }
                value
            };
            if self.watch.is_stopped() {
                break;
            }
            // Equals keep their random order; a value that is only a bound goes below the best.
            found.push((if value > alpha { value } else { value.min(alpha - 1) }, hop));
            alpha = alpha.max(value);
        }
        let searched = found.len();
        if searched > 0 {
            found.sort_by_key(|(value, _)| -value);
            found.extend_from_slice(&choices[searched..]);
            *choices = found;
        }
    }

    /// The value of a flip: the mean over everything that may come up, searched only as exactly as it still
    /// matters.
    fn flip(&mut self, board: &Board, at: usize, depth: i32, alpha: i32) -> i32 {
        let now = self.judge(board);
        let (low, high) = (now - SWING, now + SWING);
        let mut left: i32 = board.outcomes().map(|(_, _, count)| count).sum();
        let total = left.max(1);
        let mut sum = 0;
        for (kind, place, count) in board.outcomes() {
            left -= count;
            let need = (alpha * total - sum - left * high).div_euclid(count).max(low - 1);
            if need >= high {
                return (sum + (count + left) * high) / total;
            }
            let value = self.after(&board.flipped(at, kind, place), depth, [need, high], 0, false);
            if self.watch.is_stopped() {
                return 0;
            }
            sum += count * value.clamp(low, high);
        }
        sum / total
    }

    /// The value of a board for the side that acted before.
    fn after(&mut self, next: &Board, depth: i32, [alpha, beta]: [i32; 2], ply: usize, mine: bool) -> i32 {
        self.path.push(next.key() ^ if mine { 0 } else { THEIRS });
        let value = -self.search(next, depth, [-beta, -alpha], ply + 1, mine);
        self.path.pop();
        value
    }

    /// How many other seats are still in the game.
    fn others(&self, board: &Board) -> i32 {
        (0..3).filter(|&place| place != self.own && !board.is_gone(place)).count() as i32
    }

    /// The value of a match that is over, for the seat that thinks.
    fn settled(&self, board: &Board, others: i32, ply: usize) -> Option<i32> {
        if board.is_gone(self.own) {
            return Some(ply as i32 - WIN);
        }
        if others == 0 {
            return Some(WIN - ply as i32);
        }
        (board.counter() <= 0 || self.repeats(board)).then_some(DRAWN)
    }

    /// Whether the last position of the path occurred before.
    fn repeats(&self, _: &Board) -> bool {
        let (now, earlier) = self.path.split_last().expect("the path begins at the root");
        earlier.iter().rev().skip(1).step_by(2).any(|key| key == now)
    }

    fn search(&mut self, board: &Board, depth: i32, bounds: [i32; 2], ply: usize, mine: bool) -> i32 {
        let [mut alpha, beta] = bounds;
        self.nodes += 1;
        if self.nodes & 63 == 0 && self.watch.must_stop(self.nodes) || self.watch.is_stopped() {
            return 0;
        }
        let others = self.others(board);
        let sign = if mine { 1 } else { -1 };
        if let Some(value) = self.settled(board, others, ply) {
            return sign * value;
        }
        if depth <= 0 || ply + 1 >= DEEPEST {
            return self.settle(board, bounds, ply, mine);
        }
        let key = PositionKey([board.key() ^ if mine { 0 } else { THEIRS }, 1]);
        let mut hint = None;
        if let Some(entry) = self.table.get(key) {
            let (value, stored, bound) =
                ((entry >> 16 & 0xffff) as i32 - (1 << 15), (entry >> 40 & 255) as i32, entry >> 48 & 3);
            let decides = match bound {
                LOWER => value >= beta,
                UPPER => value <= alpha,
                _ => true,
            };
            if stored >= depth && decides && board.counter() > 12 {
                return value;
            }
            hint = (entry >> 12 & 1 == 1).then(|| Hop::from_code(entry));
        }
        let first_alpha = alpha;
        let mut best = -WIN;
        let mut best_hop = hint;
        let actions = if mine { 1 } else { others };
        // Nobody has to move while there are face-down pieces or another seat can act instead.
        let may_wait = board.hidden() != 0 || !mine && others > 1;
        if may_wait {
            best = match depth {
                1 => sign * self.judge(board),
                _ => self.after(&board.waited(actions), depth - 3, [alpha, beta], ply, !mine),
            };
            alpha = alpha.max(best);
        }
        if best < beta {
            let mut hops = self.list(board, hint, ply, mine);
            if hops.is_empty() && !may_wait {
                return ply as i32 - WIN;
            }
            // With one ply left a quiet move can only make up a small deficit.
            let is_futile = depth == 1 && alpha > -JUDGED && sign * self.judge(board) + 300 <= alpha;
            for number in 0..hops.len() {
                let rest = &mut hops[number..];
                let next = (0..rest.len()).reduce(|a, b| if rest[b].0 > rest[a].0 { b } else { a });
                rest.swap(0, next.unwrap_or(0));
                let (rank, hop) = rest[0];
                if is_futile && rank < TAKING && number > 0 {
                    break;
                }
                let next = board.moved(hop, actions);
                let is_late = |first: usize, least: i32| rank < KILLER && number >= first && depth >= least;
                let less = i32::from(is_late(4, 3)) + i32::from(is_late(12, 4));
                let mut value = alpha + 1;
                if number > 0 {
                    value = self.after(&next, depth - 1 - less, [alpha, alpha + 1], ply, !mine);
                    if value > alpha && less > 0 {
                        value = self.after(&next, depth - 1, [alpha, alpha + 1], ply, !mine);
                    }
                }
                if number == 0 || value > alpha && value < beta {
                    value = self.after(&next, depth - 1, [alpha, beta], ply, !mine);
                }
                if self.watch.is_stopped() {
                    return 0;
                }
                if value > best {
                    (best, best_hop) = (value, Some(hop));
                }
                alpha = alpha.max(value);
                if value >= beta {
                    self.note(board, hop, depth, ply);
                    break;
                }
            }
        }
        if self.watch.is_stopped() {
            return 0;
        }
        let bound = match best {
            _ if best >= beta => LOWER,
            _ if best > first_alpha => EXACT,
            _ => UPPER,
        };
        // Certain results depend on the path that led here, so they are not stored.
        if best.abs() <= JUDGED {
            let step = best_hop.map_or(0, |hop| hop.code() | 1 << 12);
            let entry = step | ((best + (1 << 15)) as u64) << 16 | (depth as u64) << 40 | bound << 48;
            self.table.put(key, entry, |entry| entry >> 40 & 255);
        }
        best
    }

    /// Searches captures until nothing hangs.
    fn settle(&mut self, board: &Board, [mut alpha, beta]: [i32; 2], ply: usize, mine: bool) -> i32 {
        let sign = if mine { 1 } else { -1 };
        let mut best = sign * self.judge(board);
        if best >= beta || ply + 1 >= DEEPEST {
            return best;
        }
        alpha = alpha.max(best);
        let mut hops = Vec::new();
        for place in self.actors(board, mine) {
            board.captures(place, |hop| self.rank_capture(board, hop, mine, &mut hops));
        }
        hops.sort_unstable_by_key(|(rank, hop)| (-rank, hop.code()));
        for (_, hop) in hops {
            self.nodes += 1;
            if self.nodes & 63 == 0 && self.watch.must_stop(self.nodes) || self.watch.is_stopped() {
                return 0;
            }
            let next = board.moved(hop, 1);
            let value = match self.settled(&next, self.others(&next), ply + 1) {
                Some(value) if value != DRAWN => sign * value,
                _ => -self.settle(&next, [-beta, -alpha], ply + 1, !mine),
            };
            if value > best {
                best = value;
                if value >= beta {
                    break;
                }
                alpha = alpha.max(value);
            }
        }
        best
    }

    /// The armies of the side that acts.
    fn actors(&self, board: &Board, mine: bool) -> impl Iterator<Item = usize> + use<> {
        let (own, gone) = (self.own, [0, 1, 2].map(|place| board.is_gone(place)));
        (0..3).filter(move |&place| (place == own) == mine && !gone[place])
    }

    fn rank_capture(&self, board: &Board, hop: Hop, mine: bool, hops: &mut Hops) {
        let to = usize::from(hop.to);
        // Captures of the others among themselves are ignored.
        if mine || board.army(self.own) >> to & 1 == 1 {
            let rank = TAKING + 16 * board.worth_at(to) - board.worth_at(usize::from(hop.from));
            hops.push((rank, hop));
        }
    }

    /// Lists the actions to search, numbered so that the most promising come first.
    fn list(&self, board: &Board, hint: Option<Hop>, ply: usize, mine: bool) -> Hops {
        let mut hops = Vec::with_capacity(64);
        let killers = self.killers[ply.min(DEEPEST - 1)];
        for place in self.actors(board, mine) {
            board.captures(place, |hop| self.rank_capture(board, hop, mine, &mut hops));
            board.moves(place, |hop| {
                let known = self.history[usize::from(hop.from)][usize::from(hop.to)];
                hops.push((if killers.contains(&hop) { KILLER } else { known }, hop));
            });
        }
        if let Some(first) = hops.iter_mut().find(|(_, hop)| Some(*hop) == hint) {
            first.0 = i32::MAX;
        }
        hops
    }

    /// Remembers a move that caused a cut-off.
    fn note(&mut self, board: &Board, hop: Hop, depth: i32, ply: usize) {
        if !board.is_empty(hop.to) {
            return;
        }
        let killers = &mut self.killers[ply.min(DEEPEST - 1)];
        if killers[0] != hop {
            *killers = [hop, killers[0]];
        }
        let entry = &mut self.history[usize::from(hop.from)][usize::from(hop.to)];
        *entry = (*entry + depth * depth).min(1 << 15);
    }
}

const TAKING: i32 = 1 << 24;
const KILLER: i32 = 1 << 23;
impl Hunter<'_> {
    /// The value of a board for the seat that thinks.
    fn judge(&self, board: &Board) -> i32 {
        let mut share = expected(board, self.own);
        if board.hidden() == 0 && self.others(board) == 1 {
            share += self.net(board);
        }
        (share - WIN).clamp(-JUDGED, JUDGED)
    }

    /// A bonus when only two are left, for how tightly the stronger side has closed in: how few safe cells
    /// the weaker side has, and how near the stronger side's pieces are.
    fn net(&self, board: &Board) -> i32 {
        let occupied = board.occupied();
        let Some(other) = (0..3).find(|&place| place != self.own && !board.is_gone(place)) else { return 0 };
        let (strong, weak, sign) = if board.strength(self.own) >= board.strength(other) {
            (self.own, other, 1)
        } else {
            (other, self.own, -1)
        };
        let covered = board.covered(strong, occupied & !board.army(weak));
        let mut freedom = 0;
        for from in members(board.army(weak)) {
            let reach = board.reach(from, occupied).0 & !occupied;
            freedom += 8 * (reach & !covered).count_ones() as i32;
        }
        let mut far = 0;
        for from in members(board.army(strong)) {
            let near =
                members(board.army(weak)).map(|to| (from / 5).abs_diff(to / 5) + (from % 5).abs_diff(to % 5));
            far += near.min().unwrap_or(0) as i32;
        }
        sign * (300 - freedom - 6 * far)
    }
}
