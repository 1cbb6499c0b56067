//! Places in a board's text that a cursor or a mouse can point at.

use ratatui::text::Span;

/// Something in the text that can be chosen: a cell of a board, or a card of the hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Target {
    /// What a player types for it: `f5`, or the number of a card.
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) line: usize,
    /// In columns of the terminal.
    pub(super) column: usize,
    pub(super) width: usize,
    /// How many times larger than its text a cell is drawn.
    pub(super) times: usize,
}

impl Target {
    /// The first column and line drawn for it, and how many columns and lines it takes.
    pub(super) fn area(&self) -> (usize, usize, usize, usize) {
        match self.kind {
            Kind::Card => (self.column, self.line, self.width, 1),
            Kind::Cell => {
                let times = self.times;
                (self.column + 1 - times, self.line - (times - 1) / 2, 2 * times, times)
            }
        }
    }

    /// Whether it covers this place.
    pub(super) fn covers(&self, column: usize, line: usize) -> bool {
        let (left, top, across, down) = self.area();
        (left..left + across).contains(&column) && (top..top + down).contains(&line)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Cell,
    Card,
}

fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// Characters that must not begin a line, and those that must not end one.
const CLOSING: &str = "、。，！？：；）」』…ー";
const OPENING: &str = "（「『";

/// Breaks the text at blanks into lines that fit. A stretch without blanks that is too long is also broken
/// after wide characters, as their languages have no blanks.
pub(super) fn wrapped(text: &str, most: usize) -> Vec<String> {
    let may_end = |text: &str| {
        let last = text.chars().next_back();
        last.is_some_and(|c| width(c.encode_utf8(&mut [0; 4])) > 1 && !OPENING.contains(c))
    };
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut rest = line;
        while width(rest) > most {
            let inside =
                || rest.char_indices().skip(1).take_while(|(index, _)| width(&rest[..*index]) <= most);
            let fits =
                |at: usize| rest[at..].split_whitespace().next().is_some_and(|word| width(word) <= most);
            let blank = inside().filter(|(_, c)| *c == ' ').last();
            let wide = || inside().filter(|(at, c)| may_end(&rest[..*at]) && !CLOSING.contains(*c)).last();
            let Some((at, _)) = blank.filter(|(at, _)| fits(*at)).or_else(wide).or(blank) else { break };
            lines.push(rest[..at].to_owned());
            rest = rest[at..].trim_start();
        }
        lines.push(rest.to_owned());
    }
    lines
}

/// How many times larger than its text a board is drawn, at most.
const MOST_STRETCH: usize = 6;

/// How many times larger a board can be drawn, beside the moves and within `height` lines.
pub(super) fn stretch(lines: &[String], width: usize, height: usize) -> usize {
    let rows: Vec<&String> = lines.iter().filter(|line| rank_of(line, 1).is_some()).collect();
    let Some(widest) = rows.iter().map(|row| row.len()).max() else { return 1 };
    let fits =
        |times: &usize| widest * times + BESIDE <= width && lines.len() + rows.len() * (times - 1) <= height;
    (1..=MOST_STRETCH).rev().find(fits).unwrap_or(1)
}

/// How many columns the space beside a board takes.
pub(super) const BESIDE: usize = 34;

/// Returns the lines with the rows of the board, and the letters above them, spaced `times` as far apart.
pub(super) fn stretched(lines: Vec<String>, times: usize) -> Vec<String> {
    let mut all = Vec::new();
    for line in lines {
        let is_row = rank_of(&line, 1).is_some();
        if !is_row && !line.starts_with("  a b ") {
            all.push(line);
            continue;
        }
        let wide: String =
            line.chars().step_by(2).map(|cell| format!("{cell:<width$}", width = 2 * times)).collect();
        // A row is in the middle of its space.
        let (above, below) = if is_row { ((times - 1) / 2, times / 2) } else { (0, 0) };
        all.extend((0..above).map(|_| String::new()));
        all.push(wide.trim_end().to_owned());
        all.extend((0..below).map(|_| String::new()));
    }
    all
}

/// Everything that can be chosen in these lines. Cells are found in the rows of a board, `4 . X O`,
/// drawn `times` as large; cards by their numbers, `3:7♠`.
pub(super) fn targets(lines: &[String], times: usize) -> Vec<Target> {
    let mut targets = Vec::new();
    for (line, text) in lines.iter().enumerate() {
        if let Some(rank) = rank_of(text, times) {
            for (file, letter) in ('a'..='h').enumerate().take(text.len() / (2 * times)) {
                let name = format!("{letter}{rank}");
                let column = 2 * times * (file + 1);
                targets.push(Target { name, kind: Kind::Cell, line, column, width: 1, times });
            }
        } else {
            targets.extend(cards(line, text));
        }
    }
    targets
}

/// The rank of a row of cells.
fn rank_of(text: &str, times: usize) -> Option<char> {
    let rank = text.chars().next().filter(char::is_ascii_digit)?;
    let is_row = text.is_ascii()
        && text.len() > 8 * times
        && text.bytes().enumerate().all(|(index, byte)| index.is_multiple_of(2 * times) != (byte == b' '));
    is_row.then_some(rank)
}

fn cards(line: usize, text: &str) -> Vec<Target> {
    let mut cards = Vec::new();
    for (index, _) in text.match_indices(':') {
        let digits = text[..index].bytes().rev().take_while(u8::is_ascii_digit).count();
        let start = index - digits;
        let is_numbered = digits > 0 && !text[..start].ends_with(|c: char| c.is_ascii_alphanumeric());
        let card = text[index + 1..].split([' ', '（']).next().unwrap_or_default();
        if is_numbered && !card.is_empty() && !card.starts_with(|c: char| c.is_whitespace()) {
            let name = text[start..index].to_owned();
            let width = width(&text[start..=index]) + width(card);
            cards.push(Target {
                name,
                kind: Kind::Card,
                line,
                column: self::width(&text[..start]),
                width,
                times: 1,
            });
        }
    }
    cards
}

/// Returns the nearest target from `at` in a direction, or `at` itself if there is none.
pub(super) fn step(targets: &[Target], at: usize, (dx, dy): (i32, i32)) -> usize {
    let Some(from) = targets.get(at) else { return 0 };
    let offset = |target: &Target| {
        let across = target.column as i32 - from.column as i32;
        (across, target.line as i32 - from.line as i32)
    };
    let ahead = targets.iter().enumerate().filter_map(|(index, target)| {
        let (x, y) = offset(target);
        let (along, aside) = if dx == 0 { (y * dy, x.abs()) } else { (x * dx, 4 * y.abs()) };
        let is_ahead = along > 0 && (dx == 0 || y == 0);
        is_ahead.then_some((if dx == 0 { 100 * along + aside } else { along + aside }, index))
    });
    ahead.min().map_or(at, |(_, index)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        wrapped(text, 40)
    }

    #[test]
    fn cells_and_cards_are_found_where_they_are_drawn() {
        let board =
            lines("  a b c d e f g h\n1 - - - - - - - -\n2 - - X O - . - -\nblack 2, white 2; black to move");
        let cells = targets(&board, 1);
        assert_eq!((cells.len(), cells[13].name.as_str()), (16, "f2"));
        assert_eq!(board[cells[13].line].as_bytes()[cells[13].column], b'.');
        let hand = lines("Your hand: 1:7♠ 2:Joker 3:10♥ (32 points)");
        let cards = targets(&hand, 1);
        assert_eq!(cards.iter().map(|card| card.name.as_str()).collect::<Vec<_>>(), ["1", "2", "3"]);
        assert_eq!((cards[1].column, cards[1].width), (16, 7));
        assert_eq!(targets(&lines("手札：1:7♠ 2:ジョーカー（32点）"), 1).len(), 2);
        assert_eq!(targets(&lines("Turn 1: seat 0 to draw"), 1).len(), 0);
    }

    #[test]
    fn a_board_grows_with_the_screen() {
        let board = lines("  a b c d e f g h\n1 - - - - - - - -\n2 - - X O - . - -\nblack to move");
        assert_eq!(stretch(&board, 50, 100), 1, "too narrow");
        assert_eq!(stretch(&board, 100, 5), 1, "too low");
        assert_eq!(stretch(&board, 100, 6), 2);
        assert_eq!(stretch(&board, 200, 60), 6);
        let large = stretched(board, 2);
        assert_eq!(
            large,
            [
                "    a   b   c   d   e   f   g   h",
                "1   -   -   -   -   -   -   -   -",
                "",
                "2   -   -   X   O   -   .   -   -",
                "",
                "black to move"
            ]
        );
        let cells = targets(&large, 2);
        assert_eq!((cells.len(), cells[13].name.as_str(), cells[13].line), (16, "f2", 3));
        assert_eq!(large[3].as_bytes()[cells[13].column], b'.');
    }

    #[test]
    fn arrows_go_to_the_neighbour() {
        let cells = targets(&lines("1 - - - - - - - -\n2 - - - - - - - -"), 1);
        assert_eq!(step(&cells, 0, (1, 0)), 1);
        assert_eq!(step(&cells, 0, (-1, 0)), 0);
        assert_eq!(step(&cells, 3, (0, 1)), 11);
        assert_eq!(step(&cells, 11, (0, -1)), 3);
        assert_eq!(step(&[], 0, (0, 1)), 0);
    }

    #[test]
    fn long_lines_are_broken_at_blanks() {
        let hand = format!("Your hand: {}", (1..=14).map(|n| format!("{n}:10♠ ")).collect::<String>());
        let lines = wrapped(&hand, 40);
        assert!(lines.len() > 2 && lines.iter().all(|line| width(line) <= 40));
        assert_eq!(targets(&lines, 1).len(), 14);
        assert_eq!(wrapped(&"x".repeat(90), 40).len(), 1, "what has no blank is left as it is");
        assert_eq!(
            wrapped("席0: 席0がa8をめくりました：黒の兵。", 20),
            ["席0: 席0がa8をめくり", "ました：黒の兵。"]
        );
        assert_eq!(wrapped("黒の兵。", 6), ["黒の", "兵。"], "no line begins with a full stop");
    }
}
