//! People: leaderboards, a person's own games, and devices.

use super::TableRow;
use crate::{Key, Moment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The best players of a game: by rating; while nobody has a place by rating, by the lower bound of their
/// share of points; or by best score, if the game has high scores.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct Leaderboard {
    /// The id of the game.
    pub game: String,
    /// What they are ranked by.
    pub by: Ranking,
    /// At most a hundred, the best first, plus the person who asks.
    pub leaders: Vec<Leader>,
}

/// What leaders are ranked by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Ranking {
    /// The lower bound of the share of points that a player takes, from ten games on.
    Share,
    /// The best score against a computer player under the usual rules.
    Score,
    /// The rating minus two deviations, for players with ten rated games against three people in 90 days
    /// whose deviation is at most 110.
    Rating,
}

/// What a finished game counts towards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Counts {
    /// The rating that everybody sees: a public table of several people under the usual rules.
    Rated,
    /// The private rating against the house: one person and computer players under the usual rules.
    House,
    /// Shares of points and high scores, but no rating.
    #[default]
    Casual,
    /// Nothing: a position that was set up, special rules, or nobody to play against.
    Nothing,
}

impl Counts {
    /// The word that is stored.
    pub const fn word(self) -> &'static str {
        match self {
            Counts::Rated => "rated",
            Counts::House => "house",
            Counts::Casual => "casual",
            Counts::Nothing => "nothing",
        }
    }

    /// Reads the stored word.
    pub fn of(word: &str) -> Counts {
        let all = [Counts::Rated, Counts::House, Counts::Casual];
        all.into_iter().find(|counts| counts.word() == word).unwrap_or(Counts::Nothing)
    }
}

/// One row of a leaderboard.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Leader {
    /// Their place, from 1; 0 for the person who asks if they have no place by rating yet.
    pub place: u32,
    /// The name used last, as somebody typed it.
    pub name: String,
    /// The id of their page, for people.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub id: Option<String>,
    /// Whether this is the person who asks.
    pub is_you: bool,
    /// Whether it is a computer player.
    pub is_computer: bool,
    /// Games played to the end. Of games between the same people, at most three a day count.
    pub games: u32,
    /// Games won alone or together.
    pub wins: u32,
    /// One point per game, shared among its winners or, in a draw, among all.
    pub points: f64,
    /// The lower bound of the share of points they take, with 95 % confidence.
    pub share: f64,
    /// Their best score against a computer player under the usual rules, if the game has high scores.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub best: Option<f64>,
    /// Their rating, if leaders are ranked by it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub rating: Option<f64>,
    /// One standard deviation of the rating, as of now.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub deviation: Option<f64>,
    /// When their last game that counts ended.
    pub last_seen: Moment,
}

/// Some finished games of the person who asks, the latest first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct PlayedGames {
    /// At most 50.
    pub games: Vec<PlayedGame>,
    /// The value of `after` for the next ones; absent at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A finished game of the person who asks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct PlayedGame {
    /// The table.
    pub table: TableRow,
    /// Their seat.
    pub seat: u8,
    /// How it ended for them.
    pub verdict: Verdict,
    /// Their place among all seats, from 1.
    pub place: u8,
    /// What it counts towards.
    pub counts: Counts,
    /// The rating it led to; absent if it changed none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingPoint>,
    /// Their accuracy, 0 to 100, if the game was reviewed and they had enough decisions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f64>,
}

/// How a game ended for somebody.
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
    /// By how much the game changed it.
    pub gain: f64,
    /// When the game ended.
    pub at: Moment,
}

/// What is known of the person who asks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct OwnProfile {
    /// The id of the page that shows everybody their ratings and public games.
    pub id: String,
    /// Their finished games.
    pub games: u32,
    /// Their results in each game they have played, in the order in which games are shown.
    pub results: Vec<OwnResults>,
}

/// What everybody may know about a person.
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

/// A person's rating in a game, as everybody may know it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct PublicRating {
    /// The id of the game.
    pub game: String,
    /// The rating.
    pub rating: f64,
    /// One standard deviation, as of now.
    pub deviation: f64,
    /// How many games have led to it.
    pub games: u32,
}

/// A public game of a person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct PublicGame {
    /// The table.
    pub table: TableRow,
    /// Their seat.
    pub seat: u8,
    /// How it ended for them.
    pub verdict: Verdict,
}

/// A person's results in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct OwnResults {
    /// The id of the game.
    pub game: String,
    /// All results.
    pub tally: Tallied,
    /// Games won in a row, up to the latest.
    pub streak: u32,
    /// The longest such row so far.
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

/// How many games were won, drawn and lost.
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
    /// A person's name; absent for computer players and for people who were forgotten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The computer player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The person of the cast it appeared as.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub persona: Option<String>,
    /// The results.
    pub tally: Tallied,
}

/// A person's rating in a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct OwnRating {
    /// The rating.
    pub rating: f64,
    /// One standard deviation, as of now.
    pub deviation: f64,
    /// How many games have led to it.
    pub games: u32,
    /// Its latest changes, the most recent last; at most 100.
    pub course: Vec<RatingPoint>,
}

/// The result of forgetting the person who asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct ErasedGames {
    /// How many games are no longer theirs.
    pub games: u32,
}

/// Asks for a link that adds one more device to the person who asks.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OfferDevice {
    /// Their name, for the other device to show.
    pub name: String,
    /// The name of this device.
    pub device: String,
}

/// An offer to add one more device to the person who asked.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct OfferedDevice {
    /// The code that the other device must show, once.
    pub code: Key,
    /// When the code expires.
    pub until: Moment,
}

/// Shows the code of a link that adds a device.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct TakeDevice {
    /// The code.
    pub code: Key,
    /// The name of this device; not needed just to look the person up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
}

/// The person that a code leads to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct OfferingPerson {
    /// Their name.
    pub name: String,
    /// When the code expires.
    pub until: Moment,
}

/// The devices of the person who asks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct OwnDevices {
    /// In the order in which they were added; empty before the first link was asked for.
    pub devices: Vec<OwnDevice>,
}

/// A device of the person who asks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct OwnDevice {
    /// Its id, which gives no access.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether it is the one that asks.
    pub is_this: bool,
    /// When it was added.
    pub added: Moment,
    /// When it was last seen, to within ten minutes.
    pub seen: Moment,
}
