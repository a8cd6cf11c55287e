//! From an address to an endpoint of a plugin that is switched on and agreed to there.

use kernel::{Result, Scope, db::Mode, http::Method, ids::CustomerId};

use super::port::{DeclaredEndpoints, Endpoint, EndpointPort, PluginCall};

/// Where a call goes.
pub(super) struct Found {
    pub plugin: DeclaredEndpoints,
    /// All methods' endpoints at this path; never empty.
    pub endpoints: Vec<Endpoint>,
    /// What the plugin is told that the path is.
    pub path: String,
    pub customer: Option<CustomerId>,
    pub store: Option<String>,
}

impl Found {
    /// The endpoint that takes this method. HEAD asks as GET does.
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

    /// The methods of the path, as the header Allow has them.
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

    /// The path as the manifest has it.
    pub fn declared(&self) -> &str {
        &self.endpoints[0].path
    }
}

/// The endpoint below `/api/plugins/<id>`. `path` is as sent, with its slash.
pub(super) async fn own(scope: &Scope, id: &str, path: &str) -> Result<Option<Found>> {
    let customer = scope.caller.customer();
    let Some(plugin) = open(scope, id, customer).await? else {
        return Ok(None);
    };
    let endpoints: Vec<Endpoint> = match best(&plugin.endpoints, path) {
        Some(declared) => plugin
            .endpoints
            .iter()
            .filter(|endpoint| endpoint.path == declared)
            .cloned()
            .collect(),
        None => return Ok(None),
    };
    Ok(Some(Found {
        plugin,
        endpoints,
        path: path.to_owned(),
        customer,
        store: None,
    }))
}

/// The endpoint behind a store's call-back address.
pub(super) async fn called_back(
    scope: &Scope,
    store: &str,
    segment: &str,
) -> Result<Option<Found>> {
    // Read beside the writer, which others wait for.
    let mut reading = scope.sibling(Mode::Read);
    let known = crate::store(&mut reading, &store.to_ascii_lowercase()).await?;
    drop(reading);
    let Some(known) = known else { return Ok(None) };
    let Some(plugin) = open(scope, &known.plugin, known.customer).await? else {
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
    Ok(Some(Found {
        plugin,
        endpoints,
        path,
        customer: known.customer,
        store: Some(store.to_owned()),
    }))
}

/// The plugin's endpoints, if the tenant (and the customer) has it switched on and agreed to what it asks for.
async fn open(
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
    let is_open = is_open(scope, id, customer).await?;
    Ok(is_open.then_some(declared))
}

/// Whether the plugin may be asked for this customer of the tenant, or for the tenant itself.
pub(super) async fn is_open(scope: &Scope, id: &str, customer: Option<CustomerId>) -> Result<bool> {
    let port = scope.port::<dyn EndpointPort>()?;
    let (host, feature) = (scope.host(), crate::routes::feature(id));
    let is_on = host
        .gate()
        .feature(host, scope.tenant, customer, &feature)
        .await?;
    Ok(is_on && port.agreed(scope.tenant, id).await)
}

/// For whom the plugin is asked, with the settings that hold there.
pub(super) async fn call(
    scope: &Scope,
    plugin: &str,
    customer: Option<CustomerId>,
    within: std::time::Duration,
) -> Result<PluginCall> {
    let settings = crate::settings_for(scope.host(), scope.tenant, plugin, customer).await?;
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

/// The declared path that a path falls under: the one that says it whole, else the longest that ends in `*`.
fn best<'a>(endpoints: &'a [Endpoint], path: &str) -> Option<&'a str> {
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

/// `.`, `..` and their encoded forms, which another program might take for a step up.
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
            assert_eq!(best(&endpoints, path), declared, "{path}");
        }
        assert_eq!(best(&endpoints[1..], "/other"), None);
    }
}
