//! The actions of a record, each with what its seat saw before it.

use crate::types::{Alternative, Move};
use baize_games::{AnyTable, Record, RecordedMove};
use baize_rules::{Problem, Seat};
use serde_json::Value;

/// An action, and what `S` held of the table before it.
pub(crate) struct Ply<S> {
    pub(crate) n: usize,
    pub(crate) seat: Seat,
    pub(crate) action: Value,
    /// What a computer player meant to do, if its hand shook.
    pub(crate) meant: Option<Value>,
    pub(crate) text: String,
    pub(crate) seen: S,
}

/// All actions of a record; `see` looks at the table just before each.
pub(crate) fn plies<S>(
    record: &Record,
    mut see: impl FnMut(&dyn AnyTable, Seat) -> Option<S>,
) -> Result<Vec<Ply<S>>, Problem> {
    let (mut plies, mut n) = (Vec::new(), 0);
    record.replay_watched(|table, entry| {
        n += 1;
        let RecordedMove::Action { seat, action, meant } = entry else { return };
        if let Some(seen) = see(table, *seat) {
            let text = table.write(*seat, action).unwrap_or_default();
            plies.push(Ply { n, seat: *seat, action: action.clone(), meant: meant.clone(), text, seen });
        }
    })?;
    Ok(plies)
}

impl<S> Ply<S> {
    /// The action as the only choice there was.
    pub(crate) fn forced(&self, value: f64, exact: bool) -> Move {
        let choice = Alternative { action: self.action.clone(), text: self.text.clone(), value };
        self.judged(vec![choice], 0.0, exact)
    }

    /// The action among its choices, best first, and what it cost.
    pub(crate) fn judged(&self, choices: Vec<Alternative>, loss: f64, exact: bool) -> Move {
        let best = &choices[0];
        // An action that costs nothing is as good as the best.
        let (action, text) =
            if loss == 0.0 { (&self.action, &self.text) } else { (&best.action, &best.text) };
        let [high, low] = [0, choices.len() - 1].map(|place| choices[place].value);
        Move {
            n: self.n,
            seat: self.seat,
            action: self.action.clone(),
            text: self.text.clone(),
            value: best.value - loss,
            best: action.clone(),
            best_text: text.clone(),
            best_value: best.value,
            loss,
            exact,
            give_or_take: None,
            luck: None,
            is_decision: high > low,
            mark: None,
            choices,
            asking: Vec::new(),
            chance: None,
            distance: None,
            meant: None,
            mix: None,
            other: None,
            round: None,
        }
    }
}
