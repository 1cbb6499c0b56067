//! The replies of `baize agent`.

use super::Failure;
use crate::local::{Happened, Local};
use baize_games::RecordedMove;
use baize_mcp::can;
use baize_rules::{Language, Problem, Say, Seat, Viewer};
use serde_json::{Value, json};
use std::io::{self, Write};

/// A game and who is looking at it.
pub(crate) struct Reply<'a> {
    pub(crate) id: &'a str,
    pub(crate) game: &'a Local,
    pub(crate) seat: Option<Seat>,
    pub(crate) language: Language,
}

pub(crate) fn viewer(seat: Option<Seat>) -> Viewer {
    seat.map_or(Viewer::Spectator, Viewer::Seat)
}

/// What a viewer hears, in words.
pub(crate) fn heard(happened: &[Happened], seat: Option<Seat>, language: Language) -> Vec<String> {
    let told =
        happened.iter().flat_map(|happened| happened.told.iter().map(move |told| (happened.seat, told)));
    let told = told.filter(|(_, told)| told.to.includes(viewer(seat)));
    told.map(|(by, told)| {
        let (who, text) = (by.told_in(language).to_string(), told.text.told_in(language));
        // Many sentences already name the seat.
        let names_it = text.to_lowercase().starts_with(&who.to_lowercase());
        if names_it { text } else { format!("{who}: {text}") }
    })
    .collect()
}

impl Reply<'_> {
    /// The board, and what can be done.
    pub(crate) fn status(&self, is_json: bool, out: &mut impl Write) -> io::Result<()> {
        if is_json {
            return writeln!(out, "{}", self.state());
        }
        self.write_status(out)
    }

    /// Tells what a move led to.
    pub(crate) fn moved(&self, happened: &[Happened], is_json: bool, out: &mut impl Write) -> io::Result<()> {
        let heard = heard(happened, self.seat, self.language);
        if is_json {
            let mut state = self.state();
            state["happened"] = json!(heard);
            return writeln!(out, "{state}");
        }
        heard.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        self.write_status(out)
    }

    /// Tells why a move was refused and what could be done instead. The failure holds the whole reply, or
    /// `out` does, with JSON.
    pub(crate) fn refused(&self, failure: Failure, is_json: bool, out: &mut impl Write) -> Failure {
        let problem = match &failure {
            Failure::Usage(text) => Problem::new("agent.usage", text.clone()),
            Failure::Refused(error) => match error.downcast_ref::<Problem>() {
                Some(problem) => problem.clone(),
                None => return failure,
            },
        };
        if is_json {
            let mut state = self.state();
            state["error"] = json!(problem);
            // The failure is reported whether or not anybody reads this.
            let _ = writeln!(out, "{state}");
        }
        let text = format!("{problem}; {}", self.legal());
        match failure {
            Failure::Usage(_) => Failure::Usage(text),
            Failure::Refused(_) => Failure::Refused(anyhow::anyhow!(text)),
        }
    }

    fn write_status(&self, out: &mut impl Write) -> io::Result<()> {
        let table = self.game.table();
        writeln!(out, "{}  {}  version {}", self.id, table.game().name(), self.game.version())?;
        writeln!(out, "{}", self.board().trim_end())?;
        writeln!(out, "{}", self.legal())
    }

    /// The board as the reader sees it, in words.
    pub(crate) fn board(&self) -> String {
        self.game.table().text(viewer(self.seat), self.language)
    }

    /// One line saying what can be done now.
    fn legal(&self) -> String {
        if let Some(outcome) = self.game.table().outcome() {
            return outcome.to_string();
        }
        let Some((seat, moves, _)) = self.moves() else {
            return "nobody can act here".to_owned();
        };
        if moves.is_empty() {
            let must: Vec<String> =
                self.game.table().awaiting().must.iter().map(|seat| seat.to_string()).collect();
            return format!("{seat} cannot act now: the game waits for {}", must.join(", "));
        }
        can(seat, &moves)
    }

    fn moves(&self) -> Option<(Seat, Vec<String>, bool)> {
        let seat = self.seat?;
        let (mut moves, is_complete) = self.game.menu(seat);
        if self.game.may_wait() {
            moves.push("wait".to_owned());
        }
        Some((seat, moves, is_complete))
    }

    /// The same as JSON, for programs.
    pub(crate) fn state(&self) -> Value {
        let table = self.game.table();
        let (moves, is_complete) =
            self.moves().map_or((Vec::new(), true), |(_, moves, is_complete)| (moves, is_complete));
        json!({
            "id": self.id,
            "game": table.game().id(),
            "version": self.game.version(),
            "seat": self.seat,
            "players": self.game.record().players,
            "view": table.view(viewer(self.seat)),
            "legal": moves,
            "complete": is_complete,
            "awaiting": table.awaiting(),
            "result": table.outcome(),
        })
    }
}

/// Writes the last `count` things that happened, as far as this viewer was told of them.
pub(crate) fn log(
    game: &Local,
    seat: Option<Seat>,
    language: Language,
    count: usize,
) -> Result<Vec<String>, Problem> {
    let record = game.record();
    let mut seats = record.log.iter().map(RecordedMove::seat);
    let mut happened = Vec::new();
    record.retell(|told| happened.extend(seats.next().map(|seat| Happened { seat, told })))?;
    let mut lines = heard(&happened, seat, language);
    lines.drain(..lines.len().saturating_sub(count));
    Ok(lines)
}

/// Writes the record; its seed stays hidden until the game is over.
pub(crate) fn record(game: &Local, out: &mut impl Write) -> anyhow::Result<()> {
    let mut record = game.record().clone();
    record.seed = record.seed.filter(|_| record.result.is_some());
    writeln!(out, "{}", serde_json::to_string(&record)?)?;
    Ok(())
}
