//! May I? players.

mod appraise;
mod explain;
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

pub use appraise::{Appraisal, Prospect, Weighed, decision, distance, luck, request};

use crate::cast::Roles;
use crate::player::AnyLevel;
use crate::team::Team;
use crate::{Level, Random};
use baize_may_i::MayI;
pub(crate) use explain::Reason;
use greedy::Greedy;
use hard::Hard;
use learner::{Habits, Learner};
use thumb::Thumb;

pub(crate) const TEAM: Team = Team {
    game: "may-i",
    levels: LEVELS,
    roles: &[Roles {
        mode: None,
        players: ["novice", "beginner", "casual", "steady", "greedy", "medium", "hard"],
    }],
    ..Team::PLAIN
};

const LEVELS: &[&dyn AnyLevel] = &[
    &Random::level::<MayI>(),
    &Level::<MayI> { id: "novice", make: |seed| Learner::boxed(Habits::NOVICE, seed) },
    &Level::<MayI> { id: "beginner", make: |seed| Learner::boxed(Habits::BEGINNER, seed) },
    &Level::<MayI> { id: "casual", make: |seed| Learner::boxed(Habits::CASUAL, seed) },
    &Level::<MayI> { id: "steady", make: |seed| Learner::boxed(Habits::STEADY, seed) },
    &Level::<MayI> { id: "greedy", make: |_| Box::new(Greedy) },
    &Level::<MayI> { id: "medium", make: |_| Box::new(Thumb) },
    &Level::<MayI> { id: "hard", make: |seed| Box::new(Hard::new(seed)) },
];
