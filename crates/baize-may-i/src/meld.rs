//! Sets and runs: what counts as one, and what can be added to it.

use crate::card::{Card, Face, Faced, Suit};
use baize_rules::{Language, Say, display_in_english, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A set or a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum MeldKind {
    /// Three or more cards whose naturals have one rank.
    Set,
    /// Four or more cards of one suit on consecutive values.
    Run,
}

impl MeldKind {
    /// The fewest cards of a meld of this kind.
    pub const fn fewest(self) -> usize {
        match self {
            MeldKind::Set => 3,
            MeldKind::Run => 4,
        }
    }

    /// The kind of meld that a group of cards can be, if any; no group can be both.
    pub fn infer<C: Faced>(cards: &[C]) -> MeldKind {
        if common_rank(cards).is_some() { MeldKind::Set } else { MeldKind::Run }
    }
}

impl Say for MeldKind {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MeldKind::Set => say!(f, language, "set", "セット", "同點組"),
            MeldKind::Run => say!(f, language, "run", "ラン", "順子"),
        }
    }
}

display_in_english!(MeldKind);

/// One end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum RunEnd {
    /// The lower end.
    Start,
    /// The upper end.
    End,
}

impl RunEnd {
    /// Both ends.
    pub const BOTH: [RunEnd; 2] = [RunEnd::Start, RunEnd::End];
}

impl Say for RunEnd {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunEnd::Start => say!(f, language, "start", "先頭", "前端"),
            RunEnd::End => say!(f, language, "end", "末尾", "後端"),
        }
    }
}

display_in_english!(RunEnd);

/// Why a group of cards is no meld.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Flaw {
    /// Fewer than three cards in a set, or four in a run.
    TooFewCards,
    /// Nothing but wilds.
    NoNatural,
    /// More wilds than naturals.
    TooManyWilds,
    /// A set of several ranks.
    MixedRanks,
    /// A run of several suits.
    MixedSuits,
    /// A run with one rank twice.
    RepeatedRank,
    /// Not enough wilds for the gaps between the naturals of a run.
    GapTooWide,
    /// No room for all cards of a run between 3 and ace.
    OutOfRange,
    /// Longer than the option `exactContract` allows.
    NotExact,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Flaw::TooFewCards => "too few cards",
            Flaw::NoNatural => "no natural card",
            Flaw::TooManyWilds => "more wilds than naturals",
            Flaw::MixedRanks => "different ranks",
            Flaw::MixedSuits => "different suits",
            Flaw::RepeatedRank => "a rank twice",
            Flaw::GapTooWide => "not enough wilds for the gap",
            Flaw::OutOfRange => "no room between 3 and ace",
            Flaw::NotExact => "exact size required",
        })
    }
}

/// The suit and the values that a run covers, including those of its wilds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bounds {
    /// Its suit.
    pub suit: Suit,
    /// Its lowest value.
    pub low: u8,
    /// Its highest value.
    pub high: u8,
}

impl Bounds {
    /// The bounds of cards that form a run in exactly this order, with any number of wilds.
    pub fn of<C: Faced>(cards: &[C]) -> Option<Bounds> {
        let first = cards.iter().position(|card| !card.face().is_wild())?;
        let (suit, value) = (cards[first].face().suit(), usize::from(cards[first].face().value()));
        let low = value.checked_sub(first).filter(|&low| low >= usize::from(Face::LOWEST))?;
        let high = low + cards.len() - 1;
        let in_place = |(index, card): (usize, &C)| {
            let face = card.face();
            face.is_wild() || (face.suit() == suit && usize::from(face.value()) == low + index)
        };
        let is_run = high <= usize::from(Face::HIGHEST) && cards.iter().enumerate().all(in_place);
        is_run.then_some(Bounds { suit, low: low as u8, high: high as u8 })
    }

    /// The next face at an end; `None` if that end is at 3 or at the ace.
    pub fn next(self, end: RunEnd) -> Option<Face> {
        match end {
            RunEnd::Start => (self.low > Face::LOWEST).then(|| Face::new(self.suit, self.low - 1)),
            RunEnd::End => (self.high < Face::HIGHEST).then(|| Face::new(self.suit, self.high + 1)),
        }
    }

    /// The face at a place, counted from 0.
    pub fn at(self, index: usize) -> Option<Face> {
        let value = self.low.checked_add(u8::try_from(index).ok()?)?;
        (value <= self.high).then(|| Face::new(self.suit, value))
    }

    /// Whether two runs of one lay-down are far enough apart: at least two values between them if they share
    /// a suit.
    pub const fn keeps_away_from(self, other: Bounds) -> bool {
        self.suit as u8 != other.suit as u8 || self.high + 2 < other.low || other.high + 2 < self.low
    }
}

/// The cards of a meld in the order they will have on the table, or why they are no meld.
///
/// A set stays as named. A run stays as named if that is a valid order; otherwise wilds fill the gaps from
/// low to high, and any left over go above, up to the ace, then below.
pub fn arrange<C: Faced>(kind: MeldKind, cards: &[C]) -> Result<Vec<C>, Flaw> {
    if cards.len() < kind.fewest() {
        return Err(Flaw::TooFewCards);
    }
    let naturals = cards.iter().filter(|card| !card.face().is_wild()).count();
    if naturals == 0 {
        return Err(Flaw::NoNatural);
    }
    if cards.len() - naturals > naturals {
        return Err(Flaw::TooManyWilds);
    }
    match kind {
        MeldKind::Set if common_rank(cards).is_some() => Ok(cards.to_vec()),
        MeldKind::Set => Err(Flaw::MixedRanks),
        MeldKind::Run if Bounds::of(cards).is_some() => Ok(cards.to_vec()),
        MeldKind::Run => put_in_order(cards),
    }
}

/// Arranges cards, at least one of them natural, that are no run in the order named.
fn put_in_order<C: Faced>(cards: &[C]) -> Result<Vec<C>, Flaw> {
    let (wilds, mut naturals): (Vec<C>, Vec<C>) = cards.iter().partition(|card| card.face().is_wild());
    naturals.sort_by_key(|card| card.face().value());
    let (lowest, highest) = (naturals[0].face(), naturals[naturals.len() - 1].face());
    if naturals.iter().any(|card| card.face().suit() != lowest.suit()) {
        return Err(Flaw::MixedSuits);
    }
    if naturals.windows(2).any(|pair| pair[0].face() == pair[1].face()) {
        return Err(Flaw::RepeatedRank);
    }
    let span = usize::from(highest.value() - lowest.value()) + 1;
    let Some(spare) = wilds.len().checked_sub(span - naturals.len()) else {
        return Err(Flaw::GapTooWide);
    };
    let above = spare.min(usize::from(Face::HIGHEST - highest.value()));
    let below = spare - above;
    if usize::from(lowest.value() - Face::LOWEST) < below {
        return Err(Flaw::OutOfRange);
    }
    let (mut wilds, mut naturals) = (wilds.into_iter(), naturals.into_iter().peekable());
    let low = usize::from(lowest.value()) - below;
    let place = |value| {
        let natural = naturals.next_if(|card| usize::from(card.face().value()) == value);
        natural.or_else(|| wilds.next()).expect("places and cards were counted")
    };
    Ok((low..low + cards.len()).map(place).collect())
}

/// The value that all naturals share, if there is one.
fn common_rank<C: Faced>(cards: &[C]) -> Option<u8> {
    let mut values = cards.iter().map(|card| card.face()).filter(|face| !face.is_wild()).map(Face::value);
    let value = values.next()?;
    values.all(|other| other == value).then_some(value)
}

/// Where a card would go on a meld.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fit {
    /// The end of the run; `None` on a set, where order does not matter.
    pub end: Option<RunEnd>,
    /// What a wild on a run stands for.
    pub acts_as: Option<Face>,
}

/// Why a card cannot be laid off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Misfit {
    /// It fits nowhere on this meld.
    DoesNotFit,
    /// It is wild and the end that was asked for is not free.
    PositionUnavailable,
}

/// Where `face` would go on a meld on the table. Only a wild on a run has a choice; without a wish it goes to
/// the upper end if that is free.
pub fn fit<C: Faced>(kind: MeldKind, cards: &[C], face: Face, wish: Option<RunEnd>) -> Result<Fit, Misfit> {
    if kind == MeldKind::Set {
        let fits = face.is_wild() || common_rank(cards) == Some(face.value());
        return if fits { Ok(Fit { end: None, acts_as: None }) } else { Err(Misfit::DoesNotFit) };
    }
    let bounds = Bounds::of(cards).ok_or(Misfit::DoesNotFit)?;
    if !face.is_wild() {
        let end = RunEnd::BOTH.into_iter().find(|&end| bounds.next(end) == Some(face));
        return end.map(|end| Fit { end: Some(end), acts_as: None }).ok_or(Misfit::DoesNotFit);
    }
    let at = |end| bounds.next(end).map(|acts_as| Fit { end: Some(end), acts_as: Some(acts_as) });
    match (at(RunEnd::Start), at(RunEnd::End), wish) {
        (None, None, _) => Err(Misfit::DoesNotFit),
        (start, _, Some(RunEnd::Start)) => start.ok_or(Misfit::PositionUnavailable),
        (_, end, Some(RunEnd::End)) => end.ok_or(Misfit::PositionUnavailable),
        (start, end, None) => end.or(start).ok_or(Misfit::DoesNotFit),
    }
}

/// Whether the player must choose an end: the card is wild and both ends of the run are free.
pub fn needs_position_choice<C: Faced>(kind: MeldKind, cards: &[C], face: Face) -> bool {
    let both_free = |bounds: Bounds| RunEnd::BOTH.into_iter().all(|end| bounds.next(end).is_some());
    kind == MeldKind::Run && face.is_wild() && Bounds::of(cards).is_some_and(both_free)
}

/// The face that the Joker at `index` of a run stands for; `None` for cards that cannot be swapped.
pub fn joker_stands_for<C: Faced>(cards: &[C], index: usize) -> Option<Face> {
    if !cards.get(index)?.face().is_joker() {
        return None;
    }
    Bounds::of(cards)?.at(index)
}

/// Whether cards can be a meld on the table: a valid lay-down to which any number of wilds may have been
/// added.
pub(crate) fn can_lie<C: Faced>(kind: MeldKind, cards: &[C]) -> bool {
    let is_sound = match kind {
        MeldKind::Set => common_rank(cards).is_some(),
        MeldKind::Run => Bounds::of(cards).is_some(),
    };
    is_sound && cards.len() >= kind.fewest()
}

/// Cards laid down or to be laid down together, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The kind of meld.
    pub kind: MeldKind,
    /// The cards.
    pub cards: Vec<Card>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Labelled;

    fn cards(text: &str) -> Vec<Labelled> {
        text.split_whitespace().map(|card| card.parse().unwrap()).collect()
    }

    fn ids(cards: &[Labelled]) -> String {
        cards.iter().map(|card| card.face().id()).collect::<Vec<_>>().join(" ")
    }

    fn check(kind: MeldKind, named: &str, expect: Result<&str, Flaw>) {
        let arranged = arrange(kind, &cards(named)).map(|cards| ids(&cards));
        assert_eq!(arranged.as_deref(), expect.as_deref(), "{kind} {named}");
    }

    #[test]
    fn sets() {
        let check = |named, expect| check(MeldKind::Set, named, expect);
        check("7S 7S 7D", Ok("7S 7S 7D"));
        check("7S 2H 7D", Ok("7S 2H 7D"));
        check("7S 7D JK 2C", Ok("7S 7D JK 2C"));
        check("7S 7D", Err(Flaw::TooFewCards));
        check("9C JK JK", Err(Flaw::TooManyWilds));
        check("2S 2H 2D", Err(Flaw::NoNatural));
        check("7S 7D 8D", Err(Flaw::MixedRanks));
    }

    #[test]
    fn t21_runs_are_kept_as_named_or_put_in_order() {
        let check = |named, expect| check(MeldKind::Run, named, expect);
        check("JK 6S 7S 8S", Ok("JK 6S 7S 8S"));
        check("8S 7S 6S JK", Ok("6S 7S 8S JK"));
        check("5S 6S 2C 8S", Ok("5S 6S 2C 8S"));
        check("5S JK 8S 2C", Ok("5S JK 2C 8S"));
        check("JK 8S 2C 5S", Ok("5S JK 2C 8S"));
        check("KS AS JK 2C", Ok("JK 2C KS AS"));
        check("AS KS JK 2C", Ok("JK 2C KS AS"));
        check("QS AS KS JK 2C", Ok("JK 2C QS KS AS"));
        check("JS QS JK 2C 2D KS", Ok("JK 2C JS QS KS 2D"));
        check("3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", Ok("3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"));
        check("2S JK 3S 4S", Ok("3S 4S 2S JK"));
    }

    #[test]
    fn what_is_no_run() {
        let check = |named, flaw| check(MeldKind::Run, named, Err(flaw));
        check("5S 6S 7S", Flaw::TooFewCards);
        check("2S 2H JK JK", Flaw::NoNatural);
        check("5S JK JK JK", Flaw::TooManyWilds);
        check("5S 6S 7H 8S", Flaw::MixedSuits);
        check("5S 6S 6S 7S", Flaw::RepeatedRank);
        check("5S 6S 9S TS", Flaw::GapTooWide);
        check("5S 6S JK TS", Flaw::GapTooWide);
        check("AS 3S 4S 5S", Flaw::GapTooWide);
        check("3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS JK", Flaw::OutOfRange);
    }

    #[test]
    fn no_group_is_both() {
        assert_eq!(MeldKind::infer(&cards("7S JK 7D")), MeldKind::Set);
        assert_eq!(MeldKind::infer(&cards("7S JK 8S 9S")), MeldKind::Run);
    }

    fn run_bounds(text: &str) -> Option<(u8, u8)> {
        Bounds::of(&cards(text)).map(|bounds| (bounds.low, bounds.high))
    }

    #[test]
    fn bounds_count_the_places_of_wilds() {
        assert_eq!(run_bounds("2C 5S 6S 7S 8S"), Some((4, 8)));
        assert_eq!(run_bounds("JK 6S 7S 8S"), Some((5, 8)));
        assert_eq!(run_bounds("JK JK 3S 4S"), None);
        assert_eq!(run_bounds("KS AS JK"), None);
        assert_eq!(run_bounds("JK JK"), None);
    }

    /// Checks laying `card` off with each wish in turn: none, start, end.
    fn check_fit(kind: MeldKind, meld: &str, card: &str, expect: [&str; 3], choice: bool) {
        let (meld, face) = (cards(meld), cards(card)[0].face());
        let answers =
            [None, Some(RunEnd::Start), Some(RunEnd::End)].map(|wish| match fit(kind, &meld, face, wish) {
                Ok(Fit { end: None, .. }) => "set".to_owned(),
                Ok(Fit { end: Some(end), acts_as: None }) => end.to_string(),
                Ok(Fit { end: Some(end), acts_as: Some(face) }) => format!("{end} as {face}"),
                Err(Misfit::DoesNotFit) => "no".to_owned(),
                Err(Misfit::PositionUnavailable) => "not there".to_owned(),
            });
        assert_eq!(answers, expect, "{} {card}", ids(&meld));
        assert_eq!(needs_position_choice(kind, &meld, face), choice, "{} {card}", ids(&meld));
    }

    #[test]
    fn t1_to_t11_which_end_a_card_extends() {
        let run = |meld, card, expect, choice| check_fit(MeldKind::Run, meld, card, expect, choice);
        run("5S 6S 7S 8S", "2C", ["end as 9♠", "start as 4♠", "end as 9♠"], true);
        run("5S 6S 7S 8S", "JK", ["end as 9♠", "start as 4♠", "end as 9♠"], true);
        run("5S 6S 7S 8S", "4S", ["start", "start", "start"], false);
        run("5S 6S 7S 8S", "9S", ["end", "end", "end"], false);
        run("5S 6S 7S 8S", "9H", ["no", "no", "no"], false);
        run("5S 6S 7S 8S", "7S", ["no", "no", "no"], false);
        run("3S 4S 5S 6S", "2C", ["end as 7♠", "not there", "end as 7♠"], false);
        run("JS QS KS AS", "2C", ["start as 10♠", "start as 10♠", "not there"], false);
        let set = |meld, card, expect| check_fit(MeldKind::Set, meld, card, expect, false);
        set("7S 7D 7H", "2C", ["set", "set", "set"]);
        set("7S 7D 2H", "7C", ["set", "set", "set"]);
        set("7S 7D 2H", "8C", ["no", "no", "no"]);
    }

    #[test]
    fn t16_to_t18_wilds_in_runs() {
        let run = |meld, card, expect, choice| check_fit(MeldKind::Run, meld, card, expect, choice);
        run("JK 6S 7S 8S", "2C", ["end as 9♠", "start as 4♠", "end as 9♠"], true);
        let full = "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS";
        run(full, "2C", ["no", "no", "no"], false);
        run(full, "3S", ["no", "no", "no"], false);
        run("JK 2C 2D 8S 9S JK", "2H", ["end as J♠", "start as 4♠", "end as J♠"], true);
        run("JK 2C 2D 8S 9S JK", "4S", ["start", "start", "start"], false);
    }

    #[test]
    fn only_a_joker_in_a_run_stands_for_a_card_to_swap() {
        let run = cards("JK 6C 7C 8C 9C 2S JC JK");
        let stands_for = |index| joker_stands_for(&run, index).map(Face::id);
        assert_eq!(stands_for(0).as_deref(), Some("5C"));
        assert_eq!(stands_for(7).as_deref(), Some("QC"));
        assert_eq!(stands_for(1), None);
        assert_eq!(stands_for(5), None);
        assert_eq!(stands_for(8), None);
    }
}
