//! Banqi players.

use crate::Random;
use crate::player::AnyLevel;
use baize_banqi::Banqi;

pub(crate) const LEVELS: &[&dyn AnyLevel] = &[&Random::level::<Banqi>()];
