//! Statements on features of tenants, editions and customers.

use data::{
    Result, Scope,
    db::{Col, PlatformSql, Row, TenantSql, Tx, Val},
    ids::{CustomerId, TenantId},
    tsql,
};

use crate::features::rules::{TenantFeatureValues, Values};

const GIVEN: PlatformSql = PlatformSql(
    "SELECT t.given_features, e.features FROM tenants t LEFT JOIN editions e ON e.id = t.edition_id WHERE t.id = $1",
);
const OWN_VALUES: TenantSql = tsql!("SELECT name, value FROM tenant_features WHERE tenant_id = $1");
const CUSTOMER_VALUES: TenantSql =
    tsql!("SELECT name, value FROM customer_features WHERE tenant_id = $1 AND customer_id = $2");

pub(crate) async fn load_values(tx: &mut Tx, tenant: TenantId) -> Result<TenantFeatureValues> {
    let own = values(&tx.rows(OWN_VALUES, Vec::new()).await?)?;
    let given = tx.platform(GIVEN, vec![tenant.val()]).await?;
    let Some(row) = given.first() else {
        return Ok(TenantFeatureValues::new(Values::new(), Values::new(), own));
    };
    let platform_values: Values = row.json(0)?;
    let edition: Values = if row.is_null(1)? {
        Values::new()
    } else {
        row.json(1)?
    };
    Ok(TenantFeatureValues::new(edition, platform_values, own))
}

pub(crate) async fn load_customer_values(tx: &mut Tx, customer: CustomerId) -> Result<Values> {
    values(&tx.rows(CUSTOMER_VALUES, vec![customer.val()]).await?)
}

fn values(rows: &[Row]) -> Result<Values> {
    rows.iter()
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .collect()
}

const SET: TenantSql = tsql!(
    "INSERT INTO tenant_features (tenant_id, row_version, name, value) VALUES ($1, 1, $2, $3)
     ON CONFLICT (tenant_id, name) DO UPDATE SET value = excluded.value, row_version = tenant_features.row_version + 1
     WHERE tenant_features.tenant_id = $1"
);
const UNSET: TenantSql = tsql!("DELETE FROM tenant_features WHERE tenant_id = $1 AND name = $2");

pub(crate) async fn set(scope: &mut Scope, name: &str, value: Option<&str>) -> Result<()> {
    let name = Val::Text(name.to_owned());
    match value {
        Some(value) => {
            scope
                .rows(SET, vec![name, Val::Text(value.to_owned())])
                .await?
        }
        None => scope.rows(UNSET, vec![name]).await?,
    };
    Ok(())
}

const SET_FOR_CUSTOMER: TenantSql = tsql!(
    "INSERT INTO customer_features (tenant_id, row_version, customer_id, name, value) VALUES ($1, 1, $2, $3, $4)
     ON CONFLICT (tenant_id, customer_id, name) DO UPDATE
       SET value = excluded.value, row_version = customer_features.row_version + 1
     WHERE customer_features.tenant_id = $1"
);
const UNSET_FOR_CUSTOMER: TenantSql =
    tsql!("DELETE FROM customer_features WHERE tenant_id = $1 AND customer_id = $2 AND name = $3");

pub(crate) async fn set_for_customer(
    scope: &mut Scope,
    customer: CustomerId,
    name: &str,
    value: Option<&str>,
) -> Result<()> {
    let name = Val::Text(name.to_owned());
    match value {
        Some(value) => {
            scope
                .rows(
                    SET_FOR_CUSTOMER,
                    vec![customer.val(), name, Val::Text(value.to_owned())],
                )
                .await?
        }
        None => {
            scope
                .rows(UNSET_FOR_CUSTOMER, vec![customer.val(), name])
                .await?
        }
    };
    Ok(())
}
