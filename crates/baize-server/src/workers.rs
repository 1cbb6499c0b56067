//! Threads for work that takes longer than a moment, in lanes that do not hold each other up.
//!
//! A lane has its own queue, in which owners take turns: someone with a hundred questions gets one answer for
//! each answer given to someone else. A crew of threads serves one or more lanes; people's questions have
//! threads of their own, and so do computer players that answer at once.

use baize_protocol::TableId;
use baize_rules::Problem;
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The most work waiting in one lane; more is put off or refused.
const MOST_WAITING: usize = 4_096;
/// A computer player that took longer than this for most of its recent thoughts is not among the quick ones.
/// On a busy machine every player has some long thoughts, so an average would send a weak player to the slow
/// lane.
const QUICK: Duration = Duration::from_millis(60);
/// How many thoughts of each player are remembered.
const REMEMBERED: usize = 15;

/// A kind of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    /// A person waits and the work is short: an aim, a meld, a shot.
    Question,
    /// A person waits, but it may be long: counting positions, solving.
    LongQuestion,
    /// Computer players that answer at once.
    Quick,
    /// Computer players that think.
    Deep,
    /// Opening tables, replaying logs.
    Bulk,
}

const LANES: usize = 5;

impl Lane {
    /// The most work of one owner waiting in this lane.
    const fn most_of_one(self) -> usize {
        match self {
            Lane::Question => 64,
            Lane::LongQuestion => 8,
            Lane::Quick | Lane::Deep => 16,
            Lane::Bulk => 256,
        }
    }
}

/// Threads with the same work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Crew {
    Questions,
    Quick,
    Deep,
    Bulk,
}

impl Crew {
    /// The lanes it serves; the first two take turns at being first.
    const fn lanes(self) -> &'static [Lane] {
        match self {
            Crew::Questions => &[Lane::Question],
            Crew::Quick => &[Lane::Quick],
            Crew::Deep => &[Lane::Deep, Lane::LongQuestion, Lane::Quick],
            Crew::Bulk => &[Lane::Bulk],
        }
    }
}

const CREWS: [Crew; 4] = [Crew::Questions, Crew::Quick, Crew::Deep, Crew::Bulk];

/// The party that work is done for. Owners take turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Owner {
    /// The address of a client.
    Client(IpAddr),
    /// A table, for its computer players and its long moves.
    Table(TableId),
}

/// A flag that tells work that nobody waits for it any more.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub(crate) fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

thread_local! {
    /// The stop flag of the work on this thread.
    static CURRENT: RefCell<Stop> = RefCell::default();
}

/// The clock of computer players: the time since the first of them thought. For a thought that nobody waits
/// for any more it jumps far ahead, so that every search finds its time used up.
pub(crate) fn think_clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let is_stopped = CURRENT.with_borrow(Stop::is_stopped);
    START.elapsed() + if is_stopped { Duration::from_secs(86_400) } else { Duration::ZERO }
}

/// Why work is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Busy {
    /// Too much work is waiting, or the server is stopping.
    All,
    /// Too much work of this owner is waiting.
    Owner,
}

impl Busy {
    pub(crate) fn problem(self) -> Problem {
        let text = match self {
            Busy::All => "too many questions wait; try again in a moment",
            Busy::Owner => "too many questions of yours wait; try again when some are answered",
        };
        Problem::new("server.busy", text)
    }
}

type Work = Box<dyn FnOnce() + Send>;

struct Job {
    stop: Stop,
    work: Work,
}

/// The work of one lane, grouped by owner.
#[derive(Default)]
struct Queue {
    turns: VecDeque<Owner>,
    jobs: HashMap<Owner, VecDeque<Job>>,
    count: usize,
}

impl Queue {
    fn push(&mut self, owner: Owner, job: Job) {
        let jobs = self.jobs.entry(owner).or_default();
        if jobs.is_empty() {
            self.turns.push_back(owner);
        }
        jobs.push_back(job);
        self.count += 1;
    }

    fn waiting(&self, owner: Owner) -> usize {
        self.jobs.get(&owner).map_or(0, VecDeque::len)
    }

    /// Takes the next job of the owner whose turn it is.
    fn pop(&mut self) -> Option<Job> {
        let owner = self.turns.pop_front()?;
        let jobs = self.jobs.get_mut(&owner)?;
        let job = jobs.pop_front();
        if jobs.is_empty() {
            self.jobs.remove(&owner);
        } else {
            self.turns.push_back(owner);
        }
        self.count -= 1;
        job
    }
}

#[derive(Default)]
struct Queues {
    lanes: [Queue; LANES],
    /// The stop flags of the work on each thread.
    running: Vec<Stop>,
    is_closed: bool,
}

struct Board {
    queues: Mutex<Queues>,
    changed: [Condvar; CREWS.len()],
    /// How long recent thoughts of each computer player took, by game and player.
    pace: Mutex<HashMap<(String, String), VecDeque<Duration>>>,
}

/// A fixed number of threads.
pub(crate) struct Workers {
    board: Arc<Board>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Workers {
    /// Starts `deep` threads for deep thought and long questions, and for each other crew one for every four
    /// cores.
    pub(crate) fn new(deep: usize) -> Workers {
        let board =
            Arc::new(Board { queues: Mutex::default(), changed: Default::default(), pace: Mutex::default() });
        let share = std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(4));
        let size = |crew: Crew| if crew == Crew::Deep { deep.max(1) } else { share };
        let threads = CREWS.iter().flat_map(|&crew| (0..size(crew)).map(move |number| (crew, number)));
        let thread = |(index, (crew, number)): (usize, (Crew, usize))| {
            board.queues().running.push(Stop::default());
            let board = Arc::clone(&board);
            std::thread::Builder::new()
                .name(format!("{crew:?}-{number}").to_lowercase())
                .spawn(move || board.work(crew, index))
                .expect("the system gives a thread")
        };
        let threads = threads.enumerate().map(thread).collect();
        Workers { board, threads: Mutex::new(threads) }
    }

    /// Queues work, unless too much is waiting. It is not started once `stop` is set.
    pub(crate) fn submit(
        &self,
        lane: Lane,
        owner: Owner,
        stop: Stop,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<(), Busy> {
        let mut queues = self.board.queues();
        let queue = &mut queues.lanes[lane as usize];
        if queue.waiting(owner) >= lane.most_of_one() {
            return Err(Busy::Owner);
        }
        if queue.count >= MOST_WAITING || queues.is_closed {
            return Err(Busy::All);
        }
        self.board.add(queues, lane, owner, Job { stop, work: Box::new(work) });
        Ok(())
    }

    /// Does work that its owner waits for. If the owner stops waiting, the work is not started, and a running
    /// search ends.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        owner: Owner,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let waiting = StopWhenDropped(Stop::default());
        let (to, done) = oneshot::channel();
        let job = move || drop(to.send(work()));
        self.submit(lane, owner, waiting.0.clone(), job).map_err(Busy::problem)?;
        done.await.unwrap_or_else(|_| Err(Busy::All.problem()))
    }

    /// Does work with a table that has lent itself, however much is waiting; `None` if the server is
    /// stopping.
    pub(crate) async fn lend<T: Send + 'static>(
        &self,
        table: TableId,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let (to, done) = oneshot::channel();
        let job = Job { stop: Stop::default(), work: Box::new(move || drop(to.send(work()))) };
        {
            let queues = self.board.queues();
            if queues.is_closed {
                return None;
            }
            self.board.add(queues, Lane::Question, Owner::Table(table), job);
        }
        done.await.ok()
    }

    /// The lane in which a computer player thinks, chosen by how long it has taken so far, or else by its
    /// name.
    pub(crate) fn lane_of(&self, game: &str, player: &str) -> Lane {
        // Experts answer at once while they know the opening, and then they do not.
        if player == "expert" {
            return Lane::Deep;
        }
        let known = self.board.pace();
        let times =
            known.get(&(game.to_owned(), player.to_owned())).filter(|times| times.len() == REMEMBERED);
        let is_slow = times.map_or(player == "hard", |times| {
            times.iter().filter(|time| **time >= QUICK).count() * 2 > REMEMBERED
        });
        if is_slow { Lane::Deep } else { Lane::Quick }
    }

    /// Remembers how long a computer player took.
    pub(crate) fn took(&self, game: &str, player: &str, time: Duration) {
        let mut known = self.board.pace();
        let times = known.entry((game.to_owned(), player.to_owned())).or_default();
        if times.len() == REMEMBERED {
            times.pop_front();
        }
        times.push_back(time);
    }

    /// How much work is waiting.
    #[cfg(test)]
    fn count(&self, lane: Lane) -> usize {
        self.board.queues().lanes[lane as usize].count
    }

    /// Ends the threads: tells running work to stop, and drops waiting work.
    pub(crate) fn close(&self) {
        let mut queues = self.board.queues();
        queues.is_closed = true;
        queues.running.iter().for_each(Stop::stop);
        // Dropped work may wake its waiters, who may come here again.
        let dropped = std::mem::take(&mut queues.lanes);
        drop(queues);
        drop(dropped);
        self.board.changed.iter().for_each(Condvar::notify_all);
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.close();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        // A thread that drops the last reference must not wait for itself.
        let own = std::thread::current().id();
        threads
            .into_iter()
            .filter(|thread| thread.thread().id() != own)
            .for_each(|thread| drop(thread.join()));
    }
}

impl Board {
    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pace(&self) -> MutexGuard<'_, HashMap<(String, String), VecDeque<Duration>>> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, mut queues: MutexGuard<'_, Queues>, lane: Lane, owner: Owner, job: Job) {
        queues.lanes[lane as usize].push(owner, job);
        drop(queues);
        for (crew, changed) in CREWS.iter().zip(&self.changed) {
            if crew.lanes().contains(&lane) {
                changed.notify_one();
            }
        }
    }

    /// The loop of a thread of this crew, until the server stops.
    fn work(&self, crew: Crew, index: usize) {
        let changed = &self.changed[crew as usize];
        for turn in 0usize.. {
            let job = loop {
                let mut queues = self.queues();
                if queues.is_closed {
                    return;
                }
                match next(&mut queues, crew.lanes(), turn) {
                    Some(job) if job.stop.is_stopped() => {
                        // Nobody waits for it. Drop what it holds without holding the queues.
                        drop(queues);
                        drop(job);
                    }
                    Some(job) => {
                        queues.running[index] = job.stop.clone();
                        break job;
                    }
                    None => drop(changed.wait(queues)),
                }
            };
            CURRENT.replace(job.stop);
            // Work that panics must not take the thread with it.
            if catch_unwind(AssertUnwindSafe(job.work)).is_err() {
                tracing::error!(?crew, "a piece of work panicked; its thread goes on with the next");
            }
        }
    }
}

/// Takes the next job. The first two lanes take turns.
fn next(queues: &mut Queues, lanes: &[Lane], turn: usize) -> Option<Job> {
    let is_swapped = lanes.len() > 1 && !turn.is_multiple_of(2);
    let order = (0..lanes.len()).map(|index| lanes[if is_swapped && index < 2 { 1 - index } else { index }]);
    order.into_iter().find_map(|lane| queues.lanes[lane as usize].pop())
}

/// Stops work when the one who waits for it stops waiting.
struct StopWhenDropped(Stop);

impl Drop for StopWhenDropped {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Sender, channel};

    fn owner(number: u8) -> Owner {
        Owner::Client(IpAddr::from([192, 0, 2, number]))
    }

    /// Occupies the threads of a lane until the sender is dropped.
    fn occupy(workers: &Workers, lane: Lane, threads: usize) -> Sender<()> {
        let (hold, held) = channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let (to, begun) = channel();
        for _ in 0..threads {
            let (held, to) = (Arc::clone(&held), to.clone());
            let work = move || {
                to.send(()).unwrap();
                while held.lock().unwrap().recv().is_ok() {}
            };
            workers.submit(lane, owner(200), Stop::default(), work).unwrap();
        }
        (0..threads).for_each(|_| begun.recv().unwrap());
        hold
    }

    #[test]
    fn work_is_done_bounded_and_survives_a_panic() {
        let workers = Workers::new(1);
        let hold = occupy(&workers, Lane::Deep, 1);
        let (to, done) = channel();
        let submit = |from: Owner| {
            let to = to.clone();
            workers.submit(Lane::LongQuestion, from, Stop::default(), move || to.send(()).unwrap())
        };
        let taken = (0..1_000).filter(|_| submit(owner(1)).is_ok()).count();
        assert_eq!((taken, submit(owner(1))), (Lane::LongQuestion.most_of_one(), Err(Busy::Owner)));
        assert!(submit(owner(2)).is_ok(), "another client is not in the way of the first");
        drop(hold);
        assert_eq!((0..=taken).filter(|_| done.recv().is_ok()).count(), taken + 1);
        let quiet = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| ()));
        let panics = || panic!("a player with a mistake");
        workers.submit(Lane::Deep, owner(1), Stop::default(), panics).unwrap();
        assert!(submit(owner(1)).is_ok() && done.recv().is_ok());
        std::panic::set_hook(quiet);
    }

    #[test]
    fn one_lane_does_not_hold_up_another() {
        let workers = Workers::new(1);
        let _hold = occupy(&workers, Lane::Deep, 1);
        let (to, done) = channel();
        for lane in [Lane::Question, Lane::Quick, Lane::Bulk] {
            let to = to.clone();
            workers.submit(lane, owner(1), Stop::default(), move || to.send(lane).unwrap()).unwrap();
            assert_eq!(done.recv().unwrap(), lane);
        }
    }

    #[test]
    fn owners_take_turns() {
        let workers = Workers::new(1);
        let hold = occupy(&workers, Lane::Deep, 1);
        let (to, done) = channel();
        for number in [1, 1, 1, 2, 3, 3] {
            let to = to.clone();
            let work = move || to.send(number).unwrap();
            workers.submit(Lane::LongQuestion, owner(number), Stop::default(), work).unwrap();
        }
        drop(hold);
        let order: Vec<u8> = (0..6).map(|_| done.recv().unwrap()).collect();
        assert_eq!(order, [1, 2, 3, 1, 3, 1]);
    }

    #[test]
    fn what_nobody_waits_for_is_not_begun_and_a_search_runs_out_of_time() {
        let workers = Workers::new(1);
        let hold = occupy(&workers, Lane::Deep, 1);
        let (to, done) = channel();
        let (gone, here) = (Stop::default(), Stop::default());
        for (stop, name) in [(&gone, "gone"), (&here, "here")] {
            let to = to.clone();
            let work = move || to.send(name).unwrap();
            workers.submit(Lane::LongQuestion, owner(1), stop.clone(), work).unwrap();
        }
        gone.stop();
        drop(hold);
        assert_eq!(done.recv().unwrap(), "here");
        assert_eq!(workers.count(Lane::LongQuestion), 0);
        let stop = Stop::default();
        let (to_search, begun) = channel();
        let search = {
            let own = stop.clone();
            move || {
                let start = think_clock();
                to_search.send(()).unwrap();
                while think_clock() - start < Duration::from_secs(3_600) {
                    std::hint::spin_loop();
                }
                assert!(own.is_stopped());
                to.send("stopped").unwrap();
            }
        };
        workers.submit(Lane::Deep, owner(1), stop.clone(), search).unwrap();
        begun.recv().unwrap();
        stop.stop();
        assert_eq!(done.recv().unwrap(), "stopped");
    }

    #[test]
    fn players_are_known_by_how_long_they_take() {
        let workers = Workers::new(1);
        assert_eq!(workers.lane_of("othello", "easy"), Lane::Quick);
        assert_eq!(workers.lane_of("othello", "expert"), Lane::Deep);
        // On a busy machine a thought may take long, but that makes the player no stronger.
        for time in [5, 400, 5_000, 5, 5] {
            workers.took("othello", "easy", Duration::from_millis(time));
        }
        assert_eq!(workers.lane_of("othello", "easy"), Lane::Quick);
        for _ in 0..30 {
            workers.took("othello", "easy", Duration::from_millis(400));
            workers.took("othello", "expert", Duration::from_millis(1));
        }
        assert_eq!(workers.lane_of("othello", "easy"), Lane::Deep);
        assert_eq!(workers.lane_of("othello", "expert"), Lane::Deep, "it knows the opening");
        assert_eq!(workers.lane_of("nine", "easy"), Lane::Quick, "in another game it is another player");
        for _ in 0..30 {
            workers.took("othello", "easy", Duration::from_millis(5));
        }
        assert_eq!(workers.lane_of("othello", "easy"), Lane::Quick);
    }
}
