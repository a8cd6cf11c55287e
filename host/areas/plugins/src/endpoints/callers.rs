//! Who calls an endpoint of a plugin: signatures, API keys and people, checked before the plugin is called.

use kernel::{
    Caller, Error, Result, Scope,
    http::{HeaderMap, Response},
    limiter::{Count, MINUTE},
};

use super::{
    answer::{self, Denied},
    port::{Access, Endpoint, Known, PluginCall, Sent},
    signature,
};

/// None for a call that may go on, else its answer. Calls are counted: where the caller is known, for the tenant; on an
/// open endpoint for the caller's network, and so are wrong signatures, so that nobody uses up what the right ones have.
pub(super) async fn check(
    scope: &Scope,
    endpoint: &Endpoint,
    call: &PluginCall,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<Option<Response>> {
    let count = async |from_one: bool| {
        let name = format!("{}\n{}", call.plugin, endpoint.path);
        let count = Count {
            what: "plugin endpoint",
            tenant: Some(scope.tenant),
            address: from_one.then_some(scope.request.address.as_str()),
            name: Some(&name),
            most: endpoint.per_minute,
            window: MINUTE,
        };
        match scope.host().limiter().take(scope.host(), &[count]).await {
            Ok(_) => Ok(None),
            Err(Error::TooMany(seconds)) => Ok(Some(answer::denied(Denied::TooMany(seconds)))),
            Err(error) => Err(error),
        }
    };
    match &endpoint.access {
        Access::Open => count(true).await,
        Access::Hmac(signing) => {
            let sent = headers
                .get(signing.header.as_str())
                .and_then(|value| value.to_str().ok())
                .unwrap_or_default();
            let secret = call.settings.secrets.get(&signing.secret);
            // Without a secret nobody can sign; the caller is told no more than that the signature is not right.
            if secret
                .is_some_and(|secret| signature::is_right(signing, secret, sent, body, scope.now()))
            {
                return count(false).await;
            }
            Ok(count(true)
                .await?
                .or_else(|| Some(answer::denied(Denied::Unsigned))))
        }
        Access::ApiKey(permission) | Access::Session(permission) => {
            let with_key = matches!(endpoint.access, Access::ApiKey(_));
            match signed_in(&scope.caller, permission, with_key) {
                Some(refusal) => Ok(Some(refusal)),
                None => count(false).await,
            }
        }
    }
}

/// The refusal for a caller who may not call the endpoint. Tokens are sent as a header that no foreign page can make a
/// browser send, so an endpoint for people needs no other protection against forged calls than the API's own.
fn signed_in(caller: &Caller, permission: &Option<String>, with_key: bool) -> Option<Response> {
    let denied = match caller.session() {
        None => Denied::SignIn,
        Some(session) if session.must_first.is_some() => {
            Denied::Forbidden("Sign in and do what is asked of you there first.".to_owned())
        }
        Some(session) if session.by_key != with_key => Denied::Forbidden(match with_key {
            true => "This is for programs that come with an API key.".to_owned(),
            false => "This is for people who are signed in.".to_owned(),
        }),
        Some(session) => match permission {
            Some(permission) if !session.permissions.contains(permission) => {
                Denied::Forbidden(format!("You need the permission {permission} for this."))
            }
            _ => return None,
        },
    };
    Some(answer::denied(denied))
}

/// The call as the plugin sees it: no cookies, no tokens, and nothing of what stands between it and its caller.
pub(super) fn told(headers: &HeaderMap) -> Vec<(String, String)> {
    const NOT_TOLD: [&str; 8] = [
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
        !NOT_TOLD.contains(&name) && !name.starts_with("x-forwarded-") && name != "forwarded"
    };
    headers
        .iter()
        .filter(|(name, _)| is_told(name.as_str()))
        .filter_map(|(name, value)| {
            Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
        })
        .collect()
}

/// The caller, where the endpoint needs one.
pub(super) fn known(caller: &Caller, access: &Access) -> Option<Known> {
    if matches!(access, Access::Open | Access::Hmac(_)) {
        return None;
    }
    let session = caller.session()?;
    let mut permissions: Vec<String> = session.permissions.iter().cloned().collect();
    permissions.sort();
    Some(Known {
        user: session.user.0,
        name: session.display_name.clone(),
        customer: session.customer.map(|customer| customer.0),
        permissions,
    })
}

impl Sent {
    /// A header's first value.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
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
        let mut names: Vec<String> = told(&headers).into_iter().map(|(name, _)| name).collect();
        names.sort();
        assert_eq!(names, ["content-type", "x-event-id"]);
    }
}
