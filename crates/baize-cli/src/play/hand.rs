//! The hand in order: cards keep the numbers they are typed with, but are shown by suit and rank.

/// Suits in the usual order of a hand, with alternating colours.
const SUITS: [char; 4] = ['♠', '♥', '♣', '♦'];

/// Returns the text with the numbered cards of each line in order: `2:5♥ 1:9♥`.
pub(super) fn sorted(text: &str) -> String {
    text.lines().map(sorted_line).collect::<Vec<_>>().join("\n")
}

fn sorted_line(line: &str) -> String {
    let Some(first) = line.find("1:").filter(|at| is_free(&line[..*at])) else { return line.to_owned() };
    let (before, rest) = line.split_at(first);
    // Text after the cards follows a blank, or wide brackets directly after the last card.
    let end = rest.find([' ', '（']).and_then(|_| cards_end(rest)).unwrap_or(rest.len());
    let mut cards: Vec<&str> = rest[..end].split(' ').collect();
    if cards.len() < 2 || !cards.iter().all(|card| place_of(card).is_some()) {
        return line.to_owned();
    }
    cards.sort_by_key(|card| order(card));
    format!("{before}{}{}", cards.join(" "), &rest[end..])
}

fn is_free(before: &str) -> bool {
    !before.ends_with(|c: char| c.is_alphanumeric())
}

/// Where the list of cards ends.
fn cards_end(rest: &str) -> Option<usize> {
    let mut end = 0;
    for word in rest.split(' ') {
        let card = word.split('（').next().unwrap_or(word);
        if place_of(card).is_none() {
            break;
        }
        // Counts the blank before every card but the first.
        end += card.len() + usize::from(end > 0);
        if card.len() < word.len() {
            break;
        }
    }
    (end > 0).then_some(end)
}

fn place_of(card: &str) -> Option<u32> {
    let (place, name) = card.split_once(':')?;
    if name.is_empty() { None } else { place.parse().ok() }
}

/// Sorts by suit, then by rank; cards without a suit come last, equal cards by their numbers.
fn order(card: &str) -> (usize, u8, u32) {
    let (place, name) = card.split_once(':').unwrap_or(("", card));
    let place = place.parse().unwrap_or(u32::MAX);
    let Some(suit) = name.chars().next_back().and_then(|sign| SUITS.iter().position(|suit| *suit == sign))
    else {
        return (SUITS.len(), 0, place);
    };
    let rank = match name.trim_end_matches(SUITS) {
        "J" => 11,
        "Q" => 12,
        "K" => 13,
        "A" => 14,
        number => number.parse().unwrap_or(0),
    };
    (suit, rank, place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_in_order_and_keep_their_places() {
        let check = |line: &str, expect: &str| assert_eq!(sorted(line), expect);
        check(
            "Your hand: 1:J♦ 2:4♣ 3:A♠ 4:2♦ 5:Joker 6:10♦ (99 points)",
            "Your hand: 3:A♠ 2:4♣ 4:2♦ 6:10♦ 1:J♦ 5:Joker (99 points)",
        );
        check("手札：1:7♠ 2:ジョーカー 3:3♠（32点）", "手札：3:3♠ 1:7♠ 2:ジョーカー（32点）");
        check("Turn 1: seat 0 to draw\nYour hand: 1:J♦ 2:J♦", "Turn 1: seat 0 to draw\nYour hand: 1:J♦ 2:J♦");
        check("Seat 0 (you): 11 cards", "Seat 0 (you): 11 cards");
        check("", "");
    }
}
