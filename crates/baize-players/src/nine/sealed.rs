//! Play with helpers and bonus turns, which the exact solver does not support.
//!
//! The choice of a turn is a matrix game: each card with each remaining helper, against the same of the other
//! seat. An entry is the chance to win after it, exact when few cards are left. Before that it is estimated
//! from the points that choosing at random would still bring, the value of helpers in reserve, and how much
//! can still change. The player plays the equilibrium. Only the view goes into it, so it does not know what
//! the other seat has sealed.

use baize_nine::{Bid, Card, Helper, Helpers, Options, Position};
use baize_rules::{Score, Seat};

/// With at most this many cards in each hand, the rest of the game is solved instead of estimated.
const EXACT_CARDS: usize = 2;
/// Rounds of regret matching for the choice itself, and for each of the choices that follow.
const ROUNDS: usize = 1500;
const INNER_ROUNDS: usize = 120;

/// What a helper in reserve is worth, in turns of the usual size: it waits for a turn where it helps.
const fn reserve(helper: Helper) -> f64 {
    match helper {
        // Reverse turns a loss into a win.
        Helper::Reverse => 0.8,
        // Double adds to a win; Shield removes a loss.
        Helper::Double | Helper::Shield => 0.5,
    }
}

/// Every bid of `seat` with its chance. `lead` is the bid that the other seat has openly played this turn, if
/// any.
pub(super) fn mix(seat: Seat, position: Position, options: &Options, lead: Option<Bid>) -> Vec<(Bid, f64)> {
    let bids = [Seat::FIRST, Seat::SECOND].map(|seat| position.bids(seat, options).collect::<Vec<Bid>>());
    let matrix = entries(position, options, &bids);
    let own = &bids[seat.index()];
    let chances = match lead {
        Some(lead) => {
            let other = bids[seat.other_of_two().index()].iter().position(|&bid| bid == lead).unwrap_or(0);
            let worth = |bid: usize| {
                if seat == Seat::FIRST { matrix[bid][other] } else { 1.0 - matrix[other][bid] }
            };
            pure(first_best(own.len(), worth), own.len())
        }
        None if options.open_lead => {
            let worst = |bid: usize| {
                if seat == Seat::FIRST {
                    least(matrix[bid].iter().copied())
                } else {
                    1.0 - most(matrix.iter().map(|row| row[bid]))
                }
            };
            pure(first_best(own.len(), worst), own.len())
        }
        None => equilibrium(&matrix, ROUNDS).1[seat.index()].clone(),
    };
    own.iter().copied().zip(chances).collect()
}

/// The chance that seat 0 wins after each pair of bids.
fn entries(position: Position, options: &Options, bids: &[Vec<Bid>; 2]) -> Vec<Vec<f64>> {
    let worth = |a: Bid, b: Bid| chance(position.play(a, b, options), options);
    bids[0].iter().map(|&a| bids[1].iter().map(|&b| worth(a, b)).collect()).collect()
}

/// The chance that seat 0 wins, a draw counting half.
fn chance(position: Position, options: &Options) -> f64 {
    if position.is_finished() {
        return match position.ahead() {
            Some(Seat::FIRST) => 1.0,
            None => 0.5,
            Some(_) => 0.0,
        };
    }
    if position.hands[0].len() > EXACT_CARDS {
        return estimate(position, options);
    }
    let bids = [Seat::FIRST, Seat::SECOND].map(|seat| position.bids(seat, options).collect::<Vec<Bid>>());
    let matrix = entries(position, options, &bids);
    if !options.open_lead {
        return equilibrium(&matrix, INNER_ROUNDS).0;
    }
    if position.leader() == Seat::FIRST {
        most(matrix.iter().map(|row| least(row.iter().copied())))
    } else {
        least((0..bids[1].len()).map(|column| most(matrix.iter().map(|row| row[column]))))
    }
}

/// The same, estimated from the lead, what choosing at random would add to it, and how far that may be off.
fn estimate(position: Position, options: &Options) -> f64 {
    let [own, other] = position.hands;
    let pairs = own.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
    let (mut sum, mut size, mut squares) = (0.0, 0.0, 0.0);
    for (a, b) in pairs {
        let points = f64::from(a.number() + b.number());
        if a != b {
            sum += if a > b { points } else { -points };
            size += points;
            squares += points * points;
        }
    }
    let weights: Vec<f64> = if position.is_bonus() {
        vec![1.0; own.len()]
    } else {
        options.turn_weights[Card::COUNT - own.len()..].iter().map(|weight| weight.as_f64()).collect()
    };
    let cells = (own.len() * own.len()) as f64;
    let weight: f64 = weights.iter().sum();
    let usual = size / cells * weight / weights.len() as f64;
    let reserves = |helpers: Helpers| helpers.iter().map(reserve).sum::<f64>();
    let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| reserves(position.helpers(seat, options)));
    let [own, other] = position.scores.map(Score::as_f64);
    let lead = own - other + sum / cells * weight + (first - second) * usual;
    let spread = (squares / cells * weights.iter().map(|weight| weight * weight).sum::<f64>()).sqrt();
    // Plain arithmetic, so that every machine gives the same bits.
    let far = lead / spread.max(1e-9);
    0.5 + 0.5 * far / (1.0 + far * far).sqrt()
}

/// The value of a matrix game and the mixes of both, by regret matching: each player shifts to what it
/// regrets not having played, and the averages converge to the equilibrium.
fn equilibrium(matrix: &[Vec<f64>], rounds: usize) -> (f64, [Vec<f64>; 2]) {
    let sizes = [matrix.len(), matrix[0].len()];
    let mut regrets = sizes.map(|size| vec![0.0; size]);
    let mut totals = sizes.map(|size| vec![0.0; size]);
    for round in 1..=rounds {
        let rows = in_proportion(&regrets[0]);
        let columns = in_proportion(&regrets[1]);
        let gains: Vec<f64> = matrix.iter().map(|row| dot(row, &columns)).collect();
        let mut losses = vec![0.0; sizes[1]];
        for (row, chance) in matrix.iter().zip(&rows) {
            for (loss, entry) in losses.iter_mut().zip(row) {
                *loss += chance * entry;
            }
        }
        let value = dot(&gains, &rows);
        for (regret, gain) in regrets[0].iter_mut().zip(&gains) {
            *regret = f64::max(*regret + gain - value, 0.0);
        }
        for (regret, loss) in regrets[1].iter_mut().zip(&losses) {
            *regret = f64::max(*regret + value - loss, 0.0);
        }
        // Later rounds count more.
        for (totals, mix) in totals.iter_mut().zip([&rows, &columns]) {
            totals.iter_mut().zip(mix).for_each(|(total, chance)| *total += round as f64 * chance);
        }
    }
    let mixes = totals.map(|totals| in_proportion(&totals));
    let value = matrix.iter().zip(&mixes[0]).map(|(row, chance)| chance * dot(row, &mixes[1])).sum();
    (value, mixes)
}

/// Chances in proportion to the weights; all equal if the weights are zero.
fn in_proportion(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    if sum > 0.0 {
        weights.iter().map(|weight| weight / sum).collect()
    } else {
        vec![1.0 / weights.len() as f64; weights.len()]
    }
}

fn pure(index: usize, len: usize) -> Vec<f64> {
    (0..len).map(|number| f64::from(u8::from(number == index))).collect()
}

/// The index of the best; among equals the first, which keeps helpers and high cards.
fn first_best(len: usize, worth: impl Fn(usize) -> f64) -> usize {
    (0..len).rev().max_by(|&a, &b| worth(a).total_cmp(&worth(b))).unwrap_or(0)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn least(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::INFINITY, f64::min)
}

fn most(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::NEG_INFINITY, f64::max)
}

/// The helper that brings `card` most against cards that are all equally likely; `None` if none helps.
pub(super) fn best_helper(card: Card, others: &[Card], helpers: Helpers) -> Option<Helper> {
    let points = |other: Card| f64::from(card.number() + other.number());
    let won: f64 = others.iter().filter(|&&other| other < card).map(|&other| points(other)).sum();
    let lost: f64 = others.iter().filter(|&&other| other > card).map(|&other| points(other)).sum();
    let gain = |helper: Helper| match helper {
        Helper::Reverse => 2.0 * (lost - won),
        Helper::Double => won - lost,
        Helper::Shield => lost,
    };
    let helps = helpers.iter().filter(|&helper| gain(helper) > 0.0);
    helps.max_by(|&a, &b| gain(a).total_cmp(&gain(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use baize_nine::Ties;

    fn all() -> Options {
        Options { special: Helpers::ALL, ..Options::default() }
    }

    fn played(text: &str, options: &Options, lead: Option<Bid>) -> Vec<(String, f64)> {
        let likely = mix(Seat::FIRST, text.parse().unwrap(), options, lead);
        let named = likely.into_iter().filter(|(_, chance)| *chance > 0.01);
        named
            .map(|(Bid { card, helper }, chance)| {
                (format!("{card}{}", helper.map_or("", |helper| &helper.name()[..1])), chance)
            })
            .collect()
    }

    fn surely(text: &str, options: &Options, lead: Option<Bid>, expect: &str) {
        let found = played(text, options, lead);
        assert!(found.len() == 1 && found[0].0 == expect, "{text}: {found:?}");
    }

    #[test]
    fn rock_paper_scissors_is_played_evenly() {
        let matrix = vec![vec![0.5, 0.0, 1.0], vec![1.0, 0.5, 0.0], vec![0.0, 1.0, 0.5]];
        let (value, mixes) = equilibrium(&matrix, ROUNDS);
        assert!((value - 0.5).abs() < 1e-3, "{value}");
        assert!(mixes.iter().flatten().all(|chance| (chance - 1.0 / 3.0).abs() < 0.02), "{mixes:?}");
    }

    /// On the last card each, a winning bid is found.
    #[test]
    fn the_last_turn_is_played_exactly() {
        // 2 loses to 9 and needs the points: only reverse helps, and nobody can answer it.
        surely("2/9 0-0 ~/rds", &all(), None, "2r");
        // 9 against 2, twelve behind: eleven points are not enough, but doubled they are.
        surely("9/2 0-12 ~/rds", &all(), None, "9d");
        // 2 against 9, five ahead: the shield keeps the lead, and so would a reversal.
        let found = played("2/9 5-0 ~r/rds", &all(), None);
        assert!(found.iter().all(|(bid, _)| bid == "2s"), "{found:?}");
    }

    #[test]
    fn an_open_lead_is_answered_and_not_guessed() {
        let open = Options { open_lead: true, ..all() };
        let lead = Bid { card: Card::new(9).unwrap(), helper: None };
        surely("4/9 0-0 ~/rds", &open, Some(lead), "4r");
    }

    #[test]
    fn chances_are_chances_under_all_rules() {
        let rules = [
            all(),
            Options { bonus: true, ..Options::default() },
            Options { ties: Ties::Carry, turn_weights: [Score::ZERO; 9], ..all() },
            Options { open_lead: true, bonus: true, ..all() },
        ];
        for options in rules {
            for text in ["123456789/123456789 0-0", "259/358 20-18", "15/26 0-90", "7/3 1-0"] {
                for seat in [Seat::FIRST, Seat::SECOND] {
                    let mix = mix(seat, text.parse().unwrap(), &options, None);
                    let sum: f64 = mix.iter().map(|(_, chance)| chance).sum();
                    assert!((sum - 1.0).abs() < 1e-9, "{options:?} {text}: {sum}");
                }
            }
        }
    }

    #[test]
    fn what_helps_a_card_depends_on_what_it_meets() {
        let card = |number| Card::new(number).unwrap();
        let others = [card(2), card(3), card(4)];
        assert_eq!(best_helper(card(9), &others, Helpers::ALL), Some(Helper::Double));
        assert_eq!(best_helper(card(1), &others, Helpers::ALL), Some(Helper::Reverse));
        let kept = Helpers::ALL.except(Helpers::NONE.with(Some(Helper::Reverse)));
        assert_eq!(best_helper(card(1), &others, kept), Some(Helper::Shield));
        assert_eq!(best_helper(card(9), &others, Helpers::NONE), None);
    }
}
