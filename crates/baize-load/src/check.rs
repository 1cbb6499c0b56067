//! Whether the records say what the clients saw.

use crate::client::{Evidence, told_hash};
use crate::http;
use crate::plan::{Length, Progress};
use crate::table::{Field, Finished};
use baize_games::{Entry, Record};
use baize_rules::Viewer;
use serde_json::Value;

/// What came of all games.
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
    progress: &impl Fn(Progress),
) -> anyhow::Result<Verdict> {
    let mut verdict = Verdict::default();
    let of = finished.len() as u32;
    for (games, game) in (1..).zip(&finished) {
        let path = format!("/api/tables/{}/record", game.table);
        verdict.games += 1;
        verdict.acknowledged += game.evidence.iter().map(|seat| seat.acknowledged.len() as u64).sum::<u64>();
        verdict.lost += game.evidence.iter().map(|seat| seat.lost).sum::<u64>();
        match http::get(field.server, &path, &game.token).await {
            Ok(record) => {
                let record = compare(&record, game, &mut verdict);
                verdict.records.extend(record.filter(|_| matches!(field.plan.length, Length::Moves(_))));
            }
            Err(error) => verdict.wrong(&game.table, &format!("there is no record: {error:#}")),
        }
        if games % 64 == 0 {
            progress(Progress::Checking { games, of });
        }
    }
    Ok(verdict)
}

fn compare(record: &str, game: &Finished, verdict: &mut Verdict) -> Option<Record> {
    let mut told = Vec::new();
    let replayed = Record::read(record).and_then(|record| {
        let table = record.retell(|news| told.push(news))?;
        Ok((record, table))
    });
    let (record, table) = match replayed {
        Ok(replayed) => replayed,
        Err(problem) => {
            verdict.wrong(&game.table, &problem.to_string());
            return None;
        }
    };
    if table.outcome() != record.result {
        verdict.wrong(&game.table, "the result is not the one that the actions lead to");
    }
    for evidence in &game.evidence {
        let Some(seat) = evidence.seat else { continue };
        let viewer = Viewer::Seat(seat);
        let logged: Vec<&Value> = record.log.iter().filter_map(|entry| action_of(entry, seat)).collect();
        verdict.lost += missing(&evidence.acknowledged, &logged);
        if !evidence.acknowledged.iter().eq(logged.iter().copied()) {
            verdict.wrong(&game.table, &format!("{seat} has not done what the record says"));
        }
        let events = |news: &Vec<baize_games::Told>| {
            let heard: Vec<&baize_protocol::Json> =
                news.iter().filter(|told| told.to.includes(viewer)).map(|told| &told.event).collect();
            told_hash(&serde_json::to_string(&heard).expect("events can be written as JSON"))
        };
        let events: Vec<u64> = told.iter().map(events).collect();
        verdict.lost += evidence.shown.len().saturating_sub(events.len()) as u64;
        if evidence.shown != events {
            verdict.wrong(&game.table, &format!("{seat} was not told what the record says"));
        }
        check_view(evidence, &table.view(viewer), game, verdict);
    }
    Some(record)
}

fn check_view(evidence: &Evidence, view: &Value, game: &Finished, verdict: &mut Verdict) {
    let shown: Option<Value> = serde_json::from_str(&evidence.view).ok();
    if shown.as_ref() != Some(view) {
        verdict.wrong(&game.table, "the last view is not the one that the record leads to");
    }
}

fn action_of(entry: &Entry, of: baize_rules::Seat) -> Option<&Value> {
    match entry {
        Entry::Action { seat, action } if *seat == of => Some(action),
        _ => None,
    }
}

/// How many acknowledged moves are not logged.
fn missing(acknowledged: &[Value], logged: &[&Value]) -> u64 {
    let mut rest = logged.iter();
    acknowledged.iter().filter(|action| !rest.any(|logged| logged == action)).count() as u64
}
