//! Positions as a line of text, such as
//! `mi1 round:1 dealer:2 turn:4 current:0 phase:act hands:3H.4H1.JK/+11/+10 discard:QH+3`.
//!
//! A card is its face, followed by its copy unless that is the first (`4H`, `4H1`). When read, a face without
//! a copy is the first copy that no other word names. `+11` are unnamed cards, which are dealt; the cards
//! left after that form the stock, behind those that `stock:` names. The words that follow are only written
//! where needed: `melds:0s=7H.7D.7C;1r=...` (owner, set or run), `down:0.2`, `totals:0/12/5`, `by:1` (who
//! discarded the exposed card), `taken`, `laid`, `asks:2>0.1` (who asks, and the seats asked in order),
//! `left:1r` (who resigned, `t` for out of time).

use crate::card::{Card, CardSet, Face, Faced};
use crate::meld::MeldKind;
use crate::setup::{Left, Pending, Phase, Setup, Tally};
use crate::table::Meld;
use crate::view::View;
use crate::{Options, Round, RuleError};
use baize_rules::{Dice, Leaving, PositionLine, Seat, UnreadableAt, read_list};

const NAME: &str = "mi1";

impl From<UnreadableAt> for RuleError {
    fn from(error: UnreadableAt) -> RuleError {
        RuleError::BadNotation(error.to_string())
    }
}

/// Cards in a line: those named, and how many more there are.
#[derive(Default)]
struct Named {
    cards: Vec<Label>,
    more: usize,
}

/// A face, and its copy if given.
type Label = (Face, Option<u8>);

pub(crate) fn write(view: &View) -> String {
    let hand = |seat: Seat| match (&view.hand, view.you == Some(seat)) {
        (Some(hand), true) => cards(hand),
        _ => more(view.held[seat.index()]),
    };
    let seats = || Seat::first(view.held.len() as u8);
    let phase = view.pending.as_ref().map_or(view.phase, |pending| pending.resume);
    let mut words = vec![
        NAME.to_owned(),
        format!("round:{}", view.round.number()),
        format!("dealer:{}", view.dealer.index()),
        format!("turn:{}", view.turn),
        format!("current:{}", view.current.index()),
        format!("phase:{}", word(phase)),
        format!("hands:{}", seats().map(hand).collect::<Vec<_>>().join("/")),
    ];
    if let Some(top) = view.discard {
        words.push(format!("discard:{}{}", cards(&[top]), more(view.covered)));
    }
    if !view.table.is_empty() {
        let meld = |meld: &Meld| {
            let kind = if meld.kind() == MeldKind::Set { 's' } else { 'r' };
            format!("{}{kind}={}", meld.owner().index(), cards(meld.cards()))
        };
        words.push(format!("melds:{}", view.table.iter().map(meld).collect::<Vec<_>>().join(";")));
    }
    let is_down = |seat: &Seat| view.down[seat.index()];
    if seats().any(|seat| is_down(&seat)) {
        words.push(format!("down:{}", dotted(seats().filter(is_down))));
    }
    if view.totals.points().iter().any(|&points| points > 0) {
        let totals: Vec<String> = view.totals.points().iter().map(u32::to_string).collect();
        words.push(format!("totals:{}", totals.join("/")));
    }
    if let Some(seat) = view.discarded_by {
        words.push(format!("by:{}", seat.index()));
    }
    if view.discard_taken {
        words.push("taken".to_owned());
    }
    if view.laid_down_this_turn {
        words.push("laid".to_owned());
    }
    if let Some(Pending { caller, asked, waiting, .. }) = &view.pending {
        let asked = dotted([*asked].into_iter().chain(waiting.iter().copied()));
        words.push(format!("asks:{}>{asked}", caller.index()));
    }
    if !view.left.is_empty() {
        let left = |left: &Left| {
            format!("{}{}", left.seat.index(), if left.why == Leaving::Resign { 'r' } else { 't' })
        };
        words.push(format!("left:{}", view.left.iter().map(left).collect::<Vec<_>>().join(".")));
    }
    words.join(" ")
}

/// Sets the line up, dealing what it leaves open from `dice`.
pub(crate) fn deal(text: &str, options: Options, dice: &mut Dice) -> Result<Setup, RuleError> {
    let mut line = PositionLine::read(text, NAME)?;
    let hands = line.take("hands", |text| read_list(text, '/', read_cards))?.unwrap_or_default();
    let seats = u8::try_from(hands.len()).unwrap_or(u8::MAX);
    let discard = line.take("discard", read_cards)?.unwrap_or_default();
    let stock = line.take("stock", read_cards)?.unwrap_or_default();
    let melds = line.take("melds", |text| read_list(text, ';', read_meld))?.unwrap_or_default();
    let mut deck = Deck::new(seats);
    let all = hands.iter().chain([&discard, &stock]).flat_map(|named| &named.cards);
    deck.reserve(all.chain(melds.iter().flat_map(|(.., cards)| cards)));
    let hands: Vec<Pile> = hands.iter().map(|named| deck.pile(named)).collect::<Result<_, _>>()?;
    let (discard, stock) = (deck.pile(&discard)?, deck.pile(&stock)?);
    let mut table = Vec::new();
    for (owner, kind, cards) in melds {
        let cards = cards.iter().map(|&label| deck.take(label)).collect::<Result<Vec<_>, _>>()?;
        let meld = Meld::new(owner, kind, &cards);
        table.push(
            meld.ok_or_else(|| {
                RuleError::BadState(format!("{cards:?} cannot lie on the table as a {kind}"))
            })?,
        );
    }
    let mut unseen = deck.rest(dice);
    let mut fill = |(mut cards, more): Pile| -> Result<Vec<Card>, RuleError> {
        let from = unseen
            .len()
            .checked_sub(more)
            .ok_or_else(|| RuleError::BadState("more cards are left open than there are".to_owned()))?;
        cards.extend(unseen.split_off(from));
        Ok(cards)
    };
    let hands = hands.into_iter().map(&mut fill).collect::<Result<Vec<_>, _>>()?;
    let discard = fill(discard)?;
    let mut stock = fill(stock)?;
    stock.extend(unseen);
    let phase = line.take("phase", read_phase)?.unwrap_or(Phase::Draw);
    let asks = line.take("asks", read_asks)?;
    let left = line.take("left", |text| read_list(text, '.', read_left))?.unwrap_or_default();
    let pending = match (asks, discard.first()) {
        (Some((caller, asked, waiting)), Some(&card)) => {
            Some(Pending { caller, card, asked, waiting, resume: phase })
        }
        (Some(_), None) => return Err(RuleError::BadState("nothing lies there to ask for".to_owned())),
        (None, _) => None,
    };
    let down = line.take("down", |text| read_list(text, '.', read_seat))?.unwrap_or_default();
    let setup = Setup {
        round: line.take("round", |text| Round::new(text.parse().ok()?))?.unwrap_or(Round::FIRST),
        dealer: line.take("dealer", read_seat)?.unwrap_or(Seat::FIRST),
        current: line.take("current", read_seat)?.unwrap_or(Seat::SECOND),
        phase: if pending.is_some() { Phase::MayI } else { phase },
        turn: line.take("turn", |text| text.parse().ok())?.unwrap_or(1),
        hands,
        stock,
        discard,
        discard_taken: line.has("taken"),
        discarded_by: line.take("by", read_seat)?,
        down: Seat::first(seats).map(|seat| down.contains(&seat)).collect(),
        laid_down_this_turn: line.has("laid"),
        table,
        totals: line.take("totals", read_totals)?.unwrap_or_default(),
        rounds: Vec::new(),
        last_hands: Vec::new(),
        pending,
        options,
        dice: Some(Dice::new(&dice.seed())),
        left,
        memory: Vec::new(),
    };
    line.end()?;
    Ok(setup)
}

/// Cards named, and how many more are to be dealt.
type Pile = (Vec<Card>, usize);

/// The cards that nobody has named yet.
struct Deck {
    cards: CardSet,
    seats: u8,
    /// The cards that some word names with their copy.
    reserved: CardSet,
}

impl Deck {
    fn new(seats: u8) -> Deck {
        let seats = seats.min(Seat::MOST);
        Deck { cards: CardSet::default(), seats, reserved: CardSet::default() }
    }

    fn reserve<'a>(&mut self, labels: impl Iterator<Item = &'a Label>) {
        let exact = labels.filter_map(|&(face, copy)| Card::new(face, copy?));
        self.reserved = exact.collect();
    }

    /// Takes the card that a label stands for.
    fn take(&mut self, (face, copy): Label) -> Result<Card, RuleError> {
        let twice = || RuleError::BadState(format!("there are not so many {face}"));
        let card = match copy {
            Some(copy) => Card::new(face, copy),
            None => Card::deck(self.seats).find(|&card| {
                card.face() == face && !self.reserved.contains(card) && !self.cards.contains(card)
            }),
        };
        card.filter(|&card| self.cards.insert(card)).ok_or_else(twice)
    }

    fn pile(&mut self, named: &Named) -> Result<Pile, RuleError> {
        let cards = named.cards.iter().map(|&label| self.take(label)).collect::<Result<Vec<_>, _>>()?;
        Ok((cards, named.more))
    }

    /// All cards not taken, shuffled.
    fn rest(&self, dice: &mut Dice) -> Vec<Card> {
        let mut rest: Vec<Card> = Card::deck(self.seats).filter(|&card| !self.cards.contains(card)).collect();
        dice.shuffle(&mut rest);
        rest
    }
}

fn cards(cards: &[Card]) -> String {
    let name = |card: &Card| match card.copy() {
        0 => card.face().id(),
        copy => format!("{}{copy}", card.face().id()),
    };
    cards.iter().map(name).collect::<Vec<_>>().join(".")
}

fn more(count: u8) -> String {
    if count == 0 { String::new() } else { format!("+{count}") }
}

fn dotted(seats: impl Iterator<Item = Seat>) -> String {
    seats.map(|seat| seat.index().to_string()).collect::<Vec<_>>().join(".")
}

fn read_cards(text: &str) -> Option<Named> {
    let (cards, more) = match text.split_once('+') {
        Some((cards, more)) => (cards, more.parse().ok().filter(|&more| more <= Card::MOST)?),
        None => (text, 0),
    };
    Some(Named { cards: read_list(cards, '.', read_card)?, more })
}

fn read_card(text: &str) -> Option<Label> {
    let (face, copy) = text.split_at_checked(2)?;
    let face = Face::named(face)?;
    let copy: Option<u8> = if copy.is_empty() { None } else { Some(copy.parse().ok()?) };
    if copy.is_some_and(|copy| Card::new(face, copy).is_none()) { None } else { Some((face, copy)) }
}

fn read_meld(text: &str) -> Option<(Seat, MeldKind, Vec<Label>)> {
    let (head, cards) = text.split_once('=')?;
    let (owner, kind) = match head.strip_suffix('s') {
        Some(owner) => (owner, MeldKind::Set),
        None => (head.strip_suffix('r')?, MeldKind::Run),
    };
    Some((read_seat(owner)?, kind, read_list(cards, '.', read_card)?))
}

fn read_seat(text: &str) -> Option<Seat> {
    Seat::new(text.parse().ok()?)
}

fn read_asks(text: &str) -> Option<(Seat, Seat, Vec<Seat>)> {
    let (caller, asked) = text.split_once('>')?;
    let mut asked = read_list(asked, '.', read_seat)?.into_iter();
    Some((read_seat(caller)?, asked.next()?, asked.collect()))
}

fn read_left(text: &str) -> Option<Left> {
    let (seat, why) = match text.strip_suffix('r') {
        Some(seat) => (seat, Leaving::Resign),
        None => (text.strip_suffix('t')?, Leaving::Timeout),
    };
    Some(Left { seat: read_seat(seat)?, why })
}

fn read_totals(text: &str) -> Option<Tally> {
    Tally::of_points(&read_list(text, '/', |points| points.parse().ok())?)
}

const fn word(phase: Phase) -> &'static str {
    match phase {
        Phase::Draw => "draw",
        Phase::Act => "act",
        Phase::Discard => "discard",
        Phase::MayI => "asked",
        Phase::Over => "over",
    }
}

fn read_phase(text: &str) -> Option<Phase> {
    [Phase::Draw, Phase::Act, Phase::Discard].into_iter().find(|&phase| word(phase) == text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MayI;
    use baize_rules::{Game, Seed, Table, Viewer};

    fn check(text: &str, expect: Result<&str, &str>) {
        let mut dice = Dice::new(&Seed::from_text("position"));
        let table = deal(text, Options::default(), &mut dice).and_then(Table::<MayI>::load);
        let answer = table.map(|table| write(&table.game().view(Viewer::Seat(Seat::FIRST))));
        match (answer, expect) {
            (Ok(answer), Ok(expect)) => assert_eq!(answer, expect, "{text}"),
            (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{text}: {error}"),
            (answer, expect) => panic!("{text}: {answer:?}, not {expect:?}"),
        }
    }

    #[test]
    fn positions_are_read_and_written() {
        check(
            "mi1 hands:3H.3H.JK.5D/+11/+4 discard:QH+3",
            Ok("mi1 round:1 dealer:0 turn:1 current:1 phase:draw hands:3H.3H1.JK.5D/+11/+4 discard:QH+3"),
        );
        let whole = "mi1 round:2 dealer:2 turn:9 current:1 phase:act hands:9S.KD1/+5/+6 discard:4C+7 \
                     melds:1s=7H.7D.7C;1r=3S.4S.5S.6S down:1 totals:5/0/30 by:0 taken laid asks:2>1 left:0r";
        check(whole, Ok(whole));
        check("mi1 hands:3H.3H.3H/+11/+11 discard:QH", Err("not so many"));
        check("mi1 hands:3H.3H1.3H1/+11/+11 discard:QH", Err("not so many"));
        check("mi1 hands:3H/+11/+120 discard:QH", Err("more cards are left open"));
        check("mi1 hands:3H/+11 discard:QH", Err("3 to 8 seats"));
        check("mi1 hands:3H/1Z/+2 discard:QH", Err("character 5"));
        check("mi1 hands:3H/+3/+2 discard:QH melds:0s=3D.4D.5D", Err("cannot lie"));
        check("mi1 hands:3H/+3/+2 discard:QH what", Err("character 31"));
        check("mi1 hands:é/+3/+2", Err("character 5"));
    }
}
