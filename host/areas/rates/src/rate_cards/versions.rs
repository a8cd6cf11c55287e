//! Copies of rate cards, independent or as the next version.

use chrono::{NaiveDate, TimeDelta};
use data::{
    Error, FieldError, Result, Scope, Where,
    ids::{JobId, RateCardId},
    message, validate,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    announce_change,
    rate_cards::{self, model::RateCard},
    rates::{self, routes::live},
};

/// A job copies larger cards.
const MAX_INLINE_RATES: i64 = 10_000;
/// Includes the attempts.
const JOB_TIMEOUT: TimeDelta = TimeDelta::days(1);

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
pub(crate) struct CopyRateCard {
    id: RateCardId,
    /// Code of the new card.
    #[serde(default)]
    code: String,
    #[serde(default)]
    name: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewVersion {
    id: RateCardId,
    /// First day of the new version.
    effective_date: NaiveDate,
}

/// A copied card, or the job that is copying it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CopiedRateCard {
    /// Null while a job copies.
    rate_card: Option<RateCard>,
    /// Set for cards with more than 10,000 rates: `getjob` returns the progress; its result has the
    /// new card as `card`, or the reason for a failure as `refused`.
    job_id: Option<JobId>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum CopyTarget {
    Card {
        code: String,
        name: String,
    },
    /// Valid from this day.
    Version {
        first: NaiveDate,
    },
}

pub(crate) async fn copy(scope: Scope, sent: CopyRateCard) -> Result<CopiedRateCard> {
    create_copy(
        scope,
        sent.id,
        CopyTarget::Card {
            code: sent.code,
            name: sent.name,
        },
    )
    .await
}

/// Copies a card as its next version. The previous version, if unlimited, ends the day before.
pub(crate) async fn new_version(scope: Scope, sent: NewVersion) -> Result<CopiedRateCard> {
    create_copy(
        scope,
        sent.id,
        CopyTarget::Version {
            first: sent.effective_date,
        },
    )
    .await
}

async fn create_copy(
    mut scope: Scope,
    source: RateCardId,
    as_what: CopyTarget,
) -> Result<CopiedRateCard> {
    let source: RateCard = scope.find(source).await?;
    let latest = scope.now() - JOB_TIMEOUT;
    rate_cards::store::delete_abandoned_copies(&mut scope, latest).await?;
    if scope.count(live(source.id)).await? > MAX_INLINE_RATES {
        // Errors are reported before the job starts.
        plan_copy(&mut scope, &source, &as_what).await?;
        let job = rate_cards::copy_job::enqueue(&mut scope, source.id, as_what).await?;
        scope.commit().await?;
        return Ok(CopiedRateCard {
            rate_card: None,
            job_id: Some(job),
        });
    }
    // Of two concurrent new versions the second fails: the number is in use.
    scope.lock::<RateCard>(source.id).await?;
    let mut card = plan_copy(&mut scope, &source, &as_what).await?;
    end_previous(&mut scope, &card, &as_what).await?;
    card.modified_time = scope.now();
    scope.insert(&mut card).await?;
    scope.note(
        "RateCard",
        card.id,
        "copiedFrom",
        None::<RateCardId>,
        source.id,
    );
    rate_cards::store::copy_places(&mut scope, source.id, card.id).await?;
    rate_cards::store::copy_rates(&mut scope, source.id, card.id).await?;
    announce_change(&mut scope, &card.code).await?;
    scope.commit().await?;
    Ok(CopiedRateCard {
        rate_card: Some(card),
        job_id: None,
    })
}

pub(crate) async fn plan_copy(
    scope: &mut Scope,
    source: &RateCard,
    as_what: &CopyTarget,
) -> Result<RateCard> {
    match as_what {
        CopyTarget::Card { code, name } => {
            let (id, code, name) = (RateCardId(0), code.clone(), name.clone());
            let card = RateCard {
                id,
                code,
                name,
                version: 1,
                // Two cards in force for the same customers would compete.
                is_active: false,
                is_draft: true,
                ..source.clone()
            };
            let mut errors = validate::check("", &card);
            if errors.is_empty() && rate_cards::routes::is_taken(scope, &card.code, None).await? {
                errors.push(FieldError::new(
                    "code",
                    message!("is the code of another rate card"),
                ));
            }
            if errors.is_empty() {
                Ok(card)
            } else {
                Err(Error::Invalid(errors))
            }
        }
        CopyTarget::Version { first } => {
            let versions: Vec<RateCard> = scope
                .all(Where::all().eq(RateCard::CODE, source.code.clone()))
                .await?;
            let number = versions
                .iter()
                .map(|card| card.version)
                .max()
                .unwrap_or_default();
            let Some(last) = latest_of(versions) else {
                return Err(Error::NotFound("The rate card"));
            };
            if last.effective_date.is_some_and(|began| began >= *first) {
                let began = last.effective_date.unwrap_or_default().to_string();
                let late = message!(
                    "must be after {date}, the first day of version {number}",
                    date = began,
                    number = last.version
                );
                return Err(Error::invalid("effectiveDate", late));
            }
            if let Some(wrong) = rates::rules::check_day("effectiveDate", *first) {
                return Err(Error::Invalid(vec![wrong]));
            }
            Ok(RateCard {
                id: RateCardId(0),
                version: number.saturating_add(1),
                effective_date: Some(*first),
                expire_date: None,
                is_active: true,
                is_draft: false,
                ..source.clone()
            })
        }
    }
}

/// Ignores a version still being copied.
fn latest_of(versions: Vec<RateCard>) -> Option<RateCard> {
    versions
        .into_iter()
        .filter(|card| card.filled_by.is_none())
        .max_by_key(|card| card.version)
}

/// Ends an unlimited previous version, and returns it.
pub(crate) async fn end_previous(
    scope: &mut Scope,
    card: &RateCard,
    as_what: &CopyTarget,
) -> Result<Option<RateCard>> {
    let CopyTarget::Version { first } = as_what else {
        return Ok(None);
    };
    let versions = Where::all()
        .eq(RateCard::CODE, card.code.clone())
        .ne(RateCard::ID, card.id);
    let last = latest_of(scope.all(versions).await?).filter(|last| last.expire_date.is_none());
    let Some(mut last) = last else {
        return Ok(None);
    };
    last.expire_date = first.pred_opt();
    last.modified_time = scope.now();
    scope.update(&mut last).await?;
    Ok(Some(last))
}
