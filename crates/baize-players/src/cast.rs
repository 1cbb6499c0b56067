//! The people that computer players appear as: seven, so that nobody appears twice at a table of eight.

use crate::team;
use crate::team::Team;

/// The whole cast, the gentlest first, in the same order in every game.
const PERSONAS: [&str; 7] = ["bruno", "mina", "theo", "amara", "jun", "ines", "vera"];

/// The person whose advice is a hint: strong, but quick.
const ADVISER: &str = "ines";

/// The player behind each person in a game, or in one mode of it.
pub(crate) struct Roles {
    pub(crate) mode: Option<&'static str>,
    pub(crate) players: [&'static str; 7],
}

/// Which player plays for a person of the cast in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Role {
    /// The person.
    pub persona: &'static str,
    /// The computer player.
    pub player: &'static str,
    /// How strong, 1 to 7 bars.
    pub strength: u8,
    /// The `mode` option it applies to; `None` for all modes without roles of their own.
    pub mode: Option<&'static str>,
}

impl Roles {
    /// Spreads the levels of a team over the cast, the weakest for the gentlest.
    fn spread(team: &Team) -> Option<Roles> {
        let ids: Vec<&str> = team.ids().collect();
        let player = |persona| ids.get(persona * ids.len() / PERSONAS.len()).copied().unwrap_or_default();
        (!ids.is_empty()).then(|| Roles { mode: None, players: std::array::from_fn(player) })
    }

    fn each(&self) -> impl Iterator<Item = Role> {
        PERSONAS.iter().zip(self.players).map(|(persona, player)| {
            // People who share a player are equally strong, so they show the same number of bars.
            let first = self.players.iter().position(|other| *other == player).unwrap_or_default();
            Role { persona, player, strength: first as u8 + 1, mode: self.mode }
        })
    }
}

/// The cast of a game, the gentlest first; roles for a particular mode come after the rest.
pub fn cast(game: &str) -> Vec<Role> {
    let team = team(game);
    let spread = if team.roles.is_empty() { Roles::spread(team) } else { None };
    team.roles.iter().chain(&spread).flat_map(Roles::each).collect()
}

/// The player whose advice is given as a hint.
pub fn adviser(game: &str) -> Option<&'static str> {
    cast(game).iter().find(|role| role.persona == ADVISER).map(|role| role.player)
}

#[cfg(test)]
mod tests {
    use super::{PERSONAS, Roles, adviser, cast};
    use crate::{TEAMS, Team, ids};

    #[test]
    fn everybody_plays_every_game_and_the_order_is_that_of_strength() {
        for Team { game, .. } in TEAMS {
            let cast = cast(game);
            assert_eq!(cast.len() % PERSONAS.len(), 0, "{game}");
            assert!(!cast.is_empty() && adviser(game).is_some(), "{game}");
            for roles in cast.chunks(PERSONAS.len()) {
                assert_eq!(roles.iter().map(|role| role.persona).collect::<Vec<_>>(), PERSONAS);
                // A new game has fewer players than the cast has people.
                if crate::team(game).roles.is_empty() {
                    continue;
                }
                let ids = ids(game);
                let places: Vec<_> =
                    roles.iter().map(|role| ids.iter().position(|id| *id == role.player).unwrap()).collect();
                assert!(
                    places.is_sorted_by(|less, more| less < more),
                    "{game}: everybody has their own player"
                );
                assert_eq!(roles.iter().map(|role| role.strength).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7]);
            }
        }
        assert_eq!(cast("chess"), []);
    }

    #[test]
    fn people_who_share_a_player_show_the_same_strength() {
        let players = ["easy", "easy", "medium", "hard", "hard", "hard", "expert"];
        let bars = Roles { mode: None, players }.each().map(|role| role.strength).collect::<Vec<_>>();
        assert_eq!(bars, [1, 1, 3, 4, 4, 4, 7]);
    }

    #[test]
    fn the_page_about_players_names_them() {
        let page = include_str!("../../../docs/players.md");
        for Team { game, .. } in TEAMS.iter().filter(|team| !team.roles.is_empty()) {
            let name = baize_games::find(game).unwrap().name();
            for roles in cast(game).chunks(PERSONAS.len()) {
                let mode = roles[0].mode.map_or_else(String::new, |mode| format!(", `{mode}`"));
                let players: Vec<String> = roles.iter().map(|role| format!("`{}`", role.player)).collect();
                let row = format!("| {name}{mode} | {} |", players.join(" | "));
                assert!(page.contains(&row), "{row}");
            }
        }
    }

    #[test]
    fn without_roles_the_levels_are_spread_from_the_gentlest_to_the_strongest() {
        let players = |game| Roles::spread(crate::team(game)).unwrap().players;
        assert_eq!(
            players("may-i"),
            ["random", "novice", "beginner", "casual", "steady", "greedy", "medium"]
        );
    }
}
