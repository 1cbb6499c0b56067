//! Banqi. Cells are counted row by row; a board has at most 45. An action is a cell `a` to flip, or
//! `45 + 45 * a + b` to move or take from `a` to `b`. An observation has 22 boards of 45 cells: seven kinds (pawn,
//! cannon, horse, rook, minister, guard, king) for each of three armies (the seat's own, the next seat's, and
//! the one after that), then the face-down pieces. One more row has, for each of these 21 kinds, how many are
//! still face-down, divided by 5, and the counter of quiet moves, divided by 100. While no seat has its army,
//! armies are in the order of their letters, capitals first.

use crate::encoding::seats_from;
use crate::episode::{illegal, is_over, not_one_number, read_rules, reward};
use crate::{AnyEpisode, Dealt, Decision, Encoding, Space};
use baize_banqi::{Action, Banqi, Cell, Options, Piece, Ply, Position, RuleError, SilentMatch, View, cells};
use baize_rules::{Language, Problem, Rolling, Say, Seat, Seed};
use serde_json::Value;
use std::borrow::Cow;

const CELLS: usize = Cell::MOST;
const KINDS: usize = 7;
const ACTIONS: Space = Space::Discrete(CELLS + CELLS * CELLS);
const OBSERVATION: &[usize] = &[3 * KINDS + 2, CELLS];

/// The number of a move or capture from one cell to another.
fn go(from: Cell, to: Cell) -> u32 {
    (CELLS + CELLS * from.index() + to.index()) as u32
}

/// The action with this number; it may be against the rules.
#[inline]
fn ply(position: &Position, number: u32) -> Option<Ply> {
    let (number, mode) = (number as usize, position.mode());
    let Some(pair) = number.checked_sub(CELLS) else {
        return Some(Ply::Flip(Cell::new(mode, number)?));
    };
    let (from, to) = (Cell::new(mode, pair / CELLS)?, Cell::new(mode, pair % CELLS)?);
    Some(if position.is_empty(to) { Ply::Move(from, to) } else { Ply::Capture(from, to) })
}

/// Writes what a seat sees. Numbers that are not written stay 0.
fn observe(position: &Position, seat: Seat, into: &mut [f32]) {
    let (mode, factions) = (position.mode(), position.mode().factions());
    let mut armies = [0, 1, 2];
    for (army, faction) in armies.iter_mut().zip(factions) {
        if let Some(owner) = position.owner(*faction) {
            *army = seats_from(seat, owner.index(), factions.len());
        }
    }
    let (boards, rest) = into.split_at_mut((3 * KINDS + 1) * CELLS);
    let mut occupy = |plane: usize, set: u64| {
        cells(set).for_each(|cell| boards[plane * CELLS + cell.index()] = 1.0);
    };
    for piece in Piece::ALL {
        let (kind, faction) = (piece.kind(), piece.faction(mode));
        let plane = KINDS * armies[faction.index()] + kind as usize - 1;
        occupy(plane, position.army(faction) & position.of_kind(kind));
        rest[plane] += f32::from(position.unknown().count(piece)) / 5.0;
    }
    occupy(3 * KINDS, position.face_down());
    rest[3 * KINDS] = position.quiet() as f32 / 100.0;
}

impl Encoding for Banqi {
    const ACTIONS: Space = ACTIONS;
    const OBSERVATION: &'static [usize] = OBSERVATION;

    fn number(&self, _: Seat, action: &Action) -> Option<u32> {
        let mode = self.position().mode();
        match action {
            Action::Flip { at } => Some(at.on(mode)?.index() as u32),
            Action::Move { from, to } | Action::Capture { from, to } => {
                Some(go(from.on(mode)?, to.on(mode)?))
            }
        }
    }

    fn action(&self, _: Seat, number: u32) -> Option<Action> {
        ply(self.position(), number).map(Action::from)
    }

    fn observe(view: &View, seat: Seat, into: &mut [f32]) {
        observe(&view.position, seat, into);
    }
}

/// A match of Banqi, decision by decision. Does the same as [`Episode<Banqi>`](crate::Episode), many times as
/// fast: it works directly on the bitboards, without a table that announces what happens.
#[derive(Clone)]
pub struct BanqiEpisode(SilentMatch);

impl BanqiEpisode {
    /// Calls `each` with every legal number in order.
    fn each_legal(&self, mut each: impl FnMut(u32)) {
        let position = self.0.position();
        if position.ending().is_some() {
            return;
        }
        cells(position.face_down()).for_each(|at| each(at.index() as u32));
        for from in cells(position.own()) {
            cells(position.targets(from)).for_each(|to| each(go(from, to)));
        }
    }
}

impl Dealt for BanqiEpisode {
    type Rules = Options;

    fn rules(options: &Value, seats: Option<u8>) -> Result<Options, Problem> {
        let (options, seats) = read_rules::<Banqi>(options, seats)?;
        let needed = options.mode.seats();
        if seats != needed {
            return Err(RuleError::WrongSeats { mode: options.mode, needed, seats }.into());
        }
        Ok(options)
    }

    fn deal(options: &Options, seed: &Seed) -> Result<BanqiEpisode, Problem> {
        Ok(BanqiEpisode(SilentMatch::deal(*options, seed)?))
    }
}

impl AnyEpisode for BanqiEpisode {
    fn seats(&self) -> u8 {
        self.0.position().mode().seats()
    }

    fn space(&self) -> Space {
        ACTIONS
    }

    fn shape(&self) -> &'static [usize] {
        OBSERVATION
    }

    fn agent(&self) -> Option<Seat> {
        let position = self.0.position();
        position.ending().is_none().then(|| position.seat())
    }

    fn legal(&self) -> Cow<'_, [u32]> {
        let mut numbers = Vec::with_capacity(32);
        self.each_legal(|number| numbers.push(number));
        Cow::Owned(numbers)
    }

    fn mask(&self, into: &mut [u8]) {
        self.each_legal(|number| into[number as usize] = 1);
    }

    fn sample(&self, dice: &mut Rolling<'_>) -> Option<u32> {
        Some(match self.0.position().pick(|count| dice.roll(count))? {
            Ply::Flip(at) => at.index() as u32,
            Ply::Move(from, to) | Ply::Capture(from, to) => go(from, to),
        })
    }

    fn act(&mut self, decision: Decision<'_>) -> Result<(), Problem> {
        let position = self.0.position();
        if position.ending().is_some() {
            return Err(is_over());
        }
        let Decision::Number(number) = decision else { return Err(not_one_number()) };
        let ply = ply(position, number).filter(|&ply| position.allows(ply));
        self.0.play(ply.ok_or_else(|| illegal(number))?);
        Ok(())
    }

    fn observe(&self, seat: Seat, into: &mut [f32]) {
        into.fill(0.0);
        observe(self.0.position(), seat, into);
    }

    fn rewards(&self) -> Option<Vec<f32>> {
        let (ending, seats) = (self.0.position().ending()?, self.seats());
        let share = |seat| match ending.winner {
            Some(winner) => f64::from(u8::from(winner == seat)),
            None => 1.0 / f64::from(seats),
        };
        Some(Seat::first(seats).map(|seat| reward(share(seat), seats)).collect())
    }

    fn text(&self) -> String {
        self.0.view().told_in(Language::English).to_string()
    }

    fn boxed_clone(&self) -> Box<dyn AnyEpisode> {
        Box::new(self.clone())
    }
}
