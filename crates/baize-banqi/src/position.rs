//! The public position as bitboards.

use crate::cell::{Grid, grid};
use crate::{Cell, End, Faction, Kind, Mode, Options, Piece, Pieces, RuleOption, RuleSet};
use baize_rules::{Language, Say, Seat, display_in_english};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// The public position: the face-up pieces, the cells with face-down ones, whose turn it is, and the
/// counters.
///
/// It does not say what the face-down pieces are, so views and computer players may have it; a
/// [`FullPosition`](crate::FullPosition) does. A set of cells is a `u64` with bit *i* for the cell of index
/// *i*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) options: Options,
    /// The face-up pieces by rank: set *n* holds those whose rank, as the rule set numbers it, has bit *n*.
    pub(crate) ranks: [u64; 3],
    /// The face-up pieces of each faction. The fourth set stays empty: it belongs to [`NOBODY`].
    pub(crate) armies: [u64; 4],
    pub(crate) face_down: u64,
    /// What lies face-down, without saying where.
    pub(crate) unknown: Pieces,
    /// The pieces each faction has taken.
    pub(crate) taken: [Pieces; 3],
    /// How many pieces each faction has left, face-down ones included.
    pub(crate) alive: [u8; 3],
    /// The faction of each seat, or [`NOBODY`].
    pub(crate) owned: [u8; 3],
    /// The seats that have left the match, one bit each.
    pub(crate) gone: u8,
    pub(crate) seat: u8,
    /// Actions left until the draw; also 0 where there is no counter.
    pub(crate) counter: u32,
    /// Actions since the last flip or capture.
    pub(crate) quiet: u32,
    pub(crate) ply: u32,
    pub(crate) ending: Option<Ending>,
}

/// Stands for the faction of a seat that has none yet.
pub(crate) const NOBODY: u8 = 3;

/// What is on a cell, as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Square {
    /// Nothing.
    Empty,
    /// A face-down piece.
    FaceDown,
    /// A face-up piece.
    FaceUp(Piece),
}

/// An action whose places are cells of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ply {
    /// Turns a piece face-up.
    Flip(Cell),
    /// Goes to an empty cell.
    Move(Cell, Cell),
    /// Takes an enemy and its place.
    Capture(Cell, Cell),
}

/// Where a match stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Nobody has acted yet.
    WaitingFirstFlip,
    /// Under way.
    InProgress,
    /// Decided.
    Ended,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema)]
pub struct Ending {
    /// The seat that won; none in a draw.
    pub winner: Option<Seat>,
    /// Why it ended.
    pub reason: Reason,
}

/// Why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum Reason {
    /// With two seats, the loser has no piece left; with three, the winner has captured all other pieces.
    CaptureAll,
    /// Only one faction is left.
    Elimination,
    /// The last opponent could not act.
    Stalemate,
    /// The no-capture counter ran down.
    Draw,
    /// Too long without a flip or a capture.
    NoProgress,
    /// The same position for the third time.
    Repetition,
    /// The match reached its limit of actions.
    PlyCap,
    /// The last opponent gave up.
    Resign,
    /// The last opponent ran out of time.
    Timeout,
    /// The seats agreed on a draw.
    Agreement,
}

impl Reason {
    const ALL: [Reason; 10] = [
        Reason::CaptureAll,
        Reason::Elimination,
        Reason::Stalemate,
        Reason::Draw,
        Reason::NoProgress,
        Reason::Repetition,
        Reason::PlyCap,
        Reason::Resign,
        Reason::Timeout,
        Reason::Agreement,
    ];

    /// The word for the reason, which never changes.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::CaptureAll => "capture-all",
            Reason::Elimination => "elimination",
            Reason::Stalemate => "stalemate",
            Reason::Draw => "draw",
            Reason::NoProgress => "no-progress",
            Reason::Repetition => "repetition",
            Reason::PlyCap => "ply-cap",
            Reason::Resign => "resign",
            Reason::Timeout => "timeout",
            Reason::Agreement => "agreement",
        }
    }

    /// The reason with this word.
    pub fn from_word(word: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.word() == word)
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl Say for Reason {
    /// In English, writes the stable word.
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (japanese, chinese) = match self {
            Reason::CaptureAll => ("相手の駒をすべて取りました", "吃光對方所有棋子"),
            Reason::Elimination => ("最後まで残りました", "成為最後的陣營"),
            Reason::Stalemate => ("相手が動けません", "對方無步可走"),
            Reason::Draw => ("60手の間に取りがありません", "60 手未吃子"),
            Reason::NoProgress => ("進展なし", "無進展"),
            Reason::Repetition => ("同一局面3回", "同一局面三次"),
            Reason::PlyCap => ("手数制限", "達步數上限"),
            Reason::Resign => ("投了", "認輸"),
            Reason::Timeout => ("時間切れ", "超時"),
            Reason::Agreement => ("合意", "雙方同意"),
        };
        f.write_str(match language {
            Language::English => self.word(),
            Language::Japanese => japanese,
            Language::Chinese => chinese,
        })
    }
}

display_in_english!(Reason);

/// Questions about a position.
impl Position {
    /// The rules of this match.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Which rule set is played.
    pub const fn mode(&self) -> Mode {
        self.options.mode
    }

    /// The rule set that is played.
    pub const fn rules(&self) -> &'static RuleSet {
        self.options.mode.rules()
    }

    /// Where the match stands.
    pub fn status(&self) -> Status {
        if self.ending.is_some() {
            Status::Ended
        } else if self.owned == [NOBODY; 3] {
            Status::WaitingFirstFlip
        } else {
            Status::InProgress
        }
    }

    /// How the match ended, once it has.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The seat on turn; after the end, the last one.
    pub fn seat(&self) -> Seat {
        Seat::new(self.seat).expect("a seat of this table is on turn")
    }

    /// The faction of a seat, once it has one.
    pub fn faction(&self, seat: Seat) -> Option<Faction> {
        let faction = *self.owned.get(seat.index())?;
        self.mode().factions().get(usize::from(faction)).copied()
    }

    /// The seat that owns a faction of this mode, once one does.
    pub fn owner(&self, faction: Faction) -> Option<Seat> {
        self.seats().find(|&seat| self.faction(seat) == Some(faction))
    }

    /// All seats in order.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::first(self.mode().seats())
    }

    /// Whether a seat has left the match, with its faction if it owns one.
    pub const fn has_left(&self, seat: Seat) -> bool {
        self.gone >> seat.index() & 1 == 1
    }

    /// The factions that have left the match, in order.
    pub fn out(&self) -> impl Iterator<Item = Faction> {
        let out = |faction: &&Faction| self.owner(**faction).is_some_and(|seat| self.has_left(seat));
        // A duel ends when the first seat leaves, and the list stays empty.
        self.mode().factions().iter().filter(out).filter(|_| self.rules().end == End::LastLeft).copied()
    }

    /// What the no-capture counter shows, if there is one.
    pub fn counter(&self) -> Option<u32> {
        self.counter_limit().map(|_| self.counter)
    }

    /// What the no-capture counter starts from, if there is one.
    pub(crate) fn counter_limit(&self) -> Option<u32> {
        self.options.counter.get().filter(|_| self.rules().has(RuleOption::Counter))
    }

    /// Actions since the last flip or capture.
    pub const fn quiet(&self) -> u32 {
        self.quiet
    }

    /// Actions so far.
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// What lies face-down, without saying where.
    pub const fn unknown(&self) -> Pieces {
        self.unknown
    }

    /// What a faction of this mode has taken.
    pub const fn taken(&self, faction: Faction) -> Pieces {
        self.taken[faction.index()]
    }

    /// How many pieces a faction of this mode has left, face-down ones included.
    pub const fn alive(&self, faction: Faction) -> u8 {
        self.alive[faction.index()]
    }

    /// What is on a cell.
    pub fn at(&self, cell: Cell) -> Square {
        if self.face_down & cell.bit() != 0 {
            return Square::FaceDown;
        }
        match self.armies.iter().position(|army| army & cell.bit() != 0) {
            Some(faction) => Square::FaceUp(Piece::of(self.kind(cell), faction, self.mode())),
            None => Square::Empty,
        }
    }

    /// The kind of the face-up piece on a cell, and the index of its faction in the mode.
    #[inline]
    pub fn standing(&self, cell: Cell) -> Option<(Kind, usize)> {
        let place = self.armies.iter().position(|army| army & cell.bit() != 0)?;
        Some((self.kind(cell), place))
    }

    /// The cells with a face-down piece.
    pub const fn face_down(&self) -> u64 {
        self.face_down
    }

    /// The cells with a face-up piece of this faction of this mode.
    pub const fn army(&self, faction: Faction) -> u64 {
        self.armies[faction.index()]
    }

    /// The cells with a face-up piece of this kind, of any faction.
    pub const fn of_kind(&self, kind: Kind) -> u64 {
        self.by_rank()[self.options.mode.tables().ranks[kind as usize] as usize]
    }

    /// The cells without a piece.
    pub const fn empty(&self) -> u64 {
        self.grid().all & !(self.face_up() | self.face_down)
    }

    /// Whether nothing is on a cell.
    pub const fn is_empty(&self, cell: Cell) -> bool {
        (self.face_up() | self.face_down) & cell.bit() == 0
    }

    /// An empty board before the first action, with no piece laid out yet.
    pub(crate) fn bare(options: Options) -> Position {
        let mode = options.mode;
        let mut alive = [0; 3];
        for &faction in mode.factions() {
            alive[faction.index()] = mode.army(faction);
        }
        let counter = options.counter.get().filter(|_| mode.rules().has(RuleOption::Counter));
        Position {
            options,
            ranks: [0; 3],
            armies: [0; 4],
            face_down: 0,
            unknown: mode.full_set(),
            taken: [Pieces::NONE; 3],
            alive,
            owned: [NOBODY; 3],
            gone: 0,
            seat: 0,
            counter: counter.unwrap_or(0),
            quiet: 0,
            ply: 0,
            ending: None,
        }
    }

    pub(crate) const fn grid(&self) -> &'static Grid {
        grid(self.options.mode)
    }

    pub(crate) const fn face_up(&self) -> u64 {
        self.armies[0] | self.armies[1] | self.armies[2]
    }

    /// The face-up pieces of the seat on turn; none while it has no faction.
    pub const fn own(&self) -> u64 {
        self.armies[self.owned[self.seat as usize] as usize & 3]
    }

    /// The face-up pieces by rank; the first set is empty.
    pub(crate) const fn by_rank(&self) -> [u64; 8] {
        let [one, two, four] = self.ranks;
        let (low, middle, high) = (one & !two, one & two, two & !one);
        let fourth = four & !(one | two);
        [0, low & !four, high & !four, middle & !four, fourth, low & four, high & four, middle & four]
    }

    /// The kind of the face-up piece on a cell.
    pub(crate) const fn kind(&self, cell: Cell) -> Kind {
        self.options.mode.tables().kinds[self.rank(cell) as usize]
    }

    /// The rank of the face-up piece on a cell.
    pub(crate) const fn rank(&self, cell: Cell) -> u8 {
        let [one, two, four] = self.ranks;
        let at = cell.index();
        (one >> at & 1 | (two >> at & 1) << 1 | (four >> at & 1) << 2) as u8
    }
}
