//! `baize train othello-calibration`: whether the scores that Othello players show are right, and what they
//! mean.

use crate::matches::progress_bar;
use crate::{brief, clock};
use anyhow::Context;
use baize_games::find;
use baize_othello::{Board, Colour, Position, notation};
use baize_othello_engine::train::{Play, Purpose, TrainingGame, play};
use baize_othello_engine::{Aim, Certainty, Engine, Style, Weights};
use baize_players::{Budget, sit};
use baize_rules::Seed;
use baize_search::Limits;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The players whose scores are examined.
const PLAYERS: [&str; 4] = ["easy", "medium", "hard", "expert"];

/// How many plies deeper the search for comparison goes.
const DEEPER: u32 = 8;

/// How many moves a stage has; the first stage begins with the fourth move.
const STAGE: usize = 4;
const FIRST: usize = 4;
const STAGES: usize = 14;

/// How many games the positions come from; each gives one to every stage.
const GAMES: u32 = 200;

/// What a player says about a position, and what is known about the position.
struct Reading {
    stage: usize,
    empties: u32,
    /// How many plies the shown score looks ahead; all that are left, if it is as good as final.
    depth: u32,
    is_estimate: bool,
    shown: f64,
    /// The score of the deeper search, and how many plies deeper it was.
    deeper: (f64, u32),
    /// How the game ended.
    result: f64,
}

/// Writes a page about the scores of all players. A search eight plies deeper may end after `nodes`.
pub(crate) fn page(seed: &str, percent: u32, nodes: u64) -> anyhow::Result<String> {
    let games = brief::at_most((GAMES * percent).div_ceil(100), 1);
    let how = Play { depth: 6, exact: 14, games, purpose: Purpose::Sparring };
    let games = play(Weights::learnt(), how, &Seed::from_text(seed));
    let nodes = brief::nodes(Some(nodes)).unwrap_or(nodes);
    let bar = progress_bar((games.len() * PLAYERS.len()) as u32, "games looked at");
    let mut page = format!(
        "What the players of Othello say about positions of {} games, compared with a search {DEEPER} plies deeper that may look at \
         {nodes}\npositions; where it saw the end of the game it is the final score. In discs.\n\n\
         command: baize train othello-calibration --seed {seed} --percent {percent} --nodes {nodes}\n",
        games.len()
    );
    let (mut all, mut known) = (Vec::new(), Known::new());
    for player in PLAYERS {
        let mut readings = Vec::new();
        for (number, game) in games.iter().enumerate() {
            for stage in 0..STAGES {
                readings.extend(read(player, game, number, stage, nodes, &mut known)?);
            }
            bar.inc(1);
        }
        table(&mut page, player, &readings)?;
        all.extend(readings);
    }
    bar.finish_and_clear();
    all.retain(|reading| reading.is_estimate);
    meaning(&mut page, &all)?;
    Ok(page)
}

/// Results of deeper searches: the score and the depth reached, by position and the depth aimed for.
type Known = BTreeMap<([u64; 2], u32), (f64, u32)>;

/// Asks a player about the position of a game in a stage; `None` if the game is over by then or the answer is
/// final.
fn read(
    player: &str,
    game: &TrainingGame,
    number: usize,
    stage: usize,
    nodes: u64,
    known: &mut Known,
) -> anyhow::Result<Option<Reading>> {
    let mut board = Board::START;
    let count = FIRST + STAGE * stage + number % STAGE;
    for &square in game.moves.iter().take(count) {
        board = board.play(square).context("games are made of moves")?.0;
    }
    let empties = board.position.empty().count_ones();
    if game.moves.len() <= count || board.position.moves() == 0 {
        return Ok(None);
    }
    let table = find("othello")?.load(&json!(notation::line(&board)), &Value::Null)?;
    let seat = table.awaiting().must.iter().next().context("somebody is to move")?;
    let budget = Budget { nodes: brief::nodes(None), ..clock::budget() };
    let info = sit("othello", player, &Seed::from_text(player))?.choose(&table.seat_view(seat), budget)?.info;
    let (estimate, percent) = (info["depth"].as_u64(), info["percent"].as_u64());
    let depth = estimate.map(|depth| depth as u32).or(percent.map(|_| empties));
    let (Some(shown), Some(depth)) = (info["score"].as_f64(), depth) else { return Ok(None) };
    let found = known.entry(([board.position.own, board.position.opp], depth));
    let (score, reached) = *found.or_insert_with(|| deeper(board.position, depth + DEEPER, nodes));
    let result = f64::from(if board.to_move == Colour::Black { game.margin } else { -game.margin });
    let deeper = (score, reached.saturating_sub(depth));
    Ok(Some(Reading { stage, empties, depth, is_estimate: estimate.is_some(), shown, deeper, result }))
}

/// Searches to `depth`, or to the end of the game if that comes first; returns the score and the depth
/// reached.
fn deeper(position: Position, depth: u32, nodes: u64) -> (f64, u32) {
    let empties = position.empty().count_ones();
    let exact = if depth >= empties { empties } else { 0 };
    let aim = Aim { depth, exact, margin: 0, style: Style::Selective };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let verdict = Engine::new(Weights::learnt()).think(position, aim, limits, &mut |_| {});
    match verdict.certainty {
        Certainty::Depth(reached) => (verdict.score, reached),
        _ => (verdict.score, empties),
    }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = values.fold((0, 0.0), |(count, sum), value| (count + 1, sum + value));
    sum / f64::from(count.max(1))
}

fn table(page: &mut String, player: &str, readings: &[Reading]) -> std::fmt::Result {
    writeln!(page, "\n{player}\n  moves  positions  plies  deeper    bias  mean difference")?;
    for stage in 0..STAGES {
        let here: Vec<&Reading> = readings.iter().filter(|reading| reading.stage == stage).collect();
        if here.is_empty() {
            continue;
        }
        let first = FIRST + STAGE * stage;
        let differences = || here.iter().map(|reading| reading.shown - reading.deeper.0);
        writeln!(
            page,
            "  {first:2}-{:2}  {:9}  {:5.1}  {:6.1}  {:+6.2}  {:15.2}",
            first + STAGE - 1,
            here.len(),
            mean(here.iter().map(|reading| f64::from(reading.depth))),
            mean(here.iter().map(|reading| f64::from(reading.deeper.1))),
            mean(differences()),
            mean(differences().map(f64::abs)),
        )?;
    }
    Ok(())
}

/// What a score means for the end of the game: how likely a win is, and how far the score is off.
fn meaning(page: &mut String, readings: &[Reading]) -> std::fmt::Result {
    // Rounded to the precision with which they are known.
    let slope = logistic(readings).map(|number| (number * 1e4).round() / 1e4);
    let error = spread(readings).map(|number| (number * 1e3).round() / 1e3);
    let [at, moves, depth] = slope;
    writeln!(
        page,
        "\nThe chance to win, by a fit to the ends of the games: 1 / (1 + exp(-score * slope)),\n\
         slope = {at} + {moves} * discs placed + {depth} * plies searched\n\n  chance   said  happened  positions"
    )?;
    for tenth in 0..10 {
        let chance = |reading: &Reading| 1.0 / (1.0 + (-reading.shown * dot(slope, reading)).exp());
        let here: Vec<&Reading> =
            readings.iter().filter(|reading| (chance(reading) * 10.0) as u32 == tenth).collect();
        let said = mean(here.iter().map(|reading| chance(reading)));
        let happened = mean(here.iter().map(|reading| won(reading)));
        let from = f64::from(tenth) / 10.0;
        writeln!(page, "  {from:.1}-{:.1}  {said:.3}     {happened:.3}  {:9}", from + 0.1, here.len())?;
    }
    let [at, moves, depth] = error;
    writeln!(
        page,
        "\nHow far a score is off the end of the game, as a standard deviation in discs:\n\
         {at} + {moves} * discs placed + {depth} * plies searched"
    )
}

/// The terms that the numbers of a fit are multiplied by.
fn terms(reading: &Reading) -> [f64; 3] {
    [1.0, f64::from(60 - reading.empties.min(60)), f64::from(reading.depth)]
}

fn dot(numbers: [f64; 3], reading: &Reading) -> f64 {
    numbers.iter().zip(terms(reading)).map(|(number, term)| number * term).sum()
}

/// The result as a number: 1 for a win, one half for a draw.
fn won(reading: &Reading) -> f64 {
    if reading.result == 0.0 { 0.5 } else { f64::from(u8::from(reading.result > 0.0)) }
}

/// The slopes that make the results of the games most likely, by Newton's method.
fn logistic(readings: &[Reading]) -> [f64; 3] {
    let mut slope = [0.0; 3];
    for _ in 0..20 {
        let (mut gradient, mut curve) = ([0.0; 3], [[0.0; 3]; 3]);
        for reading in readings {
            let chance = 1.0 / (1.0 + (-reading.shown * dot(slope, reading)).exp());
            let terms = terms(reading).map(|term| term * reading.shown);
            add(&mut gradient, &mut curve, terms, won(reading) - chance, chance * (1.0 - chance));
        }
        let step = solved(curve, gradient);
        slope.iter_mut().zip(step).for_each(|(number, step)| *number += step);
    }
    slope
}

/// The standard deviation of a normal error that fits the differences, by least squares.
fn spread(readings: &[Reading]) -> [f64; 3] {
    let (mut gradient, mut curve) = ([0.0; 3], [[0.0; 3]; 3]);
    for reading in readings {
        let deviation = (reading.shown - reading.result).abs() * (std::f64::consts::PI / 2.0).sqrt();
        add(&mut gradient, &mut curve, terms(reading), deviation, 1.0);
    }
    solved(curve, gradient)
}

fn add(gradient: &mut [f64; 3], curve: &mut [[f64; 3]; 3], terms: [f64; 3], pull: f64, weight: f64) {
    for (row, term) in terms.into_iter().enumerate() {
        gradient[row] += term * pull;
        terms.into_iter().enumerate().for_each(|(column, other)| curve[row][column] += weight * term * other);
    }
}

/// Solves three linear equations by elimination; all zero if there is too little data.
fn solved(mut matrix: [[f64; 3]; 3], mut right: [f64; 3]) -> [f64; 3] {
    for pivot in 0..3 {
        if matrix[pivot][pivot].abs() < 1e-9 {
            return [0.0; 3];
        }
        for row in (0..3).filter(|row| *row != pivot) {
            let share = matrix[row][pivot] / matrix[pivot][pivot];
            let above = matrix[pivot];
            matrix[row].iter_mut().zip(above).for_each(|(cell, above)| *cell -= share * above);
            right[row] -= share * right[pivot];
        }
    }
    std::array::from_fn(|row| right[row] / matrix[row][row])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let found = solved([[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 4.0]], [4.0, 10.0, 14.0]);
        assert!(found.iter().zip([1.0, 2.0, 3.0]).all(|(found, number)| (found - number).abs() < 1e-9));
        assert_eq!(solved([[0.0; 3]; 3], [1.0; 3]), [0.0; 3]);
    }

    /// A fit to games that follow a known slope returns that slope.
    #[test]
    fn a_fit_finds_what_the_games_follow() {
        let mut readings = Vec::new();
        for (empties, depth) in [(50, 1), (30, 8), (20, 3), (40, 8)] {
            for shown in -12..=12 {
                let slope = 0.1 + 0.005 * f64::from(60 - empties) + 0.01 * f64::from(depth);
                let chance = 1.0 / (1.0 + (-f64::from(shown) * slope).exp());
                let wins = (chance * 400.0).round() as u32;
                readings.extend((0..400).map(|game| Reading {
                    stage: 0,
                    empties,
                    depth,
                    is_estimate: true,
                    shown: f64::from(shown),
                    deeper: (0.0, 8),
                    result: if game < wins { 2.0 } else { -2.0 },
                }));
            }
        }
        for (found, expected) in logistic(&readings).into_iter().zip([0.1, 0.005, 0.01]) {
            assert!((found - expected).abs() < 0.1 * expected, "{found} instead of {expected}");
        }
    }
}
