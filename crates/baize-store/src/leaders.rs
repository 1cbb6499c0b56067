//! Who leads a game.

use crate::{Leaders, MOST_ROWS, SeatResult};
use baize_protocol::Moment;
use baize_protocol::http::{Leader, Ranking};

/// Of the games that the same people play against each other in one day, so many count: nobody gets to the top by beating
/// a second browser of their own.
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

/// The other people of a result, in one text; empty if all others are computer players.
pub(crate) fn others(results: &[SeatResult], own: usize) -> String {
    let people = results.iter().enumerate().filter(|(seat, other)| *seat != own && !other.is_computer);
    let mut people: Vec<&str> = people.map(|(_, other)| other.player.as_str()).collect();
    people.sort_unstable();
    people.join(" ")
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
