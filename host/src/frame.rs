//! `/plugins/<id>/frame`: the HTML document of a plugin's framed slots, for tenants with the plugin
//! enabled.

use axum::{
    http::{Method, StatusCode},
    response::{IntoResponse, Response},
};
use data::{Host, Result};
use plugins::InstalledPort;
use web::{http::error_response, origin::Origin, page::frame::Frame};

use crate::ports::installed::InstalledPlugins;

pub fn plugin_in_path(path: &str) -> Option<&str> {
    path.strip_prefix("/plugins/")?
        .strip_suffix("/frame")
        .filter(|id| !id.is_empty() && !id.contains('/'))
}

/// 404 unless the plugin is enabled for the tenant.
pub async fn handle(
    host: &Host,
    plugins: &InstalledPlugins,
    origin: &Origin,
    plugin: &str,
    method: &Method,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    match load_frame(host, plugins, origin, plugin).await {
        Ok(Some(frame)) => frame.to_response(),
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => error_response(error),
    }
}

async fn load_frame(
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
    let installed = plugins
        .installed_for(tenant)
        .into_iter()
        .find(|known| known.id == plugin);
    let Some(frame) = installed
        .and_then(|known| known.front_end)
        .and_then(|front_end| front_end.frame)
    else {
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
        assert_eq!(plugin_in_path("/plugins/till/frame"), Some("till"));
        for other in [
            "/plugins//frame",
            "/plugins/till/abc/frame",
            "/plugins/till/frame/",
            "/till/frame",
            "/plugins/frame",
        ] {
            assert_eq!(plugin_in_path(other), None, "{other}");
        }
    }
}
