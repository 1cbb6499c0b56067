//! Files generated from the types: JSON Schema, TypeScript and OpenAPI.

use crate::http::{
    AgainstWhom, AskPosition, AskRecord, CastInfo, Counts, ErasedGames, Frame, GameInfo, Games, Health,
    Leader, Leaderboard, LinkedGame, OfferDevice, OfferedDevice, OfferingPerson, OpenTable, OpenedTable,
    OwnDevice, OwnDevices, OwnProfile, OwnRating, OwnResults, PlayedGame, PlayedGames, PositionInfo,
    PositionValue, PublicGame, PublicProfile, PublicRating, Ranking, RatingPoint, Refusal, Replay, SeatLink,
    TableList, TableRow, TakeDevice, Tallied, ValuedAction, Verdict,
};
use crate::{
    Away, By, CallWindow, Clock, Clocks, Everybody, Fairness, History, Join, Key, Message, Moment, Occupant,
    Pace, Phase, PositionSource, Presence, Proposal, Proposed, Reaction, Rematch, Request, RequestId,
    SeatClock, SeatState, Step, StepFact, TableId, TableInfo, TableState, Waiting, WaitingFor, Want, You,
    shapes,
};
use baize_rules::any;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use ts_rs::TS;

/// The JSON Schema of the table protocol: what a client may say under `request`, what it hears under
/// `message`. The JSON of a game appears only by name (`baize_rules::any`); `baize-schema` adds the games.
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let request = generator.subschema_for::<Request>();
    let message = generator.subschema_for::<Message>();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Baize table protocol",
        "description": format!("One JSON text per WebSocket frame; protocol number {}.", crate::PROTOCOL),
        "properties": { "request": request, "message": message },
        "$defs": generator.take_definitions(true),
    })
}

/// The types of both protocols in TypeScript.
pub fn typescript() -> String {
    let config = ts_rs::Config::default();
    let mut text = String::from(
        "// The wire types of Baize, made from crates/baize-protocol; do not edit.\n// Texts that people typed (names, chat) are marked in the protocol page: show them as text only.\n\nimport type {\n  AnyAction,\n  AnyAnswer,\n  AnyChosen,\n  AnyDetails,\n  AnyEvent,\n  AnyInfo,\n  AnyOptions,\n  AnyQuery,\n  AnyReason,\n  AnyShown,\n  AnyView,\n  Json,\n  Listed,\n} from './games.ts';\n",
    );
    text += &format!("\nexport const PROTOCOL = {};\n", crate::PROTOCOL);
    macro_rules! declare {
        ($($type:ty),* $(,)?) => { $(
            let docs = <$type as TS>::docs().unwrap_or_default();
            text += &format!("\n{docs}export {}\n", <$type as TS>::decl(&config));
        )* };
    }
    declare![
        TableId,
        RequestId,
        Moment,
        Key,
        History,
        Request,
        Join,
        Want,
        Message,
        You,
        Presence,
        Away,
        Step,
        StepFact,
        By,
        Proposal,
        Proposed,
        Reaction,
        TableInfo,
        PositionSource,
        Clock,
        TableState,
        Phase,
        SeatState,
        Occupant,
        Clocks,
        SeatClock,
        Fairness,
        Rematch,
        Pace,
        CallWindow,
        Everybody,
        Waiting,
        WaitingFor,
        shapes::Problem,
        shapes::Outcome,
        shapes::Awaiting,
        shapes::Leaving,
        shapes::Language,
        Refusal,
        Games,
        GameInfo,
        CastInfo,
        OpenTable,
        OpenedTable,
        SeatLink,
        TableList,
        TableRow,
        AskPosition,
        PositionInfo,
        PositionValue,
        ValuedAction,
        Replay,
        Frame,
        AskRecord,
        LinkedGame,
        Leaderboard,
        Leader,
        Ranking,
        PlayedGames,
        PlayedGame,
        Verdict,
        Counts,
        RatingPoint,
        OwnProfile,
        OwnResults,
        Tallied,
        AgainstWhom,
        OwnRating,
        ErasedGames,
        PublicProfile,
        PublicRating,
        PublicGame,
        OfferDevice,
        OfferedDevice,
        TakeDevice,
        OfferingPerson,
        OwnDevices,
        OwnDevice,
        Health,
    ];
    text
}

/// One route of the HTTP API, for the page about it.
struct Route {
    method: &'static str,
    path: &'static str,
    summary: &'static str,
    /// Names and meanings of the query parameters.
    parameters: &'static [(&'static str, &'static str)],
    takes: Option<Value>,
    gives: Value,
}

/// The HTTP API as an OpenAPI document.
pub fn openapi() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
    });
    let mut generator = settings.into_generator();
    let mut paths = Map::new();
    for route in routes(&mut generator) {
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method] = operation(&route);
    }
    let refusal = generator.subschema_for::<Refusal>();
    let mut schemas = generator.take_definitions(true);
    for name in any::NAMES {
        // The JSON of the games is described in one place only.
        if let Some(marked) = schemas.get_mut(*name) {
            marked["$ref"] = format!("protocol.schema.json#/$defs/{name}").into();
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Baize",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Games, tables, records and health over HTTP. Play itself goes over the WebSocket at `/ws`.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": { "Refusal": {
                "description": "Not done; the body says why.",
                "content": { "application/json": { "schema": refusal } },
            } },
            "securitySchemes": {
                "token": {
                    "type": "http", "scheme": "bearer",
                    "description": "The token of a seat, or the secret of a link to watch, for tables that are not public.",
                },
                "player": {
                    "type": "http", "scheme": "bearer",
                    "description": "The secret that a client keeps for good and gives as `player` when it sits down.",
                },
            },
        },
    })
}

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().into()
}

fn routes(g: &mut SchemaGenerator) -> Vec<Route> {
    let get =
        |path, summary, gives| Route { method: "get", path, summary, parameters: &[], takes: None, gives };
    vec![
        get("/api/health", "Whether the server is well", of::<Health>(g)),
        get("/api/games", "The games, their options and computer players", of::<Games>(g)),
        Route {
            parameters: &[
                ("game", "only tables of this game"),
                ("phase", "`waiting`, `playing` or `over`; without it, tables that wait or play"),
            ],
            ..get("/api/tables", "Public tables, the latest first", of::<TableList>(g))
        },
        Route {
            method: "post",
            takes: Some(of::<OpenTable>(g)),
            ..get("/api/tables", "Opens a table", of::<OpenedTable>(g))
        },
        Route {
            method: "post",
            takes: Some(of::<OpenTable>(g)),
            ..get(
                "/api/tables/from-record",
                "Opens a table for a game that was begun elsewhere: the same with a `record`, which may be long",
                of::<OpenedTable>(g),
            )
        },
        Route {
            method: "post",
            takes: Some(of::<AskPosition>(g)),
            ..get(
                "/api/positions",
                "A position as text, link and view, or what is wrong with it",
                of::<PositionInfo>(g),
            )
        },
        Route {
            method: "post",
            takes: Some(of::<AskRecord>(g)),
            ..get("/api/records", "A game of a link or a record, which is not kept", of::<LinkedGame>(g))
        },
        Route {
            method: "post",
            takes: Some(of::<AskRecord>(g)),
            ..get(
                "/api/records/review",
                "Its review, line by line as that of a table",
                json!({"type": "object", "description": "Lines; docs/review.md, \"Over HTTP\"."}),
            )
        },
        get("/api/tables/{table}", "A table", of::<TableRow>(g)),
        get(
            "/api/tables/{table}/record",
            "The record of a finished game, for `baize verify`",
            json!({"type": "object", "description": "A record; docs/protocol.md, \"Records\"."}),
        ),
        Route {
            parameters: &[
                ("seat", "whose view: a number, or `spectator`; others than one's own once the game is over"),
                (
                    "from",
                    "the first position, counted in actions, 0 if absent; beyond the last one, the last one",
                ),
            ],
            ..get("/api/tables/{table}/replay", "Positions of a game, up to 64 at a time", of::<Replay>(g))
        },
        get(
            "/api/tables/{table}/review",
            "The review of a finished game: a line of JSON for every step forward, the review in the last",
            json!({"type": "object", "description": "Lines; docs/review.md, \"Over HTTP\"."}),
        ),
        Route {
            parameters: &[(
                "by",
                "`rating`, `score` or `share`; without it the score where the game has high scores, else the rating, or the share while nobody has a place by rating",
            )],
            ..get("/api/leaderboard/{game}", "The best of a game", of::<Leaderboard>(g))
        },
        get("/api/people/{person}", "What everybody may know of somebody", of::<PublicProfile>(g)),
        get("/api/me", "What is known of whoever asks, over their latest 10,000 games", of::<OwnProfile>(g)),
        Route {
            method: "delete",
            ..get(
                "/api/me",
                "Forgets whoever asks: what that means stands in docs/protocol.md, \"One's own games\"",
                of::<ErasedGames>(g),
            )
        },
        Route {
            parameters: &[
                ("game", "only of this game"),
                ("verdict", "`won`, `drawn` or `lost`"),
                ("against", "`people` or `house`"),
                ("counts", "`rated`, `house`, `casual` or `nothing`"),
                ("name", "only where another seat has this in its name, persona or player"),
                ("after", "what an answer before said under `next`"),
            ],
            ..get("/api/me/games", "Finished games of whoever asks, the latest first", of::<PlayedGames>(g))
        },
        get(
            "/api/me/export",
            "Everything that is kept of whoever asks, in one file",
            json!({"type": "object", "description": "docs/protocol.md, \"One's own games\"."}),
        ),
        get("/api/me/devices", "The devices of whoever asks", of::<OwnDevices>(g)),
        Route {
            method: "post",
            takes: Some(of::<TakeDevice>(g)),
            ..get(
                "/api/me/devices",
                "Makes this device one of the person a code leads to",
                of::<OwnDevices>(g),
            )
        },
        Route {
            method: "delete",
            ..get("/api/me/devices", "Signs out all devices but the one that asks", of::<OwnDevices>(g))
        },
        Route {
            method: "delete",
            ..get("/api/me/devices/{device}", "Signs out a device", of::<OwnDevices>(g))
        },
        Route {
            method: "post",
            takes: Some(of::<OfferDevice>(g)),
            ..get(
                "/api/me/link",
                "A code that brings one more device to whoever asks, once, for five minutes",
                of::<OfferedDevice>(g),
            )
        },
        Route { method: "delete", ..get("/api/me/link", "Makes the code void", of::<OwnDevices>(g)) },
        Route {
            method: "post",
            takes: Some(of::<TakeDevice>(g)),
            ..get("/api/me/look", "To whom a code leads", of::<OfferingPerson>(g))
        },
        get("/api/openapi.json", "This document", json!({"type": "object"})),
    ]
}

fn operation(route: &Route) -> Value {
    let in_path = route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let in_path = in_path
        .map(|name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}));
    let in_query = route.parameters.iter().map(|(name, meaning)| {
        json!({"name": name, "in": "query", "description": meaning, "schema": {"type": "string"}})
    });
    let mut operation = json!({
        "summary": route.summary,
        "parameters": in_path.chain(in_query).collect::<Vec<_>>(),
        "responses": {
            "200": {
                "description": route.summary,
                "content": { "application/json": { "schema": route.gives } },
            },
            "default": { "$ref": "#/components/responses/Refusal" },
        },
    });
    if let Some(body) = &route.takes {
        operation["requestBody"] =
            json!({"required": true, "content": {"application/json": {"schema": body}}});
    }
    if route.path.contains("{table}") {
        operation["security"] = json!([{}, { "token": [] }]);
    } else if route.path.starts_with("/api/me") {
        operation["security"] = json!([{ "player": [] }]);
    }
    operation
}
