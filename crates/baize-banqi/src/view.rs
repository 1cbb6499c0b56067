//! What everybody sees: Banqi has no private information.

use crate::colour::Side;
use crate::line::Sheet;
use crate::setup::Story;
use crate::{
    Cell, Departure, Ending, Faction, Identities, Mode, Options, Piece, Pieces, Played, Position, Setup,
    Shown, Square, Status, Why,
};
use baize_rules::{Dice, Language, Say, Seat, display_in_english, say};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};
use std::fmt;

/// The public position, ready to be drawn.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The same position in compact form, for computer players.
    #[serde(skip)]
    pub position: Position,
    #[serde(skip)]
    story: Story,
    /// The rule set.
    pub mode: Mode,
    /// The rules.
    pub options: Options,
    /// Where the match stands.
    pub status: Status,
    /// The seat on turn; none after the end.
    pub turn: Option<Seat>,
    /// How many actions there have been.
    pub ply: u32,
    /// How many rows the board has.
    pub rows: usize,
    /// How many columns the board has.
    pub columns: usize,
    /// Every cell by index; null if it is empty.
    pub cells: Vec<Option<Occupant>>,
    /// The seats in order.
    pub seats: Vec<SeatInfo>,
    /// The factions in order.
    pub factions: Vec<FactionView>,
    /// Actions left until the draw, if the rules count them.
    pub counter: Option<u32>,
    /// Actions since the last flip or capture, if the rules count them.
    pub quiet: Option<u32>,
    /// The pieces that lie face-down, without their places.
    pub unknown: Vec<Heap>,
    /// The last action.
    pub last: Option<Played>,
    /// The moves since the last irreversible action, if repetition matters.
    pub history: Vec<String>,
    /// The seats that have left, in order, as far as known.
    pub left: Vec<Departure>,
    /// Whether the seats have agreed on a draw.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub agreed: bool,
    /// How the match ended, once it has.
    pub ending: Option<Ending>,
    /// The position as a line of text, without the face-down pieces.
    pub public: String,
}

/// A piece on a cell; `piece` is null while it lies face-down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Occupant {
    /// Whether it lies face-down.
    pub face_down: bool,
    /// The piece, if it is face-up.
    pub piece: Option<Shown>,
}

/// A seat, as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SeatInfo {
    /// The seat.
    pub seat: Seat,
    /// Its faction, once it has one.
    pub faction: Option<Faction>,
    /// Whether it has left the match.
    pub out: bool,
}

/// A faction, as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct FactionView {
    /// The faction.
    pub faction: Faction,
    /// Its owner, once it has one.
    pub owner: Option<Seat>,
    /// How many pieces it has left, face-down ones included.
    pub alive: u8,
    /// The pieces it has taken, sorted.
    pub taken: Vec<Heap>,
}

/// Pieces of the same kind and faction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Heap {
    /// The piece.
    pub piece: Shown,
    /// How many there are.
    pub count: u8,
}

impl Heap {
    /// Sorts pieces into heaps.
    fn sort(pieces: Pieces, mode: Mode) -> Vec<Heap> {
        let heap = |piece| Heap { piece: Shown::of(piece, mode), count: pieces.count(piece) };
        Piece::ALL.into_iter().map(heap).filter(|heap| heap.count > 0).collect()
    }
}

impl View {
    pub(crate) fn of(position: &Position, story: &Story) -> View {
        let mode = position.mode();
        let occupant = |cell| match position.at(cell) {
            Square::Empty => None,
            Square::FaceDown => Some(Occupant { face_down: true, piece: None }),
            Square::FaceUp(piece) => Some(Occupant { face_down: false, piece: Some(Shown::of(piece, mode)) }),
        };
        let faction = |&faction: &Faction| FactionView {
            faction,
            owner: position.owner(faction),
            alive: position.alive(faction),
            taken: Heap::sort(position.taken(faction), mode),
        };
        let seat = |seat| SeatInfo { seat, faction: position.faction(seat), out: position.has_left(seat) };
        View {
            position: *position,
            story: story.clone(),
            mode,
            options: *position.options(),
            status: position.status(),
            turn: position.ending().is_none().then(|| position.seat()),
            ply: position.ply(),
            rows: mode.rows(),
            columns: mode.columns(),
            cells: Cell::all(mode).map(occupant).collect(),
            seats: position.seats().map(seat).collect(),
            factions: mode.factions().iter().map(faction).collect(),
            counter: position.counter(),
            quiet: position.counts_quiet().then(|| position.quiet()),
            unknown: Heap::sort(position.unknown(), mode),
            last: story.last,
            history: story.history_text(mode),
            left: story.left.clone(),
            agreed: story.agreed,
            ending: position.ending(),
            public: position.line(),
        }
    }

    /// The match with the face-down pieces laid out anew.
    pub(crate) fn redeal(&self, dice: &mut Dice) -> Setup {
        self.story.setup(&self.position, dealt_line(&self.position, dice))
    }
}

/// The line of a position with its face-down pieces laid out anew.
pub(crate) fn dealt_line(position: &Position, dice: &mut Dice) -> String {
    let mut pieces: Vec<Piece> = position.unknown().iter().collect();
    dice.shuffle(&mut pieces);
    full_line(position, &pieces)
}

/// The line of a position whose face-down cells hide these pieces, in this order.
fn full_line(position: &Position, pieces: &[Piece]) -> String {
    let mut hidden = Identities::NONE;
    for (cell, &piece) in crate::cell::cells(position.face_down()).zip(pieces) {
        hidden.set(cell, piece);
    }
    position.write_line(Some(&hidden))
}

impl<'de> Deserialize<'de> for View {
    /// Reads only the public line and the story; everything else follows from them.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<View, D::Error> {
        #[derive(Deserialize)]
        struct Received {
            public: String,
            options: Options,
            quiet: Option<u32>,
            history: Vec<String>,
            left: Vec<Departure>,
            last: Option<Played>,
            #[serde(default)]
            agreed: bool,
        }

        let Received { public, options, quiet, history, left, last, agreed } =
            Received::deserialize(deserializer)?;
        let sheet = Sheet::read(&public, options).map_err(de::Error::custom)?;
        let pieces: Vec<Piece> = sheet.public.unknown().iter().collect();
        let position = full_line(&sheet.public, &pieces);
        let quiet = quiet.unwrap_or(0);
        let setup = Setup { position, public, status: None, options, quiet, history, left, last, agreed };
        let (full, story) = setup.open().map_err(de::Error::custom)?;
        Ok(View::of(&full.public, &story))
    }
}

impl Say for View {
    /// Writes the board with ranks and files, who owns and took what, the face-down pieces, and whose turn it
    /// is.
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board(f)?;
        for seat in &self.seats {
            self.row(seat, language, f)?;
        }
        if !self.unknown.is_empty() {
            let unknown = self.position.unknown();
            say!(f, language, "face-down: {unknown}\n", "伏せ駒：{unknown}\n", "尚未翻開：{unknown}\n")?;
        }
        if let Some(counter) = self.counter {
            say!(
                f,
                language,
                "{counter} actions without a capture until the draw\n",
                "取りがなければ残り{counter}手で引き分け\n",
                "再 {counter} 手未吃子即和局\n"
            )?;
        }
        if let Some(quiet) = self.quiet {
            say!(
                f,
                language,
                "{quiet} actions without a flip or a capture\n",
                "{quiet}手の間、めくりも取りもありません\n",
                "已 {quiet} 手未翻未吃\n"
            )?;
        }
        self.verdict(language, f)
    }
}

display_in_english!(View);

impl View {
    fn board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, cells) in self.cells.chunks(self.columns).enumerate() {
            write!(f, "{}", self.rows - row)?;
            for cell in cells {
                let letter = match cell {
                    None => '.',
                    Some(Occupant { piece: None, .. }) => '?',
                    Some(Occupant { piece: Some(piece), .. }) => piece.letter,
                };
                write!(f, " {letter}")?;
            }
            writeln!(f)?;
        }
        write!(f, " ")?;
        "abcde".chars().take(self.columns).try_for_each(|file| write!(f, " {file}"))?;
        writeln!(f)
    }

    fn verdict(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.ending, self.turn) {
            (Some(Ending { winner: Some(winner), reason }), _) => {
                let (winner, reason) = (winner.told_in(language), reason.told_in(language));
                say!(
                    f,
                    language,
                    "{winner} has won ({reason})",
                    "{winner}の勝ちです（{reason}）",
                    "{winner} 獲勝（{reason}）"
                )
            }
            (Some(Ending { winner: None, reason }), _) => {
                let reason = reason.told_in(language);
                say!(f, language, "drawn ({reason})", "引き分けです（{reason}）", "和局（{reason}）")
            }
            (None, Some(turn)) => {
                let turn = turn.told_in(language);
                say!(f, language, "{turn} to act", "{turn}の番です", "輪到 {turn}")
            }
            (None, None) => Ok(()),
        }
    }

    fn row(&self, view: &SeatInfo, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seat = view.seat.told_in(language);
        match view.faction {
            Some(faction) => {
                let side = Side(faction.colour()).told_in(language);
                let (alive, taken) = (self.position.alive(faction), self.position.taken(faction));
                say!(
                    f,
                    language,
                    "{seat}: {side}, {alive} pieces, took {taken}",
                    "{seat}：{side}、残り{alive}枚、取った駒 {taken}",
                    "{seat}：{side}，剩 {alive} 子，吃掉 {taken}"
                )?;
            }
            None => say!(f, language, "{seat}: no faction yet", "{seat}：軍は未定", "{seat}：陣營未定")?,
        }
        match self.left.iter().find(|departure| departure.seat == view.seat).map(|left| left.why) {
            Some(Why::Captured) => say!(f, language, ", all taken", "、全滅", "，全被吃光")?,
            Some(Why::Stalemate) => say!(f, language, ", could not act", "、動けず脱落", "，無步可走")?,
            Some(Why::Resign) => say!(f, language, ", resigned", "、投了", "，認輸")?,
            Some(Why::Timeout) => say!(f, language, ", out of time", "、時間切れ", "，超時")?,
            None if view.out => say!(f, language, ", out", "、脱落", "，出局")?,
            None => {}
        }
        writeln!(f)
    }
}
