//! The whole state of a game as a value.

use crate::card::{Card, CardSet};
use crate::memory::{MOST_SHOWN, Shown};
use crate::table::{Meld, shown};
use crate::{Options, Round, RuleError};
use baize_rules::{Dice, Leaving, Seat, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The whole state, hidden cards included. It need not be one that can arise in play, but has every card
/// exactly once.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Setup {
    /// The round.
    pub round: Round,
    /// The seat that dealt the round.
    pub dealer: Seat,
    /// The seat whose turn it is.
    pub current: Seat,
    /// What the table waits for.
    pub phase: Phase,
    /// The number of the turn in the round, from 1.
    #[serde(default = "first_turn")]
    pub turn: u32,
    /// The cards of each seat, in the order in which it keeps them.
    pub hands: Vec<Vec<Card>>,
    /// The stock, the next card first.
    pub stock: Vec<Card>,
    /// The discard pile, the top first.
    pub discard: Vec<Card>,
    /// Whether somebody has taken the exposed discard in this turn.
    #[serde(default)]
    pub discard_taken: bool,
    /// The seat that discarded the card exposed in this turn, even if it has been taken; none at the start of
    /// a round.
    #[serde(default)]
    pub discarded_by: Option<Seat>,
    /// Whether each seat is down; if left out, none is.
    #[serde(default)]
    pub down: Vec<bool>,
    /// Whether the current seat has laid down in this turn.
    #[serde(default)]
    pub laid_down_this_turn: bool,
    /// The melds on the table.
    #[serde(default, with = "shown")]
    #[schemars(with = "Vec<Meld>")]
    pub table: Vec<Meld>,
    /// The points of each seat in the earlier rounds; all zero if left out.
    #[serde(default)]
    pub totals: Tally,
    /// The results of the earlier rounds.
    #[serde(default)]
    pub rounds: Vec<RoundRecord>,
    /// The cards each seat still held when the previous round ended; empty in the first round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub last_hands: Vec<Vec<Card>>,
    /// A request that waits for an answer.
    #[serde(default)]
    pub pending: Option<Pending>,
    /// The options of the match.
    #[serde(default)]
    pub options: Options,
    /// The dice for later shuffles; if left out, derived from how the cards lie.
    #[serde(default)]
    pub dice: Option<Dice>,
    /// The seats that left before the end, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Left>,
    /// What everybody may remember of this round, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memory: Vec<Shown>,
}

const fn first_turn() -> u32 {
    1
}

/// What the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The current seat must draw.
    Draw,
    /// It has drawn and may lay down, lay off, swap, skip or discard.
    Act,
    /// It has laid down or skipped; only a discard is left.
    Discard,
    /// A request is being settled.
    MayI,
    /// The game is finished.
    Over,
}

/// A request that waits for an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Pending {
    /// The seat that wants the card.
    pub caller: Seat,
    /// The card, the top of the discard pile.
    pub card: Card,
    /// The seat being asked.
    pub asked: Seat,
    /// The seats to be asked next, in order.
    #[serde(default)]
    pub waiting: Vec<Seat>,
    /// The phase that the request interrupted.
    pub resume: Phase,
}

/// The result of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoundRecord {
    /// The round.
    pub round: Round,
    /// The seat that went out; none if the stock or the turns ran out.
    pub winner: Option<Seat>,
    /// The points of each seat.
    pub scores: Tally,
}

/// A seat that left before the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Left {
    /// The seat.
    pub seat: Seat,
    /// Why it left.
    pub why: Leaving,
}

/// The points of each seat; a list on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, JsonSchema)]
#[schemars(with = "Vec<u32>", inline)]
pub struct Tally {
    seats: u8,
    points: [u32; Seat::MOST as usize],
}

impl Tally {
    /// Zero points for every seat.
    pub const fn zero(seats: u8) -> Tally {
        Tally { seats, points: [0; Seat::MOST as usize] }
    }

    /// A tally of these points, unless there are more than a table has seats.
    pub(crate) fn of_points(points: &[u32]) -> Option<Tally> {
        let mut tally = Tally::zero(u8::try_from(points.len()).ok()?);
        tally.points.get_mut(..points.len())?.copy_from_slice(points);
        points.iter().all(|&points| points <= MOST_POINTS).then_some(tally)
    }

    /// The points of each seat in order.
    pub fn points(&self) -> &[u32] {
        &self.points[..usize::from(self.seats)]
    }

    /// The points of one seat.
    pub const fn of(&self, seat: Seat) -> u32 {
        self.points[seat.index()]
    }

    pub(crate) const fn add(&mut self, seat: Seat, points: u32) {
        let sum = self.points[seat.index()].saturating_add(points);
        self.points[seat.index()] = if sum < MOST_POINTS { sum } else { MOST_POINTS };
    }
}

/// More points than any game yields; made-up states may not exceed it.
const MOST_POINTS: u32 = 1_000_000;

impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.points())
    }
}

impl<'de> Deserialize<'de> for Tally {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tally, D::Error> {
        let list = Vec::<u32>::deserialize(deserializer)?;
        Tally::of_points(&list)
            .ok_or_else(|| de::Error::custom("points are numbers up to a million, one for each seat"))
    }
}

fn bad(what: &str) -> RuleError {
    RuleError::BadState(what.to_owned())
}

fn require(holds: bool, what: &str) -> Result<(), RuleError> {
    if holds { Ok(()) } else { Err(bad(what)) }
}

impl Setup {
    pub(crate) fn seats(&self) -> u8 {
        u8::try_from(self.hands.len()).unwrap_or(u8::MAX)
    }

    /// Fills in what may be left out.
    pub(crate) fn complete(mut self) -> Setup {
        if self.down.is_empty() {
            self.down = vec![false; self.hands.len()];
        }
        if self.totals.seats == 0 {
            self.totals = Tally::zero(self.seats());
        }
        self
    }

    /// Dice derived from how the cards lie, for a state without dice.
    pub(crate) fn derived_dice(&self) -> Dice {
        Dice::new(&Seed::from_text(&format!("{:?} {:?} {:?}", self.stock, self.hands, self.discard)))
    }

    /// Checks everything needed to set up a game; call [`Setup::complete`] first.
    pub(crate) fn check(&self) -> Result<(), RuleError> {
        let seats = self.seats();
        if !(3..=Seat::MOST).contains(&seats) {
            return Err(RuleError::BadSeats(seats));
        }
        self.options.check(seats)?;
        self.check_cards()?;
        let lists = [self.down.len(), self.totals.points().len()];
        require(lists == [usize::from(seats); 2], "a list has not one entry for each seat")?;
        let rounds = self.rounds.len() <= 6 && self.rounds.iter().all(|record| record.scores.seats == seats);
        require(rounds, "there are up to six earlier rounds, each with a score for each seat")?;
        let counted = self.last_hands.is_empty() || self.last_hands.len() == usize::from(seats);
        let counted = counted && self.last_hands.iter().map(Vec::len).sum::<usize>() <= Card::MOST;
        require(counted, "the hands of the round before are not one for each seat")?;
        require(self.memory.len() <= MOST_SHOWN, "more is remembered than anybody can")?;
        self.check_seats()?;
        self.check_turn()?;
        self.check_pending()
    }

    fn check_cards(&self) -> Result<(), RuleError> {
        let melds = self.table.iter().flat_map(|meld| meld.cards());
        let lying = self.stock.iter().chain(&self.discard).chain(melds);
        let mut seen = CardSet::default();
        for &card in self.hands.iter().flatten().chain(lying) {
            if !seen.insert(card) {
                return Err(RuleError::BadState(format!("the card {card:?} is there twice")));
            }
        }
        let deck: CardSet = Card::deck(self.seats()).collect();
        if let Some(missing) = Card::deck(self.seats()).find(|&card| !seen.contains(card)) {
            return Err(RuleError::BadState(format!("the card {missing:?} is missing")));
        }
        require(seen == deck, "there is a third pack, which needs six seats")
    }

    fn check_seats(&self) -> Result<(), RuleError> {
        let owners = self.table.iter().map(Meld::owner);
        let winners = self.rounds.iter().filter_map(|record| record.winner);
        let left = self.left.iter().map(|left| left.seat);
        let asked = self.pending.iter().flat_map(|pending| {
            [pending.caller, pending.asked].into_iter().chain(pending.waiting.iter().copied())
        });
        let turn = [self.dealer, self.current].into_iter().chain(self.discarded_by);
        let remembered = self.memory.iter().map(|shown| shown.seat);
        let mut all = turn.chain(owners).chain(winners).chain(left).chain(asked).chain(remembered);
        require(
            all.all(|seat| seat.index() < usize::from(self.seats())),
            "a seat is named that the table does not have",
        )
    }

    fn check_turn(&self) -> Result<(), RuleError> {
        require((1..=1_000_000_000).contains(&self.turn), "turns are counted from 1")?;
        let has_left = |seat| self.left.iter().any(|left| left.seat == seat);
        let twice = |index: usize| self.left[..index].iter().any(|left| left.seat == self.left[index].seat);
        require(!(0..self.left.len()).any(twice), "a seat has left twice")?;
        require(self.left.len() < self.hands.len(), "everybody has left")?;
        let phase = self.pending.as_ref().map_or(self.phase, |pending| pending.resume);
        let is_running = phase != Phase::Over && self.left.len() + 1 < self.hands.len();
        require(!is_running || !has_left(self.current), "it is the turn of a seat that has left")?;
        let must_discard = is_running && phase != Phase::Draw;
        let holds_cards = !self.hands[self.current.index()].is_empty();
        require(!must_discard || holds_cards, "the current seat has drawn but holds no card")
    }

    fn check_pending(&self) -> Result<(), RuleError> {
        let Some(Pending { caller, card, asked, waiting, resume }) = &self.pending else {
            return require(self.phase != Phase::MayI, "the phase is may_i but nothing is pending");
        };
        require(self.phase == Phase::MayI, "a request is pending but the phase is not may_i")?;
        require(self.discard.first() == Some(card), "the card asked for is not on top of the discard pile")?;
        let is_turn = matches!(resume, Phase::Draw | Phase::Act | Phase::Discard);
        require(is_turn, "a request interrupts the phase draw, act or discard")?;
        let mut seats = vec![*caller, *asked];
        seats.extend(waiting);
        let twice = (0..seats.len()).any(|index| seats[..index].contains(&seats[index]));
        require(!twice, "a seat is asked twice, or asked for its own request")?;
        let has_left = |seat: &Seat| self.left.iter().any(|left| left.seat == *seat);
        require(!seats.iter().any(has_left), "a seat that has left is asked or asks")
    }
}
