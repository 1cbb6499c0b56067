//! An unfinished game is stored and can be resumed.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("baize-resume-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn play(&self, arguments: &[&str], typed: &str) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_baize"))
            .args(["play", "--data"])
            .arg(&self.0)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
        child.wait_with_output().unwrap()
    }

    fn ok(&self, arguments: &[&str], typed: &str) -> String {
        let output = self.play(arguments, typed);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.play(arguments, "");
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    }

    fn files(&self) -> usize {
        std::fs::read_dir(&self.0).unwrap().count()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_game_goes_on_where_it_was_left() {
    let folder = Folder::new("on");
    assert!(folder.refused(&["--resume"]).contains("no game was left"));
    folder.ok(&["othello", "--seed", "s"], "quit\n");
    assert_eq!(folder.files(), 0, "nothing was played");
    folder.ok(&["othello", "--players", "human,random", "--seed", "s"], "f5\nquit\n");
    let again = folder.ok(&["--resume"], "log\nundo\nquit\n");
    assert!(again.contains("f5 turns 1") && again.contains("nothing to take back"), "{again}");
    assert!(!again.contains("black 2, white 2"), "the move stands: {again}");
    // A game left later is resumed first.
    folder.ok(&["nine", "--players", "human,easy", "--seed", "s"], "1\n2\n3\nquit\n");
    let nine = folder.ok(&["--resume"], "4\n5\n6\n7\n8\n9\n");
    assert!(nine.contains("Turn 4/9") && nine.contains("The game is over"), "{nine}");
    assert!(folder.ok(&["--resume"], "quit\n").contains("Othello"), "a game that is over is kept no longer");
    assert!(folder.refused(&["--resume", "nobody"]).contains("there is no game"));
    assert_eq!(folder.play(&["--resume", "x", "--seed", "s"], "").status.code(), Some(2));
}

#[test]
fn only_so_many_games_are_kept() {
    let folder = Folder::new("many");
    for _ in 0..23 {
        folder.ok(&["nine", "--players", "human,random"], "1\nquit\n");
    }
    let kept = std::fs::read_dir(&folder.0).unwrap();
    let names = kept.map(|entry| entry.unwrap().path());
    assert_eq!(names.filter(|path| path.extension().is_some_and(|kind| kind == "json")).count(), 20);
}
