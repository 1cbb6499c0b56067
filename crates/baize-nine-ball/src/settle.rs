//! From the simulator's numbers to whole micrometres.

use crate::spot::ByBall;
use crate::{Ball, Layout, Spot, TableSize};
use baize_physics::Simulator;

/// The furthest a ball is moved along each axis to find room, in micrometres.
const REACH: i32 = 12;

/// Puts every ball on the spot nearest to its point (in metres) that overlaps no other ball and that `fits`
/// accepts: a cushion or a pocket can be in the way by a fraction of a micrometre.
///
/// Balls are settled outwards from the middle of them all. Moving a ball away from that middle never brings
/// it nearer to one that lies further in, so there is room for each, mostly on its nearest spot.
pub(crate) fn settle(points: &ByBall<[f64; 2]>, mut fits: impl FnMut(Spot) -> bool) -> Layout {
    let mut points: Vec<(Ball, [f64; 2])> =
        Ball::all().filter_map(|ball| Some((ball, points.0[ball.index()]?))).collect();
    let count = points.len().max(1) as f64;
    let middle = [0, 1].map(|axis| points.iter().map(|(_, point)| point[axis]).sum::<f64>() / count);
    let from_middle = |[x, y]: [f64; 2]| squared(x - middle[0], y - middle[1]);
    points.sort_by(|(a, p), (b, q)| from_middle(*p).total_cmp(&from_middle(*q)).then(a.cmp(b)));
    let mut layout = Layout::default();
    for (ball, [x, y]) in points {
        let (x, y) = (x * 1e6, y * 1e6);
        let home = Spot::nearest(x, y);
        let mut is_free = |spot: &Spot| layout.iter().all(|(_, other)| !spot.overlaps(other)) && fits(*spot);
        let spot = if is_free(&home) { home } else { around(x, y).into_iter().find(is_free).unwrap_or(home) };
        layout.put(ball, spot);
    }
    layout
}

/// The same for balls that are already on spots and may overlap a little.
pub(crate) fn resettle(table: TableSize, balls: &Layout) -> Layout {
    let mut points = ByBall::default();
    for (ball, spot) in balls.iter() {
        points.0[ball.index()] = Some(spot.metres());
    }
    settle(&points, fits(table.simulator()))
}

/// A test whether cushions and pockets let a ball lie on a spot.
pub(crate) fn fits(mut simulator: Simulator) -> impl FnMut(Spot) -> bool {
    move |spot| simulator.release(&[baize_physics::Ball::at(0, spot.metres())]).is_ok()
}

/// The spots around a point, the nearest first.
fn around(x: f64, y: f64) -> Vec<Spot> {
    let home = Spot::nearest(x, y);
    let far = |spot: &Spot| squared(f64::from(spot.x) - x, f64::from(spot.y) - y);
    let steps = -REACH..=REACH;
    let mut spots: Vec<Spot> = steps
        .clone()
        .flat_map(|dx| steps.clone().map(move |dy| Spot { x: home.x + dx, y: home.y + dy }))
        .collect();
    spots.sort_by(|one, other| far(one).total_cmp(&far(other)));
    spots
}

/// The squared length, written out: the library's powers may differ in the last bit between machines.
fn squared(x: f64, y: f64) -> f64 {
    x * x + y * y
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(list: &[[f64; 2]]) -> ByBall<[f64; 2]> {
        let mut points = ByBall::default();
        for (slot, point) in points.0.iter_mut().zip(list) {
            *slot = Some(*point);
        }
        points
    }

    /// Settles balls and returns how far the worst of them was moved, in micrometres.
    fn moved(list: &[[f64; 2]], fits: impl FnMut(Spot) -> bool) -> f64 {
        let layout = settle(&points(list), fits);
        assert_eq!(layout.overlap(), None);
        let shift = |(ball, spot): (Ball, Spot)| {
            let [x, y] = list[ball.index()];
            (x * 1e6 - f64::from(spot.x)).hypot(y * 1e6 - f64::from(spot.y))
        };
        layout.iter().map(shift).fold(0.0, f64::max)
    }

    #[test]
    fn balls_apart_go_to_their_nearest_spot() {
        assert!(moved(&[[0.1234567, -0.7654321], [0.5, 0.25]], |_| true) <= 0.71);
        assert_eq!(moved(&[], |_| true), 0.0);
        assert_eq!(moved(&[[0.1, 0.2]], |_| true), 0.0);
    }

    #[test]
    fn touching_balls_are_moved_by_very_little() {
        assert!(moved(&[[0.0000004, 0.0], [0.0571496, 0.0]], |_| true) < 2.0);
        // Tight clusters: seven balls, each touching its neighbours, turned and shifted in many ways.
        for turn in 0..200 {
            let shift = f64::from(turn) * 1.37e-7;
            let mut cluster = vec![[0.3 + shift, 0.1 - 3.0 * shift]];
            for corner in 0..6 {
                let angle = f64::from(corner) * std::f64::consts::FRAC_PI_3 + 0.0123 * f64::from(turn);
                cluster.push([cluster[0][0] + 0.05715 * angle.cos(), cluster[0][1] + 0.05715 * angle.sin()]);
            }
            let worst = moved(&cluster, |_| true);
            assert!(worst < 6.0, "{turn}: {worst}");
        }
    }

    #[test]
    fn a_cushion_or_a_pocket_can_turn_a_spot_down() {
        let worst = moved(&[[0.25, 0.6064254], [0.25, 0.5492756]], |spot| spot.y <= 606_425);
        assert!(worst < 3.0, "{worst}");
    }

    #[test]
    fn what_is_settled_stays() {
        let mut list = Vec::new();
        for i in 0..10 {
            list.push([0.0571504 * f64::from(i) - 0.25, 0.01 * f64::from(i % 2)]);
        }
        let once = settle(&points(&list), |_| true);
        let again: Vec<[f64; 2]> = once.iter().map(|(_, spot)| spot.metres()).collect();
        assert_eq!(settle(&points(&again), |_| true), once);
    }
}
