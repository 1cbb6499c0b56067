//! Nine-ball players.

mod appraise;
mod explain;
mod outlook;
mod plan;
mod potter;
mod shark;
mod strokes;
mod trial;

pub use appraise::{Appraisal, Tried, glance, stroke};

use crate::player::AnyLevel;
use crate::{Level, Random};
use baize_nine_ball::NineBall;
use baize_nine_ball::craft::{aim, ground, hand, lie, lines};
use shark::{Shark, Skill};

pub(crate) const LEVELS: &[&dyn AnyLevel] = &[
    &Random::level::<NineBall>(),
    &Level::<NineBall> { id: "beginner", make: |seed| Box::new(Shark::new(Skill::BEGINNER, seed)) },
    &Level::<NineBall> { id: "medium", make: |seed| Box::new(Shark::new(Skill::MEDIUM, seed)) },
    &potter::LEVEL,
    &Level::<NineBall> { id: "hard", make: |seed| Box::new(Shark::new(Skill::HARD, seed)) },
    &Level::<NineBall> { id: "expert", make: |seed| Box::new(Shark::new(Skill::EXPERT, seed)) },
];
