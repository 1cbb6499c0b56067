//! Why a shot was chosen, in words and numbers.

use super::lie::Lie;
use super::plan::{Candidate, Planner};
use super::trial::Stake;
use baize_nine_ball::{Ball, Happening, Pocket};
use serde_json::{Value, json};

/// The chance that is shown comes from so many tries.
const SHOWN: usize = 64;

/// What a shot is meant to be.
struct Meaning {
    plan: &'static str,
    drops: Option<(Ball, Option<Pocket>)>,
}

/// Tries the shot often enough to show its chance, and tells what it is.
pub(super) fn shot(planner: &mut Planner<'_>, lie: &Lie, stake: Stake, best: &mut Candidate) -> Value {
    let value = best.value;
    planner.trials.play(lie, stake, best.cue);
    let meaning = Meaning::of(planner.trials.happened(), stake);
    planner.try_out(lie, stake, best, SHOWN);
    let (low, high) = interval(best.chance(), best.tried);
    let chance = round(best.chance());
    let pocket = meaning.drops.and_then(|(_, pocket)| pocket);
    json!({
        "plan": meaning.plan,
        "why": meaning.why(chance),
        "ball": meaning.drops.map(|(ball, _)| ball),
        "pocket": pocket.map(Pocket::id),
        "chance": chance,
        "chanceLow": round(low),
        "chanceHigh": round(high),
        "score": round(value),
        "noise": planner.hand.noise,
        "nodes": planner.trials.tried(),
    })
}

impl Meaning {
    /// Read from what happens if the shot comes out as meant.
    fn of(happened: &[Happening], stake: Stake) -> Meaning {
        let drops = happened.iter().find_map(|happening| match *happening {
            Happening::Pot { a, pocket, .. } if a != Ball::CUE => Some((a, pocket)),
            _ => None,
        });
        let first = happened.iter().position(|happening| matches!(happening, Happening::Collision { .. }));
        let target = first.and_then(|index| match happened[index] {
            Happening::Collision { b, .. } => Some(b),
            _ => None,
        });
        let touched = |ball: Ball, list: &[Happening]| {
            list.iter().any(|happening| matches!(*happening, Happening::Cushion { a, .. } if a == ball))
        };
        let met = |one: Ball, two: Ball| {
            let is_meeting = |happening: &Happening| matches!(*happening, Happening::Collision { a, b, .. } if (a, b) == (one, two));
            happened.iter().any(is_meeting)
        };
        let plan = match drops {
            _ if stake.is_break => "break",
            _ if stake.is_push_out => "push-out",
            Some((ball, _)) if Some(ball) == target => {
                let until_drop: Vec<Happening> = happened
                    .iter()
                    .copied()
                    .take_while(|happening| !matches!(*happening, Happening::Pot { a, .. } if a == ball))
                    .collect();
                if touched(ball, &until_drop) { "bank" } else { "pot" }
            }
            Some((ball, _)) if met(Ball::CUE, ball) => "carom",
            Some(_) => "combination",
            None if first.is_some_and(|index| touched(Ball::CUE, &happened[..index])) => "kick",
            None => "safety",
        };
        Meaning { plan, drops }
    }

    fn why(&self, chance: f64) -> String {
        let percent = 100.0 * chance;
        match self.drops {
            Some((ball, Some(pocket))) if self.plan != "break" => {
                format!("{}: {ball} into {pocket}, {percent:.0} %", self.plan)
            }
            _ => format!("{}, {percent:.0} % to stay at the table", self.plan),
        }
    }
}

/// The 95 % interval of a share, by Wilson.
fn interval(share: f64, count: usize) -> (f64, f64) {
    const Z: f64 = 1.96;
    let size = count.max(1) as f64;
    let middle = (share + Z * Z / (2.0 * size)) / (1.0 + Z * Z / size);
    let half = Z / (1.0 + Z * Z / size) * (share * (1.0 - share) / size + Z * Z / (4.0 * size * size)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

fn round(share: f64) -> f64 {
    (share * 1000.0).round() / 1000.0
}
