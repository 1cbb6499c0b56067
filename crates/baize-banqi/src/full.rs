//! A position together with its face-down pieces, for dealing, counting and random play.

use crate::reach::{Reach, nth_member};
use crate::rule_set::Rules;
use crate::sets::by_rules;
use crate::{Cell, Ending, Layout, Options, Piece, Plies, Ply, Position, RuleError, Start};
use baize_rules::{Dice, Seed};

/// The face-down piece on each cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Identities([u8; Cell::MOST]); // the code of the piece, or 0

impl Identities {
    /// No face-down piece anywhere.
    pub(crate) const NONE: Identities = Identities([0; Cell::MOST]);

    /// The face-down piece on a cell.
    pub fn get(&self, cell: Cell) -> Option<Piece> {
        Piece::from_code(self.0[cell.index()])
    }

    pub(crate) fn set(&mut self, cell: Cell, piece: Piece) {
        self.0[cell.index()] = piece.code();
    }
}

/// A position with the identities of its face-down pieces.
#[derive(Clone, Copy)]
pub struct FullPosition {
    pub(crate) public: Position,
    pub(crate) hidden: Identities,
}

impl FullPosition {
    /// The start of a match, dealt from a seed.
    pub fn deal(options: Options, seed: &Seed) -> Result<FullPosition, RuleError> {
        let options = options.fit()?;
        let mut dice = Dice::new(seed);
        let mut pieces: Vec<Piece> = options.mode.full_set().iter().collect();
        dice.shuffle(&mut pieces);
        let mut places: Vec<Cell> = Cell::all(options.mode).collect();
        match (options.mode.rules().start, options.layout) {
            (Start::Full, _) => {}
            (Start::LayoutOption(filled), Layout::Corners) => {
                places.retain(|&cell| filled & cell.bit() != 0);
            }
            (Start::LayoutOption(_), Layout::Scatter) => dice.shuffle(&mut places),
        }
        let mut full = FullPosition { public: Position::bare(options), hidden: Identities::NONE };
        for (piece, place) in pieces.into_iter().zip(places) {
            full.public.face_down |= place.bit();
            full.hidden.set(place, piece);
        }
        Ok(full)
    }

    /// What everybody knows.
    pub const fn public(&self) -> &Position {
        &self.public
    }

    /// The identities of the face-down pieces.
    pub const fn hidden(&self) -> &Identities {
        &self.hidden
    }

    /// Lays the face-down pieces out anew, every order equally likely; `random(n)` gives a number below `n`.
    pub fn shuffle(&mut self, random: &mut impl FnMut(u32) -> u32) {
        let mut places = self.public.face_down;
        for piece in self.public.unknown.iter() {
            let place = Cell::at(nth_member(places, random(places.count_ones())));
            places ^= place.bit();
            self.hidden.set(place, piece);
        }
    }

    /// Plays a legal action.
    pub fn play(&mut self, ply: Ply) {
        match ply {
            Ply::Flip(at) => {
                let piece = self.hidden.get(at).expect("a face-down piece has an identity");
                self.public.flip(at, piece);
            }
            Ply::Move(from, to) | Ply::Capture(from, to) => self.public.carry(from, to),
        }
    }

    /// Plays uniformly random legal actions until the match ends; `None` if it is still going on after `most`
    /// of them.
    pub fn playout(&mut self, most: u32, random: &mut impl FnMut(u32) -> u32) -> Option<Ending> {
        by_rules!(self.public.mode(), R => self.play_on::<R>(most, random))
    }

    #[inline]
    fn play_on<R: Rules>(&mut self, most: u32, random: &mut impl FnMut(u32) -> u32) -> Option<Ending> {
        let mut plies = 0;
        let mut reach = Reach::<R>::new();
        while self.public.ending.is_none() && plies < most {
            self.public.reach(&mut reach);
            let count = reach.count();
            if count == 0 {
                self.public.strand();
                continue;
            }
            self.public.stop_at_limits::<R>();
            if self.public.ending.is_some() {
                break;
            }
            match reach.pick(random(count)) {
                (None, at) => {
                    let piece = self.hidden.get(at).expect("a face-down piece has an identity");
                    self.public.turn_up::<R>(at, piece);
                }
                (Some(from), to) => self.public.shift::<R>(from, to),
            }
            plies += 1;
        }
        self.public.settle_by::<R>();
        self.public.ending
    }

    /// The number of sequences of `depth` actions, with the face-down pieces as laid out. A match that ends
    /// earlier counts as one; repetition is ignored. Each position counted lowers `budget`; `None` when it
    /// runs out.
    pub fn perft(&self, depth: u32, budget: &mut u64) -> Option<u64> {
        if depth == 0 || self.public.ending.is_some() {
            *budget = budget.checked_sub(1)?;
            return Some(1);
        }
        if depth == 1 {
            let leaves = u64::from(self.public.count_actions());
            *budget = budget.checked_sub(leaves)?;
            return Some(leaves);
        }
        let mut plies = Plies::new();
        self.public.legal(&mut plies);
        let mut leaves = 0;
        for &ply in plies.iter() {
            let mut next = *self;
            next.play(ply);
            leaves += next.perft(depth - 1, budget)?;
        }
        *budget = budget.checked_sub(1)?;
        Some(leaves)
    }
}
