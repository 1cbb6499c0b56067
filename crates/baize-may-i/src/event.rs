//! What is announced to the players.

use crate::setup::Tally;
use crate::table::MeldId;
use crate::{Card, Contract, Face, MeldKind, Round, RunEnd};
use baize_rules::{Language, Leaving, Say, Seat, SeatSet, ToldIn, Who, display_in_english, say};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// Something that happened. An event with a hidden card is told in two versions: with the card to its seat,
/// without it to all others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum Event {
    /// A seat drew.
    Drew {
        /// The seat.
        seat: Seat,
        /// Where the card came from.
        source: Source,
        /// The card; if it came from the stock, only its seat is told.
        #[serde(skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
    },
    /// A seat laid down the contract.
    LaidDown {
        /// The seat.
        seat: Seat,
        /// Its melds.
        melds: Vec<LaidMeld>,
    },
    /// A card was laid off.
    LaidOff {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
        /// The meld.
        meld: MeldId,
        /// The end, if the meld is a run.
        position: Option<RunEnd>,
        /// What the card stands for, if it is a wild on a run.
        acts_as: Option<Face>,
    },
    /// A Joker was taken out of a run.
    Swapped {
        /// The seat.
        seat: Seat,
        /// The run.
        meld: MeldId,
        /// The Joker.
        joker: Card,
        /// The card given for it.
        card: Card,
    },
    /// A turn ended with a discard.
    Discarded {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat asks for the exposed discard.
    MayICalled {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
        /// The seat that is asked first; none if no seat has to be asked.
        asked: Option<Seat>,
    },
    /// A seat that was asked lets the card go.
    MayIAllowed {
        /// The seat.
        seat: Seat,
    },
    /// A seat that was asked takes the card itself.
    MayIClaimed {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat gets the card.
    MayIGranted {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
        /// Whether the seat also got a penalty card from the stock.
        penalty: bool,
        /// The penalty card, told only to its seat.
        #[serde(skip_serializing_if = "Option::is_none")]
        penalty_card: Option<Card>,
    },
    /// A request is void because its caller left.
    MayIWithdrawn {
        /// The seat that had asked.
        seat: Seat,
    },
    /// All but the top discard were shuffled into a new stock.
    StockRefilled {
        /// How many cards were shuffled.
        count: u8,
    },
    /// A seat has no card left.
    WentOut {
        /// The seat.
        seat: Seat,
    },
    /// A round is over.
    RoundEnded {
        /// The round.
        round: Round,
        /// The seat that went out; none if the stock or the turns ran out.
        winner: Option<Seat>,
        /// The points of each seat in this round.
        scores: Tally,
        /// The points of each seat so far.
        totals: Tally,
        /// The cards each seat still held, so that everybody can check the points.
        hands: Vec<Vec<Card>>,
    },
    /// A round begins.
    RoundDealt {
        /// The round.
        round: Round,
        /// What must be laid down.
        contract: Contract,
        /// The seat that dealt.
        dealer: Seat,
        /// The seat that plays first.
        current: Seat,
        /// The card turned up.
        card: Card,
    },
    /// The game is over.
    GameEnded {
        /// The seats that won; several share a win.
        winners: SeatSet,
        /// The points of each seat.
        totals: Tally,
    },
    /// A seat has sorted its hand; told only to it.
    HandReordered {
        /// The seat.
        seat: Seat,
    },
    /// A seat has left for good.
    Left {
        /// The seat.
        seat: Seat,
        /// Why it left.
        why: Leaving,
    },
}

/// Where a card is drawn from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Source {
    /// The stock, face down.
    Stock,
    /// The discard pile, face up.
    Discard,
}

/// A meld as it was laid down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct LaidMeld {
    /// Its name.
    pub id: MeldId,
    /// Set or run.
    #[serde(rename = "type")]
    pub kind: MeldKind,
    /// Its cards in order.
    pub cards: Vec<Card>,
}

/// Writes points as "5 0 12".
#[derive(Clone, Copy)]
struct Points<'a>(&'a Tally);

impl fmt::Display for Points<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points: Vec<String> = self.0.points().iter().map(u32::to_string).collect();
        f.write_str(&points.join(" "))
    }
}

fn laid(melds: &[LaidMeld], language: Language) -> String {
    let groups = melds.iter().map(|meld| {
        let cards: Vec<String> = meld.cards.iter().map(|card| card.told_in(language).to_string()).collect();
        format!("{} {}", meld.kind.told_in(language), cards.join(" "))
    });
    groups.collect::<Vec<_>>().join("; ")
}

fn named(seats: SeatSet, language: Language) -> String {
    let and = match language {
        Language::English => " and ",
        Language::Japanese | Language::Chinese => "、",
    };
    seats.iter().map(|seat| seat.told_in(language).to_string()).collect::<Vec<_>>().join(and)
}

impl Say for Event {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = |seat: &Seat| Who(*seat).told_in(language);
        match self {
            Event::Drew { seat, source, card } => {
                drew(language, f, who(seat), *source, card.map(|card| card.told_in(language)))
            }
            Event::LaidDown { seat, melds } => {
                let (who, melds) = (who(seat), laid(melds, language));
                say!(
                    f,
                    language,
                    "{who} lays down: {melds}.",
                    "{who}が公開しました：{melds}。",
                    "{who} 攤牌：{melds}。"
                )
            }
            Event::LaidOff { seat, card, meld, position, acts_as } => {
                laid_off(language, f, who(seat), *card, *meld, acts_as.zip(*position))
            }
            Event::Swapped { seat, meld, card, .. } => {
                let (who, card, n) = (who(seat), card.told_in(language), meld.number());
                say!(
                    f,
                    language,
                    "{who} swaps {card} for the Joker in meld {n}.",
                    "{who}がメルド{n}のジョーカーを{card}と交換しました。",
                    "{who} 用 {card} 換走牌組 {n} 的鬼牌。"
                )
            }
            Event::Discarded { seat, card } => {
                let (who, card) = (who(seat), card.told_in(language));
                say!(
                    f,
                    language,
                    "{who} discarded {card}.",
                    "{who}が{card}を捨てました。",
                    "{who} 棄了 {card}。"
                )
            }
            Event::MayICalled { seat, card, .. } => {
                let (who, card) = (who(seat), card.told_in(language));
                say!(
                    f,
                    language,
                    "{who} asks: May I? ({card})",
                    "{who}「メイ・アイ？」（{card}）",
                    "{who} 問：可以嗎？（{card}）"
                )
            }
            Event::MayIAllowed { seat } => {
                let who = who(seat);
                say!(f, language, "{who} allows.", "{who}「どうぞ」。", "{who} 允許。")
            }
            Event::MayIClaimed { seat, card } => {
                let (who, card) = (who(seat), card.told_in(language));
                say!(
                    f,
                    language,
                    "{who} claims the {card}.",
                    "{who}が{card}をもらいます。",
                    "{who} 要了 {card}。"
                )
            }
            Event::MayIGranted { seat, card, penalty, penalty_card } => {
                let extra = penalty_card.map(|card| card.told_in(language));
                granted(language, f, who(seat), (*card).told_in(language), *penalty, extra)
            }
            Event::MayIWithdrawn { seat } => {
                let seat = seat.told_in(language);
                say!(
                    f,
                    language,
                    "The request of {seat} is void.",
                    "{seat}の申し出は取り消されました。",
                    "{seat} 的要求作廢。"
                )
            }
            Event::StockRefilled { count: 1 } => say!(
                f,
                language,
                "The stock was refilled with 1 card.",
                "捨て札1枚を切り直して山札にしました。",
                "棄牌 1 張洗回牌堆。"
            ),
            Event::StockRefilled { count } => say!(
                f,
                language,
                "The stock was refilled with {count} cards.",
                "捨て札{count}枚を切り直して山札にしました。",
                "棄牌 {count} 張洗回牌堆。"
            ),
            Event::WentOut { seat } => {
                let who = who(seat);
                say!(f, language, "{who} goes out!", "{who}の上がりです！", "{who} 出完牌了！")
            }
            Event::RoundEnded { round, winner, scores, .. } => {
                let (round, scores) = (round.number(), Points(scores));
                if winner.is_some() {
                    return say!(
                        f,
                        language,
                        "Round {round} is over: {scores}.",
                        "第{round}ラウンド終了：{scores}。",
                        "第 {round} 局結束：{scores}。"
                    );
                }
                say!(
                    f,
                    language,
                    "Round {round} is over, nobody wins it, all score: {scores}.",
                    "第{round}ラウンド終了。勝者なし、全員が失点します：{scores}。",
                    "第 {round} 局結束，無人獲勝，全員計分：{scores}。"
                )
            }
            Event::RoundDealt { round, contract, current, card, .. } => {
                let (round, contract) = (round.number(), contract.told_in(language));
                let (who, card) = (who(current), card.told_in(language));
                say!(
                    f,
                    language,
                    "Round {round}: {contract}. {who} begins, {card} is up.",
                    "第{round}ラウンド：{contract}。{who}から始め、捨て札は{card}です。",
                    "第 {round} 局：{contract}。{who} 先開始，翻開 {card}。"
                )
            }
            Event::GameEnded { winners, totals } => ended(language, f, *winners, totals),
            Event::HandReordered { .. } => {
                say!(f, language, "You sorted your hand.", "手札を並べ替えました。", "你整理了手牌。")
            }
            Event::Left { seat, why: Leaving::Resign } => {
                let who = who(seat);
                say!(f, language, "{who} resigns.", "{who}が投了しました。", "{who} 認輸。")
            }
            Event::Left { seat, why: Leaving::Timeout } => {
                let who = who(seat);
                say!(f, language, "{who} is out of time.", "{who}は時間切れです。", "{who} 超時。")
            }
        }
    }
}

fn drew(
    language: Language,
    f: &mut fmt::Formatter<'_>,
    who: ToldIn<Who>,
    source: Source,
    card: Option<ToldIn<Card>>,
) -> fmt::Result {
    match (source, card) {
        (Source::Discard, Some(card)) => {
            say!(
                f,
                language,
                "{who} took the {card}.",
                "{who}が捨て札の{card}を取りました。",
                "{who} 拿走棄牌 {card}。"
            )
        }
        (Source::Stock, Some(card)) => say!(
            f,
            language,
            "{who} drew {card} from the stock.",
            "{who}が山札から{card}を引きました。",
            "{who} 從牌堆抽到 {card}。"
        ),
        (_, None) => {
            say!(
                f,
                language,
                "{who} drew from the stock.",
                "{who}が山札から引きました。",
                "{who} 從牌堆抽了一張。"
            )
        }
    }
}

/// For a wild on a run, the log names the end and the card it stands for (`docs/rules/may-i.md`, "Laying
/// off").
fn laid_off(
    language: Language,
    f: &mut fmt::Formatter<'_>,
    who: ToldIn<Who>,
    card: Card,
    meld: MeldId,
    place: Option<(Face, RunEnd)>,
) -> fmt::Result {
    let (card, n) = (card.told_in(language), meld.number());
    let Some((face, end)) = place else {
        return say!(
            f,
            language,
            "{who} laid off {card} → meld {n}",
            "{who}が{card}をメルド{n}に付けました",
            "{who} 將 {card} 補到牌組 {n}"
        );
    };
    let (face, end) = (face.told_in(language), end.told_in(language));
    say!(
        f,
        language,
        "{who} laid off {card} → meld {n} (as {face} at {end})",
        "{who}が{card}をメルド{n}の{end}に{face}として付けました",
        "{who} 將 {card} 當作 {face} 補到牌組 {n} 的{end}"
    )
}

fn granted(
    language: Language,
    f: &mut fmt::Formatter<'_>,
    who: ToldIn<Who>,
    card: ToldIn<Card>,
    penalty: bool,
    extra: Option<ToldIn<Card>>,
) -> fmt::Result {
    match (penalty, extra) {
        (_, Some(extra)) => say!(
            f,
            language,
            "{who} gets {card} and one extra card, {extra}.",
            "{who}が{card}と罰札の{extra}をもらいました。",
            "{who} 拿到 {card} 和罰牌 {extra}。"
        ),
        (true, None) => say!(
            f,
            language,
            "{who} gets {card} and one extra card.",
            "{who}が{card}と罰札1枚をもらいました。",
            "{who} 拿到 {card} 和一張罰牌。"
        ),
        (false, None) => {
            say!(f, language, "{who} gets {card}.", "{who}が{card}をもらいました。", "{who} 拿到 {card}。")
        }
    }
}

fn ended(language: Language, f: &mut fmt::Formatter<'_>, winners: SeatSet, totals: &Tally) -> fmt::Result {
    let (names, totals) = (named(winners, language), Points(totals));
    if winners.len() == 1 {
        return say!(
            f,
            language,
            "The game is over: {names} wins, {totals}.",
            "対局終了：{names}の勝ち、{totals}。",
            "對局結束：{names} 獲勝，{totals}。"
        );
    }
    say!(
        f,
        language,
        "The game is over: {names} win together, {totals}.",
        "対局終了：{names}の同点優勝、{totals}。",
        "對局結束：{names} 並列獲勝，{totals}。"
    )
}

display_in_english!(Event);

#[cfg(test)]
mod tests {
    use super::*;

    fn laid_off(position: Option<RunEnd>, acts_as: Option<Face>) -> String {
        let (card, meld) = ("2C.0".parse().unwrap(), MeldId::at(2));
        Event::LaidOff { seat: Seat::FIRST, card, meld, position, acts_as }.to_string()
    }

    #[test]
    fn t26_the_log_names_the_end_and_the_card_stood_for() {
        let face = |value| Some(Face::new(crate::Suit::Spades, value));
        assert_eq!(laid_off(Some(RunEnd::Start), face(4)), "Seat 0 laid off 2♣ → meld 3 (as 4♠ at start)");
        assert_eq!(laid_off(Some(RunEnd::End), face(9)), "Seat 0 laid off 2♣ → meld 3 (as 9♠ at end)");
        assert_eq!(laid_off(Some(RunEnd::End), None), "Seat 0 laid off 2♣ → meld 3");
        assert_eq!(laid_off(None, None), "Seat 0 laid off 2♣ → meld 3");
    }
}
