//! The list of things that happened in a shot, written by the simulator and read by the judge.

use crate::Ball;
use baize_physics::EventKind;
use baize_rules::{Language, Say, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One thing that happened in a shot. Times are seconds after the strike.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
pub enum Happening {
    /// Two balls hit each other.
    Collision {
        /// One of the balls.
        a: Ball,
        /// The other ball.
        b: Ball,
        /// The time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        t: Option<f64>,
    },
    /// A ball hits a rail, a jaw or the tip of a jaw.
    Cushion {
        /// The ball.
        a: Ball,
        /// The time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        t: Option<f64>,
        /// The ball lay against this cushion before the shot and has not left it since.
        #[serde(default, skip_serializing_if = "is_false")]
        frozen: bool,
    },
    /// A ball drops.
    Pot {
        /// The ball.
        a: Ball,
        /// The pocket.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pocket: Option<Pocket>,
        /// The time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        t: Option<f64>,
    },
    /// A ball leaves the table. Our simulator keeps balls on the bed; others may not.
    OffTable {
        /// The ball.
        a: Ball,
        /// The time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        t: Option<f64>,
    },
}

impl Happening {
    /// The happening for an event of a simulated shot. It does not check whether a ball lay against the
    /// cushion before, so with the option `frozenCushion` a soft safety may be misjudged.
    pub fn heard(kind: EventKind, t: f64) -> Option<Happening> {
        let t = Some(t);
        match kind {
            EventKind::Strike(_) | EventKind::Transition(..) => None,
            EventKind::Collision(a, b) => {
                Some(Happening::Collision { a: Ball::new(a)?, b: Ball::new(b)?, t })
            }
            EventKind::Cushion(a, _) => Some(Happening::Cushion { a: Ball::new(a)?, t, frozen: false }),
            EventKind::Pot(a, pocket) => {
                let pocket = Pocket::ALL.get(usize::from(pocket)).copied();
                Some(Happening::Pot { a: Ball::new(a)?, pocket, t })
            }
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// One of the six pockets: head, middle or foot, left or right as seen from the head.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schemars(rename = "PocketId")]
pub enum Pocket {
    /// Head left.
    Hl,
    /// Head right.
    Hr,
    /// Middle left.
    Ml,
    /// Middle right.
    Mr,
    /// Foot left.
    Fl,
    /// Foot right.
    Fr,
}

impl Pocket {
    /// All six.
    pub const ALL: [Pocket; 6] = [Pocket::Hl, Pocket::Hr, Pocket::Ml, Pocket::Mr, Pocket::Fl, Pocket::Fr];

    /// The two letters.
    pub const fn id(self) -> &'static str {
        match self {
            Pocket::Hl => "HL",
            Pocket::Hr => "HR",
            Pocket::Ml => "ML",
            Pocket::Mr => "MR",
            Pocket::Fl => "FL",
            Pocket::Fr => "FR",
        }
    }

    /// The pocket with these letters.
    pub fn named(id: &str) -> Option<Pocket> {
        Pocket::ALL.into_iter().find(|pocket| pocket.id() == id)
    }
}

/// "foot left".
impl Say for Pocket {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pocket::Hl => say!(f, language, "head left", "ヘッド左", "頭左袋"),
            Pocket::Hr => say!(f, language, "head right", "ヘッド右", "頭右袋"),
            Pocket::Ml => say!(f, language, "middle left", "サイド左", "中左袋"),
            Pocket::Mr => say!(f, language, "middle right", "サイド右", "中右袋"),
            Pocket::Fl => say!(f, language, "foot left", "フット左", "腳左袋"),
            Pocket::Fr => say!(f, language, "foot right", "フット右", "腳右袋"),
        }
    }
}

/// A ball at the beginning of a sentence.
pub(crate) struct Subject(pub(crate) Ball);

impl Say for Subject {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match language {
            Language::English if self.0 == Ball::CUE => f.write_str("The cue ball"),
            Language::English => write!(f, "The {}", self.0.number()),
            Language::Japanese | Language::Chinese => self.0.say(language, f),
        }
    }
}

impl Say for Happening {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subject = |ball: &Ball| Subject(*ball).told_in(language);
        match self {
            Happening::Collision { a, b, .. } => {
                let (a, b) = (subject(a), b.told_in(language));
                say!(f, language, "{a} hits {b}.", "{a}が{b}に当たりました。", "{a}碰到{b}。")
            }
            Happening::Cushion { a, .. } => {
                let a = subject(a);
                say!(f, language, "{a} hits a cushion.", "{a}がクッションに当たりました。", "{a}碰到顆星。")
            }
            Happening::Pot { a, pocket: Some(pocket), .. } => {
                let (a, pocket) = (subject(a), pocket.told_in(language));
                say!(f, language, "{a} drops, {pocket}.", "{a}が{pocket}に落ちました。", "{a}落入{pocket}。")
            }
            Happening::Pot { a, pocket: None, .. } => {
                let a = subject(a);
                say!(f, language, "{a} drops.", "{a}が落ちました。", "{a}落袋。")
            }
            Happening::OffTable { a, .. } => {
                let a = subject(a);
                say!(f, language, "{a} leaves the table.", "{a}が台の外に出ました。", "{a}離開檯面。")
            }
        }
    }
}
