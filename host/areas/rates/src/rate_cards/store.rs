//! Statements on whole rate cards.

use chrono::{DateTime, Utc};
use data::{
    Result, Scope,
    db::{Col, Dialect, PlatformSql, TenantSql},
    ids::RateCardId,
    tsql,
};

use crate::{rates::routes::RateId, services::RateServiceId};

const CHANGED: TenantSql = tsql!(
    "SELECT one.id, other.id, CAST(COUNT(*) OVER () AS BIGINT) FROM rates one
     JOIN rate_services sold ON sold.tenant_id = one.tenant_id AND sold.id = one.rate_service_id
     JOIN rate_services same ON same.tenant_id = one.tenant_id AND same.rate_card_id = $3 AND same.code_key = sold.code_key
     JOIN rates other ON other.tenant_id = one.tenant_id AND other.rate_card_id = $3 AND other.rate_service_id = same.id
       AND other.from_zone = one.from_zone AND other.to_zone = one.to_zone
       AND other.calculation_method = one.calculation_method AND other.replaced_by IS NULL
       AND COALESCE(other.effective_date, '') = COALESCE(one.effective_date, '')
       AND COALESCE(other.expire_date, '') = COALESCE(one.expire_date, '')
     WHERE one.tenant_id = $1 AND one.rate_card_id = $2 AND one.replaced_by IS NULL
       AND (one.rate_details <> other.rate_details OR one.minimum <> other.minimum
         OR one.reciprocal <> other.reciprocal OR one.accumulative <> other.accumulative
         OR one.cubic_allowance IS DISTINCT FROM other.cubic_allowance
         OR one.cut_off_time IS DISTINCT FROM other.cut_off_time
         OR one.transit_time IS DISTINCT FROM other.transit_time)
     ORDER BY one.from_zone, one.to_zone, one.id LIMIT $4"
);

const MISSING_IN_OTHER: TenantSql = tsql!(
    "SELECT one.id, CAST(NULL AS BIGINT), CAST(COUNT(*) OVER () AS BIGINT) FROM rates one
     JOIN rate_services sold ON sold.tenant_id = one.tenant_id AND sold.id = one.rate_service_id
     LEFT JOIN rate_services same
       ON same.tenant_id = one.tenant_id AND same.rate_card_id = $3 AND same.code_key = sold.code_key
     LEFT JOIN rates other
       ON other.tenant_id = one.tenant_id AND other.rate_card_id = $3 AND other.rate_service_id = same.id
       AND other.from_zone = one.from_zone AND other.to_zone = one.to_zone
       AND other.calculation_method = one.calculation_method AND other.replaced_by IS NULL
       AND COALESCE(other.effective_date, '') = COALESCE(one.effective_date, '')
       AND COALESCE(other.expire_date, '') = COALESCE(one.expire_date, '')
     WHERE one.tenant_id = $1 AND one.rate_card_id = $2 AND one.replaced_by IS NULL AND other.id IS NULL
     ORDER BY one.from_zone, one.to_zone, one.id LIMIT $4"
);

/// Marks contents as changed, locks the card, and returns its code.
pub(crate) async fn touch_card(scope: &mut Scope, card: RateCardId) -> Result<Option<String>> {
    // A rate change must not make an open form of the card stale.
    let touched = tsql!(
        "UPDATE rate_cards SET modified_time = $3, generation = generation + 1 WHERE tenant_id = $1 AND id = $2 RETURNING code"
    );
    let now = scope.now();
    let rows = scope.rows(touched, vec![card.val(), now.val()]).await?;
    Ok(rows.first().map(|row| row.get(0)).transpose()?)
}

pub(crate) async fn load_generation(scope: &mut Scope, card: RateCardId) -> Result<Option<i64>> {
    let generation = tsql!("SELECT generation FROM rate_cards WHERE tenant_id = $1 AND id = $2");
    let rows = scope.rows(generation, vec![card.val()]).await?;
    Ok(rows.first().map(|row| row.get(0)).transpose()?)
}

/// Keeps PostgreSQL, without statistics of a new card, from scanning the other one per row.
pub(crate) async fn force_hash_joins(scope: &mut Scope) -> Result<()> {
    if scope.host().db().dialect() == Dialect::Postgres {
        let by_hash = PlatformSql(
            "SELECT set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true)",
        );
        scope.platform(by_hash, Vec::new()).await?;
    }
    Ok(())
}

/// Ids up to the limit, and their total.
pub(crate) struct RatePairs {
    pub ids: Vec<(RateId, Option<RateId>)>,
    pub total: i64,
}

/// Loads rates in both cards with different contents.
pub(crate) async fn load_changed_rates(
    scope: &mut Scope,
    first: RateCardId,
    second: RateCardId,
    limit: i64,
) -> Result<RatePairs> {
    load_pairs(scope, CHANGED, [first, second], limit).await
}

/// Loads rates only in the first card.
pub(crate) async fn load_missing_rates(
    scope: &mut Scope,
    first: RateCardId,
    second: RateCardId,
    limit: i64,
) -> Result<RatePairs> {
    load_pairs(scope, MISSING_IN_OTHER, [first, second], limit).await
}

async fn load_pairs(
    scope: &mut Scope,
    sql: TenantSql,
    [first, second]: [RateCardId; 2],
    limit: i64,
) -> Result<RatePairs> {
    let mut result = RatePairs {
        ids: Vec::new(),
        total: 0,
    };
    let values = vec![first.val(), second.val(), limit.val()];
    for row in scope.rows(sql, values).await? {
        result.ids.push((row.get(0)?, row.get(1)?));
        result.total = row.get(2)?;
    }
    Ok(result)
}

/// Deletes places with their zones.
pub(crate) async fn clear_card(scope: &mut Scope, card: RateCardId) -> Result<()> {
    for table in [
        tsql!("DELETE FROM rates WHERE tenant_id = $1 AND rate_card_id = $2"),
        tsql!("DELETE FROM rate_services WHERE tenant_id = $1 AND rate_card_id = $2"),
        tsql!("DELETE FROM rate_zones WHERE tenant_id = $1 AND rate_card_id = $2"),
    ] {
        scope.rows(table, vec![card.val()]).await?;
    }
    Ok(())
}

/// Leaves a completed copy.
pub(crate) async fn delete_partial_copy(scope: &mut Scope, card: RateCardId) -> Result<()> {
    let partial =
        tsql!("DELETE FROM rate_cards WHERE tenant_id = $1 AND id = $2 AND filled_by IS NOT NULL");
    scope.rows(partial, vec![card.val()]).await?;
    Ok(())
}

/// Deletes incomplete copies last changed before this time: their job died.
pub(crate) async fn delete_abandoned_copies(
    scope: &mut Scope,
    latest: DateTime<Utc>,
) -> Result<()> {
    let abandoned = tsql!(
        "DELETE FROM rate_cards WHERE tenant_id = $1 AND filled_by IS NOT NULL AND modified_time < $2"
    );
    scope.rows(abandoned, vec![latest.val()]).await?;
    Ok(())
}

/// Copies into an empty card; ids are mapped by code.
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
    // SQLite has no UUID function: random bits with version 4 and variant.
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
    force_hash_joins(scope).await?;
    for statement in [services, zones, locations] {
        scope
            .rows(statement, vec![source.val(), card.val()])
            .await?;
    }
    Ok(())
}

/// Requires that the card has the services.
pub(crate) async fn copy_rates(
    scope: &mut Scope,
    source: RateCardId,
    card: RateCardId,
) -> Result<()> {
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
    force_hash_joins(scope).await?;
    scope.rows(rates, vec![source.val(), card.val()]).await?;
    Ok(())
}

/// Copies an origin zone's live rates of a service.
pub(crate) async fn copy_rates_of_origin(
    scope: &mut Scope,
    source: RateCardId,
    card: RateCardId,
    (service, new): (RateServiceId, RateServiceId),
    zone: String,
) -> Result<()> {
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
    let values = vec![
        source.val(),
        card.val(),
        service.val(),
        new.val(),
        zone.val(),
    ];
    scope.rows(copied, values).await?;
    Ok(())
}
