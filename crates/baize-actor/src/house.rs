//! How strong computer players are, on the scale of people's ratings.
//!
//! The numbers come from docs/strength.md, which `baize ladder` measures. Here they are only shifted, so that
//! the middle one of the seven people of the house gets the rating everybody starts with.

use baize_players::cast;
use std::collections::BTreeMap;
use std::sync::LazyLock;

const PAGE: &str = include_str!("../data/strength.md");

/// The lowest and highest rating in the house, however far apart the programs are when they play each other.
const BOUNDS: (f64, f64) = (600.0, 3_000.0);

/// The person of the house whose player gets the rating people start with.
const MIDDLE: &str = "amara";

/// The Elo of the players of each game, from its first table.
static ELO: LazyLock<BTreeMap<&str, BTreeMap<&str, f64>>> = LazyLock::new(|| {
    let mut games = BTreeMap::new();
    for section in PAGE.split("\n## ").skip(1) {
        let Some(game) = section.split("baize ladder ").nth(1).and_then(|rest| rest.split(' ').next()) else {
            continue;
        };
        games.entry(game).or_insert_with(|| section.lines().filter_map(row).collect());
    }
    games
});

/// Parses a row of a table of players: name and Elo. Rows about matches have two names.
fn row(line: &str) -> Option<(&str, f64)> {
    let mut cells = line.strip_prefix("| `")?.split(" | ");
    let name = cells.next()?.strip_suffix('`').filter(|name| !name.contains('`'))?;
    Some((name, cells.next()?.parse().ok()?))
}

/// The rating of a computer player, which never changes; `None` if it was not measured.
pub fn fixed_rating(game: &str, player: &str) -> Option<f64> {
    let elo = ELO.get(game)?;
    let middle = cast(game).into_iter().find(|role| role.persona == MIDDLE)?.player;
    // A player that measures below chance because opponents read it, as in Nine, is no weaker than chance for
    // anyone else.
    let measured = |player: &str| elo.get(player).map(|elo| elo.max(0.0));
    Some((1500.0 + measured(player)? - measured(middle)?).clamp(BOUNDS.0, BOUNDS.1))
}

/// The ratings of the computer players that stand for people of the house in a game.
pub fn fixed_ratings(game: &str) -> Vec<(String, f64)> {
    let mut players: Vec<&str> = cast(game).into_iter().map(|role| role.player).collect();
    players.sort_unstable();
    players.dedup();
    let rating = |player: &str| Some((player.to_owned(), fixed_rating(game, player)?));
    players.into_iter().filter_map(rating).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_of_the_house_has_a_rating_in_every_game() {
        // A new game has not been measured yet.
        assert!(ELO.len() >= 5);
        for game in baize_games::GAMES.iter().filter(|game| ELO.contains_key(game.id())) {
            for role in cast(game.id()) {
                let rating = fixed_rating(game.id(), role.player);
                assert!(rating.is_some(), "docs/strength.md has no Elo for {} of {}", role.player, game.id());
            }
            let middle = cast(game.id()).into_iter().find(|role| role.persona == MIDDLE).unwrap();
            assert_eq!(fixed_rating(game.id(), middle.player), Some(1500.0));
        }
        assert_eq!(fixed_rating("othello", "nobody"), None);
        assert_eq!(fixed_rating("chess", "hard"), None);
    }

    #[test]
    fn players_are_as_far_apart_as_the_page_about_strength_says() {
        assert_eq!(row("| `easy` | 441 | 365 to 521 | 0.09 |"), Some(("easy", 441.0)));
        assert_eq!(row("| `beginner` | -583 | -623 to -535 | 0.00 |"), Some(("beginner", -583.0)));
        assert_eq!(row("| `easy` against `classic` | 200 | 77.8 | 71.2 to 83.1 |"), None);
        let apart =
            |one, other| fixed_rating("othello", one).unwrap() - fixed_rating("othello", other).unwrap();
        assert_eq!(apart("hard", "easy"), ELO["othello"]["hard"] - ELO["othello"]["easy"]);
        assert_eq!(fixed_rating("othello", "random"), Some(BOUNDS.0), "a program that loses every game");
        assert!(apart("expert", "hard") > 0.0);
    }
}
