//! `baize play` in a real terminal, that of tmux, where there is one.

use std::process::Command;
use std::time::{Duration, Instant};

/// No game takes longer.
const PATIENCE: Duration = Duration::from_secs(90);

/// A terminal with a server of its own, so that tests do not meet.
struct Terminal(String);

impl Terminal {
    fn start(name: &str, (width, height): (u16, u16), command: &str) -> Terminal {
        let terminal = Terminal(format!("baize-{name}-{}", std::process::id()));
        let (width, height) = (width.to_string(), height.to_string());
        terminal.tmux(&["new-session", "-d", "-x", &width, "-y", &height, command]);
        terminal
    }

    fn tmux(&self, words: &[&str]) -> String {
        let done =
            Command::new("tmux").args(["-u", "-f", "/dev/null", "-L", &self.0]).args(words).output().unwrap();
        String::from_utf8_lossy(&done.stdout).into_owned()
    }

    fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Presses keys until the screen is as it should be.
    fn until(&self, keys: &[&str], is_so: impl Fn(&str) -> bool) -> String {
        let late = Instant::now() + PATIENCE;
        loop {
            let screen = self.screen();
            if is_so(&screen) {
                return screen;
            }
            assert!(Instant::now() < late, "{}\n{screen}", self.0);
            self.tmux(&[&["send-keys"], keys].concat());
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

/// The outcome and what to do next, both drawn: a picture may be taken in the middle of a drawing.
fn is_over(screen: &str) -> bool {
    let is_told = screen.contains("Won by") || screen.contains("A draw");
    is_told && screen.contains("The game is over. Esc leaves.")
}

/// A game to its end by keys, with the window made larger in its middle.
fn play(game: &str, players: &str, environment: &str) -> String {
    let program = env!("CARGO_BIN_EXE_baize");
    let command = format!("env {environment} {program} play {game} --players {players} --seed tmux; cat");
    let terminal = Terminal::start(game, (80, 24), &command);
    terminal.until(&[], |screen| screen.contains("Arrows"));
    terminal.tmux(&["send-keys", "Tab"]);
    terminal.tmux(&["send-keys", "PageDown", "Enter", "PageDown", "Enter"]);
    terminal.tmux(&["resize-window", "-x", "120", "-y", "40"]);
    let wide = terminal.until(&[], |screen| screen.lines().any(|line| line.chars().count() == 120));
    assert_eq!(wide.lines().count(), 40, "{wide}");
    terminal.tmux(&["resize-window", "-x", "80", "-y", "24"]);
    // Down to the last move, so that cards are thrown away and pieces are taken.
    let end = terminal.until(&["PageDown", "Enter", "PageDown", "Enter"], is_over);
    terminal.until(&["Escape"], |screen| !screen.contains("Esc leaves"));
    end
}

#[test]
fn every_game_is_played_to_its_end_in_a_terminal() {
    if Command::new("tmux").arg("-V").output().is_err() {
        return;
    }
    const UNICODE: &str = "LC_ALL=C.UTF-8";
    const PLAIN: &str = "LC_ALL=C TERM=vt100 NO_COLOR=1";
    let games = [
        ("othello", "human,random", UNICODE),
        ("banqi", "human,random", PLAIN),
        ("nine", "human,random", UNICODE),
        ("may-i", "human,greedy,greedy", PLAIN),
        ("nine-ball", "human,beginner", UNICODE),
    ];
    std::thread::scope(|scope| {
        for (game, players, environment) in games {
            scope.spawn(move || {
                let end = play(game, players, environment);
                assert_eq!(end.is_ascii(), environment == PLAIN, "{end}");
            });
        }
    });
}
