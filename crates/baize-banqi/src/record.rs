//! Records of matches (rules, 14.4).

use crate::cell::cells;
use crate::{
    Action, Banqi, Cell, End, Ending, Event, FullPosition, Identities, Mode, Options, Piece, Ply, Position,
    Reason, RuleError, Setup, Square, Why,
};
use baize_rules::{Leaving, Seat, Seed, Table, clip};
use serde_json::{Map, Value};
use std::fmt;
use std::str::FromStr;

/// A match as it was played: the rules, the players, the starting position, the moves and the result.
///
/// It holds only what was public, except for the seed, which is added once the match has ended. The text has
/// one item per line: the mode and the options that differ from the defaults, `seat` and a name for each
/// seat, `commitment`, `seed`, `start` and the public position, then the actions separated by blanks, then
/// the result and the reason.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchRecord {
    /// The starting position, with the rules.
    pub start: Position,
    /// The names of the players by seat.
    pub names: Vec<String>,
    /// The hash of the seed, published before the deal.
    pub commitment: Option<String>,
    /// The seed of the deal.
    pub seed: Option<Seed>,
    /// What happened, in order.
    pub entries: Vec<MatchMove>,
    /// How the match ended; `None` while it is under way.
    pub ending: Option<Ending>,
}

/// One entry of a match record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchMove {
    /// A flip and the piece that came up: `b3(K)`.
    Flip(Cell, Piece),
    /// A move: `b3-b4`.
    Move(Cell, Cell),
    /// A capture and the piece taken: `b3xb4(p)`.
    Capture(Cell, Cell, Piece),
    /// A seat left: `resign(2)`, `timeout(2)`.
    Leave(Seat, Leaving),
    /// Everybody still in the match agreed on a draw: `agreement`.
    Draw,
}

impl MatchRecord {
    /// A record without entries.
    pub fn begin(start: &Position, names: Vec<String>) -> MatchRecord {
        MatchRecord { start: *start, names, commitment: None, seed: None, entries: Vec::new(), ending: None }
    }

    /// Adds what was announced.
    pub fn note(&mut self, event: &Event) {
        let piece = |letter| Piece::from_letter(letter).expect("an event names pieces by their letters");
        let entry = match *event {
            Event::Flipped { at, piece: shown, .. } => MatchMove::Flip(at, piece(shown.letter)),
            Event::Moved { from, to, .. } => MatchMove::Move(from, to),
            Event::Captured { from, to, taken, .. } => MatchMove::Capture(from, to, piece(taken.letter)),
            Event::SeatLeft(departure) if departure.why == Why::Resign => {
                MatchMove::Leave(departure.seat, Leaving::Resign)
            }
            Event::SeatLeft(departure) => MatchMove::Leave(departure.seat, Leaving::Timeout),
            Event::FactionOut { .. } => return,
            Event::GameOver { winner, reason, .. } => {
                self.ending = Some(Ending { winner, reason });
                if reason != Reason::Agreement {
                    return;
                }
                MatchMove::Draw
            }
        };
        self.entries.push(entry);
    }

    /// Replays the match, checking every action, every captured piece and the result, and the deal too if the
    /// seed is known. Without a seed, the pieces that never came up are laid out in any order.
    pub fn replay(&self) -> Result<Table<Banqi>, RuleError> {
        let deal = self.start.write_line(Some(&self.deal()?));
        let mut table = Table::<Banqi>::load(Setup::of_line(&deal, *self.start.options())?)?;
        for (number, &entry) in (1..).zip(&self.entries) {
            play(&mut table, entry).map_err(|what| bad(format!("action {number}: {what}")))?;
        }
        match (table.game().position().ending(), self.ending) {
            (ended, written) if ended == written => Ok(table),
            (None, Some(Ending { winner: None, reason: Reason::Agreement })) => Ok(table),
            (ended, _) => Err(bad(format!("the result is {}", self.result(ended)))),
        }
    }

    /// The face-down pieces at the start, from the seed or from what came up later.
    fn deal(&self) -> Result<Identities, RuleError> {
        if let (Some(seed), Some(commitment)) = (&self.seed, &self.commitment)
            && seed.commitment() != *commitment
        {
            return Err(bad("the seed does not fit its commitment"));
        }
        let mut hidden = match &self.seed {
            Some(seed) => {
                let deal = FullPosition::deal(*self.start.options(), seed)?;
                if *deal.public() != self.start {
                    return Err(bad("the seed deals another start"));
                }
                deal.hidden
            }
            None => Identities::NONE,
        };
        let mut left = self.start.unknown();
        let mut places = self.start.face_down();
        for (number, entry) in (1..).zip(&self.entries) {
            let MatchMove::Flip(at, piece) = *entry else { continue };
            let fits = match hidden.get(at) {
                Some(dealt) => dealt == piece,
                None => left.count(piece) > 0,
            };
            if places & at.bit() == 0 || !fits {
                return Err(bad(format!("action {number}: {piece} cannot come up there")));
            }
            places ^= at.bit();
            left.remove(piece);
            hidden.set(at, piece);
        }
        if self.seed.is_none() {
            for (cell, piece) in cells(places).zip(left.iter()) {
                hidden.set(cell, piece);
            }
        }
        Ok(hidden)
    }

    fn result(&self, ending: Option<Ending>) -> String {
        let Some(Ending { winner, reason }) = ending else { return "*".to_owned() };
        let score = match (self.start.rules().end, winner) {
            (End::Duel, Some(Seat::FIRST)) => "1-0".to_owned(),
            (End::Duel, Some(_)) => "0-1".to_owned(),
            (End::Duel, None) => "1/2".to_owned(),
            (End::LastLeft, Some(winner)) => (winner.index() + 1).to_string(),
            (End::LastLeft, None) => "=".to_owned(),
        };
        format!("{score} {reason}")
    }

    fn entry_text(&self, entry: MatchMove) -> String {
        let name = |cell: Cell| cell.name(self.start.mode());
        match entry {
            MatchMove::Flip(at, piece) => format!("{}({piece})", name(at)),
            MatchMove::Move(from, to) => format!("{}-{}", name(from), name(to)),
            MatchMove::Capture(from, to, prize) => format!("{}x{}({prize})", name(from), name(to)),
            MatchMove::Draw => Reason::Agreement.word().to_owned(),
            MatchMove::Leave(seat, why) => format!("{}({})", why.reason(), seat.index() + 1),
        }
    }
}

/// Plays one entry, or says what is wrong with it.
fn play(table: &mut Table<Banqi>, entry: MatchMove) -> Result<(), String> {
    let position = table.game().position();
    let ply = match entry {
        MatchMove::Flip(at, _) => Ply::Flip(at),
        MatchMove::Move(from, to) => Ply::Move(from, to),
        MatchMove::Capture(from, to, prize) if position.at(to) == Square::FaceUp(prize) => {
            Ply::Capture(from, to)
        }
        MatchMove::Capture(_, _, prize) => return Err(format!("there is no {prize} to take")),
        MatchMove::Draw => {
            return table.draw().map(drop).ok_or_else(|| "no draw can be agreed on".to_owned());
        }
        MatchMove::Leave(seat, why) => {
            return table.leave(seat, why).map(drop).map_err(|error| error.to_string());
        }
    };
    table.play(position.seat(), &Action::from(ply)).map(drop).map_err(|error| error.to_string())
}

fn bad(what: impl Into<String>) -> RuleError {
    RuleError::BadRecord { what: what.into() }
}

impl fmt::Display for MatchRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WIDTH: usize = 100;
        writeln!(f, "banqi {}", options_text(self.start.options()))?;
        for (name, number) in self.names.iter().zip(1..) {
            writeln!(f, "{}", format!("seat {number} {}", one_line(name)).trim_end())?;
        }
        if let Some(commitment) = &self.commitment {
            writeln!(f, "commitment {}", one_line(commitment))?;
        }
        if let (Some(seed), Some(_)) = (&self.seed, self.ending) {
            writeln!(f, "seed {}", seed.to_hex())?;
        }
        writeln!(f, "start {}", self.start.line())?;
        let mut width = 0;
        for &entry in &self.entries {
            let text = self.entry_text(entry);
            match width {
                0 => {}
                width if width + text.len() < WIDTH => write!(f, " ")?,
                _ => writeln!(f)?,
            }
            width = if width + text.len() < WIDTH { width + text.len() + 1 } else { text.len() + 1 };
            write!(f, "{text}")?;
        }
        if width > 0 {
            writeln!(f)?;
        }
        writeln!(f, "{}", self.result(self.ending))
    }
}

fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// The mode and the options that differ from its defaults.
fn options_text(options: &Options) -> String {
    let fields = |options: &Options| match serde_json::to_value(options) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    let defaults = fields(&Options::contract(options.mode));
    let mut text = options.mode.to_string();
    for (name, value) in fields(options).iter().filter(|(name, value)| defaults.get(*name) != Some(value)) {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        text.push_str(&format!(" {name}={value}"));
    }
    text
}

fn read_options(words: &str) -> Result<Options, String> {
    if let Some(word) = words.split_ascii_whitespace().find(|word| word.len() > 40) {
        return Err(format!("{:?} is no option", clip(word)));
    }
    let mut words = words.split_ascii_whitespace();
    let mut fields = Map::new();
    fields.insert("mode".to_owned(), words.next().unwrap_or_default().into());
    for word in words {
        let Some((name, value)) = word.split_once('=') else {
            return Err(format!("{:?} is no option", clip(word)));
        };
        let value = value.parse::<u64>().map_or_else(|_| Value::from(value), Value::from);
        fields.insert(name.to_owned(), value);
    }
    let options: Options =
        serde_json::from_value(Value::Object(fields)).map_err(|error| error.to_string())?;
    options.fit().map_err(|error| error.to_string())
}

impl FromStr for MatchRecord {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<MatchRecord, RuleError> {
        let mut reader = Reader::default();
        for (line, number) in text.lines().zip(1..) {
            reader.read_line(line.trim()).map_err(|what| bad(format!("line {number}: {what}")))?;
        }
        reader.finish().map_err(bad)
    }
}

/// A record being read.
#[derive(Default)]
struct Reader {
    options: Option<Options>,
    names: Vec<String>,
    commitment: Option<String>,
    seed: Option<Seed>,
    record: Option<MatchRecord>,
    result: Score,
}

/// How much of the result has been read.
#[derive(Default)]
enum Score {
    #[default]
    Missing,
    WithoutReason(Option<Seat>),
    Complete,
}

impl Reader {
    fn read_line(&mut self, line: &str) -> Result<(), String> {
        if self.record.is_some() {
            return line.split_ascii_whitespace().try_for_each(|word| self.read_word(word));
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, self.options) {
            ("", _) => {}
            ("banqi", None) => {
                self.options = Some(read_options(rest)?);
            }
            (_, None) => return Err("a record begins with banqi and the mode".to_owned()),
            ("seat", Some(options)) => self.read_name(rest, options.mode)?,
            ("commitment", _) => self.commitment = Some(rest.to_owned()),
            ("seed", _) => self.seed = Some(read_seed(rest)?),
            ("start", Some(options)) => self.read_start(rest, options)?,
            _ => return Err(format!("{:?} is not part of a record", clip(word))),
        }
        Ok(())
    }

    fn read_name(&mut self, text: &str, mode: Mode) -> Result<(), String> {
        let (number, name) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let expected = self.names.len() + 1;
        if expected > mode.seats().into() || number != expected.to_string() {
            return Err(format!("the seats are 1 to {} in order", mode.seats()));
        }
        self.names.push(name.trim().to_owned());
        Ok(())
    }

    fn read_start(&mut self, line: &str, options: Options) -> Result<(), String> {
        let start = Position::read(line, options).map_err(|error| error.to_string())?;
        if line.contains('~') {
            return Err("a record starts from a public position".to_owned());
        }
        if start.mode() != options.mode {
            return Err(format!("this is not a position of {}", options.mode));
        }
        let mut record = MatchRecord::begin(&start, std::mem::take(&mut self.names));
        (record.commitment, record.seed) = (self.commitment.take(), self.seed.take());
        self.record = Some(record);
        Ok(())
    }

    fn read_word(&mut self, word: &str) -> Result<(), String> {
        let Some(record) = &mut self.record else { return Ok(()) };
        let mode = record.start.mode();
        match self.result {
            Score::Complete => return Err(format!("{:?} follows the result", clip(word))),
            Score::WithoutReason(winner) => {
                let reason =
                    Reason::from_word(word).ok_or_else(|| format!("{:?} is no reason", clip(word)))?;
                record.ending = Some(Ending { winner, reason });
                self.result = Score::Complete;
            }
            Score::Missing if word == "*" => self.result = Score::Complete,
            Score::Missing => match read_score(word, mode) {
                Some(winner) => self.result = Score::WithoutReason(winner),
                None => {
                    let entry = read_entry(word, mode);
                    record.entries.push(entry.ok_or_else(|| format!("{:?} is no action", clip(word)))?);
                }
            },
        }
        Ok(())
    }

    fn finish(self) -> Result<MatchRecord, String> {
        let record = self.record.ok_or("there is no start")?;
        if !matches!(self.result, Score::Complete) {
            return Err("there is no result, or no reason for it".to_owned());
        }
        if record.ending.is_none() && record.seed.is_some() {
            return Err("the seed of a match that goes on must not be known".to_owned());
        }
        Ok(record)
    }
}

fn read_seed(text: &str) -> Result<Seed, String> {
    serde_json::from_value(Value::from(text)).map_err(|error| error.to_string())
}

/// Reads the winning seat, or nobody for a draw.
fn read_score(word: &str, mode: Mode) -> Option<Option<Seat>> {
    match (mode.rules().end, word) {
        (End::Duel, "1-0") | (End::LastLeft, "1") => Some(Seat::new(0)),
        (End::Duel, "0-1") | (End::LastLeft, "2") => Some(Seat::new(1)),
        (End::LastLeft, "3") => Some(Seat::new(2)),
        (End::Duel, "1/2") | (End::LastLeft, "=") => Some(None),
        _ => None,
    }
}

fn read_entry(word: &str, mode: Mode) -> Option<MatchMove> {
    if word == Reason::Agreement.word() {
        return Some(MatchMove::Draw);
    }
    let cell = |name| Cell::named(mode, name);
    let Some((deed, remark)) = word.strip_suffix(')').and_then(|word| word.split_once('(')) else {
        let (from, to) = word.split_once('-')?;
        return Some(MatchMove::Move(cell(from)?, cell(to)?));
    };
    let leaving = [Leaving::Resign, Leaving::Timeout].into_iter().find(|why| why.reason() == deed);
    if let Some(why) = leaving {
        let number: u8 = remark.parse().ok()?;
        return Some(MatchMove::Leave(Seat::new(number.checked_sub(1)?)?, why));
    }
    let mut letters = remark.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return None };
    let piece = Piece::from_letter(letter)?;
    match deed.split_once('x') {
        Some((from, to)) => Some(MatchMove::Capture(cell(from)?, cell(to)?, piece)),
        None => Some(MatchMove::Flip(cell(deed)?, piece)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baize_rules::{Dice, Game};

    /// Plays a random match, in which sometimes a seat leaves, and returns its record.
    fn played(json: &str, seed: &str) -> (MatchRecord, Table<Banqi>) {
        let options: Options = serde_json::from_str(json).unwrap();
        let seed = Seed::from_text(seed);
        let mut dice = Dice::new(&seed.branch("play"));
        let mut table = Table::<Banqi>::start(options, options.mode.seats(), &seed).unwrap();
        let names = ["Ann", "Bob Example", ""].into_iter().take(options.mode.seats().into());
        let mut record = MatchRecord::begin(table.game().position(), names.map(str::to_owned).collect());
        (record.commitment, record.seed) = (Some(seed.commitment()), Some(seed));
        while table.game().outcome().is_none() {
            let seat = table.game().position().seat();
            let news = if dice.roll(150) == 0 {
                let who = Seat::new(dice.roll(options.mode.seats().into()) as u8).unwrap();
                table.leave(who, if dice.roll(2) == 0 { Leaving::Resign } else { Leaving::Timeout })
            } else {
                table.play(seat, dice.pick(&table.game().menu(seat).into_actions()).unwrap())
            };
            news.unwrap().iter().for_each(|news| record.note(&news.event));
        }
        (record, table)
    }

    #[test]
    fn records_are_read_as_they_were_written_and_replay_to_the_same_end() {
        for json in [r#"{"preset":"tournament"}"#, r#"{"plyCap":60}"#, r#"{"preset":"folk","repetition":3}"#]
        {
            for seed in 0..8 {
                let (record, table) = played(json, &format!("record {seed}"));
                let text = record.to_string();
                assert_eq!(text.parse::<MatchRecord>().unwrap(), record, "{text}");
                assert_eq!(record.replay().unwrap().setup(), table.setup(), "{text}");
                let unsealed = MatchRecord { seed: None, ..record };
                assert_eq!(unsealed.replay().unwrap().setup().public, table.setup().public, "{text}");
            }
        }
    }

    #[test]
    fn a_match_that_goes_on_does_not_show_its_seed() {
        let (record, _) = played(r#"{"preset":"tournament"}"#, "open");
        let running = MatchRecord { ending: None, entries: record.entries[..9].to_vec(), ..record.clone() };
        let text = running.to_string();
        assert!(!text.contains(&running.seed.as_ref().unwrap().to_hex()), "{text}");
        assert!(text.ends_with("\n*\n"), "{text}");
        let read: MatchRecord = text.parse().unwrap();
        assert_eq!(read, MatchRecord { seed: None, ..running });
        assert_eq!(read.replay().unwrap().game().position().ply(), 9);
        let leaking = record.to_string().replace(&record.result(record.ending), "*");
        check(&leaking, "not a record: the seed of a match that goes on must not be known");
    }

    fn check(text: &str, error: &str) {
        let read = text.parse::<MatchRecord>().and_then(|record| record.replay().map(drop));
        assert_eq!(read.unwrap_err().to_string(), error, "{text}");
    }

    const SHORT: &str = "\
banqi classic noProgress=60
seat 1 Ann
seat 2 Bob
start c Pg2/g3/4/4/4/4/4/3? 2 rb - - kmmrrhhccppppp,KGGMMRRHHCCPPP 63
d1(P) a8xa7(g) b8-c8
1/2 agreement
";

    #[test]
    fn a_short_record_is_checked_step_by_step() {
        let wrong = |from: &str, to: &str, error: &str| {
            check(&SHORT.replace(from, to), &format!("not a record: {error}"));
        };
        check(SHORT, "not a record: action 2: Invalid capture: rank too low");
        let text = SHORT.replace("a8xa7(g) b8-c8", "d1-c1 b8-c8").replace("noProgress=60", "");
        assert_eq!(text.parse::<MatchRecord>().unwrap().to_string(), text.replace("classic ", "classic"));
        text.parse::<MatchRecord>().unwrap().replay().unwrap();
        check(&text.replace("1/2 agreement", "1-0 resign"), "not a record: the result is *");
        check(
            &text.replace("1/2 agreement", "resign(1) 1-0 resign"),
            "not a record: the result is 0-1 resign",
        );
        text.replace("1/2 agreement", "resign(1) 0-1 resign")
            .parse::<MatchRecord>()
            .unwrap()
            .replay()
            .unwrap();
        check(
            &text.replace("d1-c1", "resign(3)"),
            "not a record: action 2: seat 2 is not at this table of 2",
        );
        wrong("d1(P)", "d1(K)", "action 1: K cannot come up there");
        wrong("d1(P)", "d2(P)", "action 1: P cannot come up there");
        wrong("a8xa7(g)", "a8xa7(m)", "action 2: there is no m to take");
        wrong("banqi", "chess", "line 1: a record begins with banqi and the mode");
        wrong("noProgress=60", "noProgress=0", "line 1: a limit is a positive number or \"off\"");
        wrong("noProgress=60", "guard=diagonal", "line 1: the option guard does not exist in classic");
        wrong("noProgress=60", "fast", "line 1: \"fast\" is no option");
        wrong("seat 2 Bob", "seat 3 Bob", "line 3: the seats are 1 to 2 in order");
        wrong("seat 2 Bob", "seed 12", "line 3: a seed has 64 hexadecimal digits");
        wrong("seat 2 Bob", "table 2", "line 3: \"table\" is not part of a record");
        wrong("3?", "3~P", "line 4: a record starts from a public position");
        wrong("b8-c8", "b8:c8", "line 5: \"b8:c8\" is no action");
        wrong("1/2 agreement", "", "there is no result, or no reason for it");
        wrong("1/2 agreement", "1/2 boredom", "line 6: \"boredom\" is no reason");
        wrong("1/2 agreement", "1/2 agreement b8-c8", "line 6: \"b8-c8\" follows the result");
        check("", "not a record: there is no start");
    }

    #[test]
    fn the_seed_must_be_the_one_that_was_committed_to() {
        let (record, _) = played(r#"{"plyCap":20}"#, "committed");
        let other = Seed::from_text("another");
        let swapped = MatchRecord { seed: Some(other.clone()), ..record.clone() };
        check(&swapped.to_string(), "not a record: the seed does not fit its commitment");
        let swapped = MatchRecord { commitment: Some(other.commitment()), ..swapped };
        assert!(swapped.replay().unwrap_err().to_string().contains("cannot come up there"));
    }
}
