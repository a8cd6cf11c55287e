//! `/plugins/<id>/frame`: the document that a plugin's slots show in a frame, for tenants that have the plugin on.

use axum::{
    http::{Method, StatusCode},
    response::{IntoResponse, Response},
};
use kernel::{Host, Result, origin::Origin, page::frame::Frame};
use plugins::InstalledPort;

use crate::ports::installed::InstalledPlugins;

/// The plugin whose document the path names, if it names one.
pub fn named(path: &str) -> Option<&str> {
    path.strip_prefix("/plugins/")?
        .strip_suffix("/frame")
        .filter(|id| !id.is_empty() && !id.contains('/'))
}

/// The document as the tenant of this host name gets it; what it has not switched on is not there.
pub async fn answer(
    host: &Host,
    plugins: &InstalledPlugins,
    origin: &Origin,
    plugin: &str,
    method: &Method,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    match found(host, plugins, origin, plugin).await {
        Ok(Some(frame)) => frame.answer(),
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => error.into_response(),
    }
}

async fn found(
    host: &Host,
    plugins: &InstalledPlugins,
    origin: &Origin,
    plugin: &str,
) -> Result<Option<Frame>> {
    let Some(tenant) = host
        .gate()
        .tenant_by_host(host, &origin.authority.host)
        .await?
    else {
        return Ok(None);
    };
    let own = plugins
        .of_tenant(tenant)
        .into_iter()
        .find(|known| known.id == plugin);
    let Some(frame) = own.and_then(|known| known.face).and_then(|face| face.frame) else {
        return Ok(None);
    };
    let is_on = host
        .gate()
        .feature(host, tenant, None, &format!("Plugin.{plugin}.Enabled"))
        .await?;
    Ok(is_on.then_some(frame))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_names_one_plugin() {
        assert_eq!(named("/plugins/till/frame"), Some("till"));
        for other in [
            "/plugins//frame",
            "/plugins/till/abc/frame",
            "/plugins/till/frame/",
            "/till/frame",
            "/plugins/frame",
        ] {
            assert_eq!(named(other), None, "{other}");
        }
    }
}
