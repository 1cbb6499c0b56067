//! `baize play`: a plain game in the terminal.

use crate::{clock, seed};
use anyhow::{Context, ensure};
use baize_games::{AnyTable, GAMES, find};
use baize_players::{AnyPlayer, sit};
use baize_rules::{Dice, Language, Seat, Viewer};
use serde_json::Value;
use std::io::{self, BufRead, Write};

/// A game against the computer, one typed line per move.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  baize play othello
  baize play nine --players human,medium
  baize play banqi --options '{\"mode\":\"three-kingdoms\"}' --players human,random,random")]
pub(crate) struct Args {
    /// Which game; asks if it is left out
    game: Option<String>,
    /// Who sits where: `human` or a computer player, separated by commas [default: human against random]
    #[arg(long, value_delimiter = ',')]
    players: Vec<String>,
    /// Makes the deal and the computer players repeatable
    #[arg(long)]
    seed: Option<String>,
    /// Options of the game, as JSON
    #[arg(long, default_value = "{}")]
    options: String,
}

const HELP: &str =
    "Type a move from the list, `undo` to take back your last one, `?` for this help, `quit` to stop.";

type Seats = Vec<Option<Box<dyn AnyPlayer>>>;

/// A table to go back to, and whether something hidden was shown since.
struct Earlier {
    table: Box<dyn AnyTable>,
    showed: bool,
}

/// What a person typed.
enum Wish {
    Move(Value),
    Undo,
    Quit,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut lines = io::stdin().lock().lines();
    let Some(game) = (match &args.game {
        Some(game) => Some(game.clone()),
        None => ask_game(&mut lines)?,
    }) else {
        return Ok(());
    };
    let game = find(&game)?;
    let options: Value = serde_json::from_str(&args.options).context("the options are not JSON")?;
    let sizes = game.table_sizes(&options)?;
    let mut names = args.players.clone();
    if names.is_empty() {
        names = vec!["random".to_owned(); usize::from(*sizes.start())];
        "human".clone_into(&mut names[0]);
    }
    let count = u8::try_from(names.len()).unwrap_or(u8::MAX);
    ensure!(sizes.contains(&count), "{} takes {sizes:?} players here, not {count}", game.name());
    let seed = seed::given_or_fresh(args.seed.as_deref())?;
    let mut seats: Seats = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let dice = seed.branch(&format!("dice of seat {index}"));
        seats.push(if name == "human" { None } else { Some(sit(game.id(), name, &dice)?) });
    }
    let mut table = game.start(&options, Some(count), &seed)?;
    println!("{}. {HELP}", game.name());
    let mut earlier: Vec<Earlier> = Vec::new();
    let mut dice = Dice::new(&seed.branch("undo"));
    while let Some(seat) = next_seat(&*table, &seats) {
        let action = match &mut seats[seat.index()] {
            Some(player) => player.choose(&table.glimpse(seat), clock::budget())?.action,
            None => match ask_move(&*table, seat, &mut lines)? {
                Wish::Quit => return Ok(()),
                Wish::Undo => {
                    match earlier.pop_if(|earlier| !earlier.showed) {
                        Some(earlier) => table = earlier.table,
                        None if earlier.is_empty() => println!("There is nothing to take back."),
                        None => println!("Something hidden was shown since; that cannot be taken back."),
                    }
                    continue;
                }
                Wish::Move(action) => {
                    earlier.push(Earlier { table: table.boxed_clone(), showed: false });
                    action
                }
            },
        };
        let shows = shows_something(&*table, seat, &action, &mut dice);
        earlier.iter_mut().for_each(|earlier| earlier.showed |= shows);
        play(&mut *table, seat, &action, &seats)?;
    }
    println!("\n{}", table.text(Viewer::Spectator, Language::English));
    if let Some(outcome) = table.outcome() {
        let winners: Vec<String> = outcome.winners.iter().map(|seat| seat.to_string()).collect();
        let who =
            if winners.is_empty() { "A draw".to_owned() } else { format!("Won by {}", winners.join(", ")) };
        let scores: Vec<String> = outcome.scores.iter().map(ToString::to_string).collect();
        println!("{who} ({}), score {}.", outcome.reason, scores.join(" to "));
    }
    Ok(())
}

/// Whether an action shows what nobody at the table knew: it would then have sounded otherwise after another deal.
fn shows_something(table: &dyn AnyTable, seat: Seat, action: &Value, dice: &mut Dice) -> bool {
    let sounds = |mut table: Box<dyn AnyTable>| table.play(seat, action).ok();
    let told = sounds(table.boxed_clone());
    (0..16).any(|_| sounds(table.redeal(Viewer::Seat(seat), dice)) != told)
}

/// People first: where seats choose at the same time a person should not wait for the computer.
fn next_seat(table: &dyn AnyTable, seats: &Seats) -> Option<Seat> {
    let must = table.awaiting().must;
    must.iter().find(|seat| seats[seat.index()].is_none()).or(must.iter().next())
}

/// Plays and says what happened, as far as the one person at this screen may know; with several, what is public.
fn play(table: &mut dyn AnyTable, seat: Seat, action: &Value, seats: &Seats) -> anyhow::Result<()> {
    let people: Vec<Seat> = Seat::first(table.seats()).filter(|seat| seats[seat.index()].is_none()).collect();
    let viewer = if let [alone] = people[..] { Viewer::Seat(alone) } else { Viewer::Spectator };
    for told in table.play(seat, action)?.iter().filter(|told| told.to.includes(viewer)) {
        println!("{seat}: {}", told.text.told_in(Language::English));
    }
    Ok(())
}

/// Asks until something legal is typed. The end of input is the wish to stop.
fn ask_move(
    table: &dyn AnyTable,
    seat: Seat,
    lines: &mut impl Iterator<Item = io::Result<String>>,
) -> anyhow::Result<Wish> {
    println!("\n{}", table.text(Viewer::Seat(seat), Language::English));
    loop {
        let menu = table.menu(seat);
        let moves: Vec<String> =
            menu.actions.iter().filter_map(|l| table.write(seat, &l.action.value()).ok()).collect();
        println!("{seat} can play: {}", moves.join(" "));
        print!("> ");
        io::stdout().flush()?;
        let Some(line) = lines.next().transpose()? else {
            println!();
            return Ok(Wish::Quit);
        };
        match line.trim() {
            "" => continue,
            "?" | "help" => println!("{HELP}"),
            "quit" | "q" | "exit" => return Ok(Wish::Quit),
            "undo" | "u" => return Ok(Wish::Undo),
            text => {
                match table.read(seat, text).and_then(|action| table.check(seat, &action).map(|()| action)) {
                    Ok(action) => return Ok(Wish::Move(action)),
                    Err(problem) => println!("{}", problem.message),
                }
            }
        }
    }
}

fn ask_game(lines: &mut impl Iterator<Item = io::Result<String>>) -> anyhow::Result<Option<String>> {
    let ids: Vec<&str> = GAMES.iter().map(|game| game.id()).collect();
    loop {
        print!("Which game: {}? ", ids.join(", "));
        io::stdout().flush()?;
        let Some(line) = lines.next().transpose()? else {
            println!();
            return Ok(None);
        };
        match ids.iter().find(|id| **id == line.trim()) {
            Some(id) => return Ok(Some((*id).to_owned())),
            None if line.trim() == "quit" => return Ok(None),
            None => println!("Please type one of these names, or `quit`."),
        }
    }
}
