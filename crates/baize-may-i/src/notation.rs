//! Actions as people type them: one line each, with places in the player's hand and on the table counted from
//! 1.

use crate::RuleError;
use crate::action::{Action, LayOff, Named};
use crate::card::Card;
use crate::meld::{MeldKind, RunEnd};
use crate::state::MayI;
use crate::table::{Meld, MeldId};
use baize_rules::{Seat, clip};
use std::fmt::Write;

/// Lists what can be typed.
pub(crate) const USAGE: &str = "type one of: draw stock, draw discard, laydown \"1,2,3\" \"4,5,6,7\", \
    layoff CARD MELD [start|end], goout \"CARD MELD [start|end]\" ..., swap MELD JOKER CARD, skip, discard CARD, mayi, \
    allow, claim, sort CARD ...";

fn usage(text: &str) -> RuleError {
    RuleError::BadNotation(format!("cannot read {:?}; {USAGE}", clip(text)))
}

type Read<T> = Result<T, RuleError>;

/// The words of a line; text in quotes is one word.
fn words(text: &str) -> Option<Vec<&str>> {
    let mut words = Vec::new();
    for (index, part) in text.split('"').enumerate() {
        if index % 2 == 1 { words.push(part) } else { words.extend(part.split_whitespace()) }
    }
    // An unclosed quotation is refused.
    text.matches('"').count().is_multiple_of(2).then_some(words)
}

pub(crate) fn read(game: &MayI, seat: Seat, text: &str) -> Read<Action> {
    let hand = game.hand_of(seat);
    let words = words(text).ok_or_else(|| usage(text))?;
    let Some((&verb, rest)) = words.split_first() else { return Err(usage(text)) };
    let action = match (verb, rest) {
        ("draw", ["stock"]) => Action::DrawFromStock {},
        ("draw", ["discard"]) => Action::DrawFromDiscard {},
        ("laydown", groups) if !groups.is_empty() => read_lay_down(hand, groups)?,
        ("layoff", words) => Action::LayOff(read_lay_off(hand, words).ok_or_else(|| usage(text))??),
        ("goout", groups) => {
            let lay_off = |group: &&str| {
                let words: Vec<&str> = group.split_whitespace().collect();
                read_lay_off(hand, &words).ok_or_else(|| usage(text))?
            };
            Action::GoOut { lay_offs: groups.iter().map(lay_off).collect::<Read<_>>()? }
        }
        ("swap", [meld, joker, card]) => read_swap(game, hand, meld, joker, card)?,
        ("skip", []) => Action::Skip {},
        ("discard", [card]) => Action::Discard { card_id: card_at(hand, card)? },
        ("mayi", []) => Action::CallMayI {},
        ("allow", []) => Action::AllowMayI {},
        ("claim", []) => Action::ClaimMayI {},
        ("sort", cards) => Action::ReorderHand {
            card_ids: cards.iter().map(|card| card_at(hand, card)).collect::<Read<_>>()?,
        },
        _ => return Err(usage(text)),
    };
    Ok(action)
}

/// Reads a place, counted from 1.
fn number(word: &str) -> Read<usize> {
    let number = word.parse().ok().filter(|&number| number > 0 && !word.starts_with('+'));
    number.ok_or_else(|| RuleError::BadNotation(format!("{:?} is no place; places count from 1", clip(word))))
}

/// The card at a place in a hand; the rules refuse a place that the hand does not have.
fn card_at(hand: &[Card], word: &str) -> Read<Named<Card>> {
    let card = hand.get(number(word)? - 1).copied();
    Ok(card.map_or_else(|| Named::Unknown(format!("card {}", clip(word))), Named::Known))
}

fn read_lay_down(hand: &[Card], groups: &[&str]) -> Read<Action> {
    let mut melds = Vec::new();
    for group in groups {
        let cards: Vec<Named<Card>> =
            group.split(',').map(|word| card_at(hand, word.trim())).collect::<Read<_>>()?;
        let known: Vec<Card> = cards.iter().filter_map(Named::known).collect();
        melds.push(crate::NamedMeld { kind: MeldKind::infer(&known), card_ids: cards });
    }
    Ok(Action::LayDown { melds })
}

/// Reads `3 1` or `3 1 start`; `None` for anything else.
fn read_lay_off(hand: &[Card], words: &[&str]) -> Option<Read<LayOff>> {
    let (card, meld, position) = match *words {
        [card, meld] => (card, meld, None),
        [card, meld, "start"] => (card, meld, Some(RunEnd::Start)),
        [card, meld, "end"] => (card, meld, Some(RunEnd::End)),
        _ => return None,
    };
    let lay_off = card_at(hand, card)
        .and_then(|card_id| Ok(LayOff { card_id, meld_id: meld_at(number(meld)?), position }));
    Some(lay_off)
}

fn meld_at(number: usize) -> Named<MeldId> {
    Named::from(format!("m{number}").as_str())
}

fn read_swap(game: &MayI, hand: &[Card], meld: &str, joker: &str, card: &str) -> Read<Action> {
    let (meld, joker) = (number(meld)?, number(joker)?);
    let lying = game.table.get(meld - 1).map_or(&[][..], Meld::cards).get(joker - 1);
    let joker_id = lying.map_or_else(|| Named::Unknown(format!("card {joker}")), |&card| Named::Known(card));
    Ok(Action::SwapJoker { meld_id: meld_at(meld), joker_id, card_id: card_at(hand, card)? })
}

/// The place of a card in a list, counted from 1; `?` if it is not there.
fn place(cards: &[Card], name: &Named<Card>) -> String {
    let index = cards.iter().position(|&card| Some(card) == name.known());
    index.map_or_else(|| "?".to_owned(), |index| (index + 1).to_string())
}

fn meld_place(name: &Named<MeldId>) -> String {
    name.known().map_or_else(|| "?".to_owned(), |id| id.number().to_string())
}

fn write_lay_off(hand: &[Card], lay_off: &LayOff) -> String {
    let mut text = format!("{} {}", place(hand, &lay_off.card_id), meld_place(&lay_off.meld_id));
    if let Some(end) = lay_off.position {
        write!(text, " {end}").expect("strings grow");
    }
    text
}

fn places(hand: &[Card], names: &[Named<Card>], between: &str) -> String {
    names.iter().map(|name| place(hand, name)).collect::<Vec<_>>().join(between)
}

pub(crate) fn write(game: &MayI, seat: Seat, action: &Action) -> String {
    let hand = game.hand_of(seat);
    match action {
        Action::DrawFromStock {} => "draw stock".to_owned(),
        Action::DrawFromDiscard {} => "draw discard".to_owned(),
        Action::LayDown { melds } => melds.iter().fold("laydown".to_owned(), |text, meld| {
            format!("{text} \"{}\"", places(hand, &meld.card_ids, ","))
        }),
        Action::LayOff(lay_off) => format!("layoff {}", write_lay_off(hand, lay_off)),
        Action::GoOut { lay_offs } => lay_offs
            .iter()
            .fold("goout".to_owned(), |text, lay_off| format!("{text} \"{}\"", write_lay_off(hand, lay_off))),
        Action::SwapJoker { meld_id, joker_id, card_id } => {
            let meld = meld_id.known().and_then(|id| game.table.get(id.index()));
            let joker = place(meld.map_or(&[], Meld::cards), joker_id);
            format!("swap {} {joker} {}", meld_place(meld_id), place(hand, card_id))
        }
        Action::Skip {} => "skip".to_owned(),
        Action::Discard { card_id } => format!("discard {}", place(hand, card_id)),
        Action::CallMayI {} => "mayi".to_owned(),
        Action::AllowMayI {} => "allow".to_owned(),
        Action::ClaimMayI {} => "claim".to_owned(),
        Action::ReorderHand { card_ids } => format!("sort {}", places(hand, card_ids, " ")),
    }
}
