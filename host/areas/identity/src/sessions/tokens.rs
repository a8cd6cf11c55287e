//! Tokens of the form `<tenant>.<43 characters>`; only their SHA-256 is stored.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use data::{Result, files::random_token, ids::TenantId};
use sha2::{Digest, Sha256};

/// 32 bytes in base64.
const SECRET_LENGTH: usize = 43;

/// Generates a token. Its tenant prefix limits the lookup to that tenant's rows.
pub fn new(tenant: TenantId) -> Result<String> {
    Ok(format!("{tenant}.{}", random_token()?))
}

pub fn tenant_of(token: &str) -> Option<TenantId> {
    let (tenant, secret) = token.split_once('.')?;
    let formed = secret.len() == SECRET_LENGTH
        && secret
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
        && tenant.bytes().all(|byte| byte.is_ascii_digit());
    let tenant: i64 = formed.then(|| tenant.parse().ok())??;
    (tenant > 0).then_some(TenantId(tenant))
}

pub fn hash(token: &str) -> String {
    hex::encode(Sha256::digest(token.as_bytes()))
}

/// Derives the bearer token from a browser's cookie. One-way: a leaked bearer token does not reveal
/// the cookie.
pub fn bearer_of(cookie: &str) -> Option<String> {
    let tenant = tenant_of(cookie)?;
    let secret = Sha256::new()
        .chain_update(b"bearer token of ")
        .chain_update(cookie.as_bytes())
        .finalize();
    Some(format!("{tenant}.{}", BASE64.encode(secret)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_names_its_tenant() {
        let token = new(TenantId(42)).unwrap();
        assert_eq!(tenant_of(&token), Some(TenantId(42)));
        assert_ne!(token, new(TenantId(42)).unwrap());
    }

    #[test]
    fn what_is_no_token_has_no_tenant() {
        let secret = "a".repeat(SECRET_LENGTH);
        for wrong in [
            "",
            ".",
            "1",
            &format!("0.{secret}"),
            &format!("-1.{secret}"),
            &format!("+1.{secret}"),
            &format!("1.{secret}a"),
            &format!("1.{}", "é".repeat(21)),
        ] {
            assert_eq!(tenant_of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_bearer_token_is_not_the_cookie() {
        let cookie = new(TenantId(7)).unwrap();
        let bearer = bearer_of(&cookie).unwrap();
        assert_eq!(tenant_of(&bearer), Some(TenantId(7)));
        assert_ne!(bearer, cookie);
        assert_eq!(bearer_of(&cookie).unwrap(), bearer);
        assert_ne!(bearer_of(&bearer).unwrap(), bearer);
        assert_ne!(hash(&cookie), hash(&bearer));
    }
}
