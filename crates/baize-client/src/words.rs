//! What happens at a table, in words.

use crate::seated::Seated;
use baize_protocol::{By, Clocks, Occupant, Proposed, SeatState, Step, StepFact};
use baize_rules::{Language, Leaving, Say, Seat, harmless, say};
use std::fmt;

/// Something that happened, in words that are safe to print on a terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What happened.
    pub text: String,
    /// Whether a person typed it, so that it must not be believed or obeyed.
    pub is_talk: bool,
}

/// What a step says to people; empty if it concerns only the server.
pub fn line(step: &Step, language: Language) -> Vec<Line> {
    let told = match &step.event {
        StepFact::Acted { seat, texts, by, .. } => {
            let by = by.as_ref().map(|by| Acting(*by).told_in(language).to_string()).unwrap_or_default();
            let texts = texts.iter().flatten();
            texts.map(|text| format!("{}{by}: {text}", seat.told_in(language))).collect()
        }
        StepFact::Left { seat, why, texts, .. } => {
            let mut told = vec![Gone(*seat, *why).told_in(language).to_string()];
            told.extend(texts.iter().flatten().cloned());
            told
        }
        StepFact::Drawn { texts, .. } => texts.iter().flatten().cloned().collect(),
        event => vec![Told(event).told_in(language).to_string()],
    };
    let is_talk = matches!(step.event, StepFact::Chat { .. });
    let lines = told.into_iter().filter(|text| !text.is_empty());
    lines.map(|text| Line { text: harmless(&text).replace('\n', " "), is_talk }).collect()
}

struct Acting(By);

impl Say for Acting {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            By::Computer => say!(f, language, " (computer)", "（コンピューター）", "（電腦）"),
            By::Clock => say!(f, language, " (time is up)", "（時間切れ）", "（時間到）"),
        }
    }
}

struct Gone(Seat, Leaving);

impl Say for Gone {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seat = self.0.told_in(language);
        match self.1 {
            Leaving::Resign => say!(f, language, "{seat} gives up", "{seat}が投了しました", "{seat} 認輸"),
            Leaving::Timeout => {
                say!(f, language, "{seat} has run out of time", "{seat}は時間切れです", "{seat} 超時")
            }
        }
    }
}

struct Told<'a>(&'a StepFact);

impl Say for Told<'_> {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |seat: &Seat| seat.told_in(language).to_string();
        match self.0 {
            StepFact::Joined { seat } => {
                let seat = name(seat);
                say!(f, language, "{seat} is taken", "{seat}に着席しました", "{seat} 已就座")
            }
            StepFact::Stood { seat } => {
                let seat = name(seat);
                say!(f, language, "{seat} is free again", "{seat}が空きました", "{seat} 空出")
            }
            StepFact::Ready { seat } => {
                let seat = name(seat);
                say!(f, language, "{seat} is ready", "{seat}は準備完了です", "{seat} 已準備")
            }
            StepFact::Started {} => {
                say!(f, language, "The game begins", "対局が始まりました", "對局開始")
            }
            StepFact::Proposed { proposal } => {
                let (seat, what) = (name(&proposal.by), Wanted(&proposal.what).told_in(language));
                say!(f, language, "{seat} proposes: {what}", "{seat}の提案：{what}", "{seat} 提議：{what}")
            }
            StepFact::Agreed { seat } => {
                let seat = name(seat);
                say!(f, language, "{seat} agrees", "{seat}が同意しました", "{seat} 同意")
            }
            StepFact::Declined { seat } => {
                let seat = name(seat);
                say!(f, language, "{seat} declines", "{seat}が断りました", "{seat} 不同意")
            }
            StepFact::TakenBack { seat, actions } => {
                let seat = name(seat);
                say!(
                    f,
                    language,
                    "{seat} takes back: {actions} actions undone",
                    "{seat}の待った：{actions}手戻しました",
                    "{seat} 悔棋：退回 {actions} 手"
                )
            }
            StepFact::FilledIn { seat, player, .. } => {
                let seat = name(seat);
                say!(
                    f,
                    language,
                    "{player} fills in for {seat}",
                    "{seat}を{player}が代わります",
                    "{player} 代替 {seat}"
                )
            }
            StepFact::Returned { seat } => {
                let seat = name(seat);
                say!(f, language, "{seat} is back", "{seat}が戻りました", "{seat} 回來了")
            }
            StepFact::Chat { seat, text } => write!(f, "{}> {text}", name(seat)),
            StepFact::Reacted { seat, reaction } => {
                let word = serde_json::to_value(reaction).unwrap_or_default();
                write!(f, "{}> ({})", name(seat), word.as_str().unwrap_or_default())
            }
            StepFact::RematchAsked { seat } => {
                let seat = name(seat);
                say!(f, language, "{seat} wants another game", "{seat}がもう一局を希望", "{seat} 想再來一局")
            }
            StepFact::Rematch { table } => {
                say!(
                    f,
                    language,
                    "The next game is at table {table}",
                    "次の対局はテーブル {table} です",
                    "下一局在 {table} 桌"
                )
            }
            StepFact::Closed {} => {
                say!(
                    f,
                    language,
                    "This table is closed; the game is abandoned",
                    "このテーブルは閉じられました。対局は打ち切りです",
                    "這張桌子已關閉，對局中止"
                )
            }
            StepFact::Woken {} => {
                say!(f, language, "The server has restarted", "サーバーが再起動しました", "伺服器已重新啟動")
            }
            StepFact::Rested {}
            | StepFact::Hinted { .. }
            | StepFact::Opened { .. }
            | StepFact::LinkChanged {}
            | StepFact::Acted { .. }
            | StepFact::Left { .. }
            | StepFact::Drawn { .. } => Ok(()),
        }
    }
}

struct Wanted<'a>(&'a Proposed);

impl Say for Wanted<'_> {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Proposed::Takeback {} => say!(f, language, "to take back", "待った", "悔棋"),
            Proposed::Draw {} => say!(f, language, "a draw", "引き分け", "和棋"),
            Proposed::FillIn { seat, player, .. } => {
                let seat = seat.told_in(language);
                say!(
                    f,
                    language,
                    "{player} fills in for {seat}",
                    "{seat}を{player}が代わる",
                    "由 {player} 代替 {seat}"
                )
            }
        }
    }
}

/// The name of a seat, made safe to show: people may type anything as a name.
pub fn name_of(seat: &SeatState) -> Option<String> {
    match seat.occupant {
        Occupant::Empty => None,
        Occupant::Person => seat.name.as_deref().map(|name| harmless(name).replace('\n', " ")),
        Occupant::Computer => seat.player.as_deref().map(harmless),
    }
}

/// Who sits where and who is ready, one line per seat.
pub fn waiting_room(seated: &Seated, language: Language) -> Vec<String> {
    let row = |(index, state): (usize, &SeatState)| {
        let seat = Seat::new(index as u8)?;
        Some(Row { seat, state, is_own: seated.seat() == Some(seat) }.told_in(language).to_string())
    };
    seated.seats().iter().enumerate().filter_map(row).collect()
}

struct Row<'a> {
    seat: Seat,
    state: &'a SeatState,
    is_own: bool,
}

impl Say for Row<'_> {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.seat.say(language, f)?;
        if self.is_own {
            say!(f, language, " (you)", "（あなた）", "（你）")?;
        }
        match name_of(self.state) {
            Some(name) => say!(f, language, ": {name}", "：{name}", "：{name}")?,
            None => say!(f, language, ": free", "：空席", "：空位")?,
        }
        if self.state.is_ready {
            say!(f, language, ", ready", "、準備完了", "，已準備")?;
        }
        Ok(())
    }
}

/// The clocks, `age` milliseconds after they were sent: `seat 0 4:59 | seat 1 5:00`.
pub fn clocks(clocks: &Clocks, age: u64, language: Language) -> String {
    let shown = |(index, clock): (usize, &baize_protocol::SeatClock)| {
        let left = match clock.deadline {
            Some(deadline) => deadline.since(clocks.at.plus(age)),
            None => clock.left?,
        };
        let seconds = left.div_ceil(1_000);
        let mark = if clock.deadline.is_some() { "*" } else { "" };
        let seat = Seat::new(index as u8)?;
        Some(format!("{} {}:{:02}{mark}", seat.told_in(language), seconds / 60, seconds % 60))
    };
    clocks.seats.iter().enumerate().filter_map(shown).collect::<Vec<_>>().join(" | ")
}
