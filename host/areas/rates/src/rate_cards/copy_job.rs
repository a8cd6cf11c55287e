//! Job that copies a large card in parts; the copy is hidden until complete.

use std::collections::HashMap;

use data::{
    Error, Result, Scope, Where,
    audit::{CREATED, Entry, UPDATED},
    ids::{JobId, RateCardId},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use work::job::{JobKind, NewJob, Priority, ScopeJobs};

use crate::{
    announce_change,
    rate_cards::{self, model::RateCard, versions::CopyTarget},
    rates,
    services::{RateService, RateServiceId},
};

const JOB: &str = "rates.copy-card";
const ATTEMPTS: i64 = 3;
/// A service and origin zone is never split.
const RATES_PER_PART: i64 = 2_000;

pub(crate) fn job() -> JobKind {
    JobKind::new(JOB, |scope, work| Box::pin(run(scope, work)))
        .attempts(ATTEMPTS)
        .max_concurrent(1)
        .priority(Priority::High)
}

#[derive(Serialize, Deserialize)]
struct Work {
    source: RateCardId,
    as_what: CopyTarget,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct CopyResult {
    card: Option<RateCardId>,
    is_whole: bool,
    refused: Option<String>,
}

pub(crate) async fn enqueue(
    scope: &mut Scope,
    source: RateCardId,
    as_what: CopyTarget,
) -> Result<JobId> {
    let work = serde_json::to_value(Work { source, as_what })?;
    scope.enqueue_watched(NewJob::new(JOB, work)).await
}

/// Starts over in a repeated run unless the previous one completed.
async fn run(mut scope: Scope, work: Value) -> Result<()> {
    let work: Work = serde_json::from_value(work)?;
    let CopyResult {
        card,
        is_whole,
        refused,
    } = scope.saved_result()?.unwrap_or_default();
    if is_whole || refused.is_some() {
        return Ok(());
    }
    // The card's audit entry covers the rows.
    scope.without_record();
    discard(&mut scope, card, None).await?;
    let mut created = None;
    let outcome = copy_card(&mut scope, &work, &mut created).await;
    let refused = match outcome {
        Ok(()) => return Ok(()),
        Err(Error::Invalid(errors)) => Error::Invalid(errors).message_for_people().to_string(),
        Err(error) => {
            scope.rollback();
            discard(&mut scope, created, None).await?;
            return Err(error);
        }
    };
    scope.rollback();
    discard(&mut scope, created, Some(refused)).await
}

/// Stores the reason for the failure.
async fn discard(
    scope: &mut Scope,
    card: Option<RateCardId>,
    refused: Option<String>,
) -> Result<()> {
    if let Some(card) = card {
        rate_cards::store::delete_partial_copy(scope, card).await?;
    }
    if refused.is_some() {
        scope
            .save_result(&CopyResult {
                refused,
                ..CopyResult::default()
            })
            .await?;
    }
    scope.commit().await
}

async fn copy_card(scope: &mut Scope, work: &Work, created: &mut Option<RateCardId>) -> Result<()> {
    let source: RateCard = scope.find(work.source).await?;
    let planned = rate_cards::versions::plan_copy(scope, &source, &work.as_what).await?;
    let is_active = planned.is_active;
    let filled_by = scope.job().map(|job| job.0);
    let mut card = RateCard {
        is_active: false,
        filled_by,
        modified_time: scope.now(),
        ..planned
    };
    scope.insert(&mut card).await?;
    rate_cards::store::copy_places(scope, source.id, card.id).await?;
    scope
        .save_result(&CopyResult {
            card: Some(card.id),
            ..CopyResult::default()
        })
        .await?;
    scope.commit().await?;
    *created = Some(card.id);
    copy_rates(scope, source.id, card.id).await?;

    // Later changes of the source wait for the lock; earlier ones are committed.
    scope.lock::<RateCard>(source.id).await?;
    if scope.find::<RateCard>(source.id).await?.modified_time != source.modified_time {
        // Parts may be outdated: the next run starts over.
        return Err(Error::Conflict);
    }
    if let Some(ended) = rate_cards::versions::end_previous(scope, &card, &work.as_what).await? {
        scope.record(Entry::new("RateCard", ended.id, UPDATED).with_change(
            "expireDate",
            (),
            ended.expire_date,
        ));
    }
    let mut card: RateCard = scope.find(card.id).await?;
    card.is_active = is_active;
    card.filled_by = None;
    card.modified_time = scope.now();
    scope.update(&mut card).await?;
    scope.record(Entry::new("RateCard", card.id, CREATED).with_change("copiedFrom", (), source.id));
    announce_change(scope, &card.code).await?;
    scope
        .save_result(&CopyResult {
            card: Some(card.id),
            is_whole: true,
            refused: None,
        })
        .await?;
    scope.commit().await
}

async fn copy_rates(scope: &mut Scope, source: RateCardId, card: RateCardId) -> Result<()> {
    let services = services_of(scope, source, card).await?;
    let origins = rates::store::count_by_origin(scope, source).await?;
    scope.rollback();
    let number = |count: i64| usize::try_from(count).unwrap_or_default();
    let total = number(origins.iter().map(|(_, _, count)| count).sum());
    let (mut done, mut part) = (0, 0);
    for (service, zone, count) in origins {
        let Some(new) = services.get(&service) else {
            return Err(Error::Conflict);
        };
        rate_cards::store::copy_rates_of_origin(scope, source, card, (service, *new), zone).await?;
        part += count;
        if part >= RATES_PER_PART {
            scope.commit().await?;
            done += part;
            part = 0;
            scope.step(number(done), Some(total), "")?;
        }
    }
    scope.commit().await?;
    scope.step(total, Some(total), "")
}

async fn services_of(
    scope: &mut Scope,
    source: RateCardId,
    card: RateCardId,
) -> Result<HashMap<RateServiceId, RateServiceId>> {
    let filter = |card: RateCardId| Where::all().eq(RateService::RATE_CARD_ID, card);
    let copied: Vec<RateService> = scope.all(filter(card)).await?;
    let by_code: HashMap<String, RateServiceId> = copied
        .into_iter()
        .map(|service| (service.code_key, service.id))
        .collect();
    let old: Vec<RateService> = scope.all(filter(source)).await?;
    Ok(old
        .into_iter()
        .filter_map(|old| Some((old.id, *by_code.get(&old.code_key)?)))
        .collect())
}
