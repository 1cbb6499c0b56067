//! The statistics of strength.

use baize_rules::{Dice, Seed};
use serde::{Deserialize, Serialize};

/// The quantile of the normal distribution for 95 %.
const Z: f64 = 1.96;

/// A figure with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, Debug)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Estimate {
    /// The same figure on another scale with the same order.
    pub(crate) fn map(self, scale: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: scale(self.value), low: scale(self.low), high: scale(self.high) }
    }
}

/// A mean score between 0 and 1, with Wilson's interval, which keeps its width even if nobody ever loses. The
/// sample size follows from the spread between deals, but is at least the number of deals and at most that of
/// their games.
pub(crate) fn score(mean: f64, deals: &[f64], games_per_deal: usize) -> Estimate {
    let count = deals.len().max(1) as f64;
    let variance = variance(deals, mean);
    let most = count * games_per_deal as f64;
    let size = if variance > 0.0 { mean * (1.0 - mean) / (variance / count) } else { count };
    let size = size.clamp(count, most);
    let middle = (mean + Z * Z / (2.0 * size)) / (1.0 + Z * Z / size);
    let half = Z / (1.0 + Z * Z / size) * (mean * (1.0 - mean) / size + Z * Z / (4.0 * size * size)).sqrt();
    // Rounding must not leave a sure win short of 1.
    Estimate { value: mean, low: (middle - half).clamp(0.0, mean), high: (middle + half).clamp(mean, 1.0) }
}

fn variance(deals: &[f64], mean: f64) -> f64 {
    let squares: f64 = deals.iter().map(|share| (share - mean).powi(2)).sum();
    squares / (deals.len() as f64 - 1.0).max(1.0)
}

/// By what share the mean of the first figures lies below that of the second, from paired figures. The spread
/// is that of a ratio of means: what a pair has in common cancels.
pub(crate) fn below(pairs: &[(f64, f64)]) -> Estimate {
    let count = pairs.len().max(1) as f64;
    let (own, others) =
        pairs.iter().fold((0.0, 0.0), |(own, others), pair| (own + pair.0 / count, others + pair.1 / count));
    let ratio = if others > 0.0 { own / others } else { 1.0 };
    let off: Vec<f64> = pairs.iter().map(|(own, others)| own - ratio * others).collect();
    let half = Z * (variance(&off, 0.0) / count).sqrt() / others.max(f64::MIN_POSITIVE);
    Estimate { value: 1.0 - ratio, low: 1.0 - ratio - half, high: 1.0 - ratio + half }
}

/// The difference in Elo for this expected score of two players; infinite for 0 and 1.
pub(crate) fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The expected score at a difference in Elo.
pub(crate) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A sequential test of whether the first player is better by `more` Elo rather than by `less`, with both
/// errors at 5 %.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sprt {
    pub(crate) less: f64,
    pub(crate) more: f64,
}

/// The verdict of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Verdict {
    /// The difference is `more` rather than `less`.
    Accepted,
    /// The difference is `less` rather than `more`.
    Rejected,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// How much likelier the results are with `more` than with `less`, as a logarithm: a normal approximation
    /// with the measured variance.
    pub(crate) fn likelihood(self, deals: &[f64]) -> f64 {
        let count = deals.len() as f64;
        if deals.is_empty() {
            return 0.0;
        }
        let mean = deals.iter().sum::<f64>() / count;
        // An imagined deal half a point off keeps a few equal results from deciding at once.
        let variance = (deals.iter().map(|share| (share - mean).powi(2)).sum::<f64>() + 0.25) / count;
        let (less, more) = (expected(self.less), expected(self.more));
        count / (2.0 * variance) * (more - less) * (2.0 * mean - less - more)
    }

    pub(crate) fn verdict(self, deals: &[f64]) -> Verdict {
        let bound = (0.95_f64 / 0.05).ln();
        match self.likelihood(deals) {
            likelihood if likelihood >= bound => Verdict::Accepted,
            likelihood if likelihood <= -bound => Verdict::Rejected,
            _ => Verdict::Open,
        }
    }
}

/// The summed results of two players, by their places in a list.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Pairing {
    pub(crate) players: [usize; 2],
    pub(crate) games: f64,
    /// The score of the first player.
    pub(crate) score: f64,
}

/// The Elo of all players that explains the results best (Bradley and Terry), with the first player at 0. One
/// imagined draw in each pairing keeps everything finite.
pub(crate) fn ratings(players: usize, pairings: &[Pairing]) -> Vec<f64> {
    let mut strength = vec![1.0_f64; players];
    for _ in 0..2000 {
        let before = strength.clone();
        for player in 0..players {
            let (mut won, mut expected) = (0.0, 0.0);
            for Pairing { players: [a, b], games, score } in pairings {
                let (other, score) = match player {
                    _ if player == *a => (*b, *score),
                    _ if player == *b => (*a, games - score),
                    _ => continue,
                };
                won += score + 0.5;
                expected += (games + 1.0) / (before[player] + before[other]);
            }
            if expected > 0.0 {
                strength[player] = won / expected;
            }
        }
        let first = strength.first().copied().unwrap_or(1.0);
        strength.iter_mut().for_each(|strength| *strength /= first);
    }
    strength.into_iter().map(|strength| 400.0 * strength.log10()).collect()
}

/// How many times results are resampled for an interval.
const DRAWS: usize = 200;

/// The ratings of all players from matches of two, with intervals from deals resampled with replacement. A
/// match is the two players, the first player's score in each deal, and the number of games in a deal.
pub(crate) fn resampled(players: usize, matches: &[([usize; 2], &[f64], usize)]) -> Vec<Estimate> {
    let pairing = |players: [usize; 2], deals: usize, games: usize, sum: f64| {
        let games = games as f64;
        Pairing { players, games: deals as f64 * games, score: sum * games }
    };
    let whole: Vec<Pairing> = matches
        .iter()
        .map(|(pair, deals, games)| pairing(*pair, deals.len(), *games, deals.iter().sum()))
        .collect();
    let mut dice = Dice::new(&Seed::from_text("resampled"));
    let mut drawn = vec![Vec::new(); players];
    for _ in 0..DRAWS {
        let again: Vec<Pairing> = matches
            .iter()
            .map(|(pair, deals, games)| {
                let sum = (0..deals.len()).filter_map(|_| dice.pick(deals)).sum();
                pairing(*pair, deals.len(), *games, sum)
            })
            .collect();
        for (list, rating) in drawn.iter_mut().zip(ratings(players, &again)) {
            list.push(rating);
        }
    }
    let ends = |mut list: Vec<f64>, value: f64| {
        list.sort_by(f64::total_cmp);
        let out = DRAWS / 40;
        Estimate { value, low: list[out].min(value), high: list[DRAWS - 1 - out].max(value) }
    };
    drawn.into_iter().zip(ratings(players, &whole)).map(|(list, value)| ends(list, value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found} is not {expected}");
    }

    #[test]
    fn elo_and_expected_scores_are_inverse() {
        close(elo(0.75), 190.85, 0.01);
        close(elo(0.5), 0.0, 1e-9);
        close(expected(elo(0.123)), 0.123, 1e-9);
        assert!(elo(1.0) == f64::INFINITY && elo(0.0) == f64::NEG_INFINITY);
    }

    #[test]
    fn intervals_hold_what_they_should() {
        // A hundred games without a loss: the textbook value of Wilson's interval.
        let all = score(1.0, &[1.0; 100], 2);
        close(all.low, 100.0 / (100.0 + Z * Z), 1e-9);
        assert_eq!(elo(all.high), f64::INFINITY);
        // Independent halves: the interval is as wide as the normal approximation.
        let half: Vec<f64> = (0..1000).map(|i| f64::from(i % 2)).collect();
        let half = score(0.5, &half, 1);
        close(half.low, 0.5 - 1.96 * 0.5 / 1000_f64.sqrt(), 1e-3);
        // Deals that always split say more about the mean than independent games would.
        assert!(score(0.5, &[0.5; 100], 2).low <= 0.5);
        let swings: Vec<f64> = (0..100).map(|i| f64::from(i % 2)).collect();
        let splits: Vec<f64> = (0..100).map(|i| 0.25 + 0.5 * f64::from(i % 2)).collect();
        assert!(score(0.5, &splits, 2).low > score(0.5, &swings, 2).low);
    }

    #[test]
    fn shares_below_are_paired() {
        let halves: Vec<(f64, f64)> = (1..=50).map(|n| (f64::from(n), 2.0 * f64::from(n))).collect();
        let sure = below(&halves);
        close(sure.value, 0.5, 1e-9);
        close(sure.high - sure.low, 0.0, 1e-9);
        // Independent figures: the relative errors of both means add up as squares.
        let noisy: Vec<(f64, f64)> =
            (0..400).map(|n| (80.0 + f64::from(n % 2 * 40), 190.0 + f64::from(n / 2 % 2 * 20))).collect();
        let noisy = below(&noisy);
        close(noisy.value, 0.5, 1e-9);
        close(
            noisy.high - noisy.value,
            1.96 * 0.5 * (0.2_f64.powi(2) + 0.05_f64.powi(2)).sqrt() / 20.0,
            1e-4,
        );
        assert_eq!(below(&[]).value, 0.0);
    }

    #[test]
    fn a_sequential_test_decides_both_ways_and_waits_between() {
        let test = Sprt { less: 0.0, more: 20.0 };
        let rate = |share: f64, count: u32| -> Vec<f64> {
            (0..count).map(|i| f64::from(u32::from((f64::from(i) * 0.618_034).fract() < share))).collect()
        };
        assert_eq!(test.verdict(&[]), Verdict::Open);
        assert_eq!(test.verdict(&[1.0; 4]), Verdict::Open, "a lucky start decides nothing");
        assert_eq!(test.verdict(&[1.0; 20]), Verdict::Accepted);
        assert_eq!(test.verdict(&rate(0.6, 400)), Verdict::Accepted);
        assert_eq!(test.verdict(&rate(0.42, 400)), Verdict::Rejected);
        assert_eq!(test.verdict(&rate(expected(10.0), 400)), Verdict::Open);
    }

    #[test]
    fn ratings_explain_the_results() {
        let pairing = |a, b, score| Pairing { players: [a, b], games: 1e6, score: 1e6 * score };
        let found = ratings(3, &[pairing(1, 0, expected(100.0)), pairing(2, 1, expected(150.0))]);
        close(found[0], 0.0, 1e-9);
        close(found[1], 100.0, 0.1);
        close(found[2], 250.0, 0.1);
        let unbeaten = ratings(2, &[Pairing { players: [1, 0], games: 10.0, score: 10.0 }]);
        close(unbeaten[1], elo(10.5 / 11.0), 0.1);
    }

    #[test]
    fn more_deals_make_ratings_surer() {
        let deals: Vec<f64> = (0..400).map(|i| if i % 4 == 0 { 0.5 } else { 1.0 }).collect();
        let few = resampled(2, &[([1, 0], &deals[..40], 2)]);
        let many = resampled(2, &[([1, 0], &deals, 2)]);
        assert_eq!((few[0].low, few[0].high), (0.0, 0.0), "the first player is the measure");
        assert!(many[1].low < elo(0.875) && elo(0.875) < many[1].high + 5.0, "{many:?}");
        assert!(many[1].high - many[1].low < few[1].high - few[1].low);
    }
}
