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

use crate::cast::Roles;
use crate::player::{AnyLevel, AnyPlayer, seated};
use crate::team::Team;
use crate::{Choice, Level, Random};
use baize_nine_ball::craft::{aim, ground, hand, lie, lines};
use baize_nine_ball::{Action, Cue, NineBall, Stroke};
use baize_rules::Seed;
use hand::Hand;
use potter::Potter;
use serde_json::Value;
use shark::{Shark, Skill};

pub(crate) const TEAM: Team = Team {
    game: "nine-ball",
    levels: LEVELS,
    roles: &[Roles {
        mode: None,
        players: ["novice", "beginner", "casual", "medium", "steady", "hard", "expert"],
    }],
    shaking,
    ..Team::PLAIN
};

/// The players whose hand shakes, with this multiple of the standard noise, which they plan for.
fn shaking(id: &str, seed: &Seed, noise: f64) -> Option<Box<dyn AnyPlayer>> {
    let skill = match id {
        "novice" => Skill::NOVICE,
        "beginner" => Skill::BEGINNER,
        "casual" => Skill::CASUAL,
        "medium" => Skill::MEDIUM,
        "steady" => Skill::STEADY,
        "hard" => Skill::HARD,
        "expert" => Skill::EXPERT,
        "potter" => return Some(seated(Box::new(Potter::new(noise, seed)))),
        _ => return None,
    };
    Some(seated(Box::new(Shark::new(skill.with_noise(noise), seed))))
}

const LEVELS: &[&dyn AnyLevel] = &[
    &Random::level::<NineBall>(),
    &Level::<NineBall> { id: "novice", make: |seed| Box::new(Shark::new(Skill::NOVICE, seed)) },
    &Level::<NineBall> { id: "beginner", make: |seed| Box::new(Shark::new(Skill::BEGINNER, seed)) },
    &Level::<NineBall> { id: "casual", make: |seed| Box::new(Shark::new(Skill::CASUAL, seed)) },
    &Level::<NineBall> { id: "medium", make: |seed| Box::new(Shark::new(Skill::MEDIUM, seed)) },
    &potter::LEVEL,
    &Level::<NineBall> { id: "steady", make: |seed| Box::new(Shark::new(Skill::STEADY, seed)) },
    &Level::<NineBall> { id: "hard", make: |seed| Box::new(Shark::new(Skill::HARD, seed)) },
    &Level::<NineBall> { id: "expert", make: |seed| Box::new(Shark::new(Skill::EXPERT, seed)) },
];

/// A stroke as this hand plays it.
fn swing(hand: Hand, cue: Cue, push_out: bool, chance: &Seed, info: Value) -> Choice<Action> {
    let shoot = |cue: Cue| Action::Shoot(Stroke { push_out, ..cue.into() });
    Choice { action: shoot(hand.execute(cue, chance)), meant: Some(shoot(cue)), info }
}
