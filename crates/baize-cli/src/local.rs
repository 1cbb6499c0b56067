//! A game on this machine: computer players have some of the seats, and the caller moves for the others.

use crate::clock;
use crate::house::player_of;
use crate::words::players as taken;
use baize_games::{AnyEvent, AnyTable, Record, RecordedMove, find, typed_menu};
use baize_players::{Budget, Thought, ids, sit};
use baize_rules::{Leaving, Problem, Seat, SeatSet, Seed, clip};
use serde_json::Value;

/// The name for a seat without a computer player.
pub(crate) const PERSON: &str = "human";

/// The problem codes of `baize agent` and of tables on this machine, and when each is given.
pub const CODES: &[(&str, &str)] = &[
    ("agent.bad_seats", "a number of players that the game does not take"),
    ("agent.failed", "a game that cannot be found, read or kept"),
    ("agent.nothing_to_wait_for", "`wait` when no computer player is about to act"),
    ("agent.usage", "a command that cannot be read"),
];

/// A game and its growing record. The record is all that is kept: everything else follows from it.
pub(crate) struct Local {
    record: Record,
    table: Box<dyn AnyTable>,
}

/// The most moves of computer players before the caller is asked again: some would play for ever.
const MOST_ANSWERS: usize = 2_000;

/// What a person asks for.
pub(crate) enum Wish {
    Move(Value),
    /// Let the computer players go on.
    Wait,
    Resign,
}

/// An accepted action, and what was told about it.
pub(crate) struct Happened {
    pub(crate) seat: Seat,
    pub(crate) told: Vec<AnyEvent>,
}

fn refused(code: &str, message: impl Into<String>) -> Problem {
    Problem::new(code, message)
}

impl Local {
    /// Deals a game. Every name but [`PERSON`] is a computer player of the game or a person of the house.
    pub(crate) fn start(
        game: &str,
        options: &Value,
        players: Vec<String>,
        seed: &Seed,
    ) -> Result<Local, Problem> {
        let game = find(game)?;
        // A person of the house stands for its computer player in this game.
        let mode = options["mode"].as_str();
        let known = |name: String| player_of(game.id(), mode, &name).map_or(name, str::to_owned);
        let players: Vec<String> = players.into_iter().map(known).collect();
        for player in players.iter().filter(|player| *player != PERSON) {
            sit(game.id(), player, seed)?;
        }
        let sizes = game.table_sizes(options)?;
        let count = u8::try_from(players.len()).unwrap_or(u8::MAX);
        if !sizes.contains(&count) {
            let text = format!("{} takes {} here, not {count}", game.name(), taken(&sizes));
            return Err(refused("agent.bad_seats", text));
        }
        let table = game.start(options, Some(count), seed)?;
        let mut record = Record::of(&*table, options.clone(), seed);
        record.players = players;
        Ok(Local { record, table })
    }

    /// Resumes a game from its record.
    pub(crate) fn resume(record: Record) -> Result<Local, Problem> {
        if record.players.len() != usize::from(record.seats) {
            return Err(refused("request.bad_record", "the record does not say who sits where"));
        }
        let table = record.replay()?;
        Ok(Local { record, table })
    }

    /// A copy to go back to.
    pub(crate) fn copy(&self) -> Local {
        Local { record: self.record.clone(), table: self.table.boxed_clone() }
    }

    pub(crate) fn table(&self) -> &dyn AnyTable {
        &*self.table
    }

    pub(crate) const fn record(&self) -> &Record {
        &self.record
    }

    /// How many actions there were.
    pub(crate) fn version(&self) -> usize {
        self.record.log.len()
    }

    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        self.record.players.get(seat.index()).is_some_and(|player| player == PERSON)
    }

    pub(crate) fn people(&self) -> impl Iterator<Item = Seat> {
        Seat::first(self.table.seats()).filter(|seat| self.is_person(*seat))
    }

    /// The person who looks at the game unless another is named: the only one, or the one who must act.
    pub(crate) fn reader(&self) -> Option<Seat> {
        let people: Vec<Seat> = self.people().collect();
        match people[..] {
            [alone] => Some(alone),
            _ => {
                let must = self.table.awaiting().must;
                people.iter().copied().find(|seat| must.contains(*seat)).or(people.first().copied())
            }
        }
    }

    /// Whether the game has stopped although it waits only for computer players, because a person might want
    /// to speak first.
    pub(crate) fn may_wait(&self) -> bool {
        let must = self.table.awaiting().must;
        !must.is_empty() && must.iter().all(|seat| !self.is_person(seat))
    }

    fn may_speak(&self, seat: Seat, must: SeatSet) -> bool {
        !must.contains(seat) && !self.table.menu(seat).actions.is_empty()
    }

    /// Plays one action of one seat.
    pub(crate) fn play(&mut self, seat: Seat, action: &Value) -> Result<Happened, Problem> {
        self.act(seat, action, None)
    }

    fn act(&mut self, seat: Seat, action: &Value, meant: Option<Value>) -> Result<Happened, Problem> {
        let told = self.table.play(seat, action)?;
        self.record.log.push(RecordedMove::Action { seat, action: action.clone(), meant });
        self.record.result = self.table.outcome();
        Ok(Happened { seat, told })
    }

    /// Reads what a person typed.
    pub(crate) fn read(&self, seat: Seat, typed: &str) -> Result<Wish, Problem> {
        match typed.trim() {
            "wait" => Ok(Wish::Wait),
            "resign" => Ok(Wish::Resign),
            text => self.table.read(seat, text).map(Wish::Move),
        }
    }

    /// Does what a person asked for, and lets the computer players answer.
    pub(crate) fn grant(&mut self, seat: Seat, wish: &Wish) -> Result<Vec<Happened>, Problem> {
        let mut happened = Vec::new();
        match wish {
            Wish::Move(action) => happened.push(self.play(seat, action)?),
            Wish::Resign => happened.push(self.resign(seat)?),
            Wish::Wait => self.check_wait()?,
        }
        happened.extend(self.settle()?);
        Ok(happened)
    }

    /// Checks that computer players are to act, and so can be waited for.
    pub(crate) fn check_wait(&self) -> Result<(), Problem> {
        let nothing = || refused("agent.nothing_to_wait_for", "no computer player is about to act");
        if self.may_wait() { Ok(()) } else { Err(nothing()) }
    }

    /// Lets a person give up.
    pub(crate) fn resign(&mut self, seat: Seat) -> Result<Happened, Problem> {
        let leave = Leaving::Resign;
        let told = self.table.leave(seat, leave)?;
        self.record.log.push(RecordedMove::Leave { seat, leave });
        self.record.result = self.table.outcome();
        Ok(Happened { seat, told })
    }

    /// Lets the computer players act until the game waits for a person, or until the turn has passed and a
    /// person might want to speak before the next player acts.
    pub(crate) fn settle(&mut self) -> Result<Vec<Happened>, Problem> {
        self.settle_watched(|_, _, _| {})
    }

    /// The same; `watch` sees the table just before each action.
    pub(crate) fn settle_watched(
        &mut self,
        mut watch: impl FnMut(&dyn AnyTable, Seat, &Value),
    ) -> Result<Vec<Happened>, Problem> {
        let mut happened = Vec::new();
        while let Some(next) = self.next_answer()? {
            watch(&*self.table, next.seat, &next.action);
            let (answer, is_open) = self.answer(&next)?;
            happened.push(answer);
            if is_open || happened.len() >= MOST_ANSWERS {
                break;
            }
        }
        Ok(happened)
    }

    /// The next action of a computer player, unless the game waits for a person.
    pub(crate) fn next_answer(&self) -> Result<Option<Intent>, Problem> {
        if let Some(spoken) = self.interjection() {
            return Ok(Some(spoken));
        }
        let next = self.table.awaiting().must.iter().find(|seat| !self.is_person(*seat));
        next.map(|seat| self.thought(seat)).transpose()
    }

    /// Makes that move; also says whether a person might want to speak before the next one.
    pub(crate) fn answer(&mut self, plan: &Intent) -> Result<(Happened, bool), Problem> {
        let must = self.table.awaiting().must;
        let happened = self.act(plan.seat, &plan.action, plan.meant.clone())?;
        let now = self.table.awaiting().must;
        Ok((happened, now != must && self.people().any(|seat| self.may_speak(seat, now))))
    }

    fn player(&self, seat: Seat) -> &str {
        &self.record.players[seat.index()]
    }

    /// What a computer player would do in this seat. Its chance is drawn from the game's own seed, anew each
    /// time, so that a game continues the same way whether or not it was stored in between.
    fn thought(&self, seat: Seat) -> Result<Intent, Problem> {
        let Thought { action, meant, .. } =
            thought(&*self.table, seat, self.player(seat), &self.dice(seat)?)?;
        Ok(Intent { seat, action, meant })
    }

    fn dice(&self, seat: Seat) -> Result<Seed, Problem> {
        let Some(seed) = &self.record.seed else {
            return Err(refused("request.bad_record", "the record has no seed"));
        };
        Ok(seed.branch(&format!("computer player in {seat}, action {}", self.version())))
    }

    /// An action of a computer player out of turn, if one wants to act.
    fn interjection(&self) -> Option<Intent> {
        let mut computers = self.table.awaiting().asides().filter(|seat| !self.is_person(*seat));
        computers.find_map(|seat| {
            let mut player = sit(&self.record.game, self.player(seat), &self.dice(seat).ok()?).ok()?;
            let action = player.interject(&self.table.seat_view(seat))?;
            Some(Intent { seat, action, meant: None })
        })
    }

    /// The advice of a computer player: the one named, or the game's strongest.
    pub(crate) fn hint(&self, seat: Seat, player: Option<&str>) -> Result<String, Problem> {
        advice(&*self.table, seat, player, &self.dice(seat)?)
    }

    /// What `seat` can do, as a player types it, and whether that is everything.
    pub(crate) fn menu(&self, seat: Seat) -> (Vec<String>, bool) {
        typed_menu(&*self.table, seat)
    }
}

/// The next action of a computer player.
pub(crate) struct Intent {
    pub(crate) seat: Seat,
    pub(crate) action: Value,
    /// What it means to do, if its hand shakes.
    meant: Option<Value>,
}

fn thought(table: &dyn AnyTable, seat: Seat, player: &str, seed: &Seed) -> Result<Thought, Problem> {
    let mut player = sit(table.game().id(), player, seed)?;
    let unheard = Budget { is_heard: false, ..clock::budget() };
    player.choose(&table.seat_view(seat), unheard)
}

/// The advice of a computer player, as a player types it: the one named, or the game's strongest.
pub(crate) fn advice(
    table: &dyn AnyTable,
    seat: Seat,
    player: Option<&str>,
    seed: &Seed,
) -> Result<String, Problem> {
    let strongest = || ids(table.game().id()).last().copied().unwrap_or_default();
    let Thought { action, meant, .. } = thought(table, seat, player.unwrap_or_else(strongest), seed)?;
    // The advice is for a hand that does not shake as this one did.
    table.write(seat, &meant.unwrap_or(action))
}

/// Who sits where: a number of people, or names separated by commas; by default the fewest people possible.
pub(crate) fn seating(game: &str, options: &Value, named: Option<&str>) -> Result<Vec<String>, Problem> {
    let people = |count: u8| vec![PERSON.to_owned(); usize::from(count)];
    match named.map(str::trim) {
        None => Ok(people(*find(game)?.table_sizes(options)?.start())),
        Some(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
            let count = text.parse().ok().filter(|count| *count <= Seat::MOST);
            let bad = || refused("agent.bad_seats", format!("{:?} players are too many", clip(text)));
            count.map(people).ok_or_else(bad)
        }
        Some(text) => Ok(text.split(',').map(|name| name.trim().to_owned()).collect()),
    }
}
