//! Every example in README, docs and `--help` is run as it is printed.
//!
//! `BAIZE_BRIEF` cuts games, seconds and thoughts short; the commands run exactly as people read them. Each
//! page is its own session, from top to bottom, in its own folder.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const PROGRAM: &str = env!("CARGO_BIN_EXE_baize");

/// A folder where a session takes place, with a server beside it.
struct Session {
    folder: PathBuf,
    server: Child,
    url: String,
}

impl Session {
    fn new(name: &str) -> Session {
        // A command and a page may have the same name.
        static SESSIONS: AtomicU32 = AtomicU32::new(0);
        let number = SESSIONS.fetch_add(1, Ordering::Relaxed);
        let folder = format!("baize-examples-{name}-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        for part in ["bin", "target/release", "docs"] {
            std::fs::create_dir_all(folder.join(part)).unwrap();
        }
        symlink(PROGRAM, folder.join("bin/baize")).unwrap();
        symlink(PROGRAM, folder.join("target/release/baize")).unwrap();
        // No browser is opened.
        symlink("/bin/true", folder.join("bin/xdg-open")).unwrap();
        let positions = "-O--XX---OXXXXXOXOOXXXXOXXXXOXXXXXXXOXXXXXXXOXXXXOXXOXXXOOOOOXXX X\n";
        std::fs::write(folder.join("problems.txt"), positions).unwrap();
        // Data of an earlier server, here and in its usual folder.
        for data in ["tables", ".local/share/baize"] {
            drop(
                baize_store::Sqlite::open(&folder.join(data), baize_store::SqliteSettings::default())
                    .unwrap(),
            );
        }
        let mut server = Command::new(PROGRAM)
            .args(["serve", "--port", "0", "--store", "memory", "--unlimited", "127.0.0.1"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().rsplit(' ').next().unwrap().to_owned();
        Session { folder, server, url }
    }

    /// Opens a table and returns the link to a free seat.
    fn link(&self) -> String {
        let host = self.url.strip_prefix("http://").unwrap();
        let table = r#"{"game":"othello","name":"Ann","players":[null,null]}"#;
        let head = format!("POST /api/tables HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
        let length = table.len();
        let head = format!("{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n");
        let mut stream = TcpStream::connect(host).unwrap();
        stream.write_all(format!("{head}{table}").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let opened: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
        opened["links"][0]["link"].as_str().unwrap().to_owned()
    }

    fn shell(&self, line: &str) -> Command {
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(&self.folder).stdin(Stdio::null());
        shell.env_clear().env("PATH", format!("{}/bin:/usr/bin:/bin", self.folder.display()));
        shell.env("HOME", &self.folder).env("TMPDIR", &self.folder).env("LC_ALL", "C.UTF-8");
        shell.env("BAIZE_BRIEF", "1").env("BAIZE_PORT", "0").env("URL", &self.url).process_group(0);
        if line.contains("$LINK") {
            shell.env("LINK", self.link());
        }
        shell
    }

    /// Runs a line to its end; a server is stopped as soon as it serves.
    fn run(&self, line: &str) -> Output {
        let mut shell = self.shell(line);
        if !line.contains("baize serve") {
            return shell.output().unwrap();
        }
        let mut child = shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut said = String::new();
        out.read_line(&mut said).unwrap();
        let group = format!("-{}", child.id());
        let _ = Command::new("kill").args(["-TERM", "--", &group]).status();
        let mut output = child.wait_with_output().unwrap();
        assert!(said.starts_with("Baize is at "), "{line}: {said}");
        // The shell around it was killed as well.
        output.status = std::process::ExitStatus::default();
        output
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Joins lines that end in a backslash.
fn joined(text: &str) -> Vec<String> {
    text.replace("\\\n", " ").lines().map(|line| line.trim().to_owned()).collect()
}

fn is_example(line: &str) -> bool {
    let words = line.split('#').next().unwrap_or_default();
    words.split(['|', '&', ' ', '/']).any(|word| word == "baize") && !line.starts_with('{')
}

/// The examples of a page: the lines of its shell blocks.
fn of_page(page: &str) -> Vec<String> {
    let blocks = page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(joined).filter(|line| is_example(line)).collect()
}

fn help(words: &[&str]) -> String {
    let output = Command::new(PROGRAM).args(words).arg("--help").output().unwrap();
    assert!(output.status.success(), "{words:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The commands that a help text lists.
fn commands(help: &str) -> Vec<String> {
    let list =
        help.split("\nCommands:\n").nth(1).unwrap_or_default().split("\n\n").next().unwrap_or_default();
    let names = list.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").map(str::to_owned).collect()
}

/// The examples of a help text.
fn of_help(help: &str) -> Vec<String> {
    let after = help.split("Examples:\n").nth(1).unwrap_or_default().split("\n\n").next().unwrap_or_default();
    joined(after).into_iter().filter(|line| is_example(line)).collect()
}

/// Runs examples one after the other; returns those that failed, and how.
fn try_all(name: &str, lines: &[String]) -> Vec<String> {
    assert!(!lines.is_empty(), "{name} has no examples");
    let session = Session::new(name);
    let mut failed = Vec::new();
    // Examples that need a database are run against one by `database.rs`.
    for line in lines.iter().filter(|line| !line.contains("postgres://")) {
        if line.contains("baize export-site") && lacks_offline_edition() {
            println!("{line}: SKIPPED, no offline edition was built (cargo xtask web)");
            continue;
        }
        let output = session.run(line);
        let (said, error) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        // Planted bugs are found, so those runs fail. Commands that always take long are cut short.
        let is_long = ["baize train", "--busy", "--enter"].iter().any(|word| line.contains(word));
        let expected: &[i32] = match () {
            () if line.contains("the status is 1") => &[1],
            () if is_long => &[0, 130],
            () => &[0],
        };
        let status = output.status.code();
        if !status.is_some_and(|status| expected.contains(&status)) {
            failed.push(format!("{name}: {line}\n{status:?} {said}{error}"));
        }
    }
    failed
}

/// Whether the page was built without the offline program; the test command builds it.
fn lacks_offline_edition() -> bool {
    std::env::var_os("CI").is_none() && !Path::new(ROOT).join("web/dist/offline/rooms.wasm.gz").exists()
}

fn page(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn every_example_of_the_readme_and_the_docs() {
    let mut pages = vec![Path::new(ROOT).join("README.md")];
    for entry in std::fs::read_dir(Path::new(ROOT).join("docs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
    let (mut tried, mut failed) = (0, Vec::new());
    for path in pages {
        let lines = of_page(&page(&path));
        if !lines.is_empty() {
            failed.extend(try_all(path.file_stem().unwrap().to_str().unwrap(), &lines));
        }
        tried += lines.len();
    }
    assert!(tried > 20, "{tried}");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn every_example_of_the_help() {
    let overview = help(&[]);
    let mut failed = try_all("help", &of_help(&overview));
    for command in commands(&overview) {
        let text = help(&[&command]);
        // These speak protocols, and their examples are requests.
        if command == "referee" || command == "mcp" {
            continue;
        }
        let mut lines = of_help(&text);
        for below in commands(&text) {
            lines.extend(of_help(&help(&[&command, &below])));
        }
        failed.extend(try_all(&command, &lines));
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// The requests that `baize referee --help` shows are answered.
#[test]
fn the_requests_of_the_referee() {
    let text = help(&["referee"]);
    let requests: Vec<&str> = text.lines().map(str::trim).filter(|line| line.starts_with('{')).collect();
    assert!(requests.len() > 2, "{text}");
    let mut child = Command::new(PROGRAM);
    let mut child = child.arg("referee").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all((requests.join("\n") + "\n").as_bytes()).unwrap();
    let replies = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(replies.lines().count(), requests.len());
    assert!(replies.lines().all(|reply| reply.contains("\"ok\":true")), "{replies}");
}

/// The settings that `baize mcp --help` shows are JSON and start it.
#[test]
fn the_settings_of_a_client() {
    let text = help(&["mcp"]);
    let settings = text.lines().map(str::trim).find(|line| line.starts_with('{')).unwrap();
    let settings: Value = serde_json::from_str(settings).unwrap();
    let server = &settings["mcpServers"]["baize"];
    assert_eq!(server["command"], "baize");
    let session = Session::new("mcp");
    let words: Vec<&str> = server["args"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let mut shell = session.shell(&format!("baize {}", words.join(" ")));
    let mut child = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"0"}}}"#;
    let mut to = child.stdin.take().unwrap();
    writeln!(to, "{hello}").unwrap();
    let mut answer = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut answer).unwrap();
    assert!(answer.contains("\"name\":\"baize\""), "{answer}");
    drop(to);
    child.wait().unwrap();
}

/// Public CI runs the commands of the README.
#[test]
fn the_workflow_runs_the_commands_of_the_readme() {
    let workflow = page(&Path::new(ROOT).join(".github/workflows/test.yml"));
    let readme = page(&Path::new(ROOT).join("README.md"));
    for command in ["cargo xtask test", "cargo xtask dist"] {
        assert!(workflow.contains(&format!("- run: {command}\n")), "{command}");
        assert!(readme.lines().any(|line| line.split("  ").next() == Some(command)), "{command}");
    }
}

/// `cargo xtask` has every command that a page names, and the program is built with the page inside.
#[test]
fn every_command_of_cargo_in_the_pages() {
    let xtask = page(&Path::new(ROOT).join("xtask/src/main.rs"));
    let known = xtask.split("const HELP").nth(1).unwrap().split("\";").next().unwrap();
    for name in [
        "README.md",
        "CONTRIBUTING.md",
        "docs/terminal.md",
        "docs/operations.md",
        ".github/workflows/test.yml",
    ] {
        let text = page(&Path::new(ROOT).join(name));
        for rest in text.split("cargo xtask ").skip(1) {
            let word: String = rest.chars().take_while(char::is_ascii_lowercase).collect();
            assert!(known.contains(&format!("\n  {word}")), "{name}: cargo xtask {word}");
        }
    }
    let readme = page(&Path::new(ROOT).join("README.md"));
    let built = readme.find("cargo build --release").unwrap();
    assert!(
        readme[..built]
            .rfind("cargo xtask web")
            .is_some_and(|at| at > readme[..built].rfind("```sh").unwrap())
    );
}
