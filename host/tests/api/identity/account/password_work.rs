//! Known and unknown names cost the same number of password hashes, counted on an exclusive host
//! since time is unreliable.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use data::tsql;
use serde_json::{Value, json};
use testkit::{ApiResponse, Browser, Kit, given, on_host};

async fn count_hashes(kit: &Kit, call: impl Future<Output = ApiResponse>) -> (u16, u64) {
    let session_gate = kit.app.host().port::<identity::SessionGate>().unwrap();
    let before = session_gate.hashes_done();
    let answer = call.await;
    (answer.status.as_u16(), session_gate.hashes_done() - before)
}

#[test]
fn known_and_unknown_names_cost_the_same() {
    on_host("counted hashes", |kit| async move {
        given::create_user(&kit, "mia", "Dispatcher").await;
        let outsider = given::create_user(&kit, "olaf", "Dispatcher").await;
        let mut scope = kit.scope(data::db::Mode::Write);
        let without =
            tsql!("UPDATE users SET password_hash = NULL WHERE tenant_id = $1 AND id = $2");
        scope
            .rows(without, vec![data::db::Val::I64(outsider.0)])
            .await
            .unwrap();
        scope.commit().await.unwrap();

        for name in [
            "mia",
            "mia@freight.example",
            "olaf",
            "nobody",
            "nobody@freight.example",
        ] {
            let mut browser = Browser::new(kit.guest());
            browser.csrf().await;
            let cost = count_hashes(
                &kit,
                browser.sign_in_with("credentials", name, "Wrong-horse-7"),
            )
            .await;
            assert_eq!(cost, (401, 1), "{name}");
        }
        let send_request = async |path: &str, body: Value| {
            let guest = kit.guest();
            count_hashes(&kit, guest.post(path, body)).await
        };
        for path in [
            "/api/core/account/sendpasswordresetcode",
            "/api/core/account/sendemailactivationlink",
        ] {
            for email in ["mia@freight.example", "nobody@freight.example"] {
                assert_eq!(
                    send_request(path, json!({ "emailAddress": email })).await,
                    (200, 0),
                    "{path} {email}"
                );
            }
        }
        for user in [outsider.0, 987_654_321] {
            let body = json!({"userId": user, "resetCode": "guess", "password": "Another-horse-8"});
            assert_eq!(
                send_request("/api/core/account/resetpassword", body).await,
                (400, 0),
                "{user}"
            );
        }
    });
}
