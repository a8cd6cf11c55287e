//! Known browsers of a user: exempt from lockout by others' failures; new ones trigger an email.

use data::{Result, Scope, Where, ids::UserId};
use people::Account;
use serde_json::json;

use crate::emails::{self, Email};
use crate::{
    sessions,
    two_factor::{
        model::KnownDevice,
        store::{self, MAX_DEVICES},
    },
};

/// True if the user has signed in before with the browser of this cookie.
pub async fn is_known(scope: &mut Scope, user: UserId, cookie: &str) -> Result<bool> {
    let narrow = Where::all()
        .eq(KnownDevice::USER_ID, user)
        .eq(KnownDevice::TOKEN_HASH, sessions::tokens::hash(cookie));
    Ok(scope.count(narrow).await? > 0)
}

/// Records the browser in the caller's transaction, emails the user about a new one unless it is
/// the first, and returns the device cookie.
pub async fn record_sign_in(
    scope: &mut Scope,
    user: &Account,
    cookie: Option<&str>,
) -> Result<String> {
    let ours = cookie.filter(|cookie| sessions::tokens::tenant_of(cookie) == Some(scope.tenant));
    if let Some(cookie) = ours
        && store::use_device(scope, user.id, &sessions::tokens::hash(cookie)).await?
    {
        return Ok(cookie.to_owned());
    }
    // A shared browser has one cookie for all its users.
    let cookie = ours.map_or_else(
        || sessions::tokens::new(scope.tenant),
        |cookie| Ok(cookie.to_owned()),
    )?;
    let is_first = scope
        .count(Where::all().eq(KnownDevice::USER_ID, user.id))
        .await?
        == 0;
    store::insert_device(scope, user.id, &sessions::tokens::hash(&cookie)).await?;
    store::forget_devices(scope, user.id, MAX_DEVICES).await?;
    if !is_first {
        let values = json!({
            "device": describe_browser(&scope.request.user_agent),
            "address": scope.request.address,
            "time": scope.now().format("%Y-%m-%d %H:%M UTC").to_string(),
        });
        emails::send(scope, user, Email::NewDevice, values).await?;
    }
    Ok(cookie)
}

/// Uses known names only: the header is untrusted.
fn describe_browser(user_agent: &str) -> String {
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
        assert_eq!(describe_browser(firefox), "Firefox on Linux");
        assert_eq!(describe_browser("Windows"), "Windows");
        assert!(!describe_browser("visit evil.example now").contains("evil"));
    }
}
