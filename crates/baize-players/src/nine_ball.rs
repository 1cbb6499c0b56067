//! Nine-ball players.

use crate::Random;
use crate::player::AnyLevel;
use baize_nine_ball::NineBall;

pub(crate) const LEVELS: &[&dyn AnyLevel] = &[&Random::level::<NineBall>()];
