//! A view has no referee, so it cannot open a secret.

use baize_rules::{Secret, Viewer};

struct State {
    hand: Secret<Vec<u8>>,
}

fn view(state: &State, _: Viewer) -> Vec<u8> {
    state.hand.open().clone()
}

fn main() {
    view(&State { hand: Secret::hidden(vec![1]) }, Viewer::Spectator);
}
