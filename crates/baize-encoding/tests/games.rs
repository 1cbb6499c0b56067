//! Every game, played by numbers alone.

use baize_encoding::{AnyEpisode, Decision, Decisions, Space, begin, begin_many};
use baize_rules::{Dice, Seat, Seed};
use serde_json::{Value, json};

/// A point of eight numbers, or a legal number.
fn decide(game: &dyn AnyEpisode, dice: &mut Dice) -> Result<u32, Vec<f32>> {
    match game.space() {
        Space::Discrete(_) => Ok(*dice.pick(&game.legal()).expect("the agent can do something")),
        Space::Continuous(length) => Err((0..length).map(|_| dice.roll(1001) as f32 / 1000.0).collect()),
    }
}

fn act(game: &mut dyn AnyEpisode, decision: &Result<u32, Vec<f32>>) {
    let decision = match decision {
        Ok(number) => Decision::Number(*number),
        Err(point) => Decision::Point(point),
    };
    game.act(decision).unwrap_or_else(|problem| panic!("{decision:?}: {problem}"));
}

fn observe(game: &dyn AnyEpisode, seat: Seat) -> Vec<f32> {
    let mut seen = vec![7.0; game.shape().iter().product()];
    game.observe(seat, &mut seen);
    seen
}

/// Plays to the end, or for at most `most` decisions. Returns whether the game ended.
fn play(id: &str, options: &Value, most: usize) -> bool {
    let seed = Seed::from_text(id);
    let mut game = begin(id, options, None, &seed).unwrap();
    let mut dice = Dice::new(&seed);
    for _ in 0..most {
        let Some(agent) = game.agent() else { break };
        for seat in Seat::first(game.seats()) {
            let seen = observe(&*game, seat);
            assert!(seen.iter().all(|number| (-2.0..=8.0).contains(number)), "{id}: {seen:?}");
        }
        if let Space::Discrete(count) = game.space() {
            let legal = game.legal().into_owned();
            assert!(legal.is_sorted_by(|one, other| one < other), "{id}: {legal:?}");
            assert!(legal.iter().all(|number| (*number as usize) < count), "{id}: {legal:?}");
            let bad = (0..count as u32).find(|number| !legal.contains(number));
            let before = (observe(&*game, agent), legal);
            assert!(bad.is_none_or(|bad| game.act(Decision::Number(bad)).is_err()));
            assert_eq!(
                (observe(&*game, agent), game.legal().into_owned()),
                before,
                "{id}: refused, nothing changed"
            );
        }
        let decision = decide(&*game, &mut dice);
        act(&mut *game, &decision);
    }
    match game.rewards() {
        Some(rewards) => {
            assert!(rewards.iter().sum::<f32>().abs() < 1e-5, "{id}: {rewards:?}");
            assert!(game.legal().is_empty() && game.act(Decision::Number(0)).is_err());
            true
        }
        None => false,
    }
}

#[test]
fn numbers_alone_play_every_game() {
    for (id, options, most) in [
        ("othello", json!({}), 200),
        ("banqi", json!({}), 3000),
        ("banqi", json!({"mode": "three-kingdoms"}), 3000),
        ("nine", json!({}), 100),
        ("nine", json!({"special": ["reverse", "double", "shield"], "raceTo": 2}), 200),
    ] {
        assert!(play(id, &options, most), "{id} does not end");
    }
    play("may-i", &json!({}), 1500);
    play("nine-ball", &json!({}), 40);
}

/// A seat's observation does not reveal what another seat has chosen or holds.
#[test]
fn a_sealed_card_is_in_nobody_elses_numbers() {
    let deal = || begin("nine", &json!({}), None, &Seed::from_text("any")).unwrap();
    let seen = |card: u32| {
        let mut game = deal();
        game.act(Decision::Number(card)).unwrap();
        assert_eq!(game.agent(), Some(Seat::SECOND));
        observe(&*game, Seat::SECOND)
    };
    assert!((1..9).all(|card| seen(card) == seen(0)));
}

#[test]
fn many_games_go_on_as_single_ones_do() {
    let mut batch = begin_many("othello", &json!({}), None, &Seed::from_text("many"), 20).unwrap();
    let mut alone: Vec<_> =
        (0..20).map(|_| begin("othello", &json!({}), None, &Seed::from_text("any")).unwrap()).collect();
    let mut ended_in_all = 0;
    for _ in 0..70 {
        // The previous content must be overwritten.
        let (mut numbers, mut agents) = ([7; 20], [7; 20]);
        let (mut masks, mut seen) = (vec![7; 20 * 65], vec![7.0; 20 * 192]);
        let (mut rewards, mut ended) = ([7.0; 40], [7; 20]);
        batch.masks(&mut masks);
        batch.observations(&mut seen);
        batch.agents(&mut agents);
        batch.sample(&mut numbers);
        batch.step(Decisions::Numbers(&numbers), &mut rewards, &mut ended).unwrap();
        for (index, game) in alone.iter_mut().enumerate() {
            let legal: Vec<u32> =
                (0..65).filter(|number| masks[index * 65 + *number as usize] == 1).collect();
            assert_eq!(legal, *game.legal());
            let agent = game.agent().unwrap();
            assert_eq!(usize::from(agents[index]), agent.index());
            assert_eq!(seen[index * 192..][..192], observe(&**game, agent));
            game.act(Decision::Number(numbers[index])).unwrap();
            assert_eq!(ended[index] == 1, game.agent().is_none());
            assert_eq!(rewards[index * 2..][..2], game.rewards().unwrap_or(vec![0.0; 2]));
            if game.agent().is_none() {
                *game = begin("othello", &json!({}), None, &Seed::from_text("any")).unwrap();
                ended_in_all += 1;
            }
        }
    }
    assert_eq!(ended_in_all, 20);
    let (mut rewards, mut ended) = ([0.0; 40], [0; 20]);
    assert!(batch.step(Decisions::Numbers(&[1]), &mut rewards, &mut ended).is_err());
    assert!(batch.step(Decisions::Numbers(&[99; 20]), &mut rewards, &mut ended).is_err());
}
