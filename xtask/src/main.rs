//! All automation of the workspace: `cargo xtask play`, `cargo xtask test`, `cargo xtask fuzz`.

mod check;
mod dist;
mod faults;
mod licences;
mod new_game;
mod offline;
mod python;
mod rehearsal;
mod side_by_side;
mod web;

use anyhow::{Context, bail};
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "cargo xtask COMMAND

  play [ARGUMENTS]      builds everything and starts the server with the web app; arguments go to `baize serve`
  terminal [ARGUMENTS]  builds the program and plays in the terminal; arguments go to `baize play`
  web                   builds the web app, if it has changed
  offline DIR           builds the offline edition and writes its folder, which any web host can carry
  offline --check       10,000 random games and 10,000 shots, natively and in WebAssembly, with and without wide registers
  offline --bench       how fast searches are in WebAssembly, as a part of native speed, and aim previews
  pictures              makes the README's pictures anew
  measure               how long the page takes on this machine, against the goals; fails on no figure (`baize bench`
                        measures the rules, the searches and the store)
  check [SINCE]         what has changed since that commit (default main): format, lints, the tests it concerns
  new-game NAME         writes a game that plays everywhere, to start from; docs/new-game.md goes on from there
  rehearse [--begin]    does what docs/new-game.md says in a copy of the workspace; or only its beginning, down to the laws
  test [--all]          everything that must pass before a change lands; with --all also what takes longer: every position of
                        10,000 games through text and link, the rehearsal, `offline --check`, the Python package with PettingZoo's tests, every crate built as a package, a
                        release built twice
  test --rest           of `test` what it does while browsers play: planted mistakes, a new game in a copy, documentation,
                        packages, a short run of every fuzz target
  wheel                 the Python package, in target/wheels; needs Python 3.10 or later
  race                  how fast random games are in the Python package, beside OpenSpiel
  dist                  what people install, in target/dist: an archive, a Debian package, a Containerfile, and the offline
                        edition as an archive that needs no installing; checksums
  dist --twice          builds and packs it twice, each time from nothing: the bytes are the same
  dist --rehearse       packs the program of the tests twice, and tries what was packed
  faults [SECONDS]      three processes and a PostgreSQL of their own in trouble for so long (default 600), the same on two
                        databases and on a cluster whose leader is killed, every log and every client's story checked,
                        planted mistakes found; writes docs/reliability.md
  fuzz [SECONDS]        every fuzz target, so many seconds each (default 60); needs a nightly toolchain

Examples:
  cargo xtask play
  cargo xtask play --open --port 9000
  cargo xtask terminal nine --players human,medium
  cargo xtask check
  cargo xtask offline site
  cargo xtask new-game nim
  cargo xtask fuzz 600";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> anyhow::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["play", ref rest @ ..] => {
            web::build_beside(build_program)?;
            run_program("serve", rest)
        }
        ["terminal", ref rest @ ..] => {
            build_program()?;
            run_program("play", rest)
        }
        ["web"] => web::build(),
        ["offline", "--check"] => offline::check(),
        ["offline", "--bench"] => offline::bench(),
        ["offline", folder] => offline::export(folder),
        ["pictures"] => pictures(),
        ["measure"] => measure(),
        ["check"] => check::run("main"),
        ["check", since] => check::run(since),
        ["new-game", id] => new_game::run(id),
        ["rehearse"] => rehearsal::run(),
        ["rehearse", "--begin"] => rehearsal::begin(),
        ["test"] => test(),
        ["test", "--rest"] => test_rest(),
        ["test", "--all"] => {
            test()?;
            EXTRAS.iter().try_for_each(|extra| extra())
        }
        ["wheel"] => python::wheel().map(drop),
        ["race"] => python::race(),
        ["dist"] => dist::run(),
        ["dist", "--twice"] => dist::run_twice(),
        ["dist", "--rehearse"] => dist::rehearse(&program()),
        ["faults"] => faults::run(600),
        ["faults", seconds] => faults::run(seconds.parse().context("for how many seconds?")?),
        ["fuzz"] => fuzz(60),
        ["fuzz", seconds] => fuzz(seconds.parse().context("how many seconds per target?")?),
        ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => bail!("which command?\n\n{HELP}"),
    }
}

fn root() -> PathBuf {
    // The rehearsal runs this program on a copy of the workspace.
    let own = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    Path::new(&own).parent().expect("xtask lies in the workspace").to_owned()
}

/// The cargo that runs this program, so that a chosen toolchain stays chosen.
fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    // Builds must not inherit what cargo told us about our own package: `ring` and all that uses it would be
    // rebuilt.
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&*name);
        }
    }
    command
}

/// Runs a step and says what it was and how long it took.
fn step(what: &str, command: &mut Command) -> anyhow::Result<()> {
    println!("== {what}");
    let start = Instant::now();
    let status = command.status().with_context(|| format!("cannot run {:?}", command.get_program()))?;
    if !status.success() {
        bail!("{what}: failed");
    }
    println!("== {what}: ok after {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Builds the program in the quickest way; it reads the page from this folder.
fn build_program() -> anyhow::Result<()> {
    let mut build = cargo();
    build.args(["build", "--quiet", "--profile", "play", "--locked", "--package", "baize-cli"]);
    step("build the program", build.env("BAIZE_PAGE_FROM_DISK", "1"))
}

fn run_program(command: &str, arguments: &[&str]) -> anyhow::Result<()> {
    let status = Command::new(root().join("target/play/baize")).arg(command).args(arguments).status()?;
    std::process::exit(status.code().unwrap_or(1));
}

/// The extra steps of `test --all`, after those of `test`.
const EXTRAS: &[fn() -> anyhow::Result<()>] = &[positions, rehearsal::run, offline::check, test_packages];

/// Takes every position of more than 10,000 random games through its text and its link.
fn positions() -> anyhow::Result<()> {
    let test = ["test", "--workspace", "--locked", "--test", "positions", "--", "--nocapture"];
    step("positions of 10,000 games", cargo().args(test).env("BAIZE_TIMES", "96"))
}

fn test() -> anyhow::Result<()> {
    step("format", cargo().args(["fmt", "--all", "--check"]))?;
    let lints = ["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"];
    step("lints", cargo().args(lints))?;
    web::check()?;
    web::find_database()?;
    println!("== tests");
    let start = Instant::now();
    side_by_side::test(&["--workspace"])?;
    println!("== tests: ok after {:.0} s", start.elapsed().as_secs_f64());
    step("examples in the documentation", cargo().args(["test", "--workspace", "--locked", "--doc"]))?;
    test_beside_browsers()
}

/// Plays in browsers, which wait for their pages a third of the time, and meanwhile does the rest in a
/// separate process.
fn test_beside_browsers() -> anyhow::Result<()> {
    // The tests of the command line have built the program. Later builds must not replace it.
    let (played, said) = (root().join("target/played"), root().join("target/rest.log"));
    std::fs::create_dir_all(&played)?;
    let played = played.join(program().file_name().context("the program has a name")?);
    std::fs::copy(program(), &played).context("the program was not built")?;
    let log = std::fs::File::create(&said)?;
    let mut rest = Command::new(env::current_exe()?)
        .args(["test", "--rest"])
        .stdout(log.try_clone()?)
        .stderr(log)
        .spawn()
        .context("cannot begin the rest of the tests")?;
    let browsers = web::play_in_browsers(&played);
    println!("== what was tested meanwhile");
    let status = rest.wait()?;
    print!("{}", String::from_utf8_lossy(&std::fs::read(&said)?));
    browsers?;
    if !status.success() {
        bail!("what was tested beside the browsers: failed");
    }
    Ok(())
}

/// Runs the tests that need neither a browser nor the other tests' programs.
fn test_rest() -> anyhow::Result<()> {
    faults::plant()?;
    rehearsal::begin()?;
    let pages = ["doc", "--workspace", "--no-deps", "--all-features", "--locked"];
    step("documentation", cargo().args(pages).env("RUSTDOCFLAGS", "--deny warnings"))?;
    step("the crates as packages", cargo().args(PACKAGE).arg("--no-verify"))?;
    fuzz(2)
}

/// Packs every crate that could go to a registry, without publishing anything.
const PACKAGE: &[&str] = &[
    "package",
    "--workspace",
    "--exclude=xtask",
    "--exclude=xtask-features",
    "--exclude=baize-python",
    "--quiet",
    "--locked",
    "--allow-dirty",
    "--target-dir=target/packages",
];

/// Tries the packages as their users would.
fn test_packages() -> anyhow::Result<()> {
    python::test(&program())?;
    step("the crates as packages, each built by itself", cargo().args(PACKAGE))?;
    dist::rehearse(&program())?;
    dist::run_twice()
}

/// The program that browsers use in tests and pictures.
fn program() -> PathBuf {
    root().join("target/debug/baize")
}

fn pictures() -> anyhow::Result<()> {
    web::build()?;
    step("the program", cargo().args(["build", "--locked", "--workspace", "--bin", "baize"]))?;
    web::draw(&program())
}

/// Measures seconds, which no test asserts, with the program that people get.
fn measure() -> anyhow::Result<()> {
    web::build()?;
    step("the program", cargo().args(["build", "--release", "--locked", "--package", "baize-cli"]))?;
    web::measure(&root().join("target/release/baize"))
}

/// Fuzzes every target for `seconds` seconds. Without a nightly toolchain it says so; CI must have one.
fn fuzz(seconds: u32) -> anyhow::Result<()> {
    let nightly = Command::new("rustup").args(["run", "nightly", "cargo", "--version"]).output();
    if !nightly.is_ok_and(|output| output.status.success()) {
        if env::var_os("CI").is_some() {
            bail!("fuzzing needs a nightly toolchain: rustup toolchain install nightly");
        }
        println!("== fuzzing: SKIPPED, no nightly toolchain (rustup toolchain install nightly)");
        return Ok(());
    }
    let tools = root().join("target/tools");
    if !tools.join("bin/cargo-fuzz").exists() {
        let install = ["install", "--quiet", "cargo-fuzz", "--version", "0.13.2", "--root"];
        step("install cargo-fuzz", cargo().args(install).arg(&tools))?;
    }
    // The same versions of everything as in the program.
    std::fs::copy(root().join("Cargo.lock"), root().join("fuzz/Cargo.lock"))?;
    // A short run only checks that the targets work, and spends most of its time building them.
    let opt_level = if seconds < 10 { "1" } else { "3" };
    // Without a sanitizer: the code is safe Rust, and overflow and debug checks stay on.
    let run = |arguments: &[&str]| {
        let mut command = Command::new("rustup");
        command.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", opt_level);
        command.args(["run", "nightly"]).arg(tools.join("bin/cargo-fuzz")).args(arguments);
        command.current_dir(root()).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
        command
    };
    step("build fuzz targets", &mut run(&["build", "--sanitizer", "none"]))?;
    for (target, game) in fuzz_runs()? {
        let name = [&target[..], game.as_deref().unwrap_or_default()].join(" ").trim_end().replace(' ', "_");
        // Findings go into the corpus, which is not kept; the seeds are kept, and are only read.
        let (corpus, seeds) = (format!("fuzz/corpus/{name}"), format!("fuzz/seeds/{name}"));
        std::fs::create_dir_all(root().join(&corpus))?;
        std::fs::create_dir_all(root().join(&seeds))?;
        let mut command = run(&["run", &target, "--sanitizer", "none", &corpus, &seeds, "--"]);
        command.envs(game.map(|game| ("BAIZE_GAME", game)));
        command.args(["-timeout=20", "-rss_limit_mb=2048", "-print_final_stats=1"]);
        let output = command.arg(format!("-max_total_time={seconds}")).output()?;
        let text = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            bail!("fuzz {name}: failed\n{text}");
        }
        let runs = text.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
        println!("== fuzz {name}: ok, {} inputs", runs.unwrap_or("?").trim());
    }
    Ok(())
}

/// Every target; the one that applies actions runs once for each game.
fn fuzz_runs() -> anyhow::Result<Vec<(String, Option<String>)>> {
    let mut runs = Vec::new();
    for entry in std::fs::read_dir(root().join("fuzz/fuzz_targets"))? {
        let path = entry?.path();
        let target = path.file_stem().and_then(|stem| stem.to_str()).context("a target has a name")?;
        match target {
            "apply" => runs.extend(games()?.into_iter().map(|game| (target.to_owned(), Some(game)))),
            _ => runs.push((target.to_owned(), None)),
        }
    }
    runs.sort();
    Ok(runs)
}

/// The ids of all games, from their only list, in the manifest of `baize-games`.
fn games() -> anyhow::Result<Vec<String>> {
    let manifest = std::fs::read_to_string(root().join("crates/baize-games/Cargo.toml"))?;
    let line = manifest.lines().find_map(|line| line.strip_prefix("games = ")).context("no list of games")?;
    Ok(line.split('"').skip(1).step_by(2).map(str::to_owned).collect())
}
