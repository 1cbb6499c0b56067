//! What people can do at a table, one function for each request.

use crate::asked::Asked;
use crate::changes::Part;
use crate::charter::{bad_persona, check_persona, fresh_seed, low_half};
use crate::course::not_begun;
use crate::entry::{Charter, Fact, LinkHash, Sitter};
use crate::question::Question;
use crate::request::{Answered, Asker, Now};
use crate::room::Room;
use crate::seating::{Old, secret_of};
use crate::takeback::Takeback;
use crate::{GuestId, Output, text};
use baize_games::{Record, RecordedMove};
use baize_protocol::{By, Json, Key, Message, Moment, Phase, Proposed, Request, RequestId, TableId};
use baize_rules::{Dice, Keeping, Leaving, Problem, Seat, SeatSet, Viewer};
use serde_json::Value;

/// Milliseconds of absence after which a person may be replaced.
const MAY_BE_REPLACED: u64 = 20_000;
/// Milliseconds of absence after which a person may lose by it.
const MAY_LOSE: u64 = 120_000;
/// The most bytes in what a seat shows.
const MOST_SHOWN: usize = 512;

impl Room {
    pub(crate) fn serve(
        &mut self,
        now: &mut Now<'_>,
        from: GuestId,
        asker: &Asker,
        asked: Asked,
        request: Request,
        outputs: &mut Vec<Output>,
    ) -> Result<Answered, Problem> {
        let at = now.at;
        self.must_be_open(&request)?;
        let done = match request {
            Request::Hello { .. } => {
                return Err(Problem::new("request.bad_request", "hello comes by itself"));
            }
            Request::Play { action, version, .. } => self.play(at, asked, asker.seat()?, &action, version)?,
            Request::Resign { .. } => {
                let seat = asker.seat()?;
                self.must_play()?;
                self.add(at, Some(asked), Fact::Left { seat, why: Leaving::Resign })?
            }
            Request::Close { .. } => {
                let seat = asker.seat()?;
                self.must_play()?;
                if self.seating.only_person() != Some(seat) {
                    let text = "only where all other seats are computer players";
                    return Err(Problem::new("table.not_alone", text));
                }
                self.add(at, Some(asked), Fact::Closed {})?
            }
            Request::Stand { .. } => self.clear(at, asked, asker.seat()?, outputs)?,
            Request::Ready { entropy, .. } => self.ready(at, asked, asker.seat()?, entropy)?,
            Request::Seat { seat, player, persona, .. } => {
                asker.host()?;
                match player {
                    Some(player) => self.seat_computer(now, asked, seat, player, persona)?,
                    None if persona.is_some() => return Err(bad_persona()),
                    None => self.clear(at, asked, seat, outputs)?,
                }
            }
            Request::Invite { seat, renew, .. } => {
                let host = asker.host()?;
                return self.invite(now, asked, host, seat, if renew { Old::Useless } else { Old::Kept });
            }
            Request::Propose { what, .. } => self.propose(now, asked, asker.seat()?, what)?,
            Request::Agree { proposal, .. } => self.agree(at, asked, asker.seat()?, proposal)?,
            Request::Decline { proposal, .. } => {
                let seat = asker.seat()?;
                self.proposals.may_decline(proposal, seat)?;
                self.add(at, Some(asked), Fact::Declined { seat })?
            }
            Request::Return { .. } => {
                let seat = asker.seat()?;
                if self.seating.place(seat)?.filled_in.is_none() {
                    return Err(Problem::new("table.not_filled_in", "no computer player fills in for you"));
                }
                self.add(at, Some(asked), Fact::Returned { seat })?
            }
            Request::Claim { seat, .. } => {
                asker.seat()?;
                self.claim(at, asked, seat)?
            }
            Request::Rematch { .. } => self.ask_rematch(now, asked, asker.seat()?, outputs)?,
            Request::Chat { text, .. } => {
                let seat = asker.seat()?;
                self.talk.may_go_on(seat)?;
                self.add(at, Some(asked), Fact::Said { seat, text: text::chat(&text)? })?
            }
            Request::React { reaction, .. } => {
                let seat = asker.seat()?;
                self.talk.may_go_on(seat)?;
                self.add(at, Some(asked), Fact::Reacted { seat, reaction })?
            }
            Request::Query { id, query } => {
                let table = self.course.begun()?.boxed_clone();
                let question = Question { from, id, table, viewer: asker.viewer(), query, advice: None };
                return Ok(Answered::Later(Output::Ask(question)));
            }
            Request::Ping { .. } => return Ok(Answered::Pong),
            Request::Pace { pace, .. } => {
                // Only the latest pace counts, so the log does not grow.
                self.set_pace(pace);
                self.margin.change_pace(asked, pace);
                self.version()
            }
            Request::Hold { is_held, .. } => {
                self.read(asker.seat()?, is_held);
                if self.guests.read(from, is_held) {
                    // The others wait more patiently if they know that somebody is reading.
                    self.guests.tell_presence(self.seating.people(), Some(from), outputs);
                }
                self.version()
            }
            Request::Hurry { .. } => {
                self.hurry(asker.seat()?);
                self.version()
            }
            Request::Pass { is_for_round, .. } => {
                self.waits.pass(asker.seat()?, is_for_round);
                self.version()
            }
            Request::Seen { .. } => {
                self.waits.see(asker.seat()?);
                self.version()
            }
            Request::Hint { .. } => return self.hint(at, from, asked, asker.seat()?),
            Request::Show { what, .. } => {
                self.show(at, from, asker.seat()?, &what, outputs)?;
                self.version()
            }
        };
        Ok(Answered::Done(done))
    }

    /// Checks that the table is open: a closed one takes only questions and requests for another game.
    fn must_be_open(&self, request: &Request) -> Result<(), Problem> {
        let is_harmless =
            matches!(request, Request::Query { .. } | Request::Ping { .. } | Request::Rematch { .. });
        if !self.course.is_abandoned() || is_harmless {
            return Ok(());
        }
        Err(Problem::new("table.log_full", "this table is closed; the game is abandoned"))
    }

    fn must_wait(&self) -> Result<(), Problem> {
        match self.phase() {
            Phase::Waiting => Ok(()),
            Phase::Playing | Phase::Over => Err(Problem::new("table.begun", "the game has begun already")),
        }
    }

    fn must_play(&self) -> Result<(), Problem> {
        match self.phase() {
            Phase::Playing => Ok(()),
            Phase::Waiting => Err(not_begun()),
            Phase::Over => Err(Problem::new("table.over", "the game is over")),
        }
    }

    fn must_know(&self, now: &Now<'_>, player: &str) -> Result<(), Problem> {
        if (now.is_player)(&self.charter.game, player) {
            return Ok(());
        }
        let text = format!("there is no computer player {:?} for this game", baize_rules::clip(player));
        Err(Problem::new("request.unknown_player", text))
    }

    fn play(
        &mut self,
        at: Moment,
        asked: Asked,
        seat: Seat,
        action: &Value,
        seen: Option<u32>,
    ) -> Result<u32, Problem> {
        if self.seating.place(seat)?.filled_in.is_some() {
            return Err(Problem::new("table.filled_in", "a computer player fills in for you; return first"));
        }
        // Decode it once, for the checks here and for the rules.
        let table = self.course.begun()?;
        let action = table.decode(action);
        if let Ok(action) = &action {
            let keeping = table.keeping(seat, action);
            if keeping != Keeping::Logged {
                // It concerns only the seat's own things or settles nothing, so what others did since does
                // not matter, and the rules check it anyway. The log does not grow, and no clock restarts;
                // its owner also sees the result in the view.
                self.course.advance_beside(seat, action)?;
                self.margin.act(asked, seat, action.json.clone());
                if keeping == Keeping::Private {
                    self.changes.touch_own(seat);
                } else {
                    self.changes.touch(Part::Game);
                }
                return Ok(self.version());
            }
        }
        let decision = self.timing.decision(seat);
        if self.phase() == Phase::Playing && seen.is_some_and(|seen| seen < decision) {
            let mut stale = Problem::new("table.stale", "the table has moved on");
            stale.details = Some(serde_json::json!({ "version": self.version() }));
            return Err(stale);
        }
        self.add_action(at, Some(asked), seat, None, &action?)
    }

    /// Shows the others what a seat is about to do. Nothing is stored, and what comes too fast is dropped.
    fn show(
        &mut self,
        at: Moment,
        from: GuestId,
        seat: Seat,
        what: &Value,
        outputs: &mut Vec<Output>,
    ) -> Result<(), Problem> {
        self.must_play()?;
        let table = self.course.begun()?;
        let text = Json::of(what);
        let is_short = text.as_str().len() <= MOST_SHOWN;
        if !(is_short && table.game().may_show(what) && table.awaiting().must.contains(seat)) {
            return Err(Problem::new("table.cannot_show", "this is nothing that the others are shown now"));
        }
        if self.guests.may_show(at, seat) {
            let to = self.guests.all_but(Some(from));
            if !to.is_empty() {
                outputs.push(Output::Tell { to, text: Message::Shown { seat, what: text }.to_text() });
            }
        }
        Ok(())
    }

    fn ready(
        &mut self,
        at: Moment,
        asked: Asked,
        seat: Seat,
        entropy: Option<String>,
    ) -> Result<u32, Problem> {
        self.must_wait()?;
        let entropy = entropy.unwrap_or_default();
        if entropy.len() > Record::MOST_ENTROPY || !entropy.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(Problem::new(
                "table.bad_text",
                "what you add to the seed has at most 64 visible ASCII characters",
            ));
        }
        if self.seating.place(seat)?.is_ready {
            // Those who are ready stay ready, with their first entropy.
            return Ok(self.version());
        }
        let version = self.add(at, Some(asked), Fact::Ready { seat, entropy })?;
        self.begin(at)?;
        Ok(version)
    }

    /// Begins the game if everybody is there and ready, including what was played elsewhere.
    pub(crate) fn begin(&mut self, at: Moment) -> Result<(), Problem> {
        if !self.seating.is_complete() {
            return Ok(());
        }
        self.add(at, None, Fact::Started {})?;
        let moves = self.charter.begun.as_ref().map(|begun| begun.moves.clone()).unwrap_or_default();
        for made in moves {
            let fact = match made {
                RecordedMove::Action { seat, action, meant } => {
                    let by = self.seating.computer(seat).map(|_| By::Computer);
                    Fact::Acted { seat, by, action: Json::of(&action), meant: meant.as_ref().map(Json::of) }
                }
                RecordedMove::Leave { seat, leave } => Fact::Left { seat, why: leave },
                RecordedMove::Draw { seat, .. } => Fact::Drawn { seat },
            };
            self.add(at, None, fact)?;
        }
        Ok(())
    }

    fn seat_computer(
        &mut self,
        now: &Now<'_>,
        asked: Asked,
        seat: Seat,
        player: String,
        persona: Option<String>,
    ) -> Result<u32, Problem> {
        self.must_wait()?;
        self.seating.must_be_free(seat)?;
        self.seating.may_change()?;
        self.must_know(now, &player)?;
        check_persona(persona.as_deref())?;
        let version = self.add(now.at, Some(asked), Fact::Seated { seat, player, persona })?;
        self.begin(now.at)?;
        Ok(version)
    }

    fn clear(
        &mut self,
        at: Moment,
        asked: Asked,
        seat: Seat,
        outputs: &mut Vec<Output>,
    ) -> Result<u32, Problem> {
        self.must_wait()?;
        if matches!(self.seating.place(seat)?.sitter, Sitter::Nobody {}) {
            return Ok(self.version());
        }
        let version = self.add(at, Some(asked), Fact::Cleared { seat })?;
        outputs.extend(self.guests.unseat(seat));
        Ok(version)
    }

    fn invite(
        &mut self,
        now: &mut Now<'_>,
        asked: Asked,
        host: &Key,
        seat: Option<Seat>,
        old: Old,
    ) -> Result<Answered, Problem> {
        if let Some(seat) = seat {
            self.must_wait()?;
            self.seating.must_be_free(seat)?;
        }
        if let Some(link) = self.seating.link(seat).filter(|_| old == Old::Kept) {
            return Ok(Answered::Invitation(self.version(), secret_of(host, seat, &link.nonce)));
        }
        self.seating.may_change()?;
        let nonce = (now.fresh)();
        let secret = secret_of(host, seat, &nonce);
        let link = LinkHash { nonce, hash: secret.hash() };
        let version = self.add(now.at, Some(asked), Fact::Linked { seat, link })?;
        Ok(Answered::Invitation(version, secret))
    }

    /// Proposes something; if nobody needs to agree, does it at once.
    fn propose(&mut self, now: &Now<'_>, asked: Asked, seat: Seat, what: Proposed) -> Result<u32, Problem> {
        self.must_play()?;
        self.talk.may_go_on(seat)?;
        self.proposals.must_be_settled()?;
        let needs = match &what {
            Proposed::Takeback {} => self.consent_to_takeback(seat)?,
            Proposed::FillIn { seat: absent, player, persona } => {
                self.must_know(now, player)?;
                check_persona(persona.as_deref())?;
                self.consent_to_fill_in(now.at, seat, *absent)?
            }
            Proposed::Draw {} => self.consent_to_draw(seat)?,
        };
        let is_draw = what == (Proposed::Draw {});
        let version = self.add(now.at, Some(asked), Fact::Proposed { seat, what, needs })?;
        if is_draw {
            self.let_computers_answer(now)?;
        }
        self.fulfil(now.at)?;
        Ok(version)
    }

    /// The seats that must agree to a draw: all others still in the game, computers too.
    fn consent_to_draw(&self, seat: Seat) -> Result<SeatSet, Problem> {
        let drawers = self.game().map_or(SeatSet::NONE, |table| table.drawers());
        if !drawers.contains(seat) {
            return Err(Problem::new("table.no_draw", "this game has no draw by agreement"));
        }
        self.proposals.may_offer_draw(seat, self.course.moves().len())?;
        Ok(drawers.without(seat))
    }

    /// Lets computer players answer a draw offer at once, from what their seats see.
    fn let_computers_answer(&mut self, now: &Now<'_>) -> Result<(), Problem> {
        let asked = self.proposals.open().map_or(SeatSet::NONE, |proposal| proposal.waiting);
        for seat in asked.iter() {
            let (Some(player), Some(table)) = (self.seating.computer(seat), self.game()) else { continue };
            let agrees = (now.agrees)(table.game().id(), player, seat, &table.seat_view(seat));
            let fact = if agrees { Fact::Agreed { seat } } else { Fact::Declined { seat } };
            self.add(now.at, None, fact)?;
            if !agrees {
                break;
            }
        }
        Ok(())
    }

    /// What it would mean to take back the last action of `seat` and everything after it.
    fn takeback(&self, seat: Seat) -> Result<Takeback, Problem> {
        let label = format!("takeback at version {}", self.version());
        let mut dice = Dice::new(&self.charter.seed.branch(&label));
        self.course.takeback(seat, || self.deal(), &mut dice)
    }

    fn consent_to_takeback(&self, seat: Seat) -> Result<SeatSet, Problem> {
        let others = self.seating.deciders().without(seat);
        match self.takeback(seat)? {
            Takeback::Free { .. } => Ok(SeatSet::NONE),
            Takeback::Answered { .. } => Ok(others),
            // A computer player does not agree to being peeked at.
            Takeback::Revealing { .. } if others.with(seat).len() < usize::from(self.charter.seats) => {
                Err(Problem::new(
                    "table.nothing_to_take_back",
                    "something hidden has come up since, and a computer player does not agree to that",
                ))
            }
            Takeback::Revealing { .. } => Ok(others),
        }
    }

    fn consent_to_fill_in(&self, at: Moment, by: Seat, absent: Seat) -> Result<SeatSet, Problem> {
        self.seating.place(absent)?;
        let is_away = self.guests.is_away_for(absent, at, MAY_BE_REPLACED);
        let people = self.seating.deciders();
        if !people.contains(absent) || !(is_away || by == absent) {
            return Err(Problem::new(
                "table.not_absent",
                format!("{absent} has not been away for {} seconds", MAY_BE_REPLACED / 1000),
            ));
        }
        let others = people.without(by).without(absent);
        // Those who are away cannot be asked.
        Ok(others.iter().filter(|seat| self.guests.away_since(*seat).is_none()).collect())
    }

    fn agree(&mut self, at: Moment, asked: Asked, seat: Seat, number: u32) -> Result<u32, Problem> {
        self.proposals.may_agree(number, seat)?;
        let version = self.add(at, Some(asked), Fact::Agreed { seat })?;
        self.fulfil(at)?;
        Ok(version)
    }

    /// Carries out the proposal if everybody has agreed.
    fn fulfil(&mut self, at: Moment) -> Result<(), Problem> {
        let Some(proposal) = self.proposals.agreed().cloned() else { return Ok(()) };
        let fact = match proposal.what {
            Proposed::Takeback {} => {
                let remaining = self.takeback(proposal.by)?.remaining();
                let taken = self.course.moves()[remaining..].iter().filter(|made| !made.is_private);
                let actions = taken.count() as u32;
                Fact::TakenBack { seat: proposal.by, remaining: remaining as u32, actions }
            }
            Proposed::FillIn { seat, player, persona } => Fact::FilledIn { seat, player, persona },
            Proposed::Draw {} => Fact::Drawn { seat: proposal.by },
        };
        self.add(at, None, fact).map(drop)
    }

    fn claim(&mut self, at: Moment, asked: Asked, seat: Seat) -> Result<u32, Problem> {
        self.must_play()?;
        self.seating.place(seat)?;
        let must = self.course.must().contains(seat) && self.seating.deciders().contains(seat);
        if !(must && self.guests.is_away_for(seat, at, MAY_LOSE)) {
            return Err(Problem::new(
                "table.not_absent",
                format!("{seat} has not kept the table waiting for {} seconds", MAY_LOSE / 1000),
            ));
        }
        self.add(at, Some(asked), Fact::Left { seat, why: Leaving::Timeout })
    }

    /// Asks what a strong player would do with this seat's knowledge, and counts the hint.
    fn hint(&mut self, at: Moment, from: GuestId, asked: Asked, seat: Seat) -> Result<Answered, Problem> {
        self.must_play()?;
        if !self.allows_hints() {
            return Err(Problem::new("table.no_hints", "there are no hints at this table"));
        }
        let question = self.advice(from, asked.id.clone(), seat)?;
        self.talk.may_go_on(seat)?;
        self.add(at, Some(asked), Fact::Hinted { seat })?;
        Ok(Answered::Later(Output::Ask(question)))
    }

    pub(crate) fn advice(&self, from: GuestId, id: RequestId, seat: Seat) -> Result<Question, Problem> {
        let table = self.course.begun()?.boxed_clone();
        if !table.awaiting().must.contains(seat) {
            return Err(Problem::new("table.no_hints", "it is not your turn"));
        }
        let label = format!("hint for {seat}, decision {}", self.timing.decision(seat));
        let advice = Some(self.charter.seed.branch(&label));
        Ok(Question { from, id, table, viewer: Viewer::Seat(seat), query: Value::Null, advice })
    }

    fn ask_rematch(
        &mut self,
        now: &mut Now<'_>,
        asked: Asked,
        seat: Seat,
        outputs: &mut Vec<Output>,
    ) -> Result<u32, Problem> {
        if self.phase() != Phase::Over {
            return Err(Problem::new("table.not_over", "the game is not over yet"));
        }
        if self.next_game.table().is_some() {
            return Err(Problem::new("table.over", "the next game is at another table already"));
        }
        // A second request still gets an answer, but no second entry.
        let version = if self.next_game.asked().contains(seat) {
            self.version()
        } else {
            self.add(now.at, Some(asked), Fact::RematchAsked { seat })?
        };
        if self.next_game.asked() == self.seating.people() {
            outputs.push(Output::Rematch(Box::new(self.next_charter(now))));
        }
        Ok(version)
    }

    /// The charter for another game: the same people and options, everybody one seat on, a new deal. Tokens
    /// and the watch link stay the same, so that nobody has to be invited again.
    fn next_charter(&self, now: &mut Now<'_>) -> Charter {
        Charter {
            table: TableId::from_random(low_half((now.fresh)())),
            seed: fresh_seed(now),
            watch: *self.seating.watch(),
            places: self.seating.moved_on(),
            rematch_of: Some(self.charter.table),
            begun: None,
            pace: self.pace(),
            ..(*self.charter).clone()
        }
    }
}
