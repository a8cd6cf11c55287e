//! API key tokens, with no more power than their user.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use data::{db::Mode, ids::UserId, tsql};
use serde_json::json;
use testkit::{Kit, on_both};

const USERS: &str = "/api/core/user/getusers";

async fn user(kit: &Kit, user_name: &str, role: &str) -> UserId {
    let new = identity::NewUser {
        user_name: user_name.to_owned(),
        name: role.to_owned(),
        email: format!("{user_name}@freight.example"),
        password: "Right-horse-7".to_owned(),
        roles: vec![role.to_owned()],
        ..Default::default()
    };
    identity::create_user(kit.app.host(), kit.tenant, new)
        .await
        .unwrap()
}

#[test]
fn an_integration_exchanges_its_key_for_a_token() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let id = user(&kit, "robot", "Dispatcher").await;
        let key = admin
            .post("/api/core/user/CreateAPIKey", json!({"userId": id}))
            .await
            .result();
        let (client_id, secret) = (
            key["id"].as_i64().unwrap(),
            key["apiKey"].as_str().unwrap().to_owned(),
        );
        let listed = admin
            .get(&format!("{USERS}?filter=id eq {id}"))
            .await
            .result();
        assert_eq!(listed["items"][0]["apiKeys"], json!([client_id]));

        let form = format!(
            "grant_type=client_credentials&client_id={client_id}&client_secret={secret}&scope=default-api"
        );
        let answer = kit.guest().post_form("/token", &form).await;
        assert_eq!(
            (
                answer.status.as_u16(),
                answer.headers["cache-control"].to_str().unwrap()
            ),
            (200, "no-store")
        );
        let body = answer.json();
        assert_eq!(
            (&body["token_type"], &body["expires_in"], &body["scope"]),
            (&json!("Bearer"), &json!(3600), &json!("default-api"))
        );
        let robot = kit
            .guest()
            .with_token(body["access_token"].as_str().unwrap());
        robot
            .get("/api/customer/customer/getCustomers")
            .await
            .result();
        robot.get(USERS).await.expect_error(403);

        let basic = format!("Basic {}", BASE64.encode(format!("{client_id}:{secret}")));
        let repeat = kit
            .guest()
            .with_header("authorization", &basic)
            .post_form("/token", "grant_type=client_credentials")
            .await;
        assert_eq!(repeat.status, 200);

        admin
            .delete(&format!("/api/core/user/DeleteAPIKey?Id={client_id}"))
            .await
            .result();
        robot
            .get("/api/customer/customer/getCustomers")
            .await
            .expect_error(401);
        assert_eq!(kit.guest().post_form("/token", &form).await.status, 401);
        admin
            .delete(&format!("/api/core/user/DeleteAPIKey?id={client_id}"))
            .await
            .expect_error(404);
    });
}

#[test]
fn refusals_of_the_token_call_are_the_standards() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let id = user(&kit, "robot", "Dispatcher").await;
        let key = admin
            .post("/api/core/user/CreateAPIKey", json!({"userId": id}))
            .await
            .result();
        let secret = key["apiKey"].as_str().unwrap();
        let other = kit.another_tenant().await;
        let foreign = format!("{}.{}", other.tenant, secret.split_once('.').unwrap().1);
        let with = |secret: &str| {
            format!(
                "grant_type=client_credentials&client_id={}&client_secret={secret}",
                key["id"]
            )
        };
        for (form, status, error) in [
            ("".to_owned(), 400, "invalid_request"),
            (
                "grant_type=password&client_id=1&client_secret=2".to_owned(),
                400,
                "unsupported_grant_type",
            ),
            (
                "grant_type=client_credentials".to_owned(),
                401,
                "invalid_client",
            ),
            (with("wrong"), 401, "invalid_client"),
            (
                format!("{}&client_id=7", with(secret)),
                400,
                "invalid_request",
            ),
            (
                format!("{}&scope=default-api&scope=default-api", with(secret)),
                400,
                "invalid_request",
            ),
            (
                format!("{}&scope=admin", with(secret)),
                400,
                "invalid_scope",
            ),
            (
                format!("{}&scope=default-api%20everything", with(secret)),
                400,
                "invalid_scope",
            ),
            (
                format!("{}&scope=%22default-api%22", with(secret)),
                400,
                "invalid_scope",
            ),
            (with(&foreign), 401, "invalid_client"),
            (
                with(&format!("{}.{}", kit.tenant, "a".repeat(43))),
                401,
                "invalid_client",
            ),
            (
                format!("grant_type=client_credentials&client_id=x&client_secret={secret}"),
                401,
                "invalid_client",
            ),
        ] {
            let answer = kit.guest().post_form("/token", &form).await;
            assert_eq!(
                (
                    answer.status.as_u16(),
                    answer.json()["error"].as_str().unwrap()
                ),
                (status, error),
                "{form}"
            );
            assert_eq!(
                answer.headers.contains_key("www-authenticate"),
                status == 401,
                "{form}"
            );
        }
        let basic = format!("Basic {}", BASE64.encode(format!("{}:{secret}", key["id"])));
        let duplicate = kit
            .guest()
            .with_header("authorization", &basic)
            .post_form("/token", &with(secret))
            .await;
        assert_eq!(
            (duplicate.status.as_u16(), &duplicate.json()["error"]),
            (400, &json!("invalid_request"))
        );
        let mut last = 0;
        for _ in 0..10 {
            last = kit
                .guest()
                .post_form("/token", &with("wrong"))
                .await
                .status
                .as_u16();
        }
        assert_eq!(last, 429);
    });
}

#[test]
fn api_keys_for_more_powerful_users_are_refused() {
    on_both(|kit| async move {
        let admin = user(&kit, "boss", "Admin").await;
        let clerk = user(&kit, "clerk", "Warehouse").await;
        let token = identity::sign_in(kit.app.host(), kit.tenant, clerk)
            .await
            .unwrap();
        let caller = kit.guest().with_token(&token);
        let create = "/api/core/user/CreateAPIKey";
        caller
            .post(create, json!({"userId": clerk}))
            .await
            .expect_error(403);

        let mut scope = kit.scope(Mode::Write);
        let give = tsql!(
            "INSERT INTO user_permissions (tenant_id, row_version, user_id, name, is_granted)
             SELECT tenant_id, 1, id, 'Pages.Administration.Users.Edit', TRUE FROM users WHERE tenant_id = $1 AND id = $2"
        );
        scope
            .rows(give, vec![data::db::Val::I64(clerk.0)])
            .await
            .unwrap();
        scope.commit().await.unwrap();
        // A new token, since permissions are cached briefly.
        let token = identity::sign_in(kit.app.host(), kit.tenant, clerk)
            .await
            .unwrap();
        let caller = kit.guest().with_token(&token);
        caller.post(create, json!({"userId": clerk})).await.result();
        caller
            .post(create, json!({"userId": admin}))
            .await
            .expect_error(403);
        caller
            .post(create, json!({"userId": 999_999_999}))
            .await
            .expect_error(404);
        assert_eq!(
            caller.post(create, json!({})).await.invalid_members(),
            ["userId"]
        );
    });
}
