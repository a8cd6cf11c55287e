//! The browsers that a user has signed in with: known ones are not kept out by others' failures, new ones are told of.

use kernel::{Result, Scope, Where, ids::UserId};
use people::Account;
use serde_json::json;

use super::letters::{self, Letter};
use crate::{
    model::account::KnownDevice,
    rules::tokens,
    store::account::{self as store, MAX_DEVICES},
};

/// Whether the user has signed in before with the browser that holds this cookie.
pub async fn is_known(scope: &mut Scope, user: UserId, cookie: &str) -> Result<bool> {
    let narrow = Where::all()
        .eq(KnownDevice::USER_ID, user)
        .eq(KnownDevice::TOKEN_HASH, tokens::hash(cookie));
    Ok(scope.count(narrow).await? > 0)
}

/// Remembers the browser of a user who comes in, in the caller's transaction, and writes to the user when it is not the
/// first and was not seen before. Gives the cookie that the browser is to keep.
pub async fn seen(scope: &mut Scope, user: &Account, cookie: Option<&str>) -> Result<String> {
    let ours = cookie.filter(|cookie| tokens::tenant_of(cookie) == Some(scope.tenant));
    if let Some(cookie) = ours
        && store::use_device(scope, user.id, &tokens::hash(cookie)).await?
    {
        return Ok(cookie.to_owned());
    }
    // A browser that several people use has one cookie, known to each of them.
    let cookie = ours.map_or_else(|| tokens::new(scope.tenant), |cookie| Ok(cookie.to_owned()))?;
    let is_first = scope
        .count(Where::all().eq(KnownDevice::USER_ID, user.id))
        .await?
        == 0;
    store::know_device(scope, user.id, &tokens::hash(&cookie)).await?;
    store::forget_devices(scope, user.id, MAX_DEVICES).await?;
    if !is_first {
        let values = json!({
            "device": told(&scope.request.user_agent),
            "address": scope.request.address,
            "time": scope.now().format("%Y-%m-%d %H:%M UTC").to_string(),
        });
        letters::send(scope, user, Letter::NewDevice, values).await?;
    }
    Ok(cookie)
}

/// What a browser says of itself, as far as a letter repeats it: a name that is known, never a stranger's words.
fn told(user_agent: &str) -> String {
    let first = |words: &[(&str, &'static str)]| {
        words
            .iter()
            .find(|(word, _)| user_agent.contains(word))
            .map_or("", |(_, name)| *name)
    };
    let browser = first(&[
        ("Edg", "Edge"),
        ("OPR", "Opera"),
        ("Firefox", "Firefox"),
        ("Chrome", "Chrome"),
        ("Safari", "Safari"),
    ]);
    let system = first(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "macOS"),
        ("Linux", "Linux"),
    ]);
    match (browser, system) {
        ("", "") => "a program that does not say what it is".to_owned(),
        ("", one) | (one, "") => one.to_owned(),
        (browser, system) => format!("{browser} on {system}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_repeats_no_strangers_words() {
        let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
        assert_eq!(told(firefox), "Firefox on Linux");
        assert_eq!(told("Windows"), "Windows");
        assert!(!told("visit evil.example now").contains("evil"));
    }
}
