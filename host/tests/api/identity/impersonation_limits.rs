//! Impersonation creates nothing permanent and ends with the impersonator's session.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use std::collections::BTreeSet;

use serde_json::json;
use testkit::{Browser, Kit, given, on_both};

use super::{browser, caller};

/// Every route that grants permanent power.
const CLOSED_ROUTES: &str = "\
DELETE /api/core/profile/deletepasskey
POST /api/core/platform/createtenant
POST /api/core/profile/addpasskey
POST /api/core/profile/changepassword
POST /api/core/profile/confirmtwofactor
POST /api/core/profile/disabletwofactor
POST /api/core/profile/newrecoverycodes
POST /api/core/profile/sendtwofactorcode
POST /api/core/profile/startpasskey
POST /api/core/profile/starttwofactor
POST /api/core/role/createorupdaterole
POST /api/core/user/CreateAPIKey
POST /api/core/user/createorupdateuser
POST /api/plugins/platform/install
POST /api/plugins/platform/trustsigner
POST /api/plugins/platform/upload
POST /api/webhooks/subscription/createorupdatesubscription
POST /api/webhooks/subscription/rotatesecret
PUT /api/core/profile/renamepasskey
PUT /api/core/profile/updateprofile
PUT /api/core/user/updateUserPermissions";

/// Routes that need a proof of identity for other reasons: they impersonate, lock the ledger, or
/// revoke power.
const FRESH_PROOF_ROUTES: [&str; 6] = [
    "DELETE /api/core/role/deleterole",
    "DELETE /api/core/user/DeleteAPIKey",
    "POST /api/impersonate/start",
    "POST /api/core/platform/enter",
    "POST /api/finance/ledger/createlock",
    "DELETE /api/finance/ledger/removelock",
];

async fn impersonating_browser(kit: &Kit) -> Browser {
    given::create_user(kit, "boss", "Admin").await;
    let other = given::create_user(kit, "second", "Admin").await;
    let mut here = browser(kit, "boss").await;
    let started = caller(&mut here)
        .await
        .post("/api/impersonate/start", json!({"userId": other}))
        .await
        .result();
    pass(&mut here, started["impersonationToken"].as_str().unwrap()).await;
    here
}

async fn pass(browser: &mut Browser, token: &str) {
    let members = [("impersonationToken", token), ("callbackUrl", "/")];
    assert_eq!(
        browser
            .submit("/api/auth/callback/impersonation", &members)
            .await
            .status,
        200
    );
}

async fn visit(kit: &Kit) -> (Browser, Browser) {
    let home = kit.platform().await;
    let name = format!("op-{}", uuid::Uuid::now_v7().simple());
    given::create_user(&home, &name, "Admin").await;
    given::create_user(kit, &format!("boss-{name}"), "Admin").await;
    let mut own_browser = browser(&home, &name).await;
    let body = json!({"tenantId": kit.tenant});
    let way = caller(&mut own_browser)
        .await
        .post("/api/core/platform/enter", body)
        .await
        .result();
    let mut visitor = Browser::new(kit.guest());
    pass(&mut visitor, way["impersonationToken"].as_str().unwrap()).await;
    (own_browser, visitor)
}

#[test]
fn every_call_that_gives_lasting_power_is_closed_to_impersonation() {
    on_both(|kit| async move {
        let areas = waybill::boot::areas_with_openapi();
        let all = || {
            web::serve::routes(&areas)
                .map(|route| (format!("{} {}", route.method, route.path), route))
        };
        let closed: BTreeSet<String> = all()
            .filter(|(_, route)| route.not_impersonated)
            .map(|(name, _)| name)
            .collect();
        assert_eq!(
            closed.iter().map(String::as_str).collect::<Vec<_>>(),
            CLOSED_ROUTES.lines().collect::<Vec<_>>()
        );
        for (name, route) in all().filter(|(_, route)| route.proof.is_some()) {
            assert!(
                route.not_impersonated || FRESH_PROOF_ROUTES.contains(&name.as_str()),
                "{name}"
            );
        }
        let as_other = caller(&mut impersonating_browser(&kit).await).await;
        let (_own, mut there) = visit(&kit).await;
        let visiting = caller(&mut there).await;
        for client in [&as_other, &visiting] {
            let mut tried = 0;
            for (name, route) in all().filter(|(_, route)| route.not_impersonated) {
                let answer = client
                    .send(route.method.clone(), &route.path, None)
                    .await
                    .expect_error(403);
                let is_platforms = name.contains("/platform/");
                assert_eq!(
                    answer["code"],
                    if is_platforms { 0 } else { 3123 },
                    "{name}: {answer}"
                );
                tried += usize::from(!is_platforms);
            }
            assert!(tried > 15, "only {tried} calls were tried");
        }
    });
}

#[test]
fn settings_that_decide_who_comes_in_are_closed_to_impersonation() {
    on_both(|kit| async move {
        let (_own, mut there) = visit(&kit).await;
        let visiting = caller(&mut there).await;
        let change = async |body| {
            visiting
                .put("/api/core/tenantsettings/updateallsettings", body)
                .await
        };
        change(json!({"general": {"timezone": "Australia/Perth"}}))
            .await
            .result();
        for body in [
            json!({"ldap": {"isEnabled": true, "url": "ldaps://evil.example"}}),
            json!({"email": {"useHostDefault": false, "smtpHost": "mail.evil.example"}}),
            json!({"email": {"smtpPassword": "mine"}}),
            json!({"security": {"userLockOut": {"isEnabled": false}}}),
            json!({"userManagement": {"sessionAbsoluteDays": 29}}),
        ] {
            let message = body.to_string();
            let answer = change(body).await.expect_error(403);
            assert_eq!(answer["code"], 3123, "{message}: {answer}");
        }
    });
}

#[test]
fn signing_out_at_the_platform_ends_its_visits() {
    on_both(|kit| async move {
        let (mut own, mut there) = visit(&kit).await;
        assert_eq!(there.session().await["isImpersonating"], true);
        own.submit("/api/auth/signout", &[]).await;
        assert_eq!(own.session().await, json!({}));
        assert_eq!(there.session().await, json!({}), "the visit goes on");
        let (mut own, mut there) = visit(&kit).await;
        let (_other, mut elsewhere) = visit(&kit).await;
        let sessions = caller(&mut own)
            .await
            .get("/api/core/profile/getsessions")
            .await
            .result();
        let id = &sessions["items"][0]["id"];
        caller(&mut own)
            .await
            .delete(&format!("/api/core/profile/deletesession?id={id}"))
            .await
            .result();
        assert_eq!(there.session().await, json!({}));
        assert_eq!(elsewhere.session().await["isImpersonating"], true);
    });
}
