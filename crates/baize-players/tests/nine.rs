//! The Nine players at a table: legal, honest, reproducible, under all rules.

use baize_games::{AnyTable, find};
use baize_players::{AnyPlayer, Budget, Thought, ids, sit};
use baize_rules::{Seat, Seed};
use serde_json::{Value, json};

const LEVELS: [&str; 15] = [
    "beginner",
    "medium",
    "novice",
    "medium-loose",
    "casual",
    "steady",
    "able",
    "keen",
    "defensive",
    "aggressive",
    "random",
    "easy",
    "balanced",
    "perfect",
    "hard",
];

/// The plain game from its start; under other rules only six turns, because whole games take long to solve.
fn table(options: &Value) -> Box<dyn AnyTable> {
    let rules = find("nine").unwrap();
    if *options == json!({}) {
        return rules.start(options, None, &Seed::from_text("any")).unwrap();
    }
    rules.load(&json!("134679/125789 12-12"), options).unwrap()
}

fn player(id: &str, seed: &str) -> Box<dyn AnyPlayer> {
    sit("nine", id, &Seed::from_text(seed)).unwrap()
}

fn think(player: &mut dyn AnyPlayer, table: &dyn AnyTable, seat: Seat) -> Thought {
    player.choose(&table.seat_view(seat), Budget::default()).unwrap()
}

/// Plays to the end and returns all thoughts.
fn play(table: &mut dyn AnyTable, players: &mut [Box<dyn AnyPlayer>]) -> Vec<Thought> {
    let mut thoughts = Vec::new();
    while let Some(seat) = table.awaiting().must.iter().next() {
        let thought = think(&mut *players[seat.index()], table, seat);
        table.play(seat, &thought.action).unwrap_or_else(|problem| panic!("{}: {problem}", thought.action));
        thoughts.push(thought);
    }
    thoughts
}

/// Rules that change what perfect play is.
fn rules() -> Vec<Value> {
    vec![
        json!({}),
        json!({"ties": "split"}),
        json!({"ties": "carry", "turnWeights": [1, 1, 1, 1, 1, 1, 1, 1, 2]}),
        json!({"openLead": true}),
        json!({"turnWeights": [1, 1, 1, 1.5, 1, 1, 1, 1, 1]}),
        json!({"special": ["reverse", "double", "shield"]}),
        json!({"special": ["double"], "bonus": true, "openLead": true}),
        json!({"bonus": true, "ties": "split"}),
    ]
}

#[test]
fn all_levels_are_there_and_play_by_all_rules() {
    assert_eq!(ids("nine"), LEVELS);
    for options in rules() {
        for id in LEVELS {
            let mut table = table(&options);
            let thoughts = play(&mut *table, &mut [player(id, "one"), player("medium", "two")]);
            assert!(table.outcome().is_some(), "{id} {options}");
            for thought in thoughts.iter().filter(|thought| !thought.info["probabilities"].is_null()) {
                let chances = thought.info["probabilities"].as_object().unwrap();
                let sum: f64 = chances.values().filter_map(Value::as_f64).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{id} {options}: {}", thought.info);
                let card = thought.action["card"].to_string();
                let named = chances.keys().any(|bid| bid.split('+').next() == Some(card.as_str()));
                assert!(named, "{id}: {thought:?}");
                assert!(thought.info["why"].is_string(), "{id}");
            }
        }
    }
}

#[test]
fn equal_views_and_seeds_give_equal_choices() {
    for id in LEVELS {
        let game = |seed: &str| {
            let mut table = table(&json!({}));
            play(&mut *table, &mut [player(id, seed), player("easy", "foe")])
        };
        assert_eq!(game("one"), game("one"), "{id}");
    }
    let game = |seed: &str| play(&mut *table(&json!({})), &mut [player("hard", seed), player("easy", "foe")]);
    assert_ne!(game("one"), game("two"));
}

/// A player seated in the middle of a game has seen the same cards, so its plan is the same as if it had
/// always been there.
#[test]
fn hard_learns_from_what_it_sees_not_from_having_been_there() {
    // The reason is left out: it is about the card that each of them draws from the plan.
    let known = |thought: &Thought| {
        let mut info = thought.info.clone();
        info.as_object_mut().unwrap().remove("reason");
        info
    };
    for options in [json!({}), json!({"ties": "carry", "turnWeights": [1, 1, 1, 1, 1, 1, 1, 2, 3]})] {
        let mut table = table(&options);
        let (mut sitting, mut foe) = (player("hard", "one"), player("medium", "foe"));
        while table.outcome().is_none() {
            let plan = think(&mut *sitting, &*table, Seat::FIRST);
            let fresh = think(&mut *player("hard", "one"), &*table, Seat::FIRST);
            assert_eq!(known(&plan), known(&fresh));
            let reply = think(&mut *foe, &*table, Seat::SECOND);
            table.play(Seat::FIRST, &plan.action).unwrap();
            table.play(Seat::SECOND, &reply.action).unwrap();
        }
    }
}

/// The equilibrium gains on players that waste their helpers; against sensible ones it need not.
#[test]
fn with_helpers_the_strong_play_better_than_the_blind() {
    let options = json!({"special": ["reverse", "double", "shield"]});
    let rules = find("nine").unwrap();
    for foe in ["random", "beginner"] {
        let (games, mut won) = (60, 0.0);
        for number in 0..games {
            let any = Seed::from_text("any");
            let mut table = rules.start(&options, None, &any).unwrap();
            play(
                &mut *table,
                &mut [player("perfect", &format!("one {number}")), player(foe, &format!("foe {number}"))],
            );
            won += table.outcome().unwrap().share(Seat::FIRST);
        }
        assert!(won / f64::from(games) > 0.55, "{foe}: {}", won / f64::from(games));
    }
}

#[test]
fn no_choice_depends_on_what_is_sealed_beside_a_card() {
    let options = json!({"special": ["reverse", "double", "shield"], "bonus": true});
    for id in LEVELS {
        let mut chosen = Vec::new();
        for sealed in
            [json!({"type": "PLAY", "card": 1}), json!({"type": "PLAY", "card": 9, "helper": "double"})]
        {
            let mut table = table(&options);
            table.play(Seat::FIRST, &sealed).unwrap();
            chosen.push(think(&mut *player(id, "one"), &*table, Seat::SECOND));
        }
        assert_eq!(chosen[0], chosen[1], "{id}");
    }
}

#[test]
fn no_choice_depends_on_the_sealed_card() {
    for id in LEVELS {
        let mut chosen = Vec::new();
        for card in 1..=9 {
            let mut table = table(&json!({}));
            table.play(Seat::FIRST, &json!({"type": "PLAY", "card": card})).unwrap();
            chosen.push(think(&mut *player(id, "one"), &*table, Seat::SECOND));
        }
        assert!(chosen.windows(2).all(|pair| pair[0] == pair[1]), "{id}");
    }
}

#[test]
fn with_an_open_lead_the_perfect_leader_never_loses() {
    let rules = find("nine").unwrap();
    for foe in ["random", "medium", "perfect", "hard"] {
        for number in 0..3 {
            let any = Seed::from_text("any");
            let mut table = rules.start(&json!({"openLead": true}), None, &any).unwrap();
            play(&mut *table, &mut [player("perfect", "one"), player(foe, &format!("foe {number}"))]);
            let outcome = table.outcome().unwrap();
            assert!(outcome.won(Seat::FIRST), "{foe}: {outcome:?}");
        }
    }
}

/// A new player's idea, the card just above the lowest, is enough against `beginner`.
#[test]
fn beginner_can_be_beaten() {
    let (games, mut won) = (400, 0.0);
    for number in 0..games {
        let mut table = table(&json!({}));
        let mut foe = player("beginner", &format!("game {number}"));
        while table.outcome().is_none() {
            let reply = think(&mut *foe, &*table, Seat::SECOND);
            let hands = &table.view(baize_rules::Viewer::Seat(Seat::FIRST))["hands"];
            let lowest = hands[1][0].as_u64();
            let own = hands[0].as_array().unwrap();
            let card = own.iter().find(|card| card.as_u64() > lowest).unwrap_or(&own[0]);
            table.play(Seat::FIRST, &json!({"type": "PLAY", "card": card})).unwrap();
            table.play(Seat::SECOND, &reply.action).unwrap();
        }
        won += table.outcome().unwrap().share(Seat::FIRST);
    }
    assert!(won / f64::from(games) > 0.75, "{}", won / f64::from(games));
}

#[test]
fn hard_says_what_it_expects_and_risks() {
    let mut table = table(&json!({}));
    let mut players = [player("hard", "one"), player("medium", "foe")];
    let thoughts = play(&mut *table, &mut players);
    let info = &thoughts[8].info;
    for key in ["winChance", "winChanceAtLeast", "account", "budget"] {
        assert!(info[key].is_f64(), "{key}: {info}");
    }
    assert_eq!(info["budget"], 0.5);
    assert_eq!(info["guesses"]["turns"], 4);
    assert!(info["guesses"]["blindChance"].as_f64() > Some(0.1));
    assert!(info["winChance"].as_f64() >= info["winChanceAtLeast"].as_f64());
    assert!(info["expects"].is_object());
}
