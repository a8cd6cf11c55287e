//! Status notifications: statuses, recipients, no duplicates.
#![allow(clippy::unwrap_used, reason = "test helpers panic on failure")]

use chrono::{TimeDelta, Utc};
use data::{db::Mode, ids::CustomerId, tsql};
use serde_json::{Value, json};
use testkit::{Client, Kit, given, on_both};
use work::event::ScopeEvents;

use super::{BASE, bulk, get, office, quote_booking, save, saved_id, scan};

async fn enable_notifications(admin: &Client, customer: CustomerId) {
    let settings =
        json!({"customerId": customer, "rowVersion": 0, "bookingSettings": {"notification": true}});
    admin
        .put("/api/customer/customersettings/updateallsettings", settings)
        .await
        .result();
}

async fn sent_emails(kit: &Kit) -> Vec<(String, String)> {
    kit.drain_jobs().await;
    let mut scope = kit.scope(Mode::Read);
    let sql = tsql!("SELECT status, email FROM booking_mails WHERE tenant_id = $1 ORDER BY id");
    let rows = scope.rows(sql, Vec::new()).await.unwrap();
    rows.iter()
        .map(|row| (row.get(0).unwrap(), row.get(1).unwrap()))
        .collect()
}

fn mails(history: &Value) -> impl Iterator<Item = &Value> {
    history
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["operation"] == "EmailNews")
}

fn logged_emails(booking: &Value) -> Vec<(String, String)> {
    let text = |entry: &Value, member: &str| entry[member].as_str().unwrap().to_owned();
    mails(&booking["operationHistory"])
        .map(|entry| (text(entry, "value"), text(entry, "message")))
        .collect()
}

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter()
        .map(|(status, email)| ((*status).to_owned(), (*email).to_owned()))
        .collect()
}

#[test]
fn receivers_hear_of_what_the_tenant_has_chosen_where_the_customer_wants_it() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let inbox = given::inbox(&kit).await;
        let silent = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        assert_eq!(sent_emails(&kit).await, pairs(&[]), "nobody asked for it");
        enable_notifications(&admin, customer).await;
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book"],
            )
            .await,
        );
        kit.drain_jobs().await;
        let connote = get(&admin, id).await["consignmentId"]
            .as_str()
            .unwrap()
            .to_owned();
        let email = inbox.next_email_to("sam@example.test").await;
        assert_eq!(email.subject, format!("Booked: consignment {connote}"));
        assert!(
            email.raw.contains("from Richmond to Parramatta"),
            "{}",
            email.raw
        );
        assert!(
            email
                .raw
                .replace("=\r\n", "")
                .contains("/track#connoteNumber"),
            "{}",
            email.raw
        );

        bulk(&admin, &[id, silent], "Manifest").await;
        for (status, hours) in [("PickedUp", 5), ("OutForDelivery", 3), ("Delivered", 1)] {
            let at = (Utc::now() - TimeDelta::hours(hours)).to_rfc3339();
            scan(&admin, id, status, Some(&at)).await;
            kit.drain_jobs().await;
        }
        let to = "sam@example.test";
        let all = pairs(&[("Booked", to), ("OutForDelivery", to), ("Delivered", to)]);
        assert_eq!(sent_emails(&kit).await, all, "PickedUp is not chosen");
        assert_eq!(
            logged_emails(&get(&admin, id).await),
            all,
            "the booking tells of its mails"
        );
        // A repeated event, as after a crash, sends nothing.
        let mut scope = kit.scope(Mode::Write);
        let repeat = bookings::events::StatusChange {
            booking_id: id.into(),
            from: bookings::Status::OutForDelivery,
            to: bookings::Status::Delivered,
        };
        scope
            .publish(&bookings::events::STATUS_CHANGED, &repeat)
            .await
            .unwrap();
        scope.commit().await.unwrap();
        assert_eq!(sent_emails(&kit).await, all);
        assert_eq!(logged_emails(&get(&admin, id).await), all);

        let customer_client = kit.customer_user(customer).await;
        let read = get(&customer_client, id).await;
        assert_eq!(logged_emails(&read), all);
        let log = customer_client
            .get(&format!("{BASE}/getOperationLog?id={id}"))
            .await
            .result();
        for entry in mails(&read["operationHistory"]).chain(mails(&log["integrationLog"])) {
            assert_eq!(
                (&entry["userName"], &entry["creatorUserId"]),
                (&json!("System"), &Value::Null),
                "{entry}"
            );
        }
        assert_eq!(mails(&log["integrationLog"]).count(), all.len());
        let silent = get(&admin, silent).await;
        assert_eq!(
            logged_emails(&silent),
            pairs(&[]),
            "what was not sent is not told: {silent}"
        );
    });
}

#[test]
fn senders_and_customers_hear_where_the_tenant_says_so_and_nobody_of_old_events() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        given::inbox(&kit).await;
        let bookings = json!({"mailedStatuses": ["PickedUp", "Delivered"], "mailsSender": true, "mailsCustomer": true});
        given::change_settings(&kit, json!({"bookings": bookings})).await;
        let mut booking = quote_booking(&admin, customer, "own-fleet").await;
        booking["customer"]["email"] = json!("office@example.test");
        let id = saved_id(&save(&admin, &booking, &["Book", "Manifest"]).await);
        let old = (Utc::now() - TimeDelta::hours(30)).to_rfc3339();
        scan(&admin, id, "PickedUp", Some(&old)).await;
        assert_eq!(
            sent_emails(&kit).await,
            pairs(&[]),
            "what happened yesterday is no news"
        );
        scan(&admin, id, "Delivered", None).await;
        let both = pairs(&[
            ("Delivered", "robin@example.test"),
            ("Delivered", "office@example.test"),
        ]);
        assert_eq!(sent_emails(&kit).await, both);
        let invalid = json!({"bookings": {"mailedStatuses": ["Launched"]}});
        let refused = admin
            .put("/api/core/tenantsettings/updateallsettings", invalid)
            .await
            .expect_error(400);
        assert!(refused.to_string().contains("mailedStatuses"), "{refused}");
    });
}

#[test]
fn what_was_delivered_has_a_proof_of_it() {
    on_both(|kit| async move {
        let (admin, customer) = office(&kit).await;
        let id = saved_id(
            &save(
                &admin,
                &quote_booking(&admin, customer, "own-fleet").await,
                &["Book", "Manifest"],
            )
            .await,
        );
        let path = format!("{BASE}/getDocuments?DocumentType=5&BookingId={id}");
        let tokens = async |client: &Client| -> Vec<Value> {
            client.get(&path).await.result()["tokens"]
                .as_array()
                .unwrap()
                .clone()
        };
        assert!(tokens(&admin).await.is_empty());
        let signed = json!({"bookingId": id, "status": "Delivered", "location": "Dock", "signedBy": "K. Lee"});
        admin
            .post(&format!("{BASE}/addtrackingevent"), signed)
            .await
            .result();
        let proof = tokens(&admin).await;
        assert_eq!(proof.len(), 1);
        assert_eq!(
            tokens(&kit.customer_user(customer).await).await,
            proof,
            "it is kept"
        );
        let file = format!(
            "/api/booking/File/DownloadDocument?token={}",
            proof[0].as_str().unwrap()
        );
        let answer = admin.get(&file).await;
        assert!(answer.body.starts_with(b"%PDF-"));
        assert!(
            answer.headers["content-disposition"]
                .to_str()
                .unwrap()
                .contains("proof-of-delivery")
        );
        let outsider = kit
            .customer_user(given::customer(&kit, "Harbour Tools").await)
            .await;
        outsider.get(&path).await.expect_error(404);
        outsider.get(&file).await.expect_error(404);
    });
}
