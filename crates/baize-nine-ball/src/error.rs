//! Why something is refused.

use crate::Ball;
use baize_rules::{Coded, Seat};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// Why something is refused.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RuleError {
    /// A coordinate or a number of a shot is not a number.
    #[error("{field} is not a number")]
    NotFinite {
        /// Which.
        field: &'static str,
    },
    /// A coordinate or a number of a shot has a fraction.
    #[error("{field} is a whole number, not {given}")]
    NotWhole {
        /// Which.
        field: &'static str,
        /// What was given, cut short.
        given: String,
    },
    /// The cue ball would be beyond a cushion.
    #[error("outside the table")]
    Outside,
    /// The cue ball would be on or against another ball.
    #[error("too close to {ball}")]
    TooClose {
        /// The nearest ball.
        ball: Ball,
    },
    /// On the break, the cue ball would be in front of the head string.
    #[error("on the break, place the cue ball behind the head string")]
    BehindLine,
    /// A number of a shot is out of bounds.
    #[error("{}", out_of_bounds(field, *min, *max))]
    ShotRange {
        /// Which.
        field: &'static str,
        /// The least allowed.
        min: i32,
        /// The most allowed.
        max: i32,
    },
    /// The tip would slip off the ball.
    #[error("the tip must strike within half a radius of the centre")]
    Miscue,
    /// A push-out that is not right after the break.
    #[error("a push-out is only possible right after the break")]
    PushNotAllowed,
    /// The action belongs to another phase.
    #[error("{0}")]
    WrongPhase(&'static str),
    /// The other seat is at the table.
    #[error("{seat} is at the table")]
    NotYourTurn {
        /// Whose turn it is.
        seat: Seat,
    },
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// A seat that this table does not have.
    #[error("{0} does not play here")]
    NotAPlayer(Seat),
    /// Options that are out of bounds.
    #[error("{0}")]
    BadOptions(&'static str),
    /// Too few or too many seats.
    #[error("nine-ball is for 2 seats, or 1 in practice, not {0}")]
    BadSeats(u8),
    /// A state that contradicts itself.
    #[error("{0}")]
    BadPosition(String),
    /// Text that cannot be read as an action or a position.
    #[error("{0}")]
    Unreadable(String),
    /// A question that only a table can answer.
    #[error("this question is about a game in progress")]
    NoTable,
    /// A shot that cannot be simulated.
    #[error(transparent)]
    Physics(baize_physics::Error),
}

/// The bounds of a number, both as people type it and as programs send it.
fn out_of_bounds(field: &str, min: i32, max: i32) -> String {
    let degrees = |urad: i32| f64::from(urad) * 180e-6 / std::f64::consts::PI;
    let typed = match field {
        "speedMmS" => format!("the speed must be between 0.001 and {} m/s", f64::from(max) / 1e3),
        "aimUrad" => format!("the aim must be between 0 and {:.0} degrees", degrees(max)),
        "elevationUrad" => format!("the lift must be between 0 and {:.0} degrees", degrees(max)),
        "sideMilli" => format!("side must be between {min} and {max} thousandths of the radius"),
        "topMilli" => format!("top must be between {min} and {max} thousandths of the radius"),
        _ => return format!("{field} must be between {min} and {max}"),
    };
    format!("{typed} ({field} from {min} to {max})")
}

/// Further details of a refusal.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[doc(hidden)]
pub enum RefusalDetails {
    /// A place for the cue ball too close to another ball.
    Close {
        /// The ball that lies there.
        ball: Ball,
    },
    /// A number out of bounds.
    Range {
        /// The field.
        field: &'static str,
        /// The smallest allowed value.
        min: i32,
        /// The largest allowed value.
        max: i32,
    },
    /// A value that is not a whole number.
    Number {
        /// The field.
        field: &'static str,
    },
    /// A shot that cannot be simulated.
    Physics {
        /// Why.
        physics: &'static str,
    },
}

impl Coded for RuleError {
    const CODES: &'static [(&'static str, &'static str)] = &[
        ("nine-ball.bad_options", "the length of the match is out of bounds"),
        ("nine-ball.bad_position", "a state contradicts itself"),
        ("nine-ball.bad_shot", "a shot to simulate has numbers out of bounds, or never comes to rest"),
        ("nine-ball.bad_seats", "a game with another number of seats than two, or one or two in practice"),
        ("nine-ball.behind_line", "on the break the cue ball is placed in front of the head string"),
        ("nine-ball.game_over", "the game is over"),
        ("nine-ball.no_table", "a query about a game in progress, asked without one"),
        ("nine-ball.not_a_player", "the seat is not at this table"),
        ("nine-ball.not_finite", "a coordinate or a number of a shot is not a number"),
        ("nine-ball.not_whole", "a coordinate or a number of a shot has a fraction"),
        ("nine-ball.not_your_turn", "the other seat is at the table"),
        ("nine-ball.outside", "the cue ball is placed beyond a cushion"),
        ("nine-ball.push_not_allowed", "a push-out at another time than right after the break"),
        ("nine-ball.shot_range", "a number of a shot is out of its bounds"),
        ("nine-ball.too_close", "the cue ball is placed on or against another ball"),
        ("nine-ball.unreadable", "a typed action or position that cannot be read"),
        ("nine-ball.wrong_phase", "the action belongs to another phase"),
    ];

    fn code(&self) -> &'static str {
        match self {
            RuleError::NotFinite { .. } => "nine-ball.not_finite",
            RuleError::NotWhole { .. } => "nine-ball.not_whole",
            RuleError::Outside => "nine-ball.outside",
            RuleError::TooClose { .. } => "nine-ball.too_close",
            RuleError::BehindLine => "nine-ball.behind_line",
            RuleError::ShotRange { .. } | RuleError::Miscue => "nine-ball.shot_range",
            RuleError::PushNotAllowed => "nine-ball.push_not_allowed",
            RuleError::WrongPhase(_) => "nine-ball.wrong_phase",
            RuleError::NotYourTurn { .. } => "nine-ball.not_your_turn",
            RuleError::GameOver => "nine-ball.game_over",
            RuleError::NotAPlayer(_) => "nine-ball.not_a_player",
            RuleError::BadOptions(_) => "nine-ball.bad_options",
            RuleError::BadSeats(_) => "nine-ball.bad_seats",
            RuleError::BadPosition(_) => "nine-ball.bad_position",
            RuleError::Unreadable(_) => "nine-ball.unreadable",
            RuleError::NoTable => "nine-ball.no_table",
            RuleError::Physics(_) => "nine-ball.bad_shot",
        }
    }

    fn details(&self) -> Option<Value> {
        Some(json!(match *self {
            RuleError::TooClose { ball } => RefusalDetails::Close { ball },
            RuleError::NotFinite { field } | RuleError::NotWhole { field, .. } => {
                RefusalDetails::Number { field }
            }
            RuleError::ShotRange { field, min, max } => RefusalDetails::Range { field, min, max },
            RuleError::Physics(ref error) => RefusalDetails::Physics { physics: error.code() },
            _ => return None,
        }))
    }
}
