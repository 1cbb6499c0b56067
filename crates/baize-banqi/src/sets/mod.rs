//! All rule sets. A new one needs a file here and two lines below.

mod classic;
mod hong_kong;
mod three_kingdoms;

use crate::rule_set::{Derived, RuleSet, Rules};
use crate::{Faction, Options, Pieces};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Makes the list of rule sets: a mode for each, and the mapping from a mode to its value and to its type.
macro_rules! rule_sets {
    ($dollar:tt $($(#[$about:meta])+ $name:ident in $module:ident,)+) => {
        /// Which rule set is played.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum Mode {
            $($(#[$about])+ $name,)+
        }

        impl Mode {
            /// All of them.
            pub const ALL: [Mode; [$(Mode::$name),+].len()] = [$(Mode::$name),+];

            /// The rules.
            pub const fn rules(self) -> &'static RuleSet {
                match self {
                    $(Mode::$name => $module::$name::SET,)+
                }
            }

            pub(crate) const fn tables(self) -> &'static Derived {
                match self {
                    $(Mode::$name => $module::$name::TABLES,)+
                }
            }
        }

        /// Runs code generic over the rule set, compiled once for each.
        macro_rules! by_rules {
            ($dollar mode:expr, $dollar rules:ident => $dollar what:expr) => {
                match $dollar mode {
                    $($crate::Mode::$name => {
                        type $dollar rules = $crate::sets::$name;
                        $dollar what
                    })+
                }
            };
        }

        pub(crate) use by_rules;
        $(pub(crate) use $module::$name;)+
    };
}

rule_sets! { $
    /// Two seats on 8 rows of 4 cells; ranks decide who takes whom.
    #[default]
    Classic in classic,
    /// Three seats on 9 rows of 5 points; every piece takes every other, but each walks its own way.
    ThreeKingdoms in three_kingdoms,
    /// Two seats as in Classic; other ranks, and the Cannon does not jump.
    HongKong in hong_kong,
}

/// The most frequent questions; [`Mode::rules`] has the rest.
impl Mode {
    /// How many rows the board has.
    pub const fn rows(self) -> usize {
        self.rules().rows
    }

    /// How many columns the board has.
    pub const fn columns(self) -> usize {
        self.rules().columns
    }

    /// How many cells the board has.
    pub const fn cells(self) -> usize {
        self.rules().cells()
    }

    /// How many seats play, each with one faction.
    pub const fn seats(self) -> u8 {
        self.rules().seats()
    }

    /// The factions in their fixed order.
    pub fn factions(self) -> &'static [Faction] {
        &self.tables().factions[..usize::from(self.seats())]
    }

    /// All pieces of the game.
    pub const fn full_set(self) -> Pieces {
        self.tables().full_set
    }

    /// How many pieces a faction starts with.
    pub fn army(self, faction: Faction) -> u8 {
        self.tables().armies[faction.index()]
    }

    /// The rule set with this id.
    pub fn find(id: &str) -> Option<Mode> {
        Mode::ALL.into_iter().find(|mode| mode.rules().id == id)
    }

    /// The options of a preset, as this rule set defines it or else the first that does.
    pub(crate) fn preset(self, preset: crate::Preset) -> Options {
        let named = |mode: &Mode| mode.rules().presets.iter().find(|(name, _)| *name == preset);
        let found = named(&self).or_else(|| Mode::ALL.iter().find_map(named));
        found.map_or(self.rules().defaults, |(_, options)| *options)
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rules().id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    #[test]
    fn rule_sets_are_told_apart_by_id_and_letter() {
        for mode in Mode::ALL {
            let RuleSet { id, letter, defaults, presets, .. } = mode.rules();
            assert_eq!(serde_json::to_value(mode).unwrap(), *id, "the id is the mode on the wire");
            assert_eq!(serde_json::from_value::<Mode>((*id).into()).unwrap(), mode);
            assert_eq!((Mode::find(id), mode.to_string()), (Some(mode), (*id).to_owned()));
            let alike = Mode::ALL.iter().filter(|other| other.rules().letter == *letter);
            assert_eq!(alike.count(), 1, "{letter}");
            assert!(
                [defaults]
                    .into_iter()
                    .chain(presets.iter().map(|(_, options)| options))
                    .all(|options| { options.mode == mode && options.fit().is_ok() })
            );
        }
        assert_eq!(Mode::find("chess"), None);
    }

    #[test]
    fn ranks_and_kinds_name_each_other() {
        for mode in Mode::ALL {
            let tables = mode.tables();
            for kind in Kind::ALL {
                assert_eq!(tables.kinds[usize::from(tables.ranks[kind as usize])], kind, "{mode}");
            }
        }
    }
}
