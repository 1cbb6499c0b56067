//! Why a player chose a move, and how sure it is.

use super::transcript;
use baize_othello::{Board, Square};
use baize_othello_engine::{Certainty, Opinion, Verdict};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

/// The info about a chosen move: from `shown`, what the game is worth, how far that may be off and how likely
/// the player wins; from the player's own verdict, what it expects and what else it looked at.
pub(super) fn info(board: &Board, verdict: &Verdict, shown: &Verdict, chosen: Square) -> Value {
    let mut info = Map::new();
    let mut tell = |name: &str, value: Value| info.insert(name.to_owned(), value);
    let empties = board.position.empty().count_ones();
    tell("why", json!(why(verdict, plus_minus(verdict.certainty, empties), chosen)));
    if let Some(reason) = reason(board, verdict, chosen) {
        tell("reason", json!(reason));
    }
    tell("score", json!(shown.score));
    match shown.certainty {
        Certainty::Depth(depth) => {
            tell("depth", json!(depth));
            tell("plusMinus", json!(hundredths(plus_minus(shown.certainty, empties))))
        }
        Certainty::Percent(percent) => tell("percent", json!(percent)),
        Certainty::Exact => tell("exact", json!(true)),
    };
    tell("winChance", json!(hundredths(win_chance(shown.score, shown.certainty, empties))));
    tell("nodes", json!(verdict.nodes));
    tell("line", json!(transcript(&verdict.line)));
    tell("candidates", verdict.candidates.iter().map(opinion).collect());
    Value::Object(info)
}

/// What a move is good for, as people would put it, judged by the search; clients find the words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(crate) enum Reason {
    /// It takes a corner.
    TakesCorner,
    /// With best play it wins by `by` discs.
    Wins { by: u32 },
    /// It leaves the other side without a move.
    MakesPass,
    /// After most other moves the other side could take this corner.
    KeepsCorner {
        #[serde(serialize_with = "named")]
        #[schemars(with = "Square")]
        corner: Square,
    },
    /// It leads to taking this corner a few moves later.
    LeadsToCorner {
        #[serde(serialize_with = "named")]
        #[schemars(with = "Square")]
        corner: Square,
    },
    /// It leaves the other side only `count` moves.
    FewReplies { count: u32 },
}

fn named<S: Serializer>(square: &Square, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(square)
}

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// How many plies ahead a corner may be for a move to lead to it.
const SOON: usize = 5;
/// How many fewer moves than after other moves count as few.
const FEWER: u32 = 2;

fn reason(board: &Board, verdict: &Verdict, chosen: Square) -> Option<Reason> {
    if chosen.bit() & CORNERS != 0 {
        return Some(Reason::TakesCorner);
    }
    if verdict.certainty == Certainty::Exact && verdict.score > 0.0 {
        return Some(Reason::Wins { by: verdict.score as u32 });
    }
    // The other side's moves after each move; none if it must pass.
    let replies = |square: Square| {
        board.play(square).map_or(0, |(next, _, passes)| if passes { 0 } else { next.position.moves() })
    };
    let here = replies(chosen);
    if here == 0 {
        return board.play(chosen).filter(|(_, _, passes)| *passes).map(|_| Reason::MakesPass);
    }
    let others: Vec<u64> = Square::all(board.position.moves() & !chosen.bit()).map(replies).collect();
    let open = |corner: &Square| 2 * others.iter().filter(|moves| **moves & corner.bit() != 0).count();
    if let Some(corner) = Square::all(CORNERS & !here).find(|corner| open(corner) > others.len()) {
        return Some(Reason::KeepsCorner { corner });
    }
    if verdict.line.first() == Some(&chosen)
        && let Some(corner) = own_corner(board, &verdict.line[..verdict.line.len().min(SOON)])
    {
        return Some(Reason::LeadsToCorner { corner });
    }
    let count = here.count_ones();
    let usual = others.iter().map(|moves| moves.count_ones()).sum::<u32>() / others.len().max(1) as u32;
    (count + FEWER <= usual).then_some(Reason::FewReplies { count })
}

/// A corner that the side to move takes in a line.
fn own_corner(board: &Board, line: &[Square]) -> Option<Square> {
    let mut next = *board;
    for &square in line {
        if next.to_move == board.to_move && square.bit() & CORNERS != 0 {
            return Some(square);
        }
        next = next.play(square)?.0;
    }
    None
}

fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn opinion(opinion: &Opinion) -> Value {
    let Opinion { square, score, is_bound } = opinion;
    let name = if *is_bound { "atMost" } else { "score" };
    json!({ "move": square.to_string(), name: hundredths(*score) })
}

fn why(verdict: &Verdict, error: f64, chosen: Square) -> String {
    let mut text = match verdict.certainty {
        Certainty::Exact => "best play to the end".to_owned(),
        Certainty::Percent(percent) => {
            format!("best play to the end, unless a shortcut was wrong: each is right with {percent} %")
        }
        Certainty::Depth(depth) => format!("{depth} plies ahead, give or take {error:.0} discs"),
    };
    let seen = verdict.candidates.iter().find(|opinion| opinion.square == chosen);
    if let (Some(best), Some(seen)) = (verdict.candidates.first(), seen)
        && best.square != chosen
    {
        let behind = best.score - seen.score;
        text += &format!("; {} looked better by {behind:.1}, this is for a change", best.square);
    }
    text
}

/// A linear fit: a constant, and coefficients for the discs placed and the plies searched.
type Fit = [f64; 3];

/// How far estimates are off the final score, and how steeply the chance to win rises with them: fits to
/// 4,250 estimates in 100 games, made by `baize train othello-calibration`.
const ERROR: Fit = [15.85, -0.164, -0.151];
const SLOPE: Fit = [0.4355, -0.0029, -0.0006];

fn fitted([at, disc, ply]: Fit, empties: u32, depth: u32) -> f64 {
    at + disc * f64::from(60 - empties.min(60)) + ply * f64::from(depth)
}

/// How far an estimate is off the final score, as a standard deviation in discs.
fn plus_minus(certainty: Certainty, empties: u32) -> f64 {
    match certainty {
        Certainty::Exact => 0.0,
        // A shortcut that fails is mostly off by a move or two.
        Certainty::Percent(_) => 2.0,
        Certainty::Depth(depth) => fitted(ERROR, empties, depth).max(3.0),
    }
}

/// How likely a score means a win, counting a draw as half.
fn win_chance(score: f64, certainty: Certainty, empties: u32) -> f64 {
    let slope = match certainty {
        Certainty::Exact if score == 0.0 => return 0.5,
        Certainty::Exact => return f64::from(u8::from(score > 0.0)),
        // The slope for a normal error of this size.
        Certainty::Percent(_) => 1.7 / plus_minus(certainty, empties),
        Certainty::Depth(depth) => fitted(SLOPE, empties, depth).max(0.02),
    };
    1.0 / (1.0 + libm::exp(-score * slope))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_follow_the_score() {
        let chance = |score, certainty| win_chance(score, certainty, 30);
        assert_eq!([-2.0, 0.0, 2.0].map(|score| chance(score, Certainty::Exact)), [0.0, 0.5, 1.0]);
        for certainty in [Certainty::Depth(1), Certainty::Depth(8), Certainty::Percent(73)] {
            assert_eq!(chance(0.0, certainty), 0.5);
            assert!((chance(6.0, certainty) + chance(-6.0, certainty) - 1.0).abs() < 1e-9);
            assert!(chance(6.0, certainty) > chance(3.0, certainty) && chance(6.0, certainty) < 1.0);
        }
    }

    #[test]
    fn deeper_and_later_is_surer() {
        let error = |depth, empties| plus_minus(Certainty::Depth(depth), empties);
        assert!(error(8, 30) < error(1, 30) && error(8, 20) < error(8, 30));
        assert!(plus_minus(Certainty::Exact, 10) < plus_minus(Certainty::Percent(93), 20));
    }

    #[test]
    fn reasons_come_from_the_board_and_the_line() {
        let said = |line: &str, chosen: &str, then: &str, certainty: Certainty| {
            let board = baize_othello::notation::read(line).unwrap();
            let moves: Vec<Square> = then.split_whitespace().map(|name| name.parse().unwrap()).collect();
            let verdict = Verdict {
                score: 6.0,
                certainty,
                candidates: Vec::new(),
                line: moves,
                nodes: 1,
                time: Default::default(),
            };
            reason(&board, &verdict, chosen.parse().unwrap())
        };
        let start = "---------------------------OX------XO--------------------------- X";
        assert_eq!(said(start, "d3", "d3 c3", Certainty::Depth(2)), None);
        assert_eq!(said(start, "d3", "d3", Certainty::Exact), Some(Reason::Wins { by: 6 }));
        // Black can take a1 over b1, or play elsewhere.
        let corner = "-OX-----------------------------OX--------------OX-------------- X";
        assert_eq!(said(corner, "a1", "a1", Certainty::Depth(1)), Some(Reason::TakesCorner));
    }

    #[test]
    fn a_whim_is_admitted() {
        let [best, other] = ["d3", "c4"].map(|name| name.parse::<Square>().unwrap());
        let of = |square, score| Opinion { square, score, is_bound: false };
        let verdict = Verdict {
            score: 1.0,
            certainty: Certainty::Depth(4),
            candidates: vec![of(best, 1.0), of(other, 0.75)],
            line: vec![best],
            nodes: 10,
            time: Default::default(),
        };
        assert_eq!(why(&verdict, 9.2, best), "4 plies ahead, give or take 9 discs");
        assert!(why(&verdict, 9.2, other).ends_with("; d3 looked better by 0.2, this is for a change"));
    }
}
