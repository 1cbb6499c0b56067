//! `baize play` in a real terminal, that of tmux, where there is one.

use std::process::Command;
use std::time::{Duration, Instant};

/// How long the screen must stay the same before it counts as final, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(90);
/// More rounds of keys than any game takes.
const MOST_ROUNDS: usize = 20_000;

/// A terminal with its own tmux server, so that tests do not interfere.
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
        let (mut last, mut changed) = (String::new(), Instant::now());
        for _ in 0..MOST_ROUNDS {
            let screen = self.screen();
            if is_so(&screen) {
                return screen;
            }
            if screen != last {
                (last, changed) = (screen, Instant::now());
            }
            assert!(changed.elapsed() < PATIENCE, "{}\n{last}", self.0);
            self.tmux(&[&["send-keys"], keys].concat());
        }
        panic!("{}\n{last}", self.0);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

/// Whether the outcome and what to do next are both drawn: a picture may be taken in the middle of drawing.
fn is_over(screen: &str) -> bool {
    let is_told = screen.contains("Won by") || screen.contains("A draw");
    is_told && screen.contains("The game is over.")
}

/// Plays a game to its end by keys, enlarging the window halfway.
fn play(game: &str, players: &str, environment: &str) -> String {
    let program = env!("CARGO_BIN_EXE_baize");
    let kept = std::env::temp_dir().join(format!("baize-terminal-{game}-{}", std::process::id()));
    let environment = format!("{environment} BAIZE_PLAY_DATA={}", kept.display());
    let command = format!(
        "env {environment} {program} play {game} --players {players} --seed tmux --pace instant; cat"
    );
    let terminal = Terminal::start(game, (80, 24), &command);
    terminal.until(&[], |screen| screen.contains("Arrows"));
    terminal.tmux(&["send-keys", "Tab"]);
    terminal.tmux(&["send-keys", "PageDown", "Enter", "PageDown", "Enter"]);
    terminal.tmux(&["resize-window", "-x", "120", "-y", "40"]);
    let wide = terminal.until(&[], |screen| screen.lines().any(|line| line.chars().count() == 120));
    assert_eq!(wide.lines().count(), 40, "{wide}");
    terminal.tmux(&["resize-window", "-x", "80", "-y", "24"]);
    // Down to the last move, so that cards are discarded and pieces are taken. If nothing can be done on the
    // board, the arrows are on the moves already: Tab moves them there and back.
    let end = terminal.until(&["PageDown", "Enter", "Tab", "PageDown", "Enter"], is_over);
    terminal.until(&["Escape"], |screen| !screen.contains("Esc leaves"));
    let _ = std::fs::remove_dir_all(kept);
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

/// A shell in a terminal, with its history and its files in their own folder.
fn shell(name: &str) -> (Terminal, std::path::PathBuf) {
    let folder = std::env::temp_dir().join(format!("baize-terminal-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let home = folder.display();
    let command =
        format!("env HOME={home} BAIZE_PLAY_DATA={home}/play LC_ALL=C.UTF-8 PS1='$ ' bash --norc -i");
    let terminal = Terminal::start(name, (80, 24), &command);
    terminal.until(&[], |screen| screen.contains('$'));
    (terminal, folder)
}

/// Signals and Ctrl-Z restore the terminal, and the game goes on.
#[test]
fn the_terminal_is_given_back() {
    if Command::new("tmux").arg("-V").output().is_err() {
        return;
    }
    let (terminal, folder) = shell("signals");
    let program = env!("CARGO_BIN_EXE_baize");
    terminal.tmux(&["send-keys", &format!("{program} play othello --seed s --pace instant"), "Enter"]);
    terminal.until(&[], |screen| screen.contains("Arrows"));
    // Sent as letters, as F5 is also a key.
    terminal.tmux(&["send-keys", "-l", "f5"]);
    terminal.tmux(&["send-keys", "Enter"]);
    terminal.until(&[], |screen| screen.contains("f5 turns 1"));
    terminal.tmux(&["send-keys", "C-z"]);
    terminal.until(&[], |screen| screen.contains("Stopped") && !screen.contains("Arrows"));
    terminal.tmux(&["send-keys", "fg", "Enter"]);
    terminal.until(&[], |screen| screen.contains("Arrows") && screen.contains("f5 turns 1"));
    // The shell's only child.
    let pane = terminal.tmux(&["display-message", "-p", "#{pane_pid}"]);
    let child = Command::new("pgrep").args(["-P", pane.trim()]).output().unwrap();
    let child = String::from_utf8(child.stdout).unwrap();
    assert!(Command::new("kill").args(["-TERM", child.trim()]).status().unwrap().success());
    let after = terminal.until(&[], |screen| screen.contains("baize play --resume"));
    assert!(!after.contains("Arrows"), "{after}");
    terminal.tmux(&["send-keys", &format!("{program} play --resume --pace instant"), "Enter"]);
    terminal.until(&[], |screen| screen.contains("Arrows") && screen.contains("f5 turns 1"));
    terminal.tmux(&["send-keys", "Escape"]);
    terminal.until(&[], |screen| screen.contains("The game is kept"));
    terminal.tmux(&["send-keys", "y"]);
    terminal.until(&[], |screen| !screen.contains("Arrows") && screen.contains("play --resume"));
    drop(terminal);
    let _ = std::fs::remove_dir_all(folder);
}
