//! What is announced to the players.

use crate::setup::is_plain;
use crate::{Card, Hand, Helper};
use baize_rules::{Language, Leaving, Say, Score, Seat, Who, display_in_english, say};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// Something that happened. All events are for everybody: a card is named only once it lies face up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum Event {
    /// A seat has chosen.
    Committed {
        /// The seat.
        seat: Seat,
        /// The card, if it is an open lead.
        #[serde(skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
        /// The helper beside it.
        #[serde(skip_serializing_if = "Option::is_none")]
        helper: Option<Helper>,
    },
    /// Both cards are shown.
    Revealed {
        /// The number of the turn.
        turn: u8,
        /// The seat that led the turn.
        leader: Seat,
        /// The card of each seat.
        cards: [Card; 2],
        /// The helper beside each card; absent if there are none.
        #[serde(skip_serializing_if = "is_plain")]
        helpers: [Option<Helper>; 2],
        /// The seat whose card won; none in a tie. The other seat's shield may keep the points from it.
        winner: Option<Seat>,
        /// The points each seat gets.
        points: [Score; 2],
        /// Points carried to the next decided turn; lost after the last turn.
        carried: Score,
        /// The scores after the turn.
        scores: [Score; 2],
    },
    /// The nine turns are over, and the cards lost in ties are dealt back for bonus turns.
    BonusDealt {
        /// The cards, the same for both seats.
        cards: Hand,
    },
    /// A game of a match of several is over.
    GameEnded {
        /// The number of the game, from 1.
        game: u8,
        /// The seat that won it; none in a draw.
        winner: Option<Seat>,
        /// Its final scores.
        scores: [Score; 2],
        /// The games each seat has won so far.
        wins: [u8; 2],
    },
    /// A seat has left for good.
    Left {
        /// The seat.
        seat: Seat,
        /// Why it left.
        why: Leaving,
    },
    /// The match is over.
    GameOver {
        /// The seat that won; none in a draw.
        winner: Option<Seat>,
        /// The final scores: points, or games won in a match of several.
        scores: [Score; 2],
    },
}

/// Writes "10 points", "1 point".
pub(crate) struct Points(pub(crate) Score);

impl Say for Points {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.0;
        if n == Score::points(1) {
            return say!(f, language, "{n} point", "{n}点", "{n} 分");
        }
        say!(f, language, "{n} points", "{n}点", "{n} 分")
    }
}

impl Say for Event {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Committed { seat, card: None, .. } => {
                let who = Who(*seat).told_in(language);
                say!(f, language, "{who} has chosen.", "{who}が決定しました。", "{who} 已選好。")
            }
            Event::Committed { seat, card: Some(card), helper } => {
                let who = Who(*seat).told_in(language);
                let card = Beside(*card, *helper).told_in(language);
                say!(
                    f,
                    language,
                    "{who} leads {card}.",
                    "{who}が{card}を先に出しました。",
                    "{who} 先出 {card}。"
                )
            }
            Event::Revealed { turn, leader, cards, helpers, winner, points, carried, .. } => {
                let follower = leader.other_of_two();
                let [led, followed] = [*leader, follower].map(|seat| {
                    let index = seat.index();
                    Beside(cards[index], helpers[index]).told_in(language).to_string()
                });
                let (one, other) = (leader.told_in(language), follower.told_in(language));
                say!(
                    f,
                    language,
                    "Turn {turn}: {one} plays {led}, {other} plays {followed}. ",
                    "ターン{turn}：{one}は{led}、{other}は{followed}を出しました。",
                    "回合 {turn}：{one} 出 {led}，{other} 出 {followed}。"
                )?;
                match winner {
                    Some(seat) if helpers[seat.other_of_two().index()] == Some(Helper::Shield) => {
                        let who = Who(seat.other_of_two()).told_in(language);
                        say!(
                            f,
                            language,
                            "{who} is shielded: no points.",
                            "{who}は盾で守られました。得点はありません。",
                            "{who} 有護盾：不計分。"
                        )
                    }
                    Some(seat) => won(language, f, *seat, points[seat.index()]),
                    None => tied(language, f, *turn, points[0], *carried),
                }
            }
            Event::BonusDealt { cards } => {
                let list = cards.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ");
                say!(
                    f,
                    language,
                    "Bonus turns: {list} come back.",
                    "ボーナスターン：{list}が戻ります。",
                    "加賽回合：{list} 回到手中。"
                )
            }
            Event::GameEnded { game, winner, scores: [a, b], wins: [won, lost] } => {
                match winner {
                    Some(seat) => {
                        let who = Who(*seat).told_in(language);
                        say!(
                            f,
                            language,
                            "Game {game}: {who} wins, {a}-{b}. ",
                            "第{game}ゲーム：{a}対{b}で{who}の勝ち。",
                            "第 {game} 局：{a} 比 {b}，{who} 獲勝。"
                        )?;
                    }
                    None => say!(
                        f,
                        language,
                        "Game {game}: A draw, {a}-{b}. ",
                        "第{game}ゲーム：{a}対{b}で引き分け。",
                        "第 {game} 局：{a} 比 {b}，平手。"
                    )?,
                }
                say!(
                    f,
                    language,
                    "Games won: {won}-{lost}.",
                    "勝ち数は{won}対{lost}。",
                    "勝局 {won} 比 {lost}。"
                )
            }
            Event::Left { seat, why: Leaving::Resign } => {
                let who = Who(*seat).told_in(language);
                say!(f, language, "{who} resigns.", "{who}が投了しました。", "{who} 認輸。")
            }
            Event::Left { seat, why: Leaving::Timeout } => {
                let who = Who(*seat).told_in(language);
                say!(f, language, "{who} is out of time.", "{who}は時間切れです。", "{who} 超時。")
            }
            Event::GameOver { winner: Some(seat), scores: [a, b] } => {
                let who = Who(*seat).told_in(language);
                say!(
                    f,
                    language,
                    "{who} wins, {a}-{b}.",
                    "{a}対{b}で{who}の勝ちです。",
                    "{who} 以 {a} 比 {b} 獲勝。"
                )
            }
            Event::GameOver { winner: None, scores: [a, b] } => {
                say!(f, language, "A draw, {a}-{b}.", "{a}対{b}で引き分けです。", "{a} 比 {b}，平手。")
            }
        }
    }
}

/// Writes a card and the helper beside it, as in `7 with double`.
pub(crate) struct Beside(pub(crate) Card, pub(crate) Option<Helper>);

impl Say for Beside {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Beside(card, helper) = self;
        let Some(helper) = helper else { return write!(f, "{card}") };
        let helper = helper.told_in(language);
        say!(f, language, "{card} with {helper}", "{card}＋{helper}", "{card}＋{helper}")
    }
}

fn won(language: Language, f: &mut fmt::Formatter<'_>, seat: Seat, points: Score) -> fmt::Result {
    let (who, n) = (Who(seat).told_in(language), Points(points).told_in(language));
    say!(f, language, "{who} wins {n}.", "{who}が{n}獲得！", "{who} 贏得 {n}！")
}

fn tied(
    language: Language,
    f: &mut fmt::Formatter<'_>,
    turn: u8,
    each: Score,
    carried: Score,
) -> fmt::Result {
    if each != Score::ZERO {
        let n = Points(each).told_in(language);
        return say!(f, language, "Tie! {n} each.", "引き分け！それぞれ{n}です。", "平手！各得 {n}。");
    }
    if carried == Score::ZERO {
        return say!(f, language, "Tie! No points.", "引き分け！得点はありません。", "平手！不計分。");
    }
    let n = Points(carried).told_in(language);
    if turn == 9 {
        say!(f, language, "Tie! {n} lost.", "引き分け！{n}は無効です。", "平手！{n} 作廢。")
    } else {
        say!(
            f,
            language,
            "Tie! {n} carried over.",
            "引き分け！{n}は持ち越しです。",
            "平手！{n} 累積到下一回合。"
        )
    }
}

display_in_english!(Event);
