//! Accounts without a session: forgotten passwords, address confirmation, and registration.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

mod confirmation;
mod password_work;
mod registration;

use axum::http::StatusCode;
use data::{
    db::{Mode, Val},
    ids::UserId,
    tsql,
};
use serde_json::{Value, json};
use testkit::{Browser, Email, Inbox, Kit, PASSWORD, given, on_both};

use registration::registration;

const RESET_MAIL: &str = "/api/core/account/sendpasswordresetcode";
const RESET: &str = "/api/core/account/resetpassword";
const ACTIVATION_MAIL: &str = "/api/core/account/sendemailactivationlink";
const ACTIVATE: &str = "/api/core/account/activateemail";
const REGISTER: &str = "/api/customer/customer/createCustomerRegister";
const NEW: &str = "Another-horse-8";

fn parse_link(email: &Email, page: &str) -> (i64, String) {
    let start = email
        .text
        .find(page)
        .unwrap_or_else(|| panic!("no link to {page} in {}", email.text));
    let link = email.text[start..].split_whitespace().next().unwrap();
    let (user, code) = link
        .split_once("#userId=")
        .unwrap()
        .1
        .split_once("&code=")
        .unwrap();
    (
        user.parse().unwrap(),
        code.replace("%2D", "-").replace("%5F", "_"),
    )
}

async fn reset_code(kit: &Kit, inbox: &Inbox, email: &str) -> (i64, String) {
    assert_eq!(
        kit.guest()
            .post(RESET_MAIL, json!({ "emailAddress": email }))
            .await
            .result(),
        json!({})
    );
    kit.drain_jobs().await;
    parse_link(
        &inbox.next_email_to(email).await,
        &format!("http://{}/auth/reset", kit.host_name),
    )
}

async fn sign_in(kit: &Kit, user_name: &str, password: &str) -> StatusCode {
    Browser::new(kit.guest())
        .sign_in_with("credentials", user_name, password)
        .await
        .status
}

#[test]
fn a_forgotten_password_is_chosen_anew_by_mail_and_once() {
    on_both(|kit| async move {
        let mia = given::create_user(&kit, "mia", "Dispatcher").await;
        let inbox = given::inbox(&kit).await;
        let mut before = Browser::new(kit.guest());
        assert_eq!(
            before
                .sign_in_with("credentials", "mia", PASSWORD)
                .await
                .status,
            200
        );

        let (user, code) = reset_code(&kit, &inbox, "mia@freight.example").await;
        assert_eq!(user, mia.0);
        let body = |password: &str| json!({"userId": user, "resetCode": code, "password": password, "returnUrl": "/", "singleSignIn": false});
        for weak in ["short", "P@ssw0rd123", "MiaTran2026"] {
            assert_eq!(
                kit.guest().post(RESET, body(weak)).await.invalid_members(),
                ["password"],
                "{weak}"
            );
        }
        let all = kit
            .guest()
            .post(RESET, json!({"returnUrl": "/"}))
            .await
            .invalid_members();
        assert_eq!(all, ["userId", "resetCode", "password"]);
        let done = kit.guest().post(RESET, body(NEW)).await.result();
        assert_eq!(done, json!({"canLogin": true, "userName": "mia"}));
        let response = {
            kit.drain_jobs().await;
            inbox.next_email_to("mia@freight.example").await
        };
        assert_eq!(
            response.subject,
            "Your password for Test Freight was changed"
        );

        assert_eq!(
            before.session().await,
            json!({}),
            "the old password's sessions are over"
        );
        assert_eq!(sign_in(&kit, "mia", PASSWORD).await, 401);
        assert_eq!(sign_in(&kit, "mia", NEW).await, 200);
        let repeat = kit
            .guest()
            .post(RESET, body("Third-horse-9"))
            .await
            .expect_error(400);
        assert_eq!(repeat["code"], 3111, "a code is good once");
        assert_eq!(sign_in(&kit, "mia", NEW).await, 200);
    });
}

#[test]
fn of_two_who_use_one_code_at_once_one_succeeds() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Dispatcher").await;
        let inbox = given::inbox(&kit).await;
        let (user, code) = reset_code(&kit, &inbox, "mia@freight.example").await;
        let body =
            |password: &str| json!({"userId": user, "resetCode": code, "password": password});
        let guest = kit.guest();
        let (one, other) = tokio::join!(
            guest.post(RESET, body(NEW)),
            guest.post(RESET, body("Third-horse-9"))
        );
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 400]);
        let winner = if one.status == 200 {
            NEW
        } else {
            "Third-horse-9"
        };
        assert_eq!(sign_in(&kit, "mia", winner).await, 200);
    });
}

#[test]
fn a_code_is_one_users_of_one_tenant_and_ages() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Dispatcher").await;
        let tom = given::create_user(&kit, "tom", "Dispatcher").await;
        let inbox = given::inbox(&kit).await;
        let (mia, code) = reset_code(&kit, &inbox, "mia@freight.example").await;
        let body =
            |user: i64, code: &str| json!({"userId": user, "resetCode": code, "password": NEW});
        let other = kit.another_tenant().await;
        for (who, client, user) in [
            ("another user", kit.guest(), tom.0),
            ("nobody", kit.guest(), 987_654_321),
            ("another tenant", other.guest(), mia),
        ] {
            assert_eq!(
                client
                    .post(RESET, body(user, &code))
                    .await
                    .expect_error(400)["code"],
                3111,
                "{who}"
            );
        }
        assert_eq!(
            kit.guest()
                .post(ACTIVATE, json!({"userId": mia, "confirmationCode": code}))
                .await
                .expect_error(400)["code"],
            3112
        );
        assert_eq!(
            kit.guest()
                .post(RESET, body(mia, "guess"))
                .await
                .expect_error(400)["code"],
            3111
        );

        let mut scope = kit.scope(Mode::Write);
        let hour_ago = scope.now();
        let age = tsql!("UPDATE account_codes SET expires_at = $2 WHERE tenant_id = $1");
        scope.rows(age, vec![Val::Time(hour_ago)]).await.unwrap();
        scope.commit().await.unwrap();
        assert_eq!(
            kit.guest()
                .post(RESET, body(mia, &code))
                .await
                .expect_error(400)["code"],
            3111,
            "too old"
        );
        let (_, newer) = reset_code(&kit, &inbox, "mia@freight.example").await;
        let mut scope = kit.scope(Mode::Read);
        let query = scope
            .rows(
                tsql!("SELECT code_hash FROM account_codes WHERE tenant_id = $1"),
                vec![],
            )
            .await
            .unwrap();
        assert_eq!(query.len(), 1);
        assert!(!query[0].get::<String>(0).unwrap().contains(&newer));
        drop(scope);
        kit.guest().post(RESET, body(mia, &newer)).await.result();
    });
}

#[test]
fn responses_do_not_reveal_who_has_an_account() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Dispatcher").await;
        let inbox = given::inbox(&kit).await;
        for path in [RESET_MAIL, ACTIVATION_MAIL] {
            let mut answers = Vec::new();
            for email in [
                "mia@freight.example",
                "nobody@freight.example",
                "",
                "no address",
            ] {
                let answer = kit
                    .guest()
                    .post(path, json!({ "emailAddress": email }))
                    .await;
                answers.push((answer.status, answer.body));
            }
            assert!(answers.iter().all(|answer| *answer == answers[0]), "{path}");
        }
        kit.drain_jobs().await;
        inbox.next_email_to("mia@freight.example").await;
        assert_eq!(
            inbox.count().await,
            0,
            "only who has an account, and an address to confirm, is written to"
        );
        // Known and unknown addresses hit the same limit.
        for email in ["mia@freight.example", "nobody@freight.example"] {
            for _ in 0..2 {
                kit.guest()
                    .post(RESET_MAIL, json!({ "emailAddress": email }))
                    .await
                    .result();
            }
            let refused = kit
                .guest()
                .post(RESET_MAIL, json!({ "emailAddress": email }))
                .await;
            assert_eq!(refused.status, 429, "{email}");
            let seconds: u64 = refused.headers["retry-after"]
                .to_str()
                .unwrap()
                .parse()
                .unwrap();
            assert!((1..=900).contains(&seconds));
        }
    });
}

#[test]
fn a_made_up_host_name_gets_into_no_mail() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Dispatcher").await;
        let inbox = given::inbox(&kit).await;
        let mut guest = kit
            .guest()
            .with_header("Abp-TenantId", &kit.tenant.to_string());
        guest.host_name = "evil.example".to_owned();
        guest
            .post(RESET_MAIL, json!({"emailAddress": "mia@freight.example"}))
            .await
            .result();
        kit.drain_jobs().await;
        let email = inbox.next_email_to("mia@freight.example").await;
        assert!(!email.raw.contains("evil.example"), "{}", email.text);
        parse_link(&email, &format!("http://{}/auth/reset", kit.host_name));
    });
}

#[test]
fn a_switched_off_user_gets_no_code() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Dispatcher").await;
        let inbox = given::inbox(&kit).await;
        let mut scope = kit.scope(Mode::Write);
        scope
            .rows(
                tsql!(
                    "UPDATE users SET is_active = FALSE WHERE tenant_id = $1 AND user_name = 'mia'"
                ),
                vec![],
            )
            .await
            .unwrap();
        scope.commit().await.unwrap();
        kit.guest()
            .post(RESET_MAIL, json!({"emailAddress": "mia@freight.example"}))
            .await
            .result();
        kit.drain_jobs().await;
        assert_eq!(inbox.count().await, 0);
    });
}

#[test]
fn codes_are_not_tried_without_end() {
    on_both(|kit| async move {
        let mia = given::create_user(&kit, "mia", "Dispatcher").await;
        let body = json!({"userId": mia, "resetCode": "guess", "password": NEW});
        for _ in 0..10 {
            kit.guest()
                .post(RESET, body.clone())
                .await
                .expect_error(400);
        }
        kit.guest().post(RESET, body).await.expect_error(429);
    });
}

#[test]
fn a_reset_proves_the_address_and_ends_a_lock() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Dispatcher").await;
        let inbox = given::inbox(&kit).await;
        for _ in 0..5 {
            assert_eq!(sign_in(&kit, "mia", "Wrong-horse-7").await, 401);
        }
        assert_eq!(sign_in(&kit, "mia", PASSWORD).await, 403);
        let (user, code) = reset_code(&kit, &inbox, "mia@freight.example").await;
        kit.guest()
            .post(
                RESET,
                json!({"userId": user, "resetCode": code, "password": NEW}),
            )
            .await
            .result();
        assert_eq!(sign_in(&kit, "mia", NEW).await, 200);
    });
}

#[test]
fn the_tenants_rules_for_passwords_hold_everywhere() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Dispatcher").await;
        let complexity =
            json!({"requiredLength": 12, "requireDigit": true, "requireUppercase": true});
        let security =
            json!({"useDefaultPasswordComplexity": false, "passwordComplexity": complexity});
        let users = json!({"allowSelfRegistration": true});
        given::change_settings(&kit, json!({"security": security, "userManagement": users})).await;
        let response = kit
            .guest()
            .get("/api/core/account/getpasswordcomplexity")
            .await
            .result();
        assert_eq!(
            (
                &response["requiredLength"],
                &response["requireDigit"],
                &response["requireLowercase"]
            ),
            (&json!(12), &json!(true), &json!(false))
        );
        let inbox = given::inbox(&kit).await;
        let (user, code) = reset_code(&kit, &inbox, "mia@freight.example").await;
        let reset =
            |password: &str| json!({"userId": user, "resetCode": code, "password": password});
        assert_eq!(
            kit.guest()
                .post(RESET, reset("long enough but no digit"))
                .await
                .invalid_members(),
            ["password"]
        );
        let mut guest = registration("vera@bluegum.example");
        guest["registerSchema"]["password"] = json!("Short-1");
        assert_eq!(
            kit.guest().post(REGISTER, guest).await.invalid_members(),
            ["registerSchema.password"]
        );
        let mut browser = Browser::new(kit.guest());
        browser.sign_in_with("credentials", "mia", PASSWORD).await;
        let session = browser.session().await;
        let mia = kit
            .guest()
            .with_token(session["accessToken"].as_str().unwrap());
        let change = json!({"currentPassword": PASSWORD, "newPassword": "alllowercase-12"});
        assert_eq!(
            mia.post("/api/core/profile/changepassword", change)
                .await
                .invalid_members(),
            ["newPassword"]
        );
        kit.guest()
            .post(RESET, reset("Long-enough-12"))
            .await
            .result();
    });
}

#[test]
fn the_tenants_rules_for_locking_out_hold() {
    on_both(|kit| async move {
        given::create_user(&kit, "mia", "Dispatcher").await;
        let lock = json!({"isEnabled": true, "maxFailedAccessAttemptsBeforeLockout": 2, "defaultAccountLockoutSeconds": 60});
        given::change_settings(&kit, json!({"security": {"userLockOut": lock}})).await;
        for name in ["mia", "nobody"] {
            assert_eq!(sign_in(&kit, name, "Wrong-horse-7").await, 401, "{name}");
            assert_eq!(sign_in(&kit, name, "Wrong-horse-7").await, 401, "{name}");
            assert_eq!(sign_in(&kit, name, PASSWORD).await, 403, "{name}");
        }
        given::create_user(&kit, "tom", "Dispatcher").await;
        given::change_settings(
            &kit,
            json!({"security": {"userLockOut": {"isEnabled": false}}}),
        )
        .await;
        for _ in 0..6 {
            assert_eq!(sign_in(&kit, "tom", "Wrong-horse-7").await, 401);
        }
        assert_eq!(sign_in(&kit, "tom", PASSWORD).await, 200);
    });
}
