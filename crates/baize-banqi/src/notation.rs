//! Actions as people type them (rules, 14.4).

use crate::{Action, Mode, Place, Position, RuleError, Square};
use baize_rules::clip;

impl Position {
    /// Reads `b3?`, `b3-b4` or `b3xb4`. A `-` onto an occupied cell is a capture.
    pub(crate) fn read_action(&self, text: &str) -> Result<Action, RuleError> {
        let typed = text.trim();
        let cell = |name: &str| (name.len() == 2 && name.is_ascii()).then(|| Place::named(name));
        let action = if let Some(at) = typed.strip_suffix('?') {
            cell(at).map(|at| Action::Flip { at })
        } else if let Some((from, to)) = typed.split_once('x') {
            cell(from).zip(cell(to)).map(|(from, to)| Action::Capture { from, to })
        } else if let Some((from, to)) = typed.split_once('-') {
            cell(from).zip(cell(to)).map(|(from, to)| self.going(from, to))
        } else {
            None
        };
        action
            .map(|action| action.by_index(self.mode()))
            .ok_or_else(|| RuleError::BadNotation { text: clip(text) })
    }

    fn going(&self, from: Place, to: Place) -> Action {
        match to.on(self.mode()).map(|cell| self.at(cell)) {
            Some(Square::FaceDown | Square::FaceUp(_)) => Action::Capture { from, to },
            Some(Square::Empty) | None => Action::Move { from, to },
        }
    }
}

impl Action {
    /// The same action with indices, as it is sent.
    fn by_index(self, mode: Mode) -> Action {
        let index = |place: Place| place.on(mode).map_or(place, Place::from);
        match self {
            Action::Flip { at } => Action::Flip { at: index(at) },
            Action::Move { from, to } => Action::Move { from: index(from), to: index(to) },
            Action::Capture { from, to } => Action::Capture { from: index(from), to: index(to) },
        }
    }

    /// The action as it is typed on the board of `mode`; a place outside it is written `z0`.
    pub fn text(&self, mode: Mode) -> String {
        let name = |place: &Place| {
            place.on(mode).map_or_else(|| "z0".to_owned(), |cell| cell.name(mode).to_string())
        };
        match self {
            Action::Flip { at } => format!("{}?", name(at)),
            Action::Move { from, to } => format!("{}-{}", name(from), name(to)),
            Action::Capture { from, to } => format!("{}x{}", name(from), name(to)),
        }
    }
}
