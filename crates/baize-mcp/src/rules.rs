//! The rules pages, by chapter.

/// The most characters in a reply; the rest is cut.
const MOST: usize = 6_000;

/// The chapters of a page: heading and text.
fn chapters(page: &str) -> Vec<(&str, &str)> {
    let mut starts: Vec<usize> = page.match_indices("\n#").map(|(index, _)| index + 1).collect();
    if page.starts_with('#') {
        starts.insert(0, 0);
    }
    let ends = starts.iter().skip(1).copied().chain([page.len()]);
    let chapter = |(start, end): (&usize, usize)| {
        let text = &page[*start..end];
        let (heading, body) = text.split_once('\n').unwrap_or((text, ""));
        (heading.trim_start_matches('#').trim(), body.trim())
    };
    starts.iter().zip(ends).map(chapter).collect()
}

/// Returns the headings if no words are given; otherwise the chapters that contain the most of them, best
/// first.
pub(crate) fn about(game: &str, words: Option<&str>) -> String {
    let chapters = chapters(baize_games::rules_page(game));
    let Some(words) = words.map(str::to_lowercase).filter(|words| !words.trim().is_empty()) else {
        let headings: Vec<&str> = chapters.iter().map(|(heading, _)| *heading).collect();
        return format!("Chapters: {}", headings.join("; "));
    };
    let words: Vec<&str> = words.split_whitespace().take(16).collect();
    let score = |(heading, body): &(&str, &str)| {
        let (heading, body) = (heading.to_lowercase(), body.to_lowercase());
        let hits = |word: &&str| usize::from(body.contains(word)) + 3 * usize::from(heading.contains(word));
        words.iter().map(hits).sum::<usize>()
    };
    let mut found: Vec<(usize, (&str, &str))> =
        chapters.into_iter().map(|chapter| (score(&chapter), chapter)).collect();
    found.retain(|(score, _)| *score > 0);
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let text: Vec<String> =
        found.iter().take(3).map(|(_, (heading, body))| format!("## {heading}\n{body}")).collect();
    if text.is_empty() { "No chapter has these words.".to_owned() } else { cut(text.join("\n\n")) }
}

fn cut(mut text: String) -> String {
    if let Some((index, _)) = text.char_indices().nth(MOST) {
        text.truncate(index);
        text.push('…');
    }
    text
}
