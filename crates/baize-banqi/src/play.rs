//! What an action does to a position, and when the match ends (rules, sections 5, 6 and 9).

use crate::position::NOBODY;
use crate::rule_set::Rules;
use crate::sets::by_rules;
use crate::{Cell, End, Ending, Piece, Position, Reason};
use baize_rules::Seat;

/// Playing. The actions must be legal; see [`Position::legal`] and
/// [`Position::check`](crate::Position::check).
impl Position {
    /// Turns a face-down piece up, which proves to be `piece`.
    pub fn flip(&mut self, at: Cell, piece: Piece) {
        by_rules!(self.mode(), R => {
            self.turn_up::<R>(at, piece);
            self.settle_by::<R>();
        });
    }

    /// Moves a piece, taking whatever is on the target cell.
    pub fn carry(&mut self, from: Cell, to: Cell) {
        by_rules!(self.mode(), R => {
            self.shift::<R>(from, to);
            self.settle_by::<R>();
        });
    }

    /// Makes a flip without checking whether the next seat can act.
    pub(crate) fn turn_up<R: Rules>(&mut self, at: Cell, piece: Piece) {
        self.face_down ^= at.bit();
        self.unknown.remove(piece);
        self.put_by::<R>(at, piece);
        self.ply += 1;
        self.quiet = 0;
        if self.owned[usize::from(self.seat)] == NOBODY {
            self.assign(R::owner(piece) as u8);
        }
        self.count_down::<R>();
        self.pass_by::<R>();
    }

    /// Makes a move or capture without checking whether the next seat can act.
    pub(crate) fn shift<R: Rules>(&mut self, from: Cell, to: Cell) {
        let own = usize::from(self.owned[usize::from(self.seat)]);
        let prize = (self.face_up() & to.bit() != 0).then(|| self.lift::<R>(to));
        self.relocate(own, from, to);
        self.ply += 1;
        match prize {
            Some((piece, victim)) => self.take::<R>(own, piece, victim),
            None => {
                self.quiet += 1;
                self.count_down::<R>();
            }
        }
        self.pass_by::<R>();
    }

    /// Puts a face-up piece on an empty cell.
    pub(crate) fn put(&mut self, cell: Cell, piece: Piece) {
        by_rules!(self.mode(), R => self.put_by::<R>(cell, piece));
    }

    #[inline(always)]
    fn put_by<R: Rules>(&mut self, cell: Cell, piece: Piece) {
        self.armies[R::owner(piece)] |= cell.bit();
        let rank = R::rank(piece.kind());
        for (n, plane) in self.ranks.iter_mut().enumerate() {
            *plane |= u64::from(rank >> n & 1) << cell.index();
        }
    }

    /// Moves a piece of this faction to another, empty cell.
    fn relocate(&mut self, faction: usize, from: Cell, to: Cell) {
        self.armies[faction] ^= from.bit() | to.bit();
        for plane in &mut self.ranks {
            let here = *plane >> from.index() & 1;
            *plane ^= here << from.index() | here << to.index();
        }
    }

    /// Takes the piece off a cell and returns it with its faction.
    #[inline(always)]
    fn lift<R: Rules>(&mut self, cell: Cell) -> (Piece, usize) {
        let whose = |army: &u64| army & cell.bit() != 0;
        let victim = self.armies.iter().position(whose).expect("a piece of some faction stands there");
        let piece = Piece::new(R::kind(self.rank(cell)), R::TABLES.is_small[victim]);
        self.armies[victim] ^= cell.bit();
        for plane in &mut self.ranks {
            *plane &= !cell.bit();
        }
        (piece, victim)
    }

    #[inline(always)]
    fn take<R: Rules>(&mut self, own: usize, piece: Piece, victim: usize) {
        self.quiet = 0;
        self.counter = if R::HAS_COUNTER { self.options.counter.get().unwrap_or(0) } else { 0 };
        self.taken[own].add(piece);
        self.alive[victim] -= 1;
        match R::SET.end {
            End::Duel if self.alive[victim] == 0 => self.end(Some(self.seat), Reason::CaptureAll),
            End::Duel => {}
            End::LastLeft => {
                self.dismiss_the_taken();
                if self.taken[own].len() == R::TABLES.others[own] {
                    self.end(Some(self.seat), Reason::CaptureAll);
                } else {
                    self.end_if_one_is_left(Reason::Elimination);
                }
            }
        }
    }

    /// Makes every owned faction without a piece leave. In a duel the match is then over.
    fn dismiss_the_taken(&mut self) {
        for seat in 0..3 {
            if self.owned[seat] != NOBODY && self.alive[usize::from(self.owned[seat])] == 0 {
                self.gone |= 1 << seat;
            }
        }
    }

    /// Assigns a faction to the seat on turn, which had none and turned up one of its pieces (rules, section
    /// 5).
    #[cold]
    fn assign(&mut self, faction: u8) {
        let seats = usize::from(self.mode().seats());
        if self.owned.contains(&faction) {
            return;
        }
        self.owned[usize::from(self.seat)] = faction;
        let mut without = (0..seats).filter(|&seat| self.owned[seat] == NOBODY);
        if let (Some(last), None) = (without.next(), without.next()) {
            let rest = (0..seats as u8).find(|faction| !self.owned.contains(faction));
            self.owned[last] = rest.expect("there are as many factions as seats");
            // In a real deal nobody gets an army that is already all taken, but in a made-up position it can
            // happen.
            self.dismiss_the_taken();
            self.end_if_one_is_left(Reason::Elimination);
        }
    }

    /// Counts one action without a capture.
    #[inline(always)]
    fn count_down<R: Rules>(&mut self) {
        if R::HAS_COUNTER && self.counter > 0 {
            self.counter -= 1;
            if self.counter == 0 && self.ending.is_none() {
                self.end(None, Reason::Draw);
            }
        }
    }

    /// Passes the turn to the next seat that has not left.
    fn pass(&mut self) {
        by_rules!(self.mode(), R => self.pass_by::<R>());
    }

    #[inline(always)]
    fn pass_by<R: Rules>(&mut self) {
        if self.ending.is_none() {
            self.seat = self.next_seat::<R>(self.seat);
        }
    }

    #[inline(always)]
    fn next_seat<R: Rules>(&self, mut seat: u8) -> u8 {
        if R::IS_DUEL {
            return seat ^ 1;
        }
        for _ in 0..3 {
            seat = if seat == 2 { 0 } else { seat + 1 };
            if self.gone >> seat & 1 == 0 {
                break;
            }
        }
        seat
    }

    /// The seat before the one on turn, among those still in the match.
    fn seat_before(&self) -> u8 {
        let mut others = (0..self.mode().seats()).filter(|&seat| self.gone >> seat & 1 == 0);
        let next = |seat| by_rules!(self.mode(), R => self.next_seat::<R>(seat));
        others.find(|&seat| next(seat) == self.seat).unwrap_or(self.seat)
    }

    /// Checks whether the seat on turn can act, then the limits.
    pub(crate) fn settle(&mut self) {
        by_rules!(self.mode(), R => self.settle_by::<R>());
    }

    pub(crate) fn settle_by<R: Rules>(&mut self) {
        while self.ending.is_none() && !self.can_act::<R>() {
            self.strand();
        }
        self.stop_at_limits::<R>();
    }

    /// Handles a seat on turn that cannot act.
    pub(crate) fn strand(&mut self) {
        match self.rules().end {
            End::Duel => self.end(Some(self.seat ^ 1), Reason::Stalemate),
            End::LastLeft => self.withdraw(self.seat, Reason::Stalemate),
        }
    }

    /// Checks the optional limits that show in a position alone; repetition needs the history.
    pub(crate) fn stop_at_limits<R: Rules>(&mut self) {
        if self.ending.is_some() {
            return;
        }
        if R::HAS_NO_PROGRESS && self.options.no_progress.reached(self.quiet) {
            self.end(None, Reason::NoProgress);
        } else if self.options.ply_cap.reached(self.ply) {
            self.end(None, Reason::PlyCap);
        }
    }

    /// Takes `seat`, which leaves of its own accord, out of the match.
    pub(crate) fn leave(&mut self, seat: Seat, why: Reason) {
        self.withdraw(seat.index() as u8, why);
        self.settle();
    }

    /// Takes a seat out of the match; its pieces stay where they are.
    fn withdraw(&mut self, seat: u8, why: Reason) {
        self.gone |= 1 << seat;
        self.end_if_one_is_left(why);
        if self.seat == seat {
            self.pass();
        }
    }

    fn end_if_one_is_left(&mut self, why: Reason) {
        let left = !self.gone & ((1 << self.mode().seats()) - 1);
        if left.count_ones() == 1 {
            self.end(Some(left.trailing_zeros() as u8), why);
        }
    }

    pub(crate) fn end(&mut self, winner: Option<u8>, reason: Reason) {
        self.ending = Some(Ending { winner: winner.and_then(Seat::new), reason });
    }

    /// Applies the end rules up to the draw to a position that was set up; `departure` is why the last seat
    /// left, if only one remains.
    pub(crate) fn judge(&mut self, departure: Reason) {
        let end = self.rules().end;
        if end == End::LastLeft {
            self.dismiss_the_taken();
        }
        let everything = |&seat: &u8| {
            let own = usize::from(self.owned[usize::from(seat)]);
            self.gone >> seat & 1 == 0
                && match end {
                    End::Duel => own < 2 && self.alive[1 - own] == 0,
                    End::LastLeft => own < 3 && self.taken[own].len() == self.mode().tables().others[own],
                }
        };
        if let Some(winner) = (0..self.mode().seats()).find(everything) {
            self.end(Some(winner), Reason::CaptureAll);
        } else {
            self.end_if_one_is_left(departure);
        }
        if self.ending.is_none() && self.counter() == Some(0) {
            self.end(None, Reason::Draw);
        }
    }

    /// Goes on after [`Position::judge`], passing over seats that have left.
    pub(crate) fn resume(&mut self) {
        if self.gone >> self.seat & 1 == 1 {
            self.pass();
        }
        self.settle();
    }

    /// Whether the same pieces are on the same cells with the same seat on turn. Between two irreversible
    /// actions nothing else can differ.
    pub(crate) fn repeats(&self, earlier: &Position) -> bool {
        self.seat == earlier.seat && self.ranks == earlier.ranks && self.armies == earlier.armies
    }

    /// The position before the last move, which went from `from` to `to`; `None` if no such move can have led here.
    pub(crate) fn before_move(&self, from: Cell, to: Cell) -> Option<Position> {
        let mut before = *self;
        before.seat = self.seat_before();
        if before.own() & to.bit() == 0 || self.empty() & from.bit() == 0 {
            return None;
        }
        let own = usize::from(before.owned[usize::from(before.seat)]);
        before.relocate(own, to, from);
        (before.reachable(from, before.kind(from)) & to.bit() != 0).then_some(before)
    }
}
