//! Whether everybody was told what the logs say.

use crate::disk::SimulatedTail;
use crate::luck::Luck;
use crate::message::{PARTS, Picture, picture, step_hash};
use crate::plan::Fault;
use crate::vfs;
use crate::world::World;
use baize_load::{Evidence, judge};
use baize_protocol::{Phase, TableId};
use baize_room::{Entry, Room};
use baize_rules::Viewer;
use baize_store::{Stepped, StoreError};
use std::collections::BTreeMap;

/// A log as it is in the store.
type Log = Vec<Vec<u8>>;

impl World {
    /// Replays every log and compares it with what everybody saw; then lets some bits of the disk turn bad.
    pub(crate) fn look_back(&mut self) -> Result<(), String> {
        // The power goes once more, so that only what is safe is looked at.
        let mut luck = Luck::new(self.plan.seed, 6);
        self.crash(&mut luck);
        self.start_server()?;
        let logs = self.read_all()?;
        for (table, log) in &logs {
            self.outcome.entries += log.len() as u64;
            log.iter().for_each(|entry| self.digest.add_bytes(entry));
            self.compare(*table, log).map_err(|what| format!("table {table}: {what}"))?;
        }
        self.rot(&logs, &mut luck)
    }

    fn read_all(&mut self) -> Result<BTreeMap<TableId, Log>, String> {
        let tables: Vec<TableId> = self.opened.iter().map(|opened| opened.table).collect();
        let server = self.server.as_mut().ok_or("the server does not start")?;
        let read = |table: TableId| match server.store.read(table) {
            Ok(Some(log)) => Ok((table, log)),
            Ok(None) => Err(format!("table {table} is gone")),
            Err(error) => Err(format!("table {table}: {error}")),
        };
        tables.into_iter().map(read).collect()
    }

    fn compare(&self, table: TableId, log: &Log) -> Result<(), String> {
        let entries: Vec<Entry> = log
            .iter()
            .map(|entry| serde_json::from_slice(entry).map_err(|error| error.to_string()))
            .collect::<Result<_, _>>()?;
        let clients: Vec<usize> = self.place(table).map_or_else(Vec::new, |opened| opened.clients.clone());
        self.compare_requests(&clients, &entries)?;
        self.compare_views(&clients, &entries)?;
        let room = replay(entries)?;
        if room.phase() == Phase::Over
            && let Some(record) = room.record()
        {
            let evidence: Vec<Evidence> =
                clients.iter().map(|client| self.clients[*client].evidence()).collect();
            let record = serde_json::to_string(&record).map_err(|error| error.to_string())?;
            let findings = judge(&record, &evidence);
            if findings.lost > 0 || !findings.wrong.is_empty() {
                return Err(format!("{} lost; {}", findings.lost, findings.wrong.join("; ")));
            }
        }
        Ok(())
    }

    /// What was acknowledged is in the log once, what was refused is not, and nobody asked for anything else.
    fn compare_requests(&self, clients: &[usize], entries: &[Entry]) -> Result<(), String> {
        let mut done: BTreeMap<&str, u32> = BTreeMap::new();
        for (version, entry) in (1..).zip(entries) {
            let Some(asked) = &entry.asked else { continue };
            let id = asked.id.as_str();
            if let Some(before) = done.insert(id, version) {
                return Err(format!("request {id} was done twice, as {before} and {version}"));
            }
            if !clients.iter().any(|client| self.clients[*client].seen.asked.contains(id)) {
                return Err(format!("entry {version} is request {id}, which nobody has made"));
            }
        }
        for seen in clients.iter().map(|client| &self.clients[*client].seen) {
            for (id, version) in &seen.done {
                match done.get(id.as_str()) {
                    Some(found) if found == version => {}
                    Some(found) => {
                        return Err(format!("request {id} was acknowledged as {version}, but it is {found}"));
                    }
                    None => {
                        return Err(format!("request {id} was acknowledged as {version}, but it is lost"));
                    }
                }
            }
            if let Some(id) = seen.refused.iter().find(|id| done.contains_key(id.as_str())) {
                return Err(format!("request {id} was refused, but it was done as {}", done[id.as_str()]));
            }
        }
        Ok(())
    }

    /// What everybody was told and shown is what the log says to them.
    fn compare_views(&self, clients: &[usize], entries: &[Entry]) -> Result<(), String> {
        let seen: Vec<(Viewer, usize)> =
            clients.iter().filter_map(|client| Some((self.clients[*client].viewer?, *client))).collect();
        let steps = Room::steps(entries.to_vec(), 0, entries.len() as u32 + 1, &mut |_| false);
        let steps = steps.map_err(|damage| damage.to_string())?.unwrap_or_default();
        for (viewer, client) in &seen {
            let mut expected: BTreeMap<u32, u64> = BTreeMap::new();
            for kept in &steps {
                let step = kept.for_viewer(*viewer, None);
                let event = serde_json::to_string(&step.event).map_err(|error| error.to_string())?;
                expected.insert(step.version, step_hash(step.at.0, &event));
            }
            for (version, hash) in &self.clients[*client].seen.steps {
                match expected.get(version) {
                    Some(expected) if expected == hash => {}
                    Some(_) => return Err(format!("c{client} was told something else of entry {version}")),
                    None => return Err(format!("c{client} was told of entry {version}, which is lost")),
                }
            }
        }
        let mut wanted: BTreeMap<u32, Vec<(Viewer, usize, Picture)>> = BTreeMap::new();
        for (viewer, client) in &seen {
            for (version, picture) in &self.clients[*client].seen.pictures {
                wanted.entry(*version).or_default().push((*viewer, *client, *picture));
            }
        }
        let mut room = replay(entries[..1].to_vec())?;
        for version in 1..=entries.len() as u32 {
            if version > 1 {
                let entry = entries[version as usize - 1].clone();
                room.read_on(entry).map_err(|damage| damage.to_string())?;
            }
            let Some(pictures) = wanted.remove(&version) else { continue };
            let mut shown: Vec<(Viewer, Picture)> = Vec::new();
            for (viewer, client, seen) in pictures {
                let known = shown.iter().find(|(known, _)| *known == viewer).map(|(_, shown)| *shown);
                let expected = known.unwrap_or_else(|| look(&room, viewer));
                if known.is_none() {
                    shown.push((viewer, expected));
                }
                if let Some(part) = (0..PARTS.len()).find(|part| seen[*part] != expected[*part]) {
                    let what = PARTS[part];
                    return Err(format!(
                        "c{client} was shown another {what} at version {version} than the log has for {viewer:?}"
                    ));
                }
            }
        }
        match wanted.keys().next() {
            Some(version) => Err(format!("somebody has seen version {version}, which is lost")),
            None => Ok(()),
        }
    }

    /// Bits near the end of the write-ahead log turn bad: either that is said, or everything is there all the same.
    fn rot(&mut self, logs: &BTreeMap<TableId, Log>, luck: &mut Luck) -> Result<(), String> {
        if !self.plan.faults.contains(&Fault::Rot) {
            return Ok(());
        }
        self.disk.disk().stop();
        self.server = None;
        self.disk.disk().crash(luck);
        if !self.disk.disk().rot("baize.db-wal", luck, 20_000) {
            return Ok(());
        }
        self.outcome.faults[Fault::Rot as usize] += 1;
        vfs::mount(&self.disk);
        let (tail, is_new) = SimulatedTail::open(&self.disk).map_err(|_| "the disk has stopped")?;
        let mut store = match Stepped::open(vfs::NAME, (Box::new(tail), is_new)) {
            Ok(store) => store,
            Err(_) => {
                self.outcome.rot[0] += 1;
                return Ok(());
            }
        };
        for (table, log) in logs {
            match store.read(*table) {
                Ok(Some(found)) if found == *log => {}
                Err(StoreError::Damaged { .. } | StoreError::Failed(_)) => {
                    self.outcome.rot[0] += 1;
                    return Ok(());
                }
                Ok(found) => {
                    let (had, has) = (log.len(), found.map_or(0, |found| found.len()));
                    return Err(format!(
                        "bits turned bad: table {table} had {had} entries and has {has}, and nobody says so"
                    ));
                }
                Err(error) => return Err(format!("table {table}: {error}")),
            }
        }
        self.outcome.rot[1] += 1;
        Ok(())
    }
}

/// What a viewer is shown of a table.
fn look(room: &Room, viewer: Viewer) -> Picture {
    let state = room.state_for(baize_protocol::Moment(0), viewer, None);
    picture(&serde_json::to_string(&state).expect("a state can be written as JSON"))
}

/// The table that a log leads to.
fn replay(entries: Vec<Entry>) -> Result<Room, String> {
    Room::replay(entries, 0).map_err(|damage| damage.to_string())
}
