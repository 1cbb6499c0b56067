//! What people install: an archive, a Debian package and a Containerfile; and the folder that needs neither
//! server nor installation. The same sources always give the same bytes.
//!
//! The tools are those of the system (`tar`, `gzip`, `dpkg-deb`, `sha256sum`); nothing has to be built for
//! packing.

use crate::{cargo, licences, offline, root, step};
use anyhow::{Context, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The largest size of the program, in bytes.
const MOST_BYTES: u64 = 25_000_000;

/// The time stamp of everything in an archive: the version, not the hour, tells what it holds.
const MOMENT: &str = "@0";

/// The systems whose programs this command can pack, by their names in Rust and in Debian.
const SYSTEMS: &[(&str, &str)] = &[("x86_64", "amd64"), ("aarch64", "arm64")];

/// Builds the program with the page inside and packs it into `target/dist`.
pub(crate) fn run() -> anyhow::Result<()> {
    let folder = root().join("target/dist");
    build_and_pack(&root().join("target/release-build"), &folder)?;
    println!("== {} has", folder.display());
    for name in names(&folder)? {
        println!("   {:>9} bytes  {name}", fs::metadata(folder.join(&name))?.len());
    }
    Ok(())
}

/// Builds and packs twice, each time from nothing, and checks that the bytes are the same.
pub(crate) fn run_twice() -> anyhow::Result<()> {
    let sums = ["first", "second"].map(|time| {
        let place = root().join("target/dist-twice").join(time);
        let _ = fs::remove_dir_all(&place);
        build_and_pack(&place.join("build"), &place.join("packed"))?;
        anyhow::Ok(fs::read_to_string(place.join("packed/SHA256SUMS"))?)
    });
    let [first, second] = sums;
    let (first, second) = (first?, second?);
    ensure!(first == second, "two builds differ:\n{first}\n{second}");
    println!("== two builds are the same:\n{first}");
    Ok(())
}

/// Packs the tests' program twice, and checks that the packages are complete, can be installed, and are the
/// same each time.
pub(crate) fn rehearse(program: &Path) -> anyhow::Result<()> {
    println!("== what people install");
    let place = root().join("target/dist-rehearsal");
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place)?;
    let stripped = place.join("baize");
    done(Command::new("strip").arg("-o").arg(&stripped).arg(program))?;
    let (one, other) = (place.join("one"), place.join("other"));
    pack(&stripped, &one)?;
    pack(&stripped, &other)?;
    let sums = fs::read_to_string(one.join("SHA256SUMS"))?;
    ensure!(sums == fs::read_to_string(other.join("SHA256SUMS"))?, "packed twice, it differs");
    // The tests' program has the offline edition if the compiler can make it.
    let count = 3 + usize::from(offline::is_built());
    ensure!(sums.lines().count() == count, "an archive, a package, a Containerfile and the folder:\n{sums}");
    inspect(&one, &place.join("unpacked"))?;
    fs::remove_dir_all(&place)?;
    println!("== what people install: ok");
    Ok(())
}

/// Unpacks the archive and the package and tries their contents.
fn inspect(packed: &Path, place: &Path) -> anyhow::Result<()> {
    done(Command::new("sha256sum").args(["--check", "--quiet", "SHA256SUMS"]).current_dir(packed))?;
    let (archive, package) = (place.join("archive"), place.join("package"));
    fs::create_dir_all(&archive)?;
    let named = |ending: &str| {
        let all = names(packed)?;
        all.into_iter().find(|name| name.ends_with(ending)).with_context(|| format!("no *{ending}"))
    };
    let unpack = |ending: &str| {
        done(Command::new("tar").arg("-xzf").arg(packed.join(named(ending)?)).arg("-C").arg(&archive))
    };
    unpack("-linux-gnu.tar.gz")?;
    done(Command::new("dpkg-deb").arg("--extract").arg(packed.join(named(".deb")?)).arg(&package))?;
    let inside = archive.join(format!("baize-{}", version()?));
    for program in [inside.join("baize"), package.join("usr/bin/baize")] {
        let said = text_of(Command::new(&program).arg("--version"))?;
        ensure!(said.trim() == format!("baize {}", version()?), "{}: {said}", program.display());
    }
    for (folder, files) in [
        (&inside, &["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "man/baize-serve.1"][..]),
        (&inside, &["completions/baize.bash", "completions/_baize", "completions/baize.fish"]),
        (&package, &["usr/share/man/man1/baize-serve.1.gz", "usr/share/doc/baize/copyright"]),
        (&package, &["usr/lib/systemd/system/baize.service"]),
    ] {
        for file in files {
            ensure!(fs::metadata(folder.join(file)).is_ok_and(|file| file.len() > 0), "no {file}");
        }
    }
    if offline::is_built() {
        unpack("-offline.tar.gz")?;
        let site = archive.join(format!("baize-{}-offline", version()?));
        for file in ["index.html", "service-worker.js", "offline/rooms.wasm", "THIRD-PARTY.txt"] {
            ensure!(site.join(file).exists(), "the folder has no {file}");
        }
    }
    let parts = fs::read_to_string(inside.join("THIRD-PARTY.txt"))?;
    for part in ["tokio ", "libsqlite3-sys ", "svelte ", "three "] {
        ensure!(parts.lines().any(|line| line.starts_with(part)), "the licence of {part}is missing");
    }
    Ok(())
}

fn build_and_pack(target: &Path, folder: &Path) -> anyhow::Result<()> {
    offline::build_page()?;
    let mut build = cargo();
    build
        .args(["build", "--profile", "installed", "--locked", "--package", "baize-cli", "--target-dir"])
        .arg(target);
    // Where it was built is private, and would make two builds differ.
    let places = [(root(), "/baize"), (cargo_home()?, "/cargo")];
    let rust: Vec<String> =
        places.iter().map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display())).collect();
    let c: Vec<String> =
        places.iter().map(|(from, to)| format!("-ffile-prefix-map={}={to}", from.display())).collect();
    build.env("CARGO_ENCODED_RUSTFLAGS", rust.join("\x1f")).env("CFLAGS", c.join(" "));
    build.env("SOURCE_DATE_EPOCH", MOMENT.trim_start_matches('@')).env("CARGO_INCREMENTAL", "0");
    step("the program, for release", &mut build)?;
    let program = target.join("installed/baize");
    let bytes = fs::metadata(&program)?.len();
    ensure!(bytes <= MOST_BYTES, "the program has {bytes} bytes, more than {MOST_BYTES}");
    pack(&program, folder)
}

/// Packs a program: every package goes into `folder`, which is emptied first.
fn pack(program: &Path, folder: &Path) -> anyhow::Result<()> {
    let _ = fs::remove_dir_all(folder);
    let (version, (system, debian)) = (version()?, system()?);
    let name = format!("baize-{version}");
    let inside = folder.join(&name);
    fill(&inside, program)?;
    let archive = format!("{name}-{system}-unknown-linux-gnu.tar.gz");
    pack_archive(folder, &name, &archive)?;
    pack_debian(folder, &inside, &version, debian)?;
    if offline::is_built() {
        pack_offline(folder, &inside, &format!("{name}-offline"))?;
    }
    fs::remove_dir_all(&inside)?;
    let container = fs::read_to_string(root().join("docs/examples/Containerfile"))?;
    let container = container.replace("baize-VERSION-SYSTEM", archive.trim_end_matches(".tar.gz"));
    fs::write(folder.join("Containerfile"), container)?;
    let sums = text_of(Command::new("sha256sum").args(names(folder)?).current_dir(folder))?;
    Ok(fs::write(folder.join("SHA256SUMS"), sums)?)
}

/// Puts together everything in the archive.
fn fill(inside: &Path, program: &Path) -> anyhow::Result<()> {
    let (man, completions) = (inside.join("man"), inside.join("completions"));
    fs::create_dir_all(&man)?;
    fs::create_dir_all(&completions)?;
    install(program, &inside.join("baize"), 0o755)?;
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        install(&root().join(file), &inside.join(file), 0o644)?;
    }
    done(Command::new(program).arg("man").arg(&man))?;
    for (shell, file) in [("bash", "baize.bash"), ("zsh", "_baize"), ("fish", "baize.fish")] {
        let text = text_of(Command::new(program).args(["completions", shell]))?;
        fs::write(completions.join(file), text)?;
    }
    Ok(fs::write(inside.join("THIRD-PARTY.txt"), licences::of_all_parts()?)?)
}

/// Makes an archive of a folder that does not depend on who made it, when and where.
fn pack_archive(folder: &Path, name: &str, archive: &str) -> anyhow::Result<()> {
    let tar = folder.join(archive.trim_end_matches(".gz"));
    let mut pack = Command::new("tar");
    pack.args(["--create", "--format=ustar", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
    pack.args([&format!("--mtime={MOMENT}")[..], "--mode=u=rwX,go=rX", "--file"]).arg(&tar);
    done(pack.arg("-C").arg(folder).arg(name))?;
    done(Command::new("gzip").args(["--best", "--no-name"]).arg(&tar))
}

/// Packs the folder that needs no server, with the licences of its parts, for any web host to unpack.
fn pack_offline(folder: &Path, inside: &Path, name: &str) -> anyhow::Result<()> {
    let site = folder.join(name);
    text_of(Command::new(inside.join("baize")).arg("export-site").arg(&site))?;
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.txt"] {
        install(&inside.join(file), &site.join(file), 0o644)?;
    }
    pack_archive(folder, name, &format!("{name}.tar.gz"))?;
    Ok(fs::remove_dir_all(&site)?)
}

/// Packs the same for Debian and its relatives, with the unit for systemd.
fn pack_debian(folder: &Path, inside: &Path, version: &str, system: &str) -> anyhow::Result<()> {
    let tree = folder.join("debian");
    let share = tree.join("usr/share");
    let pages = share.join("man/man1");
    install(&inside.join("baize"), &tree.join("usr/bin/baize"), 0o755)?;
    for page in names(&inside.join("man"))? {
        install(&inside.join("man").join(&page), &pages.join(&page), 0o644)?;
        done(Command::new("gzip").args(["--best", "--no-name"]).arg(pages.join(&page)))?;
    }
    for (file, place) in [
        ("baize.bash", "bash-completion/completions/baize"),
        ("_baize", "zsh/vendor-completions/_baize"),
        ("baize.fish", "fish/vendor_completions.d/baize.fish"),
    ] {
        install(&inside.join("completions").join(file), &share.join(place), 0o644)?;
    }
    let unit = fs::read_to_string(root().join("docs/examples/baize.service"))?;
    let is_kept = |line: &&str| !line.contains("games.example");
    let unit: Vec<&str> = unit.lines().skip_while(|line| line.starts_with('#')).filter(is_kept).collect();
    let unit = unit.join("\n").replace("/usr/local/bin", "/usr/bin") + "\n";
    write(&tree.join("usr/lib/systemd/system/baize.service"), &unit)?;
    let mut copyright = String::from("Baize is licensed under MIT or Apache-2.0, at your option.\n\n");
    copyright += &fs::read_to_string(inside.join("LICENSE-MIT"))?;
    copyright += "\nIts parts:\n\n";
    copyright += &fs::read_to_string(inside.join("THIRD-PARTY.txt"))?;
    write(&share.join("doc/baize/copyright"), &copyright)?;
    write(&tree.join("DEBIAN/control"), &control(&inside.join("baize"), version, system)?)?;
    let mut pack = Command::new("dpkg-deb");
    pack.args(["--root-owner-group", "-Zgzip", "--build"]).arg(&tree);
    pack.arg(folder.join(format!("baize_{version}_{system}.deb")));
    done(pack.env("SOURCE_DATE_EPOCH", MOMENT.trim_start_matches('@')).stdout(std::process::Stdio::null()))?;
    Ok(fs::remove_dir_all(&tree)?)
}

fn control(program: &Path, version: &str, system: &str) -> anyhow::Result<String> {
    let bytes = fs::read(program)?;
    let library = newest_glibc(&bytes).context("the program names no version of the C library")?;
    Ok(format!(
        "Package: baize\nVersion: {version}\nArchitecture: {system}\nMaintainer: The Baize authors <baize@localhost>\n\
         Installed-Size: {}\nDepends: libc6 (>= {library})\nSection: games\nPriority: optional\n\
         Description: table games behind one exact rules engine\n \
         Othello, Banqi, Nine, May I? and Nine-ball: a server with its page, a terminal\n \
         table, computer players, and tools for records and language models.\n",
        bytes.len() / 1024
    ))
}

/// The newest version of the C library that a program requires.
fn newest_glibc(program: &[u8]) -> Option<String> {
    const MARK: &[u8] = b"GLIBC_";
    let starts = program.windows(MARK.len()).enumerate().filter(|(_, window)| *window == MARK);
    let versions = starts.filter_map(|(at, _)| {
        let rest = &program[at + MARK.len()..];
        let end = rest.iter().position(|byte| !byte.is_ascii_digit() && *byte != b'.')?;
        let numbers = std::str::from_utf8(&rest[..end]).ok()?.split('.').map(str::parse);
        numbers.collect::<Result<Vec<u32>, _>>().ok()
    });
    let newest = versions.max()?;
    Some(newest.iter().map(u32::to_string).collect::<Vec<_>>().join("."))
}

/// The version of the workspace.
pub(crate) fn version() -> anyhow::Result<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml"))?;
    let line = manifest.lines().find_map(|line| line.strip_prefix("version = \""));
    Ok(line.context("the workspace has a version")?.trim_end_matches('"').to_owned())
}

/// The name of this system in Rust and in Debian.
fn system() -> anyhow::Result<(&'static str, &'static str)> {
    let known = SYSTEMS.iter().find(|(rust, _)| *rust == std::env::consts::ARCH && cfg!(target_os = "linux"));
    known.copied().with_context(|| format!("releases are made on Linux, for one of {SYSTEMS:?}"))
}

/// Where cargo keeps the sources of other people's crates.
pub(crate) fn cargo_home() -> anyhow::Result<PathBuf> {
    let named = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let usual = || std::env::home_dir().map(|home| home.join(".cargo"));
    named.or_else(usual).context("where is cargo's folder? CARGO_HOME says so")
}

fn names(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        names.push(entry?.file_name().into_string().ok().context("a name that is no text")?);
    }
    names.sort();
    Ok(names)
}

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    fs::create_dir_all(file.parent().context("a file lies in a folder")?)?;
    fs::write(file, text)?;
    set_mode(file, 0o644)
}

fn install(from: &Path, to: &Path, mode: u32) -> anyhow::Result<()> {
    fs::create_dir_all(to.parent().context("a file lies in a folder")?)?;
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    set_mode(to, mode)
}

/// Sets a file's permissions, whatever this user's umask is.
fn set_mode(file: &Path, mode: u32) -> anyhow::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(mode))?;
    let _ = (file, mode);
    Ok(())
}

fn done(command: &mut Command) -> anyhow::Result<()> {
    let what = command.get_program().to_owned();
    let status = command.status().with_context(|| format!("cannot run {what:?}"))?;
    if !status.success() {
        bail!("{what:?} failed");
    }
    Ok(())
}

fn text_of(command: &mut Command) -> anyhow::Result<String> {
    let what = command.get_program().to_owned();
    let output = command.output().with_context(|| format!("cannot run {what:?}"))?;
    ensure!(output.status.success(), "{what:?} failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::newest_glibc;

    #[test]
    fn the_newest_library_counts_by_numbers_not_letters() {
        let program = b"..GLIBC_2.2.5\0GLIBC_2.9\0GLIBC_2.34\0GLIBC_PRIVATE\0";
        assert_eq!(newest_glibc(program).as_deref(), Some("2.34"));
        assert_eq!(newest_glibc(b"nothing"), None);
    }
}
