//! `hard`: predicts what the opponent plays and punishes it, at a risk that is known exactly and never more
//! than its account allows.
//!
//! Perfect play `u` is worth `v` against everything. Any other mix `x` is worth at least `v - risk`, and the
//! matrix of exact winning chances says what the risk is. The account begins with [`BUDGET`] wins for the
//! whole sitting against this opponent; a turn risks at most a quarter of it. After the reveal of the card c
//! the account changes by exactly what `x` was worth against c, less v, so it never becomes negative, and the
//! expected result of the whole sitting is at least that of perfect play less the budget, whatever the
//! opponent does.

use super::exact::{Exact, Play};
use super::explain::{self, Reason};
use super::policy::Policy;
use super::predict::{Last, Moment, Predictor};
use super::{Follower, draw, mirrored, probabilities, rank};
use crate::{Budget, Choice, Player};
use baize_nine::{Action, Card, Hand, Nine, Options, Position, View};
use baize_nine_solver::{Matrix, Mix, Objective};
use baize_rules::{Dice, Menu, Score, Seat, Seed};
use serde_json::{Value, json};

/// How many wins `hard` may lose in a whole sitting to an opponent who knows all about it.
pub(super) const BUDGET: f64 = 0.5;
/// The share of the account that one turn may risk. Risking it all at once would soon use it up.
const PART: f64 = 0.25;
/// A risk this small is only rounding.
const NO_RISK: f64 = 1e-9;
/// The policies that the predictor knows from the start.
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
    /// Plays where there is nothing to guess or to solve exactly: with an open lead, helpers or bonus turns.
    other: Box<dyn Player<Nine>>,
    dice: Dice,
}

/// Everything that `hard` knows, which follows from the public play alone and not from its dice.
#[derive(Clone)]
pub(super) struct Mind {
    predictor: Predictor,
    exact: Exact,
    pub(super) account: f64,
    /// The turns of this game so far, our card first.
    turns: Vec<[Card; 2]>,
}

/// What it means to do, and why.
pub(super) struct Plan {
    moment: Moment,
    objective: Objective,
    /// The value of perfect play.
    value: f64,
    /// The expected mix of the opponent.
    expected: Mix,
    pub(super) mix: Mix,
}

impl Plan {
    /// How much the mix may lose compared with perfect play.
    fn risk(&self) -> f64 {
        (self.value - self.moment.matrix.secured(&self.mix)).max(0.0)
    }

    /// What the mix gains if the opponent plays as expected.
    fn gain(&self) -> f64 {
        let rows = self.moment.matrix.against_rows(&self.expected);
        rows.iter().zip(self.mix.values()).map(|(row, chance)| row * chance).sum::<f64>() - self.value
    }

    /// The reason for a card of the mix.
    fn reason(&self, card: Card) -> Option<Reason> {
        let hands = self.moment.position.hands;
        let own = rank(hands[0], card);
        if self.objective == Objective::Win && explain::decides(&self.moment.matrix, own) {
            return Some(Reason::Decides);
        }
        let guessed = if self.risk() > NO_RISK {
            explain::expected(&self.expected, hands[1], card)
        } else {
            explain::chosen(self.mix.values()[own], hands[0].len())
        };
        explain::reason(hands, None, card, guessed)
    }
}

impl Hard {
    pub(super) fn new(seed: &Seed) -> Hard {
        Hard {
            mind: Mind::new(LIBRARY),
            other: Follower::boxed(Policy::Perfect, seed),
            dice: Dice::new(seed),
        }
    }
}

impl Player<Nine> for Hard {
    fn choose(&mut self, view: &View, menu: &Menu<Action>, budget: Budget) -> Choice<Action> {
        let Some(seat) = view.you else {
            return Choice::new(menu.actions()[0].clone(), Value::Null);
        };
        if view.options.open_lead || view.options.is_extended() {
            // With an open lead half of the choices are replies to a visible card: there is nothing to guess,
            // and the rest follows from that. With helpers or bonus turns no risk is known exactly, so none
            // is taken.
            return self.other.choose(view, menu, budget);
        }
        let plan = self.mind.look(view, seat);
        let card = draw(&plan.mix, view.hands[seat.index()], &mut self.dice);
        let mut info = self.mind.explain(&plan, view.hands, seat);
        info["reason"] = json!(plan.reason(card));
        Choice::new(Action::play(card), info)
    }
}

impl Mind {
    pub(super) fn new(library: &[Policy]) -> Mind {
        Mind {
            predictor: Predictor::new(library),
            exact: Exact::default(),
            account: BUDGET,
            turns: Vec::new(),
        }
    }

    /// Catches up with the cards played so far, and plans this turn.
    fn look(&mut self, view: &View, seat: Seat) -> Plan {
        let other = seat.other_of_two();
        let played: Vec<[Card; 2]> = view.played[seat.index()]
            .iter()
            .zip(&view.played[other.index()])
            .map(|(&a, &b)| [a, b])
            .collect();
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

    /// The plan for a position, seen from our side.
    pub(super) fn plan(&mut self, position: Position, options: &Options) -> Plan {
        let Play { objective, value, mixes: [perfect, theirs], matrix } = self.exact.play(position, options);
        let moment = self.moment(position, matrix, theirs);
        let expected = self.predictor.mix(&moment);
        // The account is kept in wins; while only points can be solved, nothing is risked.
        let allowance = if objective == Objective::Win { PART * self.account } else { 0.0 };
        let mix = punish(&moment.matrix, value, &perfect, &expected, allowance);
        Plan { moment, objective, value, expected, mix }
    }

    /// Learns from a turn played from this position.
    pub(super) fn see(&mut self, position: Position, options: &Options, ours: Card, theirs: Card) {
        let Plan { moment, objective, value, mix, .. } = self.plan(position, options);
        if objective == Objective::Win {
            let column = rank(position.hands[1], theirs);
            self.account += moment.matrix.against_columns(&mix)[column] - value;
        }
        self.predictor.learn(&moment, theirs, ours);
        self.turns.push([ours, theirs]);
    }

    /// Ends a game; the next one is against the same opponent.
    pub(super) fn end_game(&mut self) {
        let theirs: Vec<Card> = self.turns.drain(..).map(|[_, theirs]| theirs).collect();
        self.predictor.end_game(&theirs);
    }

    fn moment(&self, position: Position, matrix: Matrix, perfect: Mix) -> Moment {
        let last = match self.turns.last() {
            None => Last::Nothing,
            Some([ours, theirs]) if ours == theirs => Last::Tied,
            Some([ours, theirs]) if ours > theirs => Last::Lost,
            Some(_) => Last::Won,
        };
        Moment { position, matrix, perfect, last, played: self.turns.iter().map(|turn| turn[1]).collect() }
    }

    fn explain(&self, plan: &Plan, hands: [Hand; 2], seat: Seat) -> Value {
        let (turns, hit, blind) = self.predictor.record();
        let other = seat.other_of_two();
        let (risk, gain) = (plan.risk(), plan.gain());
        let why = if risk > NO_RISK {
            "a guess at the other's card, weighed against an exact risk"
        } else {
            "perfect play: nothing to gain from a guess, or nothing left to risk"
        };
        let [sure, least] = match plan.objective {
            Objective::Win => ["winChance", "winChanceAtLeast"],
            Objective::Difference => ["points", "pointsAtLeast"],
        };
        json!({
            "why": why,
            "probabilities": probabilities(&plan.mix, hands[seat.index()]),
            "expects": probabilities(&plan.expected, hands[other.index()]),
            sure: plan.value + gain,
            least: plan.value - risk,
            "account": self.account,
            "budget": BUDGET,
            "guesses": { "turns": turns, "meanChance": hit, "blindChance": blind },
        })
    }
}

/// The mix that gains most on the prediction and is worth at least `value - allowance` against everything.
///
/// Against an opponent who plays as predicted with chance `trust` and otherwise as badly for us as possible,
/// the best mix is the equilibrium of a matrix game; its risk grows with the trust. So this finds the
/// greatest trust that the allowance permits, and then goes as far towards the next bolder mix as the
/// allowance lasts.
fn punish(matrix: &Matrix, value: f64, perfect: &Mix, expected: &Mix, allowance: f64) -> Mix {
    let rows = matrix.against_rows(expected);
    let entries: Vec<&[f64]> = matrix.rows().collect();
    let fits = |mix: &Mix| value - matrix.secured(mix) <= allowance;
    let best = (0..rows.len()).max_by(|&a, &b| rows[a].total_cmp(&rows[b])).unwrap_or(0);
    let (mut safe, mut bold) = (*perfect, Mix::pure(best, rows.len()));
    if fits(&bold) {
        return bold;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..16 {
        let trust = (low + high) / 2.0;
        let mixed = Matrix::new(rows.len(), |i, j| trust * rows[i] + (1.0 - trust) * entries[i][j]);
        let mix = mixed.solve().mixes[0];
        if fits(&mix) { (low, safe) = (trust, mix) } else { (high, bold) = (trust, mix) }
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..40 {
        let share = (low + high) / 2.0;
        if fits(&safe.blend(&bold, share)) { low = share } else { high = share }
    }
    safe.blend(&bold, low)
}

/// The first known position of this game, seen from `seat`: with the listed cards back in the hands and their
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
    use baize_nine::Ties;
    use baize_nine_solver::{Sight, worst_case};

    fn plain() -> Options {
        Options::default()
    }

    fn library_without(unknown: &[Policy]) -> Vec<Policy> {
        LIBRARY.iter().copied().filter(|policy| !unknown.contains(policy)).collect()
    }

    fn points(position: Position) -> f64 {
        match position.ahead() {
            Some(Seat::FIRST) => 1.0,
            None => 0.5,
            Some(_) => 0.0,
        }
    }

    /// Plays games against an opponent that chooses from a position and the plan, and returns the mean share
    /// of the points.
    fn sitting(
        mind: &mut Mind,
        games: u32,
        options: &Options,
        mut foe: impl FnMut(Position, &Plan) -> Mix,
    ) -> f64 {
        let seed = Seed::from_text("a sitting");
        let mut dice = [Dice::new(&seed.branch("hard")), Dice::new(&seed.branch("foe"))];
        let mut sum = 0.0;
        for _ in 0..games {
            let mut position = Position::START;
            while !position.is_finished() {
                let plan = mind.plan(position, options);
                assert!(
                    plan.risk() <= PART * mind.account + 1e-12,
                    "the risk is within its part of the account"
                );
                let ours = draw(&plan.mix, position.hands[0], &mut dice[0]);
                let theirs = draw(&foe(position, &plan), position.hands[1], &mut dice[1]);
                mind.see(position, options, ours, theirs);
                assert!(mind.account >= -1e-12, "the account is never overdrawn");
                position = position.play(ours, theirs, options);
            }
            mind.end_game();
            sum += points(position);
        }
        sum / f64::from(games)
    }

    fn against(foe: Policy, unknown: &[Policy], games: u32) -> f64 {
        let mut exact = Exact::default();
        let mut mind = Mind::new(&library_without(unknown));
        sitting(&mut mind, games, &plain(), |position, _| {
            foe.mix(Seat::SECOND, position, || exact.play(position, &plain()).mixes[1])
        })
    }

    #[test]
    fn it_beats_medium_known_or_not() {
        assert!(against(Policy::Medium, &[], 2000) >= 0.99);
        assert!(against(Policy::Medium, &[Policy::Medium], 2000) >= 0.99);
        assert!(against(Policy::Medium, &[Policy::Medium, Policy::MediumLoose], 2000) >= 0.99);
    }

    #[test]
    fn it_beats_medium_loose_known_or_not() {
        assert!(against(Policy::MediumLoose, &[], 2000) >= 0.93);
        assert!(against(Policy::MediumLoose, &[Policy::Medium, Policy::MediumLoose], 2000) >= 0.93);
    }

    #[test]
    fn it_beats_the_others_and_loses_nothing_to_chance() {
        assert!(against(Policy::Beginner, &[], 500) >= 0.9);
        assert!(against(Policy::Aggressive, &[], 2000) >= 0.6);
        // 500 games have a standard error of 2.1 %, and half a game may be lost.
        assert!(against(Policy::Easy, &[], 500) >= 0.43);
    }

    /// An opponent who sees through it gets no more than the budget: the account says exactly what was lost,
    /// and stays above zero.
    #[test]
    fn a_mind_reader_gains_no_more_than_the_budget() {
        let mut mind = Mind::new(LIBRARY);
        sitting(&mut mind, 300, &plain(), |_, plan| {
            let worth = plan.moment.matrix.against_columns(&plan.mix);
            let best = (0..worth.len()).min_by(|&a, &b| worth[a].total_cmp(&worth[b])).unwrap();
            Mix::pure(best, worth.len())
        });
        assert!((0.0..BUDGET).contains(&mind.account), "{}", mind.account);
    }

    /// What `hard` still gets against an opponent who knows it and all that follows; checked at every node on
    /// the way.
    fn best_reply(mind: &Mind, position: Position, options: &Options) -> f64 {
        if position.is_finished() {
            return points(position);
        }
        let plan = mind.clone().plan(position, options);
        let replies = position.hands[1].iter().map(|theirs| {
            let cards = position.hands[0].iter().zip(plan.mix.values()).filter(|(_, chance)| **chance > 0.0);
            let worth = |(ours, chance): (Card, &f64)| {
                let mut next = mind.clone();
                next.see(position, options, ours, theirs);
                chance * best_reply(&next, position.play(ours, theirs, options), options)
            };
            cards.map(worth).sum::<f64>()
        });
        let least = replies.fold(f64::INFINITY, f64::min);
        assert!(least >= plan.value - mind.account - 1e-9, "{position:?}: {least}");
        least
    }

    /// A mind that has met a policy for some games.
    fn met(foe: Policy, games: u32) -> Mind {
        let (mut mind, mut exact) = (Mind::new(LIBRARY), Exact::default());
        sitting(&mut mind, games, &plain(), |position, _| {
            foe.mix(Seat::SECOND, position, || exact.play(position, &plain()).mixes[1])
        });
        mind
    }

    /// Over the whole tree of what can still happen, with accounts of several sizes and a misled predictor,
    /// the best reply gets no more than the account.
    #[test]
    fn the_exact_best_reply_gains_no_more_than_the_account() {
        let carry = Options { ties: Ties::Carry, ..plain() };
        let mut lost = 0.0_f64;
        for (foe, games) in [(Policy::Easy, 0), (Policy::Medium, 3), (Policy::Beginner, 2)] {
            for account in [BUDGET, 0.05, 2.0] {
                for (text, options) in
                    [("1369/2578 10-12", plain()), ("4567/4567 0-0", plain()), ("2459/1679 9-5", carry)]
                {
                    let mut mind = met(foe, games);
                    mind.account = account;
                    let position: Position = text.parse().unwrap();
                    let value = mind.exact.play(position, &options).value;
                    let least = best_reply(&mind, position, &options);
                    assert!(value - least <= account + 1e-9, "{text}: {least} of {value}");
                    lost = lost.max(value - least);
                }
            }
        }
        assert!(lost > 0.1, "a test that nothing is risked in shows nothing: {lost}");
    }

    /// The same from five cards: 14,400 possible continuations.
    #[test]
    fn the_budget_holds_from_five_cards() {
        let position: Position = "13579/24689 11-9".parse().unwrap();
        let mind = met(Policy::Medium, 1);
        let mind = Mind { account: BUDGET, ..mind };
        best_reply(&mind, position, &plain());
    }

    /// The best reply to a policy that depends only on the position, over the whole game.
    fn worst(policy: Policy, objective: Objective) -> f64 {
        let mut exact = Exact::default();
        let mix = |position: Position| {
            policy.mix(Seat::FIRST, position, || exact.play(position, &plain()).mixes[0])
        };
        worst_case(Position::START, &plain(), objective, Sight::Lead, mix).unwrap()
    }

    #[test]
    fn best_replies_to_the_policies_are_as_published() {
        let check = |policy, objective, expect: f64, error: f64| {
            let found = worst(policy, objective);
            assert!((found - expect).abs() < error, "{policy:?} {objective:?}: {found}");
        };
        check(Policy::Easy, Objective::Difference, 0.0, 1e-9);
        check(Policy::Easy, Objective::Win, 0.5, 1e-9);
        check(Policy::Perfect, Objective::Win, 0.5, 1e-9);
        check(Policy::Medium, Objective::Difference, -33.02, 0.005);
        check(Policy::Medium, Objective::Win, 0.0, 1e-9);
        check(Policy::MediumLoose, Objective::Difference, -28.90, 0.005);
        check(Policy::MediumLoose, Objective::Win, 0.0184, 0.00005);
    }
}
