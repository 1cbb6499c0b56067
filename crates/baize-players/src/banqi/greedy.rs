//! A player that looks at its own action only: it takes the best it can, and otherwise flips or walks towards its prey. The
//! same for every rule set.

use crate::{Budget, Choice, Level, Player};
use baize_banqi::{Action, Banqi, Cell, Kind, Plies, Ply, Position, RuleSet, Square, View, Way};
use baize_rules::{Dice, Menu, Seed};
use serde_json::json;

pub(super) const LEVEL: Level<Banqi> =
    Level { id: "greedy", make: |seed| Box::new(Greedy { seed: seed.clone() }) };

struct Greedy {
    seed: Seed,
}

impl Player<Banqi> for Greedy {
    fn choose(&mut self, view: &View, menu: &Menu<Action>, _: Budget) -> Choice<Action> {
        let mut dice = Dice::new(&self.seed.branch(&view.public));
        let position = &view.position;
        let mut plies = Plies::new();
        position.legal(&mut plies);
        let mut list: Vec<Ply> = plies.to_vec();
        dice.shuffle(&mut list);
        match list.into_iter().map(|ply| (value(position, ply), ply)).max_by_key(|(value, _)| *value) {
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
fn value(position: &Position, ply: Ply) -> i32 {
    const FLIP: i32 = -3;
    match ply {
        Ply::Flip(_) => FLIP,
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
    let steps = |to: Cell| {
        let (a, b, columns) = (from.index(), to.index(), mode.columns());
        ((a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns)) as i32
    };
    let prey = Cell::all(mode).filter(|&cell| match position.at(cell) {
        Square::FaceUp(piece) => {
            piece.faction(mode) != hunter.faction(mode) && hunter.kind().takes(piece.kind(), mode)
        }
        Square::Empty | Square::FaceDown => false,
    });
    prey.map(steps).min().unwrap_or(20)
}
