//! The address that a tenant's people have in their browsers, for links in mails and ways from tenant to tenant.

use kernel::{
    Error, Host, Result,
    db::{Col, Mode, PlatformSql},
    ids::TenantId,
    scope::RequestInfo,
};

const HOSTS: PlatformSql =
    PlatformSql("SELECT host FROM tenant_hosts WHERE for_tenant = $1 ORDER BY id");

/// Scheme, host name and port without a trailing slash. The host name is one that is stored for the tenant: the request
/// only chooses among them, and the first stands in for every other name. Scheme and port are the operator's to say, so
/// that nothing a request made up gets into a mail.
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
        .address_of(name.ok_or(Error::NotFound("The tenant"))?))
}
