//! OpenID Connect authorization code flow with PKCE.

use base64::{
    Engine,
    engine::general_purpose::{STANDARD as BASE64, URL_SAFE_NO_PAD as BASE64_URL},
};
use chrono::{DateTime, TimeDelta, Utc};
use data::{Scope, db::Mode, files::random_token, secrets::Secret};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tenancy::OpenIdProvider;
use work::outgoing::Outgoing;

use crate::providers::{
    self, Failure,
    accounts::{ProviderPolicy, UserMatch},
    openid::{self, discovery::Metadata},
    word,
};
use crate::{
    providers::{
        openid::id_token::{Claims, Expected, InvalidToken},
        person::Person,
    },
    sessions::{self, gate::SessionGate, service::NewSession},
    sign_in,
};

/// Timeout of a sign-in at a provider.
pub const SIGN_IN_TIMEOUT: TimeDelta = TimeDelta::minutes(15);
/// A longer callback URL would not fit into a cookie.
const MAX_CALLBACK_URL_LENGTH: usize = 1500;
const PURPOSE: &str = "a sign-in under way";

/// Sealed state in the browser's cookie during a sign-in.
#[derive(Serialize, Deserialize)]
struct SignInState {
    provider: String,
    state: String,
    nonce: String,
    verifier: String,
    callback_url: String,
    begun: DateTime<Utc>,
}

pub struct StartedSignIn {
    pub url: String,
    pub cookie: String,
}

/// Parameters of the provider's redirect.
#[derive(Default, Deserialize)]
pub struct CallbackParams {
    pub code: Option<String>,
    pub state: Option<String>,
    pub iss: Option<String>,
    pub error: Option<String>,
}

/// The session, and the page requested before the sign-in.
pub struct FinishedSignIn {
    pub session: NewSession,
    pub callback_url: String,
}

pub async fn start_sign_in(
    scope: &Scope,
    provider: &OpenIdProvider,
    redirect_uri: &str,
    callback_url: &str,
    start: &str,
) -> Result<StartedSignIn, Failure> {
    let outside = &scope.port::<SessionGate>()?.outside;
    let found = outside.metadata(scope.host(), &provider.issuer).await?;
    let metadata = found.map_err(|why| Failure::new(word::SIGN_IN, why))?;
    let callback_url = if callback_url.len() > MAX_CALLBACK_URL_LENGTH {
        start
    } else {
        callback_url
    };
    let sign_in_state = SignInState {
        provider: provider.id.clone(),
        state: random_token()?,
        nonce: random_token()?,
        verifier: random_token()?,
        callback_url: callback_url.to_owned(),
        begun: scope.now(),
    };
    let mut url = metadata.authorization_endpoint.clone();
    url.query_pairs_mut()
        .append_pair("response_type", "code")
        .append_pair("client_id", &provider.client_id)
        .append_pair("redirect_uri", redirect_uri)
        .append_pair("scope", &scopes(&provider.scopes))
        .append_pair("state", &sign_in_state.state)
        .append_pair("nonce", &sign_in_state.nonce)
        .append_pair(
            "code_challenge",
            &BASE64_URL.encode(Sha256::digest(sign_in_state.verifier.as_bytes())),
        )
        .append_pair("code_challenge_method", "S256");
    let text = serde_json::to_string(&sign_in_state).map_err(data::Error::from)?;
    let cookie = scope
        .host()
        .secrets()
        .seal(scope.tenant, PURPOSE, &Secret::new(text))?;
    Ok(StartedSignIn {
        url: url.into(),
        cookie,
    })
}

pub async fn finish_sign_in(
    scope: &Scope,
    provider: &OpenIdProvider,
    redirect_uri: &str,
    (cookie, device): (Option<String>, Option<String>),
    callback: CallbackParams,
) -> Result<FinishedSignIn, Failure> {
    let failure = |why: &str| Failure::new(word::CALLBACK, why);
    let sign_in_state = cookie
        .and_then(|cookie| open_state(scope, &cookie))
        .ok_or_else(|| failure("no sign-in is under way"))?;
    let same = callback
        .state
        .as_deref()
        .is_some_and(|state| same_text(state, &sign_in_state.state));
    if !same || sign_in_state.provider != provider.id {
        return Err(failure("the state belongs to another sign-in"));
    }
    let age = scope.now() - sign_in_state.begun;
    if age > SIGN_IN_TIMEOUT || age < TimeDelta::zero() {
        return Err(failure("the sign-in took too long"));
    }
    match callback.error.as_deref() {
        Some("access_denied") => {
            return Err(Failure::new(
                word::DENIED,
                "the person declined at the provider",
            ));
        }
        Some(error) => {
            return Err(failure(&format!(
                "the provider says {:?}",
                error.chars().take(60).collect::<String>()
            )));
        }
        None => {}
    }
    let session_gate = scope.port::<SessionGate>()?;
    let metadata = session_gate
        .outside
        .metadata(scope.host(), &provider.issuer)
        .await?
        .map_err(|why| failure(&why))?;
    // Mix-up attack: an issuer's code must not be sent to another issuer's token endpoint.
    if callback
        .iss
        .as_ref()
        .is_some_and(|iss| *iss != metadata.issuer)
        || (callback.iss.is_none() && metadata.authorization_response_iss_parameter_supported)
    {
        return Err(failure("the response came from another issuer"));
    }
    let code = callback
        .code
        .filter(|code| !code.is_empty())
        .ok_or_else(|| failure("the callback has no code"))?;
    consume_state(scope, &sign_in_state.state).await?;
    let claims = exchange(
        scope,
        provider,
        &metadata,
        redirect_uri,
        &sign_in_state,
        &code,
    )
    .await?;
    let policy = ProviderPolicy {
        issuer: &metadata.issuer,
        auto_create: provider.auto_create,
        link_by_email: provider.link_by_email,
        default_roles: &provider.default_roles,
        renews: false,
    };
    let session = sign_in_user(
        scope,
        &Person::from_claims(claims),
        &policy,
        &provider.id,
        device.as_deref(),
    )
    .await?;
    Ok(FinishedSignIn {
        session,
        callback_url: sign_in_state.callback_url,
    })
}

fn open_state(scope: &Scope, cookie: &str) -> Option<SignInState> {
    // A state sealed elsewhere or for another tenant does not open.
    let text = scope
        .host()
        .secrets()
        .open_sealed(scope.tenant, PURPOSE, cookie)
        .ok()?;
    serde_json::from_str(text.expose()).ok()
}

fn same_text(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

/// Consumes the state, once over all hosts.
async fn consume_state(scope: &Scope, state: &str) -> Result<(), Failure> {
    let mut scope = scope.sibling(Mode::Write);
    let hash = hex::encode(Sha256::digest(state.as_bytes()));
    let until = scope.now() + SIGN_IN_TIMEOUT;
    let first = providers::store::consume_state(&mut scope, hash, until).await?;
    scope.commit().await?;
    if first {
        Ok(())
    } else {
        Err(Failure::new(word::CALLBACK, "the state was used before"))
    }
}

/// Exchanges the code for an ID token and returns its validated claims.
async fn exchange(
    scope: &Scope,
    provider: &OpenIdProvider,
    metadata: &Metadata,
    redirect_uri: &str,
    sign_in_state: &SignInState,
    code: &str,
) -> Result<Claims, Failure> {
    #[derive(Deserialize)]
    struct Tokens {
        id_token: String,
        access_token: Option<String>,
    }
    let failure = |why: String| Failure::new(word::CALLBACK, why);
    let session_gate = scope.port::<SessionGate>()?;
    let outgoing = Outgoing::from_host(scope.host())?;
    let mut form = vec![
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", redirect_uri),
        ("code_verifier", &sign_in_state.verifier),
    ];
    let secret = provider
        .client_secret
        .as_ref()
        .map(Secret::expose)
        .filter(|secret| !secret.is_empty());
    let authorization = match secret {
        Some(secret) if takes_basic(metadata) => {
            let pair = format!(
                "{}:{}",
                form_encode(&provider.client_id),
                form_encode(secret)
            );
            Some(format!("Basic {}", BASE64.encode(pair)))
        }
        _ => {
            form.push(("client_id", &provider.client_id));
            form.extend(secret.map(|secret| ("client_secret", secret)));
            None
        }
    };
    let form: Vec<String> = form
        .iter()
        .map(|(name, value)| format!("{name}={}", form_encode(value)))
        .collect();
    let body = Some(form.join("&"));
    let tokens: Tokens = openid::discovery::json(
        &outgoing,
        &metadata.token_endpoint,
        authorization.as_deref(),
        body,
    )
    .await
    .map_err(failure)?;

    let mut refresh_keys = false;
    let mut claims = loop {
        let keys = session_gate
            .outside
            .keys(scope.host(), metadata, refresh_keys)
            .await?
            .map_err(failure)?;
        let expected = Expected {
            issuer: &metadata.issuer,
            client_id: &provider.client_id,
            nonce: &sign_in_state.nonce,
            now: scope.now(),
        };
        match openid::id_token::check(&tokens.id_token, &keys, &expected) {
            Ok(claims) => break claims,
            // The provider may have rotated its keys since they were cached.
            Err(InvalidToken::UnknownKey) if !refresh_keys => refresh_keys = true,
            Err(InvalidToken::UnknownKey) => {
                return Err(failure("the ID token: no such key".to_owned()));
            }
            Err(InvalidToken::Because(why)) => return Err(failure(format!("the ID token: {why}"))),
        }
    };
    if claims.email.is_none()
        && let (Some(userinfo_url), Some(token)) =
            (&metadata.userinfo_endpoint, &tokens.access_token)
    {
        let bearer = format!("Bearer {token}");
        let more: Claims = openid::discovery::json(&outgoing, userinfo_url, Some(&bearer), None)
            .await
            .map_err(failure)?;
        // The response may have been substituted.
        if more.sub != claims.sub {
            return Err(failure("the user info is of another person".to_owned()));
        }
        claims = Claims {
            sub: claims.sub,
            email: more.email,
            email_verified: more.email_verified,
            name: claims.name.or(more.name),
            given_name: claims.given_name.or(more.given_name),
            family_name: claims.family_name.or(more.family_name),
            preferred_username: claims.preferred_username.or(more.preferred_username),
        };
    }
    Ok(claims)
}

async fn sign_in_user(
    scope: &Scope,
    person: &Person,
    policy: &ProviderPolicy<'_>,
    provider: &str,
    device: Option<&str>,
) -> Result<NewSession, Failure> {
    let mut scope = scope.sibling(Mode::Write);
    let user = match providers::accounts::match_user(&mut scope, person, policy).await? {
        UserMatch::User(user) => user,
        UserMatch::Unknown => {
            return Err(Failure::new(word::DENIED, "nobody here has this account"));
        }
        UserMatch::NotLinked => {
            return Err(Failure::new(
                word::NOT_LINKED,
                "the email address or user name belongs to another user",
            ));
        }
        UserMatch::Incomplete(why) => return Err(Failure::new(word::NOT_CREATED, why)),
    };
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let rules = &settings.user_management;
    if rules.is_email_confirmation_required_for_login
        && !people::is_email_confirmed(&mut scope, user).await?
    {
        // The created user stays: the confirmation email is enqueued.
        scope.commit().await?;
        return Err(Failure::new(
            word::NOT_CONFIRMED,
            "the email address is not confirmed yet",
        ));
    }
    let open = sessions::gate::is_open(scope.host(), scope.tenant).await?;
    if !open || !people::count_success(&mut scope, user).await? {
        return Err(Failure::new(
            word::DENIED,
            "the user is inactive or locked out",
        ));
    }
    let account = people::account(&mut scope, user).await?;
    let device = sign_in::devices::record_sign_in(&mut scope, &account, device).await?;
    let cookie = sessions::service::open_for_browser(&mut scope, user, provider).await?;
    let seconds = i64::from(rules.session_idle_minutes) * 60;
    Ok(NewSession {
        cookie,
        seconds,
        browser: None,
        device: Some(device),
    })
}

fn scopes(extra_scopes: &[String]) -> String {
    let extra_scopes: Vec<&str> = extra_scopes
        .iter()
        .map(|scope| scope.trim())
        .filter(|scope| !scope.is_empty())
        .collect();
    match extra_scopes.as_slice() {
        [] => "openid email profile".to_owned(),
        some if some.contains(&"openid") => some.join(" "),
        some => format!("openid {}", some.join(" ")),
    }
}

/// True if the provider accepts Basic authentication, the default of the standard.
fn takes_basic(metadata: &Metadata) -> bool {
    let methods = &metadata.token_endpoint_auth_methods_supported;
    methods.is_empty() || methods.iter().any(|method| method == "client_secret_basic")
}

fn form_encode(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

#[cfg(test)]
mod tests {
    use work::outgoing::Url;

    use super::*;

    #[test]
    fn an_id_token_is_always_asked_for() {
        let scopes_for = |list: &[&str]| {
            scopes(
                &list
                    .iter()
                    .map(|&scope| scope.to_owned())
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(scopes_for(&[]), "openid email profile");
        assert_eq!(scopes_for(&["email", " "]), "openid email");
        assert_eq!(scopes_for(&["profile", "openid"]), "profile openid");
    }

    #[test]
    fn a_secret_goes_where_the_provider_takes_it() {
        let metadata = |methods: &[&str]| Metadata {
            issuer: String::new(),
            authorization_endpoint: Url::parse("https://a.example/").unwrap(),
            token_endpoint: Url::parse("https://a.example/").unwrap(),
            jwks_uri: Url::parse("https://a.example/").unwrap(),
            userinfo_endpoint: None,
            token_endpoint_auth_methods_supported: methods
                .iter()
                .map(|&method| method.to_owned())
                .collect(),
            authorization_response_iss_parameter_supported: false,
        };
        assert!(
            takes_basic(&metadata(&[]))
                && takes_basic(&metadata(&["client_secret_post", "client_secret_basic"]))
        );
        assert!(!takes_basic(&metadata(&["client_secret_post"])));
        assert_eq!(form_encode("a b:c%é"), "a%20b%3Ac%25%C3%A9");
    }
}
