//! Impersonation: permissions, limits, and return.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use data::{
    db::{Mode, Val},
    ids::UserId,
    tsql,
};
use serde_json::{Value, json};
use testkit::{ApiResponse, Browser, Kit, PASSWORD, given, on_both};

use super::{browser, caller};

const START: &str = "/api/impersonate/start";
const END: &str = "/api/impersonate/end";
const REDEEM: &str = "/api/auth/callback/impersonation";

async fn token(browser: &mut Browser, user: UserId) -> String {
    let started = caller(browser)
        .await
        .post(START, json!({ "userId": user }))
        .await
        .result();
    started["impersonationToken"].as_str().unwrap().to_owned()
}

async fn redeem(browser: &mut Browser, token: &str) -> ApiResponse {
    browser
        .submit(
            REDEEM,
            &[("impersonationToken", token), ("callbackUrl", "/dashboard")],
        )
        .await
}

async fn sql(kit: &Kit, statement: data::db::TenantSql, values: Vec<Val>) {
    let mut scope = kit.scope(Mode::Write);
    scope.rows(statement, values).await.unwrap();
    scope.commit().await.unwrap();
}

/// The session gate caches sessions for two seconds.
async fn expire_session_cache() {
    tokio::time::sleep(std::time::Duration::from_millis(2100)).await;
}

#[test]
fn an_administrator_becomes_a_user_and_comes_back() {
    on_both(|kit| async move {
        let boss = given::create_user(&kit, "boss", "Admin").await;
        let mia = given::create_user(&kit, "mia", "Dispatcher").await;
        let mut here = browser(&kit, "boss").await;
        let own_client = caller(&mut here).await;
        let token = token(&mut here, mia).await;
        let answer = redeem(&mut here, &token).await;
        assert_eq!(
            answer.json(),
            json!({"url": format!("http://{}/dashboard", kit.host_name)})
        );
        let session = here.session().await;
        assert_eq!(
            (&session["user"]["id"], &session["isImpersonating"]),
            (&json!(mia), &json!(true))
        );
        assert_eq!(session["impersonatorName"], "Mia Tran");
        assert!(
            !session["permissions"]
                .as_array()
                .unwrap()
                .contains(&json!("Pages.Administration.Users"))
        );
        own_client
            .get("/api/core/user/getusers")
            .await
            .expect_error(401);

        let as_mia = caller(&mut here).await;
        let customer = json!({"customer": {"companyName": "Bluegum Wines"}});
        as_mia
            .post("/api/customer/customer/createorupdatecustomer", customer)
            .await
            .result();
        let mut scope = kit.scope(Mode::Read);
        let find = tsql!(
            "SELECT entity_type, change_type, user_id, impersonator_id FROM entity_changes
             WHERE tenant_id = $1 AND (impersonator_id IS NOT NULL OR change_type = 'ImpersonationStarted') ORDER BY id"
        );
        let rows = scope.rows(find, vec![]).await.unwrap();
        let actual: Vec<(String, String, Option<UserId>, Option<UserId>)> = rows
            .iter()
            .map(|row| {
                (
                    row.get(0).unwrap(),
                    row.get(1).unwrap(),
                    row.get(2).unwrap(),
                    row.get(3).unwrap(),
                )
            })
            .collect();
        assert_eq!(
            actual[0],
            (
                "Session".to_owned(),
                "ImpersonationStarted".to_owned(),
                Some(boss),
                None
            )
        );
        assert_eq!(
            actual[1],
            (
                "Customer".to_owned(),
                "Created".to_owned(),
                Some(mia),
                Some(boss)
            )
        );
        drop(scope);

        let back = as_mia.get(END).await.result();
        assert_eq!(back["url"], Value::Null);
        redeem(&mut here, back["impersonationToken"].as_str().unwrap()).await;
        let session = here.session().await;
        assert_eq!(
            (&session["user"]["id"], &session["isImpersonating"]),
            (&json!(boss), &json!(false))
        );
        assert_eq!(session["impersonatorName"], Value::Null);
        as_mia
            .get("/api/core/profile/getprofile")
            .await
            .expect_error(401);
        assert_eq!(
            caller(&mut here).await.get(END).await.expect_error(400)["code"],
            3122
        );
    });
}

#[test]
fn a_token_is_good_once_for_a_minute_in_one_browser() {
    on_both(|kit| async move {
        given::create_user(&kit, "boss", "Admin").await;
        let mia = given::create_user(&kit, "mia", "Dispatcher").await;
        let mut here = browser(&kit, "boss").await;
        let refused = |answer: ApiResponse| {
            assert_eq!(answer.status, 401);
            assert!(
                answer.json()["url"]
                    .as_str()
                    .unwrap()
                    .ends_with("error=CredentialsSignin&provider=impersonation")
            );
            assert!(
                !answer.headers.contains_key("set-cookie") || {
                    let lines: Vec<_> = answer.headers.get_all("set-cookie").iter().collect();
                    lines
                        .iter()
                        .all(|line| !line.to_str().unwrap().contains("session-token"))
                }
            );
        };
        let stolen = token(&mut here, mia).await;
        refused(redeem(&mut Browser::new(kit.guest()), &stolen).await);
        refused(redeem(&mut here, &stolen).await);
        let mut thief = browser(&kit, "mia").await;
        let stolen = token(&mut here, mia).await;
        refused(redeem(&mut thief, &stolen).await);

        let late = token(&mut here, mia).await;
        let now = Val::Time(chrono::Utc::now());
        sql(
            &kit,
            tsql!("UPDATE impersonation_tokens SET expires_at = $2 WHERE tenant_id = $1"),
            vec![now],
        )
        .await;
        refused(redeem(&mut here, &late).await);

        let other = kit.another_tenant().await;
        let good = token(&mut here, mia).await;
        let mut visitor = here.clone();
        visitor.client.host_name = other.host_name.clone();
        refused(redeem(&mut visitor, &good).await);
        assert_eq!(redeem(&mut here, &good).await.status, 200);
        refused(redeem(&mut here, &good).await);
        refused(redeem(&mut here, "").await);
    });
}

#[test]
fn impersonation_does_not_escalate_permissions() {
    on_both(|kit| async move {
        let boss = given::create_user(&kit, "boss", "Admin").await;
        let mia = given::create_user(&kit, "mia", "Dispatcher").await;
        let tom = given::create_user(&kit, "tom", "Warehouse").await;
        // A dispatcher with the impersonation permission and less power than an administrator.
        let admin = kit.user("Admin").await;
        let held = admin
            .get(&format!(
                "/api/core/user/GetUserPermissionsForEdit?id={mia}"
            ))
            .await
            .result();
        let mut names = held["grantedPermissionNames"].as_array().unwrap().clone();
        names.push(json!("Pages.Administration.Users.Impersonation"));
        admin
            .put(
                "/api/core/user/updateUserPermissions",
                json!({"id": mia, "grantedPermissionNames": names}),
            )
            .await
            .result();

        let mut here = browser(&kit, "mia").await;
        let as_mia = caller(&mut here).await;
        as_mia
            .post(START, json!({ "userId": boss }))
            .await
            .expect_error(403);
        as_mia.post(START, json!({ "userId": tom })).await.result();
        assert_eq!(
            as_mia
                .post(START, json!({ "userId": mia }))
                .await
                .expect_error(400)["code"],
            3120
        );
        as_mia
            .post(START, json!({"userId": 987_654_321}))
            .await
            .expect_error(404);
        let elsewhere = kit.another_tenant().await;
        let theirs = given::create_user(&elsewhere, "ann", "Driver").await;
        as_mia
            .post(START, json!({ "userId": theirs }))
            .await
            .expect_error(404);
        sql(
            &kit,
            tsql!("UPDATE users SET is_active = FALSE WHERE tenant_id = $1 AND id = $2"),
            vec![Val::I64(tom.0)],
        )
        .await;
        as_mia
            .post(START, json!({ "userId": tom }))
            .await
            .expect_error(404);
        kit.user("Dispatcher")
            .await
            .post(START, json!({ "userId": tom }))
            .await
            .expect_error(403);
    });
}

#[test]
fn impersonations_do_not_nest_and_cannot_change_credentials() {
    on_both(|kit| async move {
        given::create_user(&kit, "boss", "Admin").await;
        let other = given::create_user(&kit, "second", "Admin").await;
        let mia = given::create_user(&kit, "mia", "Dispatcher").await;
        let mut here = browser(&kit, "boss").await;
        let token = token(&mut here, other).await;
        redeem(&mut here, &token).await;
        let as_other = caller(&mut here).await;
        assert_eq!(
            as_other
                .post(START, json!({ "userId": mia }))
                .await
                .expect_error(400)["code"],
            3121
        );
        let change = json!({"currentPassword": PASSWORD, "newPassword": "Another-horse-8"});
        as_other
            .post("/api/core/profile/changepassword", change)
            .await
            .expect_error(403);
        as_other
            .post("/api/core/profile/starttwofactor", json!({}))
            .await
            .expect_error(403);
        as_other
            .post(
                "/api/core/profile/disabletwofactor",
                json!({"password": PASSWORD}),
            )
            .await
            .expect_error(403);
        as_other
            .delete("/api/core/profile/deleteothersessions")
            .await
            .expect_error(403);
        let profile = json!({"name": "Eve", "emailAddress": "eve@evil.example"});
        as_other
            .put("/api/core/profile/updateprofile", profile)
            .await
            .expect_error(403);
        let mut own_browser = browser(&kit, "second").await;
        let own_client = caller(&mut own_browser).await;
        let list = own_client
            .get("/api/core/profile/getsessions")
            .await
            .result();
        let visit = list["items"]
            .as_array()
            .unwrap()
            .iter()
            .find(|item| item["impersonatorName"] == "Mia Tran")
            .unwrap();
        own_client
            .delete(&format!(
                "/api/core/profile/deletesession?id={}",
                visit["id"]
            ))
            .await
            .result();
        assert_eq!(here.session().await, json!({}));
    });
}

#[test]
fn an_impersonation_ends_with_the_impersonators_own_right() {
    on_both(|kit| async move {
        let boss = given::create_user(&kit, "boss", "Admin").await;
        let mia = given::create_user(&kit, "mia", "Dispatcher").await;
        kit.user("Admin").await;
        let mut here = browser(&kit, "boss").await;
        let first = token(&mut here, mia).await;
        redeem(&mut here, &first).await;
        assert_eq!(here.session().await["isImpersonating"], true);
        sql(
            &kit,
            tsql!("DELETE FROM user_roles WHERE tenant_id = $1 AND user_id = $2"),
            vec![Val::I64(boss.0)],
        )
        .await;
        expire_session_cache().await;
        assert_eq!(
            here.session().await,
            json!({}),
            "losing the permission ends the impersonation"
        );
    });
}

#[test]
fn a_new_password_of_the_impersonator_ends_the_visit() {
    on_both(|kit| async move {
        given::create_user(&kit, "boss", "Admin").await;
        let mia = given::create_user(&kit, "mia", "Dispatcher").await;
        let mut here = browser(&kit, "boss").await;
        let first = token(&mut here, mia).await;
        redeem(&mut here, &first).await;
        let mut elsewhere = browser(&kit, "boss").await;
        let change = json!({"currentPassword": PASSWORD, "newPassword": "Another-horse-8"});
        caller(&mut elsewhere)
            .await
            .post("/api/core/profile/changepassword", change)
            .await
            .result();
        assert_eq!(here.session().await, json!({}));
    });
}

#[test]
fn token_guesses_are_limited() {
    on_both(|kit| async move {
        let mut outsider = Browser::new(kit.guest());
        for _ in 0..10 {
            assert_eq!(
                redeem(&mut outsider, &format!("{}.{}", kit.tenant, "a".repeat(43)))
                    .await
                    .status,
                401
            );
        }
        assert_eq!(redeem(&mut outsider, "x").await.status, 429);
    });
}

#[test]
fn a_platform_administrator_visits_a_tenant_and_goes_home() {
    on_both(|kit| async move {
        let home = kit.platform().await;
        let name = format!("op-{}", uuid::Uuid::now_v7().simple());
        let operator = given::create_user(&home, &name, "Admin").await;
        let boss = given::create_user(&kit, "boss", "Admin").await;
        let mut own_browser = browser(&home, &name).await;
        let session = own_browser.session().await;
        assert_eq!(
            (&session["isPlatformAdmin"], &session["isImpersonating"]),
            (&json!(true), &json!(false))
        );
        let operating = caller(&mut own_browser).await;
        let enter = async || {
            let body = json!({"tenantId": kit.tenant, "userId": boss});
            let entry = operating
                .post("/api/core/platform/enter", body)
                .await
                .result();
            assert_eq!(entry["url"], format!("http://{}", kit.host_name));
            entry["impersonationToken"].as_str().unwrap().to_owned()
        };
        let token = enter().await;
        assert_eq!(
            redeem(&mut own_browser.clone(), &token).await.status,
            401,
            "at home it opens nothing"
        );
        let mut visit = Browser::new(kit.guest());
        assert_eq!(redeem(&mut visit, &token).await.status, 200);
        let session = visit.session().await;
        assert_eq!(
            (&session["user"]["id"], &session["isImpersonating"]),
            (&json!(boss), &json!(true))
        );
        assert_eq!(
            (&session["impersonatorName"], &session["isPlatformAdmin"]),
            (&json!("Mia Tran"), &json!(false))
        );
        let visiting = caller(&mut visit).await;
        visiting
            .get("/api/core/platform/gettenants")
            .await
            .expect_error(403);
        let response = visiting
            .get("/api/core/auditlog/getentitychanges?entityType=Session")
            .await
            .result();
        assert!(
            response["items"]
                .as_array()
                .unwrap()
                .iter()
                .any(|item| item["changeType"] == "ImpersonationStarted"),
            "{response}"
        );

        // No platform token reaches a tenant's page.
        let back = visiting.get(END).await.result();
        assert_eq!(
            back,
            json!({"impersonationToken": null, "url": format!("http://{}", home.host_name)})
        );
        assert_eq!(visit.session().await, json!({}));
        assert_eq!(own_browser.session().await["user"]["userName"], name);

        let token = enter().await;
        redeem(&mut visit, &token).await;
        assert_eq!(visit.session().await["isImpersonating"], true);
        sql(
            &home,
            tsql!("DELETE FROM user_roles WHERE tenant_id = $1 AND user_id = $2"),
            vec![Val::I64(operator.0)],
        )
        .await;
        expire_session_cache().await;
        assert_eq!(
            visit.session().await,
            json!({}),
            "a visit ends with the right to it"
        );
    });
}
