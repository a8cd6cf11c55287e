//! Sender and receiver places, counted on save and searchable by prefix.

use std::collections::BTreeMap;

use carriage::address::Address;
use chrono::{DateTime, Utc};
use data::{
    Result, Scope, Where,
    db::{Col, Val, column::json_val},
    ids::{BookingId, CustomerId},
    tsql,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use work::job::{NewJob, ScopeJobs};

use crate::{
    bookings::{
        model::Booking,
        records::{PlaceKind, PlaceRow},
    },
    places,
};

/// Counts the saved booking's places and uncounts the previous ones.
pub async fn count_saved(
    scope: &mut Scope,
    booking: &Booking,
    before: Option<&Booking>,
) -> Result<()> {
    let is_same = |before: &&Booking| {
        before.payer.customer_id == booking.payer.customer_id
            && before.route.from_address == booking.route.from_address
            && before.route.to_address == booking.route.to_address
    };
    if before.as_ref().is_some_and(is_same) {
        return Ok(());
    }
    if let Some(before) = before {
        uncount(scope, before).await?;
    }
    count_use(scope, booking, scope.now()).await
}

/// Uncounts the booking's places and deletes those without uses.
pub async fn uncount(scope: &mut Scope, booking: &Booking) -> Result<()> {
    let values = || {
        let [from, to] =
            [&booking.route.from_address, &booking.route.to_address].map(places::rules::key);
        vec![
            booking.payer.customer_id.val(),
            PlaceKind::Sender.val(),
            from.val(),
            PlaceKind::Receiver.val(),
            to.val(),
        ]
    };
    let less = tsql!(
        "UPDATE booking_places SET uses = uses - 1, row_version = row_version + 1
         WHERE tenant_id = $1 AND customer_id = $2 AND ((kind = $3 AND place_key = $4) OR (kind = $5 AND place_key = $6))"
    );
    scope.rows(less, values()).await?;
    let unused = tsql!(
        "DELETE FROM booking_places WHERE tenant_id = $1 AND customer_id = $2 AND uses < 1
         AND ((kind = $3 AND place_key = $4) OR (kind = $5 AND place_key = $6))"
    );
    scope.rows(unused, values()).await?;
    Ok(())
}

/// Counts both places in one statement, because every booking runs it.
async fn count_use(scope: &mut Scope, booking: &Booking, at: DateTime<Utc>) -> Result<()> {
    let write = tsql!(
        "INSERT INTO booking_places (tenant_id, row_version, customer_id, kind, place_key, words, address, instructions,
           uses, last_used)
         VALUES ($1, 1, $2, $4, $5, $6, $7, $8, 1, $3), ($1, 1, $2, $9, $10, $11, $12, $13, 1, $3)
         ON CONFLICT (tenant_id, customer_id, kind, place_key) DO UPDATE SET
           uses = booking_places.uses + 1, row_version = booking_places.row_version + 1, words = excluded.words,
           address = excluded.address, instructions = excluded.instructions,
           last_used = CASE WHEN excluded.last_used > booking_places.last_used THEN excluded.last_used
             ELSE booking_places.last_used END
         WHERE booking_places.tenant_id = $1"
    );
    let end = |kind: PlaceKind, address: &Address, instructions: &Option<String>| {
        [
            kind.val(),
            places::rules::key(address).val(),
            places::rules::search_words(address, &[]).val(),
            json_val(address),
            instructions.clone().val(),
        ]
    };
    let mut values = vec![booking.payer.customer_id.val(), at.val()];
    values.extend(end(
        PlaceKind::Sender,
        &booking.route.from_address,
        &booking.handling.special_instructions,
    ));
    values.extend(end(
        PlaceKind::Receiver,
        &booking.route.to_address,
        &booking.handling.delivery_instructions,
    ));
    scope.rows(write, values).await?;
    Ok(())
}

/// A place in its most recent form.
#[derive(Debug)]
pub struct Place {
    pub key: String,
    pub address: Address,
    pub instructions: Option<String>,
    pub uses: i64,
    pub last_used: DateTime<Utc>,
}

/// Orders by use count, then by last use.
pub async fn find(
    scope: &mut Scope,
    customer: CustomerId,
    kind: PlaceKind,
    needles: &[String],
    limit: usize,
) -> Result<Vec<Place>> {
    let sql = tsql!(
        "SELECT place_key, address, instructions, uses, last_used FROM booking_places
         WHERE tenant_id = $1 AND customer_id = $2 AND kind = $3
           AND words LIKE $4 AND words LIKE $5 AND words LIKE $6 AND words LIKE $7
           AND words LIKE $8 AND words LIKE $9 AND words LIKE $10 AND words LIKE $11
         ORDER BY uses DESC, last_used DESC, id DESC LIMIT $12"
    );
    let mut values = vec![customer.val(), kind.val()];
    // Folded words are alphanumeric: no LIKE wildcards.
    let patterns = needles
        .iter()
        .map(|needle| format!("% {needle}%"))
        .chain(std::iter::repeat("%".to_owned()));
    values.extend(
        patterns
            .take(places::rules::MAX_SEARCH_TERMS)
            .map(|pattern| pattern.val()),
    );
    values.push(Val::I64(i64::try_from(limit).unwrap_or(i64::MAX)));
    let rows = scope.rows(sql, values).await?;
    rows.iter()
        .map(|row| {
            let (key, address, instructions) = (row.get(0)?, row.json(1)?, row.get(2)?);
            Ok(Place {
                key,
                address,
                instructions,
                uses: row.get(3)?,
                last_used: row.get(4)?,
            })
        })
        .collect()
}

/// Returns use count and last use.
pub async fn uses(
    scope: &mut Scope,
    customer: CustomerId,
    kind: PlaceKind,
    keys: &[String],
) -> Result<BTreeMap<String, (i64, DateTime<Utc>)>> {
    let narrow = Where::all()
        .eq(PlaceRow::CUSTOMER_ID, customer)
        .eq(PlaceRow::KIND, kind);
    let rows: Vec<PlaceRow> = scope.all(narrow.is_in(PlaceRow::PLACE_KEY, keys)).await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.place_key, (row.uses, row.last_used)))
        .collect())
}

/// Counts places of bookings older than the counters.
pub const COUNT_JOB: &str = "bookings.count-places";

const BOOKINGS_PER_RUN: usize = 500;

#[derive(Debug, Serialize, Deserialize)]
struct Uncounted {
    after: i64,
    until: i64,
}

/// Enqueues the rest in the same transaction. A crash may count some twice, which only affects list
/// order.
pub async fn run_job(mut scope: Scope, payload: Value) -> Result<()> {
    let Uncounted { after, until } = serde_json::from_value(payload)?;
    let sql = tsql!(
        "SELECT id FROM bookings WHERE tenant_id = $1 AND id > $2 AND id <= $3 ORDER BY id LIMIT $4"
    );
    let limit = Val::I64(i64::try_from(BOOKINGS_PER_RUN).unwrap_or(i64::MAX));
    let rows = scope
        .rows(sql, vec![Val::I64(after), Val::I64(until), limit])
        .await?;
    let ids = rows
        .iter()
        .map(|row| row.get(0))
        .collect::<data::sqlx::Result<Vec<BookingId>>>()?;
    let Some(last) = ids.last().copied() else {
        return Ok(());
    };
    let bookings: Vec<Booking> = scope.all(Where::all().is_in(Booking::ID, &ids)).await?;
    for booking in &bookings {
        count_use(&mut scope, booking, booking.creation_time).await?;
    }
    if ids.len() == BOOKINGS_PER_RUN {
        scope
            .enqueue(NewJob::new(
                COUNT_JOB,
                json!(Uncounted {
                    after: last.0,
                    until
                }),
            ))
            .await?;
    }
    scope.commit().await
}
