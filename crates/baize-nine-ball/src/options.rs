//! The options of a match.

use crate::{RuleError, TableSize};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who breaks the racks after the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum BreakOrder {
    /// The winner of the last rack.
    #[default]
    Winner,
    /// The seats in turn.
    Alternate,
}

/// How much of a shot clients may show before it is played; the same for all seats of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum AimHelp {
    /// Nothing.
    None,
    /// The path to the first contact, and what is hit there.
    Contact,
    /// Also the first path of each ball after the contact.
    #[default]
    Full,
}

/// The options of a match. On the wire, `preset` may name the base for missing fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", from = "Chosen")]
pub struct Options {
    /// A break that pots nothing must send four object balls to a cushion.
    pub legal_break: bool,
    /// The shot after the break may be declared a push-out.
    pub push_out: bool,
    /// Three fouls in a row lose the rack.
    pub three_fouls: bool,
    /// A ball that touches a cushion must leave it before that cushion counts.
    pub frozen_cushion: bool,
    /// How many racks win the match, 1 to 100.
    #[schemars(range(min = 1, max = 100))]
    pub race_to: u8,
    /// Who breaks the racks after the first.
    pub break_order: BreakOrder,
    /// How much of a shot clients may show before it is played.
    pub aim_help: AimHelp,
    /// One player alone; any of 1 to 8 may be hit first.
    pub practice: bool,
    /// Every rack is the same and perfectly even.
    pub fixed_rack: bool,
    /// How large the table is.
    pub table: TableSize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            legal_break: false,
            push_out: false,
            three_fouls: false,
            frozen_cushion: false,
            race_to: 1,
            break_order: BreakOrder::Winner,
            aim_help: AimHelp::Full,
            practice: false,
            fixed_rack: false,
            table: TableSize::NineFoot,
        }
    }
}

impl Options {
    /// The preset `wpa`: the default with what the world standardised rules add.
    pub fn wpa() -> Options {
        Options { legal_break: true, push_out: true, three_fouls: true, ..Options::default() }
    }

    pub(crate) const fn check(&self) -> Result<(), RuleError> {
        if self.race_to == 0 || self.race_to > 100 {
            return Err(RuleError::BadOptions("a match is a race to 1 to 100 racks"));
        }
        Ok(())
    }
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum Preset {
    Wpa,
}

/// Options as clients send them.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
struct Chosen {
    preset: Option<Preset>,
    legal_break: Option<bool>,
    push_out: Option<bool>,
    three_fouls: Option<bool>,
    frozen_cushion: Option<bool>,
    #[schemars(range(min = 1, max = 100))]
    race_to: Option<u8>,
    break_order: Option<BreakOrder>,
    aim_help: Option<AimHelp>,
    practice: Option<bool>,
    fixed_rack: Option<bool>,
    table: Option<TableSize>,
}

impl From<Chosen> for Options {
    fn from(chosen: Chosen) -> Options {
        let base = match chosen.preset {
            Some(Preset::Wpa) => Options::wpa(),
            None => Options::default(),
        };
        Options {
            legal_break: chosen.legal_break.unwrap_or(base.legal_break),
            push_out: chosen.push_out.unwrap_or(base.push_out),
            three_fouls: chosen.three_fouls.unwrap_or(base.three_fouls),
            frozen_cushion: chosen.frozen_cushion.unwrap_or(base.frozen_cushion),
            race_to: chosen.race_to.unwrap_or(base.race_to),
            break_order: chosen.break_order.unwrap_or(base.break_order),
            aim_help: chosen.aim_help.unwrap_or(base.aim_help),
            practice: chosen.practice.unwrap_or(base.practice),
            fixed_rack: chosen.fixed_rack.unwrap_or(base.fixed_rack),
            table: chosen.table.unwrap_or(base.table),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Options> {
        serde_json::from_str(text).ok()
    }

    #[test]
    fn missing_options_come_from_the_preset_or_are_defaults() {
        assert_eq!(read("{}"), Some(Options::default()));
        assert_eq!(read(r#"{"preset":"wpa"}"#), Some(Options::wpa()));
        let changed = Options { three_fouls: false, race_to: 7, ..Options::wpa() };
        assert_eq!(read(r#"{"preset":"wpa","threeFouls":false,"raceTo":7}"#), Some(changed));
        assert_eq!(
            serde_json::to_string(&Options::default()).unwrap(),
            r#"{"legalBreak":false,"pushOut":false,"threeFouls":false,"frozenCushion":false,"raceTo":1,"breakOrder":"winner","aimHelp":"full","practice":false,"fixedRack":false,"table":"9-foot"}"#
        );
    }

    #[test]
    fn options_are_read_and_bounded() {
        let sound = |text| read(text).is_some_and(|options| options.check().is_ok());
        assert!(sound(r#"{"raceTo":100,"breakOrder":"alternate","aimHelp":"none","table":"7-foot"}"#));
        for text in [
            r#"{"raceTo":0}"#,
            r#"{"raceTo":101}"#,
            r#"{"raceTo":256}"#,
            r#"{"raceTo":1.5}"#,
            r#"{"legal_break":true}"#,
            r#"{"preset":"bca"}"#,
            r#"{"table":"6-foot"}"#,
            r#"{"aimHelp":"some"}"#,
            r#"{"practice":1}"#,
        ] {
            assert!(!sound(text), "{text}");
        }
    }
}
