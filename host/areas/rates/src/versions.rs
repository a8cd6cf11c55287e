//! Copies of rate cards: as a card of its own, and as the next version of the same card.

use chrono::{NaiveDate, TimeDelta};
use kernel::{
    Error, FieldError, Result, Scope, Where,
    db::{Col, Dialect},
    ids::{JobId, RateCardId},
    message, tsql, validate,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{card::RateCard, cards, changed, copying, hold, join_whole_cards, rate::live, rules};

/// A card of more rates is copied by a job.
const AT_ONCE: i64 = 10_000;
/// So long a job may take, with all its attempts.
const ABANDONED: TimeDelta = TimeDelta::days(1);

#[derive(Deserialize, JsonSchema)]
pub(crate) struct CopyRateCard {
    id: RateCardId,
    /// Of the new card.
    #[serde(default, deserialize_with = "kernel::case::text")]
    code: String,
    #[serde(default, deserialize_with = "kernel::case::text")]
    name: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewVersion {
    id: RateCardId,
    /// The first day of the new version.
    effective_date: NaiveDate,
}

/// A card that was copied, or the job that is at it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CopiedRateCard {
    /// Null while a job copies.
    rate_card: Option<RateCard>,
    /// Of a card of more than 10,000 rates: `getjob` tells how far it is, and in its result the new card as `card`, or why
    /// there is none as `refused`.
    job_id: Option<JobId>,
}

/// What a card is copied as.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum As {
    Card {
        code: String,
        name: String,
    },
    /// The next version, from this day on.
    Version {
        first: NaiveDate,
    },
}

/// A new card with all that another has.
pub(crate) async fn copy(scope: Scope, sent: CopyRateCard) -> Result<CopiedRateCard> {
    make(
        scope,
        sent.id,
        As::Card {
            code: sent.code,
            name: sent.name,
        },
    )
    .await
}

/// The next version of a card, with all that this one has. The version before ends the day before when it has no end.
pub(crate) async fn new_version(scope: Scope, sent: NewVersion) -> Result<CopiedRateCard> {
    make(
        scope,
        sent.id,
        As::Version {
            first: sent.effective_date,
        },
    )
    .await
}

async fn make(mut scope: Scope, source: RateCardId, as_what: As) -> Result<CopiedRateCard> {
    let source: RateCard = scope.find(source).await?;
    forget_abandoned(&mut scope).await?;
    if scope.count(live(source.id)).await? > AT_ONCE {
        // What is wrong with it is told at once.
        planned(&mut scope, &source, &as_what).await?;
        let job = copying::enqueue(&mut scope, source.id, as_what).await?;
        scope.commit().await?;
        return Ok(CopiedRateCard {
            rate_card: None,
            job_id: Some(job),
        });
    }
    // Of two who make a version of different ones at the same time the second finds the number taken.
    hold(&mut scope, source.id).await?;
    let mut card = planned(&mut scope, &source, &as_what).await?;
    end_before(&mut scope, &card, &as_what).await?;
    card.modified_time = scope.now();
    scope.insert(&mut card).await?;
    scope.note(
        "RateCard",
        card.id,
        "copiedFrom",
        None::<RateCardId>,
        source.id,
    );
    copy_places(&mut scope, source.id, card.id).await?;
    copy_rates(&mut scope, source.id, card.id).await?;
    changed(&mut scope, &card.code).await?;
    scope.commit().await?;
    Ok(CopiedRateCard {
        rate_card: Some(card),
        job_id: None,
    })
}

/// The card that will be made, or why it cannot be.
pub(crate) async fn planned(
    scope: &mut Scope,
    source: &RateCard,
    as_what: &As,
) -> Result<RateCard> {
    match as_what {
        As::Card { code, name } => {
            let (id, code, name) = (RateCardId(0), code.clone(), name.clone());
            let card = RateCard {
                id,
                code,
                name,
                version: 1,
                ..source.clone()
            };
            let mut errors = validate::check("", &card);
            if errors.is_empty() && cards::is_taken(scope, &card.code, None).await? {
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
        As::Version { first } => {
            let versions: Vec<RateCard> = scope
                .all(Where::all().eq(RateCard::CODE, source.code.clone()))
                .await?;
            let number = versions
                .iter()
                .map(|card| card.version)
                .max()
                .unwrap_or_default();
            let Some(last) = last_of(versions) else {
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
            if let Some(wrong) = rules::day("effectiveDate", *first) {
                return Err(Error::Invalid(vec![wrong]));
            }
            Ok(RateCard {
                id: RateCardId(0),
                version: number.saturating_add(1),
                effective_date: Some(*first),
                expire_date: None,
                is_active: true,
                ..source.clone()
            })
        }
    }
}

/// The latest version; one that is still being copied is none yet.
fn last_of(versions: Vec<RateCard>) -> Option<RateCard> {
    versions
        .into_iter()
        .filter(|card| card.filled_by.is_none())
        .max_by_key(|card| card.version)
}

/// Ends the version before a new one, if it has no end, and gives it.
pub(crate) async fn end_before(
    scope: &mut Scope,
    card: &RateCard,
    as_what: &As,
) -> Result<Option<RateCard>> {
    let As::Version { first } = as_what else {
        return Ok(None);
    };
    let versions = Where::all()
        .eq(RateCard::CODE, card.code.clone())
        .ne(RateCard::ID, card.id);
    let last = last_of(scope.all(versions).await?).filter(|last| last.expire_date.is_none());
    let Some(mut last) = last else {
        return Ok(None);
    };
    last.expire_date = first.pred_opt();
    last.modified_time = scope.now();
    scope.update(&mut last).await?;
    Ok(Some(last))
}

/// Removes cards whose job ended without a word, with the host that it ran on.
async fn forget_abandoned(scope: &mut Scope) -> Result<()> {
    let abandoned = tsql!(
        "DELETE FROM rate_cards WHERE tenant_id = $1 AND filled_by IS NOT NULL AND modified_time < $2"
    );
    let latest = scope.now() - ABANDONED;
    scope.rows(abandoned, vec![latest.val()]).await?;
    Ok(())
}

/// Copies services, zones and locations into a card that has none; ids are found again by their codes.
pub(crate) async fn copy_places(
    scope: &mut Scope,
    source: RateCardId,
    card: RateCardId,
) -> Result<()> {
    let services = tsql!(
        "INSERT INTO rate_services
           (tenant_id, row_version, rate_card_id, code, code_key, name, is_additional, is_active, min_unit)
         SELECT tenant_id, 1, $3, code, code_key, name, is_additional, is_active, min_unit
         FROM rate_services WHERE tenant_id = $1 AND rate_card_id = $2 ORDER BY id"
    );
    let zones = tsql!(
        "INSERT INTO rate_zones (tenant_id, row_version, rate_card_id, code, code_key, name, is_active)
         SELECT tenant_id, 1, $3, code, code_key, name, is_active
         FROM rate_zones WHERE tenant_id = $1 AND rate_card_id = $2 ORDER BY id"
    );
    // SQLite has no function for it: random bits with those of the version (4) and the variant in their places.
    let locations = match scope.host().db().dialect() {
        Dialect::Sqlite => tsql!(
            "INSERT INTO rate_zone_locations (tenant_id, row_version, guid, rate_card_id, zone_id, country_code,
               state_code, post_code, post_code_to, suburb, suburb_key, location_key)
             SELECT place.tenant_id, 1,
               unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || '8' || substr(hex(randomblob(8)), 2)),
               $3, new.id, country_code, state_code, post_code, post_code_to, suburb, suburb_key, location_key
             FROM rate_zone_locations place
             JOIN rate_zones old ON old.tenant_id = place.tenant_id AND old.id = place.zone_id
             JOIN rate_zones new ON new.tenant_id = place.tenant_id AND new.rate_card_id = $3 AND new.code_key = old.code_key
             WHERE place.tenant_id = $1 AND place.rate_card_id = $2 ORDER BY place.id"
        ),
        Dialect::Postgres => tsql!(
            "INSERT INTO rate_zone_locations (tenant_id, row_version, guid, rate_card_id, zone_id, country_code,
               state_code, post_code, post_code_to, suburb, suburb_key, location_key)
             SELECT place.tenant_id, 1, gen_random_uuid(),
               $3, new.id, country_code, state_code, post_code, post_code_to, suburb, suburb_key, location_key
             FROM rate_zone_locations place
             JOIN rate_zones old ON old.tenant_id = place.tenant_id AND old.id = place.zone_id
             JOIN rate_zones new ON new.tenant_id = place.tenant_id AND new.rate_card_id = $3 AND new.code_key = old.code_key
             WHERE place.tenant_id = $1 AND place.rate_card_id = $2 ORDER BY place.id"
        ),
    };
    join_whole_cards(scope).await?;
    for statement in [services, zones, locations] {
        scope
            .rows(statement, vec![source.val(), card.val()])
            .await?;
    }
    Ok(())
}

/// Copies the live rates into a card that has the services already.
async fn copy_rates(scope: &mut Scope, source: RateCardId, card: RateCardId) -> Result<()> {
    let rates = tsql!(
        "INSERT INTO rates (tenant_id, row_version, rate_card_id, rate_service_id, from_zone, to_zone,
           calculation_method, reciprocal, accumulative, minimum, cubic_allowance, cut_off_time, transit_time,
           effective_date, expire_date, rate_details)
         SELECT rate.tenant_id, 1, $3, new.id, from_zone, to_zone,
           calculation_method, reciprocal, accumulative, minimum, cubic_allowance, cut_off_time, transit_time,
           effective_date, expire_date, rate_details
         FROM rates rate
         JOIN rate_services old ON old.tenant_id = rate.tenant_id AND old.id = rate.rate_service_id
         JOIN rate_services new ON new.tenant_id = rate.tenant_id AND new.rate_card_id = $3 AND new.code_key = old.code_key
         WHERE rate.tenant_id = $1 AND rate.rate_card_id = $2 AND replaced_by IS NULL ORDER BY rate.id"
    );
    join_whole_cards(scope).await?;
    scope.rows(rates, vec![source.val(), card.val()]).await?;
    Ok(())
}
