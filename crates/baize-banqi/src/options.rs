//! The options of a match.

use crate::{Mode, RuleError, RuleOption};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::num::NonZeroU32;

/// The rules of one match; the default is Classic by the book.
///
/// On the wire a limit is a positive number or `"off"` (`null` is read as off too). On input, the field
/// `preset` may name a base for missing fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", from = "Chosen")]
pub struct Options {
    /// The rule set.
    pub mode: Mode,
    /// Three Kingdoms: where the pieces lie at the start.
    pub layout: Layout,
    /// Three Kingdoms: how Guards step.
    pub guard: GuardStep,
    /// Three Kingdoms: how Cannons move when they do not take.
    pub cannon: CannonMove,
    /// Three Kingdoms: a draw after this many actions without a capture.
    pub counter: Limit,
    /// Two seats: a draw after this many actions without a flip or a capture.
    pub no_progress: Limit,
    /// A draw when a position occurs this often; 3 or off.
    pub repetition: Limit,
    /// A draw after this many actions in all.
    pub ply_cap: Limit,
}

impl Options {
    /// The defaults of a mode.
    pub const fn contract(mode: Mode) -> Options {
        mode.rules().defaults
    }

    /// The base on which rule sets define their defaults.
    pub(crate) const fn plain(mode: Mode) -> Options {
        Options {
            mode,
            layout: Layout::Corners,
            guard: GuardStep::Orthogonal,
            cannon: CannonMove::Step,
            counter: Limit::after(60),
            no_progress: Limit::OFF,
            repetition: Limit::OFF,
            ply_cap: Limit::OFF,
        }
    }

    /// The options of a preset, in the first rule set that has it.
    pub fn preset(preset: Preset) -> Options {
        Mode::default().preset(preset)
    }

    /// The same choices in another rule set; if nothing was changed from the defaults, the defaults of that
    /// rule set.
    pub(crate) fn moved_to(self, mode: Mode) -> Options {
        if self == Options::contract(self.mode) { Options::contract(mode) } else { Options { mode, ..self } }
    }

    /// Refuses options that the chosen mode does not have. This is not part of reading options, because a
    /// position may set the mode later.
    pub(crate) fn fit(self) -> Result<Options, RuleError> {
        let plain = Options::contract(self.mode);
        let rules = self.mode.rules();
        let is_foreign = |choice: &RuleOption| !rules.has(*choice) && choice.differs(&self, &plain);
        if let Some(choice) = RuleOption::ALL.into_iter().find(is_foreign) {
            return Err(RuleError::ForeignOption { option: choice.name(), mode: self.mode });
        }
        match self.repetition.get() {
            None | Some(3) => Ok(self),
            Some(times) => Err(RuleError::BadRepetition { times }),
        }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::contract(Mode::default())
    }
}

/// Named choices of options; each rule set says what they mean there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// All defaults, in every mode.
    #[default]
    Contract,
    /// Three Kingdoms as played at home.
    Folk,
    /// Classic, drawn after 60 actions without progress or a threefold repetition.
    Tournament,
    /// Classic, drawn after 180 actions without progress or a threefold repetition.
    Olympiad,
}

/// Where the pieces of Three Kingdoms lie at the start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Four blocks of eight in the corners.
    #[default]
    Corners,
    /// On any 32 of the 45 points.
    Scatter,
}

/// How Guards step in Three Kingdoms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GuardStep {
    /// Along rows and columns.
    #[default]
    Orthogonal,
    /// From corner to corner.
    Diagonal,
}

/// How Cannons move in Three Kingdoms when they do not take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CannonMove {
    /// One step along a row or column.
    #[default]
    Step,
    /// Any number of free cells along a row or column.
    Slide,
}

/// A positive number at which something ends, or off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, JsonSchema)]
#[schemars(schema_with = "limit_shape")]
pub struct Limit(Option<NonZeroU32>);

impl Limit {
    /// No limit.
    pub const OFF: Limit = Limit(None);

    /// A limit of this many; 0 is off.
    pub const fn after(number: u32) -> Limit {
        Limit(NonZeroU32::new(number))
    }

    /// The number, unless off.
    pub const fn get(self) -> Option<u32> {
        match self.0 {
            Some(number) => Some(number.get()),
            None => None,
        }
    }

    /// Whether `number` reaches the limit.
    pub const fn reached(self, number: u32) -> bool {
        match self.0 {
            Some(limit) => number >= limit.get(),
            None => false,
        }
    }
}

/// The schema of a limit; `null` is read as off, too.
fn limit_shape(generator: &mut SchemaGenerator) -> Schema {
    let number = json_schema!({ "type": "integer", "minimum": 1, "maximum": u32::MAX });
    if generator.contract().is_serialize() {
        return json_schema!({ "anyOf": [number, { "const": "off" }] });
    }
    json_schema!({ "anyOf": [number, { "const": "off" }, { "type": "null" }] })
}

impl Serialize for Limit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.get() {
            Some(number) => serializer.serialize_u32(number),
            None => serializer.serialize_str("off"),
        }
    }
}

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Limit, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "a limit is a positive number or \"off\"")]
        enum Wire {
            Number(NonZeroU32),
            Word(Off),
            Nothing(()),
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "lowercase")]
        enum Off {
            Off,
        }
        Ok(match Wire::deserialize(deserializer)? {
            Wire::Number(number) => Limit(Some(number)),
            Wire::Word(Off::Off) | Wire::Nothing(()) => Limit::OFF,
        })
    }
}

/// Options as sent: missing fields come from the preset.
#[derive(Deserialize, Default, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
struct Chosen {
    preset: Option<Preset>,
    mode: Option<Mode>,
    layout: Option<Layout>,
    guard: Option<GuardStep>,
    cannon: Option<CannonMove>,
    #[serde(deserialize_with = "present")]
    counter: Option<Limit>,
    #[serde(deserialize_with = "present")]
    no_progress: Option<Limit>,
    #[serde(deserialize_with = "present")]
    repetition: Option<Limit>,
    #[serde(deserialize_with = "present")]
    ply_cap: Option<Limit>,
}

/// Keeps `null`, which means off, apart from a missing field.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Limit>, D::Error> {
    Limit::deserialize(deserializer).map(Some)
}

impl From<Chosen> for Options {
    fn from(chosen: Chosen) -> Options {
        let base = chosen.mode.unwrap_or_default().preset(chosen.preset.unwrap_or_default());
        Options {
            mode: chosen.mode.unwrap_or(base.mode),
            layout: chosen.layout.unwrap_or(base.layout),
            guard: chosen.guard.unwrap_or(base.guard),
            cannon: chosen.cannon.unwrap_or(base.cannon),
            counter: chosen.counter.unwrap_or(base.counter),
            no_progress: chosen.no_progress.unwrap_or(base.no_progress),
            repetition: chosen.repetition.unwrap_or(base.repetition),
            ply_cap: chosen.ply_cap.unwrap_or(base.ply_cap),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Options, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn missing_fields_come_from_the_preset() {
        assert_eq!(read("{}"), Ok(Options::default()));
        assert_eq!(read(r#"{"preset":"contract"}"#), Ok(Options::default()));
        assert_eq!(read(r#"{"mode":"three-kingdoms"}"#), Ok(Options::contract(Mode::ThreeKingdoms)));
        let folk = Options::preset(Preset::Folk);
        assert_eq!(
            (folk.mode, folk.guard, folk.cannon),
            (Mode::ThreeKingdoms, GuardStep::Diagonal, CannonMove::Slide)
        );
        assert_eq!(read(r#"{"preset":"folk"}"#), Ok(folk));
        assert_eq!(
            read(r#"{"preset":"folk","cannon":"step"}"#),
            Ok(Options { cannon: CannonMove::Step, ..folk })
        );
        let tournament = read(r#"{"preset":"tournament"}"#).unwrap();
        assert_eq!((tournament.no_progress.get(), tournament.repetition.get()), (Some(60), Some(3)));
        let olympiad = read(r#"{"preset":"olympiad","repetition":"off"}"#).unwrap();
        assert_eq!((olympiad.no_progress.get(), olympiad.repetition.get()), (Some(180), None));
    }

    #[test]
    fn limits_are_positive_numbers_or_off() {
        for (json, limit) in
            [("1", Some(1)), ("4294967295", Some(u32::MAX)), ("\"off\"", None), ("null", None)]
        {
            let options = read(&format!(r#"{{"mode":"three-kingdoms","counter":{json}}}"#)).unwrap();
            assert_eq!(options.counter.get(), limit);
            assert_eq!(read(&serde_json::to_string(&options).unwrap()), Ok(options));
        }
        for json in ["0", "-1", "1.5", "4294967296", "1e300", "\"on\"", "true", "[]"] {
            let error = read(&format!(r#"{{"plyCap":{json}}}"#)).unwrap_err();
            assert!(error.contains("a limit is a positive number or \"off\""), "{json}: {error}");
        }
    }

    #[test]
    fn unknown_options_are_refused() {
        for json in
            [r#"{"no_progress":50}"#, r#"{"preset":"house"}"#, r#"{"mode":"2"}"#, r#"{"guard":null,"x":1}"#]
        {
            assert!(read(json).is_err(), "{json}");
        }
    }

    #[test]
    fn options_of_the_other_mode_are_refused_once_the_mode_is_known() {
        let check = |json: &str, words: &str| {
            assert_eq!(read(json).unwrap().fit().unwrap_err().to_string(), words, "{json}");
        };
        check(r#"{"guard":"diagonal"}"#, "the option guard does not exist in classic");
        check(r#"{"layout":"scatter"}"#, "the option layout does not exist in classic");
        check(r#"{"cannon":"slide"}"#, "the option cannon does not exist in classic");
        check(r#"{"counter":30}"#, "the option counter does not exist in classic");
        check(r#"{"preset":"folk","mode":"classic"}"#, "the option guard does not exist in classic");
        check(
            r#"{"mode":"three-kingdoms","noProgress":50}"#,
            "the option noProgress does not exist in three-kingdoms",
        );
        check(
            r#"{"preset":"tournament","mode":"three-kingdoms"}"#,
            "the option noProgress does not exist in three-kingdoms",
        );
        check(r#"{"repetition":2}"#, "repetition is 3 or off, not 2");
        assert!(read(r#"{"guard":"orthogonal","counter":60}"#).unwrap().fit().is_ok());
    }
}
