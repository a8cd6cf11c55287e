//! Known and unknown names cost the same: hashes are counted, since time is the machine's, on a host
//! where nobody else's are among them.
#![allow(
    clippy::unwrap_used,
    reason = "the helpers of a test end it when they cannot go on"
)]

use kernel::tsql;
use serde_json::{Value, json};
use testkit::{Answer, Browser, Kit, given, on_host};

/// The call's status, and how many hashes it took.
async fn cost(kit: &Kit, call: impl Future<Output = Answer>) -> (u16, u64) {
    let session_gate = kit.app.host().port::<identity::SessionGate>().unwrap();
    let before = session_gate.hashes_done();
    let answer = call.await;
    (answer.status.as_u16(), session_gate.hashes_done() - before)
}

#[test]
fn known_and_unknown_names_cost_the_same() {
    on_host("counted hashes", |kit| async move {
        given::person(&kit, "mia", "Dispatcher").await;
        let outsider = given::person(&kit, "olaf", "Dispatcher").await;
        let mut scope = kit.scope(kernel::db::Mode::Write);
        let without =
            tsql!("UPDATE users SET password_hash = NULL WHERE tenant_id = $1 AND id = $2");
        scope
            .rows(without, vec![kernel::db::Val::I64(outsider.0)])
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
            let cost = cost(
                &kit,
                browser.sign_in_by("credentials", name, "Wrong-horse-7"),
            )
            .await;
            assert_eq!(cost, (401, 1), "{name}");
        }
        let ask = async |path: &str, body: Value| {
            let guest = kit.guest();
            cost(&kit, guest.post(path, body)).await
        };
        for path in [
            "/api/core/account/sendpasswordresetcode",
            "/api/core/account/sendemailactivationlink",
        ] {
            for email in ["mia@freight.example", "nobody@freight.example"] {
                assert_eq!(
                    ask(path, json!({ "emailAddress": email })).await,
                    (200, 0),
                    "{path} {email}"
                );
            }
        }
        for user in [outsider.0, 987_654_321] {
            let body = json!({"userId": user, "resetCode": "guess", "password": "Another-horse-8"});
            assert_eq!(
                ask("/api/core/account/resetpassword", body).await,
                (400, 0),
                "{user}"
            );
        }
    });
}
