//! A game without a screen: one typed line per move, for pipes and for terminals that cannot show more.

use super::ask::Answer;
use super::face::face_of;
use super::venue::{Undone, Venue};
use super::words::{Ended, Words};
use baize_games::GAMES;
use baize_rules::{Language, Problem, Say, Seat, Viewer, harmless};
use serde_json::Value;
use std::io::{BufRead, Write};
use std::time::Duration;

/// What a person typed.
enum Wish {
    Move(Value),
    /// The line was acted on already, or refused.
    Done(Result<(), Problem>),
    Wait,
    Resign,
    Undo,
    Quit,
}

/// A game, its input and its output.
pub(super) struct Lines<'a, I, O> {
    pub(super) venue: &'a mut dyn Venue,
    pub(super) language: Language,
    pub(super) input: I,
    pub(super) out: O,
    /// How many things have been told.
    pub(super) told: usize,
    /// Whether to ask for another game at the end of one; a script is not asked.
    pub(super) asks_again: bool,
}

impl<I: BufRead, O: Write> Lines<'_, I, O> {
    /// Plays to the end, or until there is no more input.
    pub(super) fn run(&mut self) -> anyhow::Result<()> {
        writeln!(self.out, "{}. {}", self.venue.table().game().name(), self.words().lines_help)?;
        self.tell()?;
        loop {
            if self.venue.table().outcome().is_some() {
                self.tell_end()?;
                if !self.asks_again || !self.goes_on()? {
                    return Ok(());
                }
                continue;
            }
            let Some(seat) = self.venue.reader() else { return Ok(()) };
            let done = if self.venue.is_open(seat) {
                let wish = self.ask_move(seat)?;
                self.venue.poll(Duration::ZERO)?;
                match wish {
                    Wish::Quit => return Ok(()),
                    Wish::Undo => self.undo()?,
                    Wish::Wait => self.venue.wait(),
                    Wish::Resign => self.venue.resign(seat),
                    Wish::Done(done) => done,
                    Wish::Move(action) => self.venue.act(seat, &action),
                }
            } else {
                self.note()?;
                let waited = self.venue.wait();
                if waited.is_err() {
                    // Nothing will change any more.
                    self.tell()?;
                    return Ok(waited?);
                }
                waited
            };
            self.tell()?;
            if let Err(problem) = done {
                self.complain(&problem)?;
                if problem.code.starts_with("client.") {
                    return Err(problem.into());
                }
            }
        }
    }

    const fn words(&self) -> &'static Words {
        Words::of(self.language)
    }

    fn tell_end(&mut self) -> std::io::Result<()> {
        let text = self.venue.table().text(Viewer::Spectator, self.language);
        writeln!(self.out, "\n{}", harmless(&self.venue.named(&text, self.language)))?;
        let Some(outcome) = self.venue.table().outcome() else { return Ok(()) };
        let ended = Ended(&outcome).told_in(self.language).to_string();
        writeln!(self.out, "{}", harmless(&self.venue.named(&ended, self.language)))
    }

    /// Whether the person wants another game; at a server's table, waits for the others.
    fn goes_on(&mut self) -> anyhow::Result<bool> {
        let Some(line) = self.prompt("> ")? else { return Ok(false) };
        if !["again", "r"].contains(&line.trim()) {
            return Ok(false);
        }
        let before = self.venue.games_before();
        if let Err(problem) = self.venue.again() {
            self.complain(&problem)?;
            return Ok(false);
        }
        while self.venue.games_before() == before {
            self.venue.wait()?;
            self.tell()?;
            self.venue.poll(Duration::ZERO)?;
        }
        self.told = 0;
        self.tell()?;
        Ok(true)
    }

    fn complain(&mut self, problem: &Problem) -> std::io::Result<()> {
        writeln!(self.out, "{}", harmless(&problem.message))
    }

    /// Writes whose turn it is at a server's table, and the state of the connection.
    fn note(&mut self) -> std::io::Result<()> {
        let note = self.venue.note(self.language);
        if note.is_empty() { Ok(()) } else { writeln!(self.out, "{}", harmless(&note)) }
    }

    /// Writes what happened, as far as the one person at this screen may know; if there are several, what is
    /// public.
    fn tell(&mut self) -> std::io::Result<()> {
        let count = self.venue.count();
        let new = count.saturating_sub(self.told);
        self.told = count;
        self.tell_last(new)
    }

    fn tell_last(&mut self, count: usize) -> std::io::Result<()> {
        for line in self.venue.told(self.venue.count(), count, self.language) {
            writeln!(self.out, "{}", harmless(&line))?;
        }
        Ok(())
    }

    fn undo(&mut self) -> std::io::Result<Result<(), Problem>> {
        let words = Words::of(self.language);
        let text = match self.venue.undo() {
            Undone::TakenBack => words.taken_back,
            Undone::Asked => words.asked,
            Undone::Nothing => words.nothing_to_undo,
            Undone::Shown => words.shown_since,
            Undone::Refused(problem) => return Ok(Err(problem)),
        };
        self.told = self.told.min(self.venue.count());
        writeln!(self.out, "{text}")?;
        Ok(Ok(()))
    }

    /// Asks until something legal is typed. The end of input counts as the wish to stop.
    fn ask_move(&mut self, seat: Seat) -> anyhow::Result<Wish> {
        let text = self.venue.table().text(Viewer::Seat(seat), self.language);
        writeln!(self.out, "\n{}", harmless(&self.venue.named(&text, self.language)))?;
        self.note()?;
        loop {
            let mut moves = self.venue.moves(seat);
            if self.venue.may_wait() {
                moves.push("wait".to_owned());
            }
            let who = self.venue.named(&seat.told_in(self.language).to_string(), self.language);
            writeln!(
                self.out,
                "{} {} {}",
                harmless(&who),
                self.words().can_play,
                harmless(&moves.join(" | "))
            )?;
            let Some(line) = self.prompt("> ")? else { return Ok(Wish::Quit) };
            match line.trim() {
                "" => {}
                "?" | "help" => writeln!(self.out, "{}", self.words().lines_help)?,
                "quit" | "q" | "exit" => return Ok(Wish::Quit),
                "undo" | "u" => return Ok(Wish::Undo),
                "wait" => return Ok(Wish::Wait),
                "resign" => return Ok(Wish::Resign),
                "log" => self.tell_last(self.venue.count())?,
                "hint" => match self.venue.hint(seat) {
                    Ok(typed) => writeln!(self.out, "{typed}")?,
                    Err(problem) => self.complain(&problem)?,
                },
                typed => {
                    if let Some(done) = self.venue.command(typed) {
                        return Ok(Wish::Done(done));
                    }
                    let table = self.venue.table();
                    let read = table
                        .read(seat, typed)
                        .and_then(|action| table.check(seat, &action).map(|()| action));
                    match read {
                        Ok(action) => match self.complete(seat, action)? {
                            Some(action) => return Ok(Wish::Move(action)),
                            None => continue,
                        },
                        Err(problem) => self.complain(&problem)?,
                    }
                }
            }
        }
    }

    /// Returns the action, completed by an answer if it needs one; `None` if that was cancelled.
    fn complete(&mut self, seat: Seat, action: Value) -> anyhow::Result<Option<Value>> {
        let table = self.venue.table();
        let Some(question) = face_of(table).question(table, seat, &action, self.language) else {
            return Ok(Some(action));
        };
        loop {
            let Some(line) = self.prompt(&format!("{} ", question.text))? else { return Ok(None) };
            match question.answer(&line) {
                Answer::Play(action) => return Ok(Some(action)),
                Answer::Cancel => return Ok(None),
                Answer::Unclear => {}
            }
        }
    }

    fn prompt(&mut self, text: &str) -> anyhow::Result<Option<String>> {
        prompt(text, &mut self.input, &mut self.out)
    }
}

fn prompt(text: &str, input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<Option<String>> {
    write!(out, "{text}")?;
    out.flush()?;
    let mut line = String::new();
    if input.read_line(&mut line)? == 0 {
        writeln!(out)?;
        return Ok(None);
    }
    Ok(Some(line))
}

/// Asks which game to play; `None` at the end of input.
pub(super) fn ask_game(input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<Option<String>> {
    let ids: Vec<&str> = GAMES.iter().map(|game| game.id()).collect();
    loop {
        let Some(line) = prompt(&format!("Which game: {}? ", ids.join(", ")), input, out)? else {
            return Ok(None);
        };
        match ids.iter().find(|id| **id == line.trim()) {
            Some(id) => return Ok(Some((*id).to_owned())),
            None if line.trim() == "quit" => return Ok(None),
            None => writeln!(out, "Please type one of these names, or `quit`.")?,
        }
    }
}
