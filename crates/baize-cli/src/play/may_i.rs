//! The one question that a move of May I? may need: which end of a run a wild goes to (docs/rules/may-i.md,
//! "Laying off").

use super::ask::Question;
use super::face::Face;
use baize_games::AnyTable;
use baize_may_i::{Action, Faced, LayOff, MayI, Meld, RunEnd};
use baize_rules::{Language, Say, Seat, ToldIn, say};
use serde::Deserialize;
use serde_json::Value;
use std::fmt;

struct Melds;

pub(super) fn face(_: &dyn AnyTable) -> Box<dyn Face> {
    Box::new(Melds)
}

/// How the line of a meld begins in each language, before its number.
const MELD: [&str; 3] = ["Meld ", "メルド", "牌組 "];

impl Face for Melds {
    /// A meld takes a card that can be laid off on it.
    fn takes(&self, line: &str, card: &str, moves: &[String]) -> bool {
        let Some(rest) = MELD.iter().find_map(|word| line.strip_prefix(word)) else { return false };
        let number = &rest[..rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len()];
        let wish = format!("layoff {card} {number}");
        let is_it = |typed: &String| {
            typed.strip_prefix(&wish).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        !number.is_empty() && moves.iter().any(is_it)
    }

    /// Asks about a wild that fits both ends of a run, if no end was named.
    fn question(
        &self,
        table: &dyn AnyTable,
        seat: Seat,
        action: &Value,
        language: Language,
    ) -> Option<Question> {
        let seat_view = table.seat_view(seat);
        let (view, _) = seat_view.of::<MayI>()?;
        let Action::LayOff(lay_off) = Action::deserialize(action).ok()? else { return None };
        let card = lay_off.card_id.known().filter(|_| lay_off.position.is_none())?;
        let meld = view.table.get(lay_off.meld_id.known()?.index())?;
        if !meld.needs_position_choice(card.face()) || table.check(seat, action).is_err() {
            return None;
        }
        let at =
            |end| serde_json::to_value(Action::LayOff(LayOff { position: Some(end), ..lay_off.clone() }));
        let answers: Vec<(&'static [&'static str], Value)> =
            vec![(&["s", "start"], at(RunEnd::Start).ok()?), (&["e", "end"], at(RunEnd::End).ok()?)];
        Some(Question { text: Asked { card: &card, meld }.told_in(language).to_string(), answers })
    }
}

struct Asked<'a> {
    card: &'a dyn Say,
    meld: &'a Meld,
}

/// A card of a run as it counts there, followed by a wild in brackets.
struct Neighbour<'a>(&'a Meld, usize);

impl Say for Neighbour<'_> {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Neighbour(meld, index) = *self;
        let card = meld.cards()[index];
        match meld.bounds().and_then(|bounds| bounds.at(index)).filter(|_| card.face().is_wild()) {
            Some(face) => write!(f, "{} ({})", face.told_in(language), card.told_in(language)),
            None => card.say(language, f),
        }
    }
}

impl Say for Asked<'_> {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(bounds) = self.meld.bounds() else { return Ok(()) };
        let (Some(below), Some(above)) = (bounds.next(RunEnd::Start), bounds.next(RunEnd::End)) else {
            return Ok(());
        };
        let card: ToldIn<&dyn Say> = self.card.told_in(language);
        let (below, above) = (below.told_in(language), above.told_in(language));
        let low = Neighbour(self.meld, 0).told_in(language);
        let high = Neighbour(self.meld, self.meld.cards().len() - 1).told_in(language);
        say!(
            f,
            language,
            "{card} fits both ends of this run.\n  s  start: plays as {below}, below {low}\n  e  end:   plays as {above}, above {high}\nStart or end (c to cancel)?",
            "{card}はこのランの両端に付けられます。\n  s  先頭：{low}の下に{below}として付ける\n  e  末尾：{high}の上に{above}として付ける\n先頭か末尾か（c で取り消し）？",
            "{card} 兩端都能放。\n  s  前端：當作 {below}，在 {low} 之下\n  e  後端：當作 {above}，在 {high} 之上\n前端或後端（c 取消）？"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baize_may_i::{Card, MeldKind};

    fn asked(cards: &[&str], card: &str) -> String {
        let cards: Vec<Card> = cards.iter().map(|card| card.parse().unwrap()).collect();
        let meld = Meld::new(Seat::FIRST, MeldKind::Run, &cards).unwrap();
        let card: Card = card.parse().unwrap();
        Asked { card: &card, meld: &meld }.told_in(Language::English).to_string()
    }

    #[test]
    fn t14_the_question_is_that_of_the_rules() {
        assert_eq!(
            asked(&["5S.0", "6S.0", "7S.0", "8S.0"], "2C.0"),
            "2♣ fits both ends of this run.\n  s  start: plays as 4♠, below 5♠\n  e  end:   plays as 9♠, above 8♠\nStart or end (c to cancel)?"
        );
        assert!(asked(&["JK.0", "6S.0", "7S.0", "8S.0"], "2C.0").contains("below 5♠ (Joker)"));
    }
}
