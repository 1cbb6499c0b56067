//! Runs several test programs at a time: many of them wait for a database or a process most of the time.

use crate::{cargo, root};
use anyhow::{Context, bail};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Instant;

/// How many programs run at a time.
const MOST_AT_ONCE: usize = 4;

/// How many seconds each program took when it last ran here; the longest start first.
const SECONDS: &str = "target/test-seconds";

/// A test program and the folder it runs in.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Program {
    path: String,
    folder: PathBuf,
}

impl Program {
    /// Its name without the hash of the build.
    fn name(&self) -> String {
        let file = self.path.rsplit(['/', '\\']).next().unwrap_or_default();
        let folder = self.folder.file_name().unwrap_or_default().to_string_lossy();
        format!("{folder}/{}", file.rsplit_once('-').map_or(file, |(name, _)| name))
    }

    /// Runs it; returns its output and whether all its tests passed.
    fn run(&self) -> (String, bool) {
        let mut test = Command::new(&self.path);
        test.arg("--quiet").current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        match test.stdin(Stdio::null()).output() {
            Ok(said) => {
                let [out, err] = [&said.stdout, &said.stderr].map(|text| String::from_utf8_lossy(text));
                (format!("{out}{err}"), said.status.success())
            }
            Err(error) => (error.to_string(), false),
        }
    }
}

/// Builds the test programs of these packages (`--workspace`, `--package NAME`) and runs them all, even if
/// some fail; the output of each stays together.
pub(crate) fn test(packages: &[&str]) -> anyhow::Result<()> {
    let mut build = cargo();
    build.args(["test", "--locked", "--no-run", "--message-format=json-render-diagnostics"]).args(packages);
    let built = build.stderr(Stdio::inherit()).output().context("cannot run cargo")?;
    if !built.status.success() {
        bail!("the tests do not build");
    }
    let mut known = remembered();
    let waiting = Mutex::new(ordered(programs(&String::from_utf8_lossy(&built.stdout)), &known));
    let next = || waiting.lock().expect("nothing panics with the list").pop();
    let ran = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..MOST_AT_ONCE {
            scope.spawn(|| {
                while let Some(program) = next() {
                    let start = Instant::now();
                    let (said, passed) = program.run();
                    let seconds = start.elapsed().as_secs_f64();
                    println!("{}: {:.1} s\n{}", program.name(), seconds, said.trim());
                    ran.lock().expect("nothing panics with the list").push((program.name(), seconds, passed));
                }
            });
        }
    });
    let ran = ran.into_inner().expect("nothing panics with the list");
    known.extend(ran.iter().map(|(name, seconds, _)| (name.clone(), *seconds)));
    remember(&known)?;
    let failed: Vec<&str> =
        ran.iter().filter(|(_, _, passed)| !passed).map(|(name, ..)| name.as_str()).collect();
    if !failed.is_empty() {
        bail!("{} of {} test programs failed: {}", failed.len(), ran.len(), failed.join(", "));
    }
    Ok(())
}

/// Sorts the programs so that the last starts first: those not timed yet, the largest first, and then the
/// slowest.
fn ordered(mut programs: Vec<Program>, known: &BTreeMap<String, f64>) -> Vec<Program> {
    let bytes = |program: &Program| fs::metadata(&program.path).map_or(0, |file| file.len());
    let millis =
        |program: &Program| known.get(&program.name()).map_or(u64::MAX, |seconds| (seconds * 1e3) as u64);
    programs.sort_by_cached_key(|program| (millis(program), bytes(program)));
    programs
}

fn remembered() -> BTreeMap<String, f64> {
    let text = fs::read_to_string(root().join(SECONDS)).unwrap_or_default();
    text.lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(seconds, name)| Some((name.to_owned(), seconds.parse().ok()?)))
        .collect()
}

fn remember(known: &BTreeMap<String, f64>) -> anyhow::Result<()> {
    let mut text = String::new();
    for (name, seconds) in known {
        writeln!(text, "{seconds:.1} {name}")?;
    }
    fs::write(root().join(SECONDS), text).context("cannot remember how long tests take")
}

/// The test programs that cargo names in its messages.
fn programs(messages: &str) -> Vec<Program> {
    let is_test =
        |line: &str| Some(line.split_once("\"profile\":{")?.1.split('}').next()?.contains("\"test\":true"));
    let field = |line: &str, name: &str| {
        let rest = line.split_once(&format!("\"{name}\":\""))?.1;
        Some(rest.split('"').next()?.replace("\\\\", "\\"))
    };
    let program = |line: &str| {
        let folder = Path::new(&field(line, "manifest_path")?).parent()?.to_owned();
        Some(Program { path: field(line, "executable")?, folder })
    };
    messages.lines().filter(|line| is_test(line) == Some(true)).filter_map(program).collect()
}

#[cfg(test)]
mod tests {
    use super::{Program, ordered, programs};
    use std::collections::BTreeMap;

    fn program(name: &str) -> Program {
        Program { path: format!("/w/target/{name}-0a1b"), folder: "/w/crates/a".into() }
    }

    #[test]
    fn the_programs_of_tests_are_found_in_what_cargo_says() {
        let messages = r#"{"reason":"compiler-artifact","manifest_path":"/w/crates/a/Cargo.toml","profile":{"test":true},"executable":"/w/target/rules-0a1b"}
{"reason":"compiler-artifact","manifest_path":"/w/crates/a/Cargo.toml","profile":{"test":false},"executable":"/w/target/a"}
{"reason":"build-finished","success":true}"#;
        assert_eq!(programs(messages), [program("rules")]);
        assert_eq!(program("rules").name(), "a/rules");
    }

    #[test]
    fn what_took_longest_begins_first_and_before_it_what_never_ran() {
        let known = BTreeMap::from([("a/short".to_owned(), 0.5), ("a/long".to_owned(), 42.0)]);
        let all = [program("long"), program("new"), program("short")].to_vec();
        assert_eq!(ordered(all, &known), [program("short"), program("long"), program("new")]);
    }
}
