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

/// Declares objects whose fields are all optional, and that allow no others.
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
        /// In a sentence.
        why: String,
        /// What the action is good for.
        reason: othello::Reason,
        /// What the game is worth to it, in discs at the end.
        score: f64,
        /// How many moves it looked ahead.
        depth: u32,
        /// How far the score may be off.
        plus_minus: f64,
        /// With so much certainty it is best play to the end.
        percent: u32,
        /// It is best play to the end.
        exact: bool,
        /// How likely it wins, a draw being half of it.
        win_chance: f64,
        /// Positions it looked at.
        nodes: u64,
        /// What it expects, square by square.
        line: String,
        /// What else it looked at.
        candidates: Vec<Candidate>,
        /// What `classic` counts.
        points: i32,
        /// How many actions `random` had.
        choices: u32,
        /// The discs that the action turns; in a hint.
        flips: Vec<Square>,
    }
    /// What a player says about its choice.
    BanqiInfo as "Info" {
        /// In a sentence.
        why: String,
        /// What the action is good for.
        reason: banqi::Reason,
        /// What the position is worth to it.
        score: f64,
        /// How likely it wins, or its share among three.
        win_chance: f64,
        /// How many actions it looked ahead.
        depth: u32,
        /// Positions it looked at.
        nodes: u64,
        /// How many actions there were.
        choices: u32,
    }
    /// What a player says about its choice.
    NineInfo as "Info" {
        /// In a sentence.
        why: String,
        /// What the card is good for.
        reason: nine::Reason,
        /// The chances of its cards.
        probabilities: BTreeMap<String, f64>,
        /// What it expects of the other.
        expects: BTreeMap<String, f64>,
        /// How likely it wins if the other plays as expected.
        win_chance: f64,
        /// How likely it wins whatever the other does.
        win_chance_at_least: f64,
        /// The points to come if the other plays as expected.
        points: f64,
        /// The points to come whatever the other does.
        points_at_least: f64,
        /// What its guesses have brought so far.
        account: f64,
        /// What it may risk.
        budget: f64,
        /// How well it has guessed.
        guesses: Guesses,
        /// How many actions `random` had.
        choices: u32,
    }
    /// What a player says about its choice.
    MayIInfo as "Info" {
        /// In a few words.
        why: String,
        /// What the action is good for.
        reason: may_i::Reason,
        /// The points it expects of this round.
        score: f64,
        /// How likely it goes out.
        chance: f64,
        /// Imagined deals.
        deals: u32,
        /// Rounds played in its head.
        nodes: u64,
        /// How many actions there were.
        choices: u32,
        /// How many cards its hand lacks for the contract.
        distance: u8,
        /// What its hand costs.
        points: u32,
        /// What a wild that is laid off would stand for; in a hint.
        acts_as: String,
        /// What a lay-down would leave; in a hint.
        points_left: u32,
    }
    /// What a player says about its choice.
    NineBallInfo as "Info" {
        /// What the shot is meant to be.
        plan: Plan,
        /// In a sentence.
        why: String,
        /// The ball that is to drop.
        ball: Ball,
        /// Where it is to drop.
        pocket: Pocket,
        /// How likely it succeeds.
        chance: f64,
        /// The lower end of that, 95 of 100 times.
        chance_low: f64,
        /// The upper end of that.
        chance_high: f64,
        /// How likely it wins the rack.
        score: f64,
        /// How much its hand shakes.
        noise: f64,
        /// Shots tried in its head.
        nodes: u64,
        /// How hard the pot is for `easy`.
        difficulty: f64,
        /// How many actions `random` had.
        choices: u32,
    }
    /// One of the moves a player looked at.
    Candidate as "Candidate" {
        /// Where.
        r#move: Square,
        /// What it is worth.
        score: f64,
        /// It is worth no more than this.
        at_most: f64,
        /// What `classic` counts.
        points: i32,
    }
}

/// How well a player has guessed.
#[derive(JsonSchema)]
#[schemars(rename_all = "camelCase", deny_unknown_fields)]
#[allow(dead_code)]
struct Guesses {
    /// In how many turns.
    turns: u32,
    /// The chance it gave to the card that came, on average.
    mean_chance: f64,
    /// The same for somebody who knows nothing.
    blind_chance: f64,
}

/// What a shot is meant to be.
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

/// What a position of Othello comes to.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, extend("x-query" = "SOLVE"))]
#[allow(dead_code)]
struct Solved {
    /// For the side to move, empty squares to the winner.
    score: f64,
    /// The best square, `pass`, or null after the end.
    best: Option<String>,
    /// Best play, square by square.
    line: String,
    /// Positions looked at.
    nodes: u64,
    /// How long it took.
    seconds: f64,
    /// Whether it was solved to the end; otherwise the score is an estimate.
    exact: bool,
}

/// What players of Nine know.
#[derive(JsonSchema)]
#[schemars(untagged, deny_unknown_fields)]
#[allow(dead_code)]
enum NineAnswer {
    /// Exact play.
    #[schemars(extend("x-query" = "SOLVE"))]
    Solve {
        /// For seat 0: points still to come, or the chance to win with a draw worth one half.
        value: f64,
        /// The chances of each seat's cards; a card without a chance is left out.
        strategies: [BTreeMap<String, f64>; 2],
    },
    /// What a player does.
    #[schemars(extend("x-query" = "POLICY"))]
    Policy {
        /// The chances of its cards.
        probabilities: BTreeMap<String, f64>,
    },
}
