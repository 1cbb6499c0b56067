//! Checks that the fast Banqi encoding plays the same game as a table.

use baize_banqi::{Banqi, Cell, Kind, Mode, Square};
use baize_encoding::{AnyEpisode, BanqiEpisode, Dealt, Decision, Decisions, Episode, begin, begin_many};
use baize_rules::{Dice, Seat, Seed};
use serde_json::{Value, json};

/// Every rule set with its defaults, with the variants played elsewhere, and with every way of ending a
/// match.
fn all_rules() -> Vec<Value> {
    let modes =
        Mode::ALL.iter().flat_map(|mode| [json!({"mode": mode}), json!({"mode": mode, "repetition": 3})]);
    modes.chain([
        json!({"noProgress": 12}),
        json!({"noProgress": 40}),
        json!({"preset": "tournament"}),
        json!({"plyCap": 90, "repetition": 3}),
        json!({"mode": "three-kingdoms", "preset": "folk", "repetition": 3}),
        json!({"mode": "three-kingdoms", "layout": "scatter", "guard": "diagonal", "counter": 25}),
        json!({"mode": "three-kingdoms", "layout": "scatter", "cannon": "slide", "counter": "off", "repetition": 3}),
    ])
    .collect()
}

fn at_a_table(rules: &Value, seed: &Seed) -> Episode<Banqi> {
    Episode::deal(&Episode::<Banqi>::rules(rules, None).unwrap(), seed).unwrap()
}

fn by_numbers(rules: &Value, seed: &Seed) -> BanqiEpisode {
    BanqiEpisode::deal(&BanqiEpisode::rules(rules, None).unwrap(), seed).unwrap()
}

fn seen(game: &dyn AnyEpisode, seat: Seat) -> Vec<f32> {
    let mut seen = vec![7.0; game.shape().iter().product()];
    game.observe(seat, &mut seen);
    seen
}

/// An observation built as docs/python.md describes it, cell by cell.
fn as_documented(game: &Banqi, seat: Seat) -> Vec<f32> {
    const CELLS: usize = 45;
    let position = game.position();
    let (mode, seats) = (position.mode(), position.seats().count());
    let row = |kind: Kind, faction| {
        let army = position.owner(faction).map_or_else(
            || mode.factions().iter().position(|each| *each == faction).unwrap(),
            |owner| (owner.index() + seats - seat.index()) % seats,
        );
        7 * army + kind as usize - 1
    };
    let mut seen = vec![0.0; 23 * CELLS];
    for cell in Cell::all(mode) {
        let row = match position.at(cell) {
            Square::Empty => continue,
            Square::FaceDown => 21,
            Square::FaceUp(piece) => row(piece.kind(), piece.faction(mode)),
        };
        seen[row * CELLS + cell.index()] = 1.0;
    }
    let mut face_down = [0_u8; 21];
    position.unknown().iter().for_each(|piece| face_down[row(piece.kind(), piece.faction(mode))] += 1);
    for (kind, count) in face_down.into_iter().enumerate() {
        seen[22 * CELLS + kind] = f32::from(count) / 5.0;
    }
    seen[22 * CELLS + 21] = position.quiet() as f32 / 100.0;
    seen
}

fn compare(table: &Episode<Banqi>, fast: &BanqiEpisode, dice: &mut Dice) {
    let legal = table.legal();
    assert_eq!(legal, fast.legal(), "{}", table.text());
    assert_eq!(table.agent(), fast.agent());
    assert_eq!(table.rewards(), fast.rewards());
    assert_eq!(table.text(), fast.text());
    for seat in Seat::first(table.seats()) {
        assert_eq!(seen(table, seat), as_documented(table.game(), seat), "{}", table.text());
        assert_eq!(seen(fast, seat), seen(table, seat), "{}", table.text());
    }
    let mut mask = vec![0; 45 + 45 * 45];
    fast.mask(&mut mask);
    let marked = (0..).zip(&mask).filter(|(_, mark)| **mark == 1).map(|(number, _)| number);
    assert!(marked.eq(legal.iter().copied()));
    let sampled = dice.rolling(|dice| [(); 4].map(|()| fast.sample(dice)));
    assert!(sampled.iter().all(|number| number.map_or(legal.is_empty(), |number| legal.contains(&number))));
}

/// Checks that both refuse illegal numbers, in the same words and without any change.
fn refuse(table: &Episode<Banqi>, fast: &BanqiEpisode) {
    let (mut table, mut fast) = (table.clone(), fast.clone());
    let before = table.text();
    for number in (0..45 + 45 * 45 + 9)
        .chain([u32::MAX])
        .filter(|number| !table.legal().contains(number))
        .collect::<Vec<_>>()
    {
        let decision = Decision::Number(number);
        assert_eq!(table.act(decision).unwrap_err(), fast.act(decision).unwrap_err());
    }
    assert_eq!((table.text(), fast.text()), (before.clone(), before));
    assert_eq!(
        table.act(Decision::Point(&[0.5])).unwrap_err(),
        fast.act(Decision::Point(&[0.5])).unwrap_err()
    );
}

#[test]
fn by_numbers_it_is_the_game_at_the_table() {
    let mut dice = Dice::new(&Seed::from_text("by numbers"));
    for rules in all_rules() {
        let mut ended = 0;
        for _ in 0..8 {
            let seed = dice.seed();
            let (mut table, mut fast) = (at_a_table(&rules, &seed), by_numbers(&rules, &seed));
            for step in 0..400 {
                compare(&table, &fast, &mut dice);
                if step % 16 == 0 || table.agent().is_none() {
                    refuse(&table, &fast);
                }
                let Some(number) = dice.pick(&table.legal()).copied() else { break };
                table.act(Decision::Number(number)).unwrap();
                fast.act(Decision::Number(number)).unwrap();
            }
            ended += u32::from(table.agent().is_none());
        }
        // Without a draw by quiet moves, a match between random players can be very long.
        let is_drawn =
            ["noProgress", "plyCap", "repetition", "preset"].iter().any(|limit| rules.get(limit).is_some());
        assert!(!is_drawn || ended > 0, "{rules}: no match came to its end");
    }
}

#[test]
fn many_matches_go_on_as_single_ones_do() {
    const COUNT: usize = 12;
    for rules in all_rules() {
        let seed = Seed::from_text("many");
        let mut batch = begin_many("banqi", &rules, None, &seed, COUNT).unwrap();
        // The batch deals each next game from these dice whenever one ends.
        let mut deals = Dice::new(&seed.branch("deals"));
        let mut tables: Vec<_> = (0..COUNT).map(|_| at_a_table(&rules, &deals.seed())).collect();
        let seats = usize::from(batch.seats());
        for _ in 0..150 {
            let (mut numbers, mut rewards, mut ended) = ([0; COUNT], vec![7.0; COUNT * seats], [7; COUNT]);
            batch.sample(&mut numbers);
            batch.step(Decisions::Numbers(&numbers), &mut rewards, &mut ended).unwrap();
            for (index, table) in tables.iter_mut().enumerate() {
                table.act(Decision::Number(numbers[index])).unwrap();
                assert_eq!(ended[index] == 1, table.agent().is_none());
                assert_eq!(rewards[index * seats..][..seats], table.rewards().unwrap_or(vec![0.0; seats]));
                if table.agent().is_none() {
                    *table = at_a_table(&rules, &deals.seed());
                }
            }
        }
    }
}

#[test]
fn options_and_seats_are_refused_as_at_a_table() {
    let seed = Seed::from_text("any");
    for (rules, seats) in [
        (json!({"mode": "chess"}), None),
        (json!({"counter": 7}), None),
        (json!({"repetition": 5}), None),
        (json!({}), Some(3)),
        (json!({"mode": "three-kingdoms"}), Some(2)),
    ] {
        let table =
            Episode::<Banqi>::rules(&rules, seats).and_then(|rules| Episode::<Banqi>::deal(&rules, &seed));
        let fast = begin("banqi", &rules, seats, &seed);
        assert_eq!(table.err().unwrap(), fast.err().unwrap(), "{rules}");
    }
}
