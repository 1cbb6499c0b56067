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
use serde_json::json;
use std::time::Duration;

const COLOUR: Theme = Theme { has_colour: true, has_unicode: true };
const PLAIN: Theme = Theme { has_colour: false, has_unicode: false };
const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

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
    assert_eq!(press(&mut app, KeyCode::Esc), Flow::Leave);
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
