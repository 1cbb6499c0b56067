//! JSON shapes of what players say. Players build their JSON field by field; `baize-schema` checks it against
//! these shapes in real games.

use crate::{banqi, may_i, nine, othello};
use baize_games::Payload;
use baize_nine_ball::{Ball, Pocket};
use baize_othello::Square;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use std::collections::BTreeMap;

/// The shapes of what players of `game` say about their choices, and of the questions that only players
/// answer.
pub fn shapes(game: &str, generator: &mut SchemaGenerator) -> Vec<(Payload, Schema)> {
    let mut shapes = Vec::new();
    if generator.contract().is_serialize() {
        shapes.push((Payload::Info, info(game, generator)));
        match game {
            "othello" => shapes.push((Payload::Answer, generator.subschema_for::<Solved>())),
            "nine" => shapes.push((Payload::Answer, generator.subschema_for::<NineAnswer>())),
            _ => {}
        }
        return shapes;
    }
    match game {
        "othello" => shapes.push((Payload::Query, generator.subschema_for::<othello::PlayerQuery>())),
        "nine" => shapes.push((Payload::Query, generator.subschema_for::<nine::Query>())),
        _ => {}
    }
    shapes
}

fn info(game: &str, generator: &mut SchemaGenerator) -> Schema {
    match game {
        "othello" => generator.subschema_for::<OthelloInfo>(),
        "banqi" => generator.subschema_for::<BanqiInfo>(),
        "nine" => generator.subschema_for::<NineInfo>(),
        "may-i" => generator.subschema_for::<MayIInfo>(),
        "nine-ball" => generator.subschema_for::<NineBallInfo>(),
        _ => false.into(),
    }
}

/// Declares objects whose fields are all optional, and that allow no other fields.
macro_rules! infos {
    ($($(#[doc = $about:tt])+ $name:ident as $shown:tt { $($(#[doc = $field_about:tt])+ $field:ident: $type:ty,)+ })+) => {
        $($(#[doc = $about])+
        #[derive(JsonSchema)]
        #[schemars(rename = $shown, rename_all = "camelCase", deny_unknown_fields)]
        #[allow(dead_code)]
        struct $name {
            $($(#[doc = $field_about])+
            #[schemars(skip_serializing_if = "Option::is_none")]
            $field: Option<$type>,)+
        })+
    };
}

infos! {
    /// What a player says about its choice.
    OthelloInfo as "Info" {
        /// The reason for the choice, in a sentence.
        why: String,
        /// What the action is good for.
        reason: othello::Reason,
        /// The margin the player expects at the end, in discs; negative if it expects to lose.
        score: f64,
        /// How many moves the player looked ahead.
        depth: u32,
        /// How far the score may be off, in discs.
        plus_minus: f64,
        /// If the search reached the end by shortcuts: how likely each shortcut is right, in percent.
        percent: u32,
        /// Whether the score is certain: best play to the end.
        exact: bool,
        /// The chance to win, a draw counting half.
        win_chance: f64,
        /// How many positions the player looked at.
        nodes: u64,
        /// The moves the player expects, square by square.
        line: String,
        /// The moves the player compared.
        candidates: Vec<Candidate>,
        /// The points that `classic` counts for the move.
        points: i32,
        /// How many actions `random` chose from.
        choices: u32,
        /// The discs that the action turns; only in hints.
        flips: Vec<Square>,
    }
    /// What a player says about its choice.
    BanqiInfo as "Info" {
        /// The reason for the choice, in a sentence.
        why: String,
        /// What the action is good for.
        reason: banqi::Reason,
        /// The player's evaluation of the position.
        score: f64,
        /// The chance to win; with three seats, the share of the game that the player expects.
        win_chance: f64,
        /// How many actions the player looked ahead.
        depth: u32,
        /// How many positions the player looked at.
        nodes: u64,
        /// How many actions the player chose from.
        choices: u32,
    }
    /// What a player says about its choice.
    NineInfo as "Info" {
        /// The reason for the choice, in a sentence.
        why: String,
        /// What the card is good for.
        reason: nine::Reason,
        /// The probability of each of the player's own cards.
        probabilities: BTreeMap<String, f64>,
        /// The probability the player gives each card of the other seat.
        expects: BTreeMap<String, f64>,
        /// The chance to win if the other seat plays as expected.
        win_chance: f64,
        /// The chance to win whatever the other seat plays.
        win_chance_at_least: f64,
        /// The lead in points still to come if the other seat plays as expected.
        points: f64,
        /// The lead in points still to come whatever the other seat plays.
        points_at_least: f64,
        /// How much `hard` may still lose by guessing, in wins.
        account: f64,
        /// The value at which `account` began.
        budget: f64,
        /// How good the player's guesses have been.
        guesses: Guesses,
        /// How many actions `random` chose from.
        choices: u32,
    }
    /// What a player says about its choice.
    MayIInfo as "Info" {
        /// The reason for the choice, in a few words.
        why: String,
        /// What the action is good for.
        reason: may_i::Reason,
        /// The points the player expects to get in this round.
        score: f64,
        /// The chance of going out.
        chance: f64,
        /// How many imagined deals the player tried.
        deals: u32,
        /// How many rounds the player imagined.
        nodes: u64,
        /// How many actions the player chose from.
        choices: u32,
        /// How many cards the hand lacks for the contract.
        distance: u8,
        /// The points that the hand costs.
        points: u32,
        /// The card that a laid-off wild would stand for; only in hints.
        acts_as: String,
        /// The points left in the hand after a lay-down; only in hints.
        points_left: u32,
    }
    /// What a player says about its choice.
    NineBallInfo as "Info" {
        /// What the player intends.
        plan: Plan,
        /// The reason for the choice, in a sentence.
        why: String,
        /// The ball to be potted.
        ball: Ball,
        /// The pocket for `ball`.
        pocket: Pocket,
        /// The chance that the shot succeeds.
        chance: f64,
        /// The lower end of the 95 % interval of `chance`.
        chance_low: f64,
        /// The upper end of the 95 % interval of `chance`.
        chance_high: f64,
        /// The chance to win the rack.
        score: f64,
        /// How unsteady the hand is, as a multiple of the standard error.
        noise: f64,
        /// How many shots the player tried out.
        nodes: u64,
        /// How difficult `potter` finds the pot.
        difficulty: f64,
        /// How many actions `random` chose from.
        choices: u32,
    }
    /// One of the moves a player looked at.
    Candidate as "Candidate" {
        /// The square.
        r#move: Square,
        /// The value of the move.
        score: f64,
        /// Instead of `score`: the value is no higher than this.
        at_most: f64,
        /// The points that `classic` counts for the move.
        points: i32,
    }
}

/// How good a player's guesses have been.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase", deny_unknown_fields)]
#[allow(dead_code)]
struct Guesses {
    /// How many turns the player guessed.
    turns: u32,
    /// The mean chance the player gave the card that was played.
    mean_chance: f64,
    /// The mean chance a blind guess gave the card that was played.
    blind_chance: f64,
}

/// What a player of Nine-ball intends.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[allow(dead_code)]
enum Plan {
    Break,
    Place,
    Choose,
    Pot,
    Bank,
    Carom,
    Combination,
    Hit,
    Kick,
    Safety,
    PushOut,
}

/// The value of a position of Othello.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, extend("x-query" = "SOLVE"))]
#[allow(dead_code)]
struct Solved {
    /// The final score for the side to move, with empty squares counted for the winner.
    score: f64,
    /// The best square, `pass`, or null after the end.
    best: Option<String>,
    /// Best play, square by square.
    line: String,
    /// How many positions were looked at.
    nodes: u64,
    /// How long it took, in seconds.
    seconds: f64,
    /// Whether it was solved to the end; otherwise the score is an estimate.
    exact: bool,
}

/// Answers of the players of Nine.
#[derive(JsonSchema)]
#[schemars(untagged, deny_unknown_fields)]
#[allow(dead_code)]
enum NineAnswer {
    /// Exact play.
    #[schemars(extend("x-query" = "SOLVE"))]
    Solve {
        /// For seat 0: its lead in points still to come, or its chance to win, a draw counting half.
        value: f64,
        /// The probability of each card for each seat; cards that are never played are left out.
        strategies: [BTreeMap<String, f64>; 2],
    },
    /// What a player does in a position.
    #[schemars(extend("x-query" = "POLICY"))]
    Policy {
        /// The probability of each of its cards.
        probabilities: BTreeMap<String, f64>,
    },
}
