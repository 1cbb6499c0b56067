//! The contract of `baize-rules` with JSON in place of the games' own types.

use baize_protocol::Json;
use baize_rules::{
    Addressed, Audience, Awaiting, Coded, DecisionKind, Described, Dice, Game, Hesitation, Keeping, Language,
    Leaving, Menu, Outcome, Problem, Say, Seat, SeatSet, Seed, Showing, Table, Viewer, clip_to, fields_of,
};
use schemars::{Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A game that can be played.
pub trait AnyGame: Sync {
    /// Stable identifier.
    fn id(&self) -> &'static str;
    /// The name people use.
    fn name(&self) -> &'static str;
    /// The revision of the rules, raised whenever old records would replay differently.
    fn revision(&self) -> u32;
    /// Whether the game keeps high scores.
    fn has_high_scores(&self) -> bool;
    /// Whether these are the default options.
    fn is_standard(&self, options: &Value) -> bool;
    /// How many can play, whatever the options.
    fn seats(&self) -> RangeInclusive<u8>;
    /// How many can play under these options.
    fn table_sizes(&self, options: &Value) -> Result<RangeInclusive<u8>, Problem>;
    /// Every option with its default.
    fn options(&self) -> Value;
    /// How long players are shown a new deal.
    fn dealing(&self) -> Showing;
    /// Whether a seat may show `what` to the others before it acts.
    fn may_show(&self, what: &Value) -> bool;
    /// Every error code, with when it is given.
    fn codes(&self) -> &'static [(&'static str, &'static str)];
    /// Deals a new game. Missing options take their defaults; without a number of seats, as few as possible
    /// play.
    fn start(&self, options: &Value, seats: Option<u8>, seed: &Seed) -> Result<Box<dyn AnyTable>, Problem>;
    /// Sets up a position: a text in the game's notation or a state object. `options` holds those that differ
    /// from the defaults, or from those of the state.
    fn load(&self, position: &Value, options: &Value) -> Result<Box<dyn AnyTable>, Problem>;
    /// Lays out a table that looks like this view, received over the wire. Whatever the view hides is dealt
    /// from `seed`.
    fn seen(&self, view: &Value, seed: &Seed) -> Result<Box<dyn AnyTable>, Problem>;
    /// Sets up a position for a new game, written by [`AnyTable::position`] or by hand. Whatever the text
    /// leaves open is dealt from `seed`.
    fn set_up(&self, position: &str, options: &Value, seed: &Seed) -> Result<Box<dyn AnyTable>, Problem>;
    /// Answers a question about the rules.
    fn answer(&self, query: &Value) -> Result<Value, Problem>;
    /// An example of a position text and what it means, if the game has such texts.
    fn position(&self) -> Option<(&'static str, &'static str)>;
}

/// Which part of a game a piece of JSON is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Payload {
    /// The options of a match.
    Options,
    /// Something a seat can do.
    Action,
    /// What accompanies an action in the menu.
    Remarks,
    /// What a viewer may know of the game.
    View,
    /// What is announced.
    Event,
    /// Why a game ended.
    Reason,
    /// What accompanies the result.
    Details,
    /// What accompanies a refusal.
    RefusalDetails,
    /// What a seat shows before its action.
    Shown,
    /// A question about the game.
    Query,
    /// The reply to a question.
    Answer,
    /// The whole state.
    State,
    /// What a computer player says about its choice.
    Info,
}

/// A game in progress.
pub trait AnyTable: Send + Sync {
    /// Which game it is.
    fn game(&self) -> &'static dyn AnyGame;
    /// How many seats the table has.
    fn seats(&self) -> u8;
    /// Whom the table waits for.
    fn awaiting(&self) -> Awaiting;
    /// The result, once there is one.
    fn outcome(&self) -> Option<Outcome>;
    /// What `seat` can do.
    fn menu(&self, seat: Seat) -> Listing;
    /// The menu of [`AnyTable::menu`], serialised directly for a caller that only passes it on, and whether
    /// it is complete.
    fn menu_json(&self, seat: Seat) -> (Json, bool);
    /// Reads an action, so that a caller with several questions about it parses it only once.
    fn decode(&self, action: &Value) -> Result<AnyAction, Problem>;
    /// The error that [`AnyTable::make`] would give.
    fn allows(&self, seat: Seat, action: &AnyAction) -> Result<(), Problem>;
    /// Makes an action already read; on an error nothing changes.
    fn make(&mut self, seat: Seat, action: &AnyAction) -> Result<Vec<AnyEvent>, Problem>;
    /// The table that [`AnyTable::make`] would lead to and the events on the way; this table stays as it is.
    fn after(&self, seat: Seat, action: &AnyAction) -> Result<(Box<dyn AnyTable>, Vec<AnyEvent>), Problem>;
    /// The error that [`AnyTable::play`] would give.
    fn check(&self, seat: Seat, action: &Value) -> Result<(), Problem>;
    /// Reads an action and makes it; on an error nothing changes.
    fn play(&mut self, seat: Seat, action: &Value) -> Result<Vec<AnyEvent>, Problem>;
    /// Takes a seat out of the game.
    fn leave(&mut self, seat: Seat, why: Leaving) -> Result<Vec<AnyEvent>, Problem>;
    /// How the table keeps this action: in its log or beside it.
    fn keeping(&self, seat: Seat, action: &AnyAction) -> Keeping;
    /// The seats that must agree to a draw; empty where draws are not possible.
    fn drawers(&self) -> SeatSet;
    /// Ends the game as a draw by agreement.
    fn draw(&mut self) -> Result<Vec<AnyEvent>, Problem>;
    /// The action made for a seat that runs out of time; `None` means that the seat leaves.
    fn idle(&self, seat: Seat) -> Option<Value>;
    /// What kind of decision `seat` has to make.
    fn decision_kind(&self, seat: Seat) -> DecisionKind;
    /// How long a computer player hesitates before this action.
    fn hesitation(&self, seat: Seat, action: &AnyAction) -> Hesitation;
    /// The part of this action that everybody may see before it is made.
    fn preview(&self, action: &AnyAction) -> Option<Value>;
    /// What `viewer` may know.
    fn view(&self, viewer: Viewer) -> Value;
    /// The view, serialised directly for a caller that only passes it on.
    fn view_json(&self, viewer: Viewer) -> Json;
    /// The view as a position: one line from which [`AnyGame::set_up`] makes a table.
    fn position(&self, viewer: Viewer) -> String;
    /// The view as text.
    fn text(&self, viewer: Viewer, language: Language) -> String;
    /// Answers a question from what `viewer` sees.
    fn answer(&self, viewer: Viewer, query: &Value) -> Result<Value, Problem>;
    /// Reads an action as people type it.
    fn read(&self, seat: Seat, text: &str) -> Result<Value, Problem>;
    /// Writes an action as people type it.
    fn write(&self, seat: Seat, action: &Value) -> Result<String, Problem>;
    /// What a computer player in `seat` gets: its view and its menu, in the game's own types.
    fn seat_view(&self, seat: Seat) -> SeatView;
    /// The whole state, hidden things included; for trusted local tools, records and snapshots.
    fn setup(&self) -> Value;
    /// A copy of the table.
    fn boxed_clone(&self) -> Box<dyn AnyTable>;
    /// A table that `viewer` could not tell from this one: what the viewer may not know is dealt anew.
    fn redeal(&self, viewer: Viewer, dice: &mut Dice) -> Box<dyn AnyTable>;
}

/// The menu of a seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Listing {
    /// The actions listed; not every legal one has to be.
    pub actions: Vec<Listed>,
    /// Whether every legal action is listed.
    pub is_complete: bool,
}

/// One action of a menu.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Listed {
    /// The action.
    pub action: Json,
    /// What a client may show beside it.
    #[serde(flatten)]
    pub remarks: Map<String, Value>,
}

/// A [`Listed`] in the game's own types, for serialising.
#[derive(Serialize)]
#[serde(bound = "")]
struct Row<'a, G: Game> {
    action: &'a G::Action,
    #[serde(flatten)]
    remarks: Option<G::Remarks>,
}

/// An action, both in the game's own type and as it was sent.
#[derive(Clone)]
pub struct AnyAction {
    typed: Arc<dyn Any + Send + Sync>,
    /// The action as it goes into the log.
    pub json: Json,
}

impl AnyAction {
    fn of<G: Game>(&self) -> Result<&G::Action, Problem> {
        let other = || Problem::new("request.bad_action", "bad action: it is one of another game");
        self.typed.downcast_ref().ok_or_else(other)
    }
}

impl fmt::Debug for AnyAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.json.fmt(f)
    }
}

/// An event, and who hears it.
#[derive(Clone, PartialEq, Debug)]
pub struct AnyEvent {
    /// The event as it goes over the wire.
    pub event: Json,
    /// The event as a sentence.
    pub text: Sentence,
    /// Who hears it.
    pub to: Audience,
    /// How long people are shown it.
    pub showing: Showing,
}

/// A sentence that exists in every language. It is only put into words when somebody reads it; most clients
/// never do.
#[derive(Clone)]
pub struct Sentence(Arc<dyn Say + Send + Sync>);

impl Sentence {
    fn of(what: impl Say + Send + Sync + 'static) -> Sentence {
        Sentence(Arc::new(what))
    }

    /// The sentence in `language`.
    pub fn told_in(&self, language: Language) -> String {
        self.0.as_ref().told_in(language).to_string()
    }
}

impl PartialEq for Sentence {
    fn eq(&self, other: &Sentence) -> bool {
        Language::ALL.iter().all(|language| self.told_in(*language) == other.told_in(*language))
    }
}

impl fmt::Debug for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.told_in(Language::English).fmt(f)
    }
}

/// A view and a menu in the game's own types: all that a computer player is given.
pub struct SeatView {
    view: Box<dyn Any + Send>,
    menu: Box<dyn Any + Send>,
}

impl SeatView {
    /// The view and the menu, if they belong to the game `G`.
    pub fn of<G: Game>(&self) -> Option<(&G::View, &Menu<G::Action>)> {
        Some((self.view.downcast_ref()?, self.menu.downcast_ref()?))
    }
}

/// The listed actions of `seat` as people type them, and whether those are all the legal ones.
pub fn typed_menu(table: &dyn AnyTable, seat: Seat) -> (Vec<String>, bool) {
    let menu = table.menu(seat);
    let typed = |listed: &Listed| table.write(seat, &listed.action.value()).ok();
    (menu.actions.iter().filter_map(typed).collect(), menu.is_complete)
}

/// The game `G` as an [`AnyGame`].
pub(crate) struct Kind<G>(PhantomData<fn() -> G>);

impl<G: Game> Kind<G> {
    pub(crate) const NEW: Kind<G> = Kind(PhantomData);
}

/// A table of the game `G` as an [`AnyTable`].
struct Erased<G: Game>(Table<G>);

fn decode<T: DeserializeOwned>(value: &Value, code: &str, what: &str) -> Result<T, Problem> {
    T::deserialize(value).map_err(|error| {
        // The error may quote what was sent, however long.
        Problem::new(code, clip_to(&format!("bad {what}: {error}"), 300))
    })
}

fn encode(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("everything at a table can be written as JSON")
}

/// Reads the options of a match; absent options are all defaults.
fn options<G: Game>(value: &Value) -> Result<G::Options, Problem> {
    if value.is_null() { Ok(G::Options::default()) } else { decode(value, "request.bad_options", "options") }
}

fn action<G: Game>(value: &Value) -> Result<G::Action, Problem> {
    decode(value, "request.bad_action", "action")
}

fn query<G: Game>(value: &Value) -> Result<G::Query, Problem> {
    decode(value, "request.bad_query", "query")
}

fn boxed<G: Described>(table: Table<G>) -> Box<dyn AnyTable> {
    Box::new(Erased(table))
}

fn any_events<G: Described>(events: Vec<Addressed<G::Event>>) -> Vec<AnyEvent> {
    let any = |Addressed { event, to }: Addressed<G::Event>| AnyEvent {
        showing: G::showing(&event),
        event: Json::of(&event),
        text: Sentence::of(event),
        to,
    };
    events.into_iter().map(any).collect()
}

impl<G: Described> AnyGame for Kind<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn name(&self) -> &'static str {
        G::NAME
    }

    fn revision(&self) -> u32 {
        G::REVISION
    }

    fn has_high_scores(&self) -> bool {
        G::HAS_HIGH_SCORES
    }

    fn is_standard(&self, value: &Value) -> bool {
        options::<G>(value).is_ok_and(|options| options == G::Options::default())
    }

    fn seats(&self) -> RangeInclusive<u8> {
        G::SEATS
    }

    fn table_sizes(&self, value: &Value) -> Result<RangeInclusive<u8>, Problem> {
        Ok(G::table_sizes(&options::<G>(value)?))
    }

    fn options(&self) -> Value {
        encode(&G::Options::default())
    }

    fn dealing(&self) -> Showing {
        G::DEALING
    }

    fn may_show(&self, what: &Value) -> bool {
        G::Shown::deserialize(what).is_ok()
    }

    fn codes(&self) -> &'static [(&'static str, &'static str)] {
        G::Error::CODES
    }

    fn start(&self, value: &Value, seats: Option<u8>, seed: &Seed) -> Result<Box<dyn AnyTable>, Problem> {
        let options = options::<G>(value)?;
        let seats = seats.unwrap_or(*G::table_sizes(&options).start());
        Ok(boxed(Table::<G>::start(options, seats, seed)?))
    }

    fn load(&self, position: &Value, changes: &Value) -> Result<Box<dyn AnyTable>, Problem> {
        let setup: G::Setup = match position {
            Value::String(text) => G::read_position(text, options::<G>(changes)?)?,
            state => decode(&with_options(state, changes), "request.bad_state", "state")?,
        };
        Ok(boxed(Table::<G>::load(setup)?))
    }

    fn seen(&self, view: &Value, seed: &Seed) -> Result<Box<dyn AnyTable>, Problem> {
        let view: G::View = decode(view, "request.bad_view", "view")?;
        Ok(boxed(Table::<G>::load(G::redeal(&view, &mut Dice::new(seed)))?))
    }

    fn set_up(&self, position: &str, value: &Value, seed: &Seed) -> Result<Box<dyn AnyTable>, Problem> {
        let setup = G::deal_position(position, options::<G>(value)?, &mut Dice::new(seed))?;
        Ok(boxed(Table::<G>::load(setup)?))
    }

    fn answer(&self, value: &Value) -> Result<Value, Problem> {
        Ok(encode(&G::answer(None, &query::<G>(value)?)?))
    }

    fn position(&self) -> Option<(&'static str, &'static str)> {
        G::POSITION
    }
}

/// The schemas of a game's JSON, as read or as written, depending on the generator. This is not part of
/// [`AnyGame`] so that only the programs that write schemas link the code, which takes a megabyte.
pub(crate) fn shapes<G: Described>(generator: &mut SchemaGenerator) -> Vec<(Payload, Schema)> {
    if generator.contract().is_serialize() {
        return vec![
            (Payload::Options, generator.subschema_for::<G::Options>()),
            (Payload::Action, generator.subschema_for::<G::Action>()),
            (Payload::Remarks, generator.subschema_for::<G::Remarks>()),
            (Payload::View, generator.subschema_for::<G::View>()),
            (Payload::Event, generator.subschema_for::<G::Event>()),
            (Payload::Reason, generator.subschema_for::<G::Reason>()),
            (Payload::Details, generator.subschema_for::<G::Details>()),
            (Payload::RefusalDetails, generator.subschema_for::<G::RefusalDetails>()),
            (Payload::Shown, generator.subschema_for::<G::Shown>()),
            (Payload::Answer, generator.subschema_for::<G::Answer>()),
            (Payload::State, generator.subschema_for::<G::Setup>()),
        ];
    }
    vec![
        (Payload::Options, generator.subschema_for::<G::Options>()),
        (Payload::Action, generator.subschema_for::<G::Action>()),
        (Payload::Shown, generator.subschema_for::<G::Shown>()),
        (Payload::Query, generator.subschema_for::<G::Query>()),
        (Payload::State, generator.subschema_for::<G::Setup>()),
    ]
}

/// The state with some of its options changed.
fn with_options(state: &Value, changes: &Value) -> Value {
    let mut state = state.clone();
    if let (Some(state), Some(changes)) = (state.as_object_mut(), changes.as_object())
        && !changes.is_empty()
    {
        let options = state.entry("options").or_insert_with(|| Value::Object(Map::new()));
        if let Some(options) = options.as_object_mut() {
            options.extend(changes.clone());
        }
    }
    state
}

impl<G: Described> AnyTable for Erased<G> {
    fn game(&self) -> &'static dyn AnyGame {
        &Kind::<G>::NEW
    }

    fn seats(&self) -> u8 {
        self.0.game().seats()
    }

    fn awaiting(&self) -> Awaiting {
        self.0.game().awaiting()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.game().outcome()
    }

    fn menu(&self, seat: Seat) -> Listing {
        let game = self.0.game();
        let menu = game.menu(seat);
        let fields = |action| game.remarks(seat, action).as_ref().map_or_else(Map::new, fields_of);
        let listed = |action| Listed { action: Json::of(action), remarks: fields(action) };
        Listing { is_complete: menu.is_complete(), actions: menu.actions().iter().map(listed).collect() }
    }

    fn menu_json(&self, seat: Seat) -> (Json, bool) {
        let game = self.0.game();
        let menu = game.menu(seat);
        let row = |action| Row::<G> { remarks: game.remarks(seat, action), action };
        let rows: Vec<Row<'_, G>> = menu.actions().iter().map(row).collect();
        (Json::of(&rows), menu.is_complete())
    }

    fn decode(&self, value: &Value) -> Result<AnyAction, Problem> {
        Ok(AnyAction { typed: Arc::new(action::<G>(value)?), json: Json::of(value) })
    }

    fn allows(&self, seat: Seat, action: &AnyAction) -> Result<(), Problem> {
        Ok(self.0.check(seat, action.of::<G>()?)?)
    }

    fn make(&mut self, seat: Seat, action: &AnyAction) -> Result<Vec<AnyEvent>, Problem> {
        Ok(any_events::<G>(self.0.play(seat, action.of::<G>()?)?))
    }

    fn after(&self, seat: Seat, action: &AnyAction) -> Result<(Box<dyn AnyTable>, Vec<AnyEvent>), Problem> {
        let (next, events) = self.0.after(seat, action.of::<G>()?)?;
        Ok((boxed(next), any_events::<G>(events)))
    }

    fn check(&self, seat: Seat, value: &Value) -> Result<(), Problem> {
        Ok(self.0.check(seat, &action::<G>(value)?)?)
    }

    fn play(&mut self, seat: Seat, value: &Value) -> Result<Vec<AnyEvent>, Problem> {
        Ok(any_events::<G>(self.0.play(seat, &action::<G>(value)?)?))
    }

    fn leave(&mut self, seat: Seat, why: Leaving) -> Result<Vec<AnyEvent>, Problem> {
        Ok(any_events::<G>(self.0.leave(seat, why)?))
    }

    fn keeping(&self, seat: Seat, action: &AnyAction) -> Keeping {
        action.of::<G>().map_or(Keeping::Logged, |action| self.0.game().keeping(seat, action))
    }

    fn drawers(&self) -> SeatSet {
        self.0.drawers()
    }

    fn draw(&mut self) -> Result<Vec<AnyEvent>, Problem> {
        let told = self.0.draw().map(any_events::<G>);
        told.ok_or_else(|| Problem::new("table.no_draw", "this game has no draw by agreement"))
    }

    fn idle(&self, seat: Seat) -> Option<Value> {
        self.0.game().idle(seat).map(|action| encode(&action))
    }

    fn decision_kind(&self, seat: Seat) -> DecisionKind {
        self.0.game().decision_kind(seat)
    }

    fn hesitation(&self, seat: Seat, action: &AnyAction) -> Hesitation {
        action.of::<G>().map_or(Hesitation::NONE, |action| self.0.game().hesitation(seat, action))
    }

    fn preview(&self, action: &AnyAction) -> Option<Value> {
        G::preview(action.of::<G>().ok()?).map(|shown| encode(&shown))
    }

    fn view(&self, viewer: Viewer) -> Value {
        encode(&self.0.game().view(viewer))
    }

    fn view_json(&self, viewer: Viewer) -> Json {
        Json::of(&self.0.game().view(viewer))
    }

    fn position(&self, viewer: Viewer) -> String {
        G::write_position(&self.0.game().view(viewer))
    }

    fn text(&self, viewer: Viewer, language: Language) -> String {
        self.0.game().view(viewer).told_in(language).to_string()
    }

    fn answer(&self, viewer: Viewer, value: &Value) -> Result<Value, Problem> {
        let view = self.0.game().view(viewer);
        Ok(encode(&G::answer(Some(&view), &query::<G>(value)?)?))
    }

    fn read(&self, seat: Seat, text: &str) -> Result<Value, Problem> {
        Ok(encode(&self.0.game().read(seat, text)?))
    }

    fn write(&self, seat: Seat, value: &Value) -> Result<String, Problem> {
        Ok(self.0.game().write(seat, &action::<G>(value)?))
    }

    fn seat_view(&self, seat: Seat) -> SeatView {
        let game = self.0.game();
        SeatView { view: Box::new(game.view(Viewer::Seat(seat))), menu: Box::new(game.menu(seat)) }
    }

    fn setup(&self) -> Value {
        encode(&self.0.setup())
    }

    fn boxed_clone(&self) -> Box<dyn AnyTable> {
        boxed(self.0.clone())
    }

    fn redeal(&self, viewer: Viewer, dice: &mut Dice) -> Box<dyn AnyTable> {
        let setup = G::redeal(&self.0.game().view(viewer), dice);
        boxed(Table::<G>::load(setup).expect("a redealt state is sound: the law kit checks every game"))
    }
}
