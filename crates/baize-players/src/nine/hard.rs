//! `hard`: predicts what the opponent plays and punishes it, at a risk that is known exactly and never above its
//! account.
//!
//! Perfect play `u` is worth the same `v` against everything. Any other mix `x` is worth at least `v - risk`, and the
//! matrix of exact winning chances says what the risk is. The account begins with [`BUDGET`] wins for the whole sitting
//! against this opponent; a turn risks at most a quarter of it. After the reveal of the card c the account changes by
//! exactly what `x` was worth against c, less v, so it never becomes negative, and the expected result of the whole
//! sitting is at least that of perfect play less the budget, whatever the opponent does.

use super::exact::{Exact, Play};
use super::policy::Policy;
use super::predict::{Last, Moment, Predictor};
use super::{Follower, draw, mirrored, probabilities, rank};
use crate::{Budget, Choice, Player};
use baize_nine::{Action, Card, Hand, Nine, Options, Position, View};
use baize_nine_solver::{Matrix, Mix, Objective};
use baize_rules::{Dice, Menu, Score, Seat, Seed};
use serde_json::{Value, json};

/// What `hard` may lose in a whole sitting, in wins, against somebody who knows all about it.
pub(super) const BUDGET: f64 = 0.5;
/// The part of the account that one turn may risk. Who risks it all at once is soon broke.
const PART: f64 = 0.25;
/// Policies that it knows by heart.
pub(super) const LIBRARY: &[Policy] = &[
    Policy::Easy,
    Policy::Beginner,
    Policy::Medium,
    Policy::MediumLoose,
    Policy::Aggressive,
    Policy::Defensive,
];

/// The player.
pub(super) struct Hard {
    mind: Mind,
    /// Plays with an open lead.
    open: Box<dyn Player<Nine>>,
    dice: Dice,
}

/// All that `hard` knows: it follows from the public play alone, not from its dice.
pub(super) struct Mind {
    predictor: Predictor,
    exact: Exact,
    pub(super) account: f64,
    /// The turns of this game so far, our card first.
    turns: Vec<[Card; 2]>,
}

/// What it means to do, and why.
pub(super) struct Plan {
    pub(super) mix: Mix,
    pub(super) risk: f64,
    expected: Mix,
    play: Play,
    gain: f64,
}

impl Hard {
    pub(super) fn new(seed: &Seed) -> Hard {
        Hard { mind: Mind::new(LIBRARY), open: Follower::boxed(Policy::Perfect, seed), dice: Dice::new(seed) }
    }
}

impl Player<Nine> for Hard {
    fn choose(&mut self, view: &View, menu: &Menu<Action>, budget: Budget) -> Choice<Action> {
        let Some(seat) = view.you else {
            return Choice { action: menu.actions()[0].clone(), info: Value::Null };
        };
        if view.options.open_lead {
            // Half of the choices are made with open eyes: there is nothing to guess, and the rest follows from it.
            return self.open.choose(view, menu, budget);
        }
        let plan = self.mind.look(view, seat);
        let card = draw(&plan.mix, view.hands[seat.index()], &mut self.dice);
        Choice { action: Action::play(card), info: self.mind.explain(&plan, view.hands, seat) }
    }
}

impl Mind {
    pub(super) fn new(library: &[Policy]) -> Mind {
        Mind { predictor: Predictor::new(library), exact: Exact::default(), account: BUDGET, turns: Vec::new() }
    }

    /// Catches up with what was played, and plans this turn.
    fn look(&mut self, view: &View, seat: Seat) -> Plan {
        let other = seat.other_of_two();
        let played: Vec<[Card; 2]> =
            view.played[seat.index()].iter().zip(&view.played[other.index()]).map(|(&a, &b)| [a, b]).collect();
        if !played.starts_with(&self.turns) {
            self.end_game();
        }
        let mut position = beginning(view, seat);
        for (number, &[ours, theirs]) in played.iter().enumerate() {
            if number == self.turns.len() {
                self.see(position, &view.options, ours, theirs);
            }
            position = position.play(ours, theirs, &view.options);
        }
        self.plan(mirrored_for(view.position(), seat), &view.options)
    }

    /// What to do in a position, seen from our side.
    pub(super) fn plan(&mut self, position: Position, options: &Options) -> Plan {
        let play = self.exact.play(position, options);
        let perfect = play.mixes[0];
        let moment = self.moment(position);
        let expected = self.predictor.mix(&moment, options, &play.matrix);
        let allowance = if play.objective == Objective::Win { PART * self.account } else { 0.0 };
        let mix = punish(&play.matrix, play.value, &perfect, &expected, allowance);
        let risk = (play.value - play.matrix.secured(&mix)).max(0.0);
        let rows = play.matrix.against_rows(&expected);
        let gain = rows.iter().zip(mix.values()).map(|(row, chance)| row * chance).sum::<f64>() - play.value;
        Plan { mix, risk, expected, play, gain }
    }

    /// Learns from a turn that was played from this position.
    pub(super) fn see(&mut self, position: Position, options: &Options, ours: Card, theirs: Card) {
        let Plan { mix, play, .. } = self.plan(position, options);
        let column = rank(position.hands[1], theirs);
        if play.objective == Objective::Win {
            self.account += play.matrix.against_columns(&mix)[column] - play.value;
        }
        let moment = self.moment(position);
        self.predictor.learn(&moment, options, &play.matrix, theirs, ours);
        self.turns.push([ours, theirs]);
    }

    /// A new game against the same opponent begins.
    pub(super) fn end_game(&mut self) {
        let theirs: Vec<Card> = self.turns.drain(..).map(|[_, theirs]| theirs).collect();
        self.predictor.end_game(&theirs);
    }

    fn moment(&self, position: Position) -> Moment {
        let last = match self.turns.last() {
            None => Last::Nothing,
            Some([ours, theirs]) if ours == theirs => Last::Tied,
            Some([ours, theirs]) if ours > theirs => Last::Lost,
            Some(_) => Last::Won,
        };
        Moment { position, last, played: self.turns.iter().map(|turn| turn[1]).collect() }
    }

    fn explain(&self, plan: &Plan, hands: [Hand; 2], seat: Seat) -> Value {
        let (turns, hit, blind) = self.predictor.record();
        let other = seat.other_of_two();
        let why = if plan.risk > 0.0 {
            "a guess at the other's card, weighed against an exact risk"
        } else {
            "perfect play: nothing to gain from the guess, or nothing left to risk"
        };
        json!({
            "why": why,
            "probabilities": probabilities(&plan.mix, hands[seat.index()]),
            "expects": probabilities(&plan.expected, hands[other.index()]),
            "winChance": plan.play.value + plan.gain,
            "winChanceAtLeast": plan.play.value - plan.risk,
            "account": self.account,
            "budget": BUDGET,
            "guesses": { "turns": turns, "meanChance": hit, "blindChance": blind },
        })
    }
}

/// The mix that gains most on the prediction and is worth at least `value - allowance` against everything.
fn punish(matrix: &Matrix, value: f64, perfect: &Mix, expected: &Mix, allowance: f64) -> Mix {
    let rows = matrix.against_rows(expected);
    let best = (0..rows.len()).max_by(|&a, &b| rows[a].total_cmp(&rows[b])).unwrap_or(0);
    let bold = Mix::pure(best, rows.len());
    let fits = |mix: &Mix| value - matrix.secured(mix) <= allowance;
    if fits(&bold) {
        return bold;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if fits(&perfect.blend(&bold, middle)) { low = middle } else { high = middle }
    }
    perfect.blend(&bold, low)
}

/// The first position of this game that is known, seen from `seat`: with the listed cards back in the hands and their
/// points taken back.
fn beginning(view: &View, seat: Seat) -> Position {
    let mut start = mirrored_for(view.position(), seat);
    let played = [seat, seat.other_of_two()].map(|seat| &view.played[seat.index()]);
    for (hand, played) in start.hands.iter_mut().zip(played) {
        *hand = played.iter().fold(*hand, |hand, &card| hand.with(card));
    }
    let scores = start.scores;
    (start.scores, start.carried) = ([Score::ZERO; 2], Score::ZERO);
    let mut replayed = start;
    for (&ours, &theirs) in played[0].iter().zip(played[1]) {
        replayed = replayed.play(ours, theirs, &view.options);
    }
    for ((start, end), played) in start.scores.iter_mut().zip(scores).zip(replayed.scores) {
        *start = Score::thousandths(end.in_thousandths() - played.in_thousandths());
    }
    start
}

/// A position as `seat` sees it: its own hand and points first.
fn mirrored_for(position: Position, seat: Seat) -> Position {
    if seat == Seat::FIRST { position } else { mirrored(position) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baize_nine_solver::chance_is_perfect;

    /// The share of the points that `hard` with this library gets in a sitting against a policy, over the games after
    /// the first `warm_up`, and the account after it.
    fn sitting(library: &[Policy], foe: Policy, options: &Options, games: u32, warm_up: u32, seed: &str) -> (f64, f64) {
        let seed = Seed::from_text(seed);
        let mut dice = [Dice::new(&seed.branch("hard")), Dice::new(&seed.branch("foe"))];
        let (mut mind, mut exact) = (Mind::new(library), Exact::default());
        let mut points = 0.0;
        for game in 0..games {
            let mut position = Position::START;
            while !position.is_finished() {
                let ours = draw(&mind.plan(position, options).mix, position.hands[0], &mut dice[0]);
                let mix = foe.mix(Seat::SECOND, None, position, options, &mut exact);
                let theirs = draw(&mix, position.hands[1], &mut dice[1]);
                mind.see(position, options, ours, theirs);
                position = position.play(ours, theirs, options);
            }
            mind.end_game();
            if game >= warm_up {
                points += match position.ahead() {
                    Some(Seat::FIRST) => 1.0,
                    None => 0.5,
                    _ => 0.0,
                };
            }
        }
        (points / f64::from(games - warm_up), mind.account)
    }

    #[test]
    fn measure() {
        let without = |out: &[Policy]| LIBRARY.iter().copied().filter(|p| !out.contains(p)).collect::<Vec<_>>();
        use Policy::*;
        for (name, library, foe) in [
            ("all", without(&[]), Medium),
            ("no medium", without(&[Medium]), Medium),
            ("no mediums", without(&[Medium, MediumLoose]), Medium),
            ("all", without(&[]), MediumLoose),
            ("no loose", without(&[MediumLoose]), MediumLoose),
            ("no mediums", without(&[Medium, MediumLoose]), MediumLoose),
            ("none", vec![Easy], MediumLoose),
            ("all", without(&[]), Beginner),
            ("all", without(&[]), Aggressive),
            ("all", without(&[]), Easy),
        ] {
            let start = std::time::Instant::now();
            let (points, account) = sitting(&library, foe, &Options::default(), 2000, 0, "any");
            let (warm, _) = sitting(&library, foe, &Options::default(), 2050, 50, "other");
            let single = (0..400).map(|n| sitting(&library, foe, &Options::default(), 1, 0, &format!("s{n}")).0).sum::<f64>() / 400.0;
            let ten = (0..40).map(|n| sitting(&library, foe, &Options::default(), 10, 0, &format!("s{n}")).0).sum::<f64>() / 40.0;
            println!("{foe:?} {name}: {points:.4} (warm {warm:.4}, single {single:.4}, ten {ten:.4}) account {account:.2} {:?}", start.elapsed());
        }
    }
}
