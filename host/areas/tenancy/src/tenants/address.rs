//! Public address of a tenant, for links in emails and between tenants.

use data::{Error, Host, Result, db::Mode, ids::TenantId, request::RequestInfo};

use crate::tenants::store;

/// No trailing slash. The request selects among the tenant's stored host names; scheme and port are
/// settings, so a forged request can't affect emails.
pub async fn base_url(host: &Host, tenant: TenantId, request: &RequestInfo) -> Result<String> {
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let names = store::load_hosts(&mut tx, tenant).await?;
    let name = names
        .iter()
        .find(|name| *name == request.host_name())
        .or(names.first());
    Ok(host
        .config()
        .tenant_url(name.ok_or(Error::NotFound("The tenant"))?))
}
