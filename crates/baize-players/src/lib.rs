//! Computer players.
//!
//! A player gets what its seat sees and may do, a budget and a seed, so it has nothing to cheat with, and
//! nothing makes two runs differ. [`ids`] lists the players of a game; [`sit`] seats one.
//!
//! ```
//! use baize_players::{Budget, sit};
//! use baize_rules::{Seat, Seed};
//!
//! let table = baize_games::find("othello")?.start(&serde_json::json!({}), None, &Seed::from_text("any"))?;
//! let mut player = sit("othello", "random", &Seed::from_text("dice"))?;
//! let thought = player.choose(&table.seat_view(Seat::FIRST), Budget::default())?;
//! assert!(table.check(Seat::FIRST, &thought.action).is_ok());
//! # Ok::<(), baize_rules::Problem>(())
//! ```
#![forbid(unsafe_code)]

mod banqi;
mod cast;
pub mod may_i;
mod nine;
pub mod nine_ball;
mod othello;
mod player;
mod random;
mod shapes;
mod team;

pub use baize_search::Stopwatch;
pub use cast::{Role, adviser, cast};
pub use othello::{give_weights, sit_with_weights};
pub use player::{AnyPlayer, Budget, Choice, Level, Player, Thought};
pub use random::Random;
pub use shapes::shapes;

use baize_games::SeatView;
use baize_rules::{Problem, Seat, Seed, clip};
use serde_json::Value;
use team::Team;

/// The players of each game.
const TEAMS: &[Team] = &[othello::TEAM, banqi::TEAM, nine::TEAM, may_i::TEAM, nine_ball::TEAM];

fn team(game: &str) -> &'static Team {
    TEAMS.iter().find(|team| team.game == game).unwrap_or(&Team::PLAIN)
}

/// The ids of the players of a game, weakest first.
pub fn ids(game: &str) -> Vec<&'static str> {
    team(game).ids().collect()
}

/// Seats the player `id` of `game`, which takes all its randomness from `seed`.
pub fn sit(game: &str, id: &str, seed: &Seed) -> Result<Box<dyn AnyPlayer>, Problem> {
    let level = team(game).levels.iter().find(|level| level.id() == id);
    level.map(|level| level.sit(seed)).ok_or_else(|| {
        let text = format!("{game} has no player {:?}; its players are {}", clip(id), ids(game).join(", "));
        Problem::new("request.unknown_player", text)
    })
}

/// The file of weights needed before the player `id` of `game` can be seated; `None` if nothing is missing,
/// as everywhere but in a browser. Pass its contents to [`give_weights`].
pub fn missing_weights(game: &str, id: &str) -> Option<&'static str> {
    (team(game).missing_weights)(id)
}

/// The files that [`missing_weights`] names, which browsers fetch from a program that has them built in.
pub fn weights() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    TEAMS.iter().filter_map(|team| (team.weights)())
}

/// Seats a player with `noise` times the standard noise in its hand instead of the noise of its level; a
/// problem if the player's hand never shakes.
pub fn sit_shaking(game: &str, id: &str, seed: &Seed, noise: f64) -> Result<Box<dyn AnyPlayer>, Problem> {
    (team(game).shaking)(id, seed, noise).ok_or_else(|| {
        let text = format!("{} has no hand that could shake, so it takes no noise", clip(id));
        Problem::new("request.unknown_player", text)
    })
}

/// Whether the player `id` of `game` agrees to a draw, judging by what its seat sees. Always false in games
/// without draws by agreement.
pub fn agrees_to_draw(game: &str, _id: &str, seat: Seat, seat_view: &SeatView) -> bool {
    (team(game).agrees_to_draw)(seat, seat_view)
}

/// Answers a question about a game within the budget, for callers without a table. What players do not
/// answer, `rules` does.
pub fn ask(
    game: &str,
    query: &Value,
    budget: Budget,
    rules: impl FnOnce(&Value) -> Result<Value, Problem>,
) -> Result<Value, Problem> {
    answer(game, query, budget).unwrap_or_else(|| rules(query))
}

/// Answers the queries about players, exact play and counting, within the budget; `None` for all others,
/// which are left to the rules or to a table.
pub fn answer(game: &str, query: &Value, budget: Budget) -> Option<Result<Value, Problem>> {
    (team(game).answer)(query, budget)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const OTHELLO: &str = "---------------------------OX------XO--------------------------- X";
    const BANQI: &str = "c 1Mrk/M1~H1/1R1P/p~mG1/p~g~c1/GK1~P/hg2/3h 1 rb - - mrcppp,RHCCPPP 40";

    #[test]
    fn a_count_costs_what_it_costs_and_no_more() {
        for (game, position, code) in
            [("othello", OTHELLO, "othello.too_deep"), ("banqi", BANQI, "banqi.too_many_positions")]
        {
            let count = |depth: u32, nodes: Option<u64>| {
                let query = json!({"type": "PERFT", "position": position, "depth": depth});
                let rules = baize_games::find(game)?;
                ask(game, &query, Budget { nodes, ..Budget::default() }, |query| rules.answer(query))
            };
            // Either the same answer as without a limit, or none.
            assert_eq!(count(4, Some(1_000_000)), count(4, None), "{game}");
            assert_eq!(count(6, Some(100)).unwrap_err().code, code);
            // Even at this depth it is the work that is limited.
            assert_eq!(count(40, Some(10_000)).unwrap_err().code, code);
            let bad = json!({"type": "PERFT", "position": position, "depth": "deep"});
            let budget = Budget { nodes: Some(1), ..Budget::default() };
            let rules = baize_games::find(game).unwrap();
            let refused = ask(game, &bad, budget, |query| rules.answer(query)).unwrap_err();
            assert_eq!(refused, rules.answer(&bad).unwrap_err());
        }
    }
}
