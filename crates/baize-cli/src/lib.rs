//! Everything behind the `baize` program: one module per command.
#![forbid(unsafe_code)]
// Both panic when the reader of the output has gone; `out` does not.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod agent;
mod analyse;
mod bench;
mod brief;
mod calibrate;
mod clock;
mod contest;
mod convert;
mod export_site;
mod files;
mod games;
mod house;
mod ladder;
mod load;
mod local;
mod manual;
mod matches;
mod mcp;
mod openings;
mod out;
mod perft;
mod play;
mod puzzles;
mod records;
mod review;
mod runout;
mod seed;
mod serve;
mod simulate;
mod solve;
mod stats;
mod stop;
mod store;
mod train;
mod verify;
mod words;

pub use local::CODES;

use clap::{CommandFactory, Parser};
use out::Out;
use std::ffi::OsString;
use std::io::{Write, stdin};
use std::process::ExitCode;

/// The green cloth under every good game.
#[derive(Parser)]
#[command(name = "baize", version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Without a command it serves, as with `baize serve`.

Examples:
  baize serve                               # tables for everybody who opens the page
  baize play othello                        # a game against the computer
  baize match nine --players medium,easy --games 1000
  baize games banqi                         # options, players and questions of a game
  baize perft othello --depth 9
  echo '{\"op\":\"games\"}' | baize referee";

#[derive(clap::Subcommand)]
enum Command {
    /// Hosts tables for people and computer players
    Serve(serve::Args),
    /// Plays many tables of a server at once, and checks the results
    Load(load::Args),
    /// Runs server, disk, network, time and clients on one seed, and checks every promise
    Simulate(simulate::Args),
    /// Copies the data of a server
    Backup(store::Backup),
    /// Works on the data of a server that is stopped
    Store(store::Args),
    /// Writes the offline edition: the page with tables, rules and players inside
    ExportSite(export_site::Args),
    /// Plays a game in the terminal
    Play(play::Args),
    /// Plays a game from a shell, one command per step
    Agent(agent::Args),
    /// Serves tables to a language model, over the Model Context Protocol
    Mcp(mcp::Args),
    /// Speaks the machine protocol: one JSON request per line in, one reply per line out
    #[command(after_help = baize_referee::EXAMPLES)]
    Referee,
    /// Lists games, options, players and questions
    Games(games::Args),
    /// Lets computer players play each other
    Match(matches::Args),
    /// Measures how strong the computer players are
    Ladder(ladder::Args),
    /// Measures how often a computer player of nine-ball wins from ball in hand without giving up the table
    Runout(runout::Args),
    /// Counts move sequences
    Perft(perft::Args),
    /// Finds the exact score of positions
    Solve(solve::Args),
    /// Makes the weights of a computer player from games against itself
    Train(train::Args),
    /// Draws the shots of a record
    Analyse(analyse::Args),
    /// Says what every decision of finished games was worth
    Review(review::Args),
    /// Makes puzzles, or checks those there are
    Puzzles(puzzles::Args),
    /// Measures the program's own speed on this machine
    Bench(bench::Args),
    /// Replays records and checks their seed commitments
    Verify(verify::Args),
    /// Reads and writes Othello games as other programs write them
    Convert(convert::Args),
    /// Prints completions for a shell
    Completions(manual::Completions),
    /// Writes the manual pages
    Man(manual::Man),
}

/// Runs the program with these arguments.
///
/// Status 0: done, or nobody reads the output any more. 1: bad input, or output that cannot be written, with
/// one line saying why. 2: bad arguments, likewise. 130: stopped by Ctrl-C, with the results so far.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    if arguments.len() < 2 {
        arguments.push("serve".into());
    }
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let done = match cli.command {
        // It serves whether or not its output can be written.
        Command::Serve(args) => return finish(serve::run(&args)),
        Command::Load(args) => load::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Backup(args) => store::back_up(&args),
        Command::Store(args) => store::run(&args),
        Command::ExportSite(args) => export_site::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Agent(args) => return status_of(agent::run(args, &mut Out)),
        Command::Mcp(args) => mcp::run(&args),
        Command::Referee => {
            baize_referee::serve(stdin().lock(), Out, clock::budget()).map_err(anyhow::Error::from)
        }
        Command::Games(args) => games::run(&args),
        Command::Match(args) => matches::run(&args),
        Command::Ladder(args) => ladder::run(&args),
        Command::Runout(args) => runout::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Review(args) => review::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Completions(args) => manual::complete(&args, Cli::command()),
        Command::Man(args) => manual::write_pages(&args, Cli::command()),
    };
    finish(done.and_then(|()| Ok(Out.flush()?)))
}

/// The status that a command ends with.
fn finish(done: anyhow::Result<()>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if out::is_unread(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<stop::Stopped>() => complain(&error.to_string(), stop::STATUS),
        Err(error) => complain(&format!("{error:#}"), 1),
    }
}

/// Says why a command failed; text from servers and files may be part of it.
fn complain(why: &str, status: u8) -> ExitCode {
    out::note(&format!("baize: {why}"));
    ExitCode::from(status)
}

/// Runs one command of `baize agent` as a call: its output goes to `out`, and a failure returns the status
/// and the complaint that the program would end with. For tests that play whole games.
pub fn agent(arguments: &[&str], out: &mut impl Write) -> Result<(), (u8, String)> {
    #[derive(Parser)]
    struct Whole {
        #[command(flatten)]
        args: agent::Args,
    }
    let words = ["baize agent"].iter().chain(arguments);
    let whole = Whole::try_parse_from(words).map_err(|error| (2, error.to_string()))?;
    agent::run(whole.args, out).map_err(|failure| match failure {
        agent::Failure::Usage(text) => (2, text),
        agent::Failure::Refused(error) => (1, format!("{error:#}")),
    })
}

fn status_of(done: Result<(), agent::Failure>) -> ExitCode {
    match done {
        Ok(()) => finish(Out.flush().map_err(Into::into)),
        Err(agent::Failure::Refused(error)) => finish(Err(error)),
        Err(agent::Failure::Usage(text)) => complain(&text, 2),
    }
}

/// Prints help as a whole, and a mistake as one line.
fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return finish(write!(Out, "{error}").and_then(|()| Out.flush()).map_err(Into::into));
    }
    let text = error.to_string();
    let is_end = |line: &&str| line.starts_with("Usage:") || line.starts_with("For more information");
    let lines = text.lines().map(str::trim).take_while(|line| !is_end(line));
    let what: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let what = what.join(" ").replace(" tip: ", "; ");
    complain(&format!("{} (see --help)", what.trim_start_matches("error: ")), 2)
}
