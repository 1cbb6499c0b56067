//! Questions about the rules, about shots, and about a game in progress.

use crate::action::{Given, Stroke};
use crate::aim::{AimAnswer, aim};
use crate::judge::{self, Next};
use crate::respot::respot;
use crate::shots::{ShotsAnswer, shots};
use crate::spot::ByBall;
use crate::{Ball, Balls, Foul, Happening, Options, RuleError, View, table};
use baize_physics::{SimulateAnswer, SimulateQuery};
use baize_rules::{Coded, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A question.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(
    tag = "type",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Query {
    /// What is the verdict on this shot?
    Judge(JudgeQuery),
    /// What would this shot do?
    Simulate(SimulateQuery),
    /// Where does a shot go from here, as far as the table lets players see?
    Aim {
        /// The shot, with the fields of `SHOOT`.
        shot: Stroke,
    },
    /// May the cue ball be placed there?
    CheckPlace {
        /// Micrometres from the centre towards the foot.
        x_um: Given,
        /// Micrometres from the centre to the left, seen from the head.
        y_um: Given,
    },
    /// Which shots can be played from here?
    Shots {},
}

/// The reply to a [`Query`].
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Answer {
    /// The reply to `JUDGE`.
    #[schemars(extend("x-query" = "JUDGE"))]
    Judge(JudgeAnswer),
    /// The reply to `SIMULATE`.
    #[schemars(extend("x-query" = "SIMULATE"))]
    Simulate(SimulateAnswer),
    /// The reply to `AIM`.
    #[schemars(extend("x-query" = "AIM"))]
    Aim(AimAnswer),
    /// The reply to `CHECK_PLACE`.
    #[schemars(extend("x-query" = "CHECK_PLACE"))]
    Place(PlaceAnswer),
    /// The reply to `SHOTS`.
    #[schemars(extend("x-query" = "SHOTS"))]
    Shots(ShotsAnswer),
}

/// A shot to judge, without its `type`.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct JudgeQuery {
    state: Stake,
    /// The object balls before the shot.
    on_table_before: Balls,
    /// What happened, in order.
    events: Vec<Happening>,
    /// Where the balls lay afterwards, in metres; needed to place the 9.
    #[serde(default)]
    positions_after: ByBall<[f64; 2]>,
}

/// The situation before the shot.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Stake {
    /// The seat that shot, 0 or 1.
    shooter: Player,
    #[serde(default)]
    break_shot: bool,
    #[serde(default)]
    consecutive_fouls: [u8; 2],
    #[serde(default)]
    options: Options,
    #[serde(default)]
    push_out_declared: bool,
}

/// Seat 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(try_from = "Seat")]
struct Player(Seat);

impl TryFrom<Seat> for Player {
    type Error = &'static str;

    fn try_from(seat: Seat) -> Result<Player, &'static str> {
        if seat <= Seat::SECOND { Ok(Player(seat)) } else { Err("the shooter is seat 0 or 1") }
    }
}

/// The verdict on a shot.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct JudgeAnswer {
    /// The first foul.
    foul: Option<Foul>,
    /// All fouls.
    all_fouls: Vec<Foul>,
    /// What comes next.
    next: NextWord,
    /// The seat that acts next; none after the end.
    player_to_act: Option<Seat>,
    /// The seat that has won.
    winner: Option<Seat>,
    /// Where the 9 is put back.
    respot: Option<[f64; 2]>,
    on_table_after: Balls,
    target_after: Option<Ball>,
    push_out_available: bool,
    consecutive_fouls_after: [u8; 2],
}

/// What comes after a shot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum NextWord {
    ShooterContinues,
    OpponentPlays,
    OpponentBallInHand,
    PushOutChoice,
    GameOver,
}

impl JudgeQuery {
    fn answer(&self) -> JudgeAnswer {
        let Stake { shooter: Player(shooter), break_shot, consecutive_fouls, options, push_out_declared } =
            self.state;
        let shot = judge::Shot {
            before: self.on_table_before,
            is_break: break_shot,
            is_push_out: push_out_declared,
            fouls: consecutive_fouls[shooter.index()],
        };
        let verdict = judge::judge(shot, &options, &self.events);
        let opponent = shooter.other_of_two();
        let (next, to_act, winner) = match verdict.next {
            Next::ShooterContinues => (NextWord::ShooterContinues, Some(shooter), None),
            Next::OpponentPlays => (NextWord::OpponentPlays, Some(opponent), None),
            Next::OpponentBallInHand => (NextWord::OpponentBallInHand, Some(opponent), None),
            Next::PushOutChoice => (NextWord::PushOutChoice, Some(opponent), None),
            Next::ShooterWins => (NextWord::GameOver, None, Some(shooter)),
            Next::OpponentWins => (NextWord::GameOver, None, Some(opponent)),
        };
        let mut consecutive_fouls_after = consecutive_fouls;
        consecutive_fouls_after[shooter.index()] = verdict.fouls_in_a_row;
        JudgeAnswer {
            foul: verdict.fouls.first().copied(),
            next,
            player_to_act: to_act,
            winner,
            respot: verdict.respots_nine.then(|| respot(options.table, &self.obstacles(verdict.after))),
            on_table_after: verdict.after,
            target_after: to_act.and_then(|_| verdict.after.lowest()),
            push_out_available: verdict.push_ok,
            consecutive_fouls_after,
            all_fouls: verdict.fouls,
        }
    }

    /// Where the balls still on the bed lie, except the 9.
    fn obstacles(&self, after: Balls) -> Vec<[f64; 2]> {
        let cue_is_up = !self.events.iter().any(|happening| {
            matches!(
                happening,
                Happening::Pot { a: Ball::CUE, .. } | Happening::OffTable { a: Ball::CUE, .. }
            )
        });
        let up = if cue_is_up { after.with(Ball::CUE) } else { after };
        up.without(Ball::NINE).iter().filter_map(|ball| self.positions_after.0[ball.index()]).collect()
    }
}

/// Whether the cue ball may be placed somewhere.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct PlaceAnswer {
    ok: bool,
    /// Why not: the end of the refusal's code, such as `outside`, `too_close` or `behind_line`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// The ball that is in the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    ball: Option<Ball>,
}

impl PlaceAnswer {
    fn of(view: &View, x: &Given, y: &Given) -> PlaceAnswer {
        let state = &view.state;
        let checked = match state.may_place {
            Some(area) => table::check_place(state.options.table, &state.balls, area, x, y).map(drop),
            None => Err(RuleError::WrongPhase("the cue ball is not in hand")),
        };
        let Err(error) = checked else {
            return PlaceAnswer { ok: true, reason: None, message: None, ball: None };
        };
        PlaceAnswer {
            ok: false,
            reason: error.code().split_once('.').map(|(_, word)| word),
            message: Some(error.to_string()),
            ball: if let RuleError::TooClose { ball } = error { Some(ball) } else { None },
        }
    }
}

pub(crate) fn answer(view: Option<&View>, query: &Query) -> Result<Answer, RuleError> {
    match query {
        Query::Judge(query) => Ok(Answer::Judge(query.answer())),
        Query::Simulate(query) => query.clone().answer().map(Answer::Simulate).map_err(RuleError::Physics),
        Query::Aim { shot } => aim(view.ok_or(RuleError::NoTable)?, shot).map(Answer::Aim),
        Query::Shots {} => shots(view.ok_or(RuleError::NoTable)?).map(Answer::Shots),
        Query::CheckPlace { x_um, y_um } => {
            Ok(Answer::Place(PlaceAnswer::of(view.ok_or(RuleError::NoTable)?, x_um, y_um)))
        }
    }
}
