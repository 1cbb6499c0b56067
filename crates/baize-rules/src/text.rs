//! Making text from others safe to show.

/// Whether a character is invisible or misleading: control, format and direction characters, line ends,
/// private use, noncharacters.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{ffff}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

/// A text that cannot affect a terminal or the text around it: hidden characters become `\u{fffd}`. Line ends
/// stay.
pub fn harmless(text: &str) -> String {
    text.chars().map(|c| if is_hidden(c) && c != '\n' { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn what_cannot_be_seen_is_shown_as_something_else() {
        assert_eq!(harmless("Ann\n東京 7♠ é"), "Ann\n東京 7♠ é");
        let evil = "\u{1b}[2J\u{202e}abc\u{200b}\u{2066}x\u{7}\u{9b}31m\u{e0041}\r\t";
        let shown = "\u{fffd}[2J\u{fffd}abc\u{fffd}\u{fffd}x\u{fffd}\u{fffd}31m\u{fffd}\u{fffd}\u{fffd}";
        assert_eq!(harmless(evil), shown);
    }
}
