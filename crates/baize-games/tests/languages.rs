//! Boards and sentences say the same in every language.

use baize_games::{AnyTable, GAMES};
use baize_rules::{Dice, Language, Leaving, Seat, Seed, Viewer};
use serde_json::json;

/// The numbers in a text, sorted; cells, cards and scores contain them.
fn numbers(text: &str) -> Vec<u32> {
    let digits = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let mut numbers: Vec<u32> = digits.map(|digits| digits.parse().unwrap()).collect();
    numbers.sort_unstable();
    numbers
}

/// Whether no English word is left in the text. Cells, pieces and cards have shorter names or no vowel.
fn is_translated(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_ascii_lowercase());
    !words.any(|word| word.len() > 2 && word.contains(['a', 'e', 'i', 'o', 'u']))
}

fn includes(more: &[u32], fewer: &[u32]) -> bool {
    let mut rest = more.to_vec();
    fewer.iter().all(|number| {
        let found = rest.iter().position(|other| other == number);
        found.map(|index| rest.remove(index)).is_some()
    })
}

fn check(said: impl Fn(Language) -> String) {
    let english = said(Language::English);
    for language in [Language::Japanese, Language::Chinese] {
        let text = said(language);
        assert!(text != english && !text.is_empty(), "{language}: {english:?} is not translated");
        assert!(is_translated(&text), "{language}: an English word is left in {text:?}");
        assert!(
            includes(&numbers(&text), &numbers(&english)),
            "{language}: {text:?} lacks a number of {english:?}"
        );
    }
}

fn check_views(table: &dyn AnyTable) {
    for viewer in Viewer::all(table.seats()) {
        check(|language| table.text(viewer, language));
    }
}

/// Plays random moves to the end of the game, or `most` of them; then a seat leaves.
fn walk(table: &mut Box<dyn AnyTable>, most: usize, dice: &mut Dice) {
    for _ in 0..most {
        check_views(&**table);
        let awaiting = table.awaiting();
        let seats: Vec<Seat> = awaiting.must.iter().chain(awaiting.may.iter()).collect();
        let Some(&seat) = dice.pick(&seats) else { return };
        let Some(listed) = dice.pick(&table.menu(seat).actions).cloned() else { continue };
        for told in table.play(seat, &listed.action.value()).expect("menus are honest") {
            check(|language| told.text.told_in(language));
        }
    }
    for told in table.leave(Seat::FIRST, Leaving::Timeout).unwrap_or_default() {
        check(|language| told.text.told_in(language));
    }
    check_views(&**table);
}

#[test]
fn every_language_tells_the_same() {
    // Options and positions that bring out most of a game's words; other games are played from the default
    // start.
    let tables = [
        ("othello", json!({}), 2, 80),
        ("banqi", json!({}), 2, 400),
        ("banqi", json!({"mode": "three-kingdoms"}), 3, 400),
        ("nine", json!({"ties": "carry", "raceTo": 2}), 2, 200),
        ("may-i", json!({}), 4, 600),
        ("nine-ball", json!({"raceTo": 2, "threeFouls": true, "pushOut": true}), 2, 40),
    ];
    for game in GAMES {
        let plain = [(game.id(), json!({}), (*game.seats().start()).max(2), 200)];
        let special: Vec<_> = tables.iter().filter(|(id, ..)| *id == game.id()).collect();
        let chosen = if special.is_empty() { plain.iter().collect() } else { special };
        for (_, options, seats, most) in chosen {
            let mut dice = Dice::new(&Seed::from_text(game.id()));
            let mut table = game.start(options, Some(*seats), &Seed::from_text("words")).unwrap();
            walk(&mut table, *most, &mut dice);
        }
    }
}
