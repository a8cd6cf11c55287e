//! Webhook secrets: shown once, sealed, overlapping during rotation, and never leaked.

use data::{
    db::{Mode, Val},
    tsql,
};
use serde_json::{Value, json};
use testkit::on_both;

use super::{SUBSCRIPTION, deliveries, delivery, ping, save, start_receiver, subscription};

#[test]
fn while_a_secret_is_replaced_both_sign() {
    on_both(|kit| async move {
        let (admin, receiver, id, first) = start_receiver(&kit, &["customer.created"]).await;
        let rotate = async |ends_now: bool| {
            let body = json!({"id": id, "endsNow": ends_now});
            admin
                .post(&format!("{SUBSCRIPTION}/rotatesecret"), body)
                .await
                .result()
        };
        let rotated = rotate(false).await;
        let second = rotated["secret"].as_str().unwrap().to_owned();
        assert_ne!(first, second);
        let until: chrono::DateTime<chrono::Utc> = rotated["previousSecretUntil"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap();
        let hours = (until - chrono::Utc::now()).num_minutes() as f64 / 60.0;
        assert!((23.5..=24.0).contains(&hours), "{until}");
        let signed = async |secrets: &[&str]| {
            ping(&admin, id).await;
            kit.drain_jobs().await;
            receiver.messages().last().unwrap().signed_by(secrets)
        };
        assert_eq!(signed(&[&first, &second]).await, (2, vec![true, true]));

        let mut scope = kit.scope(Mode::Write);
        let past =
            tsql!("UPDATE webhook_subscriptions SET old_secret_until = $2 WHERE tenant_id = $1");
        let before = scope.now() - chrono::TimeDelta::seconds(1);
        scope.rows(past, vec![Val::Time(before)]).await.unwrap();
        scope.commit().await.unwrap();
        assert_eq!(signed(&[&first, &second]).await, (1, vec![false, true]));

        let third = rotate(true).await;
        assert!(third["previousSecretUntil"].is_null(), "{third}");
        let third = third["secret"].as_str().unwrap().to_owned();
        assert_eq!(
            signed(&[&first, &second, &third]).await,
            (1, vec![false, false, true])
        );
    });
}

#[test]
fn a_secret_is_told_once() {
    on_both(|kit| async move {
        let (admin, _receiver, id, first) = start_receiver(&kit, &["customer.created"]).await;
        let rotated = admin
            .post(&format!("{SUBSCRIPTION}/rotatesecret"), json!({ "id": id }))
            .await
            .result();
        let second = rotated["secret"].as_str().unwrap().to_owned();
        let sent = ping(&admin, id).await;
        kit.drain_jobs().await;
        let saved = save(&admin, json!({"id": id, "name": "Office"})).await;
        let list = admin
            .get(&format!("{SUBSCRIPTION}/getsubscriptions"))
            .await
            .result();
        let changes = admin
            .get("/api/core/auditlog/getentitychanges?maxResultCount=100")
            .await
            .result();
        let one = subscription(&admin, id).await;
        let response: Vec<Value> = [
            saved,
            list,
            changes.clone(),
            one,
            json!(deliveries(&admin, id).await),
        ]
        .into_iter()
        .chain([delivery(&admin, &sent).await])
        .collect();
        let mut scope = kit.scope(Mode::Read);
        let stored =
            tsql!("SELECT secret, old_secret FROM webhook_subscriptions WHERE tenant_id = $1");
        let rows = scope.rows(stored, Vec::new()).await.unwrap();
        let (sealed, old): (String, String) = (rows[0].get(0).unwrap(), rows[0].get(1).unwrap());
        for secret in [&first, &second] {
            assert!(secret.starts_with("whsec_") && secret.len() > 40);
            assert!(!json!(response).to_string().contains(secret.as_str()));
            assert!(!sealed.contains(secret.as_str()) && !old.contains(secret.as_str()));
        }
        assert!(
            !json!(response).to_string().contains(&sealed),
            "nor as it is sealed"
        );
        let recorded = changes["items"].as_array().unwrap().iter();
        let of_it: Vec<&Value> = recorded
            .filter(|change| change["entityType"] == "WebhookSubscription")
            .collect();
        assert!(of_it.len() >= 3, "{changes}");
    });
}
