//! Actions as people type them (rules, 14.4).

use crate::{Action, Mode, Place, Position, RuleError, Square};
use baize_rules::clip;

impl Position {
    /// Reads `b3?`, `b3-b4` or `b3xb4`, or the longer `flip b3`, `move b3 b4` or `take b3 b4`. A `-` onto an
    /// occupied cell is a capture.
    pub(crate) fn read_action(&self, text: &str) -> Result<Action, RuleError> {
        let typed = text.trim();
        let cell = |name: &str| (name.len() == 2 && name.is_ascii()).then(|| Place::named(name));
        let words: Vec<&str> = typed.split_whitespace().take(4).collect();
        let action = if let ["flip", at] = words[..] {
            cell(at).map(|at| Action::Flip { at })
        } else if let ["move", from, to] = words[..] {
            cell(from).zip(cell(to)).map(|(from, to)| Action::Move { from, to })
        } else if let ["take", from, to] = words[..] {
            cell(from).zip(cell(to)).map(|(from, to)| Action::Capture { from, to })
        } else if let Some(at) = typed.strip_suffix('?') {
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
    /// The same action with indices instead of names, as it is sent.
    fn by_index(self, mode: Mode) -> Action {
        let index = |place: Place| place.on(mode).map_or(place, Place::from);
        match self {
            Action::Flip { at } => Action::Flip { at: index(at) },
            Action::Move { from, to } => Action::Move { from: index(from), to: index(to) },
            Action::Capture { from, to } => Action::Capture { from: index(from), to: index(to) },
        }
    }

    /// The action as people type it on the board of `mode`; a place outside the board is written `z0`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;

    /// Checks what a typed action is read as, in JSON.
    fn check(text: &str, json: &str) {
        let line = "c 1Mrk/M1?1/1R1P/p?G1/p??1/GK1?/hg2/3h 1 rb - - mrcppp,RHCCPPP 40";
        let position = Position::read(line, Options::default()).unwrap();
        let read = position.read_action(text).map(|action| serde_json::to_string(&action).unwrap());
        assert_eq!(read.unwrap_or_else(|error| error.to_string()), json, "{text}");
    }

    #[test]
    fn typed_actions() {
        check("c7?", r#"{"type":"FLIP","at":6}"#);
        check(" a7-a8 ", r#"{"type":"MOVE","from":4,"to":0}"#);
        check("a3xa2", r#"{"type":"CAPTURE","from":20,"to":24}"#);
        check("a3-a2", r#"{"type":"CAPTURE","from":20,"to":24}"#);
        check("a7-c7", r#"{"type":"CAPTURE","from":4,"to":6}"#);
        check("a3xa1", r#"{"type":"CAPTURE","from":20,"to":28}"#);
        check("e9?", r#"{"type":"FLIP","at":"e9"}"#);
        check("a1-z0", r#"{"type":"MOVE","from":28,"to":"z0"}"#);
    }

    #[test]
    fn what_is_no_action_says_so() {
        for text in
            ["", "?", "b3", "b33?", "b3-", "-b3", "b3-b4-b5", "b3 b4", "b3xb4(p)", "é?", "bé?", "pass"]
        {
            check(text, &format!("{text:?} is not an action; b3? flips, b3-b4 moves, b3xb4 captures"));
        }
        let long = format!("{}?", "b3".repeat(50_000));
        let position = Position::read(
            "c R3/4/4/4/4/4/4/3? 1 rb - - kggmmrrhhccpppp,KGGMMRHHCCPPPPP 90",
            Options::default(),
        );
        assert!(position.unwrap().read_action(&long).unwrap_err().to_string().len() < 200);
    }

    #[test]
    fn actions_outside_the_board_can_be_written() {
        let nowhere = Action::Capture { from: Place::Nowhere, to: Place::Index(99) };
        assert_eq!(nowhere.text(Mode::Classic), "z0xz0");
    }
}
