//! Who can go where: legal actions as a list, or as sets to count and to pick from.

use crate::cell::{DOWN, Grid, LEFT, RIGHT, UP, cells, first_of, grid, last_of};
use crate::{CannonMove, Cell, GuardStep, Kind, Mode, Ply, Position};

/// A list of actions with room for all that can be legal at once.
///
/// No position has more than 110: in Three Kingdoms team-b with all ten pieces and free lines has 88 moves and
/// captures, and 22 other pieces could be face-down.
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
    /// Puts every legal action into `plies`, in canonical order: flips, moves, captures, each by its cells.
    pub fn legal(&self, plies: &mut Plies) {
        plies.len = 0;
        if self.ending.is_some() {
            return;
        }
        for at in cells(self.face_down) {
            plies.push(Ply::Flip(at));
        }
        let (empty, prey) = (self.empty(), self.prey());
        let mut attacks = [(Cell::first_of(1), 0); 16];
        let mut attackers = 0;
        for from in cells(self.own()) {
            let kind = self.kind(from);
            let reachable = self.reachable(from, kind);
            for to in cells(reachable & empty) {
                plies.push(Ply::Move(from, to));
            }
            let targets = if kind == Kind::Cannon { self.jumps(self.grid(), from) } else { reachable };
            attacks[attackers] = (from, targets & prey[kind as usize]);
            attackers += 1;
        }
        for &(from, targets) in &attacks[..attackers] {
            for to in cells(targets) {
                plies.push(Ply::Capture(from, to));
            }
        }
    }

    /// The face-up pieces that the piece on a cell could take if it were on turn; none from a cell without a face-up piece.
    pub fn attacks(&self, from: Cell) -> u64 {
        let Some(army) = self.armies.iter().find(|army| *army & from.bit() != 0) else { return 0 };
        let (kind, foes) = (self.kind(from), self.face_up() & !army);
        let reach =
            if kind == Kind::Cannon { self.jumps(self.grid(), from) } else { self.reachable(from, kind) };
        let takes = |to: &Cell| kind.takes(self.kind(*to), self.mode());
        cells(reach & foes).filter(takes).fold(0, |set, to| set | to.bit())
    }

    /// The kind of the face-up piece on a cell.
    pub(crate) fn kind(&self, cell: Cell) -> Kind {
        Kind::of_rank(self.rank(cell))
    }

    /// The cells a piece can reach without jumping, whatever stands on them (rules, 6.2).
    pub(crate) fn reachable(&self, from: Cell, kind: Kind) -> u64 {
        let grid = self.grid();
        if self.mode() == Mode::Classic {
            return grid.steps[from.index()];
        }
        match kind {
            Kind::King | Kind::Rook => self.slides(grid, from),
            Kind::Minister => grid.elephants[from.index()],
            Kind::Horse => grid.knights[from.index()],
            Kind::Guard if self.options.guard == GuardStep::Diagonal => grid.diagonals[from.index()],
            Kind::Cannon if self.options.cannon == CannonMove::Slide => self.slides(grid, from),
            Kind::Guard | Kind::Cannon | Kind::Pawn => grid.steps[from.index()],
        }
    }

    /// Along rows and columns up to the first piece, that one included.
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

    /// The second piece in each direction: all that a Cannon could take if it is an enemy (rules, 6.3).
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

    /// What stands between a Cannon and its target; nothing for other pieces.
    pub(crate) fn screen(&self, from: Cell, to: Cell) -> Option<Cell> {
        let rays = self.grid().rays[from.index()].into_iter().zip(self.grid().rays[to.index()]);
        let beyond =
            rays.filter(|(ray, _)| ray & to.bit() != 0).map(|(ray, beyond)| ray & !beyond & !to.bit());
        let between = beyond.fold(0, |set, ray| set | ray) & (self.face_up() | self.face_down);
        (self.kind(from) == Kind::Cannon && between != 0).then(|| Cell::first_of(between))
    }

    /// For each rank, the face-up enemies a piece of that rank may take.
    fn prey(&self) -> [u64; 8] {
        let foes = self.face_up() & !self.own();
        if self.mode() == Mode::ThreeKingdoms {
            return [foes; 8];
        }
        let [_, pawn, _, _, rook, minister, guard, king] = self.kinds();
        let to_guard = foes & !king;
        let to_minister = to_guard & !guard;
        let to_rook = to_minister & !minister;
        [0, foes & (pawn | king), foes, to_rook & !rook, to_rook, to_minister, to_guard, foes & !pawn]
    }

    /// Whether the seat on turn can do anything; the match must not be over.
    pub(crate) fn can_act(&self) -> bool {
        self.face_down != 0 || self.count_actions() > 0
    }

    /// How many actions the seat on turn has; the match must not be over.
    pub(crate) fn count_actions(&self) -> u32 {
        match self.mode() {
            Mode::Classic => {
                let mut reach = Reach::new();
                self.reach_classic(&mut reach);
                reach.count
            }
            Mode::ThreeKingdoms => {
                let mut reach = Reach::new();
                self.reach_three_kingdoms(&mut reach);
                reach.count
            }
        }
    }

    /// Everything the seat on turn can do in Classic; the match must not be over.
    pub(crate) fn reach_classic(&self, reach: &mut Reach<4>) {
        let own = self.own();
        let (foes, empty) = (self.face_up() & !own, twice(self.empty()));
        let [one, two, four] = self.ranks;
        let cannons = own & two & !(one | four);
        let (upright, level) = (both_ways(own, 4), both_ways(own, 1) & WITHIN_ROWS);
        let (met_upright, met_level) = (upright & twice(foes), level & twice(foes));
        let (mut steps_upright, mut steps_level) = (upright & empty, level & empty);
        // Late in a match the armies seldom touch; ranks are compared only when they do.
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
            reach.add_from(from, self.jumps(grid(Mode::Classic), from) & foes);
        }
    }

    /// Everything the seat on turn can do in Three Kingdoms; the match must not be over.
    pub(crate) fn reach_three_kingdoms(&self, reach: &mut Reach<5>) {
        let (own, empty, grid) = (self.own(), self.empty(), grid(Mode::ThreeKingdoms));
        let foes = self.face_up() & !own;
        let free = empty | foes;
        let [_, pawn, cannon, horse, rook, minister, guard, king] = self.kinds().map(|set| set & own);
        let (stepping, diagonal) = match self.options.guard {
            GuardStep::Orthogonal => (pawn | guard, 0),
            GuardStep::Diagonal => (pawn, guard),
        };
        let (stepping_cannon, sliding_cannon) = match self.options.cannon {
            CannonMove::Step => (cannon, 0),
            CannonMove::Slide => (0, empty),
        };
        const NOT_LAST_FILE: u64 = 0x0f7b_def7_bdef;
        const NOT_FIRST_FILE: u64 = NOT_LAST_FILE << 1;
        reach.start(self.face_down);
        reach.add(stepping >> 5 & free | stepping_cannon >> 5 & empty);
        reach.add(stepping << 5 & free | stepping_cannon << 5 & empty);
        reach.add((stepping >> 1 & free | stepping_cannon >> 1 & empty) & NOT_LAST_FILE);
        reach.add((stepping << 1 & free | stepping_cannon << 1 & empty) & NOT_FIRST_FILE);
        for from in cells(king | rook) {
            reach.add_from(from, self.slides(grid, from) & free);
        }
        for from in cells(minister) {
            reach.add_from(from, grid.elephants[from.index()] & free);
        }
        for from in cells(horse) {
            reach.add_from(from, grid.knights[from.index()] & free);
        }
        for from in cells(diagonal) {
            reach.add_from(from, grid.diagonals[from.index()] & free);
        }
        for from in cells(cannon) {
            let slides = if sliding_cannon != 0 { self.slides(grid, from) & sliding_cannon } else { 0 };
            reach.add_from(from, slides | self.jumps(grid, from) & foes);
        }
    }
}

/// The 32 cells of Classic fit twice into a word: a step one way is read from the low half, the opposite step from the
/// high half. This removes the steps to the left that end in the last file, and those to the right that end in the
/// first: they went round the edge.
const WITHIN_ROWS: u64 = 0xeeee_eeee_7777_7777;

/// A set of cells of Classic in both halves.
const fn twice(set: u64) -> u64 {
    set | set << 32
}

/// A set of cells of Classic moved so many places back in the low half, and forth in the high half.
const fn both_ways(set: u64, places: u32) -> u64 {
    set >> places | set << (32 + places)
}

/// Where a hunter may take the prey on the same bit: both come as the three bits of their ranks (Classic, no Cannons
/// among the hunters).
const fn takes(hunters: [u64; 3], prey: [u64; 3]) -> u64 {
    let ([a, b, c], [x, y, z]) = (hunters, prey);
    let as_high = c & !z | !(c ^ z) & (b & !y | !(b ^ y) & (a | !x));
    let king_on_pawn = a & b & c & x & !(y | z);
    let pawn_on_king = a & !(b | c) & x & y & z;
    as_high & !king_on_pawn | pawn_on_king
}

/// All legal actions as sets of target cells: first flips, then steps by direction (up, down, left, right; in Classic
/// two directions share a word), then one set for each piece that goes in other ways.
///
/// This is what counting and random play need; no list is built. Each set is counted when it is put in: a sum over
/// the finished array would wait for the stores.
pub(crate) struct Reach<const COLUMNS: u8> {
    sets: [u64; 16],
    /// For each set, how many actions it and those before it hold.
    sums: [u32; 16],
    from: [Cell; 16],
    len: usize,
    count: u32,
}

impl<const COLUMNS: u8> Reach<COLUMNS> {
    /// Where the sets of single pieces begin.
    const FIRST_PIECE: usize = if COLUMNS == 4 { 3 } else { 5 };

    pub(crate) const fn new() -> Self {
        Reach { sets: [0; 16], sums: [0; 16], from: [Cell::first_of(1); 16], len: 0, count: 0 }
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

    /// The action with this number, from 0 to one less than the count: where from, or nowhere for a flip, and where to.
    pub(crate) fn pick(&self, number: u32) -> (Option<Cell>, Cell) {
        let (mut at, mut before) = (0, 0);
        while number >= self.sums[at] {
            before = self.sums[at];
            at += 1;
        }
        let (half, to) = match nth_member(self.sets[at], number - before) {
            bit if COLUMNS == 4 => (bit / 32, Cell::at(bit % 32)),
            bit => (0, Cell::at(bit)),
        };
        if at == 0 {
            return (None, to);
        }
        if at >= Self::FIRST_PIECE {
            return (Some(self.from[at]), to);
        }
        let direction = if COLUMNS == 4 { 2 * (at - 1) + usize::from(half) } else { at - 1 };
        let columns = COLUMNS.cast_signed();
        (Some(to.offset([columns, -columns, 1, -1][direction])), to)
    }
}

/// The bit of a set with this number, counted from 0; there must be so many. Without branches: which byte, by the sums
/// of the bytes up to each, then which bit of it, from a table.
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

/// The place of the nth one in a byte.
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
    use crate::{FullPosition, Options};
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
        for options in [Options::default(), Options::preset(crate::Preset::Folk)] {
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

    /// Every number picks another legal action, so a random number picks each equally often.
    fn check_picks<const COLUMNS: u8>(position: &Position, reach: &Reach<COLUMNS>) {
        let picked = (0..reach.count()).map(|number| match reach.pick(number) {
            (None, at) => Ply::Flip(at),
            (Some(from), to) if position.empty() & to.bit() != 0 => Ply::Move(from, to),
            (Some(from), to) => Ply::Capture(from, to),
        });
        let mut picked: Vec<Ply> = picked.collect();
        picked.sort();
        let mut plies = Plies::new();
        position.legal(&mut plies);
        assert_eq!(picked, plies.to_vec());
    }

    #[test]
    fn picking_by_number_gives_every_legal_action_once() {
        let folk = Options::preset(crate::Preset::Folk);
        for options in [Options::default(), Options::contract(Mode::ThreeKingdoms), folk] {
            let mut dice = Dice::new(&Seed::from_text("picks"));
            for _ in 0..20 {
                let mut full = FullPosition::deal(options, &dice.seed()).unwrap();
                while full.playout(1, &mut |sides| dice.roll(sides)).is_none() && full.public().ply() < 300 {
                    let position = full.public();
                    let (mut classic, mut kingdoms) = (Reach::new(), Reach::new());
                    if position.mode() == Mode::Classic {
                        position.reach_classic(&mut classic);
                        check_picks(position, &classic);
                    } else {
                        position.reach_three_kingdoms(&mut kingdoms);
                        check_picks(position, &kingdoms);
                    }
                }
            }
        }
    }

    #[test]
    fn ranks_compared_as_bits_give_the_capture_table() {
        for hunter in Kind::ALL {
            for prey in Kind::ALL {
                let bits = |kind: Kind| [0, 1, 2].map(|bit| kind as u64 >> bit & 1);
                let expect = hunter.takes(prey, Mode::Classic);
                if hunter != Kind::Cannon {
                    assert_eq!(takes(bits(hunter), bits(prey)) & 1 == 1, expect, "{hunter} on {prey}");
                }
            }
        }
    }
}
