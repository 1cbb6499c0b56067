//! Reviews of finished games: made by the workers, a few decisions at a time, as long as someone waits for
//! them.

use crate::tables::Tables;
use crate::workers::{Busy, Lane, Owner, Stop, think_clock};
use baize_games::{AnyTable, Record};
use baize_players::Stopwatch;
use baize_protocol::TableId;
use baize_protocol::http::{PositionValue, ValuedAction};
use baize_review::{Alternative, Care, Effort, REVISION, ReviewLine, Reviewer};
use baize_rules::Problem;
use baize_store::StoredReview;
use serde_json::value::RawValue;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

const fn effort(care: Care) -> Effort {
    Effort { care, threads: 1, clock: Stopwatch(think_clock) }
}

/// What the choices of a position are worth, rated as in a review.
pub(crate) fn value(table: &dyn AnyTable) -> Option<PositionValue> {
    let (choices, exact) = baize_review::value(table, effort(Care::Full))?;
    let valued = |Alternative { action, text, value }| ValuedAction { action, text, value };
    Some(PositionValue { choices: choices.into_iter().map(valued).collect(), exact })
}
use tokio::sync::watch;

/// The most reviews under way at once; more are refused.
const MOST_RUNNING: usize = 32;
/// The most bytes of finished reviews in memory; all are kept in the store.
const MOST_KEPT_BYTES: usize = 64 << 20;
/// The size in bytes above which a review is not stored: it can always be made again.
const MOST_STORED_BYTES: usize = 1 << 20;
/// How long a review may occupy a thread before others have their turn.
const PIECE: Duration = Duration::from_millis(150);

/// What is reviewed: the game of a table, or one that is stored nowhere, by the hash of its record.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Reviewed {
    Table(TableId),
    Unkept(String),
}

/// All reviews that are under way, and the latest that were finished.
#[derive(Default)]
pub(crate) struct Reviews(Mutex<Shelf>);

#[derive(Default)]
struct Shelf {
    running: HashMap<Reviewed, Arc<Running>>,
    kept: VecDeque<(Reviewed, Arc<RawValue>)>,
    bytes: usize,
}

/// A review under way, shared by all who wait for it.
struct Running {
    status: watch::Sender<Status>,
    waiters: AtomicUsize,
    stop: Stop,
}

#[derive(Clone, Default)]
struct Status {
    done: usize,
    of: usize,
    /// The review of the whole game at a first look.
    sketch: Option<Arc<RawValue>>,
    end: Option<Result<Arc<RawValue>, Problem>>,
}

/// One line of the answer.
type Line<'a> = ReviewLine<&'a RawValue>;

impl Reviews {
    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the review of a record: one that is in memory, stored or under way, or else a new one.
    pub(crate) fn ask(
        tables: &Arc<Tables>,
        of: Reviewed,
        record: Record,
        kept: Option<String>,
        client: IpAddr,
    ) -> Result<Waiter, Problem> {
        let mut shelf = tables.reviews.shelf();
        if let Some(review) = kept.and_then(|text| RawValue::from_string(text).ok())
            && shelf.kept.iter().all(|(other, _)| *other != of)
        {
            shelf.keep(of.clone(), Arc::from(review));
        }
        if let Some((_, review)) = shelf.kept.iter().find(|(other, _)| *other == of) {
            let end = Some(Ok(Arc::clone(review)));
            let (status, _) = watch::channel(Status { end, ..Status::default() });
            return Ok(Waiter::new(&Arc::new(Running::new(status))));
        }
        if let Some(running) = shelf.running.get(&of).filter(|running| !running.stop.is_stopped()) {
            return Ok(Waiter::new(running));
        }
        if shelf.running.len() >= MOST_RUNNING {
            return Err(Busy::All.problem());
        }
        let running = Arc::new(Running::new(watch::channel(Status::default()).0));
        let waiter = Waiter::new(&running);
        shelf.running.insert(of.clone(), Arc::clone(&running));
        drop(shelf);
        let stage = Stage::Begin(Box::new(record));
        Work { tables: Arc::clone(tables), of, owner: Owner::Client(client), running, stage }.queue();
        Ok(waiter)
    }
}

impl Running {
    fn new(status: watch::Sender<Status>) -> Running {
        Running { status, waiters: AtomicUsize::new(0), stop: Stop::default() }
    }
}

/// The work on one review.
struct Work {
    tables: Arc<Tables>,
    of: Reviewed,
    owner: Owner,
    running: Arc<Running>,
    stage: Stage,
}

enum Stage {
    Begin(Box<Record>),
    /// The first look, and the record for the second.
    Sketch(Reviewer, Box<Record>),
    Review(Reviewer),
    End,
}

impl Work {
    fn queue(self) {
        let (tables, owner, running) = (Arc::clone(&self.tables), self.owner, Arc::clone(&self.running));
        let submitted = tables.workers.submit(Lane::Bulk, owner, running.stop.clone(), move || self.piece());
        if let Err(busy) = submitted {
            running.status.send_modify(|status| status.end = Some(Err(busy.problem())));
        }
    }

    /// Works for a moment, and then queues again.
    fn piece(mut self) {
        let start = think_clock();
        while think_clock().saturating_sub(start) < PIECE && !self.running.stop.is_stopped() {
            if let Err(problem) = self.step() {
                self.running.status.send_modify(|status| status.end = Some(Err(problem)));
                return;
            }
            if matches!(self.stage, Stage::End) {
                return;
            }
        }
        if !self.running.stop.is_stopped() {
            self.queue();
        }
    }

    fn step(&mut self) -> Result<(), Problem> {
        self.stage = match std::mem::replace(&mut self.stage, Stage::End) {
            Stage::Begin(record) => {
                Stage::Sketch(Reviewer::new((*record).clone(), effort(Care::Rough))?, record)
            }
            Stage::Sketch(mut reviewer, record) => match reviewer.step() {
                Some(_) => Stage::Sketch(reviewer, record),
                None => {
                    let (sketch, _) = written(reviewer)?;
                    self.running.status.send_modify(|status| status.sketch = Some(sketch));
                    Stage::Review(Reviewer::new(*record, effort(Care::Full))?)
                }
            },
            Stage::Review(mut reviewer) => match reviewer.step().map(|progress| (progress.done, progress.of))
            {
                // What a stopped search found is not shown.
                Some(_) if self.running.stop.is_stopped() => Stage::End,
                Some((done, of)) => {
                    self.running.status.send_modify(|status| (status.done, status.of) = (done, of));
                    Stage::Review(reviewer)
                }
                None => {
                    let (review, accuracies) = written(reviewer)?;
                    self.store(&review, accuracies);
                    self.tables.reviews.shelf().keep(self.of.clone(), Arc::clone(&review));
                    self.running.status.send_modify(|status| status.end = Some(Ok(review)));
                    Stage::End
                }
            },
            Stage::End => Stage::End,
        };
        Ok(())
    }
}

/// A review as it is sent, and the accuracies of the seats.
fn written(reviewer: Reviewer) -> Result<(Arc<RawValue>, String), Problem> {
    let review = reviewer.conclude();
    let accuracies: Vec<Option<f64>> = review.players.iter().map(|player| player.accuracy).collect();
    let text = serde_json::value::to_raw_value(&review)
        .and_then(|text| Ok((Arc::from(text), serde_json::to_string(&accuracies)?)));
    text.map_err(|error| Problem::new("server.fault", error.to_string()))
}

impl Work {
    /// Stores a finished review beside the log of its game. If that fails, the next request makes it again.
    fn store(&self, review: &RawValue, accuracies: String) {
        let Reviewed::Table(table) = self.of else { return };
        if review.get().len() > MOST_STORED_BYTES {
            return;
        }
        let kept = StoredReview { revision: REVISION, accuracies, review: review.get().to_owned() };
        if let Err(error) = self.tables.store.keep_review(table, kept) {
            tracing::warn!(%table, %error, "a review was not kept");
        }
    }
}

/// However the work ends, those who wait hear of it, and the next request begins anew.
impl Drop for Work {
    fn drop(&mut self) {
        self.running.status.send_if_modified(|status| {
            let is_cut_off = status.end.is_none();
            if is_cut_off {
                status.end = Some(Err(Busy::All.problem()));
            }
            is_cut_off
        });
        let mut shelf = self.tables.reviews.shelf();
        if shelf.running.get(&self.of).is_some_and(|running| Arc::ptr_eq(running, &self.running)) {
            shelf.running.remove(&self.of);
        }
    }
}

impl Shelf {
    fn keep(&mut self, of: Reviewed, review: Arc<RawValue>) {
        self.bytes += review.get().len();
        self.kept.push_back((of, review));
        while self.bytes > MOST_KEPT_BYTES
            && let Some((_, oldest)) = self.kept.pop_front()
        {
            self.bytes -= oldest.get().len();
        }
    }
}

/// Someone who waits for a review. When the last waiter is dropped, the work ends.
pub(crate) struct Waiter {
    running: Arc<Running>,
    status: watch::Receiver<Status>,
    sent: Sent,
}

/// What has already been sent.
#[derive(Clone, Copy, Default)]
struct Sent {
    is_begun: bool,
    done: usize,
    is_sketched: bool,
    is_over: bool,
}

impl Waiter {
    fn new(running: &Arc<Running>) -> Waiter {
        running.waiters.fetch_add(1, Ordering::Relaxed);
        let (running, status) = (Arc::clone(running), running.status.subscribe());
        Waiter { running, status, sent: Sent::default() }
    }

    /// The next line, once there is one; nothing after the last.
    pub(crate) async fn line(&mut self) -> Option<String> {
        loop {
            if self.sent.is_over {
                return None;
            }
            if let Some(line) = self.news() {
                return Some(line);
            }
            self.status.changed().await.ok()?;
        }
    }

    fn news(&mut self) -> Option<String> {
        let status = self.status.borrow_and_update();
        let sent = &mut self.sent;
        // A stored review is sent at once. For one that is being made, the beginning and the sketch are sent
        // however late someone joins.
        let is_kept = status.end.is_some() && status.of == 0;
        if !is_kept && !std::mem::replace(&mut sent.is_begun, true) {
            sent.done = status.done;
            return Some(line(&Line::Progress { done: status.done, of: status.of }));
        }
        if let Some(review) = &status.sketch
            && !std::mem::replace(&mut sent.is_sketched, true)
        {
            return Some(line(&Line::Sketch { review }));
        }
        if let Some(end) = &status.end {
            sent.is_over = true;
            return Some(match end {
                Ok(review) => line(&Line::Review { review }),
                Err(error) => line(&Line::Refused { error: error.clone() }),
            });
        }
        if status.done > sent.done {
            sent.done = status.done;
            return Some(line(&Line::Progress { done: status.done, of: status.of }));
        }
        None
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        if self.running.waiters.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.running.stop.stop();
        }
    }
}

fn line(line: &Line<'_>) -> String {
    let mut text = serde_json::to_string(line).unwrap_or_default();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Settings, World};

    #[test]
    fn the_work_ends_with_the_last_who_waits() {
        let running = Arc::new(Running::new(watch::channel(Status::default()).0));
        let [first, second] = [(); 2].map(|()| Waiter::new(&running));
        drop(first);
        assert!(!running.stop.is_stopped());
        drop(second);
        assert!(running.stop.is_stopped());
    }

    #[tokio::test]
    async fn the_sketch_comes_once_and_how_far_it_is_after_it() {
        let running = Arc::new(Running::new(watch::channel(Status::default()).0));
        let mut waiter = Waiter::new(&running);
        assert!(waiter.line().await.unwrap().contains("PROGRESS"), "it has begun");
        running.status.send_modify(|status| {
            status.sketch = Some(Arc::from(RawValue::from_string("{}".to_owned()).unwrap()));
            (status.done, status.of) = (1, 2);
        });
        assert!(waiter.line().await.unwrap().contains("SKETCH"));
        let line = waiter.line().await.unwrap();
        assert!(line.contains("PROGRESS") && line.contains("\"done\":1"), "{line}");
        // Someone who only looks once it is over is told the same.
        let end = Arc::from(RawValue::from_string("{}".to_owned()).unwrap());
        let mut late = Waiter::new(&running);
        running.status.send_modify(|status| status.end = Some(Ok(end)));
        for kind in ["PROGRESS", "SKETCH", "REVIEW"] {
            let line = late.line().await.unwrap();
            assert!(line.contains(kind), "{kind}: {line}");
        }
        assert_eq!(late.line().await, None);
    }

    #[tokio::test]
    async fn whoever_waits_hears_that_the_work_was_cut_off() {
        let world = World::new(|| baize_protocol::Moment(1_000_000), Default::default);
        let tables = Tables::new(Settings::default(), world, Arc::new(baize_store::Memory::new()), None);
        let running = Arc::new(Running::new(watch::channel(Status::default()).0));
        let mut waiter = Waiter::new(&running);
        let owner = Owner::Client(IpAddr::from([192, 0, 2, 1]));
        let of = Reviewed::Unkept(String::new());
        drop(Work { tables, of, owner, running, stage: Stage::End });
        let line = waiter.line().await.unwrap();
        assert!(line.contains("REFUSED") && line.contains("server.busy"), "{line}");
        assert_eq!(waiter.line().await, None);
    }

    #[test]
    fn what_is_kept_is_bounded_and_the_oldest_goes_first() {
        let mut shelf = Shelf::default();
        let tables = ["aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"]
            .map(|id| Reviewed::Table(TableId::new(id).unwrap()));
        let large = format!("\"{}\"", "x".repeat(MOST_KEPT_BYTES / 2));
        for table in &tables {
            shelf.keep(table.clone(), Arc::from(RawValue::from_string(large.clone()).unwrap()));
        }
        assert!(shelf.bytes <= MOST_KEPT_BYTES);
        let kept: Vec<&Reviewed> = shelf.kept.iter().map(|(of, _)| of).collect();
        assert!(kept == [&tables[2]]);
    }
}
