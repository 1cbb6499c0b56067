//! Othello players, and the query for the final score.

mod classic;
mod explain;
mod novice;
mod openings;
mod sense;
mod solve;

pub(crate) use explain::Reason;
pub(crate) use solve::Query as PlayerQuery;

use crate::cast::Roles;
use crate::player::{AnyLevel, AnyPlayer, seated};
use crate::team::{Team, most_counted, written};
use crate::{Budget, Choice, Level, Player, Random};
use baize_othello::{Action, Board, Othello, Position, Query, Square, View, notation};
use baize_othello_engine::{Aim, Book, Certainty, Engine, Opinion, Style, Verdict, Weights};
use baize_rules::{Dice, Menu, Problem, Seed};
use baize_search::Limits;
use novice::{Novice, Taste};
use serde::Deserialize;
use serde_json::{Value, json};

pub(crate) const TEAM: Team = Team {
    game: "othello",
    levels: LEVELS,
    roles: &[Roles {
        mode: None,
        players: ["novice", "classic", "casual", "medium", "keen", "hard", "expert"],
    }],
    answer,
    missing_weights,
    weights: || Some((WEIGHTS, Weights::file()?)),
    ..Team::PLAIN
};

/// The name of the file of learnt weights.
const WEIGHTS: &str = "othello.weights";

/// The weights file if it is still missing. The first four players need none.
fn missing_weights(id: &str) -> Option<&'static str> {
    let is_plain = ["random", "novice", "beginner", "classic"].contains(&id);
    (!is_plain && Weights::are_missing()).then_some(WEIGHTS)
}

/// Gives the Othello weights to a program without them; returns whether they are valid.
pub fn give_weights(bytes: &'static [u8]) -> bool {
    Weights::give(bytes).is_ok()
}

const LEVELS: &[&dyn AnyLevel] = &[
    &Random::level::<Othello>(),
    &Level::<Othello> { id: "novice", make: |seed| Novice::boxed(Taste::NOVICE, seed) },
    &Level::<Othello> { id: "beginner", make: |seed| Novice::boxed(Taste::BEGINNER, seed) },
    &classic::LEVEL,
    &Level::<Othello> { id: "easy", make: |seed| Thinker::learnt(Skill::EASY, seed) },
    &Level::<Othello> { id: "casual", make: |seed| Thinker::learnt(Skill::CASUAL, seed) },
    &Level::<Othello> { id: "steady", make: |seed| Thinker::learnt(Skill::STEADY, seed) },
    &Level::<Othello> { id: "medium", make: |seed| Thinker::learnt(Skill::MEDIUM, seed) },
    &Level::<Othello> { id: "able", make: |seed| Thinker::learnt(Skill::ABLE, seed) },
    &Level::<Othello> { id: "keen", make: |seed| Thinker::learnt(Skill::KEEN, seed) },
    &Level::<Othello> { id: "hard", make: |seed| Thinker::learnt(Skill::HARD, seed) },
    &Level::<Othello> { id: "sharp", make: |seed| Thinker::learnt(Skill::SHARP, seed) },
    &Level::<Othello> { id: "expert", make: |seed| Thinker::learnt(Skill::EXPERT, seed) },
];

/// Answers `SOLVE`, and counts moves as long as the budget allows. Unreadable queries are left to the rules,
/// which refuse them in their own words.
fn answer(query: &Value, budget: Budget) -> Option<Result<Value, Problem>> {
    solve::answer(query, budget).or_else(|| {
        let most = most_counted(query, budget)?;
        Some(written(Query::deserialize(query).ok()?.answer_within(most)))
    })
}

/// Seats a level of Othello that judges positions by other weights than the program's own; `None` for a level
/// that uses none.
pub fn sit_with_weights(level: &str, weights: &'static Weights, seed: &Seed) -> Option<Box<dyn AnyPlayer>> {
    let skill = match level {
        "easy" => Skill::EASY,
        "casual" => Skill::CASUAL,
        "steady" => Skill::STEADY,
        "medium" => Skill::MEDIUM,
        "able" => Skill::ABLE,
        "keen" => Skill::KEEN,
        "hard" => Skill::HARD,
        "sharp" => Skill::SHARP,
        "expert" => Skill::EXPERT,
        _ => return None,
    };
    // No book, because the program's own was made with its own weights.
    Some(seated(Box::new(Thinker { skill, seed: seed.clone(), weights, book: Book::EMPTY })))
}

/// What a level can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Skill {
    /// Plies it looks ahead.
    depth: u32,
    /// It plays perfectly once this many squares or fewer are empty.
    exact: u32,
    /// How far it misjudges a move: the standard deviation in hundredths of a disc.
    noise: u32,
    /// In its first moves it takes any move at most this many hundredths of a disc behind the best.
    whim: u32,
    style: Style,
    /// How many positions it looks at if the budget does not say.
    nodes: Option<u64>,
    /// Whether it thinks for as long as it may. Others are no stronger for having more time.
    uses_time: bool,
    /// Whether it has a book of openings.
    knows_openings: bool,
}

impl Skill {
    const EASY: Skill = Skill::human(1, 4, 500);
    const CASUAL: Skill = Skill::human(2, 6, 480);
    const STEADY: Skill = Skill::human(3, 8, 400);
    const MEDIUM: Skill = Skill::human(3, 10, 125);
    const ABLE: Skill = Skill::human(4, 11, 60);
    const KEEN: Skill = Skill::human(6, 13, 100);
    const HARD: Skill = Skill::human(8, 16, 10);
    const SHARP: Skill = Skill {
        depth: 12,
        exact: 19,
        nodes: Some(300_000),
        uses_time: false,
        knows_openings: false,
        ..Skill::EXPERT
    };
    const EXPERT: Skill = Skill {
        depth: 30,
        exact: 24,
        noise: 0,
        whim: 50,
        style: Style::Selective,
        nodes: Some(4_000_000),
        uses_time: true,
        knows_openings: true,
    };

    /// A player that looks `depth` plies ahead, solves the end from `exact` empty squares on, and misjudges
    /// moves by `noise`.
    const fn human(depth: u32, exact: u32, noise: u32) -> Skill {
        let (whim, style, nodes) = (0, Style::Full, None);
        Skill { depth, exact, noise, whim, style, nodes, uses_time: false, knows_openings: false }
    }

    /// Whether it needs common sense: a player that hardly looks ahead would miss what is plain to see.
    const fn needs_sense(self) -> bool {
        self.depth <= 2
    }

    /// How many moves of a game vary by whim; after them it plays only the best.
    const WHIMSICAL: u32 = 8;

    /// What to search for: as much as the choice needs, and no more.
    const fn aim(self, is_opening: bool) -> Aim {
        // No misjudgement is larger than half of this either way.
        let margin = if is_opening && self.whim > 0 { self.whim } else { 2 * MOST * self.noise };
        Aim { depth: self.depth, exact: self.exact, margin, style: self.style }
    }
}

/// Searches as well as its skill allows.
struct Thinker {
    skill: Skill,
    seed: Seed,
    weights: &'static Weights,
    /// The opening book.
    book: &'static Book,
}

impl Player<Othello> for Thinker {
    fn choose(&mut self, view: &View, menu: &Menu<Action>, budget: Budget) -> Choice<Action> {
        let board = &view.setup.board;
        let behind = f64::from(self.skill.whim) / 100.0;
        if let Some(choice) = openings::choose(self.book, board, &self.seed, behind) {
            return choice;
        }
        let is_opening = 60 - board.position.empty().count_ones().min(60) < Skill::WHIMSICAL;
        let mut limits = budget.limits();
        if limits.nodes.is_none() && (limits.millis.is_none() || !self.skill.uses_time) {
            limits.nodes = self.skill.nodes;
        }
        let threads = if self.skill.uses_time { budget.timed_threads() } else { 1 };
        let engine = Engine::new(self.weights).with_threads(threads);
        let verdict = engine.think(board.position, self.skill.aim(is_opening), limits, &mut |_| {});
        let Some(square) = self.pick(board, &verdict, is_opening) else {
            return Choice::new(menu.actions()[0].clone(), json!({}));
        };
        let appraised = self.appraised(board.position, &verdict, budget);
        let shown = appraised.as_ref().unwrap_or(&verdict);
        Choice::new(Action::Place(square), explain::info(board, &verdict, shown, square))
    }
}

/// The search for the score that people see. A player that searches three plies chooses by what it sees
/// there, but a score that swings by five discs with the next move is of no use to anybody. `baize train
/// othello-calibration` says how much this one swings.
const APPRAISAL: Aim = Aim { depth: 12, exact: 26, margin: 0, style: Style::Selective };
/// How many positions that search visits, which takes some hundredths of a second.
const APPRAISED: u64 = 1_500_000;
/// The average gain of the side to move, in tenths of a disc, when such an estimate is searched eight plies
/// deeper: in the first four moves of a game, the next four, and so on. `baize train othello-calibration`
/// says how much bias remains.
const STILL_GAINED: [u32; 8] = [4, 4, 2, 8, 6, 12, 6, 6];

impl Thinker {
    /// The verdict of a search deeper than the player's own, if anybody sees it.
    fn appraised(&self, position: Position, own: &Verdict, budget: Budget) -> Option<Verdict> {
        if self.skill.uses_time || !budget.is_heard || own.certainty == Certainty::Exact {
            return None;
        }
        let nodes = budget.nodes.map_or(APPRAISED, |most| most.saturating_sub(own.nodes).min(APPRAISED));
        let limits = Limits { nodes: Some(nodes), ..budget.limits() };
        let mut verdict = Engine::new(self.weights).think(position, APPRAISAL, limits, &mut |_| {});
        if verdict.certainty == Certainty::Depth(APPRAISAL.depth) {
            let moves = 60 - position.empty().count_ones().min(60) as usize;
            verdict.score += f64::from(STILL_GAINED[(moves / 4).min(STILL_GAINED.len() - 1)]) / 10.0;
        }
        // The budget may end the search before it gets as deep as the player's own.
        let is_deeper = match (own.certainty, verdict.certainty) {
            (Certainty::Depth(own), Certainty::Depth(depth)) => depth > own,
            (own, found) => matches!(own, Certainty::Depth(_)) || found == Certainty::Exact,
        };
        is_deeper.then_some(verdict)
    }

    fn learnt(skill: Skill, seed: &Seed) -> Box<dyn Player<Othello>> {
        let book = if skill.knows_openings { Book::own() } else { Book::EMPTY };
        Box::new(Thinker { skill, seed: seed.clone(), weights: Weights::learnt(), book })
    }

    /// The move with the best value after noise. Randomness comes from the seed and the board alone, so the
    /// same view always gets the same choice.
    fn pick(&self, board: &Board, verdict: &Verdict, is_opening: bool) -> Option<Square> {
        let best = verdict.candidates.first()?;
        if verdict.certainty == Certainty::Exact {
            return Some(best.square);
        }
        let mut dice = Dice::new(&self.seed.branch(&notation::line(board)));
        let plain = if self.skill.needs_sense() { sense::moves(board) } else { board.position.moves() };
        let best = verdict.candidates.iter().find(|opinion| opinion.square.bit() & plain != 0)?;
        let others = verdict.candidates.iter().filter(|opinion| opinion.square.bit() & plain != 0);
        let judged = others.filter(|opinion| !opinion.is_bound);
        if is_opening && self.skill.whim > 0 {
            let behind = f64::from(self.skill.whim) / 100.0;
            let good: Vec<&Opinion> = judged.filter(|opinion| opinion.score >= best.score - behind).collect();
            return dice.pick(&good).map(|opinion| opinion.square);
        }
        let noise = f64::from(self.skill.noise) / 100.0;
        let noisy = judged.map(|opinion| (opinion.square, opinion.score + noise * deviation(&mut dice)));
        let chosen = noisy.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(square, _)| square);
        chosen.or(Some(best.square))
    }
}

/// The largest misjudgement, in standard deviations: a move that looks far behind is never played.
const MOST: u32 = 2;

/// A random number around 0 with a standard deviation of nearly 1, from -[`MOST`] to [`MOST`]: a sum of
/// twelve uniform ones is nearly normal.
fn deviation(dice: &mut Dice) -> f64 {
    let sum: u32 = (0..12).map(|_| dice.roll(1001)).sum();
    ((f64::from(sum) - 6000.0) / 1000.0).clamp(-f64::from(MOST), f64::from(MOST))
}

/// Squares in one string, as in a transcript.
fn transcript(line: &[Square]) -> String {
    line.iter().map(Square::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Stopwatch, sit};
    use baize_games::find;
    use baize_rules::Seat;
    use serde_json::Value;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    fn thought(player: &str, seed: &str, line: &str, budget: Budget) -> crate::Thought {
        let table = find("othello").unwrap().load(&json!(line), &Value::Null).unwrap();
        let seat = table.awaiting().must.iter().next().unwrap();
        sit("othello", player, &Seed::from_text(seed))
            .unwrap()
            .choose(&table.seat_view(seat), budget)
            .unwrap()
    }

    const START: &str = "---------------------------OX------XO--------------------------- X";
    /// No book goes this far.
    const OPEN: &str = "----------O-X-----OOXX---OOXXX---OXXXX---OOXXX----OX------------ O";
    const MIDDLE: &str = "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O";

    #[test]
    fn equal_view_seed_and_nodes_give_the_equal_move() {
        for player in crate::ids("othello").into_iter().filter(|id| *id != "random") {
            for line in [START, MIDDLE] {
                let budget = Budget { nodes: Some(20_000), ..Budget::default() };
                let first = thought(player, "a", line, budget);
                assert_eq!(first, thought(player, "a", line, budget), "{player}");
            }
        }
    }

    /// A server gives everybody the same time; only the strongest may use all of it, or the levels would not
    /// differ.
    #[test]
    fn time_makes_nobody_but_expert_stronger() {
        /// A clock on which every look takes a tenth of a millisecond.
        fn now() -> Duration {
            static LOOKS: AtomicU64 = AtomicU64::new(0);
            Duration::from_micros(100 * LOOKS.fetch_add(1, Ordering::Relaxed))
        }
        let given = |millis| Budget { millis: Some(millis), clock: Stopwatch(now), ..Budget::default() };
        for player in ["medium", "keen", "sharp"] {
            let plain = thought(player, "a", MIDDLE, Budget::default());
            assert_eq!(thought(player, "a", MIDDLE, given(1_000_000)), plain, "{player}");
        }
        let depth = |millis| thought("expert", "a", OPEN, given(millis)).info["depth"].as_u64().unwrap();
        let (hasty, patient) = (depth(2), depth(40));
        assert!(hasty < patient, "{hasty} and {patient} plies");
    }

    #[test]
    fn openings_vary_with_the_seed() {
        for player in ["novice", "easy", "medium", "sharp", "expert"] {
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
        // Its own eight plies chose the move; the score comes from a deeper search, here to the end of the
        // game.
        assert!((50..100).contains(&info["percent"].as_u64().unwrap()), "{info}");
        assert!(info["score"].is_number() && info["nodes"].as_u64().unwrap() > 1000, "{info}");
        let early = thought("hard", "a", OPEN, Budget::default()).info;
        assert_eq!(early["depth"], 12);
        assert!(early["plusMinus"].as_f64().unwrap() > 3.0, "{early}");
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

    /// People see the same score whichever player is asked; and the move is the same when nobody sees the
    /// score.
    #[test]
    fn a_score_is_as_good_from_any_player() {
        let budget = Budget { is_heard: false, ..Budget::default() };
        for line in [OPEN, MIDDLE] {
            let told = ["medium", "hard"].map(|player| thought(player, "a", line, Budget::default()));
            assert_eq!(told[0].info["score"], told[1].info["score"]);
            for (player, told) in ["medium", "hard"].into_iter().zip(told) {
                let unheard = thought(player, "a", line, budget);
                assert_eq!(unheard.action, told.action, "{player}");
                assert_ne!(unheard.info, told.info, "{player}");
            }
        }
    }

    #[test]
    fn a_forced_pass_is_passed() {
        let forced = "XO-------------------------------------------------------------- O";
        for player in crate::ids("othello") {
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
