//! Delivery log: retries, resends, automatic pauses, and cleanup.

use data::{
    db::{Mode, Val},
    tsql,
};
use serde_json::json;
use testkit::{given, on_both};
use work::event::ScopeEvents;

use super::{
    DELIVERY, SUBSCRIPTION, add_customer, deliveries, delivery, ping,
    receiver::{Receiver, Reply},
    resend, run_retries, save, start_receiver, subscribe, subscription,
};

#[test]
fn a_delivery_is_tried_until_it_is_taken() {
    on_both(|kit| async move {
        let (admin, receiver, id, secret) = start_receiver(&kit, &["customer.created"]).await;
        receiver.set_replies([
            Reply::With(500, b"out of\norder".to_vec()),
            Reply::Status(404),
        ]);
        add_customer(&admin, "Bluegum Wines").await;
        kit.drain_jobs().await;
        let pending = deliveries(&admin, id).await[0].clone();
        assert_eq!(
            (&pending["state"], &pending["attempts"]),
            (&json!("Waiting"), &json!(1)),
            "{pending}"
        );
        assert_eq!(
            (&pending["statusCode"], &pending["failure"]),
            (&json!(500), &json!("Status"))
        );
        assert_eq!(pending["answerStart"], "out of order");
        let next: chrono::DateTime<chrono::Utc> =
            pending["nextTime"].as_str().unwrap().parse().unwrap();
        let pause = (next - chrono::Utc::now()).num_seconds();
        assert!((20..=36).contains(&pause), "{pause}");
        assert_eq!(subscription(&admin, id).await["health"]["failures"], 1);

        run_retries(&kit).await;
        run_retries(&kit).await;
        let actual = receiver.messages();
        assert_eq!(actual.len(), 3);
        for message in &actual {
            assert_eq!(message.body, actual[0].body);
            assert_eq!(
                message.header("waybill-delivery"),
                actual[0].header("waybill-delivery")
            );
            assert_eq!(message.signed_by(&[&secret]).1, [true]);
        }
        let full = delivery(&admin, &pending["id"]).await;
        assert_eq!(
            (&full["state"], &full["nextTime"]),
            (&json!("Delivered"), &json!(null))
        );
        let codes: Vec<_> = full["history"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["statusCode"].clone())
            .collect();
        assert_eq!(codes, [500, 404, 200]);
        assert_eq!(full["history"][0]["answer"], "out of\norder");
        assert_eq!(subscription(&admin, id).await["health"]["failures"], 0);
        run_retries(&kit).await;
        assert_eq!(
            receiver.messages().len(),
            3,
            "what was taken is not sent again by itself"
        );
    });
}

#[test]
fn after_a_day_of_attempts_it_has_failed_and_can_be_sent_again() {
    on_both(|kit| async move {
        let (admin, receiver, id, _) = start_receiver(&kit, &["customer.created"]).await;
        receiver.set_replies((0..10).map(|_| Reply::Status(503)));
        add_customer(&admin, "Bluegum Wines").await;
        for _ in 0..12 {
            run_retries(&kit).await;
        }
        let failed = deliveries(&admin, id).await[0].clone();
        assert_eq!(
            (&failed["state"], &failed["attempts"]),
            (&json!("Failed"), &json!(10)),
            "{failed}"
        );
        assert_eq!(receiver.messages().len(), 10);
        let by_state = |state: &str| {
            format!("{DELIVERY}/getdeliveries?subscriptionId={id}&filter=state eq '{state}'")
        };
        assert_eq!(
            admin.get(&by_state("Failed")).await.result()["totalCount"],
            1
        );
        assert_eq!(
            admin.get(&by_state("Delivered")).await.result()["totalCount"],
            0
        );

        resend(&admin, &failed["id"]).await;
        kit.drain_jobs().await;
        let full = delivery(&admin, &failed["id"]).await;
        assert_eq!(
            (&full["state"], &full["attempts"]),
            (&json!("Delivered"), &json!(11))
        );
        assert_eq!(receiver.messages()[10].body, receiver.messages()[0].body);
        resend(&admin, &failed["id"]).await;
        kit.drain_jobs().await;
        assert_eq!(receiver.messages().len(), 12);
        save(&admin, json!({"id": id, "isActive": false})).await;
        let repeat = admin
            .post(
                &format!("{DELIVERY}/resenddelivery"),
                json!({"id": failed["id"]}),
            )
            .await;
        assert_eq!(repeat.expect_error(400)["code"], 2302);
    });
}

#[test]
fn a_test_message_says_at_once_whether_the_address_works() {
    on_both(|kit| async move {
        let (admin, receiver, id, secret) = start_receiver(&kit, &["customer.created"]).await;
        save(&admin, json!({"id": id, "isActive": false})).await;
        receiver.set_replies([Reply::Status(401)]);
        let sent = ping(&admin, id).await;
        kit.drain_jobs().await;
        let response = delivery(&admin, &sent).await;
        assert_eq!(
            (&response["state"], &response["event"]),
            (&json!("Failed"), &json!("ping")),
            "{response}"
        );
        let message = receiver.messages()[0].clone();
        assert_eq!(
            message.json()["data"],
            json!({"subscription": {"id": id, "name": "Warehouse"}})
        );
        assert_eq!(message.signed_by(&[&secret]).1, [true]);
        let port = receiver.port;
        drop(receiver);
        let nowhere = json!({"id": id, "url": format!("http://127.0.0.1:{port}/hooks")});
        save(&admin, nowhere).await;
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        let sent = ping(&admin, id).await;
        kit.drain_jobs().await;
        assert_eq!(delivery(&admin, &sent).await["failure"], "Unreachable");
    });
}

#[test]
fn another_tenants_subscriptions_are_not_there() {
    on_both(|kit| async move {
        let (admin, _receiver, id, _) = start_receiver(&kit, &["customer.created"]).await;
        let sent = ping(&admin, id).await;
        let outsider = kit.another_tenant().await.user("Admin").await;
        outsider
            .get(&format!("{SUBSCRIPTION}/getsubscriptionforedit?id={id}"))
            .await
            .expect_error(404);
        for call in ["sendtest", "rotatesecret"] {
            outsider
                .post(&format!("{SUBSCRIPTION}/{call}"), json!({ "id": id }))
                .await
                .expect_error(404);
        }
        outsider
            .delete(&format!("{SUBSCRIPTION}/deletesubscription?id={id}"))
            .await
            .expect_error(404);
        outsider
            .get(&format!("{DELIVERY}/getdelivery?id={sent}"))
            .await
            .expect_error(404);
        outsider
            .post(&format!("{DELIVERY}/resenddelivery"), json!({ "id": sent }))
            .await
            .expect_error(404);
        let body = json!({"subscription": {"id": id, "name": "Mine"}});
        outsider
            .post(&format!("{SUBSCRIPTION}/createorupdatesubscription"), body)
            .await
            .expect_error(404);
        let all = outsider
            .get(&format!("{DELIVERY}/getdeliveries?subscriptionId={id}"))
            .await
            .result();
        assert_eq!(all["totalCount"], 0);
    });
}

#[test]
fn what_fails_for_days_is_paused_and_its_owner_is_told() {
    on_both(|kit| async move {
        let inbox = given::inbox(&kit).await;
        let owner = given::create_user(&kit, "mia", "Admin").await;
        let token = identity::sign_in(kit.app.host(), kit.tenant, owner)
            .await
            .unwrap();
        let (admin, receiver) = (kit.guest().with_token(&token), Receiver::start().await);
        let (id, _) = subscribe(&admin, &receiver.url(), &["customer.created"]).await;
        receiver.set_replies((0..9).map(|_| Reply::Status(500)));
        add_customer(&admin, "First").await;
        kit.drain_jobs().await;
        add_customer(&admin, "Second").await;
        kit.drain_jobs().await;
        assert_eq!(subscription(&admin, id).await["isActive"], true);
        // Three days and many attempts later.
        let mut scope = kit.scope(Mode::Write);
        let since = scope.now() - chrono::TimeDelta::hours(73);
        let long = tsql!(
            "UPDATE webhook_health SET failing_since = $2, failures = 40 WHERE tenant_id = $1"
        );
        scope.rows(long, vec![Val::Time(since)]).await.unwrap();
        scope.commit().await.unwrap();
        run_retries(&kit).await;
        let paused = subscription(&admin, id).await;
        assert_eq!(
            (&paused["isActive"], &paused["pauseReason"]),
            (&json!(false), &json!("Failing")),
            "{paused}"
        );
        let email = inbox.next_email_to("mia@freight.example").await;
        assert!(
            email.subject.contains("Warehouse")
                && email.text.contains("took no message for three days")
        );
        run_retries(&kit).await;
        let log = deliveries(&admin, id).await;
        assert!(log.iter().all(|one| one["state"] == "Failed"), "{log:?}");
        assert!(
            log.iter().any(|one| one["failure"] == "SwitchedOff"),
            "{log:?}"
        );
        let before = receiver.messages().len();
        add_customer(&admin, "Third").await;
        kit.drain_jobs().await;
        assert_eq!(receiver.messages().len(), before);

        let on = save(&admin, json!({"id": id, "isActive": true})).await["subscription"].clone();
        assert_eq!(
            (
                &on["pauseReason"],
                &on["pausedTime"],
                &on["health"]["failures"]
            ),
            (&json!(null), &json!(null), &json!(0))
        );
        receiver.reply_ok();
        receiver.set_replies([Reply::Status(410)]);
        add_customer(&admin, "Fourth").await;
        run_retries(&kit).await;
        assert_eq!(subscription(&admin, id).await["pauseReason"], "Gone");
    });
}

#[test]
fn new_deliveries_wait_while_an_address_keeps_failing() {
    on_both(|kit| async move {
        let (admin, receiver, id, _) = start_receiver(&kit, &["customer.created"]).await;
        receiver.set_replies((0..5).map(|_| Reply::Status(500)));
        for at in 0..5 {
            add_customer(&admin, &format!("Customer {at}")).await;
            kit.drain_jobs().await;
        }
        assert_eq!(receiver.messages().len(), 5);
        add_customer(&admin, "Sixth").await;
        kit.drain_jobs().await;
        assert_eq!(receiver.messages().len(), 5);
        let sixth = deliveries(&admin, id).await[5].clone();
        assert_eq!(
            (&sixth["state"], &sixth["attempts"]),
            (&json!("Waiting"), &json!(0)),
            "{sixth}"
        );
        ping(&admin, id).await;
        kit.drain_jobs().await;
        run_retries(&kit).await;
        let log = deliveries(&admin, id).await;
        assert!(log.iter().all(|one| one["state"] == "Delivered"), "{log:?}");
    });
}

#[test]
fn old_deliveries_are_thrown_away() {
    on_both(|kit| async move {
        let (admin, _receiver, id, _) = start_receiver(&kit, &["customer.created"]).await;
        let old = ping(&admin, id).await;
        kit.drain_jobs().await;
        let new = ping(&admin, id).await;
        let mut scope = kit.scope(Mode::Write);
        let before = scope.now() - chrono::TimeDelta::days(31);
        let age = tsql!(
            "UPDATE webhook_deliveries SET creation_time = $2 WHERE tenant_id = $1 AND id = $3"
        );
        scope
            .rows(
                age,
                vec![Val::Time(before), Val::I64(old.as_i64().unwrap())],
            )
            .await
            .unwrap();
        scope
            .publish(&tenancy::DAY_BEGAN, &Default::default())
            .await
            .unwrap();
        scope.commit().await.unwrap();
        kit.drain_jobs().await;
        let remaining: Vec<_> = deliveries(&admin, id)
            .await
            .iter()
            .map(|one| one["id"].clone())
            .collect();
        assert_eq!(remaining, [new]);
    });
}
