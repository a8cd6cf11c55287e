//! Statements of manifests: those that a customer may see.

use data::{
    Result, Scope,
    db::Col,
    ids::{CustomerId, ManifestId},
    tsql,
};

/// Newest manifests with only the customer's bookings.
pub async fn load_customer_manifests(
    scope: &mut Scope,
    customer: CustomerId,
) -> Result<Vec<ManifestId>> {
    let sql = tsql!(
        "SELECT manifest_row_id FROM bookings WHERE tenant_id = $1 AND manifest_row_id IS NOT NULL
     GROUP BY manifest_row_id HAVING MIN(customer_id) = $2 AND MAX(customer_id) = $2
     ORDER BY manifest_row_id DESC LIMIT 500"
    );
    let rows = scope.rows(sql, vec![customer.val()]).await?;
    Ok(rows
        .iter()
        .map(|row| row.get(0))
        .collect::<data::sqlx::Result<_>>()?)
}
