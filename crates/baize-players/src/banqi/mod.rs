//! Banqi players. Every level plays every rule set.

mod draw;
mod explain;
mod greedy;
mod thinker;

use crate::cast::Roles;
use crate::player::AnyLevel;
use crate::team::{Team, most_counted, written};
use crate::{Budget, Level, Random};
use baize_banqi::{Banqi, Query};
use baize_rules::Problem;
pub(crate) use explain::Reason;
use greedy::{Eyes, Greedy};
use serde::Deserialize;
use serde_json::Value;
use thinker::{Skill, Thinker};

pub(crate) const TEAM: Team = Team {
    game: "banqi",
    levels: LEVELS,
    roles: &[
        Roles { mode: None, players: ["novice", "casual", "greedy", "medium", "keen", "hard", "expert"] },
        Roles {
            mode: Some("three-kingdoms"),
            players: ["novice", "casual", "greedy", "steady", "medium", "hard", "expert"],
        },
    ],
    answer: count,
    agrees_to_draw: draw::agrees_to_draw,
    ..Team::PLAIN
};

const LEVELS: &[&dyn AnyLevel] = &[
    &Random::level::<Banqi>(),
    &Level::<Banqi> { id: "novice", make: |seed| Greedy::boxed(Eyes::NOVICE, seed) },
    &Level::<Banqi> { id: "casual", make: |seed| Greedy::boxed(Eyes::CASUAL, seed) },
    &Level::<Banqi> { id: "greedy", make: |seed| Greedy::boxed(Eyes::GREEDY, seed) },
    &Level::<Banqi> { id: "steady", make: |seed| Box::new(Thinker::new(Skill::STEADY, seed)) },
    &Level::<Banqi> { id: "medium", make: |seed| Box::new(Thinker::new(Skill::MEDIUM, seed)) },
    &Level::<Banqi> { id: "keen", make: |seed| Box::new(Thinker::new(Skill::KEEN, seed)) },
    &Level::<Banqi> { id: "hard", make: |seed| Box::new(Thinker::new(Skill::HARD, seed)) },
    &Level::<Banqi> { id: "expert", make: |seed| Box::new(Thinker::new(Skill::EXPERT, seed)) },
];

/// Counts moves as long as the budget allows. Unreadable queries are left to the rules, which refuse them in
/// their own words.
fn count(query: &Value, budget: Budget) -> Option<Result<Value, Problem>> {
    let most = most_counted(query, budget)?;
    Some(written(Query::deserialize(query).ok()?.answer_within(most)))
}

#[cfg(test)]
mod tests {
    use crate::{Budget, Thought, ids, sit};
    use baize_banqi::Mode;
    use baize_games::find;
    use baize_rules::Seed;
    use serde_json::{Value, json};

    const MIDDLE: &str = "c 1Mrk/M1~H1/1R1P/p~mG1/p~g~c1/GK1~P/hg2/3h 1 rb - - mrcppp,RHCCPPP 40";
    const KINGDOMS: &str = "t ~P~K1~r~P/~M~h1~P~g/~c~P1~R~C/~P~H1~m~G/5/~P~r1~P~h/~G~M1~C~P/~c~P1~g~R/~K~H1~m~P 1 --- - 60 -,-,- 0";

    fn thought(player: &str, line: &str, budget: Budget) -> Thought {
        let table = find("banqi").unwrap().load(&json!(line), &Value::Null).unwrap();
        let seat = table.awaiting().must.iter().next().unwrap();
        sit("banqi", player, &Seed::from_text("a")).unwrap().choose(&table.seat_view(seat), budget).unwrap()
    }

    #[test]
    fn equal_view_seed_and_nodes_give_the_equal_move() {
        let budget = Budget { nodes: Some(3_000), ..Budget::default() };
        for player in ids("banqi") {
            for line in [MIDDLE, KINGDOMS] {
                assert_eq!(thought(player, line, budget), thought(player, line, budget), "{player}");
            }
        }
    }

    /// A server gives everybody the same time; only the strongest may use all of it, or the levels would not
    /// differ.
    #[test]
    fn time_makes_nobody_but_expert_stronger() {
        let second = Budget { millis: Some(1_000), ..Budget::default() };
        for player in ["steady", "medium", "keen", "hard"] {
            for line in [MIDDLE, KINGDOMS] {
                let plain = thought(player, line, Budget::default());
                assert_eq!(thought(player, line, second), plain, "{player}");
            }
        }
    }

    #[test]
    fn a_choice_is_explained() {
        let info = thought("hard", MIDDLE, Budget::default()).info;
        assert!(info["score"].is_number() && info["nodes"].as_u64().unwrap() > 1000, "{info}");
        assert!(info["depth"].as_u64().unwrap() >= 3 && info["choices"].as_u64().unwrap() >= 18, "{info}");
        assert!(info["why"].as_str().unwrap().ends_with("plies ahead"), "{info}");
        let won = "c 4/4/4/4/4/4/2K1/m3 1 rb - - kggmrrhhccppppp,GGMMRRHHCCPPPPP 90";
        let info = thought("expert", won, Budget::default()).info;
        assert_eq!(info["winChance"], 1.0, "{info}");
    }

    #[test]
    fn a_free_capture_is_taken() {
        let line = "c 4/4/1Gm1/4/4/4/~p3/3~P 1 rb - - kggmrrhhccpppp,KGMMRRHHCCPPPP 40";
        for player in ids("banqi").into_iter().filter(|id| *id != "random") {
            assert_eq!(thought(player, line, Budget::default()).action["type"], "CAPTURE", "{player}");
        }
    }

    #[test]
    fn players_only_choose_what_is_legal() {
        let budget = Budget { nodes: Some(300), ..Budget::default() };
        let modes = Mode::ALL.iter().map(|mode| json!({"mode": mode}));
        for options in modes.chain([json!({"preset": "tournament"})]) {
            for player in ids("banqi") {
                let mut table =
                    find("banqi").unwrap().start(&options, None, &Seed::from_text("any")).unwrap();
                let mut player = sit("banqi", player, &Seed::from_text("p")).unwrap();
                for _ in 0..150 {
                    let Some(seat) = table.awaiting().must.iter().next() else { break };
                    let action = player.choose(&table.seat_view(seat), budget).unwrap().action;
                    table.play(seat, &action).unwrap();
                }
            }
        }
    }
}
