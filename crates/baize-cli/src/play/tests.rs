//! The screen without a terminal: keys and clicks in, pictures out.

use super::app::{App, Flow, Focus, Overlay};
use super::screen::{Theme, draw};
use super::session::Session;
use crate::local::Local;
use baize_games::GAMES;
use baize_rules::{Language, Seed};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;
use serde_json::json;
use std::time::Duration;

const COLOUR: Theme = Theme { has_colour: true, has_unicode: true, is_light: false };
const PLAIN: Theme = Theme { has_colour: false, has_unicode: false, is_light: false };
const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (200, 60)];

fn app_of(game: &str, players: &str, language: Language, theme: Theme) -> App {
    let seed = Seed::from_text("screen");
    let players = players.split(',').map(str::to_owned).collect();
    let game = Local::start(game, &json!({}), players, &seed).unwrap();
    App::new(Box::new(Session::start(game, &seed).unwrap()), language, theme)
}

/// A person against as few others as can play; in May I? against some who get to an end.
fn players(game: &str) -> String {
    let seats = baize_games::find(game).unwrap().seats();
    let other = if game == "may-i" { ",greedy" } else { ",random" };
    format!("human{}", other.repeat(usize::from(*seats.start()).max(2) - 1))
}

fn app(game: &str) -> App {
    app_of(game, &players(game), Language::English, COLOUR)
}

fn picture(app: &mut App, (width, height): (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(app, frame)).unwrap();
    terminal.backend().to_string()
}

fn press(app: &mut App, code: KeyCode) -> Flow {
    app.key(KeyEvent::new(code, KeyModifiers::NONE))
}

fn type_line(app: &mut App, text: &str) -> Flow {
    text.chars().for_each(|letter| assert_eq!(press(app, KeyCode::Char(letter)), Flow::On));
    press(app, KeyCode::Enter)
}

#[test]
fn five_games_have_their_pictures() {
    for game in ["othello", "banqi", "nine", "may-i", "nine-ball"] {
        for size in SIZES {
            insta::assert_snapshot!(format!("{game}-{}x{}", size.0, size.1), picture(&mut app(game), size));
        }
    }
}

#[test]
fn other_languages_and_plain_terminals_have_theirs() {
    let players = "human,greedy,greedy";
    let mut japanese = app_of("may-i", players, Language::Japanese, COLOUR);
    insta::assert_snapshot!("may-i-japanese", picture(&mut japanese, SIZES[0]));
    let mut chinese = app_of("banqi", "human,random", Language::Chinese, COLOUR);
    insta::assert_snapshot!("banqi-chinese", picture(&mut chinese, SIZES[0]));
    type_line(&mut chinese, "a8?");
    let printed = |picture: &str| {
        picture.lines().any(|line| {
            "帥仕相俥傌炮兵將士象車馬砲卒".chars().any(|piece| line.starts_with(&format!("\"│ 8 {piece}")))
        })
    };
    assert!(printed(&picture(&mut chinese, SIZES[0])), "{}", picture(&mut chinese, SIZES[0]));
    for game in GAMES.iter().map(|game| game.id()) {
        let mut plain = app_of(game, &self::players(game), Language::English, PLAIN);
        plain.focus = Focus::Moves;
        for _ in 0..12 {
            let picture = picture(&mut plain, SIZES[0]);
            assert!(picture.is_ascii(), "{picture}");
            press(&mut plain, KeyCode::Enter);
        }
    }
}

#[test]
fn every_game_is_played_to_its_end_by_keys() {
    for game in GAMES.iter().map(|game| game.id()) {
        let mut app = app(game);
        app.focus = Focus::Moves;
        let mut keys = 0;
        while !app.is_over() {
            keys += 1;
            assert!(keys < 6000, "{game} does not end");
            if game == "nine-ball" && keys > 120 {
                press(&mut app, KeyCode::F(12));
                type_line(&mut app, "concede");
                continue;
            }
            // Down to the last move, so that cards are thrown away and pieces are taken.
            let code = if keys % 2 == 0 { KeyCode::PageDown } else { KeyCode::Enter };
            assert_eq!(press(&mut app, code), Flow::On, "{game}");
            picture(&mut app, SIZES[keys % 2]);
        }
        assert!(picture(&mut app, SIZES[0]).contains("score"), "{game}");
    }
}

#[test]
fn a_cell_is_chosen_with_arrows_or_the_mouse() {
    let mut app = app("othello");
    let f5 = app.targets.iter().position(|target| target.name == "f5").unwrap();
    app.cursor = f5;
    press(&mut app, KeyCode::Left);
    assert_eq!(app.targets[app.cursor].name, "e5");
    press(&mut app, KeyCode::Right);
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.venue.count(), 2, "the computer answers");
    assert_eq!(press(&mut app, KeyCode::F(3)), Flow::On);
    assert!(app.venue.count() == 0, "taken back");
    picture(&mut app, SIZES[0]);
    let f5 = app.targets.iter().position(|target| target.name == "f5").unwrap();
    let target = app.targets[f5].clone();
    let (column, row) = (app.areas.board.x + target.column as u16, app.areas.board.y + target.line as u16);
    let kind = MouseEventKind::Down(MouseButton::Left);
    app.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
    assert_eq!(app.venue.count(), 2);
}

#[test]
fn words_and_keys_of_the_program() {
    let mut app = app("banqi");
    press(&mut app, KeyCode::Char('?'));
    assert!(picture(&mut app, SIZES[0]).contains("Arrow keys"));
    press(&mut app, KeyCode::Enter);
    assert!(app.overlay.is_none());
    assert_eq!(type_line(&mut app, "b3?"), Flow::On, "a question mark inside a move is part of it");
    assert!(picture(&mut app, SIZES[0]).contains("flips b3"));
    type_line(&mut app, "undo");
    assert!(app.message.contains("cannot be taken back"), "{}", app.message);
    type_line(&mut app, "hint");
    assert!(app.message.starts_with("Hint:"), "{}", app.message);
    type_line(&mut app, "z9");
    assert!(!app.message.is_empty());
    press(&mut app, KeyCode::F(4));
    assert!(matches!(app.overlay, Some(Overlay::Log)));
    press(&mut app, KeyCode::Esc);
    assert_eq!(press(&mut app, KeyCode::Esc), Flow::On, "clears what was typed");
    assert_eq!(press(&mut app, KeyCode::Esc), Flow::On, "asks");
    assert!(picture(&mut app, SIZES[0]).contains("The game is lost if you leave."));
    assert_eq!(press(&mut app, KeyCode::Char('n')), Flow::On);
    assert!(app.overlay.is_none() && app.input.is_empty(), "it goes on");
    press(&mut app, KeyCode::Esc);
    assert_eq!(press(&mut app, KeyCode::Enter), Flow::Leave);
    for size in [(1, 1), (10, 3), (20, 8), (200, 60)] {
        picture(&mut app, size);
    }
}

/// T14: the question appears exactly when a wild fits both ends and no end is named.
#[test]
fn a_wild_that_fits_both_ends_is_asked_about() {
    let seeds = (0..60).map(|deal| Seed::from_text(&format!("wild {deal}")));
    for seed in seeds {
        let players = ["human", "greedy", "greedy"].map(str::to_owned).to_vec();
        let game = Local::start("may-i", &json!({"startRound": 3}), players, &seed).unwrap();
        let mut app = App::new(Box::new(Session::start(game, &seed).unwrap()), Language::English, COLOUR);
        for _ in 0..80 {
            let start =
                app.moves.iter().find_map(|line| line.strip_prefix("layoff ")?.strip_suffix(" start"));
            let both = start.filter(|place| app.moves.contains(&format!("layoff {place} end")));
            if let Some(place) = both.map(str::to_owned) {
                type_line(&mut app, &format!("layoff {place}"));
                assert!(picture(&mut app, SIZES[0]).contains("fits both ends of this run"));
                let before = app.venue.count();
                type_line(&mut app, "middle");
                assert!(matches!(app.overlay, Some(Overlay::Question(_))), "asked again");
                type_line(&mut app, "C");
                assert_eq!((app.overlay.is_none(), app.venue.count()), (true, before));
                type_line(&mut app, &format!("layoff {place}"));
                type_line(&mut app, "START");
                let told = app.venue.told(app.venue.count(), 4, Language::English).join("\n");
                assert!(told.contains("at start)"), "{told}");
                return;
            }
            let verbs = ["laydown", "allow", "draw discard", "draw stock", "discard", "wait"];
            let found = verbs.iter().find_map(|verb| app.moves.iter().find(|line| line.starts_with(verb)));
            let Some(line) = found.cloned() else { break };
            type_line(&mut app, &line);
            assert!(!matches!(app.overlay, Some(Overlay::Question(_))), "{line}");
        }
    }
    panic!("no deal has a wild that fits both ends");
}

#[test]
fn the_screen_is_handed_over_where_something_is_hidden() {
    let mut nine = app_of("nine", "human,human", Language::English, COLOUR);
    type_line(&mut nine, "7");
    assert!(matches!(nine.overlay, Some(Overlay::HandOver(_))));
    let hidden = picture(&mut nine, SIZES[0]);
    assert!(!hidden.contains("has chosen 7") && hidden.contains("seat 1"), "{hidden}");
    press(&mut nine, KeyCode::Enter);
    assert!(nine.overlay.is_none());
    let mut othello = app_of("othello", "human,human", Language::English, COLOUR);
    type_line(&mut othello, "f5");
    assert!(othello.overlay.is_none(), "nothing is hidden in Othello");
}

#[test]
fn a_shot_runs_and_can_be_skipped() {
    let mut app = app("nine-ball");
    press(&mut app, KeyCode::Up);
    press(&mut app, KeyCode::Enter);
    for code in [
        KeyCode::Left,
        KeyCode::Up,
        KeyCode::Char('['),
        KeyCode::Char('='),
        KeyCode::Char('!'),
        KeyCode::Char('!'),
    ] {
        press(&mut app, code);
    }
    assert!(picture(&mut app, SIZES[0]).contains("m/s"));
    press(&mut app, KeyCode::Enter);
    assert!(app.is_moving(), "{}", app.message);
    app.tick(Duration::from_millis(400));
    insta::assert_snapshot!("nine-ball-break", picture(&mut app, SIZES[1]));
    press(&mut app, KeyCode::Enter);
    assert!(!app.is_moving());
}

fn control(app: &mut App, letter: char) -> Flow {
    app.key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL))
}

#[test]
fn a_refused_move_says_why_at_once() {
    let mut app = app("othello");
    type_line(&mut app, "a1");
    let shown = picture(&mut app, SIZES[0]);
    let last: Vec<&str> = shown.lines().rev().take(2).collect();
    assert!(last[1].starts_with("\"> a1") && last[0].contains("black turns nothing on a1"), "{shown}");
    press(&mut app, KeyCode::Backspace);
    assert!(!picture(&mut app, SIZES[0]).contains("turns nothing"), "until something else is typed");
}

#[test]
fn control_keys_type_no_letters() {
    let mut app = app("nine");
    for letter in "play 7".chars() {
        press(&mut app, KeyCode::Char(letter));
    }
    control(&mut app, 'w');
    assert_eq!(app.input, "play ");
    control(&mut app, 'u');
    assert_eq!(app.input, "");
    assert_eq!(control(&mut app, 'z'), Flow::Suspend);
    for letter in ['a', 'd', 'k'] {
        assert_eq!(control(&mut app, letter), Flow::On);
    }
    assert_eq!(app.input, "");
    assert_eq!(control(&mut app, 'c'), Flow::On, "asks");
    assert_eq!(control(&mut app, 'c'), Flow::Leave);
}

/// While the screen is handed over nothing is shown, whatever is asked.
#[test]
fn leaving_shows_no_hidden_cards() {
    let mut nine = app_of("nine", "human,human", Language::English, COLOUR);
    type_line(&mut nine, "7");
    assert_eq!(press(&mut nine, KeyCode::Esc), Flow::On);
    assert!(!picture(&mut nine, SIZES[0]).contains("points"));
    press(&mut nine, KeyCode::Char('n'));
    assert!(matches!(nine.overlay, Some(Overlay::HandOver(_))));
}

/// Enter plays what the list and the line show.
#[test]
fn enter_does_what_is_shown() {
    let mut app = app("may-i");
    assert_eq!(app.moves[app.chosen], "wait", "nobody asks by mistake");
    assert!(app.focus == Focus::Moves, "no card can be played yet");
    for _ in 0..40 {
        if app.moves.iter().any(|line| line == "discard 3") {
            break;
        }
        let wanted = app.moves.iter().position(|line| line == "draw stock" || line == "wait");
        app.chosen = wanted.unwrap_or(app.chosen);
        press(&mut app, KeyCode::Enter);
    }
    assert!(app.focus == Focus::Board, "the cards can be played: {:?}", app.moves);
    app.cursor = app.targets.iter().position(|target| target.name == "3").unwrap();
    press(&mut app, KeyCode::Left);
    press(&mut app, KeyCode::Right);
    assert_eq!(app.moves[app.chosen], "discard 3");
    assert!(picture(&mut app, SIZES[0]).contains("\"> discard 3"));
}

/// However many melds there are, the own cards can be seen, and the rest can be scrolled to.
#[test]
fn a_long_table_is_scrolled() {
    let seed = Seed::from_text("long");
    let players = ["human", "greedy", "greedy", "greedy", "greedy", "greedy", "greedy", "greedy"];
    let game = Local::start("may-i", &json!({}), players.map(str::to_owned).to_vec(), &seed).unwrap();
    let mut app = App::new(Box::new(Session::start(game, &seed).unwrap()), Language::English, COLOUR);
    app.focus = Focus::Moves;
    for _ in 0..200 {
        if app.lines.len() > 16 {
            break;
        }
        let verbs = ["draw stock", "allow", "wait", "discard"];
        let found = verbs.iter().find_map(|verb| app.moves.iter().find(|line| line.starts_with(verb)));
        let Some(line) = found.cloned() else { break };
        type_line(&mut app, &line);
    }
    assert!(app.lines.len() > 16, "{:?}", app.lines);
    let shown = picture(&mut app, SIZES[0]);
    assert!(shown.contains("Your hand:") && !shown.contains("Round 1 of 6"), "{shown}");
    app.focus = Focus::Board;
    for _ in 0..9 {
        press(&mut app, KeyCode::PageUp);
        picture(&mut app, SIZES[0]);
    }
    assert!(picture(&mut app, SIZES[0]).contains("Round 1 of 6"));
    let kind = MouseEventKind::ScrollDown;
    for _ in 0..40 {
        app.mouse(MouseEvent { kind, column: 5, row: 5, modifiers: KeyModifiers::NONE });
        picture(&mut app, SIZES[0]);
    }
    assert!(picture(&mut app, SIZES[0]).contains("Your hand:"));
}

#[test]
fn nothing_is_white_on_a_light_ground() {
    let light = Theme { is_light: true, ..COLOUR };
    for game in ["othello", "nine-ball"] {
        let mut app = app_of(game, "human,random", Language::English, light);
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| draw(&mut app, frame)).unwrap();
        let cells = &terminal.backend().buffer().content;
        assert!(cells.iter().all(|cell| cell.fg != Color::White && cell.fg != Color::Yellow), "{game}");
        assert!(cells.iter().any(|cell| cell.fg == Color::Black), "{game}");
    }
}

/// Without colours the letters tell whose piece it is.
#[test]
fn sides_are_told_without_colours() {
    let theme = Theme { has_colour: false, ..COLOUR };
    for language in [Language::Japanese, Language::Chinese] {
        let mut app = app_of("banqi", "human,random", language, theme);
        type_line(&mut app, "a8?");
        let shown = picture(&mut app, SIZES[0]);
        let row = shown.lines().find(|line| line.starts_with("\"│ 8 ")).unwrap();
        let piece = row.chars().skip(4).find(|letter| *letter != ' ').unwrap();
        assert!(piece.is_ascii_alphabetic(), "{shown}");
    }
}

/// The result is told when the balls lie still.
#[test]
fn a_shot_does_not_tell_its_end_before_it() {
    let mut app = app("nine-ball");
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Enter);
    assert!(app.is_moving(), "{}", app.message);
    // The other gives up while the balls still roll.
    let seat = app.seat;
    if !app.is_over() {
        app.venue.resign(seat).unwrap();
    }
    let shown = picture(&mut app, SIZES[0]);
    assert!(!shown.contains("Won by") && !shown.contains("is over"), "{shown}");
    app.face.stop();
    let shown = picture(&mut app, SIZES[0]);
    assert!(shown.contains("Won by") && shown.contains("is over"), "{shown}");
}

#[test]
fn nothing_that_turns_or_hides_text_reaches_the_terminal() {
    let evil = "\u{1b}[2J\u{202e}abc\u{200b}\u{2066}x\u{7}\u{9b}31m\u{e0041}";
    let mut app = app("othello");
    for letter in evil.chars() {
        press(&mut app, KeyCode::Char(letter));
    }
    let picture = picture(&mut app, SIZES[0]);
    assert!(!picture.contains(['\u{1b}', '\u{202e}', '\u{200b}', '\u{7}', '\u{9b}']));
    press(&mut app, KeyCode::Enter);
    assert!(!app.message.contains('\u{1b}') && !app.message.contains('\u{202e}'));
}
