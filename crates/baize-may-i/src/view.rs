//! The view: what one viewer may know.

use crate::card::{Card, points};
use crate::contract::{Contract, Terms};
use crate::memory::Shown;
use crate::rules::Verb;
use crate::setup::{Left, Pending, Phase, RoundRecord, Tally};
use crate::staging::Staging;
use crate::state::MayI;
use crate::table::{Meld, shown};
use crate::{Options, Round, RuleError};
use baize_rules::{Coded, Language, Say, Seat, Viewer, Who, display_in_english, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// What one viewer may know: its own hand and what lies open.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The viewer's seat; none for a spectator.
    pub you: Option<Seat>,
    /// The round.
    pub round: Round,
    /// What must be laid down in this round.
    pub contract: Contract,
    /// The seat that dealt this round.
    pub dealer: Seat,
    /// The seat whose turn it is.
    pub current: Seat,
    /// What the table waits for.
    pub phase: Phase,
    /// The number of the turn in this round, from 1.
    pub turn: u32,
    /// The viewer's own cards in the order in which it keeps them.
    pub hand: Option<Vec<Card>>,
    /// The points that the viewer's hand would cost now.
    pub points: Option<u32>,
    /// How many cards each seat holds.
    pub held: Vec<u8>,
    /// How many cards are in the stock.
    pub stock: u8,
    /// The top of the discard pile.
    pub discard: Option<Card>,
    /// How many discards lie under the top one.
    pub covered: u8,
    /// Whether somebody has taken the exposed discard in this turn; then the top cannot be drawn or asked
    /// for.
    pub discard_taken: bool,
    /// The seat that discarded the card exposed in this turn, even if it has been taken; none at the start of
    /// a round.
    pub discarded_by: Option<Seat>,
    /// Whether each seat is down.
    pub down: Vec<bool>,
    /// Whether the current seat has laid down in this turn.
    pub laid_down_this_turn: bool,
    /// The melds on the table.
    #[serde(with = "shown")]
    #[schemars(with = "Vec<Meld>")]
    pub table: Vec<Meld>,
    /// The points of each seat in the earlier rounds.
    pub totals: Tally,
    /// The results of the earlier rounds.
    pub rounds: Vec<RoundRecord>,
    /// The cards each seat still held when the previous round ended, as everybody saw them counted; empty in
    /// the first round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub last_hands: Vec<Vec<Card>>,
    /// A request that waits for an answer.
    pub pending: Option<Pending>,
    /// The seats that left before the end.
    pub left: Vec<Left>,
    /// The options of the match.
    pub options: Options,
    /// What the viewer cannot do now, and why: in its own turn among the actions of a turn, in another's
    /// among requests.
    pub blocked: Vec<Blocked>,
    /// What everybody may remember of this round, in order. It is never sent, because a list to browse would
    /// be more than players see at a table.
    #[serde(skip)]
    pub memory: Vec<Shown>,
}

/// Something that a seat cannot do just now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Blocked {
    /// The kind of action.
    #[serde(rename = "type")]
    pub verb: Verb,
    /// The code of the refusal.
    pub code: Cow<'static, str>,
    /// Why, in a few words that a person can act on.
    pub reason: Cow<'static, str>,
}

impl Blocked {
    /// What `seat` cannot do just now, by the same checks as for its actions.
    fn list(game: &MayI, seat: Seat) -> Vec<Blocked> {
        let blocked = |verb| {
            let error = game.permit(seat, verb).err()?;
            Some(Blocked { verb, code: error.code().into(), reason: hint(&error)?.into() })
        };
        let verbs = if seat == game.current { &Verb::TURN[..] } else { &[Verb::CallMayI] };
        verbs.iter().copied().filter_map(blocked).collect()
    }
}

/// A hint about a refusal; `None` for refusals that need no explanation.
fn hint(error: &RuleError) -> Option<&'static str> {
    Some(match error {
        RuleError::MayIPending { .. } => "wait for the answer",
        RuleError::AlreadyDrawn => "already drawn",
        RuleError::DownDrawsStockOnly => "stock only",
        RuleError::DiscardEmpty => "the pile is empty",
        RuleError::DiscardClaimed => "already taken",
        RuleError::MustDrawFirst => "draw first",
        RuleError::AlreadyDown => "already down",
        RuleError::WrongPhase => "discard now",
        RuleError::NoLayOffInRound6 | RuleError::NoSwapInRound6 => "not in round 6",
        RuleError::NotDown => "lay down first",
        RuleError::LaidDownThisTurn => "next turn",
        RuleError::NoSwapWhenDown => "only before laying down",
        RuleError::DownCannotCall => "not while down",
        RuleError::OwnDiscard => "you discarded it",
        _ => return None,
    })
}

impl View {
    pub(crate) fn of(game: &MayI, viewer: Viewer) -> View {
        let seats = || Seat::first(game.seats);
        let you = viewer.seat().filter(|seat| seat.index() < usize::from(game.seats));
        let hand = seats().find_map(|seat| game.hands[seat.index()].seen_by(viewer));
        let may_act = you.filter(|&seat| game.phase != Phase::Over && game.present().contains(seat));
        View {
            you,
            round: game.round,
            contract: game.round.contract(),
            dealer: game.dealer,
            current: game.current,
            phase: game.shown_phase(),
            turn: game.turn,
            hand: hand.map(<[Card]>::to_vec),
            points: hand.map(points),
            held: seats().map(|seat| game.hands[seat.index()].count()).collect(),
            stock: game.stock.count(),
            discard: game.top,
            covered: game.covered.count(),
            discard_taken: game.discard_taken,
            discarded_by: game.discarded_by,
            down: game.shown_down(),
            laid_down_this_turn: game.laid_down_this_turn,
            table: game.table.clone(),
            totals: game.totals,
            rounds: game.rounds.clone(),
            last_hands: (*game.last_hands).clone(),
            pending: game.shown_request(),
            left: game.left.clone(),
            options: game.options,
            blocked: may_act.map_or_else(Vec::new, |seat| Blocked::list(game, seat)),
            memory: game.memory.clone(),
        }
    }

    /// What a lay-down must satisfy in this round.
    pub fn terms(&self) -> Terms {
        Terms::of(self.round, &self.options)
    }

    /// The viewer's own hand and the table, to try lay-offs on; `None` for a spectator.
    pub fn staging(&self) -> Option<Staging> {
        Some(Staging::new(&self.table, self.hand.as_ref()?))
    }
}

/// Cards with the numbers that typed lines use for them.
fn numbered(cards: &[Card], language: Language) -> String {
    let place = |(index, card): (usize, &Card)| format!("{}:{}", index + 1, card.told_in(language));
    cards.iter().enumerate().map(place).collect::<Vec<_>>().join(" ")
}

impl Say for View {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (round, contract) = (self.round.number(), self.contract.told_in(language));
        let last = self.options.last_round.number();
        say!(
            f,
            language,
            "Round {round} of {last}: {contract}. ",
            "第{round}ラウンド（全{last}）：{contract}。",
            "第 {round} 局（共 {last} 局）：{contract}。"
        )?;
        self.status(language, f)?;
        writeln!(f)?;
        for seat in Seat::first(self.held.len() as u8) {
            self.row(seat, language, f)?;
        }
        self.piles(language, f)?;
        for (index, meld) in self.table.iter().enumerate() {
            let (n, owner, meld) = (index + 1, meld.owner().told_in(language), meld.told_in(language));
            say!(
                f,
                language,
                "Meld {n} of {owner}: {meld}\n",
                "メルド{n}（{owner}）：{meld}\n",
                "牌組 {n}（{owner}）：{meld}\n"
            )?;
        }
        if let Some(hand) = &self.hand {
            let (cards, n) = (numbered(hand, language), points(hand));
            say!(
                f,
                language,
                "Your hand: {cards} ({n} points)\n",
                "手札：{cards}（{n}点）\n",
                "你的手牌：{cards}（{n} 分）\n"
            )?;
        }
        Ok(())
    }
}

display_in_english!(View);

impl View {
    /// Writes what the table waits for, as a sentence.
    fn status(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (turn, who) = (self.turn, self.current.told_in(language));
        if let Some(Pending { caller, card, asked, .. }) = &self.pending {
            let (caller, card, asked) =
                (caller.told_in(language), card.told_in(language), asked.told_in(language));
            return say!(
                f,
                language,
                "Turn {turn} of {who}: {caller} asks for {card}, {asked} answers",
                "{turn}手番目（{who}）：{caller}が{card}を希望、{asked}の返事待ちです",
                "第 {turn} 回合（{who}）：{caller} 想要 {card}，等待 {asked} 回答"
            );
        }
        match self.phase {
            Phase::Draw => say!(
                f,
                language,
                "Turn {turn}: {who} to draw",
                "{turn}手番目：{who}が引く番です",
                "第 {turn} 回合：輪到 {who} 抽牌"
            ),
            Phase::Act => say!(
                f,
                language,
                "Turn {turn}: {who} to play",
                "{turn}手番目：{who}の番です",
                "第 {turn} 回合：輪到 {who} 出牌"
            ),
            Phase::Discard => say!(
                f,
                language,
                "Turn {turn}: {who} to discard",
                "{turn}手番目：{who}が捨てる番です",
                "第 {turn} 回合：輪到 {who} 棄牌"
            ),
            Phase::MayI => say!(
                f,
                language,
                "Turn {turn}: {who} waiting",
                "{turn}手番目：{who}は返事待ちです",
                "第 {turn} 回合：{who} 等待中"
            ),
            Phase::Over => say!(f, language, "The game is over", "対局が終わりました", "對局結束"),
        }
    }

    fn piles(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (covered, stock) = (self.covered, self.stock);
        let Some(card) = self.discard.map(|card| card.told_in(language)) else {
            return say!(
                f,
                language,
                "Discard: none. Stock: {stock}\n",
                "捨て札：なし。山札：{stock}枚\n",
                "棄牌堆：空。牌堆：{stock} 張\n"
            );
        };
        if self.discard_taken {
            return say!(
                f,
                language,
                "Discard: {card}, not to be had, {covered} under it. Stock: {stock}\n",
                "捨て札：{card}、取れません、下に{covered}枚。山札：{stock}枚\n",
                "棄牌堆：{card}，不能拿，下面 {covered} 張。牌堆：{stock} 張\n"
            );
        }
        say!(
            f,
            language,
            "Discard: {card}, {covered} under it. Stock: {stock}\n",
            "捨て札：{card}、下に{covered}枚。山札：{stock}枚\n",
            "棄牌堆：{card}，下面 {covered} 張。牌堆：{stock} 張\n"
        )
    }

    /// Writes one seat: its cards, its points and its status.
    fn row(&self, seat: Seat, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = seat.index();
        Who(seat).say(language, f)?;
        if self.you == Some(seat) {
            say!(f, language, " (you)", "（あなた）", "（你）")?;
        }
        let (held, total) = (self.held[index], self.totals.of(seat));
        say!(
            f,
            language,
            ": {held} cards, {total} points",
            "：{held}枚、{total}点",
            "：{held} 張，{total} 分"
        )?;
        if self.dealer == seat {
            say!(f, language, ", dealer", "、親", "，莊家")?;
        }
        if self.down[index] {
            say!(f, language, ", down", "、公開済み", "，已攤牌")?;
        }
        if self.left.iter().any(|left| left.seat == seat) {
            say!(f, language, ", has left", "、退席", "，已離開")?;
        }
        writeln!(f)
    }
}
