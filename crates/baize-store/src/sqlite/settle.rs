//! Reports the outcome of commits, once their place in the journal is recorded outside the data file.

use super::tail::Tail;
use crate::{Done, StoreError};
use std::sync::mpsc::Sender;

type Stored<T> = Result<T, StoreError>;

/// The answer owed to a caller once the commit is safe or has failed.
pub(super) enum Debt {
    Append(Done),
    Refusal(Done, StoreError),
    Answer(Answer),
}

/// Answers the caller, given how the commit went.
type Answer = Box<dyn FnOnce(&Stored<()>) + Send>;

impl Debt {
    fn pay(self, outcome: &Stored<()>) {
        match self {
            Debt::Append(done) => done(outcome.clone()),
            Debt::Refusal(done, error) => done(Err(error)),
            Debt::Answer(answer) => answer(outcome),
        }
    }
}

/// Records the answer owed for a job; if the job failed, the whole batch fails.
pub(super) fn owe<T: Send + 'static>(
    debts: &mut Vec<Debt>,
    to: Sender<Stored<T>>,
    answer: Stored<T>,
) -> Stored<()> {
    // A caller who has stopped waiting need not be told.
    tell(debts, move |answer| drop(to.send(answer)), answer)
}

/// Like [`owe`], with a callback instead of a channel.
pub(super) fn tell<T: Send + 'static>(
    debts: &mut Vec<Debt>,
    to: impl FnOnce(Stored<T>) + Send + 'static,
    answer: Stored<T>,
) -> Stored<()> {
    let failure = answer.as_ref().err().cloned();
    debts.push(Debt::Answer(Box::new(move |outcome| to(outcome.clone().and(answer)))));
    failure.map_or(Ok(()), Err)
}

/// A commit and the answers owed for it.
pub(super) struct Batch {
    /// The last row of the journal after the commit.
    pub(super) tail: i64,
    pub(super) outcome: Stored<()>,
    pub(super) debts: Vec<Debt>,
}

/// Records where the journal ends after these commits, and answers everyone in order.
pub(super) fn settle(tail: &mut Tail, batches: Vec<Batch>) {
    let safe = batches.iter().filter(|batch| batch.outcome.is_ok()).map(|batch| batch.tail).max();
    let kept = safe.map_or(Ok(()), |row| tail.keep(row));
    for Batch { outcome, debts, .. } in batches {
        let outcome = outcome.and_then(|()| kept.clone());
        debts.into_iter().for_each(|debt| debt.pay(&outcome));
    }
}
