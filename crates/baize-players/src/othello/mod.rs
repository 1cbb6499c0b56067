//! Othello players, and the query for the final score.

mod classic;
mod explain;
mod solve;

pub(crate) use explain::Reason;
pub(crate) use solve::Query as PlayerQuery;

use crate::cast::Roles;
use crate::player::{AnyLevel, AnyPlayer, seated};
use crate::team::{Team, most_counted, written};
use crate::{Budget, Choice, Level, Player, Random};
use baize_othello::{Action, Board, Othello, Query, Square, View, notation};
use baize_othello_engine::{Aim, Certainty, Engine, Opinion, Style, Verdict, Weights};
use baize_rules::{Dice, Menu, Problem, Seed};
use serde::Deserialize;
use serde_json::{Value, json};

pub(crate) const TEAM: Team = Team {
    game: "othello",
    levels: LEVELS,
    roles: &[Roles {
        mode: None,
        players: ["random", "classic", "easy", "easy", "medium", "hard", "expert"],
    }],
    answer,
    missing_weights,
    ..Team::PLAIN
};

/// All but the first two look at what was learnt.
fn missing_weights(id: &str) -> Option<&'static str> {
    let is_plain = ["random", "classic"].contains(&id);
    (!is_plain && Weights::are_missing()).then_some("othello.weights")
}

/// Gives a program without weights those of Othello; whether they are of use.
pub fn give_weights(bytes: &'static [u8]) -> bool {
    Weights::give(bytes).is_ok()
}

const LEVELS: &[&dyn AnyLevel] = &[
    &Random::level::<Othello>(),
    &classic::LEVEL,
    &Level::<Othello> { id: "easy", make: |seed| Thinker::learnt(Skill::EASY, seed) },
    &Level::<Othello> { id: "medium", make: |seed| Thinker::learnt(Skill::MEDIUM, seed) },
    &Level::<Othello> { id: "hard", make: |seed| Thinker::learnt(Skill::HARD, seed) },
    &Level::<Othello> { id: "expert", make: |seed| Thinker::learnt(Skill::EXPERT, seed) },
];

/// The final score, and counts of moves if they take at most as many positions as the budget has. What cannot be read is
/// refused by the rules in their own words.
fn answer(query: &Value, budget: Budget) -> Option<Result<Value, Problem>> {
    solve::answer(query, budget).or_else(|| {
        let most = most_counted(query, budget)?;
        Some(written(Query::deserialize(query).ok()?.answer_within(most)))
    })
}

/// Seats a level of Othello that judges positions by other weights than the program's own; `None` for a level that judges
/// by none.
pub fn sit_with_weights(level: &str, weights: &'static Weights, seed: &Seed) -> Option<Box<dyn AnyPlayer>> {
    let skill = match level {
        "easy" => Skill::EASY,
        "medium" => Skill::MEDIUM,
        "hard" => Skill::HARD,
        "expert" => Skill::EXPERT,
        _ => return None,
    };
    Some(seated(Box::new(Thinker { skill, seed: seed.clone(), weights })))
}

/// What a level is capable of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Skill {
    /// Plies it looks ahead.
    depth: u32,
    /// From so many empty squares on it plays perfectly.
    exact: u32,
    /// How far it misjudges a move: the standard deviation in hundredths of a disc.
    noise: u32,
    /// In its first moves it takes any that is at most so many hundredths of a disc behind the best.
    whim: u32,
    style: Style,
    /// Positions it looks at if nobody says otherwise.
    nodes: Option<u64>,
}

impl Skill {
    const EASY: Skill = Skill { depth: 1, exact: 4, noise: 200, whim: 0, style: Style::Full, nodes: None };
    const MEDIUM: Skill = Skill { depth: 3, exact: 10, noise: 80, whim: 0, style: Style::Full, nodes: None };
    const HARD: Skill = Skill { depth: 8, exact: 16, noise: 10, whim: 0, style: Style::Full, nodes: None };
    const EXPERT: Skill =
        Skill { depth: 20, exact: 24, noise: 0, whim: 40, style: Style::Selective, nodes: Some(4_000_000) };

    /// So many moves of a game vary by whim; later there is only the best.
    const WHIMSICAL: u32 = 8;

    /// What to search for: as much as the choice needs, and no more.
    const fn aim(self, is_opening: bool) -> Aim {
        // Six deviations and more make up for a difference once in a hundred thousand moves.
        let margin = if is_opening && self.whim > 0 { self.whim } else { 6 * self.noise };
        Aim { depth: self.depth, exact: self.exact, margin, style: self.style }
    }
}

/// Searches as well as its skill allows.
struct Thinker {
    skill: Skill,
    seed: Seed,
    weights: &'static Weights,
}

impl Player<Othello> for Thinker {
    fn choose(&mut self, view: &View, menu: &Menu<Action>, budget: Budget) -> Choice<Action> {
        let board = &view.setup.board;
        let is_opening = 60 - board.position.empty().count_ones().min(60) < Skill::WHIMSICAL;
        let mut limits = budget.limits();
        if limits.nodes.is_none() && limits.millis.is_none() {
            limits.nodes = self.skill.nodes;
        }
        let engine = Engine::new(self.weights).with_threads(budget.timed_threads());
        let verdict = engine.think(board.position, self.skill.aim(is_opening), limits, &mut |_| {});
        let Some(square) = self.pick(board, &verdict, is_opening) else {
            return Choice { action: menu.actions()[0].clone(), info: json!({}) };
        };
        Choice { action: Action::Place(square), info: explain::info(board, &verdict, square) }
    }
}

impl Thinker {
    fn learnt(skill: Skill, seed: &Seed) -> Box<dyn Player<Othello>> {
        Box::new(Thinker { skill, seed: seed.clone(), weights: Weights::learnt() })
    }

    /// The move with the best value after noise. Chance comes from the seed and the board alone, so that the same view
    /// always meets the same choice.
    fn pick(&self, board: &Board, verdict: &Verdict, is_opening: bool) -> Option<Square> {
        let best = verdict.candidates.first()?;
        if verdict.certainty == Certainty::Exact {
            return Some(best.square);
        }
        let mut dice = Dice::new(&self.seed.branch(&notation::line(board)));
        let judged = verdict.candidates.iter().filter(|opinion| !opinion.is_bound);
        if is_opening && self.skill.whim > 0 {
            let behind = f64::from(self.skill.whim) / 100.0;
            let good: Vec<&Opinion> = judged.filter(|opinion| opinion.score >= best.score - behind).collect();
            return dice.pick(&good).map(|opinion| opinion.square);
        }
        let noise = f64::from(self.skill.noise) / 100.0;
        let noisy = judged.map(|opinion| (opinion.square, opinion.score + noise * deviation(&mut dice)));
        noisy.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(square, _)| square)
    }
}

/// A number around 0 with standard deviation 1, from -6 to 6: a sum of twelve even ones is nearly normal.
fn deviation(dice: &mut Dice) -> f64 {
    let sum: u32 = (0..12).map(|_| dice.roll(1001)).sum();
    (f64::from(sum) - 6000.0) / 1000.0
}

/// Squares run together, as in a transcript.
fn transcript(line: &[Square]) -> String {
    line.iter().map(Square::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sit;
    use baize_games::find;
    use baize_rules::Seat;
    use serde_json::Value;

    fn thought(player: &str, seed: &str, line: &str, budget: Budget) -> crate::Thought {
        let table = find("othello").unwrap().load(&json!(line), &Value::Null).unwrap();
        let seat = table.awaiting().must.iter().next().unwrap();
        sit("othello", player, &Seed::from_text(seed))
            .unwrap()
            .choose(&table.seat_view(seat), budget)
            .unwrap()
    }

    const START: &str = "---------------------------OX------XO--------------------------- X";
    const MIDDLE: &str = "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O";

    #[test]
    fn equal_view_seed_and_nodes_give_the_equal_move() {
        for player in ["classic", "easy", "medium", "hard", "expert"] {
            for line in [START, MIDDLE] {
                let budget = Budget { nodes: Some(20_000), ..Budget::default() };
                let first = thought(player, "a", line, budget);
                assert_eq!(first, thought(player, "a", line, budget), "{player}");
            }
        }
    }

    #[test]
    fn openings_vary_with_the_seed() {
        for player in ["easy", "medium", "expert"] {
            let budget = Budget { nodes: Some(2_000), ..Budget::default() };
            let moves: std::collections::BTreeSet<String> = (0..20)
                .map(|seed| thought(player, &seed.to_string(), START, budget).action["square"].to_string())
                .collect();
            assert!(moves.len() > 1, "{player}");
        }
    }

    #[test]
    fn a_choice_is_explained() {
        let info = thought("hard", "a", MIDDLE, Budget::default()).info;
        assert_eq!(info["depth"], 8);
        assert!(info["score"].is_number() && info["nodes"].as_u64().unwrap() > 1000, "{info}");
        assert!(info["plusMinus"].as_f64().unwrap() > 3.0, "{info}");
        assert!((0.0..=1.0).contains(&info["winChance"].as_f64().unwrap()), "{info}");
        assert!(info["why"].as_str().unwrap().starts_with("8 plies ahead, give or take"), "{info}");
        assert!(info["line"].as_str().unwrap().len() >= 4, "{info}");
        assert_eq!(info["candidates"].as_array().unwrap().len(), 6, "every legal move: {info}");
        let late = "-O--XX---OXXXXXOXOOXXXXOXXXXOXXXXXXXOXXXXXXXOXXXXOXXOXXXOOOOOXXX X";
        let exact = thought("medium", "a", late, Budget::default());
        assert_eq!((&exact.info["exact"], &exact.info["score"]), (&json!(true), &json!(8.0)));
        assert_eq!(
            (&exact.info["why"], &exact.info["winChance"]),
            (&json!("best play to the end"), &json!(1.0))
        );
        assert_eq!(exact.action, json!({"type": "PLACE", "square": "a1"}));
    }

    #[test]
    fn a_forced_pass_is_passed() {
        let forced = "XO-------------------------------------------------------------- O";
        for player in ["classic", "easy", "expert"] {
            assert_eq!(thought(player, "a", forced, Budget::default()).action, json!({"type": "PASS"}));
        }
    }

    #[test]
    fn players_only_choose_what_is_legal() {
        for player in crate::ids("othello") {
            let mut table =
                find("othello").unwrap().start(&Value::Null, None, &Seed::from_text("any")).unwrap();
            let mut players =
                [Seat::FIRST, Seat::SECOND].map(|_| sit("othello", player, &Seed::from_text("p")).unwrap());
            while let Some(seat) = table.awaiting().must.iter().next() {
                let budget = Budget { nodes: Some(3_000), ..Budget::default() };
                let action = players[seat.index()].choose(&table.seat_view(seat), budget).unwrap().action;
                table.play(seat, &action).unwrap();
            }
        }
    }
}
