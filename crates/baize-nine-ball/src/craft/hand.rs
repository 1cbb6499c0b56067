//! The hand that holds the cue: how far a stroke strays from what was intended.

use super::lie::turned;
use crate::Cue;
use baize_rules::{Dice, Seed};
use std::sync::LazyLock;

/// A hand with some part of the standard noise, which is a normal error in each number of a stroke
/// (`docs/rules/nine-ball.md`, "Execution noise").
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hand {
    /// The part of the standard noise; 0 for a machine.
    pub noise: f64,
}

/// Standard deviations: 0.125 degrees for the aim and 0.1 degrees for the elevation, both in microradians;
/// 0.075 m/s for the speed; half a millimetre on each axis for the tip, in thousandths of the radius.
const AIM: f64 = 2181.7;
const ELEVATION: f64 = 1745.3;
const SPEED: f64 = 75.0;
const TIP: f64 = 17.5;

/// The spread of the cue ball's direction from errors of aim and tip together, in radians: a tip off centre
/// turns it by squirt.
pub const SPREAD: f64 = 2.47e-3;

/// One error in each of aim, speed, side, top and elevation, in standard deviations.
pub type Slip = [f64; 5];

impl Hand {
    /// The stroke as played with this error, kept within the bounds of a stroke.
    pub fn slipped(self, cue: Cue, slip: Slip) -> Cue {
        if self.noise == 0.0 {
            return cue;
        }
        let [aim, speed, side, top, elevation] = slip.map(|deviations| deviations * self.noise);
        let most = f64::from(Cue::MOST_OFFSET);
        let (side, top) = (f64::from(cue.side_milli) + TIP * side, f64::from(cue.top_milli) + TIP * top);
        // A tip beyond the limit is moved back to just inside it, so that rounding does not cause a miscue.
        let back = ((most - 1.0) / (side * side + top * top).sqrt().max(1.0)).min(1.0);
        let elevation = (f64::from(cue.elevation_urad) + ELEVATION * elevation).abs();
        Cue {
            speed_mm_s: (f64::from(cue.speed_mm_s) + SPEED * speed)
                .clamp(slowest(cue), f64::from(Cue::MOST_SPEED))
                .round() as i32,
            aim_urad: turned(f64::from(cue.aim_urad) + AIM * aim),
            elevation_urad: elevation.round().min(f64::from(Cue::MOST_ELEVATION)) as i32,
            side_milli: (side * back).round() as i32,
            top_milli: (top * back).round() as i32,
        }
    }

    /// The stroke as played with a random error.
    pub fn execute(self, cue: Cue, chance: &Seed) -> Cue {
        let mut dice = Dice::new(chance);
        let slip = [0; 5].map(|_| deviations((f64::from(dice.roll(u32::MAX)) + 0.5) / f64::from(u32::MAX)));
        self.slipped(cue, slip)
    }
}

/// However much a hand shakes, the cue is at least half as fast as intended.
fn slowest(cue: Cue) -> f64 {
    (f64::from(cue.speed_mm_s) / 2.0).max(1.0)
}

/// How many errors are prepared.
const PREPARED: u32 = 256;

/// Errors that stand for all that can happen: they are spread evenly, as is every prefix of the list, and are
/// the same for all strokes that are compared.
pub fn slips() -> &'static [Slip] {
    static SLIPS: LazyLock<Vec<Slip>> = LazyLock::new(|| {
        (1..=PREPARED).map(|number| [2, 3, 5, 7, 11].map(|base| deviations(halton(number, base)))).collect()
    });
    &SLIPS
}

/// A number's digits in reverse after the point: a sequence that fills the space from 0 to 1 evenly.
fn halton(mut number: u32, base: u32) -> f64 {
    let (mut value, mut place) = (0.0, 1.0);
    while number > 0 {
        place /= f64::from(base);
        value += place * f64::from(number % base);
        number /= base;
    }
    value
}

/// The number of standard deviations from the middle below which a normal number lies with this chance.
fn deviations(chance: f64) -> f64 {
    let (mut low, mut high) = (-6.0, 6.0);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if 0.5 * libm::erfc(-middle / std::f64::consts::SQRT_2) < chance {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_normal() {
        assert!((deviations(0.975) - 1.96).abs() < 1e-3 && deviations(0.5).abs() < 1e-9);
        let hand = Hand { noise: 1.0 };
        let meant = Cue { top_milli: 490, elevation_urad: 100, ..Cue::level(3000, 100) };
        let out: Vec<Cue> =
            (0..2000).map(|n| hand.execute(meant, &Seed::from_text(&format!("stroke {n}")))).collect();
        let spread = |part: fn(&Cue) -> i32| {
            let parts: Vec<f64> = out.iter().map(|cue| f64::from(part(cue))).collect();
            let mean = parts.iter().sum::<f64>() / parts.len() as f64;
            (parts.iter().map(|part| (part - mean) * (part - mean)).sum::<f64>() / parts.len() as f64).sqrt()
        };
        assert!((spread(|cue| cue.speed_mm_s) / SPEED - 1.0).abs() < 0.05);
        assert!((spread(|cue| cue.side_milli) / TIP - 1.0).abs() < 0.05);
        assert!((spread(|cue| (cue.aim_urad + 1_000_000) % Cue::MOST_AIM) / AIM - 1.0).abs() < 0.05);
        for cue in out {
            assert_eq!(crate::Stroke::from(cue).cue().as_ref(), Ok(&cue), "every stroke can be played");
        }
        assert_eq!(Hand { noise: 0.0 }.execute(meant, &Seed::from_text("any")), meant);
    }

    #[test]
    fn the_prepared_errors_are_even_from_the_beginning() {
        for count in [8, 24, 64, 256] {
            for part in 0..5 {
                let mean = slips()[..count].iter().map(|slip| slip[part]).sum::<f64>() / count as f64;
                assert!(mean.abs() < 2.5 / (count as f64).sqrt(), "{count} {part}: {mean}");
            }
        }
    }
}
