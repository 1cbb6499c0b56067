//! Replacing the data with an older backup.

use crate::luck::Luck;
use crate::world::{Event, World};

/// The files in a backup. The tail file, which says where the journal ends, is not among them: a restored
/// data folder starts a new one.
const FILES: [&str; 2] = ["baize.db", "baize.db-wal"];

impl World {
    /// Makes a backup, and plans for the data to be lost sooner or later.
    pub(crate) fn back_up(&mut self, luck: &mut Luck) {
        if self.server.is_some() && !self.disk.disk().is_stopped() && self.backup.is_none() {
            self.backup = Some(self.disk.disk().back_up(&FILES));
            let most = [15, 30, 60, 5_000][luck.index(4)];
            self.after(1 + luck.below(most), Event::Restore);
        }
    }

    /// Replaces the data with the backup. A client that has seen more than the backup has must not end up in
    /// a different game without being told.
    pub(crate) fn restore(&mut self) {
        let Some(backup) = self.backup.take().filter(|_| self.is_playing()) else { return };
        self.tell(|| "the data is lost; a backup takes its place".to_owned());
        self.crash(&mut Luck::new(self.plan.seed, self.outcome.steps));
        self.disk.disk().restore(&backup);
        for client in 0..self.clients.len() {
            let is_past = self.is_finished(client);
            let is_cut = self.lines[client].0.is_none();
            self.clients[client].may_be_forked(is_past, is_cut);
        }
        self.opened.iter_mut().for_each(|opened| opened.may_be_gone = true);
    }
}
