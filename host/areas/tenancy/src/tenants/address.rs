//! Public address of a tenant, for links in emails and between tenants.

use kernel::{
    Error, Host, Result,
    db::{Col, Mode, PlatformSql},
    ids::TenantId,
    scope::RequestInfo,
};

const HOSTS: PlatformSql =
    PlatformSql("SELECT host FROM tenant_hosts WHERE for_tenant = $1 ORDER BY id");

/// Returns scheme, host name and port without a trailing slash. The request selects among the
/// tenant's stored host names, by default the first. Scheme and port are the operator's settings,
/// so a forged request can't affect emails.
pub async fn base_url(host: &Host, tenant: TenantId, request: &RequestInfo) -> Result<String> {
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let rows = tx.platform(HOSTS, vec![tenant.val()]).await?;
    let names: Vec<String> = rows
        .iter()
        .map(|row| Ok(row.get(0)?))
        .collect::<Result<_>>()?;
    let name = names
        .iter()
        .find(|name| *name == request.host_name())
        .or(names.first());
    Ok(host
        .config()
        .tenant_url(name.ok_or(Error::NotFound("The tenant"))?))
}
