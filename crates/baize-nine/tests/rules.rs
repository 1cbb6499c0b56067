//! The rules, case by case.

use baize_nine::{Action, Card, Nine, Options, RuleError, Setup, Ties};
use baize_rules::{Coded, Dice, Game, Leaving, Score, Seat, SeatSet, Seed, Table, Viewer};
use serde_json::{Value, json};

const ZERO: Seat = Seat::FIRST;
const ONE: Seat = Seat::SECOND;

fn start(options: Options) -> Table<Nine> {
    Table::start(options, 2, &Seed::from_text("no chance here")).unwrap()
}

fn load(state: Value) -> Result<Table<Nine>, String> {
    let setup: Setup = serde_json::from_value(state).map_err(|error| error.to_string())?;
    Table::<Nine>::load(setup).map_err(|error| format!("{}: {error}", error.code()))
}

fn card(number: char) -> Action {
    serde_json::from_value(json!({ "type": "PLAY", "card": number.to_digit(10) })).unwrap()
}

/// Plays turns written as `73`: seat 0 plays 7, seat 1 plays 3. The leader commits first, as an open lead
/// demands. Returns the events as sentences.
fn play(table: &mut Table<Nine>, turns: &str) -> Vec<String> {
    let mut told = Vec::new();
    for turn in turns.split_whitespace() {
        let cards: Vec<char> = turn.chars().collect();
        let leader = table.game().view(Viewer::Spectator).leader;
        for seat in [leader, leader.other_of_two()] {
            let news = table.play(seat, &card(cards[seat.index()])).unwrap();
            told.extend(news.into_iter().map(|news| news.event.to_string()));
        }
    }
    told
}

fn position(table: &Table<Nine>) -> String {
    table.game().view(Viewer::Spectator).position().to_string()
}

/// Winners, reason and scores, as in `[0] points 80-10`.
fn result(table: &Table<Nine>) -> Option<String> {
    let outcome = table.game().outcome()?;
    let winners: Vec<usize> = outcome.winners.iter().map(Seat::index).collect();
    Some(format!("{winners:?} {} {}-{}", outcome.reason, outcome.scores[0], outcome.scores[1]))
}

fn ties(ties: Ties) -> Options {
    Options { ties, ..Options::default() }
}

fn weighted(thousandths: [i64; 9], ties: Ties) -> Options {
    Options { turn_weights: thousandths.map(Score::thousandths), ties, ..Options::default() }
}

fn check(options: Options, turns: &str, expect: &str) {
    let mut table = start(options);
    play(&mut table, turns);
    assert_eq!(position(&table), expect, "{turns}");
}

#[test]
fn the_higher_card_takes_the_sum() {
    check(Options::default(), "", "123456789/123456789 0-0");
    check(Options::default(), "73", "12345689/12456789 10-0");
    check(Options::default(), "37", "12456789/12345689 0-10");
    check(Options::default(), "73 19 98", "234568/124567 27-10");
}

#[test]
fn a_tie_gives_nothing_or_half_each_or_waits() {
    check(ties(Ties::None), "55 73", "1234689/1246789 10-0");
    check(ties(Ties::Split), "55 73", "1234689/1246789 15-5");
    check(ties(Ties::Carry), "55", "12346789/12346789 0-0 +10");
    check(ties(Ties::Carry), "55 73", "1234689/1246789 20-0");
    check(ties(Ties::Carry), "55 66 37", "124789/123489 0-32");
    check(ties(Ties::Carry), "55 37 73", "124689/124689 10-20");
}

#[test]
fn weights_multiply_the_points_of_their_turn_exactly() {
    let weights = [1500, 1, 333, 0, 100_000, 1000, 1000, 1000, 1000];
    check(weighted(weights, Ties::None), "73", "12345689/12456789 15-0");
    check(weighted(weights, Ties::None), "73 12", "2345689/1456789 15-0.003");
    check(weighted(weights, Ties::None), "73 12 21", "345689/456789 15.999-0.003");
    check(weighted(weights, Ties::None), "73 12 21 98 89", "3456/4567 15.999-1700.003");
    check(weighted(weights, Ties::Split), "55 22 73", "134689/146789 10.832-7.502");
    check(weighted(weights, Ties::Carry), "55 22 73", "134689/146789 18.334-0");
    let double_second = weighted([1000, 2000, 1000, 1000, 1000, 1000, 1000, 1000, 1000], Ties::Carry);
    check(double_second, "55 66 73", "123489/124789 44-0");
    check(weighted(weights, Ties::Carry), "55 22 73 99 14", "3468/1678 18.334-500");
}

#[test]
fn the_leader_alternates_and_the_turn_counts_to_nine() {
    let mut table = start(Options::default());
    for turn in 1..=9 {
        let view = table.game().view(Viewer::Spectator);
        assert_eq!((view.turn, view.leader.index()), (turn, 1 - usize::from(turn) % 2));
        assert_eq!(usize::from(turn), 10 - view.hands[0].len());
        assert_eq!(result(&table), None);
        play(&mut table, &format!("{turn}{turn}"));
    }
    assert_eq!(result(&table).as_deref(), Some("[] points 0-0"));
    assert_eq!(table.game().view(Viewer::Spectator).turn, 9);
}

fn check_game(turns: &str, expect: &str) {
    let mut table = start(Options::default());
    let told = play(&mut table, turns);
    assert_eq!(result(&table).as_deref(), Some(expect));
    assert_eq!(told.len(), 9 * 3 + 1, "two commits and a reveal each turn, and the end");
}

#[test]
fn whole_games_end_as_they_must() {
    check_game("19 21 32 43 54 65 76 87 98", "[0] points 80-10");
    check_game("91 12 23 34 45 56 67 78 89", "[1] points 10-80");
    check_game("11 22 33 44 55 66 77 88 99", "[] points 0-0");
    // Close call: the smallest possible margin.
    check_game("12 23 31 44 55 66 77 88 99", "[1] points 4-8");
    check_game("13 21 34 42 55 66 77 88 99", "[1] points 9-11");
}

fn refusal(table: &mut Table<Nine>, seat: u8, card: &Value) -> String {
    let action: Action = serde_json::from_value(json!({ "type": "PLAY", "card": card })).unwrap();
    let before = table.setup();
    let seat = Seat::new(seat).unwrap();
    let error = table.play(seat, &action).unwrap_err();
    assert_eq!(table.check(seat, &action), Err(error.clone()));
    assert_eq!(table.setup(), before);
    error.code().to_owned()
}

#[test]
fn refusals_change_nothing_and_say_why() {
    let mut table = start(Options::default());
    play(&mut table, "73");
    assert_eq!(refusal(&mut table, 0, &json!(7)), "nine.not_in_hand");
    assert_eq!(refusal(&mut table, 1, &json!(3)), "nine.not_in_hand");
    assert_eq!(refusal(&mut table, 0, &json!(0)), "nine.not_in_hand");
    assert_eq!(refusal(&mut table, 0, &json!(10)), "nine.not_in_hand");
    assert_eq!(refusal(&mut table, 0, &json!(1.5)), "nine.bad_card");
    assert_eq!(refusal(&mut table, 0, &json!("x")), "nine.bad_card");
    assert_eq!(refusal(&mut table, 0, &json!(true)), "nine.bad_card");
    assert_eq!(refusal(&mut table, 2, &json!(5)), "nine.not_a_player");
    table.play(ZERO, &card('5')).unwrap();
    assert_eq!(refusal(&mut table, 0, &json!(6)), "nine.already_committed");
    assert_eq!(refusal(&mut table, 0, &json!("x")), "nine.already_committed");
    assert_eq!(refusal(&mut table, 1, &json!(3)), "nine.not_in_hand");
    table.leave(ONE, Leaving::Resign).unwrap();
    assert_eq!(refusal(&mut table, 0, &json!(6)), "nine.wrong_phase");
    assert_eq!(refusal(&mut table, 1, &json!(6)), "nine.wrong_phase");
    assert_eq!(refusal(&mut table, 7, &json!(6)), "nine.not_a_player");
}

#[test]
fn nine_is_for_two() {
    let start = |seats| Table::<Nine>::start(Options::default(), seats, &Seed::from_text("")).err();
    assert_eq!(start(2), None);
    assert_eq!(start(1), Some(RuleError::BadSeats(1)));
    assert_eq!(start(3), Some(RuleError::BadSeats(3)));
}

#[test]
fn events_have_the_documented_form() {
    let mut table = start(ties(Ties::Carry));
    let mut told = Vec::new();
    for (seat, number) in [(ZERO, '5'), (ONE, '5'), (ONE, '3'), (ZERO, '7')] {
        told.extend(table.play(seat, &card(number)).unwrap().into_iter().map(|news| json!(news.event)));
    }
    let expect = json!([
        { "type": "COMMITTED", "seat": 0 },
        { "type": "COMMITTED", "seat": 1 },
        { "type": "REVEALED", "turn": 1, "leader": 0, "cards": [5, 5], "winner": null, "points": [0, 0],
          "carried": 10, "scores": [0, 0] },
        { "type": "COMMITTED", "seat": 1 },
        { "type": "COMMITTED", "seat": 0 },
        { "type": "REVEALED", "turn": 2, "leader": 1, "cards": [7, 3], "winner": 0, "points": [20, 0],
          "carried": 0, "scores": [20, 0] },
    ]);
    assert_eq!(json!(told), expect);
}

fn check_reveal(options: Options, turns: &str, expect: &str) {
    let told = play(&mut start(options), turns);
    assert!(told.iter().any(|sentence| sentence == expect), "{expect:?} is not in {told:?}");
}

#[test]
fn a_reveal_names_winner_points_and_both_cards_the_leaders_first() {
    check_reveal(Options::default(), "73", "Turn 1: seat 0 plays 7, seat 1 plays 3. Seat 0 wins 10 points.");
    check_reveal(
        Options::default(),
        "73 12",
        "Turn 2: seat 1 plays 2, seat 0 plays 1. Seat 1 wins 3 points.",
    );
    check_reveal(
        Options::default(),
        "55 98",
        "Turn 2: seat 1 plays 8, seat 0 plays 9. Seat 0 wins 17 points.",
    );
    check_reveal(ties(Ties::None), "44", "Turn 1: seat 0 plays 4, seat 1 plays 4. Tie! No points.");
    check_reveal(ties(Ties::Split), "44", "Turn 1: seat 0 plays 4, seat 1 plays 4. Tie! 4 points each.");
    check_reveal(
        ties(Ties::Carry),
        "44",
        "Turn 1: seat 0 plays 4, seat 1 plays 4. Tie! 8 points carried over.",
    );
    let turns = "12 23 34 45 56 67 78 81 99";
    check_reveal(ties(Ties::Carry), turns, "Turn 9: seat 0 plays 9, seat 1 plays 9. Tie! 18 points lost.");
    let fifth = weighted([200; 9], Ties::None);
    check_reveal(fifth, "41", "Turn 1: seat 0 plays 4, seat 1 plays 1. Seat 0 wins 1 point.");
    check_reveal(fifth, "42", "Turn 1: seat 0 plays 4, seat 1 plays 2. Seat 0 wins 1.2 points.");
}

#[test]
fn points_carried_past_the_last_turn_are_lost() {
    let mut table = start(ties(Ties::Carry));
    play(&mut table, "12 23 31 44 55 66 77 88 99");
    assert_eq!(position(&table), "/ 4-8 +78");
    assert_eq!(result(&table).as_deref(), Some("[1] points 4-8"));
}

/// Games won by seat 0, by seat 1 and by nobody.
const WON: &str = "19 21 32 43 54 65 76 87 98";
const LOST: &str = "91 12 23 34 45 56 67 78 89";
const DRAWN: &str = "11 22 33 44 55 66 77 88 99";

fn check_match(race_to: u8, games: &[&str], expect: Option<&str>) {
    let mut table = start(Options { race_to, ..Options::default() });
    for game in games {
        assert_eq!(result(&table), None);
        play(&mut table, game);
    }
    assert_eq!(result(&table).as_deref(), expect, "{games:?}");
    if expect.is_none() {
        assert_eq!(position(&table), "123456789/123456789 0-0");
    }
}

#[test]
fn a_match_ends_with_enough_wins_or_after_all_games() {
    check_match(2, &[WON], None);
    check_match(2, &[WON, WON], Some("[0] match 2-0"));
    check_match(2, &[WON, LOST], None);
    check_match(2, &[WON, LOST, LOST], Some("[1] match 1-2"));
    check_match(2, &[WON, LOST, DRAWN], Some("[] match 1-1"));
    check_match(2, &[WON, DRAWN, DRAWN], Some("[0] match 1-0"));
    check_match(2, &[DRAWN, DRAWN, DRAWN], Some("[] match 0-0"));
    check_match(3, &[WON, LOST, WON, LOST], None);
    check_match(3, &[WON, LOST, WON, LOST, WON], Some("[0] match 3-2"));
    check_match(3, &[LOST, LOST, LOST], Some("[1] match 0-3"));
    check_match(5, &[WON, LOST, DRAWN, WON, LOST, DRAWN, DRAWN, DRAWN, LOST], Some("[1] match 2-3"));
}

#[test]
fn each_game_of_a_match_is_announced() {
    let mut table = start(Options { race_to: 2, ..Options::default() });
    let told = play(&mut table, WON);
    assert_eq!(told.last().unwrap(), "Game 1: Seat 0 wins, 80-10. Games won: 1-0.");
    assert_eq!(table.game().view(Viewer::Spectator).game, 2);
    play(&mut table, DRAWN);
    let told = play(&mut table, LOST);
    assert_eq!(told[told.len() - 2..], ["Game 3: Seat 1 wins, 10-80. Games won: 1-1.", "A draw, 1-1."]);
}

#[test]
fn with_an_open_lead_the_follower_sees_the_card() {
    let mut table = start(Options { open_lead: true, ..Options::default() });
    assert_eq!(table.game().awaiting().must, SeatSet::only(ZERO));
    assert_eq!(refusal(&mut table, 1, &json!(5)), "nine.not_your_turn");
    let news = table.play(ZERO, &card('5')).unwrap();
    assert_eq!(json!(news[0].event), json!({ "type": "COMMITTED", "seat": 0, "card": 5 }));
    assert_eq!(news[0].event.to_string(), "Seat 0 leads 5.");
    for viewer in Viewer::all(2) {
        assert_eq!(table.game().view(viewer).sealed, [Card::new(5), None]);
    }
    assert_eq!(table.game().awaiting().must, SeatSet::only(ONE));
    assert_eq!(refusal(&mut table, 0, &json!(6)), "nine.already_committed");
    table.play(ONE, &card('6')).unwrap();
    assert_eq!(position(&table), "12346789/12345789 0-11");
    assert_eq!(table.game().awaiting().must, SeatSet::only(ONE));
}

#[test]
fn a_sealed_card_is_seen_by_its_owner_only() {
    let mut table = start(Options::default());
    table.play(ONE, &card('8')).unwrap();
    let view = |viewer| table.game().view(viewer);
    assert_eq!(view(Viewer::Seat(ONE)).sealed, [None, Card::new(8)]);
    assert_eq!(view(Viewer::Seat(ZERO)).sealed, [None, None]);
    assert_eq!(view(Viewer::Spectator).sealed, [None, None]);
    assert_eq!(view(Viewer::Spectator).committed, [false, true]);
    assert!(!format!("{:?}", table.game()).contains('8'), "not even for debugging");
}

#[test]
fn a_seat_out_of_time_plays_its_lowest_card() {
    let mut table = start(Options::default());
    play(&mut table, "12 31");
    assert_eq!(table.game().idle(ZERO), Some(card('2')));
    assert_eq!(table.game().idle(ONE), Some(card('3')));
    play(&mut table, "23 44 55 66 77 88");
    assert_eq!((table.game().idle(ZERO), table.game().idle(ONE)), (Some(card('9')), Some(card('9'))));
}

#[test]
fn whoever_leaves_loses() {
    let mut table = start(Options::default());
    play(&mut table, "19");
    table.play(ZERO, &card('5')).unwrap();
    let mut left = table.clone();
    let told = left.leave(ONE, Leaving::Timeout).unwrap();
    assert_eq!(told[0].event.to_string(), "Seat 1 is out of time.");
    assert_eq!(told[1].event.to_string(), "Seat 0 wins, 0-10.");
    assert_eq!(result(&left).as_deref(), Some("[0] timeout 0-10"));
    table.leave(ZERO, Leaving::Resign).unwrap();
    assert_eq!(result(&table).as_deref(), Some("[1] resign 0-10"));
    assert_eq!(json!(table.setup())["left"], json!({ "seat": 0, "why": "resign" }));
}

#[test]
fn a_state_is_written_as_documented() {
    let mut table = start(Options::default());
    play(&mut table, "73");
    table.play(ONE, &card('9')).unwrap();
    let expect = json!({
        "hands": [[1, 2, 3, 4, 5, 6, 8, 9], [1, 2, 4, 5, 6, 7, 8, 9]],
        "scores": [10, 0],
        "turn": 2,
        "sealed": [null, 9],
        "options": { "ties": "none", "turnWeights": [1, 1, 1, 1, 1, 1, 1, 1, 1], "coverOpponent": false,
                     "raceTo": 1, "openLead": false },
        "carried": 0,
        "played": [[7], [3]],
        "earlier": { "wins": [0, 0], "drawn": 0 },
    });
    assert_eq!(json!(table.setup()), expect);
}

#[test]
fn the_five_named_fields_are_enough_to_load() {
    let state = json!({ "hands": [[2, 5, 9], [3, 5, 8]], "scores": [12.5, 7], "turn": 7, "sealed": [null, 8],
                        "options": {} });
    let mut table = load(state).unwrap();
    assert_eq!(position(&table), "259/358 12.5-7");
    table.play(ZERO, &card('9')).unwrap();
    assert_eq!(position(&table), "25/35 29.5-7");
    play(&mut table, "55 23");
    assert_eq!(result(&table).as_deref(), Some("[0] points 29.5-12"));
    assert_eq!(position(&load(json!({ "hands": [[1], [2]] })).unwrap()), "1/2 0-0");
}

#[test]
fn the_turn_of_a_state_is_not_looked_at() {
    let table = load(json!({ "hands": [[1], [2]], "turn": 3 })).unwrap();
    assert_eq!(table.setup().turn, 9);
}

#[test]
fn a_decided_state_loads_as_ended_and_a_finished_game_counts() {
    let ended = load(json!({ "hands": [[], []], "scores": [45, 30] })).unwrap();
    assert_eq!(result(&ended).as_deref(), Some("[0] points 45-30"));
    let state = json!({ "hands": [[], []], "scores": [45, 30], "options": { "raceTo": 2 } });
    let second = load(state).unwrap();
    assert_eq!((position(&second).as_str(), result(&second)), ("123456789/123456789 0-0", None));
    assert_eq!(second.setup().earlier.wins, [1, 0]);
    let state = json!({ "hands": [[], []], "scores": [45, 30], "options": { "raceTo": 2 },
                        "earlier": { "wins": [1, 1] } });
    assert_eq!(result(&load(state).unwrap()).as_deref(), Some("[0] match 2-1"));
}

fn check_load(mut state: Value, expect: &str) {
    let fields = json!({ "hands": [[1, 2, 3], [7, 8, 9]], "scores": [0, 0] });
    let state = state.as_object_mut().unwrap();
    for (field, value) in fields.as_object().unwrap() {
        state.entry(field).or_insert(value.clone());
    }
    let answer = load(json!(state)).err().unwrap_or_default();
    assert!(answer.contains(expect) && answer.is_empty() == expect.is_empty(), "{state:?}: {answer}");
}

#[test]
fn a_state_that_contradicts_itself_is_refused() {
    check_load(json!({}), "");
    check_load(json!({ "hands": [[1, 2], [3]] }), "nine.bad_position: the hands have different");
    check_load(json!({ "hands": [[1, 1], [3, 4]] }), "twice");
    check_load(json!({ "hands": [[1], [10]] }), "from 1 to 9");
    check_load(json!({ "hands": [[1]] }), "length");
    check_load(json!({ "sealed": [4, null] }), "nine.bad_position: a sealed card is not in the hand");
    check_load(json!({ "sealed": [1, 9] }), "nine.bad_position: both seats have chosen");
    check_load(json!({ "sealed": [1, null] }), "");
    check_load(json!({ "sealed": [1, null], "options": { "openLead": true } }), "");
    check_load(json!({ "sealed": [null, 7], "options": { "openLead": true } }), "only the leader's card");
    check_load(json!({ "scores": [-1, 0] }), "nine.bad_position: points");
    check_load(json!({ "scores": [999_999, 0] }), "nine.bad_position: points");
    check_load(json!({ "scores": [1e7, 0] }), "million");
    check_load(json!({ "carried": -1 }), "nine.bad_position: points");
    check_load(json!({ "played": [[4, 5], [1, 2]] }), "");
    check_load(json!({ "played": [[4, 5], [1]] }), "different numbers");
    check_load(json!({ "played": [[4, 4], [1, 2]] }), "played twice");
    check_load(json!({ "played": [[3, 4], [1, 2]] }), "played twice, or played and still");
    check_load(json!({ "earlier": { "wins": [1, 0] } }), "already decided");
    check_load(json!({ "earlier": { "wins": [1, 0] }, "options": { "raceTo": 2 } }), "");
    check_load(json!({ "earlier": { "wins": [255, 255], "drawn": 255 } }), "already decided");
    check_load(
        json!({ "earlier": { "wins": [0, 0], "drawn": 3 }, "options": { "raceTo": 2 } }),
        "already decided",
    );
    check_load(json!({ "left": { "seat": 2, "why": "resign" } }), "seats 0 and 1");
    check_load(json!({ "left": { "seat": 1, "why": "timeout" } }), "");
    check_load(json!({ "options": { "raceTo": 0 } }), "nine.bad_options");
    check_load(json!({ "phase": "selection" }), "unknown field");
}

#[test]
fn a_position_text_loads() {
    let setup = Nine::read_position("259/358 20-18 +4", ties(Ties::Carry)).unwrap();
    let mut table = Table::<Nine>::load(setup).unwrap();
    play(&mut table, "58");
    assert_eq!(position(&table), "29/35 20-35");
    let error = Nine::read_position("259/358", Options::default()).unwrap_err();
    assert_eq!(error.code(), "nine.bad_position");
}

#[test]
fn the_rules_answer_no_queries() {
    let query = serde_json::from_value::<<Nine as Game>::Query>(json!({ "type": "SOLVE" }));
    assert_eq!(query.unwrap_err().to_string(), "the rules of Nine answer no queries");
}

#[test]
fn a_redealt_choice_is_any_card_of_the_hand_equally_likely() {
    let mut table = start(Options::default());
    play(&mut table, "12 21 33 44 55");
    table.play(ZERO, &card('8')).unwrap();
    let mut dice = Dice::new(&Seed::from_text("redeal"));
    let mut seen = [0; 10];
    for _ in 0..4000 {
        let setup = Nine::redeal(&table.game().view(Viewer::Spectator), &mut dice);
        seen[usize::from(setup.sealed[0].unwrap().number())] += 1;
        assert_eq!(setup.sealed[1], None);
    }
    let likely: Vec<usize> = (0..10).filter(|&number| (900..1100).contains(&seen[number])).collect();
    assert_eq!(likely, [6, 7, 8, 9], "{seen:?}");
    let own = Nine::redeal(&table.game().view(Viewer::Seat(ZERO)), &mut dice);
    assert_eq!(own, table.setup());
}
