//! The offline edition: the tables' program for browsers, and the folder.

use crate::{cargo, root, step, web};
use anyhow::{Context, bail};
use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";

/// What a browser's processor offers: wide registers, or not.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Wide,
    Plain,
}

impl Kind {
    fn file(self) -> &'static str {
        match self {
            Kind::Wide => "rooms.wasm",
            Kind::Plain => "rooms-plain.wasm",
        }
    }

    fn flags(self) -> &'static str {
        match self {
            Kind::Wide => "-C target-feature=+simd128",
            Kind::Plain => "",
        }
    }
}

/// Where the page's build takes the program from.
fn folder() -> PathBuf {
    root().join("web/public/offline")
}

/// Whether code for browsers can be compiled here; adds the target if it is missing. If that fails, one line
/// says what to do; CI must have the target.
pub(crate) fn find_target() -> anyhow::Result<bool> {
    let has = || {
        let sysroot = Command::new("rustc").args(["--print", "sysroot"]).current_dir(root()).output().ok()?;
        let sysroot = PathBuf::from(String::from_utf8(sysroot.stdout).ok()?.trim());
        sysroot.join("lib/rustlib").join(TARGET).exists().then_some(())
    };
    if has().is_none() {
        let _ = Command::new("rustup").args(["target", "add", TARGET]).current_dir(root()).status();
    }
    if has().is_some() {
        return Ok(true);
    }
    if env::var_os("CI").is_some() {
        bail!("the offline edition needs a target of the compiler: rustup target add {TARGET}");
    }
    println!("== the offline edition: SKIPPED, no target for browsers (rustup target add {TARGET})");
    Ok(false)
}

/// Builds the tables' program for these browsers and puts it where the page takes it from; returns whether it
/// is there.
pub(crate) fn build(kinds: &[Kind]) -> anyhow::Result<bool> {
    if !find_target()? {
        return Ok(false);
    }
    fs::create_dir_all(folder())?;
    for kind in [Kind::Wide, Kind::Plain] {
        let file = folder().join(kind.file());
        if kinds.contains(&kind) {
            copy(&compile(kind)?, &file)?;
        } else {
            // It would be older than the page.
            let _ = fs::remove_file(file);
        }
    }
    copy(
        &root().join("crates/baize-othello-engine/data/othello.weights"),
        &folder().join("othello.weights"),
    )?;
    Ok(true)
}

/// Whether the last page built has the tables' program inside.
pub(crate) fn is_built() -> bool {
    root().join("web/dist/offline/rooms.wasm.gz").exists()
}

fn compile(kind: Kind) -> anyhow::Result<PathBuf> {
    let mut command = cargo();
    command.args([
        "rustc",
        "--quiet",
        "--locked",
        "--package",
        "baize-worker",
        "--lib",
        "--crate-type",
        "cdylib",
    ]);
    command.args(["--profile", "browser", "--target", TARGET]);
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", kind.flags());
    step(&format!("the tables' program for browsers, {}", kind.file()), &mut command)?;
    Ok(root().join("target").join(TARGET).join("browser/baize_worker.wasm"))
}

/// Copies a file unless the target is the same already, so that nothing is rebuilt for it.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    let bytes = fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    if fs::read(to).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    fs::write(to, bytes).with_context(|| format!("cannot write {}", to.display()))
}

/// Builds the page with the tables' program for all browsers inside, as people get it.
pub(crate) fn build_page() -> anyhow::Result<()> {
    if !build(&[Kind::Wide, Kind::Plain])? {
        bail!("nothing was written: rustup target add {TARGET}");
    }
    web::build_page()
}

/// Writes the folder.
pub(crate) fn export(to: &str) -> anyhow::Result<()> {
    build_page()?;
    step("the program", cargo().args(["build", "--quiet", "--locked", "--workspace", "--bin", "baize"]))?;
    step("the folder", Command::new(root().join("target/debug/baize")).args(["export-site", to]))
}

/// The source of all chance in these jobs.
const SEED: &str = "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b";

/// Who does the jobs: this machine, or a browser's program run by Node.js.
enum Doer {
    Native(&'static str),
    Browser(Kind),
}

impl Doer {
    fn command(&self) -> Command {
        match self {
            Doer::Native(profile) => Command::new(root().join("target").join(profile).join("examples/jobs")),
            Doer::Browser(kind) => {
                let mut node = Command::new("node");
                node.arg(root().join("crates/baize-worker/tests/jobs.mjs")).arg(folder().join(kind.file()));
                node.arg(root().join("crates/baize-othello-engine/data/othello.weights"));
                node
            }
        }
    }

    /// Does the jobs; returns the milliseconds and the answer of each.
    fn run(&self, jobs: &[String]) -> anyhow::Result<Vec<(f64, String)>> {
        let mut child = self.command().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut input = child.stdin.take().context("the input is a pipe")?;
        let lines = jobs.join("\n") + "\n";
        // Writing and reading on the same thread could wait for ever.
        let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
        let output = child.wait_with_output()?;
        writer.join().map_err(|_| anyhow::anyhow!("the jobs were not taken"))??;
        let answers: Option<Vec<(f64, String)>> =
            String::from_utf8(output.stdout)?.lines().map(read_answer).collect();
        let answers = answers.context("an answer that is none")?;
        if !output.status.success() || answers.len() != jobs.len() {
            bail!("{} of {} jobs were done", answers.len(), jobs.len());
        }
        Ok(answers)
    }
}

fn read_answer(line: &str) -> Option<(f64, String)> {
    let (millis, answer) = line.strip_prefix("{\"millis\":")?.split_once(",\"answer\":")?;
    Some((millis.parse().ok()?, answer.strip_suffix('}')?.to_owned()))
}

fn example(profile: &[&str]) -> anyhow::Result<()> {
    let mut command = cargo();
    command
        .args(["build", "--quiet", "--locked", "--package", "baize-worker", "--example", "jobs"])
        .args(profile);
    step("the same program for this machine", &mut command)
}

/// Compares games and shots, natively and in both builds for browsers.
pub(crate) fn check() -> anyhow::Result<()> {
    if !build(&[Kind::Wide, Kind::Plain])? {
        return Ok(());
    }
    example(&[])?;
    let sum = |game: &str, games: u32, most: u32| {
        format!(r#"{{"job":"sum","game":"{game}","seed":"{SEED}","games":{games},"most":{most}}}"#)
    };
    let mut jobs: Vec<String> =
        ["othello", "banqi", "nine", "may-i"].iter().map(|game| sum(game, 2_500, 400)).collect();
    jobs.push(sum("nine-ball", 400, 100));
    let native = Doer::Native("debug").run(&jobs)?;
    let shots = native.last().and_then(|(_, answer)| shots(answer)).context("shots are not counted")?;
    if shots < 10_000 {
        bail!("only {shots} shots");
    }
    for kind in [Kind::Wide, Kind::Plain] {
        let browser = Doer::Browser(kind).run(&jobs)?;
        for ((job, (_, native)), (_, browser)) in jobs.iter().zip(&native).zip(&browser) {
            if native != browser || !native.contains("\"is\":\"sum\"") {
                bail!("{}: {job}\nnatively {native}\nthere {browser}", kind.file());
            }
        }
        println!("== {}: the same as natively, 10,000 random games and {shots} shots", kind.file());
    }
    native.iter().zip(&jobs).for_each(|((_, answer), job)| println!("{job} {answer}"));
    Ok(())
}

/// How many shots an answer reports.
fn shots(answer: &str) -> Option<u32> {
    let (_, rest) = answer.split_once("\"SHOOT\":")?;
    rest.split(|sign: char| !sign.is_ascii_digit()).next()?.parse().ok()
}

/// Measures searches natively and in a browser's program, alternately, and aim previews in the browser's.
pub(crate) fn bench() -> anyhow::Result<()> {
    if !build(&[Kind::Wide])? {
        bail!("there is nothing to measure: rustup target add {TARGET}");
    }
    example(&["--release"])?;
    let attempt = |game: &str, player: &str, plies: u32, nodes: u32| {
        format!(
            r#"{{"job":"try","game":"{game}","player":"{player}","seed":"{SEED}","plies":{plies},"nodes":{nodes}}}"#
        )
    };
    println!("one thread, the same positions and the same choices; the part of native speed, goal 0.40");
    for (what, game, player, nodes) in [
        ("Othello, expert", "othello", "expert", 5_000_000),
        ("Banqi, expert", "banqi", "expert", 1_000_000),
        ("Nine-ball, planner", "nine-ball", "expert", 10_000),
    ] {
        // A worker thinks for a whole game, so its first run, while its code is still being compiled, is not
        // measured.
        let plies = [10, 16, 22];
        let jobs: Vec<String> =
            plies.repeat(2).iter().map(|plies| attempt(game, player, *plies, nodes)).collect();
        let (mut native, mut browser) = (0.0, 0.0);
        for _ in 0..2 {
            let (here, there) = (Doer::Native("release").run(&jobs)?, Doer::Browser(Kind::Wide).run(&jobs)?);
            for ((here, one), (there, other)) in here.iter().zip(&there).skip(plies.len()) {
                if one != other {
                    bail!("{what}: other choices in a browser\n{one}\n{other}");
                }
                native += here;
                browser += there;
            }
        }
        println!(
            "{what:20} {native:8.0} ms natively {browser:8.0} ms in WebAssembly  {:.2}",
            native / browser
        );
    }
    let mut aim = Command::new("node");
    aim.arg(root().join("crates/baize-worker/tests/aim.mjs")).arg(folder().join(Kind::Wide.file()));
    step("aim previews", &mut aim)
}
