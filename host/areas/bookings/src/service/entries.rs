//! The entries of a batch: saved many in one transaction, each with an outcome apart.

use std::collections::BTreeMap;

use kernel::{Error, Result, Scope, case::Partly, ids::BookingId, message};

use super::{resend, save};
use crate::model::input::BatchEntry;

/// An entry of a batch as it was read, with its place.
pub type Read = (usize, Partly<BatchEntry>);

/// Saves entries, if possible in one transaction. `saved`: the bookings of the call's earlier entries.
pub async fn save(
    scope: &mut Scope,
    entries: &[Read],
    batch_id: &str,
    saved: &[(usize, BookingId)],
) -> Vec<Result<Entered>> {
    match together(scope, entries, batch_id, saved).await {
        Ok(outcomes) => outcomes,
        // One of them broke the transaction of all, or two callers waited for one another: each by itself.
        Err(_) => apart(scope, entries, batch_id, saved).await,
    }
}

/// An entry that has become a booking, or that an earlier call made one of.
#[derive(Debug, Clone, Copy)]
pub struct Entered {
    pub booking: BookingId,
    pub is_repeat: bool,
}

/// Saves entries in one transaction, each in a part. An error is one of the whole transaction: nothing is saved then.
async fn together(
    scope: &mut Scope,
    entries: &[Read],
    batch_id: &str,
    saved: &[(usize, BookingId)],
) -> Result<Vec<Result<Entered>>> {
    let mut outcomes = Vec::with_capacity(entries.len());
    let mut by_booking: BTreeMap<BookingId, usize> =
        saved.iter().map(|(index, id)| (*id, *index)).collect();
    for (index, entry) in entries {
        let part = scope.part().await?;
        let entered = enter(scope, *index, entry, batch_id, &by_booking).await;
        let outcome = scope.end(part, entered).await?;
        if let Ok(entered) = &outcome {
            by_booking.insert(entered.booking, *index);
        }
        outcomes.push(outcome);
    }
    scope.commit().await?;
    Ok(outcomes)
}

/// Saves one entry, unless an earlier call did. Two entries of one call cannot mean the same booking.
async fn enter(
    scope: &mut Scope,
    index: usize,
    entry: &Partly<BatchEntry>,
    batch_id: &str,
    by_booking: &BTreeMap<BookingId, usize>,
) -> Result<Entered> {
    let member = format!("bookings[{index}]");
    let repeated = match &entry.value {
        Some(read) if entry.invalid.is_empty() => resend::find(scope, read).await?,
        _ => None,
    };
    let entered = match repeated {
        Some(booking) => Entered {
            booking: booking.id,
            is_repeat: true,
        },
        None => {
            let booking = save::write_read(scope, entry.clone(), batch_id, &member).await?;
            Entered {
                booking: booking.id,
                is_repeat: false,
            }
        }
    };
    let Some(other) = by_booking.get(&entered.booking) else {
        return Ok(entered);
    };
    let names_id = entry
        .value
        .as_ref()
        .is_some_and(|read| !read.booking.is_new());
    let named = if names_id { "id" } else { "quoteId" };
    let says = message!(
        "names the same booking as bookings[{other}]: send each booking once",
        other = *other
    );
    Err(Error::invalid(format!("{member}.booking.{named}"), says))
}

async fn apart(
    scope: &mut Scope,
    entries: &[Read],
    batch_id: &str,
    saved: &[(usize, BookingId)],
) -> Vec<Result<Entered>> {
    let mut outcomes = Vec::with_capacity(entries.len());
    let mut saved = saved.to_vec();
    for entry in entries {
        scope.rollback();
        let alone = together(scope, std::slice::from_ref(entry), batch_id, &saved).await;
        let outcome = alone.and_then(|mut outcomes| {
            outcomes
                .pop()
                .unwrap_or(Err(Error::NotFound("The booking")))
        });
        if let Ok(entered) = &outcome {
            saved.push((entry.0, entered.booking));
        }
        outcomes.push(outcome);
    }
    scope.rollback();
    outcomes
}
