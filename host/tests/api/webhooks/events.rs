//! Webhook events: committed events for their subscribers only.

use std::collections::BTreeSet;

use data::db::Mode;
use serde_json::{Value, json};
use testkit::{given, on_both};

use super::{
    SUBSCRIPTION, add_customer, deliveries, delivery, receiver::Receiver, save, start_receiver,
    subscribe, subscription,
};

const ALL: [&str; 22] = [
    "customer.created",
    "customer.changed",
    "customer.deleted",
    "booking.created",
    "booking.changed",
    "booking.booked",
    "booking.status_changed",
    "booking.manifested",
    "booking.cancelled",
    "booking.deleted",
    "job.created",
    "job.status_changed",
    "job.allocated",
    "line_haul.status_changed",
    "invoice.posted",
    "payment.received",
    "card_payment.changed",
    "credit_note.approved",
    "reminder.sent",
    "customer.credit_stopped",
    "customer.credit_stop_lifted",
    "customer.low_balance",
];

#[test]
fn a_customers_life_is_told_signed_and_without_what_is_confidential() {
    on_both(|kit| async move {
        let (admin, receiver, id, secret) = start_receiver(&kit, &ALL[..3]).await;
        let customer = add_customer(&admin, "Bluegum Wines").await;
        kit.drain_jobs().await;
        let change = json!({"customer": {"id": customer["id"], "contactName": "Robin Lee"}});
        admin
            .post("/api/customer/customer/createorupdatecustomer", change)
            .await
            .result();
        kit.drain_jobs().await;
        admin
            .delete(&format!(
                "/api/customer/customer/deleteCustomer?id={}",
                customer["id"]
            ))
            .await
            .result();
        kit.drain_jobs().await;

        assert_eq!(receiver.types(), ALL[..3]);
        let actual = receiver.messages();
        for message in &actual {
            assert_eq!(message.signed_by(&[&secret]), (1, vec![true]));
            assert_eq!(message.header("content-type"), "application/json");
            assert_eq!(message.header("waybill-event"), message.json()["type"]);
            assert!(
                !message.body.contains("creditLimit") && !message.body.contains("73000"),
                "{}",
                message.body
            );
            assert!(
                !message
                    .headers
                    .iter()
                    .any(|(_, value)| value.contains(&secret))
            );
        }
        let created = actual[0].json();
        assert_eq!(created["data"]["customer"]["companyName"], "Bluegum Wines");
        assert_eq!(created["tenantId"], kit.tenant.0);
        assert!(created["createdTime"].as_str().unwrap().ends_with('Z'));
        assert_eq!(
            actual[1].json()["data"]["customer"]["contactName"],
            "Robin Lee"
        );
        assert_eq!(
            actual[2].json()["data"],
            json!({"customer": {"id": customer["id"]}})
        );

        let log = deliveries(&admin, id).await;
        assert_eq!(log.len(), 3);
        for (line, message) in log.iter().zip(&actual) {
            assert_eq!(
                (&line["state"], &line["attempts"]),
                (&json!("Delivered"), &json!(1))
            );
            assert_eq!(
                (&line["statusCode"], &line["failure"]),
                (&json!(200), &Value::Null)
            );
            assert_eq!(line["eventId"], message.json()["id"]);
            assert_eq!(line["guid"], message.header("waybill-delivery"));
            let full = delivery(&admin, &line["id"]).await;
            assert_eq!(full["body"], message.body);
            assert_eq!(full["history"].as_array().unwrap().len(), 1);
        }
        let health = subscription(&admin, id).await["health"].clone();
        assert!(
            health["failures"] == 0 && health["lastDeliveredTime"].is_string(),
            "{health}"
        );
    });
}

#[test]
fn a_bookings_way_is_told_without_costs_and_tokens() {
    on_both(|kit| async move {
        let (admin, receiver, _, _) = start_receiver(&kit, &ALL[3..10]).await;
        given::own_fleet(&kit, &admin, "FLEET").await;
        let customer = given::customer(&kit, "Bluegum Wines").await;
        let only = |name: &str, events: &[&str]| json!({"name": name, "url": receiver.url(), "events": events, "customerId": customer});
        save(&admin, only("One customer", &["booking.deleted"])).await;

        let mut request = given::quote_request(customer);
        request["filter"] = json!({"carrierCode": ["own-fleet"]});
        let prices = given::quotes(&admin, request.clone()).await;
        let (from, to) = given::addresses();
        let mut booking = json!({
            "customer": {"id": customer}, "fromAddress": from, "toAddress": to, "items": request["items"],
            "resourceToken": prices["resourceToken"], "quoteId": prices["quotes"][0]["id"],
        });
        let path = "/api/booking/booking/createorupdatebatchbooking";
        let send = async |booking: &Value, operations: &[&str]| -> i64 {
            let body = json!({"bookings": [{"booking": booking}], "operations": operations});
            let answer = admin.post(path, body).await.result();
            kit.drain_jobs().await;
            answer["successBookings"][0]["booking"]["id"]
                .as_i64()
                .unwrap_or_else(|| panic!("{answer}"))
        };
        let id = send(&booking, &[]).await;
        booking["id"] = json!(id);
        booking["reference"] = json!("PO-1789");
        send(&booking, &["Book"]).await;
        admin
            .post("/api/booking/booking/cancelBooking", json!({ "id": id }))
            .await
            .result();
        kit.drain_jobs().await;
        admin
            .delete(&format!("/api/booking/booking/deleteBooking?id={id}"))
            .await
            .result();
        kit.drain_jobs().await;

        let actual = receiver.messages();
        let types: BTreeSet<String> = receiver.types().into_iter().collect();
        let expected = [
            "created",
            "changed",
            "booked",
            "status_changed",
            "cancelled",
            "deleted",
        ];
        assert_eq!(
            types,
            expected
                .iter()
                .map(|word| format!("booking.{word}"))
                .collect()
        );
        let token = prices["resourceToken"].as_str().unwrap();
        for message in &actual {
            let actual = message.json();
            assert_eq!(actual["data"]["booking"]["id"], id);
            assert!(
                !message.body.contains(token) && !message.body.contains("allowedOperations"),
                "{}",
                message.body
            );
            assert!(
                actual["data"]["booking"]["pricingDetail"]["carrierTotal"].is_null(),
                "{}",
                message.body
            );
        }
        let booked = actual
            .iter()
            .map(|message| message.json())
            .find(|told| told["type"] == "booking.booked")
            .unwrap();
        assert_eq!(
            booked["data"]["booking"]["customer"]["companyName"],
            "Bluegum Wines"
        );
        assert!(
            booked["data"]["booking"]["consignmentId"]
                .as_str()
                .unwrap()
                .starts_with("SCF")
        );
        let changes: Vec<Value> = actual
            .iter()
            .map(|message| message.json())
            .filter(|told| told["type"] == "booking.status_changed")
            .collect();
        let ways: BTreeSet<_> = changes
            .iter()
            .map(|told| {
                format!(
                    "{} {}",
                    told["data"]["previousStatus"], told["data"]["status"]
                )
            })
            .collect();
        assert_eq!(
            ways,
            BTreeSet::from([
                r#""Quoted" "Booked""#.to_owned(),
                r#""Booked" "Cancelled""#.to_owned()
            ])
        );
        let ends: Vec<_> = actual
            .iter()
            .filter(|message| message.json()["type"] == "booking.deleted")
            .collect();
        assert_eq!(ends.len(), 2);
        assert_eq!(ends[0].json(), ends[1].json());
        assert_ne!(
            ends[0].header("waybill-delivery"),
            ends[1].header("waybill-delivery")
        );
        assert_eq!(
            ends[0].json()["data"]["booking"],
            json!({"id": id, "customer": {"id": customer}})
        );
    });
}

#[test]
fn uncommitted_and_unsubscribed_changes_are_not_sent() {
    on_both(|kit| async move {
        let (admin, receiver, id, _) = start_receiver(&kit, &["customer.created"]).await;
        let other = kit.another_tenant().await;
        let outsider = other.user("Admin").await;
        add_customer(&outsider, "Theirs").await;
        {
            let mut scope = kit.scope(Mode::Write);
            let new = customers::NewCustomer {
                company_name: Some("Undone".to_owned()),
                ..Default::default()
            };
            customers::create(&mut scope, new).await.unwrap();
            scope.rollback();
        }
        kit.drain_jobs().await;
        other.drain_jobs().await;
        assert_eq!(receiver.types(), Vec::<String>::new());

        let own_rows = add_customer(&admin, "Mine").await;
        let off = json!({"id": id, "isActive": false});
        kit.drain_jobs().await;
        save(&admin, off).await;
        add_customer(&admin, "While it is off").await;
        kit.drain_jobs().await;
        save(&admin, json!({"id": id, "isActive": true, "customerId": own_rows["id"], "events": ["customer.changed"]}))
            .await;
        let theirs = add_customer(&admin, "Another").await;
        for id in [&own_rows["id"], &theirs["id"]] {
            let change = json!({"customer": {"id": id, "contactName": "Sam Fields"}});
            admin
                .post("/api/customer/customer/createorupdatecustomer", change)
                .await
                .result();
        }
        kit.drain_jobs().await;
        assert_eq!(receiver.types(), ["customer.created", "customer.changed"]);
        for message in receiver.messages() {
            assert_eq!(message.json()["data"]["customer"]["id"], own_rows["id"]);
        }
        admin
            .delete(&format!("{SUBSCRIPTION}/deletesubscription?id={id}"))
            .await
            .result();
        add_customer(&admin, "Too late").await;
        kit.drain_jobs().await;
        assert_eq!(receiver.messages().len(), 2);
    });
}

#[test]
fn subscribing_needs_the_permission_of_the_event() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        let receiver = Receiver::start().await;
        let types = admin
            .get(&format!("{SUBSCRIPTION}/geteventtypes"))
            .await
            .result()["eventTypes"]
            .clone();
        let types = types.as_array().unwrap();
        assert_eq!(
            types
                .iter()
                .map(|one| one["name"].as_str().unwrap())
                .collect::<Vec<_>>(),
            ALL
        );
        for one in types {
            assert!(
                one["mayChoose"] == true && one["sample"]["type"] == one["name"],
                "{one}"
            );
            assert!(
                one["description"]
                    .as_str()
                    .is_some_and(|text| text.len() > 10)
            );
        }

        let role = json!({"role": {"displayName": "Integrators"}, "grantedPermissionNames":
            ["Pages.Administration.Webhooks.Edit", "Pages.Booking"]});
        admin
            .post("/api/core/role/createorupdaterole", role)
            .await
            .result();
        let integrator = kit.user("Integrators").await;
        let path = format!("{SUBSCRIPTION}/createorupdatesubscription");
        let wanted = json!({"name": "Warehouse", "url": receiver.url(), "events": ["booking.booked", "customer.created"]});
        let refused = integrator
            .post(&path, json!({ "subscription": wanted }))
            .await;
        assert_eq!(refused.invalid_members(), ["subscription.events[1]"]);
        subscribe(&integrator, &receiver.url(), &["booking.booked"]).await;
        let (id, _) = subscribe(&admin, &receiver.url(), &["customer.created"]).await;
        save(
            &integrator,
            json!({"id": id, "name": "Office", "events": ["customer.created"]}),
        )
        .await;
        let elsewhere = json!({"id": id, "url": format!("{}/other", receiver.url())});
        let refused = integrator
            .post(&path, json!({ "subscription": elsewhere }))
            .await;
        assert_eq!(refused.invalid_members(), ["subscription.events[0]"]);
        integrator
            .post(&format!("{SUBSCRIPTION}/rotatesecret"), json!({ "id": id }))
            .await
            .expect_error(403);
        add_customer(&admin, "Harbour Tools").await;
        kit.drain_jobs().await;
        let sent = admin
            .get("/api/webhooks/delivery/getdeliveries?filter=event eq 'customer.created'")
            .await
            .result();
        let sent = &sent["items"][0]["id"];
        let body = format!("/api/webhooks/delivery/getdelivery?id={sent}");
        admin.get(&body).await.result();
        integrator.get(&body).await.expect_error(403);
        integrator
            .post(
                "/api/webhooks/delivery/resenddelivery",
                json!({ "id": sent }),
            )
            .await
            .expect_error(403);
        let dispatcher = kit.user("Dispatcher").await;
        dispatcher
            .get(&format!("{SUBSCRIPTION}/getsubscriptions"))
            .await
            .expect_error(403);
        dispatcher
            .post(&path, json!({ "subscription": {} }))
            .await
            .expect_error(403);
    });
}

#[test]
fn a_tenant_without_the_feature_sends_nothing() {
    on_both(|kit| async move {
        let (admin, receiver, id, _) = start_receiver(&kit, &["customer.created"]).await;
        let off = ["Webhooks.Enabled=false".to_owned()];
        waybill::operate::override_features(&kit.app, &kit.host_name, &off)
            .await
            .unwrap();
        add_customer(&admin, "Unheard").await;
        kit.drain_jobs().await;
        assert!(receiver.messages().is_empty());
        admin
            .get(&format!("{SUBSCRIPTION}/getsubscriptionforedit?id={id}"))
            .await
            .expect_error(403);
    });
}
