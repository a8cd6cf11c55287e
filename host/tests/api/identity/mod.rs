//! Users, roles, sessions and sign-in.

mod account;
mod attacks;
mod devices;
mod fresh_proof;
mod impersonation;
mod impersonation_limits;
mod ldap;
mod mailed_codes;
mod oidc;
mod passkeys;
mod roles;
mod sessions;
mod sign_in;
mod tokens;
mod two_factor;
mod units;
mod users;

use testkit::{Browser, Client, Kit, PASSWORD};

async fn browser(kit: &Kit, user_name: &str) -> Browser {
    let mut browser = Browser::new(kit.guest());
    assert_eq!(
        browser
            .sign_in_with("credentials", user_name, PASSWORD)
            .await
            .status,
        200
    );
    browser
}

async fn caller(browser: &mut Browser) -> Client {
    let session = browser.session().await;
    browser.client.with_token(
        session["accessToken"]
            .as_str()
            .unwrap_or_else(|| panic!("no session: {session}")),
    )
}
