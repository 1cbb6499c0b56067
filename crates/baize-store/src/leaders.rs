//! The leaders of a game.

use crate::rating::{HOUSE_DEVIATION, periods};
use crate::{Leaders, ListedTable, MOST_ROWS, SeatRating, SeatResult};
use baize_protocol::Moment;
use baize_protocol::http::{Counts, Leader, Ranking};
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

/// How many games between the same people count in one day, so that nobody gets to the top by beating a
/// second browser of their own. As new browsers cost nothing, everyone who has not played before that day
/// counts as one person here.
pub(crate) const MOST_A_DAY: u32 = 3;
/// A day in milliseconds.
pub(crate) const DAY: u64 = 86_400_000;
/// How many games must count before a share of points or a rating is meaningful.
pub(crate) const FEWEST_GAMES: u32 = 10;
/// How many different people a rating must be earned against to have a place.
const FEWEST_OPPONENTS: usize = 3;
/// How many days back those games count.
const RECENT_DAYS: u64 = 90;
/// How certain a rating must be to have a place.
pub(crate) const MOST_DEVIATION: f64 = 110.0;

/// What someone has achieved in a game, as far as it counts.
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

/// Stands for everyone who has not played before that day.
pub(crate) const NEWCOMERS: &str = "*";

/// The other people at the table, in one text; empty if all others are computer players.
pub(crate) fn others(results: &[SeatResult], own: usize) -> String {
    let people = results.iter().enumerate().filter(|(seat, other)| *seat != own && !other.is_computer);
    let mut people: Vec<&str> = people.map(|(_, other)| other.player.as_str()).collect();
    people.sort_unstable();
    people.join(" ")
}

/// A game that changed someone's rating.
pub(crate) struct RatedGame {
    pub(crate) player: String,
    pub(crate) name: String,
    pub(crate) others: String,
    pub(crate) won: bool,
    pub(crate) share: f64,
    pub(crate) rating: SeatRating,
    pub(crate) ended: u64,
}

impl Leaders {
    /// Only games that ended after this count for ratings.
    pub(crate) const fn since(&self) -> u64 {
        self.now.saturating_sub(RECENT_DAYS * DAY)
    }
}

/// The best players by rating minus two deviations, computer players included. The one who asks comes last if
/// they have no place yet.
pub(crate) fn by_rating(mut games: Vec<RatedGame>, wanted: &Leaders) -> Vec<Leader> {
    games.sort_by_key(|game| (game.rating.games, game.ended));
    let mut opponents: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut people: BTreeMap<String, Leader> = BTreeMap::new();
    for RatedGame { player, name, others, won, share, rating, ended } in games {
        opponents.entry(player.clone()).or_default().extend(others.split(' ').map(str::to_owned));
        let is_you = wanted.player.as_ref() == Some(&player);
        let id = Some(player.clone());
        let leader = people.entry(player).or_insert_with(|| Leader { id, ..unplaced(String::new()) });
        leader.name = name;
        leader.is_you = is_you;
        leader.games += 1;
        leader.wins += u32::from(won);
        leader.points += share;
        leader.last_seen = leader.last_seen.max(Moment(ended));
        leader.rating = Some(rating.rating);
        let rest = periods(wanted.now.saturating_sub(ended));
        leader.deviation = Some(rating.rating().after_rest(rest).deviation);
    }
    let is_placed = |player: &str, leader: &Leader| {
        leader.games >= FEWEST_GAMES
            && opponents.get(player).is_some_and(|met| met.len() >= FEWEST_OPPONENTS)
            && leader.deviation.is_some_and(|deviation| deviation <= MOST_DEVIATION)
    };
    let (placed, waiting): (Vec<_>, Vec<_>) =
        people.into_iter().partition(|(player, leader)| is_placed(player, leader));
    let fixed = wanted.fixed.iter().map(|(player, rating)| Leader {
        is_computer: true,
        rating: Some(*rating),
        deviation: Some(HOUSE_DEVIATION),
        ..unplaced(player.clone())
    });
    let mut placed: Vec<Leader> = placed.into_iter().map(|(_, leader)| leader).chain(fixed).collect();
    let worth = |leader: &Leader| leader.rating.unwrap_or(0.0) - 2.0 * leader.deviation.unwrap_or(0.0);
    placed.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    for (place, leader) in (1..).zip(&mut placed) {
        leader.place = place;
        leader.share = lower_bound(leader.points, leader.games);
    }
    placed.retain(|leader| leader.place <= MOST_ROWS as u32 || leader.is_you);
    placed.extend(waiting.into_iter().map(|(_, leader)| leader).filter(|leader| leader.is_you));
    placed
}

/// Someone nothing is known about yet.
fn unplaced(name: String) -> Leader {
    Leader {
        place: 0,
        name,
        id: None,
        is_you: false,
        is_computer: false,
        games: 0,
        wins: 0,
        points: 0.0,
        share: 0.0,
        best: None,
        rating: None,
        deviation: None,
        last_seen: Moment(0),
    }
}

/// The best players of a game, by what lists show of its tables.
pub fn best<'a>(listings: impl Iterator<Item = &'a ListedTable>, wanted: &Leaders) -> Vec<Leader> {
    let mut listings: Vec<&ListedTable> = listings.filter(|listing| listing.game == wanted.game).collect();
    listings.sort_by_key(|listing| listing.changed);
    if wanted.by == Ranking::Rating {
        let recent = listings.iter().filter(|listing| listing.changed >= wanted.since());
        let rated = recent.flat_map(|listing| {
            listing.results.iter().enumerate().filter_map(|(seat, result)| {
                Some(RatedGame {
                    rating: result.rating.filter(|_| result.counts == Counts::Rated)?,
                    player: result.player.clone(),
                    name: result.name.clone(),
                    others: others(&listing.results, seat),
                    won: result.won,
                    share: result.share,
                    ended: listing.changed,
                })
            })
        });
        return by_rating(rated.collect(), wanted);
    }
    let mut names = BTreeMap::new();
    let mut first: BTreeMap<&str, u64> = BTreeMap::new();
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut days: BTreeMap<(&str, String, u64), u32> = BTreeMap::new();
    for listing in &listings {
        for (seat, result) in listing.results.iter().enumerate() {
            let SeatResult { player, name, is_computer, won, share, score, counts, .. } = result;
            if *counts == Counts::Nothing {
                continue;
            }
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

/// The best hundred, plus the one who asks. `name` finds what someone was last called.
pub(crate) fn rank<E>(
    tallies: Vec<Tally>,
    wanted: &Leaders,
    mut name: impl FnMut(&str) -> Result<String, E>,
) -> Result<Vec<Leader>, E> {
    let worth = |tally: &Tally| match wanted.by {
        Ranking::Share => (tally.games >= FEWEST_GAMES).then(|| lower_bound(tally.points, tally.games)),
        Ranking::Score => tally.best,
        Ranking::Rating => None,
    };
    let mut ranked: Vec<(f64, Tally)> =
        tallies.into_iter().filter_map(|tally| Some((worth(&tally)?, tally))).collect();
    ranked.sort_by(|(a, first), (b, second)| b.total_cmp(a).then_with(|| first.player.cmp(&second.player)));
    let is_own = |tally: &Tally| wanted.player.as_ref() == Some(&tally.player);
    let leader = |(place, (_, tally)): (u32, (f64, Tally))| {
        Ok(Leader {
            place,
            name: name(&tally.player)?,
            id: None,
            is_you: is_own(&tally),
            is_computer: tally.is_computer,
            games: tally.games,
            wins: tally.wins,
            points: tally.points,
            share: lower_bound(tally.points, tally.games),
            best: tally.best,
            rating: None,
            deviation: None,
            last_seen: Moment(tally.last),
        })
    };
    let listed = (1..).zip(ranked).filter(|(place, (_, tally))| *place <= MOST_ROWS as u32 || is_own(tally));
    listed.map(leader).collect()
}

/// The share of points someone takes at least, with 95 % confidence (Wilson's interval): nine of nine says
/// less than ninety of a hundred.
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
