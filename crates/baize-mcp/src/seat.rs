//! What the tools do at a server's table.

use crate::brief::{Offered, without_details};
use crate::tools::{LookArguments, Reply, can};
use baize_client::{Connection, Seated, line, name_of};
use baize_protocol::{Occupant, Phase, Proposed, Request, SeatState, Step, WaitingFor};
use baize_rules::{Language, Problem, Seat, Viewer, harmless};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// How long to wait for a lost connection to return.
const RETURN: Duration = Duration::from_secs(5);

/// A table, and the name by which the client knows it.
pub struct At<'a> {
    /// The name.
    pub name: &'a str,
    /// The seat.
    pub seated: &'a mut Seated,
    /// How long to wait for the other players.
    pub patience: Duration,
}

fn happened<'a>(steps: impl Iterator<Item = &'a Step>) -> Vec<String> {
    let lines = steps.flat_map(|step| line(&without_details(step), Language::English));
    lines.filter(|line| !line.is_talk).map(|line| line.text).collect()
}

impl At<'_> {
    /// Says that the player is ready, unless it already has; once the game has begun, waits for the player's
    /// turn.
    pub fn sit(mut self) -> Result<Reply, Problem> {
        let own = self.seated.seat().and_then(|seat| self.seated.seats().get(seat.index()));
        if self.seated.phase() == Phase::Waiting && own.is_some_and(|own| !own.is_ready) {
            self.seated.ask(|id| Request::Ready { id, entropy: None })?;
        }
        if self.seated.phase() != Phase::Waiting {
            self.wait(is_open);
        }
        Ok(self.shown(0))
    }

    /// Takes in what has happened since the last call; first waits for a lost connection to return.
    fn catch_up(&mut self) {
        self.seated.poll();
        let until = Instant::now() + RETURN;
        while matches!(self.seated.connection(), Connection::Away) && self.seated.wait(until) {}
    }

    /// Shows the table.
    pub fn look(mut self, look: &LookArguments) -> Result<Reply, Problem> {
        self.check_seat(look.seat)?;
        self.catch_up();
        let mut reply = self.shown(self.seated.count());
        if look.json
            && let Some((table, seat)) = self.seated.table().zip(self.seated.seat())
        {
            reply.data["view"] = table.view(Viewer::Seat(seat));
        }
        if let Some(count) = look.log {
            let lines = happened(self.seated.steps(0));
            let last = &lines[lines.len().saturating_sub(count)..];
            reply.text = format!("{}\n{}", last.join("\n"), reply.text);
            reply.data["log"] = json!(last);
        }
        if look.untrusted {
            reply.data["untrusted"] = self.untrusted();
        }
        Ok(reply)
    }

    /// Makes a move at the version that was looked at, and waits while the others move.
    pub fn make(mut self, typed: &str, version: u32, seat: Option<Seat>) -> Result<Reply, Problem> {
        self.check_seat(seat)?;
        self.catch_up();
        let before = self.seated.count();
        match self.act(typed.trim(), version) {
            Ok(()) => {
                self.wait(is_open);
                Ok(self.shown(before))
            }
            Err(problem) => Ok(self.shown(before).refused(&problem)),
        }
    }

    /// Whether a move would be accepted.
    pub fn why(mut self, typed: &str, seat: Option<Seat>) -> Result<Reply, Problem> {
        self.check_seat(seat)?;
        self.catch_up();
        let (table, seat) = self.seated.table().zip(self.seated.seat()).ok_or_else(not_begun)?;
        Ok(Reply::verdict(table.read(seat, typed).and_then(|action| table.check(seat, &action))))
    }

    fn act(&mut self, typed: &str, version: u32) -> Result<(), Problem> {
        // The server decides whether an earlier version is too old, as that depends on whose turn it was.
        if version > self.seated.version() {
            let text = format!("the table is at version {}, not {version}", self.seated.version());
            return Err(Problem::new("agent.stale", text));
        }
        match typed {
            "wait" => {
                if is_asked(self.seated) {
                    self.seated.ask(|id| Request::Pass { id, is_for_round: false })?;
                }
                self.wait(|seated| seated.version() != version);
                Ok(())
            }
            "resign" => self.seated.ask(|id| Request::Resign { id }),
            "draw" => self.seated.ask(|id| Request::Propose { id, what: Proposed::Draw {} }),
            "agree" | "decline" => {
                let open = self.seated.proposal().map(|proposal| proposal.number);
                let none = || Problem::new("table.no_proposal", "nothing is proposed");
                let proposal = open.ok_or_else(none)?;
                let is_yes = typed == "agree";
                self.seated.ask(|id| {
                    if is_yes { Request::Agree { id, proposal } } else { Request::Decline { id, proposal } }
                })
            }
            _ => {
                let (table, seat) = self.seated.table().zip(self.seated.seat()).ok_or_else(not_begun)?;
                let action = table.read(seat, typed)?;
                self.seated.ask(|id| Request::Play { id, action, version: Some(version) })
            }
        }
    }

    fn wait(&mut self, is_enough: impl Fn(&Seated) -> bool) {
        let until = Instant::now() + self.patience;
        while !is_enough(self.seated) && self.seated.phase() != Phase::Over && self.seated.wait(until) {}
    }

    /// Refuses a seat other than the client's own.
    fn check_seat(&self, named: Option<Seat>) -> Result<(), Problem> {
        match named {
            Some(seat) if self.seated.seat() != Some(seat) => {
                Err(Problem::new("agent.bad_seat", format!("{seat} is not yours")))
            }
            _ => Ok(()),
        }
    }

    /// The table as the seat sees it, with what happened from the `from`th event on.
    fn shown(&self, from: usize) -> Reply {
        let seated = &*self.seated;
        let happened = happened(seated.steps(from));
        let game = seated.info().map_or("", |info| info.game.as_str());
        let menu = seated.table().zip(seated.seat()).map(|(table, seat)| Offered::of(table, seat));
        let menu = menu.unwrap_or(Offered { legal: Vec::new(), is_complete: true, shots: None });
        let board = seated.table().zip(seated.seat());
        let board = board.map(|(table, seat)| table.text(Viewer::Seat(seat), Language::English));
        let name = self.name;
        let mut text = happened.join("\n");
        text += &format!("\n{name}  {game}  version {}\n", seated.version());
        text += board.as_deref().unwrap_or_default().trim_end();
        text += &format!("\n{}{}", menu.told(), standing(seated, &menu.legal));
        let mut data = json!({
            "id": name,
            "game": game,
            "version": seated.version(),
            "seat": seated.seat(),
            "players": seated.seats().iter().map(kind_of).collect::<Vec<_>>(),
            "phase": seated.phase(),
            "board": harmless(board.as_deref().unwrap_or_default().trim_end()),
            "legal": menu.legal,
            "complete": menu.is_complete,
            "awaiting": seated.state().awaiting,
            "result": seated.state().result,
            "happened": happened,
        });
        if let Some(shots) = menu.shots {
            data["shots"] = json!(shots);
        }
        Reply::of(text.trim_start(), data)
    }

    /// What others have typed.
    fn untrusted(&self) -> Value {
        let names: Vec<Option<String>> = self.seated.seats().iter().map(name_of).collect();
        let lines = self.seated.steps(0).flat_map(|step| line(step, Language::English));
        let chat: Vec<String> = lines.filter(|line| line.is_talk).map(|line| line.text).collect();
        json!({ "names": names, "chat": chat })
    }
}

fn not_begun() -> Problem {
    Problem::new("client.not_begun", "the game has not begun")
}

/// What kind of player sits there, without its name.
fn kind_of(seat: &SeatState) -> String {
    match seat.occupant {
        Occupant::Empty => "free".to_owned(),
        Occupant::Person => "human".to_owned(),
        Occupant::Computer => harmless(seat.player.as_deref().unwrap_or("computer")),
    }
}

/// Whether there is something for this seat to do.
fn is_open(seated: &Seated) -> bool {
    let menu = seated.table().zip(seated.seat()).map(|(table, seat)| table.menu(seat));
    menu.is_some_and(|menu| !menu.actions.is_empty())
}

/// Whether computer players wait for this seat to act out of turn or to decline.
fn is_asked(seated: &Seated) -> bool {
    let waiting = seated.state().waiting.flatten().filter(|waiting| waiting.why == WaitingFor::Call);
    waiting.zip(seated.seat()).is_some_and(|(waiting, seat)| waiting.seats.contains(seat))
}

/// What can be done, or whom the table waits for, in one line.
fn standing(seated: &Seated, legal: &[String]) -> String {
    if let Connection::Ended(problem) = seated.connection() {
        return problem.to_string();
    }
    if matches!(seated.connection(), Connection::Away) {
        return "the server cannot be reached now; this is the table as it was".to_owned();
    }
    if let Some(result) = &seated.state().result {
        return result.to_string();
    }
    match seated.seat() {
        Some(seat) if !legal.is_empty() => can(seat, legal),
        _ if seated.phase() == Phase::Waiting => {
            let players: Vec<String> = seated.seats().iter().map(kind_of).collect();
            format!("the game has not begun; in the seats: {}", players.join(", "))
        }
        _ => {
            let must: Vec<String> = seated.state().must().map(|seat| seat.to_string()).collect();
            format!("the game waits for {}; move `wait` to wait too", must.join(", "))
        }
    }
}
