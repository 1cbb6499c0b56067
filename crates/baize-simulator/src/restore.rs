//! An older backup is put in place of the data.

use crate::luck::Luck;
use crate::world::{Event, World};

/// What a backup has. Where the journal ends is not part of it: a folder with a backup begins anew.
const FILES: [&str; 2] = ["baize.db", "baize.db-wal"];

impl World {
    /// Somebody makes a backup; a little later, or much, the data is lost.
    pub(crate) fn back_up(&mut self, luck: &mut Luck) {
        if self.server.is_some() && !self.disk.disk().is_stopped() && self.backup.is_none() {
            self.backup = Some(self.disk.disk().back_up(&FILES));
            let most = [15, 30, 60, 5_000][luck.index(4)];
            self.after(1 + luck.below(most), Event::Restore);
        }
    }

    /// The data is lost, and the backup takes its place. Whoever has seen more than it has must not be led into another
    /// game without a word.
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
