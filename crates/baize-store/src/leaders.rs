//! Who leads a game.

use crate::{Leaders, ListedTable, MOST_ROWS, SeatResult};
use baize_protocol::Moment;
use baize_protocol::http::{Leader, Ranking};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// Of the games that the same people play against each other in one day, so many count: nobody gets to the top by beating
/// a second browser of their own. All who have played no game on an earlier day count as one person here: such browsers
/// are made as fast as one likes.
pub(crate) const MOST_A_DAY: u32 = 3;
/// A day in milliseconds.
pub(crate) const DAY: u64 = 86_400_000;
/// So many games must count before a share of points says anything.
const FEWEST_GAMES: u32 = 10;

/// What somebody has done in a game, as far as it counts.
pub(crate) struct Tally {
    pub(crate) player: String,
    pub(crate) is_computer: bool,
    pub(crate) games: u32,
    pub(crate) wins: u32,
    pub(crate) points: f64,
    pub(crate) best: Option<f64>,
    /// When the last of the games ended, in milliseconds.
    pub(crate) last: u64,
}

/// Stands for everybody who has played no game on an earlier day.
pub(crate) const NEWCOMERS: &str = "*";

/// The other people of a result, in one text; empty if all others are computer players.
pub(crate) fn others(results: &[SeatResult], own: usize) -> String {
    let people = results.iter().enumerate().filter(|(seat, other)| *seat != own && !other.is_computer);
    let mut people: Vec<&str> = people.map(|(_, other)| other.player.as_str()).collect();
    people.sort_unstable();
    people.join(" ")
}

/// The best of a game by what lists show of its tables.
pub fn best<'a>(listings: impl Iterator<Item = &'a ListedTable>, wanted: &Leaders) -> Vec<Leader> {
    let mut listings: Vec<&ListedTable> = listings.filter(|listing| listing.game == wanted.game).collect();
    listings.sort_by_key(|listing| listing.changed);
    let mut names = BTreeMap::new();
    let mut first: BTreeMap<&str, u64> = BTreeMap::new();
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut days: BTreeMap<(&str, String, u64), u32> = BTreeMap::new();
    for listing in &listings {
        for (seat, result) in listing.results.iter().enumerate() {
            let SeatResult { player, name, is_computer, won, share, score } = result;
            names.insert(player.as_str(), name);
            let day = listing.changed / DAY;
            first.entry(player).or_insert(day);
            let others = others(&listing.results, seat);
            let is_alone = others.is_empty();
            let is_known = |other: &&str| first.get(other).is_some_and(|first| *first < day);
            let known: Vec<&str> = others.split(' ').filter(is_known).collect();
            let known = match known.as_slice() {
                // A computer player has nothing to gain from newcomers.
                _ if *is_computer => others,
                [] => NEWCOMERS.to_owned(),
                known => known.join(" "),
            };
            let today = days.entry((player, known, day)).or_default();
            *today += 1;
            if *today > MOST_A_DAY && !is_alone {
                continue;
            }
            let tally = tallies.entry(player).or_insert_with(|| Tally {
                player: player.clone(),
                is_computer: *is_computer,
                games: 0,
                wins: 0,
                points: 0.0,
                best: None,
                last: 0,
            });
            tally.games += 1;
            tally.wins += u32::from(*won);
            tally.points += share;
            tally.last = tally.last.max(listing.changed);
            tally.best = tally.best.into_iter().chain(*score).reduce(f64::max);
        }
    }
    let named =
        rank(tallies.into_values().collect(), wanted, |player| Ok::<_, Infallible>(names[player].clone()));
    named.unwrap_or_else(|never| match never {})
}

/// The best first, at most a hundred, and whoever asks. `name` finds what somebody was called last.
pub(crate) fn rank<E>(
    tallies: Vec<Tally>,
    wanted: &Leaders,
    mut name: impl FnMut(&str) -> Result<String, E>,
) -> Result<Vec<Leader>, E> {
    let worth = |tally: &Tally| match wanted.by {
        Ranking::Share => (tally.games >= FEWEST_GAMES).then(|| lower_bound(tally.points, tally.games)),
        Ranking::Score => tally.best,
    };
    let mut ranked: Vec<(f64, Tally)> =
        tallies.into_iter().filter_map(|tally| Some((worth(&tally)?, tally))).collect();
    ranked.sort_by(|(a, first), (b, second)| b.total_cmp(a).then_with(|| first.player.cmp(&second.player)));
    let is_own = |tally: &Tally| wanted.player.as_ref() == Some(&tally.player);
    let leader = |(place, (_, tally)): (u32, (f64, Tally))| {
        Ok(Leader {
            place,
            name: name(&tally.player)?,
            is_you: is_own(&tally),
            is_computer: tally.is_computer,
            games: tally.games,
            wins: tally.wins,
            points: tally.points,
            share: lower_bound(tally.points, tally.games),
            best: tally.best,
            last_seen: Moment(tally.last),
        })
    };
    let listed = (1..).zip(ranked).filter(|(place, (_, tally))| *place <= MOST_ROWS as u32 || is_own(tally));
    listed.map(leader).collect()
}

/// What share of points somebody takes at least, with 95 % confidence (Wilson's interval): nine of nine say less than
/// ninety of a hundred.
fn lower_bound(points: f64, games: u32) -> f64 {
    const Z: f64 = 1.96;
    if games == 0 {
        return 0.0;
    }
    let (games, share) = (f64::from(games), points / f64::from(games));
    let spread = Z * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).sqrt();
    ((share + Z * Z / (2.0 * games) - spread) / (1.0 + Z * Z / games)).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_games_say_more() {
        let shown = |points: f64, games| (1000.0 * lower_bound(points, games)).round() / 1000.0;
        assert_eq!(
            [shown(0.0, 0), shown(9.0, 9), shown(90.0, 100), shown(10.0, 100)],
            [0.0, 0.701, 0.826, 0.055]
        );
        assert_eq!(shown(5.0, 10), 0.237);
    }
}
