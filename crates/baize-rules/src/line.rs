//! Positions written as a line of words.

use crate::clip;

/// A line such as `9b1 0:-520,-210 aim:0`: the name of the notation, then words of the form `key:value` or a
/// bare `key`, each once and in any order. Errors say where the line cannot be read.
pub struct PositionLine<'a> {
    words: Vec<(usize, &'a str)>,
}

/// Where a line cannot be read, and the word found there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the position is not readable at character {at}: {what}")]
pub struct UnreadableAt {
    /// The number of the character, counted from 1.
    pub at: usize,
    /// What is wrong there.
    pub what: String,
}

/// More words than any position needs.
const MOST_WORDS: usize = 64;

impl<'a> PositionLine<'a> {
    /// Splits a line that begins with `name`.
    pub fn read(text: &'a str, name: &str) -> Result<PositionLine<'a>, UnreadableAt> {
        let mut words = Vec::new();
        let mut rest = text;
        let mut at = 1;
        loop {
            let word_start = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
            at += rest[..word_start].chars().count();
            rest = &rest[word_start..];
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            if end == 0 {
                break;
            }
            if words.len() == MOST_WORDS {
                return Err(UnreadableAt { at, what: "too many words".to_owned() });
            }
            words.push((at, &rest[..end]));
            at += rest[..end].chars().count();
            rest = &rest[end..];
        }
        match words.first() {
            Some((_, word)) if *word == name => {
                words.remove(0);
                Ok(PositionLine { words })
            }
            _ => Err(UnreadableAt { at: 1, what: format!("it begins with {name}") }),
        }
    }

    /// Takes the value after `key:`, converted by `read`; `None` if the key is not there.
    pub fn take<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<Option<T>, UnreadableAt> {
        let has_key = |word: &str| word.strip_prefix(key).is_some_and(|rest| rest.starts_with(':'));
        let Some(index) = self.words.iter().position(|(_, word)| has_key(word)) else { return Ok(None) };
        let (at, word) = self.words.remove(index);
        match read(&word[key.len() + 1..]) {
            Some(value) => Ok(Some(value)),
            None => Err(unreadable(at, word)),
        }
    }

    /// Takes a bare word and returns whether it was there.
    pub fn has(&mut self, word: &str) -> bool {
        let index = self.words.iter().position(|(_, other)| *other == word);
        index.map(|index| self.words.remove(index)).is_some()
    }

    /// Refuses the line if a word is left that was not taken.
    pub fn end(self) -> Result<(), UnreadableAt> {
        match self.words.first() {
            Some((at, word)) => Err(unreadable(*at, word)),
            None => Ok(()),
        }
    }
}

fn unreadable(at: usize, word: &str) -> UnreadableAt {
    UnreadableAt { at, what: format!("{:?}", clip(word)) }
}

/// Reads a list of values separated by `mark`; an empty text is an empty list.
pub fn read_list<'a, T>(text: &'a str, mark: char, read: impl Fn(&'a str) -> Option<T>) -> Option<Vec<T>> {
    if text.is_empty() { Some(Vec::new()) } else { text.split(mark).map(read).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_in_any_order() {
        let mut line = PositionLine::read(" x1  b:2\ta:1 flag ", "x1").unwrap();
        assert_eq!(line.take("a", |text| text.parse::<u8>().ok()), Ok(Some(1)));
        assert_eq!(line.take("c", |text| text.parse::<u8>().ok()), Ok(None));
        assert!(line.has("flag") && !line.has("flag"));
        assert_eq!(line.take("b", |text| text.parse::<u8>().ok()), Ok(Some(2)));
        assert_eq!(line.end(), Ok(()));
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_place() {
        let at = |text: &str| {
            let mut line = PositionLine::read(text, "x1").map_err(|error| error.at)?;
            line.take("a", |text| text.parse::<u8>().ok()).map_err(|error| error.at)?;
            line.end().map_err(|error| error.at)
        };
        assert_eq!(at("x1 a:1"), Ok(()));
        assert_eq!(at(""), Err(1));
        assert_eq!(at("x2 a:1"), Err(1));
        assert_eq!(at("x1 a:é"), Err(4));
        assert_eq!(at("x1 a:1 ü b:2"), Err(8));
        assert_eq!(at("x1 a:1 a:2"), Err(8));
        assert!(PositionLine::read(&"x1 ".repeat(100_000), "x1").is_err());
    }
}
