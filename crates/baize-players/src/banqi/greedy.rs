//! Players that look only one action ahead: they take the best they see, save their best piece if it is
//! attacked, and otherwise flip or walk towards their prey. They are the same for every rule set.

use crate::{Budget, Choice, Player};
use baize_banqi::{Action, Banqi, Cell, Kind, Plies, Ply, Position, RuleSet, Square, View, Way, cells};
use baize_rules::{Dice, Menu, Seed};
use serde_json::json;

/// How much of the board a player takes in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Eyes {
    /// The percentage of possible captures overlooked in a turn, by single steps and by longer moves.
    overlooks: u32,
    overlooks_far: u32,
    /// Prey this many steps away is worth a walk while face-down pieces remain.
    hunts: i32,
}

impl Eyes {
    pub(super) const NOVICE: Eyes = Eyes { overlooks: 88, overlooks_far: 97, hunts: 1 };
    pub(super) const CASUAL: Eyes = Eyes { overlooks: 65, overlooks_far: 85, hunts: 2 };
    pub(super) const GREEDY: Eyes = Eyes { overlooks: 0, overlooks_far: 0, hunts: 2 };

    /// Whether a possible capture is overlooked. A strong piece next to its hunter stands out, and so do all
    /// when few are left.
    fn overlook(self, position: &Position, from: Cell, to: Cell, dice: &mut Dice) -> bool {
        let is_beside = steps(position, from, to) == 1;
        let is_overlooked = dice.roll(100) < if is_beside { self.overlooks } else { self.overlooks_far };
        let stands_out = is_beside && worth_at(position, to) >= STRONG || prey(position) <= FEW;
        is_overlooked && !stands_out
    }
}

/// A piece worth at least this much is strong.
const STRONG: i32 = 50;
/// After this many actions without a flip or capture, a player tries something else.
const PATIENCE: u32 = 8;
/// The random bonus of a flip, which may make up for prey that is fewer than this many steps closer.
const CURIOUS: u32 = 4;
/// The random bonus of a move after that, which may make up for a way that is fewer than this many steps
/// longer.
const RESTLESS: u32 = 3;
/// If others have at most this many open pieces, none is overlooked.
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
        // Overlooked captures are no choice, unless all other actions leave the best piece in danger.
        let mut seen = list.clone();
        seen.retain(|&ply| match ply {
            Ply::Capture(from, to) => !self.eyes.overlook(position, from, to, &mut dice),
            Ply::Flip(_) | Ply::Move(..) => true,
        });
        let is_safe = |ply: &Ply| value(position, *ply, self.eyes) >= -FAR;
        let list = if seen.iter().any(is_safe) { seen } else { list };
        let is_restless = position.quiet() >= PATIENCE;
        let rated = list.into_iter().map(|ply| {
            let whim = match ply {
                // Sooner or later everybody wants to see what comes up.
                Ply::Flip(_) => dice.roll(CURIOUS),
                Ply::Move(..) if is_restless => dice.roll(RESTLESS),
                Ply::Move(..) | Ply::Capture(..) => 0,
            };
            (value(position, ply, self.eyes) + whim as i32, ply)
        });
        match rated.max_by_key(|(value, _)| *value) {
            Some((value, ply)) => Choice::new(ply.into(), json!({ "why": why(ply), "score": value })),
            None => Choice::new(menu.actions()[0], json!({})),
        }
    }
}

fn why(ply: Ply) -> &'static str {
    match ply {
        Ply::Flip(_) => "nothing better than to see what comes up",
        Ply::Move(..) => "towards prey, or out of danger",
        Ply::Capture(..) => "the best thing to take",
    }
}

/// The value of a piece, whatever else is on the board: by its rank, or without ranks by how far it goes.
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

/// The immediate value of an action. Nearby prey is worth a walk; distant prey is not while face-down pieces
/// remain. The best piece is not left next to one that can take it.
fn value(position: &Position, ply: Ply, eyes: Eyes) -> i32 {
    let mut next = *position;
    let gain = match ply {
        // After walking about for long it prefers to see something new.
        Ply::Flip(_) if position.quiet() >= PATIENCE => RESTLESS as i32,
        Ply::Flip(_) => -eyes.hunts - 1,
        Ply::Move(from, to) => {
            next.carry(from, to);
            -distance_to_prey(&next, to)
        }
        Ply::Capture(from, to) => {
            next.carry(from, to);
            worth_at(position, to)
        }
    };
    gain - danger(&next, position)
}

/// The penalty if the best piece of the seat that was on turn `before` can be taken by an adjacent one: only
/// a more valuable capture makes up for it.
fn danger(now: &Position, before: &Position) -> i32 {
    let Some(own) = before.faction(before.seat()) else { return 0 };
    let open = now.army(own);
    let others = now.seats().filter_map(|seat| now.faction(seat)).filter(|faction| *faction != own);
    let hunters = others.fold(0, |set, faction| set | now.army(faction));
    let best = cells(open).map(|cell| worth_at(now, cell)).max().unwrap_or(0);
    let is_prey = |hunter, cell| steps(now, hunter, cell) == 1 && worth_at(now, cell) == best;
    let is_attacked =
        cells(hunters).any(|hunter| cells(now.attacks(hunter) & open).any(|cell| is_prey(hunter, cell)));
    if is_attacked { best + FAR } else { 0 }
}

/// Farther than any two pieces are apart.
const FAR: i32 = 20;

/// Steps from a piece to the nearest piece of others that it may take.
fn distance_to_prey(position: &Position, from: Cell) -> i32 {
    let (mode, Square::FaceUp(hunter)) = (position.mode(), position.at(from)) else { return 0 };
    let prey = Cell::all(mode).filter(|&cell| match position.at(cell) {
        Square::FaceUp(piece) => {
            piece.faction(mode) != hunter.faction(mode) && hunter.kind().takes(piece.kind(), mode)
        }
        Square::Empty | Square::FaceDown => false,
    });
    prey.map(|to| steps(position, from, to)).min().unwrap_or(FAR)
}

/// Steps between two cells.
pub(super) fn steps(position: &Position, from: Cell, to: Cell) -> i32 {
    let (a, b, columns) = (from.index(), to.index(), position.mode().columns());
    ((a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns)) as i32
}

/// How many open pieces others have.
fn prey(position: &Position) -> usize {
    let (mode, own) = (position.mode(), position.faction(position.seat()));
    let open = Cell::all(mode).filter(|&cell| match position.at(cell) {
        Square::FaceUp(piece) => Some(piece.faction(mode)) != own,
        Square::Empty | Square::FaceDown => false,
    });
    open.count()
}
