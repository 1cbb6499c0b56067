//! What people type: names and chat.

use baize_rules::{Problem, is_hidden};

/// The most characters in a name.
pub const MOST_NAME: usize = 24;
/// The most characters in a chat line.
pub const MOST_CHAT: usize = 200;

/// A name as the others will see it, or the problem with it.
pub fn name(text: &str) -> Result<String, Problem> {
    plain(text, MOST_NAME).map_err(|what| Problem::new("table.bad_name", format!("the name {what}")))
}

/// A chat line as the others will see it, or the problem with it.
pub fn chat(text: &str) -> Result<String, Problem> {
    plain(text, MOST_CHAT).map_err(|what| Problem::new("table.bad_text", format!("the text {what}")))
}

/// Checks that a text is one line that looks like what it contains: no control characters, no changes of
/// writing direction, no invisible characters, no piles of combining marks.
fn plain(text: &str, most: usize) -> Result<String, String> {
    if text.len() > most * 4 || text.chars().count() > most {
        return Err(format!("has more than {most} characters"));
    }
    let text = text.trim_matches(' ');
    if text.chars().all(char::is_whitespace) {
        return Err("is empty".to_owned());
    }
    if text.chars().any(is_hidden) {
        return Err("has characters that cannot be seen".to_owned());
    }
    let mut marks = 0;
    for c in text.chars() {
        marks = if is_mark(c) { marks + 1 } else { 0 };
        if marks > 3 {
            return Err("piles up marks".to_owned());
        }
    }
    Ok(text.to_owned())
}

/// Marks that are drawn over the letter before them.
fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_any_script_are_fine() {
        for good in ["Dana", "Mei 美", "健二", "Zoë", "नेहा", "O'Brien", "<b>x</b>", "ツ", "👍"]
        {
            assert_eq!(name(good).as_deref(), Ok(good));
        }
        assert_eq!(name("  Dana ").as_deref(), Ok("Dana"));
    }

    #[test]
    fn what_cannot_be_seen_is_refused() {
        for bad in [
            "",
            "   ",
            "a\nb",
            "a\u{1b}[2J",
            "\u{202e}evil",
            "a\u{200b}b",
            "\u{2066}x",
            "\u{feff}",
            "a\u{0}",
            "\u{e0041}x",
            "e\u{301}\u{301}\u{301}\u{301}",
            "x\u{85}",
        ] {
            assert!(name(bad).is_err() && chat(bad).is_err(), "{bad:?}");
        }
        assert!(name(&"x".repeat(25)).is_err() && chat(&"x".repeat(201)).is_err());
        assert!(chat(&"x".repeat(200)).is_ok());
    }
}
