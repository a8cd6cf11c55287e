//! Statements of carrier services.

use data::{Result, Scope, db::Col, tsql};

use carriage::Service;

/// Unless the tenant has it; a concurrent insert is ignored.
pub(crate) async fn insert_if_missing(
    scope: &mut Scope,
    carrier: &str,
    service: Service,
) -> Result<()> {
    let write = tsql!(
        "INSERT INTO carrier_services (tenant_id, row_version, carrier_code, code, name, is_active, is_additional)
             SELECT $1, 1, $2, $3, $4, $5, $6
             WHERE NOT EXISTS (SELECT 1 FROM carrier_services WHERE tenant_id = $1 AND carrier_code = $2 AND code = $3)
             ON CONFLICT (tenant_id, carrier_code, code) DO NOTHING"
    );
    let values = vec![
        carrier.to_owned().val(),
        service.code.val(),
        service.name.val(),
        true.val(),
        service.additional.val(),
    ];
    scope.rows(write, values).await?;
    Ok(())
}
