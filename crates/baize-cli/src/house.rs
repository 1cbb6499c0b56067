//! The people of the house: their names, and which computer player each of them is.

use baize_players::{Role, cast};
use baize_rules::Language;

/// Their names in English, Japanese and Chinese, as on the page.
const NAMES: [(&str, [&str; 3]); 7] = [
    ("bruno", ["Bruno", "ブルーノ", "布魯諾"]),
    ("mina", ["Mina", "ミナ", "米娜"]),
    ("theo", ["Theo", "テオ", "西奧"]),
    ("amara", ["Amara", "アマラ", "阿瑪拉"]),
    ("jun", ["Jun", "ジュン", "阿俊"]),
    ("ines", ["Ines", "イネス", "伊內絲"]),
    ("vera", ["Vera", "ヴェラ", "薇拉"]),
];

/// The cast of a game, or of one of its modes.
fn cast_in(game: &str, mode: Option<&str>) -> Vec<Role> {
    let (own, all): (Vec<Role>, Vec<Role>) =
        cast(game).into_iter().partition(|role| role.mode.is_some() && role.mode == mode);
    if own.is_empty() { all.into_iter().filter(|role| role.mode.is_none()).collect() } else { own }
}

/// The computer player that a person of the house is in a game, or in one of its modes.
pub(crate) fn player_of(game: &str, mode: Option<&str>, persona: &str) -> Option<&'static str> {
    cast_in(game, mode).iter().find(|role| role.persona == persona).map(|role| role.player)
}

/// The name of the person of the house who is this player, if there is one.
pub(crate) fn name_of(
    game: &str,
    mode: Option<&str>,
    player: &str,
    language: Language,
) -> Option<&'static str> {
    let cast = cast_in(game, mode);
    let persona = cast.iter().find(|role| role.player == player)?.persona;
    let (_, [english, japanese, chinese]) = NAMES.iter().find(|(id, _)| *id == persona)?;
    Some(match language {
        Language::English => english,
        Language::Japanese => japanese,
        Language::Chinese => chinese,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_called_as_on_the_page_and_found_by_their_players() {
        let page = include_str!("../../../web/src/lib/cast.ts");
        for (persona, [en, ja, zh]) in NAMES {
            let row = format!("{persona}: {{ en: '{en}', ja: '{ja}', 'zh-Hant': '{zh}' }},");
            assert!(page.contains(&row), "{row}");
            for game in baize_games::GAMES.iter().map(|game| game.id()) {
                for mode in [None, Some("three-kingdoms")] {
                    let player = player_of(game, mode, persona).unwrap();
                    // A new game has fewer players than the house has people.
                    if cast_in(game, mode).iter().filter(|role| role.player == player).count() == 1 {
                        assert_eq!(
                            name_of(game, mode, player, Language::Chinese),
                            Some(zh),
                            "{game} {player}"
                        );
                    }
                }
            }
        }
        assert_eq!(player_of("othello", None, "nobody"), None);
        assert_eq!(name_of("othello", None, "nobody", Language::English), None);
    }
}
