//! What holds for every review, and that values called exact really are.

use baize_games::{Record, RecordedMove, find};
use baize_othello::{Othello, Position, Square};
use baize_othello_engine::{Aim, Engine, Weights};
use baize_players::{Budget, Thought, sit};
use baize_review::{Care, Effort, Mark, Review, Reviewer, review};
use baize_rules::{Leaving, Seat, Seed};
use serde_json::{Value, json};
use std::ops::ControlFlow;

const ROUGH: Effort = Effort { care: Care::Rough, threads: 1, clock: baize_players::Stopwatch::STOPPED };

/// A game between computer players, until it is over or, after `most` entries, everybody resigns.
fn played(game: &str, options: &Value, players: &[&str], most: usize) -> Record {
    let seed = Seed::from_text("review");
    let mut table = find(game).unwrap().start(options, Some(players.len() as u8), &seed).unwrap();
    let mut record = Record::of(&*table, options.clone(), &seed);
    record.players = players.iter().map(|player| (*player).to_owned()).collect();
    let mut sitters: Vec<_> =
        players.iter().map(|player| sit(game, player, &Seed::from_text(player)).unwrap()).collect();
    while let Some(seat) = table.awaiting().must.iter().next() {
        if record.log.len() >= most {
            table.leave(seat, Leaving::Resign).unwrap();
            record.log.push(RecordedMove::Leave { seat, leave: Leaving::Resign });
            continue;
        }
        let budget = Budget { nodes: Some(300), ..Budget::default() };
        let Thought { action, meant, .. } =
            sitters[seat.index()].choose(&table.seat_view(seat), budget).unwrap();
        table.play(seat, &action).unwrap();
        record.log.push(RecordedMove::Action { seat, action, meant });
    }
    record.result = table.outcome();
    assert!(record.result.is_some());
    record
}

fn reviewed(record: &Record) -> Review {
    review(record, ROUGH, |_| ControlFlow::Continue(())).unwrap()
}

/// Checks what holds for a review of any game.
fn check(record: &Record) -> Review {
    let review = reviewed(record);
    assert_eq!(review, reviewed(record), "the same every time");
    let actions = record.log.iter().filter(|entry| matches!(entry, RecordedMove::Action { .. })).count();
    assert_eq!((review.game.as_str(), review.moves.len()), (record.game.as_str(), actions));
    assert!(review.moves.is_sorted_by(|a, b| a.n < b.n));
    for of in &review.moves {
        let RecordedMove::Action { seat, action, .. } = &record.log[of.n - 1] else { panic!("{of:?}") };
        assert_eq!((&of.seat, &of.action), (seat, action));
        assert!(of.loss >= 0.0 && of.value.is_finite() && of.best_value.is_finite(), "{of:?}");
        assert_eq!(of.value, of.best_value - of.loss, "{of:?}");
        assert!(of.loss > 0.0 || of.best == of.action, "nothing is better than what costs nothing: {of:?}");
        assert!(of.choices.iter().any(|choice| choice.text == of.text), "{of:?}");
        assert!(of.choices.is_sorted_by(|a, b| a.value >= b.value));
        assert!(of.is_decision || of.mark.is_none(), "{of:?}");
    }
    assert_eq!(review.players.len(), usize::from(record.seats));
    for player in &review.players {
        assert!(player.accuracy.is_none_or(|accuracy| (0.0..=100.0).contains(&accuracy)), "{player:?}");
        assert_eq!(player.accuracy.is_some(), player.decisions >= 5);
    }
    let json = serde_json::to_value(&review).unwrap();
    for key in ["n", "seat", "action", "value", "best", "bestValue", "loss", "exact"] {
        assert!(json["moves"][0].get(key).is_some(), "{key}: {}", json["moves"][0]);
    }
    assert!(json["players"][0].get("accuracy").is_some());
    review
}

/// The position before each action of an Othello record.
fn positions(record: &Record) -> Vec<Position> {
    let mut positions = Vec::new();
    record
        .replay_watched(|table, entry| {
            let seen = table.seat_view(entry.seat());
            positions.push(seen.of::<Othello>().unwrap().0.setup.board.position);
        })
        .unwrap();
    positions
}

#[test]
fn the_last_eighteen_moves_of_othello_have_their_exact_scores() {
    let record = played("othello", &json!({}), &["medium", "easy"], 100);
    let positions = positions(&record);
    let mut reviewer = Reviewer::new(record, Effort::default()).unwrap();
    let mut seen = 0;
    while let Some(progress) = reviewer.step() {
        let of = progress.latest;
        let position = positions[of.n - 1];
        if position.empty().count_ones() > 18 {
            break;
        }
        seen += 1;
        let solve = |position: Position| {
            Engine::new(Weights::learnt()).think(position, Aim::SOLVE, Default::default(), &mut |_| {}).score
        };
        assert!(of.exact, "{of:?}");
        assert_eq!(of.best_value, solve(position), "{of:?}");
        match of.text.parse::<Square>() {
            Ok(square) => assert_eq!(of.value, -solve(position.play_unchecked(square)), "{of:?}"),
            Err(_) => assert_eq!(of.value, -solve(position.passed()), "{of:?}"),
        }
    }
    assert!(seen >= 16, "{seen}");
}

#[test]
fn othello() {
    let review = check(&played("othello", &json!({}), &["medium", "easy"], 100));
    assert!(review.moves.iter().rev().take(9).all(|of| of.exact));
    assert!(review.moves.iter().any(|of| of.mark.is_some_and(|mark| mark != Mark::OnlyMove)));
    assert_eq!(review.moves[0].loss, 0.0, "the four first moves are one");
    let [first, second] = [0, 1].map(|seat| review.players[seat].accuracy.unwrap());
    assert!(first > second, "medium plays better than easy: {first} {second}");
}

/// A game that begins with these moves and ends when a seat resigns.
fn begun(moves: &str) -> Record {
    let seed = Seed::from_text("any");
    let mut table = find("othello").unwrap().start(&json!({}), None, &seed).unwrap();
    let mut record = Record::of(&*table, json!({}), &seed);
    for square in moves.as_bytes().chunks(2) {
        let seat = table.awaiting().must.iter().next().unwrap();
        let action = table.read(seat, std::str::from_utf8(square).unwrap()).unwrap();
        table.play(seat, &action).unwrap();
        record.log.push(RecordedMove::action(seat, action));
    }
    let seat = table.awaiting().must.iter().next().unwrap();
    table.leave(seat, Leaving::Resign).unwrap();
    record.log.push(RecordedMove::Leave { seat, leave: Leaving::Resign });
    record.result = table.outcome();
    record
}

#[test]
fn eight_odd_moves_that_come_out_even_are_an_opening_of_xot() {
    let name = |review: &Review| review.opening.as_ref().map(|opening| opening.name.clone());
    // Moves that give something away but cost nothing here: they were drawn.
    for (moves, expected) in
        [("f5d6c4d3c2b3b4b5c5", "XOT (Perpendicular)"), ("f5f4g3g6f3g4e3e2c5", "XOT (Parallel)")]
    {
        let drawn = check(&begun(moves));
        assert_eq!(name(&drawn).as_deref(), Some(expected));
        assert!(drawn.moves[..8].iter().all(|of| of.loss == 0.0 && of.mark.is_none()), "{:?}", drawn.moves);
    }
    // With another eighth move the position is not even, and what was given away counts.
    let uneven = check(&begun("f5d6c4d3c2b3b4d1c5"));
    assert_eq!(name(&uneven).as_deref(), Some("Perpendicular"));
    assert!(uneven.moves[..8].iter().any(|of| of.loss >= 2.0));
    // A named opening needs no other name.
    assert_eq!(name(&check(&begun("c4e3f6e6f5c5d3g6f3"))).as_deref(), Some("Leader's Tiger"));
}

#[test]
fn banqi_tells_luck_from_choice() {
    let review = check(&played("banqi", &json!({}), &["medium", "greedy"], 60));
    let flips: Vec<_> = review.moves.iter().filter(|of| of.action["type"] == "FLIP").collect();
    assert!(flips.iter().skip(1).all(|of| of.luck.is_some()));
    assert!(flips.iter().any(|of| of.luck.is_some_and(|luck| luck.abs() > 1.0)));
    assert!(review.moves.iter().filter(|of| of.action["type"] != "FLIP").all(|of| of.luck.is_none()));
    check(&played("banqi", &json!({"mode": "three-kingdoms"}), &["greedy", "random", "medium"], 40));
}

#[test]
fn nine_adds_up_to_the_result() {
    let record = played("nine", &json!({}), &["beginner", "medium"], 100);
    let review = check(&record);
    let scores = &record.result.as_ref().unwrap().scores;
    let difference = scores[0].as_f64() - scores[1].as_f64();
    // Each turn adds the expected value of the card and its luck, less what the turn was worth.
    let last = review.moves.iter().rfind(|of| of.seat == Seat::FIRST).unwrap();
    assert!((last.value + last.luck.unwrap() - difference).abs() < 1e-9);
    assert!(review.moves.iter().all(|of| of.exact));
    assert!(review.players[0].readable.unwrap() > 1.0, "a beginner plays from below");
    check(&played("nine", &json!({"openLead": true}), &["random", "random"], 100));
    check(&played("nine", &json!({"ties": "carry", "raceTo": 2}), &["random", "hard"], 100));
}

#[test]
fn against_perfect_play_no_card_is_a_mistake() {
    let review = reviewed(&played("nine", &json!({}), &["perfect", "perfect"], 100));
    assert!(review.moves.iter().all(|of| of.loss < 1e-9 && !of.is_decision));
}

#[test]
fn nine_ball_tells_choice_from_aim() {
    let record = played("nine-ball", &json!({}), &["medium", "potter"], 12);
    let review = check(&record);
    let shots = || review.moves.iter().filter(|of| of.action["type"] == "SHOOT");
    assert!(shots().count() > 3);
    for of in shots() {
        assert!((0.0..=100.0).contains(&of.value) && of.luck.is_some(), "{of:?}");
        assert!((0.0..=1.0).contains(&of.chance.unwrap()), "{of:?}");
        // A computer player's intention is recorded, and need not be guessed.
        let RecordedMove::Action { meant: Some(meant), .. } = &record.log[of.n - 1] else {
            panic!("{of:?}");
        };
        assert_eq!(json!(of.meant.unwrap())["aimUrad"], meant["aimUrad"], "{of:?}");
    }
    let mut unknown = record.clone();
    unknown.log.iter_mut().for_each(RecordedMove::keep_secret);
    assert_ne!(reviewed(&unknown).moves, review.moves, "of people it is guessed");
}

#[test]
fn may_i_knows_the_distance_and_weighs_what_was_thrown_away() {
    let review = check(&played("may-i", &json!({"lastRound": 1}), &["greedy", "random", "beginner"], 60));
    assert!(review.moves.iter().all(|of| of.distance.is_some()));
    let thrown = || review.moves.iter().filter(|of| of.action["type"] == "DISCARD");
    assert!(thrown().count() > 5 && thrown().all(|of| of.choices.len() > 1 && of.value <= 0.0));
}

#[test]
fn bad_records_are_refused() {
    let code = |record: &Record| review(record, ROUGH, |_| ControlFlow::Continue(())).unwrap_err().code;
    let record = played("othello", &json!({}), &["easy", "easy"], 100);
    let mut short = record.clone();
    short.log.truncate(20);
    short.result = None;
    assert_eq!(code(&short), "review.unfinished");
    let mut changed = record.clone();
    changed.log.swap(10, 11);
    assert_eq!(code(&changed), "request.bad_record");
    let mut other = record.clone();
    other.result = None;
    assert_eq!(code(&other), "request.bad_record");
    let special = played("nine", &json!({"bonus": true}), &["random", "random"], 100);
    assert_eq!(code(&special), "review.not_solved");
    let stopped = review(&record, ROUGH, |progress| {
        if progress.done < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(stopped.unwrap_err().code, "review.stopped");
}
