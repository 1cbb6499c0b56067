//! Text for people, in the languages they read.

use crate::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A language that boards and sentences can be read in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// 日本語.
    #[serde(rename = "ja")]
    Japanese,
    /// 繁體中文.
    #[serde(rename = "zh-Hant")]
    Chinese,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 3] = [Language::English, Language::Japanese, Language::Chinese];

    /// The tag of the language, as on the wire.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Japanese => "ja",
            Language::Chinese => "zh-Hant",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(tag: &str) -> Result<Language, String> {
        Language::ALL.into_iter().find(|language| language.tag() == tag).ok_or_else(|| {
            format!("there is no language {:?}; the languages are en, ja and zh-Hant", crate::clip(tag))
        })
    }
}

/// Something that can be said in every language. The text depends on the value alone, so the text of a view
/// reveals no more than the view does.
pub trait Say {
    /// Writes the text in `language`.
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// The text in `language`, as a value that can be formatted into a sentence.
    fn told_in(self, language: Language) -> ToldIn<Self>
    where
        Self: Sized,
    {
        ToldIn { what: self, language }
    }
}

impl<T: Say + ?Sized> Say for &T {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).say(language, f)
    }
}

/// The result of [`Say::told_in`].
#[derive(Clone, Copy, Debug)]
pub struct ToldIn<T> {
    what: T,
    language: Language,
}

impl<T: Say> fmt::Display for ToldIn<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.what.say(self.language, f)
    }
}

/// Writes one sentence, given in English, Japanese and Chinese. Sentences are never assembled from parts of
/// others.
#[macro_export]
macro_rules! say {
    ($f:expr, $language:expr, $english:literal, $japanese:literal, $chinese:literal $(,)?) => {
        match $language {
            $crate::Language::English => ::std::write!($f, $english),
            $crate::Language::Japanese => ::std::write!($f, $japanese),
            $crate::Language::Chinese => ::std::write!($f, $chinese),
        }
    };
}

/// Implements `Display` in English for types that implement [`Say`].
#[macro_export]
macro_rules! display_in_english {
    ($($type:ty),+ $(,)?) => { $(
        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::Say::say(self, $crate::Language::English, f)
            }
        }
    )+ };
}

impl Say for Seat {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.index();
        say!(f, language, "seat {number}", "席{number}", "座位 {number}")
    }
}

/// A seat at the beginning of a sentence.
#[derive(Clone, Copy, Debug)]
pub struct Who(pub Seat);

impl Say for Who {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match language {
            Language::English => write!(f, "Seat {}", self.0.index()),
            Language::Japanese | Language::Chinese => self.0.say(language, f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_those_of_the_wire() {
        for language in Language::ALL {
            assert_eq!(serde_json::to_value(language).unwrap(), language.tag());
            assert_eq!(language.tag().parse(), Ok(language));
        }
        assert!("klingon".parse::<Language>().unwrap_err().contains("zh-Hant"));
    }

    #[test]
    fn a_sentence_has_three_languages() {
        let said = |language| Who(Seat::SECOND).told_in(language).to_string();
        assert_eq!(Language::ALL.map(said), ["Seat 1", "席1", "座位 1"]);
    }
}
