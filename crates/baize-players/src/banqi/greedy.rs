//! Players that look at their own action only: they take the best they can, and otherwise flip or walk towards their prey. The
//! same for every rule set.

use crate::{Budget, Choice, Player};
use baize_banqi::{Action, Banqi, Cell, Kind, Plies, Ply, Position, RuleSet, Square, View, Way};
use baize_rules::{Dice, Menu, Seed};
use serde_json::json;

/// How much of the board somebody takes in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Eyes {
    /// So many of a hundred pieces that could be taken are overlooked in a turn, by a step and by what goes further.
    overlooks: u32,
    overlooks_far: u32,
    /// Prey so many steps away is worth a walk while something lies face-down.
    hunts: i32,
}

impl Eyes {
    pub(super) const NOVICE: Eyes = Eyes { overlooks: 55, overlooks_far: 85, hunts: 1 };
    pub(super) const CASUAL: Eyes = Eyes { overlooks: 25, overlooks_far: 50, hunts: 2 };
    pub(super) const GREEDY: Eyes = Eyes { overlooks: 0, overlooks_far: 0, hunts: 2 };

    /// Whether a piece that could be taken is overlooked. When few are left to take, they stand out.
    fn overlook(self, position: &Position, from: Cell, to: Cell, dice: &mut Dice) -> bool {
        let chance = if steps(position, from, to) == 1 { self.overlooks } else { self.overlooks_far };
        let is_overlooked = dice.roll(100) < chance;
        is_overlooked && prey(position) > FEW
    }
}

/// So few pieces of others that lie open are not overlooked.
const FEW: usize = 2;

pub(super) struct Greedy {
    eyes: Eyes,
    seed: Seed,
}

impl Greedy {
    pub(super) fn boxed(eyes: Eyes, seed: &Seed) -> Box<dyn Player<Banqi>> {
        Box::new(Greedy { eyes, seed: seed.clone() })
    }
}

impl Player<Banqi> for Greedy {
    fn choose(&mut self, view: &View, menu: &Menu<Action>, _: Budget) -> Choice<Action> {
        let mut dice = Dice::new(&self.seed.branch(&view.public));
        let position = &view.position;
        let mut plies = Plies::new();
        position.legal(&mut plies);
        let mut list: Vec<Ply> = plies.to_vec();
        dice.shuffle(&mut list);
        // What is overlooked is no choice, unless there is no other.
        let mut seen = list.clone();
        seen.retain(|&ply| match ply {
            Ply::Capture(from, to) => !self.eyes.overlook(position, from, to, &mut dice),
            Ply::Flip(_) | Ply::Move(..) => true,
        });
        let list = if seen.is_empty() { list } else { seen };
        let rated = list.into_iter().map(|ply| (value(position, ply, self.eyes), ply));
        match rated.max_by_key(|(value, _)| *value) {
            Some((value, ply)) => {
                Choice { action: ply.into(), info: json!({ "why": why(ply), "score": value }) }
            }
            None => Choice { action: menu.actions()[0], info: json!({}) },
        }
    }
}

fn why(ply: Ply) -> &'static str {
    match ply {
        Ply::Flip(_) => "nothing better than to see what comes up",
        Ply::Move(..) => "towards prey",
        Ply::Capture(..) => "the best thing to take",
    }
}

/// What a piece is worth, whatever else is on the board: its rank, or, where everything takes everything, how far it goes.
fn worth(kind: Kind, rules: &RuleSet) -> i32 {
    match (rules.has_ranks(), rules.jumps(kind), rules.way(kind)) {
        (true, true, _) => 35,
        (true, false, _) => 10 * i32::from(rules.rank(kind)),
        (false, true, _) => 40,
        (false, false, Way::Slide) => 60,
        (false, false, Way::Knight) => 50,
        (false, false, Way::Elephant) => 35,
        (false, false, Way::Step | Way::GuardOption | Way::CannonOption) => 20,
    }
}

fn worth_at(position: &Position, cell: Cell) -> i32 {
    match position.at(cell) {
        Square::FaceUp(piece) => worth(piece.kind(), position.rules()),
        Square::Empty | Square::FaceDown => 0,
    }
}

/// What an action is worth at once. Prey close by is worth a walk, prey far away is not while something lies face-down.
fn value(position: &Position, ply: Ply, eyes: Eyes) -> i32 {
    match ply {
        Ply::Flip(_) => -eyes.hunts - 1,
        Ply::Move(from, to) => {
            let mut next = *position;
            next.carry(from, to);
            -distance_to_prey(&next, to)
        }
        Ply::Capture(_, to) => worth_at(position, to),
    }
}

/// Steps from a piece to the nearest one of others that it may take.
fn distance_to_prey(position: &Position, from: Cell) -> i32 {
    let (mode, Square::FaceUp(hunter)) = (position.mode(), position.at(from)) else { return 0 };
    let prey = Cell::all(mode).filter(|&cell| match position.at(cell) {
        Square::FaceUp(piece) => {
            piece.faction(mode) != hunter.faction(mode) && hunter.kind().takes(piece.kind(), mode)
        }
        Square::Empty | Square::FaceDown => false,
    });
    prey.map(|to| steps(position, from, to)).min().unwrap_or(20)
}

/// Steps from one cell to another.
fn steps(position: &Position, from: Cell, to: Cell) -> i32 {
    let (a, b, columns) = (from.index(), to.index(), position.mode().columns());
    ((a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns)) as i32
}

/// How many pieces of others lie open.
fn prey(position: &Position) -> usize {
    let (mode, own) = (position.mode(), position.faction(position.seat()));
    let open = Cell::all(mode).filter(|&cell| match position.at(cell) {
        Square::FaceUp(piece) => Some(piece.faction(mode)) != own,
        Square::Empty | Square::FaceDown => false,
    });
    open.count()
}
