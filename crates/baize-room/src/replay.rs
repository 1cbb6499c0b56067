//! Earlier positions of a game, for whoever looks back.

use crate::room::Room;
use baize_protocol::http::{Frame, Replay};
use baize_protocol::{Json, Key, Phase};
use baize_rules::{Problem, Seat, Viewer};

/// So many positions are shown at a time.
const MOST_FRAMES: usize = 64;

impl Room {
    /// As whom the owner of this token or secret looks at the table; `None` if it opens nothing.
    pub fn viewer_of(&self, key: Option<&Key>) -> Option<Viewer> {
        if !self.admits(key) {
            return None;
        }
        let seat = key.and_then(|key| self.seat_by_token(key));
        Some(seat.map_or(Viewer::Spectator, Viewer::Seat))
    }

    /// Positions from the one after `from` actions on, or the last one, as `wanted` saw them. While the game runs,
    /// everybody looks back with their own eyes only.
    pub fn replay_for(&self, viewer: Viewer, wanted: Option<Viewer>, from: usize) -> Result<Replay, Problem> {
        let wanted = wanted.unwrap_or(viewer);
        if let Viewer::Seat(seat) = wanted {
            self.place(seat)?;
        }
        if wanted != viewer && self.phase() != Phase::Over {
            return Err(Problem::new(
                "table.not_over",
                "what another seat has seen is shown when the game is over",
            ));
        }
        let moves = &self.durable.moves;
        // What nobody else could notice is no step of its own: it is there with the next.
        let plies: Vec<usize> = (0..moves.len()).filter(|&index| !moves[index].is_private).collect();
        let from = from.min(plies.len());
        let until = plies.len().min(from.saturating_add(MOST_FRAMES - 1));
        let mut frames = Vec::new();
        let mut show = |ply: usize, seat: Option<Seat>, events: Vec<Json>, view: &serde_json::Value| {
            frames.push(Frame { ply: ply as u32, seat, events, view: Json::of(view) });
        };
        // The action that led to the first position is told too.
        let mut ply = from.saturating_sub(1);
        let mut done = ply.checked_sub(1).map_or(0, |last| plies[last] + 1);
        let mut table = self.earlier(done)?;
        if from == 0 {
            show(0, None, Vec::new(), &table.view(wanted));
        }
        for &index in &plies[ply..until] {
            for private in &moves[done..index] {
                private.make(&mut *table)?;
            }
            let made = &moves[index];
            let told = made.make(&mut *table)?;
            (ply, done) = (ply + 1, index + 1);
            let heard = told.iter().filter(|told| told.to.includes(wanted)).map(|told| Json::of(&told.event));
            show(ply, Some(made.seat), heard.collect(), &table.view(wanted));
        }
        Ok(Replay { plies: plies.len() as u32, changed: self.durable.at, frames })
    }
}
