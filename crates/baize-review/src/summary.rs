//! Marks, accuracy, best move and turning point, computed alike for all games.

use crate::types::{Mark, Marks, Move, PlayerReview, Review, Unit, VERSION};
use baize_games::Record;
use baize_rules::Seat;

/// What losses mean in a game, as in the table in `docs/review.md`.
pub(crate) struct Scale {
    pub(crate) unit: Unit,
    /// The loss that halves the accuracy of a decision.
    pub(crate) half: f64,
    pub(crate) inaccuracy: f64,
    pub(crate) mistake: f64,
    pub(crate) blunder: f64,
    /// The value of a game in which nobody is ahead, if there can be a favourite.
    pub(crate) even: Option<f64>,
}

impl Scale {
    pub(crate) const DISCS: Scale =
        Scale { unit: Unit::Discs, half: 0.6, inaccuracy: 2.0, mistake: 4.0, blunder: 8.0, even: Some(0.0) };

    /// Points of difference.
    pub(crate) const POINTS: Scale = Scale {
        unit: Unit::Points,
        half: 8.0,
        inaccuracy: 6.0,
        mistake: 9.0,
        blunder: 14.0,
        even: Some(0.0),
    };

    /// A seat's own points, of which few are good; they give no favourite.
    pub(crate) const OWN_POINTS: Scale =
        Scale { unit: Unit::Points, half: 0.5, inaccuracy: 2.0, mistake: 5.0, blunder: 12.0, even: None };

    /// The chance of winning a rack, in points of 100.
    pub(crate) const RACK: Scale =
        Scale { half: 11.0, inaccuracy: 10.0, mistake: 15.0, blunder: 25.0, ..Scale::CHANCE };

    /// The chance of winning, in points of 100.
    pub(crate) const CHANCE: Scale = Scale {
        unit: Unit::Chance,
        half: 1.0,
        inaccuracy: 5.0,
        mistake: 10.0,
        blunder: 20.0,
        even: Some(50.0),
    };

    fn mark(&self, of: &Move) -> Option<Mark> {
        if !of.is_decision {
            return None;
        }
        let was_won = self.even.is_some_and(|even| of.exact && of.best_value > even && of.value <= even);
        match of.loss {
            loss if was_won || loss >= self.blunder => Some(Mark::Blunder),
            loss if loss >= self.mistake => Some(Mark::Mistake),
            loss if loss >= self.inaccuracy => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    /// How far the best of at least three choices is ahead of the rest, if it was played and the gap is at
    /// least a mistake.
    fn only_move_gap(&self, of: &Move) -> Option<f64> {
        let [best, second, _, ..] = &of.choices[..] else { return None };
        let gap = best.value - second.value;
        (of.is_decision && of.text == best.text && gap >= self.mistake).then_some(gap)
    }
}

/// How many only moves of a seat are marked: those with the widest gaps.
const MOST_ONLY_MOVES: usize = 3;
/// The fewest decisions for which an accuracy is given.
const FEWEST_DECISIONS: usize = 5;

/// Makes the whole review from its moves.
pub(crate) fn concluded(record: &Record, scale: &Scale, mut moves: Vec<Move>) -> Review {
    moves.sort_by_key(|of| of.n);
    for of in &mut moves {
        of.mark = scale.mark(of);
    }
    let players = Seat::first(record.seats).map(|seat| player(record, scale, &mut moves, seat)).collect();
    let turning_point = turning_point(record, scale, &moves);
    let (version, game, unit, inaccuracy) = (VERSION, record.game.clone(), scale.unit, scale.inaccuracy);
    Review { version, game, unit, inaccuracy, moves, players, turning_point, opening: None }
}

fn player(record: &Record, scale: &Scale, moves: &mut [Move], seat: Seat) -> PlayerReview {
    let mut gaps: Vec<(f64, usize)> = Vec::new();
    for (place, of) in moves.iter().enumerate().filter(|(_, of)| of.seat == seat) {
        gaps.extend(scale.only_move_gap(of).map(|gap| (gap, place)));
    }
    gaps.sort_by(|a, b| b.0.total_cmp(&a.0));
    gaps.truncate(MOST_ONLY_MOVES);
    for (_, place) in &gaps {
        moves[*place].mark = Some(Mark::OnlyMove);
    }
    let own = || moves.iter().filter(|of| of.seat == seat);
    let losses: Vec<f64> = own().filter(|of| of.is_decision).map(|of| of.loss).collect();
    let mean = |sum: f64| if losses.is_empty() { 0.0 } else { sum / losses.len() as f64 };
    let accuracy = mean(losses.iter().map(|loss| 100.0 * libm::exp2(-loss / scale.half)).sum());
    let count = |mark: Mark| own().filter(|of| of.mark == Some(mark)).count();
    PlayerReview {
        seat,
        name: PlayerReview::name_in(record, seat),
        accuracy: (losses.len() >= FEWEST_DECISIONS).then_some(accuracy),
        decisions: losses.len(),
        mean_loss: mean(losses.iter().sum()),
        marks: Marks {
            inaccuracies: count(Mark::Inaccuracy),
            mistakes: count(Mark::Mistake),
            blunders: count(Mark::Blunder),
        },
        best_move: gaps.first().map(|(_, place)| moves[*place].n),
        aim: None,
        expected: None,
        luck: None,
        readable: None,
    }
}

/// The last decision that gave the lead away; failing that, the largest loss of a seat that did not win, if
/// it was a mistake.
fn turning_point(record: &Record, scale: &Scale, moves: &[Move]) -> Option<usize> {
    let gave_away = |of: &&Move| {
        scale.even.is_some_and(|even| {
            let [before, after] = [of.best_value, of.value].map(|value| value.total_cmp(&even));
            of.loss >= scale.inaccuracy && before > after
        })
    };
    let has_won = |seat: Seat| record.result.as_ref().is_some_and(|outcome| outcome.won(seat));
    let largest = || {
        let lost = moves.iter().filter(|of| of.loss >= scale.mistake && !has_won(of.seat));
        lost.max_by(|a, b| a.loss.total_cmp(&b.loss))
    };
    moves.iter().filter(|of| of.is_decision).rfind(gave_away).or_else(largest).map(|of| of.n)
}
