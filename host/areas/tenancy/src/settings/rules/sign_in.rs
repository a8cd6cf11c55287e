//! Validation of sign-in settings.

use data::message;
use std::collections::BTreeSet;

use crate::settings::model::protection::{Ldap, OpenIdProvider, Security, UserManagement};
use crate::settings::rules::Errors;

const MAX_PROVIDERS: usize = 10;
const MAX_ROLES: usize = 20;
const MAX_SCOPES: usize = 20;
/// Built-in sign-in methods.
const BUILT_IN_METHODS: [&str; 3] = ["credentials", "ldap", "impersonation"];

pub(crate) fn user_management(wrong: &mut Errors, users: &UserManagement) {
    wrong.range(
        "userManagement.sessionIdleMinutes",
        users.session_idle_minutes,
        5,
        525_600,
    );
    wrong.range(
        "userManagement.sessionAbsoluteDays",
        users.session_absolute_days,
        1,
        365,
    );
}

pub(crate) fn security(wrong: &mut Errors, security: &Security) {
    let complexity = &security.password_complexity;
    wrong.range(
        "security.passwordComplexity.requiredLength",
        complexity.required_length,
        6,
        64,
    );
    let lock_out = &security.user_lock_out;
    let attempts = lock_out.max_failed_access_attempts_before_lockout;
    wrong.range(
        "security.userLockOut.maxFailedAccessAttemptsBeforeLockout",
        attempts,
        1,
        100,
    );
    let seconds = lock_out.default_account_lockout_seconds;
    wrong.range(
        "security.userLockOut.defaultAccountLockoutSeconds",
        seconds,
        10,
        604_800,
    );
    let two = &security.two_factor_login;
    wrong.require(
        two.is_enabled || !two.is_required,
        "security.twoFactorLogin.isRequired",
        message!("must be off while the second step is off"),
    );
    wrong.require(
        !two.is_enabled || two.is_email_provider_enabled || two.is_authenticator_enabled,
        "security.twoFactorLogin.isAuthenticatorEnabled",
        message!("must be on unless codes by email are on: a second step needs one of them"),
    );
}

pub(crate) fn ldap(wrong: &mut Errors, before: &Ldap, after: &Ldap) {
    let moved = before.url != after.url;
    wrong.check_kept_secret(
        "ldap.bindPassword",
        before.has_password,
        after.bind_password.is_some(),
        moved,
    );
    if after.is_enabled || !after.url.is_empty() {
        let right = scheme_and_host(&after.url).is_some_and(|(scheme, _, rest)| {
            matches!(scheme, "ldap" | "ldaps") && matches!(rest, "" | "/") && after.url.len() <= 512
        });
        wrong.require(
            right,
            "ldap.url",
            message!(
                "must be ldap://host or ldaps://host, with a port if need be and nothing else"
            ),
        );
    }
    wrong.require(
        !after.start_tls || !after.url.starts_with("ldaps://"),
        "ldap.startTls",
        message!("must be false with ldaps://, whose line has TLS from the start"),
    );
    wrong.require(
        !after.is_enabled || !after.base_dn.trim().is_empty(),
        "ldap.baseDn",
        message!("is required"),
    );
    for (member, text) in [
        ("ldap.baseDn", &after.base_dn),
        ("ldap.bindDn", &after.bind_dn),
        ("ldap.userFilter", &after.user_filter),
    ] {
        wrong.long(member, text, 1024);
    }
    if let Some(password) = &after.bind_password {
        wrong.long("ldap.bindPassword", password.expose(), 1024);
    }
    let filter = after.user_filter.trim();
    wrong.require(
        filter.contains("{0}") && is_bracketed(filter),
        "ldap.userFilter",
        message!(
            "must be a filter in brackets that contains {place}, such as (uid={place})",
            place = "{0}"
        ),
    );
    for (member, name) in [
        ("ldap.nameAttribute", &after.name_attribute),
        ("ldap.surnameAttribute", &after.surname_attribute),
        ("ldap.emailAttribute", &after.email_attribute),
    ] {
        let letters = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | ';' | '.');
        let right = (1..=64).contains(&name.len()) && name.chars().all(letters);
        wrong.require(
            right,
            member,
            message!("must be the name of an attribute such as mail"),
        );
    }
    roles(wrong, "ldap.defaultRoles", &after.default_roles);
}

pub(crate) fn open_id(wrong: &mut Errors, before: &[OpenIdProvider], after: &[OpenIdProvider]) {
    wrong.require(
        after.len() <= MAX_PROVIDERS,
        "openId",
        message!("must have at most {max} services", max = MAX_PROVIDERS),
    );
    let mut visited = BTreeSet::new();
    for (at, provider) in after.iter().take(MAX_PROVIDERS).enumerate() {
        let member = |name: &str| format!("openId[{at}].{name}");
        let slug = is_slug(&provider.id, 64) && !BUILT_IN_METHODS.contains(&provider.id.as_str());
        wrong.require(
            slug,
            member("id"),
            message!(
                "must be lower-case letters, digits and hyphens, and not one of {taken}",
                taken = BUILT_IN_METHODS.join(", ")
            ),
        );
        wrong.require(
            visited.insert(provider.id.as_str()),
            member("id"),
            message!("is used twice"),
        );
        let name = provider.display_name.trim();
        wrong.require(
            (1..=64).contains(&name.chars().count()),
            member("displayName"),
            message!("must have 1 to {max} characters", max = 64),
        );
        let issuer = scheme_and_host(&provider.issuer).is_some_and(|(scheme, ..)| {
            matches!(scheme, "https" | "http")
                && !provider.issuer.contains(['?', '#'])
                && provider.issuer.len() <= 512
        });
        wrong.require(
            issuer,
            member("issuer"),
            message!(
                "must be an address such as https://login.example.com, without query and fragment"
            ),
        );
        wrong.require(
            !provider.client_id.trim().is_empty(),
            member("clientId"),
            message!("is required"),
        );
        wrong.long(member("clientId"), &provider.client_id, 256);
        if let Some(secret) = &provider.client_secret {
            wrong.long(member("clientSecret"), secret.expose(), 1024);
        }
        let old = before.iter().find(|old| old.id == provider.id);
        let has_stored_secret = old.is_some_and(|old| old.has_client_secret);
        let moved = old.is_some_and(|old| old.issuer != provider.issuer);
        wrong.check_kept_secret(
            member("clientSecret"),
            has_stored_secret,
            provider.client_secret.is_some(),
            moved,
        );
        let word = |scope: &String| {
            (1..=128).contains(&scope.len())
                && scope
                    .bytes()
                    .all(|b| b.is_ascii_graphic() && b != b'"' && b != b'\\')
        };
        let scopes = &provider.scopes;
        let right = scopes.len() <= MAX_SCOPES
            && scopes.iter().all(word)
            && scopes.iter().any(|s| s == "openid");
        wrong.require(
            right,
            member("scopes"),
            message!("must be scope names without spaces, including openid"),
        );
        roles(wrong, &member("defaultRoles"), &provider.default_roles);
    }
}

fn roles(wrong: &mut Errors, member: &str, names: &[String]) {
    let right = names.len() <= MAX_ROLES
        && names
            .iter()
            .all(|name| (1..=64).contains(&name.trim().chars().count()));
    wrong.require(
        right,
        member,
        message!("must be at most {max} names of roles", max = MAX_ROLES),
    );
}

pub(crate) fn is_slug(text: &str, most: usize) -> bool {
    (1..=most).contains(&text.len())
        && text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !text.starts_with('-')
}

/// Splits an address into scheme, authority and rest. Rejects user info and blanks.
fn scheme_and_host(url: &str) -> Option<(&str, &str, &str)> {
    let (scheme, rest) = url.split_once("://")?;
    let (authority, after) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (authority, None),
    };
    let right = crate::tenants::rules::normal_host(host).is_some()
        && host.trim() == host
        && port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0))
        && after.bytes().all(|b| b.is_ascii_graphic());
    right.then_some((scheme, authority, after))
}

/// True if the text is one filter, enclosed by its first bracket.
fn is_bracketed(filter: &str) -> bool {
    let mut depth = 0_i32;
    for (at, byte) in filter.bytes().enumerate() {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        if depth < 0 || (depth == 0 && at + 1 < filter.len()) {
            return false;
        }
    }
    depth == 0 && filter.starts_with('(') && !filter.contains('\0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_whole() {
        for right in ["(uid={0})", "(&(objectClass=person)(uid={0}))"] {
            assert!(is_bracketed(right), "{right}");
        }
        for wrong in ["uid={0}", "(uid={0}", "(a={0})(b=*)", "", ")("] {
            assert!(!is_bracketed(wrong), "{wrong}");
        }
    }

    #[test]
    fn addresses_have_a_host() {
        for right in [
            "https://login.example.com",
            "http://127.0.0.1:8080/realms/a",
            "ldap://[::1]:389",
        ] {
            assert!(scheme_and_host(right).is_some(), "{right}");
        }
        for wrong in [
            "login.example.com",
            "https://",
            "https://a:0/",
            "https://u@a.com",
            "https://a b",
            "https://a:x",
        ] {
            assert!(scheme_and_host(wrong).is_none(), "{wrong}");
        }
    }
}
