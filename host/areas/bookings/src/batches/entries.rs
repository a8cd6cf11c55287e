//! Saves the entries of a batch, many per transaction, with one result each.

use std::collections::BTreeMap;

use data::{Error, Outcome, Result, Scope, case::PartialInput, ids::BookingId, message};

use crate::bookings::input::BatchEntry;
use crate::{batches, bookings};

/// Index and entry.
pub type ParsedEntry = (usize, PartialInput<BatchEntry>);

/// Saves entries, if possible in one transaction. `saved` holds bookings of the call's earlier
/// entries.
pub async fn save(
    scope: &mut Scope,
    entries: &[ParsedEntry],
    batch_id: &str,
    saved: &[(usize, BookingId)],
) -> Vec<Outcome<usize, SavedEntry>> {
    match save_together(scope, entries, batch_id, saved).await {
        Ok(outcomes) => outcomes,
        // An entry broke the shared transaction, or two callers deadlocked.
        Err(_) => save_separately(scope, entries, batch_id, saved).await,
    }
}

/// An entry saved by this call or an earlier one.
#[derive(Debug, Clone, Copy)]
pub struct SavedEntry {
    pub booking: BookingId,
    pub is_repeat: bool,
}

/// Each entry has a savepoint. An error fails the whole transaction.
async fn save_together(
    scope: &mut Scope,
    entries: &[ParsedEntry],
    batch_id: &str,
    saved: &[(usize, BookingId)],
) -> Result<Vec<Outcome<usize, SavedEntry>>> {
    let mut outcomes = Vec::with_capacity(entries.len());
    let mut by_booking: BTreeMap<BookingId, usize> =
        saved.iter().map(|(index, id)| (*id, *index)).collect();
    for (index, entry) in entries {
        let part = scope.part().await?;
        let entered = save_entry(scope, *index, entry, batch_id, &by_booking).await;
        let outcome = scope.end(part, entered).await?;
        if let Ok(entered) = &outcome {
            by_booking.insert(entered.booking, *index);
        }
        outcomes.push(Outcome::new(*index, outcome));
    }
    scope.commit().await?;
    Ok(outcomes)
}

/// Skips entries that an earlier call saved. One call cannot name a booking twice.
async fn save_entry(
    scope: &mut Scope,
    index: usize,
    entry: &PartialInput<BatchEntry>,
    batch_id: &str,
    by_booking: &BTreeMap<BookingId, usize>,
) -> Result<SavedEntry> {
    let member = format!("bookings[{index}]");
    let repeated = match &entry.value {
        Some(read) if entry.invalid.is_empty() => batches::repeats::find(scope, read).await?,
        _ => None,
    };
    let entered = match repeated {
        Some(booking) => SavedEntry {
            booking: booking.id,
            is_repeat: true,
        },
        None => {
            let booking =
                bookings::save::save_parsed(scope, entry.clone(), batch_id, &member).await?;
            SavedEntry {
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
    let field = if names_id { "id" } else { "quoteId" };
    let message = message!(
        "names the same booking as bookings[{other}]: send each booking once",
        other = *other
    );
    Err(Error::invalid(format!("{member}.booking.{field}"), message))
}

async fn save_separately(
    scope: &mut Scope,
    entries: &[ParsedEntry],
    batch_id: &str,
    saved: &[(usize, BookingId)],
) -> Vec<Outcome<usize, SavedEntry>> {
    let mut outcomes = Vec::with_capacity(entries.len());
    let mut saved = saved.to_vec();
    for entry in entries {
        scope.rollback();
        let alone = save_together(scope, std::slice::from_ref(entry), batch_id, &saved).await;
        let outcome = alone.and_then(|mut outcomes| {
            let missing = Error::NotFound("The booking");
            outcomes.pop().map_or(Err(missing), |saved| saved.result)
        });
        if let Ok(entered) = &outcome {
            saved.push((entry.0, entered.booking));
        }
        outcomes.push(Outcome::new(entry.0, outcome));
    }
    scope.rollback();
    outcomes
}
