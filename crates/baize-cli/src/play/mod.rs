//! `baize play`: a game in the terminal.
//!
//! A game is a [`venue::Venue`]: on this machine ([`session`]), or at a server's table ([`join`], [`remote`]).
//! On a terminal it has a screen ([`app`], [`screen`]); otherwise a game is played line by line ([`lines`]).
//! The screen shows the text of the board as a screen reader would read it, with colours and a cursor; only
//! the pool table is a picture.

mod app;
mod ask;
mod banqi;
mod board;
mod face;
mod hand;
pub(crate) mod join;
mod keeper;
mod lines;
mod may_i;
mod names;
mod othello;
mod pool;
mod remote;
mod screen;
#[cfg(test)]
mod server_tests;
mod session;
mod targets;
mod terminal;
#[cfg(test)]
mod tests;
mod venue;
mod words;

use crate::local::{Local, PERSON};
use crate::out::Out;
use crate::{seed, serve};
use anyhow::Context;
use baize_client::{Link, Socket, Trust, Wire};
use baize_games::find;
use baize_players::cast;
use baize_protocol::Pace;
use baize_rules::{Language, harmless};
use keeper::Keeper;
use serde_json::Value;
use session::Session;
use std::io::{IsTerminal, stdin, stdout};
use std::path::PathBuf;
use venue::Venue;

/// A game against computer players, each other, or people at a server's table, in the terminal.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize play othello
  baize play nine --players human,mina        # bruno, mina, theo, amara, jun, ines, vera: the gentlest first
  baize play banqi --players human,vera --pace fast
  baize play othello --players human,easy --theme light
  baize play may-i --players human,greedy,greedy --language ja
  baize play --join \"$LINK\"                 # the link that the page's share button gives
  baize play banqi --options '{\"mode\":\"three-kingdoms\"}' --players human,random,random")]
pub(crate) struct Args {
    /// Which game; asks if it is left out
    game: Option<String>,
    /// Sits down at a server's table: the link that its page gives
    #[arg(long, value_name = "LINK", conflicts_with_all = ["game", "players", "seed", "options"])]
    join: Option<String>,
    /// Certificates of an authority of your own, for links with https://; those of the system are trusted anyway
    #[arg(long, value_name = "FILE", env = "BAIZE_CA")]
    ca: Option<PathBuf>,
    /// Goes on with the game that was left last, or with the one of this name
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "",
        conflicts_with_all = ["game", "players", "seed", "options", "join"])]
    resume: Option<String>,
    /// The folder where games that were left are kept [default: baize/play in the user's data folder]
    #[arg(long, env = "BAIZE_PLAY_DATA")]
    data: Option<PathBuf>,
    /// What you are called at the table [default: your name on this machine]
    #[arg(long)]
    name: Option<String>,
    /// How fast computer players act on the screen
    #[arg(long, value_enum, default_value = "normal", conflicts_with = "join")]
    pace: Speed,
    /// Who sits where: `human`, somebody of the house or a computer player, separated by commas [default: you and the gentlest
    /// of the house]
    #[arg(long, value_delimiter = ',')]
    players: Vec<String>,
    /// Makes the deal and the computer players repeatable
    #[arg(long)]
    seed: Option<String>,
    /// Options of the game, as JSON
    #[arg(long, default_value = "{}")]
    options: String,
    /// Neither colours nor letters beyond ASCII in frames and boards; NO_COLOR alone takes the colours away
    #[arg(long)]
    plain: bool,
    /// Colours for a dark or for a light ground [default: as COLORFGBG says, otherwise dark]
    #[arg(long, value_enum)]
    theme: Option<Ground>,
    /// Line by line, as when this is no terminal
    #[arg(long)]
    lines: bool,
    /// en, ja or zh-Hant [default: as the terminal]
    #[arg(long)]
    language: Option<Language>,
}

/// The ground that colours are drawn on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Ground {
    Dark,
    Light,
}

/// How fast computer players act.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Speed {
    Slow,
    Normal,
    Fast,
    Instant,
}

impl Speed {
    const fn pace(self) -> Pace {
        match self {
            Speed::Slow => Pace::Slow,
            Speed::Normal => Pace::Normal,
            Speed::Fast => Pace::Fast,
            Speed::Instant => Pace::AtOnce,
        }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let language = args.language.unwrap_or_else(spoken_here);
    let has_screen = !args.lines && stdin().is_terminal() && stdout().is_terminal();
    // Without a screen nobody watches the pace.
    let pace = if has_screen { args.pace.pace() } else { Pace::AtOnce };
    let venue = match (&args.join, &args.resume) {
        (Some(link), _) => sit(args, link, language)?,
        (None, Some(named)) => Some(resume(args, named, pace)?),
        (None, None) => start(args, pace)?,
    };
    let Some(mut venue) = venue else { return Ok(()) };
    if !has_screen || venue.reader().is_none() {
        let (input, out, asks_again) = (stdin().lock(), Out, stdin().is_terminal());
        return lines::Lines { venue: &mut *venue, language, input, out, told: 0, asks_again }.run();
    }
    terminal::run(app::App::new(venue, language, theme(args)))
}

/// Takes a seat at a server's table and waits for the game to begin; `None` if the person stops waiting.
fn sit(args: &Args, link: &str, language: Language) -> anyhow::Result<Option<Box<dyn Venue>>> {
    let trust = Trust { file: args.ca.clone() };
    let mut seated = join::sit(link, &own_name(args), language, &trust)?;
    if !join::lobby(&mut seated, language, &mut stdin().lock(), &mut Out)? {
        return Ok(None);
    }
    let link: Link = link.parse()?;
    let dial = Box::new(move || Box::new(Socket::to(&link, &trust)) as Box<dyn Wire>);
    let remote = remote::Remote::new(seated, language, dial).context("this link leads to no seat")?;
    Ok(Some(Box::new(remote)))
}

/// The name of this person.
fn own_name(args: &Args) -> String {
    let own = || Some(environment(&["USER", "LOGNAME"])).filter(|name| !name.is_empty());
    harmless(&args.name.clone().or_else(own).unwrap_or_else(|| "Guest".to_owned()))
}

/// Starts a game on this machine; `None` if no game was named.
fn start(args: &Args, pace: Pace) -> anyhow::Result<Option<Box<dyn Venue>>> {
    let Some(game) = (match &args.game {
        Some(game) => Some(game.clone()),
        None => lines::ask_game(&mut stdin().lock(), &mut Out)?,
    }) else {
        return Ok(None);
    };
    let game = find(&game)?;
    let options: Value = serde_json::from_str(&args.options).context("the options are not JSON")?;
    let mut names = args.players.clone();
    if names.is_empty() {
        let seats = usize::from(*game.table_sizes(&options)?.start());
        let house = cast(game.id()).into_iter().map(|role| role.persona.to_owned());
        names = [PERSON.to_owned()].into_iter().chain(house).take(seats).collect();
    }
    let seed = seed::given_or_fresh(args.seed.as_deref())?;
    let local = Local::start(game.id(), &options, names, &seed)?;
    // A game can be played even if it cannot be stored.
    let keeper = folder(args).and_then(|folder| Keeper::new(folder, game.id())).ok();
    Ok(Some(Box::new(Session::paced(local, &seed, pace)?.called(&own_name(args)).kept_by(keeper))))
}

fn folder(args: &Args) -> anyhow::Result<PathBuf> {
    args.data.clone().map_or_else(|| Ok(serve::folder(None)?.join("play")), Ok)
}

/// Resumes a game that was left.
fn resume(args: &Args, named: &str, pace: Pace) -> anyhow::Result<Box<dyn Venue>> {
    let (keeper, game) = Keeper::resume(folder(args)?, named)?;
    let seed = game.record().seed.clone().context("the record has no seed")?;
    Ok(Box::new(Session::resume(game, &seed, pace)?.called(&own_name(args)).kept_by(Some(keeper))))
}

fn environment(names: &[&str]) -> String {
    let set = names.iter().find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    set.unwrap_or_default()
}

const LOCALE: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The language of the terminal, if it is one of ours.
fn spoken_here() -> Language {
    let locale = environment(&LOCALE);
    match locale.get(..2) {
        Some("ja") => Language::Japanese,
        Some("zh") => Language::Chinese,
        _ => Language::English,
    }
}

/// Whether a terminal that reports `15;0` or the like has a light ground: its last number is white or light
/// grey.
fn is_light(colours: &str) -> bool {
    matches!(colours.rsplit(';').next(), Some("7" | "15"))
}

fn theme(args: &Args) -> screen::Theme {
    let locale = environment(&["LC_ALL", "LC_CTYPE", "LANG"]).to_lowercase();
    screen::Theme {
        has_colour: !args.plain && environment(&["NO_COLOR"]).is_empty() && environment(&["TERM"]) != "dumb",
        has_unicode: !args.plain && (locale.contains("utf-8") || locale.contains("utf8")),
        is_light: args
            .theme
            .map_or_else(|| is_light(&environment(&["COLORFGBG"])), |ground| ground == Ground::Light),
    }
}
