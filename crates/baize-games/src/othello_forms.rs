//! Othello games as other programs write them: transcripts, GGF and WTHOR. `docs/records.md` says what each can hold.

use crate::{Record, RecordedMove, find};
use baize_othello::notation::{self, Ggf, GgfMove, Reading, ThorGame, Transcript};
use baize_othello::{Action, Board, Colour, Square};
use baize_rules::{Leaving, Problem, Seat, Seed, Viewer};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde_json::json;

fn bad(what: impl Into<String>) -> Problem {
    Problem::new("request.bad_record", what)
}

/// Reads the first game of a text: GGF, or a transcript on one line.
pub fn of_text(text: &str) -> Result<Record, Problem> {
    let none = || bad("there is no game in this text");
    if text.contains("(;") {
        return of_ggf(Ggf::split(text).next().ok_or_else(none)?);
    }
    of_transcript(text.lines().find(|line| !line.trim().is_empty()).ok_or_else(none)?)
}

/// Reads a game on one line: the squares run together, or with blanks, commas, move numbers and passes
/// between them.
pub fn of_transcript(line: &str) -> Result<Record, Problem> {
    let Transcript { start, squares } = Transcript::read(Board::START, line, Reading::Strict)?;
    of_squares(start, &squares)
}

/// Reads a game of a WTHOR database.
pub fn of_thor(game: &ThorGame) -> Result<Record, Problem> {
    Transcript { start: Board::START, squares: game.squares.clone() }.last()?;
    of_squares(Board::START, &game.squares)
}

/// Reads the first game of a WTHOR file in Base64.
pub fn of_wthor(text: &str) -> Result<Record, Problem> {
    let file = BASE64_STANDARD.decode(text).map_err(|error| bad(error.to_string()))?;
    let games = notation::read_thor(&file)?;
    of_thor(games.first().ok_or_else(|| bad("there is no game in this file"))?)
}

/// Reads one game of GGF. A player counts as having left if the result says so and the board is not a
/// finished game.
pub fn of_ggf(text: &str) -> Result<Record, Problem> {
    let game: Ggf = text.parse()?;
    let mut record = of_squares(game.start, &game.transcript()?.squares)?;
    if !(game.black.is_empty() && game.white.is_empty()) {
        record.players = vec![game.black, game.white];
    }
    let written = game.result.unwrap_or_default();
    let (score, why) = written.split_once(':').unwrap_or((written.as_str(), ""));
    let why = match why {
        "r" => Some(Leaving::Resign),
        "t" => Some(Leaving::Timeout),
        _ => None,
    };
    let loser = match score.trim().parse::<f64>() {
        Ok(score) if score > 0.0 => Some(Colour::White.seat()),
        Ok(score) if score < 0.0 => Some(Colour::Black.seat()),
        _ => None,
    };
    if record.result.is_none()
        && let (Some(leave), Some(seat)) = (why, loser)
    {
        record.log.push(RecordedMove::Leave { seat, leave });
        record.result = record.replay()?.outcome();
    }
    Ok(record)
}

/// Makes a record from squares that are legal one after the other. Forced passes get no entry, except at the
/// start of a position that begins with one.
fn of_squares(start: Board, squares: &[Square]) -> Result<Record, Problem> {
    let game = find("othello")?;
    // There is no chance in Othello; any seed will do.
    let seed = Seed::from_text("othello");
    let position = (start != Board::START).then(|| notation::line(&start));
    let mut table = match &position {
        Some(line) => game.set_up(line, &json!({}), &seed)?,
        None => game.start(&json!({}), None, &seed)?,
    };
    let mut record = Record::of(&*table, json!({}), &seed);
    record.position = position;
    let mut next = squares.iter();
    while let Some(seat) = table.awaiting().must.iter().next() {
        let pass = json!(Action::Pass);
        let action = match table.check(seat, &pass) {
            Ok(_) => pass,
            Err(_) => match next.next() {
                Some(square) => json!(Action::Place(*square)),
                None => break,
            },
        };
        table.play(seat, &action)?;
        record.log.push(RecordedMove::action(seat, action));
    }
    if next.next().is_some() {
        return Err(bad("there are moves after the end of the game"));
    }
    record.result = table.outcome();
    Ok(record)
}

/// The board a game of Othello began with, and the actions made.
fn board_and_actions(record: &Record) -> Result<(Board, Vec<(Seat, Action)>), Problem> {
    if record.game != "othello" {
        return Err(bad(format!("only games of Othello are written so, not of {}", record.game)));
    }
    record.verify()?;
    let start = record.position.as_deref().map_or(Ok(Board::START), notation::read)?;
    let mut actions = Vec::new();
    for entry in &record.log {
        if let RecordedMove::Action { seat, action, .. } = entry {
            let action = Action::deserialize(action).map_err(|error| bad(error.to_string()))?;
            actions.push((*seat, action));
        }
    }
    Ok((start, actions))
}

/// The squares of a game from the usual start; transcripts and WTHOR cannot say where else a game began.
fn plain(record: &Record, what: &str) -> Result<Transcript, Problem> {
    let (start, actions) = board_and_actions(record)?;
    if start != Board::START {
        return Err(bad(format!("{what} has no place for the position it began with; GGF has")));
    }
    let square = |(_, action): &(Seat, Action)| match action {
        Action::Place(square) => Some(*square),
        Action::Pass | Action::PlaceNowhere(_) => None,
    };
    Ok(Transcript { start, squares: actions.iter().filter_map(square).collect() })
}

/// A record as a transcript, without passes.
pub fn transcript(record: &Record) -> Result<Transcript, Problem> {
    plain(record, "a transcript")
}

/// A record as GGF.
pub fn ggf(record: &Record) -> Result<Ggf, Problem> {
    let (start, actions) = board_and_actions(record)?;
    let moved = |seat: Seat, square| GgfMove {
        side: if seat == Colour::Black.seat() { Colour::Black } else { Colour::White },
        square,
        evaluation: None,
        seconds: None,
    };
    let mut moves: Vec<GgfMove> = Vec::new();
    for (seat, action) in actions {
        let square = if let Action::Place(square) = action { Some(square) } else { None };
        let next = moved(seat, square);
        // A record has no entry for a forced pass; GGF writes it.
        if moves.last().is_some_and(|last| last.side == next.side) {
            moves.push(moved(seat.other_of_two(), None));
        }
        moves.push(next);
    }
    let name = |seat: Seat| record.players.get(seat.index()).cloned().unwrap_or_default();
    Ok(Ggf {
        black: name(Colour::Black.seat()),
        white: name(Colour::White.seat()),
        result: ggf_result(record)?,
        start,
        moves,
    })
}

/// Black's discs minus white's, empty squares going to the winner; 64 and the reason if somebody left.
fn ggf_result(record: &Record) -> Result<Option<String>, Problem> {
    let Some(result) = &record.result else { return Ok(None) };
    let left = match record.log.last() {
        Some(RecordedMove::Leave { leave: Leaving::Resign, .. }) => Some("r"),
        Some(RecordedMove::Leave { leave: Leaving::Timeout, .. }) => Some("t"),
        _ => None,
    };
    let Some(left) = left else { return Ok(Some(format!("{:+}", 2 * i32::from(black_score(record)?) - 64))) };
    let sign = if result.won(Colour::Black.seat()) { '+' } else { '-' };
    Ok(Some(format!("{sign}64:{left}")))
}

/// Black's discs at the end; empty squares go to the winner, or are halved if nobody won.
fn black_score(record: &Record) -> Result<u8, Problem> {
    let line = record.replay()?.position(Viewer::Spectator);
    let board = notation::read(&line)?;
    let count = board.score();
    let empty = 64 - count.black - count.white;
    let black = match count.black.cmp(&count.white) {
        std::cmp::Ordering::Greater => count.black + empty,
        std::cmp::Ordering::Equal => 32,
        std::cmp::Ordering::Less => count.black,
    };
    u8::try_from(black).map_err(|_| bad("a board has 64 squares"))
}

/// A record as a game of a WTHOR database, without names.
pub fn thor(record: &Record) -> Result<ThorGame, Problem> {
    let Transcript { squares, .. } = plain(record, "WTHOR")?;
    let is_played_out = record.log.iter().all(|entry| matches!(entry, RecordedMove::Action { .. }));
    if record.result.is_none() || !is_played_out {
        return Err(bad("WTHOR has only games that were played to their end"));
    }
    Ok(ThorGame { tournament: 0, black: 0, white: 0, score: black_score(record)?, squares })
}

/// A record as a WTHOR file with one game, in Base64.
pub fn wthor(record: &Record) -> Result<String, Problem> {
    Ok(BASE64_STANDARD.encode(notation::write_thor(&[thor(record)?])))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black must pass after white's a3.
    const WITH_PASS: &str = "c4c3c2b2f5c1a1a3c5";
    /// Black takes the last white disc with its fifth move.
    const WIPED_OUT: &str = "e6f4e3f6g5d6e7f5c5";

    #[test]
    fn a_forced_pass_is_written_where_the_form_wants_it() {
        let record = of_transcript(WITH_PASS).unwrap();
        assert_eq!(record.log.len(), 9);
        assert!(record.verify().is_ok() && record.result.is_none());
        assert_eq!(transcript(&record).unwrap().to_string(), WITH_PASS);
        let written = ggf(&record).unwrap().to_string();
        assert!(written.contains("W[a3]B[PA]W[c5]"), "{written}");
        assert_eq!(of_ggf(&written).unwrap().log, record.log);
    }

    #[test]
    fn who_cannot_move_at_the_start_passes() {
        let before =
            Transcript::read(Board::START, &WITH_PASS[..16], Reading::Strict).unwrap().last().unwrap();
        let (black, white) = (before.discs(Colour::Black), before.discs(Colour::White));
        let start = Board::of(black, white, Colour::Black).unwrap();
        let record = of_squares(start, &["c5".parse().unwrap()]).unwrap();
        assert_eq!(record.log.len(), 2);
        assert!(record.verify().is_ok());
        assert_eq!(of_ggf(&ggf(&record).unwrap().to_string()).unwrap(), record);
    }

    #[test]
    fn a_game_that_is_over_goes_through_every_form() {
        let mut record = of_transcript(WIPED_OUT).unwrap();
        assert!(record.result.is_some());
        assert_eq!(ggf_result(&record).unwrap().as_deref(), Some("+64"));
        let games = notation::read_thor(&notation::write_thor(&[thor(&record).unwrap()])).unwrap();
        assert_eq!(games[0].score, 64);
        assert_eq!(of_thor(&games[0]).unwrap(), record);
        assert_eq!(of_wthor(&wthor(&record).unwrap()).unwrap(), record);
        record.players = vec!["Ada".to_owned(), "Bo".to_owned()];
        assert_eq!(of_ggf(&ggf(&record).unwrap().to_string()).unwrap(), record);
    }

    #[test]
    fn who_left_has_left_again() {
        for (result, seat, leave) in
            [("+64:r", Seat::SECOND, Leaving::Resign), ("-64:t", Seat::FIRST, Leaving::Timeout)]
        {
            let record = of_ggf(&format!("(;GM[Othello]PB[A]PW[B]RE[{result}]B[f5]W[d6];)")).unwrap();
            assert_eq!(record.log.last(), Some(&RecordedMove::Leave { seat, leave }));
            assert!(record.verify().is_ok());
            assert_eq!(ggf(&record).unwrap().result.as_deref(), Some(result));
            assert!(thor(&record).is_err());
        }
    }

    #[test]
    fn a_game_from_another_position_needs_a_form_that_has_one() {
        let board = "8 -------- -------- ---*---- ---**--- ---*O--- -------- -------- -------- O";
        let record = of_ggf(&format!("(;GM[Othello]BO[{board}]W[c3];)")).unwrap();
        assert!(record.position.is_some() && record.verify().is_ok());
        assert_eq!(of_ggf(&ggf(&record).unwrap().to_string()).unwrap(), record);
        let error = plain(&record, "a transcript").unwrap_err().to_string();
        assert!(error.contains("GGF has"), "{error}");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let told = |done: Result<Record, Problem>| done.unwrap_err().to_string();
        assert!(told(of_transcript("f5d6a1")).contains('3'));
        assert!(told(of_transcript(&format!("{WIPED_OUT}a1"))).contains("a1"));
        assert!(told(of_ggf("(;GM[Othello]B[a1];)")).contains("a1"));
        let game =
            ThorGame { tournament: 0, black: 0, white: 0, score: 0, squares: vec!["a1".parse().unwrap()] };
        assert!(told(of_thor(&game)).contains("a1"));
        for file in ["", "???", "AAAA", &BASE64_STANDARD.encode(notation::write_thor(&[]))] {
            assert!(of_wthor(file).is_err(), "{file:?}");
        }
    }

    #[test]
    fn a_text_is_read_by_what_is_in_it() {
        let record = of_transcript(WIPED_OUT).unwrap();
        assert_eq!(of_text(&format!("\n {}\nf5d6\n", WIPED_OUT.to_uppercase())).unwrap(), record);
        assert_eq!(of_text(&format!("from a server: {}", ggf(&record).unwrap())).unwrap(), record);
        for nothing in ["", " \n", "(;", "hello"] {
            assert!(of_text(nothing).is_err(), "{nothing:?}");
        }
    }
}
