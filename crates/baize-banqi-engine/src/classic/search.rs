//! Alpha-beta over moves, expectation over flips.

use super::board::{Board, Hop};
use super::judge::{Judge, Knowledge};
use super::moves::{Hops, beside, jumps, members};
use crate::tables::{Fate, Probe};
use baize_search::{Limits, PositionKey, TranspositionTable, Watch};

/// The value of a game that is won now; every ply until the win takes one off.
pub(crate) const WIN: i32 = 20_000;
/// The least value of a certain win.
pub(crate) const SURE: i32 = 19_000;
/// About the value of a win known from the tables; a judged position is worth less.
const KNOWN: i32 = 18_000;
/// The greatest depth of a search.
pub(crate) const DEEPEST: usize = 96;

/// How a search proceeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manner {
    /// What it knows about positions.
    pub knowledge: Knowledge,
    /// Flips inside the tree are searched from this many remaining plies on.
    pub flips_from: i32,
    /// What a draw costs the side that thinks.
    pub contempt: i32,
    /// The most plies it looks ahead.
    pub depth: i32,
    /// Whether it leaves out what seems hopeless near its horizon.
    pub prunes: bool,
    /// Endings with up to this many pieces are looked up in tables; the largest tables only when they are
    /// near.
    pub tables: u32,
}

/// What a player keeps between its turns: the table of what a search remembers. Setting up a large table
/// takes longer than a quick search.
#[derive(Debug, Default)]
pub struct Desk {
    table: Option<(u32, TranspositionTable)>,
    /// Distinguishes the entries of this search from those of earlier ones.
    generation: u64,
}

/// How many generations an entry of the table can distinguish.
const GENERATIONS: u64 = 64;

impl Desk {
    /// A table of a size that fits the limits. If the number of nodes is limited, the answer must always be
    /// the same, so the table is empty; if time is, it may hold what was found in earlier turns.
    fn lay(&mut self, limits: &Limits) -> (&TranspositionTable, u64) {
        // About how many positions are searched in a millisecond.
        let timed = limits.millis.map_or(1 << 20, |millis| millis.saturating_mul(4_000));
        let bits = (limits.nodes.unwrap_or(timed).max(1).ilog2() + 1).clamp(10, 20);
        if self.table.as_ref().is_none_or(|(size, _)| *size != bits) {
            self.table = Some((bits, TranspositionTable::new(bits)));
        } else if let (Some((_, table)), Some(_)) = (&self.table, limits.nodes) {
            table.clear();
        }
        self.generation = (self.generation + 1) % GENERATIONS;
        let (_, table) = self.table.as_ref().expect("it was laid out just now");
        (table, self.generation)
    }
}

/// The state of one search.
pub(crate) struct Searcher<'a, const JUMPER: u8> {
    pub(crate) judge: Judge<JUMPER>,
    manner: Manner,
    table: &'a TranspositionTable,
    generation: u64,
    probe: Probe<JUMPER>,
    watch: &'a Watch,
    pub(crate) nodes: u64,
    /// The keys of the positions that led here, starting at the last flip or capture before the search.
    path: Vec<u64>,
    killers: [[Hop; 2]; DEEPEST],
    history: [[i32; 32]; 32],
    /// The side that thinks.
    own: u8,
    limit: u32,
}

/// The number of the move that the table proposes, which comes first.
const FIRST: i32 = 1 << 30;
/// The base of the numbers of captures.
const TAKING: i32 = 1 << 24;
/// How much a quiet move may gain per remaining ply.
const MARGIN: i32 = 130;

/// Which side of its value a stored bound is on.
const LOWER: u64 = 1;
const UPPER: u64 = 2;
const EXACT: u64 = 3;

impl<'a, const JUMPER: u8> Searcher<'a, JUMPER> {
    pub(crate) fn new(
        board: &Board<JUMPER>,
        manner: Manner,
        limit: u32,
        earlier: Vec<u64>,
        limits: &Limits,
        desk: &'a mut Desk,
        watch: &'a Watch,
    ) -> Searcher<'a, JUMPER> {
        let (table, generation) = desk.lay(limits);
        Searcher {
            judge: Judge::new(manner.knowledge, limit),
            manner,
            table,
            generation,
            probe: Probe::new(if board.alive().total() <= 5 { manner.tables } else { manner.tables.min(3) }),
            watch,
            nodes: 0,
            path: earlier,
            killers: [[Hop::default(); 2]; DEEPEST],
            history: [[0; 32]; 32],
            own: board.side(),
            limit,
        }
    }

    /// Whether the search has to end; the values it returns from then on are meaningless.
    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        self.watch.is_stopped()
    }

    /// Counts a position and returns whether the search has to end.
    #[inline(always)]
    fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes & 255 == 0 { self.watch.must_stop(self.nodes) } else { self.is_stopped() }
    }

    const fn draw(&self, board: &Board<JUMPER>) -> i32 {
        if board.side() == self.own { -self.manner.contempt } else { self.manner.contempt }
    }

    /// Whether the last position of the path occurred before. Once is enough: what could be done then can be
    /// done now.
    fn repeats(&self, board: &Board<JUMPER>) -> bool {
        let now = self.path.len() - 1;
        let back = (board.quiet() as usize).min(now);
        (4..=back).step_by(2).any(|plies| self.path[now - plies] == board.key())
    }

    /// The value of the board `next` for the side that acted to get there.
    #[inline]
    pub(crate) fn after(
        &mut self,
        next: &Board<JUMPER>,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        self.path.push(next.key());
        let value = -self.search(next, depth, -beta, -alpha, ply + 1);
        self.path.pop();
        value
    }

    /// The value of a fate from the tables. A capture on the way to the win is worth more than any delay
    /// costs, and a draw is better if the other side has more to fear.
    fn known(&mut self, board: &Board<JUMPER>, fate: Fate, ply: usize) -> i32 {
        let won = |plies: u8| KNOWN - 150 * board.alive().total() as i32 - i32::from(plies) - ply as i32;
        let in_time = |plies: u8| board.quiet() + u32::from(plies) <= self.limit;
        match fate {
            Fate::Win(plies) if in_time(plies) => won(plies),
            Fate::Loss(plies) if in_time(plies) => -won(plies),
            _ => self.draw(board) + (self.judge.score(board) / 16).clamp(-40, 40),
        }
    }

    fn search(&mut self, board: &Board<JUMPER>, depth: i32, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        if self.count() {
            return 0;
        }
        if board.is_gone(board.side()) {
            return ply as i32 - WIN;
        }
        if board.quiet() >= self.limit || self.repeats(board) {
            return self.draw(board);
        }
        if let Some(fate) = self.probe.fate(board) {
            return self.known(board, fate, ply);
        }
        if depth <= 0 || ply + 1 >= DEEPEST {
            return self.settle(board, alpha, beta, ply);
        }
        let key = PositionKey([board.key(), board.pool().0 | u64::from(board.side())]);
        let stored = self.table.get(key).map(|entry| SearchEntry::unpack(entry, ply));
        if let Some(entry) = &stored
            && entry.decides(depth, alpha, beta)
            // Near the limit a value depends on how long nothing has happened, which the table does not
            // record.
            && board.quiet() + 12 < self.limit
        {
            return entry.value;
        }
        let hint = stored.and_then(|entry| entry.step);
        // With few plies left, a value far above the bounds stays there unless something hangs, and quiet
        // moves cannot make up for a large deficit.
        let shallow =
            self.manner.prunes && depth <= 3 && alpha.abs() < KNOWN - 2_000 && beta.abs() < KNOWN - 2_000;
        let now = if shallow { self.judge.score_within(board, alpha, beta) } else { 0 };
        if shallow && now - MARGIN * depth >= beta && board.attacked_by(board.side() ^ 1) == 0 {
            return now;
        }
        let is_futile = shallow && depth <= 2 && now + MARGIN * depth <= alpha;
        let (first_alpha, mut best, mut best_step) = (alpha, self.wait(board, depth, alpha, beta, ply), hint);
        alpha = alpha.max(best);
        let mut steps = Hops::new();
        if best < beta {
            self.list_captures(board, hint, &mut steps);
            if !is_futile || steps.len() == 0 && board.hidden() == 0 {
                self.list_others(board, depth, hint, ply, &mut steps);
            }
        }
        if steps.len() == 0 && board.hidden() == 0 {
            return ply as i32 - WIN;
        }
        let mut number = 0;
        while let Some((rank, step)) = steps.take(number) {
            if is_futile && rank < TAKING {
                break;
            }
            let value = self.value(board, step, depth, [alpha, beta], ply, number);
            if self.is_stopped() {
                return 0;
            }
            number += 1;
            if value > best {
                (best, best_step) = (value, Some(step));
            }
            alpha = alpha.max(value);
            if value >= beta {
                self.note(board, step, depth, ply);
                break;
            }
        }
        if is_futile {
            best = best.max(now);
        }
        let bound = match best {
            _ if best >= beta => LOWER,
            _ if best > first_alpha => EXACT,
            _ => UPPER,
        };
        let entry = SearchEntry { step: best_step, value: best, depth, bound };
        let generation = self.generation;
        let worth =
            |entry: u64| (entry >> 40 & 255) + u64::from(entry >> 50 & (GENERATIONS - 1) == generation) * 256;
        self.table.put(key, entry.pack(ply) | generation << 50, worth);
        best
    }

    /// The value of flipping somewhere instead of moving: while there are face-down pieces nobody has to
    /// move. A flip far from everything only changes the turn, so it is searched as a pass, and less deeply;
    /// any other is first assumed to change nothing at all.
    fn wait(&mut self, board: &Board<JUMPER>, depth: i32, alpha: i32, beta: i32, ply: usize) -> i32 {
        if board.hidden() == 0 {
            -WIN
        } else if depth >= 2 && self.waiting_cells(board) != 0 {
            self.after(&board.passed(), depth - 3, alpha, beta, ply)
        } else {
            self.judge.score(board)
        }
    }

    /// The value of an action. All but the first are only tested for being better, late quiet moves less
    /// deeply.
    fn value(
        &mut self,
        board: &Board<JUMPER>,
        step: Hop,
        depth: i32,
        [alpha, beta]: [i32; 2],
        ply: usize,
        number: usize,
    ) -> i32 {
        if step.is_flip() {
            return self.flip(board, step.to, depth - 2, alpha, beta, ply);
        }
        let next = board.moved(step);
        if number == 0 {
            return self.after(&next, depth - 1, alpha, beta, ply);
        }
        let is_late = |first: usize, least: i32| next.quiet() > 0 && number >= first && depth >= least;
        let less = i32::from(is_late(3, 3))
            + i32::from(is_late(8, 5))
            + i32::from(self.manner.prunes && is_late(16, 7));
        let mut value = self.after(&next, depth - 1 - less, alpha, alpha + 1, ply);
        if value > alpha && less > 0 {
            value = self.after(&next, depth - 1, alpha, alpha + 1, ply);
        }
        if value > alpha && value < beta {
            value = self.after(&next, depth - 1, alpha, beta, ply);
        }
        value
    }

    /// The expected value of a flip. An outcome is searched only as exactly as it still matters (Star1),
    /// assuming that no outcome differs from the current judgement by more than the largest piece.
    pub(crate) fn flip(
        &mut self,
        board: &Board<JUMPER>,
        at: u8,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        let pool = board.pool();
        let total = pool.total() as i32;
        if total == 0 {
            return -WIN;
        }
        let (low, high) = self.swing(board);
        let (mut sum, mut left) = (0, total);
        for code in (1..16_u8).filter(|&code| pool.of(code) > 0) {
            let count = pool.of(code) as i32;
            left -= count;
            // What this outcome must exceed for the mean to exceed alpha if all later ones are as good as
            // possible.
            let need = (alpha * total - sum - left * high).div_euclid(count).max(low);
            let most = ((beta * total - sum - left * low) / count + 1).min(high);
            if need >= high {
                return (sum + (count + left) * high) / total;
            }
            if most <= low {
                return (sum + (count + left) * low) / total;
            }
            let value = self.after(&board.flipped(at, code), depth, need, most, ply);
            if self.is_stopped() {
                return 0;
            }
            sum += count * value.clamp(low, high);
            if sum + left * high <= alpha * total {
                return (sum + left * high) / total;
            }
            if sum + left * low >= beta * total {
                return (sum + left * low) / total;
            }
        }
        sum / total
    }

    /// The worst and the best value that a flip can have.
    fn swing(&mut self, board: &Board<JUMPER>) -> (i32, i32) {
        let now = self.judge.score(board);
        let worth = self.judge.worth(board);
        let most = worth.of.iter().copied().max().map_or(0, i32::from) * 5 / 4;
        (now - most, now + most)
    }

    /// Searches captures until nothing hangs.
    fn settle(&mut self, board: &Board<JUMPER>, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        let mut best = match self.manner.prunes {
            true => self.judge.score_within(board, alpha, beta),
            false => self.judge.score(board),
        };
        if best >= beta || ply + 1 >= DEEPEST {
            return best;
        }
        alpha = alpha.max(best);
        let mut steps = Hops::new();
        let worth = *self.judge.worth(board);
        board.captures(|step| {
            let (prize, hunter) =
                (worth.of[usize::from(board.at(step.to))], worth.of[usize::from(board.at(step.from))]);
            steps.push(16 * i32::from(prize) - i32::from(hunter), step);
        });
        let mut number = 0;
        while let Some((_, step)) = steps.take(number) {
            number += 1;
            let prize = i32::from(worth.of[usize::from(board.at(step.to))]);
            // Captures that cannot make up the deficit are not searched, unless few pieces are left.
            if self.manner.prunes
                && best + prize + MARGIN <= alpha
                && alpha < KNOWN - 2_000
                && board.alive().total() > 6
            {
                break;
            }
            if self.count() {
                return 0;
            }
            let next = board.moved(step);
            let value = if next.is_gone(next.side()) {
                WIN - ply as i32 - 1
            } else {
                -self.settle(&next, -beta, -alpha, ply + 1)
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

    /// Lists captures, numbered so that the most promising come first.
    fn list_captures(&mut self, board: &Board<JUMPER>, hint: Option<Hop>, steps: &mut Hops) {
        let worth = self.judge.worth(board);
        let rank = |step: Hop, other: i32| if hint == Some(step) { FIRST } else { other };
        board.captures(|step| {
            let (prize, hunter) =
                (worth.of[usize::from(board.at(step.to))], worth.of[usize::from(board.at(step.from))]);
            steps.push(rank(step, TAKING + 16 * i32::from(prize) - i32::from(hunter)), step);
        });
    }

    /// Lists moves, and the flips that are to be searched.
    fn list_others(
        &self,
        board: &Board<JUMPER>,
        depth: i32,
        hint: Option<Hop>,
        ply: usize,
        steps: &mut Hops,
    ) {
        const KILLER: i32 = 1 << 23;
        let rank = |step: Hop, other: i32| if hint == Some(step) { FIRST } else { other };
        let killers = self.killers[ply.min(DEEPEST - 1)];
        let threatened = board.attacked_by(board.side() ^ 1);
        board.moves(|step| {
            let mut number = self.history[usize::from(step.from)][usize::from(step.to)];
            if killers.contains(&step) {
                number = KILLER;
            } else if threatened >> step.from & 1 == 1 {
                number += 1 << 16;
            }
            steps.push(rank(step, number), step);
        });
        if depth >= self.manner.flips_from {
            for at in members(board.hidden() & !self.waiting_cells(board)) {
                steps.push(rank(Hop::flip(at), -1), Hop::flip(at));
            }
        }
    }

    /// The face-down pieces out of reach of all face-up ones: whatever comes up there cannot be taken at
    /// once.
    pub(crate) fn waiting_cells(&self, board: &Board<JUMPER>) -> u32 {
        let mut near = beside(board.face_up());
        if JUMPER != 0 {
            for from in members(board.set(JUMPER) | board.set(8 | JUMPER)) {
                near |= jumps(from, !board.empty());
            }
        }
        board.hidden() & !near
    }

    /// Remembers a move that caused a cut-off.
    fn note(&mut self, board: &Board<JUMPER>, step: Hop, depth: i32, ply: usize) {
        if step.is_flip() || board.at(step.to) != 0 {
            return;
        }
        let killers = &mut self.killers[ply.min(DEEPEST - 1)];
        if killers[0] != step {
            *killers = [step, killers[0]];
        }
        let entry = &mut self.history[usize::from(step.from)][usize::from(step.to)];
        *entry = (*entry + depth * depth).min(1 << 15);
    }
}

/// What the table knows about a position.
struct SearchEntry {
    step: Option<Hop>,
    value: i32,
    depth: i32,
    bound: u64,
}

impl SearchEntry {
    /// Whether the entry answers a search to this depth within these bounds.
    const fn decides(&self, depth: i32, alpha: i32, beta: i32) -> bool {
        self.depth >= depth
            && match self.bound {
                LOWER => self.value >= beta,
                UPPER => self.value <= alpha,
                _ => true,
            }
    }

    /// Packs the entry; certain wins are counted from the position, not from the root.
    fn pack(&self, ply: usize) -> u64 {
        let value = match self.value {
            value if value >= SURE => value + ply as i32,
            value if value <= -SURE => value - ply as i32,
            value => value,
        };
        let step = self.step.map_or(0, |step| step.code() | 1 << 10);
        step | ((value + (1 << 15)) as u64) << 16 | (self.depth.clamp(0, 255) as u64) << 40 | self.bound << 48
    }

    fn unpack(entry: u64, ply: usize) -> SearchEntry {
        let value = match (entry >> 16 & 0xffff) as i32 - (1 << 15) {
            value if value >= SURE => value - ply as i32,
            value if value <= -SURE => value + ply as i32,
            value => value,
        };
        SearchEntry {
            step: (entry >> 10 & 1 == 1).then(|| Hop::from_code(entry)),
            value,
            depth: (entry >> 40 & 255) as i32,
            bound: entry >> 48 & 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic::Thinker;
    use crate::classic::board::CANNON;
    use baize_banqi::{FullPosition, Options};
    use baize_rules::{Dice, Seed};

    const NO_LIMIT: Limits = Limits { nodes: None, millis: None, clock: baize_search::Stopwatch::STOPPED };

    fn searcher<'a>(board: &Board<CANNON>, manner: Manner, watch: &'a Watch) -> Searcher<'a, CANNON> {
        let small = Limits { nodes: Some(1 << 12), ..NO_LIMIT };
        let desk = Box::leak(Box::default());
        Searcher::new(board, manner, 60, vec![board.key()], &small, desk, watch)
    }

    /// Positions from the middle of games, with face-down pieces.
    fn middles() -> impl Iterator<Item = Board<CANNON>> {
        let mut dice = Dice::new(&Seed::from_text("middles"));
        std::iter::from_fn(move || {
            let mut game = FullPosition::deal(Options::default(), &dice.seed()).ok()?;
            game.playout(60, &mut |sides| dice.roll(sides));
            Some(
                Board::of(game.public())
                    .filter(|board| board.hidden() != 0 && game.public().ending().is_none()),
            )
        })
        .flatten()
    }

    /// The cut-offs of a chance node never change the answer to whether a flip is worth more than some value.
    #[test]
    fn cut_offs_at_flips_change_no_answer() {
        let watch = Watch::start(NO_LIMIT);
        for board in middles().take(12) {
            let at = board.hidden().trailing_zeros() as u8;
            let whole = searcher(&board, Thinker::HARD.manner, &watch).flip(&board, at, 1, -WIN, WIN, 0);
            for margin in [-200, -50, -1, 0, 50, 200] {
                let alpha = whole + margin;
                let mut searcher = searcher(&board, Thinker::HARD.manner, &watch);
                let value = searcher.flip(&board, at, 1, alpha, alpha + 1, 0);
                assert_eq!(value > alpha, whole > alpha, "{value}, {whole}, {alpha}");
            }
        }
    }

    #[test]
    fn a_flip_is_the_mean_of_what_may_come_up() {
        let watch = Watch::start(NO_LIMIT);
        for board in middles().take(12) {
            let mut searcher = searcher(&board, Thinker::HARD.manner, &watch);
            let at = board.hidden().trailing_zeros() as u8;
            let (low, high) = searcher.swing(&board);
            let whole = searcher.flip(&board, at, 0, -WIN, WIN, 0);
            let outcomes = (1..16).filter(|&code| board.pool().of(code) > 0);
            let sum: i32 = outcomes
                .map(|code| {
                    let value = searcher.after(&board.flipped(at, code), 0, -WIN, WIN, 0);
                    board.pool().of(code) as i32 * value.clamp(low, high)
                })
                .sum();
            assert_eq!(whole, sum / board.pool().total() as i32);
        }
    }

    /// A search without tables agrees with the tables about endings of three pieces if the end is near.
    #[test]
    fn search_and_tables_agree() {
        let watch = Watch::start(NO_LIMIT);
        let bare = Manner { tables: 0, contempt: 0, ..Thinker::HARD.manner };
        let mut probe = Probe::new(4);
        let mut dice = Dice::new(&Seed::from_text("endings"));
        let mut won = 0;
        for _ in 0..600 {
            let codes = [6, 4, 8 + 5];
            let mut cells: Vec<u8> = (0..32).collect();
            dice.shuffle(&mut cells);
            let pieces: Vec<(u8, u8)> = cells.into_iter().zip(codes).collect();
            let board = Board::<CANNON>::of_pieces(&pieces, dice.roll(2) as u8);
            let Some(Fate::Win(plies @ 1..=5)) = probe.fate(&board) else { continue };
            let mut searcher = searcher(&board, bare, &watch);
            // Late moves are searched less deeply, so the search needs more depth than the win has plies.
            let value = searcher.search(&board, 3 * i32::from(plies) + 6, -WIN, WIN, 0);
            assert!(value >= SURE, "{pieces:?}: {value}, won in {plies}");
            won += 1;
        }
        assert!(won > 20, "{won}");
    }

    #[test]
    fn a_repeated_position_is_a_draw() {
        let board = Board::<CANNON>::of_pieces(&[(0, 7), (9, 8 + 6), (20, 8 + 5)], 0);
        let [out, back] = [Hop { from: 0, to: 1 }, Hop { from: 1, to: 0 }];
        let [away, home] = [Hop { from: 20, to: 21 }, Hop { from: 21, to: 20 }];
        let mut path = vec![board.key()];
        let mut now = board;
        for step in [out, away, back] {
            now = now.moved(step);
            path.push(now.key());
        }
        let watch = Watch::start(NO_LIMIT);
        let mut searcher = searcher(&board, Manner { contempt: 7, ..Thinker::HARD.manner }, &watch);
        searcher.path = path;
        assert_eq!(
            searcher.after(&now.moved(home), 3, -WIN, WIN, 0),
            7,
            "for the side that dislikes it less"
        );
    }
}
