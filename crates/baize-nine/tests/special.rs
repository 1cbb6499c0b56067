//! Special cards and bonus turns, case by case (`docs/rules/nine.md`, "Special cards", "Bonus turns").

use baize_nine::{Action, Helper, Helpers, Nine, Options, Setup, Ties};
use baize_rules::{Coded, Dice, Game, Score, Seat, Seed, Table, Viewer};
use serde_json::{Value, json};

const ZERO: Seat = Seat::FIRST;
const ONE: Seat = Seat::SECOND;

fn all() -> Options {
    Options { special: Helpers::ALL, ..Options::default() }
}

fn bonus(ties: Ties) -> Options {
    Options { ties, bonus: true, ..Options::default() }
}

fn start(options: Options) -> Table<Nine> {
    Table::start(options, 2, &Seed::from_text("no chance here")).unwrap()
}

fn position(table: &Table<Nine>) -> String {
    table.game().view(Viewer::Spectator).position().to_string()
}

/// Plays turns written as `5d:4`: seat 0 plays 5 with double, seat 1 plays 4. Returns the events as
/// sentences.
fn play(table: &mut Table<Nine>, turns: &str) -> Vec<String> {
    let mut told = Vec::new();
    for turn in turns.split_whitespace() {
        let (first, second) = turn.split_once(':').unwrap();
        let mut commits = [(ZERO, first), (ONE, second)];
        if table.game().view(Viewer::Spectator).leader == ONE {
            commits.reverse();
        }
        for (seat, text) in commits {
            let action = table.game().read(seat, text).unwrap();
            let news = table.play(seat, &action).unwrap_or_else(|error| panic!("{turn}: {error}"));
            told.extend(news.into_iter().map(|news| news.event.to_string()));
        }
    }
    told
}

/// Checks the scores after these turns, with the seats in this order and swapped.
fn check(options: Options, turns: &str, expect: [&str; 2]) {
    let scores = |turns: &str| {
        let mut table = start(options);
        play(&mut table, turns);
        table.game().view(Viewer::Spectator).scores.map(|score| score.to_string())
    };
    assert_eq!(scores(turns), expect, "{turns}");
    let swapped: Vec<String> = turns
        .split_whitespace()
        .map(|turn| turn.split_once(':').map(|(a, b)| format!("{b}:{a}")).unwrap())
        .collect();
    let [first, second] = expect;
    assert_eq!(scores(&swapped.join(" ")), [second, first], "{swapped:?}");
}

#[test]
fn helpers_do_what_they_say_for_either_seat() {
    check(all(), "9:1r", ["0", "10"]);
    check(all(), "9r:1", ["0", "10"]);
    check(all(), "9r:1r", ["10", "0"]);
    check(all(), "5d:4", ["18", "0"]);
    check(all(), "5:4d", ["18", "0"]);
    check(all(), "5d:4d", ["36", "0"]);
    check(all(), "5:4s", ["0", "0"]);
    check(all(), "5s:4", ["9", "0"]);
    check(all(), "5d:4s", ["0", "0"]);
    check(all(), "5r:4s", ["0", "9"]);
    check(all(), "7:7d", ["0", "0"]);
}

#[test]
fn what_is_laid_beside_a_card_is_used_up_whatever_comes_of_it() {
    let mut table = start(all());
    play(&mut table, "7:7d 5r:4s");
    let view = table.game().view(Viewer::Spectator);
    let left = view.helpers.unwrap().map(|helpers| helpers.iter().collect::<Vec<_>>());
    assert_eq!(left, [vec![Helper::Double, Helper::Shield], vec![Helper::Reverse]]);
    assert_eq!(position(&table), "1234689/1235689 0-9 ~r/ds");
}

/// First the winner is decided, then the worth of the turn, then the shield applies.
#[test]
fn weights_come_before_doubles_and_the_shield_comes_last() {
    let triple = Options { turn_weights: [3; 9].map(Score::points), ..all() };
    check(triple, "5d:4", ["54", "0"]);
    check(triple, "5d:4d", ["108", "0"]);
    check(triple, "5d:4s", ["0", "0"]);
}

/// A helper does nothing on a tie, so points split or carried are not doubled. Carried points are added
/// before doubling, and a shield keeps them from the winner with all the rest.
#[test]
fn ties_use_helpers_up_and_carried_points_are_doubled_with_the_turn() {
    check(Options { ties: Ties::Split, ..all() }, "7:7d", ["7", "7"]);
    let carry = Options { ties: Ties::Carry, ..all() };
    check(carry, "7:7d 5:4", ["23", "0"]);
    check(carry, "7:7 5d:4", ["46", "0"]);
    check(carry, "7:7 5d:4d", ["92", "0"]);
    check(carry, "7:7 5:4s 3:2", ["5", "0"]);
    check(carry, "7:7 5r:4 3:2", ["5", "23"]);
}

#[test]
fn a_reveal_names_the_helpers_and_says_what_a_shield_did() {
    let told = play(&mut start(all()), "5d:4s 3:6r");
    assert_eq!(
        told[2],
        "Turn 1: seat 0 plays 5 with double, seat 1 plays 4 with shield. Seat 1 is shielded: no points."
    );
    assert_eq!(told[5], "Turn 2: seat 1 plays 6 with reverse, seat 0 plays 3. Seat 0 wins 9 points.");
}

fn refusal(table: &mut Table<Nine>, action: Value) -> String {
    let action: Action = serde_json::from_value(action).unwrap();
    let before = table.setup();
    let error = table.play(ZERO, &action).unwrap_err();
    assert_eq!(table.setup(), before);
    error.code().to_owned()
}

#[test]
fn helpers_that_cannot_be_used_are_refused_and_nothing_changes() {
    let with = |helper: Value| json!({ "type": "PLAY", "card": 5, "helper": helper });
    let mut plain = start(Options::default());
    assert_eq!(refusal(&mut plain, with(json!("double"))), "nine.no_helper");
    let mut table =
        start(Options { special: [Helper::Double, Helper::Shield].into_iter().collect(), ..all() });
    assert_eq!(refusal(&mut table, with(json!("reverse"))), "nine.no_helper");
    assert_eq!(refusal(&mut table, with(json!("triple"))), "nine.no_helper");
    assert_eq!(refusal(&mut table, with(json!(["double", "shield"]))), "nine.helper_used");
    play(&mut table, "9d:1");
    assert_eq!(refusal(&mut table, with(json!("double"))), "nine.helper_used");
    assert_eq!(
        refusal(&mut table, json!({ "type": "PLAY", "card": 9, "helper": "shield" })),
        "nine.not_in_hand"
    );
    assert!(serde_json::from_value::<Action>(json!({ "type": "PLAY", "helper": "shield" })).is_err());
}

#[test]
fn the_menu_lists_cards_alone_first_and_then_with_each_helper_left() {
    let mut table = start(all());
    assert_eq!(table.game().menu(ZERO).actions().len(), 36);
    play(&mut table, "1d:2");
    let menu = table.game().menu(ZERO);
    let written: Vec<String> = menu.actions().iter().map(|action| table.game().write(ZERO, action)).collect();
    assert_eq!(written.len(), 24);
    assert_eq!(
        (written[0].as_str(), written[8].as_str(), written[23].as_str()),
        ("2", "2+reverse", "9+shield")
    );
    assert_eq!(table.game().idle(ZERO).map(|action| table.game().write(ZERO, &action)).as_deref(), Some("2"));
}

#[test]
fn what_lies_beside_a_sealed_card_is_as_secret_as_the_card() {
    let mut table = start(all());
    let action = table.game().read(ONE, "8+shield").unwrap();
    let news = table.play(ONE, &action).unwrap();
    assert_eq!(json!(news[0].event), json!({ "type": "COMMITTED", "seat": 1 }));
    let view = |viewer| table.game().view(viewer);
    assert_eq!(view(Viewer::Seat(ONE)).sealed_helpers, [None, Some(Helper::Shield)]);
    assert_eq!(view(Viewer::Seat(ZERO)).sealed_helpers, [None, None]);
    assert_eq!(view(Viewer::Spectator).helpers, Some([Helpers::ALL; 2]), "it is used once it is shown");
    let debug = format!("{:?}", table.game());
    assert!(!debug.contains("Shield") && !debug.contains('8'), "not even for debugging: {debug}");
}

#[test]
fn an_open_lead_shows_the_helper_with_the_card() {
    let mut table = start(Options { open_lead: true, ..all() });
    let action = table.game().read(ZERO, "5r").unwrap();
    let news = table.play(ZERO, &action).unwrap();
    assert_eq!(
        json!(news[0].event),
        json!({ "type": "COMMITTED", "seat": 0, "card": 5, "helper": "reverse" })
    );
    assert_eq!(news[0].event.to_string(), "Seat 0 leads 5 with reverse.");
    assert_eq!(table.game().view(Viewer::Seat(ONE)).sealed_helpers, [Some(Helper::Reverse), None]);
}

#[test]
fn a_redealt_choice_is_any_that_its_seat_could_make() {
    let mut table = start(all());
    play(&mut table, "1d:2");
    let action = table.game().read(ZERO, "8+shield").unwrap();
    table.play(ZERO, &action).unwrap();
    let mut dice = Dice::new(&Seed::from_text("redeal"));
    let mut seen = [0; 4];
    for _ in 0..3000 {
        let setup = Nine::redeal(&table.game().view(Viewer::Spectator), &mut dice);
        seen[setup.sealed_helpers[0].map_or(3, |helper| helper as usize)] += 1;
    }
    assert_eq!(seen[Helper::Double as usize], 0, "it is used");
    assert!([0, 2, 3].iter().all(|&kind: &usize| (900..1100).contains(&seen[kind])), "{seen:?}");
    let own = Nine::redeal(&table.game().view(Viewer::Seat(ZERO)), &mut dice);
    assert_eq!(own, table.setup());
}

#[test]
fn a_state_says_what_is_used_and_loads_again() {
    let mut table = start(Options { bonus: true, ..all() });
    play(&mut table, "7:7d 9r:1");
    let action = table.game().read(ZERO, "5s").unwrap();
    table.play(ZERO, &action).unwrap();
    let state = json!(table.setup());
    assert_eq!(state["used"], json!([["reverse"], ["double"]]));
    assert_eq!((&state["tied"], &state["sealedHelpers"]), (&json!([7]), &json!(["shield", null])));
    assert_eq!(state["shownHelpers"], json!(["reverse", null]));
    let setup: Setup = serde_json::from_value(state).unwrap();
    assert_eq!(Table::<Nine>::load(setup.clone()).unwrap().setup(), setup);
}

/// The seats tie 3 and 5; somebody wins each of the other turns.
const TWO_TIES: &str = "1:2 2:1 3:3 4:6 5:5 6:4 7:8 8:7 9:9";

#[test]
fn tied_cards_come_back_once_and_count_once() {
    let mut table = start(Options { turn_weights: [2; 9].map(Score::points), ..bonus(Ties::None) });
    let told = play(&mut table, TWO_TIES);
    assert_eq!(told.last().map(String::as_str), Some("Bonus turns: 3 5 9 come back."));
    let view = table.game().view(Viewer::Spectator);
    assert_eq!((view.turn, view.position().last_turn(), view.leader), (10, 12, ONE));
    assert_eq!(position(&table), "359/359 56-56 =359");
    assert!(view.to_string().starts_with("Turn 10/12, seat 1 to lead\nBonus turns"), "{view}");
    play(&mut table, "5:3 3:5");
    assert_eq!(position(&table), "9/9 64-64 =359", "a bonus turn counts once, whatever the weights");
    let told = play(&mut table, "9:9");
    assert_eq!(
        told.last().map(String::as_str),
        Some("A draw, 64-64."),
        "a tie in a bonus turn is lost for good"
    );
    assert_eq!(table.game().view(Viewer::Spectator).turn, 12);
}

#[test]
fn without_ties_there_are_no_bonus_turns_and_carried_ties_bring_none() {
    let mut table = start(bonus(Ties::None));
    play(&mut table, "1:9 2:1 3:2 4:3 5:4 6:5 7:6 8:7 9:8");
    assert!(table.game().outcome().is_some());
    let mut carried = start(bonus(Ties::Carry));
    play(&mut carried, TWO_TIES);
    assert!(carried.game().outcome().is_some());
    let mut split = start(bonus(Ties::Split));
    play(&mut split, TWO_TIES);
    assert_eq!(position(&split), "359/359 45-45 =359");
}

#[test]
fn a_helper_that_is_left_may_be_used_in_a_bonus_turn() {
    let mut table = start(Options { bonus: true, ..all() });
    play(&mut table, TWO_TIES);
    play(&mut table, "5d:3");
    assert_eq!(table.game().view(Viewer::Spectator).scores[0].to_string(), "44");
}

#[test]
fn nine_ties_are_played_twice_and_each_game_of_a_match_begins_anew() {
    let mut table = start(Options { race_to: 2, ..bonus(Ties::None) });
    play(&mut table, "1:1 2:2 3:3 4:4 5:5 6:6 7:7 8:8 9:9");
    assert_eq!(position(&table), "123456789/123456789 0-0 =123456789");
    play(&mut table, "1:9 2:1 3:2 4:3 5:4 6:5 7:6 8:7 9:8");
    let view = table.game().view(Viewer::Spectator);
    assert_eq!((view.game, view.earlier.wins, view.tied.is_empty()), (2, [1, 0], true));
}

fn check_load(change: &Value, expect: &str) {
    let mut state = json!({ "hands": [[1, 2], [3, 4]], "options": { "special": ["double"], "bonus": true } });
    state.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    let setup: Setup = serde_json::from_value(state).unwrap();
    let answer = Table::<Nine>::load(setup).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(answer.contains(expect) && answer.is_empty() == expect.is_empty(), "{change}: {answer}");
}

#[test]
fn states_that_contradict_themselves_are_refused() {
    check_load(&json!({ "used": [["double"], []] }), "");
    check_load(&json!({ "used": [["shield"], []] }), "does not have");
    check_load(&json!({ "sealed": [1, null], "sealedHelpers": ["double", null] }), "");
    check_load(&json!({ "sealed": [1, null], "sealedHelpers": ["shield", null] }), "not there");
    check_load(&json!({ "sealed": [1, null], "sealedHelpers": [null, "double"] }), "lies alone");
    check_load(&json!({ "tied": [9] }), "");
    check_load(&json!({ "tied": [2, 4] }), "either gone or all");
    check_load(&json!({ "tied": [1, 2, 3, 4] }), "");
    check_load(&json!({ "tied": [9], "options": {} }), "only kept where");
    let played = json!([[1, 2, 5, 6, 5, 6], [1, 2, 5, 6, 6, 5]]);
    check_load(&json!({ "hands": [[1], [1]], "tied": [1, 5, 6], "played": played }), "");
    check_load(&json!({ "hands": [[1], [1]], "tied": [1, 5], "played": [[2, 1], [2, 5]] }), "played twice");
    // Four times a hundred times all points left must still fit.
    check_load(&json!({ "scores": [992_000, 0] }), "");
    check_load(&json!({ "scores": [992_001, 0] }), "at most a million");
}
