//! What belongs to the asker: their games, results and ratings, with export and erasure.

use crate::api::{Answer, Client, Refused, bad_query};
use crate::devices::asker;
use crate::limits::check_origin;
use crate::listen::Shared;
use crate::workers::{Lane, Owner};
use axum::Json;
use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use baize_actor::answers::finished;
use baize_actor::from_bytes;
use baize_games::{AnyGame, GAMES, Record, find};
use baize_protocol::http::{
    AgainstWhom, Counts, ErasedGames, OwnProfile, OwnRating, OwnResults, PlayedGame, PlayedGames, PublicGame,
    PublicProfile, PublicRating, RatingPoint, TableRow, Tallied, Verdict,
};
use baize_protocol::{Moment, Occupant, SeatState, TableId};
use baize_room::Room;
use baize_rules::Problem;
use baize_store::{GamesOf, Store, StoreError, StoredGame, periods};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// The most games in an answer.
const PAGE: usize = 50;
/// How many games are read from the store at a time.
const READ: usize = 200;
/// The most games over which results are counted.
const MOST_COUNTED: u32 = 10_000;
/// The most changes shown with a rating.
const MOST_POINTS: usize = 100;
/// The most opponents results are shown against.
const MOST_OPPONENTS: usize = 50;
/// The format name of an exported file.
const FORMAT: &str = "baize-player-1";

/// Goes through someone's games, latest first, until `each` has had enough.
fn go_through(
    store: &dyn Store,
    player: &str,
    mut after: Option<(u64, TableId)>,
    mut each: impl FnMut(PlayedGame) -> bool,
) -> Result<(), StoreError> {
    loop {
        let games = store.games_of(&GamesOf { player: player.to_owned(), after, most: READ })?;
        let Some(last) = games.last() else { return Ok(()) };
        after = Some((last.ended, last.table));
        let is_end = games.len() < READ;
        for game in games.into_iter().filter_map(played) {
            if !each(game) {
                return Ok(());
            }
        }
        if is_end {
            return Ok(());
        }
    }
}

/// A game as shown to its player.
fn played(game: StoredGame) -> Option<PlayedGame> {
    let StoredGame { ended, result, row, accuracies, .. } = game;
    let table: TableRow = serde_json::from_str(&row).ok()?;
    let verdict = match (result.won, result.share > 0.0) {
        (true, _) => Verdict::Won,
        (false, true) => Verdict::Drawn,
        (false, false) => Verdict::Lost,
    };
    let accuracies: Vec<Option<f64>> =
        accuracies.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    let point = |rating: baize_store::SeatRating| RatingPoint {
        rating: rating.rating,
        deviation: rating.deviation,
        gain: rating.gain,
        at: Moment(ended),
    };
    Some(PlayedGame {
        table,
        seat: result.seat,
        verdict,
        place: result.place,
        counts: result.counts,
        rating: result.rating.map(point),
        accuracy: accuracies.get(usize::from(result.seat)).copied().flatten(),
    })
}

/// The other seats of a game.
fn others(game: &PlayedGame) -> impl Iterator<Item = &SeatState> {
    let own = usize::from(game.seat);
    game.table.seats.iter().enumerate().filter(move |(seat, _)| *seat != own).map(|(_, state)| state)
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Against {
    People,
    House,
}

/// Which games are wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sieve {
    game: Option<String>,
    verdict: Option<Verdict>,
    against: Option<Against>,
    counts: Option<Counts>,
    name: Option<String>,
    after: Option<String>,
}

impl Sieve {
    fn takes(&self, game: &PlayedGame) -> bool {
        let is_met_by_people = || others(game).any(|seat| seat.occupant == Occupant::Person);
        let is_against = match self.against {
            None => true,
            Some(Against::People) => is_met_by_people(),
            Some(Against::House) => !is_met_by_people(),
        };
        let has_name = |wanted: &String| {
            let wanted = wanted.to_lowercase();
            let has = |text: &Option<String>| {
                text.as_ref().is_some_and(|text| text.to_lowercase().contains(&wanted))
            };
            others(game).any(|seat| has(&seat.name) || has(&seat.persona) || has(&seat.player))
        };
        self.game.as_ref().is_none_or(|wanted| *wanted == game.table.game)
            && self.verdict.is_none_or(|verdict| verdict == game.verdict)
            && self.counts.is_none_or(|counts| counts == game.counts)
            && is_against
            && self.name.as_ref().is_none_or(has_name)
    }

    /// The position after which to continue, from the previous answer.
    fn cursor(&self) -> Result<Option<(u64, TableId)>, Problem> {
        let Some(after) = &self.after else { return Ok(None) };
        let read = after.split_once('-').and_then(|(at, id)| Some((at.parse().ok()?, TableId::new(id)?)));
        read.map(Some).ok_or_else(|| {
            Problem::new("request.bad_request", "after: what an answer before said under next")
        })
    }
}

pub(crate) async fn games(
    State(shared): State<Arc<Shared>>,
    sieve: Result<Query<Sieve>, QueryRejection>,
    headers: HeaderMap,
) -> Answer<PlayedGames> {
    let Query(sieve) = sieve.map_err(|error| bad_query(&error))?;
    let player = asker(&shared, &headers).await?.person;
    if let Some(game) = &sieve.game {
        find(game)?;
    }
    let after = sieve.cursor()?;
    let games = shared.tables.ask(move |store| {
        let mut games = Vec::new();
        go_through(store, &player, after, |game| {
            if sieve.takes(&game) {
                games.push(game);
            }
            games.len() <= PAGE
        })?;
        Ok(games)
    });
    let mut games = games.await?;
    let is_more = games.len() > PAGE;
    games.truncate(PAGE);
    let place = |game: &PlayedGame| format!("{}-{}", game.table.changed.0, game.table.table);
    let next = games.last().filter(|_| is_more).map(place);
    Ok(Json(PlayedGames { games, next }))
}

pub(crate) async fn profile(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Answer<OwnProfile> {
    let (player, now) = (asker(&shared, &headers).await?.person, shared.tables.world.now());
    Ok(Json(shared.tables.ask(move |store| profile_of(store, &player, now)).await?))
}

fn profile_of(store: &dyn Store, player: &str, now: Moment) -> Result<OwnProfile, StoreError> {
    let mut books: BTreeMap<String, Book> = BTreeMap::new();
    let mut games = 0;
    go_through(store, player, None, |game| {
        books.entry(game.table.game.clone()).or_default().add(&game);
        games += 1;
        games < MOST_COUNTED
    })?;
    // Games that are no longer in this program have no place in its order.
    let results = GAMES.iter().filter_map(|game| Some(books.remove(game.id())?.close(game.id(), now)));
    Ok(OwnProfile { id: player.to_owned(), games, results: results.collect() })
}

/// Someone's public page: what everyone may know, and nothing else.
pub(crate) async fn public(
    State(shared): State<Arc<Shared>>,
    Path(person): Path<String>,
) -> Answer<PublicProfile> {
    let now = shared.tables.world.now();
    let found = shared.tables.ask(move |store| public_of(store, &person, now)).await?;
    Ok(Json(found.ok_or_else(|| Problem::new("request.not_found", "there is no such person"))?))
}

fn public_of(store: &dyn Store, person: &str, now: Moment) -> Result<Option<PublicProfile>, StoreError> {
    // People who were forgotten have left results without a person.
    if person.is_empty() {
        return Ok(None);
    }
    let (mut games, mut courses) = (Vec::new(), BTreeMap::<String, Course>::new());
    let (mut name, mut count) = (None, 0);
    go_through(store, person, None, |game| {
        count += 1;
        if let (Counts::Rated, Some(point)) = (game.counts, game.rating) {
            let course = courses.entry(game.table.game.clone()).or_default();
            course.games += 1;
            course.points.push(point);
        }
        if game.table.is_public {
            let own = game.table.seats.get(usize::from(game.seat));
            name = name.take().or_else(|| own.and_then(|seat| seat.name.clone()));
            if games.len() < PAGE {
                games.push(PublicGame { table: game.table, seat: game.seat, verdict: game.verdict });
            }
        }
        count < MOST_COUNTED
    })?;
    let Some(name) = name else { return Ok(None) };
    let rating = |game: &&'static dyn AnyGame| {
        let OwnRating { rating, deviation, games, .. } = courses.remove(game.id())?.close(now)?;
        Some(PublicRating { game: game.id().to_owned(), rating, deviation, games })
    };
    Ok(Some(PublicProfile { name, ratings: GAMES.iter().filter_map(rating).collect(), games }))
}

/// The results of one game, counted from latest to first.
#[derive(Default)]
struct Book {
    tally: Tallied,
    /// Wins in a row so far, the current streak once anything else came before it, and the longest run.
    run: u32,
    streak: Option<u32>,
    longest: u32,
    opponents: BTreeMap<Whom, Tallied>,
    rating: Course,
    house: Course,
}

/// The name, the computer player and the persona of an opponent.
type Whom = (Option<String>, Option<String>, Option<String>);

/// A rating and its history, latest first.
#[derive(Default)]
struct Course {
    games: u32,
    points: Vec<RatingPoint>,
}

impl Book {
    fn add(&mut self, game: &PlayedGame) {
        count(&mut self.tally, game.verdict);
        if game.verdict == Verdict::Won {
            self.run += 1;
            self.longest = self.longest.max(self.run);
        } else {
            self.streak.get_or_insert(self.run);
            self.run = 0;
        }
        if let Some(first) = others(game).find(|seat| seat.occupant != Occupant::Empty) {
            let whom = match first.occupant {
                Occupant::Person => (first.name.clone(), None, None),
                _ => (None, first.player.clone(), first.persona.clone()),
            };
            count(self.opponents.entry(whom).or_default(), game.verdict);
        }
        let course = if game.counts == Counts::House { &mut self.house } else { &mut self.rating };
        if let Some(point) = game.rating {
            course.games += 1;
            course.points.push(point);
        }
    }

    fn close(self, game: &str, now: Moment) -> OwnResults {
        let against = |((name, player, persona), tally)| AgainstWhom { name, player, persona, tally };
        let mut opponents: Vec<AgainstWhom> = self.opponents.into_iter().map(against).collect();
        opponents.sort_by_key(|one| std::cmp::Reverse(one.tally.won + one.tally.drawn + one.tally.lost));
        opponents.truncate(MOST_OPPONENTS);
        OwnResults {
            game: game.to_owned(),
            tally: self.tally,
            streak: self.streak.unwrap_or(self.run),
            longest_streak: self.longest,
            opponents,
            rating: self.rating.close(now),
            house: self.house.close(now),
        }
    }
}

impl Course {
    fn close(mut self, now: Moment) -> Option<OwnRating> {
        let last = *self.points.first()?;
        let rating = baize_store::Rating {
            rating: last.rating,
            deviation: last.deviation,
            volatility: baize_store::Rating::default().volatility,
        };
        let deviation = rating.after_rest(periods(now.since(last.at))).deviation;
        self.points.truncate(MOST_POINTS);
        self.points.reverse();
        Some(OwnRating { rating: last.rating, deviation, games: self.games, course: self.points })
    }
}

fn count(tally: &mut Tallied, verdict: Verdict) {
    match verdict {
        Verdict::Won => tally.won += 1,
        Verdict::Drawn => tally.drawn += 1,
        Verdict::Lost => tally.lost += 1,
    }
}

pub(crate) async fn erase(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Answer<ErasedGames> {
    check_origin(&shared.origins, &headers)?;
    let player = asker(&shared, &headers).await?.person;
    let games = shared.tables.ask(move |store| store.erase(&player)).await?;
    Ok(Json(ErasedGames { games }))
}

/// A game in an exported file.
#[derive(Serialize)]
struct Exported {
    #[serde(flatten)]
    game: PlayedGame,
    record: Option<Record>,
}

/// Exports everything as a file, written as it is read: one game after the other, each with its record.
pub(crate) async fn export(
    State(shared): State<Arc<Shared>>,
    Client(client): Client,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let (player, now) = (asker(&shared, &headers).await?.person, shared.tables.world.now());
    let whose = player.clone();
    let profile = shared.tables.ask(move |store| profile_of(store, &whose, now)).await?;
    let (profile, now) = (written(&profile)?, now.0);
    let head = format!("{{\"format\":\"{FORMAT}\",\"exported\":{now},\"profile\":{profile},\"games\":[");
    let writing = Writing { shared, client, player, after: None, head: Some(head), is_over: false };
    let parts = futures_util::stream::unfold(writing, async |mut writing| {
        let part = writing.part().await?;
        Some((part.map_err(std::io::Error::other), writing))
    });
    let name = "attachment; filename=\"baize-games.json\"";
    let head = [(header::CONTENT_TYPE, "application/json"), (header::CONTENT_DISPOSITION, name)];
    Ok((head, Body::from_stream(parts)).into_response())
}

fn written(value: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|error| Problem::new("server.fault", error.to_string()))
}

/// An export in progress.
struct Writing {
    shared: Arc<Shared>,
    client: IpAddr,
    player: String,
    after: Option<(u64, TableId)>,
    /// The text before the first game, until it is written.
    head: Option<String>,
    is_over: bool,
}

impl Writing {
    /// The next part; nothing after the last. A file that cannot be finished breaks off, and is then not
    /// valid JSON.
    async fn part(&mut self) -> Option<Result<String, Problem>> {
        if self.is_over {
            return None;
        }
        let is_first = self.head.is_some();
        let mut part = self.head.take().unwrap_or_default();
        match self.game().await {
            Ok(Some(game)) => {
                if !is_first {
                    part.push(',');
                }
                part.push('\n');
                part.push_str(&game);
            }
            Ok(None) => {
                self.is_over = true;
                part.push_str("\n]}\n");
            }
            Err(problem) => {
                self.is_over = true;
                return Some(Err(problem));
            }
        }
        Some(Ok(part))
    }

    async fn game(&mut self) -> Result<Option<String>, Problem> {
        loop {
            let wanted = GamesOf { player: self.player.clone(), after: self.after, most: 1 };
            let found = self.shared.tables.ask(move |store| store.games_of(&wanted)).await?.pop();
            let Some(stored) = found else { return Ok(None) };
            let table = stored.table;
            self.after = Some((stored.ended, table));
            let Some(game) = played(stored) else { continue };
            let record = self.record(table).await?;
            return written(&Exported { game, record }).map(Some);
        }
    }

    /// The record of a game, as soon as a worker is free to make it.
    async fn record(&self, table: TableId) -> Result<Option<Record>, Problem> {
        let tables = &self.shared.tables;
        let Some(log) = tables.ask(move |store| store.read(table)).await? else { return Ok(None) };
        let log = Arc::new(log);
        loop {
            let log = Arc::clone(&log);
            let replay = move || {
                let room = from_bytes(&log).ok().and_then(|entries| Room::replay(entries, 0).ok());
                Ok(room.and_then(|room| finished(&room).ok()))
            };
            match tables.workers.run(Lane::Bulk, Owner::Client(self.client), replay).await {
                Err(problem) if problem.code == "server.busy" => {
                    tokio::time::sleep(Duration::from_millis(250)).await;
                }
                done => return done,
            }
        }
    }
}
