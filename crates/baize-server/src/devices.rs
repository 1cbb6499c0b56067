//! A person's devices: each has its own secret, and a code that works once adds one more.

use crate::api::{Answer, Client, bad_body, bearer};
use crate::limits::check_origin;
use crate::listen::Shared;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use baize_protocol::http::{OfferDevice, OfferedDevice, OfferingPerson, OwnDevice, OwnDevices, TakeDevice};
use baize_protocol::{Key, Moment};
use baize_room::{name, player_id};
use baize_rules::Problem;
use baize_store::{Device, DeviceChange, DeviceLink, Store, StoreError};
use std::sync::Arc;

/// How many milliseconds a code is valid.
const GOOD: u64 = 5 * 60 * 1_000;
/// The shortest time between two updates of when a device was last seen, in milliseconds.
const SEEN: u64 = 10 * 60 * 1_000;

/// Who asks: the id of their device, and the id under which the results of all their devices count together.
/// The secret itself is not stored.
pub(crate) struct Asker {
    device: String,
    pub(crate) person: String,
}

/// The device that asks.
fn device_of(headers: &HeaderMap) -> Result<String, Problem> {
    bearer(headers)?.as_ref().map(player_id).ok_or_else(|| {
        Problem::new("request.bad_key", "whose games: show your own secret under Authorization")
    })
}

/// Identifies the asker; fails if their device was signed out.
pub(crate) async fn asker(shared: &Shared, headers: &HeaderMap) -> Result<Asker, Problem> {
    let device = device_of(headers)?;
    let asked = device.clone();
    let person = shared.tables.ask(move |store| store.person_of(&asked)).await?;
    let out = || Problem::new("request.signed_out", "this device was signed out: it needs a new secret");
    Ok(Asker { person: person.ok_or_else(out)?, device })
}

fn listed(store: &dyn Store, asker: &Asker) -> Result<OwnDevices, StoreError> {
    let own = |Device { id, name, added, seen }: Device| OwnDevice {
        is_this: id == asker.device,
        id,
        name,
        added: Moment(added),
        seen: Moment(seen),
    };
    Ok(OwnDevices { devices: store.devices(&asker.person)?.into_iter().map(own).collect() })
}

pub(crate) async fn list(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Answer<OwnDevices> {
    let (asker, now) = (asker(&shared, &headers).await?, shared.tables.world.now().0);
    let devices = shared.tables.ask(move |store| {
        let is_old = |device: &Device| device.id == asker.device && device.seen + SEEN <= now;
        if store.devices(&asker.person)?.iter().any(is_old) {
            store.change_devices(DeviceChange::Seen(asker.device.clone(), now))?;
        }
        listed(store, &asker)
    });
    Ok(Json(devices.await?))
}

/// Issues a code for one more device, voiding the previous one.
pub(crate) async fn offer(
    State(shared): State<Arc<Shared>>,
    Client(client): Client,
    headers: HeaderMap,
    body: Result<Json<OfferDevice>, JsonRejection>,
) -> Answer<OfferedDevice> {
    check_origin(&shared.origins, &headers)?;
    let Json(offer) = body.map_err(|rejection| bad_body(&rejection))?;
    let (called, device) = (name(&offer.name)?, name(&offer.device)?);
    let Asker { device: id, person } = asker(&shared, &headers).await?;
    shared.limits.link(client)?;
    let (code, now) = (Key::from_bytes(shared.tables.world.fresh()), shared.tables.world.now().0);
    let link = DeviceLink { hash: *code.hash().as_bytes(), person, name: called, until: now + GOOD };
    let from = Device { id, name: device, added: now, seen: now };
    let offered = move |store: &dyn Store| store.change_devices(DeviceChange::Offer(link, from));
    shared.tables.ask(offered).await?;
    Ok(Json(OfferedDevice { code, until: Moment(now + GOOD) }))
}

pub(crate) async fn withdraw(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Answer<OwnDevices> {
    check_origin(&shared.origins, &headers)?;
    change(&shared, &headers, |asker| DeviceChange::Withdraw(asker.person.clone())).await
}

pub(crate) async fn sign_out(
    State(shared): State<Arc<Shared>>,
    Path(device): Path<String>,
    headers: HeaderMap,
) -> Answer<OwnDevices> {
    check_origin(&shared.origins, &headers)?;
    change(&shared, &headers, move |asker| DeviceChange::SignOut(asker.person.clone(), device)).await
}

pub(crate) async fn sign_out_others(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
) -> Answer<OwnDevices> {
    check_origin(&shared.origins, &headers)?;
    let others = |asker: &Asker| DeviceChange::SignOutOthers(asker.person.clone(), asker.device.clone());
    change(&shared, &headers, others).await
}

/// Changes the asker's devices and returns the new list.
async fn change(
    shared: &Shared,
    headers: &HeaderMap,
    wanted: impl FnOnce(&Asker) -> DeviceChange,
) -> Answer<OwnDevices> {
    let asker = asker(shared, headers).await?;
    let change = wanted(&asker);
    let devices = shared.tables.ask(move |store| {
        store.change_devices(change)?;
        listed(store, &asker)
    });
    Ok(Json(devices.await?))
}

fn void() -> Problem {
    Problem::new("request.bad_code", "this code is used up, too old or none of ours: ask for a new one")
}

/// The person a code leads to.
pub(crate) async fn look(
    State(shared): State<Arc<Shared>>,
    Client(client): Client,
    headers: HeaderMap,
    body: Result<Json<TakeDevice>, JsonRejection>,
) -> Answer<OfferingPerson> {
    check_origin(&shared.origins, &headers)?;
    let Json(TakeDevice { code, .. }) = body.map_err(|rejection| bad_body(&rejection))?;
    shared.limits.link(client)?;
    let now = shared.tables.world.now().0;
    let found = shared.tables.ask(move |store| store.device_link(code.hash().as_bytes(), now)).await?;
    let DeviceLink { name, until, .. } = found.ok_or_else(void)?;
    Ok(Json(OfferingPerson { name, until: Moment(until) }))
}

/// Makes the asking device one of the person's that a code leads to.
pub(crate) async fn take(
    State(shared): State<Arc<Shared>>,
    Client(client): Client,
    headers: HeaderMap,
    body: Result<Json<TakeDevice>, JsonRejection>,
) -> Answer<OwnDevices> {
    check_origin(&shared.origins, &headers)?;
    let Json(TakeDevice { code, device }) = body.map_err(|rejection| bad_body(&rejection))?;
    let called = name(&device.unwrap_or_default())?;
    let Asker { device: id, .. } = asker(&shared, &headers).await?;
    shared.limits.link(client)?;
    let now = shared.tables.world.now().0;
    let own = Device { id, name: called, added: now, seen: now };
    let hash = *code.hash().as_bytes();
    let taken = shared.tables.ask(move |store| store.change_devices(DeviceChange::Take(hash, own))).await?;
    if !taken {
        return Err(void().into());
    }
    let asker = asker(&shared, &headers).await?;
    Ok(Json(shared.tables.ask(move |store| listed(store, &asker)).await?))
}
