//! Holds back everything that is not yet durable.

use crate::{GuestId, Output};
use baize_protocol::RequestId;
use std::collections::VecDeque;

/// Holds back output until the entries it tells of are safe on disk.
///
/// Everything written to the log counts as a save, numbered in order.
///
/// A room may move on before the log has caught up; whatever it says in the meantime, replies, refusals and
/// news alike, waits here in order. So moves of one table do not wait for each other, and still nobody learns
/// of an entry that a crash could take away.
#[derive(Debug, Default)]
pub struct Gate {
    safe: u64,
    held: VecDeque<(u64, Vec<Output>)>,
}

impl Gate {
    /// A gate that holds nothing: everything up to this save is safe.
    pub const fn new(save: u64) -> Gate {
        Gate { safe: save, held: VecDeque::new() }
    }

    /// Takes what a room says after this save, and returns what may go out at once.
    pub fn pass(&mut self, save: u64, outputs: Vec<Output>) -> Vec<Output> {
        if save <= self.safe {
            return outputs;
        }
        if !outputs.is_empty() {
            self.held.push_back((save, outputs));
        }
        Vec::new()
    }

    /// Marks everything up to this save as safe, and returns what may go out now.
    pub fn open(&mut self, save: u64) -> Vec<Output> {
        self.safe = self.safe.max(save);
        let mut released = Vec::new();
        while let Some((_, outputs)) = self.held.pop_front_if(|(save, _)| *save <= self.safe) {
            if released.is_empty() {
                released = outputs;
            } else {
                released.extend(outputs);
            }
        }
        released
    }

    /// The log could not be written, so nothing held back has happened. Returns the requests that failed.
    pub fn fail(&mut self) -> Vec<(GuestId, RequestId)> {
        let held = std::mem::take(&mut self.held).into_iter().flat_map(|(_, outputs)| outputs);
        held.filter_map(|output| match output {
            Output::Reply { to, id, .. } => Some((to, id)),
            Output::Older { to, hello, .. } => Some((to, hello.id)),
            _ => None,
        })
        .collect()
    }

    /// Whether anything is held back.
    pub fn is_holding(&self) -> bool {
        !self.held.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tell(text: &str) -> Vec<Output> {
        vec![Output::Tell { to: Vec::new(), text: text.to_owned() }]
    }

    fn texts(outputs: Vec<Output>) -> Vec<String> {
        let text = |output| if let Output::Tell { text, .. } = output { Some(text) } else { None };
        outputs.into_iter().filter_map(text).collect()
    }

    #[test]
    fn what_is_said_waits_for_the_log_in_order() {
        let mut gate = Gate::new(1);
        assert_eq!(texts(gate.pass(1, tell("read only"))), ["read only"]);
        assert!(gate.pass(2, tell("a")).is_empty() && gate.pass(3, tell("b")).is_empty());
        // A refusal depends on entries that are not safe yet, so it waits too.
        assert!(gate.pass(3, tell("refused")).is_empty());
        assert_eq!(texts(gate.open(2)), ["a"]);
        assert_eq!(texts(gate.open(3)), ["b", "refused"]);
        assert!(!gate.is_holding());
    }

    #[test]
    fn whoever_waits_for_a_reply_is_told_of_a_failure() {
        let mut gate = Gate::new(1);
        let id = RequestId::new("m1").unwrap();
        let reply = Output::Reply { to: GuestId(7), id: id.clone(), text: String::new() };
        assert!(gate.pass(2, vec![reply]).is_empty());
        assert_eq!(gate.fail(), [(GuestId(7), id)]);
        assert!(!gate.is_holding());
    }
}
