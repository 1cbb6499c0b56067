//! A process as one of several: its lease, and which tables it answers for.
//!
//! In each database, every process has a row that says until when it lives, by the clock of the database. One
//! statement renews it, however many tables the process has. A process that could not renew stops answering,
//! by its own monotonic clock, a second before anyone else may take its tables.

use super::reading::query;
use super::trouble::Trouble;
use crate::{Lease, Member, Node, StoreError};
use baize_protocol::{Key, TableId};
use deadpool_postgres::{Client, Pool};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

/// How long a process lives without renewing.
const TERM: Duration = Duration::from_secs(5);
/// How long before others take its tables it stops answering.
const MARGIN: Duration = Duration::from_secs(1);
/// How often it renews.
const EVERY: Duration = Duration::from_millis(1_500);
/// How soon it tries again after a failure, so that a database that comes back finds it alive.
const AGAIN: Duration = Duration::from_millis(200);

/// Makes a member that others reach at this address, with a lease for each of this many databases.
pub(super) fn member(address: &str, databases: usize) -> Result<Member, StoreError> {
    let random = || -> Result<Key, StoreError> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(Key::from_bytes(bytes))
    };
    let (id, secret) = (random()?.to_hex(), random()?.to_hex());
    let node = Node { id, address: address.to_owned(), secret };
    Ok(Member { node, leases: (0..databases).map(|_| Lease::default()).collect() })
}

/// Begins a new term.
pub(super) async fn register(member: &Member, home: usize, client: &Client) -> Result<(), Trouble> {
    let start = Instant::now();
    let sql = "INSERT INTO nodes (id, address, secret, expires)
               VALUES ($1, $2, $3, now() + $4 * INTERVAL '1 millisecond')
               ON CONFLICT (id) DO UPDATE SET expires = excluded.expires";
    let Node { id, address, secret } = &member.node;
    query(client, sql, &[id, address, secret, &(TERM.as_millis() as f64)]).await?;
    // The previous process at this address is gone, or this one could not listen there; and those that died
    // long ago will not return.
    let sql = "DELETE FROM nodes
               WHERE address = $1 AND id <> $2 OR expires < now() - INTERVAL '1 hour'";
    query(client, sql, &[address, id]).await?;
    member.leases[home].begin(start + TERM - MARGIN);
    Ok(())
}

/// Renews the lease. If the term has run out meanwhile, others may have taken tables over, so a new one
/// begins.
async fn renew(member: &Member, home: usize, client: &Client) -> Result<(), Trouble> {
    let start = Instant::now();
    let sql = "UPDATE nodes SET expires = now() + $2 * INTERVAL '1 millisecond'
               WHERE id = $1 AND expires > now() RETURNING id";
    let renewed = query(client, sql, &[&member.node.id, &(TERM.as_millis() as f64)]).await?;
    if renewed.is_empty() || !member.leases[home].renew(start + TERM - MARGIN) {
        return register(member, home, client).await;
    }
    Ok(())
}

/// Renews as long as the process lives, once the database is ready.
pub(super) async fn keep(member: Weak<Member>, home: usize, pool: Pool, is_ready: Arc<AtomicBool>) {
    let mut wait = EVERY;
    loop {
        tokio::time::sleep(wait).await;
        let Some(member) = member.upgrade() else { return };
        if !is_ready.load(Ordering::Relaxed) {
            continue;
        }
        #[cfg(feature = "planted")]
        if crate::planted::is_standing_still() {
            continue;
        }
        // Failures are tried again; if they last too long, the lease runs out by itself.
        let renewal = async {
            let client = tokio::time::timeout(EVERY, pool.get()).await.ok()?.ok()?;
            tokio::time::timeout(TERM, renew(&member, home, &client)).await.ok()?.ok()
        };
        wait = if renewal.await.is_some() { EVERY } else { AGAIN };
    }
}

/// Leaves the service, so that its tables are free at once.
pub(super) async fn leave(member: &Member, pool: &Pool) -> Result<(), Trouble> {
    let Ok(client) = pool.get().await else { return Ok(()) };
    query(&client, "DELETE FROM nodes WHERE id = $1", &[&member.node.id]).await?;
    Ok(())
}

/// Releases a table, unless it was opened again since.
pub(super) async fn release(
    member: &Member,
    client: &Client,
    table: TableId,
    epoch: u32,
) -> Result<(), Trouble> {
    let sql = "UPDATE heads SET owner = NULL WHERE id = $1 AND owner = $2 AND epoch = $3";
    query(client, sql, &[&table.as_str(), &member.node.id, &i64::from(epoch)]).await?;
    Ok(())
}

/// The process that answers for a table that could not be opened.
pub(super) async fn owner(client: &Client, table: TableId) -> Result<Option<Node>, Trouble> {
    let sql = "SELECT nodes.id, nodes.address, nodes.secret FROM heads JOIN nodes ON nodes.id = heads.owner
               WHERE heads.id = $1";
    let rows = query(client, sql, &[&table.as_str()]).await?;
    Ok(rows.first().map(|row| Node { id: row.get(0), address: row.get(1), secret: row.get(2) }))
}
