//! The address that a tenant's people have in their browsers, for links in mails and ways from tenant to tenant.

use kernel::{
    Error, Host, Result,
    db::{Col, Mode, PlatformSql},
    ids::TenantId,
    scope::RequestInfo,
};

const FIRST_HOST: PlatformSql = PlatformSql("SELECT host FROM tenant_hosts WHERE for_tenant = $1 ORDER BY id LIMIT 1");

/// Scheme, host name and port without a trailing slash. The request's own when its host name is the tenant's; whoever
/// made up a host name does not get it into a mail: the tenant's first one stands in.
pub async fn base_url(host: &Host, tenant: TenantId, request: &RequestInfo) -> Result<String> {
    if !request.base_url.is_empty() && super::find_by_host(host, request.host_name()).await? == Some(tenant) {
        return Ok(request.base_url.clone());
    }
    let mut tx = host.db().begin_platform(Mode::Read).await?;
    let rows = tx.platform(FIRST_HOST, vec![tenant.val()]).await?;
    let name: String = rows.first().ok_or(Error::NotFound("The tenant"))?.get(0)?;
    Ok(beside(request, &name))
}

/// The same scheme and port with another host name; a request that there is none of would be https.
fn beside(request: &RequestInfo, name: &str) -> String {
    let scheme = if request.base_url.starts_with("http://") { "http" } else { "https" };
    let rest = request.base_url.split_once("://").map_or("", |(_, rest)| rest);
    let port = rest.strip_prefix(request.host_name()).unwrap_or_default();
    format!("{scheme}://{name}{port}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_name_keeps_scheme_and_port() {
        let at = |base_url: &str| {
            beside(&RequestInfo { base_url: base_url.to_owned(), ..RequestInfo::default() }, "freight.example")
        };
        assert_eq!(at("http://evil.example:8080"), "http://freight.example:8080");
        assert_eq!(at("https://evil.example"), "https://freight.example");
        assert_eq!(at("http://[::1]:81"), "http://freight.example:81");
        assert_eq!(at(""), "https://freight.example");
    }
}
