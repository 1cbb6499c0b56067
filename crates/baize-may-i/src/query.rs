//! Questions about the rules and about what a seat sees.

use crate::action::LayOff;
use crate::card::{Card, Face, Faced, Labelled, points};
use crate::contract::{Fault, Round, Terms};
use crate::meld::{
    Bounds, Fit, Flaw, Group, MeldKind, Misfit, RunEnd, can_lie, fit, joker_stands_for, needs_position_choice,
};
use crate::search::Search;
use crate::setup::Phase;
use crate::staging::Placed;
use crate::table::{Meld, MeldId, shown};
use crate::view::View;
use crate::{Holding, Options, RuleError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A question. Cards are faces, with or without a copy, except in questions about a game in progress.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(
    tag = "type",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Query {
    /// Can these cards be laid down as a meld, and in which order would they lie? At a table, its round and
    /// options apply.
    CheckMeld {
        /// Set or run.
        meld_type: MeldKind,
        /// The cards in the order in which they are named.
        cards: Vec<Labelled>,
    },
    /// Do these melds meet the contract of a round?
    CheckContract {
        /// The round.
        round: Round,
        /// The melds.
        melds: Vec<AskedMeld>,
    },
    /// Where does a card go on a meld that lies on the table?
    CheckLayOff {
        /// Set or run.
        meld_type: MeldKind,
        /// The meld as it lies.
        meld: Vec<Labelled>,
        /// The card.
        card: Labelled,
        /// The end wanted for a wild on a run.
        #[serde(default)]
        position: Option<RunEnd>,
    },
    /// Can a card be given for the Joker at this place of a meld?
    CheckSwap {
        /// Set or run.
        meld_type: MeldKind,
        /// The meld as it lies.
        meld: Vec<Labelled>,
        /// The place of the Joker, from 0.
        index: usize,
        /// The card.
        card: Labelled,
    },
    /// What would the table look like after these lay-offs, and where could the other cards of the hand then
    /// go?
    Staged {
        /// The lay-offs, in order.
        lay_offs: Vec<LayOff>,
    },
    /// How can the hand meet the contract, or how far is it from that?
    SuggestMelds {},
}

/// A meld in a question.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AskedMeld {
    meld_type: MeldKind,
    cards: Vec<Labelled>,
}

/// The reply to a query.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged, rename_all_fields = "camelCase")]
pub enum Answer {
    /// The cards are a meld.
    #[schemars(extend("x-query" = "CHECK_MELD"))]
    Meld {
        /// Always true.
        #[schemars(extend("const" = true))]
        valid: bool,
        /// Its cards in order.
        cards: Vec<Labelled>,
        /// The lowest and the highest value of a run.
        #[serde(flatten)]
        bounds: Option<Range>,
    },
    /// The cards are no meld.
    #[schemars(extend("x-query" = "CHECK_MELD"))]
    NoMeld {
        /// Always false.
        #[schemars(extend("const" = false))]
        valid: bool,
        /// Why not.
        reason: Flaw,
    },
    /// Whether melds meet a contract.
    #[schemars(extend("x-query" = "CHECK_CONTRACT"))]
    Contract {
        /// Whether they do.
        valid: bool,
        /// Why not: the code of the refusal without the name of the game.
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<&'static str>,
        /// The number of the meld at fault, from 0.
        #[serde(skip_serializing_if = "Option::is_none")]
        index: Option<usize>,
        /// Why it is no meld.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<Flaw>,
    },
    /// Where a card goes.
    #[schemars(extend("x-query" = "CHECK_LAY_OFF"))]
    LayOff {
        /// Whether the card fits the meld.
        accepted: bool,
        /// Whether the player must choose an end.
        needs_choice: bool,
        /// Why not.
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<Misfit>,
        /// The end it goes to, if the meld is a run.
        position: Option<RunEnd>,
        /// What the card stands for, if it is a wild on a run.
        acts_as: Option<Face>,
        /// The meld with the card.
        #[serde(skip_serializing_if = "Option::is_none")]
        cards: Option<Vec<Labelled>>,
        /// The bounds of the meld, if it is a run.
        #[serde(flatten)]
        bounds: Option<Range>,
    },
    /// Whether a Joker can be swapped.
    #[schemars(extend("x-query" = "CHECK_SWAP"))]
    Swap {
        /// Whether it can.
        allowed: bool,
        /// Why not: the code of the refusal without the name of the game.
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<&'static str>,
    },
    /// What lay-offs would lead to.
    #[schemars(extend("x-query" = "STAGED"))]
    Staged {
        /// The table after the lay-offs before the first that fails.
        #[serde(serialize_with = "shown::serialize")]
        #[schemars(with = "Vec<Meld>")]
        table: Vec<Meld>,
        /// The cards left in the hand.
        hand: Vec<Card>,
        /// The first lay-off that fails.
        failed: Option<Failed>,
        /// Where the cards left in the hand could go.
        places: Vec<Place>,
    },
    /// Ways to meet the contract.
    #[schemars(extend("x-query" = "SUGGEST_MELDS"))]
    Melds {
        /// How many cards the hand lacks for the contract; 0 if there are ways.
        distance: u8,
        /// Some ways, the one that leaves the fewest points first.
        ways: Vec<Suggestion>,
        /// If there are no ways: the cards of the hand that belong to a lay-down lacking `distance` cards,
        /// meld by meld.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        nearest: Vec<SuggestedMeld>,
    },
}

/// The values that a run covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Range {
    low: u8,
    high: u8,
}

impl Range {
    fn of<C: Faced>(kind: MeldKind, cards: &[C]) -> Option<Range> {
        let bounds = if kind == MeldKind::Run { Bounds::of(cards) } else { None };
        bounds.map(|Bounds { low, high, .. }| Range { low, high })
    }
}

/// A staged lay-off that cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Failed {
    /// The number of the lay-off, from 0.
    pub index: usize,
    /// Why: the code of the refusal without the name of the game.
    pub error: &'static str,
    /// Why, in words.
    pub message: String,
}

/// A place where a card could be laid off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// The card.
    pub card_id: Card,
    /// The meld.
    pub meld_id: MeldId,
    /// The end, if the meld is a run.
    pub position: Option<RunEnd>,
    /// What the card would stand for, if it is a wild on a run.
    pub acts_as: Option<Face>,
}

impl From<Placed> for Place {
    fn from(Placed { card, meld, fit }: Placed) -> Place {
        Place { card_id: card, meld_id: meld, position: fit.end, acts_as: fit.acts_as }
    }
}

/// A way to meet the contract.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    /// The melds, as an action names them.
    pub melds: Vec<SuggestedMeld>,
    /// The cards left in the hand.
    pub left: Vec<Card>,
    /// The points that the cards left cost.
    pub points: u32,
}

/// A meld of a suggestion.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedMeld {
    /// Set or run.
    #[serde(rename = "type")]
    pub kind: MeldKind,
    /// Its cards in order.
    pub card_ids: Vec<Card>,
}

/// How many ways are suggested.
const SUGGESTIONS: usize = 6;

pub(crate) fn answer(view: Option<&View>, query: &Query) -> Result<Answer, RuleError> {
    Ok(match query {
        Query::CheckMeld { meld_type, cards } => {
            let anywhere = || Terms::of(Round::FIRST, &Options::default());
            check_meld(&view.map_or_else(anywhere, View::terms), *meld_type, cards)
        }
        Query::CheckContract { round, melds } => {
            let options = view.map_or_else(Options::default, |view| view.options);
            let now = view.filter(|view| view.round == *round);
            let hand = now.and_then(|view| Some(view.hand.as_ref()?.len()));
            check_contract(&Terms::of(*round, &options), melds, hand)
        }
        Query::CheckLayOff { meld_type, meld, card, position } => {
            check_on_table(*meld_type, meld)?;
            check_lay_off(*meld_type, meld, *card, *position)
        }
        Query::CheckSwap { meld_type, meld, index, card } => {
            check_on_table(*meld_type, meld)?;
            let error = check_swap(*meld_type, meld, *index, card.face()).err().map(|error| error.word());
            Answer::Swap { allowed: error.is_none(), error }
        }
        Query::Staged { lay_offs } => staged(view.ok_or(RuleError::NoHand)?, lay_offs)?,
        Query::SuggestMelds {} => suggest(view.ok_or(RuleError::NoHand)?)?,
    })
}

fn check_meld(terms: &Terms, kind: MeldKind, cards: &[Labelled]) -> Answer {
    match terms.arrange(kind, cards) {
        Ok(cards) => Answer::Meld { valid: true, bounds: Range::of(kind, &cards), cards },
        Err(reason) => Answer::NoMeld { valid: false, reason },
    }
}

/// Whether the melds meet the contract; `hand` is the size of the asker's hand, where that matters.
fn check_contract(terms: &Terms, melds: &[AskedMeld], hand: Option<usize>) -> Answer {
    let melds: Vec<_> = melds.iter().map(|meld| (meld.meld_type, meld.cards.clone())).collect();
    let Err(fault) = terms.judge(&melds) else {
        let used = melds.iter().map(|(_, cards)| cards.len()).sum();
        let leaves_some = terms.takes_whole_hand && hand.is_some_and(|hand| hand > used);
        let error = leaves_some.then(|| RuleError::MustUseAllCards.word());
        return Answer::Contract { valid: error.is_none(), error, index: None, reason: None };
    };
    let error = Some(RuleError::fault(fault, terms.contract).word());
    let (index, reason) = match fault {
        Fault::Invalid { index, flaw, .. } => (Some(index), Some(flaw)),
        Fault::WrongContract | Fault::RunsTooClose => (None, None),
    };
    Answer::Contract { valid: false, error, index, reason }
}

fn check_on_table(kind: MeldKind, meld: &[Labelled]) -> Result<(), RuleError> {
    if can_lie(kind, meld) { Ok(()) } else { Err(RuleError::NotOnTable(kind)) }
}

fn check_lay_off(kind: MeldKind, meld: &[Labelled], card: Labelled, wish: Option<RunEnd>) -> Answer {
    let needs_choice = needs_position_choice(kind, meld, card.face());
    match fit(kind, meld, card.face(), wish) {
        Ok(Fit { end, acts_as }) => {
            let mut cards = meld.to_vec();
            let place = if end == Some(RunEnd::Start) { 0 } else { cards.len() };
            cards.insert(place, card);
            let bounds = Range::of(kind, &cards);
            let cards = Some(cards);
            Answer::LayOff {
                accepted: true,
                needs_choice,
                error: None,
                position: end,
                acts_as,
                cards,
                bounds,
            }
        }
        Err(misfit) => Answer::LayOff {
            accepted: false,
            needs_choice,
            error: Some(misfit),
            position: None,
            acts_as: None,
            cards: None,
            bounds: None,
        },
    }
}

fn check_swap(kind: MeldKind, meld: &[Labelled], index: usize, face: Face) -> Result<(), RuleError> {
    if kind == MeldKind::Set {
        return Err(RuleError::NotARun);
    }
    match joker_stands_for(meld, index) {
        None => Err(RuleError::NotAJoker(String::new())),
        Some(stands_for) if stands_for != face => Err(RuleError::WrongSwapCard { stands_for }),
        Some(_) => Ok(()),
    }
}

fn staged(view: &View, lay_offs: &[LayOff]) -> Result<Answer, RuleError> {
    let mut staging = view.staging().ok_or(RuleError::NoHand)?;
    let error = lay_offs.iter().enumerate().find_map(|(index, lay_off)| {
        let error = staging.lay_off(lay_off).err()?;
        Some(Failed { index, error: error.word(), message: error.to_string() })
    });
    let places = staging.places().into_iter().map(Place::from).collect();
    Ok(Answer::Staged { table: staging.table, hand: staging.hand, failed: error, places })
}

fn suggest(view: &View) -> Result<Answer, RuleError> {
    let hand = view.hand.as_ref().ok_or(RuleError::NoHand)?;
    let terms = view.terms();
    let has_drawn = view.you == Some(view.current) && matches!(view.phase, Phase::Act | Phase::Discard);
    // Before the draw a hand lacks at least the card to be drawn.
    let size = if has_drawn { hand.len() } else { hand.len() + 1 };
    let distance = Holding::of(hand).distance(&terms, size);
    let suggested = |meld: Group| SuggestedMeld { kind: meld.kind, card_ids: meld.cards };
    if distance > 0 {
        let nearest = Search::nearest(hand, terms, size).into_iter().map(suggested).collect();
        return Ok(Answer::Melds { distance, ways: Vec::new(), nearest });
    }
    let search = Search::new(hand, terms);
    let ways = search.best(SUGGESTIONS).into_iter().map(|way| {
        let melds = search.melds(&way);
        let used = |card: &Card| melds.iter().any(|meld| meld.cards.contains(card));
        let left: Vec<Card> = hand.iter().copied().filter(|card| !used(card)).collect();
        Suggestion { melds: melds.into_iter().map(suggested).collect(), points: points(&left), left }
    });
    Ok(Answer::Melds { distance, ways: ways.collect(), nearest: Vec::new() })
}
