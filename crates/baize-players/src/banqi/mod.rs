//! Banqi players. Every level plays both modes.

mod greedy;
mod thinker;

use crate::player::AnyLevel;
use crate::{Level, Random};
use baize_banqi::Banqi;
use thinker::{Skill, Thinker};

pub(crate) const LEVELS: &[&dyn AnyLevel] = &[
    &Random::level::<Banqi>(),
    &greedy::LEVEL,
    &Level::<Banqi> { id: "medium", make: |seed| Box::new(Thinker::new(Skill::MEDIUM, seed)) },
    &Level::<Banqi> { id: "hard", make: |seed| Box::new(Thinker::new(Skill::HARD, seed)) },
    &Level::<Banqi> { id: "expert", make: |seed| Box::new(Thinker::new(Skill::EXPERT, seed)) },
];
