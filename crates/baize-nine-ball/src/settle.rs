//! From the simulator's numbers to whole micrometres.

use crate::spot::ByBall;
use crate::{Ball, Layout, Spot};

/// Puts every ball on its nearest spot, and where two would then overlap, moves the outer one further out until they
/// do not.
///
/// Balls are settled from the middle of them all outwards. Moving a ball straight away from that middle never brings it
/// nearer to one that lies further in, so the walk ends after a few micrometres; mostly it is no walk at all.
pub(crate) fn settle(points: &ByBall<[f64; 2]>) -> Layout {
    let points: Vec<(Ball, [f64; 2])> =
        Ball::all().filter_map(|ball| Some((ball, points.0[ball.index()]?))).collect();
    let count = points.len().max(1) as f64;
    let middle = [0, 1].map(|axis| points.iter().map(|(_, point)| point[axis]).sum::<f64>() / count);
    let out = |[x, y]: [f64; 2]| [x - middle[0], y - middle[1]];
    let length = |[x, y]: [f64; 2]| (x * x + y * y).sqrt();
    let mut order = points;
    order.sort_by(|(a, p), (b, q)| length(out(*p)).total_cmp(&length(out(*q))).then(a.cmp(b)));
    let mut layout = Layout::default();
    for (ball, [x, y]) in order {
        let [dx, dy] = out([x, y]);
        let far = length([dx, dy]);
        let [ux, uy] = if far > 0.0 { [dx / far, dy / far] } else { [1.0, 0.0] };
        let mut walk = (0..).map(|step| {
            let step = f64::from(step);
            Spot::nearest(x * 1e6 + step * ux, y * 1e6 + step * uy)
        });
        let is_free = |spot: &Spot| layout.iter().all(|(_, other)| !spot.overlaps(other));
        layout.put(ball, walk.find(is_free).expect("far out there is room"));
    }
    layout
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
    fn moved(list: &[[f64; 2]]) -> f64 {
        let layout = settle(&points(list));
        assert_eq!(layout.overlap(), None);
        let shift = |(ball, spot): (Ball, Spot)| {
            let [x, y] = list[ball.index()];
            (x * 1e6 - f64::from(spot.x)).hypot(y * 1e6 - f64::from(spot.y))
        };
        layout.iter().map(shift).fold(0.0, f64::max)
    }

    #[test]
    fn balls_apart_go_to_their_nearest_spot() {
        assert!(moved(&[[0.1234567, -0.7654321], [0.5, 0.25]]) <= 0.71);
        assert_eq!(moved(&[]), 0.0);
        assert_eq!(moved(&[[0.1, 0.2]]), 0.0);
    }

    #[test]
    fn touching_balls_are_moved_by_very_little() {
        assert!(moved(&[[0.0000004, 0.0], [0.0571496, 0.0]]) < 3.0);
        // A tight cluster: seven balls, each touching its neighbours.
        let mut cluster = vec![[0.30000049, 0.10000051]];
        for corner in 0..6 {
            let angle = f64::from(corner) * std::f64::consts::FRAC_PI_3 + 0.1234;
            cluster.push([cluster[0][0] + 0.05715 * angle.cos(), cluster[0][1] + 0.05715 * angle.sin()]);
        }
        assert!(moved(&cluster) < 8.0, "{}", moved(&cluster));
    }

    #[test]
    fn what_is_settled_stays() {
        let mut list = Vec::new();
        for i in 0..10 {
            list.push([0.0571504 * f64::from(i) - 0.25, 0.01 * f64::from(i % 2)]);
        }
        let once = settle(&points(&list));
        let again: Vec<[f64; 2]> = once.iter().map(|(_, spot)| spot.metres()).collect();
        assert_eq!(settle(&points(&again)), once);
    }
}
