//! Helpers, which a seat may lay beside its card, once each (`docs/rules/nine.md`, "Special cards").

use crate::{Card, RuleError};
use baize_rules::{Language, Say, clip, say};
use schemars::JsonSchema;
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Something a seat may lay beside its card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Helper {
    /// The lower card wins; laid by both, the two cancel out.
    Reverse,
    /// The points of the turn count twice; laid by both, four times.
    Double,
    /// If its owner would lose the turn, nobody gets points.
    Shield,
}

impl Helper {
    /// All helpers, in their order.
    pub const ALL: [Helper; 3] = [Helper::Reverse, Helper::Double, Helper::Shield];

    /// The name on the wire and in notation.
    pub const fn name(self) -> &'static str {
        match self {
            Helper::Reverse => "reverse",
            Helper::Double => "double",
            Helper::Shield => "shield",
        }
    }

    /// The helper with this name or its first letter.
    pub(crate) fn named(name: &str) -> Option<Helper> {
        Helper::ALL.into_iter().find(|helper| helper.name() == name || helper.name()[..1] == *name)
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl Say for Helper {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Helper::Reverse => say!(f, language, "reverse", "逆転", "逆轉"),
            Helper::Double => say!(f, language, "double", "2倍", "加倍"),
            Helper::Shield => say!(f, language, "shield", "盾", "護盾"),
        }
    }
}

/// A set of helpers; on the wire a list in the order of [`Helper::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, JsonSchema)]
#[schemars(with = "Vec<Helper>", extend("uniqueItems" = true), inline)]
pub struct Helpers(u8);

impl Helpers {
    /// The empty set.
    pub const NONE: Helpers = Helpers(0);
    /// All three helpers.
    pub const ALL: Helpers = Helpers(0b111);

    /// How many helpers are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `helper` is in the set.
    pub const fn contains(self, helper: Helper) -> bool {
        self.0 & helper.bit() != 0
    }

    /// This set and `helper`, if there is one.
    #[must_use]
    pub const fn with(self, helper: Option<Helper>) -> Helpers {
        match helper {
            Some(helper) => Helpers(self.0 | helper.bit()),
            None => self,
        }
    }

    /// This set without the helpers in `others`.
    #[must_use]
    pub const fn except(self, others: Helpers) -> Helpers {
        Helpers(self.0 & !others.0)
    }

    /// The helpers in their order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Helper> + Clone {
        Helper::ALL.into_iter().filter(move |&helper| self.contains(helper))
    }
}

impl Say for Helpers {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return say!(f, language, "none", "なし", "無");
        }
        for (number, helper) in self.iter().enumerate() {
            if number > 0 {
                f.write_str(" ")?;
            }
            helper.say(language, f)?;
        }
        Ok(())
    }
}

impl FromIterator<Helper> for Helpers {
    fn from_iter<I: IntoIterator<Item = Helper>>(helpers: I) -> Helpers {
        helpers.into_iter().fold(Helpers::NONE, |set, helper| set.with(Some(helper)))
    }
}

impl Serialize for Helpers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Helpers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Helpers, D::Error> {
        struct List;

        impl<'de> Visitor<'de> for List {
            type Value = Helpers;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of helpers: reverse, double, shield")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Helpers, A::Error> {
                let mut helpers = Helpers::NONE;
                while let Some(helper) = list.next_element::<Helper>()? {
                    if helpers.contains(helper) {
                        return Err(de::Error::custom(format_args!("{} is listed twice", helper.name())));
                    }
                    helpers = helpers.with(Some(helper));
                }
                Ok(helpers)
            }
        }

        deserializer.deserialize_seq(List)
    }
}

/// A card and the helper laid beside it, if any.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Bid {
    /// The card.
    pub card: Card,
    /// The helper beside it.
    pub helper: Option<Helper>,
}

impl From<Card> for Bid {
    fn from(card: Card) -> Bid {
        Bid { card, helper: None }
    }
}

/// The helper of an action as somebody named it, whether it exists or not.
#[derive(Clone, PartialEq, Debug, JsonSchema)]
#[schemars(with = "Helper", inline)]
pub enum Aid {
    /// One of the three helpers.
    Helper(Helper),
    /// Any other text, cut short.
    Text(String),
    /// More than one at once; the first few names, cut short.
    Several(Vec<String>),
}

/// How many names are kept when more than one helper is named.
const MOST_NAMES: usize = 4;

impl Aid {
    /// The helper, if the match has it and it is not used yet.
    pub(crate) fn among(&self, all: Helpers, used: Helpers) -> Result<Helper, RuleError> {
        match self {
            &Aid::Helper(helper) if used.contains(helper) => Err(RuleError::HelperUsed(helper)),
            &Aid::Helper(helper) if all.contains(helper) => Ok(helper),
            Aid::Helper(helper) => Err(RuleError::NoHelper(helper.name().to_owned())),
            Aid::Text(text) => Err(RuleError::NoHelper(text.clone())),
            Aid::Several(_) => Err(RuleError::OneHelper),
        }
    }
}

impl From<&str> for Aid {
    fn from(name: &str) -> Aid {
        let known = Helper::ALL.into_iter().find(|helper| helper.name() == name);
        known.map_or_else(|| Aid::Text(clip(name)), Aid::Helper)
    }
}

impl Serialize for Aid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Aid::Helper(helper) => helper.serialize(serializer),
            Aid::Text(text) => serializer.serialize_str(text),
            Aid::Several(names) => names.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Aid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Aid, D::Error> {
        struct Named;

        impl<'de> Visitor<'de> for Named {
            type Value = Aid;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("reverse, double or shield")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Aid, E> {
                Ok(Aid::from(text))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Aid, A::Error> {
                let mut names = Vec::new();
                while let Some(name) = list.next_element::<String>()? {
                    if names.len() < MOST_NAMES {
                        names.push(clip(&name));
                    }
                }
                match names.as_slice() {
                    [] => Err(de::Error::invalid_length(0, &self)),
                    [name] => Ok(Aid::from(name.as_str())),
                    _ => Ok(Aid::Several(names)),
                }
            }
        }

        deserializer.deserialize_any(Named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<&str>) {
        let helpers = serde_json::from_str::<Helpers>(text).ok();
        let written = helpers.map(|helpers| serde_json::to_string(&helpers).unwrap());
        assert_eq!(written.as_deref(), expect, "{text}");
    }

    #[test]
    fn sets_are_lists_without_doubles() {
        check("[]", Some("[]"));
        check(r#"["shield","reverse"]"#, Some(r#"["reverse","shield"]"#));
        check(r#"["reverse","double","shield"]"#, Some(r#"["reverse","double","shield"]"#));
        check(r#"["double","double"]"#, None);
        check(r#"["triple"]"#, None);
        check(r#""double""#, None);
    }

    #[test]
    fn sets_count_and_subtract() {
        let two: Helpers = [Helper::Shield, Helper::Double].into_iter().collect();
        assert_eq!((two.len(), Helpers::ALL.len(), Helpers::NONE.is_empty()), (2, 3, true));
        assert_eq!(Helpers::ALL.except(two).iter().collect::<Vec<_>>(), [Helper::Reverse]);
        assert_eq!(two.with(None), two);
    }
}
