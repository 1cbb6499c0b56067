//! The page: a table and a chart for each game.

use super::{Plan, Played, level_and_nodes, strengths};
use crate::stats::{Estimate, score};
use baize_players::ids;
use std::fmt::Write;

/// The name and the text of every file.
pub(super) fn files(ladders: &[(Plan, Vec<Played>)]) -> Vec<(String, String)> {
    let mut page = String::from(
        "# Strength\n\n\
         How strong the computer players are, in Elo: 100 more means 64 % of the points, 200 more 76 %, 400 more 91 %. Every deal or\n\
         opening is played in all seatings, so that luck cancels. All intervals are 95 %. `baize ladder GAME` plays the matches of a\n\
         game and makes this page; do not edit it.\n",
    );
    let mut files = Vec::new();
    for (plan, played) in ladders {
        let mut players: Vec<&str> =
            played.iter().flat_map(|row| row.players.iter().map(String::as_str)).collect();
        // The yardstick comes first, even in games where random play is as good as any.
        players.sort_by_key(|name| {
            let (level, nodes) = level_and_nodes(name);
            (level != "random", ids(plan.game).iter().position(|id| *id == level), nodes)
        });
        players.dedup();
        let strengths = strengths(played, &players);
        let chart = format!("strength-{}.svg", plan.id);
        page += &section(plan, &chart, played, &players, &strengths);
        files.push((chart, draw(&plan.title(), &players, &strengths)));
    }
    files.push(("strength.md".to_owned(), page));
    files
}

fn section(plan: &Plan, chart: &str, played: &[Played], players: &[&str], strengths: &[Estimate]) -> String {
    let title = plan.title();
    let mut text = format!("\n## {title}\n\n![Strength of the players of {title}]({chart})\n\n");
    text += "| player | Elo | interval | ms a move |\n|---|---:|---:|---:|\n";
    for (player, Estimate { value, low, high }) in players.iter().zip(strengths) {
        let millis = millis(played, player);
        let _ = writeln!(text, "| `{player}` | {value:.0} | {low:.0} to {high:.0} | {millis} |");
    }
    text += "\n| match | games | score % | interval |\n|---|---:|---:|---:|\n";
    for Played { players: [first, second], deals, seats, .. } in played {
        let mean = deals.iter().sum::<f64>() / deals.len().max(1) as f64;
        let Estimate { value, low, high } = score(mean, deals, *seats).map(|score| 100.0 * score);
        let games = deals.len() * seats;
        let _ =
            writeln!(text, "| `{first}` against `{second}` | {games} | {value:.1} | {low:.1} to {high:.1} |");
    }
    text + &points(played) + "\n" + &how(plan, played)
}

/// Where points are bad: how many fewer points the first player has.
fn points(played: &[Played]) -> String {
    let rows = played.iter().filter_map(|row| Some((&row.players, row.fewer?)));
    let lines = rows.map(|([first, second], fewer)| {
        let [total, before_last] = fewer.map(|share| {
            let Estimate { value, low, high } = share.map(|share| 100.0 * share);
            format!("{value:.1} | {low:.1} to {high:.1}")
        });
        format!("| `{first}` among `{second}` | {total} | {before_last} |\n")
    });
    let lines: String = lines.collect();
    if lines.is_empty() {
        return lines;
    }
    let head = "| points fewer, in % of the others' | all rounds | interval | without the last | interval |";
    format!("\n{head}\n|---|---:|---:|---:|---:|\n{lines}")
}

/// The mean time of a player over its matches.
fn millis(played: &[Played], player: &str) -> String {
    let times: Vec<f64> = played
        .iter()
        .flat_map(|row| row.players.iter().zip(row.millis_per_move))
        .filter_map(|(name, millis)| (name == player).then_some(millis))
        .collect();
    let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
    if mean < 10.0 { format!("{mean:.2}") } else { format!("{mean:.0}") }
}

fn how(plan: &Plan, played: &[Played]) -> String {
    let Plan { game, options, opening, even, noise, .. } = *plan;
    let mut text = format!("Revision {} of the rules. ", plan.revision());
    if options != "{}" {
        let _ = write!(text, "Played with the options `{options}`. ");
    }
    if let Some(noise) = noise {
        let _ = write!(text, "Noise {noise}. ");
    }
    if opening > 0 {
        let _ = write!(text, "Games begin after {opening} random moves");
        if let Some(even) = even {
            let _ = write!(text, " that `hard` thinks within {even} points of even");
        }
        text += ". ";
    }
    if let Some(Played { seed, nodes, deals, seats, .. }) = played.first() {
        let nodes = nodes.map_or_else(String::new, |nodes| format!(" --nodes {nodes}"));
        let games = deals.len() * seats;
        let _ = writeln!(text, "Played by `baize ladder {game} --games {games} --seed {seed}{nodes}`.");
    }
    text
}

const LEFT: f64 = 110.0;
const WIDTH: f64 = 560.0;
const ROW: f64 = 28.0;

/// A dot and its interval for each player, the strongest on top.
fn draw(name: &str, players: &[&str], strengths: &[Estimate]) -> String {
    let most = strengths.iter().map(|strength| strength.high).fold(100.0, f64::max);
    let least = strengths.iter().map(|strength| strength.low).fold(0.0, f64::min);
    let step = [50.0, 100.0, 200.0, 250.0, 500.0, 1000.0]
        .into_iter()
        .find(|step| (most - least) / step <= 8.0)
        .unwrap_or(2000.0);
    let (first, last) = ((least / step).floor() * step, (most / step).ceil() * step);
    let x = |elo: f64| LEFT + (elo - first) / (last - first) * WIDTH;
    let bottom = 40.0 + ROW * players.len() as f64;
    let (width, height) = (LEFT + WIDTH + 40.0, bottom + 30.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <title>{name}: strength of the players in Elo</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    for line in 0..=((last - first) / step).round() as u32 {
        let elo = first + f64::from(line) * step;
        let at = x(elo);
        let _ = writeln!(
            svg,
            "<path d=\"M{at:.1} 30V{bottom:.1}\" stroke=\"#dddddd\"/><text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#555555\">{elo:.0}</text>",
            bottom + 18.0
        );
    }
    for (row, (player, Estimate { value, low, high })) in players.iter().zip(strengths).rev().enumerate() {
        let y = 48.0 + ROW * row as f64;
        let (at, low, high) = (x(*value), x(*low), x(*high));
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#222222\">{player}</text>\
             <path d=\"M{low:.1} {y:.1}H{high:.1}M{low:.1} {:.1}v10M{high:.1} {:.1}v10\" stroke=\"#2e6b4a\" stroke-width=\"2\"/>\
             <circle cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"#2e6b4a\"/>",
            LEFT - 12.0,
            y + 4.0,
            y - 5.0,
            y - 5.0
        );
    }
    svg + "</svg>\n"
}
