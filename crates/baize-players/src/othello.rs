//! Othello players.

use crate::Random;
use crate::player::AnyLevel;
use baize_othello::Othello;

pub(crate) const LEVELS: &[&dyn AnyLevel] = &[&Random::level::<Othello>()];
