//! Checks that everybody was told what the logs say.

use crate::bank::Banks;
use crate::disk::SimulatedTail;
use crate::luck::{Digest, Luck};
use crate::message::{PARTS, Picture, picture, step_hash};
use crate::open::Opened;
use crate::plan::Fault;
use crate::time::Ran;
use crate::vfs;
use crate::world::World;
use baize_load::{Evidence, judge};
use baize_protocol::{Phase, TableId};
use baize_room::{Entry, Room};
use baize_rules::Viewer;
use baize_store::{Stepped, StoreError};
use std::collections::{BTreeMap, BTreeSet};

/// A log as stored: one byte string for each entry.
type Log = Vec<Vec<u8>>;

impl World {
    /// Replays every log and compares it with what everybody saw; then flips a bit on the disk.
    pub(crate) fn look_back(&mut self) -> Result<(), String> {
        // A last power failure, so that only what is safe on disk is examined.
        let mut luck = Luck::new(self.plan.seed, 6);
        self.crash(&mut luck);
        self.start_server()?;
        let logs = self.read_all()?;
        for (table, log) in &logs {
            self.outcome.entries += log.len() as u64;
            log.iter().for_each(|entry| self.digest.add_bytes(entry));
            self.outcome.clocks +=
                self.compare(*table, log).map_err(|what| format!("table {table}: {what}"))?;
        }
        self.rot(&logs, &mut luck)
    }

    fn read_all(&mut self) -> Result<BTreeMap<TableId, Log>, String> {
        let tables: Vec<TableId> = self.opened.iter().map(|opened| opened.table).collect();
        let mut server = self.server.take().ok_or("the server does not start")?;
        let mut logs = BTreeMap::new();
        for table in tables {
            match server.store.read(table) {
                Ok(Some(log)) => drop(logs.insert(table, log)),
                Ok(None) if self.may_be_gone(table) => {}
                Ok(None) => return Err(format!("table {table} is gone")),
                Err(error) => return Err(format!("table {table}: {error}")),
            }
        }
        self.server = Some(server);
        Ok(logs)
    }

    /// Whether a table may be missing because a backup did not have it. In that case its clients must have
    /// been told.
    fn may_be_gone(&self, table: TableId) -> bool {
        let is_told = |opened: &Opened| {
            let mut here = opened.clients.iter().map(|client| &self.clients[*client]);
            opened.clients.is_empty() || here.any(|client| client.knows_of_fork || client.cannot_notice())
        };
        self.place(table).is_some_and(|opened| opened.may_be_gone && is_told(opened))
    }

    /// Compares a log with what the clients at its table saw. Returns how often a clock was compared.
    fn compare(&self, table: TableId, log: &Log) -> Result<u64, String> {
        let entries: Vec<Entry> = log
            .iter()
            .map(|entry| serde_json::from_slice(entry).map_err(|error| error.to_string()))
            .collect::<Result<_, _>>()?;
        let ran: Vec<Option<Ran>> = (1..)
            .zip(log)
            .map(|(version, entry)| self.written.get(&(table, version, Digest::of(entry))).copied())
            .collect();
        let (everybody, clients) = self.witnesses(table);
        self.compare_requests(&everybody, &clients, &entries)?;
        let compared = self.compare_views(&clients, &entries, &ran)?;
        let logged: BTreeSet<&str> =
            entries.iter().filter_map(|entry| entry.asked.as_ref()).map(|asked| asked.id.as_str()).collect();
        let room = replay(entries.clone())?;
        if room.phase() == Phase::Over
            && let Some(record) = room.record()
        {
            let evidence: Vec<Evidence> =
                clients.iter().map(|client| self.clients[*client].evidence(&logged)).collect();
            let record = serde_json::to_string(&record).map_err(|error| error.to_string())?;
            let findings = judge(&record, &evidence);
            if findings.lost > 0 || !findings.wrong.is_empty() {
                return Err(format!("{} lost; {}", findings.lost, findings.wrong.join("; ")));
            }
        }
        Ok(compared)
    }

    /// Everybody who was at a table, and those of them who can testify to its log. After a restored backup
    /// these are the clients that came back since, or nobody if one was told that the table's history had
    /// changed.
    fn witnesses(&self, table: TableId) -> (Vec<usize>, Vec<usize>) {
        let everybody = self.place(table).map_or_else(Vec::new, |opened| opened.clients.clone());
        let is_told = everybody.iter().any(|client| self.clients[*client].knows_of_fork);
        let witnesses = everybody.iter().filter(|client| !is_told && !self.clients[**client].cannot_notice());
        let witnesses = witnesses.copied().collect();
        (everybody, witnesses)
    }

    /// Checks that each acknowledged request is in the log once, no refused one is, and no request was made
    /// up.
    fn compare_requests(
        &self,
        everybody: &[usize],
        clients: &[usize],
        entries: &[Entry],
    ) -> Result<(), String> {
        let mut done: BTreeMap<&str, u32> = BTreeMap::new();
        for (version, entry) in (1..).zip(entries) {
            let Some(asked) = &entry.asked else { continue };
            let id = asked.id.as_str();
            if let Some(before) = done.insert(id, version) {
                return Err(format!("request {id} was done twice, as {before} and {version}"));
            }
            if !everybody.iter().any(|client| self.clients[*client].seen.asked.contains(id)) {
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
                    None if seen.unproved.contains(id) => {}
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

    /// Checks that what everybody was told and shown agrees with the log.
    fn compare_views(
        &self,
        clients: &[usize],
        entries: &[Entry],
        ran: &[Option<Ran>],
    ) -> Result<u64, String> {
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
        let mut banks = Banks::new();
        for version in 1..=entries.len() as u32 {
            if version > 1 {
                let entry = entries[version as usize - 1].clone();
                room.read_on(entry).map_err(|damage| damage.to_string())?;
            }
            banks.take(&room, &entries[version as usize - 1], ran[version as usize - 1])?;
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
            None => Ok(banks.compared),
        }
    }

    /// Flips a bit near the end of the write-ahead log: the store must report damage, or still have
    /// everything.
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
