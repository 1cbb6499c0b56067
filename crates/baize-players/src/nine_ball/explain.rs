//! Why a shot was chosen, in words and numbers.

use super::lie::Lie;
use super::plan::{Candidate, Planner};
use super::trial::Stake;
use baize_nine_ball::{Ball, Balls, Pocket};
use baize_physics::{EventKind, Face, ShotEvent};
use baize_rules::{Language, Say};
use serde_json::{Value, json};

/// How many tries the displayed chance is based on.
const SHOWN: usize = 64;

/// How many straight cushions a table has.
const RAILS: u8 = 6;

/// The plan behind a shot.
struct Meaning {
    plan: &'static str,
    drops: Option<(Ball, Pocket)>,
}

/// Tries the shot often enough to show its chance, and describes it.
pub(super) fn shot(planner: &mut Planner<'_>, lie: &Lie, stake: Stake, best: &mut Candidate) -> Value {
    let value = best.value;
    planner.trials.play(lie, stake, best.cue);
    let meaning = Meaning::of(planner.trials.simulator().events(), stake);
    planner.try_out(lie, stake, best, SHOWN);
    let chance = best.chance();
    let is_sure = planner.hand.noise == 0.0;
    let interval = chance.map(|chance| if is_sure { (chance, chance) } else { interval(chance, best.tried) });
    json!({
        "plan": meaning.plan,
        "why": meaning.why(chance),
        "ball": meaning.drops.map(|(ball, _)| ball),
        "pocket": meaning.drops.map(|(_, pocket)| pocket),
        "chance": chance.map(round),
        "chanceLow": interval.map(|(low, _)| round(low)),
        "chanceHigh": interval.map(|(_, high)| round(high)),
        "score": round(value),
        "noise": planner.hand.noise,
        "nodes": planner.trials.tried(),
    })
}

impl Meaning {
    /// Reads the plan from what happens if the shot comes out as meant.
    fn of(events: &[ShotEvent], stake: Stake) -> Meaning {
        let mut first = None;
        // The balls that have come off a rail, and the balls that the cue ball has hit.
        let (mut banked, mut hit) = (Balls::NONE, Balls::NONE);
        let mut kicked = false;
        let mut drops = None;
        for event in events {
            match event.kind {
                EventKind::Collision(0, ball) => {
                    first = first.or(Ball::new(ball));
                    hit = Ball::new(ball).map_or(hit, |ball| hit.with(ball));
                }
                EventKind::Cushion(0, _) => kicked |= first.is_none(),
                // The jaws of the pockets come after the rails in the list of segments.
                EventKind::Cushion(ball, Face::Segment(rail)) if rail < RAILS => {
                    banked = Ball::new(ball).map_or(banked, |ball| banked.with(ball));
                }
                EventKind::Pot(ball, pocket) if ball != 0 => {
                    drops = Ball::new(ball).zip(Pocket::ALL.get(usize::from(pocket)).copied());
                    break;
                }
                _ => {}
            }
        }
        let plan = match drops {
            _ if stake.is_break => "break",
            _ if stake.is_push_out => "push-out",
            Some((ball, _)) if Some(ball) == first && banked.contains(ball) => "bank",
            Some((ball, _)) if Some(ball) == first => "pot",
            Some((ball, _)) if hit.contains(ball) => "carom",
            Some(_) => "combination",
            None if kicked => "kick",
            None => "safety",
        };
        Meaning { plan, drops }
    }

    fn why(&self, chance: Option<f64>) -> String {
        let percent = chance.map_or(String::new(), |chance| format!(", {:.0} %", 100.0 * chance));
        match self.drops {
            Some((ball, pocket)) if self.plan != "break" => {
                let pocket = pocket.told_in(Language::English);
                format!("{}: {ball} into {pocket}{percent}", self.plan)
            }
            _ => format!("{}{percent} to stay at the table", self.plan),
        }
    }
}

/// The 95 % interval of a share, by Wilson.
fn interval(share: f64, count: usize) -> (f64, f64) {
    const Z: f64 = 1.96;
    let size = count as f64;
    let middle = (share + Z * Z / (2.0 * size)) / (1.0 + Z * Z / size);
    let half = Z / (1.0 + Z * Z / size) * (share * (1.0 - share) / size + Z * Z / (4.0 * size * size)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

fn round(share: f64) -> f64 {
    (share * 1000.0).round() / 1000.0
}
