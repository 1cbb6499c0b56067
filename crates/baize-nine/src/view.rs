//! The view: what one viewer may know.

use crate::event::{Beside, Points};
use crate::setup::is_plain;
use crate::{Card, Hand, Helper, Helpers, Left, Options, Position, Tally};
use baize_rules::{Language, Say, Score, Seat, Who, display_in_english, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What one viewer may know: everything but the cards that others have sealed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The viewer's seat; none for a spectator.
    pub you: Option<Seat>,
    /// Whether cards are still being chosen.
    pub phase: Phase,
    /// The unused cards of each seat.
    pub hands: [Hand; 2],
    /// The points of each seat in this game.
    pub scores: [Score; 2],
    /// The turn, from 1 to 9 and on through bonus turns; after the end, the last one.
    pub turn: u8,
    /// The seat that leads this turn.
    pub leader: Seat,
    /// Whether each seat has chosen.
    pub committed: [bool; 2],
    /// The chosen cards that this viewer may see: its own, and an open lead.
    pub sealed: [Option<Card>; 2],
    /// The helpers beside those cards.
    #[serde(default, skip_serializing_if = "is_plain")]
    pub sealed_helpers: [Option<Helper>; 2],
    /// Points of tied turns, for the winner of the next decided turn.
    pub carried: Score,
    /// The cards each seat has played in this game, in order.
    pub played: [Vec<Card>; 2],
    /// The helpers each seat has left; absent in matches without helpers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub helpers: Option<[Helpers; 2]>,
    /// The helpers beside the cards shown last, in this game or at the end of the previous one.
    #[serde(default, skip_serializing_if = "is_plain")]
    pub shown_helpers: [Option<Helper>; 2],
    /// The cards lost in ties, if they come back after the ninth turn; from then on, the cards played in
    /// bonus turns.
    #[serde(default, skip_serializing_if = "is_plain")]
    pub tied: Hand,
    /// The number of this game in the match, from 1.
    pub game: u8,
    /// The results of the earlier games of the match.
    pub earlier: Tally,
    /// The seat that left before the end, if any.
    pub left: Option<Left>,
    /// The options of the match.
    pub options: Options,
}

/// Whether cards are still being chosen. Screens may take time over a reveal; in the rules it takes none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Phase {
    /// Cards are being chosen.
    Selection,
    /// The game is over.
    Complete,
}

impl View {
    /// The compact position, for engines.
    pub fn position(&self) -> Position {
        let left = self.helpers.unwrap_or([self.options.special; 2]);
        Position {
            hands: self.hands,
            scores: self.scores,
            carried: self.carried,
            used: left.map(|left| self.options.special.except(left)),
            tied: self.tied,
        }
    }
}

impl Say for View {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.phase {
            Phase::Selection => {
                let (turn, leader) = (self.turn, self.leader.told_in(language));
                let last = self.position().last_turn();
                say!(
                    f,
                    language,
                    "Turn {turn}/{last}, {leader} to lead\n",
                    "ターン {turn}/{last}、{leader}が先手です\n",
                    "回合 {turn}/{last}，{leader} 先出\n"
                )?;
                if self.position().is_bonus() {
                    say!(
                        f,
                        language,
                        "Bonus turns with the cards lost in ties\n",
                        "引き分けになったカードでボーナスターン\n",
                        "用平手的牌進行加賽回合\n"
                    )?;
                }
            }
            Phase::Complete => say!(f, language, "The game is over\n", "対局が終わりました\n", "對局結束\n")?,
        }
        for seat in Seat::first(2) {
            self.row(seat, language, f)?;
        }
        if !self.played[0].is_empty() {
            let turns = self.played[0].iter().zip(&self.played[1]);
            let pairs = turns.map(|(a, b)| format!("{a}-{b}")).collect::<Vec<_>>().join(" ");
            say!(f, language, "Played: {pairs}\n", "出したカード：{pairs}\n", "出過的牌：{pairs}\n")?;
        }
        if self.carried != Score::ZERO {
            let n = Points(self.carried).told_in(language);
            if self.position().is_finished() {
                say!(f, language, "Lost in ties: {n}\n", "引き分けで無効：{n}\n", "平手作廢：{n}\n")?;
            } else {
                say!(f, language, "Carried over: {n}\n", "持ち越し：{n}\n", "累積：{n}\n")?;
            }
        }
        if self.options.race_to > 1 {
            let (game, most, [won, lost]) = (self.game, self.options.most_games(), self.earlier.wins);
            say!(
                f,
                language,
                "Game {game} of at most {most}, won before: {won}-{lost}\n",
                "第{game}ゲーム（最大{most}）、これまでの勝ち数：{won}-{lost}\n",
                "第 {game} 局（最多 {most} 局），先前勝局：{won}-{lost}\n"
            )?;
        }
        Ok(())
    }
}

display_in_english!(View);

impl View {
    /// Writes one seat: its cards with a dot for each used one, its points and its choice.
    fn row(&self, seat: Seat, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = seat.index();
        let who = Who(seat).told_in(language);
        // The blanks are as wide as the words for the viewer's own seat, so that the cards stay in columns.
        if self.you == Some(seat) {
            say!(f, language, "{who} (you):", "{who}（あなた）：", "{who}（你）：")?;
        } else {
            say!(f, language, "{who}:      ", "{who}：　　　　　", "{who}：　　　")?;
        }
        for card in Card::all() {
            if self.hands[index].contains(card) { write!(f, " {card}")? } else { write!(f, " .")? }
        }
        write!(f, "  {}", Points(self.scores[index]).told_in(language))?;
        if let Some(helpers) = self.helpers {
            let list = helpers[index].told_in(language);
            say!(f, language, ", helpers: {list}", "、補助：{list}", "，輔助：{list}")?;
        }
        match (self.sealed[index], self.committed[index]) {
            (Some(card), _) => {
                let card = Beside(card, self.sealed_helpers[index]).told_in(language);
                say!(f, language, ", has chosen {card}", "、{card}に決定", "，已選 {card}")?;
            }
            (None, true) => say!(f, language, ", has chosen", "、決定済み", "，已選好")?,
            (None, false) => {}
        }
        if self.left.is_some_and(|left| left.seat == seat) {
            say!(f, language, ", has left", "、退席", "，已離開")?;
        }
        writeln!(f)
    }
}
