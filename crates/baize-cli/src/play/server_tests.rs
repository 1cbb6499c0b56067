//! Terminals at the tables of a real server, over real sockets.

use super::app::{App, Flow};
use super::join::{fresh_key, lobby};
use super::lines::Lines;
use super::remote::{Dial, Remote};
use super::screen::{Theme, draw};
use baize_client::{Connection, Link, Received, Seated, Socket, Trust, Way, Wire};
use baize_protocol::{Key, Request};
use baize_rules::{Language, Problem, Seat};
use baize_server::{Server, Settings, World};
use baize_store::Memory;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{Cursor, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

const THEME: Theme = Theme { has_colour: true, has_unicode: true, is_light: false };
/// The longest wait for anything here.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server in this process, on a port of its own.
struct House {
    runtime: Runtime,
    server: Option<Server>,
    address: std::net::SocketAddr,
}

impl House {
    fn start() -> House {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let settings = Settings { unlimited: vec!["127.0.0.1".parse().unwrap()], ..Settings::default() };
        let started = Server::start(settings, Arc::new(Memory::new()), World::real());
        let server = runtime.block_on(started).unwrap();
        House { address: server.address(), server: Some(server), runtime }
    }

    /// Opens a table and returns the links to its seats.
    fn open(&self, table: &Value) -> Vec<String> {
        let body = table.to_string();
        let mut stream = TcpStream::connect(self.address).unwrap();
        let head = format!(
            "POST /api/tables HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let opened: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
        let links = opened["links"].as_array().unwrap();
        links.iter().map(|link| link["link"].as_str().unwrap().to_owned()).collect()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        if let Some(server) = self.server.take() {
            self.runtime.block_on(server.stop());
        }
    }
}

fn way(link: &str, name: &str) -> (Socket, Way) {
    let link: Link = link.parse().unwrap();
    let socket = Socket::to(&link, &Trust::default());
    let Link { table, secret, .. } = link;
    (
        socket,
        Way { table, secret, key: fresh_key().unwrap(), name: name.to_owned(), token: None, since: Some(0) },
    )
}

fn sit(link: &str, name: &str) -> Result<Seated, Problem> {
    let (socket, way) = way(link, name);
    Seated::sit(Box::new(socket), way, Language::English, &fresh_key().unwrap())
}

/// Makes further connections to the server of a link.
fn dial(link: &str) -> Dial {
    let link: Link = link.parse().unwrap();
    Box::new(move || Box::new(Socket::to(&link, &Trust::default())))
}

/// Two people at a table where the game has begun.
fn two(house: &House, game: &str, clock: &Value) -> [Remote; 2] {
    let links = house.open(&json!({"game": game, "clock": clock}));
    let mut seats: Vec<Seated> =
        links.iter().zip(["Ann", "Bob"]).map(|(link, name)| sit(link, name).unwrap()).collect();
    for seated in &mut seats {
        seated.ask(|id| Request::Ready { id, entropy: None }).unwrap();
    }
    let mut input = Cursor::new("");
    let remotes = seats.into_iter().zip(&links).map(|(mut seated, link)| {
        let mut out = Vec::new();
        assert!(lobby(&mut seated, Language::English, &mut input, &mut out).unwrap());
        assert!(String::from_utf8(out).unwrap().contains("(you)"));
        Remote::new(seated, Language::English, dial(link)).unwrap()
    });
    remotes.collect::<Vec<_>>().try_into().unwrap_or_else(|_| panic!("two people"))
}

fn screen(remote: Remote) -> App {
    App::new(Box::new(remote), Language::English, THEME)
}

fn press(app: &mut App, code: KeyCode) {
    assert_eq!(app.key(KeyEvent::new(code, KeyModifiers::NONE)), Flow::On);
}

fn type_line(app: &mut App, text: &str) {
    text.chars().for_each(|letter| press(app, KeyCode::Char(letter)));
    press(app, KeyCode::Enter);
}

fn picture(app: &mut App) -> String {
    let mut terminal = Terminal::new(TestBackend::new(120, 24)).unwrap();
    terminal.draw(|frame| draw(app, frame)).unwrap();
    terminal.backend().to_string()
}

/// Lets time pass until `is_so`.
fn until(app: &mut App, is_so: impl Fn(&App) -> bool) {
    let late = Instant::now() + PATIENCE;
    while !is_so(app) {
        assert!(Instant::now() < late, "{}", picture(app));
        app.tick(Duration::from_millis(20));
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn two_screens_play_whole_games_through_a_server() {
    let house = House::start();
    for game in ["othello", "nine"] {
        let mut apps = two(&house, game, &json!({"bank": 600})).map(screen);
        let mut moves = 0;
        while !apps.iter().all(App::is_over) {
            for app in &mut apps {
                app.tick(Duration::ZERO);
                if let Some(typed) = app.moves.first().cloned() {
                    type_line(app, &typed);
                    assert_eq!(app.message, "", "{game} {typed}");
                    moves += 1;
                }
            }
            assert!(moves < 100, "{game} does not end");
        }
        let [mut ann, mut bob] = apps;
        assert!(
            picture(&mut ann).contains("Ann") && picture(&mut ann).contains("with Bob"),
            "{}",
            picture(&mut ann)
        );
        assert!(!picture(&mut bob).contains("eat 0") && picture(&mut bob).contains("with Ann"));
        assert!(picture(&mut ann).contains("10:00") || picture(&mut ann).contains("9:5"), "the clock");
        assert_eq!(ann.venue.table().outcome(), bob.venue.table().outcome());
        assert!(picture(&mut ann).contains("score"), "{game}");
        // Another game starts when both want one; everybody moves one seat further.
        press(&mut ann, KeyCode::Char('r'));
        assert!(picture(&mut ann).contains("The others are asked."), "{}", picture(&mut ann));
        until(&mut bob, |app| app.venue.note(Language::English).contains("Ann wants another game"));
        press(&mut bob, KeyCode::Char('r'));
        let begun = Instant::now();
        // Each side says that it is ready when it looks, so both must look.
        while ann.is_over() || bob.is_over() {
            ann.tick(Duration::from_millis(20));
            bob.tick(Duration::from_millis(20));
            assert!(begun.elapsed() < PATIENCE, "{}", picture(&mut ann));
        }
        assert_eq!((ann.seat, bob.seat), (Seat::SECOND, Seat::FIRST));
        let typed = bob.moves[0].clone();
        type_line(&mut bob, &typed);
        assert_eq!(bob.message, "");
    }
}

#[test]
fn a_draw_is_offered_in_its_own_words() {
    let house = House::start();
    let [ann, bob] = two(&house, "banqi", &json!({}));
    let (mut ann, mut bob) = (screen(ann), screen(bob));
    type_line(&mut ann, "a8?");
    type_line(&mut ann, "draw");
    assert_eq!(ann.message, "");
    until(&mut bob, |app| app.moves.contains(&"agree".to_owned()));
    assert!(picture(&mut bob).contains("Ann offers a draw"), "{}", picture(&mut bob));
}

#[test]
fn a_screen_and_lines_play_a_whole_game_through_a_server() {
    let house = House::start();
    let [ann, mut bob] = two(&house, "nine", &json!({}));
    let lines = std::thread::spawn(move || {
        let input = "nonsense\n".to_owned() + &(1..=9).map(|card| format!("{card}\n")).collect::<String>();
        let mut out = Vec::new();
        let (input, language) = (Cursor::new(input), Language::English);
        Lines { venue: &mut bob, language, input, out: &mut out, told: 0, asks_again: false }.run().unwrap();
        String::from_utf8(out).unwrap()
    });
    let mut ann = screen(ann);
    for card in (1..=9).rev() {
        let card = card.to_string();
        until(&mut ann, |app| app.moves.contains(&card));
        type_line(&mut ann, &card);
        assert_eq!(ann.message, "");
    }
    until(&mut ann, App::is_over);
    let out = lines.join().unwrap();
    assert!(out.contains("Won by") || out.contains("A draw"), "{out}");
    assert!(out.bytes().all(|byte| byte == b'\n' || byte >= b' '), "no escape codes: {out:?}");
}

#[test]
fn what_comes_with_a_refusal_is_seen() {
    let house = House::start();
    let [ann, bob] = two(&house, "othello", &json!({}));
    let (mut ann, mut bob) = (screen(ann), screen(bob));
    type_line(&mut ann, "f5");
    // Bob has not looked since, and his move is refused: Ann's move arrived before the answer.
    type_line(&mut bob, "a1");
    assert_ne!(bob.message, "");
    bob.look();
    assert!(bob.moves.contains(&"f6".to_owned()), "{}", picture(&mut bob));
}

#[test]
fn taking_back_is_asked_and_answered() {
    let house = House::start();
    let [ann, bob] = two(&house, "othello", &json!({}));
    let (mut ann, mut bob) = (screen(ann), screen(bob));
    type_line(&mut ann, "f5");
    until(&mut bob, |app| !app.moves.is_empty());
    type_line(&mut bob, "say well played");
    type_line(&mut bob, "f6");
    until(&mut ann, |app| app.moves.contains(&"c4".to_owned()) || !app.moves.is_empty());
    let before = ann.lines.clone();
    press(&mut ann, KeyCode::F(3));
    assert!(picture(&mut ann).contains("asked"), "{}", picture(&mut ann));
    assert!(picture(&mut ann).contains("Bob> well played"));
    until(&mut bob, |app| app.moves.contains(&"agree".to_owned()));
    assert!(picture(&mut bob).contains("agree or decline"));
    type_line(&mut bob, "agree");
    until(&mut ann, |app| app.lines != before);
    assert!(ann.moves.contains(&"f5".to_owned()), "{:?}", ann.moves);
    type_line(&mut ann, "hint");
    assert!(ann.message.contains("no advice"), "{}", ann.message);
}

#[test]
fn a_wrong_link_and_an_absent_server_are_told_apart() {
    let house = House::start();
    let links = house.open(&json!({"game": "othello"}));
    let code = |link: &str| sit(link, "Eve").err().map(|problem| problem.code).unwrap_or_default();
    sit(&links[0], "Ann").unwrap();
    assert_eq!(code(&links[0]), "table.bad_secret", "a link is good for one person");
    assert_eq!(code(&format!("http://{}/t/0123456789ab", house.address)), "table.unknown");
    let (table, _) = links[1].split_once('#').unwrap();
    assert_eq!(code(&format!("{table}#join={}", "0".repeat(32))), "table.bad_secret");
    assert_eq!(code(table), "table.bad_secret", "a private table");
    let open = house.open(&json!({"game": "nine", "isPublic": true}));
    let public = open[0].split_once('#').unwrap().0.to_owned();
    sit(&public, "Ann").unwrap();
    sit(&public, "Bob").unwrap();
    assert_eq!(code(&public), "table.full");
    drop(house);
    assert_eq!(code(&links[1]), "client.away");
}

/// A connection that a test can cut.
struct Frail {
    socket: Socket,
    cut: Arc<AtomicBool>,
}

impl Wire for Frail {
    fn connect(&mut self) -> Result<(), Problem> {
        self.socket.connect()
    }

    fn send(&mut self, text: String) -> bool {
        // The request arrives, but its answer does not come back.
        let sent = self.socket.send(text);
        sent && !self.cut.swap(false, Ordering::Relaxed)
    }

    fn receive(&mut self, until: Instant) -> Received {
        self.socket.receive(until)
    }
}

#[test]
fn a_lost_connection_is_made_again_and_nothing_is_done_twice() {
    let house = House::start();
    let links = house.open(&json!({"game": "othello"}));
    let cut = Arc::new(AtomicBool::new(false));
    let (socket, way) = way(&links[0], "Ann");
    let frail = Frail { socket, cut: Arc::clone(&cut) };
    let mut ann = Seated::sit(Box::new(frail), way, Language::English, &Key::from_bytes([1; 16])).unwrap();
    let mut bob = sit(&links[1], "Bob").unwrap();
    ann.ask(|id| Request::Ready { id, entropy: None }).unwrap();
    bob.ask(|id| Request::Ready { id, entropy: None }).unwrap();
    let late = Instant::now() + PATIENCE;
    while ann.table().is_none() && ann.wait(late) {}
    cut.store(true, Ordering::Relaxed);
    ann.play(&json!({"type": "PLACE", "square": "f5"})).unwrap();
    assert_eq!(ann.connection(), Connection::Here);
    while !bob.is_due() && bob.wait(late) {}
    bob.play(&json!({"type": "PLACE", "square": "f6"})).unwrap();
    while !ann.is_due() && ann.wait(late) {}
    let versions: Vec<u32> = ann.steps(0).map(|step| step.version).collect();
    assert_eq!(versions, (1..=ann.version()).collect::<Vec<_>>(), "every step once");
    assert_eq!((ann.seat(), bob.seat()), (Some(Seat::FIRST), Some(Seat::SECOND)));
}

/// What a server says, whatever it is asked.
struct Script(VecDeque<String>);

impl Wire for Script {
    fn connect(&mut self) -> Result<(), Problem> {
        Ok(())
    }

    fn send(&mut self, text: String) -> bool {
        let id = serde_json::from_str::<Value>(&text).unwrap()["id"].clone();
        if let Some(next) = self.0.front_mut() {
            *next = next.replace("\"ID\"", &id.to_string());
        }
        true
    }

    fn receive(&mut self, _: Instant) -> Received {
        self.0.pop_front().map_or(Received::Nothing, Received::Text)
    }
}

const EVIL: &str = "\u{1b}[2J\u{1b}]0;pwned\u{7}\u{202e}\u{2066}\u{200b}\u{9b}31m\r\u{8}x";

/// A table on a hostile server: names, chat, sentences and refusals try to take over the terminal.
fn evil_table() -> Remote {
    let game = baize_games::find("nine").unwrap();
    let table = game.start(&json!({}), None, &baize_rules::Seed::from_text("evil")).unwrap();
    let step = |version: u32, event: Value| json!({"version": version, "at": 0, "event": event});
    let person = json!({"occupant": "person", "name": format!("Eve{EVIL}"), "isReady": true});
    let welcome = json!({
        "op": "welcome", "id": "ID", "version": 3, "epoch": 0, "you": {"seat": 0, "isHost": false},
        "info": {"table": "0123456789ab", "game": "nine", "revision": game.revision(), "options": {}, "clock": {},
            "isPublic": false, "opened": 0},
        "state": {"phase": "playing", "seats": [person, person], "view": table.view(baize_rules::Viewer::Seat(Seat::FIRST)),
            "text": EVIL, "awaiting": table.awaiting()},
        "presence": {"here": [0, 1], "watching": 0},
        "steps": [
            step(1, json!({"type": "CHAT", "seat": 1, "text": format!("chat{EVIL}")})),
            step(2, json!({"type": "FILLED_IN", "seat": 1, "player": format!("player{EVIL}")})),
            step(3, json!({"type": "ACTED", "seat": 1, "events": [], "texts": [format!("told{EVIL}")]})),
        ],
    });
    let script = Script(VecDeque::from([welcome.to_string()]));
    let way = Way {
        table: baize_protocol::TableId::new("0123456789ab").unwrap(),
        secret: None,
        key: Key::from_bytes([7; 16]),
        name: "Ann".to_owned(),
        token: None,
        since: Some(0),
    };
    let run = Key::from_bytes([8; 16]);
    let mut seated = Seated::sit(Box::new(script), way, Language::English, &run).unwrap();
    let mut lobby_out = Vec::new();
    assert!(lobby(&mut seated, Language::English, &mut Cursor::new(""), &mut lobby_out).unwrap());
    check_harmless(&String::from_utf8(lobby_out).unwrap(), "Eve");
    Remote::new(seated, Language::English, dial("http://127.0.0.1:9/t/0123456789ab")).unwrap()
}

fn check_harmless(shown: &str, word: &str) {
    let hidden: Vec<char> = shown.chars().filter(|c| baize_rules::is_hidden(*c) && *c != '\n').collect();
    assert!(hidden.iter().all(|c| *c == '\u{fffd}'), "{hidden:?} in {shown:?}");
    assert!(shown.contains(word), "{word} is shown, only not its tricks: {shown}");
}

#[test]
fn escape_sequences_of_others_never_reach_the_terminal() {
    let mut app = screen(evil_table());
    let mut terminal = Terminal::new(TestBackend::new(200, 24)).unwrap();
    for _ in 0..2 {
        terminal.draw(|frame| draw(&mut app, frame)).unwrap();
        let shown: String = terminal.backend().buffer().content().iter().map(|cell| cell.symbol()).collect();
        ["Eve", "chat", "player", "told"].iter().for_each(|word| check_harmless(&shown, word));
        press(&mut app, KeyCode::F(4));
    }
    let mut out = Vec::new();
    let (venue, language) = (&mut evil_table(), Language::English);
    Lines { venue, language, input: Cursor::new("log\nquit\n"), out: &mut out, told: 0, asks_again: false }
        .run()
        .unwrap();
    let out = String::from_utf8(out).unwrap();
    ["Eve", "chat", "player", "told"].iter().for_each(|word| check_harmless(&out, word));
}
