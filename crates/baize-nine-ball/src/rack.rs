//! Setting up the balls.

use crate::settle::settle;
use crate::spot::{ByBall, RADIUS};
use crate::{Ball, Layout, Options};
use baize_rules::Dice;

/// The places of the diamond, row by row from the apex and each row from +y, as (row, half balls to the
/// left).
const PLACES: [(u8, i8); 9] = [(0, 0), (1, 1), (1, -1), (2, 2), (2, 0), (2, -2), (3, 1), (3, -1), (4, 0)];
/// The balls of a fixed rack in the same order.
const FIXED: [u8; 9] = [1, 2, 3, 6, 9, 5, 7, 8, 4];
/// How loose the rack is: the gaps as a share of the ball's diameter.
const LOOSE: f64 = 1e-3;

/// The cue ball on the head spot and the nine others in the diamond, shuffled and jittered unless the rack is fixed.
pub(crate) fn rack(options: &Options, dice: &mut Dice) -> Layout {
    let mut order = FIXED;
    if !options.fixed_rack {
        shuffle(&mut order, dice);
    }
    let radius = RADIUS as f64 / 1e6;
    let apart = 2.0 * radius * (1.0 + LOOSE);
    let row_step = apart * 3f64.sqrt() / 2.0;
    let [foot, _] = options.table.foot_spot().metres();
    let mut points = ByBall::default();
    points.0[Ball::CUE.index()] = Some(options.table.head_spot().metres());
    for ((row, left), ball) in PLACES.into_iter().zip(order) {
        let [dx, dy] = if options.fixed_rack { [0.0, 0.0] } else { jitter(dice) };
        let (x, y) = (foot + row_step * f64::from(row), apart / 2.0 * f64::from(left));
        points.0[usize::from(ball)] = Some([x + dx, y + dy]);
    }
    settle(&points, |_| true)
}

/// Shuffles all balls but the 1 and the 9.
fn shuffle(order: &mut [u8; 9], dice: &mut Dice) {
    let mut others = [2, 3, 4, 5, 6, 7, 8];
    dice.shuffle(&mut others);
    let free = order.iter_mut().filter(|ball| **ball != 1 && **ball != 9);
    free.zip(others).for_each(|(place, ball)| *place = ball);
}

/// A vector uniform in the disc of radius g R, in metres, drawn in nanometres.
fn jitter(dice: &mut Dice) -> [f64; 2] {
    const REACH: i64 = RADIUS; // g = 1e-3: the nanometres of g R are the micrometres of R.
    loop {
        let [x, y] = [0, 1].map(|_| i64::from(dice.roll(2 * REACH as u32 + 1)) - REACH);
        if x * x + y * y <= REACH * REACH {
            return [x as f64 / 1e9, y as f64 / 1e9];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spot;
    use baize_rules::Seed;

    #[test]
    fn a_fixed_rack_is_even_and_always_the_same() {
        let options = Options { fixed_rack: true, ..Options::default() };
        let racks = ["a", "b"].map(|seed| rack(&options, &mut Dice::new(&Seed::from_text(seed))));
        assert_eq!(racks[0], racks[1]);
        let at = |number| racks[0].get(Ball::new(number).unwrap()).unwrap();
        assert_eq!((at(0), at(1)), (Spot { x: -635_000, y: 0 }, Spot { x: 635_000, y: 0 }));
        for (left, right) in [(2, 3), (6, 5), (7, 8)] {
            assert_eq!((at(left).x, at(left).y), (at(right).x, -at(right).y));
            assert!(at(left).y > 0);
        }
        assert_eq!([at(9).y, at(4).y], [0, 0]);
        // Rows are d sqrt(3) / 2 apart, d = 2R * 1.001.
        assert_eq!(
            [at(2).x, at(9).x, at(7).x, at(4).x].map(|x| x - 635_000),
            [49_543, 99_086, 148_629, 198_171]
        );
        assert_eq!((at(6).y, at(2).y), (57_207, 28_604));
    }

    #[test]
    fn other_racks_keep_the_1_and_the_9_and_shuffle_the_rest() {
        let options = Options::default();
        let fixed = rack(&Options { fixed_rack: true, ..options }, &mut Dice::new(&Seed::from_text("")));
        let mut seen = [0u32; 10];
        for seed in 0..350 {
            let rack = rack(&options, &mut Dice::new(&Seed::from_text(&format!("rack {seed}"))));
            assert_eq!((rack.objects().len(), rack.overlap()), (9, None));
            for (ball, spot) in rack.iter() {
                let home = fixed.iter().find(|(_, home)| home.distance_squared(spot) < 30 * 30);
                let (home, _) = home.expect("every ball is within g R of a place");
                let keeps = [Ball::CUE, Ball::NINE].contains(&ball) || ball.number() == 1;
                assert!(!keeps || home == ball);
                seen[ball.index()] += u32::from(home.number() == 4);
            }
        }
        // Each of the seven is in the last place about 50 times.
        assert!((2..9).all(|ball| (25..75).contains(&seen[ball])), "{seen:?}");
    }
}
