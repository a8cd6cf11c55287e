//! Saves the changes of a lane matrix: all of them in one transaction, or none.

use std::collections::{HashMap, HashSet};

use kernel::{
    Change, Edit, Error, FieldError, FieldMessage, Result, Scope, Where, ids::RateCardId, message,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    changing,
    checks::{self, Named},
    rate::{MAX_RATES, Rate, RateId, live},
    rules,
    services::{RateService, RateServiceId},
};

/// Cells that one call changes.
const MAX_CELLS: usize = 5_000;
/// Warnings that are told one by one.
const MAX_WARNINGS: usize = 100;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SaveRateMatrix")]
pub(super) struct Sent {
    rate_service_id: RateServiceId,
    /// New rates, and changes of rates that are there: what is left out of these stays as it is.
    #[serde(default)]
    rates: Vec<Change<Rate>>,
    /// Rates to be deleted.
    #[serde(default)]
    deleted: Vec<Seen>,
}

/// A rate as the caller has seen it.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SeenRate")]
struct Seen {
    id: RateId,
    #[serde(default)]
    row_version: i64,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SavedRateMatrix")]
pub(super) struct Saved {
    /// In the order in which the rates were sent.
    rates: Vec<SavedRate>,
    /// What was kept as it was sent and is worth a second look: the first hundred.
    warnings: Vec<FieldMessage>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SavedRate {
    id: RateId,
    row_version: i64,
}

pub(super) async fn save(mut scope: Scope, sent: Sent) -> Result<Saved> {
    let service: RateService = scope.find(sent.rate_service_id).await?;
    let cells = sent.rates.len() + sent.deleted.len();
    if cells == 0 || cells > MAX_CELLS {
        let said = message!(
            "must have from 1 to {max} rates, together with those that are deleted",
            max = MAX_CELLS
        );
        return Err(Error::invalid("rates", said));
    }
    let card = service.rate_card_id;
    changing(&mut scope, card).await?;
    let mut stored = stored(&mut scope, &sent, service.id).await?;
    let gone: Vec<RateId> = sent.deleted.iter().map(|one| one.id).collect();
    let mut edits: Vec<Edit<Rate>> = Vec::with_capacity(sent.rates.len());
    for change in sent.rates {
        let before = stored.remove(&RateId(change.id()));
        let mut edit = scope.edit_over(change, before)?;
        if edit.mentions("rateServiceId") && edit.record.rate_service_id != service.id {
            let said = message!("must be left out: it is the service of all these rates");
            return Err(Error::invalid(
                format!("rates[{}].rateServiceId", edits.len()),
                said,
            ));
        }
        edit.record.rate_card_id = card;
        edit.record.rate_service_id = service.id;
        edits.push(edit);
    }
    let named = edits.iter_mut().enumerate();
    let mut named: Vec<Named<'_>> = named
        .map(|(at, edit)| Named {
            member: format!("rates[{at}]"),
            rate: &mut edit.record,
        })
        .collect();
    let errors = checks::check(&mut scope, card, &mut named, &gone).await?;
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    for id in gone {
        scope.delete::<Rate>(id).await?;
    }
    write(&mut scope, card, &mut edits).await?;
    scope.commit().await?;
    let warnings = edits
        .iter()
        .enumerate()
        .flat_map(|(at, edit)| rules::warnings(&format!("rates[{at}]"), &edit.record));
    let warnings = warnings
        .take(MAX_WARNINGS)
        .map(FieldMessage::from)
        .collect();
    let rates = edits.iter().map(|Edit { record, .. }| SavedRate {
        id: record.id,
        row_version: record.row_version,
    });
    Ok(Saved {
        rates: rates.collect(),
        warnings,
    })
}

/// The stored rates that are meant. Each cell that is not as its sender has seen it is told, which a 409 for all of them
/// could not do.
async fn stored(
    scope: &mut Scope,
    sent: &Sent,
    service: RateServiceId,
) -> Result<HashMap<RateId, Rate>> {
    let changed = sent
        .rates
        .iter()
        .enumerate()
        .filter(|(_, change)| !change.is_new());
    let changed = changed.map(|(at, change)| {
        (
            format!("rates[{at}]"),
            RateId(change.id()),
            change.row_version(),
        )
    });
    let deleted = sent.deleted.iter().enumerate();
    let deleted = deleted.map(|(at, seen)| (format!("deleted[{at}]"), seen.id, seen.row_version));
    let meant: Vec<(String, RateId, i64)> = changed.chain(deleted).collect();
    let ids: Vec<RateId> = meant.iter().map(|(_, id, _)| *id).collect();
    let own = Where::all()
        .is_in(Rate::ID, &ids)
        .is_null(Rate::REPLACED_BY)
        .eq(Rate::RATE_SERVICE_ID, service);
    let rates: Vec<Rate> = scope.all(own).await?;
    let stored: HashMap<RateId, Rate> = rates.into_iter().map(|rate| (rate.id, rate)).collect();
    let (mut errors, mut seen) = (Vec::new(), HashSet::new());
    for (member, id, version) in meant {
        let mut refuse =
            |name: &str, said| errors.push(FieldError::new(format!("{member}.{name}"), said));
        match stored.get(&id) {
            None => refuse(
                "id",
                message!("is no rate of this service, or was deleted meanwhile"),
            ),
            Some(_) if !seen.insert(id) => refuse("id", message!("is sent twice")),
            Some(rate) if version == 0 => {
                refuse(
                    "rowVersion",
                    message!(
                        "is required: {version} is the newest",
                        version = rate.row_version
                    ),
                );
            }
            Some(rate) if rate.row_version != version => {
                refuse(
                    "rowVersion",
                    message!("is not the newest: somebody else has changed this rate meanwhile"),
                );
            }
            Some(_) => {}
        }
    }
    if errors.is_empty() {
        Ok(stored)
    } else {
        Err(Error::Invalid(errors))
    }
}

/// Writes the changed rates, and the new ones together.
async fn write(scope: &mut Scope, card: RateCardId, edits: &mut [Edit<Rate>]) -> Result<()> {
    let mut new: Vec<Rate> = edits
        .iter()
        .filter(|edit| edit.is_new())
        .map(|edit| edit.record.clone())
        .collect();
    let room = MAX_RATES - scope.count(live(card)).await?;
    if i64::try_from(new.len()).is_ok_and(|count| count > room) {
        let full = message!(
            "are more than the {max} that a rate card can have",
            max = MAX_RATES
        );
        return Err(Error::invalid("rates", full));
    }
    scope.insert_all(&mut new).await?;
    let mut inserted = new.into_iter();
    for edit in edits {
        if !edit.is_new() {
            scope.update(&mut edit.record).await?;
        } else if let Some(rate) = inserted.next() {
            edit.record = rate;
        }
    }
    Ok(())
}
