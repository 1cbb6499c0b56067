//! Nobody can make a referee.

use baize_rules::{Referee, Secret};

fn main() {
    let secret = Secret::hidden(7);
    secret.open(&Referee(()));
    secret.open(&Referee::ON_DUTY);
}
