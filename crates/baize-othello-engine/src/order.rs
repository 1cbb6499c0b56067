//! Moves in the order in which to try them.

/// Moves with an estimate of their worth, taken out best first.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    keys: [i32; Order::MOST],
    count: usize,
    taken: usize,
}

impl Order {
    /// As many as the board has squares.
    const MOST: usize = 64;

    #[inline(always)]
    pub(crate) const fn new() -> Order {
        Order { keys: [0; Order::MOST], count: 0, taken: 0 }
    }

    /// Adds a square; `worth` must be within 2 to the power of 24.
    #[inline(always)]
    pub(crate) fn push(&mut self, square: u32, worth: i32) {
        self.keys[self.count & (Order::MOST - 1)] = worth * 64 + square as i32;
        self.count += 1;
    }

    /// All remaining squares, best first.
    pub(crate) fn rest(mut self) -> Vec<u32> {
        std::iter::from_fn(|| self.next()).collect()
    }

    /// The best remaining square. Usually only the first few are wanted, so nothing is sorted in advance.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<u32> {
        let left = self.keys.get_mut(self.taken..self.count)?;
        let (mut top, mut best) = (0, *left.first()?);
        for (i, &key) in left.iter().enumerate().skip(1) {
            if key > best {
                (top, best) = (i, key);
            }
        }
        left.swap(0, top);
        self.taken += 1;
        Some(best as u32 & 63)
    }
}

#[cfg(test)]
mod tests {
    use super::Order;

    #[test]
    fn moves_come_out_best_first() {
        let mut order = Order::new();
        for (square, worth) in [(5, -3), (63, 7), (0, 7), (9, -1 << 20), (10, 1 << 21)] {
            order.push(square, worth);
        }
        assert_eq!(order.next(), Some(10));
        assert_eq!(order.rest(), [63, 0, 5, 9]);
        assert_eq!(Order::new().next(), None);
    }
}
