//! Putting the 9 back on the bed.

use crate::spot::{GAP, RADIUS};
use crate::{Layout, Spot, TableSize};

/// How far below the exact diameter two balls may be, in metres: balls that touch are not in each other's
/// way, whatever the last bit of their coordinates says.
const SHADE: f64 = 1e-9;

/// The place of the 9 on the long string, in metres: the foot spot if it is free, else the nearest free point towards
/// the foot cushion that touches another ball, else the nearest towards the head.
pub fn respot(table: TableSize, obstacles: &[[f64; 2]]) -> [f64; 2] {
    let metres = |micrometres: i64| micrometres as f64 / 1e6;
    let diameter = metres(2 * RADIUS);
    let apart = metres(2 * RADIUS + GAP);
    let [foot, _] = table.foot_spot().metres();
    let [end, _] = table.reach().metres();
    let is_free = |x: f64| {
        let near = diameter - SHADE;
        obstacles.iter().all(|[xb, yb]| (x - xb) * (x - xb) + yb * yb >= near * near)
    };
    if is_free(foot) {
        return [foot, 0.0];
    }
    let touching = |[xb, yb]: &[f64; 2]| {
        let half = (apart * apart - yb * yb).max(0.0).sqrt();
        (yb.abs() < apart).then_some([xb - half, xb + half])
    };
    let places = obstacles.iter().filter_map(touching).flatten().filter(|&x| is_free(x));
    let (beyond, before): (Vec<f64>, Vec<f64>) =
        places.filter(|x| *x >= -end && *x <= end && *x != foot).partition(|x| *x > foot);
    let nearest = beyond.into_iter().reduce(f64::min).or_else(|| before.into_iter().reduce(f64::max));
    // Ten balls cannot fill the string, so there is a place; the foot spot is for lists that fit on no table.
    [nearest.unwrap_or(foot), 0.0]
}

/// The same among balls on whole micrometres: the first free spot from the exact place on, away from the foot
/// spot.
pub(crate) fn respot_among(table: TableSize, balls: &Layout) -> Spot {
    let obstacles: Vec<[f64; 2]> = balls.iter().map(|(_, spot)| spot.metres()).collect();
    let [x, _] = respot(table, &obstacles);
    let foot = table.foot_spot();
    let exact = Spot::nearest(x * 1e6, 0.0);
    let step = if exact.x < foot.x { -1 } else { 1 };
    let mut spots = (0..2 * table.width()).map(|away| Spot { x: exact.x + step * away, y: 0 });
    let is_free = |spot: &Spot| balls.iter().all(|(_, other)| !spot.overlaps(other));
    spots.find(is_free).unwrap_or(foot)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(obstacles: &[[f64; 2]], expect: f64) {
        let [x, y] = respot(TableSize::NineFoot, obstacles);
        assert!((x - expect).abs() < 1e-12 && y == 0.0, "{obstacles:?}: {x}, not {expect}");
    }

    const D: f64 = 0.057151;

    #[test]
    fn the_nine_goes_to_the_foot_spot_or_as_near_as_it_can() {
        check(&[], 0.635);
        check(&[[0.0, 0.0], [0.635, 0.06]], 0.635);
        // A ball that would just touch the 9 is not in its way.
        check(&[[0.635 + 0.05715, 0.0]], 0.635);
        check(&[[0.635, -0.05715]], 0.635);
        // One ball near the spot: the 9 goes beyond it, touching it.
        check(&[[0.655, 0.0]], 0.655 + D);
        check(&[[0.615, 0.0]], 0.615 + D);
        check(&[[0.635, 0.03]], 0.635 + (D * D - 0.03f64 * 0.03).sqrt());
        // The gap behind the first ball is too small, so the 9 goes behind the second.
        check(&[[0.635, 0.0], [0.735, 0.0]], 0.735 + D);
        // The gap is just large enough.
        check(&[[0.635, 0.0], [0.7493021, 0.0]], 0.635 + D);
    }

    #[test]
    fn a_full_foot_string_sends_it_towards_the_head() {
        let row: Vec<[f64; 2]> = (0..9).map(|i| [0.635 + 0.075 * f64::from(i), 0.0]).collect();
        check(&row, 0.635 - D);
        let mut longer = row[..8].to_vec();
        longer.push([0.5778, 0.0]);
        longer.push([1.235, 0.0]);
        check(&longer, 0.5778 - D);
        // The last free place is at most one radius from the nose.
        let mut row: Vec<[f64; 2]> = (0..8).map(|i| [0.635 + 0.0758 * f64::from(i), 0.0]).collect();
        let last = 1.241425 - D;
        row.push([last, 0.0]);
        check(&row, 1.241425);
        row[8] = [last + 1e-6, 0.0];
        check(&row, 0.635 - D);
    }

    #[test]
    fn on_micrometres_nothing_overlaps() {
        // Balls scattered over the foot string; the multiplier walks through many fractions of a ball.
        for seed in 0..2000i32 {
            let spots = (1..9u8).filter_map(|number| {
                let mixed = seed.wrapping_mul(7919).wrapping_add(i32::from(number).wrapping_mul(104_729));
                let x = 600_000 + mixed.rem_euclid(600_000);
                let y = (mixed / 7).rem_euclid(90_000) - 45_000;
                Some((crate::Ball::new(number)?, Spot { x, y }))
            });
            let balls: Layout = spots.collect();
            let nine = respot_among(TableSize::NineFoot, &balls);
            assert!(balls.iter().all(|(_, spot)| !spot.overlaps(nine)), "{balls:?} {nine:?}");
            assert!(TableSize::NineFoot.holds(nine));
        }
    }
}
