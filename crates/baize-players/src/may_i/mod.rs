//! May I? players.

mod appraise;
mod greedy;
mod hard;
mod learner;
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
use learner::{Habits, Learner};
use thumb::Thumb;

pub(crate) const TEAM: Team = Team {
    game: "may-i",
    levels: LEVELS,
    roles: &[Roles {
        mode: None,
        players: ["novice", "learner", "beginner", "greedy", "medium", "keen", "hard"],
    }],
    ..Team::PLAIN
};

const LEVELS: &[&dyn AnyLevel] = &[
    &Random::level::<MayI>(),
    &Level::<MayI> { id: "novice", make: |seed| Learner::boxed(Habits::NOVICE, seed) },
    &Level::<MayI> { id: "learner", make: |seed| Learner::boxed(Habits::LEARNER, seed) },
    &Level::<MayI> { id: "casual", make: |seed| Learner::boxed(Habits::CASUAL, seed) },
    &Level::<MayI> { id: "beginner", make: |_| Box::new(Greedy { asks: false }) },
    &Level::<MayI> { id: "greedy", make: |_| Box::new(Greedy { asks: true }) },
    &Level::<MayI> { id: "medium", make: |_| Box::new(Thumb) },
    &Level::<MayI> { id: "keen", make: |seed| Box::new(Hard::keen(seed)) },
    &Level::<MayI> { id: "hard", make: |seed| Box::new(Hard::new(seed)) },
];
