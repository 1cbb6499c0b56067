//! May I? players.

mod appraise;
mod greedy;
mod hard;
mod recall;
mod sampling;
mod seen;
mod spread;
mod style;
#[cfg(test)]
mod tests;
mod thumb;
mod world;

pub use appraise::{Appraisal, Weighed, decision, distance};

use crate::cast::Roles;
use crate::player::AnyLevel;
use crate::team::Team;
use crate::{Level, Random};
use baize_may_i::MayI;
use greedy::Greedy;
use hard::Hard;
use thumb::Thumb;

pub(crate) const TEAM: Team = Team {
    game: "may-i",
    levels: LEVELS,
    roles: &[Roles {
        mode: None,
        players: ["beginner", "beginner", "greedy", "greedy", "medium", "medium", "hard"],
    }],
    ..Team::PLAIN
};

const LEVELS: &[&dyn AnyLevel] = &[
    &Random::level::<MayI>(),
    &Level::<MayI> { id: "beginner", make: |_| Box::new(Greedy { asks: false }) },
    &Level::<MayI> { id: "greedy", make: |_| Box::new(Greedy { asks: true }) },
    &Level::<MayI> { id: "medium", make: |_| Box::new(Thumb) },
    &Level::<MayI> { id: "hard", make: |seed| Box::new(Hard::new(seed)) },
];
