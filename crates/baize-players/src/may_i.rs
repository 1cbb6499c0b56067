//! May I? players.

use crate::Random;
use crate::player::AnyLevel;
use baize_may_i::MayI;

pub(crate) const LEVELS: &[&dyn AnyLevel] = &[&Random::level::<MayI>()];
