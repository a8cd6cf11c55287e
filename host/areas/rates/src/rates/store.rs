//! Statements on the rates of a card.

use data::{Result, Scope, db::Col, ids::RateCardId, tsql};

use crate::services::RateServiceId;

/// Loads services with the origin zones of live rates.
pub(crate) async fn load_origins(
    scope: &mut Scope,
    card: RateCardId,
) -> Result<Vec<(RateServiceId, String)>> {
    let origins = tsql!(
        "SELECT DISTINCT rate_service_id, from_zone FROM rates
         WHERE tenant_id = $1 AND rate_card_id = $2 AND replaced_by IS NULL"
    );
    let rows = scope.rows(origins, vec![card.val()]).await?;
    rows.iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .collect()
}

/// Counts live rates by service and origin zone, in this order.
pub(crate) async fn count_by_origin(
    scope: &mut Scope,
    card: RateCardId,
) -> Result<Vec<(RateServiceId, String, i64)>> {
    let origins = tsql!(
        "SELECT rate_service_id, from_zone, COUNT(*) FROM rates
         WHERE tenant_id = $1 AND rate_card_id = $2 AND replaced_by IS NULL
         GROUP BY rate_service_id, from_zone ORDER BY rate_service_id, from_zone"
    );
    let rows = scope.rows(origins, vec![card.val()]).await?;
    rows.iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .collect()
}

/// Changes a zone's code in rates from and to it.
pub(crate) async fn rename_zone(
    scope: &mut Scope,
    card: RateCardId,
    old: &str,
    new: &str,
) -> Result<()> {
    let values = || vec![card.val(), old.to_owned().val(), new.to_owned().val()];
    let from = tsql!(
        "UPDATE rates SET from_zone = $4 WHERE tenant_id = $1 AND rate_card_id = $2 AND from_zone = $3"
    );
    let to = tsql!(
        "UPDATE rates SET to_zone = $4 WHERE tenant_id = $1 AND rate_card_id = $2 AND to_zone = $3"
    );
    scope.rows(from, values()).await?;
    scope.rows(to, values()).await?;
    Ok(())
}
