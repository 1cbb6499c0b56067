//! What one viewer may know: everything but the dice of later racks.

use crate::event::tally;
use crate::judge::targets;
use crate::{Ball, Balls, Phase, Setup, Spot};
use baize_rules::{Language, Say, Seat, Who, display_in_english, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What one viewer may know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The viewer's seat; none for a spectator.
    pub you: Option<Seat>,
    /// The ball to hit first; none if there is a choice, as in practice.
    pub target: Option<Ball>,
    /// The state without the dice.
    #[serde(flatten)]
    pub state: Setup,
}

impl View {
    /// The balls that may be hit first.
    pub fn targets(&self) -> Balls {
        targets(self.state.balls.objects(), &self.state.options)
    }

    /// Whether the cue ball may be placed on `spot` now.
    pub fn can_place(&self, spot: Spot) -> bool {
        let table = self.state.options.table;
        self.state.may_place.is_some_and(|area| crate::table::can_place(table, &self.state.balls, area, spot))
    }
}

/// How large the table is drawn, in characters. Characters are twice as high as wide; the table is twice as
/// long as wide.
const COLUMNS: usize = 65;
const ROWS: usize = 17;

impl Say for View {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw(f)?;
        self.places(language, f)?;
        if self.state.options.race_to > 1 {
            let (racks, most) = (tally(language, &self.state.racks), self.state.options.race_to);
            say!(
                f,
                language,
                "Racks: {racks}, race to {most}\n",
                "ラック：{racks}（{most}先取）\n",
                "局數：{racks}（先贏 {most} 局）\n"
            )?;
        }
        for seat in Seat::first(self.state.fouls.len() as u8) {
            self.row(seat, language, f)?;
        }
        self.status(language, f)?;
        if let Some(target) = self.target {
            let target = target.told_in(language);
            say!(f, language, " Target: {target}.", "的球は{target}。", "目標{target}。")?;
        }
        if self.state.push_ok {
            say!(f, language, " A push-out is possible.", "プッシュアウトができます。", "可以推桿。")?;
        }
        writeln!(f)
    }
}

display_in_english!(View);

impl View {
    /// Draws the table from above, head to the left, `o` for the cue ball.
    fn draw(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cells = [[' '; COLUMNS]; ROWS];
        let string = COLUMNS / 4;
        cells.iter_mut().for_each(|row| row[string] = ':');
        for (ball, spot) in self.state.balls.iter() {
            let (column, row) = self.free_cell(&cells, spot);
            cells[row][column] = if ball == Ball::CUE { 'o' } else { char::from(b'0' + ball.number()) };
        }
        let rail = format!("O{0}O{0}O", "-".repeat(COLUMNS / 2));
        writeln!(f, "{rail}")?;
        for row in cells {
            writeln!(f, "|{}|", row.iter().collect::<String>())?;
        }
        writeln!(f, "{rail}")
    }

    /// Writes where the balls lie, in millimetres.
    fn places(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cue = match language {
            Language::English => "cue",
            Language::Japanese => "手球",
            Language::Chinese => "母球",
        };
        let place = |(ball, spot): (Ball, Spot)| {
            let name = if ball == Ball::CUE { cue.to_owned() } else { ball.number().to_string() };
            format!("{name} {} {}", spot.x / 1000, spot.y / 1000)
        };
        let places = self.state.balls.iter().map(place).collect::<Vec<_>>().join(", ");
        say!(
            f,
            language,
            "In mm from the centre: {places}\n",
            "中心からの位置（mm）：{places}\n",
            "距中心（公釐）：{places}\n"
        )
    }

    fn row(&self, seat: Seat, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (potted, fouls) = (self.state.potted[seat.index()], self.state.fouls[seat.index()]);
        Who(seat).say(language, f)?;
        if self.you == Some(seat) {
            say!(f, language, " (you)", "（あなた）", "（你）")?;
        }
        say!(f, language, ": {potted} potted", "：{potted}個ポケット", "：進 {potted} 球")?;
        if fouls > 0 {
            say!(
                f,
                language,
                ", fouls in a row: {fouls}",
                "、連続ファウル{fouls}回",
                "，連續犯規 {fouls} 次"
            )?;
        }
        writeln!(f)
    }

    /// Writes what the table waits for.
    fn status(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = |seat| Who(seat).told_in(language);
        match self.state.phase {
            Phase::BreakPlacement { seat } => {
                let who = who(seat);
                say!(
                    f,
                    language,
                    "{who} places the cue ball behind the head string, to break.",
                    "{who}のブレイクです。手球をヘッドラインより手前に置きます。",
                    "{who} 開球，先把母球放在開球線後方。"
                )
            }
            Phase::BallInHand { seat } => {
                let who = who(seat);
                say!(
                    f,
                    language,
                    "{who} has ball in hand.",
                    "{who}のフリーボールです。",
                    "{who} 獲得自由球。"
                )
            }
            Phase::Aim { seat } => {
                let who = who(seat);
                say!(f, language, "{who} to shoot.", "{who}の番です。", "輪到 {who}。")
            }
            Phase::PushOutChoice { seat } => {
                let who = who(seat);
                say!(
                    f,
                    language,
                    "{who} may play, or give the shot back.",
                    "{who}は撞くか返すかを選べます。",
                    "{who} 可以選擇打或讓對方打。"
                )
            }
            Phase::GameOver { winner: Some(seat), .. } => {
                let who = who(seat);
                say!(f, language, "{who} has won.", "{who}の勝ちです。", "{who} 獲勝。")
            }
            Phase::GameOver { winner: None, .. } => {
                say!(f, language, "The game is over.", "対局が終わりました。", "對局結束。")
            }
        }
    }

    /// The cell of a spot, or a free cell beside it.
    fn free_cell(&self, cells: &[[char; COLUMNS]; ROWS], spot: Spot) -> (usize, usize) {
        let width = f64::from(self.state.options.table.width());
        let cell = |share: f64, count: usize| ((share * count as f64).max(0.0) as usize).min(count - 1);
        let column = cell(0.5 + f64::from(spot.x) / (2.0 * width), COLUMNS);
        let row = cell(0.5 - f64::from(spot.y) / width, ROWS);
        let beside =
            [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1), (2, 0), (-2, 0)];
        beside
            .into_iter()
            .filter_map(|(dx, dy)| Some((column.checked_add_signed(dx)?, row.checked_add_signed(dy)?)))
            .find(|&(x, y)| cells.get(y).and_then(|row| row.get(x)).is_some_and(|cell| " :".contains(*cell)))
            .unwrap_or((column, row))
    }
}
