//! The screen without a terminal: keys and clicks go in, pictures come out.

use super::app::{App, Flow, Focus, Overlay};
use super::screen::{Theme, draw};
use super::session::Session;
use crate::local::Local;
use baize_games::GAMES;
use baize_protocol::Pace;
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
    App::new(Box::new(Session::start(game, &seed).unwrap().called("Ann")), language, theme)
}

/// A person against as few others as possible; in May I?, against some that reach the end of a game.
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
            // Down to the last move, so that cards are discarded and pieces are taken.
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
    assert!(!hidden.contains("has chosen 7") && hidden.contains("Player 2"), "{hidden}");
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

/// However many melds there are, the player's own cards can be seen, and the rest can be scrolled to.
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
    for game in ["othello", "nine-ball"] {
        // Drawn discs have their own ground; letters have that of the terminal.
        let light = Theme { is_light: true, has_unicode: game != "othello", ..COLOUR };
        let mut app = app_of(game, "human,random", Language::English, light);
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| draw(&mut app, frame)).unwrap();
        let cells = &terminal.backend().buffer().content;
        assert!(cells.iter().all(|cell| cell.fg != Color::White && cell.fg != Color::Yellow), "{game}");
        assert!(cells.iter().any(|cell| cell.fg == Color::Black), "{game}");
    }
}

/// Without colours, letters tell whose piece it is.
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

/// The result is told only when the balls lie still.
#[test]
fn a_shot_does_not_tell_its_end_before_it() {
    let mut app = app("nine-ball");
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Enter);
    assert!(app.is_moving(), "{}", app.message);
    // A seat gives up while the balls still roll.
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

/// A session whose computer players take their time.
fn paced(game: &str, players: &str, pace: Pace) -> App {
    let seed = Seed::from_text("screen");
    let players = players.split(',').map(str::to_owned).collect();
    let game = Local::start(game, &json!({}), players, &seed).unwrap();
    let session = Session::paced(game, &seed, pace).unwrap().called("Ann");
    App::new(Box::new(session), Language::English, COLOUR)
}

/// Lets time pass, in steps like a terminal's.
fn pass(app: &mut App, millis: u64) {
    (0..millis / 50).for_each(|_| app.tick(Duration::from_millis(50)));
}

#[test]
fn computer_players_take_their_time_and_can_be_hurried() {
    let mut app = paced("othello", "human,bruno", Pace::Normal);
    type_line(&mut app, "f5");
    pass(&mut app, 600);
    assert_eq!(app.venue.count(), 1, "the disc is still turning");
    let shown = picture(&mut app, SIZES[0]);
    assert!(shown.contains("Bruno is thinking") && shown.contains("Space hurries"), "{shown}");
    assert!(app.moves.is_empty());
    pass(&mut app, 5_000);
    assert_eq!(app.venue.count(), 2, "Bruno has answered");
    assert!(!picture(&mut app, SIZES[0]).contains("thinking"));
    let typed = app.moves[0].clone();
    type_line(&mut app, &typed);
    pass(&mut app, 100);
    press(&mut app, KeyCode::Char(' '));
    pass(&mut app, 100);
    assert_eq!(app.venue.count(), 4, "at once");
    assert_eq!(app.input, "");
    // Slow takes longer than fast.
    let answered = |pace| {
        let mut app = paced("othello", "human,bruno", pace);
        type_line(&mut app, "f5");
        (0..400).find(|_| {
            app.tick(Duration::from_millis(50));
            app.venue.count() == 2
        })
    };
    assert!(answered(Pace::Slow) > answered(Pace::Normal) && answered(Pace::Normal) > answered(Pace::Fast));
}

#[test]
fn what_is_taken_back_while_somebody_thinks_was_not_answered() {
    let mut app = paced("othello", "human,bruno", Pace::Slow);
    type_line(&mut app, "f5");
    pass(&mut app, 200);
    press(&mut app, KeyCode::F(3));
    pass(&mut app, 9_000);
    assert_eq!((app.venue.count(), app.moves.len()), (0, 4), "it is Ann's turn");
}

/// A seat that may ask for a card is asked, however slowly the others play.
#[test]
fn a_slow_table_stops_for_who_may_speak() {
    let mut app = paced("may-i", "human,greedy,greedy", Pace::Fast);
    for _ in 0..2_000 {
        assert_ne!(app.moves.get(app.chosen).map(String::as_str), Some("mayi"), "nobody asks by mistake");
        if app.moves.contains(&"mayi".to_owned()) && app.moves.contains(&"wait".to_owned()) {
            let before = app.venue.count();
            pass(&mut app, 20_000);
            assert_eq!(app.venue.count(), before, "it waits for Ann");
            type_line(&mut app, "wait");
            pass(&mut app, 20_000);
            assert!(app.venue.count() > before);
            return;
        }
        let verbs = ["draw stock", "allow", "discard"];
        let found = verbs.iter().find_map(|verb| app.moves.iter().find(|line| line.starts_with(verb)));
        match found.cloned() {
            Some(line) => drop(type_line(&mut app, &line)),
            None => pass(&mut app, 100),
        }
    }
    panic!("nobody was asked");
}

#[test]
fn another_game_begins_with_a_key_and_everybody_sits_one_seat_further() {
    let mut app = app_of("nine", "human,mina", Language::English, COLOUR);
    assert!(picture(&mut app, SIZES[0]).contains(" Nine  Ann  with Mina"), "{}", picture(&mut app, SIZES[0]));
    for card in 1..=9 {
        type_line(&mut app, &card.to_string());
    }
    assert!(app.is_over() && picture(&mut app, SIZES[0]).contains("r plays again"));
    press(&mut app, KeyCode::Char('r'));
    assert!(!app.is_over() && app.venue.games_before() == 1);
    assert_eq!(app.seat.index(), 1, "Mina begins now");
    let shown = picture(&mut app, SIZES[0]);
    assert!(shown.contains(" Nine  Ann  with Mina") && shown.contains("Turn 1/9, Mina to lead"), "{shown}");
    assert!(!shown.contains("eat 0") && !shown.contains("eat 1"), "{shown}");
}

/// People of the house are called by name in every language; the record keeps the players they stand for.
#[test]
fn everybody_has_a_name() {
    for (language, name) in
        [(Language::English, "Bruno"), (Language::Japanese, "ブルーノ"), (Language::Chinese, "布魯諾")]
    {
        let mut app = app_of("banqi", "human,bruno", language, COLOUR);
        type_line(&mut app, "a8?");
        let names = app.venue.names(language);
        assert_eq!(names, [Some("Ann".to_owned()), Some(name.to_owned())]);
        let told = app.venue.told(app.venue.count(), 9, language).join("\n");
        assert!(told.contains("Ann") && told.contains(name), "{told}");
    }
    let twice = app_of("may-i", "human,greedy,greedy", Language::English, COLOUR);
    let names = twice.venue.names(Language::English);
    assert!(names[1] != names[2] && names[1].as_ref().unwrap().ends_with('1'), "{names:?}");
    let both = app_of("othello", "human,human", Language::Chinese, COLOUR);
    assert_eq!(both.venue.names(Language::Chinese)[1].as_deref(), Some("玩家 2"));
}

/// Discs and pieces are drawn if the terminal can show them, on their own ground, so that every theme shows
/// both sides.
#[test]
fn discs_are_seen_on_every_ground() {
    for is_light in [false, true] {
        for size in SIZES {
            let mut app = app_of("othello", "human,random", Language::English, Theme { is_light, ..COLOUR });
            let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
            terminal.draw(|frame| draw(&mut app, frame)).unwrap();
            let buffer = terminal.backend().buffer();
            let colours = |name: &str| {
                let target = app.targets.iter().find(|target| target.name == name).unwrap();
                let (left, top, across, down) = target.area();
                let cells = (left..left + across).flat_map(|x| (top..top + down).map(move |y| (x, y)));
                let at = |(x, y): (usize, usize)| {
                    let cell = &buffer[(app.areas.board.x + x as u16, app.areas.board.y + y as u16)];
                    let inks = if cell.symbol() == " " { vec![] } else { vec![cell.fg] };
                    inks.into_iter().chain([cell.bg])
                };
                cells.flat_map(at).collect::<Vec<_>>()
            };
            let (black, white) = (Color::Indexed(16), Color::Indexed(231));
            assert!(colours("e4").contains(&black) && !colours("e4").contains(&white), "{size:?}");
            assert!(colours("d4").contains(&white) && !colours("d4").contains(&black), "{size:?}");
            let last = app.targets.iter().find(|target| target.name == "h8").unwrap().area();
            assert!(last.0 + last.2 <= usize::from(app.areas.board.width), "{size:?}: no cell is cut");
            assert!(!colours("a1").contains(&white) && !colours("a1").contains(&black), "{size:?}");
        }
    }
    // Without colours, letters tell.
    let mut plain =
        app_of("othello", "human,random", Language::English, Theme { has_colour: false, ..COLOUR });
    let shown = picture(&mut plain, SIZES[0]);
    assert!(shown.contains("O   X") && !shown.contains('▄'), "{shown}");
}

/// A click anywhere in a large cell is a click on that cell.
#[test]
fn a_large_cell_is_clicked_at_its_edge() {
    let mut app = app("othello");
    picture(&mut app, SIZES[2]);
    let target = app.targets.iter().find(|target| target.name == "f5").unwrap();
    let (left, top, across, down) = target.area();
    assert!(across >= 8 && down >= 4, "the board uses the room there is");
    let (column, row) =
        (app.areas.board.x + (left + across - 1) as u16, app.areas.board.y + (top + down - 1) as u16);
    let kind = MouseEventKind::Down(MouseButton::Left);
    app.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
    assert_eq!(app.venue.count(), 2);
}

/// 17.2: in the list of melds, each one that would accept the chosen card is marked.
#[test]
fn melds_that_take_the_chosen_card_are_marked() {
    for deal in 0..60 {
        let seed = Seed::from_text(&format!("marks {deal}"));
        let players = ["human", "greedy", "greedy"].map(str::to_owned).to_vec();
        let game = Local::start("may-i", &json!({}), players, &seed).unwrap();
        let mut app = App::new(Box::new(Session::start(game, &seed).unwrap()), Language::English, COLOUR);
        for _ in 0..80 {
            let fits = app.moves.iter().find_map(|line| {
                let mut words = line.strip_prefix("layoff ")?.split(' ').map(str::to_owned);
                Some((words.next()?, words.next()?))
            });
            if let Some((card, meld)) = fits {
                app.focus = Focus::Board;
                app.cursor = app.targets.iter().position(|target| target.name == card).unwrap();
                let shown = picture(&mut app, SIZES[1]);
                let marked: Vec<&str> = shown.lines().filter(|line| line.contains(" ←")).collect();
                assert!(marked.iter().any(|line| line.contains(&format!("Meld {meld} of"))), "{shown}");
                let listed = shown.lines().filter(|line| line.contains("Meld ") && !line.contains("←"));
                for line in listed {
                    let number = line.split("Meld ").nth(1).unwrap().split(' ').next().unwrap();
                    let wish = format!("layoff {card} {number}");
                    assert!(!app.moves.iter().any(|typed| typed.starts_with(&wish)), "{wish}\n{shown}");
                }
                return;
            }
            let verbs = ["laydown", "allow", "draw discard", "draw stock", "discard", "wait"];
            let found = verbs.iter().find_map(|verb| app.moves.iter().find(|line| line.starts_with(verb)));
            let Some(line) = found.cloned() else { break };
            type_line(&mut app, &line);
        }
    }
    panic!("no deal has a card to lay off");
}
