//! When two bodies first touch while getting closer.
//!
//! The distance of two bodies, less what it is when they touch, is a polynomial of time. The search is not
//! for its roots but for the first moment at which it is not positive and falling. It cuts the time into
//! pieces on which the polynomial is monotone, and uses only additions, subtractions, multiplications,
//! divisions and square roots, which have the same result on every machine.

/// The most steps of a search; the longest one seen, at a double root, takes about fifty.
const MOST_STEPS: usize = 200;

/// Bodies that touch at the start and would come this little closer only slide along each other. The value is a
/// distance in metres, or the square of one; either way this is far below the width of an atom.
const ROUNDING: f64 = 1e-15;

/// First time in `[0, end]` at which `c0 + c1 t + c2 t^2` is at most zero and falling.
pub(crate) fn quadratic_contact([c0, c1, c2]: [f64; 3], end: f64) -> Option<f64> {
    let falling = c1 < 0.0 || (c1 == 0.0 && c2 < 0.0);
    if c0 <= 0.0 && falling {
        return (!slides(c1, c2, end)).then_some(0.0);
    }
    if c2 >= 0.0 && c1 >= 0.0 {
        return None;
    }
    let discriminant = c1 * c1 - 4.0 * c2 * c0;
    let t = if c0 > 0.0 && c1 < 0.0 {
        // Falling from the start. This form of the root does not lose precision by subtracting.
        if discriminant <= 0.0 {
            return None;
        }
        2.0 * c0 / (discriminant.sqrt() - c1)
    } else if c2 < 0.0 {
        // Rising first: it falls after the vertex, and directly after it if the bodies never came apart.
        (c1 + discriminant.max(0.0).sqrt()) / (-2.0 * c2)
    } else {
        return None;
    };
    (t <= end).then_some(t)
}

/// Whether `c1 t + c2 t^2`, which falls at first, hardly falls: its vertex or its value at the end is close
/// to zero.
fn slides(c1: f64, c2: f64, end: f64) -> bool {
    c1 * c1 <= 4.0 * c2 * ROUNDING || -(c1 + c2.min(0.0) * end) * end <= ROUNDING
}

/// A polynomial of the fourth degree, lowest coefficient first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quartic(pub(crate) [f64; 5]);

impl Quartic {
    /// First time in `[0, end]` at which the value is at most zero and falling. The degree may be lower than four.
    pub(crate) fn contact(&self, end: f64) -> Option<f64> {
        let [c0, c1, c2, c3, c4] = self.0;
        if c3 == 0.0 && c4 == 0.0 {
            return quadratic_contact([c0, c1, c2], end);
        }
        if self.is_convex(end) {
            return self.convex_contact(end);
        }
        let slope = Cubic([c1, 2.0 * c2, 3.0 * c3, 4.0 * c4]);
        let mut left = (0.0, c0);
        let mut slope_left = (0.0, c1);
        for right in slope.bends(end) {
            let slope_right = (right, slope.at(right));
            if (slope_left.1 < 0.0) != (slope_right.1 < 0.0) && slope_right.0 > slope_left.0 {
                let turn = slope.root(slope_left.0, slope_right.0, slope_left.1 < 0.0);
                let value = self.at(turn);
                if let Some(t) = self.contact_between(left, (turn, value)) {
                    return Some(t);
                }
                left = (turn, value);
            }
            slope_left = slope_right;
        }
        self.contact_between(left, (end, self.at(end)))
    }

    /// Whether the slope never falls until `end`.
    fn is_convex(&self, end: f64) -> bool {
        let [_, _, c2, c3, c4] = self.0;
        // c2 + 3 c3 t + 6 c4 t^2 has its vertex at -c3 / (4 c4); c4 is the square of an acceleration.
        let at_end = c2 + end * (3.0 * c3 + end * (6.0 * c4));
        let outside = c3 >= 0.0 || -c3 >= 4.0 * c4 * end;
        c2 >= 0.0 && at_end >= 0.0 && (outside || 9.0 * c3 * c3 <= 24.0 * c4 * c2)
    }

    /// The same for a convex polynomial, as most of them are. Newton's method then reaches the first root
    /// from the left without passing it; if there is no root, it reaches a point where the value rises.
    fn convex_contact(&self, end: f64) -> Option<f64> {
        let mut t = 0.0;
        let mut value = self.0[0];
        let mut slope = self.0[1];
        if value <= 0.0 {
            return (slope < 0.0 && !slides(slope, self.0[2], end)).then_some(0.0);
        }
        for _ in 0..MOST_STEPS {
            if slope >= 0.0 {
                return None;
            }
            let next = t - value / slope;
            if next > end {
                return None;
            }
            if next <= t {
                break;
            }
            t = next;
            (value, slope) = self.value_and_slope(t);
            if value <= 0.0 {
                break;
            }
        }
        // At a double root the bodies only graze each other.
        (slope < 0.0).then_some(t)
    }

    /// The same for a piece on which the polynomial is monotone, given the values at both ends.
    fn contact_between(&self, (t0, y0): (f64, f64), (t1, y1): (f64, f64)) -> Option<f64> {
        if y1 >= y0 || y1 >= 0.0 {
            return None;
        }
        if y0 > 0.0 {
            let t = self.root(t0, t1);
            return (self.value_and_slope(t).1 < 0.0).then_some(t);
        }
        (y0 - y1 > ROUNDING).then_some(t0)
    }

    fn at(&self, t: f64) -> f64 {
        let [c0, c1, c2, c3, c4] = self.0;
        c0 + t * (c1 + t * (c2 + t * (c3 + t * c4)))
    }

    fn value_and_slope(&self, t: f64) -> (f64, f64) {
        let [_, c1, c2, c3, c4] = self.0;
        (self.at(t), c1 + t * (2.0 * c2 + t * (3.0 * c3 + t * (4.0 * c4))))
    }

    /// The root between `low`, where the value is positive, and `high`, where it is not.
    fn root(&self, low: f64, high: f64) -> f64 {
        newton(low, high, |t| self.value_and_slope(t))
    }
}

/// The slope of a [`Quartic`].
struct Cubic([f64; 4]);

impl Cubic {
    fn at(&self, t: f64) -> f64 {
        let [c0, c1, c2, c3] = self.0;
        c0 + t * (c1 + t * (c2 + t * c3))
    }

    /// The points that end the pieces of `[0, end]` on which it is monotone, in order.
    fn bends(&self, end: f64) -> [f64; 3] {
        let [_, c1, c2, c3] = self.0;
        // Roots of c1 + 2 c2 t + 3 c3 t^2; a missing root becomes infinite or NaN and is replaced by `end`.
        let discriminant = c2 * c2 - 3.0 * c3 * c1;
        if discriminant <= 0.0 {
            return [end; 3];
        }
        let q = if c2 < 0.0 { discriminant.sqrt() - c2 } else { -(discriminant.sqrt() + c2) };
        let inside = |t: f64| if t > 0.0 && t < end { t } else { end };
        let (t0, t1) = (inside(q / (3.0 * c3)), inside(c1 / q));
        [t0.min(t1), t0.max(t1), end]
    }

    /// The root between two points with values of opposite sign.
    fn root(&self, low: f64, high: f64, rising: bool) -> f64 {
        let [_, c1, c2, c3] = self.0;
        let sign = if rising { -1.0 } else { 1.0 };
        newton(low, high, |t| (sign * self.at(t), sign * (c1 + t * (2.0 * c2 + t * (3.0 * c3)))))
    }
}

/// Newton's method inside a bracket: `f`, which returns value and slope, is positive at `low` and not at
/// `high`.
///
/// Ends where a step no longer moves the point, which is at the last bit or in the noise of `f` itself.
fn newton(mut low: f64, mut high: f64, f: impl Fn(f64) -> (f64, f64)) -> f64 {
    let (value, slope) = f(low);
    let mut t = low - value / slope;
    for _ in 0..MOST_STEPS {
        if !(low < t && t < high) {
            t = 0.5 * (low + high);
            if !(low < t && t < high) {
                break;
            }
        }
        let (value, slope) = f(t);
        if value > 0.0 {
            low = t;
        } else {
            high = t;
        }
        let next = t - value / slope;
        if next == t {
            break;
        }
        t = next;
    }
    t.clamp(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(c: [f64; 5], end: f64, expect: Option<f64>) {
        let found = Quartic(c).contact(end);
        match (found, expect) {
            (Some(t), Some(x)) => assert!((t - x).abs() < 1e-12, "{c:?}: {t} is not {x}"),
            _ => assert_eq!(found, expect, "{c:?}"),
        }
    }

    /// The product of `(t - root)` over the roots.
    fn with_roots(roots: [f64; 4]) -> [f64; 5] {
        let mut c = [1.0, 0.0, 0.0, 0.0, 0.0];
        for root in roots {
            for i in (1..5).rev() {
                c[i] = c[i - 1] - root * c[i];
            }
            c[0] *= -root;
        }
        c
    }

    #[test]
    fn first_way_down() {
        check(with_roots([1.0, 2.0, 3.0, 4.0]), 10.0, Some(1.0));
        check(with_roots([-1.0, 2.0, 3.0, 4.0]), 10.0, Some(3.0));
        check(with_roots([-2.0, -1.0, 3.0, 4.0]), 10.0, Some(3.0));
        check(with_roots([-4.0, -3.0, -2.0, -1.0]), 10.0, None);
        check(with_roots([1.0, 2.0, 3.0, 4.0]), 0.9, None);
        check(with_roots([1.0, 1.0, 3.0, 4.0]), 10.0, Some(3.0));
    }

    #[test]
    fn touching_at_the_start() {
        check(with_roots([0.0, 2.0, 3.0, 4.0]), 10.0, Some(0.0));
        check(with_roots([-1.0, 0.0, 3.0, 4.0]), 10.0, Some(3.0));
        check([-1e-18, 1.0, 0.0, 0.0, 1.0], 10.0, None);
        check([-1e-18, -1.0, 5.0, 0.0, 1.0], 10.0, Some(0.0));
        check([-1e-18, -1e-16, 5.0, 0.0, 0.0], 10.0, None);
        check([-1e-18, -1e-16, 5.0, 0.1, 1.0], 10.0, None);
        check([-1e-18, -1e-16, 0.0, 0.0, 0.0], 1.0, None);
    }

    #[test]
    fn lower_degrees() {
        check([6.0, -5.0, 1.0, 0.0, 0.0], 10.0, Some(2.0));
        check([6.0, -2.0, 0.0, 0.0, 0.0], 10.0, Some(3.0));
        check([6.0, 1.0, -1.0, 0.0, 0.0], 10.0, Some(3.0));
        check([1.0, 0.0, 0.0, 0.0, 0.0], 10.0, None);
        check([0.0, 0.0, 0.0, 0.0, 0.0], 10.0, None);
        check([1.0, 0.0, 1.0, 0.0, 0.0], 10.0, None);
        check([-6.0, 7.0, -1.0, 0.0, 0.0], 10.0, Some(6.0));
        check([8.0, 0.0, 0.0, -1.0, 0.0], 10.0, Some(2.0));
    }
}
