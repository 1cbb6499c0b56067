//! The fault run: several processes share one database, everything goes wrong, and nothing may be lost.

use super::{cargo, program, root, step, web};
use anyhow::{Context, bail};
use std::path::Path;
use std::process::Command;

/// The fewest troubles for processes and databases in a whole run.
const FEWEST_TROUBLES: u64 = 1_000;
/// How many seconds a whole run takes.
const WHOLE: u32 = 600;
/// How many seconds lie between two troubles.
const EVERY: &str = "0.3";
/// The troubles, in turn. Those that take little time come more often.
const TROUBLES: &str = "kill,cut,clock,drain,cut,pause,clock,database,cut,apart,kill,cut,alone,clock,cut,die";

/// Runs the store's tests with planted mistakes, which must be found. Built with the whole workspace, to
/// reuse what the other tests have built.
const PLANTED: &[&str] =
    &["test", "--locked", "--workspace", "--features", "baize-store/planted", "--test", "planted"];

/// Plants mistakes in the store; the checker must find every one.
pub(crate) fn plant() -> anyhow::Result<()> {
    step("planted mistakes are found", cargo().args(PLANTED))
}

/// Makes trouble for `seconds` seconds and writes down the results; anything lost or different is a failure.
pub(crate) fn run(seconds: u32) -> anyhow::Result<()> {
    web::find_database()?;
    web::find_cluster()?;
    plant()?;
    step("the program", cargo().args(["build", "--locked", "--workspace", "--bin", "baize"]))?;
    // Its processes are restarted again and again: a build in the meantime must not replace the program.
    let tried = root().join("target/tried");
    std::fs::create_dir_all(&tried)?;
    let tried = &tried.join(program().file_name().context("the program has a name")?);
    std::fs::copy(program(), tried)?;
    let trouble = format!(
        "load --tables 200 --seconds {seconds} --nodes 3 --throw-away --faults 2 --kill-every {EVERY} --trouble {TROUBLES}"
    );
    let leader = format!(
        "load --tables 60 --seconds {} --nodes 3 --throw-away --cluster --kill-every 45 --trouble leader",
        (seconds / 3).max(60)
    );
    let two = format!(
        "load --tables 60 --seconds {} --nodes 3 --throw-away --databases 2 --faults 2 --kill-every {EVERY} --trouble {TROUBLES}",
        (seconds / 6).max(30)
    );
    let (trouble, leader, two) = (load(tried, &trouble)?, load(tried, &leader)?, load(tried, &two)?);
    let all = [&trouble, &leader, &two];
    let of_ways: u64 = all.iter().map(|said| count(said, " faults")).sum();
    let troubles: u64 = all.iter().map(|said| count(said, " kills")).sum();
    if seconds >= WHOLE && troubles < FEWEST_TROUBLES {
        bail!("something was done only {troubles} times: that says little");
    }
    let faults = format!(
        "{troubles} times something was done to processes and databases, {of_ways} times to what goes between"
    );
    let page = format!(
        "{HEAD}\n\nMade by `cargo xtask faults {seconds}`; do not edit it. {faults}: no violation.\n\n{WHAT}\n\n## One database\n\n{trouble}\n## A cluster whose leader is killed\n\n{LEADER}\n\n{leader}\n## Two databases\n\n{two}\n{MISTAKES}\n"
    );
    std::fs::write(root().join("docs/reliability.md"), page)?;
    println!("== {faults}: no violation; docs/reliability.md is written");
    Ok(())
}

const HEAD: &str = "# What was tried";

const WHAT: &str = "Three processes play with scripts, every move synced to disk. Frames between clients and processes are lost, doubled, held
back or break their connection, 2 of 100. What goes between processes, and from each process to the database, goes through
proxies: 2 of 100 parts come late, or the connection breaks; it can be cut, or nothing gets through for 7 seconds, and what was
sent meanwhile is lost. (A part of a stream is never lost or doubled alone: the system sees to that.) A third of a second after
one thing has happened the next does, in turn, to one process after another. At the end every acknowledged move and everything that a client was shown is
compared with the records, and every log in the database is checked: its numbers, its chain of checksums, and that no entry of an
older epoch follows a newer one.";

const LEADER: &str = "Three PostgreSQL under Patroni and etcd (`ttl` 20 seconds), one of them a synchronous standby. Patroni and the
database that leads are killed with -9, and started again later.";

const MISTAKES: &str = "## Planted mistakes

`cargo test -p baize-store --features planted --test planted` makes the store leave out the check of epochs, acknowledge before the
commit, go by the clock on the wall, and take tables from processes that still have them. The checker finds each of the four, and
nothing where nothing is planted.";

/// Runs a load; returns its output as part of a page.
fn load(program: &Path, arguments: &str) -> anyhow::Result<String> {
    println!("== baize {arguments}");
    let output =
        Command::new(program).args(arguments.split(' ')).output().context("cannot run the program")?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        bail!("faults: failed\n{said}{}", String::from_utf8_lossy(&output.stderr));
    }
    print!("{said}");
    Ok(format!("```text\n$ baize {arguments}\n{said}```\n"))
}

/// The number before this word in a load's output.
fn count(said: &str, word: &str) -> u64 {
    let line = said.lines().find(|line| line.contains(" reconnects, ")).unwrap_or_default();
    let number = |part: &str| part.trim().strip_suffix(word)?.trim().parse().ok();
    line.split(", ").find_map(number).unwrap_or(0)
}
