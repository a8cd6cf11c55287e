//! Authentication of endpoint callers by signature, API key or session.

use data::{Caller, Error, Result, Scope};
use web::http::{HeaderMap, Response};
use work::limiter::{Count, Limiter, MINUTE};

use crate::endpoints::{
    self,
    port::{Access, AuthenticatedCaller, Endpoint, HttpCall, PluginCall},
    response::Rejection,
    signature,
};

/// Networks that can use an open endpoint's rate limit at the same time.
const OPEN_NETWORKS: u32 = 10;

/// Returns None for a permitted call. Rate limits apply per tenant for authenticated callers, else
/// per network, so attackers can't exhaust the tenant's limit. All networks together have a limit
/// at open endpoints, whose calls a tenant pays for.
pub(crate) async fn check(
    scope: &Scope,
    endpoint: &Endpoint,
    call: &PluginCall,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<Option<Response>> {
    let name = format!("{}\n{}", call.plugin, endpoint.path);
    let of_tenant = Count {
        subject: "plugin endpoint",
        tenant: Some(scope.tenant),
        address: None,
        name: Some(&name),
        max: endpoint.per_minute,
        window: MINUTE,
    };
    let of_network = Count {
        address: Some(scope.request.address.as_str()),
        ..of_tenant
    };
    match &endpoint.access {
        Access::Open => {
            let of_all = Count {
                subject: "open plugin endpoint",
                max: endpoint.per_minute.saturating_mul(OPEN_NETWORKS),
                ..of_tenant
            };
            count_attempt(scope, &[of_network, of_all]).await
        }
        Access::Hmac(signing) => {
            let sent = headers
                .get(signing.header.as_str())
                .and_then(|value| value.to_str().ok())
                .unwrap_or_default();
            let secret = call.settings.secrets.get(&signing.secret);
            // Without a secret every signature is wrong; the caller sees no difference.
            if secret
                .is_some_and(|secret| signature::is_valid(signing, secret, sent, body, scope.now()))
            {
                return count_attempt(scope, &[of_tenant]).await;
            }
            Ok(count_attempt(scope, &[of_network])
                .await?
                .or_else(|| Some(endpoints::response::rejection_response(Rejection::Unsigned))))
        }
        Access::ApiKey(permission) | Access::Session(permission) => {
            let with_key = matches!(endpoint.access, Access::ApiKey(_));
            match signed_in(&scope.caller, permission, with_key) {
                Some(refusal) => Ok(Some(refusal)),
                None => count_attempt(scope, &[of_tenant]).await,
            }
        }
    }
}

/// Returns the rejection of an attempt above a limit.
async fn count_attempt(scope: &Scope, counts: &[Count<'_>]) -> Result<Option<Response>> {
    match Limiter::from_host(scope.host())?
        .count_attempts(scope.host(), counts)
        .await
    {
        Ok(_) => Ok(None),
        Err(Error::TooMany(seconds)) => Ok(Some(endpoints::response::rejection_response(
            Rejection::TooMany(seconds),
        ))),
        Err(error) => Err(error),
    }
}

/// Tokens are in a header, which foreign pages can't set, so CSRF protection is unnecessary.
fn signed_in(caller: &Caller, permission: &Option<String>, with_key: bool) -> Option<Response> {
    let denied = match caller.session() {
        None => Rejection::SignIn,
        Some(session) if session.must_first.is_some() => {
            Rejection::Forbidden("Sign in and do what is asked of you there first.".to_owned())
        }
        Some(session) if session.by_key != with_key => Rejection::Forbidden(match with_key {
            true => "This is for programs that come with an API key.".to_owned(),
            false => "This is for people who are signed in.".to_owned(),
        }),
        Some(session) => match permission {
            Some(permission) if !session.permissions.contains(permission) => {
                Rejection::Forbidden(format!("You need the permission {permission} for this."))
            }
            _ => return None,
        },
    };
    Some(endpoints::response::rejection_response(denied))
}

/// Omits cookies, tokens and proxy headers.
pub(crate) fn plugin_headers(headers: &HeaderMap) -> Vec<(String, String)> {
    const WITHHELD_HEADERS: [&str; 8] = [
        "authorization",
        "proxy-authorization",
        "cookie",
        "host",
        "connection",
        "transfer-encoding",
        "abp-tenantid",
        "abp.tenantid",
    ];
    let is_told = |name: &str| {
        !WITHHELD_HEADERS.contains(&name)
            && !name.starts_with("x-forwarded-")
            && name != "forwarded"
    };
    headers
        .iter()
        .filter(|(name, _)| is_told(name.as_str()))
        .filter_map(|(name, value)| {
            Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
        })
        .collect()
}

/// Returns the caller, if the endpoint requires one.
pub(crate) fn authenticated_caller(
    caller: &Caller,
    access: &Access,
) -> Option<AuthenticatedCaller> {
    if matches!(access, Access::Open | Access::Hmac(_)) {
        return None;
    }
    let session = caller.session()?;
    let mut permissions: Vec<String> = session.permissions.iter().cloned().collect();
    permissions.sort();
    Some(AuthenticatedCaller {
        user: session.user.0,
        name: session.display_name.clone(),
        customer: session.customer.map(|customer| customer.0),
        permissions,
    })
}

impl HttpCall {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_and_tokens_are_not_told() {
        let mut headers = HeaderMap::new();
        for name in [
            "cookie",
            "authorization",
            "abp-tenantid",
            "x-forwarded-for",
            "x-event-id",
            "content-type",
        ] {
            headers.insert(name, "a".parse().unwrap());
        }
        let mut names: Vec<String> = plugin_headers(&headers)
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        names.sort();
        assert_eq!(names, ["content-type", "x-event-id"]);
    }
}
