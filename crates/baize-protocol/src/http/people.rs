//! People: leaderboards, one's own games, and devices.

use super::TableRow;
use crate::{Key, Moment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The best of a game: by rating, by the share of points that they certainly take while nobody has a place by rating, or
/// by their best score, where the game has high scores.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct Leaderboard {
    /// The id of the game.
    pub game: String,
    /// By what.
    pub by: Ranking,
    /// At most a hundred, the best first, and whoever asks.
    pub leaders: Vec<Leader>,
}

/// By what leaders are ranked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Ranking {
    /// The share of points that somebody certainly takes, from ten games on.
    Share,
    /// The best score against a computer player under the usual rules.
    Score,
    /// The rating less two deviations: from ten rated games against three people in 90 days on, and certain to ±110.
    Rating,
}

/// What a finished game counts for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Counts {
    /// For the rating that everybody sees: a public table of several people under the usual rules.
    Rated,
    /// For the private rating against the house: one person and computer players under the usual rules.
    House,
    /// For shares of points and high scores, and for no rating.
    #[default]
    Casual,
    /// For nothing: a position that was set up, rules of one's own, or nobody to play against.
    Nothing,
}

impl Counts {
    /// As it is written down.
    pub const fn word(self) -> &'static str {
        match self {
            Counts::Rated => "rated",
            Counts::House => "house",
            Counts::Casual => "casual",
            Counts::Nothing => "nothing",
        }
    }

    /// What was written down.
    pub fn of(word: &str) -> Counts {
        let all = [Counts::Rated, Counts::House, Counts::Casual];
        all.into_iter().find(|counts| counts.word() == word).unwrap_or(Counts::Nothing)
    }
}

/// One row of a leaderboard.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Leader {
    /// Their place, from 1; 0 for whoever asks and has none by rating yet.
    pub place: u32,
    /// The name used last; whatever somebody typed.
    pub name: String,
    /// The id of their page, for people.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub id: Option<String>,
    /// Whether it is who asks.
    pub is_you: bool,
    /// Whether it is a computer player.
    pub is_computer: bool,
    /// Games played to their end. Of the games of the same people against each other, three a day count.
    pub games: u32,
    /// Games won alone or together.
    pub wins: u32,
    /// One point per game, shared among its winners or, in a draw, among all.
    pub points: f64,
    /// What share of points they take at least, with 95 % confidence.
    pub share: f64,
    /// Their best score against a computer player under the usual rules, where the game has high scores.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub best: Option<f64>,
    /// Their rating, where that is what counts.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub rating: Option<f64>,
    /// One standard deviation of it, as certain as it is now.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub deviation: Option<f64>,
    /// When their last game that counts ended.
    pub last_seen: Moment,
}

/// Some finished games of whoever asks, the latest first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct PlayedGames {
    /// At most 50.
    pub games: Vec<PlayedGame>,
    /// What to ask `after` for those that come next; absent at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A finished game of whoever asks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct PlayedGame {
    /// The table.
    pub table: TableRow,
    /// Their seat.
    pub seat: u8,
    /// How it went for them.
    pub verdict: Verdict,
    /// Their place among all seats, from 1.
    pub place: u8,
    /// What it counts for.
    pub counts: Counts,
    /// The rating it led to; absent if it changed none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingPoint>,
    /// Their accuracy, 0 to 100, if the game was reviewed and they had decisions enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f64>,
}

/// How a game went for somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Won alone or together.
    Won,
    /// Nobody won.
    Drawn,
    /// Somebody else won.
    Lost,
}

/// A rating after a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct RatingPoint {
    /// The rating (Glicko-2; 1500 at first).
    pub rating: f64,
    /// One standard deviation.
    pub deviation: f64,
    /// By how much the game has moved it.
    pub gain: f64,
    /// When the game ended.
    pub at: Moment,
}

/// What is known of whoever asks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct OwnProfile {
    /// The id of the page that shows everybody their ratings and public games.
    pub id: String,
    /// Their finished games.
    pub games: u32,
    /// What they have done in each game that they have played, in the order in which games are shown.
    pub results: Vec<OwnResults>,
}

/// What everybody may know of somebody.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct PublicProfile {
    /// The name used last in a public game.
    pub name: String,
    /// Their ratings, in the order in which games are shown.
    pub ratings: Vec<PublicRating>,
    /// Their public games, the latest first; at most 50.
    pub games: Vec<PublicGame>,
}

/// Somebody's rating in a game, as everybody may know it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct PublicRating {
    /// The id of the game.
    pub game: String,
    /// The rating.
    pub rating: f64,
    /// One standard deviation, as certain as it is now.
    pub deviation: f64,
    /// How many games have led to it.
    pub games: u32,
}

/// A public game of somebody.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct PublicGame {
    /// The table.
    pub table: TableRow,
    /// Their seat.
    pub seat: u8,
    /// How it went for them.
    pub verdict: Verdict,
}

/// What somebody has done in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct OwnResults {
    /// The id of the game.
    pub game: String,
    /// All results.
    pub tally: Tallied,
    /// Games won in a row, the latest of them the last.
    pub streak: u32,
    /// The most that ever were.
    pub longest_streak: u32,
    /// Results by opponent, the most frequent first; at most 50.
    pub opponents: Vec<AgainstWhom>,
    /// The rating that everybody sees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<OwnRating>,
    /// The private rating against the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house: Option<OwnRating>,
}

/// How many games went how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Tallied {
    /// Won.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
}

/// Results against one opponent, or against the first of several.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct AgainstWhom {
    /// A person's name; absent for computer players, and for somebody who was forgotten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The computer player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Which person of the cast that was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub persona: Option<String>,
    /// The results.
    pub tally: Tallied,
}

/// Somebody's rating in a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct OwnRating {
    /// The rating.
    pub rating: f64,
    /// One standard deviation, as certain as it is now.
    pub deviation: f64,
    /// How many games have led to it.
    pub games: u32,
    /// Its latest changes, the last of them last; at most 100.
    pub course: Vec<RatingPoint>,
}

/// What came of forgetting whoever asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct ErasedGames {
    /// So many games are no longer theirs.
    pub games: u32,
}

/// Asks for a link that brings one more device to whoever asks.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OfferDevice {
    /// What they are called, for the other device to show.
    pub name: String,
    /// What this device is called.
    pub device: String,
}

/// A way for one more device to whoever has asked.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct OfferedDevice {
    /// What the other device has to show, once.
    pub code: Key,
    /// Until when.
    pub until: Moment,
}

/// Shows the code of a link to a person.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TakeDevice {
    /// The code.
    pub code: Key,
    /// What this device is called; not needed to look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
}

/// To whom a code leads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct OfferingPerson {
    /// What they are called.
    pub name: String,
    /// Until when.
    pub until: Moment,
}

/// The devices of whoever asks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct OwnDevices {
    /// In the order in which they came; none before the first link was asked for.
    pub devices: Vec<OwnDevice>,
}

/// A device of whoever asks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct OwnDevice {
    /// Its id; it opens nothing.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Whether it is the one that asks.
    pub is_this: bool,
    /// When it came.
    pub added: Moment,
    /// When it was last seen, to ten minutes.
    pub seen: Moment,
}
