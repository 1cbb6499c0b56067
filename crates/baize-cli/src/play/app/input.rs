//! What the keys and the mouse do.

use super::{App, Flow, Focus, MOST_INPUT, Overlay, Typed};
use crate::play::ask::{Answer, Question};
use crate::play::face::Pressed;
use crate::play::targets::{self, Kind, Target};
use baize_rules::Seat;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

impl App {
    /// Handles a key.
    pub(in crate::play) fn key(&mut self, key: KeyEvent) -> Flow {
        if key.modifiers.contains(KeyModifiers::CONTROL) && !key.modifiers.contains(KeyModifiers::ALT) {
            return self.control_key(key.code);
        }
        if self.is_moving() {
            self.stop_motion();
            return Flow::On;
        }
        match self.overlay.take() {
            Some(Overlay::Question(question)) => {
                self.answer(question, key);
                Flow::On
            }
            Some(Overlay::HandOver(seat)) => match key.code {
                KeyCode::Esc => self.ask_to_leave(Some(seat)),
                KeyCode::Enter => Flow::On,
                _ => {
                    self.overlay = Some(Overlay::HandOver(seat));
                    Flow::On
                }
            },
            Some(Overlay::Leave(hidden)) => {
                if matches!(key.code, KeyCode::Enter | KeyCode::Char('y' | 'Y')) {
                    return Flow::Leave;
                }
                self.overlay = hidden.map(Overlay::HandOver);
                Flow::On
            }
            Some(Overlay::Help | Overlay::Log) => Flow::On,
            None => self.plain_key(key),
        }
    }

    /// Handles keys pressed with Control: none of them types a letter.
    fn control_key(&mut self, code: KeyCode) -> Flow {
        match code {
            KeyCode::Char('c') => match self.overlay.take() {
                Some(Overlay::Leave(_)) => return Flow::Leave,
                Some(Overlay::HandOver(seat)) => return self.ask_to_leave(Some(seat)),
                _ => return self.ask_to_leave(None),
            },
            KeyCode::Char('z') => return Flow::Suspend,
            KeyCode::Char('u') => {
                self.input.clear();
                self.message.clear();
            }
            KeyCode::Char('w') => {
                let kept = self.input.trim_end().rfind(' ').map_or(0, |at| at + 1);
                self.input.truncate(kept);
            }
            _ => {}
        }
        Flow::On
    }

    /// Asks first, so that a slip of the hand does not leave an unfinished game.
    fn ask_to_leave(&mut self, hidden: Option<Seat>) -> Flow {
        if self.is_over() {
            return Flow::Leave;
        }
        self.overlay = Some(Overlay::Leave(hidden));
        Flow::On
    }

    fn answer(&mut self, question: Question, key: KeyEvent) {
        match key.code {
            KeyCode::Esc => {}
            KeyCode::Char(letter) => {
                self.input.push(letter);
                self.overlay = Some(Overlay::Question(question));
            }
            KeyCode::Backspace => {
                self.input.pop();
                self.overlay = Some(Overlay::Question(question));
            }
            KeyCode::Enter => {
                let typed = std::mem::take(&mut self.input);
                match question.answer(&typed) {
                    Answer::Play(action) => self.send(&action),
                    Answer::Cancel => {}
                    Answer::Unclear => self.overlay = Some(Overlay::Question(question)),
                }
            }
            _ => self.overlay = Some(Overlay::Question(question)),
        }
    }

    fn plain_key(&mut self, key: KeyEvent) -> Flow {
        if self.input.is_empty() && self.focus == Focus::Board && self.face_key(key) {
            return Flow::On;
        }
        match key.code {
            KeyCode::Esc if self.input.is_empty() && self.from.is_none() => return self.ask_to_leave(None),
            KeyCode::Esc => {
                self.input.clear();
                self.message.clear();
                self.from = None;
            }
            KeyCode::Char('r') if self.input.is_empty() && self.is_over() => self.again(),
            KeyCode::Char(' ') if self.input.is_empty() && self.venue.thinking().is_some() => {
                self.venue.hurry();
            }
            KeyCode::F(1) => self.overlay = Some(Overlay::Help),
            KeyCode::Char('?') if self.input.is_empty() => self.overlay = Some(Overlay::Help),
            KeyCode::F(2) => self.hint(),
            KeyCode::F(3) => self.undo(),
            KeyCode::F(4) => self.overlay = Some(Overlay::Log),
            KeyCode::Tab | KeyCode::BackTab => self.change_focus(),
            KeyCode::Left => self.go((-1, 0)),
            KeyCode::Right => self.go((1, 0)),
            KeyCode::Up => self.go((0, -1)),
            KeyCode::Down => self.go((0, 1)),
            KeyCode::PageUp if self.focus == Focus::Board => self.scroll_by(-5),
            KeyCode::PageDown if self.focus == Focus::Board => self.scroll_by(5),
            KeyCode::PageUp => self.chosen = self.chosen.saturating_sub(10),
            KeyCode::PageDown => self.chosen = (self.chosen + 10).min(self.moves.len().saturating_sub(1)),
            KeyCode::Backspace => {
                self.message.clear();
                self.input.pop();
            }
            KeyCode::Char('+') | KeyCode::Insert if self.is_on_card() => self.insert_card(),
            KeyCode::Char(letter) if self.input.chars().count() < MOST_INPUT => {
                self.message.clear();
                self.input.push(letter);
            }
            KeyCode::Enter => return self.enter(),
            _ => {}
        }
        Flow::On
    }

    fn change_focus(&mut self) {
        let has_board = !self.targets.is_empty() || self.face.is_picture();
        self.focus = if self.focus == Focus::Moves && has_board { Focus::Board } else { Focus::Moves };
        self.is_lent = false;
        self.follow_cursor();
    }

    fn go(&mut self, (dx, dy): (i32, i32)) {
        if self.focus == Focus::Board {
            self.cursor = targets::step(&self.targets, self.cursor, (dx, dy));
            self.scrolled = None;
            self.follow_cursor();
        } else {
            let last = self.moves.len().saturating_sub(1);
            self.chosen = self.chosen.saturating_add_signed((dx + dy) as isize).min(last);
        }
    }

    /// Handles a key of the game's own face; returns whether this was one.
    fn face_key(&mut self, key: KeyEvent) -> bool {
        match self.face.key(key) {
            Pressed::Not => return false,
            Pressed::Changed => {}
            Pressed::Plays(action) => self.play(&action),
        }
        true
    }

    fn is_on_card(&self) -> bool {
        self.focus == Focus::Board
            && self.targets.get(self.cursor).is_some_and(|target| target.kind == Kind::Card)
    }

    /// Adds the number of a card to the typed line; several make a group.
    fn insert_card(&mut self) {
        let Some(card) = self.targets.get(self.cursor) else { return };
        if self.input.ends_with(|c: char| c.is_ascii_digit()) {
            self.input.push(',');
        }
        self.input += &card.name;
    }

    fn enter(&mut self) -> Flow {
        if !self.input.trim().is_empty() {
            let typed = self.input.trim().to_owned();
            return self.submit(&typed);
        }
        if self.is_over() {
            return Flow::On;
        }
        if self.focus == Focus::Board
            && let Some(target) = self.targets.get(self.cursor).cloned()
        {
            self.pick(&target);
            return Flow::On;
        }
        match self.moves.get(self.chosen).cloned() {
            Some(typed) => self.submit(&typed),
            None => Flow::On,
        }
    }

    /// Does what there is to do with a cell or a card.
    fn pick(&mut self, target: &Target) {
        let typed = self.typed_by(target);
        let from = self.from.take();
        match typed {
            Typed::From(name) => self.from = Some(name).filter(|name| from.as_ref() != Some(name)),
            Typed::Line(line) => drop(self.submit(&line)),
        }
    }

    /// What choosing a cell or a card types: a cell may be a whole move, its beginning or its end.
    pub(super) fn typed_by(&self, target: &Target) -> Typed {
        let name = &target.name;
        if target.kind == Kind::Card {
            return Typed::Line(format!("discard {name}"));
        }
        let leads = |from: &str, line: &String| {
            line.strip_prefix(from).is_some_and(|rest| rest.starts_with(['-', 'x']))
        };
        match &self.from {
            Some(from) if from == name => return Typed::From(name.clone()),
            Some(from) => {
                let ends_here = |line: &&String| leads(from, line) && line.ends_with(name.as_str());
                let listed = self.moves.iter().find(ends_here).cloned();
                return Typed::Line(listed.unwrap_or_else(|| format!("{from}-{name}")));
            }
            None => {}
        }
        if self.moves.iter().any(|line| leads(name, line)) {
            return Typed::From(name.clone());
        }
        let flip = format!("{name}?");
        Typed::Line(if self.moves.contains(&flip) { flip } else { name.clone() })
    }

    /// Handles the mouse.
    pub(in crate::play) fn mouse(&mut self, event: MouseEvent) -> Flow {
        let at = Position::new(event.column, event.row);
        match event.kind {
            MouseEventKind::ScrollDown if self.areas.board.contains(at) => self.scroll_by(1),
            MouseEventKind::ScrollUp if self.areas.board.contains(at) => self.scroll_by(-1),
            MouseEventKind::ScrollDown => self.scroll_moves(1),
            MouseEventKind::ScrollUp => self.scroll_moves(-1),
            MouseEventKind::Down(MouseButton::Left) if self.is_moving() => self.stop_motion(),
            MouseEventKind::Down(MouseButton::Left) if self.overlay.is_none() => return self.click(at),
            _ => {}
        }
        Flow::On
    }

    fn scroll_moves(&mut self, by: isize) {
        self.chosen = self.chosen.saturating_add_signed(by).min(self.moves.len().saturating_sub(1));
    }

    fn click(&mut self, at: Position) -> Flow {
        let within = |area: Rect| area.contains(at).then(|| (at.x - area.x, at.y - area.y));
        if let Some((column, row)) = within(self.areas.board).filter(|_| !self.face.is_picture()) {
            let is_hit = |target: &Target| target.covers(usize::from(column), usize::from(row) + self.scroll);
            let Some(index) = self.targets.iter().position(is_hit) else { return Flow::On };
            self.focus = Focus::Board;
            self.cursor = index;
            let target = self.targets[index].clone();
            if target.kind == Kind::Card {
                self.insert_card();
            } else {
                self.pick(&target);
            }
            return Flow::On;
        }
        if let Some((_, row)) = within(self.areas.moves) {
            let index = self.areas.first_move + usize::from(row);
            if index < self.moves.len() {
                self.focus = Focus::Moves;
                if index == self.chosen {
                    return self.enter();
                }
                self.chosen = index;
            }
        }
        Flow::On
    }
}
