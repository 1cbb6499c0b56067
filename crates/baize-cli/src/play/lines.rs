//! A game without a screen: one typed line per move, for pipes and for terminals that can do no more.

use super::ask::{Answer, Question};
use super::session::{NoUndo, Session};
use crate::local::result_line;
use baize_games::GAMES;
use baize_rules::{Language, Seat, Viewer};
use serde_json::Value;
use std::io::{self, BufRead, Lines, StdinLock, Write};

const HELP: &str = "Type a move from the list, `undo` to take back your last one, `hint` for advice, `log` for what happened, \
`resign` to give up, `?` for this help, `quit` to stop.";

/// What a person typed.
enum Wish {
    Move(Value),
    Wait,
    Resign,
    Undo,
    Quit,
}

type Input<'a> = Lines<StdinLock<'a>>;

/// Plays to the end, or until there is no more input.
pub(super) fn run(session: &mut Session, language: Language) -> anyhow::Result<()> {
    let mut lines = io::stdin().lock().lines();
    println!("{}. {HELP}", session.table().game().name());
    tell(session, session.happened.len(), language);
    while session.table().outcome().is_none() {
        let Some(seat) = session.game.reader() else { break };
        let done = match ask_move(session, seat, language, &mut lines)? {
            Wish::Quit => return Ok(()),
            Wish::Undo => {
                match session.undo() {
                    Ok(()) => {}
                    Err(NoUndo::Nothing) => println!("There is nothing to take back."),
                    Err(NoUndo::Shown) => {
                        println!("Something hidden was shown since; that cannot be taken back.");
                    }
                }
                continue;
            }
            Wish::Wait => session.wait(),
            Wish::Resign => session.resign(seat),
            Wish::Move(action) => session.act(seat, &action),
        };
        match done {
            Ok(count) => tell(session, count, language),
            Err(problem) => println!("{}", problem.message),
        }
    }
    println!("\n{}", session.table().text(Viewer::Spectator, language));
    if let Some(outcome) = session.table().outcome() {
        println!("{}", result_line(&outcome));
    }
    Ok(())
}

/// Says what happened, as far as the one person at this screen may know; with several, what is public.
fn tell(session: &Session, count: usize, language: Language) {
    for line in session.told(count, session.alone(), language) {
        println!("{line}");
    }
}

/// Asks until something legal is typed. The end of input is the wish to stop.
fn ask_move(
    session: &Session,
    seat: Seat,
    language: Language,
    lines: &mut Input<'_>,
) -> anyhow::Result<Wish> {
    let table = session.table();
    println!("\n{}", table.text(Viewer::Seat(seat), language));
    loop {
        let (mut moves, _) = session.game.menu(seat);
        if session.game.may_wait() {
            moves.push("wait".to_owned());
        }
        println!("{seat} can play: {}", moves.join(" | "));
        let Some(line) = prompt("> ", lines)? else { return Ok(Wish::Quit) };
        match line.trim() {
            "" => continue,
            "?" | "help" => println!("{HELP}"),
            "quit" | "q" | "exit" => return Ok(Wish::Quit),
            "undo" | "u" => return Ok(Wish::Undo),
            "wait" => return Ok(Wish::Wait),
            "resign" => return Ok(Wish::Resign),
            "log" => tell(session, session.happened.len(), language),
            "hint" => match session.game.hint(seat, None) {
                Ok(typed) => println!("{typed}"),
                Err(problem) => println!("{}", problem.message),
            },
            text => {
                match table.read(seat, text).and_then(|action| table.check(seat, &action).map(|()| action)) {
                    Ok(action) => match choose_end(session, seat, action, language, lines)? {
                        Some(action) => return Ok(Wish::Move(action)),
                        None => continue,
                    },
                    Err(problem) => println!("{}", problem.message),
                }
            }
        }
    }
}

/// The action as it is, or with the end of a run that was asked for; nothing if it was cancelled.
fn choose_end(
    session: &Session,
    seat: Seat,
    action: Value,
    language: Language,
    lines: &mut Input<'_>,
) -> anyhow::Result<Option<Value>> {
    let Some(question) = Question::about(session.table(), seat, &action, language) else {
        return Ok(Some(action));
    };
    loop {
        let Some(line) = prompt(&format!("{} ", question.text()), lines)? else { return Ok(None) };
        match question.answer(&line) {
            Answer::Play(action) => return Ok(Some(action)),
            Answer::Cancel => return Ok(None),
            Answer::Unclear => {}
        }
    }
}

fn prompt(text: &str, lines: &mut Input<'_>) -> anyhow::Result<Option<String>> {
    print!("{text}");
    io::stdout().flush()?;
    let line = lines.next().transpose()?;
    if line.is_none() {
        println!();
    }
    Ok(line)
}

/// Asks which game; nothing at the end of input.
pub(super) fn ask_game() -> anyhow::Result<Option<String>> {
    let ids: Vec<&str> = GAMES.iter().map(|game| game.id()).collect();
    let mut lines = io::stdin().lock().lines();
    loop {
        let Some(line) = prompt(&format!("Which game: {}? ", ids.join(", ")), &mut lines)? else {
            return Ok(None);
        };
        match ids.iter().find(|id| **id == line.trim()) {
            Some(id) => return Ok(Some((*id).to_owned())),
            None if line.trim() == "quit" => return Ok(None),
            None => println!("Please type one of these names, or `quit`."),
        }
    }
}
