//! Statements of imports: staged, live and replaced rates.
//!
//! `replaced_by` is 0 in a staged rate, null in a live one, and the import's job in a replaced one.

use data::{
    Result, Scope,
    db::Col,
    ids::{JobId, RateCardId},
    tsql,
};

use crate::import::history::{RateImportId, RateTable};

pub(super) async fn find_last_import(
    scope: &mut Scope,
    card: RateCardId,
    kind: RateTable,
) -> Result<Option<RateImportId>> {
    let last = tsql!(
        "SELECT MAX(id) FROM rate_imports WHERE tenant_id = $1 AND rate_card_id = $2 AND kind = $3"
    );
    let values = vec![card.val(), kind.to_string().val()];
    Ok(scope.rows(last, values).await?[0].get(0)?)
}

pub(super) async fn delete_staged(
    scope: &mut Scope,
    card: RateCardId,
    import: JobId,
) -> Result<()> {
    let sql = tsql!(
        "DELETE FROM rates WHERE tenant_id = $1 AND rate_card_id = $2 AND import_id = $3 AND replaced_by = 0"
    );
    scope.rows(sql, vec![card.val(), import.0.val()]).await?;
    Ok(())
}

pub(super) async fn delete_replaced(scope: &mut Scope, card: RateCardId) -> Result<()> {
    let sql =
        tsql!("DELETE FROM rates WHERE tenant_id = $1 AND rate_card_id = $2 AND replaced_by > 0");
    scope.rows(sql, vec![card.val()]).await?;
    Ok(())
}

/// Replaces live rates of the same service, lane, method and days as a staged one.
pub(super) async fn replace_rates(
    scope: &mut Scope,
    card: RateCardId,
    import: JobId,
) -> Result<()> {
    let sql = tsql!(
        "UPDATE rates SET replaced_by = $3 WHERE tenant_id = $1 AND rate_card_id = $2 AND replaced_by IS NULL
         AND EXISTS (SELECT 1 FROM rates new WHERE new.tenant_id = rates.tenant_id
           AND new.rate_card_id = rates.rate_card_id AND new.rate_service_id = rates.rate_service_id
           AND new.from_zone = rates.from_zone AND new.to_zone = rates.to_zone
           AND new.import_id = $3 AND new.replaced_by = 0 AND new.calculation_method = rates.calculation_method
           AND new.effective_date IS NOT DISTINCT FROM rates.effective_date
           AND new.expire_date IS NOT DISTINCT FROM rates.expire_date)"
    );
    scope.rows(sql, vec![card.val(), import.0.val()]).await?;
    Ok(())
}

pub(super) async fn publish_staged(
    scope: &mut Scope,
    card: RateCardId,
    import: JobId,
) -> Result<()> {
    let sql = tsql!(
        "UPDATE rates SET replaced_by = NULL
         WHERE tenant_id = $1 AND rate_card_id = $2 AND import_id = $3 AND replaced_by = 0"
    );
    scope.rows(sql, vec![card.val(), import.0.val()]).await?;
    Ok(())
}

/// Counts an import's rates that later imports replaced.
pub(super) async fn count_replaced_of(
    scope: &mut Scope,
    card: RateCardId,
    import: JobId,
) -> Result<i64> {
    let sql = tsql!(
        "SELECT COUNT(*) FROM rates WHERE tenant_id = $1 AND rate_card_id = $2 AND import_id = $3 AND replaced_by > 0"
    );
    let rows = scope.rows(sql, vec![card.val(), import.0.val()]).await?;
    Ok(rows[0].get(0)?)
}

/// Returns the number of deleted live rates.
pub(super) async fn delete_imported(
    scope: &mut Scope,
    card: RateCardId,
    import: JobId,
) -> Result<usize> {
    let sql = tsql!(
        "DELETE FROM rates WHERE tenant_id = $1 AND rate_card_id = $2 AND import_id = $3 AND replaced_by IS NULL
         RETURNING id"
    );
    let rows = scope.rows(sql, vec![card.val(), import.0.val()]).await?;
    Ok(rows.len())
}

/// Counts live rates that overlap in days with a replaced one.
pub(super) async fn count_overlaps(
    scope: &mut Scope,
    card: RateCardId,
    import: JobId,
) -> Result<i64> {
    let sql = tsql!(
        "SELECT COUNT(*) FROM rates old JOIN rates new ON new.tenant_id = old.tenant_id
           AND new.rate_card_id = old.rate_card_id AND new.rate_service_id = old.rate_service_id
           AND new.from_zone = old.from_zone AND new.to_zone = old.to_zone
           AND new.calculation_method = old.calculation_method AND new.replaced_by IS NULL
           AND (new.effective_date IS NULL OR old.expire_date IS NULL OR new.effective_date <= old.expire_date)
           AND (old.effective_date IS NULL OR new.expire_date IS NULL OR old.effective_date <= new.expire_date)
         WHERE old.tenant_id = $1 AND old.rate_card_id = $2 AND old.replaced_by = $3"
    );
    let rows = scope.rows(sql, vec![card.val(), import.0.val()]).await?;
    Ok(rows[0].get(0)?)
}

/// Counts replaced rates whose zones no longer exist.
pub(super) async fn count_without_zones(
    scope: &mut Scope,
    card: RateCardId,
    import: JobId,
) -> Result<i64> {
    let sql = tsql!(
        "SELECT COUNT(*) FROM rates old WHERE old.tenant_id = $1 AND old.rate_card_id = $2 AND old.replaced_by = $3
         AND 2 > (SELECT COUNT(*) FROM rate_zones zone WHERE zone.tenant_id = old.tenant_id
           AND zone.rate_card_id = old.rate_card_id AND zone.code = old.from_zone)
           + (SELECT COUNT(*) FROM rate_zones zone WHERE zone.tenant_id = old.tenant_id
           AND zone.rate_card_id = old.rate_card_id AND zone.code = old.to_zone)"
    );
    let rows = scope.rows(sql, vec![card.val(), import.0.val()]).await?;
    Ok(rows[0].get(0)?)
}

/// Returns the number of restored rates.
pub(super) async fn restore_replaced(
    scope: &mut Scope,
    card: RateCardId,
    import: JobId,
) -> Result<usize> {
    let sql = tsql!(
        "UPDATE rates SET replaced_by = NULL WHERE tenant_id = $1 AND rate_card_id = $2 AND replaced_by = $3
         RETURNING id"
    );
    let rows = scope.rows(sql, vec![card.val(), import.0.val()]).await?;
    Ok(rows.len())
}
