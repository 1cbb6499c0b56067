//! When each thing will happen.

use crate::check::MAX_BALLS;

/// The times at which something will happen; infinite if it will not. After every event the least of them is
/// searched for, so they lie side by side in memory.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    count: usize,
    /// The transition of each ball, the obstacle of each ball, then the meeting of each pair.
    times: [f64; SLOTS],
}

const SLOTS: usize = 2 * MAX_BALLS + MAX_BALLS * (MAX_BALLS - 1) / 2;
/// How many times are compared at once.
const LANES: usize = 8;
const _: () = assert!(SLOTS.is_multiple_of(LANES));

/// What happens next; the obstacle of a ball is known elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    Transition(usize),
    Pot(usize),
    Collision(usize, usize),
    Cushion(usize),
}

impl Schedule {
    /// A schedule for `count` balls to which nothing will happen.
    pub(super) fn new(count: usize) -> Schedule {
        Schedule { count, times: [f64::INFINITY; SLOTS] }
    }

    pub(super) fn set_transition(&mut self, ball: usize, t: f64) {
        self.times[ball] = t;
    }

    pub(super) fn set_obstacle(&mut self, ball: usize, t: f64) {
        self.times[self.count + ball] = t;
    }

    pub(super) fn set_meeting(&mut self, one: usize, two: usize, t: f64) {
        self.times[2 * self.count + pair(one, two)] = t;
    }

    /// What happens first. Among simultaneous events, transitions and pots come before impacts, then lower
    /// balls come first, and a ball meets other balls before it meets a cushion.
    pub(super) fn first(&self, is_pocket: impl Fn(usize) -> bool) -> Option<(f64, Next)> {
        let t = self.least();
        if t == f64::INFINITY {
            return None;
        }
        let (changes, rest) = self.times.split_at(self.count);
        let (obstacles, meetings) = rest.split_at(self.count);
        for ball in 0..self.count {
            if changes[ball] == t {
                return Some((t, Next::Transition(ball)));
            }
            if obstacles[ball] == t && is_pocket(ball) {
                return Some((t, Next::Pot(ball)));
            }
        }
        for one in 0..self.count {
            for two in one + 1..self.count {
                if meetings[pair(one, two)] == t {
                    return Some((t, Next::Collision(one, two)));
                }
            }
            if obstacles[one] == t {
                return Some((t, Next::Cushion(one)));
            }
        }
        None
    }

    /// Whether one of two balls meets a third by the time `t`.
    pub(super) fn meets_third(&self, one: usize, two: usize, t: f64) -> bool {
        let meetings = &self.times[2 * self.count..];
        (0..self.count)
            .filter(|&third| third != one && third != two)
            .any(|third| meetings[pair(one, third)] <= t || meetings[pair(two, third)] <= t)
    }

    fn least(&self) -> f64 {
        let used = (2 * self.count + pair(0, self.count)).next_multiple_of(LANES);
        let mut least = [f64::INFINITY; LANES];
        for times in self.times[..used].chunks_exact(LANES) {
            for (least, &t) in least.iter_mut().zip(times) {
                *least = if t < *least { t } else { *least };
            }
        }
        least.into_iter().fold(f64::INFINITY, f64::min)
    }
}

/// The index of a pair of different balls; that of 0 and `n` is the number of pairs among the first `n`
/// balls.
pub(super) fn pair(one: usize, two: usize) -> usize {
    let (low, high) = (one.min(two), one.max(two));
    high * (high - 1) / 2 + low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simultaneous_events_have_one_order() {
        let mut schedule = Schedule::new(3);
        let check = |schedule: &Schedule, expect| {
            assert_eq!(schedule.first(|ball| ball == 2), Some((1.0, expect)));
        };
        schedule.set_obstacle(1, 1.0);
        check(&schedule, Next::Cushion(1));
        schedule.set_meeting(2, 1, 1.0);
        check(&schedule, Next::Collision(1, 2));
        schedule.set_obstacle(0, 1.0);
        check(&schedule, Next::Cushion(0));
        schedule.set_meeting(2, 0, 1.0);
        check(&schedule, Next::Collision(0, 2));
        schedule.set_obstacle(2, 1.0);
        check(&schedule, Next::Pot(2));
        schedule.set_transition(2, 1.0);
        check(&schedule, Next::Transition(2));
        schedule.set_meeting(0, 1, 0.5);
        assert_eq!(schedule.first(|_| false), Some((0.5, Next::Collision(0, 1))));
        assert_eq!(Schedule::new(16).first(|_| true), None);
    }
}
