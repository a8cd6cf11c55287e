//! The job that copies a large card: part by part, so that others write meanwhile, into a card that nobody sees before it
//! is whole.

use std::collections::HashMap;

use kernel::{
    Error, Result, Scope, Where,
    audit::{CREATED, Entry, UPDATED},
    db::Col,
    ids::{JobId, RateCardId},
    job::{JobKind, NewJob, Priority},
    tsql,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    card::RateCard,
    changed, hold,
    services::{RateService, RateServiceId},
    versions::{self, As},
};

const JOB: &str = "rates.copy-card";
const ATTEMPTS: i64 = 3;
/// Rates that one transaction copies, or the rates of one service and zone of origin where these are more.
const PART: i64 = 2_000;

pub(crate) fn job() -> JobKind {
    JobKind::new(JOB, |scope, work| Box::pin(run(scope, work)))
        .attempts(ATTEMPTS)
        .at_once(1)
        .priority(Priority::High)
}

#[derive(Serialize, Deserialize)]
struct Work {
    source: RateCardId,
    as_what: As,
}

/// What has come of it.
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Kept {
    card: Option<RateCardId>,
    is_whole: bool,
    refused: Option<String>,
}

pub(crate) async fn enqueue(scope: &mut Scope, source: RateCardId, as_what: As) -> Result<JobId> {
    let work = serde_json::to_value(Work { source, as_what })?;
    scope.enqueue_watched(NewJob::new(JOB, work)).await
}

/// A repeated run begins anew, unless the one before had come to its end.
async fn run(mut scope: Scope, work: Value) -> Result<()> {
    let work: Work = serde_json::from_value(work)?;
    let Kept {
        card,
        is_whole,
        refused,
    } = scope.kept()?.unwrap_or_default();
    if is_whole || refused.is_some() {
        return Ok(());
    }
    // A copy's rows are no changes that somebody made one by one: the card's entry tells of it.
    scope.without_record();
    forget(&mut scope, card, None).await?;
    let mut begun = None;
    let outcome = fill(&mut scope, &work, &mut begun).await;
    let refused = match outcome {
        Ok(()) => return Ok(()),
        Err(Error::Invalid(errors)) => Error::Invalid(errors).sentence(),
        Err(error) => {
            scope.rollback();
            forget(&mut scope, begun, None).await?;
            return Err(error);
        }
    };
    scope.rollback();
    forget(&mut scope, begun, Some(refused)).await
}

/// Removes what a run has copied, and keeps why there is no card.
async fn forget(
    scope: &mut Scope,
    card: Option<RateCardId>,
    refused: Option<String>,
) -> Result<()> {
    if let Some(card) = card {
        let half = tsql!(
            "DELETE FROM rate_cards WHERE tenant_id = $1 AND id = $2 AND filled_by IS NOT NULL"
        );
        scope.rows(half, vec![card.val()]).await?;
    }
    if refused.is_some() {
        scope
            .keep(&Kept {
                refused,
                ..Kept::default()
            })
            .await?;
    }
    scope.commit().await
}

async fn fill(scope: &mut Scope, work: &Work, begun: &mut Option<RateCardId>) -> Result<()> {
    let source: RateCard = scope.find(work.source).await?;
    let planned = versions::planned(scope, &source, &work.as_what).await?;
    let is_active = planned.is_active;
    let filled_by = scope.job().map(|job| job.0);
    let mut card = RateCard {
        is_active: false,
        filled_by,
        modified_time: scope.now(),
        ..planned
    };
    scope.insert(&mut card).await?;
    versions::copy_places(scope, source.id, card.id).await?;
    scope
        .keep(&Kept {
            card: Some(card.id),
            ..Kept::default()
        })
        .await?;
    scope.commit().await?;
    *begun = Some(card.id);
    copy_rates(scope, source.id, card.id).await?;

    // Other changes of the source wait from here on, or are done already.
    hold(scope, source.id).await?;
    if scope.find::<RateCard>(source.id).await?.modified_time != source.modified_time {
        // What was copied first may be there no longer: the job's next run begins anew.
        return Err(Error::Conflict);
    }
    if let Some(ended) = versions::end_before(scope, &card, &work.as_what).await? {
        scope.record(Entry::new("RateCard", ended.id, UPDATED).with(
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
    scope.record(Entry::new("RateCard", card.id, CREATED).with("copiedFrom", (), source.id));
    changed(scope, &card.code).await?;
    scope
        .keep(&Kept {
            card: Some(card.id),
            is_whole: true,
            refused: None,
        })
        .await?;
    scope.commit().await
}

/// Copies the live rates in parts.
async fn copy_rates(scope: &mut Scope, source: RateCardId, card: RateCardId) -> Result<()> {
    let services = services_of(scope, source, card).await?;
    let origins = tsql!(
        "SELECT rate_service_id, from_zone, COUNT(*) FROM rates
         WHERE tenant_id = $1 AND rate_card_id = $2 AND replaced_by IS NULL
         GROUP BY rate_service_id, from_zone ORDER BY rate_service_id, from_zone"
    );
    let mut origins_of: Vec<(RateServiceId, String, i64)> = Vec::new();
    for row in scope.rows(origins, vec![source.val()]).await? {
        origins_of.push((RateServiceId(row.get(0)?), row.get(1)?, row.get(2)?));
    }
    scope.rollback();
    let number = |count: i64| usize::try_from(count).unwrap_or_default();
    let total = number(origins_of.iter().map(|(_, _, count)| count).sum());
    let (mut done, mut part) = (0, 0);
    for (service, zone, count) in origins_of {
        let copied = tsql!(
            "INSERT INTO rates (tenant_id, row_version, rate_card_id, rate_service_id, from_zone, to_zone,
               calculation_method, reciprocal, accumulative, minimum, cubic_allowance, cut_off_time, transit_time,
               effective_date, expire_date, rate_details)
             SELECT tenant_id, 1, $3, $5, from_zone, to_zone,
               calculation_method, reciprocal, accumulative, minimum, cubic_allowance, cut_off_time, transit_time,
               effective_date, expire_date, rate_details
             FROM rates WHERE tenant_id = $1 AND rate_card_id = $2 AND rate_service_id = $4 AND from_zone = $6
               AND replaced_by IS NULL ORDER BY id"
        );
        let Some(new) = services.get(&service) else {
            return Err(Error::Conflict);
        };
        let values = vec![
            source.val(),
            card.val(),
            service.val(),
            new.val(),
            zone.val(),
        ];
        scope.rows(copied, values).await?;
        part += count;
        if part >= PART {
            scope.commit().await?;
            done += part;
            part = 0;
            scope.step(number(done), Some(total), "")?;
        }
    }
    scope.commit().await?;
    scope.step(total, Some(total), "")
}

/// The copied service of each service of the source.
async fn services_of(
    scope: &mut Scope,
    source: RateCardId,
    card: RateCardId,
) -> Result<HashMap<RateServiceId, RateServiceId>> {
    let of = |card: RateCardId| Where::all().eq(RateService::RATE_CARD_ID, card);
    let copied: Vec<RateService> = scope.all(of(card)).await?;
    let by_code: HashMap<String, RateServiceId> = copied
        .into_iter()
        .map(|service| (service.code_key, service.id))
        .collect();
    let old: Vec<RateService> = scope.all(of(source)).await?;
    Ok(old
        .into_iter()
        .filter_map(|old| Some((old.id, *by_code.get(&old.code_key)?)))
        .collect())
}
