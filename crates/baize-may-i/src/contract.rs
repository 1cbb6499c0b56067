//! The six contracts, and whether a lay-down meets them.

use crate::Options;
use crate::card::Faced;
use crate::meld::{Bounds, Flaw, MeldKind, arrange};
use baize_rules::{Language, Say, display_in_english, say};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};
use std::fmt;

/// One of the six rounds, 1 to 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Round(#[schemars(range(min = 1, max = 6))] u8);

impl Round {
    /// The first round.
    pub const FIRST: Round = Round(1);
    /// The last round, in which laying down is going out.
    pub const LAST: Round = Round(6);

    /// The round with this number.
    pub const fn new(number: u8) -> Option<Round> {
        if number >= 1 && number <= 6 { Some(Round(number)) } else { None }
    }

    /// All six rounds.
    pub fn all() -> impl Iterator<Item = Round> {
        (1..=6).map(Round)
    }

    /// The number, from 1 to 6.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The next round, if there is one.
    pub const fn next(self) -> Option<Round> {
        Round::new(self.0 + 1)
    }

    /// What must be laid down.
    pub const fn contract(self) -> Contract {
        let (sets, runs) = [(2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2)][self.0 as usize - 1];
        Contract { sets, runs }
    }
}

impl<'de> Deserialize<'de> for Round {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Round, D::Error> {
        let number = u64::deserialize(deserializer)?;
        let round = u8::try_from(number).ok().and_then(Round::new);
        round.ok_or_else(|| de::Error::custom(format_args!("a round is a number from 1 to 6, not {number}")))
    }
}

/// How many sets and runs go down together, no more and no fewer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Contract {
    /// How many sets.
    pub sets: u8,
    /// How many runs.
    pub runs: u8,
}

impl Contract {
    /// The number of melds of this kind.
    pub const fn of(self, kind: MeldKind) -> u8 {
        match kind {
            MeldKind::Set => self.sets,
            MeldKind::Run => self.runs,
        }
    }
}

/// Writes "2 sets and 1 run".
impl Say for Contract {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sets, runs) = (self.of(MeldKind::Set), self.of(MeldKind::Run));
        let plural = |count| if count == 1 { "" } else { "s" };
        let (more, longer) = (plural(sets), plural(runs));
        match (sets, runs) {
            (_, 0) => say!(f, language, "{sets} set{more}", "セット{sets}", "{sets} 組同點"),
            (0, _) => say!(f, language, "{runs} run{longer}", "ラン{runs}", "{runs} 順"),
            _ => say!(
                f,
                language,
                "{sets} set{more} and {runs} run{longer}",
                "セット{sets}・ラン{runs}",
                "{sets} 同點 {runs} 順"
            ),
        }
    }
}

display_in_english!(Contract);

/// What a lay-down must satisfy in one round of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The number of melds of each kind.
    pub contract: Contract,
    /// Whether sets have exactly three cards and runs exactly four.
    pub is_exact: bool,
    /// Whether every card of the hand must be used.
    pub takes_whole_hand: bool,
}

impl Terms {
    /// The terms of a round under these options.
    pub fn of(round: Round, options: &Options) -> Terms {
        let takes_whole_hand = round == Round::LAST;
        Terms {
            contract: round.contract(),
            is_exact: options.exact_contract && !takes_whole_hand,
            takes_whole_hand,
        }
    }

    /// The cards of one meld in the order they would have on the table.
    pub fn arrange<C: Faced>(&self, kind: MeldKind, cards: &[C]) -> Result<Vec<C>, Flaw> {
        let arranged = arrange(kind, cards)?;
        if self.is_exact && cards.len() != kind.fewest() {
            return Err(Flaw::NotExact);
        }
        Ok(arranged)
    }

    /// All melds of a lay-down with their cards in table order, or the first fault. Does not check whether
    /// they use the whole hand.
    pub fn judge<C: Faced>(&self, melds: &[(MeldKind, Vec<C>)]) -> Result<Vec<Vec<C>>, Fault> {
        let matches =
            |kind| melds.iter().filter(|meld| meld.0 == kind).count() == usize::from(self.contract.of(kind));
        if !matches(MeldKind::Set) || !matches(MeldKind::Run) {
            return Err(Fault::WrongContract);
        }
        let mut arranged = Vec::with_capacity(melds.len());
        let mut runs: Vec<Bounds> = Vec::new();
        for (index, (kind, cards)) in melds.iter().enumerate() {
            let meld =
                self.arrange(*kind, cards).map_err(|flaw| Fault::Invalid { index, kind: *kind, flaw })?;
            runs.extend(Bounds::of(&meld).filter(|_| *kind == MeldKind::Run));
            arranged.push(meld);
        }
        let mut pairs = runs
            .iter()
            .enumerate()
            .flat_map(|(index, run)| runs[..index].iter().map(move |other| (run, other)));
        if pairs.all(|(run, other)| run.keeps_away_from(*other)) {
            Ok(arranged)
        } else {
            Err(Fault::RunsTooClose)
        }
    }
}

/// What is wrong with a lay-down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Not the sets and runs of the round.
    WrongContract,
    /// A group of cards that is no meld.
    Invalid {
        /// Which, from 0.
        index: usize,
        /// What it should be.
        kind: MeldKind,
        /// Why it is not.
        flaw: Flaw,
    },
    /// Two runs of one suit with fewer than two values between them.
    RunsTooClose,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Labelled;

    /// Checks a lay-down written with `/` between the melds, whose kinds are inferred.
    fn check(round: u8, exact_contract: bool, melds: &str, expect: Result<(), Fault>) {
        let groups = melds.split('/').map(|group| {
            let cards: Vec<Labelled> = group.split_whitespace().map(|card| card.parse().unwrap()).collect();
            (MeldKind::infer(&cards), cards)
        });
        let terms = Terms::of(Round::new(round).unwrap(), &Options { exact_contract, ..Options::default() });
        assert_eq!(terms.judge(&groups.collect::<Vec<_>>()).map(drop), expect, "{melds}");
    }

    #[test]
    fn the_number_and_kinds_of_melds_match_exactly() {
        check(1, false, "7S 7D 7H / 9S 9D 9H", Ok(()));
        check(1, false, "7S 7D 7H / 7S 7D 7H", Ok(()));
        check(1, false, "7S 7D 7H", Err(Fault::WrongContract));
        check(1, false, "7S 7D 7H / 9S 9D 9H / KS KD KH", Err(Fault::WrongContract));
        check(2, false, "7S 7D 7H / 9S 9D 9H", Err(Fault::WrongContract));
        check(2, false, "7S 7D 7H / 9S TS JS QS", Ok(()));
        let invalid = |index, kind, flaw| Err(Fault::Invalid { index, kind, flaw });
        check(1, false, "7S 7D 7H / 9S JK JK", invalid(1, MeldKind::Set, Flaw::TooManyWilds));
    }

    #[test]
    fn runs_of_one_suit_keep_two_values_apart() {
        check(3, false, "3S 4S 5S 6S / 9S TS JS QS", Ok(()));
        check(3, false, "3S 4S 5S 6S / 8S 9S TS JS", Err(Fault::RunsTooClose));
        check(3, false, "3S 4S 5S 6S / 7S 8S 9S TS", Err(Fault::RunsTooClose));
        check(3, false, "3S 4S 5S 6S / 3S 4S 5S 6S", Err(Fault::RunsTooClose));
        check(3, false, "3S 4S 5S 6S / 7H 8H 9H TH", Ok(()));
        check(3, false, "9S TS JS QS / 3S 4S 5S 6S", Ok(()));
    }

    #[test]
    fn t22_the_gap_rule_looks_at_the_order_given() {
        check(3, false, "2S 6H 7H 8H / JH QH KH 2D", Ok(()));
        check(3, false, "6H 7H 8H 2S / JH QH KH 2D", Err(Fault::RunsTooClose));
    }

    #[test]
    fn exact_contracts_forbid_longer_melds_in_rounds_1_to_5() {
        let not_exact = |kind| Err(Fault::Invalid { index: 0, kind, flaw: Flaw::NotExact });
        check(1, true, "7S 7D 7H 7C / 9S 9D 9H", not_exact(MeldKind::Set));
        check(1, true, "7S 7D 7H / 9S 9D 9H", Ok(()));
        check(3, true, "3S 4S 5S 6S 7S / 9H TH JH QH", not_exact(MeldKind::Run));
        check(6, true, "7S 7D 7H 7C / 3S 4S 5S 6S / 9H TH JH QH KH", Ok(()));
    }

    #[test]
    fn contracts_in_words() {
        let words: Vec<String> = Round::all().map(|round| round.contract().to_string()).collect();
        let expect =
            ["2 sets", "1 set and 1 run", "2 runs", "3 sets", "2 sets and 1 run", "1 set and 2 runs"];
        assert_eq!(words, expect);
    }
}
