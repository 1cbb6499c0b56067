//! Checks that the records say what the clients saw. `baize simulate` uses the same judgement.

use crate::http;
use crate::plan::{Length, LoadProgress};
use crate::table::{Field, Finished};
use baize_games::{Record, RecordedMove};
use baize_rules::Viewer;
use serde_json::Value;
use std::hash::{DefaultHasher, Hasher};

/// The result over all games.
#[derive(Default)]
pub(crate) struct Verdict {
    pub(crate) acknowledged: u64,
    pub(crate) lost: u64,
    pub(crate) mismatches: u64,
    pub(crate) games: u64,
    pub(crate) first: Option<String>,
    pub(crate) records: Vec<Record>,
}

impl Verdict {
    fn wrong(&mut self, table: &str, what: &str) {
        self.mismatches += 1;
        self.first.get_or_insert_with(|| format!("table {table}: {what}"));
    }
}

/// Compares every game with its record.
pub(crate) async fn all(
    field: &Field,
    finished: Vec<Finished>,
    progress: &impl Fn(LoadProgress),
) -> anyhow::Result<Verdict> {
    let mut verdict = Verdict::default();
    let of = finished.len() as u32;
    for (games, game) in (1..).zip(&finished) {
        let path = format!("/api/tables/{}/record", game.table);
        verdict.games += 1;
        verdict.acknowledged += game.evidence.iter().map(|seat| seat.acknowledged.len() as u64).sum::<u64>();
        if game.evidence.is_empty() {
            verdict.lost += 1;
            verdict.wrong(&game.table, "the server had acknowledged or shown something that it has lost");
            continue;
        }
        match http::get(field.server(), &path, &game.token).await {
            Ok(record) => {
                let record = compare(&record, game, &mut verdict);
                verdict.records.extend(record.filter(|_| matches!(field.plan.length, Length::Moves(_))));
            }
            Err(error) => verdict.wrong(&game.table, &format!("there is no record: {error:#}")),
        }
        if games % 64 == 0 {
            progress(LoadProgress::Checking { games, of });
        }
    }
    Ok(verdict)
}

fn compare(record: &str, game: &Finished, verdict: &mut Verdict) -> Option<Record> {
    let Findings { lost, wrong, record } = judge(record, &game.evidence);
    verdict.lost += lost;
    wrong.iter().for_each(|what| verdict.wrong(&game.table, what));
    record
}

/// What a client can testify to after a game.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// Its seat or that it watched; `None` if it never got in.
    pub viewer: Option<Viewer>,
    /// Its acknowledged moves in order, without those that were taken back.
    pub acknowledged: Vec<String>,
    /// How many moves the clock or a computer player made for it.
    pub made_for: usize,
    /// A hash of the events told with each step that was not taken back.
    pub shown: Vec<u64>,
    /// The last view.
    pub view: String,
    /// Microseconds from each move to its acknowledgement, for moves during the measurement.
    pub latencies: Vec<u32>,
}

/// The differences between a record and what its clients can testify to.
#[derive(Debug, Default)]
pub struct Findings {
    /// How many acknowledged moves and shown events are missing from the record.
    pub lost: u64,
    /// What differs, in words.
    pub wrong: Vec<String>,
    /// The record, if it could be replayed.
    pub record: Option<Record>,
}

/// A hash of the events told with a step.
pub fn told_hash(events: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(events.as_bytes());
    hasher.finish()
}

/// Replays the record of a game and compares it with what its clients can testify to.
pub fn judge(record: &str, evidence: &[Evidence]) -> Findings {
    let mut findings = Findings::default();
    let mut told = Vec::new();
    let replayed = Record::read(record).and_then(|record| {
        let table = record.retell(|news| told.push(news))?;
        Ok((record, table))
    });
    let (record, table) = match replayed {
        Ok(replayed) => replayed,
        Err(problem) => {
            findings.wrong.push(problem.to_string());
            return findings;
        }
    };
    if table.outcome() != record.result {
        findings.wrong.push("the result is not the one that the actions lead to".to_owned());
    }
    for evidence in evidence {
        let Some(viewer) = evidence.viewer else { continue };
        let logged: Vec<&Value> = record
            .log
            .iter()
            .filter_map(|entry| viewer.seat().and_then(|seat| action_of(entry, seat)))
            .collect();
        let acknowledged = evidence.acknowledged.iter().map(|action| serde_json::from_str(action));
        let acknowledged: Vec<Value> = acknowledged.collect::<Result<_, _>>().unwrap_or_default();
        let missing = missing(&acknowledged, &logged);
        findings.lost += missing;
        if missing > 0 || acknowledged.len() + evidence.made_for != logged.len() {
            findings.wrong.push(format!("{viewer:?} has not done what the record says"));
        }
        let events = |news: &Vec<baize_games::AnyEvent>| {
            let heard: Vec<&baize_protocol::Json> =
                news.iter().filter(|told| told.to.includes(viewer)).map(|told| &told.event).collect();
            told_hash(&serde_json::to_string(&heard).expect("events can be written as JSON"))
        };
        let events: Vec<u64> = told.iter().map(events).collect();
        findings.lost += evidence.shown.len().saturating_sub(events.len()) as u64;
        if evidence.shown != events {
            findings.wrong.push(format!("{viewer:?} was not told what the record says"));
        }
        let shown: Option<Value> = serde_json::from_str(&evidence.view).ok();
        if shown.as_ref() != Some(&table.view(viewer)) {
            findings.wrong.push("the last view is not the one that the record leads to".to_owned());
        }
    }
    findings.record = Some(record);
    findings
}

fn action_of(entry: &RecordedMove, of: baize_rules::Seat) -> Option<&Value> {
    match entry {
        RecordedMove::Action { seat, action, .. } if *seat == of => Some(action),
        _ => None,
    }
}

/// Counts the acknowledged moves that are not logged.
fn missing(acknowledged: &[Value], logged: &[&Value]) -> u64 {
    let mut rest = logged.iter();
    acknowledged.iter().filter(|action| !rest.any(|logged| logged == action)).count() as u64
}
