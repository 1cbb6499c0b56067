//! `baize backup` and `baize store`.

use crate::out::Out;
use crate::serve::folder;
use crate::words::counted;
use anyhow::{Context, ensure};
use baize_store::{Address, Copied, PostgresShelf, Shelf, SqliteShelf};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Copies all tables of a server, running or not, to one file: a single moment, whole and checked.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize backup monday.db
  baize backup --data tables tuesday.db
  baize backup --database postgres://baize@db.example/baize wednesday.db

To restore, stop the server, put the copy into an empty folder as baize.db, and start with --data FOLDER; or bring it into
an empty database with `baize store copy FOLDER postgres://..`.")]
pub(crate) struct Backup {
    /// The new file
    file: PathBuf,
    /// The folder where tables are kept [default: baize in the user's data folder]
    #[arg(long, env = "BAIZE_DATA")]
    data: Option<PathBuf>,
    /// The PostgreSQL database where tables are kept; given more than once, all of them
    #[arg(
        long,
        env = "BAIZE_DATABASE",
        hide_env_values = true,
        value_delimiter = ' ',
        conflicts_with = "data"
    )]
    database: Vec<String>,
}

/// Makes a copy.
pub(crate) fn back_up(args: &Backup) -> anyhow::Result<()> {
    let file = &args.file;
    ensure!(!file.exists(), "{} exists; name a new file", file.display());
    if args.database.is_empty() {
        let folder = folder(args.data.clone())?;
        baize_store::backup(&folder, file)?;
        writeln!(Out, "{} has everything that was in {}", file.display(), folder.display())?;
        return Ok(());
    }
    let addresses: Vec<Address> =
        args.database.iter().map(|address| address.parse()).collect::<Result<_, _>>()?;
    let mut name = file.clone().into_os_string();
    name.push(".partial");
    let partial = Partial(PathBuf::from(name));
    ensure!(!partial.0.exists(), "{} exists; remove it first", partial.0.display());
    let mut shelf = SqliteShelf::open(&partial.0)?;
    let mut tables = 0;
    // The first database decides about people: its copy comes last.
    for address in addresses.iter().rev() {
        let moment = PostgresShelf::moment(address);
        let mut moment = moment.with_context(|| format!("the database is {address}"))?;
        tables += copy(&mut moment, &mut shelf)?.written;
    }
    drop(shelf);
    baize_store::backup(&partial.0, file)?;
    let all: Vec<String> = addresses.iter().map(Address::to_string).collect();
    let (tables, all) = (counted(tables, "table"), all.join(" and "));
    writeln!(Out, "{} has the {tables} that were in {all}", file.display())?;
    Ok(())
}

/// A folder that is removed at the end.
struct Partial(PathBuf);

impl Drop for Partial {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Works on the data of a server that is stopped.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Copies all tables from one store to another
    Copy(Copy),
}

/// Copies all tables from a data folder or a database to another, in either direction. Every log is checked
/// on the way and read back. If interrupted, run it again: it goes on where it stopped.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize store copy tables copies
  baize store copy tables postgres://baize@db.example/baize
  baize store copy postgres://baize@db.example/baize tables

Stop the servers on both sides first. Tables that only the second has stay there.")]
struct Copy {
    /// A data folder, or postgres://user:password@host/name
    from: String,
    /// Likewise; made if there is none
    to: String,
}

/// Does what the command says.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let Command::Copy(Copy { from, to }) = &args.command;
    ensure!(from != to, "from and to are the same");
    if !is_database(from) {
        ensure!(Path::new(from).join("baize.db").is_file(), "there is no baize.db in {from}");
    }
    let mut source = open(from, PostgresShelf::moment)?;
    let mut target = open(to, PostgresShelf::open)?;
    let Copied { written, there } = copy(&mut *source, &mut *target)?;
    writeln!(Out, "{} copied, {there} were there already", counted(written, "table"))?;
    Ok(())
}

fn is_database(text: &str) -> bool {
    text.starts_with("postgres://") || text.starts_with("postgresql://")
}

fn open(
    text: &str,
    database: impl FnOnce(&Address) -> Result<PostgresShelf, baize_store::StoreError>,
) -> anyhow::Result<Box<dyn Shelf>> {
    if is_database(text) {
        let address: Address = text.parse()?;
        let shelf = database(&address).with_context(|| format!("the database is {address}"))?;
        return Ok(Box::new(shelf));
    }
    let shelf = SqliteShelf::open(Path::new(text)).with_context(|| format!("the data folder is {text}"))?;
    Ok(Box::new(shelf))
}

fn copy(from: &mut dyn Shelf, to: &mut dyn Shelf) -> anyhow::Result<Copied> {
    let bar = ProgressBar::new(from.count()?);
    bar.set_style(ProgressStyle::with_template(
        "{elapsed_precise} {bar:30} {pos} of {len} tables, {eta} left",
    )?);
    let copied = baize_store::copy(from, to, &mut |copied| bar.set_position(copied.written + copied.there))?;
    bar.finish_and_clear();
    Ok(copied)
}
