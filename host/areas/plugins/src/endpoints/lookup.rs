//! Lookup of a path's endpoint among enabled and approved plugins.

use data::{Result, Scope, db::Mode, ids::CustomerId};
use web::http::Method;

use crate::endpoints::port::{DeclaredEndpoints, Endpoint, EndpointPort, PluginCall};

pub(crate) struct MatchedEndpoint {
    pub plugin: DeclaredEndpoints,
    /// Endpoints of all methods at this path; never empty.
    pub endpoints: Vec<Endpoint>,
    /// Path passed to the plugin.
    pub path: String,
    pub customer: Option<CustomerId>,
    pub store: Option<String>,
}

impl MatchedEndpoint {
    /// Returns the endpoint of this method; HEAD uses GET's.
    pub fn by_method(&self, method: &Method) -> Option<&Endpoint> {
        let method = if method == Method::HEAD {
            "GET"
        } else {
            method.as_str()
        };
        self.endpoints
            .iter()
            .find(|endpoint| endpoint.methods.iter().any(|taken| taken == method))
    }

    /// Returns the value of the Allow header.
    pub fn allowed(&self) -> String {
        let mut methods: Vec<&str> = self
            .endpoints
            .iter()
            .flat_map(|endpoint| &endpoint.methods)
            .map(String::as_str)
            .collect();
        if methods.contains(&"GET") {
            methods.push("HEAD");
        }
        methods.push("OPTIONS");
        methods.join(", ")
    }

    pub fn declared_path(&self) -> &str {
        &self.endpoints[0].path
    }
}

/// `path` is the raw path with its slash.
pub(crate) async fn find_own(
    scope: &Scope,
    id: &str,
    path: &str,
) -> Result<Option<MatchedEndpoint>> {
    let customer = scope.caller.customer();
    let Some(plugin) = find_enabled(scope, id, customer).await? else {
        return Ok(None);
    };
    let endpoints: Vec<Endpoint> = match best_match(&plugin.endpoints, path) {
        Some(declared) => plugin
            .endpoints
            .iter()
            .filter(|endpoint| endpoint.path == declared)
            .cloned()
            .collect(),
        None => return Ok(None),
    };
    Ok(Some(MatchedEndpoint {
        plugin,
        endpoints,
        path: path.to_owned(),
        customer,
        store: None,
    }))
}

/// Finds the endpoint of a store's callback address.
pub(crate) async fn find_callback(
    scope: &Scope,
    store: &str,
    segment: &str,
) -> Result<Option<MatchedEndpoint>> {
    // A separate reader doesn't block the writer.
    let mut reading = scope.sibling(Mode::Read);
    let account = crate::settings::stores::store(&mut reading, &store.to_ascii_lowercase()).await?;
    drop(reading);
    let Some(account) = account else {
        return Ok(None);
    };
    let Some(plugin) = find_enabled(scope, &account.plugin, account.customer).await? else {
        return Ok(None);
    };
    let is_it = |endpoint: &&Endpoint| {
        endpoint
            .callback
            .as_ref()
            .is_some_and(|word| word.eq_ignore_ascii_case(segment))
    };
    let endpoints: Vec<Endpoint> = plugin.endpoints.iter().filter(is_it).cloned().collect();
    let Some(path) = endpoints.first().map(|endpoint| endpoint.path.clone()) else {
        return Ok(None);
    };
    Ok(Some(MatchedEndpoint {
        plugin,
        endpoints,
        path,
        customer: account.customer,
        store: Some(store.to_owned()),
    }))
}

/// None unless the tenant (and the customer) has enabled and approved the plugin.
async fn find_enabled(
    scope: &Scope,
    id: &str,
    customer: Option<CustomerId>,
) -> Result<Option<DeclaredEndpoints>> {
    let port = scope.port::<dyn EndpointPort>()?;
    let declared = port
        .endpoints(scope.tenant, id)
        .filter(|plugin| !plugin.endpoints.is_empty());
    let Some(declared) = declared else {
        return Ok(None);
    };
    let is_open = is_enabled(scope, id, customer).await?;
    Ok(is_open.then_some(declared))
}

/// True if the plugin may be called for the tenant, or for this customer.
pub(crate) async fn is_enabled(
    scope: &Scope,
    id: &str,
    customer: Option<CustomerId>,
) -> Result<bool> {
    let port = scope.port::<dyn EndpointPort>()?;
    let (host, feature) = (scope.host(), crate::installed::routes::feature(id));
    let is_on = host
        .gate()
        .feature(host, scope.tenant, customer, &feature)
        .await?;
    Ok(is_on && port.has_consent(scope.tenant, id).await)
}

pub(crate) async fn call_context(
    scope: &Scope,
    plugin: &str,
    customer: Option<CustomerId>,
    within: std::time::Duration,
) -> Result<PluginCall> {
    let settings =
        crate::settings::effective::settings_for(scope.host(), scope.tenant, plugin, customer)
            .await?;
    let timezone = tenancy::settings_of(scope.host(), scope.tenant)
        .await?
        .general
        .timezone
        .clone();
    Ok(PluginCall {
        tenant: scope.tenant,
        plugin: plugin.to_owned(),
        customer,
        settings,
        timezone,
        now: scope.now(),
        caller: None,
        deadline: Some(std::time::Instant::now() + within),
    })
}

/// Returns the declared path that matches: an exact one, else the longest prefix with `*`.
fn best_match<'a>(endpoints: &'a [Endpoint], path: &str) -> Option<&'a str> {
    let plain = path.strip_prefix('/')?;
    if plain
        .split('/')
        .any(|part| part.is_empty() || is_dots(part))
    {
        return None;
    }
    let declared = || endpoints.iter().map(|endpoint| endpoint.path.as_str());
    let under = |declared: &&str| {
        declared
            .strip_suffix('*')
            .is_some_and(|start| path.starts_with(start))
    };
    declared()
        .find(|declared| *declared == path)
        .or_else(|| declared().filter(under).max_by_key(|path| path.len()))
}

/// True for `.`, `..` and their encoded forms, which other software might resolve.
fn is_dots(part: &str) -> bool {
    matches!(
        part.to_ascii_lowercase().replace("%2e", ".").as_str(),
        "." | ".."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endpoints::port::Access;

    fn endpoint(path: &str) -> Endpoint {
        Endpoint {
            path: path.to_owned(),
            methods: vec!["GET".to_owned()],
            access: Access::Open,
            queue: false,
            event_id: None,
            per_minute: 1,
            max_body: 1,
            callback: None,
        }
    }

    #[test]
    fn a_whole_path_goes_before_the_longest_beginning() {
        let endpoints = [
            endpoint("/*"),
            endpoint("/orders/*"),
            endpoint("/orders/new"),
        ];
        for (path, declared) in [
            ("/orders/new", Some("/orders/new")),
            ("/orders/7", Some("/orders/*")),
            ("/orders/7/lines", Some("/orders/*")),
            ("/orders", Some("/*")),
            ("/other", Some("/*")),
            ("/orders//7", None),
            ("/orders/../x", None),
            ("/orders/%2E%2e/x", None),
            ("/", None),
        ] {
            assert_eq!(best_match(&endpoints, path), declared, "{path}");
        }
        assert_eq!(best_match(&endpoints[1..], "/other"), None);
    }
}
