//! Several threads on the moves of one node.
//!
//! If the first move of a node does not decide it, the thread that searched it may open a [`Split`], which
//! shares the remaining moves. Idle threads join, each takes the next move until none is left or one decides
//! the node, and the thread that opened the split waits for the last helper. While it waits it helps with
//! splits below its own, because that is where the work it waits for is.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A move and the bound found for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The move.
    pub square: u32,
    /// Its value.
    pub value: i32,
}

/// The moves left at one node, shared by all helpers. `J` says what the node is and what is asked about it.
#[derive(Debug)]
pub struct Split<J> {
    /// The node and the question about it.
    pub job: J,
    moves: Vec<u32>,
    next: AtomicUsize,
    /// A value above this decides the node.
    alpha: i32,
    best: Mutex<Found>,
    is_decided: AtomicBool,
    helpers: AtomicUsize,
    above: Option<Arc<Split<J>>>,
}

impl<J> Split<J> {
    /// The next move to search, if there is one that still matters.
    pub fn take(&self) -> Option<u32> {
        if self.is_decided() {
            return None;
        }
        self.moves.get(self.next.fetch_add(1, Ordering::Relaxed)).copied()
    }

    /// Reports what was found about a move.
    pub fn report(&self, found: Found) {
        let mut best = lock(&self.best);
        if found.value > best.value {
            *best = found;
        }
        if found.value > self.alpha {
            self.is_decided.store(true, Ordering::Relaxed);
        }
    }

    /// Whether more work on this split is pointless, because it or one above it is decided.
    pub fn is_decided(&self) -> bool {
        self.is_decided.load(Ordering::Relaxed) || self.above.as_ref().is_some_and(|above| above.is_decided())
    }

    fn is_below(&self, other: &Split<J>) -> bool {
        std::ptr::eq(self, other) || self.above.as_ref().is_some_and(|above| above.is_below(other))
    }
}

/// Threads that help each other.
#[derive(Debug)]
pub struct Crew<J> {
    open: Mutex<Open<J>>,
    news: Condvar,
    idle: AtomicUsize,
}

#[derive(Debug)]
struct Open<J> {
    splits: Vec<Arc<Split<J>>>,
    is_over: bool,
}

/// Locks even after a panic elsewhere: that ends the search anyway, and the guarded data is still consistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<J> Default for Crew<J> {
    fn default() -> Crew<J> {
        let open = Open { splits: Vec::new(), is_over: false };
        Crew { open: Mutex::new(open), news: Condvar::new(), idle: AtomicUsize::new(0) }
    }
}

impl<J> Crew<J> {
    /// Whether some thread is waiting for work.
    #[inline(always)]
    pub fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Opens a split for the remaining moves; `best` is the result of the moves before them.
    pub fn open(
        &self,
        job: J,
        moves: Vec<u32>,
        alpha: i32,
        best: Found,
        above: Option<Arc<Split<J>>>,
    ) -> Arc<Split<J>> {
        let split = Arc::new(Split {
            job,
            moves,
            next: AtomicUsize::new(0),
            alpha,
            best: Mutex::new(best),
            is_decided: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            above,
        });
        lock(&self.open).splits.push(Arc::clone(&split));
        self.news.notify_all();
        split
    }

    /// Closes a split once its moves are taken, calls `help` with splits below it until the last helper has
    /// left, and returns the best result.
    pub fn close(&self, split: &Split<J>, mut help: impl FnMut(&Arc<Split<J>>)) -> Found {
        lock(&self.open).splits.retain(|open| !std::ptr::eq(&**open, split));
        while let Some(other) = self.join(|open| {
            if split.helpers.load(Ordering::Acquire) == 0 {
                return Next::Leave;
            }
            open.splits
                .iter()
                .find(|open| open.is_below(split))
                .map_or(Next::Wait, |open| Next::Join(open.clone()))
        }) {
            help(&other);
            self.leave(&other);
        }
        *lock(&split.best)
    }

    /// Helps with any open split until the search is over.
    pub fn serve(&self, mut help: impl FnMut(&Arc<Split<J>>)) {
        while let Some(split) = self.join(|open| match open.splits.last() {
            _ if open.is_over => Next::Leave,
            Some(split) => Next::Join(split.clone()),
            None => Next::Wait,
        }) {
            help(&split);
            self.leave(&split);
        }
    }

    /// Ends the search, so that all idle threads return.
    pub fn end(&self) {
        lock(&self.open).is_over = true;
        self.news.notify_all();
    }

    fn join(&self, next: impl Fn(&Open<J>) -> Next<J>) -> Option<Arc<Split<J>>> {
        let mut open = lock(&self.open);
        self.idle.fetch_add(1, Ordering::Relaxed);
        let joined = loop {
            match next(&open) {
                Next::Leave => break None,
                Next::Join(split) => {
                    split.helpers.fetch_add(1, Ordering::Relaxed);
                    break Some(split);
                }
                Next::Wait => open = self.news.wait(open).unwrap_or_else(PoisonError::into_inner),
            }
        };
        self.idle.fetch_sub(1, Ordering::Relaxed);
        joined
    }

    fn leave(&self, split: &Arc<Split<J>>) {
        let mut open = lock(&self.open);
        // A helper leaves a split only when it has no move left.
        open.splits.retain(|other| !Arc::ptr_eq(other, split));
        split.helpers.fetch_sub(1, Ordering::Release);
        self.news.notify_all();
    }
}

enum Next<J> {
    Join(Arc<Split<J>>),
    Wait,
    Leave,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches a node that is a list of numbers for the largest, up to the first above `alpha`.
    fn search(crew: &Crew<Vec<i32>>, numbers: &[i32], alpha: i32) -> i32 {
        let moves = (0..numbers.len() as u32).collect();
        let start = Found { square: 99, value: i32::MIN };
        let split = crew.open(numbers.to_vec(), moves, alpha, start, None);
        work(&split);
        crew.close(&split, work_on).value
    }

    fn work(split: &Split<Vec<i32>>) {
        while let Some(square) = split.take() {
            std::thread::yield_now();
            split.report(Found { square, value: split.job[square as usize] });
        }
    }

    fn work_on(split: &Arc<Split<Vec<i32>>>) {
        work(split);
    }

    #[test]
    fn everybody_together_finds_the_best() {
        let crew = Crew::default();
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| crew.serve(work_on));
            }
            for round in 0..500 {
                let numbers: Vec<i32> = (0..20).map(|i| i * (round + 7) % 19 + 6).collect();
                let most = *numbers.iter().max().unwrap();
                assert_eq!(search(&crew, &numbers, 100), most);
                assert!(search(&crew, &numbers, 5) > 5, "any value above alpha decides");
            }
            crew.end();
        });
    }

    #[test]
    fn a_decision_above_ends_the_work_below() {
        let crew: Crew<()> = Crew::default();
        let start = Found { square: 0, value: -1 };
        let top = crew.open((), vec![1, 2], 0, start, None);
        let below = crew.open((), vec![3], 0, start, Some(Arc::clone(&top)));
        assert!(!below.is_decided() && below.is_below(&top) && !top.is_below(&below));
        top.report(Found { square: 1, value: 1 });
        assert!(below.is_decided() && below.take().is_none() && top.take().is_none());
    }
}
