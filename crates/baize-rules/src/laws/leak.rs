//! A planted leak: any game, made to reveal what it must not.

use crate::{
    Awaiting, Coded, DecisionKind, Dice, Game, Keeping, Language, Leaving, Menu, Outcome, Referee, Say, Seat,
    Seed, Transition, Viewer,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::ops::RangeInclusive;

/// `G` with one hole. The laws must find it, or they would not find a real one.
#[derive(Clone, Debug)]
pub struct Leaky<G: Game> {
    inner: G,
    channel: Channel,
    stolen: u64,
}

/// Where the hole is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Channel {
    /// In the view.
    #[default]
    View,
    /// In the words of the view, in one language only.
    Words,
    /// In an event after each action.
    Event,
    /// In the words of a refusal.
    Error,
    /// In the order of the menu.
    Menu,
}

impl Channel {
    /// Every kind of hole.
    pub const ALL: [Channel; 5] =
        [Channel::View, Channel::Words, Channel::Event, Channel::Error, Channel::Menu];
}

/// The options of the game, and where to plant the leak.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct LeakyOptions<O> {
    /// The game's own options.
    pub inner: O,
    /// Where the hole is.
    pub channel: Channel,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[doc(hidden)]
pub struct LeakySetup<S> {
    inner: S,
    channel: Channel,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[doc(hidden)]
pub struct LeakyView<V> {
    inner: V,
    channel: Channel,
    stolen: Option<u64>,
    #[serde(skip)]
    translated: Option<u64>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[doc(hidden)]
pub enum LeakyEvent<E> {
    Honest(E),
    Stolen(u64),
}

#[derive(Clone, PartialEq, Debug)]
#[doc(hidden)]
pub struct LeakyError<E> {
    inner: E,
    stolen: Option<u64>,
}

impl<V: Say> Say for LeakyView<V> {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.say(language, f)?;
        match self.translated.filter(|_| language == Language::Japanese) {
            Some(stolen) => write!(f, "{stolen}"),
            None => Ok(()),
        }
    }
}

impl<E: Say> Say for LeakyEvent<E> {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeakyEvent::Honest(event) => event.say(language, f),
            LeakyEvent::Stolen(stolen) => write!(f, "{stolen}"),
        }
    }
}

impl<E: fmt::Display> fmt::Display for LeakyError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.inner, self.stolen)
    }
}

impl<E: Coded> std::error::Error for LeakyError<E> {}

impl<E: Coded> Coded for LeakyError<E> {
    const CODES: &'static [(&'static str, &'static str)] = E::CODES;

    fn code(&self) -> &'static str {
        self.inner.code()
    }

    fn details(&self) -> Option<Value> {
        self.inner.details()
    }
}

impl<G: Game> Leaky<G> {
    fn holding(inner: G, channel: Channel, referee: &Referee) -> Leaky<G> {
        // FNV-1a over everything, hidden things included.
        let whole = super::json(&inner.setup(referee));
        let stolen = whole.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Leaky { inner, channel, stolen }
    }

    fn through(&self, channel: Channel) -> Option<u64> {
        (self.channel == channel).then_some(self.stolen)
    }

    fn error(&self, inner: G::Error) -> LeakyError<G::Error> {
        LeakyError { inner, stolen: self.through(Channel::Error) }
    }

    fn step(&self, step: Transition<G>, referee: &Referee) -> Transition<Self> {
        let mut leaky = Transition::to(Leaky::holding(step.next, self.channel, referee));
        for news in step.events {
            leaky.events.push(crate::Addressed { event: LeakyEvent::Honest(news.event), to: news.to });
        }
        if let Some(stolen) = leaky.next.through(Channel::Event) {
            leaky.tell(LeakyEvent::Stolen(stolen));
        }
        leaky
    }
}

fn honest<E>(inner: E) -> LeakyError<E> {
    LeakyError { inner, stolen: None }
}

impl<G: Game> Game for Leaky<G> {
    const ID: &'static str = G::ID;
    const NAME: &'static str = G::NAME;
    const REVISION: u32 = G::REVISION;
    const SEATS: RangeInclusive<u8> = G::SEATS;

    type Options = LeakyOptions<G::Options>;
    type Setup = LeakySetup<G::Setup>;
    type Action = G::Action;
    type Remarks = G::Remarks;
    type View = LeakyView<G::View>;
    type Event = LeakyEvent<G::Event>;
    type Query = G::Query;
    type Answer = G::Answer;
    type Error = LeakyError<G::Error>;

    fn table_sizes(options: &Self::Options) -> RangeInclusive<u8> {
        G::table_sizes(&options.inner)
    }

    fn new(referee: &Referee, options: Self::Options, seats: u8, seed: &Seed) -> Result<Self, Self::Error> {
        let inner = G::new(referee, options.inner, seats, seed).map_err(honest)?;
        Ok(Leaky::holding(inner, options.channel, referee))
    }

    fn setup(&self, referee: &Referee) -> Self::Setup {
        LeakySetup { inner: self.inner.setup(referee), channel: self.channel }
    }

    fn load(referee: &Referee, setup: Self::Setup) -> Result<Self, Self::Error> {
        let inner = G::load(referee, setup.inner).map_err(honest)?;
        Ok(Leaky::holding(inner, setup.channel, referee))
    }

    fn read_position(text: &str, options: Self::Options) -> Result<Self::Setup, Self::Error> {
        let inner = G::read_position(text, options.inner).map_err(honest)?;
        Ok(LeakySetup { inner, channel: options.channel })
    }

    fn seats(&self) -> u8 {
        self.inner.seats()
    }

    fn awaiting(&self) -> Awaiting {
        self.inner.awaiting()
    }

    fn menu(&self, seat: Seat) -> Menu<Self::Action> {
        let mut menu = self.inner.menu(seat);
        let (Menu::Complete(actions) | Menu::Sample(actions)) = &mut menu;
        // The lowest bit of the hash is the same for every order of the same bytes, so it would not betray a
        // redeal.
        if self.through(Channel::Menu).is_some_and(|stolen| stolen >> 63 == 1) {
            actions.reverse();
        }
        menu
    }

    fn remarks(&self, seat: Seat, action: &Self::Action) -> Option<Self::Remarks> {
        self.inner.remarks(seat, action)
    }

    fn barred(&self, seat: Seat, action: Option<&Self::Action>) -> Self::Error {
        self.error(self.inner.barred(seat, action))
    }

    fn apply(
        &self,
        referee: &Referee,
        seat: Seat,
        action: &Self::Action,
    ) -> Result<Transition<Self>, Self::Error> {
        let step = self.inner.apply(referee, seat, action).map_err(|error| self.error(error))?;
        Ok(self.step(step, referee))
    }

    fn leave(&self, referee: &Referee, seat: Seat, why: Leaving) -> Transition<Self> {
        self.step(self.inner.leave(referee, seat, why), referee)
    }

    fn keeping(&self, seat: Seat, action: &Self::Action) -> Keeping {
        self.inner.keeping(seat, action)
    }

    fn idle(&self, seat: Seat) -> Option<Self::Action> {
        self.inner.idle(seat)
    }

    fn decision_kind(&self, seat: Seat) -> DecisionKind {
        self.inner.decision_kind(seat)
    }

    fn view(&self, viewer: Viewer) -> Self::View {
        LeakyView {
            inner: self.inner.view(viewer),
            channel: self.channel,
            stolen: self.through(Channel::View),
            translated: self.through(Channel::Words),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.inner.outcome()
    }

    fn redeal(view: &Self::View, dice: &mut Dice) -> Self::Setup {
        LeakySetup { inner: G::redeal(&view.inner, dice), channel: view.channel }
    }

    fn answer(view: Option<&Self::View>, query: &Self::Query) -> Result<Self::Answer, Self::Error> {
        G::answer(view.map(|view| &view.inner), query).map_err(honest)
    }

    fn read(&self, seat: Seat, text: &str) -> Result<Self::Action, Self::Error> {
        self.inner.read(seat, text).map_err(|error| self.error(error))
    }

    fn write(&self, seat: Seat, action: &Self::Action) -> String {
        self.inner.write(seat, action)
    }
}
