//! Calls that need a recent proof of identity, renewed by password or code.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use chrono::{DateTime, TimeDelta, Utc};
use data::{
    db::{Mode, Val},
    tsql,
};
use serde_json::{Value, json};
use testkit::{ApiResponse, Browser, Kit, PASSWORD, given, on_both};

use super::{
    browser, caller,
    two_factor::{sign_in, with_app},
};

const CONFIRM: &str = "/api/core/profile/confirmidentity";
const WAYS: &str = "/api/core/profile/getconfirmation";
const CREATE: &str = "/api/core/user/CreateAPIKey";
const UNLOCK: &str = "/api/finance/ledger/removelock?id=987654321";
const SUBSCRIBE: &str = "/api/webhooks/subscription/createorupdatesubscription";
const START: &str = "/api/impersonate/start";

async fn age_proofs(kit: &Kit, minutes: i64) {
    let mut scope = kit.scope(Mode::Write);
    let then = Val::Time(Utc::now() - TimeDelta::minutes(minutes));
    let age =
        tsql!("UPDATE sessions SET proven_at = $2 WHERE tenant_id = $1 AND api_key_id IS NULL");
    scope.rows(age, vec![then]).await.unwrap();
    scope.commit().await.unwrap();
    // The session gate caches sessions for two seconds.
    tokio::time::sleep(std::time::Duration::from_millis(2100)).await;
}

#[track_caller]
fn assert_proof_needed(answer: &ApiResponse) {
    assert_eq!(answer.expect_error(403)["code"], 3114, "{}", answer.json());
}

#[test]
fn an_old_proof_is_renewed_by_the_password() {
    on_both(|kit| async move {
        let mia = given::create_user(&kit, "mia", "Admin").await;
        let mut browser = browser(&kit, "mia").await;
        let client = caller(&mut browser).await;
        age_proofs(&kit, 14).await;
        client.post(CREATE, json!({"userId": mia})).await.result();
        age_proofs(&kit, 15).await;
        for (path, body) in [
            (CREATE, json!({"userId": mia})),
            (START, json!({"userId": mia})),
            (
                "/api/core/role/createorupdaterole",
                json!({"role": {"displayName": "Night shift"}}),
            ),
            (
                "/api/core/user/createorupdateuser",
                json!({"user": {"userName": "tom"}}),
            ),
        ] {
            assert_proof_needed(&client.post(path, body).await);
        }
        assert_proof_needed(
            &client
                .put("/api/core/user/updateUserPermissions", json!({}))
                .await,
        );
        assert_proof_needed(&client.delete("/api/core/user/DeleteAPIKey?id=1").await);
        assert_proof_needed(&client.delete("/api/core/role/deleterole?id=1").await);
        client.get("/api/core/user/getapikeys").await.result();

        assert_eq!(
            client.get(WAYS).await.result(),
            json!({"byPassword": true, "byCode": false, "byPasskey": false, "mailsCodes": false})
        );
        for (body, member) in [
            (json!({}), "password"),
            (json!({"password": " "}), "password"),
            (json!({"password": "wrong"}), "password"),
            (json!({"code": "123456"}), "code"),
            (json!({"password": PASSWORD, "code": "123456"}), "code"),
        ] {
            assert_eq!(client.post(CONFIRM, body).await.invalid_members(), [member]);
        }
        assert_proof_needed(&client.post(CREATE, json!({"userId": mia})).await);
        client
            .post(CONFIRM, json!({"password": PASSWORD}))
            .await
            .result();
        client.post(CREATE, json!({"userId": mia})).await.result();
        kit.guest()
            .post(CONFIRM, json!({"password": PASSWORD}))
            .await
            .expect_error(401);
    });
}

#[test]
fn only_power_over_people_asks_again_within_a_working_day() {
    on_both(|kit| async move {
        let mia = given::create_user(&kit, "mia", "Admin").await;
        let client = caller(&mut browser(&kit, "mia").await).await;
        let webhook = json!({"subscription": {}});
        age_proofs(&kit, 20).await;
        client.delete(UNLOCK).await.expect_error(404);
        assert!(
            !client
                .post(SUBSCRIBE, webhook.clone())
                .await
                .invalid_members()
                .is_empty()
        );
        let asked = client.post(CREATE, json!({"userId": mia})).await;
        let asked = asked.expect_error(403);
        assert_eq!(
            (&asked["code"], &asked["message"]),
            (
                &json!(3114),
                &json!("Confirm your identity to create an API key.")
            )
        );
        age_proofs(&kit, 12 * 60).await;
        for (answer, reason) in [
            (
                client.delete(UNLOCK).await,
                "Confirm your identity to reopen a period.",
            ),
            (
                client.post(SUBSCRIBE, webhook).await,
                "Confirm your identity to change a webhook.",
            ),
        ] {
            let asked = answer.expect_error(403);
            assert_eq!(
                (&asked["code"], &asked["message"]),
                (&json!(3114), &json!(reason))
            );
        }
    });
}

#[test]
fn wrong_passwords_lock_the_user_out_as_at_sign_in() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Admin").await;
        let client = caller(&mut browser(&kit, "mia").await).await;
        for _ in 0..5 {
            assert_eq!(
                client
                    .post(CONFIRM, json!({"password": "wrong"}))
                    .await
                    .invalid_members(),
                ["password"]
            );
        }
        assert_eq!(
            client
                .post(CONFIRM, json!({"password": PASSWORD}))
                .await
                .expect_error(400)["code"],
            3106
        );
        let outsider = Browser::new(kit.guest())
            .sign_in_with("credentials", "mia", PASSWORD)
            .await;
        assert_ne!(outsider.status, 200);
    });
}

#[test]
fn a_key_proves_nothing() {
    on_both(|kit| async move {
        let mia = given::create_user(&kit, "mia", "Admin").await;
        let admin = caller(&mut browser(&kit, "mia").await).await;
        let key = admin.post(CREATE, json!({"userId": mia})).await.result();
        let (id, secret) = (&key["id"], key["apiKey"].as_str().unwrap());
        let form = format!("grant_type=client_credentials&client_id={id}&client_secret={secret}");
        let answer = kit.guest().post_form("/token", &form).await.json();
        let program = kit
            .guest()
            .with_token(answer["access_token"].as_str().unwrap());
        program.get("/api/core/user/getapikeys").await.result();
        let refused = |answer: ApiResponse| assert_eq!(answer.expect_error(403)["code"], 0);
        refused(program.post(CREATE, json!({"userId": mia})).await);
        refused(program.post(CONFIRM, json!({"password": PASSWORD})).await);
        refused(program.post(CREATE, json!({"userId": mia})).await);
    });
}

#[test]
fn an_impersonation_has_the_proof_of_who_impersonates() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Admin").await;
        let other = given::create_user(&kit, "tom", "Admin").await;
        let mut browser = browser(&kit, "mia").await;
        let client = caller(&mut browser).await;
        age_proofs(&kit, 10).await;
        let token = client.post(START, json!({"userId": other})).await.result();
        let token = token["impersonationToken"].as_str().unwrap().to_owned();
        let answer = browser
            .submit(
                "/api/auth/callback/impersonation",
                &[("impersonationToken", &token)],
            )
            .await;
        assert_eq!(answer.status, 200);
        let as_tom = caller(&mut browser).await;
        // Nothing permanent can be created; a missing lock needs the proof, too.
        as_tom.delete(UNLOCK).await.expect_error(404);
        let select = tsql!(
            "SELECT proven_at FROM sessions WHERE tenant_id = $1 AND impersonator_id IS NOT NULL"
        );
        let rows = kit
            .scope(Mode::Read)
            .rows(select, Vec::new())
            .await
            .unwrap();
        let age = Utc::now() - rows[0].get::<DateTime<Utc>>(0).unwrap();
        assert!(
            age > TimeDelta::minutes(9),
            "nothing was proved anew: {age}"
        );
        age_proofs(&kit, 12 * 60 + 1).await;
        assert_proof_needed(&as_tom.delete(UNLOCK).await);
        as_tom
            .post(CONFIRM, json!({"password": PASSWORD}))
            .await
            .result();
        as_tom.delete(UNLOCK).await.expect_error(404);
    });
}

#[test]
fn a_code_proves_it_once() {
    on_both(|kit| async move {
        let (app, recovery) = with_app(&kit).await;
        let mut browser = Browser::new(kit.guest());
        assert_eq!(
            sign_in(&mut browser, &[("twoFactorCode", &recovery[0])])
                .await
                .status,
            200
        );
        let client = caller(&mut browser).await;
        let ways = client.get(WAYS).await.result();
        assert_eq!(
            ways,
            json!({"byPassword": true, "byCode": true, "byPasskey": false, "mailsCodes": false})
        );
        let code = app.code(1);
        client.post(CONFIRM, json!({"code": code})).await.result();
        assert_eq!(
            client
                .post(CONFIRM, json!({"code": code}))
                .await
                .invalid_members(),
            ["code"]
        );
        client
            .post(CONFIRM, json!({"code": recovery[1]}))
            .await
            .result();
        assert_eq!(
            client
                .post(CONFIRM, json!({"code": recovery[1]}))
                .await
                .invalid_members(),
            ["code"]
        );
    });
}

#[test]
fn the_document_says_which_calls_ask_for_it() {
    let document: Value = serde_json::from_str(&waybill::openapi::text().unwrap()).unwrap();
    let permissions =
        |path: &str, method: &str| document["paths"][path][method]["x-fresh-proof"] == json!(true);
    assert!(
        permissions(CREATE, "post")
            && permissions(START, "post")
            && permissions("/api/core/platform/enter", "post")
    );
    assert!(document["paths"][CONFIRM]["post"].is_object() && !permissions(CONFIRM, "post"));
    assert!(!permissions("/api/core/user/getapikeys", "get"));
    let seconds = |path: &str, method: &str| &document["paths"][path][method]["x-proof-seconds"];
    assert_eq!(seconds(CREATE, "post"), 900);
    assert_eq!(seconds("/api/finance/ledger/removelock", "delete"), 43_200);
}
