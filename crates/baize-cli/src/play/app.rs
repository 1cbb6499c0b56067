//! The state of the screen: the game, the cursor, the typed line.

mod input;

use super::ask::Question;
use super::face::{Face, face_of};
use super::hand;
use super::screen::{Areas, Theme};
use super::targets::{self, Kind, Target};
use super::venue::{Undone, Venue};
use super::words::Words;
use baize_rules::{Language, Problem, Say, Seat, Viewer, harmless};
use serde_json::Value;
use std::time::Duration;

/// Where the arrow keys go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Focus {
    Board,
    Moves,
}

/// What is shown over the board.
pub(super) enum Overlay {
    Help,
    Log,
    Question(Question),
    /// Somebody else should look at the screen.
    HandOver(Seat),
    /// Whether to leave; while the screen is being handed over, to whom.
    Leave(Option<Seat>),
}

/// What choosing a cell or a card types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    /// A whole line.
    Line(String),
    /// The cell that a move starts from.
    From(String),
}

/// Whether the program goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    On,
    Leave,
    /// The program is suspended until the shell resumes it.
    Suspend,
}

/// A game on the screen.
pub(super) struct App {
    pub(super) venue: Box<dyn Venue>,
    pub(super) language: Language,
    pub(super) theme: Theme,
    pub(super) seat: Seat,
    pub(super) lines: Vec<String>,
    pub(super) targets: Vec<Target>,
    pub(super) cursor: usize,
    /// The cell that a move starts from.
    pub(super) from: Option<String>,
    pub(super) moves: Vec<String>,
    pub(super) chosen: usize,
    pub(super) focus: Focus,
    /// Whether the arrows are on the moves only because nothing can be done on the board.
    is_lent: bool,
    /// The first line of the board that is shown, if not all fit.
    pub(super) scroll: usize,
    /// Where the reader has scrolled to.
    scrolled: Option<usize>,
    pub(super) input: String,
    pub(super) message: String,
    pub(super) overlay: Option<Overlay>,
    /// What is special about the game on the screen.
    pub(super) face: Box<dyn Face>,
    /// How many things had happened when the board was last looked at.
    known: usize,
    /// Which of this table's games it is.
    game: usize,
    /// How many things have been told: all but the effects of a running shot.
    pub(super) told: usize,
    pub(super) areas: Areas,
    width: usize,
    height: usize,
}

/// The longest typed line.
const MOST_INPUT: usize = 200;

impl App {
    pub(super) fn new(venue: Box<dyn Venue>, language: Language, theme: Theme) -> App {
        let seat = venue.reader().unwrap_or(Seat::FIRST);
        let face = face_of(venue.table());
        let mut app = App {
            venue,
            language,
            theme,
            seat,
            lines: Vec::new(),
            targets: Vec::new(),
            cursor: 0,
            from: None,
            moves: Vec::new(),
            chosen: 0,
            focus: Focus::Board,
            is_lent: false,
            scroll: 0,
            scrolled: None,
            input: String::new(),
            message: String::new(),
            overlay: None,
            face,
            known: 0,
            game: 0,
            told: 0,
            areas: Areas::default(),
            width: 76,
            height: 19,
        };
        app.catch_up();
        app.refresh();
        app.cursor = app.targets.iter().position(|target| app.is_begun_by(target)).unwrap_or(0);
        if app.targets.is_empty() && !app.face.is_picture() {
            app.focus = Focus::Moves;
        }
        app
    }

    pub(super) const fn words(&self) -> &'static Words {
        Words::of(self.language)
    }

    /// Whether a move can start from this cell.
    fn is_begun_by(&self, target: &Target) -> bool {
        target.kind == Kind::Cell && self.moves.iter().any(|typed| typed.starts_with(&target.name))
    }

    /// Sets the size of the board's area and rewraps its text.
    pub(super) fn fit(&mut self, width: usize, height: usize) {
        if (self.width, self.height) != (width, height) {
            (self.width, self.height) = (width, height);
            self.set_lines();
        }
    }

    /// Chooses the first line to show if only `rows` fit: the one the reader scrolled to, or one that shows
    /// the cursor.
    pub(super) fn scroll_to_fit(&mut self, rows: usize) {
        let most = self.lines.len().saturating_sub(rows);
        let line = self.targets.get(self.cursor).map_or(self.lines.len(), |target| target.line);
        // One line below the cursor, as the cursor's text may continue there.
        let shows_cursor = (line + 2).saturating_sub(rows);
        self.scrolled = self.scrolled.map(|line| line.min(most));
        self.scroll = self.scrolled.unwrap_or(shows_cursor).min(most);
    }

    fn scroll_by(&mut self, lines: isize) {
        self.scrolled = Some(self.scroll.saturating_add_signed(lines));
    }

    pub(super) fn is_over(&self) -> bool {
        self.venue.table().outcome().is_some()
    }

    /// Looks at the table again after a change.
    fn refresh(&mut self) {
        self.known = self.venue.count();
        let next = self.venue.reader().unwrap_or(self.seat);
        if next != self.seat && self.hides_something(next) {
            self.overlay = Some(Overlay::HandOver(next));
        }
        self.seat = next;
        self.from = None;
        self.scrolled = None;
        self.set_lines();
        let mut moves = self.venue.moves(self.seat);
        if self.venue.may_wait() && !self.venue.is_live() {
            moves.push("wait".to_owned());
        }
        self.moves = moves;
        self.chosen = self.chosen.min(self.moves.len().saturating_sub(1));
        // Acting out of turn takes a deliberate choice: preselect `wait`, or nothing.
        if !self.venue.table().awaiting().must.contains(self.seat) {
            let wait = self.moves.iter().position(|line| line == "wait");
            self.chosen = wait.unwrap_or(self.moves.len());
        }
        self.face.see(self.venue.table(), self.seat);
        self.lend_focus();
        self.follow_cursor();
    }

    /// Moves the arrows to the list of moves while nothing can be done on the board, and back afterwards.
    fn lend_focus(&mut self) {
        let is_useful = |target: &Target| match self.typed_by(target) {
            Typed::Line(line) => self.moves.contains(&line),
            Typed::From(_) => true,
        };
        let is_useful = self.face.is_picture() || self.targets.iter().any(is_useful);
        if self.focus == Focus::Board && !is_useful && !self.moves.is_empty() {
            (self.focus, self.is_lent) = (Focus::Moves, true);
        } else if self.is_lent && is_useful {
            (self.focus, self.is_lent) = (Focus::Board, false);
        }
    }

    /// Selects in the list what Enter would play on the board.
    fn follow_cursor(&mut self) {
        let Some(Typed::Line(line)) = self.on_board() else { return };
        self.chosen = self.moves.iter().position(|typed| *typed == line).unwrap_or(self.chosen);
    }

    /// What Enter does on the board, if the arrows are there.
    pub(super) fn on_board(&self) -> Option<Typed> {
        let target = self
            .targets
            .get(self.cursor)
            .filter(|_| self.focus == Focus::Board && !self.face.is_picture())?;
        Some(self.typed_by(target))
    }

    fn set_lines(&mut self) {
        let text = self.venue.table().text(Viewer::Seat(self.seat), self.language);
        let text = self.venue.named(&harmless(text.trim_end()), self.language);
        let lines = targets::wrapped(&hand::sorted(&text), self.width);
        let times = targets::stretch(&lines, self.width, self.height);
        self.lines = targets::stretched(lines, times);
        self.targets = targets::targets(&self.lines, times);
        self.cursor = self.cursor.min(self.targets.len().saturating_sub(1));
    }

    /// Whether the two seats see different things, apart from who they are.
    fn hides_something(&self, next: Seat) -> bool {
        let seen = |seat| {
            let mut view = self.venue.table().view(Viewer::Seat(seat));
            if let Some(fields) = view.as_object_mut() {
                ["you", "blocked"].iter().for_each(|field| drop(fields.remove(*field)));
            }
            view
        };
        seen(self.seat) != seen(next)
    }

    fn complain(&mut self, problem: &Problem) {
        self.message = self.venue.named(&harmless(&problem.message), self.language);
    }

    /// What everybody here calls a seat.
    pub(super) fn name_of(&self, seat: Seat) -> String {
        harmless(&self.venue.named(&seat.told_in(self.language).to_string(), self.language))
    }

    /// Whether the melds on this line of the text take the chosen card.
    pub(super) fn is_marked(&self, line: &str) -> bool {
        let card = self.targets.get(self.cursor).filter(|target| target.kind == Kind::Card);
        let card = card.filter(|_| self.focus == Focus::Board);
        card.is_some_and(|card| self.face.takes(line, &card.name, &self.moves))
    }

    /// Whether something is moving and should be redrawn soon.
    pub(super) fn is_moving(&self) -> bool {
        self.face.is_moving()
    }

    /// Checks whether others have moved, even after a question or a refusal.
    pub(super) fn look(&mut self) {
        self.wait_for(Duration::ZERO);
    }

    /// Lets the others go on for `passed`.
    fn wait_for(&mut self, passed: Duration) {
        if let Err(problem) = self.venue.poll(passed) {
            self.complain(&problem);
        }
        if self.venue.games_before() != self.game {
            self.begin();
        } else if self.venue.count() > self.known {
            self.take_news(self.known);
        }
    }

    /// Lets time pass: others move, or a shot runs. Nobody moves while a shot runs.
    pub(super) fn tick(&mut self, passed: Duration) {
        if self.is_moving() {
            self.face.tick(passed);
            self.catch_up();
            self.look();
        } else {
            self.wait_for(passed);
        }
    }

    /// Shows another game that has begun.
    fn begin(&mut self) {
        self.game = self.venue.games_before();
        self.face = face_of(self.venue.table());
        // Nobody has to hand the screen over: its reader is the same person, one seat further.
        self.seat = self.venue.reader().unwrap_or(self.seat);
        (self.known, self.told, self.chosen) = (0, 0, 0);
        self.input.clear();
        self.message.clear();
        self.overlay = None;
        self.catch_up();
        self.refresh();
    }

    fn again(&mut self) {
        self.input.clear();
        match self.venue.again() {
            Ok(()) if self.venue.games_before() == self.game => self.message = self.words().asked.to_owned(),
            Ok(()) => self.begin(),
            Err(problem) => self.complain(&problem),
        }
    }

    /// Once nothing moves any more, tells everything that has happened.
    fn catch_up(&mut self) {
        if !self.is_moving() {
            self.told = self.venue.count();
        }
    }

    fn stop_motion(&mut self) {
        self.face.stop();
        self.catch_up();
    }

    fn play(&mut self, action: &Value) {
        if let Some(question) = self.face.question(self.venue.table(), self.seat, action, self.language) {
            self.input.clear();
            self.overlay = Some(Overlay::Question(question));
            return;
        }
        self.send(action);
    }

    fn send(&mut self, action: &Value) {
        let before = self.venue.count();
        let done = self.venue.act(self.seat, action);
        self.done(before, done);
    }

    /// Shows the result of a request; `before` is how many things had happened when it was made.
    fn done(&mut self, before: usize, done: Result<(), Problem>) {
        match done {
            Ok(()) => {
                self.input.clear();
                self.message.clear();
                self.take_news(before);
            }
            Err(problem) => self.complain(&problem),
        }
    }

    /// Takes in what has happened since there were `before` things.
    fn take_news(&mut self, before: usize) {
        self.face.hear(&self.venue.events(before));
        self.catch_up();
        self.refresh();
    }

    /// Acts on the typed line: a word of the program, or a move.
    fn submit(&mut self, typed: &str) -> Flow {
        match typed {
            "quit" | "q" | "exit" => return Flow::Leave,
            "undo" | "u" => self.undo(),
            "hint" => self.hint(),
            "again" if self.is_over() => self.again(),
            "log" => self.overlay = Some(Overlay::Log),
            "help" | "?" => self.overlay = Some(Overlay::Help),
            text => self.submit_move(text),
        }
        Flow::On
    }

    fn submit_move(&mut self, text: &str) {
        let before = self.venue.count();
        let done = match text {
            "wait" if !self.venue.is_live() => Some(self.venue.wait()),
            "resign" => Some(self.venue.resign(self.seat)),
            other => self.venue.command(other),
        };
        if let Some(done) = done {
            return self.done(before, done);
        }
        match self.venue.table().read(self.seat, text) {
            Ok(action) => self.play(&action),
            Err(problem) => self.complain(&problem),
        }
    }

    fn undo(&mut self) {
        self.input.clear();
        self.message = match self.venue.undo() {
            Undone::TakenBack => {
                self.stop_motion();
                self.refresh();
                self.words().taken_back
            }
            Undone::Asked => self.words().asked,
            Undone::Nothing => self.words().nothing_to_undo,
            Undone::Shown => self.words().shown_since,
            Undone::Refused(problem) => return self.complain(&problem),
        }
        .to_owned();
    }

    fn hint(&mut self) {
        self.input.clear();
        match self.venue.hint(self.seat) {
            Ok(typed) => {
                self.message = format!("{} {typed}", self.words().hint);
                self.chosen = self.moves.iter().position(|line| *line == typed).unwrap_or(self.chosen);
            }
            Err(problem) => self.complain(&problem),
        }
    }
}
