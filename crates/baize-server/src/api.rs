//! The HTTP API, and the upgrade to the WebSocket.

use crate::limits::{block, check_host, check_origin};
use crate::listen::{Peer, Shared};
use crate::nodes::{NODE_BUFFER, TAKES_MANY};
use crate::reviews::{Reviewed, Reviews, Waiter};
use crate::workers::{Lane, Owner};
use crate::{devices, mcp, meter, own, page, reviews, socket, visitors};
use axum::body::Body;
use axum::extract::rejection::JsonRejection;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Path, Query, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{any, delete, get, post};
use axum::{Json, Router};
use baize_actor::answers::{self, finished, table_id, unknown, viewer};
use baize_actor::fixed_ratings;
use baize_games::find;
use baize_mcp::{Caller, McpHttp};
use baize_protocol::http::{
    AskPosition, AskRecord, Games, Health, Leaderboard, LinkedGame, OpenTable, OpenedTable, PositionInfo,
    Ranking, Refusal, Replay, TableList, TableRow,
};
use baize_protocol::{Key, MOST_FRAME, Occupant, PROTOCOL, Phase, TableId};
use baize_review::REVISION;
use baize_room::Room;
use baize_rules::{Problem, Seed, clip};
use baize_store::{Leaders, Wanted};
use serde::Deserialize;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The health check that proxies send to each process.
const HEALTH: &str = "/api/health";

/// The most bytes in a body.
const MOST_BODY: usize = 16 * 1024;
/// The most bytes in a body with a record: the longest games that people play are half as long.
const MOST_RECORD: usize = 512 * 1024;
/// The size in bytes above which a frame is not read to its end.
const MOST_READ: usize = 8 * MOST_FRAME;
/// The size of a WebSocket's read buffer in bytes, which grows for a longer frame; the library's default is
/// 256 times as large. Hardly any client frame is longer, and most connections are idle.
const READ_BUFFER: usize = 512;

/// All routes.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/ws", get(upgrade))
        .route("/mcp", any(tools).with_state((mcp::service(&shared), Arc::clone(&shared))))
        .route("/metrics", get(metrics))
        .route(HEALTH, get(health))
        .route("/api/games", get(games))
        .route("/api/tables", get(tables).post(open))
        .route("/api/tables/from-record", post(open).layer(DefaultBodyLimit::max(MOST_RECORD)))
        .route("/api/positions", post(position))
        .route("/api/records", post(unkept).layer(DefaultBodyLimit::max(MOST_RECORD)))
        .route("/api/records/review", post(review_unkept).layer(DefaultBodyLimit::max(MOST_RECORD)))
        .route("/api/tables/{table}", get(table))
        .route("/api/tables/{table}/record", get(record))
        .route("/api/tables/{table}/replay", get(replay))
        .route("/api/tables/{table}/review", get(review))
        .route("/api/leaderboard/{game}", get(leaderboard))
        .route("/api/people/{person}", get(own::public))
        .route("/api/me", get(own::profile).delete(own::erase))
        .route("/api/me/games", get(own::games))
        .route("/api/me/export", get(own::export))
        .route("/api/me/devices", get(devices::list).post(devices::take).delete(devices::sign_out_others))
        .route("/api/me/devices/{device}", delete(devices::sign_out))
        .route("/api/me/link", post(devices::offer).delete(devices::withdraw))
        .route("/api/me/look", post(devices::look))
        .route("/api/openapi.json", get(|| async { Json(baize_protocol::openapi()) }))
        .fallback(get(asset))
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(from_fn_with_state(Arc::clone(&shared), guard))
        // Other processes identify themselves with a secret, and may call as often as they need.
        .route("/node", get(node))
        .with_state(shared)
}

/// A refusal, as an HTTP response.
pub(crate) struct Refused(Problem);

impl From<Problem> for Refused {
    fn from(problem: Problem) -> Refused {
        Refused(problem)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(answers::status(&self.0)).unwrap_or(StatusCode::BAD_REQUEST);
        (status, Json(Refusal { error: self.0 })).into_response()
    }
}

pub(crate) type Answer<T> = Result<Json<T>, Refused>;

/// The address a request comes from.
#[derive(Clone, Copy)]
pub(crate) struct Client(pub(crate) IpAddr);

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, Refused> {
        parts.extensions.get::<Client>().copied().ok_or_else(|| Refused(crate::tables::closing()))
    }
}

/// Counts every request, limits its time, and adds the headers that every response carries.
async fn guard(State(shared): State<Arc<Shared>>, mut request: Request, next: Next) -> Response {
    let answered = async {
        let peer = request.extensions().get::<Peer>().ok_or_else(crate::tables::closing)?;
        let client = shared.limits.client(peer.address, request.headers());
        check_host(&shared.hosts, request.headers())?;
        // A page is some forty small files at once, all of them in memory; and a proxy whose health check is
        // told to wait would take the server for unhealthy.
        let path = request.uri().path();
        if !page::is_page(path) && path != HEALTH {
            shared.limits.request(client)?;
        }
        request.extensions_mut().insert(Client(client));
        let patience = Duration::from_secs(shared.tables.settings.limits.patience_seconds);
        let late = |_| Problem::new("server.busy", "this took too long; try again in a moment");
        tokio::time::timeout(patience, next.run(request)).await.map_err(late)
    };
    let mut response = answered.await.unwrap_or_else(|problem| Refused(problem).into_response());
    page::add_headers(response.headers_mut());
    response
}

/// The web app, or a page that explains its absence; answers every path without a route of its own.
async fn asset(State(shared): State<Arc<Shared>>, request: Request<Body>) -> Response {
    let path = request.uri().path();
    if let Some(found) = invitation(&shared, path, request.headers()).await {
        return found;
    }
    if let Some(found) = page::asset(path, request.headers(), &shared.public_url) {
        return found;
    }
    if path == "/" {
        let Health { status, version, tables, sockets, .. } = shared.health();
        return Html(page::home(&version, &status, tables, sockets)).into_response();
    }
    Refused(Problem::new("request.not_found", format!("{} leads nowhere", clip(path)))).into_response()
}

/// The page of a table that waits for players: its head says who invites to which game, for services that
/// preview links. Nothing is revealed about the game or players of a table that has begun.
async fn invitation(shared: &Shared, path: &str, headers: &HeaderMap) -> Option<Response> {
    let table = TableId::new(path.strip_prefix("/t/")?)?;
    let row = shared.tables.ask(move |store| store.row(table)).await.ok()??;
    let row: TableRow = serde_json::from_str(&row).ok()?;
    let host = row.seats.iter().find(|seat| seat.occupant == Occupant::Person)?.name.as_deref()?;
    (row.phase == Phase::Waiting)
        .then(|| page::invitation(&row.game, host, path, headers, &shared.public_url))?
}

async fn health(State(shared): State<Arc<Shared>>) -> Response {
    let health = shared.health();
    let status = if health.status == "ok" { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(health)).into_response()
}

/// Metrics for Prometheus, only for clients on the same machine that did not come through a proxy.
async fn metrics(Client(client): Client, headers: HeaderMap) -> Result<String, Refused> {
    if !client.to_canonical().is_loopback() || headers.contains_key("x-forwarded-for") {
        return Err(Refused(Problem::new("request.not_found", "/metrics leads nowhere")));
    }
    Ok(meter::page())
}

async fn games() -> Json<Games> {
    Json(answers::games())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Filter {
    game: Option<String>,
    phase: Option<Phase>,
}

async fn tables(
    State(shared): State<Arc<Shared>>,
    filter: Result<Query<Filter>, axum::extract::rejection::QueryRejection>,
) -> Answer<TableList> {
    let Query(Filter { game, phase }) = filter.map_err(|error| bad_query(&error))?;
    let rows = shared.tables.ask(move |store| store.rows(&Wanted { game, phase })).await?;
    Ok(Json(TableList { tables: rows.iter().filter_map(|row| serde_json::from_str(row).ok()).collect() }))
}

async fn open(
    State(shared): State<Arc<Shared>>,
    Client(client): Client,
    headers: HeaderMap,
    body: Result<Json<OpenTable>, JsonRejection>,
) -> Answer<OpenedTable> {
    check_origin(&shared.origins, &headers)?;
    let Json(open) = body.map_err(|rejection| bad_body(&rejection))?;
    shared.limits.opening(client)?;
    let (table, keys) = shared.tables.open(open).await?;
    Ok(Json(answers::opened(table, &keys, &shared.public_url)))
}

/// Describes a position, for those who set one up or play on from one.
async fn position(
    Client(client): Client,
    State(shared): State<Arc<Shared>>,
    body: Result<Json<AskPosition>, JsonRejection>,
) -> Answer<PositionInfo> {
    let Json(asked) = body.map_err(|rejection| bad_body(&rejection))?;
    let seed = Seed::from_text(&Key::from_bytes(shared.tables.world.fresh()).to_hex());
    // An engine that evaluates every choice takes its time.
    let lane = if asked.is_valued { Lane::Bulk } else { Lane::Question };
    let answer = move || answers::position(&asked, &seed, reviews::value);
    Ok(Json(shared.tables.workers.run(lane, Owner::Client(client), answer).await?))
}

pub(crate) fn bad_query(rejection: &axum::extract::rejection::QueryRejection) -> Problem {
    Problem::new("request.bad_request", clip(&rejection.body_text()))
}

pub(crate) fn bad_body(rejection: &JsonRejection) -> Problem {
    let code = match rejection {
        JsonRejection::JsonDataError(_) => "request.bad_request",
        JsonRejection::JsonSyntaxError(_) => "request.bad_json",
        other if other.status() == StatusCode::PAYLOAD_TOO_LARGE => "request.too_long",
        _ => "request.bad_json",
    };
    Problem::new(code, baize_rules::clip_to(&rejection.body_text(), 300))
}

/// The key in the `Authorization` header: the token of a seat, or the secret of a link to watch.
pub(crate) fn bearer(headers: &HeaderMap) -> Result<Option<Key>, Problem> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let token = value.to_str().ok().and_then(|value| value.strip_prefix("Bearer "));
    let key = token.and_then(|token| serde_json::from_value(token.into()).ok());
    key.map(Some).ok_or_else(|| Problem::new("request.bad_key", "a token has 32 hexadecimal digits"))
}

/// The room that the log leads to, if the asker may look at it.
async fn logged(
    shared: &Arc<Shared>,
    client: IpAddr,
    table: &str,
    headers: &HeaderMap,
) -> Result<Room, Problem> {
    let (table, key) = (table_id(table)?, bearer(headers)?);
    let log = shared.tables.ask(move |store| store.read(table)).await?.ok_or_else(unknown)?;
    let tables = Arc::clone(&shared.tables);
    let replay = move || {
        let room = answers::logged(&log, key.as_ref()).map_err(|what| tables.damage(table, &what))?;
        room.ok_or_else(unknown)
    };
    shared.tables.workers.run(Lane::Bulk, Owner::Client(client), replay).await
}

async fn table(
    State(shared): State<Arc<Shared>>,
    Client(client): Client,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Answer<TableRow> {
    Ok(Json(logged(&shared, client, &table, &headers).await?.summary().row))
}

async fn record(
    State(shared): State<Arc<Shared>>,
    Client(client): Client,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Answer<baize_games::Record> {
    Ok(Json(finished(&logged(&shared, client, &table, &headers).await?)?))
}

/// The review of a finished game: one line of JSON for every step of progress, with the review in the last.
/// Closing the connection cancels it.
async fn review(
    State(shared): State<Arc<Shared>>,
    Client(client): Client,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let record = finished(&logged(&shared, client, &table, &headers).await?)?;
    let table = table_id(&table)?;
    let kept = shared.tables.ask(move |store| store.review(table, REVISION)).await?;
    Ok(lines(Reviews::ask(&shared.tables, Reviewed::Table(table), record, kept, client)?))
}

/// A game from a link or a record, which is not stored.
async fn unkept(
    State(shared): State<Arc<Shared>>,
    Client(client): Client,
    headers: HeaderMap,
    body: Result<Json<AskRecord>, JsonRejection>,
) -> Answer<LinkedGame> {
    check_origin(&shared.origins, &headers)?;
    let Json(asked) = body.map_err(|rejection| bad_body(&rejection))?;
    let answer = move || answers::recorded(&asked);
    Ok(Json(shared.tables.workers.run(Lane::Bulk, Owner::Client(client), answer).await?))
}

/// The review of such a game, line by line. It is kept in memory for a while, in case it is asked for again.
async fn review_unkept(
    State(shared): State<Arc<Shared>>,
    Client(client): Client,
    headers: HeaderMap,
    body: Result<Json<AskRecord>, JsonRejection>,
) -> Result<Response, Refused> {
    check_origin(&shared.origins, &headers)?;
    let Json(asked) = body.map_err(|rejection| bad_body(&rejection))?;
    let read = move || {
        let record = answers::unkept(&asked)?;
        let hash = record.fingerprint();
        Ok((record, hash))
    };
    let (record, hash) = shared.tables.workers.run(Lane::Bulk, Owner::Client(client), read).await?;
    Ok(lines(Reviews::ask(&shared.tables, Reviewed::Unkept(hash), record, None, client)?))
}

/// Streams the lines of a review as they come.
fn lines(waiter: Waiter) -> Response {
    let lines = futures_util::stream::unfold(waiter, async |mut waiter| {
        let line = waiter.line().await?;
        Some((Ok::<String, Infallible>(line), waiter))
    });
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Look {
    seat: Option<String>,
    from: Option<usize>,
}

async fn replay(
    State(shared): State<Arc<Shared>>,
    Client(client): Client,
    Path(table): Path<String>,
    look: Result<Query<Look>, axum::extract::rejection::QueryRejection>,
    headers: HeaderMap,
) -> Answer<Replay> {
    let Query(Look { seat, from }) = look.map_err(|error| bad_query(&error))?;
    let wanted = seat.as_deref().map(viewer).transpose()?;
    let room = logged(&shared, client, &table, &headers).await?;
    let own = room.viewer_of(bearer(&headers)?.as_ref()).ok_or_else(unknown)?;
    let answer = move || room.replay_for(own, wanted, from.unwrap_or(0));
    Ok(Json(shared.tables.workers.run(Lane::Bulk, Owner::Client(client), answer).await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ranked {
    by: Option<Ranking>,
}

async fn leaderboard(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    ranked: Result<Query<Ranked>, axum::extract::rejection::QueryRejection>,
    headers: HeaderMap,
) -> Answer<Leaderboard> {
    let Query(Ranked { by: wanted }) = ranked.map_err(|error| bad_query(&error))?;
    let usual = if find(&game)?.has_high_scores() { Ranking::Score } else { Ranking::Rating };
    // A secret belongs in a header: addresses end up in logs.
    let player = match bearer(&headers)? {
        Some(_) => Some(devices::asker(&shared, &headers).await?.person),
        None => None,
    };
    let (now, fixed) = (shared.tables.world.now().0, fixed_ratings(&game));
    let mut asked = Leaders { game: game.clone(), by: wanted.unwrap_or(usual), player, now, fixed };
    let found = shared.tables.ask(move |store| {
        let leaders = store.leaders(&asked)?;
        let is_placed = leaders.iter().any(|leader| leader.place > 0 && !leader.is_computer);
        if is_placed || wanted.is_some() || asked.by != Ranking::Rating {
            return Ok((asked.by, leaders));
        }
        asked.by = Ranking::Share;
        Ok((asked.by, store.leaders(&asked)?))
    });
    let (by, leaders) = found.await?;
    Ok(Json(Leaderboard { game, by, leaders }))
}

async fn upgrade(
    State(shared): State<Arc<Shared>>,
    Client(client): Client,
    request: Request,
) -> Result<Response, Refused> {
    check_origin(&shared.origins, request.headers())?;
    if shared.tables.is_closing.load(Ordering::Relaxed) {
        return Err(Refused(crate::tables::closing()));
    }
    let (mut parts, _) = request.into_parts();
    let peer = parts.extensions.get::<Peer>().cloned().ok_or_else(crate::tables::closing)?;
    let of_client = shared.limits.enter_by_proxy(client)?;
    let upgrade = WebSocketUpgrade::from_request_parts(&mut parts, &shared).await;
    let upgrade = upgrade.map_err(|rejection| {
        Problem::new("request.bad_request", format!("this address is a WebSocket: {}", rejection.body_text()))
    })?;
    let upgrade = upgrade
        // Read somewhat more than is accepted, so that clients that send too much can be told.
        .max_message_size(MOST_READ)
        .max_frame_size(MOST_READ)
        .read_buffer_size(READ_BUFFER)
        .max_write_buffer_size(4 * 1024 * 1024)
        .write_buffer_size(16 * 1024);
    Ok(upgrade.on_upgrade(async move |web| {
        let _of_client = of_client;
        socket::serve(shared, web, client, peer).await;
    }))
}

/// Connects another process of the service, with its visitors.
async fn node(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Refused> {
    let nowhere = || Refused(Problem::new("request.not_found", "/node leads nowhere"));
    let member = shared.tables.member.as_ref().ok_or_else(nowhere)?;
    let shown = bearer(&headers).ok().flatten().ok_or_else(nowhere)?;
    let secret: Option<Key> = serde_json::from_value(member.node.secret.clone().into()).ok();
    if !secret.is_some_and(|secret| secret.hash().is_of(&shown)) {
        return Err(nowhere());
    }
    let upgrade = upgrade.map_err(|_| nowhere())?.read_buffer_size(NODE_BUFFER);
    let takes_many = headers.contains_key(TAKES_MANY);
    Ok(upgrade.on_upgrade(async move |web| visitors::serve(shared, web, takes_many).await))
}

/// The tools for language models.
async fn tools(
    State((mcp, shared)): State<(McpHttp, Arc<Shared>)>,
    Client(client): Client,
    mut request: Request,
) -> Result<Response, Refused> {
    check_origin(&shared.origins, request.headers())?;
    if shared.tables.is_closing.load(Ordering::Relaxed) {
        return Err(Refused(crate::tables::closing()));
    }
    request.extensions_mut().insert(Caller(block(client)));
    Ok(mcp.answer(request).await.map(Body::new))
}

impl Shared {
    fn health(&self) -> Health {
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        let status = if is_set(&self.tables.is_closing) || is_set(&self.tables.is_draining) {
            "closing"
        } else if self.tables.is_failing() {
            "storage"
        } else {
            "ok"
        };
        Health {
            status: status.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            protocol: PROTOCOL,
            tables: self.tables.count() as u32,
            sockets: self.sockets.load(Ordering::Relaxed) as u32,
            damaged: self.tables.damaged.load(Ordering::Relaxed),
            forked: self.tables.count_forked() as u32,
            faults: self.tables.faults.load(Ordering::Relaxed),
        }
    }
}
