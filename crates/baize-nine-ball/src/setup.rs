//! The whole state as a value.

use crate::shot::check_layout;
use crate::{Area, Ball, Balls, Layout, Options, RuleError};
use baize_rules::{Dice, Language, Leaving, Say, Seat, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "name", rename_all = "snake_case", deny_unknown_fields)]
pub enum Phase {
    /// The breaker places the cue ball behind the head string.
    BreakPlacement {
        /// The seat.
        seat: Seat,
    },
    /// A seat shoots.
    Aim {
        /// The seat.
        seat: Seat,
    },
    /// The cue ball is in hand and may be placed anywhere.
    BallInHand {
        /// The seat.
        seat: Seat,
    },
    /// A seat decides who plays on after a push-out.
    PushOutChoice {
        /// The seat.
        seat: Seat,
    },
    /// Nothing: the game is over.
    GameOver {
        /// The seat that won; none if a player at a table for one lost a rack or stopped.
        winner: Option<Seat>,
        /// What ended it.
        #[serde(default)]
        reason: Reason,
    },
}

impl Phase {
    /// Whom the game waits for.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Phase::BreakPlacement { seat }
            | Phase::Aim { seat }
            | Phase::BallInHand { seat }
            | Phase::PushOutChoice { seat } => Some(seat),
            Phase::GameOver { .. } => None,
        }
    }
}

/// What ended the last rack, and with it the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The 9 was potted.
    #[default]
    NinePotted,
    /// Three fouls in a row.
    ThreeFouls,
    /// The rack was conceded.
    Conceded,
    /// A seat resigned.
    Resign,
    /// A seat ran out of time or was gone for too long.
    Timeout,
}

impl Reason {
    /// The word for it in the result.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::NinePotted => "nine_potted",
            Reason::ThreeFouls => "three_fouls",
            Reason::Conceded => "conceded",
            Reason::Resign => Leaving::Resign.reason(),
            Reason::Timeout => Leaving::Timeout.reason(),
        }
    }
}

impl Say for Reason {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NinePotted => say!(f, language, "the 9 is down", "9番が落ちました", "9 號球進袋"),
            Reason::ThreeFouls => {
                say!(f, language, "three fouls in a row", "3回連続ファウル", "連續三次犯規")
            }
            Reason::Conceded => say!(f, language, "conceded", "ラックが譲られました", "讓出本局"),
            Reason::Resign => say!(f, language, "resigned", "投了", "認輸"),
            Reason::Timeout => say!(f, language, "out of time", "時間切れ", "超時"),
        }
    }
}

impl From<Leaving> for Reason {
    fn from(why: Leaving) -> Reason {
        match why {
            Leaving::Resign => Reason::Resign,
            Leaving::Timeout => Reason::Timeout,
        }
    }
}

/// The whole state, the dice of later racks included. Only `balls` and `phase` are needed to set up a
/// position; everything else has a default or follows from them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Setup {
    /// Where the balls on the bed lie.
    pub balls: Layout,
    /// The object balls that are down; derived from `balls`, not read.
    #[serde(default)]
    pub pocketed: Balls,
    /// Whether the cue ball is off the bed; derived from `balls`, not read.
    #[serde(default)]
    pub cue_in_hand: bool,
    /// What the game waits for.
    pub phase: Phase,
    /// Where the cue ball may be placed now. A missing value follows from the phase; before a break shot the
    /// cue ball may be placed again.
    #[serde(default)]
    pub may_place: Option<Area>,
    /// Shots taken in this rack; shot 0 is the break.
    #[serde(default)]
    pub shot_no: u32,
    /// Consecutive fouls of each seat; one number at a table for one.
    #[serde(default = "nobody")]
    pub fouls: Vec<u8>,
    /// Whether the next shot may be declared a push-out.
    #[serde(default)]
    pub push_ok: bool,
    /// Balls each seat has legally potted in this rack, for show only.
    #[serde(default)]
    pub potted: Vec<u8>,
    /// Racks each seat has won.
    #[serde(default)]
    pub racks: Vec<u8>,
    /// The seat that broke this rack.
    #[serde(default = "first")]
    pub breaker: Seat,
    /// The options of the match.
    #[serde(default)]
    pub options: Options,
    /// The dice for shuffling the next racks; if missing, dice with a fixed seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Dice>,
}

fn nobody() -> Vec<u8> {
    vec![0, 0]
}

const fn first() -> Seat {
    Seat::FIRST
}

impl Setup {
    /// Checks what must hold to set up a game; the state need not be one that can arise in play.
    pub(crate) fn check(&self) -> Result<(), RuleError> {
        let ensure = |holds: bool, what: &str| {
            if holds { Ok(()) } else { Err(RuleError::BadPosition(what.to_owned())) }
        };
        self.options.check()?;
        let seats = self.fouls.len();
        ensure(seats == 2 || (seats == 1 && self.options.practice), "fouls are listed for two seats")?;
        for list in [&self.potted, &self.racks] {
            ensure(list.is_empty() || list.len() == seats, "every list has one number per seat")?;
        }
        let named = match self.phase {
            Phase::GameOver { winner, .. } => winner,
            _ => self.phase.seat(),
        };
        for seat in named.into_iter().chain([self.breaker]) {
            ensure(seat.index() < seats, "a seat is named that is not at the table")?;
        }
        let cue_is_up = self.balls.get(Ball::CUE).is_some();
        match self.phase {
            Phase::Aim { .. } => ensure(cue_is_up, "there is no cue ball to shoot with")?,
            Phase::PushOutChoice { .. } => {
                ensure(cue_is_up, "after a push-out without a foul the cue ball is on the bed")?;
            }
            Phase::BreakPlacement { .. } => ensure(self.shot_no == 0, "the break is shot 0")?,
            Phase::BallInHand { .. } | Phase::GameOver { .. } => {}
        }
        let is_over = self.phase.seat().is_none();
        ensure(is_over || self.balls.objects().contains(Ball::NINE), "the 9 is down, so the rack is over")?;
        let may_push = self.options.push_out && matches!(self.phase, Phase::Aim { .. });
        ensure(!self.push_ok || may_push, "no push-out is possible in this phase or under these options")?;
        check_layout(self.options.table, &self.balls)
            .map_err(|error| RuleError::BadPosition(error.to_string()))
    }
}
