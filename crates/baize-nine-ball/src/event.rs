//! What is announced.

use crate::motion::Track;
use crate::{Ball, Foul, Happening, Layout, Phase, Reason, Spot};
use baize_rules::{Language, Leaving, Say, Seat, Who, display_in_english, say};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// Something that happened. Everybody hears everything.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Event {
    /// Something on the bed during a shot; the judge reads exactly these.
    Shot(Happening),
    /// Anything else at the table.
    Table(Announcement),
}

/// What the referee at the table says.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum Announcement {
    /// The cue ball was put down.
    Placed {
        /// The seat.
        seat: Seat,
        /// Where it was put.
        at: Spot,
    },
    /// How the balls moved in the shot just played; balls that are not listed did not move.
    Motion {
        /// When all balls lay still, in seconds after the strike.
        seconds: f64,
        /// The motion of each ball.
        balls: Vec<Track>,
    },
    /// The shot was a foul.
    Foul {
        /// The seat that fouled.
        seat: Seat,
        /// The first foul.
        kind: Foul,
        /// All fouls of the shot.
        all: Vec<Foul>,
        /// The ball hit first.
        hit: Option<Ball>,
        /// The ball that should have been hit first.
        target: Option<Ball>,
        /// How many fouls in a row this seat has made.
        in_a_row: u8,
    },
    /// A ball was put back on the bed.
    Respot {
        /// The ball, always the 9.
        ball: Ball,
        /// Where it was put.
        at: Spot,
    },
    /// Who acts next.
    Turn {
        /// The seat.
        seat: Seat,
        /// What the game waits for.
        phase: Phase,
        /// The ball to hit first.
        target: Option<Ball>,
        /// Whether the shot may be declared a push-out.
        push_ok: bool,
    },
    /// A seat decided who plays on after a push-out.
    Chosen {
        /// The seat that decided.
        seat: Seat,
        /// Whether that seat plays; otherwise the pusher does.
        play: bool,
    },
    /// The rack was given up.
    Conceded {
        /// The seat that gave it up.
        seat: Seat,
    },
    /// A rack of a match of several is over.
    RackOver {
        /// The seat that won it, if any.
        winner: Option<Seat>,
        /// How it ended.
        reason: Reason,
        /// Racks won by each seat.
        racks: Vec<u8>,
    },
    /// The next rack is set up.
    Rack {
        /// The seat that breaks.
        breaker: Seat,
        /// Where the balls lie.
        balls: Layout,
    },
    /// A seat has left for good.
    Left {
        /// The seat.
        seat: Seat,
        /// Why it left.
        why: Leaving,
    },
    /// The game is over.
    GameOver {
        /// The seat that won; none if a player at a table for one lost or stopped.
        winner: Option<Seat>,
        /// How it ended.
        reason: Reason,
        /// Racks won by each seat.
        racks: Vec<u8>,
    },
}

impl From<Announcement> for Event {
    fn from(announcement: Announcement) -> Event {
        Event::Table(announcement)
    }
}

impl Say for Event {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Shot(happening) => happening.say(language, f),
            Event::Table(announcement) => announcement.say(language, f),
        }
    }
}

display_in_english!(Event);

impl Say for Announcement {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = |seat: &Seat| Who(*seat).told_in(language);
        match self {
            Announcement::Placed { seat, .. } => {
                let who = who(seat);
                say!(
                    f,
                    language,
                    "{who} places the cue ball.",
                    "{who}が手球を置きました。",
                    "{who} 擺放母球。"
                )
            }
            Announcement::Motion { seconds, .. } => say!(
                f,
                language,
                "The balls lie still after {seconds:.1} seconds.",
                "{seconds:.1}秒後に球が止まりました。",
                "{seconds:.1} 秒後球停止。"
            ),
            Announcement::Foul { kind, hit, target, in_a_row, .. } => {
                foul(language, f, *kind, hit.zip(*target))?;
                warn(language, f, *in_a_row)
            }
            Announcement::Respot { ball, .. } => {
                let ball = crate::happening::Subject(*ball).told_in(language);
                say!(f, language, "{ball} is respotted.", "{ball}を置き直します。", "{ball}重置。")
            }
            Announcement::Turn { seat, phase, target, push_ok } => {
                turn(language, f, *seat, *phase)?;
                if let Some(target) = target.map(|ball| ball.told_in(language)) {
                    say!(f, language, " Target: {target}.", "的球は{target}。", "目標{target}。")?;
                }
                if *push_ok {
                    say!(
                        f,
                        language,
                        " A push-out is possible.",
                        "プッシュアウトができます。",
                        "可以推桿。"
                    )?;
                }
                Ok(())
            }
            Announcement::Chosen { seat, play: true } => {
                let who = who(seat);
                say!(f, language, "{who} plays.", "{who}が撞きます。", "{who} 選擇打。")
            }
            Announcement::Chosen { seat, play: false } => {
                let who = who(seat);
                say!(f, language, "{who} gives it back.", "{who}は返しました。", "{who} 讓對方打。")
            }
            Announcement::Conceded { seat } => {
                let who = who(seat);
                say!(
                    f,
                    language,
                    "{who} concedes the rack.",
                    "{who}がラックを譲りました。",
                    "{who} 讓出本局。"
                )
            }
            Announcement::RackOver { winner, reason, racks } => {
                rack_over(language, f, *winner, *reason, racks)
            }
            Announcement::Rack { breaker, .. } => {
                let who = who(breaker);
                say!(
                    f,
                    language,
                    "The balls are racked. {who} breaks.",
                    "球を並べ直しました。{who}のブレイクです。",
                    "重新排球。{who} 開球。"
                )
            }
            Announcement::Left { seat, why: Leaving::Resign } => {
                let who = who(seat);
                say!(f, language, "{who} resigns.", "{who}が投了しました。", "{who} 認輸。")
            }
            Announcement::Left { seat, why: Leaving::Timeout } => {
                let who = who(seat);
                say!(f, language, "{who} is out of time.", "{who}は時間切れです。", "{who} 超時。")
            }
            Announcement::GameOver { winner: Some(seat), reason, .. } => {
                let (who, reason) = (who(seat), reason.told_in(language));
                say!(
                    f,
                    language,
                    "{who} wins ({reason}).",
                    "{who}の勝ちです（{reason}）。",
                    "{who} 獲勝（{reason}）。"
                )
            }
            Announcement::GameOver { winner: None, reason, .. } => {
                let reason = reason.told_in(language);
                say!(
                    f,
                    language,
                    "The game is over ({reason}).",
                    "対局が終わりました（{reason}）。",
                    "對局結束（{reason}）。"
                )
            }
        }
    }
}

fn foul(
    language: Language,
    f: &mut fmt::Formatter<'_>,
    kind: Foul,
    balls: Option<(Ball, Ball)>,
) -> fmt::Result {
    if let (Foul::WrongBallFirst, Some((hit, target))) = (kind, balls) {
        let (hit, target) = (hit.told_in(language), target.told_in(language));
        return say!(
            f,
            language,
            "Foul: {hit} was hit first, not {target}.",
            "ファウル：先に{hit}に当たった（的球は{target}）。",
            "犯規：先打到{hit}，應為{target}。"
        );
    }
    let kind = kind.told_in(language);
    say!(f, language, "Foul: {kind}.", "ファウル：{kind}。", "犯規：{kind}。")
}

/// Adds a warning from the second foul in a row on.
fn warn(language: Language, f: &mut fmt::Formatter<'_>, in_a_row: u8) -> fmt::Result {
    if in_a_row < 2 {
        return Ok(());
    }
    say!(
        f,
        language,
        " That is {in_a_row} in a row.",
        "{in_a_row}回連続ファウルです。",
        "已連續 {in_a_row} 次犯規。"
    )
}

fn turn(language: Language, f: &mut fmt::Formatter<'_>, seat: Seat, phase: Phase) -> fmt::Result {
    let who = Who(seat).told_in(language);
    match phase {
        Phase::BreakPlacement { .. } => {
            say!(f, language, "{who} to break.", "{who}のブレイクです。", "{who} 開球。")
        }
        Phase::BallInHand { .. } => {
            let seat = seat.told_in(language);
            say!(f, language, "Ball in hand for {seat}.", "{seat}のフリーボールです。", "{seat} 獲得自由球。")
        }
        Phase::PushOutChoice { .. } => say!(
            f,
            language,
            "{who} may play, or give it back.",
            "{who}は撞くか返すかを選べます。",
            "{who} 可以選擇打或讓對方打。"
        ),
        Phase::Aim { .. } | Phase::GameOver { .. } => {
            say!(f, language, "{who} to shoot.", "{who}の番です。", "輪到 {who}。")
        }
    }
}

fn rack_over(
    language: Language,
    f: &mut fmt::Formatter<'_>,
    winner: Option<Seat>,
    reason: Reason,
    racks: &[u8],
) -> fmt::Result {
    let reason = reason.told_in(language);
    let Some(seat) = winner else {
        return say!(
            f,
            language,
            "The rack is lost ({reason}).",
            "このラックは負けです（{reason}）。",
            "本局告負（{reason}）。"
        );
    };
    let (who, racks) = (Who(seat).told_in(language), tally(language, racks));
    say!(
        f,
        language,
        "{who} wins the rack ({reason}): {racks}.",
        "{who}がラックを取りました（{reason}）：{racks}。",
        "{who} 贏得本局（{reason}）：{racks}。"
    )
}

/// "2 to 1".
pub(crate) fn tally(language: Language, racks: &[u8]) -> String {
    let racks: Vec<String> = racks.iter().map(u8::to_string).collect();
    racks.join(match language {
        Language::English => " to ",
        Language::Japanese => "対",
        Language::Chinese => " 比 ",
    })
}
