//! Records of whole games and how they are verified.

use crate::{AnyEvent, AnyTable, find};
use baize_rules::{Leaving, Outcome, Problem, Seat, Seed};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// A game from the deal to the last action, enough to replay it byte for byte.
///
/// A written record also has `sums`, the first digits of a hash of each part, and a `hash` over everything.
/// If present, they are checked on reading, since a replay alone would not notice a changed name.
/// `docs/records.md` describes the format.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, remote = "Self")]
pub struct Record {
    /// Always [`Record::FORMAT`].
    pub format: String,
    /// The game's id.
    pub game: String,
    /// The revision of its rules.
    pub revision: u32,
    /// The options of the match.
    pub options: Value,
    /// How many seats.
    pub seats: u8,
    /// The position the game began with, if not the usual one. What the text leaves open was dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The names of the players, if known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// The person of the cast that each computer player appeared as; empty if there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub personas: Vec<Option<String>>,
    /// The hash of the seed, published before the deal.
    pub commitment: String,
    /// The seed; absent until the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// What each seat added to the seed before the deal, in seat order; without it, the deal follows from the
    /// seed alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entropy: Option<Vec<String>>,
    /// Whether at least the beginning was played without a server, seen by nobody but the players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_offline: bool,
    /// The moves, in order.
    pub log: Vec<RecordedMove>,
    /// How the game ended; absent while it is under way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Outcome>,
    /// Used only while reading, since a record in memory may change.
    #[serde(default, skip_serializing)]
    sums: Option<Map<String, Value>>,
    /// Like `sums`, used only while reading.
    #[serde(default, skip_serializing)]
    hash: Option<String>,
}

/// The parts of a record in the order of writing. `sums` has one sum for each, and one per entry for `log`.
const PARTS: [&str; 14] = [
    "format",
    "game",
    "revision",
    "options",
    "seats",
    "position",
    "players",
    "personas",
    "commitment",
    "seed",
    "entropy",
    "isOffline",
    "log",
    "result",
];

/// The first 8 digits of the hash of a part, enough to tell where something was changed.
fn sum(part: &Value) -> String {
    let mut digits = hash_of(part);
    digits.truncate(8);
    digits
}

fn sums(contents: &Value) -> Map<String, Value> {
    let sum_of = |part: &str, value: &Value| match value {
        Value::Array(entries) if part == "log" => entries.iter().map(sum).collect(),
        plain => Value::from(sum(plain)),
    };
    let parts = PARTS.iter().filter_map(|part| Some((*part, contents.get(part)?)));
    parts.map(|(part, value)| (part.to_owned(), sum_of(part, value))).collect()
}

/// The first part of a record that does not fit its sum, if any.
fn changed_part(record: &Value) -> Option<String> {
    let sums = record.get("sums")?;
    let is_changed =
        |part: Option<&Value>, of: Option<&Value>| part.map(sum).as_deref() != of.and_then(Value::as_str);
    PARTS.iter().find_map(|part| {
        let (value, of) = (record.get(part), sums.get(part));
        let (Some(Value::Array(entries)), Some(Value::Array(of)), true) = (value, of, *part == "log") else {
            return is_changed(value, of).then(|| format!("`{part}`"));
        };
        let mut places = 0..entries.len().max(of.len());
        let place = places.find(|&at| is_changed(entries.get(at), of.get(at)))?;
        Some(format!("entry {}", place + 1))
    })
}

/// Everything in a record except its hash.
struct Contents<'a>(&'a Record);

impl Contents<'_> {
    fn value(&self) -> serde_json::Result<Value> {
        serde_json::to_value(self)
    }
}

fn hash_of(value: &Value) -> String {
    let mut hash = Sha256::new();
    add(value, &mut hash);
    hex::encode(hash.finalize())
}

/// Hashes a value as text without spaces and with sorted keys, so that the layout of a record does not
/// matter.
fn add(value: &Value, hash: &mut Sha256) {
    match value {
        Value::Object(fields) => {
            let mut keys: Vec<&String> = fields.keys().collect();
            keys.sort_unstable();
            for (before, key) in std::iter::once("{").chain(std::iter::repeat(",")).zip(keys) {
                hash.update(format!("{before}{}:", Value::from(key.as_str())));
                add(&fields[key], hash);
            }
            hash.update(if fields.is_empty() { "{}" } else { "}" });
        }
        Value::Array(values) => {
            for (before, value) in std::iter::once("[").chain(std::iter::repeat(",")).zip(values) {
                hash.update(before);
                add(value, hash);
            }
            hash.update(if values.is_empty() { "[]" } else { "]" });
        }
        plain => hash.update(plain.to_string()),
    }
}

impl Serialize for Contents<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Record::serialize(self.0, serializer)
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'a> {
            #[serde(flatten)]
            contents: Contents<'a>,
            sums: Map<String, Value>,
            hash: String,
        }
        let contents = Contents(self);
        let value = contents.value().map_err(serde::ser::Error::custom)?;
        Written { contents, sums: sums(&value), hash: hash_of(&value) }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Record, D::Error> {
        let mut record = Record::deserialize(deserializer)?;
        record.sums = None;
        if let Some(hash) = record.hash.take()
            && hash != hash_of(&Contents(&record).value().map_err(D::Error::custom)?)
        {
            return Err(D::Error::custom("it was changed after it was written: its `hash` does not fit"));
        }
        Ok(record)
    }
}

/// One entry of a record: an action, a seat that left, or a draw.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum RecordedMove {
    /// `seat` acted.
    Action {
        /// Who.
        seat: Seat,
        /// What.
        action: Value,
        /// What a computer player meant to do, if its hand shook; revealed when the game is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        meant: Option<Value>,
    },
    /// `seat` left.
    Leave {
        /// Who.
        seat: Seat,
        /// Why.
        leave: Leaving,
    },
    /// A draw that `seat` had proposed was agreed on.
    Draw {
        /// Who.
        seat: Seat,
        /// How.
        draw: Agreement,
    },
}

/// How a draw came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Agreement {
    /// Everybody still in the game agreed.
    Agreed,
}

impl RecordedMove {
    /// An entry for an action that was made as meant.
    pub const fn action(seat: Seat, action: Value) -> RecordedMove {
        RecordedMove::Action { seat, action, meant: None }
    }

    /// Removes what nobody may know before the game is over.
    pub fn keep_secret(&mut self) {
        if let RecordedMove::Action { meant, .. } = self {
            *meant = None;
        }
    }

    /// The seat the entry belongs to.
    pub const fn seat(&self) -> Seat {
        match self {
            RecordedMove::Action { seat, .. }
            | RecordedMove::Leave { seat, .. }
            | RecordedMove::Draw { seat, .. } => *seat,
        }
    }
}

/// What a verification confirmed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verified {
    /// The game's id.
    pub game: String,
    /// How many actions were replayed.
    pub actions: usize,
    /// The commitment, which the seed fits.
    pub commitment: String,
    /// How the game ended; `None` if the record stops earlier.
    pub result: Option<Outcome>,
}

fn bad(what: impl Into<String>) -> Problem {
    Problem::new("request.bad_record", what)
}

impl Record {
    /// The value of `format`.
    pub const FORMAT: &'static str = "baize-record-1";

    /// The most bytes a seat may add to the seed.
    pub const MOST_ENTROPY: usize = 64;

    /// An empty record for a game dealt from `seed`.
    pub fn of(table: &dyn AnyTable, options: Value, seed: &Seed) -> Record {
        let game = table.game();
        Record {
            format: Record::FORMAT.to_owned(),
            game: game.id().to_owned(),
            revision: game.revision(),
            options,
            seats: table.seats(),
            position: None,
            players: Vec::new(),
            personas: Vec::new(),
            commitment: seed.commitment(),
            seed: Some(seed.clone()),
            entropy: None,
            is_offline: false,
            log: Vec::new(),
            result: None,
            sums: None,
            hash: None,
        }
    }

    /// The hash of everything in the record, which identifies it.
    pub fn fingerprint(&self) -> String {
        Contents(self).value().as_ref().map(hash_of).unwrap_or_default()
    }

    /// Reads a record from JSON.
    pub fn read(text: &str) -> Result<Record, Problem> {
        let not_one = |error| bad(format!("not a record: {error}"));
        let value: Value = serde_json::from_str(text).map_err(not_one)?;
        if let Some(part) = changed_part(&value) {
            return Err(bad(format!("{part} is not as it was written: its sum does not fit")));
        }
        let record: Record = serde_json::from_str(text).map_err(not_one)?;
        if record.format != Record::FORMAT {
            return Err(bad(format!(
                "the format is {:?}, not {:?}",
                baize_rules::clip(&record.format),
                Record::FORMAT
            )));
        }
        Ok(record)
    }

    /// Replays the game and checks that the seed fits its commitment, every action was legal and the result is right.
    pub fn verify(&self) -> Result<Verified, Problem> {
        let table = self.replay()?;
        if table.outcome() != self.result {
            return Err(bad("the result is not the one that the actions lead to"));
        }
        Ok(Verified {
            game: self.game.clone(),
            actions: self.log.len(),
            commitment: self.commitment.clone(),
            result: self.result.clone(),
        })
    }

    /// The seed the dice were made from, if it fits the commitment.
    fn deal(&self) -> Result<Seed, Problem> {
        let Some(seed) = &self.seed else {
            return Err(bad("the seed is not revealed yet; a record can be verified when the game is over"));
        };
        if seed.commitment() != self.commitment {
            return Err(bad(
                "the seed does not fit its commitment: the deal is not the one that was promised",
            ));
        }
        let Some(entropy) = &self.entropy else { return Ok(seed.clone()) };
        if entropy.len() != usize::from(self.seats)
            || entropy.iter().any(|text| text.len() > Record::MOST_ENTROPY)
        {
            let most = Record::MOST_ENTROPY;
            return Err(bad(format!("`entropy` has one text of at most {most} bytes for each seat")));
        }
        Ok(seed.with_entropy(entropy))
    }

    /// Replays the game and returns the table after the last entry.
    pub fn replay(&self) -> Result<Box<dyn AnyTable>, Problem> {
        self.run(|_, _| {}, |_| {})
    }

    /// Like [`Record::replay`]; `watch` sees every entry and the table just before it.
    pub fn replay_watched(
        &self,
        watch: impl FnMut(&dyn AnyTable, &RecordedMove),
    ) -> Result<Box<dyn AnyTable>, Problem> {
        self.run(watch, |_| {})
    }

    /// Like [`Record::replay`]; `hear` gets the events of every entry.
    pub fn retell(&self, hear: impl FnMut(Vec<AnyEvent>)) -> Result<Box<dyn AnyTable>, Problem> {
        self.run(|_, _| {}, hear)
    }

    fn run(
        &self,
        mut watch: impl FnMut(&dyn AnyTable, &RecordedMove),
        mut hear: impl FnMut(Vec<AnyEvent>),
    ) -> Result<Box<dyn AnyTable>, Problem> {
        let seed = self.deal()?;
        let game = find(&self.game)?;
        if self.revision != game.revision() {
            let now = game.revision();
            return Err(bad(format!(
                "made under revision {} of the rules, this program has {now}",
                self.revision
            )));
        }
        let mut table = match &self.position {
            None => game.start(&self.options, Some(self.seats), &seed)?,
            Some(position) => game.set_up(position, &self.options, &seed)?,
        };
        if table.seats() != self.seats {
            return Err(bad(format!("the position is one for {} seats, not {}", table.seats(), self.seats)));
        }
        for (index, entry) in self.log.iter().enumerate() {
            watch(&*table, entry);
            let done = match entry {
                RecordedMove::Action { seat, action, meant } => {
                    if let Some(Err(problem)) = meant.as_ref().map(|meant| table.decode(meant)) {
                        return Err(bad(format!("what entry {} meant is no action: {problem}", index + 1)));
                    }
                    table.play(*seat, action)
                }
                RecordedMove::Leave { seat, leave } => table.leave(*seat, *leave),
                RecordedMove::Draw { .. } => table.draw(),
            };
            hear(done.map_err(|problem| bad(format!("entry {} was not legal: {problem}", index + 1)))?);
        }
        Ok(table)
    }
}
