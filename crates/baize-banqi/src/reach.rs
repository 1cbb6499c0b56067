//! The legal actions, as a list or as sets to count and pick from.

use crate::cell::{DOWN, Grid, LEFT, RIGHT, UP, cells, first_of, last_of};
use crate::rule_set::{Going, Rules};
use crate::sets::by_rules;
use crate::{Cell, Kind, Ply, Position};
use std::marker::PhantomData;

/// A list with room for all actions that can be legal at once.
///
/// No position has more than 110: in Three Kingdoms, team-b with all ten pieces and open lines has 88 moves
/// and captures, and the 22 other pieces may be face-down.
#[derive(Clone, Copy)]
pub struct Plies {
    list: [Ply; Plies::ROOM],
    len: usize,
}

impl Plies {
    const ROOM: usize = 128;

    /// An empty list.
    pub const fn new() -> Plies {
        Plies { list: [Ply::Flip(Cell::first_of(1)); Plies::ROOM], len: 0 }
    }

    fn push(&mut self, ply: Ply) {
        self.list[self.len] = ply;
        self.len += 1;
    }
}

impl Default for Plies {
    fn default() -> Plies {
        Plies::new()
    }
}

impl std::ops::Deref for Plies {
    type Target = [Ply];

    fn deref(&self) -> &[Ply] {
        &self.list[..self.len]
    }
}

/// What the seat on turn can do.
impl Position {
    /// Puts every legal action into `plies`, in canonical order: flips, moves, captures, each sorted by
    /// cells.
    pub fn legal(&self, plies: &mut Plies) {
        by_rules!(self.mode(), R => self.list::<R>(plies));
    }

    fn list<R: Rules>(&self, plies: &mut Plies) {
        plies.len = 0;
        if self.ending.is_some() {
            return;
        }
        for at in cells(self.face_down) {
            plies.push(Ply::Flip(at));
        }
        let (empty, prey) = (self.empty_by::<R>(), self.prey::<R>());
        let mut attacks = [(Cell::first_of(1), 0); 16];
        let mut attackers = 0;
        for from in cells(self.own()) {
            let rank = self.rank(from);
            let reachable = self.reachable_by::<R>(from, rank);
            for to in cells(reachable & empty) {
                plies.push(Ply::Move(from, to));
            }
            let targets = if rank == R::JUMPER { self.jumps(&R::TABLES.grid, from) } else { reachable };
            attacks[attackers] = (from, targets & prey[usize::from(rank & 7)]);
            attackers += 1;
        }
        for &(from, targets) in &attacks[..attackers] {
            for to in cells(targets) {
                plies.push(Ply::Capture(from, to));
            }
        }
    }

    /// The cells to which the piece on `from` can move or capture now; empty unless it belongs to the seat on
    /// turn.
    pub fn targets(&self, from: Cell) -> u64 {
        by_rules!(self.mode(), R => self.targets_by::<R>(from))
    }

    #[inline(always)]
    fn targets_by<R: Rules>(&self, from: Cell) -> u64 {
        if self.own() & from.bit() == 0 || self.ending.is_some() {
            return 0;
        }
        let (rank, empty) = (self.rank(from), self.empty_by::<R>());
        let prey = self.prey::<R>()[usize::from(rank & 7)];
        let reachable = self.reachable_by::<R>(from, rank);
        if rank == R::JUMPER {
            return reachable & empty | self.jumps(&R::TABLES.grid, from) & prey;
        }
        reachable & (empty | prey)
    }

    /// Whether an action is legal.
    pub fn allows(&self, ply: Ply) -> bool {
        match ply {
            Ply::Flip(at) => self.face_down & at.bit() != 0 && self.ending.is_none(),
            Ply::Move(from, to) => self.targets(from) & self.empty() & to.bit() != 0,
            Ply::Capture(from, to) => self.targets(from) & !self.empty() & to.bit() != 0,
        }
    }

    /// A legal action, each equally likely if `random(n)` gives each number below `n` equally often; `None`
    /// after the end.
    ///
    /// Builds no list of actions.
    pub fn pick(&self, random: impl FnOnce(u32) -> u32) -> Option<Ply> {
        by_rules!(self.mode(), R => self.pick_by::<R>(random))
    }

    #[inline(always)]
    fn pick_by<R: Rules>(&self, random: impl FnOnce(u32) -> u32) -> Option<Ply> {
        if self.ending.is_some() {
            return None;
        }
        let mut reach = Reach::<R>::new();
        self.reach(&mut reach);
        let ply = match reach.pick(random(reach.count())) {
            (None, at) => Ply::Flip(at),
            (Some(from), to) if self.face_up() & to.bit() == 0 => Ply::Move(from, to),
            (Some(from), to) => Ply::Capture(from, to),
        };
        Some(ply)
    }

    /// The face-up pieces that the face-up piece on a cell could take if it were its turn; empty if there is
    /// none.
    pub fn attacks(&self, from: Cell) -> u64 {
        by_rules!(self.mode(), R => self.attacks_by::<R>(from))
    }

    fn attacks_by<R: Rules>(&self, from: Cell) -> u64 {
        let Some(army) = self.armies.iter().find(|army| *army & from.bit() != 0) else { return 0 };
        let (rank, foes) = (self.rank(from), self.face_up() & !army);
        let reach = if rank == R::JUMPER {
            self.jumps(&R::TABLES.grid, from)
        } else {
            self.reachable_by::<R>(from, rank)
        };
        if !R::HAS_RANKS {
            return reach & foes;
        }
        let takes = |to: &Cell| R::SET.takes(R::kind(rank), R::kind(self.rank(*to)));
        cells(reach & foes).filter(takes).fold(0, |set, to| set | to.bit())
    }

    /// The cells a piece can reach without jumping, whatever is on them (rules, 6.2).
    pub(crate) fn reachable(&self, from: Cell, kind: Kind) -> u64 {
        by_rules!(self.mode(), R => self.reachable_by::<R>(from, R::rank(kind)))
    }

    #[inline(always)]
    fn reachable_by<R: Rules>(&self, from: Cell, rank: u8) -> u64 {
        let grid = &R::TABLES.grid;
        // In rule sets with ranks, every piece steps.
        if R::HAS_RANKS {
            return grid.steps[from.index()];
        }
        match self.options.going(R::SET.way(R::kind(rank))) {
            Going::Step => grid.steps[from.index()],
            Going::Slide => self.slides(grid, from),
            Going::Elephant => grid.elephants[from.index()],
            Going::Knight => grid.knights[from.index()],
            Going::Diagonal => grid.diagonals[from.index()],
        }
    }

    /// The cells without a piece.
    #[inline(always)]
    fn empty_by<R: Rules>(&self) -> u64 {
        R::TABLES.grid.all & !(self.face_up() | self.face_down)
    }

    /// The cells along rows and columns, up to and including the first piece.
    fn slides(&self, grid: &Grid, from: Cell) -> u64 {
        let occupied = self.face_up() | self.face_down;
        let rays = &grid.rays[from.index()];
        let ahead = |ray: u64| {
            let first = first_of(ray & occupied);
            ray & (first ^ first.wrapping_sub(1))
        };
        let back = |ray: u64| ray & u64::MAX << (ray & occupied | 1).ilog2();
        back(rays[UP]) | ahead(rays[DOWN]) | back(rays[LEFT]) | ahead(rays[RIGHT])
    }

    /// The second piece in each direction, which a Cannon could take if it is an enemy (rules, 6.3).
    pub(crate) fn jumps(&self, grid: &Grid, from: Cell) -> u64 {
        let occupied = self.face_up() | self.face_down;
        let rays = &grid.rays[from.index()];
        let ahead = |ray: u64| {
            let met = ray & occupied;
            first_of(met & met.wrapping_sub(1))
        };
        let back = |ray: u64| {
            let met = ray & occupied;
            last_of(met ^ last_of(met))
        };
        back(rays[UP]) | ahead(rays[DOWN]) | back(rays[LEFT]) | ahead(rays[RIGHT])
    }

    /// The piece between a Cannon and its target; `None` for other pieces.
    pub(crate) fn screen(&self, from: Cell, to: Cell) -> Option<Cell> {
        let rays = self.grid().rays[from.index()].into_iter().zip(self.grid().rays[to.index()]);
        let beyond =
            rays.filter(|(ray, _)| ray & to.bit() != 0).map(|(ray, beyond)| ray & !beyond & !to.bit());
        let between = beyond.fold(0, |set, ray| set | ray) & (self.face_up() | self.face_down);
        (self.rules().jumps(self.kind(from)) && between != 0).then(|| Cell::first_of(between))
    }

    /// For each rank, the face-up enemies a piece of that rank may take.
    #[inline(always)]
    fn prey<R: Rules>(&self) -> [u64; 8] {
        let foes = self.face_up() & !self.own();
        if !R::HAS_RANKS {
            return [foes; 8];
        }
        let [_, pawn, _, three, four, five, six, king] = self.by_rank();
        let to_six = foes & !king;
        let to_five = to_six & !six;
        let to_four = to_five & !five;
        let to_three = to_four & !four;
        let to_two = if R::JUMPER == 2 { foes } else { to_three & !three };
        [0, foes & (pawn | king), to_two, to_three, to_four, to_five, to_six, foes & !pawn]
    }

    /// Whether the seat on turn can do anything; the match must not be over. It is nearly always enough to
    /// look for a face-down piece or for an empty cell beside a piece that steps.
    #[inline(always)]
    pub(crate) fn can_act<R: Rules>(&self) -> bool {
        self.face_down != 0 || self.can_step::<R>() || self.count_by::<R>() > 0
    }

    /// Whether a piece can step to an empty cell, in rule sets where every piece steps.
    #[inline(always)]
    fn can_step<R: Rules>(&self) -> bool {
        let (own, empty, columns) = (self.own(), self.empty_by::<R>(), R::SET.columns);
        let upright = own >> columns | own << columns;
        let level = own >> 1 & R::NOT_LAST_FILE | (own & R::NOT_LAST_FILE) << 1;
        R::HAS_RANKS && (upright | level) & empty != 0
    }

    /// How many actions the seat on turn has; the match must not be over.
    pub(crate) fn count_actions(&self) -> u32 {
        by_rules!(self.mode(), R => self.count_by::<R>())
    }

    fn count_by<R: Rules>(&self) -> u32 {
        let mut reach = Reach::<R>::new();
        self.reach(&mut reach);
        reach.count
    }

    /// Everything the seat on turn can do; the match must not be over.
    #[inline(always)]
    pub(crate) fn reach<R: Rules>(&self, reach: &mut Reach<R>) {
        if R::HAS_RANKS { self.reach_by_rank(reach) } else { self.reach_freely(reach) }
    }

    /// For rule sets with ranks: every piece steps, and the board fits twice into a word.
    fn reach_by_rank<R: Rules>(&self, reach: &mut Reach<R>) {
        let own = self.own();
        let (foes, empty) = (self.face_up() & !own, twice(self.empty_by::<R>()));
        let [one, two, four] = self.ranks;
        let cannons = if R::JUMPER == 2 { own & two & !(one | four) } else { 0 };
        let (upright, level) = (both_ways(own, 4), both_ways(own, 1) & WITHIN_ROWS);
        let (met_upright, met_level) = (upright & twice(foes), level & twice(foes));
        let (mut steps_upright, mut steps_level) = (upright & empty, level & empty);
        // Late in a match the armies are seldom adjacent; ranks are compared only when they are.
        if met_upright | met_level != 0 {
            let hunters = self.ranks.map(|plane| plane & own & !cannons);
            let prey = self.ranks.map(twice);
            steps_upright |= takes(hunters.map(|plane| both_ways(plane, 4)), prey) & met_upright;
            steps_level |= takes(hunters.map(|plane| both_ways(plane, 1)), prey) & met_level;
        }
        reach.start(self.face_down);
        reach.add(steps_upright);
        reach.add(steps_level);
        for from in cells(cannons) {
            reach.add_from(from, self.jumps(&R::TABLES.grid, from) & foes);
        }
    }

    /// For rule sets without ranks: each kind moves in its own way and takes whatever it reaches.
    fn reach_freely<R: Rules>(&self, reach: &mut Reach<R>) {
        let (own, empty, grid) = (self.own(), self.empty_by::<R>(), &R::TABLES.grid);
        let foes = self.face_up() & !own;
        let free = empty | foes;
        let mut goers = Goers::default();
        for kind in Kind::ALL {
            let set = self.by_rank()[usize::from(R::rank(kind))] & own;
            goers.join(self.options.going(R::SET.way(kind)), set, R::SET.jumps(kind));
        }
        let Goers { steps, slides, elephants, knights, diagonals, jumpers, sliding_jumpers } = goers;
        let stepping_jumpers = jumpers & !sliding_jumpers;
        let (last, first, columns) = (R::NOT_LAST_FILE, R::NOT_LAST_FILE << 1, R::SET.columns);
        reach.start(self.face_down);
        reach.add(steps >> columns & free | stepping_jumpers >> columns & empty);
        reach.add(steps << columns & free | stepping_jumpers << columns & empty);
        reach.add((steps >> 1 & free | stepping_jumpers >> 1 & empty) & last);
        reach.add((steps << 1 & free | stepping_jumpers << 1 & empty) & first);
        for from in cells(slides) {
            reach.add_from(from, self.slides(grid, from) & free);
        }
        for from in cells(elephants) {
            reach.add_from(from, grid.elephants[from.index()] & free);
        }
        for from in cells(knights) {
            reach.add_from(from, grid.knights[from.index()] & free);
        }
        for from in cells(diagonals) {
            reach.add_from(from, grid.diagonals[from.index()] & free);
        }
        for from in cells(jumpers) {
            let slides = if sliding_jumpers != 0 { self.slides(grid, from) & empty } else { 0 };
            reach.add_from(from, slides | self.jumps(grid, from) & foes);
        }
    }
}

/// Pieces by how they move.
#[derive(Default)]
struct Goers {
    steps: u64,
    slides: u64,
    elephants: u64,
    knights: u64,
    diagonals: u64,
    /// Pieces that take by jumping.
    jumpers: u64,
    /// The jumpers that move any distance.
    sliding_jumpers: u64,
}

impl Goers {
    #[inline(always)]
    const fn join(&mut self, going: Going, set: u64, is_jumper: bool) {
        if is_jumper {
            self.jumpers |= set;
            self.sliding_jumpers |= if matches!(going, Going::Slide) { set } else { 0 };
            return;
        }
        match going {
            Going::Step => self.steps |= set,
            Going::Slide => self.slides |= set,
            Going::Elephant => self.elephants |= set,
            Going::Knight => self.knights |= set,
            Going::Diagonal => self.diagonals |= set,
        }
    }
}

/// A word holds 32 cells twice, so a step one way is read from the low half and the opposite step from the
/// high half. This mask removes steps left that end in the last file and steps right that end in the first,
/// because they wrapped round the edge.
const WITHIN_ROWS: u64 = 0xeeee_eeee_7777_7777;

/// A set of 32 cells in both halves.
const fn twice(set: u64) -> u64 {
    set | set << 32
}

/// A set of 32 cells, shifted back by `places` in the low half and forward in the high half.
const fn both_ways(set: u64, places: u32) -> u64 {
    set >> places | set << (32 + places)
}

/// The bits on which the hunter may take the prey. Both sets are given as the three bits of their ranks;
/// hunters that jump are not included.
const fn takes(hunters: [u64; 3], prey: [u64; 3]) -> u64 {
    let ([a, b, c], [x, y, z]) = (hunters, prey);
    let as_high = c & !z | !(c ^ z) & (b & !y | !(b ^ y) & (a | !x));
    let king_on_pawn = a & b & c & x & !(y | z);
    let pawn_on_king = a & !(b | c) & x & y & z;
    as_high & !king_on_pawn | pawn_on_king
}

/// All legal actions as sets of target cells: first the flips, then the steps by direction (up, down, left,
/// right; with ranks, two directions share a word), then one set for each piece that moves in other ways.
///
/// Counting and random play need no more than this, so no list is built. Each set is counted as it is added,
/// because a sum over the finished array would wait for the stores.
pub(crate) struct Reach<R> {
    sets: [u64; 16],
    /// For each set, the number of actions in it and all before it.
    sums: [u32; 16],
    from: [Cell; 16],
    len: usize,
    count: u32,
    rules: PhantomData<R>,
}

impl<R: Rules> Reach<R> {
    /// The index of the first set of a single piece.
    const FIRST_PIECE: usize = if R::HAS_RANKS { 3 } else { 5 };

    pub(crate) const fn new() -> Self {
        let from = [Cell::first_of(1); 16];
        Reach { sets: [0; 16], sums: [0; 16], from, len: 0, count: 0, rules: PhantomData }
    }

    fn start(&mut self, face_down: u64) {
        (self.len, self.count) = (0, 0);
        self.add(face_down);
    }

    fn add(&mut self, targets: u64) {
        self.count += targets.count_ones();
        self.sets[self.len] = targets;
        self.sums[self.len] = self.count;
        self.len += 1;
    }

    fn add_from(&mut self, from: Cell, targets: u64) {
        self.from[self.len] = from;
        self.add(targets);
    }

    /// How many actions there are.
    pub(crate) const fn count(&self) -> u32 {
        self.count
    }

    /// The action with this number, below the count: its origin (`None` for a flip) and its target.
    pub(crate) fn pick(&self, number: u32) -> (Option<Cell>, Cell) {
        let (mut at, mut before) = (0, 0);
        while number >= self.sums[at] {
            before = self.sums[at];
            at += 1;
        }
        let (half, to) = match nth_member(self.sets[at], number - before) {
            bit if R::HAS_RANKS => (bit / 32, Cell::at(bit % 32)),
            bit => (0, Cell::at(bit)),
        };
        if at == 0 {
            return (None, to);
        }
        if at >= Self::FIRST_PIECE {
            return (Some(self.from[at]), to);
        }
        let direction = if R::HAS_RANKS { 2 * (at - 1) + usize::from(half) } else { at - 1 };
        let columns = R::SET.columns as i8;
        (Some(to.offset([columns, -columns, 1, -1][direction])), to)
    }
}

/// The position of the nth set bit, counted from 0; it must exist. Works without branches: prefix sums over
/// the bytes find the byte, a table finds the bit in it.
pub(crate) fn nth_member(set: u64, number: u32) -> u8 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = ONES << 7;
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let sums = ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
    let beyond = ((sums | TOPS) - ONES * u64::from(number + 1)) & TOPS;
    let place = beyond.trailing_zeros() & 0x38;
    let before = (sums << 8 >> place) as u8;
    let byte = (set >> place) as u8;
    place as u8 + NTH_BIT[(number - u32::from(before)) as usize & 7][usize::from(byte)]
}

/// The position of the nth set bit in a byte.
static NTH_BIT: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut seen) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[seen][byte] = bit;
                seen += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FullPosition, Mode, Options};
    use baize_rules::{Dice, Seed};

    #[test]
    fn the_nth_member_is_found_without_branches() {
        let mut set = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..200 {
            set = set.wrapping_mul(0xd134_2543_de82_ef95).rotate_left(17) & set.rotate_right(9) | 1 << 63;
            let members = (0..64).filter(|bit| set >> bit & 1 == 1);
            for (number, bit) in members.enumerate() {
                assert_eq!(nth_member(set, number as u32), bit);
            }
        }
    }

    #[test]
    fn attacks_are_the_captures_of_whoever_is_on_turn() {
        for options in all_rules() {
            let mut dice = Dice::new(&Seed::from_text("attacks"));
            let mut full = FullPosition::deal(options, &dice.seed()).unwrap();
            while full.playout(1, &mut |sides| dice.roll(sides)).is_none() && full.public().ply() < 300 {
                let position = full.public();
                let mut plies = Plies::new();
                position.legal(&mut plies);
                let own = cells(position.own());
                let attacks = own.flat_map(|from| cells(position.attacks(from)).map(move |to| (from, to)));
                let captures = plies.iter().filter_map(|&ply| match ply {
                    Ply::Capture(from, to) => Some((from, to)),
                    Ply::Flip(_) | Ply::Move(..) => None,
                });
                assert!(attacks.eq(captures), "{}", position.line());
                assert!(
                    cells(position.face_down() | position.empty()).all(|from| position.attacks(from) == 0)
                );
            }
        }
    }

    /// Checks that every number picks a different legal action, so that a random number picks each equally
    /// often, and that no other pair of cells is allowed.
    fn check_picks(position: &Position) {
        let mut plies = Plies::new();
        position.legal(&mut plies);
        let numbered = |number| {
            position.pick(|count| {
                assert_eq!(count as usize, plies.len(), "{}", position.line());
                number
            })
        };
        let mut picked: Vec<Ply> = (0..plies.len() as u32).filter_map(numbered).collect();
        picked.sort();
        assert_eq!(picked, plies.to_vec(), "{}", position.line());
        let board = || Cell::all(position.mode());
        let of_pair = |from| board().flat_map(move |to| [Ply::Move(from, to), Ply::Capture(from, to)]);
        let all = board().map(Ply::Flip).chain(board().flat_map(of_pair));
        let mut allowed: Vec<Ply> = all.filter(|&ply| position.allows(ply)).collect();
        allowed.sort();
        assert_eq!(allowed, plies.to_vec(), "{}", position.line());
    }

    /// Every rule set with its defaults and with each of its presets.
    fn all_rules() -> impl Iterator<Item = Options> {
        let presets = |mode: Mode| mode.rules().presets.iter().map(|(_, options)| *options);
        Mode::ALL.into_iter().flat_map(move |mode| [mode.rules().defaults].into_iter().chain(presets(mode)))
    }

    #[test]
    fn picking_by_number_gives_every_legal_action_once() {
        for options in all_rules() {
            let mut dice = Dice::new(&Seed::from_text("picks"));
            for _ in 0..20 {
                let mut full = FullPosition::deal(options, &dice.seed()).unwrap();
                while full.playout(1, &mut |sides| dice.roll(sides)).is_none() && full.public().ply() < 300 {
                    check_picks(full.public());
                }
                let over = full.public();
                assert!(over.ending().is_none() || over.pick(|_| 0).is_none());
            }
        }
    }

    #[test]
    fn ranks_compared_as_bits_give_the_capture_table() {
        for rules in Mode::ALL.iter().map(|mode| mode.rules()).filter(|rules| rules.has_ranks()) {
            for hunter in Kind::ALL.into_iter().filter(|&kind| !rules.jumps(kind)) {
                for prey in Kind::ALL {
                    let bits = |kind: Kind| [0, 1, 2].map(|bit| u64::from(rules.rank(kind)) >> bit & 1);
                    let is_taken = takes(bits(hunter), bits(prey)) & 1 == 1;
                    assert_eq!(is_taken, rules.takes(hunter, prey), "{}: {hunter} on {prey}", rules.id);
                }
            }
        }
    }
}
