//! Saves changes of a lane matrix in one transaction.

use std::collections::{HashMap, HashSet};

use data::{
    Change, Edit, Error, FieldError, FieldMessage, Result, Scope, Where, ids::RateCardId, message,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    begin_change,
    rates::{
        self,
        checks::RateInput,
        routes::{MAX_RATES, Rate, RateId, live},
    },
    services::{RateService, RateServiceId},
};

const MAX_CELLS: usize = 5_000;
const MAX_WARNINGS: usize = 100;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SaveRateMatrix")]
pub(super) struct SaveMatrix {
    rate_service_id: RateServiceId,
    /// New and changed rates; omitted fields of changed ones stay.
    #[serde(default)]
    rates: Vec<Change<Rate>>,
    /// Rates to delete.
    #[serde(default)]
    deleted: Vec<RateVersion>,
}

/// A rate and the row version the caller has read.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SeenRate")]
struct RateVersion {
    id: RateId,
    #[serde(default)]
    row_version: i64,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SavedRateMatrix")]
pub(super) struct Saved {
    /// In request order.
    rates: Vec<SavedRate>,
    /// Warnings about saved rates, at most 100.
    warnings: Vec<FieldMessage>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SavedRate {
    id: RateId,
    row_version: i64,
}

pub(super) async fn save(mut scope: Scope, sent: SaveMatrix) -> Result<Saved> {
    let service: RateService = scope.find(sent.rate_service_id).await?;
    let cells = sent.rates.len() + sent.deleted.len();
    if cells == 0 || cells > MAX_CELLS {
        let message = message!(
            "must have from 1 to {max} rates, together with those that are deleted",
            max = MAX_CELLS
        );
        return Err(Error::invalid("rates", message));
    }
    let card = service.rate_card_id;
    begin_change(&mut scope, card).await?;
    let mut stored = load_stored(&mut scope, &sent, service.id).await?;
    let deleted: Vec<RateId> = sent.deleted.iter().map(|one| one.id).collect();
    let mut edits: Vec<Edit<Rate>> = Vec::with_capacity(sent.rates.len());
    for change in sent.rates {
        let before = stored.remove(&RateId(change.id()));
        let mut edit = scope.edit(change.over(before)).await?;
        if edit.mentions("rateServiceId") && edit.record.rate_service_id != service.id {
            let message = message!("must be left out: all these rates have the same service");
            return Err(Error::invalid(
                format!("rates[{}].rateServiceId", edits.len()),
                message,
            ));
        }
        edit.record.rate_card_id = card;
        edit.record.rate_service_id = service.id;
        edits.push(edit);
    }
    let inputs = edits.iter_mut().enumerate();
    let mut inputs: Vec<RateInput<'_>> = inputs
        .map(|(at, edit)| RateInput {
            member: format!("rates[{at}]"),
            rate: &mut edit.record,
        })
        .collect();
    let errors = rates::checks::check(&mut scope, card, &mut inputs, &deleted).await?;
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    for id in deleted {
        scope.delete::<Rate>(id).await?;
    }
    write(&mut scope, card, &mut edits).await?;
    scope.commit().await?;
    let warnings = edits
        .iter()
        .enumerate()
        .flat_map(|(at, edit)| rates::rules::warnings(&format!("rates[{at}]"), &edit.record));
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

/// Reports every stale cell, where a single 409 could not.
async fn load_stored(
    scope: &mut Scope,
    sent: &SaveMatrix,
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
    let expected: Vec<(String, RateId, i64)> = changed.chain(deleted).collect();
    let ids: Vec<RateId> = expected.iter().map(|(_, id, _)| *id).collect();
    let filter = Where::all()
        .is_in(Rate::ID, &ids)
        .is_null(Rate::REPLACED_BY)
        .eq(Rate::RATE_SERVICE_ID, service);
    let rates: Vec<Rate> = scope.all(filter).await?;
    let stored: HashMap<RateId, Rate> = rates.into_iter().map(|rate| (rate.id, rate)).collect();
    let (mut errors, mut seen) = (Vec::new(), HashSet::new());
    for (member, id, version) in expected {
        let mut refuse =
            |name: &str, said| errors.push(FieldError::new(format!("{member}.{name}"), said));
        match stored.get(&id) {
            None => refuse(
                "id",
                message!("is not a rate of this service, or was deleted in the meantime"),
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
                    message!("is outdated: another user has changed this rate in the meantime"),
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

/// Writes changed rates singly and new ones in bulk.
async fn write(scope: &mut Scope, card: RateCardId, edits: &mut [Edit<Rate>]) -> Result<()> {
    let mut new: Vec<Rate> = edits
        .iter()
        .filter(|edit| edit.is_new())
        .map(|edit| edit.record.clone())
        .collect();
    let room = MAX_RATES - scope.count(live(card)).await?;
    if i64::try_from(new.len()).is_ok_and(|count| count > room) {
        let full = message!(
            "exceed the maximum of {max} for a rate card",
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
