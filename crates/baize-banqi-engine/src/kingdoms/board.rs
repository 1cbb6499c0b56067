//! A board of three seats in the form the search needs: sets of cells, a code for every cell, the strength of
//! every army, and a key.
//!
//! Armies are numbered by their place in the order of the rules. Every piece may take any other, so what
//! matters about a piece is how it moves and whose it is.

use baize_banqi::{CannonMove, Cell, GuardStep, Kind, Mode, Piece, Position, Square, cells};

/// The number of cells of the board.
pub(super) const CELLS: usize = 45;
const COLUMNS: usize = 5;
/// The number of codes: four bits for the kind, from 1 on, and two for the army.
const CODES: usize = 64;
/// A face-down piece.
const HIDDEN: u8 = 15;

const KING: u8 = Kind::King as u8 + 1;
const GUARD: u8 = Kind::Guard as u8 + 1;
const MINISTER: u8 = Kind::Minister as u8 + 1;
const ROOK: u8 = Kind::Rook as u8 + 1;
const HORSE: u8 = Kind::Horse as u8 + 1;
const CANNON: u8 = Kind::Cannon as u8 + 1;

/// An action from one cell to another, or a flip if both are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Hop {
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Hop {
    pub(super) const fn code(self) -> u64 {
        self.from as u64 | (self.to as u64) << 6
    }

    pub(super) const fn from_code(code: u64) -> Hop {
        Hop { from: (code & 63) as u8, to: (code >> 6 & 63) as u8 }
    }
}

/// A public position in which everybody has an army.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board {
    codes: [u8; CELLS],
    armies: [u64; 3],
    hidden: u64,
    /// What each army is worth, face-down pieces included.
    strength: [i32; 3],
    /// How many pieces each army has, face-down ones included.
    count: [u8; 3],
    /// How many of these move any distance.
    sliders: [u8; 3],
    /// The armies that are out of the game, as bits; their pieces may still be on the board.
    gone: u8,
    /// How many of each kind lie face-down, for each army.
    pool: [[u8; 8]; 3],
    key: u64,
    /// Actions until the draw; begins at [`NO_COUNTER`] if the rules have no counter.
    counter: i32,
    /// The value of the counter after a capture.
    whole_counter: i32,
    has_diagonal_guards: bool,
    has_sliding_cannons: bool,
}

/// The counter under rules without one: the draw is far away, but not out of sight.
const NO_COUNTER: i32 = 1000;

/// The cells that one kind of leap reaches from each cell.
const fn leaps(ways: &[(i32, i32)]) -> [u64; CELLS] {
    let mut table = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut way = 0;
        while way < ways.len() {
            let (row, column) =
                ((cell / COLUMNS) as i32 + ways[way].0, (cell % COLUMNS) as i32 + ways[way].1);
            if row >= 0 && row < 9 && column >= 0 && column < 5 {
                table[cell] |= 1 << (row * 5 + column);
            }
            way += 1;
        }
        cell += 1;
    }
    table
}

static STEPS: [u64; CELLS] = leaps(&[(-1, 0), (1, 0), (0, -1), (0, 1)]);
static DIAGONALS: [u64; CELLS] = leaps(&[(-1, -1), (-1, 1), (1, -1), (1, 1)]);
static ELEPHANTS: [u64; CELLS] = leaps(&[(-2, -2), (-2, 2), (2, -2), (2, 2)]);
static KNIGHTS: [u64; CELLS] =
    leaps(&[(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]);

/// All cells in each direction from each cell: up, left, down, right. Numbers fall along the first two.
static RAYS: [[u64; 4]; CELLS] = {
    let mut rays = [[0; 4]; CELLS];
    let mut pair = 0;
    while pair < CELLS * CELLS {
        let (from, to) = (pair / CELLS, pair % CELLS);
        if from != to {
            if from % COLUMNS == to % COLUMNS {
                rays[from][if to < from { 0 } else { 2 }] |= 1 << to;
            } else if from / COLUMNS == to / COLUMNS {
                rays[from][if to < from { 1 } else { 3 }] |= 1 << to;
            }
        }
        pair += 1;
    }
    rays
};

/// The random words that make up the key of a board, for each cell and what is on it.
static CELL_KEYS: [[u64; CODES]; CELLS] = {
    let mut table = [[0; CODES]; CELLS];
    let mut state: u64 = 5;
    let mut at = 0;
    while at < CELLS * CODES {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let a = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let b = (a ^ (a >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        table[at / CODES][at % CODES] = if at % CODES == 0 { 0 } else { b ^ (b >> 31) };
        at += 1;
    }
    table
};

/// The cells along rows and columns up to and including the first piece.
fn slides(from: usize, occupied: u64) -> u64 {
    let [up, left, down, right] = RAYS[from];
    let ahead = |ray: u64| {
        let met = ray & occupied;
        ray & (met ^ met.wrapping_sub(1))
    };
    let back = |ray: u64| ray & u64::MAX << (ray & occupied | 1).ilog2();
    back(up) | back(left) | ahead(down) | ahead(right)
}

/// The second piece in each direction: what a Cannon could take.
fn jumps(from: usize, occupied: u64) -> u64 {
    let [up, left, down, right] = RAYS[from].map(|ray| ray & occupied);
    let ahead = |met: u64| {
        let rest = met & met.wrapping_sub(1);
        rest & rest.wrapping_neg()
    };
    let back = |met: u64| ahead(met.reverse_bits()).reverse_bits();
    back(up) | back(left) | ahead(down) | ahead(right)
}

/// The members of a set.
pub(super) fn members(set: u64) -> impl Iterator<Item = usize> {
    cells(set).map(Cell::index)
}

impl Board {
    /// The board of a position in which everybody has an army.
    pub(super) fn of(position: &Position) -> Option<Board> {
        let mode = position.mode();
        if mode != Mode::ThreeKingdoms || !position.seats().all(|seat| position.faction(seat).is_some()) {
            return None;
        }
        let options = position.options();
        let actions = |left: u32| left.min(NO_COUNTER as u32) as i32;
        let mut board = Board {
            codes: [0; CELLS],
            armies: [0; 3],
            hidden: 0,
            strength: [0; 3],
            count: [0; 3],
            sliders: [0; 3],
            gone: 0,
            pool: [[0; 8]; 3],
            key: 0,
            counter: position.counter().map_or(NO_COUNTER, actions),
            whole_counter: position.counter().and(options.counter.get()).map_or(NO_COUNTER, actions),
            has_diagonal_guards: options.guard == GuardStep::Diagonal,
            has_sliding_cannons: options.cannon == CannonMove::Slide,
        };
        let add = |board: &mut Board, piece: Piece| {
            let place = piece.faction(mode).index();
            board.strength[place] += worth(piece.kind());
            board.count[place] += 1;
            board.sliders[place] += u8::from(is_slider(piece.kind() as u8 + 1));
        };
        for cell in Cell::all(mode) {
            match position.at(cell) {
                Square::Empty => {}
                Square::FaceDown => board.replace(cell.index(), HIDDEN),
                Square::FaceUp(piece) => {
                    board.replace(cell.index(), code(piece));
                    add(&mut board, piece);
                }
            }
        }
        for piece in position.unknown().iter() {
            board.pool[piece.faction(mode).index()][piece.kind() as usize] += 1;
            add(&mut board, piece);
        }
        for seat in position.seats().filter(|&seat| position.has_left(seat)) {
            let place = position.faction(seat)?.index();
            board.gone |= 1 << place;
        }
        Some(board)
    }

    /// Replaces the code of a cell.
    #[inline(always)]
    fn replace(&mut self, cell: usize, code: u8) {
        let before = self.codes[cell];
        let bit = 1_u64 << cell;
        self.key ^= CELL_KEYS[cell][usize::from(before & 63)] ^ CELL_KEYS[cell][usize::from(code & 63)];
        for code in [before, code] {
            match code {
                0 => {}
                HIDDEN => self.hidden ^= bit,
                _ => self.armies[usize::from(code >> 4) % 3] ^= bit,
            }
        }
        self.codes[cell] = code;
    }

    /// The board after a move or capture, which must be legal; a move uses up this many of the actions until
    /// the draw.
    #[inline]
    pub(super) fn moved(&self, hop: Hop, actions: i32) -> Board {
        let mut next = *self;
        let (from, to) = (usize::from(hop.from), usize::from(hop.to));
        let prize = self.codes[to];
        if prize == 0 {
            next.counter -= actions;
        } else {
            let victim = usize::from(prize >> 4) % 3;
            next.strength[victim] -= worth_of(prize);
            next.count[victim] -= 1;
            next.sliders[victim] -= u8::from(is_slider(prize));
            if next.count[victim] == 0 {
                next.gone |= 1 << victim;
            }
            next.counter = self.whole_counter;
        }
        next.replace(to, self.codes[from]);
        next.replace(from, 0);
        next
    }

    /// The board after a flip that turned up a piece of the pool.
    pub(super) fn flipped(&self, at: usize, kind: usize, place: usize) -> Board {
        let mut next = *self;
        next.pool[place][kind] -= 1;
        next.counter -= 1;
        next.replace(at, (place << 4 | (kind + 1)) as u8);
        next
    }

    /// The same board with this many fewer actions until the draw.
    pub(super) fn waited(&self, actions: i32) -> Board {
        Board { counter: self.counter - actions, ..*self }
    }

    pub(super) const fn occupied(&self) -> u64 {
        self.armies[0] | self.armies[1] | self.armies[2] | self.hidden
    }

    /// Where the piece on a cell can go if that is empty, and where it can take, whatever is there.
    #[inline]
    pub(super) fn reach(&self, from: usize, occupied: u64) -> (u64, u64) {
        let both = |set: u64| (set, set);
        match self.codes[from] & 15 {
            KING | ROOK => both(slides(from, occupied)),
            HORSE => both(KNIGHTS[from]),
            MINISTER => both(ELEPHANTS[from]),
            GUARD if self.has_diagonal_guards => both(DIAGONALS[from]),
            CANNON => {
                let way = if self.has_sliding_cannons { slides(from, occupied) } else { STEPS[from] };
                (way, jumps(from, occupied))
            }
            _ => both(STEPS[from]),
        }
    }

    /// Every capture of an army.
    #[inline]
    pub(super) fn captures(&self, place: usize, mut found: impl FnMut(Hop)) {
        let occupied = self.occupied();
        let prey = occupied & !self.hidden & !self.armies[place];
        for from in members(self.armies[place]) {
            for to in members(self.reach(from, occupied).1 & prey) {
                found(Hop { from: from as u8, to: to as u8 });
            }
        }
    }

    /// Every move of an army to an empty cell.
    #[inline]
    pub(super) fn moves(&self, place: usize, mut found: impl FnMut(Hop)) {
        let occupied = self.occupied();
        for from in members(self.armies[place]) {
            for to in members(self.reach(from, occupied).0 & !occupied) {
                found(Hop { from: from as u8, to: to as u8 });
            }
        }
    }

    /// The cells on which some piece of an army could take.
    pub(super) fn covered(&self, place: usize, occupied: u64) -> u64 {
        members(self.armies[place]).fold(0, |set, from| set | self.reach(from, occupied).1)
    }

    /// The face-down pieces out of reach of all face-up ones: whatever comes up there cannot be taken at
    /// once.
    pub(super) fn quiet_cells(&self) -> u64 {
        let occupied = self.occupied();
        (0..3).fold(self.hidden, |set, place| set & !self.covered(place, occupied))
    }

    /// What may come up: the kind, the army and how many there are.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = (usize, usize, i32)> {
        let pool = self.pool;
        (0..3)
            .flat_map(move |place| (0..7).map(move |kind| (kind, place, i32::from(pool[place][kind]))))
            .filter(|&(_, _, count)| count > 0)
    }

    pub(super) const fn army(&self, place: usize) -> u64 {
        self.armies[place]
    }

    pub(super) const fn hidden(&self) -> u64 {
        self.hidden
    }

    pub(super) const fn strength(&self, place: usize) -> i32 {
        self.strength[place]
    }

    pub(super) const fn count(&self, place: usize) -> i32 {
        self.count[place] as i32
    }

    pub(super) const fn sliders(&self, place: usize) -> i32 {
        self.sliders[place] as i32
    }

    pub(super) const fn is_gone(&self, place: usize) -> bool {
        self.gone >> place & 1 == 1
    }

    pub(super) const fn key(&self) -> u64 {
        self.key
    }

    pub(super) const fn counter(&self) -> i32 {
        self.counter
    }

    pub(super) const fn is_empty(&self, cell: u8) -> bool {
        self.codes[cell as usize] == 0
    }

    pub(super) const fn worth_at(&self, cell: usize) -> i32 {
        worth_of(self.codes[cell])
    }
}

/// What a piece adds to the log odds that its army wins, in thousandths; see [`super::odds`].
const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::King | Kind::Rook => 914,
        Kind::Horse => 478,
        Kind::Pawn => 143,
        Kind::Guard => 118,
        Kind::Cannon => 100,
        Kind::Minister => 50,
    }
}

const WORTHS: [i32; 16] = {
    let mut table = [0; 16];
    let mut kind = 0;
    while kind < Kind::ALL.len() {
        table[Kind::ALL[kind] as usize + 1] = worth(Kind::ALL[kind]);
        kind += 1;
    }
    table
};

const fn is_slider(code: u8) -> bool {
    matches!(code & 15, KING | ROOK)
}

const fn worth_of(code: u8) -> i32 {
    WORTHS[(code & 15) as usize]
}

fn code(piece: Piece) -> u8 {
    (piece.faction(Mode::ThreeKingdoms).index() << 4 | (piece.kind() as usize + 1)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use baize_banqi::{FullPosition, Options, Plies, Ply, Preset};
    use baize_rules::{Dice, Seed};

    /// Along random games the board has as many actions as the rules and the same state after each of them.
    #[test]
    fn boards_go_by_the_rules() {
        let mut dice = Dice::new(&Seed::from_text("boards of three"));
        let mode = Mode::ThreeKingdoms;
        for options in [Options::contract(mode), Options::preset(Preset::Folk)] {
            for _ in 0..40 {
                let mut game = FullPosition::deal(options, &dice.seed()).unwrap();
                while game.public().ending().is_none() {
                    let mut plies = Plies::new();
                    game.public().legal(&mut plies);
                    let ply = *dice.pick(&plies).unwrap();
                    let before = Board::of(game.public());
                    let own = game.public().faction(game.public().seat()).map(|faction| faction.index());
                    if let (Some(board), Some(own)) = (&before, own) {
                        let mut hops = Vec::new();
                        board.moves(own, |hop| hops.push(hop));
                        board.captures(own, |hop| hops.push(hop));
                        let expected = plies.iter().filter(|ply| !matches!(ply, Ply::Flip(_))).count();
                        assert_eq!(hops.len(), expected, "{}", game.public().line());
                    }
                    game.play(ply);
                    let (Some(before), Some(after)) = (before, Board::of(game.public())) else { continue };
                    let next = match ply {
                        Ply::Flip(at) => {
                            let Square::FaceUp(piece) = game.public().at(at) else {
                                panic!("still face-down")
                            };
                            let place = piece.faction(mode).index();
                            before.flipped(at.index(), piece.kind() as usize, place)
                        }
                        Ply::Move(from, to) | Ply::Capture(from, to) => {
                            before.moved(Hop { from: from.index() as u8, to: to.index() as u8 }, 1)
                        }
                    };
                    // A seat that can no longer act leaves, which the search finds out for itself.
                    assert_eq!(Board { gone: after.gone, ..next }, after, "{}", game.public().line());
                }
            }
        }
    }
}
