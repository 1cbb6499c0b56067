//! The verdict on a shot: a pure function of which balls were on the bed, what was at stake and what
//! happened.

use crate::{Ball, Balls, Happening, Options};
use baize_rules::{Language, Say, say};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// What was at stake when the cue struck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shot {
    /// The object balls on the bed.
    pub before: Balls,
    /// Whether the shot opens the rack.
    pub is_break: bool,
    /// Whether it was declared a push-out.
    pub is_push_out: bool,
    /// The shooter's fouls in a row so far.
    pub fouls: u8,
}

/// The fouls, in the order in which they are checked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Foul {
    /// The cue ball dropped.
    CueBallPotted,
    /// A ball left the table.
    BallOffTable,
    /// The cue ball hit nothing.
    NoBallHit,
    /// The first ball hit was not the target.
    WrongBallFirst,
    /// No ball dropped, and none reached a cushion after the first contact.
    NoCushionAfterContact,
    /// On the break no ball dropped, and fewer than four object balls reached a cushion.
    IllegalBreak,
}

impl Say for Foul {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Foul::CueBallPotted => {
                say!(f, language, "the cue ball was potted", "手球が落ちた（スクラッチ）", "母球落袋")
            }
            Foul::BallOffTable => {
                say!(f, language, "a ball left the table", "球が台の外に出た", "球離開檯面")
            }
            Foul::NoBallHit => {
                say!(f, language, "no ball was hit", "どの球にも当たらなかった", "未擊中任何球")
            }
            Foul::WrongBallFirst => {
                say!(
                    f,
                    language,
                    "the wrong ball was hit first",
                    "的球より先に別の球に当たった",
                    "先打到非目標球"
                )
            }
            Foul::NoCushionAfterContact => say!(
                f,
                language,
                "no cushion after contact and nothing potted",
                "当たった後、クッションもポケットもなかった",
                "碰球後無球碰顆星或進袋"
            ),
            Foul::IllegalBreak => say!(
                f,
                language,
                "fewer than four balls reached a cushion on the break",
                "ブレイクでクッションに届いた球が4個未満",
                "開球碰顆星的球少於四顆"
            ),
        }
    }
}

/// How the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The shooter plays on.
    ShooterContinues,
    /// The opponent plays from where the balls lie.
    OpponentPlays,
    /// The opponent places the cue ball.
    OpponentBallInHand,
    /// The opponent decides who plays on.
    PushOutChoice,
    /// The shooter has won the rack.
    ShooterWins,
    /// The opponent has won the rack: a third foul in a row.
    OpponentWins,
}

impl Next {
    /// Whether the rack is over.
    pub const fn is_over(self) -> bool {
        matches!(self, Next::ShooterWins | Next::OpponentWins)
    }
}

/// The verdict on a shot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Every foul, in order; the first is *the* foul.
    pub fouls: Vec<Foul>,
    /// The first ball hit, if any.
    pub first_hit: Option<Ball>,
    /// How the game goes on.
    pub next: Next,
    /// Whether the 9 is put back on the bed.
    pub respots_nine: bool,
    /// The object balls on the bed afterwards, a respotted 9 included.
    pub after: Balls,
    /// The shooter's fouls in a row now.
    pub fouls_in_a_row: u8,
    /// Whether the next shot may be declared a push-out.
    pub push_ok: bool,
}

/// Contacts of the cue ball at most this many seconds after the first count as first, too.
const SPLIT: f64 = 1e-9;

/// The balls that may be hit first.
pub fn targets(before: Balls, options: &Options) -> Balls {
    let free = before.and(Balls::OBJECTS).without(Ball::NINE);
    if options.practice && !free.is_empty() {
        return free;
    }
    before.and(Balls::OBJECTS).lowest().map_or(Balls::NONE, Balls::only)
}

/// Judges a shot. The positions of the balls do not matter.
pub fn judge(shot: Shot, options: &Options, happened: &[Happening]) -> Verdict {
    let facts = Facts::of(happened, options);
    let targets = targets(shot.before, options);
    let fouls = fouls(shot, options, &facts, targets);
    let is_clean = fouls.is_empty();
    let lost_nine = facts.gone().contains(Ball::NINE);
    let fouls_in_a_row = if is_clean { 0 } else { shot.fouls.saturating_add(1) };
    let next = if !is_clean {
        if options.three_fouls && fouls_in_a_row >= 3 { Next::OpponentWins } else { Next::OpponentBallInHand }
    } else if shot.is_push_out {
        Next::PushOutChoice
    } else if lost_nine {
        Next::ShooterWins
    } else if facts.potted.and(Balls::OBJECTS).is_empty() {
        Next::OpponentPlays
    } else {
        Next::ShooterContinues
    };
    let respots_nine = lost_nine && next != Next::ShooterWins;
    let left = shot.before.and(Balls::OBJECTS).minus(facts.gone());
    Verdict {
        first_hit: facts.first_hit(targets),
        next,
        respots_nine,
        after: if respots_nine { left.with(Ball::NINE) } else { left },
        fouls_in_a_row,
        push_ok: options.push_out && shot.is_break && is_clean && !next.is_over() && !shot.is_push_out,
        fouls,
    }
}

fn fouls(shot: Shot, options: &Options, facts: &Facts, targets: Balls) -> Vec<Foul> {
    let hit_something = !facts.first.is_empty();
    let may_miss = shot.is_push_out;
    let conditions = [
        (Foul::CueBallPotted, facts.potted.contains(Ball::CUE)),
        (Foul::BallOffTable, !facts.off.is_empty()),
        (Foul::NoBallHit, !may_miss && !hit_something),
        (Foul::WrongBallFirst, !may_miss && hit_something && facts.first.and(targets).is_empty()),
        (
            Foul::NoCushionAfterContact,
            !may_miss && hit_something && facts.potted.is_empty() && !facts.cushion_after_contact,
        ),
        (
            Foul::IllegalBreak,
            options.legal_break
                && shot.is_break
                && hit_something
                && facts.potted.is_empty()
                && facts.at_cushion.and(Balls::OBJECTS).len() < 4,
        ),
    ];
    conditions.into_iter().filter_map(|(foul, holds)| holds.then_some(foul)).collect()
}

/// What the list of happenings says, collected in one pass.
#[derive(Default)]
struct Facts {
    /// The balls that count as hit first: more than one in a split hit.
    first: Balls,
    /// The one of them that comes first in the list.
    first_listed: Option<Ball>,
    potted: Balls,
    off: Balls,
    /// The balls that reached a cushion.
    at_cushion: Balls,
    cushion_after_contact: bool,
}

impl Facts {
    fn of(happened: &[Happening], options: &Options) -> Facts {
        let mut facts = Facts::default();
        let mut first_time = None;
        for happening in happened {
            match *happening {
                Happening::Collision { a, b, t } if a == Ball::CUE || b == Ball::CUE => {
                    let hit = if a == Ball::CUE { b } else { a };
                    if facts.first.is_empty() {
                        first_time = t;
                        facts.first_listed = Some(hit);
                        facts.first = Balls::only(hit);
                    } else if let (Some(first), Some(t)) = (first_time, t)
                        && (t - first).abs() <= SPLIT
                    {
                        facts.first = facts.first.with(hit);
                    }
                }
                Happening::Collision { .. } => {}
                Happening::Cushion { frozen: true, .. } if options.frozen_cushion => {}
                Happening::Cushion { a, .. } => {
                    facts.at_cushion = facts.at_cushion.with(a);
                    facts.cushion_after_contact |= !facts.first.is_empty();
                }
                Happening::Pot { a, .. } => facts.potted = facts.potted.with(a),
                Happening::OffTable { a, .. } => facts.off = facts.off.with(a),
            }
        }
        facts
    }

    /// The balls that are no longer on the bed.
    fn gone(&self) -> Balls {
        self.potted.iter().chain(self.off.iter()).collect()
    }

    /// The ball announced as hit first: for a split hit, the target.
    fn first_hit(&self, targets: Balls) -> Option<Ball> {
        self.first.and(targets).lowest().or(self.first_listed)
    }
}
