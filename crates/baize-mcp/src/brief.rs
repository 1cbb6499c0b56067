//! Shortens what a model reads: leaves out every contact of a break, and explains shots that are bare
//! numbers.

use baize_games::{AnyTable, typed_menu};
use baize_protocol::{Step, StepFact};
use baize_rules::{Seat, Viewer};
use serde_json::{Value, json};

/// Events that change nothing the board does not show afterwards; a break has dozens of them.
const DETAILS: [&str; 3] = ["COLLISION", "CUSHION", "MOTION"];

/// The most shots that are listed.
const MOST_SHOTS: usize = 10;

/// Whether an event is a detail that models are spared.
pub fn is_detail(event: &Value) -> bool {
    event["type"].as_str().is_some_and(|kind| DETAILS.contains(&kind))
}

/// Returns the step without its sentences about details.
pub(crate) fn without_details(step: &Step) -> Step {
    let mut step = step.clone();
    if let StepFact::Acted { events, texts: Some(texts), .. } = &mut step.event
        && texts.len() == events.len()
    {
        let mut details = events.iter().map(|event| is_detail(&event.value()));
        texts.retain(|_| !details.next().unwrap_or(false));
    }
    step
}

/// What a seat can do, as a player types it.
pub struct Offered {
    /// The moves.
    pub legal: Vec<String>,
    /// Whether nothing else is legal.
    pub is_complete: bool,
    /// What each move is for, if the game can say: kind, ball, pocket, and how often it succeeds.
    pub shots: Option<Vec<String>>,
}

impl Offered {
    /// Lists the menu of a seat; if the game knows its shots, those replace the sample moves.
    pub fn of(table: &dyn AnyTable, seat: Seat) -> Offered {
        let (legal, is_complete) = typed_menu(table, seat);
        let may_shoot = legal.iter().any(|typed| typed.starts_with("shoot "));
        let (moves, shots): (Vec<String>, Vec<String>) =
            if may_shoot { shots(table, seat).into_iter().unzip() } else { Default::default() };
        if moves.is_empty() {
            return Offered { legal, is_complete, shots: None };
        }
        // Keep the moves that are not shots: conceding, declaring a push-out.
        let others =
            legal.into_iter().filter(|typed| !typed.starts_with("shoot ") || typed.ends_with(" push"));
        let legal = moves.into_iter().chain(others).collect();
        Offered { legal, is_complete, shots: Some(shots) }
    }

    /// The lines about the shots in a text reply.
    pub fn told(&self) -> String {
        let shots = self.shots.iter().flatten().zip(&self.legal);
        shots.map(|(what, typed)| format!("{what}: {typed}\n")).collect()
    }
}

/// The shots from here, best first: how each is typed, and what it is for.
fn shots(table: &dyn AnyTable, seat: Seat) -> Vec<(String, String)> {
    let Ok(answer) = table.answer(Viewer::Seat(seat), &json!({ "type": "SHOTS" })) else { return Vec::new() };
    let listed = answer["shots"].as_array().into_iter().flatten().take(MOST_SHOTS);
    let typed = |shot: &Value| {
        let mut action = shot["shot"].clone();
        action["type"] = json!("SHOOT");
        let words = ["kind", "drops", "ball", "pocket", "cushion", "ease"].map(|field| match &shot[field] {
            Value::Null => String::new(),
            Value::String(word) => word.clone(),
            other => other.to_string(),
        });
        let [kind, drops, ball, pocket, cushion, ease] = words;
        // A combination names the ball that is hit and the one that drops.
        let balls = if drops.is_empty() || drops == ball { ball } else { format!("{ball} on {drops}") };
        let parts = [kind, balls, pocket, cushion, ease].into_iter().filter(|part| !part.is_empty());
        Some((table.write(seat, &action).ok()?, parts.collect::<Vec<_>>().join(" ")))
    };
    listed.filter_map(typed).collect()
}
