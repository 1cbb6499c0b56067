//! The people that computer players are shown as: seven, so that a table of eight has nobody twice.

use crate::team;
use crate::team::Team;

/// Everybody, the gentlest first; the order is the same in every game.
const PERSONAS: [&str; 7] = ["bruno", "mina", "theo", "amara", "jun", "ines", "vera"];

/// Whom a hint comes from: strong, and within a moment.
const ADVISER: &str = "ines";

/// The players of everybody in a game, or in one mode of it.
pub(crate) struct Roles {
    pub(crate) mode: Option<&'static str>,
    pub(crate) players: [&'static str; 7],
}

/// What plays for a person of the cast in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Role {
    /// Who.
    pub persona: &'static str,
    /// The computer player.
    pub player: &'static str,
    /// How strong, 1 to 7 bars.
    pub strength: u8,
    /// The option `mode` that it is for; nothing for all others.
    pub mode: Option<&'static str>,
}

impl Roles {
    /// The levels of a team spread over everybody, the weakest for the gentlest.
    fn spread(team: &Team) -> Option<Roles> {
        let ids: Vec<&str> = team.ids().collect();
        let player = |persona| ids.get(persona * ids.len() / PERSONAS.len()).copied().unwrap_or_default();
        (!ids.is_empty()).then(|| Roles { mode: None, players: std::array::from_fn(player) })
    }

    fn each(&self) -> impl Iterator<Item = Role> {
        PERSONAS.iter().zip(self.players).map(|(persona, player)| {
            // Two people who share a player are equally strong, so they show the same number of bars.
            let first = self.players.iter().position(|other| *other == player).unwrap_or_default();
            Role { persona, player, strength: first as u8 + 1, mode: self.mode }
        })
    }
}

/// The cast of a game, the gentlest first; what a mode has of its own comes after the rest.
pub fn cast(game: &str) -> Vec<Role> {
    let team = team(game);
    let spread = if team.roles.is_empty() { Roles::spread(team) } else { None };
    team.roles.iter().chain(&spread).flat_map(Roles::each).collect()
}

/// The player whose advice a hint is.
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
                assert!(roles.is_sorted_by_key(|role| role.strength), "{game}");
                assert!(roles.iter().all(|role| ids(game).contains(&role.player)), "{game}");
                for role in roles {
                    let same = roles.iter().filter(|other| other.player == role.player);
                    assert!(same.clone().all(|other| other.strength == role.strength), "{game}");
                }
            }
        }
    }

    #[test]
    fn people_who_share_a_player_show_the_same_strength() {
        let bars = |game| cast(game).iter().map(|role| role.strength).collect::<Vec<_>>();
        assert_eq!(bars("othello"), [1, 2, 3, 3, 5, 6, 7]);
        assert_eq!(bars("may-i"), [1, 1, 3, 3, 5, 5, 7]);
        assert_eq!(bars("nine"), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(bars("banqi"), [1, 2, 2, 4, 4, 6, 7, 1, 2, 2, 4, 4, 6, 6]);
        assert_eq!(cast("chess"), []);
    }

    #[test]
    fn without_roles_the_levels_are_spread_from_the_gentlest_to_the_strongest() {
        let players = |game| Roles::spread(crate::team(game)).unwrap().players;
        assert_eq!(players("may-i"), ["random", "random", "beginner", "greedy", "greedy", "medium", "hard"]);
        assert_eq!(players("othello")[..3], ["random", "random", "classic"]);
    }
}
