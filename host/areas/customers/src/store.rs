//! Statements of customers: the row lock, searches by email address and deletion of dependent rows.

use data::{Result, Scope, db::Val, ids::CustomerId, tsql};

use crate::model::Customer;

/// Blocks other bookings and refunds until the transaction ends.
pub async fn lock_customer(scope: &mut Scope, customer: CustomerId) -> Result<()> {
    scope.lock::<Customer>(customer).await
}

pub(crate) async fn find_guest_by_email(
    scope: &mut Scope,
    email: &str,
) -> Result<Option<CustomerId>> {
    let sql = tsql!(
        "SELECT id FROM customers WHERE tenant_id = $1 AND customer_type = 'Guest' AND lower(email) = lower($2)
         AND is_deleted = FALSE ORDER BY id LIMIT 1"
    );
    let rows = scope.rows(sql, vec![Val::Text(email.to_owned())]).await?;
    rows.first().map(|row| Ok(row.get(0)?)).transpose()
}

pub(crate) async fn find_other_by_email(
    scope: &mut Scope,
    email: &str,
    customer: CustomerId,
) -> Result<Option<CustomerId>> {
    let sql = tsql!(
        "SELECT id FROM customers
         WHERE tenant_id = $1 AND lower(email) = lower($2) AND id <> $3 AND is_deleted = FALSE ORDER BY id LIMIT 1"
    );
    let rows = scope
        .rows(sql, vec![Val::Text(email.to_owned()), Val::I64(customer.0)])
        .await?;
    rows.first().map(|row| Ok(row.get(0)?)).transpose()
}

/// Deletes the customer's addresses, products, settings and stores.
pub(crate) async fn delete_dependent_rows(scope: &mut Scope, customer: CustomerId) -> Result<()> {
    for sql in [
        tsql!("DELETE FROM frequent_addresses WHERE tenant_id = $1 AND customer_id = $2"),
        tsql!("DELETE FROM customer_products WHERE tenant_id = $1 AND customer_id = $2"),
        tsql!("DELETE FROM customer_settings WHERE tenant_id = $1 AND customer_id = $2"),
        tsql!("DELETE FROM ecommerce_stores WHERE tenant_id = $1 AND customer_id = $2"),
    ] {
        scope.rows(sql, vec![Val::I64(customer.0)]).await?;
    }
    Ok(())
}
