//! Webhook targets: public https addresses, private ones only if configured, and no redirects.

use std::time::Instant;

use serde_json::{Value, json};
use testkit::{Client, on_both, on_both_apart};

use super::{
    SUBSCRIPTION, deliveries, delivery, ping,
    receiver::{Receiver, Reply},
    resend, save, start_receiver, subscribe,
};

async fn refused(client: &Client, url: &str) -> Value {
    let subscription = json!({"name": "Inside", "url": url, "events": ["customer.created"]});
    let path = format!("{SUBSCRIPTION}/createorupdatesubscription");
    client
        .post(&path, json!({ "subscription": subscription }))
        .await
        .expect_error(400)["validationErrors"][0]
        .clone()
}

#[test]
fn private_addresses_and_plain_text_are_refused() {
    // The operator has allowed no private hosts.
    on_both_apart(Vec::new, |kit| async move {
        let admin = kit.user("Admin").await;
        let receiver = Receiver::start().await;
        for url in [
            "http://hooks.example.com/",
            &receiver.url(),
            "https://127.0.0.1/",
            "https://2130706433/",
            "https://[::1]/",
            "https://[::ffff:10.0.0.1]/",
            "https://10.1.2.3/",
            "https://169.254.169.254/latest/meta-data",
            "https://user:pass@hooks.example.com/",
            "file:///etc/passwd",
            "hooks",
        ] {
            let error = refused(&admin, url).await;
            assert_eq!(
                error["members"],
                json!(["subscription.url"]),
                "{url}: {error}"
            );
        }
        // DNS is resolved per call, and the checked address is the one connected to.
        let inside = format!("https://localhost:{}/hooks", receiver.port);
        let (id, _) = subscribe(&admin, &inside, &["customer.created"]).await;
        let sent = ping(&admin, id).await;
        kit.drain_jobs().await;
        let response = delivery(&admin, &sent).await;
        assert_eq!(
            (&response["state"], &response["failure"]),
            (&json!("Failed"), &json!("Refused")),
            "{response}"
        );
        assert!(
            response["failureText"]
                .as_str()
                .unwrap()
                .contains("loopback"),
            "{response}"
        );
        assert!(receiver.messages().is_empty());
        // No retry: the address would be the same.
        super::add_customer(&admin, "Bluegum Wines").await;
        kit.drain_jobs().await;
        let log = deliveries(&admin, id).await;
        assert_eq!(
            (&log[1]["state"], &log[1]["attempts"]),
            (&json!("Failed"), &json!(1))
        );
    });
}

#[test]
fn redirects_are_not_followed() {
    on_both(|kit| async move {
        let (admin, receiver, id, _) = start_receiver(&kit, &["customer.created"]).await;
        let elsewhere = Receiver::start().await;
        receiver.set_replies([Reply::Redirect(elsewhere.url())]);
        let sent = ping(&admin, id).await;
        kit.drain_jobs().await;
        let response = delivery(&admin, &sent).await;
        assert_eq!(
            (&response["state"], &response["statusCode"]),
            (&json!("Failed"), &json!(302))
        );
        assert!(elsewhere.messages().is_empty());
    });
}

#[test]
fn an_answer_of_any_size_is_cut_and_one_that_never_comes_is_given_up() {
    on_both(|kit| async move {
        let (admin, receiver, id, _) = start_receiver(&kit, &["customer.created"]).await;
        let mut huge = vec![b'x'; 5_000_000];
        huge[3] = 0;
        receiver.set_replies([Reply::With(200, huge), Reply::Hang]);
        let sent = ping(&admin, id).await;
        kit.drain_jobs().await;
        let response = delivery(&admin, &sent).await;
        assert_eq!(response["state"], "Delivered");
        assert_eq!(
            response["history"][0]["answer"].as_str().unwrap().len(),
            4096
        );
        assert_eq!(response["answerStart"].as_str().unwrap().len(), 200);

        let start = Instant::now();
        resend(&admin, &sent).await;
        kit.drain_jobs().await;
        assert!(start.elapsed().as_secs() < 30);
        let response = delivery(&admin, &sent).await;
        assert_eq!(
            (&response["state"], &response["failure"]),
            (&json!("Failed"), &json!("TimedOut")),
            "{response}"
        );
        assert!(
            response["statusCode"].is_null() && response["durationMs"].as_i64() >= Some(9_000),
            "{response}"
        );
    });
}

#[test]
fn what_cannot_be_accepted_is_named() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let path = format!("{SUBSCRIPTION}/createorupdatesubscription");
        let invalid = async |subscription: Value| {
            admin
                .post(&path, json!({ "subscription": subscription }))
                .await
                .invalid_members()
        };
        let nothing = [
            "subscription.name",
            "subscription.url",
            "subscription.events",
        ];
        assert_eq!(invalid(json!({})).await, nothing);
        let events =
            json!({"name": "A", "url": "https://hooks.example.com", "events": ["customer.eaten"]});
        assert_eq!(invalid(events).await, ["subscription.events[0]"]);
        let public = json!({"name": "A", "url": " https://hooks.example.com/a ", "events": ["customer.created"]});
        let created = save(&admin, public).await["subscription"].clone();
        assert_eq!(
            (&created["url"], &created["isActive"]),
            (&json!("https://hooks.example.com/a"), &json!(true))
        );
        save(
            &admin,
            json!({"id": created["id"], "rowVersion": 1, "name": "B"}),
        )
        .await;
        let late = json!({"subscription": {"id": created["id"], "rowVersion": 1, "name": "C"}});
        admin.post(&path, late).await.expect_error(409);
        let unknown = json!({"name": "A", "url": "https://hooks.example.com", "events": ["customer.created"], "customerId": 987_654});
        admin
            .post(&path, json!({ "subscription": unknown }))
            .await
            .expect_error(404);
    });
}
