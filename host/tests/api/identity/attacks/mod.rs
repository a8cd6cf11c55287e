//! Attacks: guessing, foreign tokens, contradictions, injected lines and members.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod addresses;
mod guessing;
mod privilege_escalation;
mod tokens;

use testkit::{ApiResponse, Browser, Client, Kit, PASSWORD};

const USERS: &str = "/api/core/user/getusers";
const BOOKINGS: &str = "/api/booking/booking/getbookings";

async fn user(kit: &Kit, user_name: &str, role: &str) -> i64 {
    let new = identity::NewUser {
        user_name: user_name.to_owned(),
        name: "Mia".to_owned(),
        surname: "Tran".to_owned(),
        email: format!("{user_name}@freight.example"),
        password: PASSWORD.to_owned(),
        roles: vec![role.to_owned()],
        ..Default::default()
    };
    identity::create_user(kit.app.host(), kit.tenant, new)
        .await
        .unwrap()
        .0
}

async fn signed_in(kit: &Kit, user_name: &str) -> (Browser, Client) {
    let mut browser = Browser::new(kit.guest());
    assert_eq!(
        browser
            .sign_in_with("credentials", user_name, PASSWORD)
            .await
            .status,
        200
    );
    let token = browser.session().await["accessToken"]
        .as_str()
        .unwrap()
        .to_owned();
    (browser, kit.guest().with_token(&token))
}

fn comparable(answer: &ApiResponse) -> (u16, Vec<String>, String) {
    let ids = ["x-request-id", "set-cookie", "retry-after"];
    let headers = answer
        .headers
        .iter()
        .filter(|(name, _)| !ids.contains(&name.as_str()));
    let headers = headers
        .map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()))
        .collect();
    (
        answer.status.as_u16(),
        headers,
        String::from_utf8_lossy(&answer.body).into_owned(),
    )
}
