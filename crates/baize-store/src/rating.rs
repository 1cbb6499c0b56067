//! Ratings by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022), updated after every game.
//!
//! The method counts in periods. Here each game ends one, and time without games makes a rating less certain:
//! it is converted to periods so that a deviation of 60 grows to 110 within a year.

use crate::leaders::{self, DAY, MOST_A_DAY, NEWCOMERS};
use crate::{ListedTable, SeatRating, SeatResult};
use baize_protocol::http::Counts;
use std::collections::{BTreeMap, BTreeSet};

/// Converts between the scale people see and that of the method.
const SCALE: f64 = 173.717_8;
/// How much volatility may change.
const TAU: f64 = 0.5;
/// The deviation of a newcomer: nobody is less certain.
const MOST_DEVIATION: f64 = 350.0;
/// How many days make a period: 365 days take a deviation from 60 to 110 at the usual volatility.
const PERIOD_DAYS: f64 = 365.0 * (0.06 * SCALE) * (0.06 * SCALE) / (110.0 * 110.0 - 60.0 * 60.0);
/// How certain the fixed rating of a computer player is.
pub(crate) const HOUSE_DEVIATION: f64 = 50.0;

/// How strong someone is, and how certain that is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// 400 points more takes 10 of 11 points.
    pub rating: f64,
    /// One standard deviation.
    pub deviation: f64,
    /// How much the rating is expected to move.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { rating: 1500.0, deviation: MOST_DEVIATION, volatility: 0.06 }
    }
}

/// One opponent in a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Meeting {
    /// Their rating before the game.
    pub rating: f64,
    /// Its deviation.
    pub deviation: f64,
    /// The score against them, 0 to 1.
    pub score: f64,
    /// How much it counts.
    pub weight: f64,
}

impl Rating {
    /// The rating after this many periods without a game.
    #[must_use]
    pub fn after_rest(self, periods: f64) -> Rating {
        let grown = self.deviation.hypot(self.volatility * SCALE * periods.max(0.0).sqrt());
        Rating { deviation: grown.min(MOST_DEVIATION), ..self }
    }

    /// The rating after these meetings, at the end of this many periods.
    #[must_use]
    pub fn after(self, met: &[Meeting], periods: f64) -> Rating {
        let (mean, spread) = ((self.rating - 1500.0) / SCALE, self.deviation / SCALE);
        let (mut information, mut surplus) = (0.0, 0.0);
        for Meeting { rating, deviation, score, weight } in met {
            let other = deviation / SCALE;
            let pull = 1.0 / (1.0 + 3.0 * other * other / std::f64::consts::PI.powi(2)).sqrt();
            let expected = 1.0 / (1.0 + (-pull * (mean - (rating - 1500.0) / SCALE)).exp());
            information += weight * pull * pull * expected * (1.0 - expected);
            surplus += weight * pull * (score - expected);
        }
        if information <= 0.0 {
            return self.after_rest(periods);
        }
        let volatility = self.new_volatility(spread, 1.0 / information, surplus / information);
        let rested = Rating { volatility, ..self }.after_rest(periods).deviation / SCALE;
        let spread = 1.0 / (1.0 / (rested * rested) + information).sqrt();
        Rating {
            rating: 1500.0 + SCALE * (mean + spread * spread * surplus),
            deviation: (SCALE * spread).min(MOST_DEVIATION),
            volatility,
        }
    }

    /// The zero of the method's function of the logarithm of the variance, found by false position
    /// (Illinois).
    fn new_volatility(self, spread: f64, variance: f64, change: f64) -> f64 {
        let start = (self.volatility * self.volatility).ln();
        let slope = |x: f64| {
            let (grown, power) = (spread * spread + variance + x.exp(), x.exp());
            power * (change * change - grown) / (2.0 * grown * grown) - (x - start) / (TAU * TAU)
        };
        let surprise = change * change - spread * spread - variance;
        let mut low = start;
        let mut high = if surprise > 0.0 {
            surprise.ln()
        } else {
            // The function falls, so it is positive far enough to the left.
            (1..).map(|step| start - TAU * f64::from(step)).find(|x| slope(*x) >= 0.0).unwrap_or(start)
        };
        let (mut at_low, mut at_high) = (slope(low), slope(high));
        for _ in 0..100 {
            if (high - low).abs() <= 1e-6 || at_high == at_low {
                break;
            }
            let next = low + (low - high) * at_low / (at_high - at_low);
            let at_next = slope(next);
            if at_next * at_high <= 0.0 {
                (low, at_low) = (high, at_high);
            } else {
                at_low /= 2.0;
            }
            (high, at_high) = (next, at_next);
        }
        (low / 2.0).exp()
    }
}

/// How many periods this time spans.
pub fn periods(millis: u64) -> f64 {
    millis as f64 / (PERIOD_DAYS * DAY as f64)
}

/// What is known about the people of a game before it is rated.
#[derive(Default)]
pub(crate) struct Past {
    /// The latest rating of each person, and when they got it.
    pub(crate) last: BTreeMap<String, (SeatRating, u64)>,
    /// Whose rating has already changed today, and against which others.
    pub(crate) today: Vec<(String, String)>,
    /// Which of all these people have played on an earlier day.
    pub(crate) known: BTreeSet<String>,
}

impl Past {
    /// Collects it from what lists show of all tables.
    pub(crate) fn of<'a>(
        listings: impl Iterator<Item = &'a ListedTable> + Clone,
        game: &str,
        counts: Counts,
        at: u64,
    ) -> Past {
        let mut past = Past::default();
        for listing in listings.filter(|listing| listing.game == game) {
            for (seat, result) in listing.results.iter().enumerate() {
                if listing.changed / DAY < at / DAY && result.counts != Counts::Nothing {
                    past.known.insert(result.player.clone());
                }
                let Some(rating) = result.rating.filter(|_| result.counts == counts) else { continue };
                let before = past.last.get(&result.player);
                if before.is_none_or(|(before, _)| before.games < rating.games) {
                    past.last.insert(result.player.clone(), (rating, listing.changed));
                }
                if listing.changed / DAY == at / DAY {
                    past.today.push((result.player.clone(), leaders::others(&listing.results, seat)));
                }
            }
        }
        past
    }

    /// Adds the ratings that another database knows of.
    pub(crate) fn add(&mut self, other: Past) {
        for (player, (rating, at)) in other.last {
            let before = self.last.get(&player);
            if before.is_none_or(|(before, _)| before.games < rating.games) {
                self.last.insert(player, (rating, at));
            }
        }
        self.today.extend(other.today);
    }

    /// The group of opponents that games against these others count towards in a day.
    fn group(&self, others: &str) -> String {
        let known: Vec<&str> = others.split(' ').filter(|other| self.known.contains(*other)).collect();
        if known.is_empty() { NEWCOMERS.to_owned() } else { known.join(" ") }
    }

    /// Whether another game against these others counts today.
    fn has_room(&self, player: &str, others: &str) -> bool {
        let group = self.group(others);
        let same = |(who, against): &&(String, String)| who == player && self.group(against) == group;
        self.today.iter().filter(same).count() < MOST_A_DAY as usize
    }

    fn rating(&self, player: &str, at: u64) -> Rating {
        self.last.get(player).map_or_else(Rating::default, |(last, when)| {
            last.rating().after_rest(periods(at.saturating_sub(*when)))
        })
    }
}

/// What a game counts for; the results of people who were forgotten have no say.
pub(crate) fn counts(results: &[SeatResult]) -> Counts {
    let mut all = results.iter().map(|result| result.counts);
    all.find(|counts| *counts != Counts::Nothing).unwrap_or(Counts::Nothing)
}

/// Whether a game that counts for this changes ratings.
pub(crate) const fn is_rated(counts: Counts) -> bool {
    matches!(counts, Counts::Rated | Counts::House)
}

/// What someone starts with. The private rating starts at the level of the first opponents: losing a first
/// game against the weakest of the house says little about everyone else.
fn first(counts: Counts, met: &[Meeting]) -> Rating {
    let sum: f64 = met.iter().map(|met| met.rating).sum();
    match counts {
        Counts::House => Rating { rating: sum / met.len() as f64, ..Rating::default() },
        Counts::Rated | Counts::Casual | Counts::Nothing => Rating::default(),
    }
}

/// Gives the people of a game their new ratings.
pub(crate) fn rate(results: &mut [SeatResult], at: u64, past: &Past) {
    let weight = 1.0 / (results.len().saturating_sub(1).max(1)) as f64;
    let rated: Vec<Option<SeatRating>> = (0..results.len())
        .map(|own| {
            let result = &results[own];
            let others = leaders::others(results, own);
            let counts = match result.counts {
                Counts::Rated => past.has_room(&result.player, &others),
                Counts::House => true,
                Counts::Casual | Counts::Nothing => false,
            };
            if result.is_computer || !counts {
                return None;
            }
            let meeting = |other: &SeatResult| {
                let (rating, deviation) = if other.is_computer {
                    (other.fixed?, HOUSE_DEVIATION)
                } else {
                    let Rating { rating, deviation, .. } = past.rating(&other.player, at);
                    (rating, deviation)
                };
                let score = match result.place.cmp(&other.place) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                Some(Meeting { rating, deviation, score, weight })
            };
            let others = results.iter().enumerate().filter(|(seat, _)| *seat != own);
            let met: Vec<Meeting> = others.filter_map(|(_, other)| meeting(other)).collect();
            if met.is_empty() {
                return None;
            }
            let last = past.last.get(&result.player);
            let before = last.map_or_else(|| first(result.counts, &met), |(last, _)| last.rating());
            let rest = last.map_or(0.0, |(_, when)| periods(at.saturating_sub(*when)));
            let Rating { rating, deviation, volatility } = before.after(&met, rest);
            let games = last.map_or(0, |(last, _)| last.games) + 1;
            Some(SeatRating { rating, deviation, volatility, gain: rating - before.rating, games })
        })
        .collect();
    for (result, rating) in results.iter_mut().zip(rated) {
        result.rating = rating;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found} is not {expected}");
    }

    #[test]
    fn the_published_example_comes_out() {
        let own = Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let met = |rating, deviation, score| Meeting { rating, deviation, score, weight: 1.0 };
        let after =
            own.after(&[met(1400.0, 30.0, 1.0), met(1550.0, 100.0, 0.0), met(1700.0, 300.0, 0.0)], 1.0);
        check(after.rating, 1464.06, 0.01);
        check(after.deviation, 151.52, 0.01);
        check(after.volatility, 0.059_99, 0.000_01);
    }

    #[test]
    fn a_year_without_a_game_takes_60_to_110_and_nobody_beyond_a_newcomer() {
        let sure = Rating { deviation: 60.0, ..Rating::default() };
        check(sure.after_rest(periods(365 * DAY)).deviation, 110.0, 0.001);
        check(sure.after_rest(periods(10_000 * DAY)).deviation, 350.0, 0.0);
        assert_eq!(sure.after(&[], 0.0), sure, "without a game and without time nothing changes");
    }

    #[test]
    fn a_great_surprise_makes_a_rating_more_volatile_and_the_method_ends() {
        let sure = Rating { rating: 2500.0, deviation: 30.0, volatility: 0.06 };
        let lost = Meeting { rating: 800.0, deviation: 30.0, score: 0.0, weight: 1.0 };
        let after = sure.after(&vec![lost; 20], 0.0);
        assert!(after.volatility > sure.volatility && after.rating < sure.rating, "{after:?}");
        assert!(after.rating.is_finite() && after.deviation.is_finite());
    }
}
