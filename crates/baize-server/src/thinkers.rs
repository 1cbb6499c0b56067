//! Threads for what takes longer than a moment: computer players, questions to the rules.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;

/// So much work waits at most; more is put off by whoever brings it.
const MOST_WAITING: usize = 4_096;

/// A piece of work.
pub(crate) type Work = Box<dyn FnOnce() + Send>;

/// A fixed number of threads with one bounded queue.
pub(crate) struct Thinkers {
    queue: Arc<(Mutex<Queue>, Condvar)>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

#[derive(Default)]
struct Queue {
    work: VecDeque<Work>,
    is_closed: bool,
}

impl Thinkers {
    pub(crate) fn new(threads: usize) -> Thinkers {
        let queue = Arc::new((Mutex::default(), Condvar::new()));
        let thread = |_| {
            let queue = Arc::clone(&queue);
            std::thread::spawn(move || think(&queue))
        };
        let threads = (0..threads.max(1)).map(thread).collect();
        Thinkers { queue, threads: Mutex::new(threads) }
    }

    /// Queues work, or gives it back if too much waits.
    pub(crate) fn submit(&self, work: Work) -> Result<(), Work> {
        let (queue, changed) = &*self.queue;
        let mut queue = lock(queue);
        if queue.is_closed || queue.work.len() >= MOST_WAITING {
            return Err(work);
        }
        queue.work.push_back(work);
        changed.notify_one();
        Ok(())
    }

    /// Ends the threads after what they are doing; what waits is dropped.
    pub(crate) fn close(&self) {
        let (queue, changed) = &*self.queue;
        let mut queue = lock(queue);
        queue.is_closed = true;
        queue.work.clear();
        changed.notify_all();
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.close();
        let threads = std::mem::take(&mut *self.threads.lock().expect("nothing panics with the threads"));
        // A thread may drop the last reference itself; it does not wait for itself.
        let own = std::thread::current().id();
        threads
            .into_iter()
            .filter(|thread| thread.thread().id() != own)
            .for_each(|thread| drop(thread.join()));
    }
}

fn lock(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().expect("nothing panics while it holds the queue")
}

fn think((queue, changed): &(Mutex<Queue>, Condvar)) {
    loop {
        let work = {
            let waiting = changed.wait_while(lock(queue), |queue| queue.work.is_empty() && !queue.is_closed);
            let mut queue = waiting.expect("nothing panics while it holds the queue");
            match queue.work.pop_front() {
                Some(work) => work,
                None => return,
            }
        };
        // Work that panics must not take the thread with it.
        let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        if thought.is_err() {
            tracing::error!("a thinking thread panicked; it goes on with the next task");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn work_is_done_bounded_and_survives_a_panic() {
        let thinkers = Thinkers::new(1);
        let (hold, held) = channel::<()>();
        assert!(thinkers.submit(Box::new(move || while held.recv().is_ok() {})).is_ok());
        let (to, done) = channel();
        let mut taken = 0;
        loop {
            let to = to.clone();
            if thinkers.submit(Box::new(move || to.send(()).unwrap())).is_err() {
                break;
            }
            taken += 1;
        }
        assert!((MOST_WAITING - 1..=MOST_WAITING).contains(&taken));
        drop(hold);
        assert_eq!((0..taken).filter(|_| done.recv().is_ok()).count(), taken);
        let quiet = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| ()));
        assert!(thinkers.submit(Box::new(|| panic!("a player with a mistake"))).is_ok());
        let (to, done) = channel();
        assert!(thinkers.submit(Box::new(move || to.send(()).unwrap())).is_ok());
        assert!(done.recv().is_ok());
        std::panic::set_hook(quiet);
    }
}
