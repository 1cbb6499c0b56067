//! Names in place of seats.

use baize_rules::{Language, Say, Seat};
use ratatui::text::Span;

/// Replaces the seats in the text with everybody's names. Columns that were aligned after the seats stay
/// aligned.
pub(super) fn named(text: &str, names: &[Option<String>], language: Language) -> String {
    let mut lines: Vec<(String, String)> = Vec::new();
    let mut is_padded = false;
    let mut done = Vec::new();
    for line in text.split('\n') {
        let head = head_of(line, names, language);
        if let Some((head, rest)) = head {
            is_padded |= rest.starts_with("  ");
            lines.push((replaced(head, names, language), replaced(rest, names, language)));
            continue;
        }
        done.extend(aligned(std::mem::take(&mut lines), std::mem::take(&mut is_padded)));
        done.push(replaced(line, names, language));
    }
    done.extend(aligned(lines, is_padded));
    done.join("\n")
}

/// Splits a line that begins with a seat after its colon.
fn head_of<'a>(line: &'a str, names: &[Option<String>], language: Language) -> Option<(&'a str, &'a str)> {
    seat_at(line, names.len(), language)?;
    Some(line.split_at(line.find(':')? + 1))
}

fn aligned(lines: Vec<(String, String)>, is_padded: bool) -> Vec<String> {
    let width = |text: &str| Span::raw(text).width();
    let widest = lines.iter().map(|(head, _)| width(head)).max().unwrap_or(0);
    let put = |(head, rest): (String, String)| {
        if !is_padded {
            return head + &rest;
        }
        let blanks = " ".repeat(widest + 1 - width(&head));
        format!("{head}{blanks}{}", rest.trim_start())
    };
    lines.into_iter().map(put).collect()
}

/// Replaces in one pass, so that a name that looks like a seat is left alone.
fn replaced(text: &str, names: &[Option<String>], language: Language) -> String {
    let (mut done, mut rest) = (String::new(), text);
    while let Some(letter) = rest.chars().next() {
        let is_word = !done.ends_with(|before: char| before.is_ascii_alphanumeric());
        let found = seat_at(rest, names.len(), language).filter(|_| is_word);
        let name = found.and_then(|(index, length)| Some((names[index].as_ref()?, length)));
        let length = match name {
            Some((name, length)) => {
                done += name;
                length
            }
            None => {
                done.push(letter);
                letter.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    done
}

/// The seat that the text begins with, and the length of its word.
fn seat_at(text: &str, seats: usize, language: Language) -> Option<(usize, usize)> {
    (0..seats).find_map(|index| {
        let word = Seat::new(index as u8)?.told_in(language).to_string();
        let begun = text.get(..word.len()).filter(|begun| begun.eq_ignore_ascii_case(&word))?;
        let goes_on = text[begun.len()..].starts_with(|next: char| next.is_ascii_digit());
        (!goes_on).then_some((index, word.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_place_of_seats() {
        let names = [Some("Ann".to_owned()), Some("seat 0".to_owned()), None];
        let english = |text: &str| named(text, &names, Language::English);
        assert_eq!(english("Seat 0 asks seat 1; seat 2 waits"), "Ann asks seat 0; seat 2 waits");
        assert_eq!(english("seat 10, aseat 0"), "seat 10, aseat 0");
        assert_eq!(named("輪到 座位 0", &names, Language::Chinese), "輪到 Ann");
    }

    #[test]
    fn columns_behind_seats_stay_columns() {
        let names = [Some("Ann".to_owned()), Some("Vera".to_owned())];
        assert_eq!(
            named("Turn 1\nSeat 0 (you): 1 2 3\nSeat 1:       1 2 3\nend", &names, Language::English),
            "Turn 1\nAnn (you): 1 2 3\nVera:      1 2 3\nend"
        );
        let loose = "Seat 0 (you): 11 cards\nSeat 1: 4 cards";
        assert_eq!(named(loose, &names, Language::English), "Ann (you): 11 cards\nVera: 4 cards");
    }
}
