//! Appraises a stroke against what else could have been done, all with the same steady hand.

use super::ground::Ground;
use super::hand::{Hand, slips};
use super::lie::{Lie, turned};
use super::outlook::Outlook;
use super::plan::{Goal, Planner};
use super::shark::{Skill, candidates};
use super::trial::{Stake, Trials};
use baize_nine_ball::{Cue, Next, Stroke, View};
use baize_rules::Seed;
use baize_search::{Limits, Watch};
use std::ops::Range;

/// A stroke tried with the errors of a steady hand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tried {
    /// The stroke as intended.
    pub cue: Cue,
    /// Whether it is a push-out.
    pub is_push_out: bool,
    /// The chance to win the rack with it.
    pub value: f64,
    /// The share of tries after which the shooter plays on or has won.
    pub chance: f64,
}

/// What a stroke was worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Appraisal {
    /// The intended stroke: as planned if the plan is known, otherwise as sent, but aimed at the middle of
    /// any nearby aims that drop a ball.
    pub meant: Tried,
    /// Alternatives, the best first.
    pub others: Vec<Tried>,
    /// What the choice cost, beyond doubt: the mean difference to the best alternative with the same errors,
    /// less 1.3 standard errors.
    pub loss: f64,
    /// The chance to win the rack after the stroke as it really came out.
    pub after: f64,
}

/// The hand with the standard noise.
const STEADY: Hand = Hand { noise: 1.0 };
/// How many strokes are compared with the one played.
const OTHERS: usize = 5;
/// How many errors to skip: strokes are chosen with the first ones and valued with others, or the luckiest
/// would look best.
const FRESH: usize = 128;
/// How many standard errors are subtracted from a loss, so that nobody is blamed for what may be chance.
const DOUBT: f64 = 1.3;
/// How far from a pot a person may aim and still mean it, in microradians: 1.5 degrees.
const NEAR: i32 = 26_180;
/// How many aims to either side are tried.
const STEPS: i32 = 12;

/// Appraises a stroke of the shooter of this view: alternatives are found within `limits`, and each is tried
/// `tries` times. `planned` is the intended stroke, if it is known. `None` if nobody can shoot or the stroke
/// is invalid.
pub fn stroke(
    view: &View,
    played: &Stroke,
    planned: Option<&Stroke>,
    limits: Limits,
    tries: usize,
) -> Option<Appraisal> {
    let cue = played.cue().ok()?;
    let seat = view.state.phase.seat()?;
    let lie = Lie::of(view);
    lie.cue()?;
    let fouls = view.state.fouls.get(seat.index()).copied().unwrap_or(0);
    let stake = Stake { is_break: view.state.shot_no == 0, is_push_out: false, fouls };
    let ground = Ground::new(view.state.options.table);
    let watch = Watch::start(limits);
    let seed = Seed::from_text("review").branch(&format!("{:?}", view.state));
    let mut found = candidates(view, Skill::HARD, planner(&ground, view, &watch), limits.nodes, &seed);
    found.truncate(OTHERS);
    let open = Watch::start(Limits { nodes: None, ..limits });
    let mut planner = planner(&ground, view, &open);
    let fresh = FRESH..FRESH + tries.min(slips().len() - FRESH);
    let own = Stake { is_push_out: played.push_out, ..stake };
    let meant = match planned.and_then(|planned| planned.cue().ok()) {
        Some(planned) => planned,
        None if played.push_out || stake.is_break => cue,
        None => meant(&mut planner, &lie, own, cue),
    };
    let mut tried = |cue: Cue, stake: Stake| {
        let (worths, chance) = planner.weigh(&lie, stake, cue, fresh.clone());
        (Tried { cue, is_push_out: stake.is_push_out, value: mean(&worths), chance }, worths)
    };
    let (meant, own_worths) = tried(meant, own);
    let mut others: Vec<(Tried, Vec<f64>)> = found
        .iter()
        .map(|(candidate, is_push_out)| tried(candidate.cue, Stake { is_push_out: *is_push_out, ..stake }))
        .collect();
    others.sort_by(|(a, _), (b, _)| b.value.total_cmp(&a.value));
    let loss = others.first().map_or(0.0, |(_, best)| beyond_doubt(best, &own_worths));
    let after = planner.exactly(&lie, own, cue);
    Some(Appraisal { meant, others: others.into_iter().map(|(tried, _)| tried).collect(), loss, after })
}

fn mean(list: &[f64]) -> f64 {
    list.iter().sum::<f64>() / list.len().max(1) as f64
}

/// The mean lead of the first over the second, try by try, less what may be chance.
fn beyond_doubt(best: &[f64], own: &[f64]) -> f64 {
    let ahead: Vec<f64> = best.iter().zip(own).map(|(best, own)| best - own).collect();
    let (lead, count) = (mean(&ahead), ahead.len().max(2) as f64);
    let squares: f64 = ahead.iter().map(|each| (each - lead) * (each - lead)).sum();
    (lead - DOUBT * (squares / (count - 1.0) / count).sqrt()).max(0.0)
}

/// An estimate of the chance to win the rack for the seat on turn, with the cue ball where it lies or in
/// hand.
pub fn glance(view: &View) -> f64 {
    let ground = Ground::new(view.state.options.table);
    let lie = Lie::of(view);
    let outlook = Outlook::new(&ground, STEADY.noise);
    if view.state.may_place.is_some() { outlook.in_hand(&lie) } else { outlook.at_table(&lie) }
}

fn planner<'a>(ground: &'a Ground, view: &View, watch: &'a Watch) -> Planner<'a> {
    Planner {
        ground,
        hand: STEADY,
        goal: Goal::Win,
        outlook: Outlook::new(ground, STEADY.noise),
        trials: Trials::new(ground, view.state.options, watch),
    }
}

/// The stroke turned to the middle of the nearby aims that keep the shooter at the table; unchanged if there
/// are none.
fn meant(planner: &mut Planner<'_>, lie: &Lie, stake: Stake, cue: Cue) -> Cue {
    let at = |step: i32| Cue { aim_urad: turned(f64::from(cue.aim_urad + step * NEAR / STEPS)), ..cue };
    let steps: Vec<i32> = (-STEPS..=STEPS).collect();
    let drops: Vec<bool> = steps
        .iter()
        .map(|&step| {
            let next = planner.trials.play(lie, stake, at(step)).next;
            matches!(next, Next::ShooterContinues | Next::ShooterWins)
        })
        .collect();
    let nearest =
        steps.iter().copied().filter(|step| drops[(step + STEPS) as usize]).min_by_key(|step| step.abs());
    let Some(nearest) = nearest else { return cue };
    let span = |way: i32| {
        let reached = (1..).map(|far| nearest + way * far);
        reached
            .take_while(|step| step.abs() <= STEPS && drops[(step + STEPS) as usize])
            .last()
            .unwrap_or(nearest)
    };
    let (low, high) = (span(-1), span(1));
    let middle = f64::from(low + high) / 2.0;
    Cue { aim_urad: turned(f64::from(cue.aim_urad) + middle * f64::from(NEAR) / f64::from(STEPS)), ..cue }
}

impl Planner<'_> {
    /// What a stroke is worth with each of some prepared errors, and the share of tries after which the
    /// shooter plays on or has won.
    fn weigh(&mut self, lie: &Lie, stake: Stake, cue: Cue, errors: Range<usize>) -> (Vec<f64>, f64) {
        let (mut worths, mut good) = (Vec::with_capacity(errors.len()), 0.0);
        for slip in &slips()[errors] {
            let trial = self.trials.play(lie, stake, self.hand.slipped(cue, *slip));
            worths.push(self.worth(&trial));
            good += f64::from(u8::from(matches!(trial.next, Next::ShooterContinues | Next::ShooterWins)));
        }
        let count = worths.len().max(1) as f64;
        (worths, good / count)
    }

    /// What a stroke is worth if it comes out exactly like this.
    fn exactly(&mut self, lie: &Lie, stake: Stake, cue: Cue) -> f64 {
        let trial = self.trials.play(lie, stake, cue);
        self.worth(&trial)
    }
}
