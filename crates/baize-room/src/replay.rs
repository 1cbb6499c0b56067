//! Earlier positions of a game.

use crate::course::Course;
use baize_games::AnyTable;
use baize_protocol::Json;
use baize_protocol::http::Frame;
use baize_rules::{Problem, Seat, Viewer};

/// The most positions shown at a time.
const MOST_FRAMES: usize = 64;

impl Course {
    /// Positions from the one after `from` actions on, or the last one, as `viewer` saw them; and the count.
    pub(crate) fn frames(
        &self,
        viewer: Viewer,
        from: usize,
        deal: impl FnOnce() -> Result<Box<dyn AnyTable>, Problem>,
    ) -> Result<(u32, Vec<Frame>), Problem> {
        let moves = self.moves();
        // A private action is no position of its own: it shows with the next one.
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
        let mut table = self.earlier(done, deal)?;
        if from == 0 {
            show(0, None, Vec::new(), &table.view(viewer));
        }
        for &index in &plies[ply..until] {
            for private in &moves[done..index] {
                private.make(&mut *table)?;
            }
            let made = &moves[index];
            let told = made.make(&mut *table)?;
            (ply, done) = (ply + 1, index + 1);
            let heard = told.iter().filter(|told| told.to.includes(viewer)).map(|told| Json::of(&told.event));
            show(ply, Some(made.seat), heard.collect(), &table.view(viewer));
        }
        Ok((plies.len() as u32, frames))
    }
}
