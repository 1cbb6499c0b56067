//! What is announced to the players.

use crate::colour::Side;
use crate::{Cell, Departure, Faction, Kind, Mode, Name, Piece, Reason, Why};
use baize_rules::{Language, Say, Seat, display_in_english, say};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::fmt;

/// Something that happened; all events are for everybody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum Event {
    /// A piece was turned face-up.
    Flipped {
        /// The seat that acted.
        seat: Seat,
        /// The cell.
        at: Cell,
        /// The piece that came up.
        piece: Shown,
        /// The factions that this flip assigned to seats.
        assigned: Vec<Assignment>,
    },
    /// A piece went to an empty cell.
    Moved {
        /// The seat that acted.
        seat: Seat,
        /// The cell it left.
        from: Cell,
        /// The cell it went to.
        to: Cell,
        /// The piece.
        piece: Shown,
    },
    /// A piece took another and its place.
    Captured {
        /// The seat that acted.
        seat: Seat,
        /// The cell the attacker left.
        from: Cell,
        /// The cell of the piece it took.
        to: Cell,
        /// The attacker.
        piece: Shown,
        /// The piece it took.
        taken: Shown,
        /// The cell of the piece that a Cannon jumped over; null for other captures.
        screen: Option<Cell>,
    },
    /// A seat left of its own accord.
    SeatLeft(Departure),
    /// A faction left the match; its pieces, if any, stay.
    FactionOut {
        /// The faction.
        faction: Faction,
        /// Its owner and the reason.
        #[serde(flatten)]
        departure: Departure,
    },
    /// The match is decided.
    GameOver {
        /// The seat that won; none in a draw.
        winner: Option<Seat>,
        /// The winner's faction, if it had one.
        faction: Option<Faction>,
        /// Why the match ended.
        reason: Reason,
    },
}

/// A seat and the faction assigned to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Assignment {
    /// The seat.
    pub seat: Seat,
    /// The faction.
    pub faction: Faction,
}

/// A piece with all that a client needs to draw it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Piece")]
pub struct Shown {
    /// Its letter.
    pub letter: char,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Its faction.
    pub faction: Faction,
    /// The mode, needed to name cells.
    #[serde(skip)]
    mode: Mode,
}

impl Shown {
    /// Describes a piece in `mode`.
    pub const fn of(piece: Piece, mode: Mode) -> Shown {
        Shown { letter: piece.letter(), kind: piece.kind(), faction: piece.faction(mode), mode }
    }
}

impl Say for Shown {
    /// Writes the piece with its colour; in Chinese by the character printed on it.
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (colour, kind) = (self.faction.colour().told_in(language), self.kind);
        match language {
            Language::English => write!(f, "{colour} {kind}"),
            Language::Japanese => write!(f, "{colour}の{}", kind.japanese()),
            Language::Chinese => write!(f, "{colour}{}", kind.printed(self.faction.colour())),
        }
    }
}

display_in_english!(Shown);

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.index() as u8)
    }
}

impl Say for Event {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Flipped { seat, at, piece, assigned } => {
                flipped(language, f, *seat, at.name(piece.mode), *piece)?;
                assigned.iter().try_for_each(|got| {
                    let (seat, side) =
                        (got.seat.told_in(language), Side(got.faction.colour()).told_in(language));
                    say!(f, language, "; {seat} is {side}", "{seat}は{side}です。", "{seat} 是{side}。")
                })
            }
            Event::Moved { seat, from, to, piece } => {
                let (from, to) = (from.name(piece.mode), to.name(piece.mode));
                let (seat, piece) = (seat.told_in(language), piece.told_in(language));
                say!(
                    f,
                    language,
                    "{seat} moves the {piece} from {from} to {to}",
                    "{seat}が{piece}を{from}から{to}へ動かしました。",
                    "{seat} 的{piece}從 {from} 走到 {to}。"
                )
            }
            Event::Captured { seat, from, to, piece, taken, screen } => {
                let mode = piece.mode;
                let cells = (from.name(mode), to.name(mode), screen.map(|cell| cell.name(mode)));
                captured(language, f, *seat, (*piece, *taken), cells)
            }
            Event::SeatLeft(Departure { seat, why }) => {
                let seat = seat.told_in(language);
                if *why == Why::Resign {
                    say!(f, language, "{seat} resigns", "{seat}が投了しました。", "{seat} 認輸。")
                } else {
                    say!(f, language, "{seat} is out of time", "{seat}は時間切れです。", "{seat} 超時。")
                }
            }
            Event::FactionOut { faction, departure } => out(language, f, *faction, departure.why),
            Event::GameOver { winner, faction, reason } => over(language, f, *winner, *faction, *reason),
        }
    }
}

display_in_english!(Event);

fn flipped(
    language: Language,
    f: &mut fmt::Formatter<'_>,
    seat: Seat,
    at: Name,
    piece: Shown,
) -> fmt::Result {
    let (seat, piece) = (seat.told_in(language), piece.told_in(language));
    say!(
        f,
        language,
        "{seat} flips {at}: {piece}",
        "{seat}が{at}をめくりました：{piece}。",
        "{seat} 翻開 {at}：{piece}。"
    )
}

fn captured(
    language: Language,
    f: &mut fmt::Formatter<'_>,
    seat: Seat,
    (piece, taken): (Shown, Shown),
    (from, to, screen): (Name, Name, Option<Name>),
) -> fmt::Result {
    let seat = seat.told_in(language);
    let (piece, taken) = (piece.told_in(language), taken.told_in(language));
    let Some(screen) = screen else {
        return say!(
            f,
            language,
            "{seat} takes the {taken} on {to} with the {piece} from {from}",
            "{seat}の{piece}が{from}から{to}の{taken}を取りました。",
            "{seat} 的{piece}從 {from} 吃掉 {to} 的{taken}。"
        );
    };
    say!(
        f,
        language,
        "{seat} takes the {taken} on {to} with the {piece} from {from}, jumping the piece on {screen}",
        "{seat}の{piece}が{from}から{screen}を飛び越えて{to}の{taken}を取りました。",
        "{seat} 的{piece}從 {from} 隔 {screen} 吃掉 {to} 的{taken}。"
    )
}

fn out(language: Language, f: &mut fmt::Formatter<'_>, faction: Faction, why: Why) -> fmt::Result {
    let side = Side(faction.colour()).told_in(language);
    match why {
        Why::Captured => say!(
            f,
            language,
            "{side} has no piece left and leaves the match",
            "{side}は駒がなくなり、脱落しました。",
            "{side}已無棋子，退出對局。"
        ),
        Why::Stalemate => say!(
            f,
            language,
            "{side} cannot act and leaves the match; its pieces stay",
            "{side}は動けないため脱落しました。駒は盤に残ります。",
            "{side}無步可走，退出對局，棋子留在盤上。"
        ),
        Why::Resign | Why::Timeout => say!(
            f,
            language,
            "{side} leaves the match with its player; its pieces stay",
            "{side}は退席により脱落しました。駒は盤に残ります。",
            "{side}隨玩家離開，棋子留在盤上。"
        ),
    }
}

fn over(
    language: Language,
    f: &mut fmt::Formatter<'_>,
    winner: Option<Seat>,
    faction: Option<Faction>,
    reason: Reason,
) -> fmt::Result {
    let reason = reason.told_in(language);
    let Some(winner) = winner.map(|seat| seat.told_in(language)) else {
        return say!(
            f,
            language,
            "the match is drawn ({reason})",
            "引き分けです（{reason}）。",
            "和局（{reason}）。"
        );
    };
    let Some(side) = faction.map(|faction| Side(faction.colour()).told_in(language)) else {
        return say!(
            f,
            language,
            "{winner} wins ({reason})",
            "{winner}の勝ちです（{reason}）。",
            "{winner} 獲勝（{reason}）。"
        );
    };
    say!(
        f,
        language,
        "{winner}, {side}, wins ({reason})",
        "{winner}（{side}）の勝ちです（{reason}）。",
        "{winner}（{side}）獲勝（{reason}）。"
    )
}
